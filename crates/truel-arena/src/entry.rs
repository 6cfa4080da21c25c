//! Who takes part: an agent of ours by its spec, a program by its command line, or an agent of a
//! contest; with a name and a clock of its own, if wanted.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt::{self, Display};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use truel_agents::{Malformed, Spec, SpecError};
use truel_core::lines::read_text;
use truel_core::{AnyGame, ParseError, Seat, clean};

use crate::{ForeignAgent, Job, LaunchError, NoForeignAgent, Opening, Setup, Terms, TimeControl, contender};

/// The most bytes of a file with an entry.
const LARGEST: usize = 1 << 16;

/// The most characters of a name.
const LONGEST_NAME: usize = 60;

/// Who takes part, as typed: what plays, and if wanted a name before it and a clock behind it, as
/// in `mine=course:my_team[200ms/move]`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Entry {
    /// What people call it, where they said so.
    pub name: Option<String>,
    /// Its own time control, in place of the one that all have.
    pub time: Option<TimeControl>,
    /// What plays.
    pub kind: EntryKind,
}

/// What takes a seat, as typed: `mcts:time=1s`, `cmd:python3 my_agent.py`, or
/// `course:my_package:Player`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum EntryKind {
    /// An agent of ours.
    Agent(Spec),
    /// A program that speaks the engine protocol, with its arguments; never run through a shell.
    Command(Vec<String>),
    /// An agent that was written for the referee of a contest; it runs behind a bridge.
    Foreign(ForeignAgent),
}

