//! Pentago-Swap against the laws, the original referee's tables and matches, a slow twin and its
//! rules in words.

use std::path::Path;

use truel_core::draw::{Draw, Touch};
use truel_core::{Game, Phase, Rng, Seat, Symmetric, for_each_joint, legal_joint, playout, random_joint};
use truel_games::PentagoSwap;
use truel_games::pentago_swap::Placement;
use truel_testkit::laws::{self, Effort};
use truel_testkit::lines::after;
use truel_testkit::{rows, texts, traces, twin, twins};

fn read(text: &str) -> PentagoSwap {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// What White and Black got, and why.
fn result(game: &PentagoSwap) -> Option<([f32; 2], &'static str)> {
    match game.phase() {
        Phase::Act(_) => None,
        Phase::Over(payoffs) => Some((payoffs.0, game.reason().expect("over for a reason"))),
    }
}

fn move_count(game: &PentagoSwap) -> usize {
    game.phase()
        .acting()
        .iter()
        .map(|seat| game.move_count(seat, &mut Vec::new()))
        .sum()
}

#[test]
fn keeps_the_laws() {
    laws::all::<PentagoSwap>(Effort::default());
    laws::symmetry::<PentagoSwap>(Effort::default());
}

#[test]
fn perft_rows() {
    rows::check::<PentagoSwap>(Path::new("tests/perft/pentago-swap.perft"), 1_000_000_000_000);
}

#[test]
fn agrees_with_the_original_referee() {
    let files = [("full.jsonl.gz", 22, 615), ("hashed.jsonl.gz", 200, 5271)];
    traces::agree::<PentagoSwap>(Path::new("tests/data/pentago-swap"), &files);
}

#[test]
fn plays_like_its_slow_twin() {
    twin::compare::<PentagoSwap, twins::pentago_swap::PentagoSwap>(300, 2019);
}

/// How many lines of exactly so many plies end with a win of White, a win of Black, a draw.
fn ends(game: &mut PentagoSwap, depth: u32, stack: &mut Vec<Placement>) -> [u64; 3] {
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
fn matches_end_as_often_and_in_the_way_the_original_referee_counted() {
    // The positions A, B, C and D of the perft file, with [White wins, Black wins, draws] by depth.
    let tables: [(&str, &[[u64; 3]]); 4] = [
        ("6/1b4/bw1ww1/2w3/1b1bb1/w1bw2 w", &[[0, 0, 0], [0, 0, 0], [7040, 0, 0]]),
        (
            "b1bw1w/b1bwbb/2bw1w/3b1w/1wb1w1/w1bw2 w",
            &[[2, 16, 0], [750, 794, 30], [22136, 49940, 29314]],
        ),
        (
            "1bbbwb/1wb1wb/1wwwbb/wwwbbw/b1bwwb/2bww1 w",
            &[[13, 7, 1], [50, 424, 76], [3745, 7163, 1399], [20559, 87068, 29061]],
        ),
        (
            "wbbwwb/wb1wbb/wwwbbb/2bbw1/w1wbbb/wwwwbw b",
            &[
                [3, 3, 12],
                [117, 20, 88],
                [253, 93, 449],
                [1377, 330, 1666],
                [891, 185, 3094],
            ],
        ),
    ];
    let file = std::fs::read_to_string("tests/perft/pentago-swap.perft").expect("the perft file");
    let lines: Vec<&str> = file.lines().filter_map(|line| line.strip_prefix("moves:")).collect();
    assert_eq!(lines.len(), tables.len());
    for (line, (text, expected)) in lines.into_iter().zip(tables) {
        let mut game = after::<PentagoSwap>(line);
        assert_eq!(game.to_string(), text);
        for (depth, expected) in (1..).zip(expected) {
            assert_eq!(
                ends(&mut game, depth, &mut Vec::new()),
                *expected,
                "{text}, depth {depth}"
            );
        }
    }
}

#[test]
fn a_piece_travels_with_its_quadrant() {
    for (mv, there) in [
        ("a1:tltr", "3w2/6/6/6/6/6 b"),
        ("b2:tlbr", "6/6/6/6/4w1/6 b"),
        ("f6:tlbr", "6/6/2w3/6/6/6 b"),
        ("b2:trbl", "6/1w4/6/6/6/6 b"),
        ("c4:blbr", "6/6/6/5w/6/6 b"),
        ("e1:trbl", "6/6/6/1w4/6/6 b"),
    ] {
        assert_eq!(after::<PentagoSwap>(mv).to_string(), there, "{mv}");
    }
    assert_eq!(after::<PentagoSwap>("a1:tltr a1:tltr").to_string(), "w2b2/6/6/6/6/6 w");
    assert_eq!(after::<PentagoSwap>("b2:trbl c1:tltr").to_string(), "5b/4w1/6/6/6/6 w");
}

#[test]
fn five_after_the_swap_wins_and_five_before_it_is_worth_nothing() {
    let eight = "a1:blbr a3:blbr b1:blbr b3:blbr c1:blbr d3:blbr d1:blbr f3:blbr";
    assert_eq!(
        result(&after::<PentagoSwap>(&format!("{eight} e1:blbr"))),
        Some(([1.0, 0.0], "five"))
    );
    let broken = after::<PentagoSwap>(&format!("{eight} e1:tltr"));
    assert_eq!((result(&broken), move_count(&broken)), (None, 162));
    assert!(broken.to_string().starts_with("ww1www/"), "{broken}");
}

#[test]
fn a_swap_may_give_the_win_away_or_make_two_fives() {
    let nine = "a1:trbl a3:trbl b1:trbl b3:trbl c1:trbl d6:trbl d4:trbl e6:trbl e4:trbl";
    let end = |last: &str| result(&after::<PentagoSwap>(&format!("{nine} {last}")));
    assert_eq!(end("f6:trbr"), Some(([1.0, 0.0], "opponent_five")));
    assert_eq!(end("c3:trbr"), Some(([0.5, 0.5], "both_five")));
    assert_eq!(end("c3:trbl"), None);
    assert_eq!(move_count(&after::<PentagoSwap>(&format!("{nine} c3:trbl"))), 156);
}

#[test]
fn the_last_ply_is_played_and_may_still_decide() {
    let mut reasons = std::collections::BTreeSet::new();
    for index in 0..20_000 {
        let (mut game, mut rng) = (PentagoSwap::default(), Rng::for_match(36, index));
        for _ in 0..35 {
            let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) else {
                break;
            };
            game.play(joint);
        }
        if !game.phase().is_over() {
            assert_eq!(move_count(&game), 6, "{game}");
            playout(&mut game, &mut rng, &mut Vec::new());
            reasons.extend(game.reason());
        }
    }
    assert_eq!(
        reasons.into_iter().collect::<Vec<_>>(),
        ["both_five", "five", "full_board", "opponent_five"]
    );
}

#[test]
fn every_window_of_five_counts_once_and_no_other_does() {
    let mut fives = 0;
    for (row, column) in (0..6i32).flat_map(|row| (0..6).map(move |column| (row, column))) {
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let cells: Vec<_> = (0..5).map(|step| (row + step * down, column + step * right)).collect();
            if cells.iter().all(|(r, c)| (0..6).contains(r) && (0..6).contains(c)) {
                assert!(white_alone(&cells), "{cells:?}");
                assert!((0..5).all(|gap| !white_alone(&[&cells[..gap], &cells[gap + 1..]].concat())));
                fives += 1;
            }
        }
    }
    assert_eq!(fives, 32);
}

