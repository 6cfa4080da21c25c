//! A match to be played, and its result. Both are plain data that can be sent and stored.

use serde::{Deserialize, Serialize};
use truel_core::hash::fnv1a;
use truel_core::record::{Claim, MatchResult, Record, SeatTimes};
use truel_core::{Info, Seat};
use truel_search::clock::Clock;

use crate::{Entry, Fault, Terms, TimeControl};

/// A match to be played: self-contained and, as far as its agents are, repeatable.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Unique in its tournament; a result delivered twice counts once by it.
    pub id: u64,
    /// The game's id.
    pub game: String,
    /// Who sits where, in seat order.
    pub seats: Vec<Entry>,
    /// Where the match begins.
    pub opening: Opening,
    /// Random seed.
    pub seed: u64,
    /// Clocks, limits and adjudication.
    pub terms: Terms,
}

impl Job {
    /// How much time a seat has: its own, or that of everybody.
    pub fn time(&self, seat: Seat) -> TimeControl {
        let own = self.seats.get(seat.index()).and_then(|entry| entry.time);
        own.unwrap_or(self.terms.time)
    }

    /// The clocks of so many seats before the first move; none where nobody has one for the whole
    /// match. A seat that has none among others that do is given the longest, which never runs.
    pub fn clocks(&self, seats: usize) -> Vec<Clock> {
        let own: Vec<Option<Clock>> = Seat::all(seats).map(|seat| self.time(seat).clock()).collect();
        let longest = own.iter().flatten().max_by_key(|clock| clock.left);
        let clocks = own.iter().filter_map(|clock| clock.or(longest.copied()));
        clocks.collect()
    }
}

/// Where a match begins.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// A position text, when not the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Joint moves played from there before the contenders take over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// The result of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The job.
    pub job: u64,
    /// All joint moves, the opening's included.
    pub moves: Vec<String>,
    /// How it ended.
    pub result: MatchResult,
    /// Faults; with simultaneous moves several seats may be to blame.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
    /// What a contender claimed about rules or result against the referee.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// How each seat used its time.
    pub seats: Vec<SeatTimes>,
}

impl Played {
    /// Equal for matches that are the same play: by the same agents in the same seats, from the
    /// same position, with the same moves. The second of them says nothing new.
    pub fn fingerprint(&self, job: &Job) -> u64 {
        let seats: Vec<String> = job.seats.iter().map(Entry::shown).collect();
        let start = job.opening.start.as_deref().unwrap_or_default();
        let text = [seats.join("\n"), start.to_owned(), self.moves.join(" ")].join("\n");
        fnv1a(text.as_bytes())
    }

    /// The record of the match, for files that `truel conform` checks.
    pub fn record(&self, job: &Job, game: &Info, id: String) -> Record {
        let mut record = Record::new(id, &job.game, self.moves.clone(), self.result.clone());
        record.seats = job.seats.iter().map(Entry::shown).collect();
        record.seed = Some(job.seed);
        record.start = job.opening.start.clone();
        record.cap = job.terms.cap_in(game);
        record.opening_plies = Some(job.opening.moves.len());
        record.faults = self.faults.iter().map(Fault::breach).collect();
        record.claims = self.claims.clone();
        record.times = self.seats.clone();
        record
    }
}
