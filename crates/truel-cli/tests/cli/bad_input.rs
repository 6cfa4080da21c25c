//! Wrong input: one clear line that names what and where, and the right exit code.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::common::{trace, truel};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path
    }
}

fn conform(game: &str, path: &Path) -> crate::common::Ran {
    truel(&["conform", game, path.to_str().expect("a path")])
}

/// The first traces of a file, as text.
fn traces(game: &str, lines: usize) -> String {
    let file = fs::File::open(trace(game, "full.jsonl.gz")).expect("traces");
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).expect("gzip");
    text.lines().take(lines).map(|line| format!("{line}\n")).collect()
}

#[test]
fn an_unknown_game_gets_the_nearest_name() {
    let error = truel(&["show", "chekers"]).trouble();
    assert!(
        error.contains("no game called `chekers`; did you mean `chexers`?"),
        "{error}"
    );
    for bench in [
        &["bench", "chekers"][..],
        &["bench", "chekers", "--search"],
        &["bench", "chekers", "--clock"],
    ] {
        let error = truel(bench).trouble();
        assert!(error.contains("did you mean `chexers`?"), "{error}");
    }
    let error = truel(&["perft", "monopoly", "2"]).trouble();
    assert!(error.contains("the games are threechess, chexers"), "{error}");
}

#[test]
fn an_illegal_move_is_named_with_its_ply_and_what_was_legal() {
    let error = truel(&["show", "avalam", "--moves", "e4d4 d4e4"]).trouble();
    assert!(
        error.contains("ply 2: Red's move `d4e4` is not legal here; legal nearby: d4e"),
        "{error}"
    );
    let error = truel(&["legal", "ropasci", "--moves", "s@4,-2|r@-4,1 4,-2>0,0|-4,1>-3,0"]).trouble();
    assert!(
        error.contains("ply 2: Upper's move `4,-2>0,0`") && error.contains("4,-2>3,-"),
        "{error}"
    );
}

#[test]
fn text_that_is_no_move_is_named_with_its_ply() {
    let error = truel(&["legal", "threechess", "--moves", "BE2BE4 e2e4"]).trouble();
    assert!(error.contains("ply 2: Green's move `e2e4`"), "{error}");
    let error = truel(&["legal", "ropasci", "--moves", "s@4,-2"]).trouble();
    assert!(error.contains("holds 1 moves, but 2 must be made at once"), "{error}");
    let error = truel(&["legal", "tic-tac-toe", "--moves", "a1 a2 b1 b2 c1 c2"]).trouble();
    assert!(
        error.contains("ply 6: `c2` comes after the end of the match (line)"),
        "{error}"
    );
}

#[test]
fn an_impossible_position_says_why() {
    for game in crate::common::FIVE {
        let error = truel(&["show", game, "--position", "nonsense é\u{7}"]).trouble();
        assert!(error.contains("position `nonsense é\\u{7}`: "), "{error}");
    }
    let error = truel(&["show", "connect-four", "--position", "7/7/7/7/3y3/7 r"]).trouble();
    assert!(error.contains("a stone floats above an empty cell"), "{error}");
}

#[test]
fn a_wrong_agent_is_told_with_what_would_be_right() {
    let over = ["analyse", "tic-tac-toe", "--moves", "a1 a2 b1 b2 c1"];
    for (args, told) in [
        (&["agents", "chekers"][..], "did you mean `chexers`?"),
        (&["agents", "chexers", "mcst"], "did you mean `mcts`?"),
        (&["agents", "chexers", "duct"], "needs seats that move at once"),
        (
            &["analyse", "avalam", "--agent", "alphabet"],
            "did you mean `alphabeta`?",
        ),
        (
            &["analyse", "avalam", "--agent", "alphabeta:dept=3"],
            "did you mean `depth`?",
        ),
        (
            &["analyse", "avalam", "--agent", "alphabeta:depth=x"],
            "depth cannot be `x`",
        ),
        (
            &["analyse", "avalam", "--agent", "human"],
            "only `truel play` can seat it",
        ),
        (&over, "the match is over (line): there is nothing to analyse"),
        (
            &["analyse", "avalam", "--time", "5"],
            "--time `5`: a time is written as 500ms, 2s, 1m or infinite",
        ),
        (&["analyse", "chexers", "--seat", "Gren"], "did you mean `Green`?"),
        (&["analyse", "chexers", "--seat", "7"], "the seats are Red, Green, Blue"),
        (
            &["analyse", "chexers", "--seat", "green"],
            "it is not Green's turn but Red's",
        ),
        (&["play", "chexers", "mcts", "zzz"], "there is no agent called `zzz`"),
        (&["play", "chexers", "mcts:sms=1"], "did you mean `sims`?"),
        (&["play", "chexers", "human:c=1"], "nothing can be set about human"),
        (
            &["play", "avalam", "random", "random", "random"],
            "avalam has 2 seats (Yellow, Red), but 3 agents are named",
        ),
        (&["play", "avalam", "--time", "1s"], "a time is written as 1s/move"),
        (&["play", "avalam", "cmd:"], "it names no program"),
        (&["play", "avalan"], "did you mean `avalam`?"),
    ] {
        let error = truel(args).trouble();
        assert!(error.contains(told), "{args:?}: {error}");
    }
}

