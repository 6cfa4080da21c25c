//! Agents of different styles to measure champions of chexers against. None has parameters beside
//! its limits.

use truel_agents::catalogue::groups::{LIMITS, SIMULATIONS};
use truel_agents::{Agent, AgentInfo, BuildContext, Maker, Needs};
use truel_games::Chexers;
use truel_search::best_reply::Skipping;
use truel_search::lens::{LensOpinion, Through};
use truel_search::{AlphaBeta, BestReply, MaxN, Mcts, MpMix, alphabeta, mcts, mpmix};

use super::finished;
use crate::heuristics::chexers::Contest;
use crate::heuristics::chexers::sparring::Selfish;

pub(super) const POOL: &[AgentInfo] = &[
    AgentInfo {
        about: "max^n in which every seat wants men, exits and safety for itself, as deep as the limits allow",
        ..agent(
            "spar-selfish",
            "Everybody for itself: men, exits and safe places.",
            selfish,
        )
    },
    AgentInfo {
        about: "max^n of depth 3 in phases: it holds the corners until it has captured two men, then it races",
        ..agent(
            "spar-keeper",
            "Holds the corners and waits for mistakes, then races.",
            keeper,
        )
    },
    AgentInfo {
        about: "paranoid search that follows captures to their end",
        ..agent("spar-paranoid", "Trusts nobody, and counts every capture.", paranoid)
    },
    AgentInfo {
        about: "MP-Mix: paranoid when ahead, offensive against the leader when behind, else max^n",
        ..agent(
            "spar-mixer",
            "Guards a lead of its own and attacks a lead of others.",
            mixer,
        )
    },
    AgentInfo {
        about: "best-reply search in which the other opponent skips its turn, by weights that favour captures",
        ..agent("spar-raider", "Hunts men first and leaves with them later.", raider)
    },
    AgentInfo {
        about: "Monte Carlo tree search without rollouts: leaves are evaluated, moves are tried by rank",
        groups: &[SIMULATIONS],
        ..agent("spar-dreamer", "Tries out many lines and trusts the average.", dreamer)
    },
];

/// An agent of the pool; `about` is still to be said.
const fn agent(name: &'static str, plain: &'static str, make: fn(&BuildContext) -> Box<dyn Agent>) -> AgentInfo {
    AgentInfo {
        name,
        plain,
        about: "",
        source: "truel",
        needs: Needs::Game("chexers"),
        groups: &[LIMITS],
        maker: Maker::Own(make),
    }
}

/// Captures that are followed below the last ply.
const EXCHANGE: u32 = 6;

fn selfish(context: &BuildContext) -> Box<dyn Agent> {
    let search = finished(MaxN::new(LensOpinion), |_, _| Selfish::default());
    context.seated(search)
}

fn keeper(context: &BuildContext) -> Box<dyn Agent> {
    let search = finished(MaxN::new(LensOpinion), Selfish::in_phases);
    context.planned(search, |_, _, _, limits| limits.with_depth(3))
}

fn paranoid(context: &BuildContext) -> Box<dyn Agent> {
    let config = alphabeta::Config::default().with_quiescence(EXCHANGE);
    let search = AlphaBeta::with_config(LensOpinion, config);
    context.seated(finished(search, |_, _| Contest::default()))
}

fn mixer(context: &BuildContext) -> Box<dyn Agent> {
    let paranoid = alphabeta::Config::default().with_quiescence(EXCHANGE);
    let search = MpMix::with_config(LensOpinion, mpmix::Config::default().with_paranoid(paranoid));
    context.seated(finished(search, |_, _| Contest::default()))
}

fn raider(context: &BuildContext) -> Box<dyn Agent> {
    let search = BestReply::new(LensOpinion).with_stand_by(Skipping);
    let weights = Contest {
        spare: 1.6,
        exit: 1.0,
        step: 0.15,
        ..Contest::default()
    };
    context.seated(finished(search, move |_, _| weights))
}

fn dreamer(context: &BuildContext) -> Box<dyn Agent> {
    use mcts::{Config, Explore, FirstPlay, Length, Policy, Rollout, Select, Solver, SolverTies};
    let config = Config::default()
        .with_seed(context.seed)
        .with_select(Select::Puct { temperature: 2.0 })
        .with_explore(Explore::Constant(0.5))
        .with_first_play(FirstPlay::BelowParent(0.05))
        .with_solver(Solver::On(SolverTies::Standard))
        .with_rollout(Rollout {
            policy: Policy::Uniform,
            length: Length::Plies(0),
        });
    let search = Mcts::<Through<Chexers, Contest>, _>::with_config(LensOpinion, config);
    context.seated(finished(search, |_, _| Contest::default()))
}
