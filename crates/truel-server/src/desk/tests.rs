//! Rooms that are played, left and come back.

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

/// Two persons with 30 ms each for the whole match.
fn hurried() -> Wish {
    let clock = crate::room::Clock {
        time: 30,
        increment: 0,
        left: Vec::new(),
        since: 0,
    };
    Wish {
        clock: Some(clock),
        ..wish("tic-tac-toe", vec![person(), person()])
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
    let id = desk.make(hurried()).expect("a room").room.id.clone();
    desk.clear(Duration::ZERO);
    thread::sleep(Duration::from_millis(40));
    let view = desk.view(&id).expect("the room");
    assert_eq!(view.room.ended.as_ref().map(|ended| ended.seat), Some(0));
}

#[test]
fn a_move_that_comes_too_late_ends_the_match_for_everybody() {
    let desk = desk();
    let room = desk.make(hurried()).expect("a room");
    let (_, mut news) = desk.watch(&room.room.id).expect("the room");
    thread::sleep(Duration::from_millis(40));
    let late = desk.choose(&room.room.id, 0, 0, &room.legal[0].mv);
    assert!(matches!(late, Err(Refusal::Conflict(_))), "{late:?}");
    assert!(news.blocking_recv().expect("news").room.ended.is_some());
    desk.clear(Duration::ZERO);
    drop(news);
    desk.clear(Duration::ZERO);
    assert!(
        desk.view(&room.room.id).expect("the room").room.ended.is_some(),
        "it was written"
    );
}

#[test]
fn an_agent_takes_its_own_time_before_the_rooms_and_never_more_than_its_clock() {
    let wish = Wish {
        time: Some("20ms".into()),
        clock: Some(crate::room::Clock {
            time: 60_000,
            increment: 2000,
            left: Vec::new(),
            since: 0,
        }),
        ..wish("avalam", vec![agent("mcts:time=5s"), agent("mcts")])
    };
    let mut room = Room::new("r".into(), wish, 0).expect("a room");
    let of = |room: &Room, place: usize, spec: &str| {
        conditions(room, place, &spec.parse().expect("a spec")).expect("conditions")
    };
    assert_eq!(of(&room, 0, "mcts:time=5s").per_move, Some(Duration::from_secs(5)));
    assert_eq!(of(&room, 1, "mcts").per_move, Some(Duration::from_millis(20)));
    let clock = of(&room, 1, "mcts").clock.expect("there is one");
    assert_eq!((clock.left.as_secs(), clock.increment.as_secs()), (60, 2));
    (room.time, room.clock) = (None, None);
    let open = of(&room, 1, "mcts");
    assert_eq!((open.per_move, open.clock), (Some(USUAL_TIME), None));
}
