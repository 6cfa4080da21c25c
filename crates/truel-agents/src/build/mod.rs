//! From a spec to an agent: one file per family of searches.

mod joint;
mod many;
mod mcts;
mod simple;

use truel_core::{Draw, Payoffs, Rng, Seat, Serial, TurnBased};
use truel_search::alphabeta::{self, AlphaBeta};
use truel_search::clock::TimeManager;
use truel_search::{BestReply, InnerOpinion, MaxN, Mcts, MpMix, Offensive, Opinion, Search, Serialised, SoftMaxN};

use crate::agent::Agent;
use crate::catalogue::{AgentInfo, Kind, SpecError, find};
use crate::param::{Param, Values};
use crate::thinker::{Habits, Thinker};
use crate::{Spec, VisitWithOpinion, with};
use simple::{Greedy, Random};

/// The agent that `spec` names, for one match of the game with this id. The same seed gives the same choices, as far as
/// the agent's limits do not depend on time.
///
/// ```
/// use truel_agents::{Conditions, Watch, build};
/// use truel_core::Seat;
///
/// let mut agent = build("tic-tac-toe", &"alphabeta:reductions=off,depth=9".parse().unwrap(), 1).unwrap();
/// let table = truel_games::table("tic-tac-toe").unwrap();
/// let thought = agent.think(&*table, Seat::new(0), &Conditions::default(), Watch::Nobody);
/// assert!(thought.is_proven && thought.value == [0.5, 0.5]);
/// ```
pub fn build(game: &str, spec: &Spec, seed: u64) -> Result<Box<dyn Agent>, SpecError> {
    let (info, values) = check(game, spec)?;
    let build = Build {
        kind: info.kind,
        habits: habits(info, &values),
        values,
        seed,
    };
    Ok(with(game, build)?)
}

/// Whether `spec` names an agent for this game, without making it.
pub fn check(game: &str, spec: &Spec) -> Result<(&'static AgentInfo, Values), SpecError> {
    let table = truel_games::table(game)?;
    let info = find(spec, table.info())?;
    let params: Vec<Param> = info.params().copied().collect();
    Ok((info, Values::read(spec, &params)?))
}

/// The limits among the parameters; an agent that has none thinks as long as it must.
fn habits(info: &AgentInfo, values: &Values) -> Habits {
    let has = |name: &str| info.params().any(|param| param.name == name);
    let count = |name: &str| if has(name) { values.count(name) } else { None };
    Habits {
        time: if has("time") { values.time("time") } else { None },
        depth: count("depth").map(|depth| depth as u32),
        nodes: count("nodes").or(count("sims")),
        manager: if has("clock") {
            manager(values)
        } else {
            TimeManager::Even { moves: 1 }
        },
    }
}

fn manager(values: &Values) -> TimeManager {
    match values.shape("clock") {
        ("even", n) => TimeManager::Even { moves: n[0] as u32 },
        ("midgame", n) => TimeManager::MidGame {
            base: n[0] as f32,
            mid: n[1] as u32,
        },
        (_, n) => TimeManager::Adaptive { moves: n[0] as u32 },
    }
}

struct Build {
    kind: Kind,
    habits: Habits,
    values: Values,
    seed: u64,
}

impl Build {
    fn seated<G: Draw>(&self, search: Box<dyn Search<G>>) -> Box<dyn Agent> {
        // Apart from the search's own chance, so that a drawn move says nothing about the simulations.
        Box::new(Thinker::new(
            search,
            self.habits,
            self.seed.rotate_left(32) ^ 0x7472_7565,
        ))
    }

    fn greedy<O>(&self, opinion: O) -> Greedy<O> {
        Greedy {
            opinion,
            rng: Rng::new(self.seed),
        }
    }
}

impl VisitWithOpinion for Build {
    type Out = Box<dyn Agent>;

    fn turns<G: Draw + TurnBased, O: Opinion<G> + Clone + 'static>(self, opinion: O) -> Box<dyn Agent> {
        let (values, seed) = (&self.values, self.seed);
        let maxn = || many::maxn_config(values, seed);
        let search: Box<dyn Search<G>> = match self.kind {
            Kind::Random => Box::new(Random),
            Kind::Greedy => Box::new(self.greedy(opinion)),
            Kind::AlphaBeta => Box::new(many::alphabeta(values, opinion, seed)),
            Kind::Paranoid => many::reduced(values, &opinion, many::alphabeta(values, opinion.clone(), seed)),
            Kind::MaxN => {
                let search = MaxN {
                    opinion: opinion.clone(),
                    config: maxn(),
                };
                many::reduced(values, &opinion, search)
            }
            Kind::Offensive => {
                let target = match values.shape("target") {
                    ("seat", n) => Some(Seat::new((n[0] as usize).clamp(1, G::Payoffs::SEATS) - 1)),
                    _ => None,
                };
                let search = Offensive {
                    opinion: opinion.clone(),
                    leader: Seat::new(0),
                    config: maxn(),
                };
                many::reduced(values, &opinion, many::AgainstLeader { search, target })
            }
            Kind::MpMix => {
                let search = MpMix {
                    defence: values.number("defence"),
                    offence: values.number("offence"),
                    ..MpMix::with(opinion.clone(), maxn(), alphabeta::Config::default())
                };
                many::reduced(values, &opinion, search)
            }
            Kind::BestReply => {
                let search = BestReply::plus(opinion.clone(), many::alphabeta_config(values, seed));
                many::reduced(values, &opinion, search)
            }
            Kind::SoftMaxN => {
                let mut search = SoftMaxN::new(opinion.clone());
                search.temperature = values.number("temperature");
                search.config = maxn();
                many::reduced(values, &opinion, search)
            }
            Kind::Mcts => {
                let config = mcts::config(values, seed, G::Payoffs::SEATS);
                Box::new(Mcts::<G, O>::with_opinion(config, opinion))
            }
            Kind::Duct | Kind::Exp3 | Kind::Regret | Kind::SmAlphaBeta | Kind::DoubleOracle | Kind::Induction => {
                unreachable!("{:?} needs seats that move at once", self.kind)
            }
        };
        self.seated(search)
    }

    fn at_once<G: Draw, O: Opinion<G> + Clone + 'static>(self, opinion: O) -> Box<dyn Agent> {
        let (values, seed) = (&self.values, self.seed);
        let search: Box<dyn Search<G>> = match self.kind {
            Kind::Random => Box::new(Random),
            Kind::Greedy => Box::new(self.greedy(opinion)),
            Kind::AlphaBeta => {
                let config = many::alphabeta_config(values, seed);
                Box::new(Serialised(AlphaBeta::with(InnerOpinion(opinion), config)))
            }
            Kind::Mcts => {
                let config = mcts::config(values, seed, G::Payoffs::SEATS);
                let search = Mcts::<Serial<G>, InnerOpinion<O>>::with_opinion(config, InnerOpinion(opinion));
                Box::new(Serialised(search))
            }
            Kind::Duct => joint::tree(values, opinion, joint::ucb(values), seed),
            Kind::Exp3 => joint::tree(values, opinion, joint::exponential(values), seed),
            Kind::Regret => joint::tree(values, opinion, joint::regrets(values), seed),
            Kind::SmAlphaBeta => joint::sm_alphabeta(opinion),
            Kind::DoubleOracle => joint::double_oracle(opinion),
            Kind::Induction => joint::induction(opinion),
            Kind::Paranoid | Kind::MaxN | Kind::Offensive | Kind::MpMix | Kind::BestReply | Kind::SoftMaxN => {
                unreachable!("{:?} needs seats that take turns", self.kind)
            }
        };
        self.seated(search)
    }
}
