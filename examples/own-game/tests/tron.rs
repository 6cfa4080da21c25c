//! Tron against the laws, its perft rows, its rules in words, and the searches of the library.

use own_game::tron::{Direction, Tron};
use truel_core::{
    AnyGame, Capped, Game, Phase, Rng, Seat, Seats, Serial, Table, UpTo, divide, legal_joint, perft, random_joint,
};
use truel_search::alphabeta::{AlphaBeta, Config};
use truel_search::joint::tree::Settings;
use truel_search::joint::{Duct, Exp3, Induction, RegretMatching, Transpositions, is_foldable};
use truel_search::mcts::Mcts;
use truel_search::{Indifferent, InnerOpinion, Limits, MaxN, Search, Serialised};
use truel_testkit::laws::{self, Effort};
use truel_testkit::lines::after;
use truel_testkit::texts;

const BLUE: Seat = Seat::new(0);
const RED: Seat = Seat::new(1);
const GREEN: Seat = Seat::new(2);

fn payoffs(game: &Tron) -> [f32; 3] {
    match game.phase() {
        Phase::Over(payoffs) => payoffs.0,
        Phase::Act(_) => panic!("{game}: the match goes on"),
    }
}

#[test]
fn keeps_the_laws() {
    laws::all::<Tron>(Effort::default());
    laws::symmetry::<Tron>(Effort::default());
}

/// Six directions for each living seat: 6^3 joint moves, and 6^2 once somebody is out.
#[test]
fn perft_rows() {
    for (depth, count) in [(0, 1), (1, 216), (2, 46_656)] {
        assert_eq!(perft(&mut Tron::default(), depth, &mut Vec::new()), count, "depth {depth}");
    }
    let mut game = after::<Tron>("e|ne|se e|ne|se");
    assert_eq!(game.phase(), Phase::Act([RED, GREEN].into_iter().collect::<Seats>()), "{game}");
    assert_eq!(perft(&mut game, 1, &mut Vec::new()), 36);
    let rows = divide(&mut game, 2);
    assert_eq!((rows.len(), rows[0].0.len()), (36, 2));
}
