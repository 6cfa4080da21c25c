use serde_json::{Map, Value};

use super::*;
use crate::Table;
use crate::doc::Nim;
use crate::trace::{Tally, check_record, check_text};

fn nim() -> Table<Nim> {
    Table(Nim::default())
}

/// A record with every field.
fn full() -> Record {
    let (moves, result) = random_match(&Nim::default(), 1, 0, None);
    let mut record = Record::new("nim-1", "nim", moves, result);
    record.seats = vec!["random".into(), "cmd:./engine".into()];
    record.entrants = vec!["Ann".into(), "Bob".into()];
    (record.round, record.block, record.opening_plies) = (Some(1), Some(0), Some(2));
    (record.seed, record.cap, record.start) = (Some(1), Some(99), Some(Nim::default().to_string()));
    let mut breach = Breach::new(1, Breach::RESIGNED);
    (breach.told, breach.evidence) = ("it gave up".into(), vec!["< resign".into()]);
    record.faults = vec![breach];
    let told = "the program says that it has won".to_owned();
    record.claims = vec![Claim { seat: 1, ply: 3, told }];
    let times = SeatTimes {
        ms: vec![0.5, 12.25],
        chance: vec![4],
    };
    record.times = vec![times.clone(), times];
    (record.started_ms, record.finished_ms) = (Some(1), Some(2));
    record
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

fn names(value: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = object(value).keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

#[test]
fn the_schema_knows_every_field_and_no_other() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/records.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("the schema")).expect("JSON");
    let record: Value = serde_json::from_str(&full().to_line().expect("JSON")).expect("JSON");
    let properties = &schema["properties"];
    assert_eq!(names(&record), names(properties));
    for list in ["faults", "claims", "times"] {
        assert_eq!(names(&record[list][0]), names(&properties[list]["items"]["properties"]));
    }
    assert_eq!(names(&record["result"]), names(&properties["result"]["properties"]));
}

#[test]
fn a_record_reads_back_as_it_was_written() {
    let record = full();
    let line = record.to_line().expect("JSON");
    assert_eq!(serde_json::from_str::<Record>(&line).expect("a record"), record);
    let mut tally = Tally::default();
    check_text(&nim(), &line, 1, &mut tally).expect("a trace");
    assert_eq!((tally.games, tally.first), (1, None));
}

#[test]
fn moves_and_a_result_make_a_record() {
    let (moves, result) = random_match(&Nim::default(), 1, 0, None);
    let bare = serde_json::json!({ "moves": moves, "result": result }).to_string();
    let record: Record = serde_json::from_str(&bare).expect("a record");
    assert_eq!(record.moves, moves);
    let mut tally = Tally::default();
    check_record(&nim(), &record, &mut tally).expect("a record of nim");
    assert_eq!((tally.plies, tally.first), (moves.len(), None));
    for missing in [r#"{"moves":[]}"#, r#"{"result":{"payoff":[],"reason":"x"}}"#] {
        serde_json::from_str::<Record>(missing).expect_err("half of it");
    }
}

#[test]
fn numbers_of_entrants_are_read_as_names() {
    let text = r#"{"entrants":[1,"Ann"],"moves":[],"result":{"payoff":[],"reason":"x"}}"#;
    let record: Record = serde_json::from_str(text).expect("a record");
    assert_eq!(record.entrants, ["1", "Ann"]);
}
