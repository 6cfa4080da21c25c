//! Tournaments that are played, stopped, left and refused.

use truel_arena::tournament::Format;

use super::*;

fn call() -> Call {
    Call {
        name: "Cup".into(),
        game: "tic-tac-toe".into(),
        agents: vec!["random".into(), "greedy".into(), "random".into()],
        format: Format::RoundRobin,
        blocks: 2,
        rounds: None,
        time: None,
        opening: 0,
        seed: 1,
        concurrency: None,
    }
}

fn hall() -> (tempfile::TempDir, Hall) {
    let folder = tempfile::tempdir().expect("a folder");
    let hall = Hall::open(folder.path(), 2).expect("a hall");
    (folder, hall)
}

/// Follows a tournament to its end.
fn to_the_end(hall: &Hall, id: &str) -> Vec<Happening> {
    let mut heard = Vec::new();
    if let Some(mut news) = hall.watch(id).expect("a tournament") {
        while let Ok(happening) = news.blocking_recv() {
            heard.push(happening);
        }
    }
    heard
}

#[test]
fn a_tournament_is_played_watched_and_read() {
    let (_folder, hall) = hall();
    let id = hall.start(&call()).expect("started");
    to_the_end(&hall, &id);
    let end = hall.standings(&id).expect("standings");
    assert_eq!((end.cup.done, end.cup.total, end.cup.is_running), (12, 12, false));
    assert_eq!(end.tables[0].lines.len(), 3, "the twin has a name of its own");
    let matches = hall.matches(&id, 0, 100).expect("matches");
    assert_eq!(matches.len(), 12);
    assert!(
        matches
            .iter()
            .all(|view| view.line.end().expect("a legal line").phase().is_over())
    );
    assert_eq!(hall.one(&id, matches[0].id).expect("a match").line, matches[0].line);
    assert_eq!(hall.records(&id).expect("records").lines().count(), 12);
    assert!(hall.report(&id).expect("a page").starts_with(b"<!"));
    assert_eq!(hall.list().expect("a list").len(), 1);
}

#[test]
fn a_stopped_tournament_goes_on_and_live_matches_are_seen() {
    let (_folder, hall) = hall();
    let long = Call {
        game: "avalam".into(),
        agents: vec!["random".into(), "mcts:sims=300".into()],
        blocks: 500,
        ..call()
    };
    let id = hall.start(&long).expect("started");
    let mut news = hall.watch(&id).expect("a tournament").expect("it runs");
    let mut seen = [false; 3];
    while seen != [true; 3] {
        match news.blocking_recv() {
            Ok(Happening::Began(live)) => seen[0] |= live.line.game == "avalam",
            Ok(Happening::Moved { .. }) => seen[1] = true,
            Ok(Happening::Stored { .. }) => seen[2] = true,
            other => panic!("{other:?}"),
        }
    }
    hall.stop(&id).expect("it runs");
    to_the_end(&hall, &id);
    let half = hall.standings(&id).expect("standings").cup;
    assert!(half.done > 0 && half.done < half.total && !half.is_running);
    hall.resume(&id).expect("it goes on");
    assert!(matches!(hall.resume(&id), Err(Refusal::Conflict(_))));
    hall.stop(&id).expect("it runs");
}

/// Listens until `count` matches have each moved while none of them was over; the most that were live at any moment.
fn live_at_once(hall: &Hall, id: &str, count: usize) -> usize {
    let mut news = hall.watch(id).expect("a tournament").expect("it runs");
    let (mut live, mut most) = (HashMap::new(), 0);
    loop {
        match news.blocking_recv() {
            Ok(Happening::Began(began)) => drop(live.insert(began.id, false)),
            Ok(Happening::Moved { id, .. }) => drop(live.insert(id, true)),
            Ok(Happening::Stored { id, .. }) => drop(live.remove(&id)),
            other => panic!("{other:?} before {count} matches moved at once"),
        }
        most = most.max(live.len());
        if live.values().filter(|has_moved| **has_moved).count() >= count {
            return most;
        }
    }
}

