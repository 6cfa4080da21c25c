//! Stores and records with a flipped bit: what was altered is named and left out, never passed on.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use truel_core::Rng;

use crate::common::{Ran, timeless, truel, truel_reading};

/// How many bits are flipped, one at a time.
const FLIPS: usize = 160;

const PLAN: &str = r#"
name = "cup"
format = "swiss"
[[game]]
id = "tic-tac-toe"
opening = "random:1"
blocks = 4
rounds = 3
[[entrant]]
name = "random"
agent = "random"
[[entrant]]
name = "greedy"
agent = "greedy"
[[entrant]]
name = "tree"
agent = "mcts:sims=20"
[[entrant]]
name = "gone"
agent = "cmd:false"
"#;

struct Cup(tempfile::TempDir);

impl Cup {
    /// A tournament that was played to its end.
    fn new() -> Self {
        let cup = Cup(tempfile::tempdir().expect("a folder"));
        fs::write(cup.at("cup.toml"), PLAN).expect("a file");
        cup.play().ok();
        cup
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn play(&self) -> Ran {
        truel(&["tournament", text(&self.at("cup.toml")), "--quiet"])
    }

    fn store(&self) -> PathBuf {
        self.at("cup.sqlite")
    }

    /// Changes the store behind the arena's back.
    fn alter(&self, sql: &str) {
        let db = rusqlite::Connection::open(self.store()).expect("a database");
        db.execute_batch(sql).expect("it is done");
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path")
}

fn read(command: &[&str], store: &Path) -> Ran {
    let mut args = command.to_vec();
    args.insert(1, text(store));
    truel(&args)
}

/// What is read from a store.
const READERS: [&[&str]; 4] = [
    &["results", "--json"],
    &["export"],
    &["export", "--format", "csv"],
    &["report", "--json"],
];

#[test]
fn a_flipped_bit_in_a_store_is_never_passed_on() {
    let cup = Cup::new();
    let good = fs::read(cup.store()).expect("the store");
    let whole: Vec<String> = READERS.iter().map(|reader| read(reader, &cup.store()).ok()).collect();
    let lines: Vec<BTreeSet<&str>> = whole.iter().map(|out| out.lines().collect()).collect();
    let (mut rng, flipped) = (Rng::new(13), cup.at("flipped.sqlite"));
    let (mut refused, mut named) = (0, 0);
    for _ in 0..FLIPS {
        let place = rng.below(good.len() as u32 * 8) as usize;
        let mut bytes = good.clone();
        bytes[place / 8] ^= 1 << (place % 8);
        fs::write(&flipped, bytes).expect("a file");
        for (reader, (whole, lines)) in READERS.iter().zip(whole.iter().zip(&lines)) {
            let ran = read(reader, &flipped);
            let at = format!("bit {place}, {reader:?}: {ran:?}");
            match ran.code {
                0 => assert_eq!(ran.out, *whole, "{at}"),
                1 => {
                    assert!(ran.err.contains("damaged") && ran.err.lines().count() == 1, "{at}");
                    if reader[0] == "export" {
                        assert!(ran.out.lines().all(|line| lines.contains(line)), "{at}");
                    }
                    named += 1;
                }
                2 => {
                    assert!(ran.out.is_empty() && ran.err.lines().count() == 1, "{at}");
                    refused += 1;
                }
                _ => panic!("{at}"),
            }
        }
    }
    // Otherwise nothing was tried.
    assert!(named > 20 && refused > 0, "{named} named, {refused} refused");
}

#[test]
fn a_flipped_bit_in_a_file_of_records_is_never_passed_on() {
    let cup = Cup::new();
    let file = cup.at("cup.jsonl");
    truel(&["export", text(&cup.store()), "--out", text(&file)]).ok();
    truel(&["verify", text(&file)]).ok();
    let good = fs::read(&file).expect("records");
    let matches = |bytes: &[u8]| -> Vec<Map<String, Value>> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        text.lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect()
    };
    let mut known: Vec<Map<String, Value>> = matches(&good);
    known.iter_mut().for_each(|record| drop(record.remove("checksum")));
    let (mut rng, mut found) = (Rng::new(14), 0);
    for _ in 0..FLIPS {
        let place = rng.below(good.len() as u32 * 8) as usize;
        let mut bytes = good.clone();
        bytes[place / 8] ^= 1 << (place % 8);
        fs::write(&file, &bytes).expect("a file");
        for command in [&["verify"][..], &["conform", "tic-tac-toe"]] {
            let ran = truel(&[command, &[text(&file)]].concat());
            if ran.code != 0 {
                assert!(ran.code == 1 || ran.code == 2, "bit {place}: {ran:?}");
                found += 1;
                continue;
            }
            // The name of a checksum may have been hit: all that it was about is as it was.
            for (read, known) in matches(&bytes).iter_mut().zip(&known) {
                read.retain(|name, _| known.contains_key(name));
                assert_eq!(read, known, "bit {place}: {ran:?}");
            }
        }
    }
    assert!(found > FLIPS, "{found} of {} runs", 2 * FLIPS);
}

#[test]
fn a_damaged_match_is_named_left_out_and_played_again() {
    let cup = Cup::new();
    let whole = read(&["export"], &cup.store()).ok();
    cup.alter("UPDATE match SET moves = replace(moves, 'a', 'b') WHERE id = 2");
    let told = "cup.sqlite: match 2 is damaged (its checksum is wrong), and left out";
    for reader in READERS {
        let ran = read(reader, &cup.store());
        assert!(ran.code == 1 && ran.err.contains(told), "{ran:?}");
        assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
    }
    let left = read(&["export"], &cup.store()).out;
    assert_eq!(left.lines().count() + 1, whole.lines().count());
    let shown = truel(&["replay", text(&cup.store()), "2"]);
    assert!(shown.code == 1 && shown.out.is_empty(), "{shown:?}");
    assert!(
        shown.err.contains("match 2 is damaged: its checksum is wrong"),
        "{shown:?}"
    );
    let found = truel(&["verify", text(&cup.store())]);
    assert_eq!(found.code, 1, "{found:?}");
    assert!(
        found.out.contains("cup.sqlite: match 2: its checksum is wrong\n"),
        "{found:?}"
    );
    let again = cup.play();
    assert_eq!(again.code, 0, "{again:?}");
    assert!(
        again
            .err
            .contains("match 2 is damaged (its checksum is wrong), and played again"),
        "{again:?}"
    );
    // Agents without a clock play the same match from the same seed.
    assert_eq!(timeless(&read(&["export"], &cup.store()).ok()), timeless(&whole));
    truel(&["verify", text(&cup.store())]).ok();
}

#[test]
fn a_match_with_a_wrong_number_is_named_until_everything_is_played_again() {
    let cup = Cup::new();
    let whole = read(&["results", "--json"], &cup.store()).ok();
    cup.alter("UPDATE match SET id = 4000 WHERE id = 3");
    let ran = read(&["results"], &cup.store());
    assert!(ran.code == 1 && ran.err.contains("match 4000 is damaged"), "{ran:?}");
    assert_eq!(cup.play().code, 0);
    assert_eq!(read(&["results", "--json"], &cup.store()).ok(), whole);
}

#[test]
fn an_altered_plan_is_refused() {
    let cup = Cup::new();
    cup.alter("UPDATE plan SET plan = replace(plan, 'greedy', 'greedx')");
    for reader in READERS {
        let error = read(reader, &cup.store()).trouble();
        assert!(error.contains("the file is damaged: its plan was altered"), "{error}");
    }
}

#[test]
fn a_store_without_checksums_is_read_with_a_word_and_gets_them_when_it_is_played() {
    let cup = Cup::new();
    let whole = read(&["export"], &cup.store()).ok();
    // As an older version made it.
    cup.alter(
        "ALTER TABLE match DROP COLUMN checksum; ALTER TABLE plan DROP COLUMN checksum; \
         ALTER TABLE entrant DROP COLUMN checksum; PRAGMA user_version = 1; \
         CREATE INDEX match_with_faults ON match (id) WHERE faults IS NOT NULL;",
    );
    let ran = read(&["export"], &cup.store());
    assert_eq!((ran.code, &ran.out), (0, &whole));
    assert!(
        ran.err.contains("has no checksums") && ran.err.lines().count() == 1,
        "{ran:?}"
    );
    let found = truel(&["verify", text(&cup.store())]);
    assert!(
        found.code == 0 && found.out.contains("48 without a checksum"),
        "{found:?}"
    );
    // A match that the rules refute gets no checksum, and is played again.
    cup.alter("UPDATE match SET result = replace(result, 'line', 'full') WHERE id = 1");
    let found = truel(&["verify", text(&cup.store())]);
    assert!(found.code == 1 && found.out.contains("match 1: "), "{found:?}");
    let again = cup.play();
    assert!(
        again.code == 0 && again.err.contains("match 1 is damaged (it has no checksum)"),
        "{again:?}"
    );
    assert_eq!(timeless(&read(&["export"], &cup.store()).ok()), timeless(&whole));
    let found = truel(&["verify", text(&cup.store())]).ok();
    assert!(found.contains(", 0 damaged\n"), "{found}");
}

#[test]
fn records_are_verified_line_by_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("records.jsonl");
    let records = truel(&["random", "avalam", "-n", "4"]).ok();
    let lines: Vec<&str> = records.lines().collect();
    // The same record without a checksum, as others write it, and written again in another order.
    let mut bare: Map<String, Value> = serde_json::from_str(lines[1]).expect("a record");
    assert_eq!(bare.remove("checksum").map(|sum| sum.to_string().len()), Some(18));
    let bare = Value::Object(bare).to_string();
    let other = serde_json::from_str::<Value>(lines[2]).expect("a record").to_string();
    fs::write(&file, [lines[0], &bare, &other].join("\n")).expect("a file");
    let out = truel(&["verify", text(&file)]).ok();
    assert!(
        out.contains(": 3 matches, ") && out.ends_with(", 0 damaged, 1 without a checksum\n"),
        "{out}"
    );
    let out = truel_reading(&["verify", "-", "--json"], &records).ok();
    let found: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&found["matches"], &found["kind"]), (&4.into(), &"records".into()));
    // One altered by hand, one that breaks the rules, one cut off.
    let altered = lines[0].replace("\"seed\":1", "\"seed\":2");
    let against = bare.replace("\"reason\":\"", "\"reason\":\"not ");
    let cut = &lines[3][..lines[3].len() / 2];
    fs::write(&file, [&altered, &against, cut, lines[2]].join("\n")).expect("a file");
    let ran = truel(&["verify", text(&file)]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let told: Vec<&str> = ran.out.lines().collect();
    assert_eq!(told.len(), 4, "{ran:?}");
    assert!(
        told[0].contains("line 1, match avalam-random-1-0: its checksum is "),
        "{ran:?}"
    );
    assert!(
        told[1].contains("line 2, match avalam-random-1-1: result: reason: expected"),
        "{ran:?}"
    );
    assert!(told[2].ends_with("line 3: it is no JSON object"), "{ran:?}");
    assert!(
        told[3].contains(": 3 matches, ") && told[3].contains(", 3 damaged"),
        "{ran:?}"
    );
    let conform = truel(&["conform", "avalam", text(&file)]);
    assert_eq!(conform.code, 2, "a cut record is a broken file: {conform:?}");
    fs::write(&file, [&altered, lines[2]].join("\n")).expect("a file");
    let conform = truel(&["conform", "avalam", text(&file)]);
    assert!(
        conform.code == 1 && conform.out.contains("result: checksum: expected"),
        "{conform:?}"
    );
    assert_eq!(conform.err, "damaged, and left out: avalam-random-1-0\n");
}

#[test]
fn what_a_series_writes_is_sound() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("series.jsonl");
    truel(&[
        "match",
        "chexers",
        "random",
        "greedy",
        "random",
        "-n",
        "6",
        "--out",
        text(&file),
    ])
    .ok();
    let out = truel(&["verify", text(&file)]).ok();
    assert!(out.contains("6 matches") && out.ends_with(", 0 damaged\n"), "{out}");
}
