//! Tournaments as a person holds them, and `kill -9`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;
use truel_core::Rng;

use crate::common::{command, timeless, truel};

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Place(tempfile::tempdir().expect("a folder"))
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.at(name).to_str().expect("a path").to_owned()
    }

    /// Writes a plan whose store has its name.
    fn plan(&self, name: &str, text: &str) -> String {
        fs::write(self.at(&format!("{name}.toml")), text).expect("a file");
        self.text(&format!("{name}.toml"))
    }
}

const ENTRANTS: &str = r#"
[[entrant]]
name = "random"
agent = "random"
[[entrant]]
name = "greedy"
agent = "greedy"
[[entrant]]
name = "small tree"
agent = "mcts:sims=20"
[[entrant]]
name = "larger tree"
agent = "mcts:sims=60"
rating = 100
"#;

fn both_games(format: &str, settings: &str) -> String {
    let game = |id: &str| format!("[[game]]\nid = \"{id}\"\nopening = \"random:2\"\n{settings}\n");
    format!(
        "{format}\nseed = 9\nterms.cap = 40\n{}{}{ENTRANTS}",
        game("connect-four"),
        game("chexers")
    )
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("one JSON object")
}

fn results(store: &str) -> Value {
    json(&truel(&["results", store, "--json"]).ok())
}

#[test]
fn a_new_plan_runs_as_it_is_and_is_never_overwritten() {
    let place = Place::new();
    let plan = place.text("cup.toml");
    truel(&["tournament", "new", &plan]).ok();
    let refused = truel(&["tournament", "new", &plan]).trouble();
    assert!(refused.contains("cup.toml"), "{refused}");
    let table = truel(&["tournament", &plan, "--quiet"]).ok();
    for word in [
        "tic-tac-toe: 30 matches",
        "chexers: 24 matches",
        "all games",
        "paranoid",
    ] {
        assert!(table.contains(word), "{table}");
    }
    let again = truel(&["tournament", &plan, "--quiet"]).ok();
    assert_eq!(again, table, "nothing is left to play");
}

#[test]
fn matches_can_be_looked_at_exported_and_checked_by_the_rules() {
    let place = Place::new();
    let plan = place.plan("cup", &both_games("format = \"swiss\"", "blocks = 1\nrounds = 2"));
    let lines = truel(&["tournament", &plan, "--json"]).ok();
    let lines: Vec<Value> = lines.lines().map(json).collect();
    let (summary, matches) = lines.split_last().expect("lines");
    assert_eq!(
        matches.len() as u64,
        summary["summary"]["total"].as_u64().expect("a number")
    );
    let store = place.text("cup.sqlite");
    assert_eq!(results(&store), *summary);
    let shown = truel(&["results", &store]).ok();
    for word in [
        "swiss, 20 of 20 matches",
        "who came out above whom",
        "points as",
        "everybody",
    ] {
        assert!(shown.contains(word), "{shown}");
    }
    let exported = truel(&["export", &store]).ok();
    for game in ["connect-four", "chexers"] {
        let own: Vec<&str> = exported.lines().filter(|line| json(line)["game"] == game).collect();
        assert!(own.len() > 1, "{game}");
        fs::write(place.at("own.jsonl"), own.join("\n")).expect("a file");
        truel(&["conform", game, &place.text("own.jsonl")]).ok();
    }
    truel(&["export", &store, "--format", "csv", "--out", &place.text("cup.csv")]).ok();
    let table = fs::read_to_string(place.at("cup.csv")).expect("the file");
    assert_eq!(table.lines().count(), matches.len() + 1);
    assert!(
        table.starts_with("match,game,round,block,seat_1,seat_2,seat_3,points_1"),
        "{table}"
    );
    let film = truel(&["replay", &store, "1"]).ok();
    let plies = json(exported.lines().next().expect("a match"))["moves"]
        .as_array()
        .expect("moves")
        .len();
    assert_eq!(film.matches("match 1, connect-four: ").count(), plies + 1);
    let last = truel(&["replay", &store, "1", "--ply", &plies.to_string()]).ok();
    assert!(film.ends_with(&last) && last.len() < film.len());
    let error = truel(&["replay", &store, "999"]).trouble();
    assert!(error.contains("there is no match 999"), "{error}");
}

#[test]
fn a_record_of_a_fault_is_checked_by_the_forfeit_rule() {
    let place = Place::new();
    let text = format!(
        "format = \"round-robin\"\n[[game]]\nid = \"chexers\"\nblocks = 1\n{ENTRANTS}\
         [[entrant]]\nname = \"gone\"\nagent = \"cmd:false\"\n"
    );
    let plan = place.plan("cup", &text);
    truel(&["tournament", &plan, "--quiet"]).ok();
    let (store, records) = (place.text("cup.sqlite"), place.text("cup.jsonl"));
    truel(&["export", &store, "--out", &records]).ok();
    let text = fs::read_to_string(&records).expect("the file");
    let broken_off = text.lines().filter(|line| json(line).get("faults").is_some()).count();
    assert_eq!(broken_off, 36, "six blocks of six have the entrant that ends at once");
    truel(&["conform", "chexers", &records]).ok();
    // Blame on another seat is another result, whatever the checksum says.
    let bare = text.replace("\"checksum\"", "\"former\"");
    let swapped = bare.replace("\"faults\":[{\"seat\":0", "\"faults\":[{\"seat\":1");
    assert_ne!(swapped, bare);
    fs::write(&records, swapped).expect("a file");
    assert_eq!(truel(&["conform", "chexers", &records]).code, 1);
    let gone = &results(&store)["summary"]["games"][0]["lines"][4];
    assert_eq!(
        (&gone["entrant"], &gone["faults"]),
        (&Value::from("gone"), &Value::from(36))
    );
}

