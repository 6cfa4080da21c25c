//! The university contests that the games come from: their agents play here unchanged, ours play there, and their old logs
//! become records.
//!
//! A [`CourseAgent`] is somebody's folder, file or class as typed (`course:PATH[:Class]`). [`CourseAgent::launch`] says how
//! it is run: as a *bridge*, a process of its own that speaks truel's engine protocol to the arena and loads the agent in
//! the agent's own interpreter. Bridges are small programs in `bridges/`, carried inside the binary and written to the
//! scratch folder of each match. [`export`] writes the other direction, a player for the original referee that asks `truel
//! engine`; [`wire`] is the language of the pentago-swap contest; [`logs`] reads what the original referees wrote down.
//!
//! The contests' frameworks are not part of this: what of them an agent needs is beside it, or given by the user.
//! `docs/courses.md` is for users.

mod error;
pub mod export;
mod java;
mod javac;
mod launch;
pub mod logs;
mod memo;
mod pentago;
mod python;
pub mod scratch;
mod spec;
pub mod wire;

pub use error::CourseError;
pub use launch::{Clocks, FOLDER, Files, Launch, Manners, Setting};
pub use python::USUAL as USUAL_PYTHON;
pub use spec::CourseAgent;
