//! A disk on which nothing can be written: watchers, memory and store keep the same rooms, and
//! everything goes on once there is space again.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::{Value, json};

use crate::server::Server;

/// Set in the process that fills its own disk.
const CHILD: &str = "TRUEL_TEST_FULL_DISK";
/// Longer than anything takes on a busy machine.
const SOON: Duration = Duration::from_secs(60);

/// The system's limit on the size of files: no file can be written beyond it.
struct Disk(Rlimit);

impl Disk {
    fn fill(&self) {
        let full = Rlimit {
            current: Some(1),
            ..self.0
        };
        setrlimit(Resource::Fsize, full).expect("the limit is set");
    }

    fn free(&self) {
        setrlimit(Resource::Fsize, self.0).expect("the limit is lifted");
    }
}

/// A room and everything that was sent to somebody who watches it.
struct Watched<'a> {
    server: &'a Server,
    path: String,
    events: Arc<Mutex<Vec<Value>>>,
}

impl<'a> Watched<'a> {
    fn new(server: &'a Server, setup: &Value) -> Self {
        let (status, view) = server.post("/api/rooms", setup);
        assert_eq!(status, 201, "{view}");
        let path = format!("/api/rooms/{}", view["room"]["id"].as_str().expect("an id"));
        let mut stream = TcpStream::connect(server.address).expect("a connection");
        write!(stream, "GET {path}/events HTTP/1.1\r\nHost: {}\r\n\r\n", server.address).expect("sent");
        let events = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&events);
        thread::spawn(move || {
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                if let Some(data) = line.strip_prefix("data: ") {
                    let event = serde_json::from_str(data).expect("JSON");
                    heard.lock().expect("whole").push(event);
                }
            }
        });
        let room = Watched { server, path, events };
        room.until(|events| !events.is_empty());
        room
    }

    fn until(&self, is_so: impl Fn(&[Value]) -> bool) {
        let start = Instant::now();
        while !is_so(&self.events.lock().expect("whole")) {
            assert!(
                start.elapsed() < SOON,
                "{:?}",
                self.events.lock().expect("whole").last()
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn view(&self) -> Value {
        let (status, view) = self.server.get(&self.path);
        assert_eq!(status, 200, "{view}");
        view
    }

    fn last_event(&self) -> Value {
        self.events.lock().expect("whole").last().expect("an event").clone()
    }

    /// The first legal move of a seat.
    fn a_move(&self, seat: usize) -> Value {
        let view = self.view();
        let legal = view["legal"].as_array().expect("a list").clone();
        let found = legal.iter().find(|legal| legal["seat"] == seat).expect("a move");
        json!({ "seat": seat, "ply": view["moment"]["ply"], "mv": found["mv"] })
    }

    fn post(&self, part: &str, body: &Value) -> (u16, Value) {
        self.server.post(&format!("{}/{part}", self.path), body)
    }

    fn accept(&self, part: &str, body: &Value) {
        let (status, view) = self.post(part, body);
        assert!(status == 200 || status == 201, "{part}: {status} {view}");
    }

    /// The room in the file.
    fn stored(&self) -> Value {
        let file = self.server.folder.path().join("arena.sqlite");
        let store = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).expect("the store");
        let id = self.path.rsplit('/').next();
        let body: String = store
            .query_row("SELECT body FROM room WHERE id = ?1", [id], |row| row.get(0))
            .expect("the room");
        serde_json::from_str(&body).expect("JSON")
    }

    /// Memory, store and watchers have the same room, which is returned.
    fn agreed(&self) -> Value {
        let (view, stored) = (self.view(), self.stored());
        for (field, value) in view["room"].as_object().expect("fields") {
            assert_eq!(stored.get(field), Some(value), "{field} in the store");
        }
        assert_eq!(self.last_event()["room"], view["room"], "watchers");
        view
    }
}

fn setup(game: &str, second: &Value) -> Value {
    json!({ "game": game, "seats": [{ "kind": "person", "name": "Ann" }, second] })
}

/// Runs `full_disk` in a process of its own, because the limit on files holds for the whole
/// process.
#[test]
fn nothing_changes_on_a_full_disk() {
    if std::env::var_os(CHILD).is_some() {
        return full_disk();
    }
    let program: PathBuf = std::env::current_exe().expect("this test");
    // The limit comes with a signal that would end the process.
    let child = Command::new("sh")
        .args(["-c", r#"trap "" XFSZ; exec "$@""#, "sh"])
        .arg(program)
        .args(["--exact", "full_disk::nothing_changes_on_a_full_disk", "--nocapture"])
        .env(CHILD, "1")
        .output()
        .expect("a process");
    let output = String::from_utf8_lossy(&child.stdout) + String::from_utf8_lossy(&child.stderr);
    assert!(child.status.success() && output.contains("1 passed"), "{output}");
}

fn full_disk() {
    let disk = Disk(getrlimit(Resource::Fsize));
    let server = Server::start(None);
    let person = json!({ "kind": "person", "name": "Ben" });
    // Two people who have taken a move back.
    let duel = Watched::new(&server, &setup("tic-tac-toe", &person));
    duel.accept("moves", &duel.a_move(0));
    duel.accept("moves", &duel.a_move(1));
    duel.accept("undo", &json!({ "ply": 1 }));
    // Two who choose at once, and one of them has chosen.
    let at_once = Watched::new(&server, &setup("ropasci", &person));
    at_once.accept("moves", &at_once.a_move(1));
    // An agent that thinks, and a clock that runs.
    let against = Watched::new(
        &server,
        &setup("connect-four", &json!({ "kind": "agent", "agent": "mcts:time=1s" })),
    );
    let mut timed = setup("tic-tac-toe", &person);
    timed["clock"] = json!({ "time": 3000 });
    against.accept("moves", &against.a_move(0));
    let timed = Watched::new(&server, &timed);
    let rooms = server.get("/api/rooms").1;
    disk.fill();

    let (one, other) = (duel.agreed(), at_once.agreed());
    let (answer, choice, again) = (duel.a_move(1), at_once.a_move(0), at_once.a_move(1));
    let none = json!({});
    for (room, part, body) in [
        (&duel, "moves", &answer),
        (&duel, "undo", &none),
        (&duel, "redo", &none),
        (&duel, "resign", &json!({ "seat": 0 })),
        (&duel, "rematch", &none),
        (&duel, "fork", &json!({ "ply": 1 })),
        (&at_once, "moves", &choice),
        (&at_once, "moves", &again),
        (&at_once, "undo", &none),
        (&at_once, "resign", &json!({ "seat": 1 })),
    ] {
        let (status, error) = room.post(part, body);
        let line = error["error"].as_str().unwrap_or_default();
        assert!(
            status == 500 && line.starts_with("the store cannot be used"),
            "{part}: {status} {error}"
        );
        assert_eq!(
            (duel.agreed(), at_once.agreed()),
            (one.clone(), other.clone()),
            "{part}"
        );
    }
    assert_eq!(server.post("/api/rooms", &setup("tic-tac-toe", &person)).0, 500);
    assert_eq!(server.get("/api/rooms").1, rooms, "no room was made");

    // The agent's move and the end by the clock cannot be written either.
    against.until(|events| events.last().is_some_and(|last| last["thinking"] == json!([])));
    assert_eq!(against.agreed()["moment"]["ply"], 1);
    let start = Instant::now();
    while server.get(&timed.path).0 == 200 && start.elapsed() < SOON {
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(server.get(&timed.path).0, 500);
    assert_eq!(
        (&timed.stored()["ended"], &timed.last_event()["room"]["ended"]),
        (&Value::Null, &Value::Null)
    );

    disk.free();
    duel.accept("moves", &answer);
    at_once.accept("moves", &choice);
    duel.until(|events| events.last().is_some_and(|last| last["moment"]["ply"] == 2));
    at_once.until(|events| events.last().is_some_and(|last| last["moment"]["ply"] == 1));
    duel.agreed();
    at_once.agreed();
    against.view();
    against.until(|events| events.last().is_some_and(|last| last["moment"]["ply"] == 2));
    against.agreed();
    timed.until(|events| events.last().is_some_and(|last| last["room"]["ended"]["why"] == "time"));
    timed.agreed();
}
