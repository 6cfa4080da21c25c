//! RoPaSci 360 against the laws, its perft table, the original referee's traces, a slow twin and
//! its rules in words.

use std::path::Path;

use truel_core::trace::list_hash;
use truel_core::{Game, IllegalMove, Payoffs, Phase, Seat, legal_joint, legal_move, move_texts};
use truel_games::RoPaSci;
use truel_games::ropasci::Move;
use truel_testkit::laws::{self, Effort};
use truel_testkit::lines::{after, go_on};
use truel_testkit::{rows, texts, traces, twin, twins};

const UPPER: Seat = Seat::new(0);
const LOWER: Seat = Seat::new(1);

#[test]
fn keeps_the_laws() {
    laws::all::<RoPaSci>(Effort::default());
    laws::symmetry::<RoPaSci>(Effort::default());
}

#[test]
fn perft_rows() {
    rows::check::<RoPaSci>(Path::new("tests/perft/ropasci.perft"), 2_000_000_000);
}

#[test]
fn up_to_five_turns_the_seats_cannot_meet_so_counts_are_squares() {
    let counts = [15, 549, 33_216, 2_894_358, 337_372_986];
    for (depth, expected) in (1..).zip(counts) {
        assert_eq!(one_sided(&mut RoPaSci::default(), depth), expected, "depth {depth}");
    }
    assert_eq!(counts[4] * counts[4], 113_820_531_682_556_196);
}

/// Sequences of Upper's moves while Lower throws rocks into its corner.
fn one_sided(game: &mut RoPaSci, depth: u32) -> u64 {
    if depth == 1 {
        return game.move_count(UPPER, &mut Vec::new()) as u64;
    }
    let rock = "r@-4,0".parse().expect("a throw");
    let mut moves = Vec::new();
    game.moves(UPPER, &mut moves);
    let counts = moves.into_iter().map(|mv| {
        let undo = game.play([mv, rock]);
        let count = one_sided(game, depth - 1);
        game.undo(undo);
        count
    });
    counts.sum()
}

#[test]
fn agrees_with_the_original_referee() {
    let files = [
        ("full.jsonl.gz", 25, 2477),
        ("hashed.jsonl.gz", 210, 21_211),
        ("tournament.jsonl.gz", 239, 15_716),
    ];
    traces::agree::<RoPaSci>(Path::new("tests/data/ropasci"), &files);
}

#[test]
fn agrees_with_its_slow_twin() {
    twin::compare::<RoPaSci, twins::ropasci::RoPaSci>(30, 2021);
}

fn counts(game: &RoPaSci) -> [usize; 2] {
    [UPPER, LOWER].map(|seat| game.move_count(seat, &mut Vec::new()))
}

fn on(game: &RoPaSci, hex: &str) -> String {
    game.stack(hex.parse().expect("a hex")).to_string()
}

#[test]
fn the_first_turn_is_a_throw_into_the_home_row() {
    let game = RoPaSci::default();
    let [upper, lower] = [UPPER, LOWER].map(|seat| move_texts(&game, seat));
    assert_eq!(upper[..6], ["p@4,-1", "p@4,-2", "p@4,-3", "p@4,-4", "p@4,0", "r@4,-1"]);
    assert_eq!(list_hash(&upper), "391fb9bea44f1d90");
    assert_eq!(list_hash(&lower), "e6e0b81525a6160f");
    assert_eq!(counts(&after::<RoPaSci>("s@4,-2|r@-4,1")), [37, 37]);
}

#[test]
fn tokens_of_one_side_fight_each_other() {
    let game = after::<RoPaSci>("s@4,-2|r@-4,1 r@4,-2|p@-4,1");
    assert_eq!([on(&game, "4,-2"), on(&game, "-4,1")], ["R", "p"]);
    assert_eq!(counts(&game), [58, 58]);
}

#[test]
fn a_token_swings_over_its_own_neighbour_straight_or_bent() {
    let mut game = after::<RoPaSci>("r@4,-2|p@-4,2 p@3,-2|s@-3,2");
    let upper = move_texts(&game, UPPER);
    let moves: Vec<&str> = upper.iter().map(String::as_str).filter(|mv| mv.contains('>')).collect();
    assert_eq!(
        moves.join(" "),
        "3,-2>2,-1 3,-2>2,-2 3,-2>3,-1 3,-2>3,-3 3,-2>4,-1 3,-2>4,-2 3,-2>4,-3 4,-2>2,-1 4,-2>2,-2 4,-2>3,-1 4,-2>3,-2 \
         4,-2>3,-3 4,-2>4,-1 4,-2>4,-3"
    );
    assert_eq!(list_hash(&upper), "6c5e85ad12aeb96f");
    assert_eq!(list_hash(&move_texts(&game, LOWER)), "d6abfe91cabed334");
    go_on(&mut game, "4,-2>2,-1|-4,2>-2,1");
    assert_eq!(counts(&game), [72, 72]);
}

