//! Programs that attack the arena, and arenas that are killed: the real binary with real processes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use truel_core::clean::is_steering;

use crate::common::{command, truel};

/// The Python interpreter itself, not a script that looks for it.
fn python() -> &'static str {
    static FOUND: OnceLock<String> = OnceLock::new();
    FOUND.get_or_init(|| {
        let ask = ["-c", "import sys; print(sys.executable)"];
        let found = Command::new("python3")
            .args(ask)
            .output()
            .expect("these tests need python3");
        String::from_utf8(found.stdout).expect("a path").trim().to_owned()
    })
}

/// The words of an engine that does one wrong thing; its processes are found by the token.
fn misbehaving(deed: &str, token: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../truel-arena/tests/data/misbehave.py");
    format!("{} {} {deed} 1 {token}", python(), script.display())
}

fn entry(deed: &str, token: &str) -> String {
    format!("cmd:{}", misbehaving(deed, token))
}

/// The processes whose command line holds this text.
fn processes(text: &str) -> Vec<i32> {
    let entries = fs::read_dir("/proc").expect("Linux").flatten();
    let found = entries.filter_map(|entry| {
        let pid = entry.file_name().to_str()?.parse().ok()?;
        let line = fs::read(entry.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        // The arena's own command line names its programs too.
        let is_arena = line.contains(" match ") || line.contains(" check-engine ");
        (!is_arena && line.contains(text)).then_some(pid)
    });
    found.collect()
}

/// The process that clears up after an arena.
fn keepers(arena: u32) -> Vec<i32> {
    processes(&format!(" keeper {arena} "))
}

fn kill(pid: i32, signal: Signal) {
    // One that has gone is what we want.
    let _ = kill_process(Pid::from_raw(pid).expect("a number"), signal);
}

/// Waits for what must come about soon, however busy the machine is.
fn soon(what: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(60) {
        if what() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    false
}

/// Scratch folders of an arena.
fn folders(arena: u32) -> Vec<PathBuf> {
    let entries = fs::read_dir(std::env::temp_dir()).expect("a folder").flatten();
    let prefix = format!("truel-run-{arena}-");
    let paths = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix));
    paths.map(|entry| entry.path()).collect()
}

/// A program to start engines with that the kernel does not keep from signalling the arena: as an
/// older kernel would not either. The arena leaves programs alone that change their user, by the
/// mark on their file.
fn unconfined(folder: &Path) -> PathBuf {
    let copy = folder.join("env");
    fs::copy("/usr/bin/env", &copy).expect("a copy");
    fs::set_permissions(&copy, fs::Permissions::from_mode(0o4755)).expect("marked");
    copy
}

#[test]
fn no_signal_of_a_program_ends_a_series() {
    let folder = tempfile::tempdir().expect("a folder");
    let env = unconfined(folder.path());
    for deed in ["signals", "signals-gone"] {
        for words in [
            misbehaving(deed, "token-signals"),
            format!("{} {}", env.display(), misbehaving(deed, "token-signals")),
        ] {
            let ran = truel(&[
                "match",
                "tic-tac-toe",
                &format!("cmd:{words}"),
                "random",
                "-n",
                "4",
                "--json",
            ]);
            let out = ran.ok();
            let last: Value = serde_json::from_str(out.lines().last().expect("a summary")).expect("JSON");
            assert_eq!(last["summary"][0]["games"], 4, "{words}: {out}");
            assert_eq!(last["summary"][0]["faults"], 0, "{words}: {out}");
        }
    }
}

