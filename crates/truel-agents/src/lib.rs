//! What sits in a seat: a search, an opinion and a clock, put together by a spec that a person can
//! type.
//!
//! A [`Roster`] lists games. For each of them it makes an [`Agent`] from a [`Spec`]: a general
//! search from the [`catalogue`], or an agent that the game's [`Listing`] brings along. Arena,
//! protocol and server see agents through texts only, so they work with any game.
//!
//! This crate knows no game. `truel-champions` has the roster of truel's own games.

mod agent;
pub mod book;
mod build;
pub mod catalogue;
pub mod chances;
pub mod levels;
mod param;
mod roster;
mod solve;
mod spec;
mod thinker;

pub use truel_search::proof::{Goal, Outcome, Progress};
pub use truel_search::{Bound, Scale};

pub use agent::{Agent, Conditions, End, Seen, Thought, Watch};
pub use book::Book;
pub use build::{BuildContext, Greedy};
pub use catalogue::{AgentInfo, HUMAN, Maker, Needs, SpecError};
pub use chances::SeatChances;
pub use levels::{CHAMPION, LEVELS, Level};
pub use param::{Form, Param, Shape, Values, WrongParam, read_time};
pub use roster::{Listing, RandomOpenings, Roster};
pub use solve::{Answer, Question};
pub use spec::{Malformed, Spec};
pub use thinker::{Habits, USUAL_TIME};