/// Whether White wins with these pieces, Black's being scattered where they make no line.
fn white_alone(cells: &[(i32, i32)]) -> bool {
    let free = (0..6).flat_map(|row| (0..6).map(move |column| (row, column)));
    let scattered = free.filter(|(row, column)| (2 * row + column) % 5 == 0 && !cells.contains(&(*row, *column)));
    let black: Vec<_> = scattered.take(cells.len() - 1).collect();
    let rows: Vec<String> = (0..6)
        .map(|row| {
            let sign = |column| match (cells.contains(&(row, column)), black.contains(&(row, column))) {
                (true, _) => 'w',
                (_, true) => 'b',
                _ => '1',
            };
            let signs: String = (0..6).map(sign).collect();
            (2..=6)
                .rev()
                .fold(signs, |signs, run| signs.replace(&"1".repeat(run), &run.to_string()))
        })
        .collect();
    let game = read(&format!("{} b", rows.join("/")));
    result(&game) == Some(([1.0, 0.0], "five"))
}

#[test]
fn a_drawn_move_is_the_one_picked_from_the_list() {
    let (mut game, mut rng) = (PentagoSwap::default(), Rng::new(5));
    while let Phase::Act(seats) = game.phase() {
        let mut moves = Vec::new();
        game.moves(seats.first(), &mut moves);
        let picked = rng.clone().pick(&moves);
        assert_eq!(
            game.random_move(seats.first(), &mut rng, &mut Vec::new()),
            picked,
            "{game}"
        );
        game.play([picked]);
    }
}