/// Why a text is no entry, or one that cannot play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EntryError {
    /// It is no spec.
    #[error(transparent)]
    Spec(#[from] Malformed),
    /// It is an agent that cannot play this game so.
    #[error(transparent)]
    Agent(#[from] SpecError),
    /// It is meant to be an agent of a contest, and names none.
    #[error(transparent)]
    NoForeign(#[from] NoForeignAgent),
    /// It is an agent of a contest that cannot be run here.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// The command line cannot be split into words.
    #[error("`{text}`: {why} (a program is entered as in `cmd:python3 my_agent.py`)")]
    Command {
        /// What was given.
        text: String,
        /// What is wrong.
        why: String,
    },
    /// The name before `=` is none.
    #[error("`{text}`: {why} (a name is given as in `mine=champion`)")]
    Name {
        /// What was given.
        text: String,
        /// What is wrong.
        why: &'static str,
    },
    /// The clock in brackets is none.
    #[error("`{text}`: {why} (a clock is given as in `champion[200ms/move]`)")]
    Time {
        /// What was given.
        text: String,
        /// What is wrong.
        why: Box<ParseError>,
    },
    /// The file that it is written in is wrong.
    #[error("{}: {why}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// It is a program, and does not get as far as its first move.
    #[error("`{entry}` cannot start: {why}")]
    Start {
        /// Which one.
        entry: String,
        /// What went wrong.
        why: String,
    },
}

impl From<EntryKind> for Entry {
    fn from(kind: EntryKind) -> Self {
        Entry {
            name: None,
            time: None,
            kind,
        }
    }
}

impl Entry {
    /// An agent of ours, without a name or a clock of its own.
    pub fn agent(spec: Spec) -> Self {
        EntryKind::Agent(spec).into()
    }

    /// The same for a program and its arguments.
    pub fn command(words: Vec<String>) -> Self {
        EntryKind::Command(words).into()
    }

    /// The same for an agent of a contest.
    pub fn foreign(agent: ForeignAgent) -> Self {
        EntryKind::Foreign(agent).into()
    }

    /// As typed on a command line: an entry, or `@FILE` for one that is written in a file. Empty
    /// lines and lines that begin with `#` are ignored there, and paths are relative to the file.
    pub fn typed(text: &str) -> Result<Self, EntryError> {
        let Some(path) = text.strip_prefix('@').map(PathBuf::from) else {
            return text.parse();
        };
        let wrong = |why: String| EntryError::File {
            path: path.clone(),
            why,
        };
        let read = File::open(&path).and_then(|file| read_text(file, LARGEST));
        let text = read.map_err(|cause| wrong(cause.to_string()))?;
        let lines = text.lines().map(str::trim);
        let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        match (lines.next(), lines.next()) {
            (Some(line), None) => {
                let entry: Entry = line.parse().map_err(|error: EntryError| wrong(error.to_string()))?;
                Ok(entry.seen_from(path.parent().unwrap_or(Path::new(""))))
            }
            (None, _) => Err(wrong("the file names no agent".to_owned())),
            (Some(_), Some(_)) => Err(wrong("the file names more than one agent".to_owned())),
        }
    }

    /// The terms that hold for it: with its own clock, where it has one.
    pub fn terms<'a>(&self, terms: &'a Terms) -> Cow<'a, Terms> {
        match self.time {
            Some(time) => Cow::Owned(Terms { time, ..terms.clone() }),
            None => Cow::Borrowed(terms),
        }
    }

    /// Checks that it can play a game under these terms, as far as possible without starting it.
    pub fn check(&self, game: &str, terms: &Terms, setup: &Setup) -> Result<(), EntryError> {
        match &self.kind {
            EntryKind::Agent(spec) => Ok(setup.check_agent(game, spec)?),
            EntryKind::Command(_) => Ok(()),
            EntryKind::Foreign(agent) => Ok(setup.contests().launch(agent, game, &self.terms(terms)).map(|_| ())?),
        }
    }

    /// Checks that the program of a command exists and may be run, without starting it. Otherwise
    /// it would lose every match of a series.
    pub fn at_hand(&self) -> Result<(), EntryError> {
        let EntryKind::Command(words) = &self.kind else {
            return Ok(());
        };
        let Some(program) = words.first() else { return Ok(()) };
        let wrong = |why: String| EntryError::Command {
            text: self.kind.to_string(),
            why,
        };
        let folders = match program.contains('/') {
            true => vec![PathBuf::new()],
            false => env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect(),
        };
        let mut places = folders.iter().map(|folder| folder.join(program));
        let is_file = |place: &PathBuf| place.metadata().is_ok_and(|found| found.is_file());
        let Some(place) = places.clone().find(|place| is_runnable(place)) else {
            return Err(wrong(match places.any(|place| is_file(&place)) {
                true => format!("{program} is no program that may be run"),
                false => format!("there is no program {program}"),
            }));
        };
        match interpreter(&place) {
            Some(missing) if !is_file(&missing) => Err(wrong(format!(
                "{program} asks for {}, which is not there",
                missing.display()
            ))),
            _ => Ok(()),
        }
    }

    /// Starts it as a match would, up to its first move, and ends it again. One that cannot start
    /// would lose every match of a series, and a table would call that strength of the others.
    pub fn starts(&self, table: &dyn AnyGame, terms: &Terms, setup: &Setup) -> Result<(), EntryError> {
        if !self.is_program() {
            return Ok(());
        }
        let info = table.info();
        let job = Job {
            id: 0,
            game: info.id.to_owned(),
            seats: vec![self.clone(); info.seats.len()],
            opening: Opening::default(),
            seed: 1,
            terms: terms.clone(),
        };
        match contender::seat(&job, info, Seat::new(0), setup) {
            Ok(_) => Ok(()),
            Err(trouble) => Err(EntryError::Start {
                entry: self.shown(),
                why: trouble.cleaned().message,
            }),
        }
    }

    /// Whether both play alike, whatever they are called.
    pub fn is_same_as(&self, other: &Entry) -> bool {
        (&self.kind, self.time) == (&other.kind, other.time)
    }

    /// Whether it is a program, which runs as a process of its own.
    pub const fn is_program(&self) -> bool {
        !matches!(self.kind, EntryKind::Agent(_))
    }

    /// Whether it was written for the referee of a contest.
    pub const fn is_foreign(&self) -> bool {
        matches!(self.kind, EntryKind::Foreign(_))
    }

    /// As it is typed but for its name, safe to print: a command may hold anything.
    pub fn shown(&self) -> String {
        clean::shown(&self.unnamed()).into_owned()
    }

    /// What it is called: its name, or as it is typed.
    pub fn called(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.shown())
    }

    fn unnamed(&self) -> String {
        match self.time {
            Some(time) => format!("{}[{time}]", self.kind),
            None => self.kind.to_string(),
        }
    }

    /// The same entry with a relative path of an agent resolved against `folder`.
    pub fn seen_from(&self, folder: &Path) -> Self {
        match &self.kind {
            EntryKind::Foreign(agent) => Entry {
                kind: EntryKind::Foreign(agent.seen_from(folder)),
                ..self.clone()
            },
            _ => self.clone(),
        }
    }

    /// What it is called where there is little room: of its paths, only so many of the last parts.
    fn short(&self, parts: usize) -> String {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let kind = match &self.kind {
            EntryKind::Agent(spec) => spec.to_string(),
            EntryKind::Command(words) => {
                let words = words.iter().map(|word| last_parts(word, parts));
                format!("cmd:{}", shell_words::join(words))
            }
            EntryKind::Foreign(agent) => {
                let path = last_parts(&agent.path.to_string_lossy(), parts).into();
                let class = agent.class.clone();
                ForeignAgent { path, class }.to_string()
            }
        };
        let time = self.time.map(|time| format!("[{time}]")).unwrap_or_default();
        clean::shown(&(kind + &time)).into_owned()
    }

    /// What entrants are called, each in its own way: by their names or as they are typed, and
    /// numbered where several are the same (`greedy`, `greedy #2`).
    pub fn names(entries: &[Entry]) -> Vec<String> {
        numbered(entries.iter().map(Entry::called))
    }

    /// The same for a table, where long paths are [shortened](Entry::short_name).
    pub fn short_names(entries: &[Entry]) -> Vec<String> {
        numbered(entries.iter().map(|entry| entry.short_name(entries)))
    }

    /// What it is called in a table of these entries: of long paths only the end, and as much of it
    /// as tells it from the others.
    pub fn short_name(&self, entries: &[Entry]) -> String {
        /// How many parts of a path are shown at most before it is shown as a whole.
        const MOST: usize = 4;
        let is_own = |parts: &usize| {
            let same = entries.iter().filter(|other| other.short(*parts) == self.short(*parts));
            same.into_iter().all(|other| other.called() == self.called())
        };
        let parts = (1..=MOST).find(is_own);
        parts.map_or_else(|| self.called(), |parts| self.short(parts))
    }
}

