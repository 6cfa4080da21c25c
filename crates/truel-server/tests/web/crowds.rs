//! Many connections and many requests: players go on, and newcomers are served.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use truel_server::Limits;

use crate::server::{Server, body};

/// Longer than any answer takes, shorter than the server's time-out for half-open connections.
const SOON: Duration = Duration::from_secs(15);

fn limited(connections: usize, connections_per_address: usize, rate: f64) -> Server {
    Server::with(tempfile::tempdir().expect("a folder"), |config| {
        config.limits = Limits {
            connections,
            connections_per_address,
            rate,
        };
    })
}

/// A connection from one of this machine's addresses, 127.0.0.`last`.
fn connect(server: &Server, last: u8) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let stream = runtime.expect("a runtime").block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
        let own = SocketAddr::from((Ipv4Addr::new(127, 0, 0, last), 0));
        socket.bind(own).expect("an address of this machine");
        let stream = socket.connect(server.address).await.expect("a connection");
        stream.into_std().expect("a stream")
    });
    stream.set_nonblocking(false).expect("blocking");
    stream.set_read_timeout(Some(SOON)).expect("a time-out");
    stream
}

/// Sends a request over a connection of its own; `None` if the server closes it without an answer.
fn ask(server: &Server, last: u8, method: &str, path: &str, headers: &str, value: &Value) -> Option<(u16, String)> {
    let mut stream = connect(server, last);
    let (host, text) = (server.address, value.to_string());
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n{headers}\r\n{text}",
        text.len()
    );
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1)?.parse().ok()?;
    Some((status, answer))
}

fn get(server: &Server, last: u8, path: &str) -> Option<u16> {
    ask(server, last, "GET", path, "", &Value::Null).map(|(status, _)| status)
}

/// A connection that watches a room until it is dropped.
fn events(server: &Server, last: u8, room: &str) -> Option<TcpStream> {
    let mut stream = connect(server, last);
    let request = format!(
        "GET /api/rooms/{room}/events HTTP/1.1\r\nHost: {}\r\n\r\n",
        server.address
    );
    stream.write_all(request.as_bytes()).ok()?;
    let mut first = [0; 12];
    stream.read_exact(&mut first).ok()?;
    (&first == b"HTTP/1.1 200").then_some(stream)
}

/// Whether the server has closed a connection.
fn is_closed(mut stream: &TcpStream) -> bool {
    stream
        .set_read_timeout(Some(Duration::from_millis(1)))
        .expect("a time-out");
    let mut byte = [0];
    let waits = [std::io::ErrorKind::WouldBlock, std::io::ErrorKind::TimedOut];
    !matches!(stream.read(&mut byte), Err(error) if waits.contains(&error.kind()))
}

/// Somebody who takes moves back and plays them again in a room of their own.
struct Player {
    path: String,
    head: &'static str,
    mv: Value,
    is_played: bool,
}

impl Player {
    fn sit_down(server: &Server, head: &'static str) -> Self {
        let room = server.room();
        Player {
            path: format!("/api/rooms/{}", room["room"]["id"].as_str().expect("an id")),
            head,
            mv: room["legal"][0]["mv"].clone(),
            is_played: false,
        }
    }

    fn act(&mut self, server: &Server) -> Option<u16> {
        let (what, value) = match self.is_played {
            true => ("undo", json!({ "ply": 0 })),
            false => ("moves", json!({ "seat": 0, "ply": 0, "mv": self.mv })),
        };
        let path = format!("{}/{what}", self.path);
        let status = ask(server, 1, "POST", &path, self.head, &value).map(|(status, _)| status);
        self.is_played ^= status == Some(200);
        status
    }
}

const ONE: &str = "Cookie: truel_visitor=abcdefghijkmnpqr\r\n";
const OTHER: &str = "Cookie: truel_visitor=zyxwvutsrqpnmkji\r\n";

