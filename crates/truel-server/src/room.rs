//! A match that people play, alone or against agents: what has been played, what has been taken back, who has chosen.
//!
//! Plain data with the rules of the table behind it. It knows nothing of clocks that run, of agents that think or of the
//! network; `rooms` does, and the store keeps it as it is.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};
use truel_core::{AnyGame, Phase, Seat, clean};
use utoipa::ToSchema;

use crate::cached_game::CachedGame;
use crate::error::ApiError;
use crate::spec;
use crate::view::LineOfPlay;

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum SeatConfig {
    /// Somebody at the screen.
    Person {
        /// What to call them; nothing where they have no name that can be seen.
        #[serde(default, deserialize_with = "read_visible")]
        name: String,
    },
    /// An agent of ours.
    Agent {
        /// Its spec.
        #[serde(deserialize_with = "read_visible")]
        #[schema(example = "champion:time=1s")]
        agent: String,
    },
}

/// Characters of a name at most.
pub(crate) const MAX_NAME: usize = 40;

/// A text that others will see, without what cannot be seen.
pub(crate) fn visible(text: &str) -> String {
    clean::name(text, usize::MAX).unwrap_or_default()
}

/// Reads such a text from a request, or from a store that an older version has written.
fn read_visible<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|text| visible(&text))
}

impl SeatConfig {
    /// Whether it is an agent's turn to think in this seat.
    pub fn is_agent(&self) -> bool {
        matches!(self, SeatConfig::Agent { .. })
    }
}

/// The end of a match by somebody's hand or clock.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EarlyEnd {
    /// Whose.
    pub seat: usize,
    /// Why.
    pub why: EndReason,
    /// What everybody gets.
    pub payoffs: Vec<f32>,
}

/// Why a match ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// Somebody gave up.
    Resigned,
    /// Somebody's time ran out.
    Time,
}

/// Time for everybody, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Clock {
    /// At the beginning.
    pub time: i64,
    /// Added for each move.
    #[serde(default)]
    pub increment: i64,
    /// What each seat has left, as it was at `since`.
    #[serde(default)]
    pub left: Vec<i64>,
    /// Since when the seats that must move are thinking, in milliseconds since 1970.
    #[serde(default)]
    pub since: i64,
}

/// What a new match is made from.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "game": "tic-tac-toe", "seats": [{ "kind": "person", "name": "Ann" }, { "kind": "agent", "agent": "random" }] }))]
pub struct NewRoom {
    /// The game's id.
    #[schema(example = "chexers")]
    pub game: String,
    /// A position text, when not the start position.
    #[serde(default)]
    pub start: Option<String>,
    /// What has been played already.
    #[serde(default)]
    pub moves: Vec<String>,
    /// Who sits where.
    pub seats: Vec<SeatConfig>,
    /// The time agents take for a move where their spec says nothing.
    #[serde(default)]
    pub time: Option<String>,
    /// Clocks for everybody.
    #[serde(default)]
    pub clock: Option<Clock>,
}

/// A match in a room.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Room {
    /// Its name in addresses.
    pub id: String,
    /// Where it began and what has been played.
    #[serde(flatten)]
    pub line: LineOfPlay,
    /// Moves taken back, the next one last.
    pub undone: Vec<String>,
    /// Who sits where.
    pub seats: Vec<SeatConfig>,
    /// Seats that have chosen at this instant while others still think; what they chose stays hidden.
    pub chosen: Vec<usize>,
    /// What they chose, by seat. Never sent to a page.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(ignore)]
    pub hidden: Vec<(usize, String)>,
    /// How it ended otherwise than by the rules of the game.
    #[schema(required)]
    pub ended: Option<EarlyEnd>,
    /// The time agents take for a move where their spec says nothing, such as `1s`.
    #[serde(default)]
    #[schema(required)]
    pub time: Option<String>,
    /// Clocks for everybody, where they are wanted.
    #[serde(default)]
    #[schema(required)]
    pub clock: Option<Clock>,
    /// Milliseconds since 1970 when it was last changed.
    pub touched: i64,
    /// Counts every change, so that nobody acts on an old picture.
    pub version: u64,
    /// Where the line leads.
    #[serde(skip)]
    #[schema(ignore)]
    kept: CachedGame,
}

impl Room {
    /// A new match at this time.
    pub fn new(id: String, new: NewRoom, now: i64) -> Result<Self, ApiError> {
        let line = LineOfPlay {
            game: new.game,
            start: new.start,
            moves: new.moves,
        };
        let count = line.end()?.info().seats.len();
        if new.seats.len() != count {
            return Err(ApiError::Invalid(format!(
                "{} has {count} seats, not {}",
                line.game,
                new.seats.len()
            )));
        }
        for seat in &new.seats {
            check(seat, &line.game)?;
        }
        if let Some(time) = &new.time {
            time_of(time)?;
        }
        Ok(Room {
            id,
            line,
            undone: Vec::new(),
            seats: new.seats,
            chosen: Vec::new(),
            hidden: Vec::new(),
            ended: None,
            time: new.time,
            clock: new.clock.map(|clock| clock.started(count, now)).transpose()?,
            touched: now,
            version: 0,
            kept: CachedGame::default(),
        })
    }

