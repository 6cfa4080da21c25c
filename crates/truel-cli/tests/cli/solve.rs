//! `truel solve`: answers that are known by other means.

use serde_json::Value;

use crate::common::truel;

fn solved(args: &[&str]) -> (i32, Vec<Value>) {
    let done = truel(&[&["solve"], args, &["--json"]].concat());
    let lines = done.out.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    (done.code, lines.collect())
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let (code, lines) = solved(&["tic-tac-toe"]);
    assert_eq!((code, lines[0]["result"].as_str()), (0, Some("drawn")));
    let text = truel(&["solve", "tic-tac-toe"]).ok();
    assert!(text.starts_with("a draw: "), "{text}");
}

/// Both columns beside a row of three stones are open, so the next stone wins wherever the other
/// seat moves.
#[test]
fn a_double_threat_in_connect_four_is_won_with_its_line() {
    let (code, lines) = solved(&["connect-four", "--position", "7/7/7/7/2rr3/2yyy2 r"]);
    assert_eq!((code, lines[0]["result"].as_str()), (0, Some("lost")));
    assert_eq!(
        (lines[0]["plies"].as_u64(), lines[0]["line"].as_array().map(Vec::len)),
        (Some(2), Some(2))
    );
}

#[test]
fn three_seats_are_asked_one_by_one() {
    let (code, lines) = solved(&["threechess", "--nodes", "3000"]);
    assert_eq!(
        (code, lines.len()),
        (1, 3),
        "nothing is known about the start in so few positions"
    );
    assert!(lines.iter().all(|line| line["result"] == "unknown"));
    let king_in_reach = "4bK3/8/8/8/4gK3/8/4bQ2gQ/8/4rK3/8/8/8 b 33,33,33";
    let (_, lines) = solved(&["threechess", "--position", king_in_reach, "--nodes", "3000"]);
    assert_eq!(
        (lines[0]["result"].as_str(), lines[0]["plies"].as_u64()),
        (Some("won"), Some(1))
    );
}

#[test]
fn mixed_strategies_are_exact() {
    let (code, lines) = solved(&["goofspiel", "--position", "3d 1,2,3/1,2,3 0,0"]);
    assert_eq!((code, lines[0]["result"].as_str()), (0, Some("value")));
    let value: Vec<f64> = lines[0]["value"]
        .as_array()
        .expect("a value for each seat")
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    assert!((value[0] - value[1]).abs() < 1e-6, "a fair game: {value:?}");
}

#[test]
fn a_match_that_is_over_is_an_error() {
    let done = truel(&["solve", "tic-tac-toe", "--moves", "a1 b1 a2 b2 a3"]);
    assert_eq!(done.code, 2);
    assert!(done.err.contains("nothing to solve"), "{}", done.err);
}
