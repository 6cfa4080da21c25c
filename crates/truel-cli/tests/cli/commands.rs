//! What each command prints when all is well.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

use crate::common::{FIVE, command, trace, truel};
use serde_json::Value;

fn json_lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object a line"))
        .collect()
}

fn games() -> Vec<String> {
    let lines = json_lines(&truel(&["games", "--json"]).ok());
    lines
        .iter()
        .map(|line| line["game"].as_str().expect("an id").to_owned())
        .collect()
}

#[test]
fn without_arguments_it_starts_the_web_arena() {
    let home = tempfile::tempdir().expect("a folder");
    let mut server = command()
        .env("XDG_DATA_HOME", home.path())
        .env("HOME", home.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary is there");
    let mut line = String::new();
    let read = BufReader::new(server.stdout.take().expect("a pipe")).read_line(&mut line);
    let address = line.trim().rsplit("http://").next().unwrap_or_default().to_owned();
    let answer = TcpStream::connect(&address).map(|mut stream| {
        let request = format!("GET /api/games HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        let mut answer = String::new();
        let _ = stream
            .write_all(request.as_bytes())
            .and_then(|()| stream.read_to_string(&mut answer));
        answer
    });
    server.kill().expect("it runs");
    server.wait().expect("it ends");
    read.expect("it tells its address");
    let answer = answer.unwrap_or_else(|error| panic!("{line}: {error}"));
    assert!(
        answer.starts_with("HTTP/1.1 200") && answer.contains("chexers"),
        "{answer}"
    );
    assert!(
        home.path().join("truel/arena.sqlite").is_file(),
        "its store is in the data folder"
    );
}

#[test]
fn others_than_this_machine_need_a_token() {
    let error = truel(&["serve", "--host", "0.0.0.0"]).trouble();
    assert!(error.contains("--token"), "{error}");
    let error = truel(&["serve", "--store", "/dev/null/rooms.sqlite"]).trouble();
    assert!(error.contains("/dev/null/rooms.sqlite"), "{error}");
}

#[test]
fn the_tour_names_what_to_try() {
    let tour = truel(&["tour"]).ok();
    for word in [
        "Chexers",
        "truel show threechess",
        "truel play",
        "truel bench",
        "truel --help",
    ] {
        assert!(tour.contains(word), "{tour}");
    }
}

#[test]
fn games_lists_the_five_first() {
    assert_eq!(games()[..5], FIVE);
    let text = truel(&["games"]).ok();
    assert!(games().iter().all(|id| text.contains(id.as_str())), "{text}");
}

#[test]
fn boards_look_as_they_did() {
    for game in games() {
        insta::assert_snapshot!(format!("show-{game}"), truel(&["show", &game]).ok());
    }
    insta::assert_snapshot!(
        "show-avalam-moves",
        truel(&["show", "avalam", "--moves", "e4d4 c1d1 d1d2 d4d3 e2d2 d3c3"]).ok()
    );
}

#[test]
fn colour_is_for_terminals_or_on_request() {
    for game in games() {
        assert!(!truel(&["show", &game]).ok().contains('\x1b'));
        assert!(truel(&["show", &game, "--color", "always"]).ok().contains("\x1b[48;5;"));
    }
}

#[test]
fn a_svg_is_well_formed_and_shows_every_cell() {
    for game in games() {
        let svg = truel(&["show", &game, "--svg", "-"]).ok();
        let tree = roxmltree::Document::parse(&svg).expect("well-formed XML");
        let scene: Value = serde_json::from_str(&truel(&["show", &game, "--json"]).ok()).expect("JSON");
        let cells = scene["scene"]["board"]["cells"].as_array().expect("cells").len();
        let polygons = tree.descendants().filter(|node| node.has_tag_name("polygon")).count();
        assert_eq!(polygons, cells, "{game}");
    }
}

#[test]
fn a_svg_goes_into_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.svg");
    truel(&["show", "chexers", "--svg", path.to_str().expect("a path")]).ok();
    assert!(std::fs::read_to_string(&path).expect("the file").ends_with("</svg>\n"));
    assert_eq!(
        std::fs::read_dir(folder.path()).expect("the folder").count(),
        1,
        "nothing else is left there"
    );
}

#[test]
fn legal_lists_each_acting_seat() {
    let lines = json_lines(&truel(&["legal", "ropasci", "--json"]).ok());
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["hash"], "391fb9bea44f1d90");
    assert_eq!(lines[1]["hash"], "e6e0b81525a6160f");
    assert_eq!(
        (lines[0]["seat"].as_str(), lines[0]["count"].as_u64()),
        (Some("Upper"), Some(15))
    );
    insta::assert_snapshot!("legal-chexers", truel(&["legal", "chexers"]).ok());
    let over = truel(&["legal", "tic-tac-toe", "--moves", "a1 a2 b1 b2 c1"]).ok();
    assert!(over.contains("over (line)"), "{over}");
}

