//! Threechess against the laws, the original referee's traces, its perft table, a slow twin and its
//! rules in words.

use std::path::Path;

use serde_json::json;
use truel_core::trace::list_hash;
use truel_core::{Capped, Game, Payoffs, Phase, Rng, Seat, Skip, legal_joint, move_texts, random_joint};
use truel_games::ThreeChess;
use truel_games::threechess::{Kind, Move};
use truel_testkit::laws::{self, Effort};
use truel_testkit::lines::go_on;
use truel_testkit::twins::threechess::ThreeChessTwin;
use truel_testkit::{rows, texts, traces, twin};

const PERFT: &str = include_str!("perft/threechess.perft");
const START: &str = "bRbNbBbQbKbBbNbR/bPbPbPbPbPbPbPbP/8/8/gRgNgBgQgKgBgNgR/gPgPgPgPgPgPgPgP/8/8/\
                     rRrNrBrQrKrBrNrR/rPrPrPrPrPrPrPrP/8/8 b 0,0,0";

/// Blue's men stand in each other's way in Green's corner; two green rooks stop the last pawns.
const STUCK: &str = "4gK3/8/8/8/bKbBbBbRbN1gR1/bPbPbPbP1gRbP1/3bP1bP2/8/4rK3/8/8/8 b 68,18,0";

