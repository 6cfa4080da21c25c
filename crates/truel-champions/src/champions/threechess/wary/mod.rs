//! The champion's search: max^n in which the others are a little spiteful.
//!
//! Three seats move between two looks at one's king, so depth decides, and max^n can hardly prune.
//! What [`SharpMaxN`](truel_search::SharpMaxN) does for any game is done here for this one:
//!
//! - Moves are ranked by what they win and what they leave to be taken ([`order`]), with all three
//!   seats' covered cells at hand. So few of the later ones have to be looked at: more at own
//!   positions than at those of others, who are expected to play what looks good.
//! - A seat whose king is attacked looks at everything, and at what saves the king first.
//! - The values of men and places are kept up from move to move, never summed.
//!
//! Every other seat gives something of its own value to hurt the searching seat
//! ([`Config::spite`]). Without that the search relies on others to save its king wherever that
//! is worth a pawn to them, and loses it.
//!
//! Nothing is allocated per node.

mod memory;
mod order;
mod root;
mod tree;

use truel_core::Seat;
use truel_games::ThreeChess;
use truel_search::{Choice, Limits, Search};

use crate::heuristics::threechess::chances::Chances;
use memory::Memory;
use order::Experience;

/// How the search weighs things.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Config {
    /// What every other seat gives of its own value to make the searching seat's smaller by one.
    pub(super) spite: f32,
    /// What it is worth to be third.
    pub(super) third: f32,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            spite: 0.25,
            third: -0.5,
        }
    }
}

/// The search, and what it remembers from move to move.
#[derive(Debug)]
pub(super) struct Wary {
    chances: Chances,
    config: Config,
    memory: Memory,
    experience: Experience,
}

impl Wary {
    pub(super) fn new(config: Config) -> Self {
        Wary {
            chances: Chances::default(),
            config,
            memory: Memory::new(),
            experience: Experience::default(),
        }
    }
}

impl Search<ThreeChess> for Wary {
    fn search_with(
        &mut self,
        game: &ThreeChess,
        seat: Seat,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Choice<ThreeChess>),
    ) -> Choice<ThreeChess> {
        root::search(self, game, seat, limits, on_progress)
    }

    fn forget(&mut self) {
        self.memory = Memory::new();
        self.experience = Experience::default();
    }
}