    /// What a match like this one is made from.
    fn setup(&self) -> NewRoom {
        NewRoom {
            game: self.line.game.clone(),
            start: self.line.start.clone(),
            moves: Vec::new(),
            seats: self.seats.clone(),
            time: self.time.clone(),
            clock: self.clock.clone(),
        }
    }

    /// The table as it stands.
    pub fn table(&self) -> Result<&dyn AnyGame, ApiError> {
        self.kept.table(&self.line)
    }

    /// Whether nobody can move any more.
    pub fn is_over(&self, table: &dyn AnyGame) -> bool {
        self.ended.is_some() || table.phase().is_over()
    }

    /// `seat` chooses `mv`. Once everybody who must has chosen, the joint move is played and returned.
    pub fn choose(&mut self, seat: usize, mv: &str, now: i64) -> Result<Option<String>, ApiError> {
        self.check_clock(now)?;
        let table = self.table()?;
        if self.is_over(table) {
            return Err(ApiError::Conflict("the match is over".into()));
        }
        let acting: Vec<usize> = table.phase().acting().iter().map(Seat::index).collect();
        if !acting.contains(&seat) {
            return Err(ApiError::Conflict(format!("seat {seat} does not have to move")));
        }
        table.check(Seat::new(seat), mv)?;
        // Who chooses again before the others have chosen is not paid for it twice.
        let is_first = !self.chosen.contains(&seat);
        self.hidden.retain(|(other, _)| *other != seat);
        self.hidden.push((seat, mv.to_owned()));
        self.hidden.sort_by_key(|(seat, _)| *seat);
        if let Some(clock) = self.clock.as_mut().filter(|_| is_first) {
            clock.left[seat] -= now - clock.since - clock.increment;
        }
        self.changed(now);
        if self.hidden.len() < acting.len() {
            return Ok(None);
        }
        let moves: Vec<String> = self.hidden.drain(..).map(|(_, mv)| mv).collect();
        let joint = moves.join("|");
        self.chosen.clear();
        // The same moves as were taken back leave the rest to be played again; others replace it.
        if self.undone.last() == Some(&joint) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        self.kept.play(&joint);
        self.line.moves.push(joint.clone());
        self.restart_clock(now);
        Ok(Some(joint))
    }

    /// Takes moves back until a person has to move again, or to this ply.
    pub fn undo(&mut self, to: Option<usize>, now: i64) -> Result<(), ApiError> {
        let ply = match to {
            Some(ply) => ply,
            None => self.last_turn_of_a_person()?,
        };
        if ply >= self.line.moves.len() && self.ended.is_none() && self.hidden.is_empty() {
            return Err(ApiError::Conflict("there is nothing to take back".into()));
        }
        while self.line.moves.len() > ply {
            self.undone.extend(self.line.moves.pop());
        }
        self.kept.forget();
        (self.ended, self.hidden) = (None, Vec::new());
        self.restart_clock(now);
        self.changed(now);
        Ok(())
    }

    /// Plays again what was taken back, as far as the next turn of a person, or to this ply.
    pub fn redo(&mut self, to: Option<usize>, now: i64) -> Result<(), ApiError> {
        if self.undone.is_empty() {
            return Err(ApiError::Conflict("nothing was taken back".into()));
        }
        while let Some(joint) = self.undone.pop() {
            self.kept.play(&joint);
            self.line.moves.push(joint);
            let is_far_enough = match to {
                Some(ply) => self.line.moves.len() >= ply,
                None => self.is_turn_of_a_person(self.table()?),
            };
            if is_far_enough {
                break;
            }
        }
        self.hidden.clear();
        self.restart_clock(now);
        self.changed(now);
        Ok(())
    }

    /// `seat` gives up, which counts as breaking off does in the game's own rules.
    pub fn resign(&mut self, seat: usize, now: i64) -> Result<(), ApiError> {
        let table = self.table()?;
        if self.is_over(table) {
            return Err(ApiError::Conflict("the match is over".into()));
        }
        if seat >= self.seats.len() {
            return Err(ApiError::Invalid(format!("there is no seat {seat}")));
        }
        self.ended = Some(EarlyEnd {
            seat,
            why: EndReason::Resigned,
            payoffs: table.forfeit(Seat::new(seat)),
        });
        self.changed(now);
        Ok(())
    }

