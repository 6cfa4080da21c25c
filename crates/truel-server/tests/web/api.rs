//! Requests of browsers, programs and strangers.

use std::io::Write;
use std::net::TcpStream;

use serde_json::{Value, json};
use truel_server::schemas::{GameTable, Total};

use crate::server::{Server, body};

#[test]
fn every_game_is_listed_with_its_board_and_agents() {
    let server = Server::start(None);
    let (_, games) = server.get("/api/games");
    let games = games.as_array().expect("a list").clone();
    assert_eq!(games.len(), truel_papers::roster().infos().count());
    for game in games {
        assert!(
            game["board"]["cells"].as_array().is_some_and(|cells| !cells.is_empty()),
            "{game}"
        );
        let id = game["id"].as_str().expect("an id");
        let (status, agents) = server.get(&format!("/api/games/{id}/agents"));
        let usual = agents
            .as_array()
            .expect("a list")
            .iter()
            .filter(|agent| agent["is_usual"] == true)
            .count();
        assert_eq!((status, usual), (200, 1), "{id}");
    }
}

#[test]
fn a_match_is_played_over_http() {
    let server = Server::start(None);
    let room = server.room();
    let path = format!("/api/rooms/{}", room["room"]["id"].as_str().expect("an id"));
    let mut view = room;
    let mut ply = 0;
    while let Some(legal) = view["legal"].as_array().and_then(|legal| legal.first()).cloned() {
        let choice = json!({ "seat": legal["seat"], "ply": ply, "mv": legal["mv"] });
        let (status, next) = server.post(&format!("{path}/moves"), &choice);
        assert_eq!(status, 200, "{next}");
        (view, ply) = (next, ply + 1);
    }
    assert!(view["moment"]["payoffs"].is_array(), "{view}");
    let (_, moments) = server.get(&format!("{path}/moments"));
    assert_eq!(moments.as_array().map(Vec::len), Some(ply + 1));
    let (status, _) = server.post(&format!("{path}/undo"), &json!({ "ply": 2 }));
    assert_eq!(status, 200);
    let (status, fork) = server.post(&format!("{path}/fork"), &json!({ "ply": 1 }));
    assert_eq!((status, &fork["moment"]["ply"]), (201, &json!(1)));
}

#[test]
fn a_restart_loses_no_match() {
    let server = Server::start(None);
    let room = server.room();
    let path = format!("/api/rooms/{}", room["room"]["id"].as_str().expect("an id"));
    let choice = json!({ "seat": 0, "ply": 0, "mv": room["legal"][4]["mv"] });
    server.post(&format!("{path}/moves"), &choice);
    let again = Server::at(server.end(), None);
    let (status, view) = again.get(&path);
    assert_eq!((status, &view["moment"]["ply"]), (200, &json!(1)));
    assert_eq!(view["room"]["moves"][0], room["legal"][4]["mv"]);
}

#[test]
fn thoughts_come_as_events_and_the_last_says_so() {
    let server = Server::start(None);
    let (status, events) = server.ask("GET", "/api/analysis?game=connect-four&agent=mcts:sims=200", "", "");
    assert_eq!(status, 200, "{events}");
    assert!(
        events.contains("text/event-stream") && events.contains("\"is_final\":true"),
        "{events}"
    );
    assert!(
        events.contains("\"gesture\":[{\"cell\":"),
        "arrows can be drawn: {events}"
    );
}

