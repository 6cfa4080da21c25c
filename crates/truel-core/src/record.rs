//! Match records: what is kept of a match, one JSON object a line.
//!
//! A record is a conformance trace without legal lists, so `truel conform` checks records too. The format, field by field,
//! is in `docs/records.md`.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::checksum;
use crate::draw::Draw;
use crate::table::joint_text;
use crate::{AnyGame, Game, Info, Payoffs, Phase, Rng, Seat, random_joint};

/// One match from its first position to its result. Files keep it with a [`checksum`] of all fields of its line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// A name that is unique in its file.
    pub id: String,
    /// The game's id.
    pub game: String,
    /// The version of truel that wrote it.
    pub version: String,
    /// Who sat where, in seat order.
    pub seats: Vec<String>,
    /// What chance was drawn from, when it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The position text the match began with, when not the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The cap on plies the match was played under, when there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<u32>,
    /// One joint move per ply.
    pub moves: Vec<String>,
    /// How it ended.
    pub result: MatchResult,
    /// Who broke it off, when somebody did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Breach>,
}

/// A breach that ended a match: a move too late, an illegal one, a crash.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Breach {
    /// The seat to blame, counted from 0.
    pub seat: usize,
    /// What it did, in one word, which is also the result's reason.
    pub kind: String,
}

impl Breach {
    /// The kind that is judged by the game's rule for clocks; all others are forfeits.
    pub const TIME_OUT: &str = "time-out";

    /// What everybody gets at this table for these breaches of one instant, and why; nothing when there are none.
    ///
    /// One offender loses by the game's own rule. Several at once are to blame alike: everybody gets the mean of what each
    /// breach alone would give. That is a draw where all seats are to blame for the same.
    pub fn settle(table: &dyn AnyGame, breaches: &[Breach]) -> Option<(Vec<f32>, String)> {
        let first = breaches.first()?;
        let alone = |breach: &Breach| match breach.kind == Self::TIME_OUT {
            true => table.time_out(Seat::new(breach.seat)),
            false => table.forfeit(Seat::new(breach.seat)),
        };
        let mut payoff = vec![0.0; table.info().seats.len()];
        for breach in breaches {
            for (sum, payoff) in payoff.iter_mut().zip(alone(breach)) {
                *sum += payoff;
            }
        }
        payoff.iter_mut().for_each(|payoff| *payoff /= breaches.len() as f32);
        Some((payoff, first.kind.clone()))
    }
}

/// A result that everybody at the table agreed on before the rules ended the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// Nobody wins.
    Draw,
    /// This seat wins.
    Win(Seat),
}

impl Agreement {
    /// The reason of the result.
    pub const fn reason(self) -> &'static str {
        match self {
            Agreement::Draw => "agreed-draw",
            Agreement::Win(_) => "agreed-win",
        }
    }

    /// What everybody gets: the best payoff for a winner, and for the others an equal share of what is left.
    pub fn payoff(self, game: &Info) -> Vec<f32> {
        let seats = game.seats.len();
        let Agreement::Win(winner) = self else {
            return vec![game.draw; seats];
        };
        let rest = game
            .sum
            .map_or(game.bounds.low, |sum| (sum - game.bounds.high) / (seats as f32 - 1.0));
        let mut payoff = vec![rest; seats];
        payoff[winner.index()] = game.bounds.high;
        payoff
    }

    /// The agreement that a record tells of by its reason and, for a win, by who got most.
    pub(crate) fn told(reason: &str, payoff: &[f32]) -> Option<Self> {
        let most = (0..payoff.len()).max_by(|a, b| payoff[*a].total_cmp(&payoff[*b]));
        [Some(Agreement::Draw), most.map(|seat| Agreement::Win(Seat::new(seat)))]
            .into_iter()
            .flatten()
            .find(|agreement| agreement.reason() == reason)
    }
}

/// How a match ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchResult {
    /// One payoff per seat.
    pub payoff: Vec<f32>,
    /// Points from 0 to 1 for tables and ratings, one per seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<f32>,
    /// Why it ended, in one word of the rules.
    pub reason: String,
    /// The final position's key, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// Further facts that the referee reports about the final position.
    #[serde(flatten)]
    pub facts: Map<String, Value>,
}

impl MatchResult {
    /// The result of a match that ended at this table with these payoffs, by its rules or by somebody's word.
    pub fn at(table: &dyn AnyGame, payoff: Vec<f32>, reason: &str) -> Self {
        let facts = table.facts().into_iter();
        MatchResult {
            points: table.points(&payoff),
            payoff,
            reason: reason.into(),
            key: Some(format!("{:016x}", table.key())),
            facts: facts.map(|(name, value)| (name.to_owned(), value)).collect(),
        }
    }

    /// The result of a match that is over; `None` while it goes on.
    pub fn of<G: Game>(game: &G) -> Option<Self> {
        let Phase::Over(payoffs) = game.phase() else {
            return None;
        };
        Some(MatchResult {
            payoff: payoffs.as_slice().to_vec(),
            points: G::points(payoffs).as_slice().to_vec(),
            reason: game.reason().expect("a match that is over has a reason").into(),
            key: Some(format!("{:016x}", game.key())),
            facts: game
                .facts()
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        })
    }
}

impl Record {
    /// Writes the record as one line, with its checksum.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", checksum::seal(self)?)
    }
}

/// Plays match number `index` of a run: uniformly random moves from `start` to the end.
pub fn random_match<G: Draw>(start: &G, seed: u64, index: u64) -> (Vec<String>, MatchResult) {
    let mut rng = Rng::for_match(seed, index);
    let (mut game, mut moves, mut scratch) = (start.clone(), Vec::new(), Vec::new());
    while let Some(joint) = random_joint(&game, &mut rng, &mut scratch) {
        moves.push(joint_text::<G>(&joint));
        game.play(joint);
    }
    (
        moves,
        MatchResult::of(&game).expect("random play stops at the end of the match"),
    )
}
