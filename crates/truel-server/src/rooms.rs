//! The rooms that are open: their agents think here, and whoever watches hears of every change.
//!
//! A room is locked while it changes and written to the store before anybody hears of it. An agent thinks on the pool
//! without any lock; what it answers counts only if the room still stands as it did when it was asked. A room that nobody
//! asks for leaves memory, and comes back from the store as it was.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::broadcast;
use truel_agents::{Agent, Conditions, Spec, Watch, build, read_time};
use truel_arena::store::now;
use truel_core::record::Record;
use truel_core::{AnyGame, Seat};
use truel_search::Stop;
use truel_search::clock::Clock;

use crate::error::ApiError;
use crate::live_room::{LiveRoom, RoomEvent};
use crate::pool::{Client, Pool};
use crate::random;
use crate::room::{NewRoom, Room, SeatConfig, time_of};
use crate::spec;
use crate::store::{RoomStore, RoomSummary};
use crate::view::{LineOfPlay, Moment};

/// The time of an agent's move that nothing else limits.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(100);
/// How long a room stays in memory that nobody asks for or listens to.
const QUIET: Duration = Duration::from_secs(60);

/// All rooms.
#[derive(Clone)]
pub struct Rooms(Arc<Inner>);

struct Inner {
    store: RoomStore,
    open: Mutex<HashMap<String, CachedRoom>>,
    pool: Pool,
    /// When this rooms was opened, in milliseconds since 1970.
    opened: i64,
}

/// A room in memory, and when it was last asked for.
struct CachedRoom {
    open: Arc<Mutex<LiveRoom>>,
    asked: Instant,
}

impl std::fmt::Debug for Rooms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rooms")
    }
}

