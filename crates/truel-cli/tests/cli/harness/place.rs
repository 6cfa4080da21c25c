//! Where the harness runs commands: a folder with good files of every kind, and one that must stay
//! as it was.

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::io::{PipeReader, Read};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{command, truel};

/// Nobody, as whom permissions bind even where the tests run as root.
const NOBODY: u32 = 65534;

const PLAN: &str = r#"
format = "round-robin"
[[game]]
id = "tic-tac-toe"
blocks = BLOCKS
[[entrant]]
name = "one"
agent = "random"
[[entrant]]
name = "two"
agent = "random"
"#;

const LOG: &str = "*   player 1 (upper) returned action: ('THROW', 's', (4, -2))\n\
                   *   player 2 (lower) returned action: ('THROW', 'r', (4, 1))\n* lower player's action, (), is not \
                   well-\n";

/// How a run came out.
#[derive(Debug)]
pub(super) struct Ran {
    /// The exit code; nothing where a signal ended it.
    pub(super) code: Option<i32>,
    pub(super) out: String,
    pub(super) err: String,
}

impl Ran {
    /// One line about trouble, and nothing else.
    pub(super) fn is_trouble(&self) -> Result<(), String> {
        match (self.code, self.err.lines().count(), self.err.starts_with("error: ")) {
            (Some(2), 1, true) if self.out.is_empty() => Ok(()),
            _ => Err(format!("no trouble in one line: {self:?}")),
        }
    }

    /// Whatever happened, it was no panic.
    pub(super) fn is_calm(&self) -> Result<(), String> {
        match self.code == Some(101) || self.err.contains("panicked") {
            true => Err(format!("a panic: {self:?}")),
            false => Ok(()),
        }
    }
}

/// A folder to work in and everything that commands are given.
pub(super) struct Place {
    /// Good files.
    files: tempfile::TempDir,
    /// Where commands run, with their temporary folder and what they write.
    pub(super) work: tempfile::TempDir,
    /// Accepts connections and says nothing.
    silent: TcpListener,
    pub(super) as_nobody: bool,
    /// Virtual memory in KB, where it is limited.
    pub(super) memory: Option<u64>,
}

impl Place {
    pub(super) fn new() -> Self {
        let folder = || {
            // Not the usual name of temporary files: a complaint must not hold that.
            let folder = tempfile::Builder::new()
                .prefix("truel-harness-")
                .tempdir()
                .expect("a folder");
            fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).expect("our folder");
            folder
        };
        let place = Place {
            files: folder(),
            work: folder(),
            silent: TcpListener::bind("127.0.0.1:0").expect("a port"),
            as_nobody: false,
            memory: None,
        };
        for name in ["tmp", "dir", "folder"] {
            let folder = place.work.path().join(name);
            fs::create_dir(&folder).expect("a folder");
            fs::set_permissions(&folder, Permissions::from_mode(0o777)).expect("our folder");
        }
        let plan = |blocks: &str| PLAN.replace("BLOCKS", blocks);
        for (name, text) in [
            ("plan.toml", plan("1")),
            ("long.toml", plan("100000000")),
            ("log.txt", LOG.into()),
        ] {
            fs::write(place.file(name), text).expect("a file");
        }
        let records = truel(&["random", "tic-tac-toe", "-n", "3"]).ok();
        fs::write(place.file("records.jsonl"), records).expect("a file");
        fs::write(place.file("store.toml"), plan("1")).expect("a file");
        truel(&[
            "tournament",
            "--quiet",
            place.file("store.toml").to_str().expect("a path"),
        ])
        .ok();
        place
    }

    fn file(&self, name: &str) -> PathBuf {
        self.files.path().join(name)
    }

    /// A path in the folder that must stay as it was.
    pub(super) fn at(&self, name: &str) -> PathBuf {
        self.work.path().join(name)
    }

    /// The arguments of a row, with names for files.
    fn arguments(&self, row: &str, input: &Path, output: &Path) -> Vec<String> {
        let port = self.silent.local_addr().expect("an address").port().to_string();
        let names = [
            ("IN", input.to_owned()),
            ("OUT", output.to_owned()),
            ("DIR", self.at("dir")),
            ("PLAN", self.file("plan.toml")),
            ("LONG", self.file("long.toml")),
            ("RECORDS", self.file("records.jsonl")),
            ("STORE", self.file("store.sqlite")),
            ("LOG", self.file("log.txt")),
            ("TRUEL", env!("CARGO_BIN_EXE_truel").into()),
            ("PORT", port.into()),
        ];
        let word = |word: &str| {
            let (head, rest) = word
                .split_once('/')
                .map_or((word, ""), |(head, _)| (head, &word[head.len()..]));
            let named = names.iter().find(|(name, _)| *name == head);
            named.map_or_else(|| word.to_owned(), |(_, path)| format!("{}{rest}", path.display()))
        };
        row.split(' ').map(word).collect()
    }

    /// The command of a row.
    pub(super) fn command(&self, row: &str, input: &Path, output: &Path) -> Command {
        let mut run = match self.memory {
            None => command(),
            Some(memory) => {
                let mut shell = Command::new("sh");
                let limited = format!("ulimit -v {memory} && exec \"$0\" \"$@\"");
                shell
                    .args(["-c", &limited, env!("CARGO_BIN_EXE_truel")])
                    .stdin(Stdio::null());
                shell
            }
        };
        run.args(self.arguments(row, input, output))
            .current_dir(self.work.path())
            .env("TMPDIR", self.at("tmp"))
            .env("HOME", self.at("tmp"))
            .env_remove("XDG_DATA_HOME");
        if self.as_nobody && is_root() {
            run.uid(NOBODY).gid(NOBODY);
        }
        run
    }

    /// Runs a row to its end.
    pub(super) fn run(&self, mut run: Command) -> Ran {
        let started = run.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        finish(started.expect("the binary is there"))
    }

    /// Every file below the folder of the run, with its size.
    pub(super) fn contents(&self) -> BTreeMap<PathBuf, u64> {
        let (mut all, mut folders) = (BTreeMap::new(), vec![self.work.path().to_owned()]);
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("our folder").flatten() {
                let found = entry.path().symlink_metadata().expect("our file");
                if found.is_dir() {
                    folders.push(entry.path());
                }
                all.insert(entry.path(), if found.is_dir() { 0 } else { found.len() });
            }
        }
        all
    }
}

pub(super) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Waits for the end of a process whose output is piped, and kills one that takes minutes.
pub(super) fn finish(mut child: Child) -> Ran {
    let reader = |stream: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut stream) = stream {
                let _ = stream.read_to_end(&mut bytes);
            }
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let out = reader(child.stdout.take().map(|stream| Box::new(stream) as _));
    let err = reader(child.stderr.take().map(|stream| Box::new(stream) as _));
    let until = Instant::now() + Duration::from_secs(120);
    let code = loop {
        match child.try_wait().expect("our child") {
            Some(status) => break status.code(),
            None if Instant::now() > until => {
                child.kill().expect("our child");
                child.wait().expect("our child");
                break Some(-1);
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    Ran {
        code,
        out: out.join().expect("a reader"),
        err: err.join().expect("a reader"),
    }
}

/// A pipe that nobody reads.
pub(super) fn closed_pipe() -> Stdio {
    let (reader, writer): (PipeReader, _) = std::io::pipe().expect("a pipe");
    drop(reader);
    writer.into()
}

/// A disk without room.
pub(super) fn full_disk() -> Stdio {
    let full = File::options().write(true).open("/dev/full");
    full.expect("/dev/full").into()
}
