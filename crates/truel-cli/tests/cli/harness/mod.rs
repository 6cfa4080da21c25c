//! Every subcommand against everything that goes wrong with files, pipes and signals: the right
//! exit code, one line, no panic, nothing left behind. A subcommand without a row in [`rows`] fails
//! the first test.

mod place;
mod rows;

use std::fs::{self, File, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::truel;
use place::{Place, Ran, closed_pipe, finish, full_disk, is_root};
use rows::{ROWS, Reads, Row, Stops};

const NOWHERE: &str = "/nonexistent/folder/file";

/// The subcommands that a help text lists.
fn listed(help: &str) -> Vec<String> {
    let names = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    names
        .take_while(|line| line.starts_with("  "))
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .collect()
}

#[test]
fn every_subcommand_has_a_row() {
    let mut all = Vec::new();
    for name in listed(&truel(&["--help"]).ok()) {
        let inner = listed(&truel(&[&name, "--help"]).ok());
        all.extend(inner.iter().map(|inner| format!("{name} {inner}")));
        all.push(name);
    }
    // Hidden from people who play, but meant for those who make packages.
    all.push("man".to_owned());
    let mut rows: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
    all.sort();
    rows.sort_unstable();
    assert!(all.len() > 25, "{all:?}");
    assert_eq!(all, rows);
}

/// Collects what went wrong, so that one run of the harness tells everything.
#[derive(Default)]
struct Wrong(Vec<String>);

impl Wrong {
    fn note(&mut self, row: &str, found: Result<(), String>) {
        self.0.extend(found.err().map(|why| format!("{row}: {why}")));
    }

    #[track_caller]
    fn none(self) {
        assert!(self.0.is_empty(), "\n{}\n", self.0.join("\n"));
    }
}

/// Runs every row that reads a file with this one, but for those that make their own where there is
/// none; `expected` says how a row may end.
fn reading(place: &Place, input: &Path, expected: impl Fn(&Row, &Ran) -> Result<(), String>) {
    let mut wrong = Wrong::default();
    let is_new = fs::metadata(input).map_or(true, |found| found.is_file() && found.len() == 0);
    let begins = |row: &&Row| is_new && row.reads == Reads::Own;
    for row in ROWS.iter().filter(|row| row.reads != Reads::Nothing && !begins(row)) {
        let before = place.contents();
        let mut run = place.command(row.read, input, Path::new(NOWHERE));
        if matches!(row.reads, Reads::Lines | Reads::Person) {
            match File::open(input) {
                Ok(file) => run.stdin(file),
                // The shell would say so.
                Err(_) => continue,
            };
        }
        let ran = place.run(run);
        wrong.note(row.read, ran.is_calm());
        wrong.note(row.read, expected(row, &ran));
        let after = place.contents();
        if after != before {
            wrong.note(row.read, Err(format!("left behind: {after:?} from {before:?}")));
        }
    }
    wrong.none();
}

/// Trouble, but for what reads lines as they come.
fn trouble(row: &Row, ran: &Ran) -> Result<(), String> {
    match row.reads {
        Reads::Lines if ran.code == Some(0) => Ok(()),
        // Each wrong log is told, and then their number.
        Reads::Logs if ran.code == Some(1) && ran.err.lines().count() == 2 => Ok(()),
        // A person may have said something before.
        Reads::Person if ran.code == Some(2) && ran.err.lines().count() == 1 => Ok(()),
        _ => ran.is_trouble(),
    }
}

/// Trouble that names the file.
fn named_trouble(row: &Row, ran: &Ran, name: &str) -> Result<(), String> {
    trouble(row, ran)?;
    match ran.err.contains(name) || matches!(row.reads, Reads::Lines | Reads::Person) {
        true => Ok(()),
        false => Err(format!("`{name}` is not named: {}", ran.err)),
    }
}

#[test]
fn a_missing_file() {
    let place = Place::new();
    reading(&place, &place.at("missing"), |row, ran| {
        named_trouble(row, ran, "missing")
    });
}

#[test]
fn a_folder_for_a_file() {
    let place = Place::new();
    reading(&place, &place.at("folder"), |row, ran| {
        named_trouble(row, ran, "folder")
    });
}

#[test]
fn an_unreadable_file() {
    let mut place = Place::new();
    let secret = place.at("secret");
    fs::write(&secret, "secret").expect("a file");
    fs::set_permissions(&secret, Permissions::from_mode(0o000)).expect("our file");
    place.as_nobody = true;
    let works = place.command("games", Path::new(""), Path::new("")).output();
    if is_root() && !works.is_ok_and(|ran| ran.status.success()) {
        let _ = writeln!(std::io::stderr(), "skipped: only root may run the binary where it lies");
        return;
    }
    reading(&place, &secret, |row, ran| match row.reads {
        // We open the file for it, and we are root.
        Reads::Lines | Reads::Person => Ok(()),
        _ => ran.is_trouble().and_then(|()| named_trouble(row, ran, "secret")),
    });
}

#[test]
fn binary_garbage() {
    let place = Place::new();
    let garbage: Vec<u8> = (0..20_000_u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect();
    fs::write(place.at("garbage"), garbage).expect("a file");
    reading(&place, &place.at("garbage"), |row, ran| {
        named_trouble(row, ran, "garbage")
    });
}

#[test]
fn an_empty_file() {
    let place = Place::new();
    fs::write(place.at("empty"), "").expect("a file");
    reading(&place, &place.at("empty"), |row, ran| match row.reads {
        // The input ended before the match.
        Reads::Person if ran.code == Some(1) => Ok(()),
        _ => named_trouble(row, ran, "empty"),
    });
}

#[test]
fn a_line_of_100_megabytes() {
    let mut place = Place::new();
    // A gigabyte of address space, most of which threads and code take without using it.
    place.memory = Some(1_000_000);
    fs::write(place.at("long"), vec![b'x'; 100 << 20]).expect("a file");
    reading(&place, &place.at("long"), |row, ran| match ran.err.len() < 4000 {
        true => named_trouble(row, ran, "long"),
        false => Err(format!("a complaint of {} bytes", ran.err.len())),
    });
}

/// Runs every row that writes a file, with this one.
fn writing(place: &Place, output: &Path, typed: &str) {
    let mut wrong = Wrong::default();
    for row in ROWS {
        for write in row.write {
            // What makes folders itself makes those before it too.
            if write.contains("OUT/") && output.starts_with("/nonexistent") {
                continue;
            }
            let before = place.contents();
            let ran = place.run(place.command(write, Path::new(""), output));
            wrong.note(write, ran.is_calm());
            let complaints: Vec<&str> = ran.err.lines().filter(|line| line.starts_with("error: ")).collect();
            let told = ran.code == Some(2) && complaints.len() == 1 && complaints[0].contains(typed);
            if !told || ran.err.contains(".tmp") {
                wrong.note(
                    write,
                    Err(format!("no trouble in one line that names {typed}: {ran:?}")),
                );
            }
            let after = place.contents();
            if after != before {
                wrong.note(write, Err(format!("left behind: {after:?} from {before:?}")));
            }
        }
    }
    wrong.none();
}

#[test]
fn an_output_in_a_missing_folder() {
    writing(&Place::new(), Path::new(NOWHERE), NOWHERE);
}

#[test]
fn an_output_that_is_a_folder() {
    let place = Place::new();
    fs::write(place.at("folder/inside"), "something").expect("a file");
    let folder = place.at("folder");
    writing(&place, &folder, "folder");
    assert!(folder.join("inside").is_file());
}

#[test]
fn an_output_on_a_full_disk() {
    writing(&Place::new(), Path::new("/dev/full"), "/dev/full");
}

#[test]
fn a_full_disk_behind_standard_output() {
    let (place, mut wrong) = (Place::new(), Wrong::default());
    for row in ROWS.iter().filter(|row| !row.prints.is_empty()) {
        let mut run = place.command(row.prints, Path::new(""), Path::new(NOWHERE));
        let ran = finish(
            run.stdout(full_disk())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the binary"),
        );
        wrong.note(row.prints, ran.is_calm());
        let complaints = ran.err.lines().filter(|line| line.starts_with("error: ")).count();
        if (ran.code, complaints) != (Some(2), 1) {
            wrong.note(row.prints, Err(format!("no trouble in one line: {ran:?}")));
        }
    }
    wrong.none();
}

#[test]
fn a_closed_pipe_behind_standard_output() {
    let (place, mut wrong) = (Place::new(), Wrong::default());
    for row in ROWS.iter().filter(|row| !row.prints.is_empty()) {
        let mut run = place.command(row.prints, Path::new(""), Path::new(NOWHERE));
        let ran = finish(
            run.stdout(closed_pipe())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the binary"),
        );
        wrong.note(row.prints, ran.is_calm());
        if ran.code != Some(0) || ran.err.to_lowercase().contains("pipe") || ran.err.contains("error") {
            wrong.note(row.prints, Err(format!("it is no trouble: {ran:?}")));
        }
    }
    wrong.none();
}

#[test]
fn nothing_at_all_can_be_said() {
    let (place, mut wrong) = (Place::new(), Wrong::default());
    for row in ROWS.iter().filter(|row| !row.prints.is_empty()) {
        let mut run = place.command(row.prints, Path::new(""), Path::new(NOWHERE));
        let ran = finish(
            run.stdout(Stdio::null())
                .stderr(full_disk())
                .spawn()
                .expect("the binary"),
        );
        if ran.code != Some(0) {
            wrong.note(row.prints, Err(format!("{ran:?}")));
        }
    }
    wrong.none();
}

/// Hundredths of a second that a process has worked for.
fn worked(process: u32) -> u64 {
    let line = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields: Vec<&str> = line.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let time = |at: usize| fields.get(at).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    time(11) + time(12)
}

/// Presses Ctrl-C once the command is at work, and again where it takes its time.
fn interrupt(place: &Place, row: &Row) -> Ran {
    let mut run = place.command(row.long, Path::new(""), &place.at("dir/out"));
    let mut child = run
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary is there");
    let id = child.id();
    // Some only wait for somebody; then a while will do.
    let begin = Instant::now();
    while worked(id) < 10 && begin.elapsed() < Duration::from_secs(2) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let input = child.stdin.take();
    let presses = std::thread::spawn(move || {
        for _ in 0..30 {
            let _ = Command::new("kill")
                .args(["-INT", &id.to_string()])
                .stderr(Stdio::null())
                .status();
            std::thread::sleep(Duration::from_secs(2));
            if !Path::new(&format!("/proc/{id}")).exists() {
                return;
            }
        }
    });
    let ran = finish(child);
    drop(input);
    presses.join().expect("a thread");
    ran
}

#[test]
fn an_interrupt() {
    let mut wrong = Wrong::default();
    for row in ROWS.iter().filter(|row| row.stops != Stops::AtOnce) {
        let place = Place::new();
        let before = place.contents();
        let ran = interrupt(&place, row);
        wrong.note(row.long, ran.is_calm());
        let is_right = match row.stops {
            Stops::Done => ran.code == Some(0),
            _ => matches!(ran.code, None | Some(130)),
        };
        if !is_right {
            wrong.note(row.long, Err(format!("exit code {:?}: {}", ran.code, ran.err)));
        }
        let mut after = place.contents();
        // What it was asked to write is there whole or not at all; a store is whole at every
        // moment.
        after.retain(|path, _| !path.starts_with(place.at("dir")) || path.file_name().is_some_and(is_hidden));
        let before: Vec<_> = before.keys().filter(|path| !path.ends_with("dir")).collect();
        let after: Vec<_> = after.keys().filter(|path| !path.ends_with("dir")).collect();
        if after != before {
            wrong.note(row.long, Err(format!("left behind: {after:?} from {before:?}")));
        }
    }
    wrong.none();
}

fn is_hidden(name: &std::ffi::OsStr) -> bool {
    name.to_string_lossy().starts_with('.')
}