/// The same names, with a number behind those that came before.
fn numbered(names: impl Iterator<Item = String>) -> Vec<String> {
    let (mut seen, mut taken) = (BTreeMap::<String, usize>::new(), BTreeSet::new());
    let number = |name: String| {
        loop {
            let count = seen.entry(name.clone()).or_default();
            *count += 1;
            let name = match *count {
                1 => name.clone(),
                count => format!("{name} #{count}"),
            };
            // Somebody may be called `greedy #2`.
            if taken.insert(name.clone()) {
                return name;
            }
        }
    };
    names.map(number).collect()
}

/// The last parts of a path; any other word as it is.
fn last_parts(word: &str, parts: usize) -> String {
    let is_long = word.trim_end_matches('/').matches('/').count() >= parts;
    let ends: Vec<&str> = word.rsplit('/').filter(|part| !part.is_empty()).take(parts).collect();
    match is_long && !ends.is_empty() {
        true => ends.into_iter().rev().collect::<Vec<_>>().join("/"),
        false => word.to_owned(),
    }
}

#[cfg(unix)]
fn is_runnable(place: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    place
        .metadata()
        .is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_runnable(place: &Path) -> bool {
    place.is_file()
}

/// What runs a script, by its first line; nothing for all else.
fn interpreter(place: &Path) -> Option<PathBuf> {
    let mut head = Vec::new();
    File::open(place).ok()?.take(256).read_to_end(&mut head).ok()?;
    let line = head.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let path = std::str::from_utf8(line).ok()?.split_whitespace().next()?;
    Some(PathBuf::from(path))
}

impl Display for EntryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntryKind::Agent(spec) => write!(f, "{spec}"),
            EntryKind::Command(words) => write!(f, "cmd:{}", shell_words::join(words)),
            EntryKind::Foreign(agent) => write!(f, "{agent}"),
        }
    }
}

