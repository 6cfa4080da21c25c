//! The rooms that are open: their agents think here, and whoever watches hears of every change.
//!
//! A room is locked while it changes and written to the store before anybody hears of it. An agent thinks on the pool
//! without any lock; what it answers counts only if the room still stands as it did when it was asked.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use tokio::sync::broadcast;
use truel_agents::{Agent, Conditions, Watch, build};
use truel_arena::store::now;
use truel_core::record::Record;
use truel_core::{AnyGame, Seat};
use truel_search::Stop;
use utoipa::ToSchema;

use crate::error::Refusal;
use crate::pool::{Client, Pool};
use crate::room::{Room, Sitter, Wish, time_of};
use crate::store::{Listed, Rooms};
use crate::view::{Legal, Line, Moment, legal};

/// The time of an agent's move that nothing else limits.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// Changes that a slow watcher may be behind.
const NEWS: usize = 64;

/// What a page needs to show a room.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RoomView {
    /// The room, without what is hidden.
    pub room: Room,
    /// The moment it has come to.
    pub moment: Moment,
    /// What may be played.
    pub legal: Vec<Legal>,
    /// The seats whose agents are thinking.
    pub thinking: Vec<usize>,
}

struct Open {
    room: Room,
    agents: HashMap<usize, Box<dyn Agent>>,
    thinking: HashMap<usize, Stop>,
    news: broadcast::Sender<Arc<RoomView>>,
}

impl Open {
    fn new(room: Room) -> Self {
        Open {
            room,
            agents: HashMap::new(),
            thinking: HashMap::new(),
            news: broadcast::channel(NEWS).0,
        }
    }

    fn view(&self) -> Result<RoomView, Refusal> {
        let table = self.room.table()?;
        let moves = &self.room.line.moves;
        let is_over = self.room.is_over(&*table);
        let mut thinking: Vec<usize> = self.thinking.keys().copied().collect();
        thinking.sort_unstable();
        Ok(RoomView {
            room: self.room.shown(),
            moment: Moment::of(&*table, moves.len(), moves.last().map(String::as_str)),
            legal: if is_over { Vec::new() } else { legal(&*table) },
            thinking,
        })
    }

    /// Ends whatever is being thought: the room stands differently now.
    fn interrupt(&mut self) {
        for (_, stop) in self.thinking.drain() {
            stop.raise();
        }
    }
}

/// All rooms.
#[derive(Clone)]
pub struct Desk(Arc<Inner>);