#[test]
fn half_open_connections_keep_nobody_waiting() {
    let server = limited(128, 64, 1e9);
    let half: Vec<TcpStream> = (0..300)
        .map(|number| {
            let mut stream = connect(&server, 1);
            let start: &[u8] = if number % 2 == 0 { b"GET / HT" } else { b"" };
            // It may be closed already, to make room for a later one.
            let _ = stream.write_all(start);
            stream
        })
        .collect();
    let start = Instant::now();
    for last in [1, 2, 3] {
        assert_eq!(get(&server, last, "/api/games/chexers"), Some(200), "127.0.0.{last}");
    }
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    let open = half.iter().filter(|stream| !is_closed(stream)).count();
    assert!((1..=64).contains(&open), "{open} of 300 are still open");
}

#[test]
fn busy_connections_of_one_address_leave_room_for_others_and_for_those_who_play() {
    let server = limited(128, 16, 1e9);
    let mut player = Player::sit_down(&server, ONE);
    assert_eq!(player.act(&server), Some(200));
    let room = server.room()["room"]["id"].as_str().expect("an id").to_owned();
    let streams: Vec<TcpStream> = (0..14).filter_map(|_| events(&server, 1, &room)).collect();
    assert_eq!(streams.len(), 14);
    // The rest is reserved for players: not for a newcomer, nor for another stream.
    assert!([None, Some(503)].contains(&get(&server, 1, "/api/games")));
    for _ in 0..20 {
        assert_eq!(player.act(&server), Some(200));
    }
    assert_eq!(get(&server, 2, "/api/games"), Some(200), "another address");
    drop(streams);
    let start = Instant::now();
    while get(&server, 1, "/api/games") != Some(200) {
        assert!(start.elapsed() < SOON, "there is room again");
    }
}

#[test]
fn a_full_house_still_has_room_for_those_who_play() {
    let server = limited(32, 32, 1e9);
    let mut player = Player::sit_down(&server, ONE);
    assert_eq!(player.act(&server), Some(200));
    let room = server.room()["room"]["id"].as_str().expect("an id").to_owned();
    let streams: Vec<TcpStream> = (0..28)
        .filter_map(|number| events(&server, 10 + number, &room))
        .collect();
    assert_eq!(streams.len(), 28);
    assert!([None, Some(503)].contains(&get(&server, 2, "/api/games")));
    for _ in 0..20 {
        assert_eq!(player.act(&server), Some(200));
    }
}

#[test]
fn a_flood_from_the_same_address_does_not_stop_a_player() {
    // Ten a second: the flood comes faster than that, and the player's bucket holds enough.
    let server = limited(2000, 2000, 10.0);
    let mut player = Player::sit_down(&server, ONE);
    let mut flooded = Player::sit_down(&server, OTHER);
    let mut refused = [0; 3];
    for _ in 0..30 {
        // All sorts of requests, moves in another room, and looks at the player's own room.
        for _ in 0..20 {
            refused[0] += usize::from(get(&server, 1, "/api/games/chexers") == Some(429));
            refused[1] += usize::from(flooded.act(&server) == Some(429));
            let path = player.path.clone();
            let look = ask(&server, 1, "GET", &path, OTHER, &Value::Null);
            refused[2] += usize::from(look.is_some_and(|(status, _)| status == 429));
        }
        assert_eq!(player.act(&server), Some(200));
    }
    assert!(
        refused.iter().all(|count| *count > 0),
        "nothing was a flood: {refused:?}"
    );
}

#[test]
fn rooms_that_do_not_exist_come_first_nowhere() {
    let server = limited(2000, 2000, 1.0);
    let statuses: Vec<Option<u16>> = (0..200)
        .map(|number| get(&server, 1, &format!("/api/rooms/bogus{number}")))
        .collect();
    assert!(
        statuses.contains(&Some(404)) && statuses.contains(&Some(429)),
        "{statuses:?}"
    );
}