#[test]
fn symmetries_move_cells_and_quadrants_alike() {
    let mv: Placement = "b1:tltr".parse().expect("a move");
    let images: Vec<String> = (0..8).map(|s| PentagoSwap::image_move(mv, s).to_string()).collect();
    assert_eq!(
        images,
        [
            "b1:tltr", "f2:trbr", "e6:blbr", "a5:tlbl", "e1:tltr", "f5:trbr", "b6:blbr", "a2:tlbl"
        ]
    );
}

#[test]
fn refuses_what_is_no_move() {
    texts::assert_refused::<Placement>(&[
        ("a1:tltl", "with itself"),
        ("g1:tltr", "column a to f"),
        ("a7:tltr", "row 1 to 6"),
        ("a0:tltr", "row 1 to 6"),
        ("A1:tltr", "column a to f"),
        ("a1:TLTR", "two of the quadrants"),
        ("a1:tl", "two of the quadrants"),
        ("a1:tltrbl", "two of the quadrants"),
        ("a1:tltr ", "two of the quadrants"),
        ("a1:é€", "two of the quadrants"),
        ("a1tltr", "a cell, a colon"),
        ("", "a cell, a colon"),
    ]);
    let occupied = legal_joint(&after::<PentagoSwap>("a1:tltr"), "d1:tltr").expect_err("d1 is occupied");
    assert!(occupied.to_string().contains("not legal here"), "{occupied}");
}

#[test]
fn a_reversed_pair_is_read_as_the_pair() {
    assert_eq!("a1:brtl".parse(), "a1:tlbr".parse::<Placement>());
    assert_eq!("a1:brtl".parse::<Placement>().expect("a move").to_string(), "a1:tlbr");
}

#[test]
fn reads_positions_before_during_and_after_a_match() {
    assert_eq!(read("6/6/6/6/6/6 w"), PentagoSwap::default());
    assert_eq!(read("6/6/6/6/4w1/6 b"), after::<PentagoSwap>("b2:tlbr"));
    assert_eq!(result(&read("wwwww1/6/bb1bb1/6/6/6 b")), Some(([1.0, 0.0], "five")));
}

#[test]
fn refuses_impossible_positions() {
    texts::assert_refused::<PentagoSwap>(&[
        ("", "six rows"),
        ("6/6/6/6/6/6", "who moves"),
        ("6/6/6/6/6 w", "needs six rows"),
        ("6/6/6/6/6/6/6 w", "needs six rows"),
        ("6/6/6/6/6/5 w", "has fewer"),
        ("6/6/6/6/6/6w b", "has more"),
        ("6/6/6/6/6/w6 b", "has more"),
        ("6/6/6/6/6/33 w", "one digit"),
        ("6/6/6/6/6/7 w", "a row is made of"),
        ("6/6/6/6/6/0w5 b", "a row is made of"),
        ("6/6/6/6/6/x5 w", "a row is made of"),
        ("6/6/6/6/6/é4 w", "a row is made of"),
        ("6/6/6/6/6/w5 w", "other's turn"),
        ("6/6/6/6/6/6 b", "other's turn"),
        ("6/6/6/6/6/b5 w", "or one more"),
        ("6/6/6/6/6/ww4 b", "or one more"),
        ("6/6/6/6/6/6 x", "`w` or `b`"),
        ("6/6/6/6/6/6 w ", "`w` or `b`"),
        ("6/6/6/6/6/6  w", "`w` or `b`"),
        // Whatever swap came last, undoing it leaves whole rows, columns or a diagonal of one
        // colour.
        ("wwwwww/wwwwww/wwwwww/bbbbbb/bbbbbb/bbbbbb w", "no last move"),
    ]);
}

