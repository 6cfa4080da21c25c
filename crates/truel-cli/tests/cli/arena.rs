//! `truel match`, `field`, `rate`, `sprt`, `tune` and `report` as a person uses them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::common::{command, truel};

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

#[test]
fn a_match_has_every_seating_and_sums_up_in_the_order_of_the_command_line() {
    let out = truel(&[
        "match",
        "chexers",
        "random",
        "greedy",
        "mcts:sims=3",
        "-n",
        "6",
        "--seed",
        "3",
        "--json",
    ])
    .ok();
    let lines = lines(&out);
    assert_eq!(lines.len(), 7, "six matches and the summary");
    let mut seatings: Vec<String> = lines[..6].iter().map(|line| line["entrants"].to_string()).collect();
    seatings.sort();
    seatings.dedup();
    assert_eq!(seatings.len(), 6);
    let opening = |line: &Value| line["moves"].as_array().expect("moves")[..4].to_vec();
    assert!(lines[..6].iter().all(|line| opening(line) == opening(&lines[0])));

    let summary = lines[6]["summary"].as_array().expect("a list");
    let agents: Vec<&str> = summary.iter().filter_map(|entry| entry["agent"].as_str()).collect();
    assert_eq!(agents, ["random", "greedy", "mcts:sims=3"]);
    for (place, entry) in summary.iter().enumerate() {
        assert_eq!(entry["entrant"], place);
        assert_eq!(entry["games"], 6);
        let count = |name: &str| entry[name].as_u64().expect("a count");
        let results = ["wins", "draws", "between", "losses", "broken_off"].map(count);
        assert_eq!(results.iter().sum::<u64>(), 6, "{entry}");
        assert_eq!(count("faults"), 0);
        assert!((0.0..=1.0).contains(&entry["points"].as_f64().expect("points")));
        assert!(entry["worst_ms"].as_f64() >= entry["mean_ms"].as_f64());
    }
    let mean: f64 = summary.iter().filter_map(|entry| entry["points"].as_f64()).sum();
    assert!((mean - 1.0).abs() < 1e-3, "chexers shares out one point: {mean}");
}

#[test]
fn a_field_has_a_row_for_every_two_and_goes_on_from_its_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("field.jsonl");
    let path = file.to_str().expect("a path");
    let args = "field chexers greedy --against random --against greedy -n 3 --seed 2 --json --out";
    let args: Vec<&str> = args.split(' ').chain([path]).collect();
    let whole = truel(&args).ok();
    let rows = lines(&whole);
    let against: Vec<String> = rows.iter().map(|row| row["against"].to_string()).collect();
    assert_eq!(
        against,
        [
            r#"["random","random"]"#,
            r#"["random","greedy"]"#,
            r#"["greedy","greedy"]"#
        ]
    );
    // Two of a kind have three seatings, two kinds have six.
    let matches: Vec<u64> = rows.iter().filter_map(|row| row["matches"].as_u64()).collect();
    assert_eq!(matches, [3, 6, 3]);
    for row in &rows {
        let count = |name: &str| row[name].as_u64().expect("a count");
        let results = count("won") + count("drawn") + count("between") + count("lost");
        assert_eq!(results, count("matches"));
        assert!((1..=results).contains(&count("distinct")));
        let ends = row["ends"].as_array().expect("a list").iter();
        assert_eq!(ends.filter_map(|end| end["count"].as_u64()).sum::<u64>(), results);
        let share = |name: &str| row["shares"][name]["value"].as_f64().expect("a share");
        let shares = share("won") + share("drawn") + share("between") + share("lost");
        assert!((shares - 1.0).abs() < 1e-9, "{row}");
        assert_eq!((count("own_faults"), count("other_faults")), (0, 0));
        let seats = row["by_seat"].as_array().expect("a list").iter();
        assert_eq!(seats.filter_map(|seat| seat["matches"].as_u64()).sum::<u64>(), results);
    }

    // Killed in the middle of a line: the same command plays what is missing, and sums up alike.
    let records = fs::read_to_string(&file).expect("records");
    let seventh = records.match_indices('\n').nth(6).expect("twelve lines").0;
    fs::write(&file, &records[..seventh - 20]).expect("cut");
    assert_eq!(truel(&args).ok(), whole);
    assert_eq!(fs::read_to_string(&file).expect("records").lines().count(), 12);
    truel(&["conform", "chexers", path]).ok();

    // A flipped letter is found by the checksum, and the file stays as it is.
    let sound = fs::read_to_string(&file).expect("records");
    let damaged = sound.replacen("\"reason\":\"", "\"reason\":\"x", 1);
    fs::write(&file, &damaged).expect("damaged");
    let told = truel(&args).trouble();
    assert!(
        told.contains("field.jsonl, line 1: ") && told.contains("checksum"),
        "{told}"
    );
    assert_eq!(fs::read_to_string(&file).expect("records"), damaged);
    fs::write(&file, &sound).expect("sound again");

    let other = truel(&["field", "chexers", "random", "--against", "greedy", "--out", path]).trouble();
    assert!(other.contains("line 1: this match belongs to another field"), "{other}");
    assert_eq!(
        fs::read_to_string(&file).expect("records").lines().count(),
        12,
        "nothing is lost"
    );
}