#[test]
fn moves_that_begin_with_a_minus_sign_are_moves() {
    let out = truel(&["legal", "chexers", "--moves", "-3,1>-2,0 1,-3>1,-2 2,1>2,0", "--json"]).ok();
    assert!(out.contains("9aabc3ad6c5c0a47"), "{out}");
}

#[test]
fn perft_ends_with_the_count_alone() {
    for (args, count) in [
        (&["perft", "threechess", "3"][..], "8000"),
        (&["perft", "chexers", "4"], "6784"),
        (&["perft", "ropasci", "2"], "301401"),
        (&["perft", "avalam", "2"], "81488"),
        (&["perft", "pentago-swap", "2"], "45360"),
        (&["perft", "pentago-swap", "5", "--layers"], "351778775040"),
        (&["perft", "avalam", "1", "--moves", "e4d4 c1d1"], "270"),
        (&["perft", "tic-tac-toe", "0"], "1"),
        (&["perft", "tic-tac-toe", "0", "--divide"], "1"),
    ] {
        assert_eq!(truel(args).ok().lines().last(), Some(count), "{args:?}");
    }
}

#[test]
fn divide_adds_up() {
    for (game, depth) in [("threechess", "3"), ("ropasci", "1"), ("connect-four", "4")] {
        let out = truel(&["perft", game, depth, "--divide"]).ok();
        let (total, rows) = out
            .lines()
            .collect::<Vec<_>>()
            .split_last()
            .map(|(l, r)| (*l, r.to_vec()))
            .expect("rows");
        let sum: u64 = rows
            .iter()
            .map(|row| {
                row.rsplit(' ')
                    .next()
                    .expect("a count")
                    .parse::<u64>()
                    .expect("a number")
            })
            .sum();
        assert_eq!(total, sum.to_string());
        assert!(rows.len() > 6 && rows.is_sorted());
    }
}

#[test]
fn every_trace_of_the_original_referees_agrees() {
    for game in FIVE {
        let files = std::fs::read_dir(trace(game, ""))
            .expect("traces")
            .map(|file| file.expect("a file").path());
        for file in files.filter(|file| file.to_string_lossy().ends_with(".jsonl.gz")) {
            let out = truel(&["conform", game, file.to_str().expect("a path")]).ok();
            assert!(out.ends_with(" 0 mismatches\n"), "{}: {out}", file.display());
        }
    }
}

#[test]
fn every_exact_method_reaches_the_values_of_goofspiel() {
    let file = trace("goofspiel", "values.jsonl");
    let file = file.to_str().expect("a path");
    let out = truel(&["conform", "goofspiel", file]).ok();
    assert_eq!(
        out,
        "160 positions, 3 methods (backward induction, alpha-beta, double oracle), 0 mismatches\n"
    );
    let found = &json_lines(&truel(&["conform", "goofspiel", "--json", file]).ok())[0];
    assert_eq!(
        (found["positions"].as_u64(), found["mismatches"].as_u64()),
        (Some(160), Some(0))
    );
}

#[test]
fn random_matches_repeat_from_their_seed_and_conform() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in games() {
        let path = folder.path().join(format!("{game}.jsonl"));
        let path = path.to_str().expect("a path");
        let args = ["random", &game, "-n", "5", "--seed", "7"];
        truel(&[&args[..], &["--out", path]].concat()).ok();
        let written = std::fs::read_to_string(path).expect("records");
        assert_eq!(written, truel(&args).ok(), "{game}");
        assert_eq!(written.lines().count(), 5);
        assert!(truel(&["conform", &game, path]).ok().starts_with("5 games, "), "{game}");
    }
}

