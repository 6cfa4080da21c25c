//! Choices, taking back, clocks.

use truel_core::Rng;
use truel_papers::roster;

use super::*;

fn person() -> SeatConfig {
    SeatConfig::Person { name: String::new() }
}

fn agent() -> SeatConfig {
    SeatConfig::Agent { agent: "random".into() }
}

fn new_room(game: &str, seats: Vec<SeatConfig>) -> NewRoom {
    NewRoom {
        game: game.into(),
        seats,
        ..NewRoom::default()
    }
}

fn room(game: &str, seats: Vec<SeatConfig>) -> Room {
    Room::new("r".into(), new_room(game, seats), 0, &roster()).expect("a room")
}

fn first_move(room: &Room, seat: usize) -> String {
    room.table().moves(Seat::new(seat))[0].clone()
}

#[test]
fn choices_made_at_once_stay_hidden_until_all_are_in() {
    let mut room = room("ropasci", vec![person(), person()]);
    let (upper, lower) = (first_move(&room, 0), first_move(&room, 1));
    assert_eq!(room.choose(1, &lower, 0).expect("legal"), None);
    assert_eq!((room.chosen().collect::<Vec<_>>(), room.line.moves.len()), (vec![1], 0));
    let sent = serde_json::to_string(&PublicRoom::from(&room)).expect("JSON");
    assert!(!sent.contains(&lower), "{sent}");
    let shown = format!("{room:?}");
    assert!(!shown.contains(&lower), "{shown}");
    let joint = room.choose(0, &upper, 0).expect("legal");
    assert_eq!(joint, Some(format!("{upper}|{lower}")));
    assert!(room.hidden.is_empty());
}

#[test]
fn undo_goes_back_to_the_persons_own_turn_and_redo_forth() {
    let mut room = room("connect-four", vec![person(), agent()]);
    for seat in [0, 1, 0, 1] {
        let mv = first_move(&room, seat);
        room.choose(seat, &mv, 0).expect("legal");
    }
    let played = room.line.moves.clone();
    room.undo(None, 0).expect("two plies back");
    assert_eq!(room.line.moves, played[..2]);
    room.undo(Some(0), 0).expect("to the start");
    assert!(room.undo(None, 0).is_err());
    room.redo(None, 0).expect("forth");
    assert_eq!(room.line.moves, played[..2]);
    // The move that was taken back keeps what came after it; another one does not.
    room.choose(0, &played[2], 0).expect("legal");
    assert_eq!(room.undone, played[3..]);
    room.undo(Some(0), 0).expect("back");
    let other = room.table().moves(Seat::new(0))[3].clone();
    room.choose(0, &other, 0).expect("legal");
    assert!(room.undone.is_empty());
}

#[test]
fn nobody_moves_out_of_turn_or_after_the_end() {
    let mut room = room("tic-tac-toe", vec![person(), person()]);
    let mv = first_move(&room, 0);
    assert!(matches!(room.choose(1, &mv, 0), Err(ApiError::Conflict(_))));
    assert!(matches!(room.choose(0, "z9", 0), Err(ApiError::IllegalMove(_))));
    room.resign(1, 0).expect("it may");
    assert!(matches!(room.choose(0, &mv, 0), Err(ApiError::Conflict(_))));
    room.undo(None, 0).expect("a resignation can be taken back");
    room.choose(0, &mv, 0).expect("legal again");
}

#[test]
fn a_seat_that_is_out_cannot_resign() {
    let start = "RRRR/5/6/R5B/R4B/R3B/R2B R 0,0,0 0 -";
    let new = NewRoom {
        start: Some(start.into()),
        ..new_room("chexers", vec![person(), person(), person()])
    };
    let mut room = Room::new("r".into(), new, 0, &roster()).expect("a room");
    let refusal = room.resign(1, 0).expect_err("Green has no pieces").to_string();
    assert_eq!(refusal, "Green is out of the match and cannot resign");
    assert!(room.ended.is_none());
    room.resign(2, 0).expect("Blue may");
}

