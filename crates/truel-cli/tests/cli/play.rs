//! `truel play`, with lines instead of a person.

use crate::common::{truel, truel_reading};

/// The first line of the transcript that holds `what`.
#[track_caller]
fn line<'a>(text: &'a str, what: &str) -> &'a str {
    let found = text.lines().find(|line| line.contains(what));
    found.unwrap_or_else(|| panic!("no `{what}` in:\n{text}"))
}

#[test]
fn a_match_in_turns_looks_as_it_did() {
    let lines = "?\nmoves a\nb4\nhint\na1\nundo\na1\na2\na3\n";
    let ran = truel_reading(&["play", "tic-tac-toe", "human", "human"], lines);
    assert_eq!(ran.code, 1, "{ran:?}");
    insta::assert_snapshot!("play-tic-tac-toe", ran.out);
}

#[test]
fn a_finished_match_is_recorded_and_conforms() {
    let folder = tempfile::tempdir().expect("a folder");
    let (half, whole) = (folder.path().join("half.jsonl"), folder.path().join("whole.jsonl"));
    let lines = format!("a1\na2\nb1\nsave {}\nb2\nc1\nquit\n", half.display());
    let whole = whole.to_str().expect("a path");
    let out = truel_reading(&["play", "tic-tac-toe", "human", "human", "--out", whole], &lines).ok();
    assert!(out.contains("The match is over after 5 plies: line."), "{out}");
    assert!(truel(&["conform", "tic-tac-toe", whole]).ok().starts_with("1 games, "));
    assert!(
        truel(&["conform", "tic-tac-toe", half.to_str().expect("a path")])
            .ok()
            .starts_with("1 games, ")
    );
}

#[test]
fn three_seats_are_asked_in_turn_and_the_agents_answer() {
    let ran = truel_reading(
        &["play", "chexers", "mcts:sims=50", "greedy", "--seed", "3"],
        "-3,1>-2,0\nundo\n-3,0>-2,-1\n-2,-1>-1,-2\n",
    );
    insta::assert_snapshot!("play-chexers", ran.out);
}

#[test]
fn moves_at_once_are_asked_before_the_agent_moves() {
    let ran = truel_reading(&["play", "ropasci", "duct:sims=200"], "s@4,-2\n4,-2>3,-2\nresign\n");
    insta::assert_snapshot!("play-ropasci", ran.ok());
}

#[test]
fn two_persons_at_once_make_one_joint_move() {
    let out = truel_reading(&["play", "goofspiel", "human", "human"], "4\n3\nquit\n").ok();
    assert!(out.contains("\nFirst (human): 4, Second (human): 3\n"), "{out}");
}

#[test]
fn agents_alone_play_to_the_end() {
    let args = ["play", "connect-four", "alphabeta:nodes=500", "random", "--seed", "4"];
    let out = truel(&args).ok();
    assert!(out.contains("The match is over after "), "{out}");
    assert_eq!(out, truel(&args).ok(), "the same seed gives the same match");
}

#[test]
fn a_resigned_match_can_be_taken_up_again() {
    let out = truel_reading(
        &["play", "tic-tac-toe", "random", "human"],
        "resign\nundo\nundo\nquit\n",
    )
    .ok();
    assert_eq!(line(&out, "  Nought (you): "), "  Nought (you): 0");
    assert!(out.contains("There is no move of yours to take back."), "{out}");
}

#[test]
fn a_match_begins_where_it_is_told_to() {
    let out = truel_reading(
        &["play", "tic-tac-toe", "human", "human", "--moves", "a1 a2 b1 b2"],
        "c1\n",
    )
    .ok();
    assert!(out.contains("after 5 plies: line."), "{out}");
}
