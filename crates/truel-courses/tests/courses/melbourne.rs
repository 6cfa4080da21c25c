//! Chexers and RoPaSci 360: a class `Player`.

use truel_arena::FaultKind;

use crate::{agent, agents, fails, finishes, ours, play, setup};

#[test]
fn agents_play_whole_matches_whatever_their_habits() {
    for path in [
        "chexers/randomly.py",
        "chexers/randomly.py:Player",
        "chexers/talker.py",
        "chexers/lists.py",
        "chexers/habits.py",
        "chexers/walker",
        "chexers/walker/greedy.py:Greedy",
        "chexers/walker/__init__.py",
        "chexers/bookish",
        "chexers/random.py",
        "chexers/named.py",
        "chexers/league/deep",
        "chexers/u1234567",
        "chexers_unpacked",
        "chexers_bare",
        "chexers_bare/bot.py",
    ] {
        let played = finishes("chexers", vec![ours("greedy"), agent(path), ours("random")]);
        assert!(played.moves.len() > 10, "{path}");
    }
    for path in ["ropasci/thrower", "ropasci/lists.py"] {
        let played = finishes("ropasci", vec![agent("ropasci/thrower"), agent(path)]);
        assert!(played.moves.len() > 9, "{path}");
    }
}

#[test]
fn a_seed_repeats_the_chance_of_the_library() {
    let seats = || vec![agent("chexers/randomly.py"), agent("chexers/lists.py"), ours("random")];
    assert_eq!(play("chexers", seats()).moves, play("chexers", seats()).moves);
}

#[test]
fn a_crash_is_one_line_with_its_place_and_the_traceback_as_evidence() {
    let played = play(
        "chexers",
        vec![ours("random"), agent("chexers/crasher.py"), ours("random")],
    );
    let (message, evidence) = fails(&played, FaultKind::Crash);
    assert_eq!(message, r"KeyError: 'no such\nkey' (crasher.py, line 16, in helper)");
    assert!(evidence.contains("crasher.py\", line 16, in helper"), "{evidence}");
    assert!(evidence.contains("! KeyError"), "{evidence}");
    assert_eq!(played.result.payoff, [0.5, 0.0, 0.5]);
    let (message, _) = fails(
        &play("ropasci", vec![agent("ropasci/crasher.py"), ours("random")]),
        FaultKind::Crash,
    );
    assert!(message.starts_with("ValueError: I do not like THROW"), "{message}");
    let (message, _) = fails(
        &play(
            "chexers",
            vec![agent("chexers/leaver.py"), ours("random"), ours("random")],
        ),
        FaultKind::Crash,
    );
    assert!(message.contains("exit code 3"), "{message}");
}

#[test]
fn what_cannot_be_loaded_is_told_in_words() {
    for (path, expected) in [
        ("chexers/broken.py", "No module named 'no_such_module_anywhere'"),
        ("chexers:Nobody", "has no class `Nobody`"),
        ("chexers/randomly.py:Bot", "has no class `Bot`: it has Cells, Player"),
    ] {
        let played = play("chexers", vec![agent(path), ours("random"), ours("random")]);
        let (message, _) = fails(&played, FaultKind::Crash);
        assert!(message.contains(expected), "{message}");
        assert_eq!(played.moves, [""; 0]);
    }
}

#[test]
fn nobody_wins_because_another_could_not_be_loaded_either() {
    let broken = || agent("chexers/broken.py");
    let played = play("chexers", vec![broken(), ours("random"), broken()]);
    let seats: Vec<usize> = played.faults.iter().map(|fault| fault.seat).collect();
    assert_eq!(seats, [0, 2]);
    assert_eq!(played.result.points[0], played.result.points[2]);
}

#[test]
fn an_answer_that_is_no_move_is_shown_as_it_was_given() {
    for (path, expected) in [
        ("chexers/mislabelled.py", "`(’MOVE’,(("),
        ("chexers/nothing.py", "`None`"),
    ] {
        let played = play("chexers", vec![agent(path), ours("random"), ours("random")]);
        let (message, _) = fails(&played, FaultKind::IllegalMove);
        assert!(message.contains(expected), "{message}");
    }
}

#[test]
fn a_match_from_elsewhere_is_not_for_them() {
    let mut job = crate::job(
        "chexers",
        vec![agent("chexers/randomly.py"), ours("random"), ours("random")],
        &truel_arena::Terms::default(),
    );
    let start = truel_champions::roster().table("chexers").expect("a game");
    job.opening.start = Some(start.position());
    let played = truel_arena::referee::play(&job, &setup()).expect("it can be played");
    let (message, _) = fails(&played, FaultKind::Crash);
    assert!(message.contains("only begin at the start position"), "{message}");
}

#[test]
fn what_is_missing_is_nobodys_fault() {
    let missing = agent("chexers/nobody");
    let missing = crate::job(
        "chexers",
        vec![missing, ours("random"), ours("random")],
        &truel_arena::Terms::default(),
    );
    let error = truel_arena::referee::play(&missing, &setup())
        .expect_err("there is no such agent")
        .to_string();
    assert!(
        error.contains(&format!("there is no {}/chexers/nobody", agents().display())),
        "{error}"
    );
    let terms = truel_arena::Terms {
        settings: std::collections::BTreeMap::from([("python".to_owned(), "/no/such/python".to_owned())]),
        ..Default::default()
    };
    let seats = vec![agent("chexers/randomly.py"), ours("random"), ours("random")];
    let error = truel_arena::referee::play(&crate::job("chexers", seats, &terms), &setup())
        .expect_err("no interpreter")
        .to_string();
    assert!(error.contains("`/no/such/python` cannot be started"), "{error}");
}

#[test]
fn the_sandbox_holds_them_too() {
    if truel_arena::engine::sandbox::available().is_err() {
        return;
    }
    // Programs behind XML-RPC and clients over TCP have a network of their own in there.
    let terms = truel_arena::Terms {
        sandbox: true,
        ..Default::default()
    };
    for (game, first, second) in [
        ("ropasci", "ropasci/thrower", "ropasci/lists.py"),
        ("avalam", "avalam/carrying/first.py", "avalam/alone/older.py"),
        ("pentago-swap", "pentago/client.py", "pentago/client.py"),
    ] {
        let seats = vec![agent(first), agent(second)];
        let played = truel_arena::referee::play(&crate::job(game, seats, &terms), &setup()).expect("it can be played");
        assert!(played.faults.is_empty(), "{:#?}", played.faults);
    }
}
