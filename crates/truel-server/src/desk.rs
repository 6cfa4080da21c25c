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
use truel_agents::{Agent, Conditions, Watch, build};
use truel_arena::store::now;
use truel_core::record::Record;
use truel_core::{AnyGame, Seat};
use truel_search::Stop;

use crate::error::Refusal;
use crate::open::{Open, Telling};
use crate::pool::{Client, Pool};
use crate::room::{Room, Sitter, Wish, time_of};
use crate::spec;
use crate::store::{Listed, Rooms};
use crate::view::{Line, Moment};

/// The time of an agent's move that nothing else limits.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(100);
/// How long a room stays in memory that nobody asks for or listens to.
const QUIET: Duration = Duration::from_secs(60);

/// All rooms.
#[derive(Clone)]
pub struct Desk(Arc<Inner>);

struct Inner {
    store: Rooms,
    open: Mutex<HashMap<String, Held>>,
    pool: Pool,
    /// When this desk was opened, in milliseconds since 1970.
    opened: i64,
}

/// A room in memory, and when it was last asked for.
struct Held {
    open: Arc<Mutex<Open>>,
    asked: Instant,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Desk")
    }
}

/// What a panic elsewhere left is as whole as a change that was refused, so nobody is locked out by it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    /// The rooms of this store, with agents that think on this pool.
    pub fn new(store: Rooms, pool: Pool) -> Self {
        Desk(Arc::new(Inner {
            store,
            open: Mutex::default(),
            pool,
            opened: now(),
        }))
    }

    /// Looks after clocks and quiet rooms from now on, as long as there is a desk.
    pub fn tend(&self) {
        let inner = Arc::downgrade(&self.0);
        thread::spawn(move || {
            let mut swept = Instant::now();
            while let Some(desk) = inner.upgrade().map(Desk) {
                desk.look_at_clocks();
                if swept.elapsed() > Duration::from_secs(1) {
                    desk.clear(QUIET);
                    swept = Instant::now();
                }
                drop(desk);
                thread::sleep(TICK);
            }
        });
    }

    /// The rooms changed last.
    pub fn latest(&self, most: usize) -> Result<Vec<Listed>, Refusal> {
        self.0.store.latest(most)
    }

    /// A new room.
    pub fn make(&self, wish: Wish) -> Result<Arc<Telling>, Refusal> {
        self.enter(Room::new(new_id(), wish, now())?)
    }

    /// The same again with the seats turned.
    pub fn rematch(&self, id: &str) -> Result<Arc<Telling>, Refusal> {
        let room = lock(&*self.find(id)?).room.rematch(new_id(), now())?;
        self.enter(room)
    }

    /// A match of its own from a ply of this one.
    pub fn fork(&self, id: &str, ply: usize) -> Result<Arc<Telling>, Refusal> {
        let room = lock(&*self.find(id)?).room.fork(new_id(), ply, now())?;
        self.enter(room)
    }

    /// The room as it stands; agents that should be thinking begin to.
    pub fn view(&self, id: &str) -> Result<Arc<Telling>, Refusal> {
        let open = self.find(id)?;
        let mut locked = lock(&open);
        self.go_on(&open, &mut locked)?;
        locked.view()
    }

    /// Every moment of the room's match.
    pub fn moments(&self, id: &str) -> Result<Vec<Moment>, Refusal> {
        let line: Line = lock(&*self.find(id)?).room.line.clone();
        Moment::all(&line)
    }

    /// The match as a record.
    pub fn record(&self, id: &str) -> Result<Record, Refusal> {
        let room = lock(&*self.find(id)?).room.clone();
        crate::record::of_room(&room)
    }

    /// Hears of every change from now on, beginning with how it stands.
    pub fn watch(&self, id: &str) -> Result<(Arc<Telling>, broadcast::Receiver<Arc<Telling>>), Refusal> {
        let open = self.find(id)?;
        let mut locked = lock(&open);
        self.go_on(&open, &mut locked)?;
        Ok((locked.view()?, locked.listen()))
    }

    /// A person in `seat` chooses a move, having seen so many plies.
    pub fn choose(&self, id: &str, seat: usize, ply: usize, mv: &str) -> Result<Arc<Telling>, Refusal> {
        self.change(id, |open| {
            if open.room.seats.get(seat).is_some_and(Sitter::is_agent) {
                return Err(Refusal::Conflict(format!("an agent has seat {seat}")));
            }
            let plies = open.room.line.moves.len();
            if ply != plies {
                return Err(Refusal::Conflict(format!("the match is at ply {plies}, not {ply}")));
            }
            open.place(seat, mv)
        })
    }

    /// Takes moves back.
    pub fn undo(&self, id: &str, to: Option<usize>) -> Result<Arc<Telling>, Refusal> {
        self.change(id, |open| {
            open.interrupt();
            open.agents.clear();
            open.room.undo(to, now())
        })
    }

    /// Plays again what was taken back.
    pub fn redo(&self, id: &str, to: Option<usize>) -> Result<Arc<Telling>, Refusal> {
        self.change(id, |open| {
            open.interrupt();
            open.agents.clear();
            open.room.redo(to, now())
        })
    }

    /// A seat gives up.
    pub fn resign(&self, id: &str, seat: usize) -> Result<Arc<Telling>, Refusal> {
        self.change(id, |open| {
            open.interrupt();
            open.room.resign(seat, now())
        })
    }

    /// Ends matches whose time has run out.
    pub fn look_at_clocks(&self) {
        let all: Vec<_> = lock(&self.0.open).values().map(|held| Arc::clone(&held.open)).collect();
        let now = now();
        for open in all {
            let mut open = lock(&open);
            if open.deadline.is_some_and(|end| end <= now) && open.room.look_at_clock(now).unwrap_or(false) {
                open.interrupt();
                // A store that cannot be written is told to whoever asks next.
                let _ = self.keep(&mut open).and_then(|()| open.tell());
            }
        }
    }

    /// Lets go of rooms that nobody listens to, thinks in, or has asked for in this time.
    pub fn clear(&self, quiet: Duration) {
        // Whoever has found a room holds it, and finding needs the lock that is held here.
        let is_quiet = |held: &Held| {
            held.asked.elapsed() >= quiet && Arc::strong_count(&held.open) == 1 && !lock(&held.open).has_listeners()
        };
        let gone: Vec<Held> = lock(&self.0.open)
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

    /// Ends the threads that agents think on.
    pub fn close(&self) {
        for held in lock(&self.0.open).values() {
            lock(&held.open).interrupt();
        }
        self.0.pool.close();
    }

    fn enter(&self, room: Room) -> Result<Arc<Telling>, Refusal> {
        self.0.store.put(&room)?;
        let id = room.id.clone();
        lock(&self.0.open).insert(id.clone(), held(room)?);
        self.view(&id)
    }

    fn find(&self, id: &str) -> Result<Arc<Mutex<Open>>, Refusal> {
        let mut all = lock(&self.0.open);
        if let Some(held) = all.get_mut(id) {
            held.asked = Instant::now();
            return Ok(Arc::clone(&held.open));
        }
        let Some(mut room) = self.0.store.get(id)? else {
            return Err(Refusal::Missing(format!("there is no room `{id}`")));
        };
        // Nobody loses time to a restart; a room that only left memory has gone on meanwhile.
        if room.clock.as_ref().is_some_and(|clock| clock.since < self.0.opened) {
            room.restart_clock(now());
            self.0.store.put(&room)?;
        } else if room.look_at_clock(now())? {
            self.0.store.put(&room)?;
        }
        let held = held(room)?;
        let open = Arc::clone(&held.open);
        all.insert(id.to_owned(), held);
        Ok(open)
    }

    /// Writes a room that was changed.
    fn keep(&self, open: &mut Open) -> Result<(), Refusal> {
        open.wind()?;
        self.0.store.put(&open.room)
    }

    fn change(&self, id: &str, change: impl FnOnce(&mut Open) -> Result<(), Refusal>) -> Result<Arc<Telling>, Refusal> {
        let open = self.find(id)?;
        let mut locked = lock(&open);
        change(&mut locked)?;
        self.keep(&mut locked)?;
        // A full queue is tried again when somebody looks; the change stands.
        let asked = self.go_on(&open, &mut locked);
        let view = locked.tell()?;
        asked.map(|()| view)
    }

    /// Sets the agents of all seats that must move thinking.
    fn go_on(&self, open: &Arc<Mutex<Open>>, locked: &mut Open) -> Result<(), Refusal> {
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
        open: &Arc<Mutex<Open>>,
        locked: &mut Open,
        seat: Seat,
        table: Box<dyn AnyGame>,
    ) -> Result<(), Refusal> {
        let place = seat.index();
        let Sitter::Agent { agent: text } = &locked.room.seats[place] else {
            return Ok(());
        };
        let game = locked.room.line.game.clone();
        let (spec, seed) = (spec::read(&game, text)?, seed(&locked.room, place));
        let stop = Stop::default();
        let time = locked.room.time.as_deref().map_or(Ok(USUAL_TIME), time_of)?;
        let conditions = Conditions {
            per_move: Some(time),
            step: locked.room.line.moves.len() as u32 + 1,
            stop: stop.clone(),
            ..Conditions::default()
        };
        let known = locked.agents.remove(&place);
        locked.thinking.insert(place, stop.clone());
        let (desk, open) = (self.clone(), Arc::clone(open));
        // Agents are made where they think, so that those who wait take no memory yet.
        let task = move || match known.map_or_else(|| build(&game, &spec, seed), Ok) {
            Ok(mut agent) => {
                let mv = agent.think(&*table, seat, &conditions, Watch::Nobody).mv;
                desk.answered(&open, place, agent, &mv, &stop);
            }
            Err(_) => drop(lock(&open).thinking.remove(&place)),
        };
        let waiting = self.0.pool.submit(client(&locked.room.id), task);
        waiting.map_err(|_| {
            locked.thinking.remove(&place);
            Refusal::Busy("too many agents are thinking; try again in a moment".into())
        })
    }

    /// An agent has thought. Whoever changed the room meanwhile has raised its flag, and then nobody listens.
    fn answered(&self, open: &Arc<Mutex<Open>>, seat: usize, agent: Box<dyn Agent>, mv: &str, stop: &Stop) {
        let mut locked = lock(open);
        if stop.is_raised() {
            return;
        }
        locked.thinking.remove(&seat);
        // Where nobody listens, perhaps nobody comes back: what the agent remembers is not worth its memory.
        if locked.has_listeners() {
            locked.agents.insert(seat, agent);
        }
        if locked.place(seat, mv).and_then(|()| self.keep(&mut locked)).is_err() {
            return;
        }
        // A full queue is tried again when somebody looks.
        let _ = self.go_on(open, &mut locked);
        let _ = locked.tell();
    }
}

