//! RoomStore that are played, left and come back.

use std::sync::atomic::{AtomicBool, Ordering};
use truel_papers::roster;

use super::*;

fn rooms() -> Rooms {
    Rooms::new(
        RoomStore::in_memory(&roster()).expect("a store"),
        roster(),
        Pool::new(2, 100),
    )
}

fn person() -> SeatConfig {
    SeatConfig::Person { name: String::new() }
}

fn agent(spec: &str) -> SeatConfig {
    SeatConfig::Agent { agent: spec.into() }
}

fn new_room(game: &str, seats: Vec<SeatConfig>) -> NewRoom {
    NewRoom {
        game: game.into(),
        seats,
        ..NewRoom::default()
    }
}

/// Two persons with 30 ms each for the whole match.
fn hurried() -> NewRoom {
    let clock = crate::room::Clock {
        time: 30,
        increment: 0,
        left: Vec::new(),
        since: 0,
    };
    NewRoom {
        clock: Some(clock),
        ..new_room("tic-tac-toe", vec![person(), person()])
    }
}

/// Waits until the room says so.
fn until(rooms: &Rooms, id: &str, is_so: impl Fn(&RoomEvent) -> bool) -> Arc<RoomEvent> {
    let (mut view, mut news) = rooms.watch(id).expect("a room");
    while !is_so(&view) {
        view = match news.blocking_recv() {
            Ok(news) => news,
            // Agents that hardly think are faster than this listener.
            Err(broadcast::error::RecvError::Lagged(_)) => rooms.view(id).expect("a room"),
            Err(broadcast::error::RecvError::Closed) => panic!("the room is gone"),
        };
    }
    view
}

#[test]
fn agents_answer_until_the_match_is_over() {
    let rooms = rooms();
    let room = rooms
        .make(new_room(
            "chexers",
            vec![agent("random"), agent("greedy"), agent("random")],
        ))
        .expect("a room");
    let end = until(&rooms, &room.room.id, |view| view.moment.payoffs.is_some());
    assert!(end.legal.is_empty() && end.thinking.is_empty());
    assert_eq!(rooms.moments(&room.room.id).expect("moments").len(), end.moment.ply + 1);
}

#[test]
fn an_agent_and_a_person_choose_at_once() {
    let rooms = rooms();
    let room = rooms
        .make(new_room("ropasci", vec![person(), agent("random")]))
        .expect("a room");
    let id = room.room.id.clone();
    let waiting = until(&rooms, &id, |view| view.room.chosen == [1]);
    let mv = waiting
        .legal
        .iter()
        .find(|legal| legal.seat == 0)
        .expect("a move")
        .mv
        .clone();
    rooms.choose(&id, 0, 0, &mv).expect("legal");
    let next = until(&rooms, &id, |view| view.room.chosen == [1]);
    assert_eq!(next.moment.ply, 1);
}

#[test]
fn a_picture_that_is_old_moves_nothing() {
    let rooms = rooms();
    let room = rooms
        .make(new_room("tic-tac-toe", vec![person(), person()]))
        .expect("a room");
    let id = room.room.id.clone();
    rooms.choose(&id, 0, 0, &room.legal[0].mv).expect("legal");
    assert!(matches!(
        rooms.choose(&id, 1, 0, &room.legal[1].mv),
        Err(ApiError::Conflict(_))
    ));
    assert!(matches!(rooms.choose("nobody", 1, 0, "a1"), Err(ApiError::NotFound(_))));
}

#[test]
fn taking_back_stops_an_agent_that_thinks() {
    let rooms = rooms();
    let room = rooms
        .make(new_room("avalam", vec![person(), agent("mcts:time=30s")]))
        .expect("a room");
    let id = room.room.id.clone();
    let view = rooms.choose(&id, 0, 0, &room.legal[0].mv).expect("legal");
    assert_eq!(view.thinking, [1]);
    let back = rooms.undo(&id, None).expect("back");
    assert_eq!((back.moment.ply, back.thinking.len()), (0, 0));
}

#[test]
fn a_restart_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rooms.sqlite");
    let first = Rooms::new(
        RoomStore::open(&path, &roster()).expect("a store"),
        roster(),
        Pool::new(1, 10),
    );
    let room = first
        .make(new_room("connect-four", vec![person(), agent("random")]))
        .expect("a room");
    let id = room.room.id.clone();
    first.choose(&id, 0, 0, &room.legal[0].mv).expect("legal");
    until(&first, &id, |view| view.moment.ply == 2);
    drop(first);
    let second = Rooms::new(
        RoomStore::open(&path, &roster()).expect("a store"),
        roster(),
        Pool::new(1, 10),
    );
    assert_eq!(second.view(&id).expect("the room").moment.ply, 2);
    assert_eq!(second.latest(5).expect("a list").len(), 1);
}

