//! Real programs for tests of the engine protocol.
#![allow(dead_code, reason = "each test file takes what it needs")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use truel_arena::{Entry, Job, Opening, Terms};

/// The Python interpreter itself, not a script that looks for it.
pub(crate) fn python() -> String {
    static FOUND: OnceLock<String> = OnceLock::new();
    let find = || {
        let found = Command::new("python3")
            .args(["-c", "import sys; print(sys.executable)"])
            .output();
        let found = found.expect("these tests need python3");
        String::from_utf8(found.stdout).expect("a path").trim().to_owned()
    };
    FOUND.get_or_init(find).clone()
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(path: &Path) -> String {
    path.to_str().expect("a path in UTF-8").to_owned()
}

/// The example in Python.
pub(crate) fn python_example() -> Entry {
    Entry::command(vec![python(), text(&root().join("examples/engines/random.py"))])
}

/// The example in Rust, built by nothing but `rustc`.
pub(crate) fn rust_example() -> Entry {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let build = || {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("random-{}", std::process::id()));
        let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
        let source = root().join("examples/engines/random.rs");
        let built = Command::new(rustc)
            .args(["--edition=2024", "-O", "-o"])
            .arg(&program)
            .arg(source)
            .status();
        assert!(built.expect("rustc").success());
        program
    };
    Entry::command(vec![text(BUILT.get_or_init(build))])
}

/// An engine that does one wrong thing. The token is there to find its processes by.
pub(crate) fn misbehaving(deed: &str, at: u32, token: &str) -> Entry {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/misbehave.py");
    Entry::command(vec![python(), text(&script), deed.into(), at.to_string(), token.into()])
}

pub(crate) fn job(game: &str, seats: Vec<Entry>, terms: Terms) -> Job {
    Job {
        id: 1,
        game: game.into(),
        seats,
        opening: Opening::default(),
        seed: 5,
        terms,
    }
}

/// The processes whose command line holds `token`.
pub(crate) fn processes(token: &str) -> Vec<String> {
    let lines = fs::read_dir("/proc").expect("Linux").filter_map(|entry| {
        let line = fs::read(entry.ok()?.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        line.contains(token).then_some(line)
    });
    lines.collect()
}

/// Waits for what must come about soon, however busy the machine is.
pub(crate) fn soon(what: impl Fn() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        if what() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    false
}
