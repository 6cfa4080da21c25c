//! A program as a child process: started with little, read with bounds, ended with all its
//! children.
//!
//! - It has a session of its own, a scratch folder as home, and limits on open files, core dumps
//!   and CPU time. Its environment is its own: `PATH`, language, and where languages find their
//!   libraries, never the rest of the arena's.
//! - One thread talks to it: pipes do not block, every wait has a deadline. What a program says
//!   while nobody listens stays in the pipe, which holds 64 KB, and then the program waits.
//! - It is reaped after its whole [family](super::family) is dead, never before: until then its
//!   number stays its own.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Resource, Rlimit, WaitId, WaitIdOptions, WaitIdStatus, prlimit, waitid};

use super::family::{Family, Level, MARK, Usage};
use super::launch::{FOLDER, Launch};
use super::lines::{FLOOD, LineBuffer, Transcript};
use super::scratch::Scratch;
use super::spawn::{Parent, Reach, spawn};
use super::watch::Watch;
use super::{Config, sandbox};
use crate::{FaultKind, MemoryMeasure, Trouble};

/// What a program may see of the arena's environment.
const PASSED_ON: [&str; 9] = [
    "PATH",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "TZ",
    "LD_LIBRARY_PATH",
    "PYTHONPATH",
    "VIRTUAL_ENV",
    "JAVA_HOME",
];

/// Open files, and CPU seconds after which the kernel ends a process that everything else has
/// failed to end.
const OPEN_FILES: u64 = 1024;
const CPU_SECONDS: u64 = 24 * 3600;

/// The folder of a program within its scratch folder; what the arena needs beside it is out of its
/// way.
const HOME: &str = "home";

/// The longest wait before we look whether the program is still there.
const TICK: Duration = Duration::from_millis(50);

/// How long a program may leave its input unread.
const DEAF: Duration = Duration::from_secs(5);

/// The programs that run now, by the numbers of their leaders.
static RUNNING: Mutex<BTreeMap<i32, Running>> = Mutex::new(BTreeMap::new());

struct Running {
    family: Family,
    folder: PathBuf,
    reach: Reach,
}

fn running() -> MutexGuard<'static, BTreeMap<i32, Running>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every program that runs and clears up after it, for a caller that leaves at once and drops
/// nothing.
pub fn end_all() {
    for Running { family, folder, .. } in std::mem::take(&mut *running()).into_values() {
        family.kill();
        // The next run removes what is left.
        let _ = fs::remove_dir_all(folder);
    }
}

/// The families of the programs that run now and can signal the arena.
pub(super) fn with_reach() -> Vec<Family> {
    let running = running();
    let with = running.values().filter(|program| program.reach == Reach::Everybody);
    with.map(|program| program.family.clone()).collect()
}

/// A running program.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    family: Family,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    lines: LineBuffer,
    complaints: LineBuffer,
    transcript: Transcript,
    watch: Option<Watch>,
    most_cpu: Duration,
    is_over: bool,
    /// Goes when the process has gone.
    _parent: Parent,
    /// Goes then too.
    _scratch: Scratch,
}

/// How to end a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// At once.
    Kill,
    /// It was asked to end by itself, and may take so long.
    Wait(Duration),
}

