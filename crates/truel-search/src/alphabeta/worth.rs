//! Values on their way up, windows on their way down.

use std::ops::Neg;

use crate::transposition::{Entry, EntryBound};

/// What a position was found to be worth to the side that asked.
///
/// Outside the window it was searched with a value is a bound. `is_proven` speaks about just what
/// the value says there: a cut-off is proven by the one move that cuts, a failure to reach the
/// window by all moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Worth {
    pub(crate) value: f32,
    pub(crate) is_proven: bool,
}

impl Worth {
    /// Less than anything: no move has been looked at.
    pub(crate) const NOTHING: Worth = Worth::estimate(f32::NEG_INFINITY);

    /// What the rules say.
    #[inline]
    pub(crate) const fn proven(value: f32) -> Self {
        Worth { value, is_proven: true }
    }

    /// What an opinion says.
    #[inline]
    pub(crate) const fn estimate(value: f32) -> Self {
        Worth {
            value,
            is_proven: false,
        }
    }
}

impl Neg for Worth {
    type Output = Worth;

    #[inline]
    fn neg(self) -> Worth {
        Worth {
            value: -self.value,
            ..self
        }
    }
}

/// The values that matter: more than `alpha`, less than `beta`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: f32,
    pub(crate) beta: f32,
}

impl Window {
    /// Every value matters.
    pub(crate) const OPEN: Window = Window {
        alpha: f32::NEG_INFINITY,
        beta: f32::INFINITY,
    };

    /// No value fits: it only asks whether there is more than `alpha`. Floats are as discrete as
    /// integers, so the next one up leaves nothing between.
    #[inline]
    pub(crate) fn empty(alpha: f32) -> Self {
        Window {
            alpha,
            beta: alpha.next_up(),
        }
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.alpha.next_up() >= self.beta
    }

    /// What `value` says about a position searched with this window.
    #[inline]
    pub(crate) fn bound(self, value: f32) -> EntryBound {
        if value >= self.beta {
            EntryBound::Lower
        } else if value <= self.alpha {
            EntryBound::Upper
        } else {
            EntryBound::Exact
        }
    }
}

impl Neg for Window {
    type Output = Window;

    /// The same window for the other side.
    #[inline]
    fn neg(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// What the moves looked at so far come to.
#[derive(Clone, Copy)]
pub(super) struct Tally {
    pub(super) best: Worth,
    pub(super) all_proven: bool,
    /// The place of the best move, once one is worth more than the window's lower end.
    pub(super) place: u16,
}

impl Default for Tally {
    fn default() -> Self {
        Tally {
            best: Worth::NOTHING,
            all_proven: true,
            place: Entry::NO_MOVE,
        }
    }
}

impl Tally {
    #[inline]
    pub(super) fn add(&mut self, worth: Worth) {
        self.all_proven &= worth.is_proven;
        if worth.value > self.best.value {
            self.best = worth;
        }
    }

    /// One move proves that there is as much; that there is no more takes all of them.
    #[inline]
    pub(super) fn worth(&self, asked: Window) -> Worth {
        Worth {
            value: self.best.value,
            is_proven: self.all_proven || (self.best.value >= asked.beta && self.best.is_proven),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_window_is_empty_from_both_sides() {
        for alpha in [-1.0, 0.0, -0.0, 0.5, 99.0] {
            let window = Window::empty(alpha);
            assert!(window.is_empty() && (-window).is_empty() && alpha < window.beta);
        }
        assert!(!Window::OPEN.is_empty());
    }
}