const FOUR_STACKED: &str = "r@4,-4|s@-4,4 r@4,-4|s@-4,4 r@4,-4|s@-4,4 r@4,-4|s@-4,4 ";

#[test]
fn equal_symbols_stack_two_fight_and_three_destroy_each_other() {
    let mut game = after::<RoPaSci>(FOUR_STACKED);
    assert_eq!([on(&game, "4,-4"), on(&game, "-4,4")], ["[RRRR]", "[ssss]"]);
    assert_eq!(counts(&game), [108, 108]);
    go_on(&mut game, "r@0,0|s@0,0");
    assert_eq!((on(&game, "0,0").as_str(), counts(&game)), ("R", [138, 132]));
    go_on(&mut game, "p@0,0|s@0,0");
    assert_eq!((on(&game, "0,0").as_str(), counts(&game)), ("", [153, 153]));
    go_on(&mut game, "r@0,0|r@0,0");
    assert_eq!((on(&game, "0,0").as_str(), counts(&game)), ("[Rr]", [177, 177]));
}

#[test]
fn tokens_that_exchange_hexes_do_not_meet() {
    let mut game = after::<RoPaSci>(FOUR_STACKED);
    go_on(&mut game, "r@0,0|s@0,0 p@0,0|s@0,0 r@0,0|r@0,0 0,0>1,-1|s@0,-1");
    assert_eq!(counts(&game), [177, 204]);
    go_on(&mut game, "1,-1>0,-1|0,-1>1,-1");
    assert_eq!([on(&game, "0,-1"), on(&game, "1,-1")], ["R", "s"]);
    go_on(&mut game, "0,-1>-1,0|p@-1,0");
    assert_eq!((on(&game, "-1,0").as_str(), counts(&game)), ("p", [171, 33]));
}

#[test]
fn the_third_time_of_a_position_is_a_draw() {
    let there_and_back = "4,-2>4,-1|-4,1>-3,0 4,-1>4,-2|-3,0>-4,1 ";
    let mut game = after::<RoPaSci>("s@4,-2|r@-4,1");
    go_on(&mut game, there_and_back);
    assert_eq!(game.reason(), None);
    // The text carries the history, so a position read from it ends as soon.
    let mut game: RoPaSci = game.to_string().parse().expect("own text");
    go_on(&mut game, there_and_back);
    assert_eq!(game.reason(), Some("repetition"));
    assert!(matches!(game.phase(), Phase::Over(payoffs) if payoffs.as_slice() == [0.5, 0.5]));
    let error = legal_joint(&game, "4,-2>4,-1|-4,1>-3,0").expect_err("the match is over");
    assert!(matches!(error, IllegalMove::Over { .. }));
}

#[test]
fn a_pivot_may_be_shared_with_the_enemy_but_not_left_to_it() {
    let mut game = after::<RoPaSci>(FOUR_STACKED);
    go_on(&mut game, "r@0,0|p@-4,0 r@1,0|r@0,0");
    assert_eq!([on(&game, "0,0"), on(&game, "1,0")], ["[Rr]", "R"]);
    for swing in ["1,0>-1,0", "1,0>-1,1", "1,0>0,-1"] {
        assert!(legal_move(&game, UPPER, swing).is_ok(), "{swing}");
    }
    let of_lower = move_texts(&game, LOWER);
    assert_eq!(of_lower.iter().filter(|mv| mv.starts_with("0,0>")).count(), 6);
    assert_eq!(counts(&game), [171, 162]);
}

/// Positions with no throws left to Lower (and mostly to Upper), by how they end.
#[test]
fn the_ends_are_asked_in_order() {
    for (text, reason, payoffs) in [
        ("5/6/7/8/9/8/7/6/5 9,9 40 -", "no-tokens", [0.5, 0.5]),
        ("5/6/7/8/4R4/8/7/6/5 9,9 40 -", "no-tokens", [1.0, 0.0]),
        ("5/6/7/8/9/8/7/6/5 8,9 40 -", "no-tokens", [1.0, 0.0]),
        ("5/6/7/8/4r4/8/7/6/5 9,9 360 -", "no-tokens", [0.0, 1.0]),
        ("5/6/7/8/R7r/8/7/6/5 9,9 40 -", "both-invincible", [0.5, 0.5]),
        ("5/6/7/8/R7s/8/7/6/5 9,9 40 -", "invincible-vs-one", [1.0, 0.0]),
        ("5/6/7/8/RS6s/8/7/6/5 8,9 40 -", "invincible-vs-one", [1.0, 0.0]),
        ("5/6/7/8/RP5[rr]p/8/7/6/5 9,9 360 -", "both-invincible", [0.5, 0.5]),
        ("5/6/7/8/R7s/8/7/6/5 8,8 360 -", "max-turns", [0.5, 0.5]),
        ("5/6/7/8/RP5ps/8/7/6/5 9,9 360 -", "max-turns", [0.5, 0.5]),
    ] {
        let game: RoPaSci = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.reason(), Some(reason), "{text}");
        assert!(
            matches!(game.phase(), Phase::Over(got) if got.as_slice() == payoffs),
            "{text}"
        );
    }
}

