//! The web arena as a process: started, asked, killed, started again.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{command, truel};

pub(crate) struct Served {
    process: Child,
    /// Host and port.
    address: String,
    /// What it printed after them.
    rest: String,
}

impl Served {
    pub(crate) fn start(store: &Path) -> Self {
        Self::with(store, &[])
    }

    fn with(store: &Path, options: &[&str]) -> Self {
        Self::run(
            command()
                .args(["serve", "--port", "0", "--store"])
                .arg(store)
                .args(options),
        )
    }

    fn run(command: &mut Command) -> Self {
        let mut process = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary is there");
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().expect("a pipe"))
            .read_line(&mut line)
            .expect("a line");
        let printed = line.trim().rsplit("http://").next().expect("an address");
        let (address, rest) = printed.split_once('/').unwrap_or((printed, ""));
        Served {
            address: address.to_owned(),
            rest: rest.to_owned(),
            process,
        }
    }

    /// The status of a request for the page at this path.
    fn status(&self, path: &str) -> u16 {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let host = &self.address;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .expect("a status")
    }

    /// The answer to a request as JSON; nothing where it is none.
    pub(crate) fn ask(&self, method: &str, path: &str, body: &str) -> Value {
        serde_json::from_str(&self.fetch(method, path, body)).unwrap_or(Value::Null)
    }

    /// The text of the answer to a request.
    pub(crate) fn fetch(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        let (host, length) = (&self.address, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        assert!(head.starts_with("HTTP/1.1 2"), "{answer}");
        body.to_owned()
    }

    /// Asks how a tournament stands until it is so.
    pub(crate) fn until(&self, tournament: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let stands = self.ask("GET", &format!("/api/tournaments/{tournament}"), "");
            if is_so(&stands) {
                return stands;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "nothing happens: {stands}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Without any warning, as when the power goes.
    fn kill(mut self) {
        self.process.kill().expect("it runs");
        self.process.wait().expect("it ends");
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_tournament_and_a_match_go_on_after_the_server_was_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("arena.sqlite");
    let first = Served::start(&store);
    let call = json!({ "name": "Cup", "game": "connect-four", "agents": ["random", "mcts:sims=50"],
        "format": "round-robin", "blocks": 5000 });
    let started = first.ask("POST", "/api/tournaments", &call.to_string());
    let cup = started["id"].as_str().expect("an id").to_owned();
    let over = json!({ "name": "Over", "game": "tic-tac-toe", "agents": ["random", "greedy"],
        "format": "round-robin", "blocks": 1 });
    let over = first.ask("POST", "/api/tournaments", &over.to_string());
    let over = over["id"].as_str().expect("an id").to_owned();
    let halted = first.ask("POST", "/api/tournaments", &call.to_string());
    let halted = halted["id"].as_str().expect("an id").to_owned();
    let room = json!({ "game": "avalam", "seats": [{ "kind": "person" }, { "kind": "person" }] });
    let room = first.ask("POST", "/api/rooms", &room.to_string());
    let path = format!("/api/rooms/{}", room["room"]["id"].as_str().expect("an id"));
    let choice = json!({ "seat": 0, "ply": 0, "mv": room["legal"][0]["mv"] });
    first.ask("POST", &format!("{path}/moves"), &choice.to_string());
    first.ask("POST", &format!("/api/tournaments/{halted}/stop"), "");
    first.until(&over, |stands| stands["is_running"] == false);
    first.until(&halted, |stands| stands["is_running"] == false);
    let before = first.until(&cup, |stands| stands["done"].as_u64() > Some(5));
    first.kill();

    let second = Served::start(&store);
    let done = before["done"].as_u64().expect("a number");
    let after = second.until(&cup, |stands| stands["done"].as_u64() > Some(done));
    assert_eq!(
        (&after["is_running"], &after["total"]),
        (&json!(true), &before["total"]),
        "it goes on by itself"
    );
    for id in [over, halted] {
        let stands = second.ask("GET", &format!("/api/tournaments/{id}"), "");
        assert_eq!(stands["is_running"], false, "it was over, or somebody stopped it");
    }
    let room = second.ask("GET", &path, "");
    assert_eq!(room["room"]["moves"], json!([choice["mv"]]));
    second.ask("POST", &format!("/api/tournaments/{cup}/stop"), "");
    second.kill();

    let third = Served::start(&store);
    let stands = third.ask("GET", &format!("/api/tournaments/{cup}"), "");
    assert_eq!(stands["is_running"], false, "what somebody stopped stays so");
}

#[test]
fn others_reach_it_with_a_token_only_and_a_taken_port_is_named() {
    let error = truel(&["serve", "--host", "0.0.0.0"]).trouble();
    assert!(error.contains("--token"), "{error}");
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::start(&folder.path().join("arena.sqlite"));
    let port = served.address.rsplit(':').next().expect("a port");
    let store = folder.path().join("other.sqlite");
    let error = truel(&["serve", "--port", port, "--store", store.to_str().expect("UTF-8")]).trouble();
    assert!(error.contains(port), "{error}");
}

#[test]
fn tokens_that_can_be_guessed_are_refused_wherever_they_come_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("arena.sqlite");
    let store = store.to_str().expect("UTF-8");
    for host in ["127.0.0.1", "0.0.0.0"] {
        for token in [
            "",
            " ",
            "short",
            "fifteen letters",
            "                    ",
            "0123456789abcdef\u{1b}[31m",
        ] {
            let error = truel(&["serve", "--host", host, "--store", store, "--token", token]).trouble();
            assert!(error.contains("token") && error.contains("--token new"), "{error}");
            assert!(token.trim().is_empty() || !error.contains(token), "{error}");
            let mut command = command();
            command
                .args(["serve", "--host", host, "--store", store])
                .env("TRUEL_TOKEN", token);
            let output = command.output().expect("the binary is there");
            assert_eq!(output.status.code(), Some(2), "{token:?}");
            assert_eq!(String::from_utf8(output.stderr).expect("UTF-8"), error);
        }
    }
    // The same without a command.
    let output = command()
        .env("TRUEL_TOKEN", "")
        .env("XDG_DATA_HOME", folder.path())
        .output();
    assert_eq!(output.expect("the binary is there").status.code(), Some(2));
}

#[test]
fn a_new_token_is_printed_with_the_address_and_odd_ones_can_be_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut printed = Vec::new();
    for token in ["new", "new", "a & b # c; d % é + ="] {
        let served = Served::with(&folder.path().join("arena.sqlite"), &["--token", token]);
        assert!(served.rest.starts_with("?token="), "{}", served.rest);
        assert_eq!(served.status("/"), 401);
        assert_eq!(served.status(&format!("/{}", served.rest)), 303, "{}", served.rest);
        assert_eq!(served.status(&format!("/api/games/chexers{}", served.rest)), 200);
        printed.push(served.rest.clone());
        served.kill();
    }
    assert!(
        printed[0] != printed[1] && printed[0].len() >= "?token=".len() + 16,
        "{printed:?}"
    );
    assert_eq!(
        printed[2],
        "?token=a%20%26%20b%20%23%20c%3B%20d%20%25%20%C3%A9%20%2B%20%3D"
    );
}

#[test]
fn a_server_for_all_interfaces_prints_an_address_that_can_be_opened() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::with(
        &folder.path().join("arena.sqlite"),
        &["--host", "0.0.0.0", "--token", "new"],
    );
    assert!(served.address.starts_with("127.0.0.1:"), "{}", served.address);
    assert_eq!(served.status("/api/games"), 401);
}

