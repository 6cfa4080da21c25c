//! The arena: matches, tournaments, ratings. It finds out which agent is better and says how sure
//! it is.
//!
//! A [`Job`] is one match to be played: game, entries by seat, opening, seed and terms. It is
//! self-contained, so it can be sent anywhere and repeated. An [`Executor`] plays jobs and hands
//! back what was [`Played`] by job id; the [`referee`] plays one. In every seat sits
//! a [`Contender`]: an agent of ours, or an external program. What goes wrong there is a [`Fault`],
//! which is data: the match ends by the game's forfeit rule and the tournament goes on. Programs
//! speak the [`protocol`] and run as an [`engine`].
//!
//! A [`tournament`] is a plan that becomes rounds of jobs. Its [`store`] saves every match as it
//! ends, so a tournament can be killed at any moment and resumed. [`verify`] replays what a store
//! or a file of records holds.
//!
//! What results mean is computed by [`stats`], a crate of its own that needs no arena.

pub mod calibrate;
pub mod contender;
mod contests;
mod drive;
pub mod engine;
mod entry;
pub mod executor;
mod fault;
pub mod field;
mod foreign;
mod job;
mod limits;
pub mod lock;
pub mod openings;
pub mod protocol;
mod record_file;
pub mod referee;
pub mod report;
pub mod scoreboard;
mod series;
mod setup;
pub mod store;
mod terms;
mod text;
mod time;
pub mod tournament;
pub mod verify;

pub use contender::{Chosen, Contender, Situation};
pub use contests::{Contests, LaunchError, NoContests};
pub use drive::{Unplayable, drive};
pub use entry::{Entry, EntryError, EntryKind};
pub use executor::Executor;
pub use fault::{Fault, FaultKind, Trouble};
pub use foreign::{ForeignAgent, NoForeignAgent};
pub use job::{Job, Opening, Played};
pub use limits::{Late, Limits, MemoryMeasure};
pub use openings::Openings;
pub use record_file::{Named, RecordFile};
pub use scoreboard::Scoreboard;
pub use series::Series;
pub use setup::Setup;
pub use terms::{Adjudication, Terms, TermsError};
pub use time::{Measure, TimeControl};
pub use truel_stats as stats;