#[test]
fn reports_the_board_as_the_traces_do() {
    let facts = after::<PentagoSwap>("a1:tltr f6:blbr").facts();
    assert_eq!(facts.len(), 1);
    assert_eq!(facts[0].0, "final");
    assert_eq!(facts[0].1, "...w............................b...");
}

#[test]
fn a_hand_touches_the_cell_and_then_chooses_the_pair() {
    let gesture = PentagoSwap::gesture("e4:trbl".parse().expect("a move"));
    let [Touch::Cell(cell), Touch::Choice(pair)] = &gesture[..] else {
        panic!("{gesture:?}");
    };
    assert_eq!(PentagoSwap::board().cells[*cell].name, "e4");
    assert_eq!(pair, "trbl");
}

#[test]
fn pieces_are_drawn_where_the_text_says() {
    let mut pieces = Vec::new();
    read("5b/4w1/6/6/6/6 w").pieces(&mut pieces);
    let mut drawn: Vec<_> = pieces
        .iter()
        .map(|piece| {
            (
                piece.plain.as_str(),
                PentagoSwap::board().cells[piece.cell].name.as_str(),
            )
        })
        .collect();
    drawn.sort_unstable();
    assert_eq!(drawn, [("b", "f1"), ("w", "e2")]);
}

#[test]
fn open_windows_are_those_without_a_piece_of_the_other() {
    let (white, black) = (Seat::new(0), Seat::new(1));
    assert_eq!(PentagoSwap::default().open_windows(white), [32, 0, 0, 0, 0, 0]);
    let game = read("w1w3/6/6/6/6/5b b");
    // a1: two rows of windows and columns and diagonals meet there; the long diagonal to f6 has one
    // window with Black's piece.
    assert_eq!(
        game.open_windows(white).iter().map(|n| u32::from(*n)).sum::<u32>() + blocked(&game, black),
        32
    );
    assert_eq!(game.open_windows(white)[2], 1, "only a1 to e1 holds both");
}

/// Windows that hold a piece of `seat`, found by looking at every cell of every line.
fn blocked(game: &PentagoSwap, seat: Seat) -> u32 {
    let text: Vec<char> = game.facts()[0].1.as_str().expect("a board").chars().collect();
    let sign = ['w', 'b'][seat.index()];
    let mut blocked = 0;
    for (down, right) in [(0i32, 1i32), (1, 0), (1, 1), (1, -1)] {
        for (row, column) in (0..36).map(|cell| (cell / 6, cell % 6)) {
            let cells: Vec<(i32, i32)> = (0..5).map(|i| (row + i * down, column + i * right)).collect();
            let is_window = cells.iter().all(|(r, c)| (0..6).contains(r) && (0..6).contains(c));
            blocked += u32::from(is_window && cells.iter().any(|(r, c)| text[(6 * r + c) as usize] == sign));
        }
    }
    blocked
}

#[test]
fn a_position_is_small() {
    assert_eq!(size_of::<PentagoSwap>(), 24);
    assert_eq!(size_of::<Placement>(), 2);
}

/// Keys are kept in records and books; a change is a breaking change.
#[test]
fn the_key_is_pinned() {
    let game = read("6/1w4/6/3b2/6/6 w");
    assert_eq!(game.key(), 0x0b91_844e_e654_a11d, "{:#x}", game.key());
}

/// Who would win with each legal move and, where the match goes on, whether the other seat could
/// then make a five.
fn outcomes(game: &PentagoSwap) -> Vec<(Placement, Option<f32>, bool)> {
    let seat = game.phase().acting().first();
    let (mut moves, mut after) = (Vec::new(), *game);
    game.moves(seat, &mut moves);
    let mut judge = |mv: Placement| {
        let undo = after.play([mv]);
        let payoff = match after.phase() {
            Phase::Over(payoffs) => Some(payoffs[seat]),
            Phase::Act(_) => None,
        };
        let mut replies = Vec::new();
        after.moves(seat.next(2), &mut replies);
        let has_five = replies.iter().any(|reply| {
            let mut end = after;
            end.play([*reply]);
            matches!(end.reason(), Some("five" | "both_five"))
        });
        after.undo(undo);
        (mv, payoff, has_five)
    };
    moves.into_iter().map(&mut judge).collect()
}

