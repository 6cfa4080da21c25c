//! Random play to the end of a match.

use crate::{Game, Joint, Phase, Rng, Seats};

/// How a random match ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Playout<P> {
    /// The payoff of each seat.
    pub payoffs: P,
    /// The number of plies played.
    pub plies: u32,
}

/// A joint move in which each acting seat draws uniformly from its legal moves; `None` once the
/// match is over.
#[inline]
pub fn random_joint<G: Game>(game: &G, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> Option<G::Joint> {
    match game.phase() {
        Phase::Act(seats) => Some(draw(game, seats, rng, scratch)),
        Phase::Over(_) => None,
    }
}

#[inline]
fn draw<G: Game>(game: &G, seats: Seats, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> G::Joint {
    let mut acting = seats.iter();
    G::Joint::from_fn(seats.len(), |_| {
        let seat = acting
            .next()
            .expect("a joint move is as wide as the set of acting seats");
        game.random_move(seat, rng, scratch)
    })
}

/// Plays uniformly random moves until the match is over.
///
/// `game` is then the final position. A search that needs the position again plays on a copy that
/// it keeps: `clone_from` costs no allocation.
///
/// ```
/// # use truel_core::{playout, doc::Nim, Rng};
/// let end = playout(&mut Nim::default(), &mut Rng::new(1), &mut Vec::new());
/// assert!(end.plies <= 21);
/// ```
#[inline]
pub fn playout<G: Game>(game: &mut G, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> Playout<G::Payoffs> {
    let mut plies = 0;
    loop {
        match game.phase() {
            Phase::Over(payoffs) => return Playout { payoffs, plies },
            Phase::Act(seats) => game.play(draw(game, seats, rng, scratch)),
        };
        plies += 1;
    }
}
