//! `truel engine` and `truel check-engine`: both ends of the protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crate::common::{command, truel};
use truel_arena::referee::play;
use truel_arena::{Entry, Job, Opening, Setup, Terms};

/// `truel engine` with somebody to talk to it.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(args: &[&str]) -> Self {
        let mut child = command()
            .arg("engine")
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary is there");
        Engine {
            input: child.stdin.take().expect("a pipe"),
            output: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
        }
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    /// The next line that begins so.
    fn hear(&mut self, begin: &str) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(
                self.output.read_line(&mut line).expect("text"),
                0,
                "it ended before `{begin}`"
            );
            if line.starts_with(begin) {
                return line.trim().to_owned();
            }
        }
    }

    fn ask(&mut self, line: &str, begin: &str) -> String {
        self.tell(line);
        self.hear(begin)
    }

    fn ends(mut self) -> bool {
        drop(self.input);
        self.child.wait().expect("a child").success()
    }
}

#[test]
fn it_introduces_itself_with_every_game() {
    let mut engine = Engine::start(&["greedy", "--game", "avalam"]);
    assert_eq!(
        engine.ask("ugi", "id name"),
        format!("id name truel {} greedy", env!("CARGO_PKG_VERSION"))
    );
    let games = engine.hear("option name Game");
    assert!(
        games.starts_with("option name Game type combo default avalam var "),
        "{games}"
    );
    assert!(
        truel_games::INFOS
            .iter()
            .all(|info| games.contains(&format!(" var {}", info.id))),
        "{games}"
    );
    engine.hear("ugiok");
    assert_eq!(engine.ask("isready", "readyok"), "readyok");
    assert!(engine.ends());
}

#[test]
fn plain_ugi_works_as_other_controllers_use_it() {
    let mut engine = Engine::start(&["mcts:sims=50", "--game", "tic-tac-toe"]);
    engine.ask("ugi", "ugiok");
    engine.tell("uginewgame");
    engine.tell("position startpos");
    assert_eq!(engine.ask("query p1turn", "response"), "response true");
    assert_eq!(engine.ask("query gameover", "response"), "response false");
    let mv = engine.ask("go p1time 10000 p2time 10000 p1inc 0 p2inc 0", "bestmove");
    assert_eq!(mv.split(' ').count(), 2, "{mv}");
    engine.tell("position startpos moves a1 b1 a2 b2");
    assert_eq!(engine.ask("go depth 3", "bestmove"), "bestmove a3");
    engine.tell("position fen xx./oo./... x moves c1");
    assert_eq!(engine.ask("query result", "response"), "response p1win");
    assert_eq!(engine.ask("query gameover", "response"), "response true");
    assert_eq!(engine.ask("go movetime 10", "bestmove"), "bestmove none");
    engine.tell("quit");
    assert!(engine.ends());
}

#[test]
fn a_thought_can_be_stopped_and_quit_at_any_time() {
    let mut engine = Engine::start(&["mcts", "--game", "chexers"]);
    engine.tell("position startpos");
    engine.tell("go infinite");
    assert_eq!(engine.ask("isready", "readyok"), "readyok");
    let refused = engine.ask("position startpos", "info string error");
    assert!(refused.contains("still thinking"), "{refused}");
    let told = engine.hear("info depth");
    let value = told.split(" value ").nth(1).expect("a value for each seat");
    assert!(
        value.split(' ').take(3).all(|word| word.parse::<f32>().is_ok()),
        "{told}"
    );
    engine.ask("stop", "bestmove");
    engine.tell("position startpos");
    engine.tell("go infinite");
    engine.tell("quit");
    engine.hear("bestmove");
    assert!(engine.ends());
}

#[test]
fn several_lines_of_analysis_come_on_request() {
    let mut engine = Engine::start(&["mcts:sims=200", "--game", "connect-four"]);
    engine.tell("setoption name MultiPV value 3");
    engine.tell("position startpos");
    engine.tell("go");
    for line in 1..=3 {
        let told = engine.hear(&format!("info multipv {line} "));
        assert!(told.contains(" worth ") && told.contains(" pv "), "{told}");
    }
    engine.hear("bestmove");
}

