//! Simulates matches with known strengths, to check that the arithmetic finds them.

use truel_core::Rng;

use crate::davidson_luce::chances;
use crate::{Entrant, Outcome, seatings};

/// How strong everybody really is, what the seats are worth, and how readily places are shared.
#[derive(Clone, PartialEq, Debug)]
pub struct Truth {
    /// The strength of each entrant, in Elo.
    pub strengths: Vec<f64>,
    /// What each seat adds, in Elo; as many as there are seats at the table.
    pub seats: Vec<f64>,
    /// The tie factors for sharing a place by two, by three and so on; those that are missing
    /// are 0.
    pub ties: Vec<f64>,
}

impl Truth {
    /// One match of these entrants. The first place is worth 1 point, the last 0, those between lie
    /// evenly, and who shares places shares their points.
    ///
    /// # Panics
    /// If there are not as many entrants as seats, or one of them has no strength.
    pub fn play(&self, entrants: &[Entrant], rng: &mut Rng) -> Outcome {
        let seats = entrants.len();
        assert_eq!(seats, self.seats.len(), "everybody has a seat");
        let mut left: Vec<usize> = (0..seats).collect();
        let mut points = vec![0.0; seats];
        while !left.is_empty() {
            let chosen = self.next_place(entrants, &left, rng);
            let (best, worst) = (left.len() - 1, left.len() - chosen.len());
            for seat in &chosen {
                points[*seat] = (best + worst) as f64 / (2 * (seats - 1)) as f64;
            }
            left.retain(|seat| !chosen.contains(seat));
        }
        Outcome::new(entrants.to_vec(), points).expect("points lie between 0 and 1")
    }

    /// A match in each seating of these entrants, as the block of this number.
    pub fn play_block(&self, entrants: &[Entrant], block: u64, rng: &mut Rng) -> Vec<Outcome> {
        seatings(entrants)
            .iter()
            .map(|seating| self.play(seating, rng).in_block(block))
            .collect()
    }

    /// Who of those left takes the next place.
    fn next_place(&self, entrants: &[Entrant], left: &[usize], rng: &mut Rng) -> Vec<usize> {
        let strength = |seat: &usize| self.strengths[entrants[*seat].0 as usize] + self.seats[*seat];
        let nats: Vec<f64> = left.iter().map(|seat| strength(seat) / crate::elo::PER_NAT).collect();
        let tie = |tied: usize| {
            self.ties
                .get(tied - 2)
                .filter(|factor| **factor > 0.0)
                .map(|factor| factor.ln())
        };
        let sets = chances(&nats, tie);
        let mut luck = unit(rng);
        let drawn = sets.iter().find(|(_, chance)| {
            luck -= chance;
            luck < 0.0
        });
        let (set, _) = drawn.unwrap_or(&sets[sets.len() - 1]);
        left.iter()
            .enumerate()
            .filter(|(i, _)| (set >> i) & 1 == 1)
            .map(|(_, seat)| *seat)
            .collect()
    }
}

/// A number from 0 up to 1, without 1.
pub(super) fn unit(rng: &mut Rng) -> f64 {
    (rng.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}
