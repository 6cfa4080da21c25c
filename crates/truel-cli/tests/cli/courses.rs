//! Courses as a student and a teacher meet them: agents here, ours there, old logs. The agents and
//! the stand-in referees are in `crates/truel-courses/tests`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{command, truel};

fn courses(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../truel-courses/tests")
        .join(path)
}

/// A copy of the agents of one game, since Python leaves compiled files where it imports.
pub(crate) fn agents(game: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let copied = Command::new("cp")
        .arg("-r")
        .arg(courses("agents").join(game))
        .arg(folder.path())
        .status();
    assert!(copied.expect("cp").success());
    folder
}

/// Runs a stand-in referee in a folder.
fn referee(game: &str, folder: &Path, log: &str, players: &[&str]) -> String {
    let ran = Command::new("python3")
        .arg(courses("referees").join(format!("{game}.py")))
        .arg(log)
        .args(players)
        .current_dir(folder)
        .output()
        .expect("these tests need python3");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("text")
}

/// Imports a log, and has the records checked once more.
fn imported(game: &str, log: &Path) -> Vec<Value> {
    let records = log.with_extension("jsonl");
    let (log, file) = (log.to_str().expect("a path"), records.to_str().expect("a path"));
    truel(&["import", game, log, "--out", file]).ok();
    truel(&["conform", game, file]).ok();
    let text = fs::read_to_string(&records).expect("records");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[test]
fn an_agent_folder_plays_a_match_and_a_tournament_by_its_path() {
    let folder = agents("chexers");
    let walker = format!("course:{}/chexers/walker", folder.path().display());
    let out = truel(&[
        "match",
        "chexers",
        &walker,
        "random",
        "random",
        "-n",
        "2",
        "--contest",
        "--json",
    ])
    .ok();
    let summary: Value = serde_json::from_str(out.lines().last().expect("a summary")).expect("JSON");
    assert_eq!(summary["summary"][0]["faults"], 0, "{out}");
    assert_eq!(summary["summary"][0]["agent"], walker.as_str());

    let plan = folder.path().join("cup.toml");
    let inside = |name: &str| folder.path().join("chexers").join(name).display().to_string();
    truel(&[
        "tournament",
        "new",
        plan.to_str().expect("a path"),
        "--course",
        "chexers",
        &inside("walker"),
        &inside("crasher.py"),
        "random",
    ])
    .ok();
    // Paths are seen from the plan, wherever it is run.
    let text = fs::read_to_string(&plan).expect("a plan");
    assert!(text.contains("agent = \"course:chexers/walker\""), "{text}");
    let out = truel(&["tournament", plan.to_str().expect("a path"), "--json", "--quiet"]).ok();
    let last: Value = serde_json::from_str(out.lines().last().expect("a summary")).expect("JSON");
    assert!(last.to_string().contains("crash"), "{last}");
    let store = plan.with_extension("sqlite");
    let report = folder.path().join("report.html");
    truel(&[
        "report",
        store.to_str().expect("a path"),
        "--out",
        report.to_str().expect("a path"),
    ])
    .ok();
    assert!(
        fs::read_to_string(report).expect("a page").contains("no such"),
        "the evidence is shown"
    );
}

#[test]
fn entrants_are_named_as_their_contest_named_them() {
    let folder = agents("chexers");
    let ran = command()
        .args(["tournament", "new", "cup.toml", "--course", "chexers", "."])
        .args([
            "../walker/greedy.py:Greedy",
            "../randomly.py:Player",
            "../league.deep",
            "greedy",
        ])
        .args(["--python", "python3"])
        .current_dir(folder.path().join("chexers/u1234567"))
        .output()
        .expect("the binary is there");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let text = fs::read_to_string(folder.path().join("chexers/u1234567/cup.toml")).expect("a plan");
    let values = |key: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(&format!("{key} = ")));
        lines
            .map(|value| value.split('"').nth(1).expect("a text").to_owned())
            .collect()
    };
    // The first name is the tournament's.
    assert_eq!(
        values("name")[1..],
        ["u1234567", "Greedy", "randomly", "deep", "greedy"]
    );
    let agents = values("agent");
    assert_eq!(agents[0], "course:.");
    assert!(agents[1].ends_with("/walker/greedy.py:Greedy"), "{agents:?}");
    assert_eq!(values("python"), ["python3"]);
}