#[test]
fn a_trusted_proxy_names_its_clients_and_nobody_else_does() {
    let forwarded = |list: &str| format!("X-Forwarded-For: {list}\r\n");
    for (proxies, is_trusted) in [
        (&["127.0.0.1"][..], true),
        (&["127.0.0.0/30"], true),
        (&["10.0.0.0/8"], false),
    ] {
        let server = Server::with(tempfile::tempdir().expect("a folder"), |config| {
            config.limits = Limits {
                connections: 2000,
                connections_per_address: 2000,
                rate: 1.0,
            };
            config.trusted_proxies = proxies.iter().map(|text| text.parse().expect("a network")).collect();
        });
        let as_client = |list: &str| {
            let answer = ask(&server, 1, "GET", "/api/games/chexers", &forwarded(list), &Value::Null);
            answer.map(|(status, _)| status)
        };
        // One client sends requests until it is rejected, whatever proxies it claims to have used.
        let mut number = 0;
        while as_client(&format!("192.0.2.{number}, 198.51.100.1")) == Some(200) {
            number += 1;
            assert!(number < 200, "nobody is limited");
        }
        let others: Vec<_> = (2..22).map(|last| as_client(&format!("198.51.100.{last}"))).collect();
        assert_eq!(
            others.iter().all(|status| *status == Some(200)),
            is_trusted,
            "{proxies:?}: {others:?}"
        );
    }
}

#[test]
fn connections_of_a_trusted_proxy_are_those_of_many() {
    let server = Server::with(tempfile::tempdir().expect("a folder"), |config| {
        config.limits = Limits {
            connections: 64,
            connections_per_address: 8,
            rate: 1e9,
        };
        config.trusted_proxies = vec!["127.0.0.2".parse().expect("an address")];
    });
    let room = server.room()["room"]["id"].as_str().expect("an id").to_owned();
    let proxied: Vec<TcpStream> = (0..40).filter_map(|_| events(&server, 2, &room)).collect();
    assert_eq!(proxied.len(), 40);
    let direct: Vec<TcpStream> = (0..20).filter_map(|_| events(&server, 3, &room)).collect();
    assert_eq!(direct.len(), 7);
}

#[test]
fn a_browser_is_told_apart_by_a_cookie_that_pages_set_once() {
    let server = Server::start(None);
    let (_, page) = server.ask("GET", "/", "Accept: text/html\r\n", "");
    let set = page
        .lines()
        .find_map(|line| line.strip_prefix("set-cookie: truel_visitor="));
    let value = set
        .and_then(|rest| rest.split(';').next())
        .expect("a cookie")
        .to_owned();
    let head = format!("Accept: text/html\r\nCookie: truel_visitor={value}\r\n");
    assert!(!server.ask("GET", "/", &head, "").1.contains("set-cookie"));
    let (status, answer) = server.ask("GET", "/api/games/chexers", "", "");
    assert!(status == 200 && !answer.contains("set-cookie") && body(&answer).is_object());
}

#[test]
fn a_second_server_on_a_store_is_refused_and_told_of_the_first() {
    let server = Server::start(None);
    let store = server.folder.path().join("arena.sqlite");
    let open = |store: std::path::PathBuf| {
        let config = truel_server::Config {
            roster: truel_papers::roster(),
            store,
            token: None,
            threads: 1,
            limits: Limits::NONE,
            trusted_proxies: Vec::new(),
        };
        truel_server::Arena::open(&config)
            .map(drop)
            .map_err(|error| error.to_string())
    };
    // The server answers only after it has written its address into the lock file.
    assert_eq!(server.get("/api/games/chexers").0, 200);
    let pid = std::process::id();
    let end = format!("in use by process {pid}; open it at http://{}", server.address);
    let other_end = server.folder.path().join("arena.db");
    for name in [store.clone(), other_end] {
        let line = open(name).expect_err("taken");
        assert!(line.ends_with(&end), "{line}");
    }
    let folder = server.end();
    assert_eq!(open(store), Ok(()), "{folder:?}");
}