impl Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "{name}={}", self.unnamed()),
            None => f.write_str(&self.unnamed()),
        }
    }
}

impl FromStr for EntryKind {
    type Err = EntryError;

    fn from_str(text: &str) -> Result<Self, EntryError> {
        if ForeignAgent::is_meant(text) {
            return Ok(EntryKind::Foreign(text.parse()?));
        }
        let Some(line) = text.strip_prefix(PROGRAM) else {
            return Ok(EntryKind::Agent(text.parse()?));
        };
        let wrong = |why: &str| EntryError::Command {
            text: text.to_owned(),
            why: why.to_owned(),
        };
        let words = shell_words::split(line).map_err(|_| wrong("its quotes do not match"))?;
        if words.is_empty() {
            return Err(wrong("it names no program"));
        }
        Ok(EntryKind::Command(words))
    }
}

/// What comes before a command line.
const PROGRAM: &str = "cmd:";

impl FromStr for Entry {
    type Err = EntryError;

    fn from_str(text: &str) -> Result<Self, EntryError> {
        // A name comes before everything else; an `=` behind a colon sets a parameter, or belongs
        // to a command or a path.
        let (name, rest) = match text.find([':', '=']) {
            Some(at) if text[at..].starts_with('=') => (Some(&text[..at]), &text[at + 1..]),
            _ => (None, text),
        };
        let name = name.map(|name| read_name(name, text)).transpose()?;
        let (kind, time) = split_time(rest, text)?;
        Ok(Entry {
            name,
            time,
            kind: kind.parse()?,
        })
    }
}

fn read_name(name: &str, text: &str) -> Result<String, EntryError> {
    let name = name.trim();
    let why = match name {
        "" => "it has no name before `=`",
        _ if name.chars().count() > LONGEST_NAME => "its name is too long",
        _ if name.contains(['[', ']']) || clean::shown(name) != name => "its name has a character of no name",
        _ => return Ok(name.to_owned()),
    };
    let text = clean::shown(text).into_owned();
    Err(EntryError::Name { text, why })
}

/// What plays, and its clock in brackets behind it. Other brackets may end a command or a path, but
/// no spec.
fn split_time<'a>(rest: &'a str, text: &str) -> Result<(&'a str, Option<TimeControl>), EntryError> {
    let Some((kind, time)) = rest.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) else {
        return Ok((rest, None));
    };
    match time.parse() {
        Ok(time) => Ok((kind, Some(time))),
        Err(_) if rest.starts_with(PROGRAM) || ForeignAgent::is_meant(rest) => Ok((rest, None)),
        Err(why) => Err(EntryError::Time {
            text: clean::shown(text).into_owned(),
            why: Box::new(why),
        }),
    }
}

impl From<Entry> for String {
    fn from(entry: Entry) -> Self {
        entry.to_string()
    }
}

impl TryFrom<String> for Entry {
    type Error = EntryError;

    fn try_from(text: String) -> Result<Self, EntryError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_written_as_they_are_read() {
        for text in [
            "random",
            "mcts:time=1s,c=1",
            "cmd:python3 agent.py",
            "cmd:./a 'two words'",
            "course:teams/one:Player",
        ] {
            assert_eq!(text.parse::<Entry>().expect(text).to_string(), text);
        }
    }

