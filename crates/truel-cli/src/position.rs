//! From what was typed to a game at a position.

use anyhow::{Context, Result};
use truel_core::draw::Gesture;
use truel_core::{AnyGame, Draw, IllegalLine, Table, Visit, legal_joint};

use crate::args::Position;

/// A game after the moves that were typed, and what a hand last touched.
#[derive(Debug)]
pub(crate) struct Reached<G> {
    pub game: G,
    pub last: Gesture,
}

/// The position that `--position` and `--moves` lead to.
pub(crate) fn reach<G: Draw>(at: &Position) -> Result<Reached<G>> {
    let mut reached = Reached {
        game: start(at.position.as_deref())?,
        last: Gesture::new(),
    };
    for (index, text) in at.moves.as_deref().unwrap_or_default().split_whitespace().enumerate() {
        let joint = legal_joint::<G>(&reached.game, text).map_err(|cause| IllegalLine { ply: index + 1, cause });
        let joint = joint.with_context(|| format!("--moves of {}", G::INFO.id))?;
        reached.last = joint.as_ref().iter().flat_map(|mv| G::gesture(*mv)).collect();
        reached.game.play(joint);
    }
    Ok(reached)
}

/// The position that `--position` names, or the start of the game.
pub(crate) fn start<G: Draw>(position: Option<&str>) -> Result<G> {
    match position {
        None => Ok(G::default()),
        Some(text) => text
            .parse::<G>()
            .with_context(|| format!("--position of {}", G::INFO.id)),
    }
}

/// The same for code that does not know the game's type.
pub(crate) struct ReachedTable {
    pub table: Box<dyn AnyGame>,
    pub last: Gesture,
}

/// The position that was typed, as a table.
pub(crate) fn reach_table(at: &Position) -> Result<ReachedTable> {
    struct Reach<'a>(&'a Position);
    impl Visit for Reach<'_> {
        type Out = Result<ReachedTable>;
        fn visit<G: Draw>(self) -> Result<ReachedTable> {
            let Reached { game, last } = reach::<G>(self.0)?;
            Ok(ReachedTable {
                table: Box::new(Table(game)),
                last,
            })
        }
    }
    truel_games::with(&at.game, Reach(at))?
}
