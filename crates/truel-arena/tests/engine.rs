//! Strangers' programs, well-behaved and not: real processes, blamed for what they did and nothing
//! else.

mod common;

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::Path;
use std::time::Duration;

use common::{job, misbehaving, processes, python, python_example, rust_example};
use truel_arena::engine::{Config, Engine, sandbox};
use truel_arena::referee::{play, play_with};
use truel_arena::{Contender, Entry, EntryKind, Fault, FaultKind, Measure, Opening, Played, Setup, Terms, TimeControl};

/// Truel's own games, and no contests.
fn setup() -> Setup {
    Setup::new(truel_champions::roster())
}

fn random() -> Entry {
    "random".parse().expect("an entry")
}

fn per_move(ms: u64) -> TimeControl {
    TimeControl::PerMove(Duration::from_millis(ms))
}

/// A match of the misbehaving engine in this seat against an agent of ours; nothing of it may be
/// left.
fn met(deed: &str, at: u32, seat: usize, terms: Terms) -> Played {
    let token = format!("token-{deed}-{at}-{seat}-{}", terms.measure as u8);
    let mut seats = vec![random(), random()];
    seats[seat] = misbehaving(deed, at, &token);
    let played = play(&job("tic-tac-toe", seats, terms), &setup()).expect("a match");
    assert_eq!(processes(&token), Vec::<String>::new(), "{deed}: left behind");
    played
}

#[track_caller]
fn only_fault(played: &Played, deed: &str) -> Fault {
    let [fault] = played.faults.as_slice() else {
        panic!("{deed}: {played:?}")
    };
    fault.clone()
}

/// Deed, at which move, and what must come of it: kind, words, a line of evidence.
const DEEDS: [(&str, u32, FaultKind, &str, &str); 16] = [
    (
        "crash",
        1,
        FaultKind::Crash,
        "ended by itself with exit code 3",
        "! the last words",
    ),
    (
        "crash",
        3,
        FaultKind::Crash,
        "ended by itself with exit code 3",
        "> go movetime 1000",
    ),
    (
        "abort",
        1,
        FaultKind::Crash,
        "ended by signal 6 (SIGABRT",
        "> go movetime 1000",
    ),
    ("illegal", 2, FaultKind::IllegalMove, "z9", "< bestmove z9"),
    (
        "nothing",
        1,
        FaultKind::Garbage,
        "`bestmove` without a move",
        "< bestmove",
    ),
    (
        "flood",
        2,
        FaultKind::Garbage,
        "more than 16777216 bytes",
        "< info string flood",
    ),
    // An empty line is output too.
    (
        "newlines",
        1,
        FaultKind::Garbage,
        "more than 16777216 bytes",
        "> go movetime 1000",
    ),
    (
        "long-line",
        1,
        FaultKind::Garbage,
        "longer than 65536 bytes",
        "> go movetime 1000",
    ),
    (
        "binary",
        1,
        FaultKind::Garbage,
        "a line is no text",
        "> go movetime 1000",
    ),
    (
        "close-input",
        1,
        FaultKind::Silence,
        "closed its standard input",
        "> isready",
    ),
    // Nobody hears that at once: it is found when the next order cannot be told.
    (
        "own-up",
        1,
        FaultKind::Crash,
        "it forgot the rules",
        "< fault crash it forgot the rules",
    ),
    (
        "close-output",
        2,
        FaultKind::Silence,
        "closed its standard output",
        "> go movetime 1000",
    ),
    ("fork-crash", 1, FaultKind::Crash, "exit code 1", "> go movetime 1000"),
    ("daemon-crash", 1, FaultKind::Crash, "exit code 1", "> go movetime 1000"),
    ("exit-at-start", 1, FaultKind::Crash, "exit code 7", "> ugi"),
    (
        "other-game",
        1,
        FaultKind::Crash,
        "it plays go, chess, not tic-tac-toe",
        "< ugiok",
    ),
];

#[test]
fn every_misdeed_is_blamed_on_its_seat_with_evidence_and_loses_by_the_forfeit_rule() {
    for (deed, at, kind, message, line) in DEEDS {
        for seat in [0, 1] {
            let played = met(deed, at, seat, Terms::default());
            let fault = only_fault(&played, deed);
            assert_eq!((fault.seat, fault.kind), (seat, kind), "{deed}: {fault:?}");
            assert!(fault.message.contains(message), "{deed}: {}", fault.message);
            assert!(fault.evidence.iter().any(|seen| seen == line), "{deed}: {fault:#?}");
            assert_eq!(played.result.points[seat], 0.0, "{deed}");
            assert_eq!(played.result.points[1 - seat], 1.0, "{deed}");
            assert_eq!(played.result.reason, kind.name(), "{deed}");
        }
    }
}