#[test]
fn a_field_without_names_is_the_games_sparring_partners() {
    let out = truel(&["field", "tic-tac-toe", "random", "-n", "2"]).ok();
    for name in ["alphabeta", "maxn", "mcts", "Fewest points", "as Cross", "line"] {
        assert!(out.contains(name), "{out}");
    }
    for name in ["between", "second", "faults"] {
        assert!(!out.contains(name), "two seats have no {name}: {out}");
    }
}

#[test]
fn a_field_shows_second_places_and_whose_faults_ended_matches() {
    let out = truel(&["field", "threechess", &crashing(1), "--against", "random", "-n", "3"]).ok();
    for name in ["second", "own faults", "as Blue", "3 lost", "crash"] {
        assert!(out.contains(name), "{name}: {out}");
    }
    assert!(!out.contains("others' faults"), "{out}");
}

#[test]
fn a_field_is_a_page_that_says_how_to_play_it_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("field.html");
    let file = path.to_str().expect("a path");
    let args = "field threechess greedy --against random --against cmd:<b> -n 3 --page";
    let told = truel(&args.split(' ').chain([file]).collect::<Vec<_>>()).trouble();
    assert!(told.contains("there is no program <b>") && !path.exists(), "{told}");
    let args = "field threechess greedy --against random --against maxn:depth=1 -n 3 --seed 9 --page";
    truel(&args.split(' ').chain([file]).collect::<Vec<_>>()).ok();
    let page = fs::read_to_string(&path).expect("the page");
    for text in [
        "greedy in Threechess",
        "weakest",
        "as Red",
        "second",
        "truel field threechess greedy --against random --against maxn:depth=1 -n 3 --seed 9 --opening random:4",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert_eq!(page.matches("<section class=\"line-up\"").count(), 3);
    assert!(
        !page.contains("http:") && !page.contains("<script"),
        "it fetches nothing"
    );
}

