//! Pentago-swap: clients of the contest's TCP protocol, in any language.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
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

/// What is wrong with an agent in Java, with these classes of the contest or with none.
fn refusal(path: &Path, referee: Option<&Path>) -> String {
    let terms = Terms {
        settings: referee.map(|folder| classes_in(folder.to_owned())).unwrap_or_default(),
        ..Terms::default()
    };
    let entry = format!("course:{}", path.display()).parse().expect("an entry");
    referee::play(&job("pentago-swap", vec![entry, ours("random")], &terms), &setup())
        .expect_err("it cannot be played")
        .to_string()
}

#[test]
fn a_sample_of_the_contest_is_never_played_in_an_agents_place() {
    let (referee, theirs) = classes();
    let java = agents().join("java");
    // The contest's folder as it was handed out: with a sample player in it.
    let with_sample = java.join("referee-with-sample");
    copy(&referee, &with_sample);
    copy(&theirs.join("student_player"), &with_sample.join("student_player"));
    let empty = java.join("empty");
    fs::create_dir_all(&empty).expect("a folder");
    let other = java.join("other-classes/somebody");
    copy(&theirs.join("threeChess"), &other);
    for folder in [&empty, other.parent().expect("a folder")] {
        let said = refusal(folder, Some(&with_sample));
        assert!(said.contains("has no class student_player.StudentPlayer"), "{said}");
        assert!(
            said.contains("belongs to the contest and is not played in its place"),
            "{said}"
        );
        assert!(said.contains(&folder.display().to_string()), "{said}");
    }
    // A jar is looked into.
    let jar = java.join("other.jar");
    let made = Command::new("jar")
        .arg("cf")
        .arg(&jar)
        .arg("-C")
        .arg(&theirs)
        .arg("threeChess")
        .status();
    assert!(made.expect("a JDK").success());
    let said = refusal(&jar, Some(&with_sample));
    assert!(said.contains("has no class student_player.StudentPlayer"), "{said}");
    let jar = java.join("right.jar");
    let made = Command::new("jar")
        .arg("cf")
        .arg(&jar)
        .arg("-C")
        .arg(&theirs)
        .arg("student_player")
        .status();
    assert!(made.expect("a JDK").success());
    let played = in_java("right.jar").expect("it can be played");
    assert!(played.faults.is_empty(), "{:#?}", played.faults);
}

#[test]
fn a_project_that_is_not_compiled_is_compiled_here() {
    let java = agents().join("java");
    for inner in ["src/student_player", "student_player", "src/their_package"] {
        let project = java.join(format!("uncompiled-{}", inner.replace('/', "-")));
        copy(&java.join("agents/student_player"), &project.join(inner));
        if inner.ends_with("their_package") {
            for entry in fs::read_dir(project.join(inner)).expect("a folder").flatten() {
                let source = fs::read_to_string(entry.path()).expect("a source");
                let source = source.replace("package student_player;", "package their_package;");
                fs::write(entry.path(), source).expect("a source");
            }
        }
        let name = project.file_name().and_then(|name| name.to_str()).expect("a name");
        let played = in_java(name).expect("it can be played");
        assert!(played.faults.is_empty(), "{inner}: {:#?}", played.faults);
    }
    // A class of it is named as in a project that is compiled.
    let project = java.join("uncompiled-reader");
    copy(&java.join("project/src"), &project.join("src"));
    copy(&java.join("project/data"), &project.join("data"));
    for name in ["uncompiled-reader:Reader", "uncompiled-reader:student_player.Reader"] {
        let played = in_java(name).expect("it can be played");
        assert!(played.faults.is_empty(), "{name}: {:#?}", played.faults);
    }
    let said = refusal(&project, None);
    assert!(said.contains("--referee-classes"), "{said}");
}

#[test]
fn a_folder_with_several_packages_is_refused() {
    let java = agents().join("java");
    let folder = java.join("several");
    for name in ["anna", "ben"] {
        copy(&java.join("agents/student_player"), &folder.join(name));
        for entry in fs::read_dir(folder.join(name)).expect("a folder").flatten() {
            let source = fs::read_to_string(entry.path()).expect("a source");
            let source = source.replace("package student_player;", &format!("package {name};"));
            fs::write(entry.path(), source).expect("a source");
        }
    }
    let said = refusal(&folder, Some(&classes().0));
    assert!(
        said.contains("has several agents; name one after a colon: anna.StudentPlayer, ben.StudentPlayer"),
        "{said}"
    );
    let compiled = java.join("several-compiled");
    crate::javac(&folder, &compiled, &classes().0);
    let said = refusal(&compiled, Some(&classes().0));
    assert!(
        said.contains("name one after a colon: anna.StudentPlayer, ben.StudentPlayer"),
        "{said}"
    );
    let played = in_java("several-compiled:ben.StudentPlayer").expect("it can be played");
    assert!(played.faults.is_empty(), "{:#?}", played.faults);
}

#[test]
fn sources_that_lack_the_contests_classes_say_how_to_name_them() {
    let java = agents().join("java");
    // Of the contest's sources only the client is there.
    let project = java.join("half");
    copy(&java.join("agents/student_player"), &project.join("src/student_player"));
    fs::create_dir_all(project.join("src/boardgame")).expect("a folder");
    fs::copy(
        java.join("referee/boardgame/Client.java"),
        project.join("src/boardgame/Client.java"),
    )
    .expect("a copy");
    for path in [project.clone(), project.join("src/student_player/StudentPlayer.java")] {
        let said = refusal(&path, None);
        assert!(
            said.contains("does not compile") && said.contains("--referee-classes DIR"),
            "{said}"
        );
    }
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
