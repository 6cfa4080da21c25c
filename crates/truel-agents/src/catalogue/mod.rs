//! The agents there are: their names, where they come from, what they need of a game, and what can
//! be set about them.
//!
//! `general` lists the searches that play every game of a kind. The agents of one game come with
//! its listing in a [`Roster`]. [`groups`] has the parameters that agents share.

pub(crate) mod general;
pub mod groups;

use thiserror::Error;
use truel_core::{Info, Timing, UnknownGame, nearest};

use crate::build::BuildContext;
use crate::param::{Param, WrongParam};
use crate::{Agent, LEVELS, Malformed, Roster, Spec};

/// One agent of the list.
#[derive(Clone, Copy, Debug)]
pub struct AgentInfo {
    /// Its name in a spec.
    pub name: &'static str,
    /// What a person who knows nothing about searches should hear: one sentence.
    pub plain: &'static str,
    /// One line on how it thinks, for people who know searches.
    pub about: &'static str,
    /// Where it comes from; empty for the general searches, whose papers stand in
    /// `docs/searches.md`.
    pub source: &'static str,
    /// What a game must be like.
    pub needs: Needs,
    /// What can be set, in groups that agents share.
    pub groups: &'static [&'static [Param]],
    /// How it is made.
    pub maker: Maker,
}

impl AgentInfo {
    /// All that can be set, in order.
    pub fn params(&self) -> impl Iterator<Item = &'static Param> {
        self.groups.iter().flat_map(|group| group.iter())
    }

    /// Whether it can play this game.
    pub fn plays(&self, game: &Info) -> bool {
        match self.needs {
            Needs::Game(id) => id == game.id,
            needs => needs.are_met_by(game.timing, game.seats.len()),
        }
    }
}

/// The name of a person among agents. It stands for whoever sits at the terminal, so
/// [`Roster::find_agent`] refuses it: only a command
/// that can ask a person may take it.
pub const HUMAN: &str = "human";

/// What an agent needs of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// Seats that take turns.
    Turns,
    /// Two seats, in turns or at once.
    TwoSeats,
    /// Three seats or more that take turns.
    ManySeats,
    /// Seats that move at once.
    AtOnce,
    /// Two seats that move at once.
    TwoAtOnce,
    /// To be this very game.
    Game(&'static str),
}

impl Needs {
    /// Whether any game with this timing and so many seats will do.
    pub(crate) fn are_met_by(self, timing: Timing, seats: usize) -> bool {
        let (turns, two) = (timing == Timing::Turns, seats == 2);
        match self {
            Needs::Nothing => true,
            Needs::Turns => turns,
            Needs::TwoSeats => two,
            Needs::ManySeats => turns && !two,
            Needs::AtOnce => !turns,
            Needs::TwoAtOnce => !turns && two,
            Needs::Game(_) => false,
        }
    }

    /// The kind of games, in a few words for a table.
    pub fn kind(self) -> &'static str {
        match self {
            Needs::Nothing => "every game",
            Needs::Turns => "turns",
            Needs::TwoSeats => "two seats",
            Needs::ManySeats => "three seats, turns",
            Needs::AtOnce => "at once",
            Needs::TwoAtOnce => "two seats, at once",
            Needs::Game(id) => id,
        }
    }

    /// As a clause that goes on from the agent's name.
    pub fn told(self) -> String {
        let told = match self {
            Needs::Nothing => "plays every game",
            Needs::Turns => "needs seats that take turns",
            Needs::TwoSeats => "needs two seats",
            Needs::ManySeats => "needs three seats or more that take turns",
            Needs::AtOnce => "needs seats that move at once",
            Needs::TwoAtOnce => "needs two seats that move at once",
            Needs::Game(id) => return format!("plays nothing but {id}"),
        };
        told.to_owned()
    }
}

/// How an agent is made.
#[derive(Clone, Copy, Debug)]
pub enum Maker {
    /// A search that plays every game of a kind.
    General(General),
    /// An agent of one game, by its own code.
    Own(fn(&BuildContext) -> Box<dyn Agent>),
}

