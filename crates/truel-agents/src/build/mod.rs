//! From a spec to an agent: one file per family of searches.

mod joint;
mod many;
mod mcts;
mod simple;

use std::sync::Arc;

use truel_core::{Draw, Payoffs, Rng, Seat, Serial, TurnBased};
use truel_search::alphabeta::AlphaBeta;
use truel_search::clock::TimeManager;
use truel_search::{AlphaBetaOpinion, Limits, MaxN, Mcts, Search, SerialOpinion, Serialised, SoftMaxN, soft_maxn};

use crate::agent::{Agent, Conditions};
use crate::book::Book;
use crate::catalogue::{AgentInfo, General, Maker, SpecError};
use crate::chances::Calibration;
use crate::param::{Param, Values};
use crate::thinker::{Habits, Thinker};
use crate::{Roster, Spec};
pub use simple::Greedy;
use simple::Random;

impl Roster {
    /// The agent that `spec` names, for one match of the game with this id. The same seed gives the
    /// same choices, as far as the agent's limits do not depend on time.
    ///
    /// ```
    /// # use truel_agents::{Conditions, Listing, Roster, Watch};
    /// # use truel_core::{Seat, doc::Nim};
    /// let roster = Roster::new().with(Listing::turns::<Nim>(truel_search::Indifferent));
    /// let mut agent = roster.build("nim", &"alphabeta:depth=30".parse().unwrap(), 1).unwrap();
    /// let table = roster.table("nim").unwrap();
    /// let thought = agent.think(&*table, Seat::new(0), &Conditions::default(), Watch::Nobody);
    /// assert!(thought.is_proven && thought.value == [1.0, 0.0]);
    /// ```
    pub fn build(&self, game: &str, spec: &Spec, seed: u64) -> Result<Box<dyn Agent>, SpecError> {
        let listing = self.listing(game)?;
        let (info, values) = self.check(game, spec)?;
        let context = BuildContext {
            book: plays_from_book(info, &values)
                .then(|| listing.book().cloned())
                .flatten(),
            habits: habits(info, &values),
            calibration: self.calibration(&*listing.table(), spec),
            values,
            seed,
        };
        Ok(match info.maker {
            Maker::Own(make) => make(&context),
            Maker::General(search) => listing.make_general(search, &context),
        })
    }

    /// Whether `spec` names an agent for this game, without making it.
    pub fn check(&self, game: &str, spec: &Spec) -> Result<(&'static AgentInfo, Values), SpecError> {
        let listing = self.listing(game)?;
        let written = self.write_out_level(spec, listing.info());
        let spec = written.as_ref().unwrap_or(spec);
        let info = self.find_agent(spec, listing.info())?;
        let params: Vec<Param> = info.params().copied().collect();
        let values = Values::read(spec, &params)?;
        if plays_from_book(info, &values) && listing.book().is_none() {
            return Err(SpecError::NoBook(listing.info().id));
        }
        Ok((info, values))
    }
}

