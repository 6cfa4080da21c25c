//! Limits are kept, any limit gives a legal move, and everything repeats itself.

use std::time::Duration;

use truel_core::{Payoffs, Seat, TurnBased};
use truel_search::maxn::{Passes, TieBreak};
use truel_search::{
    Choice, HashOpinion, Limits, MaxN, MpMix, Offensive, Reduce, Search, SoftMaxN, Solo, alphabeta, maxn, mpmix,
    offensive,
};

use super::games::{Check, everywhere};

/// Many are made here, and a table of the usual size takes time to clear.
fn small_table() -> alphabeta::Config {
    alphabeta::Config::default().with_table_mb(1)
}

/// One of each search.
fn searches<G: TurnBased>() -> Vec<Box<dyn Search<G>>> {
    let opinion = HashOpinion::default();
    let random = maxn::Config::default()
        .with_ties(TieBreak::RandomEverywhere)
        .with_seed(9);
    let mix = mpmix::Config::default().with_defence(0.0).with_offence(0.0);
    let mix = MpMix::with_config(opinion, mix.with_paranoid(small_table()));
    let second = offensive::Config::default().with_leader(Seat::new(1));
    let free = maxn::Config::default().with_passes(Passes::Free);
    let two = MaxN::with_config(opinion, free);
    vec![
        Box::new(MaxN::new(opinion)),
        Box::new(MaxN::with_config(opinion, random)),
        Box::new(MaxN::with_config(opinion, maxn::Config::plain())),
        Box::new(Offensive::with_config(opinion, second)),
        Box::new(mix),
        Box::new(SoftMaxN::new(opinion)),
        Box::new(Reduce::new(MaxN::new(opinion), two)),
        Box::new(Solo::default()),
    ]
}

#[track_caller]
fn assert_sound<G: TurnBased>(game: &G, choice: &Choice<G>) {
    let mut moves = Vec::new();
    game.moves(choice.seat, &mut moves);
    assert!(moves.contains(&choice.best()));
    assert!((choice.candidates.iter().map(|candidate| candidate.weight).sum::<f32>() - 1.0).abs() < 1e-6);
    assert!(choice.value.as_slice().iter().all(|value| value.is_finite()));
    let mut walked = game.clone();
    for &joint in &choice.line {
        let seat = walked.phase().acting().first();
        moves.clear();
        walked.moves(seat, &mut moves);
        assert!(moves.contains(&joint[0]), "the line is legal");
        walked.play(joint);
    }
}

#[test]
fn any_limit_gives_a_legal_move_and_a_legal_line() {
    struct Limited;
    impl Check for Limited {
        fn check<G: TurnBased>(&mut self, game: &G, _: u32) {
            let seat = game.phase().acting().first();
            let stopped = Limits::default();
            stopped.stop.raise();
            let mut limits = [0, 1, 2, 17, 500].map(Limits::nodes).to_vec();
            limits.extend([
                Limits::depth(0),
                Limits::depth(1),
                Limits::time(Duration::ZERO),
                stopped,
            ]);
            for limits in limits {
                for mut search in searches::<G>() {
                    let choice = search.search_with(game, seat, &limits, &mut |so_far| assert_sound(game, so_far));
                    assert_sound(game, &choice);
                    let most = limits.nodes.map_or(u64::MAX, |nodes| nodes.max(2) + 1);
                    assert!(choice.nodes <= most, "{} of {most}", choice.nodes);
                }
            }
        }
    }
    everywhere(&mut Limited);
}

#[test]
fn bounded_by_nodes_every_search_repeats_itself() {
    struct Repeated;
    impl Check for Repeated {
        fn check<G: TurnBased>(&mut self, game: &G, _: u32) {
            let seat = game.phase().acting().first();
            for (mut one, mut other) in searches::<G>().into_iter().zip(searches::<G>()) {
                let limits = Limits::nodes(3000);
                let one = one.search(game, seat, &limits);
                let other = other.search(game, seat, &limits);
                super::assert_same(&one, &other, "again");
                assert_eq!((one.nodes, &one.candidates), (other.nodes, &other.candidates));
            }
        }
    }
    everywhere(&mut Repeated);
}