#[test]
fn wrong_arguments_exit_with_2() {
    for args in [
        &["perft", "avalam", "many"][..],
        &["conform", "avalam"],
        &["dance"],
        &["bench", "--seconds", "-1"],
    ] {
        assert_eq!(truel(args).code, 2, "{args:?}");
    }
}

#[test]
fn a_disagreement_is_explained_and_exits_with_1() {
    let folder = Folder::new();
    let good = traces("chexers", 2);
    let changes = [
        (
            good.replacen("\"legal_count\":[8,", "\"legal_count\":[9,", 1),
            "ply 1: Red's legal count: expected 9, got 8",
        ),
        (
            good.replacen("0f1402840eb2cfc6", "0f1402840eb2cfc7", 1),
            "ply 1: Red's legal hash: expected 0f1402840eb2cfc7",
        ),
        (
            good.replacen("[\"-3,0>-2,-1\",", "[", 1),
            "ours has 8): expected no other, got -3,0>-2,-1",
        ),
        (
            good.replacen("\"reason\":\"exit4\"", "\"reason\":\"maxturns\"", 1),
            "result: reason: expected \"maxturns\"",
        ),
        (
            good.replacen("\"payoff\":[1,0,0]", "\"payoff\":[0,1,0]", 1),
            "result: payoff: expected [0.0, 1.0, 0.0]",
        ),
    ];
    for (index, (text, why)) in changes.iter().enumerate() {
        assert_ne!(*text, good, "change {index} changes something");
        let ran = conform("chexers", &folder.file("changed.jsonl", text.as_bytes()));
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(
            ran.out.starts_with("2 games, ") && ran.out.contains(" 1 mismatches\n"),
            "{}",
            ran.out
        );
        assert!(
            ran.out.contains("first: game full-u00, ") && ran.out.contains(why),
            "{why}: {}",
            ran.out
        );
    }
}

#[test]
fn values_that_are_off_or_broken_are_named_with_their_line() {
    let folder = Folder::new();
    let line = |bids: &str, value: &str| {
        format!(r#"{{"cards":4,"prizes":"descending","payoff":"point_difference","bids":[{bids}],"value":{value}}}"#)
    };
    let good = line("[1,4]", "-0.158402204");
    let off = format!("{good}\n{}\n", line("[1,4]", "-0.1584"));
    let ran = conform("goofspiel", &folder.file("off.jsonl", off.as_bytes()));
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.out.starts_with("2 positions, 3 methods ") && ran.out.contains(" 3 mismatches\n"),
        "{}",
        ran.out
    );
    let why = "off.jsonl, line 2: value by backward induction: expected -0.1584, got -0.158402204";
    assert!(ran.out.contains(why), "{}", ran.out);
    for (second, why) in [
        (line("[1,4],[1,1]", "0"), "line 2: First cannot bid 1 here"),
        (
            line("[1,4],[2,2],[3,3],[4,1]", "0"),
            "line 2: there are bids after the last card",
        ),
        (
            good.replace("\"cards\":4", "\"cards\":14"),
            "line 2: there is no deck of 14 cards",
        ),
        (
            good.replace("descending", "random"),
            "line 2: not a value: unknown variant `random`",
        ),
        (
            good.replace(",\"value\":-0.158402204", ""),
            "line 2: not a value: missing field `value`",
        ),
        (
            good.replace('{', "{\"game\":\"chess\","),
            "line 2: this is a position of chess",
        ),
        ("{".to_owned(), "line 2: not a value: EOF"),
    ] {
        let text = format!("{good}\n{second}\n");
        let error = conform("goofspiel", &folder.file("broken.jsonl", text.as_bytes())).trouble();
        assert!(error.contains("broken.jsonl") && error.contains(why), "{why}: {error}");
    }
}

