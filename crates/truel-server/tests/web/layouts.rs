//! Positions laid out by hand, and matches as records.

use serde_json::{Value, json};

use crate::server::Server;

#[test]
fn a_layout_is_taken_apart_changed_and_judged() {
    let server = Server::start(None);
    let (_, layout) = server.post("/api/layouts", &json!({ "game": "pentago-swap", "moves": ["b2:tlbr"] }));
    assert_eq!(layout["fields"], json!(["b"]), "{layout}");
    let check = |layout: &Value| {
        server.post(
            "/api/layouts/check",
            &json!({ "game": "pentago-swap", "layout": layout }),
        )
    };
    let (status, same) = check(&layout);
    assert_eq!((status, &same["fault"]), (200, &Value::Null));
    assert_eq!(same["position"], "6/6/6/6/4w1/6 b");
    let mut other = layout.clone();
    other["cells"][0] = json!([1]);
    // White and Black have one piece each, so White is to move, whatever the layout says.
    let (_, turned) = check(&other);
    assert_eq!(
        (&turned["fault"], &turned["position"]),
        (&Value::Null, &json!("b5/6/6/6/4w1/6 w"))
    );
    other["cells"][1] = json!([1]);
    let (_, wrong) = check(&other);
    assert_eq!(wrong["fault"], "White has as many pieces as Black, or one more");
}

#[test]
fn layouts_that_do_not_fit_a_board_are_refused_in_one_line() {
    let server = Server::start(None);
    let cells = |count: usize, things: Value| json!({ "cells": vec![things; count], "fields": ["b"] });
    for (game, layout) in [
        ("pentago-swap", cells(35, json!([]))),
        ("pentago-swap", cells(36, json!([2]))),
        ("pentago-swap", cells(36, json!([0, 1]))),
        ("pentago-swap", json!({ "cells": vec![json!([]); 36], "fields": [] })),
        ("goofspiel", cells(1, json!([]))),
    ] {
        let (status, answer) = server.post("/api/layouts/check", &json!({ "game": game, "layout": layout }));
        assert_eq!(status, 422, "{answer}");
        assert!(
            answer["error"].as_str().is_some_and(|line| line.contains(game)),
            "{answer}"
        );
    }
    let odd = json!({ "cells": vec![json!([]); 36], "fields": ["w\n/ \u{0}"] });
    let (status, answer) = server.post("/api/layouts/check", &json!({ "game": "pentago-swap", "layout": odd }));
    // A word that names no seat is replaced by the seat that must be to move.
    assert_eq!((status, &answer["position"]), (200, &json!("6/6/6/6/6/6 w")));
}

#[test]
fn a_line_and_a_room_are_told_as_records() {
    let server = Server::start(None);
    let line = json!({ "game": "tic-tac-toe", "moves": ["a1", "b1", "a2", "b2", "a3"] });
    let (_, record) = server.post("/api/records", &line);
    assert_eq!(
        (&record["result"]["reason"], &record["result"]["points"]),
        (&json!("line"), &json!([1.0, 0.0]))
    );
    let room = server.room();
    let (_, record) = server.get(&format!(
        "/api/rooms/{}/record",
        room["room"]["id"].as_str().expect("an id")
    ));
    assert_eq!(
        (&record["result"]["reason"], &record["cap"]),
        (&json!("cap"), &json!(0))
    );
}
