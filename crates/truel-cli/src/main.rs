//! The `truel` command.

fn main() {}
