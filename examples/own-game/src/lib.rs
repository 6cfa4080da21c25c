//! A game that truel does not know: its rules are one file, and everything else comes from truel.

pub mod tron;