#[test]
fn rate_puts_the_whole_catalogue_between_the_markers_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, doc) = (folder.path().join("r.sqlite"), folder.path().join("strength.md"));
    let names = [&store, &doc].map(|path| path.to_str().expect("a path"));
    let args = "rate tic-tac-toe --time 2ms/move -n 4 --margin 5000 --out";
    let args: Vec<&str> = args.split(' ').chain([names[0], "--write", names[1]]).collect();

    // A file without markers is refused before anything is played.
    fs::write(&doc, "# Strength\n").expect("a file");
    let told = truel(&args).trouble();
    assert!(
        told.contains("strength.md") && told.contains("`<!-- ratings:tic-tac-toe -->`"),
        "{told}"
    );
    assert!(!store.exists());

    let text = "# Strength\n\n<!-- ratings:tic-tac-toe -->\n<!-- /ratings:tic-tac-toe -->\n\nThe end.\n";
    fs::write(&doc, text).expect("a file");
    truel(&args).ok();
    let written = fs::read_to_string(&doc).expect("the file");
    let parts: Vec<&str> = text.split_inclusive("-->\n").collect();
    assert!(
        written.starts_with(parts[0]) && written.ends_with(&parts[1..].concat()),
        "{written}"
    );

    // All agents of the game are there, and the second run plays nothing and changes nothing.
    let json = truel(&[&args[..], &["--json"]].concat()).ok();
    assert_eq!(fs::read_to_string(&doc).expect("the file"), written);
    let summary = &lines(&json)[0];
    let ratings = summary["ratings"].as_array().expect("a list");
    let agents = truel(&["agents", "tic-tac-toe", "--json"]).ok();
    let mut listed: Vec<String> = lines(&agents).iter().map(|agent| agent["agent"].to_string()).collect();
    listed.retain(|name| name != "\"human\"");
    let mut rated: Vec<String> = ratings.iter().map(|row| row["entrant"].to_string()).collect();
    for (place, name) in rated.iter().enumerate() {
        let row = format!("| {} | `{}` | ", place + 1, name.trim_matches('"'));
        assert!(written.contains(&row), "{row} is not in {written}");
    }
    listed.sort();
    rated.sort();
    assert_eq!(rated, listed);
    let elo: Vec<f64> = ratings.iter().filter_map(|row| row["elo"]["value"].as_f64()).collect();
    assert!(elo.len() == rated.len() && elo.is_sorted_by(|a, b| a >= b), "{elo:?}");
    let seats: u64 = ratings.iter().filter_map(|row| row["matches"].as_u64()).sum();
    assert_eq!(Some(seats), summary["matches"].as_u64().map(|matches| 2 * matches));
    assert!(seats >= 4 * rated.len() as u64, "{seats}");

    // Other terms do not go into the same store.
    let told = truel(&["rate", "tic-tac-toe", "--time", "3ms/move", "--out", names[0]]).trouble();
    assert!(told.contains("r.sqlite"), "{told}");
    truel(&["verify", names[0]]).ok();
}

#[test]
fn records_of_a_match_are_on_disk_and_agree_with_the_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("m.jsonl");
    let path = file.to_str().expect("a path");
    truel(&[
        "match",
        "ropasci",
        "random",
        "greedy",
        "-n",
        "4",
        "--out",
        path,
        "--concurrency",
        "2",
    ])
    .ok();
    assert_eq!(fs::read_to_string(&file).expect("records").lines().count(), 4);
    truel(&["conform", "ropasci", path]).ok();
}

/// A program that ends by itself instead of making its K-th move.
fn crashing(at: u32) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../truel-arena/tests/data/misbehave.py");
    format!("cmd:python3 {} crash {at}", script.display())
}

#[test]
fn a_program_that_fails_is_blamed_and_its_record_agrees_with_the_forfeit_rule() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("m.jsonl");
    let path = path.to_str().expect("a path");
    let out = truel(&[
        "match",
        "tic-tac-toe",
        "random",
        &crashing(2),
        "--opening",
        "start",
        "-n",
        "2",
        "--json",
        "--out",
        path,
    ])
    .ok();
    let lines = lines(&out);
    let summary = lines[2]["summary"].as_array().expect("a list");
    assert_eq!((&summary[0]["faults"], &summary[1]["faults"]), (&0.into(), &2.into()));
    assert_eq!(
        (&summary[0]["points"], &summary[1]["points"]),
        (&1.0.into(), &0.0.into())
    );
    assert_eq!(summary[1]["faults_by_kind"]["crash"], 2);
    truel(&["conform", "tic-tac-toe", path]).ok();
}

/// The most memory in MiB that a series of so many random matches took.
fn peak(matches: &str) -> u64 {
    let mut series = command()
        .args(["match", "tic-tac-toe", "random", "random", "--json", "-n", matches])
        .stdout(Stdio::null())
        .spawn()
        .expect("the binary is there");
    let status = format!("/proc/{}/status", series.id());
    let mut most = 0;
    while series.try_wait().expect("a child").is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        most = kilobytes.unwrap_or(0).max(most);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    most / 1024
}

/// `scripts/memory-slow` is the long form.
#[test]
fn ten_times_the_matches_take_hardly_more_memory() {
    let (few, many) = (peak("2000"), peak("20000"));
    assert!(few > 0 && many < few + 20, "{few} MiB, then {many} MiB");
}

#[test]
fn a_sequential_test_says_yes_and_no() {
    let play = |a: &str, b: &str| truel(&["sprt", "connect-four", a, b, "--elo1", "60", "--json"]);
    let yes = play("alphabeta:depth=3", "random");
    assert_eq!(yes.code, 0, "{yes:?}");
    let last = lines(&yes.out).pop().expect("a verdict");
    assert_eq!((&last["final"], &last["verdict"]), (&true.into(), &"accept_h1".into()));
    let no = play("random", "alphabeta:depth=3");
    assert_eq!(no.code, 1, "{no:?}");
    assert_eq!(lines(&no.out).pop().expect("a verdict")["verdict"], "accept_h0");
}