/// Bars on the page add up whatever the agent's own scale is.
#[test]
fn an_analysis_tells_the_chances_of_every_seat() {
    let server = Server::start(None);
    for (game, agent, seats) in [
        ("connect-four", "mcts:sims=200", 2),
        ("threechess", "report-greedy", 3),
        ("avalam", "fischer-mcts:sims=30", 2),
    ] {
        let (status, events) = server.ask("GET", &format!("/api/analysis?game={game}&agent={agent}"), "", "");
        assert_eq!(status, 200, "{events}");
        assert!(!events.contains("own_scale"), "{events}");
        let thought = last_thought(&events);
        let all = [&thought["chances"], &thought["candidates"][0]["chances"]];
        for chances in all.map(|chances| chances.as_array().expect("chances")) {
            assert_eq!(chances.len(), seats, "{game}: {thought}");
            let number = |seat: &Value, name: &str| seat[name].as_f64().expect("a number");
            for seat in chances {
                let sum: f64 = ["win", "draw", "lose"].iter().map(|name| number(seat, name)).sum();
                assert!((sum - 1.0).abs() < 1e-4, "{game}: {seat}");
            }
            let winners: f64 = chances.iter().map(|seat| number(seat, "win")).sum();
            assert!(winners < 1.0 + 1e-4, "{game}: {winners}");
        }
    }
}

/// The data of the last event.
fn last_thought(events: &str) -> Value {
    let data = events.lines().filter_map(|line| line.trim().strip_prefix("data:"));
    let mut thoughts = data.filter_map(|text| serde_json::from_str::<Value>(text.trim()).ok());
    thoughts.next_back().expect("a thought")
}

#[test]
fn the_best_moves_have_values_and_lines_of_their_own() {
    let server = Server::start(None);
    let path = "/api/analysis?game=chexers&agent=paranoid:depth=3&time=60s";
    let (status, events) = server.ask("GET", &format!("{path}&candidates=4"), "", "");
    assert_eq!(status, 200, "{events}");
    let thought = last_thought(&events);
    let candidates = thought["candidates"].as_array().expect("candidates");
    for candidate in &candidates[..4] {
        assert_eq!(candidate["bound"], "exact", "{candidate}");
        assert_eq!(candidate["line"][0], candidate["mv"], "{candidate}");
        assert_eq!(candidate["values"].as_array().map(Vec::len), Some(3), "{candidate}");
        assert_eq!(candidate["values"][0], candidate["value"], "{candidate}");
    }
    let values: Vec<f64> = candidates[..4]
        .iter()
        .filter_map(|seen| seen["value"].as_f64())
        .collect();
    assert!(values.len() == 4 && values.is_sorted_by(|a, b| a >= b), "{values:?}");
    let is_known = |seen: &Value| seen["bound"] == "exact" || seen["bound"] == "at-most";
    assert!(candidates.iter().all(is_known), "{candidates:?}");
    // Without the parameter, one move is exact: that is enough to choose.
    let (_, events) = server.ask("GET", path, "", "");
    assert_eq!(last_thought(&events)["candidates"][0]["bound"], "exact");
    for wrong in ["0", "13", "-1", "x"] {
        let (status, answer) = server.ask("GET", &format!("{path}&candidates={wrong}"), "", "");
        assert!(status == 422 || status == 400, "{wrong}: {status} {answer}");
    }
}

#[test]
fn a_move_is_listed_as_well_however_poor_it_is() {
    let server = Server::start(None);
    let ask = |also: &str| {
        let path = format!("/api/analysis?game=avalam&agent=greedy&candidates=2{also}");
        let (status, events) = server.ask("GET", &path, "", "");
        assert_eq!(status, 200, "{events}");
        events
    };
    let (_, view) = server.post("/api/positions", &json!({ "game": "avalam", "moves": [] }));
    let moves = view["legal"].as_array().expect("legal moves").iter();
    let few = ask("");
    let mv = moves
        .filter_map(|legal| legal["mv"].as_str())
        .find(|mv| !few.contains(&format!("\"mv\":\"{mv}\"")));
    let mv = mv.expect("a move beyond the best");
    assert!(
        ask(&format!("&also={mv}")).contains(&format!("\"mv\":\"{mv}\"")),
        "{mv}"
    );
}

