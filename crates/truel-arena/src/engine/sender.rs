//! Finds out who sent a signal to the arena: a program that it runs, or somebody with a right to.

use super::family::is_alive;
use super::process::with_reach;
use super::spawn::had_reach;

/// Who sent a signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sender {
    /// Nobody that the arena runs: a person, a shell, a service manager.
    Outsider,
    /// A program in a match, or one of its children.
    Program,
    /// The process has gone, and a program in a match may have sent it.
    Unknown,
}

/// Who the process with this number is; `None` where the signal does not say who sent it.
///
/// Only programs that can signal the arena come into question. On a kernel that keeps them from it,
/// or in a sandbox, there are none, and every signal is an outsider's.
pub fn sender(pid: Option<i32>) -> Sender {
    if !had_reach() {
        return Sender::Outsider;
    }
    let Some(pid) = pid else {
        return Sender::Unknown;
    };
    if with_reach().iter().any(|family| family.has(pid)) {
        return Sender::Program;
    }
    // The match may be over since the signal was sent, and all processes of the program with it.
    match is_alive(pid) {
        true => Sender::Outsider,
        false => Sender::Unknown,
    }
}