#[test]
fn a_flood_of_empty_lines_is_no_time_out_however_short_the_time_is() {
    for ms in [20, 200] {
        let terms = Terms {
            time: per_move(ms),
            ..Terms::default()
        };
        let fault = only_fault(&met("newlines", 1, 0, terms), "newlines");
        assert_eq!(fault.kind, FaultKind::Garbage, "{ms} ms: {fault:?}");
    }
}

/// The rule is one of order in the output, not of time: so it must come out the same every time.
#[test]
fn a_move_before_go_is_passed_over_or_taken_by_its_place_in_the_output() {
    for round in 0..50 {
        // Before the `readyok` that follows `position`: nobody has asked.
        let played = met("early", 1, round % 2, Terms::default());
        assert!(played.faults.is_empty(), "round {round}: {:?}", played.faults);
        // After it: the answer to the `go` that follows.
        let played = met("early-ready", 1, round % 2, Terms::default());
        let fault = only_fault(&played, "early-ready");
        assert_eq!(
            (fault.seat, fault.kind),
            (round % 2, FaultKind::IllegalMove),
            "round {round}: {fault:?}"
        );
    }
}

#[track_caller]
fn assert_clean(text: &str) {
    assert!(
        !text.chars().any(truel_core::clean::is_steering),
        "{}",
        text.escape_debug()
    );
}

#[test]
fn nothing_that_a_program_says_can_drive_a_terminal() {
    for (deed, kind, message) in [
        ("escapes", FaultKind::IllegalMove, "u{1b}]0;owned"),
        ("binary-escapes", FaultKind::Garbage, "u{1b}]0;owned"),
        ("own-up-escapes", FaultKind::Crash, "u{1b}]0;owned"),
    ] {
        let fault = only_fault(&met(deed, 1, 0, Terms::default()), deed);
        assert_eq!(fault.kind, kind, "{deed}: {fault:?}");
        assert!(fault.message.contains(message), "{deed}: {}", fault.message);
        assert_clean(&fault.message);
        fault.evidence.iter().for_each(|line| assert_clean(line));
    }
    let named = misbehaving("escapes", 1, "token-named");
    let engine = Engine::start(words(&named), Config::default()).expect("it starts");
    assert!(engine.name().starts_with(r"Misbehave\u{1b}[2J"), "{}", engine.name());
    assert_clean(engine.name());
    let lying = met("lie-escapes", 1, 0, Terms::default());
    lying.claims.iter().for_each(|claim| assert_clean(&claim.told));
}

#[test]
fn a_command_that_does_not_exist_is_a_fault_of_its_seat() {
    let seats = vec![random(), Entry::command(vec!["/no/such/program".into()])];
    let played = play(&job("tic-tac-toe", seats, Terms::default()), &setup()).expect("a match");
    let fault = only_fault(&played, "no program");
    assert_eq!((fault.seat, fault.kind), (1, FaultKind::Crash));
    assert!(
        fault.message.contains("`/no/such/program` cannot be started"),
        "{}",
        fault.message
    );
}

#[test]
fn a_late_move_and_a_stall_are_time_outs() {
    let terms = Terms {
        time: per_move(200),
        ..Terms::default()
    };
    for deed in ["late", "stall", "burn"] {
        let played = met(deed, 1, 0, terms.clone());
        let fault = only_fault(&played, deed);
        assert_eq!((fault.seat, fault.kind), (0, FaultKind::TimeOut), "{deed}: {fault:?}");
        assert!(fault.evidence.contains(&"> stop".to_owned()), "{deed}: {fault:#?}");
        assert_eq!(played.result.points, [0.0, 1.0]);
    }
}

#[test]
fn a_clock_for_the_whole_match_runs_out_too() {
    let terms = Terms {
        time: TimeControl::PerMatch {
            time: Duration::from_millis(300),
            increment: Duration::ZERO,
        },
        ..Terms::default()
    };
    let played = met("stall", 1, 1, terms);
    let fault = only_fault(&played, "stall");
    assert_eq!((fault.seat, fault.kind), (1, FaultKind::TimeOut), "{fault:?}");
    let go = "> go p1time 300 p2time 300 p1inc 0 p2inc 0";
    let is_go = |line: &String| line.starts_with("> go p1time 2") || line == go;
    assert!(fault.evidence.iter().any(is_go), "{fault:#?}");
}

