//! How long a search may think.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::builders::builders;

/// A flag that another thread raises to end a search.
#[derive(Clone, Default, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends every search that watches this flag.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it is raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long a search may think, and how many moves it must compare.
///
/// The first limit that is reached ends the search. A search always completes its smallest unit of
/// work, so even the tightest limit gives a legal move. With limits on depth or nodes only, a
/// search with one thread gives the same answer each time.
///
/// ```
/// use std::time::Duration;
/// use truel_search::Limits;
///
/// let limits = Limits::nodes(1000).with_time(Duration::from_millis(50));
/// assert_eq!((limits.nodes, limits.depth), (Some(1000), None));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Plies to look ahead, for searches that go by depth.
    pub depth: Option<u32>,
    /// Positions to visit, or simulations for a tree search.
    pub nodes: Option<u64>,
    /// Time from the call to the answer.
    pub time: Option<Duration>,
    /// A flag that ends the search early.
    pub stop: Stop,
    /// How many of the best moves must have exact values and lines of their own.
    ///
    /// Choosing needs only one. Each further one costs alpha-beta and max^n more nodes for the same
    /// depth.
    pub candidates: NonZeroUsize,
}

/// No limits, one move.
impl Default for Limits {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            time: None,
            stop: Stop::default(),
            candidates: NonZeroUsize::MIN,
        }
    }
}

impl Limits {
    /// So many plies.
    pub fn depth(depth: u32) -> Self {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// So many positions or simulations.
    pub fn nodes(nodes: u64) -> Self {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// So much time.
    pub fn time(time: Duration) -> Self {
        Limits {
            time: Some(time),
            ..Limits::default()
        }
    }

    builders! {
        with_depth(depth: Option<u32>),
        with_nodes(nodes: Option<u64>),
        with_time(time: Option<Duration>),
        with_stop(stop: Stop),
        with_candidates(candidates: NonZeroUsize),
    }
}

/// What is left of [`Limits`] while a search runs. One per thread.
///
/// Asking the clock costs more than a node, so it is asked once in [`Budget::INTERVAL`] nodes. A
/// search whose unit of work is long (a playout of hundreds of plies) says so by
/// [`Budget::spend_long`].
#[derive(Clone, Debug)]
pub struct Budget {
    start: Instant,
    deadline: Option<Instant>,
    most_nodes: u64,
    nodes: u64,
    is_over: bool,
    stop: Stop,
}

impl Budget {
    /// Nodes between two looks at the clock.
    pub const INTERVAL: u64 = 256;

    /// The budget of a search that begins now.
    pub fn start(limits: &Limits) -> Self {
        let start = Instant::now();
        Budget {
            start,
            deadline: limits.time.and_then(|time| start.checked_add(time)),
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: 0,
            is_over: false,
            stop: limits.stop.clone(),
        }
    }

    /// Counts a node. Returns whether the search may go on; once it says no it stays at no.
    #[inline]
    pub fn spend(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(Self::INTERVAL) || self.nodes >= self.most_nodes {
            self.look();
        }
        !self.is_over
    }

    /// Counts a long unit of work, with a look at the clock each time.
    #[inline]
    pub fn spend_long(&mut self) -> bool {
        self.nodes += 1;
        self.look();
        !self.is_over
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) {
        self.is_over |= self.nodes >= self.most_nodes
            || self.stop.is_raised()
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    }

    /// Whether the search must end.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_end_a_search_exactly() {
        let mut budget = Budget::start(&Limits::nodes(1000));
        let mut count = 0;
        while budget.spend() {
            count += 1;
        }
        assert_eq!((count + 1, budget.nodes()), (1000, 1000));
        assert!(!budget.spend(), "once over, always over");
    }

    #[test]
    fn a_raised_flag_ends_a_search_soon() {
        let limits = Limits::default();
        let mut budget = Budget::start(&limits);
        assert!(budget.spend_long());
        limits.stop.raise();
        let spent = (0..=Budget::INTERVAL).take_while(|_| budget.spend()).count();
        assert!(spent < Budget::INTERVAL as usize);
    }

    #[test]
    fn time_ends_a_search() {
        let mut budget = Budget::start(&Limits::time(Duration::ZERO));
        assert!(!budget.spend_long());
    }
}
