//! `truel calibrate`, and chances where people read them.

use std::fs;

use serde_json::Value;

use crate::common::truel;

const QUICK: [&str; 8] = [
    "tic-tac-toe",
    "greedy",
    "mcts",
    "-n",
    "40",
    "--nodes=400",
    "--players=100",
    "--seed=3",
];

fn calibrate(more: &[&str]) -> Vec<String> {
    [&["calibrate"], &QUICK[..], more]
        .concat()
        .iter()
        .map(ToString::to_string)
        .collect()
}

fn run(more: &[&str]) -> crate::common::Ran {
    let args = calibrate(more);
    truel(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn values_are_fitted_to_results_and_a_run_goes_on_from_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("numbers.toml");
    let out = path.to_str().expect("a path");
    let first = run(&["--out", out]).ok();
    assert!(
        first.contains("greedy") && first.contains("mcts") && first.contains("base rate"),
        "{first}"
    );
    let numbers = fs::read_to_string(&path).expect("a file");
    for part in [
        "game = \"tic-tac-toe\"",
        "matches = 40",
        "agent = \"mcts\"",
        "log-loss = ",
    ] {
        assert!(numbers.contains(part), "{part} in:\n{numbers}");
    }
    // Everything is there already, and it is the same however many threads there are.
    assert_eq!(run(&["--out", out]).ok(), first);
    assert_eq!(fs::read_to_string(&path).expect("a file"), numbers);
    assert_eq!(run(&["--concurrency", "3"]).ok(), first);
    let other = calibrate(&["--out", out])
        .join(" ")
        .replace("--players=100", "--players=101");
    let other = truel(&other.split(' ').collect::<Vec<_>>()).trouble();
    assert!(other.contains("other matches"), "{other}");
}

#[test]
fn a_file_that_cannot_be_written_is_found_before_the_first_match() {
    let args = [
        "calibrate",
        "avalam",
        "-n",
        "100000",
        "--out",
        "/nonexistent/numbers.toml",
    ];
    let told = truel(&args).trouble();
    assert!(told.contains("/nonexistent/numbers.toml"), "{told}");
    let folder = tempfile::tempdir().expect("a folder");
    let garbage = folder.path().join("garbage");
    fs::write(&garbage, [0xff, 0, 0x80]).expect("written");
    let garbage = garbage.to_str().expect("a path");
    let told = truel(&["calibrate", "avalam", "-n", "100000", "--out", garbage]).trouble();
    assert!(told.contains(garbage), "{told}");
}

#[test]
fn an_analysis_tells_chances_that_add_up_and_raw_numbers_only_when_asked() {
    let args = ["analyse", "threechess", "--agent", "report-paranoid", "--candidates=3"];
    let text = truel(&args).ok();
    assert!(
        text.contains("chances  Blue wins ") && text.contains(", nobody "),
        "{text}"
    );
    assert!(!text.contains("own scale") && !text.contains("value"), "{text}");
    assert!(truel(&[&args[..], &["--raw"]].concat()).ok().contains("value  "));
    let json = truel(&[&args[..], &["--json"]].concat()).ok();
    let last: Value = serde_json::from_str(json.lines().last().expect("a line")).expect("JSON");
    let chances = last["chances"].as_array().expect("chances");
    assert_eq!(chances.len(), 3, "{last}");
    for seat in chances {
        let sum: f64 = ["win", "draw", "lose"]
            .iter()
            .filter_map(|name| seat[name].as_f64())
            .sum();
        assert!((sum - 1.0).abs() < 1e-4 && seat["points"].is_number(), "{seat}");
    }
    assert_eq!(
        last["candidates"][0]["chances"].as_array().map(Vec::len),
        Some(3),
        "{last}"
    );
    assert!(
        last["value"].is_object() && last["scale"].is_string(),
        "raw numbers stay in JSON: {last}"
    );
}