#[test]
fn an_agreed_result_is_checked_by_what_it_says() {
    let place = Place::new();
    let conform = |rest: &str| {
        let record = format!("{{\"game\":\"connect-four\",\"moves\":[\"d\",\"d\"],{rest}}}");
        fs::write(place.at("one.jsonl"), record).expect("a file");
        truel(&["conform", "connect-four", &place.text("one.jsonl")])
    };
    let ended =
        |reason: &str, payoff: &str| conform(&format!("\"result\":{{\"payoff\":{payoff},\"reason\":\"{reason}\"}}"));
    ended("agreed-draw", "[0.5,0.5]").ok();
    ended("agreed-win", "[0,1]").ok();
    for (reason, payoff) in [
        ("agreed-draw", "[1,0]"),
        ("agreed-win", "[0.7,0.3]"),
        ("agreed-win", "[1]"),
        ("crash", "[0,1]"),
    ] {
        assert_eq!(ended(reason, payoff).code, 1, "{reason} {payoff}");
    }
    let blamed = |seat: u32| {
        let fault = format!("\"faults\":[{{\"seat\":{seat},\"kind\":\"crash\"}}]");
        conform(&format!("{fault},\"result\":{{\"payoff\":[0,1],\"reason\":\"crash\"}}"))
    };
    blamed(0).ok();
    assert_eq!(blamed(1).code, 1);
    assert!(blamed(9).trouble().contains("`faults` blames seat 9"));
}

#[test]
fn trouble_with_a_tournament_is_one_clear_line() {
    let place = Place::new();
    let missing = truel(&["tournament", &place.text("none.toml")]).trouble();
    assert!(missing.contains("none.toml"), "{missing}");
    let plan = place.plan("cup", "format = \"round-robin\"\nsead = 3\n");
    let error = truel(&["tournament", &plan]).trouble();
    assert!(
        error.contains("line 2: there is no key `sead`; did you mean `seed`?"),
        "{error}"
    );
    for args in [&["results"][..], &["export"], &["replay"]] {
        let mut args = args.to_vec();
        args.push(&plan);
        if args[0] == "replay" {
            args.push("1");
        }
        let error = truel(&args).trouble();
        assert!(error.contains("this is no store of a tournament"), "{error}");
    }
}

/// Starts the tournament, kills it with SIGKILL when a random number of matches are stored, and
/// says how many were.
fn run_and_kill(plan: &str, rng: &mut Rng) -> usize {
    let mut child = command()
        .args(["tournament", plan, "--json", "--quiet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary is there");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let seen = lines.by_ref().take(1 + rng.below(12) as usize).count();
    // Somewhere between this match and the next few.
    std::thread::sleep(std::time::Duration::from_micros(u64::from(rng.below(5000))));
    child.kill().expect("it runs, or has just ended");
    child.wait().expect("it has ended");
    seen
}

/// Kills a tournament so many times at random moments, lets it finish, and compares with one that
/// was left alone.
fn survives_kills(format: &str, settings: &str, kills: usize, seed: u64) {
    let place = Place::new();
    let text = both_games(format, settings);
    let (whole, killed) = (place.plan("whole", &text), place.plan("killed", &text));
    truel(&["tournament", &whole, "--quiet"]).ok();
    let expected = results(&place.text("whole.sqlite"));
    let mut rng = Rng::new(seed);
    for _ in 0..kills {
        run_and_kill(&killed, &mut rng);
    }
    let store = place.text("killed.sqlite");
    let after = results(&store)["summary"]["played"].as_u64().expect("a number");
    let total = expected["summary"]["total"].as_u64().expect("a number");
    assert!(
        after >= kills as u64 && after < total,
        "{after} of {total} after the last kill"
    );
    truel(&["tournament", &killed, "--quiet"]).ok();
    assert_eq!(results(&store), expected, "{format}");
    // Not only the table: every match with its moves, once.
    let exported = |name: &str| timeless(&truel(&["export", &place.text(name)]).ok());
    assert_eq!(exported("killed.sqlite"), exported("whole.sqlite"), "{format}");
    check_whole(&place.at("killed.sqlite"));
}

fn check_whole(store: &Path) {
    let db = rusqlite::Connection::open(store).expect("a database");
    let verdict: String = db
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .expect("an answer");
    assert_eq!(verdict, "ok");
}

#[test]
fn killed_twice_a_tournament_ends_like_one_that_was_left_alone() {
    survives_kills("format = \"swiss\"", "blocks = 2\nrounds = 3", 2, 1);
}

#[test]
#[ignore = "takes minutes: scripts/kills-slow"]
fn killed_ten_times_every_format_ends_like_one_that_was_left_alone() {
    let formats = [
        ("format = \"round-robin\"", "blocks = 8"),
        ("format = \"gauntlet\"\nheroes = [\"greedy\"]", "blocks = 12"),
        ("format = \"swiss\"", "blocks = 7\nrounds = 4"),
        ("format = \"knock-out\"", "blocks = 16"),
        ("format = \"ladder\"", "blocks = 36\nbatch = 3"),
    ];
    for (seed, (format, settings)) in (10..).zip(formats) {
        survives_kills(format, settings, 10, seed);
    }
}