    #[test]
    fn a_name_and_a_clock_are_read_and_written() {
        for (text, name, time, shown) in [
            ("mine=champion", Some("mine"), None, "champion"),
            ("champion[200ms/move]", None, Some("200ms/move"), "champion[200ms/move]"),
            (
                "my team=course:teams/one:Player[30s/first,2s/move]",
                Some("my team"),
                Some("30s/first,2s/move"),
                "course:teams/one:Player[30s/first,2s/move]",
            ),
            (
                "slow=mcts:sims=10,c=1[60s/game]",
                Some("slow"),
                Some("60s/game"),
                "mcts:sims=10,c=1[60s/game]",
            ),
            (
                "cmd:./a --deep[60s+500ms]",
                None,
                Some("60s+500ms"),
                "cmd:./a --deep[60s+500ms]",
            ),
            // What is no clock belongs to a command or a path.
            ("cmd:./a 'b[1]'", None, None, "cmd:./a 'b[1]'"),
            ("course:teams/a[1]", None, None, "course:teams/a[1]"),
        ] {
            let entry: Entry = text.parse().expect(text);
            assert_eq!(entry.name.as_deref(), name, "{text}");
            assert_eq!(entry.time.map(|time| time.to_string()).as_deref(), time, "{text}");
            assert_eq!((entry.to_string(), entry.shown()), (text.to_owned(), shown.to_owned()));
        }
        for (text, why) in [
            ("=champion", "no name"),
            ("a[b=champion", "no name"),
            ("champion[fast]", "1s/move"),
            ("champion[0s/move]", "1s/move"),
            ("mine=", "agent"),
        ] {
            let error = text.parse::<Entry>().expect_err(text).to_string();
            assert!(error.contains(why) && error.lines().count() == 1, "{text}: {error}");
        }
    }

    #[test]
    fn an_entry_is_read_from_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("mine.txt");
        let typed = || Entry::typed(&format!("@{}", path.display()));
        let write = |text: &str| std::fs::write(&path, text).expect("a file");
        write("# my agent\n\nmine=course:team:Player[1s/move]\n");
        let text = format!("mine=course:{}:Player[1s/move]", folder.path().join("team").display());
        assert_eq!(typed().expect("an entry").to_string(), text);
        for (text, why) in [
            ("", "no agent"),
            ("greedy\nrandom\n", "more than one"),
            ("x[1]", "1s/move"),
        ] {
            write(text);
            let error = typed().expect_err(text).to_string();
            assert!(error.contains("mine.txt: ") && error.contains(why), "{error}");
        }
        std::fs::remove_file(&path).expect("our file");
        assert!(typed().is_err());
        assert_eq!(Entry::typed("greedy"), "greedy".parse());
    }

    #[test]
    fn names_tell_everybody_apart_and_tables_shorten_paths() {
        let entries = |texts: &[&str]| -> Vec<Entry> { texts.iter().map(|text| text.parse().expect(text)).collect() };
        let same = entries(&["greedy", "x=greedy", "greedy", "greedy #2=greedy", "greedy"]);
        let numbers = ["greedy", "x", "greedy #2", "greedy #2 #2", "greedy #3"];
        assert_eq!(Entry::names(&same), numbers);
        assert_eq!(Entry::short_names(&same), numbers);
        let paths = entries(&[
            "course:/home/ann/contest/team:Player[1s/move]",
            "course:/home/ben/contest/team:Player[1s/move]",
            "cmd:python3 /home/ann/engine/main.py --fast",
            "course:/home/cid/robot/",
        ]);
        assert_eq!(Entry::names(&paths)[0], "course:/home/ann/contest/team:Player[1s/move]");
        assert_eq!(
            Entry::short_names(&paths),
            [
                "course:ann/contest/team:Player[1s/move]",
                "course:ben/contest/team:Player[1s/move]",
                "cmd:python3 main.py --fast",
                "course:robot",
            ]
        );
    }

    #[test]
    fn a_command_without_words_or_with_an_open_quote_is_refused() {
        for text in ["cmd:", "cmd:  ", "cmd:a 'b"] {
            assert!(text.parse::<Entry>().is_err(), "{text}");
        }
    }
}
