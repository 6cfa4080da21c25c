//! Searches for seats that move at once; where only one seat has to move they are searches of
//! turns.
//!
//! Read in this order: [`matrix`] (what one instant is worth), then the exact searches, which agree
//! to the last digit: [`induction`] solves a matrix at every node, [`sm_alphabeta`] and
//! [`double_oracle`] leave most cells out. Where a game is too large for that, [`tree`] learns from
//! simulations, with one of the learners [`duct`], [`exp3`] and [`regret`] in each seat.
//! [`exploit`] measures how much any of their policies can be exploited.
//!
//! The tree searches are for any number of seats: each seat learns for its own payoff.
//!
//! The exact searches fold a game to one number: what the seat that searches gets, which the others
//! try to keep small. With two seats and a constant sum that is the game itself. Without a constant
//! sum it is the seat's security level: what it can get whatever the others want. With more than
//! two seats that take turns it is the paranoid value. The fold is a game of constant sum by
//! construction, so every pruning here is sound on it. Three or more seats that move at once are
//! not folded: [`is_foldable`] says so, and an exact search panics on such a game.

pub mod best_response;
pub mod double_oracle;
pub mod duct;
mod exact;
pub mod exp3;
pub mod induction;
pub mod matrix;
mod memo;
mod prune;
pub mod regret;
mod rollout;
mod serialised;
pub mod sm_alphabeta;
pub mod tree;
mod walk;

pub use best_response::{Exploit, best_response, exploit};
pub use double_oracle::DoubleOracle;
pub use duct::{Duct, Ucb};
pub use exact::{Exact, is_foldable};
pub use exp3::Exp3;
pub use induction::Induction;
pub use memo::Transpositions;
pub use prune::{Everything, Prune};
pub use regret::RegretMatching;
pub use rollout::{Rollout, Truncated, Uniform};
pub use sm_alphabeta::{CellBounds, SmAlphaBeta};
pub use tree::{Backup, Final, JointTree, Learner, Pick, Profile};