#[test]
fn the_end_of_a_match_tells_its_points() {
    let server = Server::start(None);
    let (_, won) = server.post(
        "/api/moments",
        &json!({ "game": "tic-tac-toe", "moves": ["a1", "b1", "a2", "b2", "a3"] }),
    );
    assert_eq!(won[5]["points"], json!([1.0, 0.0]));
    assert_eq!(won[4]["points"], json!(null));
    let (_, lost) = server.post(
        "/api/moments",
        &json!({ "game": "chexers", "start": "4/5/6/6R/6/5/1B1G R 3,3,3 60 -", "moves": ["3,0>off"] }),
    );
    assert_eq!(lost[1]["points"], json!([1.0, 0.0, 0.0]));
}

#[test]
fn wrong_questions_get_one_line_and_a_fitting_status() {
    let server = Server::start(None);
    let id = server.room()["room"]["id"].as_str().expect("an id").to_owned();
    let moves = format!("/api/rooms/{id}/moves");
    for (method, path, question, status) in [
        ("GET", "/api/games/ches", String::new(), 404),
        ("GET", "/api/rooms/nobody", String::new(), 404),
        ("GET", "/api/nothing", String::new(), 404),
        ("GET", "/api/analysis?game=avalam&agent=ghost", String::new(), 422),
        ("GET", "/api/analysis?game=avalam&time=1h", String::new(), 422),
        ("GET", "/api/analysis?game=avalam&also=a1a1", String::new(), 422),
        ("GET", "/api/tournaments/..%2F..%2Fetc", String::new(), 404),
        (
            "POST",
            "/api/positions",
            json!({ "game": "avalam", "moves": ["zz"] }).to_string(),
            422,
        ),
        (
            "POST",
            "/api/positions",
            json!({ "game": "avalam", "start": "nonsense" }).to_string(),
            422,
        ),
        (
            "POST",
            &moves,
            json!({ "seat": 0, "ply": 7, "mv": "a1" }).to_string(),
            409,
        ),
        (
            "POST",
            &moves,
            json!({ "seat": 9, "ply": 0, "mv": "a1" }).to_string(),
            409,
        ),
        (
            "POST",
            "/api/rooms",
            json!({ "game": "chexers", "seats": [] }).to_string(),
            422,
        ),
        (
            "POST",
            "/api/tournaments",
            json!({ "name": "x", "game": "avalam", "agents": ["cmd:sh"], "format": "swiss", "blocks": 1 }).to_string(),
            422,
        ),
        (
            "POST",
            "/api/tournaments",
            json!({ "name": "x", "game": "avalam", "agents": ["random", "greedy"], "format": "swiss", "blocks": 1,
                "concurrency": 5 })
            .to_string(),
            422,
        ),
    ] {
        let (found, answer) = server.ask(method, path, "", &question);
        let json = body(&answer);
        assert_eq!(found, status, "{method} {path} {question}: {answer}");
        let line = json["error"].as_str().unwrap_or_default();
        assert!(!line.is_empty() && !line.contains('\n'), "{path}: {answer}");
    }
}

#[test]
fn malformed_and_oversized_requests_are_refused_and_the_server_goes_on() {
    let server = Server::start(None);
    for question in [
        "",
        "{",
        "[]",
        "null",
        "{\"game\":5}",
        "{\"game\":\"avalam\",\"extra\":1}",
        "\u{0}\u{1}",
    ] {
        let (status, _) = server.ask("POST", "/api/positions", "", question);
        assert!((400..500).contains(&status), "{question:?}: {status}");
    }
    let huge = format!("{{\"game\":\"avalam\",\"moves\":[\"{}\"]}}", "x".repeat(1 << 20));
    let (status, _) = server.ask("POST", "/api/positions", "", &huge);
    assert_eq!(status, 413);
    let long: Vec<String> = vec!["a".into(); 6000];
    let (status, _) = server.post("/api/positions", &json!({ "game": "avalam", "moves": long }));
    assert_eq!(status, 422);
    for bytes in [
        &b"GET"[..],
        b"\xff\xfe\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/rooms HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    ] {
        let mut stream = TcpStream::connect(server.address).expect("a connection");
        let _ = stream.write_all(bytes);
        drop(stream);
    }
    assert_eq!(server.get("/api/games").0, 200);
}

