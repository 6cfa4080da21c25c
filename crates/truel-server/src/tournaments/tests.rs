//! Tournaments that are played, stopped, left and refused.

use truel_arena::tournament::Format;
use truel_papers::roster;

use super::*;

fn call() -> NewTournament {
    NewTournament {
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

fn tournaments() -> (tempfile::TempDir, Tournaments) {
    let folder = tempfile::tempdir().expect("a folder");
    let tournaments = Tournaments::open(folder.path(), roster(), 2).expect("a tournaments");
    (folder, tournaments)
}

/// Follows a tournament to its end.
fn to_the_end(tournaments: &Tournaments, id: &str) -> Vec<TournamentEvent> {
    let mut heard = Vec::new();
    if let Some(mut news) = tournaments.watch(id).expect("a tournament") {
        while let Ok(event) = news.blocking_recv() {
            heard.push(event);
        }
    }
    heard
}

#[test]
fn a_tournament_is_played_watched_and_read() {
    let (_folder, tournaments) = tournaments();
    let id = tournaments.start(&call()).expect("started");
    to_the_end(&tournaments, &id);
    let end = tournaments.standings(&id).expect("standings");
    assert_eq!(
        (end.tournament.done, end.tournament.total, end.tournament.is_running),
        (12, 12, false)
    );
    assert_eq!(end.tables[0].lines.len(), 3, "the twin has a name of its own");
    let matches = tournaments.matches(&id, 0, 100).expect("matches");
    assert_eq!(matches.len(), 12);
    assert!(
        matches
            .iter()
            .all(|view| view.line.end(&roster()).expect("a legal line").phase().is_over())
    );
    assert_eq!(
        tournaments.one(&id, matches[0].id).expect("a match").line,
        matches[0].line
    );
    assert_eq!(tournaments.records(&id).expect("records").lines().count(), 12);
    assert!(tournaments.report(&id).expect("a page").starts_with(b"<!"));
    assert_eq!(tournaments.list().expect("a list").len(), 1);
}

#[test]
fn a_stopped_tournament_goes_on_and_live_matches_are_seen() {
    let (_folder, tournaments) = tournaments();
    let long = NewTournament {
        game: "avalam".into(),
        agents: vec!["random".into(), "mcts:sims=300".into()],
        blocks: 500,
        ..call()
    };
    let id = tournaments.start(&long).expect("started");
    let mut news = tournaments.watch(&id).expect("a tournament").expect("it runs");
    let mut seen = [false; 3];
    while seen != [true; 3] {
        match news.blocking_recv() {
            Ok(TournamentEvent::Began(live)) => seen[0] |= live.line.game == "avalam",
            Ok(TournamentEvent::Moved { .. }) => seen[1] = true,
            Ok(TournamentEvent::Stored { .. }) => seen[2] = true,
            other => panic!("{other:?}"),
        }
    }
    tournaments.stop(&id).expect("it runs");
    to_the_end(&tournaments, &id);
    let half = tournaments.standings(&id).expect("standings").tournament;
    assert!(half.done > 0 && half.done < half.total && !half.is_running);
    tournaments.resume(&id).expect("it goes on");
    assert!(matches!(tournaments.resume(&id), Err(ApiError::Conflict(_))));
    tournaments.stop(&id).expect("it runs");
}

/// Listens until `count` matches have each moved while none of them was over; the most that were
/// live at any moment.
fn live_at_once(tournaments: &Tournaments, id: &str, count: usize) -> usize {
    let mut news = tournaments.watch(id).expect("a tournament").expect("it runs");
    let (mut live, mut most) = (HashMap::new(), 0);
    loop {
        match news.blocking_recv() {
            Ok(TournamentEvent::Began(began)) => drop(live.insert(began.id, false)),
            Ok(TournamentEvent::Moved { id, .. }) => drop(live.insert(id, true)),
            Ok(TournamentEvent::Stored { id, .. }) => drop(live.remove(&id)),
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
    let (_folder, tournaments) = tournaments();
    let long = NewTournament {
        game: "avalam".into(),
        agents: vec!["mcts:sims=300".into(), "mcts:sims=300,c=0.7".into()],
        blocks: 500,
        ..call()
    };
    for (asked, wanted) in [(None, 2), (Some(3), 3)] {
        let call = NewTournament {
            concurrency: asked,
            ..long.clone()
        };
        let id = tournaments.start(&call).expect("started");
        assert_eq!(live_at_once(&tournaments, &id, wanted), wanted);
        tournaments.stop(&id).expect("it runs");
        to_the_end(&tournaments, &id);
        tournaments.resume(&id).expect("it goes on");
        assert_eq!(live_at_once(&tournaments, &id, wanted), wanted, "after it was resumed");
        let standings = tournaments.standings(&id).expect("standings");
        assert_eq!(standings.tournament.concurrency, wanted);
        tournaments.stop(&id).expect("it runs");
    }
    for asked in [0, 5, usize::MAX] {
        let call = NewTournament {
            concurrency: Some(asked),
            ..long.clone()
        };
        let why = tournaments.start(&call).expect_err("refused").to_string();
        assert!(why.contains(&asked.to_string()), "{why}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let small = Tournaments::open(folder.path(), roster(), 1).expect("a tournaments");
    let id = small.start(&long).expect("started");
    assert_eq!(small.standings(&id).expect("standings").tournament.concurrency, 1);
    small.stop(&id).expect("it runs");
    to_the_end(&small, &id);
}

#[test]
fn what_was_being_played_when_a_hall_closed_goes_on_in_the_next() {
    let (folder, tournaments) = tournaments();
    let long = NewTournament {
        game: "avalam".into(),
        agents: vec!["random".into(), "mcts:sims=100".into()],
        blocks: 500,
        ..call()
    };
    let (left, stopped) = (
        tournaments.start(&long).expect("started"),
        tournaments.start(&long).expect("started"),
    );
    tournaments.stop(&stopped).expect("it runs");
    tournaments.close();
    to_the_end(&tournaments, &left);
    to_the_end(&tournaments, &stopped);
    let is_running =
        |tournaments: &Tournaments, id: &str| tournaments.standings(id).expect("standings").tournament.is_running;
    assert!(!is_running(&tournaments, &left));
    let next = Tournaments::open(folder.path(), roster(), 2).expect("a tournaments");
    assert!(is_running(&next, &left), "nobody stopped it");
    assert!(!is_running(&next, &stopped), "somebody stopped it");
    next.stop(&left).expect("it runs");
    to_the_end(&next, &left);
}

#[test]
fn more_matches_than_anybody_waits_for_are_refused() {
    let (_folder, tournaments) = tournaments();
    let endless = NewTournament {
        game: "chexers".into(),
        agents: vec!["random".into(); 32],
        blocks: 10_000,
        ..call()
    };
    let why = tournaments.start(&endless).expect_err("refused").to_string();
    assert!(why.contains("matches"), "{why}");
    let rounds = NewTournament {
        format: Format::Swiss,
        rounds: Some(usize::MAX),
        ..call()
    };
    tournaments.start(&rounds).expect_err("refused");
}

#[test]
fn programs_and_paths_are_refused() {
    let (_folder, tournaments) = tournaments();
    let refused = |call: NewTournament| tournaments.start(&call).expect_err("refused").to_string();
    let program = NewTournament {
        agents: vec!["cmd:sh -c true".into(), "random".into()],
        ..call()
    };
    assert!(refused(program).contains("cmd"), "no path from the web to a command");
    let nobody = NewTournament {
        agents: Vec::new(),
        ..call()
    };
    refused(nobody);
    let clock = NewTournament {
        time: Some("soon".into()),
        ..call()
    };
    assert!(refused(clock).contains("soon"));
    for id in ["../secret", "", "a/b", "nobody"] {
        assert!(matches!(tournaments.standings(id), Err(ApiError::NotFound(_))), "{id}");
    }
}
