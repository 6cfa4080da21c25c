//! From a spec to an agent: one file per family of searches.

mod joint;
mod many;
mod mcts;
mod simple;

use truel_core::{Draw, Payoffs, Rng, Seat, Serial, Table, TurnBased};
use truel_search::alphabeta::AlphaBeta;
use truel_search::clock::TimeManager;
use truel_search::{
    AlphaBetaOpinion, BestReply, Limits, MaxN, Mcts, MpMix, Offensive, Search, SerialOpinion, Serialised, SoftMaxN,
    mpmix, offensive, soft_maxn,
};

use crate::agent::{Agent, Conditions};
use crate::book::Book;
use crate::catalogue::{AgentInfo, Kind, SpecError, find};
use crate::chances::Calibration;
use crate::param::{Param, Values};
use crate::thinker::{Habits, Thinker};
use crate::{Spec, VisitWithOpinion, levels, with};
pub(crate) use simple::Greedy;
use simple::Random;

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
    let order = Order {
        book: book(info, &values).then(|| Book::of(game)).flatten(),
        habits: habits(info, &values),
        values,
        spec: spec.clone(),
        seed,
    };
    match info.kind {
        Kind::Own(make) => Ok(make(&order)),
        kind => Ok(with(game, Build { kind, order })?),
    }
}

/// Whether `spec` names an agent for this game, without making it.
pub fn check(game: &str, spec: &Spec) -> Result<(&'static AgentInfo, Values), SpecError> {
    let table = truel_games::table(game)?;
    let written = levels::written_out(spec, table.info());
    let spec = written.as_ref().unwrap_or(spec);
    let info = find(spec, table.info())?;
    let params: Vec<Param> = info.params().copied().collect();
    let values = Values::read(spec, &params)?;
    if book(info, &values) && Book::of(game).is_none() {
        return Err(SpecError::NoBook(table.info().id));
    }
    Ok((info, values))
}

/// Whether a book is to be played from.
fn book(info: &AgentInfo, values: &Values) -> bool {
    info.params().any(|param| param.name == "book") && values.shape("book").0 == "on"
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

/// What an agent is made from.
pub(crate) struct Order {
    /// Its parameters.
    pub values: Values,
    /// Its limits.
    pub habits: Habits,
    /// What it was asked for as.
    pub spec: Spec,
    /// What it plays from before it thinks.
    pub book: Option<&'static Book>,
    /// Where its chance starts.
    pub seed: u64,
}

impl Order {
    /// `search` as an agent.
    pub(crate) fn seated<G: Draw>(&self, search: impl Search<G> + 'static) -> Box<dyn Agent> {
        Box::new(self.thinker(Box::new(search)))
    }

    /// `search` as an agent that makes up its own limits for each move.
    pub(crate) fn planned<G: Draw>(
        &self,
        search: impl Search<G> + 'static,
        plan: impl Fn(&G, Seat, &Conditions, Limits) -> Limits + Send + 'static,
    ) -> Box<dyn Agent> {
        Box::new(self.thinker(Box::new(search)).with_plan(plan))
    }

    fn thinker<G: Draw>(&self, search: Box<dyn Search<G>>) -> Thinker<G> {
        // Apart from the search's own chance, so that a drawn move says nothing about the simulations.
        let seed = self.seed.rotate_left(32) ^ 0x7472_7565;
        let calibration = Calibration::of(&Table(G::default()), &self.spec);
        Thinker::new(search, self.habits, calibration, seed).with_book(self.book)
    }

    /// The move that `opinion` likes best at once.
    pub(crate) fn greedy<O>(&self, opinion: O) -> Greedy<O> {
        Greedy {
            opinion,
            rng: Rng::new(self.seed),
        }
    }
}

struct Build {
    kind: Kind,
    order: Order,
}

impl VisitWithOpinion for Build {
    type Out = Box<dyn Agent>;

    fn turns<G: Draw + TurnBased, O: AlphaBetaOpinion<G> + Clone + 'static>(self, opinion: O) -> Box<dyn Agent> {
        let Order { values, seed, .. } = &self.order;
        let seed = *seed;
        let maxn = || many::maxn_config(values, seed);
        let search: Box<dyn Search<G>> = match self.kind {
            Kind::Random => Box::new(Random),
            Kind::Greedy => Box::new(self.order.greedy(opinion)),
            Kind::AlphaBeta => Box::new(many::alphabeta(values, opinion, seed)),
            Kind::Paranoid => many::reduced(values, &opinion, many::alphabeta(values, opinion.clone(), seed)),
            Kind::MaxN => {
                let search = MaxN::with_config(opinion.clone(), maxn());
                many::reduced(values, &opinion, search)
            }
            Kind::Offensive => {
                let target = match values.shape("target") {
                    ("seat", n) => Some(Seat::new((n[0] as usize).clamp(1, G::Payoffs::SEATS) - 1)),
                    _ => None,
                };
                let config = offensive::Config::default().with_leader(target).with_maxn(maxn());
                many::reduced(values, &opinion, Offensive::with_config(opinion.clone(), config))
            }
            Kind::MpMix => {
                let config = mpmix::Config::default()
                    .with_defence(values.number("defence"))
                    .with_offence(values.number("offence"))
                    .with_maxn(maxn());
                many::reduced(values, &opinion, MpMix::with_config(opinion.clone(), config))
            }
            Kind::BestReply => {
                let search = BestReply::with_config(opinion.clone(), many::alphabeta_config(values, seed));
                many::reduced(values, &opinion, search)
            }
            Kind::SoftMaxN => {
                let config = soft_maxn::Config::default()
                    .with_temperature(values.number("temperature"))
                    .with_maxn(maxn());
                many::reduced(values, &opinion, SoftMaxN::with_config(opinion.clone(), config))
            }
            Kind::Mcts => {
                let config = mcts::config(values, seed, G::Payoffs::SEATS);
                Box::new(Mcts::<G, O>::with_config(opinion, config))
            }
            kind => unreachable!("{kind:?} is for seats that move at once, or made elsewhere"),
        };
        Box::new(self.order.thinker(search))
    }

    fn at_once<G: Draw, O: AlphaBetaOpinion<G> + Clone + 'static>(self, opinion: O) -> Box<dyn Agent> {
        let Order { values, seed, .. } = &self.order;
        let seed = *seed;
        let search: Box<dyn Search<G>> = match self.kind {
            Kind::Random => Box::new(Random),
            Kind::Greedy => Box::new(self.order.greedy(opinion)),
            Kind::AlphaBeta => {
                let config = many::alphabeta_config(values, seed);
                Box::new(Serialised::new(AlphaBeta::with_config(SerialOpinion(opinion), config)))
            }
            Kind::Mcts => {
                let config = mcts::config(values, seed, G::Payoffs::SEATS);
                let search = Mcts::<Serial<G>, _>::with_config(SerialOpinion(opinion), config);
                Box::new(Serialised::new(search))
            }
            Kind::Duct => joint::tree(values, opinion, joint::ucb(values), seed),
            Kind::Exp3 => joint::tree(values, opinion, joint::exponential(values), seed),
            Kind::Regret => joint::tree(values, opinion, joint::regrets(values), seed),
            Kind::SmAlphaBeta => joint::sm_alphabeta(opinion),
            Kind::DoubleOracle => joint::double_oracle(opinion),
            Kind::Induction => joint::induction(opinion),
            kind => unreachable!("{kind:?} is for seats that take turns, or made elsewhere"),
        };
        Box::new(self.order.thinker(search))
    }
}
