//! A game that ends as a draw after so many plies.

use std::fmt;
use std::str::FromStr;

use crate::{Game, Info, ParseError, Payoffs, Phase, Rng, Seat, Skip, Symmetric};

/// `G` with a limit on the plies of a match. A match that reaches the limit is a draw with the
/// reason `cap`.
///
/// Threechess needs it, because its rules know no draw and perfect play need not end. A result of
/// the game itself on the last ply stands. Position text: `cap/plies-played`, a blank, the text of
/// `G`.
///
/// ```
/// use truel_core::{Capped, Game, Phase, doc::Nim};
/// let mut game = Capped::new(Nim::default(), 1);
/// game.play(["2".parse().unwrap()]);
/// assert_eq!(game.reason(), Some("cap"));
/// assert!(game.phase().is_over());
/// ```
#[derive(Clone, Debug)]
pub struct Capped<G> {
    game: G,
    cap: u32,
    plies: u32,
}

impl<G: Game> Capped<G> {
    /// The default cap: longer than any match worth watching.
    pub const DEFAULT_CAP: u32 = 1000;

    /// `game` with at most `cap` further plies.
    pub fn new(game: G, cap: u32) -> Self {
        Capped { game, cap, plies: 0 }
    }

    /// The game inside.
    #[inline]
    pub fn inner(&self) -> &G {
        &self.game
    }

    #[inline]
    fn is_capped(&self) -> bool {
        self.plies >= self.cap && !self.game.phase().is_over()
    }
}

impl<G: Game> Default for Capped<G> {
    fn default() -> Self {
        Capped::new(G::default(), Self::DEFAULT_CAP)
    }
}

impl<G: Game> fmt::Display for Capped<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{} {}", self.cap, self.plies, self.game)
    }
}

impl<G: Game> FromStr for Capped<G> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let numbers = text.split_once(' ').and_then(|(head, game)| {
            let (cap, plies) = head.split_once('/')?;
            Some((cap.parse().ok()?, plies.parse().ok()?, game))
        });
        let (cap, plies, game) = numbers.ok_or_else(|| {
            ParseError::new(
                "capped position",
                text,
                "it begins with `cap/plies`, such as `300/17`, and a blank",
            )
        })?;
        if plies > cap {
            return Err(ParseError::new(
                "capped position",
                text,
                "more plies are played than the cap allows",
            ));
        }
        Ok(Capped {
            game: game.parse()?,
            cap,
            plies,
        })
    }
}

impl<G: Game> Game for Capped<G> {
    const INFO: Info = G::INFO;
    const HAS_MEMORY: bool = G::HAS_MEMORY;
    type Move = G::Move;
    type Joint = G::Joint;
    type Payoffs = G::Payoffs;
    type Undo = G::Undo;

    #[inline]
    fn phase(&self) -> Phase<G::Payoffs> {
        if self.is_capped() {
            Phase::Over(G::Payoffs::all(G::INFO.draw))
        } else {
            self.game.phase()
        }
    }

    fn reason(&self) -> Option<&'static str> {
        if self.is_capped() {
            Some("cap")
        } else {
            self.game.reason()
        }
    }

    #[inline]
    fn moves(&self, seat: Seat, out: &mut Vec<G::Move>) {
        if !self.is_capped() {
            self.game.moves(seat, out);
        }
    }

    #[inline]
    fn play(&mut self, joint: G::Joint) -> G::Undo {
        self.plies += 1;
        self.game.play(joint)
    }

    #[inline]
    fn undo(&mut self, undo: G::Undo) {
        self.plies -= 1;
        self.game.undo(undo);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.game.key()
    }

    #[inline]
    fn move_count(&self, seat: Seat, scratch: &mut Vec<G::Move>) -> usize {
        if self.is_capped() {
            0
        } else {
            self.game.move_count(seat, scratch)
        }
    }

    #[inline]
    fn random_move(&self, seat: Seat, rng: &mut Rng, scratch: &mut Vec<G::Move>) -> G::Move {
        self.game.random_move(seat, rng, scratch)
    }

    forward_results!();
}

/// A skipped turn counts towards the cap, as a ply does.
impl<G: Skip> Skip for Capped<G> {
    #[inline]
    fn skip(&mut self) -> G::Undo {
        self.plies += 1;
        self.game.skip()
    }
}

impl<G: Symmetric> Symmetric for Capped<G> {
    const SYMMETRIES: usize = G::SYMMETRIES;

    fn image(&self, s: usize) -> Self {
        Capped {
            game: self.game.image(s),
            ..*self
        }
    }

    fn image_move(mv: G::Move, s: usize) -> G::Move {
        G::image_move(mv, s)
    }

    fn image_seat(seat: Seat, s: usize) -> Seat {
        G::image_seat(seat, s)
    }
}

forward_draw!(Capped);
