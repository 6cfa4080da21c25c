//! How the seats stand, and who has won.

use truel_core::{BySeat, Payoffs};

use super::moves::{HIGHEST, Tower};
use super::{Avalam, RED, YELLOW};

impl Avalam {
    /// How many towers each seat has.
    pub fn towers(&self) -> BySeat<u32, 2> {
        self.count(|tower| tower.height() > 0)
    }

    /// How many towers of the greatest height each seat has.
    pub fn fives(&self) -> BySeat<u32, 2> {
        self.count(|tower| tower.height() == HIGHEST)
    }

    fn count(&self, counts: impl Fn(Tower) -> bool) -> BySeat<u32, 2> {
        BySeat::from_fn(|seat| {
            let of_seat = self.towers.iter().filter(|tower| tower.seat() == Some(seat));
            of_seat.filter(|tower| counts(**tower)).count() as u32
        })
    }

    /// The original referee's score, positive when Yellow is ahead, and the word for what decides
    /// it.
    ///
    /// Every tower counts one, whatever its height. Where both seats have as many, those of height
    /// five are compared, and the score is a difference of those: two scales in one number.
    pub fn score(&self) -> (i32, &'static str) {
        let lead = |count: BySeat<u32, 2>| count[YELLOW] as i32 - count[RED] as i32;
        match (lead(self.towers()), lead(self.fives())) {
            (0, 0) => (0, "draw"),
            (0, fives) => (fives, "fives"),
            (towers, _) => (towers, "towers"),
        }
    }

    /// The payoffs of the final score. Needed once a match, so it stays out of the hot loop.
    #[cold]
    pub(super) fn payoffs(&self) -> BySeat<f32, 2> {
        match self.score().0 {
            0 => Payoffs::all(0.5),
            1.. => Payoffs::one_against(YELLOW, 1.0, 0.0),
            _ => Payoffs::one_against(RED, 1.0, 0.0),
        }
    }
}
