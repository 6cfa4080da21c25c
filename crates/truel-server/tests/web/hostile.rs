//! Requests that are broken on purpose, to every operation of the OpenAPI document. The server
//! answers each of them in time, in one line and never with a fault of its own. It goes on, and
//! writes only its store.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use truel_core::Rng;

use crate::mutations::{Request, mutate};
use crate::server::{Server, body};

/// Longer than any of the server's own time-outs: after that the server has forgotten the request.
const HANG: Duration = Duration::from_secs(60);
const ROUNDS: u64 = 80;

/// A valid request of each operation, by its path in the document.
struct Examples {
    room: String,
    tournament: String,
}

impl Examples {
    fn make(server: &Server) -> Self {
        let call = json!({ "name": "Cup", "game": "tic-tac-toe", "agents": ["random", "greedy"],
            "format": "round-robin", "blocks": 1 });
        let (status, started) = server.post("/api/tournaments", &call);
        assert_eq!(status, 201, "{started}");
        Examples {
            room: server.room()["room"]["id"].as_str().expect("an id").to_owned(),
            tournament: started["id"].as_str().expect("an id").to_owned(),
        }
    }

    fn of(&self, method: &str, path: &str, host: &str) -> Request {
        let body = match (method, path) {
            ("get", _) => None,
            (_, "/api/positions" | "/api/moments" | "/api/layouts" | "/api/outcomes" | "/api/records") => {
                Some(json!({ "game": "avalam", "moves": ["e4d4"] }))
            }
            (_, "/api/layouts/check") => Some(json!({ "game": "tic-tac-toe",
                "layout": { "cells": [[0], [], [1], [], [], [], [], [0], []], "fields": ["o"] } })),
            (_, "/api/rooms") => Some(json!({ "game": "connect-four", "time": "10ms", "moves": ["d"],
                "seats": [{ "kind": "person", "name": "Ann" }, { "kind": "agent", "agent": "random" }],
                "clock": { "time": 60000, "increment": 1000 } })),
            (_, "/api/rooms/{room}/moves") => Some(json!({ "seat": 0, "ply": 0, "mv": "b2" })),
            (_, "/api/rooms/{room}/undo" | "/api/rooms/{room}/redo" | "/api/rooms/{room}/fork") => {
                Some(json!({ "ply": 0 }))
            }
            (_, "/api/rooms/{room}/resign") => Some(json!({ "seat": 0 })),
            (_, "/api/tournaments") => Some(
                json!({ "name": "Cup", "game": "tic-tac-toe", "agents": ["random", "greedy:ties=random"],
                "format": "swiss", "blocks": 1, "rounds": 2, "time": "1s/move", "opening": 1, "seed": 3,
                "concurrency": 2 }),
            ),
            (
                _,
                "/api/rooms/{room}/rematch"
                | "/api/tournaments/{tournament}/stop"
                | "/api/tournaments/{tournament}/resume",
            ) => None,
            _ => panic!("{method} {path} is not tried: give it an example"),
        };
        let mut filled = path
            .replace("{room}", &self.room)
            .replace("{tournament}", &self.tournament)
            .replace("{game}", "chexers")
            .replace("{number}", "0");
        match path {
            "/api/analysis" => filled += "?game=connect-four&agent=mcts:sims=50&seat=0&time=1s",
            "/api/tournaments/{tournament}/matches" => filled += "?skip=1&most=2",
            _ => {}
        }
        assert!(!filled.contains('{'), "{path} has a part without an example");
        Request::new(&method.to_uppercase(), &filled, host, body.as_ref())
    }
}

/// Sends bytes and reads the answer, of an event stream only the beginning. A request that may be
/// shorter than its announced length closes its sending side, so that the server does not wait for
/// the rest. A server may take that for a lost connection, so whole requests leave it open.
fn exchange(server: &Server, bytes: &[u8], is_whole: bool) -> String {
    let mut stream = TcpStream::connect(server.address).expect("a connection");
    stream.set_read_timeout(Some(HANG)).expect("a time-out");
    stream.set_write_timeout(Some(HANG)).expect("a time-out");
    // The server may close before everything is sent.
    let _ = stream.write_all(bytes);
    if !is_whole {
        let _ = stream.shutdown(Shutdown::Write);
    }
    read(&mut stream)
}