/// Silence is measured by the patience of the arena, which the tests shorten.
fn impatient() -> Config {
    Config {
        patience: Duration::from_millis(300),
        silence: Duration::from_millis(300),
        grace: Duration::from_millis(100),
        ..Config::default()
    }
}

fn words(entry: &Entry) -> &[String] {
    match &entry.kind {
        EntryKind::Command(words) => words,
        _ => panic!("a program"),
    }
}

#[test]
fn silence_where_no_clock_runs_is_a_fault_of_its_own() {
    let mute = misbehaving("mute", 1, "token-mute");
    let trouble = Engine::start(words(&mute), impatient()).expect_err("it says nothing");
    assert_eq!(
        (trouble.kind, trouble.message.as_str()),
        (FaultKind::Silence, "it did not say `ugiok`")
    );
    assert_eq!(processes("token-mute"), Vec::<String>::new());

    let stalling = misbehaving("stall", 1, "token-silent");
    let config = Config {
        patience: Duration::from_secs(30),
        ..impatient()
    };
    let engine = Engine::start(words(&stalling), config).expect("it starts");
    let table = truel_champions::roster().table("tic-tac-toe").expect("a game");
    let mut seats: Vec<Box<dyn Contender>> = vec![
        Box::new(engine),
        Box::new(Engine::start(words(&python_example()), Config::default()).expect("it starts")),
    ];
    let played = play_with(
        &job("tic-tac-toe", vec![random(), random()], Terms::default()),
        table,
        &mut seats,
        &(),
    );
    assert_eq!(only_fault(&played, "stall").kind, FaultKind::Silence);
    drop(seats);
    assert_eq!(processes("token-silent"), Vec::<String>::new());
}

#[test]
fn memory_is_counted_over_all_processes_and_too_much_of_it_is_a_fault() {
    for deed in ["memory", "child-memory"] {
        let terms = Terms {
            memory: Some(100),
            ..Terms::default()
        };
        let played = met(deed, 1, 0, terms);
        let fault = only_fault(&played, deed);
        assert_eq!((fault.seat, fault.kind), (0, FaultKind::Memory), "{deed}: {fault:?}");
        assert!(fault.message.contains("of 100 MB"), "{}", fault.message);
    }
}

#[test]
fn children_do_not_outlive_a_match_however_they_hide() {
    for deed in ["fork", "daemon"] {
        let played = met(deed, 1, 0, Terms::default());
        assert!(played.faults.is_empty(), "{deed}: {:?}", played.faults);
    }
}

#[test]
fn odd_but_harmless_ways_are_no_fault() {
    for deed in ["chatter", "flood-errors", "twice", "no-quit"] {
        let played = met(deed, 1, 0, Terms::default());
        assert!(played.faults.is_empty(), "{deed}: {:?}", played.faults);
    }
}

#[test]
fn a_lie_about_the_result_is_recorded_and_changes_nothing() {
    for (deed, claims) in [("none", 0), ("lie", 1)] {
        let mut job = job(
            "tic-tac-toe",
            vec![misbehaving(deed, 1, "token-lie"), random()],
            Terms::default(),
        );
        // The first free cell wins.
        job.opening = Opening {
            start: None,
            moves: ["b1", "b2", "c1", "c2"].map(Into::into).into(),
        };
        let played = play(&job, &setup()).expect("a match");
        assert_eq!(
            (played.moves.len(), played.result.points.as_slice()),
            (5, [1.0, 0.0].as_slice())
        );
        assert!(played.faults.is_empty(), "{:?}", played.faults);
        assert_eq!(played.claims.len(), claims, "{:?}", played.claims);
        if let [claim] = played.claims.as_slice() {
            assert_eq!((claim.seat, claim.ply), (0, 5));
            assert_eq!(claim.told, "`query result` was answered by `p2win`; it is `p1win`");
        }
    }
}

