//! Searches over any game, compiled for each, with no allocation and no dynamic call per node.
//!
//! A [`Search`] looks at a position for one seat, within [`Limits`], and returns a [`Choice`]: a policy over that seat's
//! moves, a value for every seat, and what it saw on the way. What a position is worth before its end is an
//! [`Opinion`], which searches share.
//!
//! One module per idea; each opens with what it does, its paper, its cost and its invariant. `docs/searches.md` compares
//! them for a reader who has to choose.

pub mod alphabeta;
pub mod best_reply;
mod builders;
mod choice;
pub mod clock;
pub mod fold;
pub mod joint;
pub mod lens;
mod limits;
pub mod maxn;
pub mod mcts;
pub mod mpmix;
pub mod offensive;
mod opinion;
pub mod ordering;
pub mod paranoid;
pub mod reduce;
mod serialised;
pub mod soft_maxn;
pub mod solo;
mod top;
pub mod transposition;

pub use alphabeta::AlphaBeta;
pub use best_reply::BestReply;
pub use choice::{Bound, Candidate, Choice, Scale, Search};
pub use limits::{Budget, Limits, Stop};
pub use maxn::MaxN;
pub use mcts::Mcts;
pub use mpmix::MpMix;
pub use offensive::Offensive;
pub use opinion::{HashOpinion, Indifferent, Opinion, Outlook, SerialOpinion};
pub use paranoid::Paranoid;
pub use reduce::Reduce;
pub use serialised::Serialised;
pub use soft_maxn::SoftMaxN;
pub use solo::Solo;
