//! Every writer of records keeps to the schema, and records of older versions still read.

use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::{Value, json};
use truel_core::checksum::{self, Verdict};
use truel_core::record::{Breach, Claim, MatchResult, Record, SeatTimes};

use crate::common::{truel, truel_reading};
use crate::serve::Served;

fn schema() -> Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/records.schema.json");
    let text = fs::read_to_string(path).expect("the schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
}

/// The records that one writer wrote.
#[track_caller]
fn read(text: &str) -> Vec<Value> {
    let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let records: Vec<Value> = lines.filter(|line: &Value| line.get("summary").is_none()).collect();
    assert!(!records.is_empty());
    records
}

/// Compares records with the schema, and their matches with the rules.
#[track_caller]
fn check(schema: &Validator, records: &[Value]) {
    let folder = tempfile::tempdir().expect("a folder");
    for (number, record) in records.iter().enumerate() {
        let wrong: Vec<String> = schema.iter_errors(record).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{wrong:?} in {record}");
        assert_eq!(checksum::check(record.as_object().expect("an object")), Verdict::Sound);
        let file = folder.path().join(format!("{number}.jsonl"));
        fs::write(&file, record.to_string()).expect("a file");
        let (game, file) = (record["game"].as_str().expect("text"), file.to_str().expect("a path"));
        let told: Value = serde_json::from_str(&truel(&["conform", game, file, "--json"]).ok()).expect("JSON");
        assert_eq!(
            told["unchecked"],
            json!([]),
            "facts that the game does not know: {record}"
        );
        truel(&["verify", file]).ok();
    }
}

#[test]
fn random_matches_keep_to_the_schema() {
    let records = read(&truel(&["random", "chexers", "-n", "2", "--cap", "30"]).ok());
    check(&schema(), &records);
    assert_eq!(records[0]["cap"], 30);
}

#[test]
fn matches_keep_to_the_schema_on_screen_and_on_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("m.jsonl");
    let path = file.to_str().expect("a path");
    // It plays tic-tac-toe, so that its first move here is a fault.
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../truel-arena/tests/data/misbehave.py");
    let stranger = format!("cmd:python3 {} none", script.display());
    for agents in [["random", "random"], ["random", &stranger]] {
        let typed = [
            "match", "ropasci", agents[0], agents[1], "-n", "2", "--json", "--out", path,
        ];
        let printed = read(&truel(&typed).ok());
        check(&schema(), &printed);
        assert_eq!(read(&fs::read_to_string(&file).expect("the file")), printed);
    }
    let typed = ["match", "ropasci", "random", "random", "-n", "2", "--json"];
    let records = read(&truel(&typed).ok());
    assert_eq!(records[0]["entrants"], json!(["random", "random #2"]));
    assert_eq!(records[1]["entrants"], json!(["random #2", "random"]));
    assert_eq!(records[0]["opening_plies"], 4);
    let moves = records[0]["moves"].as_array().expect("moves").len();
    for seat in records[0]["times"].as_array().expect("times") {
        assert_eq!(seat["ms"].as_array().expect("times").len(), moves - 4);
    }
}

#[test]
fn a_match_in_the_terminal_keeps_to_the_schema() {
    let folder = tempfile::tempdir().expect("a folder");
    let [half, whole] = ["half.jsonl", "whole.jsonl"].map(|name| folder.path().join(name));
    let lines = format!("a1\nsave {}\nresign\nquit\n", half.display());
    let whole = whole.to_str().expect("a path");
    truel_reading(&["play", "tic-tac-toe", "human", "human", "--out", whole], &lines).ok();
    let [half, whole] = [half, whole.into()].map(|path: PathBuf| read(&fs::read_to_string(path).expect("a record")));
    check(&schema(), &half);
    check(&schema(), &whole);
    assert_eq!(half[0]["result"]["reason"], "cap");
    assert_eq!(whole[0]["faults"], json!([{ "seat": 1, "kind": "resigned" }]));
}

#[test]
fn tournaments_keep_to_the_schema() {
    let folder = tempfile::tempdir().expect("a folder");
    let [plan, store] = ["cup.toml", "cup.sqlite"].map(|name| folder.path().join(name).display().to_string());
    let text = "format = \"round-robin\"\n[[game]]\nid = \"tic-tac-toe\"\nblocks = 1\n\
                [[entrant]]\nname = \"Ann\"\nagent = \"random\"\n[[entrant]]\nname = \"Bob\"\nagent = \"random\"\n\
                [[entrant]]\nname = \"gone\"\nagent = \"cmd:false\"\n";
    fs::write(&plan, text).expect("a plan");
    truel(&["tournament", &plan, "--quiet"]).ok();
    let records = read(&truel(&["export", &store]).ok());
    check(&schema(), &records);
    assert_eq!(records.len(), 6);
    let first = &records[0];
    assert_eq!(
        (&first["entrants"], &first["round"]),
        (&json!(["Ann", "Bob"]), &json!(1))
    );
    assert!(first["started_ms"].as_i64() <= first["finished_ms"].as_i64());
    let fault = records.iter().find_map(|record| record.get("faults")).expect("a fault");
    assert!(
        fault[0]["told"].as_str().is_some_and(|told| !told.is_empty()),
        "{fault}"
    );
}