#[test]
fn a_rematch_turns_the_seats_and_a_fork_keeps_the_moves() {
    let mut room = room("tic-tac-toe", vec![person(), agent()]);
    let mv = first_move(&room, 0);
    room.choose(0, &mv, 0).expect("legal");
    let rematch = room.rematch("s".into(), 0, &roster()).expect("a room");
    assert!(rematch.seats[0].is_agent() && rematch.line.moves.is_empty());
    let fork = room.fork("t".into(), 1, 0, &roster()).expect("a room");
    assert_eq!(fork.line.moves, [mv]);
    assert!(room.fork("u".into(), 2, 0, &roster()).is_err());
}

#[test]
fn time_runs_for_who_must_move_and_running_out_ends_the_match() {
    let clock = Clock {
        time: 1000,
        increment: 100,
        left: Vec::new(),
        since: 0,
    };
    let new_room = NewRoom {
        clock: Some(clock),
        ..new_room("tic-tac-toe", vec![person(), person()])
    };
    let mut room = Room::new("r".into(), new_room, 5000, &roster()).expect("a room");
    let mv = first_move(&room, 0);
    room.choose(0, &mv, 5300).expect("legal");
    assert_eq!(
        room.clock.as_ref().map(|clock| clock.left.clone()),
        Some(vec![800, 1000])
    );
    assert!(!room.check_clock(6299));
    assert!(room.check_clock(6300));
    let ended = room.ended.clone().expect("it is over");
    assert_eq!(
        (ended.seat, ended.why, ended.payoffs),
        (1, EndReason::Time, vec![1.0, 0.0])
    );
    assert!(matches!(room.choose(1, "a1", 6301), Err(ApiError::Conflict(_))));
}

#[test]
fn a_room_has_somebody_in_every_seat_and_agents_that_exist() {
    let refused = |seats| {
        Room::new("r".into(), new_room("chexers", seats), 0, &roster())
            .expect_err("refused")
            .to_string()
    };
    assert_eq!(refused(vec![person()]), "chexers has 3 seats, not 1");
    let ghost = SeatConfig::Agent { agent: "gohst".into() };
    assert!(refused(vec![person(), person(), ghost]).contains("gohst"));
    let program = SeatConfig::Agent { agent: "cmd:rm".into() };
    assert!(refused(vec![person(), person(), program]).contains("cmd"));
}

#[test]
fn the_table_is_where_the_line_leads() {
    for game in ["chexers", "ropasci", "connect-four"] {
        let count = roster().table(game).expect("a game").info().seats.len();
        let mut room = room(game, vec![person(); count]);
        let mut rng = Rng::new(5);
        for _ in 0..300 {
            match rng.below(10) {
                0 => drop(room.undo(Some(rng.below(room.line.moves.len() as u32 + 1) as usize), 0)),
                1 => drop(room.undo(None, 0)),
                2 => drop(room.redo(None, 0)),
                3 => drop(room.redo(Some(rng.below(40) as usize), 0)),
                _ => {
                    let Some(&seat) = room.waiting_for().first() else {
                        continue;
                    };
                    let moves = room.table().moves(seat);
                    let mv = moves[rng.below(moves.len() as u32) as usize].clone();
                    room.choose(seat.index(), &mv, 0).expect("legal");
                }
            }
            let (table, line) = (room.table(), room.line.end(&roster()).expect("a legal line"));
            assert_eq!((table.position(), table.key()), (line.position(), line.key()), "{game}");
        }
    }
}

#[test]
fn choosing_again_at_once_earns_no_time() {
    let clock = Clock {
        time: 1000,
        increment: 500,
        left: Vec::new(),
        since: 0,
    };
    let new_room = NewRoom {
        clock: Some(clock),
        ..new_room("ropasci", vec![person(), person()])
    };
    let mut room = Room::new("r".into(), new_room, 0, &roster()).expect("a room");
    let mv = first_move(&room, 0);
    for _ in 0..3 {
        room.choose(0, &mv, 100).expect("legal");
    }
    assert_eq!(room.clock.as_ref().map(|clock| clock.left[0]), Some(1400));
}
