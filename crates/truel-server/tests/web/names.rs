//! Names that people type and others see.

use serde_json::{Value, json};

use crate::server::Server;

/// A reversed reading direction, an invisible character, an escape sequence, blanks.
const SCRAMBLED: &str = " \u{202e}Ann\u{200b}  Lee\u{1b}[2J\u{7} ";

fn room(server: &Server, name: &str) -> (u16, Value) {
    let seats = json!([{ "kind": "person", "name": name }, { "kind": "agent", "agent": "\u{2028}random\u{200b}" }]);
    server.post("/api/rooms", &json!({ "game": "tic-tac-toe", "seats": seats }))
}

#[test]
fn names_in_rooms_hold_nothing_unseen() {
    let server = Server::start(None);
    for (name, seen) in [
        (SCRAMBLED, "Ann Lee[2J"),
        ("\u{200b} \u{3164}\u{202e}", ""),
        ("   ", ""),
        ("Zoë 李", "Zoë 李"),
    ] {
        let (status, view) = room(&server, name);
        assert_eq!(status, 201, "{view}");
        assert_eq!(view["room"]["seats"][0]["name"], seen);
        assert_eq!(view["room"]["seats"][1]["agent"], "random");
        let path = format!("/api/rooms/{}", view["room"]["id"].as_str().expect("an id"));
        let (_, record) = server.get(&format!("{path}/record"));
        assert_eq!(record["seats"][0], if seen.is_empty() { "person" } else { seen });
    }
    assert_eq!(room(&server, &"x".repeat(40)).0, 201);
    assert_eq!(room(&server, &"x".repeat(41)).0, 422);
    assert_eq!(
        room(&server, &format!("{}{}", "x".repeat(40), "\u{200b}".repeat(40))).0,
        201
    );
}

#[test]
fn rooms_of_an_older_version_are_shown_clean() {
    let server = Server::start(None);
    let (_, view) = room(&server, "NAME");
    let id = view["room"]["id"].as_str().expect("an id").to_owned();
    let folder = server.end();
    let store = rusqlite::Connection::open(folder.path().join("arena.sqlite")).expect("a store");
    let scrambled = json!(SCRAMBLED).to_string();
    let changed = store.execute("UPDATE room SET body = replace(body, '\"NAME\"', ?1)", [scrambled]);
    assert_eq!(changed, Ok(1));
    // That version gave its rooms no checksums.
    let older = "ALTER TABLE room DROP COLUMN checksum; PRAGMA user_version = 0";
    store.execute_batch(older).expect("an older file");
    drop(store);
    let again = Server::at(folder, None);
    let (_, rooms) = again.get("/api/rooms");
    assert_eq!(rooms[0]["seats"][0]["name"], "Ann Lee[2J");
    let (_, view) = again.get(&format!("/api/rooms/{id}"));
    assert_eq!(view["room"]["seats"][0]["name"], "Ann Lee[2J");
}

#[test]
fn tournaments_have_names_that_can_be_seen() {
    let server = Server::start(None);
    let call = |name: &str| {
        json!({ "name": name, "game": "tic-tac-toe", "agents": ["random\u{200b}", "greedy\n"],
            "format": "round-robin", "blocks": 1 })
    };
    for name in ["", "  ", "\u{200b}\u{202e}", &"x".repeat(41)] {
        let (status, answer) = server.post("/api/tournaments", &call(name));
        assert_eq!(status, 422, "{answer}");
    }
    let (status, started) = server.post("/api/tournaments", &call(SCRAMBLED));
    assert_eq!(status, 201, "{started}");
    let path = format!("/api/tournaments/{}", started["id"].as_str().expect("an id"));
    // The events end with the tournament.
    server.ask("GET", &format!("{path}/events"), "", "");
    let (_, standings) = server.get(&path);
    assert_eq!(standings["name"], "Ann Lee[2J");
    let mut names: Vec<&str> = standings["totals"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|total| total["entrant"].as_str())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["greedy", "random"]);
}

#[test]
fn what_a_refusal_repeats_is_shown_and_not_done() {
    let server = Server::start(None);
    let (status, answer) = server.post("/api/positions", &json!({ "game": "\u{1b}[31m\u{202e}x" }));
    assert_eq!(status, 404);
    let line = answer["error"].as_str().expect("a line");
    assert!(line.contains(r"\u{1b}[31m\u{202e}x"), "{line}");
}