#[test]
fn two_programs_written_from_the_document_play_each_other() {
    let mut ends = Vec::new();
    for round in 0..6 {
        let mut seats = vec![python_example(), rust_example()];
        seats.rotate_left(round % 2);
        let mut job = job("tic-tac-toe", seats, Terms::default());
        if round >= 4 {
            job.opening.start = Some("x../.o./... x".into());
        }
        let played = play(&job, &setup()).expect("a match");
        assert!(played.faults.is_empty() && played.claims.is_empty(), "{played:?}");
        assert!(played.seats.iter().all(|used| !used.ms.is_empty()));
        ends.push(played.moves);
    }
    assert!(ends.iter().any(|moves| *moves != ends[0]), "they play at random");
}

#[test]
fn a_program_that_sleeps_uses_no_cpu_time_and_one_whose_child_works_is_charged() {
    let terms = |ms| Terms {
        time: per_move(ms),
        measure: Measure::Cpu,
        ..Terms::default()
    };
    // 300 ms on the wall, next to nothing on the CPU.
    let asleep = met("sleep", 1, 0, terms(150));
    assert!(asleep.faults.is_empty(), "{:?}", asleep.faults);
    assert!(asleep.seats[0].ms[0] < 200.0, "{:?}", asleep.seats[0]);
    // 400 ms in a child that is gone when the move comes.
    let working = met("burn-child", 1, 0, terms(10_000));
    assert!(working.faults.is_empty(), "{:?}", working.faults);
    assert!(working.seats[0].ms[0] >= 350.0, "{:?}", working.seats[0]);
    let burning = met("burn", 1, 0, terms(200));
    assert_eq!(only_fault(&burning, "burn").kind, FaultKind::TimeOut);
}

/// A program that prints what `code` finds, then ends.
fn tells(code: &str, config: Config) -> Vec<String> {
    let command = [python(), "-c".into(), code.into()];
    Engine::start(&command, config).expect_err("it is no engine").evidence
}