/// The general searches. This is the only link between their names and their code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the catalogue describes each of them")]
#[non_exhaustive]
pub enum General {
    Random,
    Greedy,
    AlphaBeta,
    Paranoid,
    MaxN,
    Offensive,
    MpMix,
    BestReply,
    SoftMaxN,
    Mcts,
    Duct,
    Exp3,
    Regret,
    SmAlphaBeta,
    DoubleOracle,
    Induction,
}

/// Why a spec names no agent for a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// The text has not the shape of a spec.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// No agent has this name.
    #[error("there is no agent called `{name}`; {advice}")]
    Unknown {
        /// What was given.
        name: String,
        /// The nearest right one, or all of them.
        advice: String,
    },
    /// A person, where nobody can be asked.
    #[error("`{HUMAN}` needs somebody at a terminal: only `truel play` can seat it")]
    Human,
    /// The agent cannot play this game.
    #[error("agent `{name}` cannot play {game}: it {needs}; {game} is played by {others}")]
    Unfit {
        /// The agent.
        name: &'static str,
        /// The game's id.
        game: &'static str,
        /// What it needs.
        needs: String,
        /// Who can.
        others: String,
    },
    /// There is no book for this game.
    #[error("there is no opening book for {0}, so `book` cannot be on")]
    NoBook(&'static str),
    /// A parameter is wrong.
    #[error(transparent)]
    Param(#[from] WrongParam),
    /// No game has this name.
    #[error(transparent)]
    Game(#[from] UnknownGame),
}

impl Roster {
    /// The agent that `spec` names, or the one that its [level](crate::levels) stands for, if it
    /// can play `game`.
    pub fn find_agent(&self, spec: &Spec, game: &'static Info) -> Result<&'static AgentInfo, SpecError> {
        if let Some(written) = self.write_out_level(spec, game) {
            return self.find_agent(&written, game);
        }
        let names = || self.agents_of(game).map(|agent| agent.name);
        let list = || names().collect::<Vec<_>>().join(", ");
        if spec.name() == HUMAN {
            return Err(SpecError::Human);
        }
        if let Some(agent) = self.agents_of(game).find(|agent| agent.name == spec.name()) {
            return Ok(agent);
        }
        if let Some(elsewhere) = self.agents().find(|agent| agent.name == spec.name()) {
            return Err(SpecError::Unfit {
                name: elsewhere.name,
                game: game.id,
                needs: elsewhere.needs.told(),
                others: list(),
            });
        }
        let known = names().chain(LEVELS.iter().map(|level| level.name));
        let advice = match nearest(&spec.name().to_lowercase(), known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("{} is played by {}", game.id, list()),
        };
        Err(SpecError::Unknown {
            name: spec.name().to_owned(),
            advice,
        })
    }
}

#[cfg(test)]
mod tests {
    use truel_core::doc::Nim;
    use truel_core::{Game, SeatInfo};

    use super::*;

    const SEAT: SeatInfo = Nim::INFO.seats[0];

    static THREE_AT_ONCE: Info = Info {
        id: "three-at-once",
        timing: Timing::Simultaneous,
        seats: &[SEAT, SEAT, SEAT],
        ..Nim::INFO
    };

    #[test]
    fn three_seats_at_once_are_for_the_searches_that_learn_seat_by_seat() {
        let names: Vec<&str> = Roster::new()
            .agents_of(&THREE_AT_ONCE)
            .map(|agent| agent.name)
            .collect();
        assert_eq!(names, ["random", "greedy", "mcts", "duct", "exp3", "regret"]);
    }

    #[test]
    fn searches_for_two_seats_refuse_three_in_one_line() {
        for name in ["sm-alphabeta", "double-oracle", "induction"] {
            let spec = name.parse().expect("a spec");
            let error = Roster::new()
                .find_agent(&spec, &THREE_AT_ONCE)
                .expect_err("three seats")
                .to_string();
            let expected = format!("agent `{name}` cannot play three-at-once: it needs two seats that move at once; ");
            assert!(error.starts_with(&expected) && !error.contains('\n'), "{error}");
        }
    }
}
