//! Pentago against the laws, OpenSpiel's tables, a slow twin and its rules in words.
//!
//! `scripts/compare-openspiel` compares whole matches with OpenSpiel itself.

use std::path::Path;

use truel_core::draw::{Draw, Touch};
use truel_core::{Game, Phase, Rng, Seat, Symmetric, for_each_joint, legal_joint};
use truel_games::Pentago;
use truel_games::pentago::Placement;
use truel_testkit::laws::{self, Effort};
use truel_testkit::lines::after;
use truel_testkit::twin::Twin;
use truel_testkit::{rows, texts, twin, twins};

fn read(text: &str) -> Pentago {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// What White and Black got, and why.
fn result(game: &Pentago) -> Option<([f32; 2], &'static str)> {
    match game.phase() {
        Phase::Act(_) => None,
        Phase::Over(payoffs) => Some((payoffs.0, game.reason().expect("over for a reason"))),
    }
}

#[test]
fn keeps_the_laws() {
    laws::all::<Pentago>(Effort::default());
    laws::symmetry::<Pentago>(Effort::default());
}

const PERFT: &str = "tests/perft/pentago.perft";

#[test]
fn perft_rows() {
    rows::check::<Pentago>(Path::new(PERFT), 10_000_000_000);
}

/// The lines that lead to the mid-game positions of the perft file.
fn mid_game_lines() -> Vec<String> {
    let file = std::fs::read_to_string(PERFT).expect("the perft file");
    let lines = file.lines().filter_map(|line| line.strip_prefix("moves:"));
    lines.map(str::to_owned).collect()
}

#[test]
fn plays_like_its_slow_twin() {
    twin::compare::<Pentago, twins::pentago::Pentago>(100, 2005);
}

#[test]
fn counts_like_its_slow_twin() {
    fn count(twin: &twins::pentago::Pentago, depth: u32) -> usize {
        let lists = twin.moves();
        let Some(moves) = lists.first() else { return 0 };
        if depth == 1 {
            return moves.len();
        }
        let below = moves.iter().map(|mv| {
            let mut after = twin.clone();
            after.play(&[mv.as_str()]);
            count(&after, depth - 1)
        });
        below.sum()
    }
    let line = mid_game_lines().pop().expect("a position near the end");
    let mut twin = twins::pentago::Pentago::default();
    line.split_whitespace().for_each(|mv| twin.play(&[mv]));
    assert_eq!([1, 2, 3].map(|depth| count(&twin, depth)), [32, 240, 1984]);
}

/// How many lines of exactly so many plies end with a win of White, a win of Black, a draw.
fn ends(game: &mut Pentago, depth: u32, stack: &mut Vec<Placement>) -> [u64; 3] {
    if depth == 0 {
        return match result(game) {
            None => [0, 0, 0],
            Some(([1.0, _], _)) => [1, 0, 0],
            Some(([0.0, _], _)) => [0, 1, 0],
            Some(_) => [0, 0, 1],
        };
    }
    let mut sum = [0; 3];
    for_each_joint(game, stack, |game, stack, joint| {
        let undo = game.play(joint);
        let below = ends(game, depth - 1, stack);
        game.undo(undo);
        sum = std::array::from_fn(|i| sum[i] + below[i]);
    });
    sum
}

#[test]
fn matches_end_as_often_and_in_the_way_openspiel_counted() {
    // The positions A, B, C and D of the perft file, with [White wins, Black wins, draws] by depth.
    let tables: [&[[u64; 3]]; 4] = [
        &[[0, 0, 0], [0, 46, 0]],
        &[[1, 0, 0], [44, 178, 1]],
        &[[1, 0, 0], [94, 343, 4], [14557, 11284, 1640]],
        &[[14, 2, 6], [65, 20, 31], [1122, 38, 274], [1417, 174, 2809]],
    ];
    let lines = mid_game_lines();
    assert_eq!(lines.len(), tables.len());
    for (line, expected) in lines.iter().zip(tables) {
        let mut game = after::<Pentago>(line);
        for (depth, expected) in (1..).zip(expected) {
            assert_eq!(
                ends(&mut game, depth, &mut Vec::new()),
                *expected,
                "{game}, depth {depth}"
            );
        }
    }
}

#[test]
fn a_piece_turns_with_its_quadrant() {
    for (mv, there) in [
        ("a1:tlcw", "2w3/6/6/6/6/6 b"),
        ("a1:tlccw", "6/6/w5/6/6/6 b"),
        ("b1:tlcw", "6/2w3/6/6/6/6 b"),
        ("b2:tlcw", "6/1w4/6/6/6/6 b"),
        ("f1:trcw", "6/6/5w/6/6/6 b"),
        ("a5:blccw", "6/6/6/6/6/1w4 b"),
        ("d6:brcw", "6/6/6/3w2/6/6 b"),
        ("d6:tlcw", "6/6/6/6/6/3w2 b"),
    ] {
        assert_eq!(after::<Pentago>(mv).to_string(), there, "{mv}");
    }
    assert_eq!(after::<Pentago>("a1:tlcw a1:tlcw").to_string(), "2b3/6/2w3/6/6/6 w");
}

#[test]
fn five_after_the_rotation_wins_and_five_before_it_is_worth_nothing() {
    let eight = "a1:brcw a3:brcw b1:brcw b3:brcw c1:brcw d3:brcw d1:brcw f3:brcw";
    let end = |last: &str| result(&after::<Pentago>(&format!("{eight} {last}")));
    assert_eq!(end("e1:brcw"), Some(([1.0, 0.0], "five")));
    assert_eq!(end("e1:trcw"), None);
    assert_eq!(end("e1:tlccw"), None);
}

/// The position after `mv` from a position text.
fn played(text: &str, mv: &str) -> Pentago {
    let mut game = read(text);
    let joint = legal_joint(&game, mv).unwrap_or_else(|error| panic!("{error}"));
    game.play(joint);
    game
}

#[test]
fn a_rotation_may_make_a_five_give_it_away_or_make_two() {
    // White's column d1 to d3 becomes the row d1 to f1, beside White's a1 to c1.
    let white_turns = played("www1b1/3w2/b1bw2/6/b4b/6 w", "d1:trcw");
    assert_eq!(result(&white_turns), Some(([1.0, 0.0], "five")));
    let black_turns = played("wwww2/3w2/b1bw2/6/b4b/b5 b", "b5:trcw");
    assert_eq!(result(&black_turns), Some(([1.0, 0.0], "opponent_five")));
    // The same rotation makes Black's column f1 to f3 the row d3 to f3, beside Black's a3 to c3.
    let both = played("wwww1b/3w1b/b1bw1b/6/6/w4b b", "b3:trcw");
    assert_eq!(result(&both), Some(([0.5, 0.5], "both_five")));
}

#[test]
fn refuses_what_is_no_move() {
    texts::assert_refused::<Placement>(&[
        ("g1:tlcw", "column a to f"),
        ("a7:tlcw", "row 1 to 6"),
        ("a0:tlcw", "row 1 to 6"),
        ("A1:tlcw", "column a to f"),
        ("a1:TLcw", "after the colon"),
        ("a1:tl", "after the colon"),
        ("a1:cw", "after the colon"),
        ("a1:tltr", "after the colon"),
        ("a1:tlcw ", "after the colon"),
        ("a1:é€", "after the colon"),
        ("a1tlcw", "a cell, a colon"),
        ("", "a cell, a colon"),
    ]);
    let occupied = legal_joint(&after::<Pentago>("a1:tlcw"), "c1:tlcw").expect_err("c1 is occupied");
    assert!(occupied.to_string().contains("not legal here"), "{occupied}");
}

#[test]
fn refuses_impossible_positions() {
    texts::assert_refused::<Pentago>(&[
        ("6/6/6/6/6/6", "who moves"),
        ("6/6/6/6/6 w", "needs six rows"),
        ("6/6/6/6/6/33 w", "one digit"),
        ("6/6/6/6/6/w5 w", "other's turn"),
        ("6/6/6/6/6/ww4 b", "or one more"),
        // Whatever rotation came last, undoing it leaves a whole row of one colour.
        ("wwwwww/wwwwww/wwwwww/bbbbbb/bbbbbb/bbbbbb w", "no last move"),
    ]);
}

#[test]
fn reads_positions_before_during_and_after_a_match() {
    assert_eq!(read("6/6/6/6/6/6 w"), Pentago::default());
    assert_eq!(read("2w3/6/6/6/6/6 b"), after::<Pentago>("a1:tlcw"));
    assert_eq!(result(&read("wwwww1/6/bb1bb1/6/6/6 b")), Some(([1.0, 0.0], "five")));
}

#[test]
fn a_drawn_move_is_the_one_picked_from_the_list() {
    let (mut game, mut rng) = (Pentago::default(), Rng::new(5));
    while let Phase::Act(seats) = game.phase() {
        let mut moves = Vec::new();
        game.moves(seats.first(), &mut moves);
        let picked = rng.clone().pick(&moves);
        let drawn = game.random_move(seats.first(), &mut rng, &mut Vec::new());
        assert_eq!(drawn, picked, "{game}");
        game.play([picked]);
    }
}

#[test]
fn symmetries_move_cells_and_quadrants_and_a_mirror_reverses_the_rotation() {
    let mv: Placement = "b1:tlcw".parse().expect("a move");
    let images: Vec<String> = (0..8).map(|s| Pentago::image_move(mv, s).to_string()).collect();
    assert_eq!(
        images,
        [
            "b1:tlcw", "f2:trcw", "e6:brcw", "a5:blcw", "e1:trccw", "f5:brccw", "b6:blccw", "a2:tlccw"
        ]
    );
}

#[test]
fn a_hand_touches_the_cell_and_then_chooses_the_rotation() {
    let gesture = Pentago::gesture("e4:blccw".parse().expect("a move"));
    let [Touch::Cell(cell), Touch::Choice(rotation)] = &gesture[..] else {
        panic!("{gesture:?}");
    };
    assert_eq!(Pentago::board().cells[*cell].name, "e4");
    assert_eq!(rotation, "↺ bottom left");
}

#[test]
fn open_windows_are_those_without_a_piece_of_the_other() {
    let [white, black] = [0, 1].map(Seat::new);
    assert_eq!(Pentago::default().open_windows(white), [32, 0, 0, 0, 0, 0]);
    // Of the three windows through a1, White's row and column and the long diagonal, Black's f6
    // touches none.
    let game = read("w5/6/6/6/6/5b w");
    assert_eq!(game.open_windows(white), [26, 3, 0, 0, 0, 0]);
    assert_eq!(game.open_windows(black), [26, 3, 0, 0, 0, 0]);
}

#[test]
fn a_position_is_small() {
    assert_eq!(size_of::<Pentago>(), 24);
    assert_eq!(size_of::<Placement>(), 2);
}

/// Keys are kept in records and books; a change is a breaking change.
#[test]
fn the_key_is_pinned() {
    let game = read("6/1w4/6/3b2/6/6 w");
    assert_eq!(game.key(), 0x0877_a650_2954_fe78, "{:#x}", game.key());
}
