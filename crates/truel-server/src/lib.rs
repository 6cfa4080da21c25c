//! The web arena: rooms to play in, live analysis and tournaments over HTTP, with its pages inside the binary.
//!
//! [`view`] is a position as the pages see it, [`room`] a match that people play, [`pool`] where searches run.

pub mod desk;
pub mod error;
pub mod pool;
pub mod room;
pub mod store;
pub mod view;
