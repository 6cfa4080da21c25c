//! `truel agents` and `truel analyse`.

use crate::common::truel;
use serde_json::Value;

fn json_lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object a line"))
        .collect()
}

/// Time and speed differ from run to run; all else must not.
fn without_time(text: &str) -> String {
    let cut = |line: &str| match line.split_once(" in ") {
        Some((before, _)) if line.starts_with("effort") => format!("{before} in [time]\n"),
        _ => format!("{line}\n"),
    };
    text.lines().map(cut).collect()
}

#[test]
fn agents_are_listed_with_what_can_be_set() {
    insta::assert_snapshot!("agents", truel(&["agents"]).ok());
    insta::assert_snapshot!("agents-chexers", truel(&["agents", "chexers"]).ok());
    insta::assert_snapshot!("agents-ropasci-duct", truel(&["agents", "ropasci", "duct"]).ok());
}

#[test]
fn programs_can_read_the_list() {
    let all = json_lines(&truel(&["agents", "--json"]).ok());
    let named = |name: &str| all.iter().find(|agent| agent["agent"] == name).expect(name);
    assert_eq!(named("duct")["games"], serde_json::json!(["ropasci", "goofspiel"]));
    assert_eq!(named("human")["params"], serde_json::json!([]));
    let depth = named("alphabeta")["params"]
        .as_array()
        .and_then(|params| params.iter().find(|param| param["name"] == "depth"));
    let depth = depth.expect("alphabeta has a depth");
    assert_eq!(
        (&depth["default"], depth["pattern"].as_str()),
        (&Value::Null, Some("whole number from 1 to 200"))
    );
    let usual: Vec<Value> = json_lines(&truel(&["agents", "chexers", "--json"]).ok());
    let usual: Vec<&Value> = usual.iter().filter(|agent| agent["usual"] == true).collect();
    assert_eq!(usual.len(), 1);
    assert_eq!(usual[0]["agent"], "champion");
    assert_eq!(
        json_lines(&truel(&["agents", "chexers", "human", "--json"]).ok()).len(),
        1
    );
}

/// Positions in which moves differ.
const CHEXERS: &str = "--moves=-3,3>-2,2 1,-3>0,-2 2,1>1,1 -2,2>-1,1 2,-3>1,-2 1,1>0,1 -3,1>-2,1 0,-2>-1,-2 3,0>2,0";
const THREECHESS: &str = "--moves=BE2BE4 GB2GB4 RG2RG3 BF1BE2 GG2GG3 RD2RD3 BE1BF1 GD2GD3 RC1GB4 BD2BD3 GF1GG2 RD1RD2 \
                          BF2BF3 GC1GF4 GB4GC3 BC1BE3 GA2GA3 RA2RA4 BB1BD2 GG2RF3 RA1RA3 BH2BH3 GE2GE4 GC3GB4";

#[test]
fn an_analysis_shows_moves_values_and_the_line() {
    for (name, args) in [
        (
            "alphabeta",
            &["avalam", "--moves", "e4d4", "--agent", "alphabeta:nodes=20000"][..],
        ),
        ("mcts", &["chexers", "--agent", "mcts:sims=2000", "--candidates", "4"]),
        (
            "paranoid",
            &["chexers", CHEXERS, "--agent", "paranoid:depth=4", "--candidates", "6"],
        ),
        ("brs", &["chexers", CHEXERS, "--agent", "brs:depth=4"]),
        (
            "maxn",
            &["threechess", THREECHESS, "--agent", "maxn:depth=2", "--candidates", "3"],
        ),
        (
            "regret",
            &["goofspiel", "--agent", "regret:sims=5000", "--seat", "second"],
        ),
        ("proven", &["tic-tac-toe", "--moves", "a1 a2 b1 b2"]),
    ] {
        let text = truel(&[&["analyse"], args].concat()).ok();
        insta::assert_snapshot!(format!("analyse-{name}"), without_time(&text));
    }
}

/// What one bound ten times does not tell: each of the best moves has its own exact value and line.
#[test]
fn the_best_moves_are_told_apart_in_every_game() {
    for (game, agent) in [
        ("tic-tac-toe", "alphabeta:depth=4"),
        ("connect-four", "alphabeta:depth=4"),
        ("avalam", "alphabeta:depth=2"),
        ("pentago-swap", "alphabeta:depth=2"),
        ("chexers", "brs:depth=3"),
        ("chexers", "maxn:depth=3"),
        ("chexers", "offensive:depth=3"),
        ("chexers", "mpmix:depth=3"),
        ("threechess", "paranoid:depth=3"),
        ("ropasci", "alphabeta:depth=2"),
        ("goofspiel", "alphabeta:depth=2"),
    ] {
        let what = format!("{game} by {agent}");
        let lines = json_lines(&truel(&["analyse", game, "--agent", agent, "--candidates", "4", "--json"]).ok());
        let candidates = lines.last().expect("a result")["candidates"]
            .as_array()
            .expect("a list");
        assert_eq!(candidates.len(), 4, "{what}");
        let mut values = Vec::new();
        for candidate in candidates {
            assert_eq!(candidate["bound"], "exact", "{what}: {candidate}");
            values.push(candidate["value"].as_f64().expect("a number"));
            let line = candidate["line"].as_array().expect("a line");
            if game != "ropasci" && game != "goofspiel" {
                assert_eq!(line[0], candidate["move"], "{what}");
                let moves: Vec<&str> = line.iter().filter_map(Value::as_str).collect();
                truel(&["show", game, "--moves", &moves.join(" ")]).ok();
            }
        }
        assert!(
            agent.starts_with("offensive") || values.is_sorted_by(|a, b| a >= b),
            "{what}: {values:?}"
        );
    }
    let wrong = truel(&["analyse", "avalam", "--candidates", "0"]);
    assert_eq!(wrong.code, 2);
}

#[test]
fn every_game_has_a_usual_agent_that_analyses_it() {
    for game in json_lines(&truel(&["games", "--json"]).ok()) {
        let id = game["game"].as_str().expect("an id");
        let lines = json_lines(&truel(&["analyse", id, "--time", "30ms", "--json"]).ok());
        let (last, before) = lines.split_last().expect("a result");
        assert!(
            last["final"] == true && before.iter().all(|line| line["final"] == false),
            "{id}"
        );
        assert_eq!(last["seat"], game["seats"][0], "{id}");
        let legal = truel(&["legal", id]).ok();
        let words: Vec<&str> = legal.split_whitespace().collect();
        assert!(words.contains(&last["best"].as_str().expect("a move")), "{id}: {last}");
        let seats: Vec<&str> = game["seats"]
            .as_array()
            .expect("seats")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert!(seats.iter().all(|seat| last["value"][seat].is_number()), "{id}: {last}");
    }
}