#[test]
fn a_quiet_room_leaves_memory_and_comes_back_as_it_was() {
    let rooms = rooms();
    let room = rooms
        .make(new_room("ropasci", vec![person(), person()]))
        .expect("a room");
    let id = room.room.id.clone();
    let seen = rooms.choose(&id, 0, 0, &room.legal[0].mv).expect("legal");
    let news = rooms.watch(&id).expect("a room").1;
    rooms.evict(Duration::ZERO);
    assert_eq!(rooms.cached(), 1, "somebody listens");
    drop(news);
    rooms.evict(Duration::from_secs(3600));
    assert_eq!(rooms.cached(), 1, "it was asked for just now");
    rooms.evict(Duration::ZERO);
    assert_eq!(rooms.cached(), 0);
    assert_eq!(rooms.view(&id).expect("the room").room, seen.room);
    let other = room.legal.iter().find(|legal| legal.seat == 1).expect("a move");
    let next = rooms.choose(&id, 1, 0, &other.mv).expect("the hidden choice was kept");
    assert_eq!(next.moment.ply, 1);
}

#[test]
fn a_room_in_which_an_agent_thinks_stays() {
    let rooms = rooms();
    let room = rooms
        .make(new_room("avalam", vec![agent("mcts:time=30s"), person()]))
        .expect("a room");
    rooms.evict(Duration::ZERO);
    assert_eq!((rooms.cached(), room.thinking.as_slice()), (1, &[0][..]));
}

#[test]
fn time_goes_on_for_a_room_that_left_memory() {
    let rooms = rooms();
    let id = rooms.make(hurried()).expect("a room").room.id.clone();
    rooms.evict(Duration::ZERO);
    thread::sleep(Duration::from_millis(40));
    let view = rooms.view(&id).expect("the room");
    assert_eq!(view.room.ended.as_ref().map(|ended| ended.seat), Some(0));
}

#[test]
fn a_move_that_comes_too_late_ends_the_match_for_everybody() {
    let rooms = rooms();
    let room = rooms.make(hurried()).expect("a room");
    let (_, mut news) = rooms.watch(&room.room.id).expect("the room");
    thread::sleep(Duration::from_millis(40));
    let late = rooms.choose(&room.room.id, 0, 0, &room.legal[0].mv);
    assert!(matches!(late, Err(ApiError::Conflict(_))), "{late:?}");
    assert!(news.blocking_recv().expect("news").room.ended.is_some());
    rooms.evict(Duration::ZERO);
    drop(news);
    rooms.evict(Duration::ZERO);
    assert!(
        rooms.view(&room.room.id).expect("the room").room.ended.is_some(),
        "it was written"
    );
}

#[test]
fn an_agent_takes_its_own_time_before_the_rooms_and_never_more_than_its_clock() {
    let new_room = NewRoom {
        time: Some("20ms".into()),
        clock: Some(crate::room::Clock {
            time: 60_000,
            increment: 2000,
            left: Vec::new(),
            since: 0,
        }),
        ..new_room("avalam", vec![agent("mcts:time=5s"), agent("mcts")])
    };
    let mut room = Room::new("r".into(), new_room, 0, &roster()).expect("a room");
    let of = |room: &Room, place: usize, spec: &str| {
        conditions(room, place, &spec.parse().expect("a spec")).expect("conditions")
    };
    assert_eq!(of(&room, 0, "mcts:time=5s").per_move, Some(Duration::from_secs(5)));
    assert_eq!(of(&room, 1, "mcts").per_move, Some(Duration::from_millis(20)));
    let clock = of(&room, 1, "mcts").clock.expect("there is one");
    assert_eq!((clock.left.as_secs(), clock.increment.as_secs()), (60, 2));
    (room.time, room.clock) = (None, None);
    let open = of(&room, 1, "mcts");
    assert_eq!((open.per_move, open.clock), (Some(DEFAULT_TIME), None));
}

#[test]
fn a_slow_store_holds_up_nobody_in_another_room() {
    let rooms = rooms();
    let here = rooms
        .make(new_room("avalam", vec![person(), person()]))
        .expect("a room");
    let slow = rooms.0.store.lock();
    let waiting = {
        let rooms = rooms.clone();
        thread::spawn(move || rooms.view("elsewhere"))
    };
    let (sender, answer) = std::sync::mpsc::channel();
    let other = rooms.clone();
    thread::spawn(move || {
        // Long enough for the other thread to wait for the store.
        thread::sleep(Duration::from_millis(200));
        let view = other.view(&here.room.id).expect("a room in memory");
        assert!(other.is_live(&here.room.id));
        sender.send(view.moment.ply)
    });
    assert_eq!(answer.recv_timeout(Duration::from_secs(30)), Ok(0));
    assert!(!waiting.is_finished());
    drop(slow);
    assert!(matches!(waiting.join(), Ok(Err(ApiError::NotFound(_)))));
}

#[test]
fn rooms_that_come_and_go_while_everybody_asks_lose_no_change() {
    let rooms = rooms();
    let room = rooms
        .make(new_room("tic-tac-toe", vec![person(), person()]))
        .expect("a room");
    let id = room.room.id.clone();
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                rooms.evict(Duration::ZERO);
                thread::yield_now();
            }
        });
        scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                rooms.view(&id).expect("the room");
            }
        });
        let mut versions = Vec::new();
        for turn in 0..300 {
            let view = match turn % 2 {
                0 => rooms.choose(&id, 0, 0, &room.legal[0].mv),
                _ => rooms.undo(&id, Some(0)),
            };
            versions.push(view.map_or(0, |view| view.room.version));
        }
        is_done.store(true, Ordering::Relaxed);
        assert!(versions.into_iter().eq(1..=300), "no change is lost");
    });
}