#[test]
fn what_is_wrong_with_an_entry_is_told_before_anything_is_played() {
    for (args, expected) in [
        (
            &["match", "tic-tac-toe", "course:x", "random"][..],
            "was played in no course",
        ),
        (
            &["match", "chexers", "course:/no/where", "random", "random"],
            "there is no /no/where",
        ),
        (&["match", "chexers", "course:", "random", "random"], "course:PATH"),
        (
            &["match", "ropasci", "course:.", "random", "--python", "/no/python"],
            "`/no/python` cannot be started",
        ),
        (
            &["match", "threechess", "course:.:X", "random", "random"],
            "--referee-classes",
        ),
        (
            &["match", "goofspiel", "random", "random", "--contest"],
            "in no contest",
        ),
        (
            &["export-player", "threechess", "random", "x"],
            "no player can be exported",
        ),
        (&["export-player", "chexers", "nobody", "/tmp/x/y"], "nobody"),
        (&["export-player", "chexers", "random", "."], "not empty"),
        (&["pentago-client", "127.0.0.1", "1"], "cannot reach 127.0.0.1:1"),
        (&["import", "goofspiel", "x"], "in no course"),
        (&["import", "chexers", "/no/log"], "cannot read /no/log"),
    ] {
        let ran = truel(args);
        assert_eq!(ran.code, 2, "{args:?}: {ran:?}");
        assert!(ran.err.contains(expected), "{args:?}: {}", ran.err);
    }
}

/// Loading an agent shows what its path alone does not.
#[test]
fn an_agent_that_cannot_be_loaded_is_trouble_before_the_first_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
    };
    write("several/anna/__init__.py", "class Player:\n    pass\n");
    write("several/ben/__init__.py", "class Player:\n    pass\n");
    write("broken/__init__.py", "import no_such_module\n");
    // The framework itself, which is no agent.
    write(
        "avalam.py",
        "class Agent:\n    pass\n\n\ndef serve_agent(agent):\n    pass\n",
    );
    let entry = |name: &str| format!("course:{}", folder.path().join(name).display());
    for (game, agent, others, expected) in [
        (
            "chexers",
            entry("several"),
            2,
            "holds several packages with `Player`; name one: anna, ben",
        ),
        ("chexers", entry("broken"), 2, "no_such_module"),
        (
            "avalam",
            entry("avalam.py"),
            1,
            "avalam.py ended with exit code 0 before it listened",
        ),
    ] {
        let mut args = vec!["match", game, &agent];
        args.resize(3 + others, "random");
        let error = truel(&args).trouble();
        assert!(
            error.contains("cannot start") && error.contains(expected),
            "{agent}: {error}"
        );
    }
}

#[test]
fn our_players_stand_their_ground_before_the_melbourne_referees() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, seats) in [("chexers", 3), ("ropasci", 2)] {
        let names: Vec<String> = (0..seats).map(|seat| format!("{game}_{seat}")).collect();
        for (name, agent) in names.iter().zip(["greedy", "mcts:sims=20", "random"]) {
            let target = folder.path().join(name);
            let target = target.to_str().expect("a path");
            truel(&["export-player", game, agent, target, "--time", "1s/move"]).ok();
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let log = format!("{game}.log");
        let result = referee(game, folder.path(), &log, &names);
        let records = imported(game, &folder.path().join(&log));
        assert_eq!(records.len(), 1);
        let won = records[0]["result"]["points"]
            .as_array()
            .expect("points")
            .iter()
            .any(|share| *share == 1.0);
        assert_eq!(won, result.starts_with("winner"), "{result}");
    }
}

#[test]
fn our_agent_program_serves_the_avalam_framework() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, time) in [("a", "20ms/move"), ("b", "5s/game")] {
        let target = folder.path().join(name);
        let target = target.to_str().expect("a path");
        truel(&["export-player", "avalam", "mcts", target, "--time", time]).ok();
    }
    referee("avalam", folder.path(), "avalam.log", &["a/agent.py", "b/agent.py"]);
    let records = imported("avalam", &folder.path().join("avalam.log"));
    assert_eq!(records.len(), 1);
}

#[test]
fn our_clients_meet_at_the_pentago_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("game00001.log");
    let mut server = Command::new("python3")
        .arg(courses("referees/pentago.py"))
        .arg(&log)
        .stdout(Stdio::piped())
        .spawn()
        .expect("these tests need python3");
    let mut lines = BufReader::new(server.stdout.take().expect("a pipe")).lines();
    let port = lines.next().expect("a port").expect("a line");
    let client = |agent: &str| {
        command()
            .args([
                "pentago-client",
                "127.0.0.1",
                &port,
                "--agent",
                agent,
                "--time",
                "20ms/move",
            ])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary is there")
    };
    let clients = [client("mcts"), client("random")];
    let told = clients.map(|client| {
        let ran = client.wait_with_output().expect("it ends");
        assert!(ran.status.success());
        String::from_utf8(ran.stdout).expect("text")
    });
    assert!(server.wait().expect("it ends").success());
    let count = |word: &str| told.iter().filter(|text| text.contains(word)).count();
    let counts = (count("\nwon "), count("\nlost "), count("\ndraw "));
    assert!([(1, 1, 0), (0, 0, 2)].contains(&counts), "{told:?}");
    let records = imported("pentago-swap", &log);
    let mut names: Vec<&str> = records[0]["seats"]
        .as_array()
        .expect("names")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["mcts", "random"]);
}

