//! Avalam: agent programs behind XML-RPC, and agents in the bridge's own process.

use truel_arena::{FaultKind, Terms, referee};

use crate::{agent, fails, finishes, job, ours, play, setup};

#[test]
fn programs_and_older_agents_play_with_and_without_the_frameworks_file() {
    for path in [
        "avalam/alone/greedy.py",
        "avalam/alone/greedy.py:MyAgent",
        "avalam/carrying/first.py",
        "avalam/alone/older.py",
        "avalam/alone/searching.py",
        "avalam/carrying/agents/above.py",
    ] {
        let played = finishes("avalam", vec![ours("random"), agent(path)]);
        assert!(played.moves.len() > 25, "{path}");
    }
}

#[test]
fn a_program_hears_its_clock() {
    let terms = Terms {
        contest: true,
        ..Terms::default()
    };
    let seats = vec![agent("avalam/carrying/first.py"), ours("random")];
    let played = referee::play(&job("avalam", seats, &terms), &setup()).expect("it can be played");
    assert!(played.faults.is_empty(), "{:#?}", played.faults);
}

#[test]
fn a_position_is_all_they_need() {
    let mut job = job(
        "avalam",
        vec![agent("avalam/alone/greedy.py"), ours("random")],
        &Terms::default(),
    );
    job.opening.start = Some("Aa/A.ca/aA.b.A/A.b...Aa/Ac..BAbA/..e.aAaA/.B.BcB/..../bA y".into());
    let played = referee::play(&job, &setup()).expect("it can be played");
    assert!(played.faults.is_empty(), "{:#?}", played.faults);
}

#[test]
fn what_goes_wrong_is_told_in_words() {
    for (path, kind, expected) in [
        (
            "avalam/alone/crasher.py",
            FaultKind::Crash,
            "play failed: <class 'KeyError'>:'nowhere'",
        ),
        (
            "avalam/alone/deaf.py",
            FaultKind::Crash,
            "deaf.py ended with exit code 1 before it listened: ValueError: no agent today",
        ),
        ("avalam/alone/wrong.py:Wrong", FaultKind::IllegalMove, "`a1i9`"),
        ("avalam/alone/wrong.py:Stranger", FaultKind::IllegalMove, "`’left’`"),
        (
            "avalam/alone/wrong.py:Fractional",
            FaultKind::IllegalMove,
            "`(0.0,2.0,0.0,3.0)`",
        ),
        (
            "avalam/alone/wrong.py",
            FaultKind::Crash,
            "several agents; say which one",
        ),
    ] {
        let (message, _) = fails(&play("avalam", vec![agent(path), ours("random")]), kind);
        assert!(message.contains(expected), "{path}: {message}");
    }
}