#[test]
fn a_tuning_run_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("c.json");
    let tune = |param: &str| {
        let state = state.to_str().expect("a path");
        let agent = "mcts:sims=20";
        truel(&[
            "tune",
            "connect-four",
            agent,
            "--param",
            param,
            "-n",
            "4",
            "--resume",
            state,
            "--json",
        ])
    };
    let first = lines(&tune("c=0.2..3:0.5").ok());
    assert_eq!(first.len(), 5, "four trials and the end");
    let again = lines(&tune("c=0.2..3:0.5").ok());
    assert_eq!(again, first[4..], "nothing is left to do");
    let other = tune("c=0.1..3:0.5").trouble();
    assert!(other.contains("another run"), "{other}");
}

#[test]
fn wrong_matches_are_one_clear_line() {
    let cases: [(&[&str], &str); 8] = [
        (
            &["match", "chexers", "random", "random"],
            "chexers has 3 seats, but 2 agents are named",
        ),
        (
            &["match", "chess", "random", "random"],
            "there is no game called `chess`",
        ),
        (&["match", "avalam", "rnadom", "random"], "did you mean `random`?"),
        (
            &["match", "avalam", "random", "random", "--opening", "none.txt"],
            "openings none.txt",
        ),
        (
            &["match", "avalam", "random", "random", "--out", "/no/such/folder/x"],
            "cannot write /no/such/folder/x",
        ),
        (
            &["sprt", "avalam", "random", "random", "--elo1", "-5"],
            "H1 must claim more than H0",
        ),
        (
            &["tune", "avalam", "mcts", "--param", "k=1..2:1"],
            "has no parameter `k`",
        ),
        (&["report", "/no/such/store.sqlite"], "/no/such/store.sqlite"),
    ];
    for (args, told) in cases {
        let error = truel(args).trouble();
        assert!(error.contains(told), "{args:?}: {error}");
    }
}

/// A store with a program that fails in it.
fn store(folder: &Path) -> String {
    let plan = folder.join("cup.toml");
    let text = "format = \"round-robin\"\n[[game]]\nid = \"tic-tac-toe\"\nblocks = 2\n\
                [[entrant]]\nname = \"a <b> & c\"\nagent = \"random\"\n\
                [[entrant]]\nname = \"greedy\"\nagent = \"greedy\"\n\
                [[entrant]]\nname = \"broken\"\nagent = \"cmd:false\"\n";
    fs::write(&plan, text).expect("a plan");
    truel(&["tournament", plan.to_str().expect("a path"), "--quiet"]).ok();
    let store = plan.with_extension("sqlite");
    store.to_str().expect("a path").to_owned()
}

#[test]
fn a_report_needs_nothing_else_and_has_the_same_numbers_as_json() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = store(folder.path());
    truel(&["report", &store]).ok();
    let page = fs::read_to_string(folder.path().join("cup.html")).expect("a page");
    let outside = page.matches("http").count() - page.matches("http://www.w3.org/2000/svg").count();
    assert_eq!(outside, page.matches("http-equiv").count(), "nothing is fetched");
    assert!(
        page.contains("a &lt;b&gt; &amp; c") && !page.contains("a <b>"),
        "names are escaped"
    );
    for part in [
        "Standings",
        "Cross table",
        "Ratings over time",
        "Length of matches",
        "Openings",
        "crash",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let json = &lines(&truel(&["report", &store, "--json"]).ok())[0];
    let game = &json["games"][0];
    assert_eq!(game["matches"].as_array().map(Vec::len), Some(12));
    assert_eq!(game["faults"].as_array().map(Vec::len), Some(8));
    assert_eq!(game["lines"][2]["entrant"], "broken");
}

