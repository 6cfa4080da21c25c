//! `truel reproduce` and `truel book`.

use crate::common::truel;
use serde_json::Value;

#[test]
fn the_reports_are_listed_with_their_claims() {
    let list = truel(&["reproduce"]).ok();
    for word in [
        "threechess",
        "chexers",
        "ropasci",
        "avalam",
        "pentago-swap",
        "T4",
        "C1",
        "R2",
        "A1",
        "P2",
    ] {
        assert!(list.contains(word), "{word} is missing:\n{list}");
    }
}

#[test]
fn a_claim_is_measured_beside_what_was_claimed() {
    let told = truel(&["reproduce", "threechess", "--quick", "--only", "T2"]).ok();
    assert!(told.contains("100 % / 0 %"), "what was claimed:\n{told}");
    assert!(
        told.contains("report-greedy: won 0.95 or more in this run"),
        "what would bear it out:\n{told}"
    );
    assert!(
        told.contains(
            "truel match threechess report-greedy report-random report-random -n 30 --opening random:0 --seed 1"
        ),
        "how to play the same again:\n{told}"
    );
}

#[test]
fn findings_are_kept_and_added_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let save = folder.path().to_str().expect("a path");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
    truel(&["reproduce", "pentago-swap", "--quick", "--only", "P4", "--save", save]).ok();
    truel(&[
        "reproduce",
        "pentago-swap",
        "--quick",
        "--only",
        "P8",
        "--save",
        save,
        "--seed",
        "7",
    ])
    .ok();
    let found: Value = serde_json::from_str(&read("pentago-swap.json")).expect("JSON");
    let ids: Vec<&Value> = found
        .as_array()
        .expect("a list")
        .iter()
        .map(|finding| &finding["id"])
        .collect();
    assert_eq!(ids, ["P4", "P8"]);
    assert_eq!(found[1]["trials"][0]["seed"], 7);
    assert_eq!(found[1]["trials"][0]["matches"], 20);
    let page = read("pentago-swap.md");
    assert!(page.contains("## P4. ") && page.contains("## P8. "), "{page}");
    let picture = read("pentago-swap.svg");
    assert!(
        picture.starts_with("<svg ") && picture.matches("class=\"reach\"").count() == 4,
        "{picture}"
    );
}

#[test]
fn a_wrong_report_or_claim_is_named() {
    let error = truel(&["reproduce", "chexer"]).trouble();
    assert!(error.contains("did you mean `chexers`?"), "{error}");
    let error = truel(&["reproduce", "avalam", "--only", "T1"]).trouble();
    assert!(error.contains("no claim `T1`; it has A1"), "{error}");
}

#[test]
fn a_book_is_made_and_its_moves_are_legal() {
    let text = truel(&[
        "book",
        "tic-tac-toe",
        "--agent",
        "alphabeta:depth=9",
        "--plies",
        "2",
        "--width",
        "9",
    ])
    .ok();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "# tic-tac-toe by alphabeta:depth=9, 2 plies, 9 moves a position, seed 1"
    );
    assert_eq!(lines.len(), 1 + 1 + 9, "the start and nine replies:\n{text}");
    let error = truel(&["book", "goofspiel"]).trouble();
    assert!(error.contains("goofspiel has no use for a book"), "{error}");
    let error = truel(&["match", "avalam", "alphabeta:book=on", "random"]).trouble();
    assert!(error.contains("no opening book for avalam"), "{error}");
}
