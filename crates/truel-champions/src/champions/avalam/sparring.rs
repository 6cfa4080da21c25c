//! Whom a new agent of avalam is measured against.
//!
//! Four styles: one that counts towers as the report's winner does, one that grows a tree, one that
//! hurries to settle towers, and one that leaves out no move.

use truel_agents::Agent;
use truel_agents::catalogue::groups::{LIMITS, SIMULATIONS};
use truel_agents::{AgentInfo, BuildContext, Maker, Needs};
use truel_games::Avalam;
use truel_search::alphabeta::{AlphaBeta, Config, Reductions};
use truel_search::mcts::{self, Expand, Explore, FirstTerm, Implicit, Length, Mcts, Rollout, Solver, SolverTies};

use crate::heuristics::avalam::{Patterns, Settled};

/// The pool, the strongest last.
pub(super) const POOL: &[AgentInfo] = &[
    AgentInfo {
        name: "spar-towers",
        plain: "Counts towers, and those that can no longer be taken half as much again.",
        about: "principal-variation search; towers count one, settled ones 1.5, fives 1.55",
        source: "truel",
        needs: Needs::Game("avalam"),
        groups: &[LIMITS],
        maker: Maker::Own(towers),
    },
    AgentInfo {
        name: "spar-builder",
        plain: "Grows a tree of likely moves and keeps it from move to move.",
        about: "tree search that evaluates all children by patterns instead of playing on, backs up maxima beside \
                averages, and proves ends",
        source: "truel",
        needs: Needs::Game("avalam"),
        groups: &[SIMULATIONS],
        maker: Maker::Own(builder),
    },
    AgentInfo {
        name: "spar-surveyor",
        plain: "Looks at every move to the same depth and leaves out none.",
        about: "principal-variation search by patterns without reductions and without futility pruning",
        source: "truel",
        needs: Needs::Game("avalam"),
        groups: &[LIMITS],
        maker: Maker::Own(surveyor),
    },
    AgentInfo {
        name: "spar-settler",
        plain: "Hurries to settle its towers, even where others would wait.",
        about: "principal-variation search by patterns in which settled towers count a quarter more",
        source: "truel",
        needs: Needs::Game("avalam"),
        groups: &[LIMITS],
        maker: Maker::Own(settler),
    },
];

fn towers(context: &BuildContext) -> Box<dyn Agent> {
    let config = Config::default().with_seed(context.seed);
    context.seated::<Avalam>(AlphaBeta::with_config(Settled, config))
}

fn builder(context: &BuildContext) -> Box<dyn Agent> {
    let config = mcts::Config::default()
        .with_expand(Expand::Evaluated(FirstTerm::Explored))
        .with_explore(Explore::Constant(0.4))
        .with_implicit(Implicit::Minimax { share: 0.5 })
        .with_rollout(Rollout {
            length: Length::Plies(0),
            ..Rollout::default()
        })
        .with_solver(Solver::On(SolverTies::Standard))
        .with_seed(context.seed);
    context.seated::<Avalam>(Mcts::with_config(Patterns::default(), config))
}

fn surveyor(context: &BuildContext) -> Box<dyn Agent> {
    let config = Config::default()
        .with_reductions(Reductions::Off)
        .with_futility(None)
        .with_seed(context.seed);
    context.seated::<Avalam>(AlphaBeta::with_config(Patterns::default(), config))
}

fn settler(context: &BuildContext) -> Box<dyn Agent> {
    let config = Config::default().with_seed(context.seed);
    context.seated::<Avalam>(AlphaBeta::with_config(Patterns::settling(1.25), config))
}