#[test]
fn a_match_of_a_report_is_played_through_in_a_real_browser() {
    let browser = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok());
    let Some(browser) = browser else {
        assert!(std::env::var_os("CI").is_none(), "scripts/test installs a browser");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    truel(&["report", &store(folder.path())]).ok();
    let page = format!("file://{}/cup.html#mtic-tac-toe-1", folder.path().display());
    let profile = format!("--user-data-dir={}", folder.path().join("profile").display());
    let dump = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--virtual-time-budget=3000",
            &profile,
        ])
        .args(["--dump-dom", &page])
        .output()
        .expect("a browser");
    let dom = String::from_utf8_lossy(&dump.stdout);
    assert!(
        dom.contains("<dialog id=\"viewer\" aria-label=\"Replay\" open"),
        "{dom}"
    );
    assert!(
        dom.contains("Match 1: Cross") && dom.contains("<polygon points"),
        "a board is drawn"
    );
}

#[test]
fn the_table_says_why_somebody_failed() {
    let args = [
        "match",
        "tic-tac-toe",
        "random",
        &crashing(2),
        "-n",
        "2",
        "--opening",
        "start",
    ];
    let out = truel(&args).ok();
    assert!(
        out.contains("\n2  crash in match 1: the program ended by itself with exit code 3\n"),
        "{out}"
    );
    assert!(
        out.contains("\n2  cmd:python3 misbehave.py crash 2  "),
        "paths are short: {out}"
    );
}

/// A table of such matches would call it strength of the others.
#[test]
fn whoever_cannot_start_is_trouble_before_the_first_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("library.py");
    fs::write(&file, "def agent_main(agent):\n    pass\n").expect("a file");
    let library = format!("course:{}", file.display());
    let records = folder.path().join("m.jsonl");
    let records = records.to_str().expect("a path");
    for (args, expected) in [
        (
            &["match", "tic-tac-toe", "random", "cmd:false", "--out", records][..],
            "`cmd:false` cannot start: the program ended by itself with exit code 1",
        ),
        (
            &["match", "avalam", &library, "greedy", "-n", "2", "--out", records],
            "library.py` cannot start: ",
        ),
        (
            &["field", "tic-tac-toe", "greedy", "--against", "cmd:false"],
            "`cmd:false` cannot start",
        ),
        (
            &["sprt", "tic-tac-toe", "greedy", "cmd:false"],
            "`cmd:false` cannot start",
        ),
    ] {
        let error = truel(args).trouble();
        assert!(error.contains(expected), "{args:?}: {error}");
    }
    assert!(!Path::new(records).exists(), "nothing was played");
}

#[test]
fn whoever_fails_before_its_first_move_each_time_has_no_result() {
    for args in [
        &["match", "tic-tac-toe", "random", &crashing(1), "-n", "2"][..],
        &["sprt", "tic-tac-toe", "random", &crashing(1), "--most", "4"],
    ] {
        let ran = truel(args);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(
            ran.err
                .contains("crash 1 never made a move: crash in match 1: the program ended"),
            "{ran:?}"
        );
    }
}

#[test]
fn entrants_have_names_and_clocks_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("m.jsonl");
    let path = file.to_str().expect("a path");
    let args = "match chexers slow=mcts[100ms/move] mcts:sims=5 mcts:sims=5 -n 6 --cap 8 --margin 60000 --out";
    let args: Vec<&str> = args.split(' ').chain([path]).collect();
    let out = truel(&args).ok();
    for row in ["\n1  slow ", "\n2  mcts:sims=5 ", "\n3  mcts:sims=5 #2 "] {
        assert!(out.contains(row), "{row}: {out}");
    }
    for record in lines(&fs::read_to_string(&file).expect("records")) {
        let texts = |key: &str| -> Vec<String> {
            let list = record[key].as_array().expect("a list").iter();
            list.map(|text| text.as_str().expect("a text").to_owned()).collect()
        };
        let mut entrants = texts("entrants");
        entrants.sort();
        assert_eq!(entrants, ["mcts:sims=5", "mcts:sims=5 #2", "slow"]);
        let at = texts("entrants")
            .iter()
            .position(|name| name == "slow")
            .expect("a seat");
        assert_eq!(texts("seats")[at], "mcts[100ms/move]");
        // One thinks as long as it may, the others hardly at all.
        let own = |seat: usize| record["times"][seat]["ms"][0].as_f64().expect("a time");
        assert!(
            own(at) > 90.0 && own(at) < 900.0 && own((at + 1) % 3) < own(at),
            "{record}"
        );
    }
    // A clock for the whole match beside none, and a program that is told its own.
    let engine = format!("cmd:{} engine greedy[2s/game]", env!("CARGO_BIN_EXE_truel"));
    truel(&["match", "tic-tac-toe", &engine, "greedy[1s/move]", "-n", "2"]).ok();
    for (args, told) in [
        (
            &["match", "avalam", "=greedy", "greedy"][..],
            "it has no name before `=`",
        ),
        (
            &["match", "avalam", "greedy[1s]", "greedy"],
            "as in `champion[200ms/move]`",
        ),
        (&["sprt", "avalam", "a=gredy", "greedy"], "did you mean `greedy`?"),
        (
            &["field", "avalam", "@/no/file", "--against", "greedy"],
            "/no/file: No such file",
        ),
    ] {
        let ran = truel(args);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {ran:?}");
        assert!(ran.err.contains(told), "{args:?}: {}", ran.err);
    }
    // The same from a file, beside the agents that it names.
    let file = folder.path().join("mine.txt");
    fs::write(&file, "# as handed in\nmine=greedy[1s/move]\n").expect("a file");
    let typed = format!("@{}", file.display());
    let out = truel(&["match", "tic-tac-toe", &typed, "random", "-n", "2"]).ok();
    assert!(out.contains("\n1  mine "), "{out}");
}

