//! Searches to a depth: the alpha-beta family and the searches for many seats.

use truel_core::{Payoffs, Seat, TurnBased};
use truel_search::alphabeta::{self, Futility, Reductions};
use truel_search::maxn::{Pruning, Ties};
use truel_search::{AlphaBeta, Choice, Limits, MaxNConfig, Offensive, Opinion, Reduce, Search};

use crate::param::Values;

/// The alpha-beta family's configuration.
pub(super) fn alphabeta_config(values: &Values, seed: u64) -> alphabeta::Config {
    let breadth = values.count("breadth").map(|breadth| breadth as usize);
    alphabeta::Config {
        table_mb: values.size("table"),
        breadth,
        quiescence: values.size("quiescence") as u32,
        reductions: match values.shape("reductions").0 {
            "off" => Reductions::Off,
            _ => Reductions::LOGARITHMIC,
        },
        futility: match values.shape("futility").0 {
            "off" => None,
            _ => Some(Futility::NARROW),
        },
        ties: match values.shape("ties").0 {
            "random" => alphabeta::Ties::Shuffled,
            _ => alphabeta::Ties::Listed,
        },
        threads: values.size("threads"),
        seed,
        ..alphabeta::Config::default()
    }
}

/// The max^n family's configuration.
pub(super) fn maxn_config(values: &Values, seed: u64) -> MaxNConfig {
    MaxNConfig {
        pruning: match values.shape("pruning").0 {
            "none" => Pruning::None,
            "shallow" => Pruning::Shallow,
            "last-branch" => Pruning::LastBranch,
            _ => Pruning::Speculative,
        },
        ties: match values.shape("ties").0 {
            "random" => Ties::RandomAtRoot,
            _ => Ties::First,
        },
        seed,
        ..MaxNConfig::default()
    }
}

/// `search` as long as nobody is out; with `reduce=on`, simpler searches after that.
pub(super) fn reduced<G: TurnBased, O: Opinion<G> + Clone + 'static>(
    values: &Values,
    opinion: &O,
    search: impl Search<G> + 'static,
) -> Box<dyn Search<G>> {
    if G::Payoffs::SEATS > 2 && values.shape("reduce").0 == "on" {
        Box::new(Reduce::new(search, opinion.clone()))
    } else {
        Box::new(search)
    }
}

/// Offensive search against whoever leads now, or always the same seat.
#[derive(Debug)]
pub struct AgainstLeader<O> {
    /// The search, which gets its target anew for each move.
    pub search: Offensive<O>,
    /// The seat to hold down; `None` is whoever leads.
    pub target: Option<Seat>,
}

impl<G: TurnBased, O: Opinion<G>> Search<G> for AgainstLeader<O> {
    fn search(&mut self, game: &G, seat: Seat, limits: &Limits, watch: &mut dyn FnMut(&Choice<G>)) -> Choice<G> {
        let now = self.search.opinion.evaluate(game);
        let ahead = |a: &Seat, b: &Seat| now[*a].total_cmp(&now[*b]);
        // The first of equals, since `max_by` takes the last.
        let leader = Seat::all(G::Payoffs::SEATS)
            .rev()
            .filter(|other| *other != seat)
            .max_by(ahead);
        self.search.leader = self.target.or(leader).expect("there is another seat");
        self.search.search(game, seat, limits, watch)
    }
}

/// Alpha-beta with the opinion.
pub(super) fn alphabeta<O>(values: &Values, opinion: O, seed: u64) -> AlphaBeta<O> {
    AlphaBeta::with(opinion, alphabeta_config(values, seed))
}