#[test]
fn a_cap_ends_matches_as_draws_and_conforms() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("capped.jsonl");
    let path = path.to_str().expect("a path");
    truel(&["random", "threechess", "-n", "4", "--cap", "6", "--out", path]).ok();
    for record in json_lines(&std::fs::read_to_string(path).expect("records")) {
        assert_eq!(record["result"]["reason"], "cap");
        assert_eq!(record["result"]["points"], serde_json::json!([0.5, 0.5, 0.5]));
        assert_eq!(record["moves"].as_array().map(Vec::len), Some(6));
    }
    truel(&["conform", "threechess", path]).ok();
}

#[test]
fn a_match_can_begin_anywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("late.jsonl");
    let path = path.to_str().expect("a path");
    truel(&[
        "random",
        "connect-four",
        "-n",
        "3",
        "--position",
        "7/7/7/7/7/3y3 r",
        "--out",
        path,
    ])
    .ok();
    truel(&["conform", "connect-four", path]).ok();
}

#[test]
fn bench_gives_four_rates_for_each_game() {
    let lines = json_lines(&truel(&["bench", "--json", "--seconds", "0"]).ok());
    for game in games() {
        let metrics: Vec<&str> = lines
            .iter()
            .filter(|line| line["game"] == *game)
            .map(|line| line["metric"].as_str().expect("a name"))
            .collect();
        assert_eq!(
            metrics,
            [
                "playouts_per_cpu_s",
                "plies_per_cpu_s",
                "lists_per_cpu_s",
                "perft_leaves_per_cpu_s"
            ],
            "{game}"
        );
    }
    assert!(
        lines
            .iter()
            .all(|line| line["value"].as_f64().is_some_and(|value| value > 0.0))
    );
}

#[test]
fn bench_of_searches_gives_rates_and_times_to_depth() {
    let lines = json_lines(&truel(&["bench", "tic-tac-toe", "--search", "--json", "--seconds", "0"]).ok());
    let metrics: Vec<&str> = lines.iter().filter_map(|line| line["metric"].as_str()).collect();
    assert_eq!(
        metrics,
        [
            "alphabeta_nodes_per_cpu_s",
            "alphabeta_ms_to_depth_9",
            "maxn_nodes_per_cpu_s",
            "maxn_ms_to_depth_9",
            "uct_sims_per_cpu_s"
        ]
    );
}

#[test]
fn completions_know_our_words() {
    for shell in ["bash", "zsh", "fish"] {
        let script = truel(&["completions", shell]).ok();
        assert!(
            ["conform", "divide", "analyse", "candidates"]
                .iter()
                .all(|word| script.contains(word)),
            "{shell}"
        );
    }
}

#[test]
fn the_manual_page_has_every_command_and_its_options() {
    let page = truel(&["man"]).ok();
    assert!(page.contains(".TH truel 1"), "{page}");
    for section in [
        ".SH TRUEL MATCH",
        ".SH TRUEL PERFT",
        ".SH TRUEL TOURNAMENT NEW",
        "divide",
    ] {
        assert!(page.contains(section), "{section}");
    }
    assert!(!page.contains("keeper"), "hidden commands are not for people");
}

#[test]
fn the_version_speaks_of_a_slow_build_only_in_one() {
    let (version, is_slow) = (truel(&["--version"]).ok(), cfg!(not(target_feature = "avx2")));
    assert!(
        version.starts_with(concat!("truel ", env!("CARGO_PKG_VERSION"), "\n")),
        "{version}"
    );
    assert_eq!(version.contains("RUSTFLAGS"), cfg!(target_arch = "x86_64") && is_slow);
}

#[test]
fn a_closed_pipe_is_no_trouble() {
    let mut child = command()
        .args(["random", "chexers", "-n", "300"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary is there");
    drop(child.stdout.take());
    let end = child.wait_with_output().expect("it ends");
    assert_eq!(end.status.code(), Some(0), "{}", String::from_utf8_lossy(&end.stderr));
}
