//! How the report's tree search looks at a match: referee's scores at the end, Fischer's evaluation
//! without groups for new nodes, and rollouts that choose a tower before a move.

use truel_core::{Bounds, BySeat, Game, Rng, Seat};
use truel_games::Avalam;
use truel_games::avalam::{Carry, Cell, Cells};
use truel_search::lens::Lens;

use super::evaluation::{Fischer, Groups, Score};

/// How moves of a rollout are drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Policy {
    /// Every move alike.
    Uniform,
    /// This often the best move of a few towers, drawn with repetition; else any move of any tower.
    ByTowers { share: f32, draws: u32 },
}

/// The tree search's view of a match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Simulated {
    pub(super) policy: Policy,
    /// What covering an own tower costs in the quick score.
    pub(super) covering: f32,
    /// What leaving a tower that can be taken costs there.
    pub(super) exposing: f32,
}

impl Default for Simulated {
    fn default() -> Self {
        Simulated {
            policy: Policy::ByTowers { share: 0.4, draws: 5 },
            covering: 1.0,
            exposing: 0.5,
        }
    }
}

impl Simulated {
    /// The quick score: how the difference of towers changes, less the penalties.
    pub(super) fn quick(&self, game: &Avalam, seat: Seat, carry: Carry) -> f32 {
        let (from, to) = (game.tower(carry.from), game.tower(carry.to));
        let is_own = |owner: Option<Seat>| owner == Some(seat);
        let difference = if is_own(to.seat()) { -1.0 } else { 1.0 };
        let covering = if is_own(from.seat()) && is_own(to.seat()) {
            self.covering
        } else {
            0.0
        };
        let exposing = if is_own(from.seat()) && can_be_taken(game, seat, carry) {
            self.exposing
        } else {
            0.0
        };
        difference - covering - exposing
    }

    fn best_of_some(&self, game: &Avalam, seat: Seat, draws: u32, rng: &mut Rng) -> Carry {
        let movable = game.movable();
        let (mut best, mut most) = (None, f32::NEG_INFINITY);
        for _ in 0..draws.max(1) {
            let from = draw(movable, rng);
            for to in game.targets(from) {
                let score = self.quick(game, seat, Carry { from, to });
                if score > most {
                    (best, most) = (Some(Carry { from, to }), score);
                }
            }
        }
        best.expect("a movable tower has a move")
    }
}

/// Whether another seat's tower could cover the tower that this move makes.
fn can_be_taken(game: &Avalam, seat: Seat, carry: Carry) -> bool {
    let height = game.tower(carry.from).height() + game.tower(carry.to).height();
    let takes = |cell: Cell| {
        let tower = game.tower(cell);
        cell != carry.from && tower.seat().is_some_and(|owner| owner != seat) && tower.height() + height <= 5
    };
    Cells::beside(carry.to).iter().any(takes)
}

/// Any cell of a set that is not empty.
fn draw(cells: Cells, rng: &mut Rng) -> Cell {
    let number = rng.below(cells.len()) as usize;
    cells.iter().nth(number).expect("fewer than there are")
}

impl Lens<Avalam> for Simulated {
    const BOUNDS: Bounds = Score::BOUNDS;

    fn judge(&self, game: &Avalam) -> BySeat<f32, 2> {
        let evaluation = Fischer {
            groups: Groups::Ignored,
            ..Fischer::default()
        };
        evaluation.judge(game)
    }

    fn end(&self, game: &Avalam, _: BySeat<f32, 2>) -> BySeat<f32, 2> {
        Score::of(game)
    }

    fn random_move(&self, game: &Avalam, seat: Seat, rng: &mut Rng, scratch: &mut Vec<Carry>) -> Carry {
        const STEPS: u32 = 1 << 24;
        match self.policy {
            Policy::Uniform => game.random_move(seat, rng, scratch),
            Policy::ByTowers { share, draws } if (rng.below(STEPS) as f32) < share * STEPS as f32 => {
                self.best_of_some(game, seat, draws, rng)
            }
            Policy::ByTowers { .. } => {
                let from = draw(game.movable(), rng);
                let count = game.targets(from).count() as u32;
                let to = game.targets(from).nth(rng.below(count) as usize);
                Carry {
                    from,
                    to: to.expect("fewer than there are"),
                }
            }
        }
    }
}
