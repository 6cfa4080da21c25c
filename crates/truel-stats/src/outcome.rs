//! The outcome of a finished match: who sat where and what each seat took.

use serde::{Deserialize, Serialize};
use thiserror::Error;
use truel_core::Seat;

/// Points closer than this are the same place: thirds that were rounded differently are still a
/// tie.
const SAME: f64 = 1e-6;

/// Who takes part, as a small number: the place in the list of entrants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Entrant(pub u32);

/// One finished match.
///
/// ```
/// # use truel_stats::{Entrant, Outcome};
/// let (ann, bob) = (Entrant(0), Entrant(1));
/// let draw = Outcome::new(vec![ann, bob], vec![0.5, 0.5])?.in_block(7);
/// assert_eq!(draw.duel(ann, bob), Some(0.5));
/// # Ok::<(), truel_stats::OutcomeError>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Outcome {
    entrants: Vec<Entrant>,
    points: Vec<f64>,
    block: Option<u64>,
}

/// Why a match cannot be counted.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum OutcomeError {
    /// A table is for two seats at least, and for as many as a game may have.
    #[error("a match has 2 to {most} seats, not {0}", most = Seat::MOST)]
    Seats(usize),
    /// Each seat has points.
    #[error("{seats} seats and points for {points}: each seat has points")]
    Lengths {
        /// How many seats were named.
        seats: usize,
        /// How many of them had points.
        points: usize,
    },
    /// Points go from 0 to 1.
    #[error("seat {seat} has {points} points, which is not in 0 to 1")]
    Points {
        /// The offending seat, counted from 0.
        seat: usize,
        /// What it claims to have taken.
        points: f64,
    },
}

/// How a seat fared, for counting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Alone in first place.
    Win,
    /// In first place with others.
    Draw,
    /// Behind somebody.
    Loss,
}

impl Outcome {
    /// A match of these entrants, in seat order, with the points of each seat.
    ///
    /// The same entrant may hold several seats.
    pub fn new(entrants: Vec<Entrant>, points: Vec<f64>) -> Result<Self, OutcomeError> {
        let seats = entrants.len();
        if !(2..=Seat::MOST).contains(&seats) {
            return Err(OutcomeError::Seats(seats));
        }
        if points.len() != seats {
            let points = points.len();
            return Err(OutcomeError::Lengths { seats, points });
        }
        if let Some(seat) = points.iter().position(|points| !(0.0..=1.0).contains(points)) {
            let points = points[seat];
            return Err(OutcomeError::Points { seat, points });
        }
        Ok(Outcome {
            entrants,
            points,
            block: None,
        })
    }

    /// The same as part of a block: matches of one opening among the same entrants share this
    /// number.
    #[must_use]
    pub fn in_block(mut self, block: u64) -> Self {
        self.block = Some(block);
        self
    }

    /// The same match with 1 for every seat whose points are such and 0 for all others, for
    /// counting how often that is so.
    #[must_use]
    pub fn counting(&self, is_such: impl Fn(f64) -> bool) -> Self {
        let points = self.points.iter().map(|points| f64::from(u8::from(is_such(*points))));
        Outcome {
            points: points.collect(),
            ..self.clone()
        }
    }

    /// Who sat there, in seat order.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// What each seat took, in seat order.
    pub fn points(&self) -> &[f64] {
        &self.points
    }

    /// The block it is part of.
    pub fn block(&self) -> Option<u64> {
        self.block
    }

    /// Each seat with who sat there and what that took.
    pub fn seats(&self) -> impl Iterator<Item = (Seat, Entrant, f64)> {
        Seat::all(self.entrants.len()).map(|seat| (seat, self.entrants[seat.index()], self.points[seat.index()]))
    }

    /// The points of each seat that `entrant` held.
    pub fn points_of(&self, entrant: Entrant) -> impl Iterator<Item = f64> {
        self.seats()
            .filter(move |(_, who, _)| *who == entrant)
            .map(|(_, _, points)| points)
    }

