//! What every test of a game or a search may lean on. A development dependency only.
//!
//! - [`laws`]: what must hold for any game, checked by random play;
//! - [`twin`]: a fast game compared with a slow, obvious one, and the slow ones in [`twins`];
//! - [`lines`]: positions by the moves that lead there;
//! - [`traces`]: files of the original referees under one runner;
//! - [`rows`]: perft tables as text files under one runner;
//! - [`texts`]: what any text and any bytes may do to a game, for property tests and fuzzers;
//! - [`tree`]: game trees drawn as text, to test searches on trees with known answers.

pub mod laws;
pub mod lines;
pub mod rows;
pub mod texts;
pub mod traces;
pub mod tree;
pub mod twin;
pub mod twins;
