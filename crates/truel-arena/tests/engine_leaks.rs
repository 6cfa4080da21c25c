//! Starts and stops by the dozen (by the thousand in `scripts/engines-slow`), and what the arena
//! costs per move. Alone in its process, because it counts that process's descriptors and children.

mod common;

use std::fs;
use std::time::{Duration, Instant};

use common::{job, misbehaving, rust_example};
use truel_arena::engine::{Config, Engine};
use truel_arena::referee::play;
use truel_arena::{Contender, EntryKind, Measure, Opening, Setup, Situation, Terms};
use truel_core::Seat;

/// Truel's own games, and no contests.
fn setup() -> Setup {
    Setup::new(truel_champions::roster())
}

/// Open descriptors, threads, and children of this process, dead ones included; and scratch
/// folders.
fn holdings() -> [usize; 4] {
    let count = |folder: &str| fs::read_dir(folder).expect("Linux").count();
    let own = std::process::id().to_string();
    let parent = |stat: String| Some(stat.rsplit_once(')')?.1.split_whitespace().nth(1)? == own);
    let children = fs::read_dir("/proc").expect("Linux").filter_map(|entry| {
        let stat = fs::read_to_string(entry.ok()?.path().join("stat")).ok()?;
        parent(stat).filter(|is_ours| *is_ours)
    });
    let scratch = fs::read_dir(std::env::temp_dir()).expect("a folder").filter(|entry| {
        let name = entry.as_ref().map(fs::DirEntry::file_name);
        name.is_ok_and(|name| name.to_string_lossy().starts_with(&format!("truel-run-{own}-")))
    });
    [
        count("/proc/self/fd"),
        count("/proc/self/task"),
        children.count(),
        scratch.count(),
    ]
}

/// Matches and misdeeds in turn; everything must be as before.
fn start_and_stop(times: usize) -> Duration {
    let terms = Terms {
        memory: Some(1000),
        ..Terms::default()
    };
    let honest = job("tic-tac-toe", vec![rust_example(), rust_example()], terms.clone());
    let crash = job(
        "tic-tac-toe",
        vec![misbehaving("daemon-crash", 1, "token-leaks"), rust_example()],
        terms,
    );
    play(&honest, &setup()).expect("a match");
    let (before, start) = (holdings(), Instant::now());
    for index in (0..times).step_by(2) {
        // Python is slow to start, so that one in 25 is enough of it.
        let job = if index % 50 == 0 { &crash } else { &honest };
        let played = play(job, &setup()).expect("a match");
        assert_eq!(played.faults.is_empty(), index % 50 != 0, "{:?}", played.faults);
    }
    assert_eq!(holdings(), before, "after {times} starts");
    assert_eq!(common::processes("token-leaks"), Vec::<String>::new());
    start.elapsed()
}

#[test]
fn fifty_starts_and_stops_leak_nothing() {
    start_and_stop(50);
}

#[test]
#[ignore = "minutes; scripts/engines-slow runs it"]
#[expect(clippy::print_stderr, reason = "a measurement")]
fn ten_thousand_starts_and_stops_leak_nothing() {
    let time = start_and_stop(10_000);
    eprintln!(
        "10,000 starts and stops in {:.0} s: {:?} held before and after",
        time.as_secs_f64(),
        holdings()
    );
}

#[test]
#[ignore = "a measurement; scripts/engines-slow runs it"]
#[expect(clippy::print_stderr, reason = "a measurement")]
fn what_a_move_costs_beside_an_engine_that_answers_at_once() {
    const MOVES: u32 = 20_000;
    let EntryKind::Command(words) = rust_example().kind else {
        panic!("a program")
    };
    let table = truel_champions::roster().table("tic-tac-toe").expect("a game");
    for measure in [Measure::Wall, Measure::Cpu] {
        let mut engine = Engine::start(&words, Config::default()).expect("it starts");
        engine.new_match(table.info(), 1).expect("it is ready");
        let moves = if measure == Measure::Wall { MOVES } else { MOVES / 20 };
        let (start, mut spent) = (Instant::now(), Duration::ZERO);
        for step in 1..=moves {
            let situation = Situation {
                table: &*table,
                opening: &Opening::default(),
                moves: &[],
                seat: Seat::new(0),
                step,
                per_move: Some(Duration::from_secs(10)),
                clocks: &[],
                measure,
                margin: Duration::from_secs(1),
            };
            spent += engine.choose(&situation).expect("a move").spent;
        }
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(moves);
        eprintln!(
            "{measure:?} time: {:.0} µs per move in all, of which {:.0} µs are on the engine's clock",
            micros(start.elapsed()),
            micros(spent)
        );
    }
}
