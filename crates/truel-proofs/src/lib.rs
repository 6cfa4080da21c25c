//! Games that are solved, or partly so: solvers, the proofs that they write, and a checker that
//! needs the rules alone.

pub mod pentago_swap;
