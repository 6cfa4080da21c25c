//! Chexers against the laws, its perft table, the original referee's traces, its slow twin and its
//! rules in words.

use std::path::Path;

use truel_core::trace::list_hash;
use truel_core::{AnyGame, BySeat, Capped, Game, Phase, Rng, Seat, Skip, Symmetric, Table, move_texts, random_joint};
use truel_games::Chexers;
use truel_games::chexers::{BLUE, Cell, GREEN, Kind, Move, RED};
use truel_testkit::laws::{self, Effort};
use truel_testkit::lines::{after, played};
use truel_testkit::{rows, texts, traces, twin, twins};

const START: &str = "GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0 0 -";

/// Everybody steps out and back: six plies after which the board is as it was.
const ROUND: &str = "-3,0>-2,0 1,-3>1,-2 2,1>2,0 -2,0>-3,0 1,-2>1,-3 2,0>2,1";

fn read(text: &str) -> Chexers {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn legal(game: &Chexers) -> Vec<String> {
    move_texts(game, game.turn())
}

fn cells(game: &Chexers, seat: Seat) -> String {
    let mut cells: Vec<(i8, i8)> = game.pieces_of(seat).map(|cell| (cell.q(), cell.r())).collect();
    cells.sort_unstable();
    cells.iter().map(|(q, r)| format!("({q},{r})")).collect()
}

#[test]
fn keeps_the_laws() {
    laws::all::<Chexers>(Effort {
        matches: 16,
        ..Effort::default()
    });
    laws::symmetry::<Chexers>(Effort::default());
    laws::skipping::<Chexers>(Effort {
        matches: 4,
        plies: 300,
        ..Effort::default()
    });
    laws::skipping::<Capped<Chexers>>(Effort {
        matches: 1,
        plies: 50,
        ..Effort::default()
    });
}

#[test]
fn a_skipped_turn_is_the_next_seats() {
    let mut game = Chexers::default();
    let key = game.key();
    let undo = game.skip();
    assert_eq!(
        game.to_string(),
        format!("GGGG/5/6/R5B/R4B/R3B/R2B G 0,0,0 1 {key:x}"),
        "one ply later, with the start behind it"
    );
    assert_eq!(game.key(), read(&START.replace(" R ", " G ")).key());
    game.undo(undo);
    assert_eq!(game.to_string(), START);
    assert!(!legal(&game).contains(&"pass".to_owned()));
}

#[test]
fn perft_rows() {
    rows::check::<Chexers>(Path::new("tests/perft/chexers.perft"), u128::MAX);
}

#[test]
fn agrees_with_the_original_referee() {
    let files = [("full.jsonl.gz", 25, 10_794), ("hashed.jsonl.gz", 206, 101_726)];
    traces::agree::<Chexers>(Path::new("tests/data/chexers"), &files);
}

#[test]
fn plays_as_its_slow_twin_does() {
    twin::compare::<Chexers, twins::chexers::Chexers>(12, 2019);
}

#[test]
fn red_starts_with_eight_steps_and_no_jump() {
    let game = Chexers::default();
    assert_eq!(game.to_string(), START);
    let moves = legal(&game);
    assert_eq!(
        moves.join(" "),
        "-3,0>-2,-1 -3,0>-2,0 -3,1>-2,0 -3,1>-2,1 -3,2>-2,1 -3,2>-2,2 -3,3>-2,2 -3,3>-2,3"
    );
    assert_eq!(list_hash(&moves), "0f1402840eb2cfc6");
}

#[test]
fn a_jump_over_an_own_piece_turns_nothing() {
    let game = after::<Chexers>("-3,1>-2,0 1,-3>1,-2 2,1>2,0");
    assert_eq!(
        (legal(&game).len(), list_hash(&legal(&game)).as_str()),
        (14, "9aabc3ad6c5c0a47")
    );
    let jumped = played(game, "-3,0>-1,0");
    assert_eq!(cells(&jumped, RED), "(-3,2)(-3,3)(-2,0)(-1,0)");
    assert_eq!((jumped.piece_count(GREEN), jumped.piece_count(BLUE)), (4, 4));
}

#[test]
fn a_jump_over_another_seats_piece_turns_it() {
    let game = after::<Chexers>("-3,0>-2,-1 0,-3>0,-2 2,1>2,0 -2,-1>-1,-2 3,-3>2,-2 1,2>0,2 -1,-2>-1,-1");
    assert_eq!(
        (legal(&game).len(), list_hash(&legal(&game)).as_str()),
        (17, "f1abc9269452d4a4")
    );
    let game = played(game, "0,-2>-2,0");
    assert_eq!(cells(&game, GREEN), "(-2,0)(-1,-1)(1,-3)(2,-3)(2,-2)");
    assert_eq!(cells(&game, RED), "(-3,1)(-3,2)(-3,3)");
    assert_eq!(cells(&game, BLUE), "(0,2)(0,3)(2,0)(3,0)");
    assert_eq!(
        (legal(&game).len(), list_hash(&legal(&game)).as_str()),
        (16, "71dfe4092b773551")
    );
}

#[test]
fn a_piece_leaves_from_its_own_exit_edge_only() {
    let game = read("R3/5/6/7/6/5/B1GR R 3,3,2 90 -");
    assert_eq!(legal(&game).iter().filter(|mv| mv.ends_with("off")).count(), 0);
    let game = read("3R/5/6/7/6/5/B1GR R 3,3,2 90 -");
    assert!(legal(&game).contains(&"3,-3>off".to_owned()));
    let won = played(game, "3,-3>off");
    assert_eq!(
        (won.exits(RED), won.piece_count(RED), won.reason()),
        (4, 1, Some("exit4"))
    );
    assert_eq!(won.phase(), Phase::Over(BySeat([1.0, 0.0, 0.0])));
    assert_eq!(won.facts()[0], ("exits", [4, 3, 2].as_slice().into()));
}

#[test]
fn a_seat_without_pieces_passes_until_the_end() {
    let game = read("RRRR/RRRR1/1BBBB1/7/6/5/4 G 0,0,0 40 -");
    assert_eq!(legal(&game), ["pass"]);
    assert_eq!(list_hash(&legal(&game)), "03b4240debc883f8");
}

#[test]
fn a_seat_that_is_walled_in_passes_though_it_has_a_piece() {
    let line = "-3,0>-2,-1 1,-3>0,-2 1,2>0,2 -2,-1>-1,-2 0,-3>-2,-1 2,1>1,2 -3,1>-2,0 -2,-1>-2,1 1,2>-1,2 -3,2>-2,2 \
                3,-3>2,-2 \
                -1,2>-3,2 -3,3>-2,3 2,-2>1,-1 0,2>-1,3 -2,3>-3,3 -2,0>-3,1 3,0>2,1 -3,3>-2,3 1,-1>0,-1 2,1>3,0 \
                -2,3>-3,3 \
                -2,1>-1,1 0,3>-2,3";
    let game = after::<Chexers>(line);
    assert_eq!((game.turn(), cells(&game, RED).as_str()), (RED, "(-3,3)"));
    assert_eq!(legal(&game), ["pass"]);
}

#[test]
fn the_fourth_occurrence_is_a_draw_at_ply_18_at_the_earliest() {
    let mut game = Chexers::default();
    for _ in 0..3 {
        assert_eq!(game.reason(), None);
        game = played(game, ROUND);
    }
    assert_eq!((game.ply(), game.reason()), (18, Some("repetition")));
    assert_eq!(game.phase(), Phase::Over(BySeat([0.5; 3])));
}

#[test]
fn the_same_pieces_with_another_seat_to_move_are_another_position() {
    let red: Chexers = read(START);
    let green: Chexers = read("GGGG/5/6/R5B/R4B/R3B/R2B G 0,0,0 0 -");
    assert_ne!(red.key(), green.key());
}

#[test]
fn a_lone_seat_that_walks_to_and_fro_draws_by_repetition() {
    let mut game = read("RRRR/RRRRR/3RRR/7/6/5/4 R 0,0,0 60 -");
    for _ in 0..3 {
        assert_eq!(game.reason(), None);
        game = played(game, "1,-1>1,0 pass pass 1,0>1,-1 pass pass");
    }
    assert_eq!((game.ply(), game.reason()), (78, Some("repetition")));
}

#[test]
fn blues_fourth_exit_on_the_last_ply_wins_nothing() {
    let last = read("B2G/5/6/7/6/5/R3 B 3,3,3 767 -");
    let end = played(last.clone(), "0,-3>off");
    assert_eq!((end.exits(BLUE), end.reason()), (4, Some("maxturns")));
    assert_eq!(end.phase(), Phase::Over(BySeat([0.5; 3])));
    let earlier = read("B2G/5/6/7/6/5/R3 B 3,3,3 764 -");
    assert_eq!(played(earlier, "0,-3>off").reason(), Some("exit4"));
}

#[test]
fn a_repetition_on_the_last_ply_is_told_as_one() {
    let three_times = played(after::<Chexers>(ROUND), ROUND).to_string();
    let late = read(&three_times.replace(" 12 ", " 762 "));
    assert_eq!(played(late, ROUND).reason(), Some("repetition"));
    let later = read(&three_times.replace(" 12 ", " 765 "));
    assert_eq!(played(later, "-3,0>-2,0 1,-3>1,-2 2,1>2,0").reason(), Some("maxturns"));
}

#[test]
fn earlier_positions_are_forgotten_after_an_exit_and_a_last_piece_but_not_after_other_captures() {
    let history = |game: &Chexers| game.to_string().rsplit(' ').next().map(str::to_owned);
    let exit = played(read("3R/5/6/7/6/5/B1GR R 2,3,3 90 ab,cd"), "3,-3>off");
    assert_eq!(history(&exit).as_deref(), Some("-"));
    let last = played(read("3R/5/6/2RG3/6/5/B3 R 3,2,3 90 ab,cd"), "-1,0>1,0");
    assert_eq!((last.piece_count(GREEN), history(&last).as_deref()), (0, Some("-")));
    let other = played(read("3R/5/6/2RG3/6/5/B2G R 2,2,3 90 ab,cd"), "-1,0>1,0");
    assert!(history(&other).is_some_and(|history| history.starts_with("ab,cd,")));
}

#[test]
fn a_win_is_one_point_a_draw_a_third_and_the_others_share_a_forfeit() {
    assert_eq!(Chexers::points(BySeat([0.0, 1.0, 0.0])), BySeat([0.0, 1.0, 0.0]));
    assert_eq!(Chexers::points(BySeat([0.5; 3])), BySeat([1.0 / 3.0; 3]));
    let forfeit = Chexers::default().forfeit(GREEN);
    assert_eq!(forfeit, BySeat([0.5, 0.0, 0.5]));
    assert_eq!(Chexers::points(forfeit), forfeit);
}

#[test]
fn a_third_of_a_turn_makes_red_green() {
    let game = after::<Chexers>("-3,0>-2,0");
    let image = game.image(1);
    assert_eq!((image.turn(), image.ply()), (BLUE, 1));
    assert_eq!(cells(&image, GREEN), "(0,-3)(1,-3)(2,-3)(2,-2)");
    let mv: Move = "3,-3>off".parse().expect("a move");
    assert_eq!(Chexers::image_move(mv, 1).to_string(), "0,3>off");
    assert_eq!(Chexers::image_move(Kind::Pass.into(), 2).to_string(), "pass");
    laws::position(&image);
    let drawn = (0..3).fold(Chexers::default(), |game, _| played(game, ROUND));
    laws::position(&drawn.image(2));
}

#[test]
fn cloning_into_a_kept_position_keeps_its_memory_and_its_future() {
    let mut kept = after::<Chexers>(ROUND);
    let source = played(after::<Chexers>(ROUND), "-3,0>-2,0");
    kept.clone_from(&source);
    laws::assert_same(&kept, &source, "cloned");
    laws::text_keeps_the_future(&kept, 3);
}

#[test]
fn a_table_says_what_is_legal_nearby() {
    let mut table = Table(Chexers::default());
    let error = table.play("-3,0>-1,0").expect_err("no piece to jump over").to_string();
    assert!(error.contains("Red's move `-3,0>-1,0` is not legal here"), "{error}");
    assert!(table.play("-3,0>-2,0").is_ok());
}

#[test]
fn the_texts_on_its_page_are_positions() {
    let page = include_str!("../../../docs/games/chexers.md");
    let (_, section) = page.split_once("## Position text").expect("a section on position text");
    let texts: Vec<&str> = section.split("```").nth(1).expect("examples").lines().skip(1).collect();
    let [start, second, won] = texts[..] else {
        panic!("three examples, not {texts:?}")
    };
    assert_eq!(start, START);
    assert_eq!(second, after::<Chexers>("-3,0>-2,0 3,-3>3,-2").to_string());
    assert_eq!(read(won).reason(), Some("exit4"));
}

#[test]
fn refuses_impossible_positions() {
    texts::assert_refused::<Chexers>(&[
        ("", "rows, seat to move"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0 0", "rows, seat to move"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B  R 0,0,0 0 -", "rows, seat to move"),
        ("GGGG/5/6/R5B/R4B/R3B R 0,0,0 0 -", "7 rows joined by `/`, not 6"),
        (
            "GGGG/5/6/R5B/R4B/R3B/R3B R 0,0,0 0 -",
            "row `R3B` (r = 3) does not have 4 cells",
        ),
        (
            "GGGG/5/6/R5B/R4B/R3B/R1B R 0,0,0 0 -",
            "row `R1B` (r = 3) does not have 4 cells",
        ),
        ("GGGG/5/6/R5B/R4B/R3B/R11B R 0,0,0 0 -", "single digits"),
        ("GGGG/5/6/R5B/R4B/R3B/R0B R 0,0,0 0 -", "single digits"),
        ("GGGG/5/6/R5B/R4B/R3B/R9B R 0,0,0 0 -", "single digits"),
        ("GGGG/5/6/R5B/R4B/R3B/r2B R 0,0,0 0 -", "single digits"),
        ("GGGG/5/6/R5B/R4B/R3B/R2É R 0,0,0 0 -", "single digits"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B Y 0,0,0 0 -", "seat to move"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B RG 0,0,0 0 -", "seat to move"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0 0 -", "three numbers"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0,0 0 -", "three numbers"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,+0 0 -", "three numbers"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,5 0 -", "three numbers"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,1 0 -", "12 together, not 13"),
        ("GGG1/5/6/R5B/R4B/R3B/R2B R 0,0,0 0 -", "12 together, not 11"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0 769 -", "from 0 to 768"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0 00 -", "from 0 to 768"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0 99999999999 -", "from 0 to 768"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0 0 ab", "more positions than 0 plies"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0 9 ab,,cd", "not a key"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0 9 AB", "as it is written here"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0 9 0ab", "as it is written here"),
        ("GGGG/5/6/R5B/R4B/R3B/R2B R 0,0,0 9 a,b,a,b,a,b,a", "four times"),
        ("3R/5/6/7/6/5/R2G R 4,4,1 90 -", "two seats"),
        ("3R/5/6/7/6/5/R2G B 4,3,2 90 -", "another seat has moved"),
        ("3R/5/6/7/6/5/R2G G 4,3,2 90 ab", "before an exit"),
    ]);
}

#[test]
fn refuses_moves_that_are_none() {
    texts::assert_refused::<Move>(&[
        ("", "a move is"),
        ("Pass", "a move is"),
        ("-3,0", "a move is"),
        ("-3,0>", "a cell is"),
        ("-3,0>OFF", "a cell is"),
        ("-3,0>-2,0 ", "a cell is"),
        ("-3,+0>-2,0", "a cell is"),
        ("-3,00>-2,0", "a cell is"),
        ("-3,-0>-2,0", "a cell is"),
        ("-3,-1>-2,0", "a cell is"),
        ("3,1>off", "a cell is"),
        ("-3,0>-2,0>-1,0", "a cell is"),
        ("-3,0>-3,0", "two in a straight line"),
        ("-3,0>0,0", "two in a straight line"),
        ("-3,0>-1,-1", "two in a straight line"),
    ]);
}

/// Keys are kept in records and books; a change is a breaking change.
#[test]
fn the_key_is_pinned() {
    let game = after::<Chexers>("-3,0>-2,0 1,-3>1,-2 2,1>2,0");
    assert_eq!(game.key(), 0x0fc0_c11e_7ceb_0a27, "{:#x}", game.key());
}

/// What could be jumped over, and how far everybody has to go, agree with the moves and pieces of
/// random matches.
#[test]
fn exposed_men_and_steps_are_those_of_the_moves_and_pieces() {
    for seed in 0..20 {
        let (mut game, mut rng) = (Chexers::default(), Rng::new(seed));
        while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            let turn = game.turn();
            let mut moves = Vec::new();
            game.moves(turn, &mut moves);
            let is_captured = |cell: Cell| {
                let is_over = |mv: &Move| matches!(mv.kind(), Kind::Jump { over, .. } if over == cell);
                game.owner(cell) != Some(turn) && moves.iter().any(is_over)
            };
            for cell in Cell::all() {
                assert_eq!(game.is_exposed(cell, turn), is_captured(cell), "{cell} in {game}");
            }
            for seat in Seat::all(3) {
                let by_any = |cell: &Cell| Seat::all(3).any(|other| game.is_exposed(*cell, other));
                let exposed = game.pieces_of(seat).filter(by_any).count();
                assert_eq!(game.exposed_count(seat) as usize, exposed, "{seat:?} in {game}");
                assert_eq!(game.exposed_counts()[seat] as usize, exposed, "{seat:?} in {game}");
                let mut by_steps = [0; 7];
                game.pieces_of(seat)
                    .for_each(|cell| by_steps[usize::from(cell.steps_to_exit(seat))] += 1);
                assert_eq!(game.pieces_by_steps(seat), by_steps);
            }
            game.play(joint);
        }
    }
}

#[test]
fn distances_are_those_of_steps() {
    let cell = |text: &str| text.parse::<Cell>().expect("a cell");
    for (from, to, distance) in [
        ("-3,0", "3,0", 6),
        ("-3,0", "0,-3", 3),
        ("0,3", "3,-3", 6),
        ("1,1", "-1,2", 2),
    ] {
        assert_eq!(
            (cell(from).distance(cell(to)), cell(to).distance(cell(from))),
            (distance, distance)
        );
    }
    let rings: Vec<usize> = (0..4)
        .map(|steps| Cell::all().filter(|cell| cell.steps_to_rim() == steps).count())
        .collect();
    assert_eq!(rings, [18, 12, 6, 1]);
}

#[test]
fn occurrences_are_counted_from_the_first() {
    let mut game = Chexers::default();
    assert_eq!(game.occurrences(), 1);

    for mv in ROUND.split(' ') {
        game.play([mv.parse().expect("a move")]);
    }
    assert_eq!(game.occurrences(), 2);
}
