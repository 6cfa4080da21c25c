//! Chexers with seats that are out.

use truel_core::{BySeat, Game, Phase, Seat};
use truel_games::Chexers;
use truel_games::chexers::{Cell, RED};
use truel_search::maxn::{Passes, Pruning};
use truel_search::{HashOpinion, Limits, MaxN, Reduce, Search, Solo, maxn};
use truel_testkit::lines::played;

use super::{PRUNINGS, by_maxn, look};

/// A lower bound on the moves that `seat` needs: each piece jumps two cells at best, and leaves by
/// one more move.
fn jumps_to_go(game: &Chexers, seat: Seat) -> u32 {
    let moves = |cell: Cell| u32::from(cell.steps_to_exit(seat)).div_ceil(2) + 1;
    let mut ways: Vec<u32> = game.pieces_of(seat).map(moves).collect();
    ways.sort_unstable();
    ways.into_iter().take(4 - usize::from(game.exits(seat))).sum()
}

/// Only Red has pieces.
const ALONE: [&str; 5] = [
    "4/5/6/R5R/6/5/R3 R 3,3,3 9 -",
    "4/5/RR4/7/6/5/R3 R 3,3,3 9 -",
    "4/2RR1/6/3R3/6/5/R3 R 2,3,3 9 -",
    "2RR/5/6/7/6/5/RR2 R 2,3,3 9 -",
    "3R/4R/4RR/R6/6/5/4 R 1,3,3 9 -",
];

/// Whether `seat` can win within so many moves of its own, by trying everything.
fn wins_within(game: &mut Chexers, seat: Seat, own_moves: u32) -> bool {
    let mover = match game.phase() {
        Phase::Over(payoffs) => return payoffs[seat] == 1.0,
        Phase::Act(seats) => seats.first(),
    };
    if mover == seat && own_moves == 0 {
        return false;
    }
    let mut moves = Vec::new();
    game.moves(mover, &mut moves);
    moves.into_iter().any(|mv| {
        let undo = game.play([mv]);
        let wins = wins_within(game, seat, own_moves - u32::from(mover == seat));
        game.undo(undo);
        wins
    })
}

/// Max^n with free passes where two seats are left.
fn reduce() -> Reduce<Solo, MaxN<HashOpinion>> {
    let free = maxn::Config::default().with_passes(Passes::Free);
    Reduce::new(Solo::default(), MaxN::with_config(HashOpinion::default(), free))
}

#[track_caller]
fn assert_shortest(game: &Chexers) {
    let shortest = (1..7)
        .find(|&moves| wins_within(&mut game.clone(), RED, moves))
        .expect("a way");
    let blind = Solo::default().shortest(game, RED, &Limits::default());
    let guided = Solo::new(jumps_to_go).shortest(game, RED, &Limits::default());
    let (visits_blind, visits) = (blind.nodes, guided.nodes);
    let (blind, guided) = (blind.way.expect("a way"), guided.way.expect("a way"));
    assert_eq!((blind.steps, guided.steps), (shortest, shortest), "{game}");
    assert!(visits <= visits_blind, "{visits} against {visits_blind}");
    let mut replayed = game.clone();
    for &joint in &guided.line {
        replayed.play(joint);
    }
    assert_eq!(replayed.phase(), Phase::Over(BySeat([1.0, 0.0, 0.0])));
}

fn chexers(text: &str) -> Chexers {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_last_seat_finds_the_shortest_way_out() {
    for text in ALONE {
        assert_shortest(&chexers(text));
    }
}

#[test]
fn a_way_through_a_position_seen_too_often_is_no_way() {
    // The piece in front has stood on 2,0 three times.
    let there = "2,0>1,0 pass pass ";
    let back = "1,0>2,0 pass pass ";
    let line = [there, back, there, back, there].concat();
    let game = played(chexers("4/5/6/5R1/6/R4/R3 R 3,3,3 9 -"), &line);
    assert_shortest(&game);
    assert_eq!(
        played(game, back).reason(),
        Some("repetition"),
        "so the way leads round 2,0"
    );
}

#[test]
fn the_last_ply_of_the_match_ends_every_way() {
    let late = |ply: u32| chexers(&format!("4/5/5R/7/6/5/RR2 R 3,3,3 {ply} -"));
    assert!(
        Solo::default()
            .shortest(&late(700), RED, &Limits::default())
            .way
            .is_some()
    );
    assert!(
        Solo::default()
            .shortest(&late(766), RED, &Limits::default())
            .way
            .is_some()
    );
    assert!(
        Solo::default()
            .shortest(&late(767), RED, &Limits::default())
            .way
            .is_none()
    );
}

#[test]
fn with_one_seat_left_the_way_is_played_to_the_end() {
    let mut game = chexers("R3/R4/RR4/R6/6/5/R3 R 0,3,3 9 -");
    let mut search = reduce().with_solo(Solo::new(jumps_to_go));
    let mut steps = Vec::new();
    while let Phase::Act(seats) = game.phase() {
        let seat = seats.first();
        let choice = search.search(&game, seat, &Limits::nodes(2_000_000));
        if seat == RED {
            assert!(choice.is_proven && choice.value[RED] == 1.0, "{game}");
            steps.push(choice.line.iter().filter(|[mv]| mv.to_string() != "pass").count());
        }
        game.play([choice.best()]);
    }
    assert_eq!(game.reason(), Some("exit4"));
    assert!(
        steps.windows(2).all(|pair| pair[1] + 1 == pair[0]),
        "each move is one step on the way: {steps:?}"
    );
}

/// Blue is out.
const TWO_LEFT: [&str; 4] = [
    "GGGG/1R3/6/R3G2/R5/R2G1/R3 R 1,0,0 12 -",
    "GG2/1R2G/2R3/R3G2/R5/R4/R3 R 0,1,1 31 -",
    "4/1RG2/2RG2/7/1G4/R2R1/1R2 R 1,1,2 60 -",
    "2R1/1G3/G2R2/7/1G1R2/R4/1G2 G 1,1,2 61 -",
];

#[test]
fn free_passes_reach_what_counted_ones_reach_a_ply_later() {
    for text in TWO_LEFT {
        let game = chexers(text);
        for (free, counted) in [(2, 3), (4, 6)] {
            if free == 4 && game.piece_count(RED) > 5 {
                continue; // Large trees.
            }
            let plain = by_maxn(HashOpinion::default(), maxn::Config::plain(), &game, counted);
            let mut reduce = reduce();
            for pruning in [Pruning::None].into_iter().chain(PRUNINGS) {
                reduce.two.config = maxn::Config::plain().with_pruning(pruning).with_passes(Passes::Free);
                let reduced = look(reduce.clone(), &game, &Limits::depth(free));
                assert_eq!((reduced.value, reduced.best()), (plain.value, plain.best()), "{game}");
            }
        }
    }
}

#[test]
fn a_line_shows_the_free_passes() {
    let reduce = reduce();
    let choice = look(reduce, &chexers(TWO_LEFT[0]), &Limits::depth(3));
    let line: Vec<String> = choice.line.iter().map(|[mv]| mv.to_string()).collect();
    assert_eq!((line.len(), line[2].as_str(), choice.depth), (4, "pass", 3));
}