/// A series that runs for ever, with the program's words.
fn endless(words: &str) -> Child {
    let agent = format!("cmd:{words}");
    command()
        .args(["match", "tic-tac-toe", &agent, "random", "-n", "1000000", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary is there")
}

#[test]
fn a_person_and_a_service_manager_still_end_a_series() {
    let folder = tempfile::tempdir().expect("a folder");
    let env = unconfined(folder.path());
    let confined = misbehaving("none", "token-ended");
    let free = format!("{} {confined}", env.display());
    for (words, signal) in [
        (&confined, Signal::INT),
        (&confined, Signal::TERM),
        (&free, Signal::TERM),
        (&free, Signal::HUP),
    ] {
        let mut series = endless(words);
        let mut lines = BufReader::new(series.stdout.take().expect("a pipe")).lines();
        lines.next().expect("a match").expect("a line");
        kill(series.id() as i32, signal);
        let last = lines.last().expect("a summary").expect("a line");
        assert!(last.contains("summary"), "{last}");
        assert_eq!(series.wait().expect("it ends").code(), Some(130));
    }
}

#[test]
fn an_arena_that_is_killed_takes_its_engines_and_folders_along() {
    for deed in ["fork", "daemon"] {
        let token = format!("token-taken-{deed}-{}", std::process::id());
        // The match after the deed lasts: the engine never ends by itself.
        let mut series = endless(&misbehaving(&format!("{deed}-stall"), &token));
        let at_least = if deed == "fork" { 4 } else { 2 };
        assert!(soon(|| processes(&token).len() >= at_least), "{deed}");
        assert!(!folders(series.id()).is_empty());
        kill(series.id() as i32, Signal::KILL);
        series.wait().expect("it was killed");
        assert!(soon(|| processes(&token).is_empty()), "{deed}: {:?}", processes(&token));
        assert!(soon(|| folders(series.id()).is_empty()), "{deed}");
        assert!(soon(|| keepers(series.id()).is_empty()));
    }
}

#[test]
fn where_nobody_is_left_to_clear_up_the_next_start_does_and_harms_no_other() {
    let token = format!("token-left-{}", std::process::id());
    let mut killed = endless(&misbehaving("fork-stall", &token));
    assert!(soon(|| processes(&token).len() == 4));
    assert!(soon(|| !keepers(killed.id()).is_empty()), "it has a keeper");
    for keeper in keepers(killed.id()) {
        kill(keeper, Signal::KILL);
    }
    kill(killed.id() as i32, Signal::KILL);
    killed.wait().expect("it was killed");
    // The kernel ends the engine itself, but not its children.
    assert!(soon(|| processes(&token).len() <= 3));

    let other_token = format!("token-other-{}", std::process::id());
    let mut other = endless(&misbehaving("stall", &other_token));
    assert!(soon(|| processes(&other_token).len() == 1));
    truel(&[
        "match",
        "tic-tac-toe",
        &entry("none", "token-next"),
        "random",
        "-n",
        "1",
    ])
    .ok();
    assert!(soon(|| processes(&token).is_empty()), "{:?}", processes(&token));
    assert!(folders(killed.id()).is_empty());
    assert_eq!(processes(&other_token).len(), 1, "another arena's engine is left alone");
    assert!(!folders(other.id()).is_empty());
    kill(other.id() as i32, Signal::KILL);
    other.wait().expect("it was killed");
    assert!(soon(|| processes(&other_token).is_empty()));
}

/// All that a run printed, without anything that drives a terminal.
#[track_caller]
fn printed(args: &[&str]) -> String {
    let output = command().args(args).output().expect("the binary is there");
    let all = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(all).expect("truel prints UTF-8");
    let steering = |letter: char| letter != '\n' && is_steering(letter);
    assert!(!text.contains(steering), "{args:?}: {}", text.escape_debug());
    text
}

#[test]
fn no_escape_sequence_of_a_program_reaches_the_terminal() {
    for deed in ["escapes", "binary-escapes", "own-up-escapes", "lie-escapes"] {
        let agent = entry(deed, "token-escapes");
        for more in [&["-n", "2"][..], &["-n", "2", "--json"]] {
            let args = [&["match", "tic-tac-toe", &agent, "random"], more].concat();
            let text = printed(&args);
            assert!(
                deed == "lie-escapes" || text.contains(r"u{1b}]0;owned"),
                "{deed}: {text}"
            );
        }
        let words = misbehaving(deed, "token-escapes");
        for json in [&[][..], &["--json"]] {
            let mut args = [&["check-engine", "--positions", "1"], json].concat();
            args.extend(words.split(' '));
            printed(&args);
        }
    }
    // A command may hold anything; so may whatever else is typed.
    let agent = format!("{} \x1b]0;owned\x07", entry("none", "token-escapes"));
    printed(&["match", "tic-tac-toe", &agent, "random", "-n", "2"]);
    printed(&["match", "tic-tac-toe", &agent, "random", "-n", "2", "--json"]);
    for args in [
        &["show", "\x1b]0;owned\x07"][..],
        &["results", "/nowhere/\x1b[2J\u{9b}.sqlite"],
        &["analyse", "avalam", "--position", "\x1b[2J"],
        &["analyse", "avalam", "--agent", "\x1b[2J"],
        &["conform", "avalam", "/nowhere/\x1b[2J"],
    ] {
        let text = printed(args);
        assert!(text.contains(r"\u{1b}"), "{args:?}: {text}");
    }
    // The parser of the command line leaves escape sequences out by itself.
    printed(&["match", "tic-tac-toe", "random", "random", "--time", "\x1b[2J\u{202e}"]);
    printed(&["match", "tic-tac-toe", "\x1b[2J\u{202e}", "random"]);
    printed(&["\x1b[2J\u{9b}\u{202e}"]);
}

#[test]
fn a_hostile_plan_or_store_is_shown_clean() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = folder.path().join("cup.toml");
    let text = format!(
        "name = \"\\u001b[2JCup\\u202e\"\nformat = \"round-robin\"\nstore = \"cup.sqlite\"\n[terms]\ntime \
         = \"1s/move\"\n\
         [[game]]\nid = \"tic-tac-toe\"\nblocks = 1\n[[entrant]]\nname = \"\\u001b]0;owned\\u0007\\u009b31m\"\nagent \
         = {:?}\n\
         [[entrant]]\nname = \"\\u202eB\\u200b\"\nagent = \"random\"\n",
        entry("escapes", "token-plan")
    );
    fs::write(&plan, text).expect("a plan");
    let plan = plan.to_str().expect("a path");
    let store = folder.path().join("cup.sqlite");
    let page = folder.path().join("cup.html");
    let show = |store: &str| {
        for args in [
            &["results", store][..],
            &["results", store, "--json"],
            &["replay", store, "1"],
            &["report", store, "--json"],
            &["report", store, "--out", page.to_str().expect("a path")],
            &["export", store],
            &["export", store, "--format", "csv"],
        ] {
            printed(args);
        }
        let page = fs::read_to_string(&page).expect("a page");
        assert!(!page.contains(|letter: char| letter != '\n' && letter != '\t' && is_steering(letter)));
    };
    printed(&["tournament", plan]);
    show(store.to_str().expect("a path"));
    // A store from somebody else may hold what no arena of ours would write.
    let db = rusqlite::Connection::open(&store).expect("a store");
    let hostile = r#"[{"seat":0,"kind":"garbage","told":"\u001b[2J\u202e","evidence":["< \u001b]0;owned\u0007"]}]"#;
    let claims = r#"[{"seat":0,"ply":1,"told":"\u009b31m\u001b[2J"}]"#;
    db.execute("UPDATE match SET faults = ?1, claims = ?2", [hostile, claims])
        .expect("changed");
    drop(db);
    for args in [&["results"][..], &["report", "--json"], &["export"]] {
        let mut args = args.to_vec();
        args.insert(1, store.to_str().expect("a path"));
        printed(&args);
    }
    printed(&["replay", store.to_str().expect("a path"), "1"]);
}

#[test]
fn names_in_an_imported_log_are_clean() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("\u{202e}round\x1b[2J.txt");
    fs::write(&log, "\x1b]0;owned\x07 no log of ours\n").expect("a log");
    for game in crate::common::FIVE {
        printed(&["import", game, log.to_str().expect("a path")]);
    }
}
