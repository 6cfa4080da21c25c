//! The strongest configuration found for each game, at any clock, and the game's listing.

mod avalam;
mod chexers;
mod connect_four;
mod goofspiel;
mod pentago;
mod pentago_swap;
mod ropasci;
mod threechess;
mod tic_tac_toe;