    /// How a seat fared.
    pub fn standing(&self, seat: Seat) -> Standing {
        let first = &self.places()[0];
        // A seat with all points has won, though others may have them too, as after a forfeit.
        let has_all = self.points[seat.index()] >= 1.0;
        match first.contains(&seat) {
            true if first.len() == 1 || has_all => Standing::Win,
            true => Standing::Draw,
            false => Standing::Loss,
        }
    }

    /// The seats by place, the first place first; those who share a place in seat order.
    pub fn places(&self) -> Vec<Vec<Seat>> {
        let mut seats: Vec<Seat> = Seat::all(self.entrants.len()).collect();
        seats.sort_by(|a, b| self.points[b.index()].total_cmp(&self.points[a.index()]));
        let tied = |a: &Seat, b: &Seat| self.points[a.index()] - self.points[b.index()] < SAME;
        seats
            .chunk_by(tied)
            .map(|place| {
                let mut place = place.to_vec();
                place.sort();
                place
            })
            .collect()
    }

    /// How `a` did against `b`: 1 above, ½ level, 0 below, the mean over all pairs of their seats;
    /// nothing unless both sat there.
    ///
    /// Places are compared, not points, so a mean duel has the same meaning for two seats and for
    /// three. In Luce's model the odds of two entrants do not depend on who else is at the table.
    pub fn duel(&self, a: Entrant, b: Entrant) -> Option<f64> {
        let pairs = self
            .points_of(a)
            .flat_map(|of_a| self.points_of(b).map(move |of_b| of_a - of_b));
        let (sum, count) = pairs.fold((0.0, 0), |(sum, count), lead| {
            let won = if lead.abs() < SAME {
                0.5
            } else {
                f64::from(u8::from(lead > 0.0))
            };
            (sum + won, count + 1)
        });
        (a != b && count > 0).then(|| sum / f64::from(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Entrant = Entrant(0);
    const B: Entrant = Entrant(1);

    #[test]
    fn what_cannot_be_counted_is_refused_in_words() {
        let refused = |entrants: &[Entrant], points: &[f64]| {
            Outcome::new(entrants.to_vec(), points.to_vec())
                .unwrap_err()
                .to_string()
        };
        assert_eq!(refused(&[A], &[1.0]), "a match has 2 to 8 seats, not 1");
        assert_eq!(
            refused(&[A, B], &[1.0]),
            "2 seats and points for 1: each seat has points"
        );
        assert_eq!(
            refused(&[A, B], &[1.0, -0.5]),
            "seat 1 has -0.5 points, which is not in 0 to 1"
        );
        assert_eq!(
            refused(&[A, B], &[f64::NAN, 0.0]),
            "seat 0 has NaN points, which is not in 0 to 1"
        );
    }

    #[test]
    fn places_follow_from_points_and_thirds_tie() {
        let third = f64::from(1.0f32 / 3.0);
        let shared = Outcome::new(vec![A, B, Entrant(2)], vec![third, 1.0 / 3.0, 0.1]).unwrap();
        assert_eq!(shared.places(), [vec![Seat::new(0), Seat::new(1)], vec![Seat::new(2)]]);
        let standings: Vec<Standing> = Seat::all(3).map(|seat| shared.standing(seat)).collect();
        assert_eq!(standings, [Standing::Draw, Standing::Draw, Standing::Loss]);
        let forfeited = Outcome::new(vec![A, B, Entrant(2)], vec![1.0, 0.0, 1.0]).unwrap();
        let standings: Vec<Standing> = Seat::all(3).map(|seat| forfeited.standing(seat)).collect();
        assert_eq!(standings, [Standing::Win, Standing::Loss, Standing::Win]);
    }

    #[test]
    fn a_duel_is_the_mean_over_all_pairs_of_seats() {
        let outcome = Outcome::new(vec![A, B, B], vec![0.5, 1.0, 0.5]).unwrap();
        assert_eq!(outcome.duel(A, B), Some(0.25));
        assert_eq!(outcome.duel(B, A), Some(0.75));
        assert_eq!(outcome.duel(A, Entrant(5)), None);
        assert_eq!(outcome.duel(B, B), None);
    }
}
