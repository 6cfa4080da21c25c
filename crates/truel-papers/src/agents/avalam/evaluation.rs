//! Fischer's evaluation and ranking of moves.

use truel_core::{Bounds, BySeat, Seat};
use truel_games::Avalam;
use truel_games::avalam::{Carry, Cell, Cells, HIGHEST};
use truel_search::lens::Lens;

/// Whether groups of towers that will end as one are valued as such.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Groups {
    /// A group with no tower around it whose heights add up to five or less is worth what it will
    /// become, to the seat that owns all of it; nothing while both own some.
    #[default]
    Foreseen,
    /// Every tower counts for itself.
    Ignored,
}

/// The report's evaluation: own sum less the other's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Fischer {
    /// A tower of five.
    pub(super) full: f32,
    /// A lower tower that no move can carry or cover.
    pub(super) isolated: f32,
    pub(super) groups: Groups,
}

/// Every tower that is neither full nor isolated.
const OTHER: f32 = 1.0;

impl Default for Fischer {
    fn default() -> Self {
        Fischer {
            full: 1.55,
            isolated: 1.5,
            groups: Groups::Foreseen,
        }
    }
}

/// A count from Yellow's side.
#[inline]
fn signed(game: &Avalam, cell: Cell) -> f32 {
    match game.tower(cell).seat() {
        Some(seat) if seat.index() == 0 => 1.0,
        Some(_) => -1.0,
        None => 0.0,
    }
}

impl Fischer {
    /// Yellow's sum less Red's.
    #[inline]
    pub(super) fn lead(&self, game: &Avalam) -> f32 {
        let (standing, movable) = (game.standing(), game.movable());
        let settled = standing.without(movable);
        let mut lead: f32 = settled
            .iter()
            .map(|cell| signed(game, cell) * self.settled(game.tower(cell).height()))
            .sum();
        let mut left = movable;
        while let Some(cell) = left.iter().next() {
            // More than five towers have more than five counters.
            let group = match self.groups {
                Groups::Foreseen => Avalam::group(cell, standing, u32::from(HIGHEST)),
                Groups::Ignored => None,
            };
            let group = group.map_or(Cells::of(cell), |group| group.and(movable));
            lead += self.group(game, group);
            left = left.without(group);
        }
        lead
    }

    fn settled(&self, height: u8) -> f32 {
        if height == HIGHEST { self.full } else { self.isolated }
    }

    fn group(&self, game: &Avalam, group: Cells) -> f32 {
        let counters: u8 = group.iter().map(|cell| game.tower(cell).height()).sum();
        let lead: f32 = group.iter().map(|cell| signed(game, cell)).sum();
        if group.len() < 2 || counters > HIGHEST {
            return lead * OTHER;
        }
        if lead.abs() < group.len() as f32 {
            return 0.0;
        }
        lead.signum() * self.settled(counters)
    }

    /// How good a move looks: 5 for making an isolated tower, the height of the new tower, and 2.5
    /// less for covering an own tower with an own one. The last is a penalty and no ban, since such
    /// a move can finish three towers at once.
    #[inline]
    pub(super) fn rank_of(game: &Avalam, seat: Seat, carry: Carry) -> f32 {
        let (from, to) = (game.tower(carry.from), game.tower(carry.to));
        let isolates = if game.isolates(carry) { 5.0 } else { 0.0 };
        let covers_own = from.seat() == Some(seat) && to.seat() == Some(seat);
        isolates + f32::from(from.height() + to.height()) - if covers_own { 2.5 } else { 0.0 }
    }
}

impl Lens<Avalam> for Fischer {
    /// 24 towers of five, more than can be.
    const BOUNDS: Bounds = Bounds { low: -40.0, high: 40.0 };

    #[inline]
    fn judge(&self, game: &Avalam) -> BySeat<f32, 2> {
        let lead = self.lead(game);
        BySeat([lead, -lead])
    }

    #[inline]
    fn rank(&self, game: &Avalam, seat: Seat, carry: Carry) -> f32 {
        Self::rank_of(game, seat, carry)
    }
}

/// The referee's score, from each seat's side: the course's own agents know nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Score;

impl Score {
    /// What the report says of scores.
    pub(super) const BOUNDS: Bounds = Bounds { low: -10.0, high: 10.0 };

    pub(super) fn of(game: &Avalam) -> BySeat<f32, 2> {
        let score = game.score().0 as f32;
        BySeat([score, -score])
    }
}

impl Lens<Avalam> for Score {
    const BOUNDS: Bounds = Score::BOUNDS;

    fn judge(&self, game: &Avalam) -> BySeat<f32, 2> {
        Score::of(game)
    }
}