    /// The seat whose time runs out first if nobody does anything, and when.
    pub fn deadline(&self) -> Result<Option<(Seat, i64)>, ApiError> {
        let Some(clock) = &self.clock else { return Ok(None) };
        let table = self.table()?;
        if self.is_over(table) {
            return Ok(None);
        }
        let acting = table.phase().acting();
        let waiting = acting.iter().filter(|seat| !self.chosen.contains(&seat.index()));
        let ends = waiting.map(|seat| (seat, clock.since + clock.left[seat.index()]));
        Ok(ends.min_by_key(|(_, end)| *end))
    }

    /// Ends the match if the time of a seat that must move has run out. Returns whether it did so.
    pub fn check_clock(&mut self, now: i64) -> Result<bool, ApiError> {
        let Some((late, _)) = self.deadline()?.filter(|(_, end)| *end <= now) else {
            return Ok(false);
        };
        self.ended = Some(EarlyEnd {
            seat: late.index(),
            why: EndReason::Time,
            payoffs: self.table()?.time_out(late),
        });
        self.changed(now);
        Ok(true)
    }

    /// The seats that must move think from now on.
    pub fn restart_clock(&mut self, now: i64) {
        if let Some(clock) = &mut self.clock {
            clock.since = now;
        }
    }

    /// The same match from its beginning with everybody one seat further.
    pub fn rematch(&self, id: String, now: i64) -> Result<Room, ApiError> {
        let mut new = self.setup();
        new.seats.rotate_right(1);
        Room::new(id, new, now)
    }

    /// A match of its own from this ply on, with the same people and full clocks.
    pub fn fork(&self, id: String, ply: usize, now: i64) -> Result<Room, ApiError> {
        let Some(moves) = self.line.moves.get(..ply) else {
            let plies = self.line.moves.len();
            return Err(ApiError::Invalid(format!("the match has {plies} plies, not {ply}")));
        };
        let new = NewRoom {
            moves: moves.to_vec(),
            ..self.setup()
        };
        Room::new(id, new, now)
    }

    /// As a page may see it: without what is hidden.
    #[must_use]
    pub fn shown(&self) -> Room {
        Room {
            hidden: Vec::new(),
            ..self.clone()
        }
    }

    fn changed(&mut self, now: i64) {
        self.chosen = self.hidden.iter().map(|(seat, _)| *seat).collect();
        self.version += 1;
        self.touched = now;
    }

    fn is_turn_of_a_person(&self, table: &dyn AnyGame) -> bool {
        match table.phase() {
            Phase::Act(seats) => seats.iter().any(|seat| !self.seats[seat.index()].is_agent()),
            Phase::Over(_) => true,
        }
    }

    /// The last ply before this one at which a person had to move.
    fn last_turn_of_a_person(&self) -> Result<usize, ApiError> {
        if self.ended.is_some() || !self.hidden.is_empty() {
            return Ok(self.line.moves.len());
        }
        let mut table = self.line.begin()?;
        let mut found = None;
        for (ply, mv) in self.line.moves.iter().enumerate() {
            if self.is_turn_of_a_person(&*table) {
                found = Some(ply);
            }
            table.play_line([mv.as_str()])?;
        }
        found.ok_or_else(|| ApiError::Conflict("there is nothing to take back".into()))
    }
}

fn check(seat: &SeatConfig, game: &str) -> Result<(), ApiError> {
    match seat {
        SeatConfig::Agent { agent } => {
            spec::read(game, agent)?;
        }
        SeatConfig::Person { name } if name.chars().count() > MAX_NAME => {
            return Err(ApiError::Invalid(format!("a name has at most {MAX_NAME} characters")));
        }
        SeatConfig::Person { .. } => {}
    }
    Ok(())
}

/// A time for a move, at most a minute.
pub(crate) fn time_of(text: &str) -> Result<Duration, ApiError> {
    let time = truel_agents::read_time(text).filter(|time| *time <= spec::LONGEST_MOVE);
    time.ok_or_else(|| {
        ApiError::Invalid(format!(
            "`{text}` is no time for a move, such as 500ms or 2s, up to a minute"
        ))
    })
}

impl Clock {
    /// A day: more is no clock.
    const MOST: i64 = 24 * 60 * 60 * 1000;

    fn started(self, seats: usize, now: i64) -> Result<Self, ApiError> {
        if !(1..=Self::MOST).contains(&self.time) || !(0..=Self::MOST).contains(&self.increment) {
            return Err(ApiError::Invalid("a clock has between a millisecond and a day".into()));
        }
        Ok(Clock {
            left: vec![self.time; seats],
            since: now,
            ..self
        })
    }
}

#[cfg(test)]
mod tests;
