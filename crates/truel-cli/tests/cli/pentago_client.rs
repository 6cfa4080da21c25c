//! Our client at a server of the pentago-swap contest that does what real ones did, and a client of
//! theirs that is late here.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use crate::common::{Ran, truel};
use crate::courses::agents;

/// A server of the pentago-swap contest that does what it likes with each of its guests; what our
/// client said and its exit code.
fn at_server(args: &[&str], host: impl Fn(usize, TcpStream) + Send + 'static, guests: usize) -> Ran {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port().to_string();
    let server = thread::spawn(move || {
        for number in 0..guests {
            host(number, listener.accept().expect("a guest").0);
        }
    });
    let ran = truel(&[&["pentago-client", "127.0.0.1", &port], args].concat());
    server.join().expect("the server has seen what it wanted");
    ran
}

/// The next line of a guest.
fn heard(guest: &TcpStream) -> String {
    let mut line = String::new();
    BufReader::new(guest).read_line(&mut line).expect("a line");
    line
}

#[test]
fn our_client_hears_the_end_that_came_while_it_thought() {
    let host = |_, mut guest: TcpStream| {
        assert_eq!(heard(&guest), "START mcts\n");
        guest
            .write_all(b"START Player-0 mcts\nPLAY Player-0\nGAMEOVER TIMEOUT WINNER 1\n")
            .expect("it listens");
        // The connection is closed before the move is there.
    };
    let out = at_server(&["--agent", "mcts", "--time", "300ms/move"], host, 1).ok();
    assert_eq!(out, "seat White\nlost TIMEOUT\n");
}

#[test]
fn our_client_says_when_the_server_has_gone() {
    let host = |_, mut guest: TcpStream| {
        heard(&guest);
        guest
            .write_all(b"START Player-0 mcts\nPLAY Player-0\n")
            .expect("it listens");
    };
    let ran = at_server(&["--agent", "mcts", "--time", "300ms/move"], host, 1);
    assert_eq!((ran.code, ran.out.as_str()), (2, "seat White\n"), "{ran:?}");
    assert!(ran.err.starts_with("error: the "), "{ran:?}");
    assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
}

#[test]
fn after_a_history_there_is_no_first_move_to_think_long_about() {
    let host = |_, mut guest: TcpStream| {
        heard(&guest);
        let history = "START Player-0 x\n0 0 TL TR 0\n3 4 BR BL 1\nPLAY Player-0\n";
        guest.write_all(history.as_bytes()).expect("it listens");
        // Far from the minute that a first move is given here.
        guest.set_read_timeout(Some(Duration::from_secs(30))).expect("a socket");
        let line = heard(&guest);
        assert!(line.ends_with(" 0\n"), "{line}");
        guest.write_all(b"GAMEOVER DRAW\n").expect("it listens");
    };
    at_server(&["--agent", "mcts", "--time", "60s/first,20ms/move"], host, 1).ok();
}

#[test]
fn our_client_plays_several_matches_one_after_the_other() {
    let host = |number: usize, mut guest: TcpStream| {
        assert_eq!(heard(&guest), "START me\n");
        let seat = number % 2;
        let text = format!("START Player-{seat} me\nGAMEOVER DISCONNECTION Player-1 WINNER 0\n");
        let text = if number == 2 {
            "START Player-0 me\nGAMEOVER DRAW\n"
        } else {
            &text
        };
        guest.write_all(text.as_bytes()).expect("it listens");
    };
    let args = ["--agent", "random", "--name", "me", "--matches", "4"];
    let out = at_server(&args, host, 4).ok();
    assert_eq!(
        out,
        "match 1 as White: won DISCONNECTION Player-1\n\
         match 2 as Black: lost DISCONNECTION Player-1\n\
         match 3 as White: draw\n\
         match 4 as Black: lost DISCONNECTION Player-1\n\
         1 won, 2 lost, 1 drawn, 0 undecided\n"
    );
    assert_eq!(truel(&["pentago-client", "x", "1", "--matches", "0"]).code, 2);
}

#[test]
fn a_replay_says_where_chance_moved_for_a_late_client() {
    let folder = agents("pentago");
    let plan = folder.path().join("late.toml");
    // A margin that no busy machine uses up, and a time that the client's sleep does.
    let text = "name = \"late\"\nformat = \"round-robin\"\n\
                [terms]\ntime = \"1s/move\"\nmargin = 60000\nlate = \"random-move\"\n\
                [[game]]\nid = \"pentago-swap\"\nblocks = 1\n\
                [[entrant]]\nname = \"late\"\nagent = \"course:pentago/late.py\"\n\
                [[entrant]]\nname = \"random\"\nagent = \"random\"\n";
    fs::write(&plan, text).expect("a plan");
    truel(&["tournament", plan.to_str().expect("a path"), "--quiet"]).ok();
    let store = plan.with_extension("sqlite");
    let store = store.to_str().expect("a path");
    let told = ["1", "2"].map(|id| truel(&["replay", store, id]).ok()).concat();
    for (seat, ply) in [("White", 3), ("Black", 4)] {
        let expected = format!("{seat}: late, so chance moved at ply ");
        let line = told.lines().find_map(|line| line.strip_prefix(&expected));
        let plies: Vec<&str> = line.unwrap_or_else(|| panic!("{told}")).split(", ").collect();
        assert!(plies.contains(&ply.to_string().as_str()), "{plies:?}");
    }
}