fn read(stream: &mut TcpStream) -> String {
    let (mut answer, mut part) = (Vec::new(), [0; 16 * 1024]);
    loop {
        match stream.read(&mut part) {
            Ok(0) => break,
            Ok(count) => answer.extend(&part[..count]),
            Err(error)
                if matches!(
                    error.kind(),
                    std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
                ) =>
            {
                panic!("no answer in time, after {:?}", String::from_utf8_lossy(&answer));
            }
            // The server closed while we were still sending.
            Err(_) => break,
        }
        let text = String::from_utf8_lossy(&answer);
        if text.contains("\r\n\r\n") && text.contains("text/event-stream") {
            break;
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}

/// Checks what every answer must have, whatever the request was.
fn check(request: &Request, answer: &str) {
    let bytes = request.bytes();
    // A request with `Expect` may get 100 first, if its body comes late.
    let answer = answer.strip_prefix("HTTP/1.1 100 Continue\r\n\r\n").unwrap_or(answer);
    let about = || {
        format!(
            "{:?}\ngot {answer:.600}",
            String::from_utf8_lossy(&bytes[..bytes.len().min(600)])
        )
    };
    if answer.is_empty() {
        assert!(!request.is_http, "no answer to {}", about());
        return;
    }
    let status: u16 = answer
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .unwrap_or(0);
    assert!((200..500).contains(&status), "{}", about());
    let is_ours = answer.to_lowercase().contains("x-content-type-options: nosniff");
    if status >= 400 && is_ours && request.method != "HEAD" {
        let json = body(answer);
        let line = json["error"].as_str().unwrap_or_default();
        let is_one_line = !line.is_empty() && !line.contains(|c: char| c.is_control());
        assert!(
            is_one_line && json.as_object().is_some_and(|fields| fields.len() == 1),
            "{}",
            about()
        );
    }
    // Bytes that are not HTTP are rejected by the HTTP library, without a body.
    assert!(is_ours || [400, 414, 431].contains(&status), "{}", about());
}

/// The files of a folder, folders within included.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        }
        found.insert(path.to_string_lossy().into_owned());
    }
    found
}

/// Whether a file is one that the store is made of.
fn is_of_the_store(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let (stem, kind) = name.split_once('.').unwrap_or((name, ""));
    stem.chars().all(|c| c.is_ascii_alphanumeric())
        && [
            "sqlite",
            "sqlite-wal",
            "sqlite-shm",
            "sqlite-journal",
            "sqlite.lock",
            "playing",
            "tournaments",
        ]
        .contains(&kind)
}

#[test]
fn broken_requests_to_every_operation() {
    let server = Server::start(None);
    let examples = Examples::make(&server);
    let here = files(Path::new("."));
    let (_, document) = server.get("/api");
    let host = server.address.to_string();
    let mut sent = 0;
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for method in operations.as_object().expect("operations").keys() {
            let good = examples.of(method, path, &host);
            check(&good, &exchange(&server, &good.bytes(), true));
            for round in 0..ROUNDS {
                let mut rng = Rng::for_match(20, sent);
                let mut bad = good.clone();
                mutate(&mut bad, &mut rng);
                // Sometimes it breaks off in the middle.
                let mut bytes = bad.bytes();
                if round % 10 == 9 {
                    bytes.truncate(rng.below(bytes.len() as u32) as usize);
                    bad.is_http = false;
                }
                check(&bad, &exchange(&server, &bytes, bad.is_http));
                sent += 1;
            }
            assert_eq!(server.get("/api/games/chexers").0, 200, "after {method} {path}");
        }
    }
    assert!(sent > 20 * ROUNDS, "{sent} requests");
    assert_eq!(files(Path::new(".")), here, "nothing is written outside of the store");
    let folder = server.end();
    let strange: Vec<String> = files(folder.path())
        .into_iter()
        .filter(|path| !is_of_the_store(path))
        .collect();
    assert!(strange.is_empty(), "{strange:?}");
}