impl Process {
    /// Starts a program.
    pub(crate) fn start(launch: &Launch, config: &Config) -> Result<Self, Trouble> {
        let trouble = |what: String| Trouble::new(FaultKind::Crash, what);
        let no_scratch = |error: std::io::Error| trouble(format!("no scratch folder: {error}"));
        let scratch = Scratch::new().map_err(no_scratch)?;
        let home = scratch.path().join(HOME);
        fs::create_dir(&home).map_err(no_scratch)?;
        let command = unpack(launch, &home).map_err(no_scratch)?;
        let words = match config.sandbox {
            true => sandbox::wrapped(&command, scratch.path(), &home, &config.allowed).map_err(no_scratch)?,
            false => command.clone(),
        };
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| trouble("the command names no program".into()))?;
        let mut start = Command::new(program);
        start
            .args(arguments)
            .env_clear()
            .envs(environment())
            .env("HOME", &home)
            .env("TMPDIR", &home)
            .env(MARK, scratch.name())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (mut child, parent, reach) = spawn(start, config.sandbox)
            .map_err(|error| trouble(format!("`{}` cannot be started: {error}", command.join(" "))))?;
        let family = Family::new(child.id() as i32, &scratch.name());
        running().insert(
            child.id() as i32,
            Running {
                family: family.clone(),
                folder: scratch.path().to_owned(),
                reach,
            },
        );
        limit(child.id());
        let mut process = Process {
            input: child.stdin.take(),
            output: child.stdout.take(),
            errors: child.stderr.take(),
            watch: match config.memory_measure {
                MemoryMeasure::Whole => config
                    .memory
                    .map(|limit| Watch::start(family.clone(), limit, Level::default())),
                // Its level is known when it is ready.
                MemoryMeasure::Growth => None,
            },
            child,
            family,
            lines: LineBuffer::default(),
            complaints: LineBuffer::default(),
            transcript: Transcript::default(),
            most_cpu: Duration::ZERO,
            is_over: false,
            _parent: parent,
            _scratch: scratch,
        };
        process
            .unblock()
            .map_err(|error| trouble(format!("no pipe: {error}")))?;
        Ok(process)
    }

    fn unblock(&mut self) -> rustix::io::Result<()> {
        self.input.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        self.output.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))?;
        self.errors.as_ref().map_or(Ok(()), |pipe| ioctl_fionbio(pipe, true))
    }

    /// Tells the program a line.
    pub(crate) fn send(&mut self, line: &str) -> Result<(), Trouble> {
        self.transcript.said(line);
        // `stop` asks for nothing new: a flood goes on counting through it.
        if line != "stop" {
            self.lines.heard = 0;
        }
        let text = format!("{line}\n");
        let mut left = text.as_bytes();
        let until = Instant::now() + DEAF;
        while !left.is_empty() {
            let Some(input) = self.input.as_mut() else {
                return Err(self.gone("it closed its standard input"));
            };
            match input.write(left) {
                Ok(count) => left = &left[count..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if Instant::now() >= until {
                        return Err(self.trouble(FaultKind::Silence, "it does not read its standard input"));
                    }
                    // It may be stuck in a write of its own.
                    self.wait(TICK, PollFlags::OUT);
                }
                Err(_) => {
                    self.input = None;
                }
            }
        }
        Ok(())
    }

    /// The next line that the program says; `None` when there is none until then.
    pub(crate) fn line(&mut self, until: Instant) -> Result<Option<String>, Trouble> {
        loop {
            if self.lines.heard > FLOOD {
                return Err(self.trouble(
                    FaultKind::Garbage,
                    &format!("it said more than {FLOOD} bytes in one answer"),
                ));
            }
            match self.lines.next() {
                Some(Ok(line)) => {
                    self.transcript.heard(&line);
                    return Ok(Some(line));
                }
                Some(Err(bad)) => return Err(self.trouble(FaultKind::Garbage, &bad.to_string())),
                None => {}
            }
            if self.output.is_none() {
                return Err(self.gone("it closed its standard output"));
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            self.wait(left.min(TICK), PollFlags::empty());
        }
    }

    /// Waits until the program says something, can be written to where `write` asks for that, or
    /// time is up.
    fn wait(&mut self, time: Duration, write: PollFlags) {
        let timeout = Timespec {
            tv_sec: time.as_secs() as i64,
            tv_nsec: time.subsec_nanos().into(),
        };
        let mut pipes = Vec::with_capacity(3);
        pipes.extend(
            self.output
                .as_ref()
                .map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN)),
        );
        pipes.extend(
            self.errors
                .as_ref()
                .map(|pipe| PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN)),
        );
        if let Some(input) = self.input.as_ref().filter(|_| !write.is_empty()) {
            pipes.push(PollFd::from_borrowed_fd(input.as_fd(), write));
        }
        let happened = poll(&mut pipes, Some(&timeout)).unwrap_or(0);
        self.hear();
        // A child of its own may hold the pipes open after it has gone.
        if happened == 0 && self.exit().is_some() {
            self.hear();
            self.output = None;
        }
    }

    /// Takes what is in the pipes, one read each.
    fn hear(&mut self) {
        let mut buffer = [0; 1 << 16];
        match self.errors.as_mut().map(|pipe| pipe.read(&mut buffer)) {
            Some(Ok(0)) => self.errors = None,
            Some(Ok(count)) => self.note_complaints(count, &buffer),
            Some(Err(error)) if !is_passing(&error) => self.errors = None,
            _ => {}
        }
        match self.output.as_mut().map(|pipe| pipe.read(&mut buffer)) {
            Some(Ok(0)) => self.output = None,
            Some(Ok(count)) => self.lines.push(&buffer[..count]),
            Some(Err(error)) if !is_passing(&error) => self.output = None,
            _ => {}
        }
    }

    fn note_complaints(&mut self, count: usize, buffer: &[u8]) {
        self.complaints.push(&buffer[..count]);
        while let Some(line) = self.complaints.next() {
            match line {
                Ok(text) => self.transcript.complained(&text),
                Err(bad) => {
                    self.transcript.complained(&bad.to_string());
                    // What has no line end is not collected for ever.
                    let _ = self.complaints.rest();
                }
            }
        }
    }

    /// The program is ready: what it reserves from here on is growth.
    pub(crate) fn settled(&mut self, config: &Config) {
        if config.memory_measure == MemoryMeasure::Growth && self.watch.is_none() {
            let level = self.family.level();
            self.watch = config
                .memory
                .map(|limit| Watch::start(self.family.clone(), limit, level));
        }
    }

    /// CPU time of the program and all its children since it was started.
    pub(crate) fn cpu(&mut self) -> Duration {
        // An orphan takes its time with it when it ends; what was counted once stays counted.
        self.most_cpu = self.most_cpu.max(self.family.usage().cpu);
        self.most_cpu
    }

    /// What the program and all its children use.
    pub(crate) fn usage(&self) -> Usage {
        self.family.usage()
    }

    /// Bytes of memory that they use, shared pages counted once.
    pub(crate) fn memory(&self) -> u64 {
        self.family.proportional()
    }

    /// How the program ended, if it has. It is not reaped by that.
    pub(crate) fn exit(&self) -> Option<WaitIdStatus> {
        let pid = Pid::from_raw(self.child.id() as i32)?;
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(pid), options).ok().flatten()
    }

    /// Waits for the program to end by itself.
    pub(crate) fn await_exit(&mut self, most: Duration) -> Option<WaitIdStatus> {
        let until = Instant::now() + most;
        loop {
            if let Some(status) = self.exit() {
                return Some(status);
            }
            if Instant::now() >= until {
                return None;
            }
            self.hear();
            sleep(Duration::from_micros(500));
        }
    }

    /// The trouble with a program that can no longer be talked to; `cut` says how that came where
    /// it is still running.
    fn gone(&mut self, cut: &str) -> Trouble {
        let status = self.await_exit(Duration::from_millis(300));
        for _ in 0..16 {
            self.hear();
        }
        if let Some(rest) = self.complaints.rest() {
            self.transcript.complained(&rest);
        }
        match status {
            Some(status) => self.trouble(FaultKind::Crash, &format!("the program {}", in_words(&status))),
            None => self.trouble(FaultKind::Silence, &format!("{cut}, and did not end")),
        }
    }

    /// Trouble with the last lines as evidence; where memory is the reason for all that followed,
    /// it is named.
    pub(crate) fn trouble(&self, kind: FaultKind, message: &str) -> Trouble {
        let (kind, message) = match self.watch.as_ref().and_then(Watch::verdict) {
            Some(verdict) => (FaultKind::Memory, verdict),
            None => (kind, message),
        };
        Trouble {
            kind,
            message: message.to_owned(),
            evidence: self.evidence(),
        }
    }

    /// Trouble that the program itself has named; what it complained about just before belongs to
    /// it.
    pub(crate) fn confessed(&mut self, kind: FaultKind, message: &str) -> Trouble {
        for _ in 0..4 {
            self.hear();
        }
        self.trouble(kind, message)
    }

    /// The last lines in and out.
    pub(crate) fn evidence(&self) -> Vec<String> {
        self.transcript.lines()
    }

    /// Ends the program and all that came from it. Does nothing the second time.
    pub(crate) fn end(&mut self, manner: Manner) {
        if self.is_over {
            return;
        }
        self.is_over = true;
        if let Manner::Wait(most) = manner {
            self.await_exit(most);
        }
        self.watch = None;
        self.family.kill();
        running().remove(&(self.child.id() as i32));
        // Reaped last; nothing can be done if that fails.
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(Manner::Kill);
    }
}