#[test]
fn a_second_server_on_a_store_is_told_of_the_first_under_every_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("arena.sqlite");
    let first = Served::start(&store);
    let link = folder.path().join("link.sqlite");
    std::os::unix::fs::symlink(&store, &link).expect("a link");
    let dotted = folder.path().join("./arena.sqlite");
    // It has the same folder of tournaments.
    let other_end = folder.path().join("arena.db");
    for name in [&store, &link, &dotted, &other_end] {
        let error = truel(&["serve", "--port", "0", "--store", name.to_str().expect("UTF-8")]).trouble();
        let end = format!(
            "in use by process {}; open it at http://{}\n",
            first.process.id(),
            first.address
        );
        assert!(error.ends_with(&end), "{error}");
    }
    let hard = folder.path().join("hard.sqlite");
    std::fs::hard_link(&store, &hard).expect("a link");
    let error = truel(&["serve", "--port", "0", "--store", hard.to_str().expect("UTF-8")]).trouble();
    assert!(error.contains("hard links"), "{error}");
    std::fs::remove_file(&hard).expect("removed");
    // Moves that the first accepts are there after it was killed, and what it left behind locks
    // nobody out.
    let room = json!({ "game": "avalam", "seats": [{ "kind": "person" }, { "kind": "person" }] });
    let room = first.ask("POST", "/api/rooms", &room.to_string());
    let path = format!("/api/rooms/{}", room["room"]["id"].as_str().expect("an id"));
    let choice = json!({ "seat": 0, "ply": 0, "mv": room["legal"][0]["mv"] });
    first.ask("POST", &format!("{path}/moves"), &choice.to_string());
    first.kill();
    assert!(folder.path().join("arena.sqlite.lock").exists());
    let second = Served::start(&link);
    assert_eq!(second.ask("GET", &path, "")["room"]["moves"], json!([choice["mv"]]));
}