/// The numbers after `field` in a line.
fn numbers(line: &str, field: &str) -> Vec<f32> {
    let words = line.split_whitespace().skip_while(|word| *word != field).skip(1);
    words.map_while(|word| word.parse().ok()).collect()
}

#[test]
fn each_line_of_an_exact_search_has_its_own_value_and_moves() {
    for (agent, game, seats) in [
        ("alphabeta:depth=4", "connect-four", 2),
        ("brs:depth=3", "chexers", 3),
        ("paranoid:depth=3", "chexers", 3),
        ("maxn:depth=3", "chexers", 3),
    ] {
        let mut engine = Engine::start(&[agent, "--game", game]);
        engine.tell("setoption name MultiPV value 3");
        engine.tell("position startpos");
        engine.tell("go depth 3");
        // The last three lines are those of the last iteration.
        let mut lines = std::collections::BTreeMap::new();
        loop {
            let told = engine.hear("");
            if told.starts_with("bestmove") {
                let best = lines
                    .get("1")
                    .map(|line: &String| line.split(" pv ").nth(1).unwrap_or_default().to_owned());
                let mv = told.split(' ').nth(1).expect("a move");
                assert!(
                    best.is_some_and(|line| line.split(' ').next() == Some(mv)),
                    "{told} after {lines:?}"
                );
                break;
            }
            if let Some(line) = told.strip_prefix("info multipv ") {
                let number = line.split(' ').next().expect("a number").to_owned();
                lines.insert(number, told);
            }
        }
        assert_eq!(lines.len(), 3, "{agent}: {lines:?}");
        for line in lines.values() {
            assert!(!line.contains("upperbound"), "{agent}: {line}");
            assert_eq!(numbers(line, "value").len(), seats, "{agent}: {line}");
            let pv = line.split(" pv ").nth(1).expect("a line");
            assert!(pv.split(' ').count() > 1, "{agent}: {line}");
        }
        let worths: Vec<f32> = lines.values().flat_map(|line| numbers(line, "worth")).collect();
        assert!(
            worths.len() == 3 && worths.is_sorted_by(|a, b| a >= b),
            "{agent}: {worths:?}"
        );
    }
}

#[test]
fn a_line_whose_value_is_not_known_yet_is_marked() {
    let mut engine = Engine::start(&["alphabeta", "--game", "avalam"]);
    engine.tell("setoption name MultiPV value 100");
    engine.tell("position startpos");
    // Enough for some of the 292 moves and not for all.
    engine.tell("go nodes 60");
    let mut is_marked = false;
    loop {
        let told = engine.hear("");
        if told.starts_with("bestmove") {
            break;
        }
        let has_worth = !numbers(&told, "worth").is_empty();
        is_marked |= told.starts_with("info multipv") && (told.contains(" upperbound ") || !has_worth);
    }
    assert!(is_marked);
}

#[test]
fn bad_input_gets_an_error_line_and_never_ends_it() {
    let mut engine = Engine::start(&["random"]);
    let long = "y".repeat(100_000);
    for line in [
        "hello",
        "ugi ugi",
        "position",
        "position startpos moves z9",
        "position fen nonsense",
        "setoption",
        "setoption name Colour value red",
        "setoption name Game value chekers",
        "setoption name Agent value nobody",
        "setoption name Agent value mcts:q=1",
        "setoption name Seed value x",
        "setoption name MultiPV value 0",
        "query everything",
        "go depth",
        "go seat p3",
        &long,
    ] {
        let told = engine.ask(line, "info string error: ");
        assert!(told.len() < 1000, "{told}");
        assert_eq!(engine.ask("isready", "readyok"), "readyok");
    }
    // Bytes that are no text, an empty line, a line that ends as on Windows.
    engine
        .input
        .write_all(b"\xff\xfe\n\n\nisready\r\n")
        .expect("it listens");
    engine.hear("readyok");
}

