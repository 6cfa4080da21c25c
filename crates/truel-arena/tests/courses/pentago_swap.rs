//! Pentago-swap: clients of the contest's TCP protocol, in any language.

use truel_arena::{FaultKind, Terms, referee};

use crate::{agent, agents, classes, fails, finishes, job, ours, play};

#[test]
fn clients_in_python_play_whole_matches() {
    for path in ["pentago/client.py", "pentago/mumbler.py"] {
        let played = finishes("pentago-swap", vec![agent(path), agent("pentago/client.py")]);
        assert!(played.moves.len() >= 9, "{path}");
    }
}

#[test]
fn clients_in_java_play_from_classes_and_from_source() {
    let (referee, theirs) = classes();
    let terms = Terms {
        referee_classes: Some(referee),
        ..Terms::default()
    };
    let entry = |text: String| text.parse().expect("an entry");
    let seats = vec![
        entry(format!("course:{}", theirs.display())),
        entry(format!(
            "course:{}/java/agents/student_player/StudentPlayer.java",
            agents().display()
        )),
    ];
    let played = referee::play(&job("pentago-swap", seats, &terms)).expect("it can be played");
    assert!(played.faults.is_empty(), "{:#?}", played.faults);
}

#[test]
fn without_the_contests_classes_it_says_so() {
    let (_, theirs) = classes();
    let entry = format!("course:{}", theirs.display()).parse().expect("an entry");
    let seats = vec![entry, ours("random")];
    let error = referee::play(&job("pentago-swap", seats, &Terms::default())).expect_err("no client class");
    assert!(
        error.contains("name the folder that holds boardgame/Client.class (--referee-classes DIR"),
        "{error}"
    );
}

#[test]
fn a_wrong_seat_is_illegal_and_a_closed_connection_a_crash() {
    let (told, _) = fails(
        &play("pentago-swap", vec![agent("pentago/cheat.py"), ours("random")]),
        FaultKind::IllegalMove,
    );
    assert!(told.contains("`"), "{told}");
    let (told, _) = fails(
        &play("pentago-swap", vec![agent("pentago/closer.py"), ours("random")]),
        FaultKind::Crash,
    );
    assert_eq!(told, "the client ended with exit code 4");
    let (told, _) = fails(
        &play("pentago-swap", vec![agent("pentago/halfway.py"), ours("random")]),
        FaultKind::Crash,
    );
    assert_eq!(told, "the client closed the connection");
}
