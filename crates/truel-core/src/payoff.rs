//! What a finished match is worth, as one number per seat.

use std::fmt::Debug;
use std::ops::{Index, IndexMut};

use crate::{BySeat, Seat};

/// One `f32` per seat, with a length that is known when the game is compiled.
///
/// It is [`BySeat<f32, N>`] for every game; the trait exists because generic code cannot yet write
/// `[f32; G::SEATS]`. Payoffs are `Copy` and live in registers: a search that passes them up costs
/// no allocation.
pub trait Payoffs:
    Copy + PartialEq + Debug + Index<Seat, Output = f32> + IndexMut<Seat> + Send + Sync + 'static
{
    /// The number of seats.
    const SEATS: usize;

    /// Computes the payoff of each seat.
    fn from_fn(value: impl FnMut(Seat) -> f32) -> Self;

    /// The payoffs in seat order.
    fn as_slice(&self) -> &[f32];

    /// The same payoff for every seat.
    #[inline]
    fn all(value: f32) -> Self {
        Self::from_fn(|_| value)
    }

    /// `one` for `seat` and `rest` for everybody else.
    ///
    /// ```
    /// # use truel_core::{BySeat, Payoffs, Seat};
    /// assert_eq!(BySeat::<f32, 3>::one_against(Seat::new(1), 1.0, 0.0), BySeat([0.0, 1.0, 0.0]));
    /// ```
    #[inline]
    fn one_against(seat: Seat, one: f32, rest: f32) -> Self {
        Self::from_fn(|other| if other == seat { one } else { rest })
    }

    /// The sum over all seats.
    #[inline]
    fn sum(&self) -> f32 {
        self.as_slice().iter().sum()
    }
}

impl<const N: usize> Payoffs for BySeat<f32, N> {
    const SEATS: usize = N;

    #[inline]
    fn from_fn(value: impl FnMut(Seat) -> f32) -> Self {
        BySeat::from_fn(value)
    }

    #[inline]
    fn as_slice(&self) -> &[f32] {
        &self.0
    }
}
