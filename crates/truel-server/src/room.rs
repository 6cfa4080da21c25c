//! A match that people play, alone or against agents.
//!
//! A room has three types. [`Room`] is the room in memory: it knows the rules, and its position.
//! [`StoredRoom`] is the room on disk. [`PublicRoom`] is the room on the wire, and has no field for
//! moves that must stay hidden. Running clocks, thinking agents and watchers are in
//! [`rooms`](crate::rooms).

mod public;
mod setup;
mod stored;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use truel_core::{AnyGame, Phase, Seat};

pub use public::{PublicRoom, RoomSummary};
pub use setup::{Clock, EarlyEnd, EndReason, NewRoom, SeatConfig};
pub(crate) use setup::{MAX_NAME, time_of, visible};
pub use stored::StoredRoom;

use crate::error::ApiError;
use crate::view::LineOfPlay;
use truel_agents::Roster;

/// A room in memory. A copy is cheap enough to try a change on it.
#[derive(Clone)]
pub struct Room {
    pub(crate) id: String,
    pub(crate) line: LineOfPlay,
    /// Moves taken back, the next one last.
    undone: Vec<String>,
    pub(crate) seats: Vec<SeatConfig>,
    /// Moves of seats that have chosen while others still think.
    hidden: BTreeMap<usize, String>,
    pub(crate) ended: Option<EarlyEnd>,
    pub(crate) time: Option<String>,
    pub(crate) clock: Option<Clock>,
    touched: i64,
    version: u64,
    /// The table where the line begins.
    start: Arc<dyn AnyGame>,
    /// The table where the line ends.
    table: Arc<dyn AnyGame>,
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        PublicRoom::from(self).fmt(f)
    }
}

impl Room {
    /// A new room at this time.
    pub fn new(id: String, setup: NewRoom, now: i64, roster: &Roster) -> Result<Self, ApiError> {
        let line = LineOfPlay {
            game: setup.game,
            start: setup.start,
            moves: setup.moves,
        };
        let (start, table) = (line.begin(roster)?, line.end(roster)?);
        let count = table.info().seats.len();
        if setup.seats.len() != count {
            return Err(ApiError::Invalid(format!(
                "{} has {count} seats, not {}",
                line.game,
                setup.seats.len()
            )));
        }
        for seat in &setup.seats {
            seat.check(&line.game, roster)?;
        }
        if let Some(time) = &setup.time {
            time_of(time)?;
        }
        Ok(Room {
            id,
            line,
            undone: Vec::new(),
            seats: setup.seats,
            hidden: BTreeMap::new(),
            ended: None,
            time: setup.time,
            clock: setup.clock.map(|clock| clock.started(count, now)).transpose()?,
            touched: now,
            version: 0,
            start: start.into(),
            table: table.into(),
        })
    }

    /// The room that was stored. It must fit the game as the roster has it now.
    pub fn restore(stored: StoredRoom<'_>, roster: &Roster) -> Result<Self, ApiError> {
        let line = stored.line.into_owned();
        let (start, table) = (line.begin(roster)?, line.end(roster)?);
        let count = table.info().seats.len();
        let has_clocks = stored.clock.as_ref().is_none_or(|clock| clock.left.len() == count);
        if stored.seats.len() != count || !has_clocks {
            return Err(ApiError::Invalid(format!("{} has {count} seats now", line.game)));
        }
        Ok(Room {
            id: stored.id.into_owned(),
            line,
            undone: stored.undone.into_owned(),
            seats: stored.seats.into_owned(),
            hidden: stored.hidden.into_iter().collect(),
            ended: stored.ended,
            time: stored.time,
            clock: stored.clock,
            touched: stored.touched,
            version: stored.version,
            start: start.into(),
            table: table.into(),
        })
    }

