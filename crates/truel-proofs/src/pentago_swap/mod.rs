//! Pentago-Swap: White seems to win, and this is how it is shown.
//!
//! - [`board`] and [`threats`]: positions of 36 bits a seat, and what fives are near in them;
//! - [`solver`]: finds White's winning moves by proof numbers;
//! - [`proof`]: the file that keeps them;
//! - [`check`]: reads such a file and trusts nothing but the rules;
//! - [`prove`] and [`work`]: make it, reply by reply.

pub mod board;
pub mod check;
mod memory;
pub mod proof;
pub mod prove;
pub mod solver;
pub mod threats;
pub mod work;
