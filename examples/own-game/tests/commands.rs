//! Every command of truel with a game that truel does not know.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tempfile::{TempDir, tempdir};

/// The program in a folder of its own.
fn program(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_own-game"));
    command.args(words.split_whitespace()).current_dir(folder);
    command
        .env("XDG_DATA_HOME", folder)
        .env("HOME", folder)
        .stdin(Stdio::null());
    command
}

fn run(folder: &Path, words: &str) -> Output {
    program(folder, words).output().expect("the program starts")
}

/// What it prints when all goes well.
fn prints(folder: &TempDir, words: &str) -> String {
    let output = run(folder.path(), words);
    let (out, errors) = (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{words}: {out}{errors}");
    out
}

/// The one line that it prints with exit code 2.
fn refuses(folder: &TempDir, words: &str) -> String {
    let output = run(folder.path(), words);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{words}: {errors}");
    assert_eq!(errors.trim_end().lines().count(), 1, "{words}: {errors}");
    errors
}

#[test]
fn the_rules_can_be_looked_at() {
    let folder = tempdir().expect("a folder");
    assert!(prints(&folder, "games").contains("tron"));
    assert!(prints(&folder, "show tron --moves w|ne|se").contains("position: w/ne/se"));
    assert!(prints(&folder, "show tron --svg -").starts_with("<svg"));
    assert!(prints(&folder, "legal tron").contains("Blue: 6 legal"));
    assert_eq!(prints(&folder, "perft tron 1").trim(), "216");
    assert!(prints(&folder, "tour").contains("tron"));
    assert!(prints(&folder, "bench tron --seconds 0").contains("tron"));
    assert!(prints(&folder, "bench tron --search --seconds 0").contains("duct"));
    let error = refuses(&folder, "show chexers");
    assert!(error.contains("no game called `chexers`"), "{error}");
}

#[test]
fn random_matches_are_written_checked_and_verified() {
    let folder = tempdir().expect("a folder");
    prints(&folder, "random tron -n 5 --seed 3 --out tron.jsonl");
    assert!(prints(&folder, "conform tron tron.jsonl").contains("5 games"));
    prints(&folder, "verify tron.jsonl");
    // Seats drop out, so the last joint move of a match is shorter than the first.
    let text = std::fs::read_to_string(folder.path().join("tron.jsonl")).expect("the file");
    let width = |joint: &Value| joint.as_str().expect("a text").split('|').count();
    let shrinks = text.lines().any(|line| {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let moves = record["moves"].as_array().expect("moves");
        width(&moves[0]) == 3 && width(&moves[moves.len() - 1]) == 2
    });
    assert!(shrinks, "{text}");
}

#[test]
fn general_agents_play_and_think() {
    let folder = tempdir().expect("a folder");
    let agents = prints(&folder, "agents tron");
    for agent in ["random", "greedy", "mcts", "duct", "exp3", "regret"] {
        assert!(agents.contains(agent), "{agent} is missing: {agents}");
    }
    let table = prints(
        &folder,
        "match tron duct:sims=50 regret:sims=50 exp3:sims=50 -n 6 --seed 1 --out m.jsonl",
    );
    assert!(table.contains("duct") && table.contains("exp3"), "{table}");
    prints(&folder, "verify m.jsonl");
    prints(&folder, "match tron greedy mcts:sims=30 random -n 6 --seed 1");
    assert!(prints(&folder, "analyse tron --agent duct:sims=200 --json").contains("\"move\""));
    for two_only in ["sm-alphabeta", "double-oracle", "alphabeta"] {
        let error = refuses(&folder, &format!("match tron {two_only} random random -n 1"));
        assert!(error.contains("two seats"), "{error}");
    }
    let tuned = prints(&folder, "tune tron duct:sims=20 --param c=0.5..2:0.1 -n 2 --seed 3");
    assert!(tuned.contains("c="), "{tuned}");
    let test = prints(&folder, "sprt tron duct:sims=100 random --most 12 --elo1 400 --seed 2");
    assert!(test.contains("duct"), "{test}");
    let field = prints(
        &folder,
        "field tron duct:sims=50 --against random -n 3 --seed 2 --page field.html",
    );
    assert!(field.contains("random, random"), "{field}");
    let page = std::fs::read_to_string(folder.path().join("field.html")).expect("the page");
    assert!(page.contains("duct:sims=50 in Tron"), "the page names agent and game");
    let markers = "<!-- ratings:tron -->\n<!-- /ratings:tron -->\n";
    std::fs::write(folder.path().join("strength.md"), markers).expect("a file");
    let ratings = prints(&folder, "rate tron --time 1ms/move -n 1 --write strength.md");
    let written = std::fs::read_to_string(folder.path().join("strength.md")).expect("the file");
    for agent in ["random", "greedy", "mcts", "duct", "exp3", "regret"] {
        assert!(ratings.contains(agent), "{agent} is missing: {ratings}");
        assert!(written.contains(&format!("| `{agent}` |")), "{agent} is missing: {written}");
    }
}

#[test]
fn a_tournament_is_played_reported_and_exported() {
    let folder = tempdir().expect("a folder");
    let plan = r#"
        name = "riders"
        seed = 1
        format = "round-robin"
        [[game]]
        id = "tron"
        blocks = 1
        [[entrant]]
        name = "duct"
        agent = "duct:sims=20"
        [[entrant]]
        name = "greedy"
        agent = "greedy"
        [[entrant]]
        name = "random"
        agent = "random"
    "#;
    std::fs::write(folder.path().join("plan.toml"), plan).expect("a file");
    prints(&folder, "tournament plan.toml --quiet");
    prints(&folder, "report plan.sqlite --out page.html");
    let page = std::fs::read_to_string(folder.path().join("page.html")).expect("the page");
    assert!(page.contains("Tron"), "the report names the game");
    assert!(prints(&folder, "export plan.sqlite").contains("\"game\":\"tron\""));
}

#[test]
fn a_person_can_play_in_the_terminal() {
    let folder = tempdir().expect("a folder");
    let mut child = program(folder.path(), "play tron human random random --seed 1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut keys = child.stdin.take().expect("its input");
    // Blue rides into its own trail in the second step.
    keys.write_all(b"w\ne\n").expect("it listens");
    drop(keys);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("Blue"), "{text}");
}

#[test]
fn it_is_an_engine_for_other_programs() {
    let folder = tempdir().expect("a folder");
    let own = env!("CARGO_BIN_EXE_own-game");
    let plan = [
        "match",
        "tron",
        &format!("cmd:{own} engine random"),
        "random",
        "random",
        "-n",
        "2",
        "--seed",
        "1",
    ];
    let output = program(folder.path(), "").args(plan).output().expect("it starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert!(!errors.contains("fault"), "{errors}");
}

#[test]
fn commands_that_need_a_contest_or_a_book_say_so() {
    let folder = tempdir().expect("a folder");
    let error = refuses(&folder, "match tron random random random -n 1 --contest");
    assert!(error.contains("contest"), "{error}");
    let error = refuses(&folder, "book tron --out book.txt");
    assert!(error.contains("its seats move at once"), "{error}");
}

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_web_arena_has_the_game_with_a_board() {
    let folder = tempdir().expect("a folder");
    let mut child = program(folder.path(), "serve --port 0 --store rooms.sqlite")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let out = BufReader::new(child.stdout.take().expect("its output"));
    let server = Server(child);
    let address = out
        .lines()
        .map_while(Result::ok)
        .find_map(|line| Some(line.split_once("http://")?.1.trim_end_matches('/').to_owned()))
        .expect("the address");
    let get = |path: &str| {
        let mut stream = TcpStream::connect(address.as_str()).expect("it listens");
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    };
    let game = get("/api/games/tron");
    assert!(game.starts_with("HTTP/1.1 200"), "{game}");
    assert!(game.contains("\"board\""), "{game}");
    assert!(get("/").contains("<html"), "a page");
    drop(server);
}