/// What `truel import` says about a text.
fn import(game: &str, text: &str) -> (i32, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.log");
    fs::write(&file, text).expect("a log");
    let ran = truel(&["import", game, file.to_str().expect("a path")]);
    let err = ran.err.replace(&format!("{}/", folder.path().display()), "");
    (ran.code, ran.out, err)
}

#[test]
fn a_log_that_is_wrong_is_told_with_its_line() {
    for (game, log, expected) in [
        (
            "ropasci",
            "turn 1: upper: THROW symbol s to (4, -2)\n",
            "a.log:1: the log ends in the middle of a turn",
        ),
        (
            "ropasci",
            "turn 1: upper: THROW symbol s to (4, -2)\nturn 1: lower: THROW symbol r to (4, -2)\n",
            "a.log:2: Lower's move `r@4,-2`",
        ),
        (
            "ropasci",
            "turn 1: upper: THROW symbol s to (4, -2)\nturn 1: lower: THROW symbol r to (-4, 0)\n",
            "a.log:2: the log ends before the match does",
        ),
        (
            "chexers",
            "[red  ] - JUMP from (-3, 0) to (-2, 0).\n",
            "a.log:1: a distance of 1 is no JUMP",
        ),
        (
            "chexers",
            "[game ] - Start\n[green] - MOVE from (0, -3) to (0, -2).\n",
            "a.log:2: Green has moved, and it is the turn of Red",
        ),
        (
            "chexers",
            "nothing\n",
            "a.log:1: no match of chexers is written down here",
        ),
        (
            "pentago-swap",
            "START Player-0 a\nSTART Player-1 b\n0 0 TL TR 0\nGAMEOVER WINNER 1\n",
            "a.log:4: the log ends before",
        ),
        (
            "pentago-swap",
            "START Player-0 a\nhello\n",
            "a.log:2: `hello` is no line of a log",
        ),
        (
            "pentago-swap",
            "START Player-0 a\n0 0 TL TR 0\nGAMEOVER USER CANCEL UNDECIDED\n",
            "a.log:3: the match was broken off: USER CANCEL",
        ),
        (
            "pentago-swap",
            "1,Human,Random,GAMEOVER USER CANCEL UNDECIDED,NOBODY,2,game00001.log,USER CANCEL\n",
            "a.log:1: this is the server's list of outcomes, which has no moves; the matches are in the logs it names, \
             such as game00001.log",
        ),
        (
            "pentago-swap",
            "Server started. Waiting for incoming connections on localhost:8123 ...\n",
            "a.log:1: this is what the server prints when it is told to be quiet",
        ),
        (
            "avalam",
            "Step 2: received result [0, 0, 0, 0] in 1s\n",
            "a.log:1: step 2 comes before step 1",
        ),
        (
            "avalam",
            "Step 1: received result [0, 2, 8, 8] in 1s\nWinner: Player 1\n",
            "a.log:1: Yellow's move `c1i9`",
        ),
    ] {
        let (code, out, err) = import(game, log);
        assert_eq!((code, out.as_str()), (1, ""), "{log}: {err}");
        assert!(err.starts_with(expected), "{log}: {err}");
    }
}

