//! All live rooms: their agents think here, and watchers get every change.
//!
//! A change is made on a copy of the room. The copy is written to the store, then it takes the
//! room's place, then the watchers get it. A change that cannot be written leaves no trace.
//!
//! The room is locked while that happens; other rooms are not. An agent thinks on the pool without
//! any lock. Its answer counts only if nobody has changed the position meanwhile. A room that
//! nobody asks for leaves memory, and comes back from the store as it was.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::broadcast;
use truel_agents::{Agent, Conditions, Spec, Watch, read_time};
use truel_arena::store::now;
use truel_core::Seat;
use truel_core::record::Record;
use truel_search::Stop;
use truel_search::clock::Clock;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::ApiError;
use crate::live_room::{Change, LiveRoom, RoomEvent};
use crate::pool::{Client, Pool};
use crate::random;
use crate::room::{NewRoom, Room, RoomSummary, SeatConfig, time_of};
use crate::spec;
use crate::store::RoomStore;
use crate::view::Moment;
use truel_agents::Roster;

/// An agent's time for a move if nothing else limits it.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// How often clocks are checked.
const TICK: Duration = Duration::from_millis(100);
/// How long a room stays in memory that nobody asks for or watches.
const IDLE: Duration = Duration::from_secs(60);

/// All rooms.
#[derive(Clone)]
pub struct Rooms(Arc<Inner>);

struct Inner {
    store: RoomStore,
    roster: Roster,
    /// Never locked while the store is used.
    cache: Mutex<Cache>,
    pool: Pool,
    /// When this server started, in milliseconds since 1970.
    started: i64,
}

/// The rooms in memory.
#[derive(Default)]
struct Cache {
    rooms: HashMap<String, CachedRoom>,
    /// Counts how often rooms left memory.
    evictions: u64,
}

/// A room in memory, and when it was last asked for.
struct CachedRoom {
    room: Arc<Mutex<LiveRoom>>,
    asked: Instant,
}

impl Cache {
    fn get(&mut self, id: &str) -> Option<Arc<Mutex<LiveRoom>>> {
        let cached = self.rooms.get_mut(id)?;
        cached.asked = Instant::now();
        Some(Arc::clone(&cached.room))
    }

    fn insert(&mut self, id: &str, room: LiveRoom) -> Arc<Mutex<LiveRoom>> {
        let room = Arc::new(Mutex::new(room));
        let cached = CachedRoom {
            room: Arc::clone(&room),
            asked: Instant::now(),
        };
        self.rooms.insert(id.to_owned(), cached);
        room
    }
}

impl std::fmt::Debug for Rooms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rooms")
    }
}

