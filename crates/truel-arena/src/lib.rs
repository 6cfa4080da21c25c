//! The arena: matches, tournaments, ratings. It finds out which agent is better and says how sure it is.
//!
//! A [`Job`] is one match to be played: game, entries by seat, opening, seed and terms, and nothing else, so that it can be
//! handed to anybody and repeated. An [`Executor`] plays jobs and hands back what was [`Played`] by job id; the
//! [`referee`] plays one. In every seat sits a [`Contender`]: an agent of ours, or a stranger's program. What goes wrong
//! there is a [`Fault`], which is data: the match ends by the game's forfeit rule and the tournament goes on. Programs speak
//! the [`protocol`] and run as an [`engine`].

pub mod contender;
pub mod engine;
mod entry;
pub mod executor;
mod fault;
mod job;
pub mod openings;
pub mod protocol;
pub mod referee;
pub mod seating;
mod time;

pub use contender::{Chosen, Contender, Situation};
pub use entry::{Entry, EntryError};
pub use executor::Executor;
pub use fault::{Fault, FaultKind, Trouble};
pub use job::{Adjudication, Claim, Job, Opening, Played, SeatUse, Terms};
pub use openings::Openings;
pub use time::{Measure, TimeControl};