/// Puts the files of a launch where its words look for them.
fn unpack(launch: &Launch, scratch: &Path) -> std::io::Result<Vec<String>> {
    if launch.files.is_empty() {
        return Ok(launch.words.clone());
    }
    let folder = scratch.join("bridge");
    for (name, bytes) in &launch.files {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().expect("a file is in a folder"))?;
        fs::write(file, bytes)?;
    }
    let place = folder.to_string_lossy();
    Ok(launch.words.iter().map(|word| word.replace(FOLDER, &place)).collect())
}

fn is_passing(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

fn environment() -> impl Iterator<Item = (&'static str, OsString)> {
    PASSED_ON
        .iter()
        .filter_map(|name| Some((*name, std::env::var_os(name)?)))
}

/// Sets the kernel's limits from outside, right after the start. A limit that cannot be set is one
/// the system has tighter.
fn limit(pid: u32) {
    let pid = Pid::from_raw(pid as i32);
    for (resource, most) in [
        (Resource::Nofile, OPEN_FILES),
        (Resource::Core, 0),
        (Resource::Cpu, CPU_SECONDS),
    ] {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        let _ = prlimit(pid, resource, limit);
    }
}

/// How a program ended: a clause that goes on from its name.
pub(crate) fn in_words(status: &WaitIdStatus) -> String {
    if let Some(code) = status.exit_status() {
        return format!("ended by itself with exit code {code}");
    }
    let signal = status.terminating_signal().unwrap_or(0);
    let name = match signal {
        4 => "SIGILL, an instruction this machine does not have",
        6 => "SIGABRT, it gave up",
        7 => "SIGBUS, a wrong address",
        8 => "SIGFPE, wrong arithmetic",
        9 => "SIGKILL, perhaps the system ran out of memory",
        11 => "SIGSEGV, a wrong address",
        13 => "SIGPIPE, a closed pipe",
        15 => "SIGTERM",
        24 => "SIGXCPU, too much CPU time",
        _ => "no common one",
    };
    format!("was ended by signal {signal} ({name})")
}