#[test]
fn a_wrong_result_is_told() {
    let moves = "0 0 BL BR 0\n2 0 BL BR 1\n0 1 BL BR 0\n2 1 BL BR 1\n0 2 BL BR 0\n2 3 BL BR 1\n0 3 BL BR 0\n2 5 BL BR \
                 1\n0 4 BL BR 0\n";
    let (code, _, err) = import("pentago-swap", &format!("START Player-0 a\n{moves}GAMEOVER WINNER 1\n"));
    assert_eq!(code, 1);
    assert!(
        err.starts_with("a.log:11: the log says that Black has won; by the rules"),
        "{err}"
    );
    let (code, out, err) = import("pentago-swap", &format!("START Player-0 a\n{moves}GAMEOVER WINNER 0\n"));
    assert_eq!(code, 0, "{err}");
    assert!(out.contains(r#""reason":"five""#), "{out}");
}

#[test]
fn matches_that_somebody_broke_off_keep_the_breach() {
    let breach = |game: &str, log: &str| {
        let (code, out, err) = import(game, log);
        assert_eq!(code, 0, "{err}");
        let record: Value = serde_json::from_str(out.lines().next().expect("a record")).expect("JSON");
        (record["faults"][0].clone(), record["result"]["payoff"].clone())
    };
    let (fault, payoff) = breach(
        "ropasci",
        "turn 1: upper: THROW symbol s to (4, -2)\nturn 1: lower: THROW symbol r to (-4, 0)\nerror: lower: illegal \
         action None\n",
    );
    assert_eq!(fault, serde_json::json!({"seat": 1, "kind": "illegal-move"}));
    assert_eq!(payoff, serde_json::json!([1.0, 0.0]));
    let (fault, payoff) = breach(
        "pentago-swap",
        "START Player-0 a\nSTART Player-1 b\nGAMEOVER TIMEOUT WINNER 1\n",
    );
    assert_eq!(fault, serde_json::json!({"seat": 0, "kind": "time-out"}));
    assert_eq!(payoff, serde_json::json!([0.0, 1.0]));
    // A move that comes too late is written down and not played; an illegal one is not written down
    // at all.
    let names = "======NEW GAME======\nBLUE: a\nGREEN: b\nRED: c\n";
    let scores = "=====Game Over=====\nBLUE score:-1 time:-5 points:-1\nGREEN score:1 time:9 points:1\nRED score:0 \
                  time:9 points:0\n";
    let (fault, payoff) = breach("threechess", &format!("{names}BLUE: BE2-BE4 t:305000\n{scores}"));
    assert_eq!(fault, serde_json::json!({"seat": 0, "kind": "time-out"}));
    assert_eq!(payoff, serde_json::json!([-1.0, 1.0, 0.0]));
    let (fault, payoff) = breach("threechess", &format!("{names}BLUE: BE2-BE4 t:5\nname:a, won:1\n"));
    assert_eq!(fault, serde_json::json!({"seat": 1, "kind": "illegal-move"}));
    assert_eq!(payoff, serde_json::json!([1.0, -2.0, 1.0]));
    // The referee with threads has other words, and agents print into the lines of both.
    let glued = "BLUE: thinking hard\n...BLUE: BE2-BE4 t:5\nINVALID MOVE: [GA1, GA9]\n=====Game Over=====\nBLUE - \
                 score: 1, time:9\n";
    let (fault, payoff) = breach("threechess", &format!("{names}{glued}"));
    assert_eq!(fault, serde_json::json!({"seat": 1, "kind": "illegal-move"}));
    assert_eq!(payoff, serde_json::json!([1.0, -2.0, 1.0]));
    let (fault, _) = breach(
        "avalam",
        "Step 1 - Player 1 has played (3, 4, 3, 3) Score 0\nDEBUG: Invalid action: None\nPlayer 1 has won!\nReason: \
         x\n",
    );
    assert_eq!(fault, serde_json::json!({"seat": 1, "kind": "illegal-move"}));
}

/// Moves by which White has five in a row.
const FIVE: [&str; 9] = [
    "0 0 BL BR 0",
    "2 0 BL BR 1",
    "0 1 BL BR 0",
    "2 1 BL BR 1",
    "0 2 BL BR 0",
    "2 3 BL BR 1",
    "0 3 BL BR 0",
    "2 5 BL BR 1",
    "0 4 BL BR 0",
];

#[test]
fn what_the_pentago_server_prints_holds_as_many_matches_as_it_has_served() {
    let one = |first: &str| {
        let moves: String = FIVE
            .map(|line| format!("% {line}\nPlayer 0 timeout - Ignoring move\n"))
            .concat();
        format!(
            "Accepted connection from localhost: Player-1\n% START Player-0 {first}\n% START Player-1 b\n{moves}% \
             GAMEOVER WINNER 0\n"
        )
    };
    let broken = "% START Player-0 x\n% START Player-1 y\n% 0 0 BL BR 0\n";
    let text = format!("Server started. Waiting\n{}{broken}{}", one("a"), one("c"));
    let (code, out, err) = import("pentago-swap", &text);
    assert_eq!(code, 1, "{err}");
    assert!(err.starts_with("a.log:26: the log ends before the match does"), "{err}");
    let names: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["seats"][0].clone())
        .collect();
    assert_eq!(names, ["a", "c"]);
}

#[test]
fn records_of_logs_with_one_name_have_different_ids() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!("START Player-0 a\n{}\nGAMEOVER WINNER 0\n", FIVE.join("\n"));
    let logs = ["monday/game00001.log", "tuesday/game00001.log", "other.log"].map(|name| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, &text).expect("a log");
        path.display().to_string()
    });
    let out = truel(&["import", "pentago-swap", &logs[0], &logs[1], &logs[2], &logs[2]]).ok();
    let ids: Vec<String> = out
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).expect("JSON")["id"]
                .as_str()
                .expect("an id")
                .to_owned()
        })
        .collect();
    let expected = [
        format!("{}#1", logs[0]),
        format!("{}#1", logs[1]),
        format!("{}#1", logs[2]),
        format!("{} 2#1", logs[2]),
    ];
    assert_eq!(ids, expected);
}
