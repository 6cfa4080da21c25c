//! The real binary, driven as a person or a program would.

mod agents;
mod arena;
mod bad_input;
mod calibrate;
mod commands;
mod common;
mod courses;
mod damage;
mod engine;
mod harness;
mod hostile;
mod manners;
mod pentago_client;
mod play;
mod records;
mod reproduce;
mod serve;
mod solve;
mod tournament;
