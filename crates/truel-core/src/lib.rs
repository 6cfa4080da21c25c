//! The base of truel: seats, payoffs, the [`Game`] trait, and what every game gets for free from
//! it.
//!
//! Read in this order: [`Seat`] and [`Payoffs`], then [`Game`] and [`Joint`]. On them are built
//! [`playout()`] and [`perft()`], the wrappers [`Serial`] and [`Capped`], and the checked
//! [`Table`]. For files there are [`record`], [`trace`], [`checksum`] and [`lines`], for pictures
//! [`draw`], and for untrusted strings [`clean`].
//!
//! Three seats and simultaneous moves are not special cases here. Who must move is a set of seats,
//! a joint move has one choice for each of them, and payoffs are one value per seat:
//!
//! ```
//! use truel_core::{Game, Phase, Rng, doc::Nim, random_joint};
//!
//! fn longest_random_match<G: Game>(seed: u64) -> (u32, G::Payoffs) {
//!     let (mut game, mut rng, mut scratch, mut plies) = (G::default(), Rng::new(seed), Vec::new(), 0);
//!     while let Some(joint) = random_joint(&game, &mut rng, &mut scratch) {
//!         game.play(joint);
//!         plies += 1;
//!     }
//!     let Phase::Over(payoffs) = game.phase() else { unreachable!("nobody can move") };
//!     (plies, payoffs)
//! }
//! assert!(longest_random_match::<Nim>(7).0 <= 21);
//! ```

pub mod checksum;
pub mod clean;
#[doc(hidden)]
pub mod doc;
pub mod draw;
mod error;
mod game;
pub mod hash;
mod history;
mod joint;
pub mod lines;
pub mod numbers;
mod payoff;
mod perft;
mod playout;
pub mod record;
mod rng;
mod seat;
mod skip;
mod table;
pub mod trace;
mod workbench;
mod wrap;
pub mod zobrist;

pub use draw::Draw;
pub use error::{IllegalLine, IllegalMove, ParseError, UnknownGame, nearest};
pub use game::{Bounds, Evaluate, Game, Info, Phase, SeatInfo, Symmetric, Timing, TurnBased};
pub use history::{History, HistoryMark};
pub use joint::{Element, Joint, UpTo};
pub use payoff::Payoffs;
pub use perft::{divide, for_each_joint, perft, perft_by_layers};
pub use playout::{Playout, playout, random_joint};
pub use rng::Rng;
pub use seat::{BySeat, Seat, Seats};
pub use skip::Skip;
pub use table::{AnyGame, Table, Visit, joint_text, legal_joint, legal_move, move_texts};
pub use workbench::{ListWork, Work, Workbench};
pub use wrap::{Capped, Serial};
