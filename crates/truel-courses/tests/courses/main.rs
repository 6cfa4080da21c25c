//! Agents of the contests, as students write them, in real matches behind their bridges. The agents
//! are in `crates/truel-courses/tests/agents`, one habit each.

mod avalam;
mod contest;
mod melbourne;
mod pentago_swap;
mod threechess;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use truel_arena::{Entry, FaultKind, Job, Opening, Played, Setup, Terms, referee};

/// The agents, copied to where Python may leave its compiled files.
fn agents() -> &'static Path {
    static COPIED: OnceLock<PathBuf> = OnceLock::new();
    COPIED.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agents");
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("course-agents");
        // What an earlier run has left.
        let _ = fs::remove_dir_all(&target);
        copy(&source, &target);
        target
    })
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("the agents").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// An agent of the folder by its path there, with a class where one is named.
fn agent(path: &str) -> Entry {
    format!("course:{}/{path}", agents().display())
        .parse()
        .expect("an entry")
}

fn ours(spec: &str) -> Entry {
    spec.parse().expect("a spec")
}

/// The arena with all contests.
fn setup() -> Setup {
    Setup::new(truel_champions::roster()).with_contests(&truel_courses::Courses)
}

/// The setting that names a folder of the contest's classes.
fn classes_in(folder: PathBuf) -> BTreeMap<String, String> {
    let folder = folder.into_os_string().into_string().expect("a path in UTF-8");
    BTreeMap::from([(truel_courses::REFEREE_CLASSES.to_owned(), folder)])
}

fn job(game: &str, seats: Vec<Entry>, terms: &Terms) -> Job {
    Job {
        id: 1,
        game: game.into(),
        seats,
        opening: Opening::default(),
        seed: 11,
        terms: terms.in_game(game, &setup()),
    }
}

fn play(game: &str, seats: Vec<Entry>) -> Played {
    referee::play(&job(game, seats, &Terms::default()), &setup()).expect("it can be played")
}

/// A match that must go to its end by the rules.
#[track_caller]
fn finishes(game: &str, seats: Vec<Entry>) -> Played {
    let played = play(game, seats);
    assert!(played.faults.is_empty(), "{:#?}", played.faults);
    played
}

/// A match that must end by a fault of the first seat to blame; its sentence and evidence as one
/// text.
#[track_caller]
fn fails(played: &Played, kind: FaultKind) -> (String, String) {
    let [fault] = played.faults.as_slice() else {
        panic!("one fault: {:#?}", played.faults)
    };
    assert_eq!(fault.kind, kind, "{fault:#?}");
    assert!(!fault.message.contains('\n'), "{}", fault.message);
    (fault.message.clone(), fault.evidence.join("\n"))
}

/// The contest's classes and the agents in Java, compiled.
fn classes() -> (PathBuf, PathBuf) {
    static COMPILED: OnceLock<(PathBuf, PathBuf)> = OnceLock::new();
    let compile = || {
        let java = agents().join("java");
        let (referee, theirs) = (java.join("referee-classes"), java.join("agent-classes"));
        javac(&java.join("referee"), &referee, &referee);
        javac(&java.join("agents"), &theirs, &referee);
        javac(&java.join("project/src"), &java.join("project/bin"), &referee);
        (referee, theirs)
    };
    COMPILED.get_or_init(compile).clone()
}

fn javac(source: &Path, target: &Path, classes: &Path) {
    let mut files = Vec::new();
    sources(source, &mut files);
    let done = Command::new("javac")
        .arg("-d")
        .arg(target)
        .arg("-cp")
        .arg(classes)
        .args(files)
        .status();
    let done = done.expect("these tests need a JDK (Debian and Ubuntu: apt install default-jdk-headless)");
    assert!(done.success());
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("sources").flatten() {
        if entry.path().is_dir() {
            sources(&entry.path(), files);
        } else {
            files.push(entry.path());
        }
    }
}