/// Whether a book is to be played from.
fn plays_from_book(info: &AgentInfo, values: &Values) -> bool {
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
#[derive(Debug)]
pub struct BuildContext {
    /// Its parameters.
    pub values: Values,
    /// Its limits.
    pub habits: Habits,
    /// The book that it plays from before it searches.
    pub book: Option<Arc<Book>>,
    /// How its values become chances.
    pub calibration: Calibration,
    /// The random seed.
    pub seed: u64,
}

impl BuildContext {
    /// `search` as an agent.
    pub fn seated<G: Draw>(&self, search: impl Search<G> + 'static) -> Box<dyn Agent> {
        Box::new(self.thinker(Box::new(search)))
    }

    /// `search` as an agent that makes up its own limits for each move.
    pub fn planned<G: Draw>(
        &self,
        search: impl Search<G> + 'static,
        plan: impl Fn(&G, Seat, &Conditions, Limits) -> Limits + Send + 'static,
    ) -> Box<dyn Agent> {
        Box::new(self.thinker(Box::new(search)).with_plan(plan))
    }

    fn thinker<G: Draw>(&self, search: Box<dyn Search<G>>) -> Thinker<G> {
        // Apart from the search's own random numbers, so that a drawn move says nothing about the
        // simulations.
        let seed = self.seed.rotate_left(32) ^ 0x7472_7565;
        Thinker::new(search, self.habits, self.calibration.clone(), seed).with_book(self.book.clone())
    }

    /// The move that `opinion` likes best at once.
    pub fn greedy<O>(&self, opinion: O) -> Greedy<O> {
        Greedy {
            opinion,
            rng: Rng::new(self.seed),
        }
    }
}

/// A general agent for a game of turns.
pub(crate) fn turns<G, O>(general: General, context: &BuildContext, opinion: O) -> Box<dyn Agent>
where
    G: Draw + TurnBased,
    O: AlphaBetaOpinion<G> + Clone + 'static,
{
    let BuildContext { values, seed, .. } = context;
    let seed = *seed;
    let maxn = || many::maxn_config(values, seed);
    let search: Box<dyn Search<G>> = match general {
        General::Random => Box::new(Random),
        General::Greedy => Box::new(context.greedy(opinion)),
        General::AlphaBeta => Box::new(many::alphabeta(values, opinion, seed)),
        General::Paranoid => many::reduced(
            values,
            &opinion,
            Box::new(many::alphabeta(values, opinion.clone(), seed)),
        ),
        General::MaxN => {
            let search = MaxN::with_config(opinion.clone(), maxn());
            many::reduced(values, &opinion, Box::new(search))
        }
        General::SoftMaxN => {
            let config = soft_maxn::Config::default()
                .with_temperature(values.number("temperature"))
                .with_maxn(maxn());
            many::reduced(
                values,
                &opinion,
                Box::new(SoftMaxN::with_config(opinion.clone(), config)),
            )
        }
        General::Mcts => {
            let config = mcts::config(values, seed, G::Payoffs::SEATS);
            Box::new(Mcts::<G, O>::with_config(opinion, config))
        }
        // Written so that nothing of it is compiled for two seats.
        other if const { G::Payoffs::SEATS > 2 } => {
            let search = many::only_many(other, values, opinion.clone(), seed);
            many::reduced(values, &opinion, search)
        }
        other => unreachable!("{other:?} is for more seats, or for seats that move at once"),
    };
    Box::new(context.thinker(search))
}

/// A general agent for a game whose seats move at once.
pub(crate) fn at_once<G, O>(general: General, context: &BuildContext, opinion: O) -> Box<dyn Agent>
where
    G: Draw,
    O: AlphaBetaOpinion<G> + Clone + 'static,
{
    let BuildContext { values, seed, .. } = context;
    let seed = *seed;
    let search: Box<dyn Search<G>> = match general {
        General::Random => Box::new(Random),
        General::Greedy => Box::new(context.greedy(opinion)),
        General::AlphaBeta => {
            let config = many::alphabeta_config(values, seed);
            Box::new(Serialised::new(AlphaBeta::with_config(SerialOpinion(opinion), config)))
        }
        General::Mcts => {
            let config = mcts::config(values, seed, G::Payoffs::SEATS);
            let search = Mcts::<Serial<G>, _>::with_config(SerialOpinion(opinion), config);
            Box::new(Serialised::new(search))
        }
        General::Duct => joint::tree(values, opinion, joint::ucb(values), seed),
        General::Exp3 => joint::tree(values, opinion, joint::exponential(values), seed),
        General::Regret => joint::tree(values, opinion, joint::regrets(values), seed),
        General::SmAlphaBeta => joint::sm_alphabeta(opinion),
        General::DoubleOracle => joint::double_oracle(opinion),
        General::Induction => joint::induction(opinion),
        other => unreachable!("{other:?} is for seats that take turns"),
    };
    Box::new(context.thinker(search))
}
