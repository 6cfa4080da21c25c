//! The searches that are measured, each in its plainest useful form.

use truel_core::{Draw, Game, Serial, TurnBased};
use truel_search::alphabeta::{self, AlphaBeta};
use truel_search::joint::duct::Ucb;
use truel_search::joint::exp3::Exponential;
use truel_search::joint::regret::Regrets;
use truel_search::joint::tree::Settings;
use truel_search::joint::{
    CellBounds, DoubleOracle, Duct, Everything, Exp3, RegretMatching, SmAlphaBeta, Transpositions,
};
use truel_search::mcts::{self, Mcts};
use truel_search::{BestReply, InnerOpinion, MaxN, MpMix, Opinion, Search, Serialised, SoftMaxN};

/// A search with the name and unit of its measurement.
pub(super) struct Entrant<G: Game> {
    pub(super) name: &'static str,
    /// `nodes` or `sims`.
    pub(super) unit: &'static str,
    pub(super) search: Box<dyn Search<G>>,
}

fn entrant<G: Game>(name: &'static str, unit: &'static str, search: impl Search<G> + 'static) -> Entrant<G> {
    Entrant {
        name,
        unit,
        search: Box::new(search),
    }
}

/// The searches of a game of turns.
pub(super) fn turns<G: Draw + TurnBased, O: Opinion<G> + Clone + 'static>(opinion: O) -> Vec<Entrant<G>> {
    let many = G::INFO.seats.len() > 2;
    let plain = alphabeta::Config::default();
    let mut lineup = vec![
        entrant(
            if many { "paranoid" } else { "alphabeta" },
            "nodes",
            AlphaBeta::with(opinion.clone(), plain.clone()),
        ),
        entrant("maxn", "nodes", MaxN::new(opinion.clone())),
        entrant("uct", "sims", Mcts::<G>::new(mcts::Config::default())),
    ];
    if many {
        lineup.push(entrant("brs", "nodes", BestReply::plus(opinion.clone(), plain)));
        lineup.push(entrant("mpmix", "nodes", MpMix::new(opinion.clone())));
        lineup.push(entrant("soft_maxn", "nodes", SoftMaxN::new(opinion)));
    }
    lineup
}

/// The searches of a game of simultaneous moves, and two for turns through `Serial`.
pub(super) fn at_once<G: Draw, O: Opinion<G> + Clone + 'static>(opinion: O) -> Vec<Entrant<G>> {
    let settings = Settings::default();
    let serial = AlphaBeta::with(InnerOpinion(opinion.clone()), alphabeta::Config::default());
    vec![
        entrant("duct", "sims", Duct::<G>::new(Ucb::default(), settings)),
        entrant("duct_tuned", "sims", Duct::<G>::new(Ucb::tuned(), settings)),
        entrant("exp3", "sims", Exp3::<G>::new(Exponential::default(), settings)),
        entrant("regret", "sims", RegretMatching::<G>::new(Regrets::default(), settings)),
        entrant(
            "sm_alphabeta",
            "nodes",
            SmAlphaBeta {
                opinion: opinion.clone(),
                prune: Everything,
                transpositions: Transpositions::default(),
                bounds: CellBounds::default(),
            },
        ),
        entrant(
            "double_oracle",
            "nodes",
            DoubleOracle {
                opinion,
                prune: Everything,
                transpositions: Transpositions::default(),
            },
        ),
        entrant("serial_alphabeta", "nodes", Serialised(serial)),
        entrant(
            "serial_uct",
            "sims",
            Serialised(Mcts::<Serial<G>>::new(mcts::Config::default())),
        ),
    ]
}

/// Searches with one thread and with two.
pub(super) fn two_threads<G: Draw + TurnBased, O: Opinion<G> + Clone + 'static>(
    opinion: &O,
) -> [(&'static str, Entrant<G>, Entrant<G>); 2] {
    let uct = |threads| {
        entrant(
            "uct",
            "sims",
            Mcts::<G>::new(mcts::Config {
                threads,
                ..mcts::Config::default()
            }),
        )
    };
    let alphabeta = |threads| {
        let config = alphabeta::Config {
            threads,
            ..alphabeta::Config::default()
        };
        entrant("alphabeta", "nodes", AlphaBeta::with(opinion.clone(), config))
    };
    [("uct", uct(1), uct(2)), ("alphabeta", alphabeta(1), alphabeta(2))]
}