#[test]
fn imported_logs_keep_to_the_schema() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("a.log");
    let names = "======NEW GAME======\nBLUE: a\nGREEN: b\nRED: c\n";
    fs::write(&log, format!("{names}BLUE: BE2-BE4 t:5\nname:a, won:1\n")).expect("a log");
    let records = read(&truel(&["import", "threechess", log.to_str().expect("a path")]).ok());
    check(&schema(), &records);
    assert_eq!(records[0]["entrants"], json!(["a", "b", "c"]));
    assert_eq!(
        records[0]["times"],
        json!([{ "ms": [5.0] }, { "ms": [] }, { "ms": [] }])
    );
    assert_eq!(records[0]["faults"], json!([{ "seat": 1, "kind": "illegal-move" }]));
}

#[test]
fn the_web_arena_keeps_to_the_schema() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::start(&folder.path().join("arena.sqlite"));
    let room = json!({ "game": "goofspiel",
        "seats": [{ "kind": "person", "name": "Ann" }, { "kind": "agent", "agent": "random" }] });
    let room = served.ask("POST", "/api/rooms", &room.to_string());
    let path = format!("/api/rooms/{}", room["room"]["id"].as_str().expect("an id"));
    let going_on = served.ask("GET", &format!("{path}/record"), "");
    served.ask("POST", &format!("{path}/resign"), &json!({ "seat": 0 }).to_string());
    let resigned = served.ask("GET", &format!("{path}/record"), "");
    assert_eq!(resigned["entrants"], json!(["Ann", "random"]));
    assert_eq!(resigned["faults"], json!([{ "seat": 0, "kind": "resigned" }]));
    let line = json!({ "game": "tic-tac-toe", "moves": ["a1", "b2"] });
    let analysed = served.ask("POST", "/api/records", &line.to_string());
    let cup = json!({ "name": "Cup", "game": "tic-tac-toe", "agents": ["random", "greedy"],
        "format": "round-robin", "blocks": 1 });
    let cup = served.ask("POST", "/api/tournaments", &cup.to_string());
    let cup = cup["id"].as_str().expect("an id");
    served.until(cup, |stands| stands["is_running"] == false);
    let all = read(&served.fetch("GET", &format!("/api/tournaments/{cup}/records"), ""));
    assert_eq!(all.len(), 2);
    let number = all[0]["id"]
        .as_str()
        .and_then(|id| id.rsplit('-').next())
        .expect("a number");
    let one = served.ask("GET", &format!("/api/tournaments/{cup}/matches/{number}/record"), "");
    assert_eq!(one, all[0]);
    check(&schema(), &[going_on, resigned, analysed]);
    check(&schema(), &all);
}

#[test]
fn a_field_that_the_schema_does_not_know_is_found_wherever_it_is() {
    let result: MatchResult =
        serde_json::from_value(json!({ "payoff": [1.0], "points": [1.0], "reason": "x", "key": "0123456789abcdef" }))
            .expect("a result");
    let mut record = Record::new("a-1", "nim", vec!["1".into()], result);
    record.seats = vec!["random".into()];
    record.faults = vec![Breach::new(0, "crash")];
    let (seat, ply, told) = (0, 1, "it has won".to_owned());
    record.claims = vec![Claim { seat, ply, told }];
    let (ms, chance) = (vec![1.5], vec![1]);
    record.times = vec![SeatTimes { ms, chance }];
    let record: Value = serde_json::from_str(&record.to_line().expect("JSON")).expect("JSON");
    let schema = schema();
    assert!(schema.is_valid(&record), "{record}");
    for place in ["", "/faults/0", "/claims/0", "/times/0"] {
        let mut changed = record.clone();
        changed.pointer_mut(place).expect("a place")["new_field"] = json!(1);
        assert!(!schema.is_valid(&changed), "{changed}");
    }
}

/// The files were written by version 0.1.0.
#[test]
fn records_of_older_versions_still_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/data/records-0.1");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("old records")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    assert!(files.len() >= 6, "{files:?}");
    for file in files {
        let text = fs::read_to_string(&file).expect("records");
        let path = file.to_str().expect("a path");
        truel(&["verify", path]).ok();
        for line in text.lines() {
            let record: Record = serde_json::from_str(line).unwrap_or_else(|error| panic!("{path}: {error}"));
            truel(&["conform", &record.game, path]).ok();
            let written: Value = serde_json::from_str(line).expect("JSON");
            let seats = written["entrants"].as_array().map_or(0, Vec::len);
            assert_eq!(record.entrants.len(), seats, "{path}");
            assert_eq!(record.version, "0.1.0");
        }
    }
}
