//! Manners of commands: what is refused before the work, what is said in the end, and how numbers
//! look.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::common::{command, truel, truel_reading};

#[test]
fn a_series_of_no_matches_and_a_program_that_is_not_there_are_refused() {
    for args in [
        &["match", "tic-tac-toe", "random", "random", "-n", "0"][..],
        &["random", "tic-tac-toe", "-n", "0"],
        &["field", "tic-tac-toe", "random", "-n", "0"],
        &["rate", "tic-tac-toe", "-n", "0"],
        &["sprt", "tic-tac-toe", "random", "random", "--most", "0"],
        &["tune", "tic-tac-toe", "mcts", "--param", "c=0.2..3:0.1", "-n", "0"],
        &["book", "tic-tac-toe", "--plies", "0"],
        &["match", "tic-tac-toe", "random", "random", "--concurrency", "0"],
    ] {
        let ran = truel(args);
        assert!(ran.code == 2 && ran.out.is_empty(), "{args:?}: {ran:?}");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("script");
    fs::write(&script, "#!/nonexistent/python\n").expect("a file");
    let at = script.to_str().expect("a path");
    let entry = format!("cmd:{at}");
    for (program, told) in [
        ("cmd:/nonexist", "`cmd:/nonexist`: there is no program /nonexist"),
        ("cmd:no-such-program --fast", "there is no program no-such-program"),
        (&entry, "is no program that may be run"),
    ] {
        for args in [
            &["match", "tic-tac-toe", "random", program, "-n", "2"][..],
            &["sprt", "tic-tac-toe", "random", program],
        ] {
            let error = truel(args).trouble();
            assert!(error.contains(told), "{error}");
        }
    }
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&script, mode).expect("our file");
    let error = truel(&["match", "tic-tac-toe", "random", &entry, "-n", "2"]).trouble();
    assert!(
        error.contains("asks for /nonexistent/python, which is not there"),
        "{error}"
    );
    let error = truel(&["check-engine", "/nonexist"]).trouble();
    assert!(error.contains("there is no program /nonexist"), "{error}");
    let plan = folder.path().join("cup.toml");
    let text = "format = \"round-robin\"\n[[game]]\nid = \"tic-tac-toe\"\nblocks = 1\n[[entrant]]\nname = \"a\"\n\
                agent = \"random\"\n[[entrant]]\nname = \"b\"\nagent = \"cmd:/nonexist\"\n";
    fs::write(&plan, text).expect("a file");
    let error = truel(&["tournament", plan.to_str().expect("a path")]).trouble();
    assert!(error.contains("there is no program /nonexist"), "{error}");
}

#[test]
fn a_book_that_cannot_be_written_is_refused_before_the_search() {
    let begin = Instant::now();
    let error = truel(&["book", "avalam", "--agent", "mcts:time=600s", "--out", "/nonexist/x"]).trouble();
    assert_eq!(error, "error: cannot write /nonexist/x: there is no folder /nonexist\n");
    assert!(begin.elapsed() < Duration::from_secs(300), "it has searched first");
}

#[test]
fn an_interrupted_book_says_what_it_has() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.txt");
    let mut child = command()
        .args([
            "book",
            "avalam",
            "--agent",
            "mcts:time=20ms",
            "--plies",
            "9",
            "--width",
            "9",
            "--out",
        ])
        .arg(&path)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary is there");
    let mut err = std::io::BufReader::new(child.stderr.take().expect("a pipe"));
    // The second ply has begun, so the first is in the book.
    let mut line = String::new();
    while !line.starts_with("ply 2") {
        line.clear();
        assert!(
            std::io::BufRead::read_line(&mut err, &mut line).expect("text") > 0,
            "it went on"
        );
    }
    let id = child.id().to_string();
    assert!(
        std::process::Command::new("kill")
            .args(["-INT", &id])
            .status()
            .expect("kill")
            .success()
    );
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut err, &mut rest).expect("text");
    assert_eq!(child.wait().expect("a child").code(), Some(130), "{rest}");
    assert!(
        rest.contains("interrupted: the book has ") && rest.contains("all of the first 1 of 9 plies"),
        "{rest}"
    );
    let book = fs::read_to_string(&path).expect("the book");
    assert!(
        book.starts_with("# avalam by mcts:time=20ms, 9 plies (interrupted), "),
        "{book}"
    );
    assert!(book.lines().count() >= 2, "{book}");
}

#[test]
fn every_way_to_say_goodbye_ends_play() {
    for word in ["q", "quit", "exit"] {
        let out = truel_reading(&["play", "tic-tac-toe", "random"], &format!("{word}\n")).ok();
        assert!(!out.contains("is no move"), "{word}: {out}");
    }
}

#[test]
fn no_table_shows_a_negative_zero() {
    for args in [
        &["match", "tic-tac-toe", "random", "random", "-n", "2", "--seed", "4"][..],
        &["match", "goofspiel", "random", "random", "-n", "4"],
        &[
            "match",
            "tic-tac-toe",
            "alphabeta:depth=9",
            "alphabeta:depth=9",
            "-n",
            "4",
            "--opening",
            "random:0",
        ],
    ] {
        let ran = truel(args);
        let is_zero = |word: &str| {
            let word = word.trim_matches(|c: char| !(c.is_ascii_digit() || c == '-' || c == '.'));
            word.starts_with('-') && word.len() > 1 && word.chars().all(|c| matches!(c, '-' | '0' | '.'))
        };
        let zero = ran.out.split_whitespace().find(|word| is_zero(word));
        assert_eq!(zero, None, "{args:?}: {}", ran.out);
    }
}
