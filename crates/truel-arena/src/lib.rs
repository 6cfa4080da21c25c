//! The arena: matches, tournaments, ratings. It finds out which agent is better and says how sure it is.
//!
//! A [`Job`] is one match to be played: game, entries by seat, opening, seed and terms, and nothing else, so that it can be
//! handed to anybody and repeated. An [`Executor`] plays jobs and hands back what was [`Played`] by job id; the
//! [`referee`] plays one. In every seat sits a [`Contender`]: an agent of ours, or a stranger's program. What goes wrong
//! there is a [`Fault`], which is data: the match ends by the game's forfeit rule and the tournament goes on. Programs speak
//! the [`protocol`] and run as an [`engine`].
//!
//! A [`tournament`] is a plan that becomes rounds of jobs; its [`store`] keeps every match as it comes, so that it can be
//! killed at any moment and goes on where it was. [`verify`] replays what a store or a file of records holds.
//!
//! [`stats`] is the arithmetic of results, without input, output or clocks: what was counted goes in as finished
//! matches, what it means comes out with an interval. `docs/statistics.md` tells a user what each number means.

pub mod calibrate;
pub mod contender;
mod contest;
mod drive;
pub mod engine;
mod entry;
pub mod executor;
mod fault;
mod job;
pub mod lock;
pub mod openings;
pub mod protocol;
pub mod referee;
pub mod report;
pub mod scoreboard;
mod series;
pub mod stats;
pub mod store;
mod text;
mod time;
pub mod tournament;
pub mod verify;

pub use contender::{Chosen, Contender, Situation};
pub use contest::{Late, MemoryMeasure};
pub use drive::{Unplayable, drive};
pub use entry::{Entry, EntryError};
pub use executor::Executor;
pub use fault::{Fault, FaultKind, Trouble};
pub use job::{Adjudication, Job, Opening, Played, Terms};
pub use openings::Openings;
pub use scoreboard::Scoreboard;
pub use series::Series;
pub use time::{Measure, TimeControl};