#[test]
fn a_stack_of_two_is_two_tokens_and_throws_keep_a_seat_alive() {
    for text in [
        "5/6/7/8/R7[ss]/8/7/6/5 9,9 40 -",
        "5/6/7/8/R7s/8/7/6/5 9,8 40 -",
        "5/6/7/8/9/8/7/6/5 8,8 40 -",
    ] {
        let game: RoPaSci = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.reason(), None, "{text}");
    }
}

#[test]
fn refuses_impossible_positions() {
    texts::assert_refused::<RoPaSci>(&[
        ("", "single blanks"),
        ("5/6/7/8/9/8/7/6/5 0,0 0", "single blanks"),
        ("5/6/7/8/9/8/7/6/5 0,0  0 -", "single blanks"),
        ("5/6/7/8/9/8/7/6 0,0 0 -", "nine rows"),
        ("6/6/7/8/9/8/7/6/5 0,0 0 -", "row 4 needs 5 hexes"),
        ("5/6/7/8/9/8/7/6/4 0,0 0 -", "row -4 needs 5 hexes"),
        ("23/6/7/8/9/8/7/6/5 0,0 0 -", "one digit"),
        ("05/6/7/8/9/8/7/6/5 0,0 0 -", "one digit"),
        ("x4/6/7/8/9/8/7/6/5 1,1 1 -", "none of R P S"),
        ("é4/6/7/8/9/8/7/6/5 1,1 1 -", "none of R P S"),
        ("[RR4/6/7/8/9/8/7/6/5 2,2 2 -", "between `[` and `]`"),
        ("[R]4/6/7/8/9/8/7/6/5 2,2 2 -", "between `[` and `]`"),
        ("[RP]4/6/7/8/9/8/7/6/5 2,2 2 -", "different symbols"),
        ("5/6/7/8/[rR]8/8/7/6/5 5,5 5 -", "written first"),
        ("[RRRRRRRRRR]4/6/7/8/9/8/7/6/5 9,9 9 -", "at most 9 tokens"),
        ("RR3/6/7/8/9/8/7/6/5 1,1 2 -", "more tokens than throws"),
        ("R4/6/7/8/9/8/7/6/5 2,1 1 -", "more throws than turns"),
        ("R4/6/7/8/9/8/7/6/5 1,0 1 -", "first turn"),
        ("5/6/R6/8/9/8/7/6/5 1,1 2 -", "so soon"),
        ("5/6/7/8/9/8/7/6/5 10,9 20 -", "throws used"),
        ("5/6/7/8/9/8/7/6/5 1 20 -", "throws used"),
        ("5/6/7/8/9/8/7/6/5 01,1 20 -", "throws used"),
        ("5/6/7/8/9/8/7/6/5 1,1 361 -", "0 to 360"),
        ("5/6/7/8/9/8/7/6/5 1,1 +9 -", "0 to 360"),
        ("5/6/7/8/9/8/7/6/5 1,1 99999999999999999999 -", "0 to 360"),
        ("5/6/7/8/9/8/7/6/5 1,1 20 xyz", "not a key"),
        ("5/6/7/8/9/8/7/6/5 1,1 20 AB", "as it is written here"),
        ("5/6/7/8/9/8/7/6/5 1,1 3 a,b,c", "longer than"),
        ("5/6/7/8/9/8/7/6/5 1,1 20 a,b,a,b,a", "three times"),
    ]);
}

#[test]
fn refuses_text_that_is_no_move() {
    for text in [
        "",
        "r",
        "R@0,0",
        "r@5,0",
        "r@3,3",
        "r@+1,0",
        "r@00,0",
        "r@0,0 ",
        "0,0",
        "0,0>",
        "0,0>0,1>0,2",
        "rr@0,0",
    ] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

/// Keys are kept in records and books; a change is a breaking change.
#[test]
fn the_key_is_pinned() {
    let game = after::<RoPaSci>("s@4,-2|r@-4,1 s@4,-2|p@-4,2 4,-2>3,-2|-4,1>-3,0");
    assert_eq!(game.key(), 0x165d_cb3c_abb4_fc7f, "{:#x}", game.key());
}
