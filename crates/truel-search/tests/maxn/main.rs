//! Max^n and its relatives on random trees and on real positions of all games.

mod candidates;
#[path = "../common/mod.rs"]
mod common;
mod fewer_seats;
mod games;
mod limits;
mod mixes;
mod trees;

use std::fmt::Display;

use truel_core::{Game, Rng, TurnBased, random_joint};
use truel_search::maxn::Pruning;
use truel_search::{Choice, Limits, MaxN, Opinion, Search, maxn};

const PRUNINGS: [Pruning; 4] = [
    Pruning::Immediate,
    Pruning::Shallow,
    Pruning::LastBranch,
    Pruning::Speculative,
];

/// What `search` thinks of `game`, for the seat to move.
fn look<G: TurnBased>(mut search: impl Search<G>, game: &G, limits: &Limits) -> Choice<G> {
    search.search(game, game.phase().acting().first(), limits)
}

fn by_maxn<G: TurnBased, O: Opinion<G>>(opinion: O, config: maxn::Config, game: &G, depth: u32) -> Choice<G> {
    look(MaxN::with_config(opinion, config), game, &Limits::depth(depth))
}

/// Compares value, move and expected line: everything that pruning must not change.
#[track_caller]
fn assert_same<G: TurnBased>(left: &Choice<G>, right: &Choice<G>, what: impl Display) {
    assert_eq!(left.value, right.value, "{what}");
    assert_eq!(left.best(), right.best(), "{what}");
    let text = |choice: &Choice<G>| choice.line.iter().map(|[mv]| mv.to_string()).collect::<Vec<_>>();
    assert_eq!(text(left), text(right), "{what}");
}

/// A position some random plies into a match, before its end.
fn some_position<G: Game>(seed: u64, plies: u32) -> G {
    let (mut game, mut rng, mut scratch) = (G::default(), Rng::new(seed), Vec::new());
    for _ in 0..plies {
        let joint = random_joint(&game, &mut rng, &mut scratch).expect("the match goes on");
        let undo = game.play(joint);
        if game.phase().is_over() {
            game.undo(undo);
            break;
        }
    }
    game
}
