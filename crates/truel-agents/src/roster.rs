//! The games that a program knows, each with what is known about it beyond its rules.
//!
//! A binary puts a [`Roster`] together from [`Listing`]s and hands it to arena, server or command
//! line. None of them knows any other list of games, so a game from another crate has everything
//! that a game of truel has:
//!
//! ```
//! use truel_agents::{Listing, Roster};
//! use truel_core::doc::Nim;
//! use truel_search::Indifferent;
//!
//! let roster = Roster::new().with(Listing::turns::<Nim>(Indifferent));
//! let agent = roster.build("nim", &"mcts:sims=100".parse().unwrap(), 1);
//! assert!(agent.is_ok());
//! assert!(roster.table("chess").is_err());
//! ```

use std::fmt;
use std::sync::{Arc, OnceLock};

use truel_core::{AnyGame, Draw, Game, Info, Table, Timing, TurnBased, UnknownGame};
use truel_search::AlphaBetaOpinion;

use crate::build::{BuildContext, at_once, turns};
use crate::catalogue::{AgentInfo, General, Maker, general};
use crate::chances::GameData;
use crate::levels::CHAMPION;
use crate::solve::{self, Solve};
use crate::{Agent, Answer, Book, Progress, Question};

/// Makes a general agent for one game.
type MakeGeneral = Arc<dyn Fn(General, &BuildContext) -> Box<dyn Agent> + Send + Sync>;

/// What a few random plies at the start do to the seats of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RandomOpenings {
    /// No seat is known to gain by them.
    Fair,
    /// One seat wins most matches, whoever sits there. Matches that should compare agents need
    /// balanced openings.
    FavourASeat,
}

/// A game, and what a program knows about it beyond its rules. Only the game itself is required.
#[derive(Clone)]
pub struct Listing {
    info: &'static Info,
    start: fn() -> Box<dyn AnyGame>,
    general: MakeGeneral,
    solve: Option<Solve>,
    agents: Vec<&'static AgentInfo>,
    sparring: Vec<&'static AgentInfo>,
    openings: RandomOpenings,
    book: OptionalText<Book>,
    calibration: OptionalText<GameData>,
}

impl fmt::Debug for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let agents: Vec<&str> = self.agents.iter().map(|agent| agent.name).collect();
        f.debug_struct("Listing")
            .field("game", &self.info.id)
            .field("agents", &agents)
            .finish_non_exhaustive()
    }
}

impl Listing {
    /// A game of turns. General agents evaluate its positions by `opinion`; pass
    /// [`Indifferent`](truel_search::Indifferent) for a game that has none.
    pub fn turns<G: Draw + TurnBased>(opinion: impl AlphaBetaOpinion<G> + Clone + 'static) -> Self {
        Listing {
            solve: Some(solve::turns::<G>),
            ..Listing::new::<G>(Arc::new(move |agent, context| turns(agent, context, opinion.clone())))
        }
    }

    /// A game whose seats move at once. General agents evaluate its positions by `opinion`; pass
    /// [`Indifferent`](truel_search::Indifferent) for a game that has none.
    pub fn at_once<G: Draw>(opinion: impl AlphaBetaOpinion<G> + Clone + 'static) -> Self {
        Listing::new::<G>(Arc::new(move |agent, context| at_once(agent, context, opinion.clone())))
    }

    fn new<G: Draw>(general: MakeGeneral) -> Self {
        Listing {
            info: const { &<G as Game>::INFO },
            start: || Box::new(Table(G::default())),
            general,
            solve: None,
            agents: Vec::new(),
            sparring: Vec::new(),
            openings: RandomOpenings::Fair,
            book: OptionalText::default(),
            calibration: OptionalText::default(),
        }
    }

    /// The same with agents of its own.
    #[must_use]
    pub fn with_agents(mut self, agents: &'static [AgentInfo]) -> Self {
        self.agents.extend(agents);
        self
    }

