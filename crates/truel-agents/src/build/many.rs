//! Searches to a depth: the alpha-beta family and the searches for many seats.

use truel_core::{Payoffs, Seat, TurnBased};
use truel_search::alphabeta::{self, Futility, Reductions};
use truel_search::maxn::{self, MaxN, Passes, Pruning, TieBreak};
use truel_search::{
    AlphaBeta, AlphaBetaOpinion, BestReply, MpMix, Offensive, Opinion, Reduce, Search, mpmix, offensive,
};

use crate::catalogue::General;
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
    search: Box<dyn Search<G>>,
) -> Box<dyn Search<G>> {
    if const { G::Payoffs::SEATS > 2 } && values.shape("reduce").0 == "on" {
        let free = maxn::Config::default().with_passes(Passes::Free);
        // Both behind pointers, so that it is compiled once for a game and not once for a search.
        let two: Box<dyn Search<G>> = Box::new(MaxN::with_config(opinion.clone(), free));
        Box::new(Reduce::new(search, two))
    } else {
        search
    }
}

/// Alpha-beta with the opinion.
pub(super) fn alphabeta<O>(values: &Values, opinion: O, seed: u64) -> AlphaBeta<O> {
    AlphaBeta::with_config(opinion, alphabeta_config(values, seed))
}

/// A search that only games of three seats or more have.
pub(super) fn only_many<G: TurnBased, O: AlphaBetaOpinion<G> + Clone + 'static>(
    general: General,
    values: &Values,
    opinion: O,
    seed: u64,
) -> Box<dyn Search<G>> {
    let maxn = || maxn_config(values, seed);
    match general {
        General::BestReply => Box::new(BestReply::with_config(opinion, alphabeta_config(values, seed))),
        General::MpMix => {
            let config = mpmix::Config::default()
                .with_defence(values.number("defence"))
                .with_offence(values.number("offence"))
                .with_maxn(maxn());
            Box::new(MpMix::with_config(opinion, config))
        }
        General::Offensive => {
            let target = match values.shape("target") {
                ("seat", n) => Some(Seat::new((n[0] as usize).clamp(1, G::Payoffs::SEATS) - 1)),
                _ => None,
            };
            let config = offensive::Config::default().with_leader(target).with_maxn(maxn());
            Box::new(Offensive::with_config(opinion, config))
        }
        other => unreachable!("{other:?} is for any number of seats, or for seats that move at once"),
    }
}