#[test]
fn strangers_pages_and_names_are_refused() {
    let server = Server::start(None);
    let wish = json!({ "game": "avalam" }).to_string();
    let (status, _) = server.ask("POST", "/api/positions", "Origin: http://evil.example\r\n", &wish);
    assert_eq!(status, 403);
    let own = format!("Origin: http://{}\r\n", server.address);
    let (status, _) = server.ask("POST", "/api/positions", &own, &wish);
    assert_eq!(status, 200);
    let (status, _) = server.ask("GET", "/api/games", "Host: evil.example\r\n", "");
    assert_eq!(status, 403, "a stranger's name for this machine");
}

#[test]
fn pages_come_with_a_strict_policy_and_are_not_sent_twice() {
    let server = Server::start(None);
    for path in ["/", "/play/chexers", "/room/anything"] {
        let (status, answer) = server.ask("GET", path, "", "");
        assert_eq!(status, 200, "{path}");
        let lower = answer.to_lowercase();
        for header in [
            "content-security-policy: default-src 'none'",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
        ] {
            assert!(lower.contains(header), "{path} lacks {header}");
        }
    }
    let (_, answer) = server.ask("GET", "/", "", "");
    let tag = answer
        .lines()
        .find_map(|line| line.strip_prefix("etag: "))
        .expect("a tag")
        .to_owned();
    let (status, _) = server.ask("GET", "/", &format!("If-None-Match: {tag}\r\n"), "");
    assert_eq!(status, 304);
    assert_eq!(server.ask("GET", "/no/such.js", "", "").0, 404);
    assert_eq!(server.ask("GET", "/..%2f..%2fCargo.toml", "", "").0, 404);
}

#[test]
fn the_document_describes_every_route() {
    let server = Server::start(None);
    let (status, document) = server.get("/api");
    assert_eq!(status, 200);
    let paths = document["paths"].as_object().expect("paths");
    for path in [
        "/api/games",
        "/api/positions",
        "/api/rooms/{room}/moves",
        "/api/analysis",
        "/api/tournaments/{tournament}/events",
    ] {
        assert!(paths.contains_key(path), "{path}");
    }
    let at_once = &document["components"]["schemas"]["NewTournament"]["properties"]["concurrency"];
    assert_eq!(
        (&at_once["minimum"], &at_once["maximum"]),
        (&json!(1), &json!(4)),
        "{at_once}"
    );
}

#[test]
fn a_tournament_is_started_and_read_over_http() {
    let server = Server::start(None);
    let call = json!({ "name": "Cup", "game": "tic-tac-toe", "agents": ["random", "greedy"], "format": "round-robin",
        "blocks": 3 });
    let (status, started) = server.post("/api/tournaments", &call);
    assert_eq!(status, 201, "{started}");
    let path = format!("/api/tournaments/{}", started["id"].as_str().expect("an id"));
    // The events end with the tournament; one that is over has none.
    let (status, _) = server.ask("GET", &format!("{path}/events"), "", "");
    assert!(status == 200 || status == 204);
    let (_, standings) = server.get(&path);
    assert_eq!(
        (&standings["done"], &standings["total"]),
        (&json!(6), &json!(6)),
        "{standings}"
    );
    serde_json::from_value::<Vec<GameTable>>(standings["tables"].clone()).expect("tables as their schema says");
    serde_json::from_value::<Vec<Total>>(standings["totals"].clone()).expect("totals as their schema says");
    let (_, matches) = server.get(&format!("{path}/matches?most=2"));
    assert_eq!(matches.as_array().map(Vec::len), Some(2));
    let (status, records) = server.ask("GET", &format!("{path}/records"), "", "");
    assert!(status == 200 && records.contains("attachment"), "{records}");
}
