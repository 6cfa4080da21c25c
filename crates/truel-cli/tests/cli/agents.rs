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

#[test]
fn an_analysis_shows_moves_values_and_the_line() {
    for (name, args) in [
        (
            "alphabeta",
            &["avalam", "--moves", "e4d4", "--agent", "alphabeta:nodes=20000"][..],
        ),
        ("mcts", &["chexers", "--agent", "mcts:sims=2000", "--candidates", "4"]),
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
