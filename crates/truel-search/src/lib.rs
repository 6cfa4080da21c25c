//! Searches over any game, compiled for each, with no allocation and no dynamic call per node.
//!
//! A [`Search`] looks at a position for one seat, within [`Limits`]. It returns a [`Choice`]: a
//! policy over that seat's moves, a value for every seat, and what it saw on the way. Before the
//! end of a match, an [`Opinion`] tells what a position is worth. All searches share the opinions.
//!
//! # One shape for every search
//!
//! ```
//! use truel_core::{Seat, doc::Nim};
//! use truel_search::{AlphaBeta, Indifferent, Limits, Search, alphabeta};
//!
//! // What judges positions comes first, the configuration second.
//! let config = alphabeta::Config::default().with_table_mb(1).with_quiescence(2);
//! let mut search = AlphaBeta::with_config(Indifferent, config);
//!
//! // Game, seat and limits, always in this order.
//! let choice = search.search(&Nim::default(), Seat::new(0), &Limits::depth(30));
//! assert_eq!(choice.best().to_string(), "1");
//!
//! // The same with a callback that sees each answer on the way.
//! let mut depths = Vec::new();
//! let limits = Limits::nodes(1000).with_depth(4);
//! search.search_with(&Nim::default(), Seat::new(0), &limits, &mut |so_far| depths.push(so_far.depth));
//! assert!(depths.is_sorted());
//! ```
//!
//! - `X::new(opinion)` has the default configuration, `X::with_config(opinion, config)` any other.
//!   Where a search needs no opinion, its place is taken by what judges instead: [`Solo`] takes a
//!   [`Distance`](solo::Distance), [`joint::JointTree`] a [`Rollout`](joint::Rollout).
//! - Each module has one `Config`: `alphabeta::Config`, `maxn::Config`, `mcts::Config`. It has a
//!   default, public fields to read, and a method `with_field` for each field. New fields may come.
//! - A search around other searches takes them first: [`Reduce::new`], [`Serialised::new`],
//!   [`LensSearch::new`](lens::LensSearch::new).
//! - Any [`Opinion`] works with every search but the alpha-beta family, which asks for an
//!   [`AlphaBetaOpinion`]. One line makes an opinion one.
//!
//! There is one module per idea. Each opens with what it does, its paper, its cost and its
//! invariant. `docs/searches.md` compares them for a reader who has to choose.

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
pub mod proof;
pub mod reduce;
mod serialised;
pub mod sharp_maxn;
pub mod soft_maxn;
pub mod solo;
mod sorting;
mod top;
pub mod transposition;

pub use alphabeta::{AlphaBeta, AlphaBetaOpinion, Outlook};
pub use best_reply::BestReply;
pub use choice::{Bound, Candidate, Choice, Scale, Search};
pub use limits::{Budget, Limits, Stop};
pub use maxn::MaxN;
pub use mcts::Mcts;
pub use mpmix::MpMix;
pub use offensive::Offensive;
pub use opinion::{HashOpinion, Indifferent, Opinion, SerialOpinion};
pub use paranoid::Paranoid;
pub use reduce::Reduce;
pub use serialised::Serialised;
pub use sharp_maxn::{SharpMaxN, SharpOpinion};
pub use soft_maxn::SoftMaxN;
pub use solo::Solo;
