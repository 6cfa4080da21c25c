//! Tools for tests of games and searches. Use this crate as a development dependency only.
//!
//! - [`laws`]: properties that every game must have, checked by random play;
//! - [`twin`]: compares a fast game with a slow and simple one; the slow ones are in [`twins`];
//! - [`lines`]: positions given by the moves that lead to them;
//! - [`traces`]: checks trace files of the original referees;
//! - [`rows`]: checks perft tables in text files;
//! - [`texts`]: checks on arbitrary text and bytes, for property tests and fuzzers;
//! - [`tree`]: game trees written as text, to test searches on trees with known answers.

pub mod laws;
pub mod lines;
pub mod rows;
pub mod texts;
pub mod traces;
pub mod tree;
pub mod twin;
pub mod twins;