    /// The same with agents of its own that new agents are measured against. They should be strong,
    /// of different styles, and need no parameters.
    #[must_use]
    pub fn with_sparring(mut self, agents: &'static [AgentInfo]) -> Self {
        self.sparring.extend(agents);
        self.with_agents(agents)
    }

    /// The same, knowing what random openings do to the seats.
    #[must_use]
    pub fn with_random_openings(mut self, openings: RandomOpenings) -> Self {
        self.openings = openings;
        self
    }

    /// The same with an opening book, the text of a file that `truel book` wrote. A book that
    /// cannot be read counts as none.
    #[must_use]
    pub fn with_book(mut self, text: &'static str) -> Self {
        self.book = OptionalText::new(text, |text| Book::read(text).ok());
        self
    }

    /// The same with calibrated chances, the text of a file that `truel calibrate` wrote. Data that
    /// cannot be read counts as none.
    #[must_use]
    pub fn with_calibration(mut self, text: &'static str) -> Self {
        self.calibration = OptionalText::new(text, |text| GameData::read(text).ok());
        self
    }

    /// What random openings do to the seats.
    pub fn random_openings(&self) -> RandomOpenings {
        self.openings
    }

    /// What never changes about the game.
    pub fn info(&self) -> &'static Info {
        self.info
    }

    /// A table at the start position.
    pub fn table(&self) -> Box<dyn AnyGame> {
        (self.start)()
    }

    /// The agents that play this game only, its champion last.
    pub fn own_agents(&self) -> impl Iterator<Item = &'static AgentInfo> {
        let of = |is_champion: bool| {
            let agents = self.agents.iter().copied();
            agents.filter(move |agent| (agent.name == CHAMPION) == is_champion)
        };
        of(false).chain(of(true))
    }

    /// Its opening book.
    pub fn book(&self) -> Option<&Arc<Book>> {
        self.book.get()
    }

    /// Its calibrated chances.
    pub fn calibration(&self) -> Option<&GameData> {
        self.calibration.get().map(|data| &**data)
    }

    /// What a seat can force at a table of this game, by proof-number search. `None` for a game
    /// whose seats move at once.
    pub fn solve(
        &self,
        table: &dyn AnyGame,
        question: &Question,
        on_progress: &mut dyn FnMut(&Progress),
    ) -> Option<Answer> {
        (self.solve?)(table, question, on_progress)
    }

    pub(crate) fn make_general(&self, agent: General, context: &BuildContext) -> Box<dyn Agent> {
        (self.general)(agent, context)
    }
}

/// A text that is read when its content is first needed.
#[derive(Clone)]
struct OptionalText<T> {
    text: &'static str,
    read: fn(&str) -> Option<T>,
    content: OnceLock<Option<Arc<T>>>,
}

impl<T> OptionalText<T> {
    fn new(text: &'static str, read: fn(&str) -> Option<T>) -> Self {
        OptionalText {
            text,
            read,
            content: OnceLock::new(),
        }
    }

    fn get(&self) -> Option<&Arc<T>> {
        let content = self.content.get_or_init(|| (self.read)(self.text).map(Arc::new));
        content.as_ref()
    }
}

/// No text, and so no content.
impl<T> Default for OptionalText<T> {
    fn default() -> Self {
        OptionalText::new("", |_| None)
    }
}

/// The games that a program knows. Cloning is cheap.
#[derive(Clone, Default, Debug)]
pub struct Roster {
    listings: Arc<Vec<Listing>>,
}

impl Roster {
    /// No game.
    pub fn new() -> Self {
        Roster::default()
    }

    /// The same with one more game. A game whose id is on the roster already takes the older one's
    /// place.
    #[must_use]
    pub fn with(mut self, listing: Listing) -> Self {
        let listings = Arc::make_mut(&mut self.listings);
        match listings.iter_mut().find(|other| other.info.id == listing.info.id) {
            Some(older) => *older = listing,
            None => listings.push(listing),
        }
        self
    }