fn held(room: Room) -> Result<Held, Refusal> {
    Ok(Held {
        open: Arc::new(Mutex::new(Open::new(room)?)),
        asked: Instant::now(),
    })
}

/// Where an agent's chance starts: another room or another moment, other chances.
fn seed(room: &Room, seat: usize) -> u64 {
    client(&room.id) ^ seat as u64 ^ (room.line.moves.len() as u64) << 32
}

fn client(id: &str) -> Client {
    id.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A name that nobody guesses: 80 bits from the system, in letters and digits.
pub(crate) fn new_id() -> String {
    use std::hash::{BuildHasher, Hasher, RandomState};
    let word = || RandomState::new().build_hasher().finish();
    let bits = u128::from(word()) << 64 | u128::from(word());
    let letters = b"abcdefghijkmnpqrstuvwxyz23456789";
    (0..16)
        .map(|place| char::from(letters[(bits >> (5 * place)) as usize & 31]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn desk() -> Desk {
        Desk::new(Rooms::in_memory().expect("a store"), Pool::new(2, 100))
    }

    fn person() -> Sitter {
        Sitter::Person { name: String::new() }
    }

    fn agent(spec: &str) -> Sitter {
        Sitter::Agent { agent: spec.into() }
    }

    fn wish(game: &str, seats: Vec<Sitter>) -> Wish {
        Wish {
            game: game.into(),
            seats,
            ..Wish::default()
        }
    }

    /// Waits until the room says so.
    fn until(desk: &Desk, id: &str, is_so: impl Fn(&Telling) -> bool) -> Arc<Telling> {
        let (mut view, mut news) = desk.watch(id).expect("a room");
        while !is_so(&view) {
            view = match news.blocking_recv() {
                Ok(news) => news,
                // Agents that hardly think are faster than this listener.
                Err(broadcast::error::RecvError::Lagged(_)) => desk.view(id).expect("a room"),
                Err(broadcast::error::RecvError::Closed) => panic!("the room is gone"),
            };
        }
        view
    }

    #[test]
    fn agents_answer_until_the_match_is_over() {
        let desk = desk();
        let room = desk
            .make(wish("chexers", vec![agent("random"), agent("greedy"), agent("random")]))
            .expect("a room");
        let end = until(&desk, &room.room.id, |view| view.moment.payoffs.is_some());
        assert!(end.legal.is_empty() && end.thinking.is_empty());
        assert_eq!(desk.moments(&room.room.id).expect("moments").len(), end.moment.ply + 1);
    }

    #[test]
    fn an_agent_and_a_person_choose_at_once() {
        let desk = desk();
        let room = desk
            .make(wish("ropasci", vec![person(), agent("random")]))
            .expect("a room");
        let id = room.room.id.clone();
        let waiting = until(&desk, &id, |view| view.room.chosen == [1]);
        let mv = waiting
            .legal
            .iter()
            .find(|legal| legal.seat == 0)
            .expect("a move")
            .mv
            .clone();
        desk.choose(&id, 0, 0, &mv).expect("legal");
        let next = until(&desk, &id, |view| view.room.chosen == [1]);
        assert_eq!(next.moment.ply, 1);
    }

    #[test]
    fn a_picture_that_is_old_moves_nothing() {
        let desk = desk();
        let room = desk
            .make(wish("tic-tac-toe", vec![person(), person()]))
            .expect("a room");
        let id = room.room.id.clone();
        desk.choose(&id, 0, 0, &room.legal[0].mv).expect("legal");
        assert!(matches!(
            desk.choose(&id, 1, 0, &room.legal[1].mv),
            Err(Refusal::Conflict(_))
        ));
        assert!(matches!(desk.choose("nobody", 1, 0, "a1"), Err(Refusal::Missing(_))));
    }

    #[test]
    fn taking_back_stops_an_agent_that_thinks() {
        let desk = desk();
        let room = desk
            .make(wish("avalam", vec![person(), agent("mcts:time=30s")]))
            .expect("a room");
        let id = room.room.id.clone();
        let view = desk.choose(&id, 0, 0, &room.legal[0].mv).expect("legal");
        assert_eq!(view.thinking, [1]);
        let back = desk.undo(&id, None).expect("back");
        assert_eq!((back.moment.ply, back.thinking.len()), (0, 0));
    }

    #[test]
    fn a_restart_goes_on_where_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rooms.sqlite");
        let first = Desk::new(Rooms::open(&path).expect("a store"), Pool::new(1, 10));
        let room = first
            .make(wish("connect-four", vec![person(), agent("random")]))
            .expect("a room");
        let id = room.room.id.clone();
        first.choose(&id, 0, 0, &room.legal[0].mv).expect("legal");
        until(&first, &id, |view| view.moment.ply == 2);
        drop(first);
        let second = Desk::new(Rooms::open(&path).expect("a store"), Pool::new(1, 10));
        assert_eq!(second.view(&id).expect("the room").moment.ply, 2);
        assert_eq!(second.latest(5).expect("a list").len(), 1);
    }

    #[test]
    fn a_quiet_room_leaves_memory_and_comes_back_as_it_was() {
        let desk = desk();
        let room = desk.make(wish("ropasci", vec![person(), person()])).expect("a room");
        let id = room.room.id.clone();
        let seen = desk.choose(&id, 0, 0, &room.legal[0].mv).expect("legal");
        let news = desk.watch(&id).expect("a room").1;
        desk.clear(Duration::ZERO);
        assert_eq!(desk.held(), 1, "somebody listens");
        drop(news);
        desk.clear(Duration::from_secs(3600));
        assert_eq!(desk.held(), 1, "it was asked for just now");
        desk.clear(Duration::ZERO);
        assert_eq!(desk.held(), 0);
        assert_eq!(desk.view(&id).expect("the room").room, seen.room);
        let other = room.legal.iter().find(|legal| legal.seat == 1).expect("a move");
        let next = desk.choose(&id, 1, 0, &other.mv).expect("the hidden choice was kept");
        assert_eq!(next.moment.ply, 1);
    }

    #[test]
    fn a_room_in_which_an_agent_thinks_stays() {
        let desk = desk();
        let room = desk
            .make(wish("avalam", vec![agent("mcts:time=30s"), person()]))
            .expect("a room");
        desk.clear(Duration::ZERO);
        assert_eq!((desk.held(), room.thinking.as_slice()), (1, &[0][..]));
    }

    #[test]
    fn time_goes_on_for_a_room_that_left_memory() {
        let desk = desk();
        let clock = crate::room::Clock {
            time: 30,
            increment: 0,
            left: Vec::new(),
            since: 0,
        };
        let wish = Wish {
            clock: Some(clock),
            ..wish("tic-tac-toe", vec![person(), person()])
        };
        let id = desk.make(wish).expect("a room").room.id.clone();
        desk.clear(Duration::ZERO);
        thread::sleep(Duration::from_millis(40));
        let view = desk.view(&id).expect("the room");
        assert_eq!(view.room.ended.as_ref().map(|ended| ended.seat), Some(0));
    }
}