#[test]
fn a_second_plain_truel_offers_the_first_ones_address_without_its_token() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = || {
        let mut command = command();
        command.env("XDG_DATA_HOME", folder.path()).env("HOME", folder.path());
        command
    };
    let token = "0123456789abcdef";
    let first = Served::run(plain().env("TRUEL_TOKEN", token));
    assert_eq!(first.rest, format!("?token={token}"));
    let output = plain().output().expect("the binary is there");
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    let (pid, address) = (first.process.id(), &first.address);
    let end = format!("in use by process {pid}; open it at http://{address} with its token\n");
    assert!(error.ends_with(&end) && !error.contains(token), "{error}");
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    for (option, value) in [
        ("--threads", "0"),
        ("--threads", "100000"),
        ("--rate", "0"),
        ("--connections", "0"),
        ("--connections-per-address", "0"),
        ("--port", "65536"),
        ("--trusted-proxy", "10.0.0.0/99"),
        ("--trusted-proxy", "proxy"),
    ] {
        let ran = truel(&["serve", option, value]);
        assert_eq!(ran.code, 2, "{option} {value}");
        assert!(ran.err.contains(option) && ran.err.contains(value), "{}", ran.err);
    }
}

#[test]
fn the_bench_of_the_server_measures_moves_and_watchers() {
    let args = [
        "bench",
        "tic-tac-toe",
        "--server",
        "--watchers",
        "4",
        "--people",
        "2",
        "--pause",
        "20",
        "--seconds",
        "1",
        "--json",
    ];
    let ran = truel(&args);
    // How long moves take is not this test's affair, and decides between done and no.
    assert!([0, 1].contains(&ran.code) && ran.err.is_empty(), "{ran:?}");
    let rows: Vec<Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let value = |name: &str| {
        let row = rows.iter().find(|row| row["metric"] == name);
        row.and_then(|row| row["value"].as_f64())
            .unwrap_or_else(|| panic!("no {name}: {}", ran.out))
    };
    for name in [
        "move_ms_p50",
        "move_ms_p99",
        "reply_ms_max",
        "moves_per_s",
        "events_per_s",
    ] {
        assert!(value(name) > 0.0, "{name}");
    }
    assert!(value("move_ms_p50") <= value("move_ms_p99") && value("move_ms_p99") <= value("move_ms_max"));
}