#[test]
fn a_program_sees_little_of_the_arenas_environment() {
    assert!(
        std::env::var_os("CARGO_MANIFEST_DIR").is_some(),
        "there is something to hide"
    );
    let message = tells(
        "import os; print(*sorted(os.environ), os.environ['HOME'])",
        Config::default(),
    );
    let seen = message.iter().find(|line| line.starts_with("< ")).expect("a line");
    assert!(
        seen.contains("PATH") && seen.contains("TRUEL_MATCH") && seen.contains("/truel-"),
        "{seen}"
    );
    assert!(!seen.contains("CARGO"), "{seen}");
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that cannot run here says so")]
fn the_sandbox_has_no_network_and_only_a_scratch_folder_to_write_to() {
    if let Err(why) = sandbox::available() {
        eprintln!("SKIPPED: {why}");
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let folder = tempfile::tempdir().expect("a folder");
    let code = format!(
        r#"
import os, socket
def tried(what, deed):
    try: deed(); print(what, "yes")
    except OSError: print(what, "no")
tried("network", lambda: socket.create_connection(("127.0.0.1", {port}), 5))
tried("folder", lambda: open({:?} + "/file", "w"))
tried("scratch", lambda: open(os.environ["HOME"] + "/file", "w"))
print("processes", len([name for name in os.listdir("/proc") if name.isdigit()]) < 5)
"#,
        folder.path()
    );
    let heard = |sandbox: bool| {
        let config = Config {
            sandbox,
            ..Config::default()
        };
        let message = tells(&code, config);
        message
            .into_iter()
            .filter(|line| line.starts_with('<'))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        heard(false),
        ["< network yes", "< folder yes", "< scratch yes", "< processes False"]
    );
    assert_eq!(
        heard(true),
        ["< network no", "< folder no", "< scratch yes", "< processes True"]
    );
}

/// What a program in the sandbox can read of these paths: the names of those that it can.
fn readable(paths: &[(&str, &Path)], config: &Config) -> Vec<String> {
    let list: Vec<String> = paths
        .iter()
        .map(|(name, path)| format!("({name:?}, {path:?})"))
        .collect();
    let code = format!(
        r#"
import os
for name, path in [{}]:
    try:
        os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(1)
        print(name)
    except OSError:
        pass
"#,
        list.join(", ")
    );
    let message = tells(&code, config.clone());
    let heard = message.iter().filter_map(|line| line.strip_prefix("< "));
    heard.map(str::to_owned).collect()
}

#[test]
fn the_sandbox_shows_a_program_what_it_needs_and_nothing_else() {
    if sandbox::available().is_err() {
        return;
    }
    let boxed = Config {
        sandbox: true,
        ..Config::default()
    };
    let home = std::env::home_dir().expect("a home");
    let (secret, elsewhere) = (
        tempfile::NamedTempFile::new_in(&home).expect("a file at home"),
        tempfile::tempdir().expect("a folder"),
    );
    fs::write(elsewhere.path().join("store.sqlite"), "moves").expect("a file");
    // As another program has that runs meanwhile.
    let scratch = truel_arena::engine::scratch::Scratch::new().expect("a folder");
    let process = Path::new("/proc").join(std::process::id().to_string());
    let paths = [
        ("shadow", Path::new("/etc/shadow")),
        ("users", Path::new("/home")),
        ("home", secret.path()),
        ("store", &elsewhere.path().join("store.sqlite")),
        ("scratch", scratch.path()),
        ("arena", &process),
        ("system", Path::new("/usr/bin")),
        ("clock", Path::new("/dev/null")),
    ];
    let outside = readable(&paths, &Config::default());
    for name in ["home", "store", "scratch", "arena"] {
        assert!(outside.iter().any(|seen| seen == name), "{name}: {outside:?}");
    }
    let inside = |config: &Config| {
        let mut seen = readable(&paths, config);
        // An interpreter may lie in a home below it, and then that is all that is seen of it.
        seen.retain(|name| name != "users" || !Path::new(&python()).starts_with("/home"));
        seen
    };
    assert_eq!(inside(&boxed), ["system", "clock"]);
    // What the user allows is added.
    let allowing = Config {
        allowed: vec![elsewhere.path().to_owned()],
        ..boxed.clone()
    };
    assert_eq!(inside(&allowing), ["store", "system", "clock"]);
    // Nobody outside can be signalled either, by any number.
    let code = format!(
        "import os\ntry:\n  os.kill({}, 0); print('reached')\nexcept OSError:\n  print('out of reach')",
        std::process::id()
    );
    assert!(tells(&code, boxed).contains(&"< out of reach".to_owned()));
}

#[test]
fn a_program_sees_its_own_folder_but_not_the_arenas_store_in_it() {
    if sandbox::available().is_err() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("cup.sqlite");
    for name in ["book.txt", "cup.sqlite", "cup.sqlite-wal"] {
        fs::write(folder.path().join(name), "text").expect("a file");
    }
    fs::create_dir(folder.path().join("data")).expect("a folder");
    let script = folder.path().join("engine.py");
    fs::write(
        &script,
        "import os\nprint(*sorted(os.listdir(os.path.dirname(__file__))))\n",
    )
    .expect("a script");
    let listed = |script: &Path| {
        let command = [python(), script.to_str().expect("a path").to_owned()];
        let config = Config {
            sandbox: true,
            ..Config::default()
        };
        let message = Engine::start(&command, config).expect_err("it is no engine").evidence;
        message.into_iter().find(|line| line.starts_with('<')).expect("a line")
    };
    assert_eq!(listed(&script), "< book.txt cup.sqlite cup.sqlite-wal data engine.py");
    sandbox::hide(&store);
    assert_eq!(listed(&script), "< book.txt data engine.py");
    // In the folder for everybody's temporary files, the script alone is its own.
    let mut shared = tempfile::Builder::new().suffix(".py").tempfile().expect("a file");
    shared
        .write_all(b"import os\nprint(os.listdir('/tmp') == [os.path.basename(__file__)] or os.listdir('/tmp'))\n")
        .expect("a script");
    if std::env::temp_dir() == Path::new("/tmp") {
        let seen = listed(shared.path());
        assert!(!seen.contains(".tmp") || seen.matches(".tmp").count() == 1, "{seen}");
    }
}

#[test]
fn a_match_in_the_sandbox_leaves_no_daemon_even_with_an_empty_environment() {
    if sandbox::available().is_err() {
        // The test above says why.
        return;
    }
    let terms = Terms {
        sandbox: true,
        memory: Some(500),
        ..Terms::default()
    };
    let seats = vec![misbehaving("bare-daemon", 1, "token-bare"), random()];
    let played = play(&job("tic-tac-toe", seats, terms), &setup()).expect("a match");
    assert!(played.faults.is_empty(), "{:?}", played.faults);
    assert!(
        common::soon(|| processes("token-bare").is_empty()),
        "{:?}",
        processes("token-bare")
    );
}
