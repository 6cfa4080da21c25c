//! Matches as pictures. A ply changes a few cells, so a match is its first picture and what changes
//! after it. What can stand on a cell is listed once for the whole game.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Value, json};
use truel_core::AnyGame;
use truel_core::draw::{Piece, Scene};

use crate::openings::reach;
use crate::store::Stored;
use crate::{Opening, Played};

/// Everything that stood on any cell, numbered; 0 is nothing.
#[derive(Debug, Default)]
pub(super) struct Palette {
    contents: Vec<Value>,
    numbers: HashMap<String, usize>,
}

impl Palette {
    /// All of it, in the order of the numbers.
    pub(super) fn contents(&self) -> Vec<Value> {
        let nothing = Value::Array(Vec::new());
        std::iter::once(nothing).chain(self.contents.iter().cloned()).collect()
    }

    fn number(&mut self, pieces: &[&Piece]) -> usize {
        if pieces.is_empty() {
            return 0;
        }
        let drawn = |piece: &&Piece| {
            json!({ "seat": piece.seat.map(truel_core::Seat::index), "look": piece.look,
            "text": piece.text })
        };
        let content = Value::Array(pieces.iter().map(drawn).collect());
        let next = self.contents.len() + 1;
        let number = *self.numbers.entry(content.to_string()).or_insert(next);
        if number == next {
            self.contents.push(content);
        }
        number
    }
}

/// A match to be played through.
#[derive(Debug, Serialize)]
pub(super) struct Replay {
    pub id: u64,
    pub moves: Vec<String>,
    /// For each picture the cells that changed, each with the number of what stands there:
    /// `cell, number, cell, ...`.
    pub frames: Vec<Vec<usize>>,
}

impl Replay {
    /// The pictures of a match; nothing when its moves cannot be replayed, which a store from
    /// another version may cause.
    pub(super) fn of(stored: &Stored, start: &dyn AnyGame, palette: &mut Palette) -> Option<Self> {
        let Played { moves, .. } = &stored.played;
        let opening = Opening {
            start: stored.job.opening.start.clone(),
            moves: Vec::new(),
        };
        let mut table = reach(&opening, start).ok()?;
        let mut shown = vec![0; table.scene().board.cells.len()];
        let mut frames = vec![frame(&table.scene(), palette, &mut shown)];
        for joint in moves {
            table.play(joint).ok()?;
            frames.push(frame(&table.scene(), palette, &mut shown));
        }
        Some(Replay {
            id: stored.job.id,
            moves: moves.clone(),
            frames,
        })
    }
}

/// What changed against what is shown.
fn frame(scene: &Scene, palette: &mut Palette, shown: &mut [usize]) -> Vec<usize> {
    let mut standing: Vec<Vec<&Piece>> = vec![Vec::new(); shown.len()];
    for piece in &scene.pieces {
        standing[piece.cell].push(piece);
    }
    let mut changes = Vec::new();
    for (cell, pieces) in standing.iter().enumerate() {
        let number = palette.number(pieces);
        if std::mem::replace(&mut shown[cell], number) != number {
            changes.extend([cell, number]);
        }
    }
    changes
}