#[test]
fn a_clock_of_its_own_that_is_spent_names_its_limit() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../truel-arena/tests/data/misbehave.py");
    let burner = format!("cmd:python3 {} burn 2[300ms/game]", script.display());
    let args = ["match", "tic-tac-toe", &burner, "random", "-n", "1"];
    let out = truel(&[&args[..], &["--measure", "cpu", "--opening", "start"]].concat()).ok();
    assert!(
        out.contains("time-out in match 1: 300 ms of CPU time used up: "),
        "{out}"
    );
    assert!(out.contains("CPU ms/move"), "{out}");
}

#[test]
fn thirds_are_no_losses_and_another_seats_fault_is_no_draw() {
    // A program for another game plays what is no move here. What the two others share then is no
    // draw that they played for.
    let out = truel(&[
        "match",
        "chexers",
        "greedy",
        "random",
        &crashing(9),
        "-n",
        "1",
        "--json",
    ])
    .ok();
    let summary = lines(&out).pop().expect("a summary");
    assert_eq!(summary["summary"][0]["broken_off"], 1, "{summary}");
    assert_eq!(summary["summary"][0]["draws"], 0, "{summary}");
    assert_eq!(summary["summary"][2]["losses"], 1, "{summary}");

    let args = "match threechess greedy greedy random -n 6 --opening random:60 --seed 2";
    let table = truel(&args.split(' ').collect::<Vec<_>>()).ok();
    let head: Vec<&str> = table.lines().next().expect("a heading").split_whitespace().collect();
    let column = |name: &str| head.iter().position(|head| *head == name);
    assert!(
        column("between") > column("drawn") && column("lost") > column("between"),
        "{table}"
    );
    let args = [&args.split(' ').collect::<Vec<_>>()[..], &["--json"]].concat();
    let summary = lines(&truel(&args).ok()).pop().expect("a summary");
    let sum = |key: &str| -> u64 {
        let list = summary["summary"].as_array().expect("a list").iter();
        list.map(|entry| entry[key].as_u64().expect("a count")).sum()
    };
    // Whoever takes a king wins, whoever loses it loses, and the third is neither.
    assert!(sum("wins") > 0, "{summary}");
    assert_eq!((sum("between"), sum("losses")), (sum("wins"), sum("wins")), "{summary}");
}

#[test]
fn matches_that_repeat_are_counted_and_equal_agents_vary_their_openings() {
    let distinct = |args: &str| {
        let args: Vec<&str> = args.split(' ').collect();
        let last = lines(&truel(&args).ok()).pop().expect("a summary");
        last["distinct"].as_u64().expect("a count")
    };
    // Without chance, and from the start position, there is one match.
    assert_eq!(
        distinct("match connect-four maxn:depth=2 maxn:depth=2 -n 6 --opening start --json"),
        1
    );
    assert_eq!(
        distinct("match connect-four maxn:depth=2 maxn:depth=2 -n 6 --opening random:6 --json"),
        6
    );
    let args = "sprt connect-four alphabeta:depth=3 alphabeta:depth=1 --opening start --most 8 --json";
    assert_eq!(distinct(args), 2);
    let out = truel(
        &"match connect-four maxn:depth=2 maxn:depth=2 -n 6 --opening start"
            .split(' ')
            .collect::<Vec<_>>(),
    )
    .ok();
    assert!(out.contains("Matches  6, 1 distinct: 5 repeat another"), "{out}");
}

