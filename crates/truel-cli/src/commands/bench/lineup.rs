//! The searches that are measured, each in its plainest useful form, as agents.

use truel_agents::Agent;
use truel_core::{Info, Timing};

use crate::roster;

/// A search with the name and unit of its measurement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entrant {
    pub(super) name: &'static str,
    /// `nodes` or `sims`.
    pub(super) unit: &'static str,
    spec: &'static str,
}

impl Entrant {
    /// The agent that is measured.
    pub(super) fn seat(&self, game: &Info) -> Box<dyn Agent> {
        let spec = self.spec.parse().expect("the line-up is written as specs are");
        roster().build(game.id, &spec, 0).expect("the line-up fits the game")
    }
}

const fn entrant(name: &'static str, unit: &'static str, spec: &'static str) -> Entrant {
    Entrant { name, unit, spec }
}

// Measured without what other searches would take over, and without proofs that would end them
// early.
const UCT: &str = "mcts:solver=off";
const PARANOID: &str = "paranoid:reduce=off";

const TWO_SEATS: &[Entrant] = &[
    entrant("alphabeta", "nodes", "alphabeta"),
    entrant("maxn", "nodes", "maxn"),
    entrant("uct", "sims", UCT),
];

const MANY_SEATS: &[Entrant] = &[
    entrant("paranoid", "nodes", PARANOID),
    entrant("maxn", "nodes", "maxn:reduce=off"),
    entrant("uct", "sims", UCT),
    entrant("brs", "nodes", "brs:reduce=off"),
    entrant("mpmix", "nodes", "mpmix:reduce=off"),
    entrant("soft_maxn", "nodes", "soft-maxn:reduce=off"),
];

const AT_ONCE: &[Entrant] = &[
    entrant("duct", "sims", "duct:select=ucb1,c=0.7"),
    entrant("duct_tuned", "sims", "duct"),
    entrant("exp3", "sims", "exp3"),
    entrant("regret", "sims", "regret"),
    entrant("sm_alphabeta", "nodes", "sm-alphabeta"),
    entrant("double_oracle", "nodes", "double-oracle"),
    entrant("serial_alphabeta", "nodes", "alphabeta"),
    entrant("serial_uct", "sims", UCT),
];

const MANY_AT_ONCE: &[Entrant] = &[
    entrant("duct", "sims", "duct:select=ucb1,c=0.7"),
    entrant("duct_tuned", "sims", "duct"),
    entrant("exp3", "sims", "exp3"),
    entrant("regret", "sims", "regret"),
    entrant("serial_uct", "sims", UCT),
];

/// The searches of a game.
pub(super) fn lineup(game: &Info) -> &'static [Entrant] {
    match (game.timing, game.seats.len()) {
        (Timing::Simultaneous, 2) => AT_ONCE,
        (Timing::Simultaneous, _) => MANY_AT_ONCE,
        (Timing::Turns, 2) => TWO_SEATS,
        (Timing::Turns, _) => MANY_SEATS,
    }
}

/// Searches with one thread and with two; none where seats move at once.
pub(super) fn two_threads(game: &Info) -> Vec<(&'static str, Entrant, Entrant)> {
    let uct = |spec| entrant("uct", "sims", spec);
    let alphabeta = |spec| entrant("alphabeta", "nodes", spec);
    let pair_of_uct = ("uct", uct(UCT), uct("mcts:solver=off,threads=2"));
    let one_number = match (game.timing, game.seats.len()) {
        (Timing::Simultaneous, _) => return Vec::new(),
        (Timing::Turns, 2) => (alphabeta("alphabeta"), alphabeta("alphabeta:threads=2")),
        (Timing::Turns, _) => (alphabeta(PARANOID), alphabeta("paranoid:reduce=off,threads=2")),
    };
    vec![pair_of_uct, ("alphabeta", one_number.0, one_number.1)]
}
