//! The web arena as a process: started, asked, killed, started again.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{command, truel};

struct Served {
    process: Child,
    address: String,
}

impl Served {
    fn start(store: &Path) -> Self {
        let mut process = command()
            .args(["serve", "--port", "0", "--store"])
            .arg(store)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary is there");
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().expect("a pipe"))
            .read_line(&mut line)
            .expect("a line");
        let address = line.trim().rsplit("http://").next().expect("an address").to_owned();
        Served { process, address }
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Value {
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
        serde_json::from_str(body).unwrap_or(Value::Null)
    }

    /// Asks how a tournament stands until it is so.
    fn until(&self, tournament: &str, is_so: impl Fn(&Value) -> bool) -> Value {
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
    let over = json!({ "name": "Over", "game": "tic-tac-toe", "agents": ["random", "greedy"], "format": "round-robin", "blocks": 1 });
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