#[test]
fn records_are_replayed_and_reported_on_like_a_tournament() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("series.jsonl");
    let path = file.to_str().expect("a path");
    let args = "match tic-tac-toe first=greedy random -n 4 --out";
    truel(&args.split(' ').chain([path]).collect::<Vec<_>>()).ok();
    let text = fs::read_to_string(&file).expect("records");
    let records = lines(&text);

    let shown = truel(&["replay", path, "2"]).ok();
    let id = records[1]["id"].as_str().expect("an id");
    assert_eq!(shown, truel(&["replay", path, id]).ok());
    assert!(shown.contains("first") && shown.contains("— start"), "{shown}");
    let plies = records[1]["moves"].as_array().expect("moves").len();
    assert!(shown.contains(&format!("— ply {plies}: ")), "{shown}");
    for (id, told) in [("5", "has no match `5`"), ("x", "has no match `x`")] {
        let error = truel(&["replay", path, id]).trouble();
        assert!(error.contains(told), "{error}");
    }

    let said = truel(&["report", path]).ok();
    assert!(said.contains("series.html with 4 matches"), "{said}");
    let page = fs::read_to_string(folder.path().join("series.html")).expect("a page");
    assert!(page.contains("Standings") && page.contains("first"), "{page}");
    let report = &lines(&truel(&["report", path, "--json"]).ok())[0];
    let game = &report["games"][0];
    assert_eq!(game["matches"].as_array().map(Vec::len), Some(4));
    let names: Vec<&str> = game["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .filter_map(|line| line["entrant"].as_str())
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names.contains(&"first") && names.contains(&"random"), "{names:?}");
    // The same numbers as the table of the match.
    let wins = game["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| line["wins"].as_u64().expect("a count"));
    let drawn = game["reasons"]["draw"].as_u64().unwrap_or(0);
    assert_eq!(wins.sum::<u64>() + drawn, 4, "{game}");

    // A record that was altered is named and left out; a file without a record is trouble.
    fs::write(&file, text.replacen("\"seed\":", "\"seed\":1", 1)).expect("damaged");
    let ran = truel(&["report", path, "--json"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.err.contains("match 1 is damaged") && ran.err.contains("left out"),
        "{ran:?}"
    );
    assert_eq!(
        lines(&ran.out)[0]["games"][0]["matches"].as_array().map(Vec::len),
        Some(3)
    );
    let ran = truel(&["replay", path, "1"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    fs::write(&file, "hello\n").expect("no record");
    for args in [&["report", path][..], &["replay", path, "1"]] {
        let error = truel(args).trouble();
        assert!(error.contains("no file of records: line 1"), "{error}");
    }
}

/// Processes with this text among their arguments.
fn with_argument(text: &str) -> usize {
    let processes = fs::read_dir("/proc").expect("/proc").flatten();
    let arguments = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    arguments
        .filter(|line| {
            line.split(|byte| *byte == 0)
                .any(|argument| argument == text.as_bytes())
        })
        .count()
}

#[test]
fn a_second_interrupt_ends_the_programs_too_and_clears_up() {
    let folder = tempfile::tempdir().expect("a folder");
    // Nobody else sleeps so long.
    let nap = format!("86400.{}", std::process::id());
    let mut series = command()
        .args(["match", "tic-tac-toe", "random", &format!("cmd:sleep {nap}"), "-n", "1"])
        .env("TMPDIR", folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary is there");
    while with_argument(&nap) == 0 {
        assert!(
            series.try_wait().expect("a child").is_none(),
            "it goes on until it is told"
        );
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    let code = loop {
        let killed = Command::new("kill").args(["-INT", &series.id().to_string()]).status();
        assert!(killed.expect("kill").success());
        thread::sleep(Duration::from_millis(50));
        if let Some(status) = series.try_wait().expect("a child") {
            break status.code();
        }
    };
    assert_eq!(code, Some(130));
    assert_eq!(with_argument(&nap), 0);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}
