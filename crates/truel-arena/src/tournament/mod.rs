//! Tournaments: from a plan to standings, with any number of interruptions.
//!
//! A [`Plan`] is read from a TOML file. Its [`schedule`] turns it into rounds of blocks; what is
//! played in a round is a pure function of the plan and the results of the rounds before. The
//! [`Progress`] follows that: it opens rounds, numbers their matches and takes results. A
//! [`Tournament`] runs: it hands open matches to an [`Executor`](crate::Executor) and puts every
//! result into the [`Store`](crate::store::Store) as it comes. Starting again after a crash is the
//! same as starting: stored results fill the rounds, and only what is open is played.
//! [`standings()`] says how it came out.

mod plan;
mod progress;
mod results;
mod run;
pub mod schedule;
mod standings;

pub use plan::{
    CheckError, EXAMPLE, EntrantPlan, Format, FoundGame, GameError, GamePlan, Misplaced, Plan, PlanError, Unknown,
};
pub use progress::Progress;
pub use results::{Pairing, Results, Round, Slot};
pub use run::{Ended, News, Observer, RunError, Tournament};
pub(crate) use standings::table_of;
pub use standings::{Meeting, StandingsRow, Table, Total, standings, totals};