    /// The room as the store keeps it.
    pub fn stored(&self) -> StoredRoom<'_> {
        StoredRoom {
            id: Cow::Borrowed(&self.id),
            line: Cow::Borrowed(&self.line),
            undone: Cow::Borrowed(&self.undone),
            seats: Cow::Borrowed(&self.seats),
            chosen: self.chosen().collect(),
            hidden: self.hidden.iter().map(|(seat, mv)| (*seat, mv.clone())).collect(),
            ended: self.ended.clone(),
            time: self.time.clone(),
            clock: self.clock.clone(),
            touched: self.touched,
            version: self.version,
        }
    }

    /// A request for another room like this one.
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

    /// The table at the current position.
    pub fn table(&self) -> &Arc<dyn AnyGame> {
        &self.table
    }

    /// The table where the match began.
    pub fn start(&self) -> &dyn AnyGame {
        &*self.start
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        self.ended.is_some() || self.table.phase().is_over()
    }

    /// The seats whose moves are in while others still think.
    pub fn chosen(&self) -> impl Iterator<Item = usize> + '_ {
        self.hidden.keys().copied()
    }

    /// The seats that must still choose a move.
    pub fn waiting_for(&self) -> Vec<Seat> {
        if self.ended.is_some() {
            return Vec::new();
        }
        let acting = self.table.phase().acting();
        acting
            .iter()
            .filter(|seat| !self.hidden.contains_key(&seat.index()))
            .collect()
    }

    /// `seat` chooses `mv`. When every acting seat has chosen, the joint move is played and
    /// returned.
    pub fn choose(&mut self, seat: usize, mv: &str, now: i64) -> Result<Option<String>, ApiError> {
        self.check_clock(now);
        self.check_not_over()?;
        let acting = self.table.phase().acting();
        if !acting.iter().any(|acting| acting.index() == seat) {
            return Err(ApiError::Conflict(format!("seat {seat} does not have to move")));
        }
        self.table.check(Seat::new(seat), mv)?;
        let is_first = self.hidden.insert(seat, mv.to_owned()).is_none();
        // A seat that changes its choice gets the increment only once.
        if let Some(clock) = self.clock.as_mut().filter(|_| is_first) {
            clock.left[seat] -= now - clock.since - clock.increment;
        }
        self.changed(now);
        if !self.waiting_for().is_empty() {
            return Ok(None);
        }
        let moves: Vec<String> = std::mem::take(&mut self.hidden).into_values().collect();
        let joint = moves.join("|");
        // The moves that were taken back can still be played again if this is the first of them.
        if self.undone.last() == Some(&joint) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        let mut table = self.table.boxed();
        table.play(&joint)?;
        self.table = table.into();
        self.line.moves.push(joint.clone());
        self.restart_clock(now);
        Ok(Some(joint))
    }

    /// Takes moves back to the last turn of a person, or to this ply.
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
        let mut table = self.start.boxed();
        table.play_line(self.line.moves.iter().map(String::as_str))?;
        self.table = table.into();
        self.ended = None;
        self.hidden.clear();
        self.restart_clock(now);
        self.changed(now);
        Ok(())
    }

    /// Plays moves again that were taken back, up to the next turn of a person, or to this ply.
    pub fn redo(&mut self, to: Option<usize>, now: i64) -> Result<(), ApiError> {
        if self.undone.is_empty() {
            return Err(ApiError::Conflict("nothing was taken back".into()));
        }
        let mut table = self.table.boxed();
        while let Some(joint) = self.undone.pop() {
            table.play(&joint)?;
            self.line.moves.push(joint);
            let is_far_enough = match to {
                Some(ply) => self.line.moves.len() >= ply,
                None => self.is_turn_of_a_person(&*table),
            };
            if is_far_enough {
                break;
            }
        }
        self.table = table.into();
        self.hidden.clear();
        self.restart_clock(now);
        self.changed(now);
        Ok(())
    }

    /// `seat` gives up. The game's own rules say what a forfeit costs.
    pub fn resign(&mut self, seat: usize, now: i64) -> Result<(), ApiError> {
        self.check_not_over()?;
        if seat >= self.seats.len() {
            return Err(ApiError::Invalid(format!("there is no seat {seat}")));
        }
        if self.table.is_out(Seat::new(seat)) {
            // The match goes on between the others, and this seat has its result already.
            let name = self.table.info().seat_name(Seat::new(seat));
            return Err(ApiError::Conflict(format!(
                "{name} is out of the match and cannot resign"
            )));
        }
        self.ended = Some(EarlyEnd {
            seat,
            why: EndReason::Resigned,
            payoffs: self.table.forfeit(Seat::new(seat)),
        });
        self.changed(now);
        Ok(())
    }

    /// The seat whose time runs out first if nobody moves, and when.
    pub fn deadline(&self) -> Option<(Seat, i64)> {
        let clock = self.clock.as_ref()?;
        let ends = self
            .waiting_for()
            .into_iter()
            .map(|seat| (seat, clock.since + clock.left[seat.index()]));
        ends.min_by_key(|(_, end)| *end)
    }

    /// Ends the match if a seat that must move has run out of time. Returns whether it did.
    pub fn check_clock(&mut self, now: i64) -> bool {
        let Some((late, _)) = self.deadline().filter(|(_, end)| *end <= now) else {
            return false;
        };
        self.ended = Some(EarlyEnd {
            seat: late.index(),
            why: EndReason::Time,
            payoffs: self.table.time_out(late),
        });
        self.changed(now);
        true
    }

    /// The time of the seats that must move counts from now on.
    pub fn restart_clock(&mut self, now: i64) {
        if let Some(clock) = &mut self.clock {
            clock.since = now;
        }
    }

    /// The same match from its beginning, with everybody one seat further.
    pub fn rematch(&self, id: String, now: i64, roster: &Roster) -> Result<Room, ApiError> {
        let mut setup = self.setup();
        setup.seats.rotate_right(1);
        Room::new(id, setup, now, roster)
    }

    /// A new match that continues from this ply, with the same people and full clocks.
    pub fn fork(&self, id: String, ply: usize, now: i64, roster: &Roster) -> Result<Room, ApiError> {
        let Some(moves) = self.line.moves.get(..ply) else {
            let plies = self.line.moves.len();
            return Err(ApiError::Invalid(format!("the match has {plies} plies, not {ply}")));
        };
        let setup = NewRoom {
            moves: moves.to_vec(),
            ..self.setup()
        };
        Room::new(id, setup, now, roster)
    }

    fn changed(&mut self, now: i64) {
        self.version += 1;
        self.touched = now;
    }

    fn check_not_over(&self) -> Result<(), ApiError> {
        match self.is_over() {
            true => Err(ApiError::Conflict("the match is over".into())),
            false => Ok(()),
        }
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
        let mut table = self.start.boxed();
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

#[cfg(test)]
mod tests;