#[test]
fn what_is_typed_wrong_is_trouble_at_the_start() {
    let error = truel(&["engine", "mctx"]).trouble();
    assert!(error.contains("did you mean `mcts`?"), "{error}");
    let error = truel(&["engine", "mcts", "--game", "chekers"]).trouble();
    assert!(error.contains("did you mean `chexers`?"), "{error}");
    let error = truel(&["check-engine", "--game", "chekers", "true"]).trouble();
    assert!(error.contains("did you mean `chexers`?"), "{error}");
}

fn engine_entry(agent: &str) -> Entry {
    Entry::command([env!("CARGO_BIN_EXE_truel"), "engine", agent].map(Into::into).into())
}

#[test]
fn every_game_is_played_through_the_protocol_and_repeats_itself() {
    for info in truel_games::INFOS {
        let job = |entry: &Entry| Job {
            id: 1,
            game: info.id.into(),
            seats: vec![entry.clone(); info.seats.len()],
            opening: Opening::default(),
            seed: 3,
            terms: Terms {
                cap: Some(60),
                ..Terms::default()
            },
        };
        let outside = engine_entry("random");
        let played = play(&job(&outside), &Setup::new(truel_papers::roster())).expect("a match");
        assert!(
            played.faults.is_empty() && played.claims.is_empty(),
            "{}: {played:?}",
            info.id
        );
        assert!(played.moves.len() > 4, "{}", info.id);
        assert_eq!(
            played.moves,
            play(&job(&outside), &Setup::new(truel_papers::roster()))
                .expect("a match")
                .moves,
            "{}",
            info.id
        );
    }
}

#[test]
fn check_engine_finds_nothing_wrong_with_our_own_on_any_game() {
    for info in truel_games::INFOS {
        let own = env!("CARGO_BIN_EXE_truel");
        let args = [
            "check-engine",
            "--positions",
            "2",
            "--move-time",
            "20",
            "--margin",
            "10000",
            "--memory",
            "2000",
        ];
        let ran = truel(&[&args[..], &["--game", info.id, own, "engine", "mcts"]].concat());
        let told = ran.ok();
        assert_eq!(told.matches(" ok ").count(), 10, "{}: {told}", info.id);
    }
}

#[test]
fn check_engine_says_in_words_what_is_wrong() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../truel-arena/tests/data/misbehave.py");
    for (deed, step, told) in [
        ("illegal", "legal moves  WRONG", "z9"),
        ("crash", "legal moves  WRONG", "ended by itself with exit code 3"),
        (
            "other-game",
            "new game     WRONG",
            "it plays go, chess, not tic-tac-toe",
        ),
        ("exit-at-start", "handshake    WRONG", "exit code 7"),
        ("lie", "results      WRONG", "`query result` was answered by `p2win`"),
        ("no-quit", "quit         WRONG", "still there"),
    ] {
        let ran = truel(&[
            "check-engine",
            "--move-time",
            "5",
            "--margin",
            "10000",
            "python3",
            script,
            deed,
        ]);
        assert_eq!(ran.code, 1, "{deed}: {ran:?}");
        let line = ran.out.lines().find(|line| line.contains(step));
        assert!(line.is_some_and(|line| line.contains(told)), "{deed}: {}", ran.out);
        assert!(ran.out.ends_with("something is wrong\n"), "{deed}");
    }
    let ran = truel(&[
        "check-engine",
        "--json",
        "--move-time",
        "5",
        "python3",
        script,
        "illegal",
    ]);
    let wrong = ran
        .out
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let wrong: Vec<_> = wrong
        .filter(|step| step["verdict"] == "failed")
        .map(|step| step["number"].clone())
        .collect();
    assert!(wrong.contains(&4.into()), "{}", ran.out);
}