/// Locks, and ignores poisoning: a panicked change leaves the room as consistent as a rejected one.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Rooms {
    /// The rooms of this store, with agents that think on this pool.
    pub fn new(store: RoomStore, roster: Roster, pool: Pool) -> Self {
        Rooms(Arc::new(Inner {
            store,
            roster,
            cache: Mutex::default(),
            pool,
            started: now(),
        }))
    }

    /// Starts a thread that checks clocks and drops idle rooms for as long as these rooms exist.
    pub fn start_housekeeping(&self) {
        let inner = Arc::downgrade(&self.0);
        thread::spawn(move || {
            let mut swept = Instant::now();
            while let Some(rooms) = inner.upgrade().map(Rooms) {
                rooms.check_clocks();
                if swept.elapsed() > Duration::from_secs(1) {
                    rooms.evict(IDLE);
                    swept = Instant::now();
                }
                drop(rooms);
                thread::sleep(TICK);
            }
        });
    }

    /// The rooms changed last.
    pub fn latest(&self, most: usize) -> Result<Vec<RoomSummary>, ApiError> {
        let stored = self.0.store.latest(most)?;
        // A list is no place to complain about a room that this version cannot replay.
        let rooms = stored
            .into_iter()
            .filter_map(|stored| Room::restore(stored, &self.0.roster).ok());
        Ok(rooms.map(RoomSummary::from).collect())
    }

    /// The names of damaged rooms.
    pub fn damaged(&self) -> Result<Vec<String>, ApiError> {
        Ok(self.0.store.damaged()?)
    }

    /// Makes a room.
    pub fn make(&self, setup: NewRoom) -> Result<Arc<RoomEvent>, ApiError> {
        self.add(Room::new(new_id()?, setup, now(), &self.0.roster)?)
    }

    /// Makes a room for the same match with the seats turned.
    pub fn rematch(&self, id: &str) -> Result<Arc<RoomEvent>, ApiError> {
        let new = new_id()?;
        let room = self.with_room(id, |_, live| live.room().rematch(new, now(), &self.0.roster))?;
        self.add(room)
    }

    /// Makes a room that continues from a ply of this one.
    pub fn fork(&self, id: &str, ply: usize) -> Result<Arc<RoomEvent>, ApiError> {
        let new = new_id()?;
        let room = self.with_room(id, |_, live| live.room().fork(new, ply, now(), &self.0.roster))?;
        self.add(room)
    }

    /// The current view of a room. Starts agents that should be thinking.
    pub fn view(&self, id: &str) -> Result<Arc<RoomEvent>, ApiError> {
        self.with_room(id, |shared, live| {
            self.start_agents(shared, live)?;
            Ok(live.view())
        })
    }

    /// Every moment of the room's match.
    pub fn moments(&self, id: &str) -> Result<Vec<Moment>, ApiError> {
        let room = self.copy(id)?;
        Moment::all(room.start(), &room.line.moves)
    }

    /// The match as a record.
    pub fn record(&self, id: &str) -> Result<Record, ApiError> {
        Ok(crate::record::of_room(&self.copy(id)?))
    }

    /// The current view of a room, and a receiver of all changes after it.
    pub fn watch(&self, id: &str) -> Result<(Arc<RoomEvent>, broadcast::Receiver<Arc<RoomEvent>>), ApiError> {
        self.with_room(id, |shared, live| {
            self.start_agents(shared, live)?;
            Ok((live.view(), live.subscribe()))
        })
    }

    /// A person in `seat` chooses a move after seeing this many plies.
    pub fn choose(&self, id: &str, seat: usize, ply: usize, mv: &str) -> Result<Arc<RoomEvent>, ApiError> {
        self.change(id, |room| {
            if room.seats.get(seat).is_some_and(SeatConfig::is_agent) {
                return Err(ApiError::Conflict(format!("an agent has seat {seat}")));
            }
            let plies = room.line.moves.len();
            if ply != plies {
                return Err(ApiError::Conflict(format!("the match is at ply {plies}, not {ply}")));
            }
            room.choose(seat, mv, now()).map(Change::Chosen)
        })
    }

    /// Takes moves back.
    pub fn undo(&self, id: &str, to: Option<usize>) -> Result<Arc<RoomEvent>, ApiError> {
        self.change(id, |room| room.undo(to, now()).map(|()| Change::Rewound))
    }

    /// Plays moves again that were taken back.
    pub fn redo(&self, id: &str, to: Option<usize>) -> Result<Arc<RoomEvent>, ApiError> {
        self.change(id, |room| room.redo(to, now()).map(|()| Change::Rewound))
    }

    /// A seat gives up.
    pub fn resign(&self, id: &str, seat: usize) -> Result<Arc<RoomEvent>, ApiError> {
        self.change(id, |room| room.resign(seat, now()).map(|()| Change::Ended))
    }

    /// Ends matches in which a seat has run out of time.
    pub fn check_clocks(&self) {
        for shared in self.live() {
            // If it cannot be written, the next request for the room gets the error.
            let _ = self.settle_clock(&mut lock(&shared));
        }
    }

    /// Drops rooms from memory that nobody watches, thinks in, or has asked for in this time.
    pub fn evict(&self, idle: Duration) {
        // Whoever uses a room holds it, and nobody can take hold of it while the cache is locked.
        let is_idle = |cached: &CachedRoom| {
            cached.asked.elapsed() >= idle && Arc::strong_count(&cached.room) == 1 && !lock(&cached.room).has_watchers()
        };
        let mut cache = lock(&self.0.cache);
        let gone: Vec<CachedRoom> = cache
            .rooms
            .extract_if(|_, cached| is_idle(cached))
            .map(|(_, cached)| cached)
            .collect();
        cache.evictions += u64::from(!gone.is_empty());
        drop(cache);
        // Trees and tables of agents take a while to free; nobody waits for that.
        drop(gone);
    }

    /// The number of rooms in memory.
    pub fn cached(&self) -> usize {
        lock(&self.0.cache).rooms.len()
    }

    /// Whether a room is in memory, so somebody uses it or has used it just now.
    pub(crate) fn is_live(&self, id: &str) -> bool {
        lock(&self.0.cache).rooms.contains_key(id)
    }

    /// Stops all agents and their threads.
    pub fn close(&self) {
        for shared in self.live() {
            lock(&shared).interrupt();
        }
        self.0.pool.close();
    }

    fn live(&self) -> Vec<Arc<Mutex<LiveRoom>>> {
        let cache = lock(&self.0.cache);
        cache.rooms.values().map(|cached| Arc::clone(&cached.room)).collect()
    }

    /// Writes a new room and puts it into memory.
    fn add(&self, room: Room) -> Result<Arc<RoomEvent>, ApiError> {
        self.0.store.put(&room.stored())?;
        let id = room.id.clone();
        lock(&self.0.cache).insert(&id, LiveRoom::new(room, false));
        self.view(&id)
    }

    /// The room in memory, read from the store if it is not there.
    fn find(&self, id: &str) -> Result<Arc<Mutex<LiveRoom>>, ApiError> {
        loop {
            let evictions = {
                let mut cache = lock(&self.0.cache);
                if let Some(found) = cache.get(id) {
                    return Ok(found);
                }
                cache.evictions
            };
            let Some(stored) = self.0.store.get(id)? else {
                return Err(ApiError::NotFound(format!("there is no room `{id}`")));
            };
            let room = LiveRoom::new(Room::restore(stored, &self.0.roster)?, true);
            let mut cache = lock(&self.0.cache);
            if let Some(found) = cache.get(id) {
                return Ok(found);
            }
            // If it came, changed and left in the meantime, what was read is out of date.
            if cache.evictions == evictions {
                return Ok(cache.insert(id, room));
            }
        }
    }

    /// Runs `act` on a room whose clock is up to date, with the room locked.
    fn with_room<T>(
        &self,
        id: &str,
        act: impl FnOnce(&Arc<Mutex<LiveRoom>>, &mut LiveRoom) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let shared = self.find(id)?;
        let mut live = lock(&shared);
        self.settle_clock(&mut live)?;
        act(&shared, &mut live)
    }

    fn copy(&self, id: &str) -> Result<Room, ApiError> {
        self.with_room(id, |_, live| Ok(live.room().clone()))
    }

    /// Ends the match if a seat has run out of time. Nobody loses time to a restart of the server,
    /// but the clock of a room that only left memory goes on.
    fn settle_clock(&self, live: &mut LiveRoom) -> Result<(), ApiError> {
        let clock = live.room().clock.as_ref();
        if live.is_fresh && clock.is_some_and(|clock| clock.since < self.0.started) {
            let mut next = live.room().clone();
            next.restart_clock(now());
            self.commit(live, next, &Change::Clock)?;
        }
        live.is_fresh = false;
        if live.is_late(now()) {
            let mut next = live.room().clone();
            if next.check_clock(now()) {
                self.commit(live, next, &Change::Ended)?;
                live.broadcast();
            }
        }
        Ok(())
    }

    /// Writes the next state of a room and swaps it in.
    fn commit(&self, live: &mut LiveRoom, next: Room, change: &Change) -> Result<(), ApiError> {
        live.commit(next, change, |next| self.0.store.put(&next.stored()))?;
        Ok(())
    }

    /// Makes a change on a copy of the room, writes it, swaps it in and sends it to all watchers.
    fn change(
        &self,
        id: &str,
        change: impl FnOnce(&mut Room) -> Result<Change, ApiError>,
    ) -> Result<Arc<RoomEvent>, ApiError> {
        self.with_room(id, |shared, live| {
            let mut next = live.room().clone();
            let change = change(&mut next)?;
            self.commit(live, next, &change)?;
            // If the queue is full, agents start when somebody looks; the change stands.
            let started = self.start_agents(shared, live);
            let event = live.broadcast();
            started.map(|()| event)
        })
    }

    /// Starts the agents of all seats that must move.
    fn start_agents(&self, shared: &Arc<Mutex<LiveRoom>>, live: &mut LiveRoom) -> Result<(), ApiError> {
        for seat in live.room().waiting_for() {
            if !live.thinking.contains_key(&seat.index()) {
                self.start_agent(shared, live, seat)?;
            }
        }
        Ok(())
    }

    fn start_agent(&self, shared: &Arc<Mutex<LiveRoom>>, live: &mut LiveRoom, seat: Seat) -> Result<(), ApiError> {
        let (room, place) = (live.room(), seat.index());
        let SeatConfig::Agent { agent: text } = &room.seats[place] else {
            return Ok(());
        };
        let (game, table) = (room.line.game.clone(), Arc::clone(room.table()));
        let (spec, seed) = (spec::read(&self.0.roster, &game, text)?, seed(room, place));
        let stop = Stop::default();
        let conditions = Conditions {
            stop: stop.clone(),
            ..conditions(room, place, &spec)?
        };
        let client = client(&room.id);
        let known = live.agents.remove(&place);
        live.thinking.insert(place, stop.clone());
        let (rooms, shared) = (self.clone(), Arc::clone(shared));
        // Agents are made on the pool, so that those that wait take no memory yet.
        let make = move |rooms: &Rooms| rooms.0.roster.build(&game, &spec, seed);
        let task = move || match known.map_or_else(|| make(&rooms), Ok) {
            Ok(mut agent) => {
                let mv = agent.think(&*table, seat, &conditions, Watch::Nobody).mv;
                rooms.agent_answered(&shared, place, agent, &mv, &stop);
            }
            Err(_) => drop(lock(&shared).thinking.remove(&place)),
        };
        self.0.pool.submit(client, task).map_err(|_| {
            live.thinking.remove(&place);
            ApiError::Busy("too many agents are thinking; try again in a moment".into())
        })
    }

    /// Plays the move of an agent, unless a change of the room has stopped its search.
    fn agent_answered(&self, shared: &Arc<Mutex<LiveRoom>>, seat: usize, agent: Box<dyn Agent>, mv: &str, stop: &Stop) {
        let mut live = lock(shared);
        let settled = self.settle_clock(&mut live);
        if stop.is_raised() {
            return;
        }
        live.thinking.remove(&seat);
        // Without a watcher perhaps nobody comes back, so the agent's memory is not worth keeping.
        if live.has_watchers() {
            live.agents.insert(seat, agent);
        }
        let mut next = live.room().clone();
        let written = settled
            .and_then(|()| next.choose(seat, mv, now()))
            .and_then(|joint| self.commit(&mut live, next, &Change::Chosen(joint)));
        // A move that cannot be written is lost: the agent thinks again when somebody looks, and if
        // the queue is full, so do the next ones.
        if written.is_ok() {
            let _ = self.start_agents(shared, &mut live);
        }
        live.broadcast();
    }
}

/// The random seed of an agent, different for each room, seat and ply.
fn seed(room: &Room, seat: usize) -> u64 {
    client(&room.id) ^ seat as u64 ^ (room.line.moves.len() as u64) << 32
}

/// An agent's limits for a move: its own time, or the room's if its spec has none, and its clock.
fn conditions(room: &Room, place: usize, spec: &Spec) -> Result<Conditions, ApiError> {
    let time = match spec.get("time").and_then(read_time) {
        Some(own) => own,
        None => room.time.as_deref().map_or(Ok(DEFAULT_TIME), time_of)?,
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

/// The pool serves rooms in turn.
fn client(id: &str) -> Client {
    xxh3_64(id.as_bytes())
}

/// A name of 80 random bits.
pub(crate) fn new_id() -> Result<String, ApiError> {
    random::letters(16)
}

#[cfg(test)]
mod tests;