    /// The same with more agents for one game. Nothing changes where the game is not on the roster.
    #[must_use]
    pub fn with_agents(mut self, game: &str, agents: &'static [AgentInfo]) -> Self {
        let listings = Arc::make_mut(&mut self.listings);
        if let Some(listing) = listings.iter_mut().find(|listing| listing.info.id == game) {
            listing.agents.extend(agents);
        }
        self
    }

    /// The games in the order in which people should meet them.
    pub fn listings(&self) -> &[Listing] {
        &self.listings
    }

    /// What never changes about each game.
    pub fn infos(&self) -> impl Iterator<Item = &'static Info> + Clone {
        self.listings.iter().map(|listing| listing.info)
    }

    /// The listing of the game with this id.
    pub fn listing(&self, game: &str) -> Result<&Listing, UnknownGame> {
        let listing = self.listings.iter().find(|listing| listing.info.id == game);
        listing.ok_or_else(|| UnknownGame::new(game, self.infos().map(|info| info.id)))
    }

    /// A table at the start position of the game with this id.
    pub fn table(&self, game: &str) -> Result<Box<dyn AnyGame>, UnknownGame> {
        self.listing(game).map(Listing::table)
    }

    /// What never changes about the game with this id.
    pub fn info(&self, game: &str) -> Result<&'static Info, UnknownGame> {
        self.listing(game).map(Listing::info)
    }

    /// Every agent, in the order in which people should meet them: the general ones, then those of
    /// each game, then the champions.
    pub fn agents(&self) -> impl Iterator<Item = &'static AgentInfo> {
        let own = |is_champion: bool| {
            let own = self.listings.iter().flat_map(Listing::own_agents);
            own.filter(move |agent| (agent.name == CHAMPION) == is_champion)
        };
        general::AGENTS.iter().chain(own(false)).chain(own(true))
    }

    /// The agents that play `game`.
    pub fn agents_of(&self, game: &Info) -> impl Iterator<Item = &'static AgentInfo> {
        let listing = self.listings.iter().find(|listing| listing.info.id == game.id);
        let own = listing.into_iter().flat_map(Listing::own_agents);
        let (timing, seats) = (game.timing, game.seats.len());
        general::AGENTS
            .iter()
            .filter(move |agent| agent.needs.are_met_by(timing, seats))
            .chain(own)
    }

    /// Whom a new agent of `game` is measured against: the game's own sparring pool, or else the
    /// general searches, which differ in style.
    pub fn sparring(&self, game: &Info) -> Vec<&'static AgentInfo> {
        let listing = self.listings.iter().find(|listing| listing.info.id == game.id);
        match listing {
            Some(listing) if !listing.sparring.is_empty() => listing.sparring.clone(),
            _ => self.general_sparring(game).collect(),
        }
    }

    fn general_sparring(&self, game: &Info) -> impl Iterator<Item = &'static AgentInfo> {
        let is_pair = game.seats.len() == 2;
        self.agents_of(game).filter(move |agent| match agent.maker {
            // They hardly think; induction is sm-alphabeta at a fraction of its speed.
            Maker::General(General::Random | General::Greedy | General::Induction) | Maker::Own(_) => false,
            // The same as alpha-beta.
            Maker::General(General::Paranoid) => !is_pair,
            Maker::General(_) => true,
        })
    }

    /// The best agent known for `game`: its champion, or a search for games of its kind.
    pub fn best_agent(&self, game: &Info) -> &'static AgentInfo {
        let usual = match (game.timing, game.seats.len()) {
            (Timing::Turns, 2) => "alphabeta",
            (Timing::Turns, _) => "brs",
            (Timing::Simultaneous, _) => "duct",
        };
        let named = |name: &str| self.agents_of(game).find(|agent| agent.name == name);
        named(CHAMPION).or_else(|| named(usual)).unwrap_or(&general::AGENTS[0])
    }
}