struct Inner {
    store: Rooms,
    open: Mutex<HashMap<String, Arc<Mutex<Open>>>>,
    pool: Pool,
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
        }))
    }

    /// The rooms changed last.
    pub fn latest(&self, most: usize) -> Result<Vec<Listed>, Refusal> {
        self.0.store.latest(most)
    }

    /// A new room.
    pub fn make(&self, wish: Wish) -> Result<RoomView, Refusal> {
        self.enter(Room::new(new_id(), wish, now())?)
    }

    /// The same again with the seats turned.
    pub fn rematch(&self, id: &str) -> Result<RoomView, Refusal> {
        let room = lock(&*self.find(id)?).room.rematch(new_id(), now())?;
        self.enter(room)
    }

    /// A match of its own from a ply of this one.
    pub fn fork(&self, id: &str, ply: usize) -> Result<RoomView, Refusal> {
        let room = lock(&*self.find(id)?).room.fork(new_id(), ply, now())?;
        self.enter(room)
    }

    /// The room as it stands; agents that should be thinking begin to.
    pub fn view(&self, id: &str) -> Result<RoomView, Refusal> {
        let open = self.find(id)?;
        self.go_on(&open)?;
        lock(&open).view()
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
    pub fn watch(&self, id: &str) -> Result<(RoomView, broadcast::Receiver<Arc<RoomView>>), Refusal> {
        let open = self.find(id)?;
        self.go_on(&open)?;
        let open = lock(&open);
        Ok((open.view()?, open.news.subscribe()))
    }

    /// A person in `seat` chooses a move, having seen so many plies.
    pub fn choose(&self, id: &str, seat: usize, ply: usize, mv: &str) -> Result<RoomView, Refusal> {
        self.change(id, |open| {
            if open.room.seats.get(seat).is_some_and(Sitter::is_agent) {
                return Err(Refusal::Conflict(format!("an agent has seat {seat}")));
            }
            let plies = open.room.line.moves.len();
            if ply != plies {
                return Err(Refusal::Conflict(format!("the match is at ply {plies}, not {ply}")));
            }
            place(open, seat, mv)
        })
    }

    /// Takes moves back.
    pub fn undo(&self, id: &str, to: Option<usize>) -> Result<RoomView, Refusal> {
        self.change(id, |open| {
            open.interrupt();
            open.agents.clear();
            open.room.undo(to, now())
        })
    }

    /// Plays again what was taken back.
    pub fn redo(&self, id: &str, to: Option<usize>) -> Result<RoomView, Refusal> {
        self.change(id, |open| {
            open.interrupt();
            open.agents.clear();
            open.room.redo(to, now())
        })
    }

    /// A seat gives up.
    pub fn resign(&self, id: &str, seat: usize) -> Result<RoomView, Refusal> {
        self.change(id, |open| {
            open.interrupt();
            open.room.resign(seat, now())
        })
    }

    /// Ends matches whose time has run out.
    pub fn look_at_clocks(&self) {
        let all: Vec<_> = lock(&self.0.open).values().cloned().collect();
        for open in all {
            let mut open = lock(&open);
            if open.room.look_at_clock(now()).unwrap_or(false) {
                open.interrupt();
                // A store that cannot be written is told to whoever asks next.
                let _ = self.0.store.put(&open.room).and_then(|()| tell(&open));
            }
        }
    }

    fn enter(&self, room: Room) -> Result<RoomView, Refusal> {
        self.0.store.put(&room)?;
        let id = room.id.clone();
        lock(&self.0.open).insert(id.clone(), Arc::new(Mutex::new(Open::new(room))));
        self.view(&id)
    }

    fn find(&self, id: &str) -> Result<Arc<Mutex<Open>>, Refusal> {
        let mut all = lock(&self.0.open);
        if let Some(open) = all.get(id) {
            return Ok(Arc::clone(open));
        }
        let Some(mut room) = self.0.store.get(id)? else {
            return Err(Refusal::Missing(format!("there is no room `{id}`")));
        };
        // Nobody loses time to a restart.
        room.restart_clock(now());
        let open = Arc::new(Mutex::new(Open::new(room)));
        all.insert(id.to_owned(), Arc::clone(&open));
        Ok(open)
    }

    fn change(&self, id: &str, change: impl FnOnce(&mut Open) -> Result<(), Refusal>) -> Result<RoomView, Refusal> {
        let open = self.find(id)?;
        {
            let mut open = lock(&open);
            change(&mut open)?;
            self.0.store.put(&open.room)?;
        }
        // A full queue is tried again when somebody looks; the change stands.
        let asked = self.go_on(&open);
        let view = tell(&lock(&open))?;
        asked.map(|()| view)
    }

    /// Sets the agents of all seats that must move thinking.
    fn go_on(&self, open: &Arc<Mutex<Open>>) -> Result<(), Refusal> {
        let mut locked = lock(open);
        let table = locked.room.table()?;
        if locked.room.is_over(&*table) {
            return Ok(());
        }
        for seat in table.phase().acting().iter() {
            let place = seat.index();
            let is_idle = !locked.thinking.contains_key(&place) && !locked.room.chosen.contains(&place);
            if locked.room.seats[place].is_agent() && is_idle {
                self.ask(open, &mut locked, seat, table.boxed())?;
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
        let Sitter::Agent { agent: spec } = &locked.room.seats[place] else {
            return Ok(());
        };
        let mut agent = match locked.agents.remove(&place) {
            Some(agent) => agent,
            None => {
                let spec = spec.parse().map_err(truel_agents::SpecError::Malformed)?;
                build(&locked.room.line.game, &spec, seed(&locked.room, place))?
            }
        };
        let stop = Stop::default();
        let time = locked.room.time.as_deref().map_or(Ok(USUAL_TIME), time_of)?;
        let conditions = Conditions {
            per_move: Some(time),
            step: locked.room.line.moves.len() as u32 + 1,
            stop: stop.clone(),
            ..Conditions::default()
        };
        locked.thinking.insert(place, stop.clone());
        let (desk, open) = (self.clone(), Arc::clone(open));
        let task = move || {
            let mv = agent.think(&*table, seat, &conditions, Watch::Nobody).mv;
            desk.answered(&open, place, agent, &mv, &stop);
        };
        let waiting = self.0.pool.submit(client(&locked.room.id), task);
        waiting.map_err(|_| {
            locked.thinking.remove(&place);
            Refusal::Busy("too many agents are thinking; try again in a moment".into())
        })
    }

    /// An agent has thought. Whoever changed the room meanwhile has raised its flag, and then nobody listens.
    fn answered(&self, open: &Arc<Mutex<Open>>, seat: usize, agent: Box<dyn Agent>, mv: &str, stop: &Stop) {
        {
            let mut open = lock(open);
            if stop.is_raised() {
                return;
            }
            open.thinking.remove(&seat);
            open.agents.insert(seat, agent);
            if place(&mut open, seat, mv)
                .and_then(|()| self.0.store.put(&open.room))
                .is_err()
            {
                return;
            }
        }
        // A full queue is tried again when somebody looks.
        let _ = self.go_on(open);
        let _ = tell(&lock(open));
    }
}

/// Tells whoever watches how the room stands; nobody watching is no trouble.
fn tell(open: &Open) -> Result<RoomView, Refusal> {
    let view = open.view()?;
    let _ = open.news.send(Arc::new(view.clone()));
    Ok(view)
}

/// Makes a choice; when it completes a joint move, the agents hear of it.
fn place(open: &mut Open, seat: usize, mv: &str) -> Result<(), Refusal> {
    let before = open.room.table()?;
    if let Some(joint) = open.room.choose(seat, mv, now())? {
        for agent in open.agents.values_mut() {
            agent.played(&*before, &joint);
        }
    }
    Ok(())
}

/// Where an agent's chance starts: another room, another match.
fn seed(room: &Room, seat: usize) -> u64 {
    client(&room.id) ^ seat as u64
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
    fn until(desk: &Desk, id: &str, is_so: impl Fn(&RoomView) -> bool) -> RoomView {
        let (mut view, mut news) = desk.watch(id).expect("a room");
        while !is_so(&view) {
            view = match news.blocking_recv() {
                Ok(news) => (*news).clone(),
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
        let id = room.room.id;
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
        let id = room.room.id;
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
        let id = room.room.id;
        first.choose(&id, 0, 0, &room.legal[0].mv).expect("legal");
        until(&first, &id, |view| view.moment.ply == 2);
        drop(first);
        let second = Desk::new(Rooms::open(&path).expect("a store"), Pool::new(1, 10));
        assert_eq!(second.view(&id).expect("the room").moment.ply, 2);
        assert_eq!(second.latest(5).expect("a list").len(), 1);
    }
}
