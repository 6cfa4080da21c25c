//! What one does with rules beside playing: counting and measuring. Any game behind one
//! pointer.
//!
//! Each method is one large piece of work, so the virtual call in front of it costs nothing.
//! Inside, everything is compiled for the game.

use std::hint::black_box;

use crate::record::{MatchResult, random_match};
use crate::{AnyGame, Draw, Rng, Table, divide, joint_text, perft, perft_by_layers, playout, random_joint};

/// Work that can be repeated, and what it counted.
pub type Work<'a> = Box<dyn FnMut() -> u64 + 'a>;

/// The work of listing moves.
pub struct ListWork<'a> {
    /// Lists that one round makes.
    pub lists: usize,
    /// Makes them and counts the moves in them.
    pub work: Work<'a>,
}

impl std::fmt::Debug for ListWork<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ListWork")
            .field("lists", &self.lists)
            .finish_non_exhaustive()
    }
}

/// Large pieces of work with a game whose type is not known. They start at the table's position.
pub trait Workbench {
    /// [`perft()`] from here.
    fn perft(&self, depth: u32) -> u64;

    /// [`divide`] from here, joint moves as text.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;

    /// [`perft_by_layers`] from here.
    fn perft_by_layers(&self, depth: u32) -> u128;

    /// The random match number `index` from here: its joint moves and its result. With a `cap` it
    /// ends after so many plies.
    fn random_match(&self, seed: u64, index: u64, cap: Option<u32>) -> (Vec<String>, MatchResult);

    /// This position and `count - 1` more from random matches, each `apart` plies after the last.
    fn positions(&self, count: usize, apart: u32, seed: u64) -> Vec<Box<dyn AnyGame>>;

    /// Random matches from here to their end; counts plies.
    fn playout_work(&self, matches: u32, seed: u64) -> Work<'_>;

    /// The legal list of each acting seat in every fifth position of random matches; counts moves.
    fn list_work(&self, positions: u32, seed: u64) -> ListWork<'_>;

    /// [`perft()`] from here; counts leaves.
    fn perft_work(&self, depth: u32) -> Work<'_>;
}

impl<G: Draw> Workbench for Table<G> {
    fn perft(&self, depth: u32) -> u64 {
        perft(&mut self.0.clone(), depth, &mut Vec::new())
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let rows = divide(&mut self.0.clone(), depth);
        rows.iter()
            .map(|(joint, count)| (joint_text::<G>(joint), *count))
            .collect()
    }

    fn perft_by_layers(&self, depth: u32) -> u128 {
        perft_by_layers(&self.0, depth)
    }

    fn random_match(&self, seed: u64, index: u64, cap: Option<u32>) -> (Vec<String>, MatchResult) {
        random_match(&self.0, seed, index, cap)
    }

    fn positions(&self, count: usize, apart: u32, seed: u64) -> Vec<Box<dyn AnyGame>> {
        let (mut rng, mut game) = (Rng::new(seed), self.0.clone());
        let mut positions = vec![self.boxed()];
        while positions.len() < count {
            for _ in 0..apart {
                match random_joint(&game, &mut rng, &mut Vec::new()) {
                    Some(joint) => _ = game.play(joint),
                    None => game = self.0.clone(),
                }
            }
            if !game.phase().is_over() {
                positions.push(Box::new(Table(game.clone())));
            }
        }
        positions
    }

    fn playout_work(&self, matches: u32, seed: u64) -> Work<'_> {
        let (mut game, mut scratch) = (self.0.clone(), Vec::new());
        Box::new(move || {
            let mut rng = Rng::new(seed);
            let mut plies = 0;
            for _ in 0..matches {
                game.clone_from(&self.0);
                plies += u64::from(playout(&mut game, &mut rng, &mut scratch).plies);
            }
            plies
        })
    }

    fn list_work(&self, positions: u32, seed: u64) -> ListWork<'_> {
        let positions = sample(&self.0, positions, seed);
        let mut moves = Vec::new();
        ListWork {
            lists: positions.iter().map(|game| game.phase().acting().len()).sum(),
            work: Box::new(move || {
                let mut count = 0;
                for game in &positions {
                    for seat in game.phase().acting().iter() {
                        moves.clear();
                        game.moves(seat, &mut moves);
                        count += black_box(&moves).len() as u64;
                    }
                }
                count
            }),
        }
    }

    fn perft_work(&self, depth: u32) -> Work<'_> {
        let (mut game, mut stack) = (self.0.clone(), Vec::new());
        Box::new(move || perft(&mut game, depth, &mut stack))
    }
}

/// Positions of random matches from `start`, every fifth ply.
fn sample<G: Draw>(start: &G, count: u32, seed: u64) -> Vec<G> {
    let (mut rng, mut positions) = (Rng::new(seed), Vec::new());
    let (mut game, mut ply) = (start.clone(), 0);
    while positions.len() < count as usize {
        match random_joint(&game, &mut rng, &mut Vec::new()) {
            None => (game, ply) = (start.clone(), 0),
            Some(joint) => {
                if ply % 5 == 0 {
                    positions.push(game.clone());
                }
                game.play(joint);
                ply += 1;
            }
        }
    }
    positions
}