fn read(text: &str) -> ThreeChess {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Position `P1`, `P2` or `P3` of the perft table.
fn position(number: usize) -> ThreeChess {
    let lines = PERFT.lines().filter_map(|line| line.strip_prefix("moves:"));
    let mut game = ThreeChess::default();
    go_on(&mut game, lines.into_iter().nth(number - 1).expect("three lines"));
    game
}

fn moves(game: &ThreeChess) -> Vec<String> {
    move_texts(game, game.phase().acting().first())
}

fn has_move(game: &ThreeChess, text: &str) -> bool {
    moves(game).iter().any(|mv| mv == text)
}

fn payoffs(game: &ThreeChess) -> Vec<f32> {
    match game.phase() {
        Phase::Over(payoffs) => payoffs.as_slice().to_vec(),
        Phase::Act(_) => panic!("{game}: the match goes on"),
    }
}

fn score(game: &ThreeChess) -> serde_json::Value {
    game.facts()[0].1.clone()
}

#[test]
fn keeps_the_laws() {
    laws::all::<ThreeChess>(Effort::default());
    laws::symmetry::<ThreeChess>(Effort::default());
    laws::skipping::<ThreeChess>(Effort {
        matches: 4,
        plies: 300,
        ..Effort::default()
    });
    laws::skipping::<Capped<ThreeChess>>(Effort {
        matches: 1,
        plies: 50,
        ..Effort::default()
    });
}

#[test]
fn perft_rows() {
    rows::check::<ThreeChess>(Path::new("tests/perft/threechess.perft"), 100_000_000);
}

#[test]
fn agrees_with_the_original_referee() {
    let files = [
        ("full.jsonl.gz", 22, 4251),
        ("hashed.jsonl.gz", 200, 32_444),
        ("timeouts.jsonl.gz", 60, 2856),
    ];
    traces::agree::<ThreeChess>(Path::new("tests/data/threechess"), &files);
}

#[test]
fn agrees_with_its_slow_twin() {
    twin::compare::<ThreeChess, ThreeChessTwin>(12, 2020);
}

#[test]
fn the_start_has_twenty_moves() {
    let game = ThreeChess::default();
    assert_eq!(game.to_string(), START);
    assert_eq!(list_hash(&moves(&game)), "86b9ca02b41712a9");
    assert_eq!(score(&game), json!([79, 79, 79]));
}

#[test]
fn a_king_that_has_moved_can_castle_on_both_sides() {
    let game = position(1);
    assert_eq!(score(&game), json!([76, 82, 79]));
    for (castling, back_rank) in [("BE1BG1", "bR4bRbK1"), ("BE1BC1", "2bKbR3bR")] {
        let mut after = game;
        go_on(&mut after, castling);
        assert_eq!(after.to_string().split('/').next(), Some(back_rank), "{castling}");
    }
}

#[test]
fn castling_needs_an_own_rook_and_empty_cells_but_no_innocence() {
    let castlings = |back_rank: &str, captured: &str| {
        let game = read(&format!("{back_rank}/8/8/8/4gK3/8/8/8/4rK3/8/8/8 b {captured}"));
        ["BE1BG1", "BE1BC1"].map(|text| has_move(&game, text))
    };
    assert_eq!(castlings("bR3bK2bR", "49,49,9"), [true, true]);
    assert_eq!(castlings("bR3bK1bNbR", "49,49,6"), [false, true]);
    assert_eq!(castlings("bRbN2bK2bR", "49,49,6"), [true, false]);
    assert_eq!(
        castlings("bR3bK2gR", "49,49,9"),
        [false, true],
        "a foreign rook will not do"
    );
    assert_eq!(
        castlings("gQ3bK2bR", "44,49,10"),
        [true, false],
        "check does not matter"
    );
}

#[test]
fn a_king_on_a_foreign_e1_does_not_castle() {
    let game = read("4gK3/8/8/8/bR3bK2bR/8/8/8/4rK3/8/8/8 b 49,49,9");
    assert!(!has_move(&game, "GE1GG1") && !has_move(&game, "GE1GC1"));
}

#[test]
fn a_pawn_becomes_a_queen_on_a_foreign_back_rank() {
    let game = position(2);
    assert_eq!(score(&game), json!([83, 74, 80]));
    let mut pushed = game;
    go_on(&mut pushed, "GD2GD1");
    assert_eq!(score(&pushed), json!([83, 74, 88]));
    let mut taken = game;
    go_on(&mut taken, "GD2GC1");
    assert_eq!(score(&taken), json!([83, 71, 91]));
    assert!(taken.to_string().contains("rQ"), "{taken}");
}

#[test]
fn a_promoting_pawn_can_take_the_king() {
    let mut game = position(2);
    go_on(&mut game, "GD2GE1");
    assert_eq!(payoffs(&game), [0.0, -1.0, 1.0]);
    assert_eq!(game.reason(), Some("king_capture"));
    assert_eq!(
        legal_joint(&game, "BE2BD3").unwrap_err().to_string(),
        "`BE2BD3` comes after the end of the match (king_capture)"
    );
    laws::position(&game);
}

#[test]
fn a_queen_slides_over_a_border_and_takes_a_king() {
    let mut game = position(3);
    assert_eq!(score(&game), json!([79, 81, 77]));
    go_on(&mut game, "RD4BE1");
    assert_eq!(payoffs(&game), [-1.0, 1.0, 0.0]);
}

#[test]
fn a_diagonal_splits_at_the_centre() {
    let game = position(1);
    for text in ["BD4GD4", "BD4RD4", "BD4GE4"] {
        assert!(has_move(&game, text), "{text}");
    }
}

#[test]
fn files_meet_over_the_borders() {
    let game = read("4bK3/8/8/bP7/4gK3/8/8/8/4rK3/8/8/2rR5 b 39,39,33");
    assert!(has_move(&game, "BA4GH4"));
    let mut game = game;
    go_on(&mut game, "BA4GH4 GE1GE2");
    assert!(has_move(&game, "RC4BF4"));
    go_on(&mut game, "RC4BF4");
    assert!(
        has_move(&game, "GH4GH3") && !has_move(&game, "GH4BA4"),
        "a pawn never returns"
    );
}

#[test]
fn a_pawn_on_an_inner_cell_takes_on_three() {
    let game = read("4bK3/8/8/3bP4/4gK3/8/8/3gPgNgN2/4rK3/8/8/3rP4 b 32,38,38");
    let takes: Vec<String> = moves(&game).into_iter().filter(|mv| mv.starts_with("BD4")).collect();
    assert_eq!(
        takes,
        ["BD4GD4", "BD4GF4", "BD4RD4"],
        "GE4 holds a piece, so there is no push"
    );
}

#[test]
fn who_is_late_loses_to_the_higher_score_and_ties_go_by_seat() {
    let late = |game: &ThreeChess, seat| game.time_out(Seat::new(seat)).as_slice().to_vec();
    let start = ThreeChess::default();
    assert_eq!(late(&start, 0), [-1.0, 1.0, 0.0]);
    assert_eq!(late(&start, 1), [1.0, -1.0, 0.0]);
    assert_eq!(late(&start, 2), [1.0, 0.0, -1.0]);
    let scores_83_74_80 = position(2);
    assert_eq!(late(&scores_83_74_80, 0), [-1.0, 0.0, 1.0]);
    assert_eq!(late(&scores_83_74_80, 2), [1.0, 0.0, -1.0]);
}

#[test]
fn breaking_the_rules_is_worse_than_losing() {
    let forfeit = ThreeChess::default().forfeit(Seat::new(1));
    assert_eq!(forfeit.as_slice(), [1.0, -2.0, 1.0]);
    assert_eq!(ThreeChess::points(forfeit).as_slice(), [1.0, 0.0, 1.0]);
}

#[test]
fn a_seat_without_a_move_ends_the_match_as_a_draw() {
    let game = read(STUCK);
    assert_eq!(payoffs(&game), [0.0; 3]);
    assert_eq!(game.reason(), Some("no_moves"));
    laws::position(&game);

    let mut before = read(&STUCK.replace("4rK3/8/8/8 b", "3rK4/8/8/8 r"));
    go_on(&mut before, "RD1RE1");
    assert_eq!(before.to_string(), STUCK);
    assert_eq!(before.reason(), Some("no_moves"));
}

#[test]
fn who_skips_with_a_king_in_reach_loses_it() {
    let exposed = "4bK3/8/8/8/8/8/8/4gK3/4rK3/4bQ3/8/8 r 39,69,0";
    let mut game = read(exposed);
    let undo = game.skip();
    assert_eq!(game.key(), read(&exposed.replace(" r ", " b ")).key());
    let mut taken = game;
    go_on(&mut taken, "RE2RE1");
    assert_eq!(
        (taken.reason(), payoffs(&taken)),
        (Some("king_capture"), vec![1.0, 0.0, -1.0])
    );
    game.undo(undo);
    assert_eq!(game.to_string(), exposed);
}

#[test]
fn a_skip_to_a_seat_without_a_move_is_a_draw() {
    let mut game = read(&STUCK.replace("8 b", "8 r"));
    game.skip();
    assert_eq!((game.reason(), game.to_string().as_str()), (Some("no_moves"), STUCK));
}

#[test]
fn a_missing_king_was_taken_by_who_moved_last() {
    let game = read("4bK3/8/8/8/8/8/8/4bQ3/4rK3/8/8/8 g 79,69,0");
    assert_eq!(payoffs(&game), [1.0, -1.0, 0.0]);
    assert_eq!(game.reason(), Some("king_capture"));
    laws::position(&game);
}

#[test]
fn refuses_impossible_positions() {
    let kings = "4bK3/8/8/8/4gK3/8/8/8/4rK3/8/8/8";
    texts::assert_refused::<ThreeChess>(&[
        (String::new(), "twelve rows, who moves"),
        (format!("{kings} b"), "twelve rows, who moves"),
        (format!("{kings}  b 39,39,39"), "twelve rows, who moves"),
        (format!("{kings} b 39,39,39 "), "twelve rows, who moves"),
        (format!("{kings} w 39,39,39"), "who moves is"),
        (format!("{kings}/8 b 39,39,39"), "twelve rows joined"),
        (format!("{kings} b 39,39"), "three numbers"),
        (format!("{kings} b 39,39,039"), "three numbers"),
        (format!("{kings} b 39,39,+39"), "three numbers"),
        (format!("{kings} b 39,39,99999"), "three numbers"),
        (format!("{kings} b 39,39,38"), "not those of the missing pieces"),
        (
            format!("{kings} b 65000,65000,65000"),
            "not those of the missing pieces",
        ),
        (format!("{kings} b 117,0,0"), "more than the others have lost"),
        (START.replace("b 0,0,0", "b 0,0,8"), "not those of the missing pieces"),
        (START.replacen("bN", "1", 1), "not those of the missing pieces"),
        (
            START.replacen("bN", "1", 1).replace("0,0,0", "3,0,0"),
            "more than the others have lost",
        ),
        (START.replacen("/8/", "/44/", 1), "one digit"),
        (START.replacen("/8/", "/9/", 1), "a piece is"),
        (START.replacen("/8/", "/7/", 1), "eight cells"),
        (START.replacen("/8/", "/8bP/", 1), "eight cells"),
        (START.replacen("/8/", "//", 1), "eight cells"),
        (START.replacen("bN", "bZ", 1), "a piece is"),
        (START.replacen("bN", "bé", 1), "a piece is"),
        (START.replacen("bN", "٣", 1), "a piece is"),
        (START.replacen("bN", "bP", 1), "back rank"),
        (START.replacen("bQ", "bK", 1), "one king"),
        (START.replacen("bQ", "bN", 1), "two knights"),
        (START.replacen("/8/", "/bQ7/", 1), "eight pawns"),
        (START.replacen("bBbQbKbBbN", "bBbQbK1bB", 1), "different shades"),
        (
            START.replacen("bK", "1", 1).replacen("gK", "1", 1),
            "at most one is missing",
        ),
        (
            START.replacen("bK", "1", 1).replace("b 0,0,0", "g 0,0,40"),
            "moved last is missing",
        ),
        (
            START.replacen("bK", "1", 1).replace("b 0,0,0", "b 0,40,0"),
            "its 40 points",
        ),
    ]);
}

/// Keys are kept in records and books; a change is a breaking change.
#[test]
fn the_key_is_pinned() {
    let game = position(1);
    assert_eq!(game.key(), 0x7c83_473b_c994_2a13, "{:#x}", game.key());
}

/// The sample agent draws legal moves only, all of them but castling, and slides to the edge more
/// often than others.
#[test]
fn the_sample_agent_draws_every_legal_move_but_castling() {
    let game = position(1);
    let mut rng = truel_core::Rng::new(3);
    let mut drawn = std::collections::HashMap::new();
    for _ in 0..40_000 {
        *drawn.entry(game.sample_move(&mut rng).to_string()).or_insert(0) += 1;
    }
    let mut expected = moves(&game);
    expected.retain(|mv| !["BE1BG1", "BE1BC1"].contains(&mv.as_str()));
    let mut seen: Vec<String> = drawn.keys().cloned().collect();
    expected.sort();
    seen.sort();
    assert_eq!(seen, expected);

    // From the start a pawn goes by two of its six words, a knight by four of its sixteen: two
    // cells, two orders each.
    let start = ThreeChess::default();
    let mut count = [0u32; 2];
    for _ in 0..24_000 {
        let from = start.sample_move(&mut rng).from;
        count[usize::from(start.kind_on(from) == Some(Kind::Knight))] += 1;
    }
    let share = f64::from(count[1]) / f64::from(count[0] + count[1]);
    let expected = (2.0 * 4.0 / 16.0) / (8.0 * 2.0 / 6.0 + 2.0 * 4.0 / 16.0);
    assert!((share - expected).abs() < 0.01, "{share}, not {expected}");
}

#[test]
fn scores_count_what_stands_and_what_was_taken() {
    for number in 1..=3 {
        let game = position(number);
        for seat in Seat::all(3) {
            let standing: u16 = game.pieces_of(seat).map(|(_, kind)| kind.value()).sum();
            assert_eq!(game.standing(seat), standing);
        }
        assert_eq!(
            score(&game),
            json!([[76, 82, 79], [83, 74, 80], [79, 81, 77]][number - 1])
        );
    }
}

/// Attacks, found from the attacked cell, against the list of moves of a seat that is given the
/// turn.
#[test]
fn attacks_are_what_a_seat_could_capture() {
    let mut rng = truel_core::Rng::new(11);
    let mut found = 0;
    for _ in 0..20 {
        let mut game = ThreeChess::default();
        while let Some(joint) = truel_core::random_joint(&game, &mut rng, &mut Vec::new()) {
            let turn = game.phase().acting().first();
            let mut listed = Vec::new();
            game.moves(turn, &mut listed);
            for other in Seat::all(3).filter(|seat| *seat != turn) {
                for (cell, _) in game.pieces_of(other) {
                    let expected = listed.iter().any(|mv| mv.to == cell);
                    assert_eq!(game.attacks(turn, cell), expected, "{game}: {turn:?} on {cell}");
                    found += u32::from(expected);
                }
            }
            game.play(joint);
        }
    }
    assert!(found > 1000, "{found}");
}

/// What is cheaper than listing and making moves says the same.
#[test]
fn captures_and_threats_are_those_of_the_moves() {
    let mut threats = 0;
    for seed in 0..20 {
        let (mut game, mut rng, mut scratch) = (ThreeChess::default(), Rng::new(seed), Vec::new());
        while let Some(joint) = random_joint(&game, &mut rng, &mut scratch) {
            let seat = game.phase().acting().first();
            let (mut moves, mut captures) = (Vec::new(), Vec::new());
            game.moves(seat, &mut moves);
            game.captures(&mut captures);
            let takes = moves.iter().filter(|mv| game.kind_on(mv.to).is_some());
            assert_eq!(captures, takes.copied().collect::<Vec<_>>(), "{game}");
            for king in [seat.next(3), seat.next(3).next(3)].map(|other| game.king_of(other)) {
                for mv in moves.iter().filter(|mv| mv.to != king && game.threatens(**mv, king)) {
                    let mut after = game;
                    after.play([*mv]);
                    // A pawn that becomes a queen no longer attacks as a pawn.
                    assert!(after.attacks(seat, king) || mv.to.row() == 0, "{game} {mv}");
                    threats += 1;
                }
            }
            game.play(joint);
        }
    }
    assert!(threats > 1000, "{threats}");
}

/// Captures and covered cells by sets against those found one by one.
#[test]
fn captures_and_covered_cells_by_sets_are_the_same() {
    let mut covered = 0;
    for seed in 0..10 {
        let (mut game, mut rng, mut scratch) = (ThreeChess::default(), Rng::new(seed), Vec::new());
        while let Some(joint) = random_joint(&game, &mut rng, &mut scratch) {
            let (mut listed, mut shown) = (Vec::new(), Vec::new());
            game.captures(&mut listed);
            game.each_capture(|mv, piece, prey| {
                assert_eq!((game.kind_on(mv.from), game.kind_on(mv.to)), (Some(piece), Some(prey)));
                shown.push(mv);
            });
            let key = |mv: &Move| (mv.from.index(), mv.to.index());
            listed.sort_unstable_by_key(key);
            shown.sort_unstable_by_key(key);
            assert_eq!(listed, shown, "{game}");
            for seat in Seat::all(3) {
                let cover = game.cover(seat);
                let pieces = || Seat::all(3).flat_map(|other| game.pieces_of(other));
                for (cell, _) in pieces() {
                    let by = |kinds: &[Kind]| {
                        let own = game.pieces_of(seat).filter(|(_, kind)| kinds.contains(kind));
                        let stays = own.map(|(from, _)| Move { from, to: from });
                        stays.filter(|mv| mv.from != cell && game.threatens(*mv, cell)).count()
                    };
                    let count = by(&Kind::ALL);
                    covered += count;
                    let has = |mask: u128| mask >> cell.index() & 1 != 0;
                    assert_eq!(
                        (has(cover.once), has(cover.twice)),
                        (count > 0, count > 1),
                        "{game} {cell}"
                    );
                    assert_eq!(has(cover.by_pawns), by(&[Kind::Pawn]) > 0);
                    let minors = [Kind::Knight, Kind::Bishop];
                    assert_eq!(has(cover.by_minors), by(&minors) > 0);
                    assert_eq!(has(cover.by_rooks), by(&[Kind::Rook]) > 0);
                }
            }
            game.play(joint);
        }
    }
    assert!(covered > 1000, "{covered}");
}
