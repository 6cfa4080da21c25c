//! Running the real binary.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// What a run printed and how it ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    fn new(output: Output) -> Self {
        Ran {
            code: output.status.code().expect("truel ends by itself"),
            out: String::from_utf8(output.stdout).expect("truel prints UTF-8"),
            err: String::from_utf8(output.stderr).expect("truel prints UTF-8"),
        }
    }

    /// Its output, for a run that must have gone well.
    #[track_caller]
    pub(crate) fn ok(self) -> String {
        assert_eq!(self.code, 0, "{self:?}");
        self.out
    }

    /// Its complaint, for a run that must have met trouble: one line and exit code 2.
    #[track_caller]
    pub(crate) fn trouble(self) -> String {
        assert_eq!(self.code, 2, "{self:?}");
        assert_eq!(self.out, "", "trouble prints no result");
        assert_eq!(self.err.lines().count(), 1, "one clear line: {}", self.err);
        assert!(self.err.starts_with("error: "), "{}", self.err);
        self.err
    }
}

/// The binary, with nothing of the caller's terminal settings. It obeys all signals, also where
/// these tests run in the background or under `nohup`: what is ignored there would stay ignored.
pub(crate) fn command() -> Command {
    let mut command = Command::new("/usr/bin/env");
    command
        .args(["--default-signal=HUP,INT,QUIT,TERM", env!("CARGO_BIN_EXE_truel")])
        .env_remove("CLICOLOR_FORCE")
        .env_remove("NO_COLOR")
        .env_remove("COLORTERM")
        .stdin(Stdio::null());
    command
}

/// Runs `truel` with these arguments.
pub(crate) fn truel(args: &[&str]) -> Ran {
    Ran::new(command().args(args).output().expect("the binary is there"))
}

/// Runs `truel` with these arguments and lines on its standard input.
pub(crate) fn truel_reading(args: &[&str], lines: &str) -> Ran {
    let mut child = command()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary is there");
    let mut input = child.stdin.take().expect("a pipe");
    // It may end before it has read everything.
    let _ = input.write_all(lines.as_bytes());
    drop(input);
    Ran::new(child.wait_with_output().expect("it ends"))
}

/// Records without what differs when the same match is played again: times, and the checksum over
/// them.
pub(crate) fn timeless(records: &str) -> Vec<Value> {
    let timeless = |line: &str| {
        let mut record: Value = serde_json::from_str(line).expect("a record");
        let fields = record.as_object_mut().expect("an object");
        for name in ["times", "started_ms", "finished_ms", "checksum"] {
            assert!(fields.remove(name).is_some(), "no `{name}` in {line}");
        }
        record
    };
    records.lines().map(timeless).collect()
}

/// A trace file of the original referees.
pub(crate) fn trace(game: &str, file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../truel-games/tests/data")
        .join(game)
        .join(file)
}

/// The five games of the contests.
pub(crate) const FIVE: [&str; 5] = ["threechess", "chexers", "ropasci", "avalam", "pentago-swap"];