#[test]
fn as_many_matches_are_live_at_once_as_were_asked_for() {
    let (_folder, hall) = hall();
    let long = Call {
        game: "avalam".into(),
        agents: vec!["mcts:sims=300".into(), "mcts:sims=300,c=0.7".into()],
        blocks: 500,
        ..call()
    };
    for (asked, wanted) in [(None, 2), (Some(3), 3)] {
        let call = Call {
            concurrency: asked,
            ..long.clone()
        };
        let id = hall.start(&call).expect("started");
        assert_eq!(live_at_once(&hall, &id, wanted), wanted);
        hall.stop(&id).expect("it runs");
        to_the_end(&hall, &id);
        hall.resume(&id).expect("it goes on");
        assert_eq!(live_at_once(&hall, &id, wanted), wanted, "after it was resumed");
        let standings = hall.standings(&id).expect("standings");
        assert_eq!(standings.cup.concurrency, wanted);
        hall.stop(&id).expect("it runs");
    }
    for asked in [0, 5, usize::MAX] {
        let call = Call {
            concurrency: Some(asked),
            ..long.clone()
        };
        let why = hall.start(&call).expect_err("refused").to_string();
        assert!(why.contains(&asked.to_string()), "{why}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let small = Hall::open(folder.path(), 1).expect("a hall");
    let id = small.start(&long).expect("started");
    assert_eq!(small.standings(&id).expect("standings").cup.concurrency, 1);
    small.stop(&id).expect("it runs");
    to_the_end(&small, &id);
}

#[test]
fn what_was_being_played_when_a_hall_closed_goes_on_in_the_next() {
    let (folder, hall) = hall();
    let long = Call {
        game: "avalam".into(),
        agents: vec!["random".into(), "mcts:sims=100".into()],
        blocks: 500,
        ..call()
    };
    let (left, stopped) = (hall.start(&long).expect("started"), hall.start(&long).expect("started"));
    hall.stop(&stopped).expect("it runs");
    hall.close();
    to_the_end(&hall, &left);
    to_the_end(&hall, &stopped);
    let is_running = |hall: &Hall, id: &str| hall.standings(id).expect("standings").cup.is_running;
    assert!(!is_running(&hall, &left));
    let next = Hall::open(folder.path(), 2).expect("a hall");
    assert!(is_running(&next, &left), "nobody stopped it");
    assert!(!is_running(&next, &stopped), "somebody stopped it");
    next.stop(&left).expect("it runs");
    to_the_end(&next, &left);
}

#[test]
fn more_matches_than_anybody_waits_for_are_refused() {
    let (_folder, hall) = hall();
    let endless = Call {
        game: "chexers".into(),
        agents: vec!["random".into(); 32],
        blocks: 10_000,
        ..call()
    };
    let why = hall.start(&endless).expect_err("refused").to_string();
    assert!(why.contains("matches"), "{why}");
    let rounds = Call {
        format: Format::Swiss,
        rounds: Some(usize::MAX),
        ..call()
    };
    hall.start(&rounds).expect_err("refused");
}

#[test]
fn programs_and_paths_are_refused() {
    let (_folder, hall) = hall();
    let refused = |call: Call| hall.start(&call).expect_err("refused").to_string();
    let program = Call {
        agents: vec!["cmd:sh -c true".into(), "random".into()],
        ..call()
    };
    assert!(refused(program).contains("cmd"), "no path from the web to a command");
    let nobody = Call {
        agents: Vec::new(),
        ..call()
    };
    refused(nobody);
    let clock = Call {
        time: Some("soon".into()),
        ..call()
    };
    assert!(refused(clock).contains("soon"));
    for id in ["../secret", "", "a/b", "nobody"] {
        assert!(matches!(hall.standings(id), Err(Refusal::Missing(_))), "{id}");
    }
}
