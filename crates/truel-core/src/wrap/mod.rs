//! Games made of games.

mod capped;
mod serial;

pub use capped::Capped;
pub use serial::Serial;