#[test]
fn who_is_slow_or_stops_in_the_middle_is_cut_off_and_holds_up_nobody() {
    let server = Server::start(None);
    let host = server.address;
    let head = format!(
        "POST /api/positions HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n"
    );
    let halves = [
        String::new(),
        "POST /api/pos".to_owned(),
        head.clone(),
        format!("{head}\r\n"),
        format!("{head}\r\n{{\"game\": \"ava"),
        format!(
            "{}Transfer-Encoding: chunked\r\n\r\n5\r\n{{\"ga",
            head.replace("Content-Length: 100\r\n", "")
        ),
    ];
    thread::scope(|scope| {
        for half in &halves {
            let server = &server;
            scope.spawn(move || {
                let mut stream = TcpStream::connect(server.address).expect("a connection");
                stream.set_read_timeout(Some(HANG)).expect("a time-out");
                stream.write_all(half.as_bytes()).expect("sent");
                // What counts is that it ends: with an error, or without an answer if the head was
                // not whole.
                let answer = read(&mut stream);
                let status = answer.split(' ').nth(1).unwrap_or("none");
                assert!(["none", "400", "408"].contains(&status), "{half:?}: {answer}");
            });
        }
        // Clients that do not read their answers.
        let deaf: Vec<TcpStream> = (0..20)
            .map(|_| {
                let mut stream = TcpStream::connect(host).expect("a connection");
                let ask = format!("GET /api/games HTTP/1.1\r\nHost: {host}\r\n\r\n").repeat(30);
                let _ = stream.write_all(ask.as_bytes());
                stream
            })
            .collect();
        for _ in 0..50 {
            assert_eq!(server.get("/api/games/chexers").0, 200);
        }
        drop(deaf);
    });
    assert_eq!(server.get("/api/games/chexers").0, 200);
}

#[test]
fn a_server_that_is_told_to_stop_waits_for_no_watcher() {
    let server = Server::start(None);
    let id = server.room()["room"]["id"].as_str().expect("an id").to_owned();
    let mut watcher = TcpStream::connect(server.address).expect("a connection");
    watcher.set_read_timeout(Some(HANG)).expect("a time-out");
    let ask = format!(
        "GET /api/rooms/{id}/events HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.address
    );
    watcher.write_all(ask.as_bytes()).expect("sent");
    assert!(read(&mut watcher).contains("text/event-stream"));
    server.end();
    let mut rest = Vec::new();
    let _ = watcher.read_to_end(&mut rest);
}

#[test]
fn refusals_that_others_write_have_our_shape() {
    let server = Server::start(None);
    for (method, path, kind, text, status) in [
        ("PUT", "/api/games", "application/json", "", 405),
        ("POST", "/api/positions", "text/plain", "{}", 415),
        ("POST", "/api/positions", "application/json", "{", 400),
        ("POST", "/api/positions", "application/json", "{\"game\":1}", 422),
        ("GET", "/api/tournaments/x/matches/minus", "application/json", "", 400),
        ("GET", "/api/analysis", "application/json", "", 400),
        ("GET", "/no/such.js", "application/json", "", 404),
    ] {
        let value: Value = json!(null);
        let mut request = Request::new(method, path, &server.address.to_string(), Some(&value));
        request.headers[2].1 = kind.as_bytes().to_vec();
        request.body = text.as_bytes().to_vec();
        let answer = exchange(&server, &request.bytes(), true);
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{method} {path}: {answer}"
        );
        check(&request, &answer);
        assert_eq!(status == 405, answer.contains("allow: GET"), "{answer}");
    }
}
