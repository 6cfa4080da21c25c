//! Clocks, and how much of them to spend on a move.