#[test]
fn a_match_that_stops_early_or_goes_on_too_long_is_a_disagreement() {
    let folder = Folder::new();
    let record = |moves: &str| format!(r#"{{"id":"x","moves":[{moves}],"result":{{"payoff":[1,0],"reason":"line"}}}}"#);
    let early = conform(
        "tic-tac-toe",
        &folder.file("early.jsonl", record(r#""a1","a2","b1""#).as_bytes()),
    );
    assert_eq!(early.code, 1);
    assert!(
        early
            .out
            .contains("result: end: expected line, got a match that goes on"),
        "{}",
        early.out
    );
    let late = folder.file("late.jsonl", record(r#""a1","a2","b1","b2","c1","c2""#).as_bytes());
    let late = conform("tic-tac-toe", &late);
    assert!(
        late.code == 1 && late.out.contains("ply 6: end: expected play to go on, got line"),
        "{late:?}"
    );
    let forbidden = folder.file("forbidden.jsonl", record(r#""a1","a1""#).as_bytes());
    let forbidden = conform("tic-tac-toe", &forbidden);
    assert!(
        forbidden.code == 1 && forbidden.out.contains("ply 2: move: expected `a1` to be legal"),
        "{forbidden:?}"
    );
}

#[test]
fn a_broken_file_is_named_with_its_line() {
    let folder = Folder::new();
    let good = traces("chexers", 2);
    let cut = good[..good.len() - 40].to_owned();
    let one_list_short = good.replacen("\"legal_count\":[8,", "\"legal_count\":[", 1);
    for (name, bytes, why) in [
        ("cut.jsonl", cut.as_bytes(), "line 2: not a trace: "),
        ("text.jsonl", b"hello\n", "line 1: not a trace: expected value"),
        (
            "other.jsonl",
            b"{\"cards\":4}\n",
            "line 1: not a trace: missing field `moves`",
        ),
        ("binary.jsonl", b"\xff\xfe\n", "line 1: this is not UTF-8 text"),
        ("empty.jsonl", b"", "the file holds no traces"),
        ("blank.jsonl", b"\n\n", "the file holds no traces"),
        (
            "short.jsonl",
            one_list_short.as_bytes(),
            "line 1: game full-u00: `legal_count` has ",
        ),
    ] {
        let error = conform("chexers", &folder.file(name, bytes)).trouble();
        assert!(error.contains(name) && error.contains(why), "{name}: {error}");
    }
    let error = conform("chexers", &folder.0.path().join("missing.jsonl")).trouble();
    assert!(
        error.contains("missing.jsonl") && error.contains("No such file"),
        "{error}"
    );
    let other = conform("avalam", &trace("chexers", "full.jsonl.gz"));
    assert!(
        other.code == 1 && other.out.contains("first: game full-u00, ply 1: Yellow's legal list"),
        "{other:?}"
    );
}

#[test]
fn a_record_of_another_game_is_refused() {
    let folder = Folder::new();
    let record = truel(&["random", "connect-four"]).ok();
    let error = conform("tic-tac-toe", &folder.file("four.jsonl", record.as_bytes())).trouble();
    assert!(
        error.contains("line 1: this is a match of connect-four, not of tic-tac-toe"),
        "{error}"
    );
}

#[test]
fn a_cut_off_gzip_is_named_with_its_line() {
    let folder = Folder::new();
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(traces("chexers", 3).as_bytes()).expect("gzip");
    let packed = packed.finish().expect("gzip");
    let error = conform("chexers", &folder.file("cut.jsonl.gz", &packed[..packed.len() * 2 / 3])).trouble();
    assert!(
        error.contains("cut.jsonl.gz, line ") && error.contains("the gzip stream is cut off"),
        "{error}"
    );
    let error = conform("chexers", &folder.file("empty.jsonl.gz", &packed[..10])).trouble();
    assert!(error.contains("empty.jsonl.gz"), "{error}");
}

#[test]
fn a_full_disk_is_trouble_and_loses_nothing() {
    let error = truel(&["random", "avalam", "-n", "50", "--out", "/dev/full"]).trouble();
    assert!(
        error.contains("cannot write /dev/full: ") && error.contains("No space left"),
        "{error}"
    );
    let folder = Folder::new();
    let kept = folder.file("kept.jsonl", b"precious\n");
    let inside = kept.join("impossible.jsonl");
    let error = truel(&["random", "avalam", "--out", inside.to_str().expect("a path")]).trouble();
    assert!(
        error.contains("cannot write ") && error.contains("impossible.jsonl"),
        "{error}"
    );
    assert_eq!(fs::read(&kept).expect("the file"), b"precious\n");
}
