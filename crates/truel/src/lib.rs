//! Board games with two or three seats, turns or simultaneous moves: rules, searches and agents.
//!
//! This crate has no code of its own. It gives one name to the crates of the truel platform, so
//! that a program needs one dependency:
//!
//! | module | crate | feature |
//! |---|---|---|
//! | [`core`] | `truel-core`: the `Game` trait and what every game gets from it | always there |
//! | `games` | `truel-games`: the rules of the games | `games` |
//! | `search` | `truel-search`: searches over any game | `search` |
//! | `agents` | `truel-agents`: a search, an evaluation and a clock behind a name | `agents` (default) |
//! | `champions` | `truel-champions`: the strongest agent of each game, and the roster of all games | `champions` |
//! | `papers` | `truel-papers`: agents and experiments of five student papers | `papers` |
//! | `stats` | `truel-stats`: ratings, intervals, sequential tests | `stats` |
//! | `arena` | `truel-arena`: matches, tournaments, ratings | `arena` |
//! | `server` | `truel-server`: the web arena | `server` |
//! | `cli` | `truel-cli`: the `truel` command, for a binary with your own games | `cli` |
//! | `testkit` | `truel-testkit`: laws for tests of your own game | `testkit` |
//!
//! # A match of connect four
//!
//! ```
//! use truel::core::{Game, Phase, Rng, playout};
//! use truel::games::ConnectFour;
//!
//! // Play one move, then play at random until somebody wins or the board is full.
//! let mut game = ConnectFour::default();
//! game.play(["d".parse().expect("a column")]);
//! let end = playout(&mut game, &mut Rng::new(1), &mut Vec::new());
//! assert!(matches!(game.phase(), Phase::Over(payoffs) if payoffs == end.payoffs));
//! ```
//!
//! # An agent by its name
//!
//! ```
//! # #[cfg(feature = "agents")] {
//! use truel::agents::Spec;
//!
//! let spec: Spec = "mcts:sims=2000".parse().expect("a name and parameters");
//! assert_eq!(spec.to_string(), "mcts:sims=2000");
//! # }
//! ```

pub use truel_core as core;

#[cfg(feature = "agents")]
pub use truel_agents as agents;
#[cfg(feature = "arena")]
pub use truel_arena as arena;
#[cfg(feature = "champions")]
pub use truel_champions as champions;
#[cfg(feature = "cli")]
pub use truel_cli as cli;
#[cfg(feature = "games")]
pub use truel_games as games;
#[cfg(feature = "papers")]
pub use truel_papers as papers;
#[cfg(feature = "search")]
pub use truel_search as search;
#[cfg(feature = "server")]
pub use truel_server as server;
#[cfg(feature = "stats")]
pub use truel_stats as stats;
#[cfg(feature = "testkit")]
pub use truel_testkit as testkit;