/// What a panic elsewhere left is as whole as a change that was refused, so nobody is locked out by it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Rooms {
    /// The rooms of this store, with agents that think on this pool.
    pub fn new(store: RoomStore, pool: Pool) -> Self {
        Rooms(Arc::new(Inner {
            store,
            open: Mutex::default(),
            pool,
            opened: now(),
        }))
    }

    /// Looks after clocks and quiet rooms from now on, as long as there is a rooms.
    pub fn tend(&self) {
        let inner = Arc::downgrade(&self.0);
        thread::spawn(move || {
            let mut swept = Instant::now();
            while let Some(rooms) = inner.upgrade().map(Rooms) {
                rooms.check_clocks();
                if swept.elapsed() > Duration::from_secs(1) {
                    rooms.clear(QUIET);
                    swept = Instant::now();
                }
                drop(rooms);
                thread::sleep(TICK);
            }
        });
    }

    /// The rooms changed last.
    pub fn latest(&self, most: usize) -> Result<Vec<RoomSummary>, ApiError> {
        self.0.store.latest(most)
    }

    /// The names of rooms that are damaged.
    pub fn damaged(&self) -> Result<Vec<String>, ApiError> {
        self.0.store.damaged()
    }

    /// A new room.
    pub fn make(&self, new: NewRoom) -> Result<Arc<RoomEvent>, ApiError> {
        self.enter(Room::new(new_id()?, new, now())?)
    }

    /// The same again with the seats turned.
    pub fn rematch(&self, id: &str) -> Result<Arc<RoomEvent>, ApiError> {
        let room = lock(&*self.find(id)?).room.rematch(new_id()?, now())?;
        self.enter(room)
    }

    /// A match of its own from a ply of this one.
    pub fn fork(&self, id: &str, ply: usize) -> Result<Arc<RoomEvent>, ApiError> {
        let room = lock(&*self.find(id)?).room.fork(new_id()?, ply, now())?;
        self.enter(room)
    }

    /// The room as it stands; agents that should be thinking begin to.
    pub fn view(&self, id: &str) -> Result<Arc<RoomEvent>, ApiError> {
        let open = self.find(id)?;
        let mut locked = lock(&open);
        self.start_agents(&open, &mut locked)?;
        locked.view()
    }

    /// Every moment of the room's match.
    pub fn moments(&self, id: &str) -> Result<Vec<Moment>, ApiError> {
        let line: LineOfPlay = lock(&*self.find(id)?).room.line.clone();
        Moment::all(&line)
    }

    /// The match as a record.
    pub fn record(&self, id: &str) -> Result<Record, ApiError> {
        let room = lock(&*self.find(id)?).room.clone();
        crate::record::of_room(&room)
    }

    /// Hears of every change from now on, beginning with how it stands.
    pub fn watch(&self, id: &str) -> Result<(Arc<RoomEvent>, broadcast::Receiver<Arc<RoomEvent>>), ApiError> {
        let open = self.find(id)?;
        let mut locked = lock(&open);
        self.start_agents(&open, &mut locked)?;
        Ok((locked.view()?, locked.listen()))
    }

    /// A person in `seat` chooses a move, having seen so many plies.
    pub fn choose(&self, id: &str, seat: usize, ply: usize, mv: &str) -> Result<Arc<RoomEvent>, ApiError> {
        self.change(id, |open| {
            if open.room.seats.get(seat).is_some_and(SeatConfig::is_agent) {
                return Err(ApiError::Conflict(format!("an agent has seat {seat}")));
            }
            let plies = open.room.line.moves.len();
            if ply != plies {
                return Err(ApiError::Conflict(format!("the match is at ply {plies}, not {ply}")));
            }
            open.place(seat, mv)
        })
    }

    /// Takes moves back.
    pub fn undo(&self, id: &str, to: Option<usize>) -> Result<Arc<RoomEvent>, ApiError> {
        self.change(id, |open| {
            open.interrupt();
            open.agents.clear();
            open.room.undo(to, now())
        })
    }

    /// Plays again what was taken back.
    pub fn redo(&self, id: &str, to: Option<usize>) -> Result<Arc<RoomEvent>, ApiError> {
        self.change(id, |open| {
            open.interrupt();
            open.agents.clear();
            open.room.redo(to, now())
        })
    }

    /// A seat gives up.
    pub fn resign(&self, id: &str, seat: usize) -> Result<Arc<RoomEvent>, ApiError> {
        self.change(id, |open| {
            open.interrupt();
            open.room.resign(seat, now())
        })
    }

    /// Ends matches whose time has run out.
    pub fn check_clocks(&self) {
        let all: Vec<_> = lock(&self.0.open).values().map(|held| Arc::clone(&held.open)).collect();
        let now = now();
        for open in all {
            // A store that cannot be written is told to whoever asks next.
            let _ = self.check_clock(&mut lock(&open), now);
        }
    }

    fn check_clock(&self, open: &mut LiveRoom, now: i64) -> Result<(), ApiError> {
        if open.deadline.is_some_and(|end| end <= now) && open.room.check_clock(now)? {
            open.interrupt();
            self.keep(open)?;
            open.tell()?;
        }
        Ok(())
    }

    /// Lets go of rooms that nobody listens to, thinks in, or has asked for in this time.
    pub fn clear(&self, quiet: Duration) {
        // Whoever has found a room holds it, and finding needs the lock that is held here.
        let is_quiet = |held: &CachedRoom| {
            held.asked.elapsed() >= quiet && Arc::strong_count(&held.open) == 1 && !lock(&held.open).has_listeners()
        };
        let gone: Vec<CachedRoom> = lock(&self.0.open)
            .extract_if(|_, held| is_quiet(held))
            .map(|(_, held)| held)
            .collect();
        // Trees and tables of agents take a while to free, and nobody waits for that.
        drop(gone);
    }

    /// How many rooms are in memory.
    pub fn held(&self) -> usize {
        lock(&self.0.open).len()
    }

    /// Whether a room is in memory, so somebody is or was just there.
    pub(crate) fn is_open(&self, id: &str) -> bool {
        lock(&self.0.open).contains_key(id)
    }

    /// Ends the threads that agents think on.
    pub fn close(&self) {
        for held in lock(&self.0.open).values() {
            lock(&held.open).interrupt();
        }
        self.0.pool.close();
    }

    fn enter(&self, room: Room) -> Result<Arc<RoomEvent>, ApiError> {
        self.0.store.put(&room)?;
        let id = room.id.clone();
        lock(&self.0.open).insert(id.clone(), held(room)?);
        self.view(&id)
    }

    fn find(&self, id: &str) -> Result<Arc<Mutex<LiveRoom>>, ApiError> {
        let mut all = lock(&self.0.open);
        if let Some(held) = all.get_mut(id) {
            held.asked = Instant::now();
            return Ok(Arc::clone(&held.open));
        }
        let Some(mut room) = self.0.store.get(id)? else {
            return Err(ApiError::NotFound(format!("there is no room `{id}`")));
        };
        // Nobody loses time to a restart; a room that only left memory has gone on meanwhile.
        if room.clock.as_ref().is_some_and(|clock| clock.since < self.0.opened) {
            room.restart_clock(now());
            self.0.store.put(&room)?;
        } else if room.check_clock(now())? {
            self.0.store.put(&room)?;
        }
        let held = held(room)?;
        let open = Arc::clone(&held.open);
        all.insert(id.to_owned(), held);
        Ok(open)
    }

    /// Writes a room that was changed.
    fn keep(&self, open: &mut LiveRoom) -> Result<(), ApiError> {
        open.wind()?;
        self.0.store.put(&open.room)
    }

    fn change(
        &self,
        id: &str,
        change: impl FnOnce(&mut LiveRoom) -> Result<(), ApiError>,
    ) -> Result<Arc<RoomEvent>, ApiError> {
        let open = self.find(id)?;
        let mut locked = lock(&open);
        self.check_clock(&mut locked, now())?;
        change(&mut locked)?;
        self.keep(&mut locked)?;
        // A full queue is tried again when somebody looks; the change stands.
        let asked = self.start_agents(&open, &mut locked);
        let view = locked.tell()?;
        asked.map(|()| view)
    }

    /// Sets the agents of all seats that must move thinking.
    fn start_agents(&self, open: &Arc<Mutex<LiveRoom>>, locked: &mut LiveRoom) -> Result<(), ApiError> {
        let table = locked.room.table()?;
        if locked.room.is_over(table) {
            return Ok(());
        }
        for seat in table.phase().acting().iter() {
            let place = seat.index();
            let is_idle = !locked.thinking.contains_key(&place) && !locked.room.chosen.contains(&place);
            if locked.room.seats[place].is_agent() && is_idle {
                let table = locked.room.table()?.boxed();
                self.ask(open, locked, seat, table)?;
            }
        }
        Ok(())
    }

    fn ask(
        &self,
        open: &Arc<Mutex<LiveRoom>>,
        locked: &mut LiveRoom,
        seat: Seat,
        table: Box<dyn AnyGame>,
    ) -> Result<(), ApiError> {
        let place = seat.index();
        let SeatConfig::Agent { agent: text } = &locked.room.seats[place] else {
            return Ok(());
        };
        let game = locked.room.line.game.clone();
        let (spec, seed) = (spec::read(&game, text)?, seed(&locked.room, place));
        let stop = Stop::default();
        let conditions = Conditions {
            stop: stop.clone(),
            ..conditions(&locked.room, place, &spec)?
        };
        let known = locked.agents.remove(&place);
        locked.thinking.insert(place, stop.clone());
        let (rooms, open) = (self.clone(), Arc::clone(open));
        // Agents are made where they think, so that those who wait take no memory yet.
        let task = move || match known.map_or_else(|| build(&game, &spec, seed), Ok) {
            Ok(mut agent) => {
                let mv = agent.think(&*table, seat, &conditions, Watch::Nobody).mv;
                rooms.agent_answered(&open, place, agent, &mv, &stop);
            }
            Err(_) => drop(lock(&open).thinking.remove(&place)),
        };
        let waiting = self.0.pool.submit(client(&locked.room.id), task);
        waiting.map_err(|_| {
            locked.thinking.remove(&place);
            ApiError::Busy("too many agents are thinking; try again in a moment".into())
        })
    }

    /// An agent has thought. Whoever changed the room meanwhile has raised its flag, and then nobody listens.
    fn agent_answered(&self, open: &Arc<Mutex<LiveRoom>>, seat: usize, agent: Box<dyn Agent>, mv: &str, stop: &Stop) {
        let mut locked = lock(open);
        let looked = self.check_clock(&mut locked, now());
        if stop.is_raised() {
            return;
        }
        locked.thinking.remove(&seat);
        // A store that cannot be written is told to whoever asks next, and then it thinks again.
        if looked.is_err() {
            return;
        }
        // Where nobody listens, perhaps nobody comes back: what the agent remembers is not worth its memory.
        if locked.has_listeners() {
            locked.agents.insert(seat, agent);
        }
        if locked.place(seat, mv).and_then(|()| self.keep(&mut locked)).is_err() {
            return;
        }
        // A full queue is tried again when somebody looks.
        let _ = self.start_agents(open, &mut locked);
        let _ = locked.tell();
    }
}

