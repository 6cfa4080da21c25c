//! Searches for seats that move at once.
pub mod matrix;