/// Moves that win and moves that are safe, found by tables, against playing every move and every
/// reply.
#[test]
fn threats_are_those_that_playing_on_shows() {
    let mut rng = Rng::new(5);
    let (mut wins, mut safe) = (0, 0);
    for _ in 0..12 {
        let mut game = PentagoSwap::default();
        while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            if game.plies() >= 12 && game.plies() < 35 {
                let (mut winning, mut calm) = (Vec::new(), Vec::new());
                game.winning_moves(&mut winning);
                game.safe_moves(&mut calm);
                for (mv, payoff, has_five) in outcomes(&game) {
                    assert_eq!(winning.contains(&mv), payoff == Some(1.0), "{game}: {mv}");
                    if payoff.is_none() {
                        assert_eq!(calm.contains(&mv), !has_five, "{game}: {mv}");
                    }
                }
                assert_eq!(game.can_win(), !winning.is_empty());
                assert_eq!(game.has_safe_move(), !calm.is_empty());
                (wins, safe) = (wins + winning.len(), safe + calm.len());
            }
            game.play(joint);
        }
    }
    assert!(wins > 0 && safe > 0, "{wins} winning, {safe} safe moves");
}

/// Forcing moves, found by tables, against the safe moves after every move.
#[test]
fn forcing_moves_leave_at_most_one_reply_for_each_pair() {
    let mut rng = Rng::new(5);
    let (mut forced, mut won) = (0, 0);
    for _ in 0..40 {
        let mut game = PentagoSwap::default();
        while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            let (mut moves, mut forcing) = (Vec::new(), Vec::new());
            game.moves(Seat::new(game.plies() as usize % 2), &mut moves);
            game.forcing_moves(&mut forcing);
            // With one cell left, at most one reply for each pair is all there are.
            moves.retain(|_| game.plies() < 34);
            for mv in moves {
                let mut after = game;
                after.play([mv]);
                if after.reason().is_some() {
                    continue;
                }
                let safe = after.safe_cells().map(u64::count_ones);
                let found = forcing.iter().find(|forcing| forcing.placement == mv);
                let expected = safe.iter().all(|cells| *cells <= 1).then(|| safe.iter().sum());
                assert_eq!(
                    found.map(|forcing| u32::from(forcing.replies)),
                    expected,
                    "{game}: {mv}"
                );
                forced += usize::from(expected.is_some());
                won += usize::from(expected == Some(0));
            }
            game.play(joint);
        }
    }
    assert!(forced > won && won > 0, "{forced} forcing moves, {won} of them winning");
}

/// Also where a five of one's own makes a draw of the other's.
#[test]
fn holding_cells_are_those_after_which_the_other_cannot_win() {
    let mut rng = Rng::new(6);
    let mut drawn = 0;
    for _ in 0..30 {
        let mut game = PentagoSwap::default();
        while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            let (seat, mut moves) = (Seat::new(game.plies() as usize % 2), Vec::new());
            game.moves(seat, &mut moves);
            let (safe, holding) = (game.safe_cells(), game.holding_cells());
            // The last piece ends the match, which is never safe.
            moves.retain(|_| game.plies() < 35 && !game.can_win());
            for mv in moves {
                let mut after = game;
                after.play([mv]);
                let holds = match after.phase() {
                    Phase::Over(payoffs) => payoffs[seat] > 0.0,
                    Phase::Act(_) => !after.can_win(),
                };
                let has = |cells: [u64; 6]| cells[mv.pair.index()] & (1 << mv.cell.index()) != 0;
                assert_eq!(has(holding), holds, "{game}: {mv}");
                drawn += usize::from(holds && !has(safe));
            }
            game.play(joint);
        }
    }
    assert!(drawn > 0, "nothing held by a five of one's own");
}

#[test]
fn the_longest_line_runs_in_any_direction_and_not_over_the_edge() {
    let longest = |text: &str| [0, 1].map(|seat| read(text).longest_line(Seat::new(seat)));
    assert_eq!(longest("6/6/6/6/6/6 w"), [0, 0]);
    assert_eq!(longest("4ww/ww4/b5/b5/b5/5b w"), [2, 3]);
    assert_eq!(longest("w4b/1w2b1/2w3/2bw2/6/6 b"), [4, 2]);
    assert_eq!(longest("5w/4w1/3w2/6/bb4/b5 w"), [3, 2]);
}
