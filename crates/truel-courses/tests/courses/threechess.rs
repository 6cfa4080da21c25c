//! Threechess: agents in Java with the contest's own boards.

use truel_arena::{Entry, FaultKind, Played, Terms, referee};

use crate::{agents, classes, classes_in, fails, job, ours, setup};

fn seat(path: &str) -> Entry {
    format!("course:{path}").parse().expect("an entry")
}

fn play(first: Entry, contest: bool) -> Played {
    let terms = Terms {
        settings: classes_in(classes().0),
        contest,
        cap: Some(60),
        ..Terms::default()
    };
    let seats = vec![ours("random"), first, ours("random")];
    referee::play(&job("threechess", seats, &terms), &setup()).expect("it can be played")
}

#[test]
fn agents_play_from_classes_and_from_source_and_see_their_clock() {
    let compiled = seat(&format!("{}:Wanderer", classes().1.display()));
    let source = seat(&format!(
        "{}/java/agents/threeChess/agents/Wanderer.java",
        agents().display()
    ));
    for (entry, contest) in [(compiled.clone(), false), (source, true), (compiled, true)] {
        let played = play(entry, contest);
        assert!(played.faults.is_empty(), "{:#?}", played.faults);
        assert!(played.moves.len() > 10);
    }
}

#[test]
fn an_agent_amidst_the_contests_sources_needs_nothing_else() {
    let folder = agents().join("java/amidst");
    crate::copy(&agents().join("java/referee"), &folder);
    crate::copy(&agents().join("java/agents"), &folder);
    let terms = Terms {
        cap: Some(12),
        ..Terms::default()
    };
    let quick = seat(&folder.join("threeChess/agents/Quick.java").display().to_string());
    let played = referee::play(
        &job("threechess", vec![quick, ours("random"), ours("random")], &terms),
        &setup(),
    );
    let played = played.expect("it can be played");
    assert!(played.faults.is_empty(), "{:#?}", played.faults);
}

#[test]
fn a_whole_project_is_played_by_its_own_agent_with_the_contests_classes() {
    let project = agents().join("java/library");
    // The same files without their folders, as some hand them in; the agent's own come from the
    // folder that it is in.
    let flat = agents().join("java/flat");
    crate::copy(&project.join("src/threeChess/agents"), &flat);
    std::fs::copy(project.join("catalogue.txt"), flat.join("catalogue.txt")).expect("a copy");
    for path in [
        project.clone(),
        project.join("src/threeChess/agents/Agent12345678.java"),
        flat.join("Agent12345678.java"),
    ] {
        let played = play(seat(&path.display().to_string()), false);
        assert!(played.faults.is_empty(), "{}: {:#?}", path.display(), played.faults);
        assert!(played.moves.len() > 10);
    }
}

#[test]
fn what_goes_wrong_is_told_in_words() {
    let of = |class: &str| seat(&format!("{}:{class}", classes().1.display()));
    let (message, evidence) = fails(&play(of("Thrower"), false), FaultKind::Crash);
    assert_eq!(
        message,
        "java.lang.ArithmeticException: no idea (Thrower.java, line 14, in playMove)"
    );
    assert!(evidence.contains("at threeChess.agents.Thrower"), "{evidence}");
    let silent = play(of("Silent"), false);
    fails(&silent, FaultKind::IllegalMove);
    assert_eq!(silent.result.payoff, [1.0, -2.0, 1.0]);
}

#[test]
fn what_is_missing_is_said() {
    let (referee, theirs) = classes();
    let refusal = |path: String, referee: Option<std::path::PathBuf>| {
        let terms = Terms {
            settings: referee.map(classes_in).unwrap_or_default(),
            ..Terms::default()
        };
        let seats = vec![seat(&path), ours("random"), ours("random")];
        referee::play(&job("threechess", seats, &terms), &setup())
            .expect_err("something is missing")
            .to_string()
    };
    let source = agents().join("java/referee");
    for (path, referee, expected) in [
        (
            theirs.clone(),
            None,
            "name the folder that holds threeChess/Board.class",
        ),
        (
            agents().join("java/agents/threeChess/agents/Quick.java"),
            None,
            "name the folder that holds threeChess/Board.class",
        ),
        (
            theirs.clone(),
            Some(source),
            "threeChess/Board.java, but not compiled; try `javac",
        ),
        (
            theirs.clone(),
            Some(referee.clone()),
            "name one after a colon: Quick, Silent, Thrower, Wanderer",
        ),
        (
            agents().join("avalam"),
            Some(referee),
            "has no class in threeChess/agents",
        ),
    ] {
        let error = refusal(path.display().to_string(), referee);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_sample_of_the_contest_is_never_played_in_an_agents_place() {
    let (referee, theirs) = classes();
    let java = agents().join("java");
    let with_sample = java.join("referee-with-agents");
    crate::copy(&referee, &with_sample);
    crate::copy(
        &theirs.join("threeChess/agents"),
        &with_sample.join("threeChess/agents"),
    );
    let empty = java.join("no-agents");
    std::fs::create_dir_all(&empty).expect("a folder");
    let terms = Terms {
        settings: classes_in(with_sample),
        ..Terms::default()
    };
    let seats = vec![
        seat(&format!("{}:Wanderer", empty.display())),
        ours("random"),
        ours("random"),
    ];
    let said = referee::play(&job("threechess", seats, &terms), &setup()).expect_err("it has no such class");
    let said = said.to_string();
    assert!(
        said.contains("has no class threeChess.agents.Wanderer") && said.contains("not played in its place"),
        "{said}"
    );
}
