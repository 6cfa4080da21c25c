//! What sits in a seat, as arena, protocol and server see it: any game, moves as text.

use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::time::Duration;

use serde::{Serialize, Serializer};
use truel_core::{AnyGame, Game, Payoffs, Seat, joint_text};
use truel_search::clock::Clock;
use truel_search::{Bound, Candidate, Choice, Scale, Stop};

use crate::chances::{Chances, Reader, SeatChances};

/// Something that chooses moves in one match.
///
/// An agent may keep what it learns from one move to the next, so it is made anew for every match.
pub trait Agent: Send {
    /// Chooses a move for `seat`, which must have to move at `table`, under `conditions`.
    ///
    /// # Panics
    ///
    /// When `table` is not the game that the agent was made for.
    fn think(&mut self, table: &dyn AnyGame, seat: Seat, conditions: &Conditions, watch: Watch<'_>) -> Thought;

    /// Hears which joint move was played at `before`.
    fn played(&mut self, before: &dyn AnyGame, joint: &str);

    /// Forgets what it has learned: what comes next is another match.
    fn forget(&mut self);
}

/// Whoever looks over an agent's shoulder.
pub enum Watch<'a> {
    /// Nobody: the agent tells its move, values, depth and nodes, and spares itself the rest.
    Nobody,
    /// Somebody who wants to see everything in the end, and is shown what the agent thinks
    /// meanwhile.
    Live(&'a mut dyn FnMut(&Thought)),
}

impl Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Watch::Nobody => "Nobody",
            Watch::Live(_) => "Live",
        })
    }
}

/// What a move may cost. Everything left open is the agent's own choice.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// The time for this move.
    pub per_move: Option<Duration>,
    /// The seat's clock for the rest of the match.
    pub clock: Option<Clock>,
    /// Plies to look ahead at most.
    pub depth: Option<u32>,
    /// Positions to visit or simulations to make at most.
    pub nodes: Option<u64>,
    /// Whether the agent ends by itself.
    pub end: End,
    /// Which of its moves in this match it is, counted from 1.
    pub step: u32,
    /// Somebody else's word to stop.
    pub stop: Stop,
    /// How many of the best moves must have exact values and lines of their own; one is all that
    /// choosing needs. With more an agent searches where it would play from its book.
    pub candidates: NonZeroUsize,
}

/// Nothing is limited, and one move is wanted.
impl Default for Conditions {
    fn default() -> Self {
        Conditions {
            per_move: None,
            clock: None,
            depth: None,
            nodes: None,
            end: End::default(),
            step: 0,
            stop: Stop::default(),
            candidates: NonZeroUsize::MIN,
        }
    }
}

/// What ends a thought.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum End {
    /// Conditions, the agent's own limits, or a second where there are neither.
    #[default]
    Limits,
    /// The stop flag alone (and the conditions' depth and nodes).
    Stop,
}

/// What an agent thinks.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought {
    /// The move it makes.
    #[serde(rename = "move")]
    pub mv: String,
    /// What each seat may expect.
    pub value: Vec<f32>,
    /// The same as chances, one for each seat.
    pub chances: Vec<SeatChances>,
    /// The payoffs that the chances let each seat expect.
    #[serde(skip)]
    pub payoffs: Vec<f32>,
    /// Whether the chances were fitted to results of this agent's values, rather than assumed.
    pub is_calibrated: bool,
    /// The scale of this and all other values here.
    #[serde(skip)]
    pub scale: Scale,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions visited, or simulations made.
    pub nodes: u64,
    /// Whether the value is proven by the rules.
    pub is_proven: bool,
    /// Its moves, best first; with [`Watch::Nobody`] none.
    pub candidates: Vec<Seen>,
    /// What the others are expected to do at this instant, where seats move at once.
    pub replies: Vec<Seen>,
    /// The play it expects.
    pub line: Vec<String>,
}

/// A move that was looked at.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Seen {
    /// The seat that makes the move, counted from 0.
    pub seat: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its share in the policy; a mixed strategy has several above 0.
    pub weight: f32,
    /// What it is worth to the seat that makes it.
    pub value: f32,
    /// What each seat may expect after it. Where `value` is a bound, only the own seat's number
    /// means something.
    pub values: Vec<f32>,
    /// The same as chances, one for each seat; none where the move was not searched. Where `value`
    /// is a bound, so are the mover's expected points.
    pub chances: Vec<SeatChances>,
    /// Whether `value` is the move's value or only an upper bound.
    #[serde(serialize_with = "bound_name")]
    pub bound: Bound,
    /// Whether `value` is proven by the rules.
    pub is_proven: bool,
    /// Simulations or nodes spent on it; 0 where they are not counted, or where nothing is known
    /// about the move.
    pub visits: u64,
    /// The expected line of play, beginning with this move; empty where seats move at once and no
    /// reply is known.
    pub line: Vec<String>,
}

/// `exact` or `at-most`.
fn bound_name<S: Serializer>(bound: &Bound, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(bound.name())
}

impl Thought {
    /// The move alone with its numbers.
    pub(crate) fn brief<G: Game>(choice: &Choice<G>, mv: G::Move, reader: &Reader<'_>) -> Self {
        Thought::new(choice, mv, &reader.whole(choice), reader.is_fitted(choice.scale))
    }

    /// All that the search tells.
    pub(crate) fn whole<G: Game>(choice: &Choice<G>, mv: G::Move, reader: &Reader<'_>) -> Self {
        let seen = |candidate: &Candidate<G>| Seen::of(candidate, reader.candidate(choice, candidate));
        Thought {
            candidates: choice.candidates.iter().map(seen).collect(),
            // What a reply is worth is seen from another seat.
            replies: choice.replies.iter().map(|reply| Seen::of(reply, Vec::new())).collect(),
            line: choice.line.iter().map(joint_text::<G>).collect(),
            ..Thought::brief(choice, mv, reader)
        }
    }

    /// A move of a book, which knows no values.
    pub(crate) fn known<G: Game>(choice: &Choice<G>, mv: G::Move, reader: &Reader<'_>) -> Self {
        Thought {
            candidates: choice
                .candidates
                .iter()
                .map(|candidate| Seen::of(candidate, Vec::new()))
                .collect(),
            ..Thought::new(choice, mv, &reader.unknown(choice.seat), false)
        }
    }

    fn new<G: Game>(choice: &Choice<G>, mv: G::Move, chances: &Chances<'_>, is_calibrated: bool) -> Self {
        Thought {
            mv: mv.to_string(),
            value: choice.value.as_slice().to_vec(),
            chances: chances.seats(),
            payoffs: chances.payoffs(),
            is_calibrated,
            scale: choice.scale,
            depth: choice.depth,
            nodes: choice.nodes,
            is_proven: choice.is_proven,
            candidates: Vec::new(),
            replies: Vec::new(),
            line: Vec::new(),
        }
    }
}

impl Seen {
    fn of<G: Game>(candidate: &Candidate<G>, chances: Vec<SeatChances>) -> Self {
        Seen {
            seat: candidate.seat.index(),
            mv: candidate.mv.to_string(),
            weight: candidate.weight,
            value: candidate.value,
            values: candidate.values.as_slice().to_vec(),
            chances,
            bound: candidate.bound,
            is_proven: candidate.is_proven,
            visits: candidate.visits,
            line: candidate.whole_line().iter().map(joint_text::<G>).collect(),
        }
    }
}
