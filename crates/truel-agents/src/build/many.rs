//! Searches to a depth: the alpha-beta family and the searches for many seats.

use truel_core::{Payoffs, TurnBased};
use truel_search::alphabeta::{self, Futility, Reductions};
use truel_search::maxn::{self, MaxN, Passes, Pruning, TieBreak};
use truel_search::{AlphaBeta, Opinion, Reduce, Search};

use crate::param::Values;

/// The alpha-beta family's configuration.
pub(super) fn alphabeta_config(values: &Values, seed: u64) -> alphabeta::Config {
    let breadth = values.count("breadth").map(|breadth| breadth as usize);
    alphabeta::Config::default()
        .with_table_mb(values.size("table"))
        .with_breadth(breadth)
        .with_quiescence(values.size("quiescence") as u32)
        .with_reductions(match values.shape("reductions").0 {
            "off" => Reductions::Off,
            _ => Reductions::LOGARITHMIC,
        })
        .with_futility(match values.shape("futility").0 {
            "off" => None,
            _ => Some(Futility::NARROW),
        })
        .with_ties(match values.shape("ties").0 {
            "random" => alphabeta::RootTies::Shuffled,
            _ => alphabeta::RootTies::Listed,
        })
        .with_threads(values.size("threads"))
        .with_seed(seed)
}

/// The max^n family's configuration.
pub(super) fn maxn_config(values: &Values, seed: u64) -> maxn::Config {
    maxn::Config::default()
        .with_pruning(match values.shape("pruning").0 {
            "none" => Pruning::None,
            "shallow" => Pruning::Shallow,
            "last-branch" => Pruning::LastBranch,
            _ => Pruning::Speculative,
        })
        .with_ties(match values.shape("ties").0 {
            "random" => TieBreak::RandomAtRoot,
            _ => TieBreak::First,
        })
        .with_seed(seed)
}

/// `search` as long as nobody is out; with `reduce=on`, simpler searches after that.
pub(super) fn reduced<G: TurnBased, O: Opinion<G> + Clone + 'static>(
    values: &Values,
    opinion: &O,
    search: impl Search<G> + 'static,
) -> Box<dyn Search<G>> {
    if G::Payoffs::SEATS > 2 && values.shape("reduce").0 == "on" {
        let free = maxn::Config::default().with_passes(Passes::Free);
        Box::new(Reduce::new(search, MaxN::with_config(opinion.clone(), free)))
    } else {
        Box::new(search)
    }
}

/// Alpha-beta with the opinion.
pub(super) fn alphabeta<O>(values: &Values, opinion: O, seed: u64) -> AlphaBeta<O> {
    AlphaBeta::with_config(opinion, alphabeta_config(values, seed))
}
