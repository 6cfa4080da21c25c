//! The real binary, driven as a person or a program would.

mod bad_input;
mod commands;
mod common;
mod engine;
