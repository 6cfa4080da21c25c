//! Pentago-swap: clients of the contest's TCP protocol, in any language.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use truel_arena::referee::{self, PlayError};
use truel_arena::{FaultKind, Played, Terms};

use crate::{agent, agents, classes, classes_in, copy, fails, finishes, job, ours, play, setup};

/// A match of an agent in Java, at `path` in the folder of agents or anywhere, against chance; the
/// contest's classes are given.
fn in_java(path: &str) -> Result<Played, PlayError> {
    let terms = Terms {
        settings: classes_in(classes().0),
        ..Terms::default()
    };
    let path = agents().join("java").join(path);
    let entry = format!("course:{}", path.display()).parse().expect("an entry");
    referee::play(&job("pentago-swap", vec![entry, ours("random")], &terms), &setup())
}

#[test]
fn clients_in_python_play_whole_matches() {
    for path in ["pentago/client.py", "pentago/mumbler.py", "pentago/exact.py"] {
        let played = finishes("pentago-swap", vec![agent(path), agent("pentago/client.py")]);
        assert!(played.moves.len() >= 9, "{path}");
    }
}

#[test]
fn clients_in_java_play_from_classes_and_from_source() {
    let (referee, theirs) = classes();
    let terms = Terms {
        settings: classes_in(referee),
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
    let played = referee::play(&job("pentago-swap", seats, &terms), &setup()).expect("it can be played");
    assert!(played.faults.is_empty(), "{:#?}", played.faults);
}

#[test]
fn a_class_runs_in_the_folder_of_its_project() {
    for path in [
        "project/bin:student_player.Reader",
        "project/bin:Reader",
        "project:Reader",
        "project/src/student_player/Reader.java",
    ] {
        let played = in_java(path).expect("it can be played");
        assert!(played.faults.is_empty(), "{path}: {:#?}", played.faults);
    }
    // Elsewhere the folder itself is home, where there is no such file.
    let elsewhere = agents().join("java/elsewhere");
    copy(&agents().join("java/project/bin"), &elsewhere);
    let (message, _) = fails(
        &in_java("elsewhere:Reader").expect("it can be played"),
        FaultKind::Crash,
    );
    assert!(message.contains("NoSuchFileException: data/table.txt"), "{message}");
}

#[test]
fn an_agent_amidst_the_contests_sources_is_compiled_with_them() {
    let java = agents().join("java");
    copy(&java.join("referee/boardgame"), &java.join("whole/src/boardgame"));
    copy(
        &java.join("agents/student_player"),
        &java.join("whole/src/student_player"),
    );
    let path = java.join("whole/src/student_player/StudentPlayer.java");
    let entry = format!("course:{}", path.display()).parse().expect("an entry");
    // Nobody names where the contest's classes are.
    finishes("pentago-swap", vec![entry, ours("random")]);
}

#[test]
fn an_agent_that_needs_its_own_copies_of_the_contests_classes_gets_them_whatever_their_date() {
    let (own, _) = (agents().join("java/own"), classes());
    let framework = own.join("boardgame/Player.java");
    fs::create_dir_all(own.join("boardgame")).expect("a folder");
    fs::create_dir_all(own.join("student_player")).expect("a folder");
    let changed = fs::read_to_string(agents().join("java/referee/boardgame/Player.java"))
        .expect("a source")
        .replace("String name();", "String name();\n\n    String SWAP = \"TL BR\";");
    fs::write(&framework, changed).expect("a source");
    for file in ["StudentPlayer.java", "Board.java"] {
        let source = fs::read_to_string(agents().join("java/agents/student_player").join(file)).expect("a source");
        let source = source.replace("\" TL BR\"", "\" \" + SWAP");
        fs::write(own.join("student_player").join(file), source).expect("a source");
    }
    File::options()
        .write(true)
        .open(&framework)
        .and_then(|file| file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000)))
        .expect("an old date");
    let played = in_java("own/student_player/StudentPlayer.java").expect("it compiles");
    assert!(played.faults.is_empty(), "{:#?}", played.faults);
}

#[test]
fn sources_in_latin_1_compile() {
    let folder = agents().join("java/latin/student_player");
    copy(&agents().join("java/agents/student_player"), &folder);
    let source = fs::read_to_string(folder.join("StudentPlayer.java")).expect("a source");
    let mut bytes = b"// \xe9cole\n".to_vec();
    bytes.extend(
        source
            .replace("thinking", "r@fl@chit")
            .bytes()
            .map(|byte| if byte == b'@' { 0xe9 } else { byte }),
    );
    // The annotation marks of the language are none of these.
    assert!(!source.contains('@'));
    fs::write(folder.join("StudentPlayer.java"), bytes).expect("a source");
    let played = in_java("latin/student_player/StudentPlayer.java").expect("it compiles");
    assert!(played.faults.is_empty(), "{:#?}", played.faults);
}

#[test]
fn the_end_of_a_client_in_java_is_told_with_its_reason() {
    for (class, expected) in [
        (
            "Unready",
            "exit code 1: java.lang.IllegalStateException: the table is missing",
        ),
        (
            "Thrower",
            "exit code 1: Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: ",
        ),
    ] {
        let played = in_java(&format!("agent-classes:{class}")).expect("it can be played");
        let (message, evidence) = fails(&played, FaultKind::Crash);
        assert!(
            message.starts_with(&format!("the client ended with {expected}")),
            "{message}"
        );
        assert!(evidence.contains(&format!("student_player.{class}.")), "{evidence}");
    }
}

#[test]
fn a_folder_without_the_class_is_refused() {
    for (entry, class) in [
        ("agent-classes:Nobody", "student_player.Nobody"),
        ("agent-classes:some.Where", "some.Where"),
        ("project/bin", "student_player.StudentPlayer"),
    ] {
        let error = in_java(entry).expect_err("no such class").to_string();
        let folder = Path::new(entry.split(':').next().expect("a path"));
        let expected = format!("{}: has no class {class};", folder.display());
        assert!(error.contains(&expected), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn a_client_may_write_something_down_after_the_end() {
    finishes("pentago-swap", vec![agent("pentago/diarist.py"), ours("random")]);
    let diary = fs::read_to_string(agents().join("pentago/diary.txt")).expect("it had the time");
    assert_eq!(diary, "a client was here\n");
}

#[test]
fn without_the_contests_classes_it_says_so() {
    let (_, theirs) = classes();
    let entry = format!("course:{}", theirs.display()).parse().expect("an entry");
    let seats = vec![entry, ours("random")];
    let error = referee::play(&job("pentago-swap", seats, &Terms::default()), &setup())
        .expect_err("no client class")
        .to_string();
    assert!(
        error.contains("name the folder that holds boardgame/Client.class (--referee-classes DIR"),
        "{error}"
    );
}

#[test]
fn a_wrong_seat_is_illegal_and_a_closed_connection_a_crash() {
    let (message, _) = fails(
        &play("pentago-swap", vec![agent("pentago/cheat.py"), ours("random")]),
        FaultKind::IllegalMove,
    );
    assert!(message.contains("`"), "{message}");
    let (message, _) = fails(
        &play("pentago-swap", vec![agent("pentago/closer.py"), ours("random")]),
        FaultKind::Crash,
    );
    assert_eq!(message, "the client ended with exit code 4");
    let (message, _) = fails(
        &play("pentago-swap", vec![agent("pentago/halfway.py"), ours("random")]),
        FaultKind::Crash,
    );
    assert_eq!(message, "the client closed the connection");
}