fn held(room: Room) -> Result<CachedRoom, ApiError> {
    Ok(CachedRoom {
        open: Arc::new(Mutex::new(LiveRoom::new(room)?)),
        asked: Instant::now(),
    })
}

/// Where an agent's chance starts: another room or another moment, other chances.
fn seed(room: &Room, seat: usize) -> u64 {
    client(&room.id) ^ seat as u64 ^ (room.line.moves.len() as u64) << 32
}

/// What a move may cost an agent: its own time, or the room's where its spec has none, and no more than its clock allows.
fn conditions(room: &Room, place: usize, spec: &Spec) -> Result<Conditions, ApiError> {
    let time = match spec.get("time").and_then(read_time) {
        Some(own) => own,
        None => room.time.as_deref().map_or(Ok(USUAL_TIME), time_of)?,
    };
    let milliseconds = |count: i64| Duration::from_millis(u64::try_from(count).unwrap_or(0));
    Ok(Conditions {
        per_move: Some(time),
        clock: room.clock.as_ref().map(|clock| Clock {
            left: milliseconds(clock.left[place]),
            increment: milliseconds(clock.increment),
        }),
        step: room.line.moves.len() as u32 + 1,
        ..Conditions::default()
    })
}

fn client(id: &str) -> Client {
    id.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A name that nobody guesses, of 80 bits.
pub(crate) fn new_id() -> Result<String, ApiError> {
    random::letters(16)
}

#[cfg(test)]
mod tests;
