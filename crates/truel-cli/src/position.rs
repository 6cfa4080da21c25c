//! From what was typed to a game at a position.

use anyhow::{Context, Result};
use truel_core::draw::Gesture;
use truel_core::{Draw, IllegalLine, ParseError, legal_joint};

/// A game after the moves that were typed, and what a hand last touched.
#[derive(Debug)]
pub(crate) struct Reached<G> {
    pub game: G,
    pub last: Gesture,
}

/// The position that `--position` and `--moves` lead to.
pub(crate) fn reach<G: Draw>(position: Option<&str>, moves: Option<&str>) -> Result<Reached<G>> {
    let game = match position {
        None => G::default(),
        Some(text) => text
            .parse::<G>()
            .with_context(|| format!("--position of {}", G::INFO.id))?,
    };
    let mut reached = Reached {
        game,
        last: Gesture::new(),
    };
    for (index, text) in moves.unwrap_or_default().split_whitespace().enumerate() {
        let joint = legal_joint(&reached.game, text).map_err(|cause| IllegalLine { ply: index + 1, cause });
        let joint = joint.with_context(|| format!("--moves of {}", G::INFO.id))?;
        reached.last = joint.as_ref().iter().flat_map(|mv| G::gesture(*mv)).collect();
        reached.game.play(joint);
    }
    Ok(reached)
}

/// The start of a match: the position that `--position` names, or the start of the game.
pub(crate) fn start<G: Draw>(position: Option<&str>) -> Result<G, ParseError> {
    position.map_or_else(|| Ok(G::default()), str::parse)
}
