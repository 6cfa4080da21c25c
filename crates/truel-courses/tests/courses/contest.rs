//! The contests' limits, with their own consequences.

use std::time::Duration;

use truel_arena::{FaultKind, Late, Measure, Played, Terms, TimeControl, referee};

use crate::{agent, fails, job, ours, play, setup};

fn contest() -> Terms {
    Terms {
        contest: true,
        ..Terms::default()
    }
}

#[test]
fn presets_are_those_of_the_contests() {
    let message = |game: &str| {
        let terms = contest().in_game(game, &setup());
        (terms.time.to_string(), terms.measure, terms.late, terms.memory)
    };
    let melbourne = ("60s/game".to_owned(), Measure::Cpu, Late::Forgiven, Some(100));
    assert_eq!(message("chexers"), melbourne);
    assert_eq!(message("ropasci"), melbourne);
    assert_eq!(
        message("avalam"),
        ("900s/game".into(), Measure::Wall, Late::LastMove, None)
    );
    assert_eq!(
        message("threechess"),
        ("300s/game".into(), Measure::Wall, Late::Forgiven, None)
    );
    assert_eq!(
        message("pentago-swap"),
        ("30s/first,2s/move".into(), Measure::Wall, Late::RandomMove, None)
    );
    assert!(contest().check("goofspiel", &setup()).is_err());
    let both = Terms {
        memory: Some(5),
        ..contest()
    };
    let why = both
        .check("chexers", &setup())
        .expect_err("a limit beside the preset")
        .to_string();
    assert!(why.contains("`memory` is not set beside it"), "{why}");
}

#[test]
fn memory_counts_above_the_level_after_imports() {
    let play = |class: &str| {
        let seats = vec![
            agent(&format!("chexers/hungry.py:{class}")),
            ours("random"),
            ours("random"),
        ];
        referee::play(&job("chexers", seats, &contest()), &setup()).expect("it can be played")
    };
    // What threads reserve without using it does not count, nor what a collection clears away
    // between two moves.
    for path in ["chexers/habits.py", "chexers/littering.py"] {
        let seats = vec![agent(path), ours("random"), ours("random")];
        let played = referee::play(&job("chexers", seats, &contest()), &setup()).expect("it can be played");
        assert!(played.faults.is_empty(), "{path}: {:#?}", played.faults);
    }
    // 150 MB while it is imported and 40 afterwards are within 100.
    let modest = play("Modest");
    assert!(modest.faults.is_empty(), "{:#?}", modest.faults);
    let (message, _) = fails(&play("Player"), FaultKind::Memory);
    assert!(
        message.contains("of 100 MB above its level when it was ready"),
        "{message}"
    );
}

#[test]
fn cpu_time_is_charged_and_ends_the_match() {
    let terms = Terms {
        time: "300ms/game".parse().expect("a time"),
        measure: Measure::Cpu,
        margin: Duration::ZERO,
        ..Terms::default()
    };
    let seats = vec![ours("random"), ours("random"), agent("chexers/slow.py")];
    let played: Played = referee::play(&job("chexers", seats, &terms), &setup()).expect("it can be played");
    fails(&played, FaultKind::TimeOut);
    assert_eq!(played.moves.len(), 2);
}

#[test]
fn a_late_pentago_client_has_chance_play_for_it_and_a_lost_one_goes_on_so() {
    // Shorter times and a longer margin than the contest's, so that a busy machine changes nothing.
    let quick = Terms {
        time: TimeControl::PerMove(Duration::from_millis(20)),
        margin: Duration::from_secs(20),
        late: Late::RandomMove,
        ..Terms::default()
    };
    let seats = vec![agent("pentago/late.py"), ours("random")];
    let played = referee::play(&job("pentago-swap", seats, &quick), &setup()).expect("it can be played");
    assert!(played.faults.is_empty(), "{:#?}", played.faults);
    assert!(
        played.seats[0].ms[1] > 2000.0,
        "it sleeps longer: {:?}",
        played.seats[0].ms
    );
    assert!(played.seats[0].chance.contains(&3), "{:?}", played.seats[0]);
    let mut lost = job(
        "pentago-swap",
        vec![agent("pentago/halfway.py"), ours("random")],
        &Terms::default(),
    );
    lost.terms = Terms { contest: true, ..quick };
    let played = referee::play(&lost, &setup()).expect("it can be played");
    assert!(played.faults.is_empty(), "{:#?}", played.faults);
    assert!(played.moves.len() >= 9);
    let after: Vec<usize> = (3..=played.moves.len()).step_by(2).collect();
    assert!(played.seats[0].chance.ends_with(&after), "{:?}", played.seats[0]);
    let kept = serde_json::to_value(&played).expect("JSON");
    assert_eq!(
        serde_json::from_value::<Played>(kept).expect("a match").seats,
        played.seats
    );
}

#[test]
fn outside_of_a_contest_a_late_move_within_the_margin_stands() {
    let terms = Terms {
        margin: Duration::from_secs(5),
        time: "1ms/move".parse().expect("a time"),
        ..Terms::default()
    };
    let seats = vec![agent("pentago/client.py"), ours("random")];
    let played = referee::play(&job("pentago-swap", seats, &terms), &setup()).expect("it can be played");
    assert!(played.faults.is_empty(), "{:#?}", played.faults);
    let untouched = play("pentago-swap", vec![agent("pentago/client.py"), ours("random")]);
    assert!(untouched.faults.is_empty());
}
