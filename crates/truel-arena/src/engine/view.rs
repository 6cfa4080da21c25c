//! What a program in the sandbox sees of the disk: an allow-list.
//!
//! - The system's software: `/usr` and its like, and of `/etc` what the loader, Java, Python and
//!   the clock need.
//! - The program's own folder, and that of every file or folder that its command names. For an
//!   interpreter that lies elsewhere (pyenv, a virtual environment, a JDK), the folder that it was
//!   installed in.
//! - What the variables name that are passed on to it (`PYTHONPATH` and others).
//! - What the user allows.
//!
//! Nothing else: no home, no `/etc/shadow`, nobody's temporary files. Some folders are too wide to
//! be one program's own: the user's home, `/etc`, the folder for temporary files, and whatever is
//! above them. Of a program that lies there, only the file is shown. The arena's own files are left
//! out even where their folder is shown.

use std::env;
use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

/// Software of the system.
const SYSTEM: [&str; 9] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/nix/store",
    "/gnu/store",
];

/// What of `/etc` programs need: names begin so.
const SETTINGS: [&str; 8] = [
    "alternatives",
    "java",
    "ld.so",
    "localtime",
    "nsswitch.conf",
    "python3",
    "ssl",
    "timezone",
];

/// Folders of the system that are never one program's own.
const WIDE: [&str; 16] = [
    "/", "/boot", "/dev", "/etc", "/home", "/media", "/mnt", "/opt", "/proc", "/root", "/run", "/srv", "/sys", "/tmp",
    "/var", "/var/tmp",
];

/// Folders of the system whose files are never a program's own, whatever its command names.
const PRIVATE: [&str; 6] = ["/boot", "/dev", "/etc", "/proc", "/run", "/sys"];

/// Folders in a home that belong to many programs.
const SHARED: [&str; 4] = [".cache", ".config", ".local", ".local/share"];

/// Variables that are passed on and name folders.
const VARIABLES: [&str; 4] = ["LD_LIBRARY_PATH", "PYTHONPATH", "VIRTUAL_ENV", "JAVA_HOME"];

/// How many scripts may start each other.
const MOST_SCRIPTS: u32 = 4;

/// What is shown.
#[derive(PartialEq, Eq, Default, Debug)]
pub(super) struct View {
    /// What is read, and under which name; those above come before those below.
    pub(super) places: Vec<(PathBuf, PathBuf)>,
    /// Links of the system, with their targets.
    pub(super) links: Vec<(PathBuf, PathBuf)>,
    hidden: Vec<PathBuf>,
}

impl View {
    /// What this command sees.
    pub(super) fn of(command: &[String], allowed: &[PathBuf], hidden: &[PathBuf]) -> Self {
        let mut view = View {
            hidden: hidden.to_vec(),
            ..View::default()
        };
        view.system();
        for (index, word) in command.iter().enumerate() {
            let is_module = index > 0 && command[index - 1] == "-m";
            view.word(word, is_module);
        }
        for variable in VARIABLES {
            for folder in env::split_paths(&env::var_os(variable).unwrap_or_default()) {
                if folder.is_dir() {
                    view.folder(&whole(&folder));
                }
            }
        }
        for path in allowed {
            view.show(&whole(path));
        }
        view.places.sort();
        view.places.dedup();
        // In the order in which they are mounted: what lies above must not cover what lies below.
        view.places.sort_by_key(|(_, place)| place.components().count());
        view
    }

    fn system(&mut self) {
        for folder in SYSTEM.map(Path::new) {
            match fs::read_link(folder) {
                Ok(target) => self.links.push((target, folder.to_owned())),
                Err(_) if folder.is_dir() => self.places.push((folder.to_owned(), folder.to_owned())),
                Err(_) => {}
            }
        }
        for entry in fs::read_dir("/etc").into_iter().flatten().flatten() {
            let name = entry.file_name();
            let is_needed = SETTINGS.iter().any(|known| name.to_string_lossy().starts_with(known));
            // Keys are in there, where certificates are.
            let path = if name == "ssl" {
                entry.path().join("certs")
            } else {
                entry.path()
            };
            if is_needed && path.exists() {
                self.places.push((path.clone(), path));
            }
        }
    }

    /// A word of the command: a program, a file or a folder, a list of those, or neither.
    fn word(&mut self, word: &str, is_module: bool) {
        if is_module {
            // Modules are looked for in the folder that one stands in.
            let first = word.split('.').next().unwrap_or(word);
            if Path::new(first).exists() || Path::new(first).with_extension("py").exists() {
                self.folder(&whole(Path::new(".")));
            }
            return;
        }
        if let Some(base) = word.strip_prefix("PYTHONUSERBASE=") {
            // It is `~/.local` for most, which holds far more than packages.
            self.show(&Path::new(base).join("lib"));
            return;
        }
        let path = Path::new(word);
        if let Some(program) = on_path(path) {
            self.program(&program, MOST_SCRIPTS);
        } else if path.exists() {
            self.named(&whole(path));
        } else {
            let parts = word.split([':', '=', ',']).filter(|part| part.contains('/'));
            for part in parts.map(Path::new).filter(|part| part.exists()) {
                self.named(&whole(part));
            }
        }
    }

    /// A file or folder that the command names.
    fn named(&mut self, path: &Path) {
        if path.is_dir() {
            self.folder(path);
        } else {
            self.beside(path, |file| file.parent().map(Path::to_owned));
        }
    }

    /// A program with what it was installed with; where it is a script, its interpreter too.
    fn program(&mut self, path: &Path, scripts: u32) {
        let mut at = path.to_owned();
        // What starts it may be a link to a link; each may look for its files where it is itself.
        for _ in 0..16 {
            self.beside(&at, installation);
            match fs::read_link(&at) {
                Ok(target) => at = flat(&at.parent().unwrap_or(Path::new("/")).join(target)),
                Err(_) => break,
            }
        }
        if scripts > 0 {
            let words = interpreter(path);
            for program in words.iter().filter_map(|word| on_path(Path::new(word))) {
                self.program(&program, scripts - 1);
            }
        }
    }

    /// A file with the folder that belongs to it, by all names that they have; the file alone where
    /// that folder is too wide.
    fn beside(&mut self, file: &Path, folder: impl Fn(&Path) -> Option<PathBuf>) {
        let real = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        for file in [file, &real] {
            match folder(file) {
                _ if is_private(file) => {}
                Some(folder) if !is_wide(&folder) => self.show(&folder),
                _ => self.show(file),
            }
        }
    }

    /// A folder, unless it is too wide.
    fn folder(&mut self, folder: &Path) {
        if !is_wide(folder) && !is_private(folder) {
            self.show(folder);
        }
    }

    /// Shows a file or folder under its name and, where that leads through links, under its real
    /// name.
    fn show(&mut self, path: &Path) {
        let Ok(real) = path.canonicalize() else { return };
        for place in [path, &real] {
            if !is_system(place) {
                self.show_at(&real, place);
            }
        }
    }

    /// Without what is hidden.
    fn show_at(&mut self, real: &Path, place: &Path) {
        let is_hidden = |path: &Path| {
            let name = path.to_string_lossy().into_owned();
            self.hidden
                .iter()
                .any(|hidden| name.starts_with(&*hidden.to_string_lossy()))
        };
        if is_hidden(real) {
            return;
        }
        if !self.hidden.iter().any(|hidden| hidden.starts_with(real)) {
            self.places.push((real.to_owned(), place.to_owned()));
            return;
        }
        for entry in fs::read_dir(real).into_iter().flatten().flatten() {
            if let Ok(inner) = entry.path().canonicalize() {
                self.show_at(&inner, &place.join(entry.file_name()));
            }
        }
    }
}

/// The folder that a program was installed in. For `P/bin/NAME` beside `P/lib` that is `P` (a
/// virtual environment, a JDK, pyenv's versions). For `P/shims/NAME` it is `P` too (pyenv's own).
/// Otherwise it is the folder that the program lies in.
fn installation(program: &Path) -> Option<PathBuf> {
    let folder = program.parent()?;
    let above = folder.parent().filter(|above| !is_wide(above));
    let name = folder.file_name().unwrap_or_default();
    match above {
        Some(above) if name == "bin" && above.join("lib").is_dir() => Some(above.to_owned()),
        Some(above) if name == "shims" => Some(above.to_owned()),
        _ => Some(folder.to_owned()),
    }
}

/// The words after `#!` of a script.
fn interpreter(script: &Path) -> Vec<String> {
    let mut head = [0; 256];
    let count = fs::File::open(script)
        .and_then(|mut file| file.read(&mut head))
        .unwrap_or(0);
    let text = String::from_utf8_lossy(&head[..count]).into_owned();
    let line = text
        .strip_prefix("#!")
        .and_then(|rest| rest.lines().next())
        .unwrap_or("");
    line.split_whitespace().map(str::to_owned).collect()
}

/// A program as a shell finds it: by its path, or by its name on the path.
pub(super) fn on_path(program: &Path) -> Option<PathBuf> {
    let is_program = |path: &PathBuf| {
        fs::metadata(path).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
    };
    if program.components().count() > 1 || program.has_root() || program.starts_with(".") {
        return Some(whole(program)).filter(is_program);
    }
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .filter(|_| !program.as_os_str().is_empty())
        .map(|folder| whole(&folder.join(program)))
        .find(is_program)
}

fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

fn is_private(path: &Path) -> bool {
    PRIVATE.iter().any(|private| path.starts_with(private))
}

/// Whether a folder holds more than one program and its files.
fn is_wide(folder: &Path) -> bool {
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let above = |path: &Path| path.canonicalize().is_ok_and(|path| path.starts_with(&real));
    let home = env::home_dir().unwrap_or_default();
    let is_home = above(&home) || real.parent() == Some(Path::new("/home"));
    is_home
        || WIDE.iter().any(|wide| real == Path::new(wide))
        || SHARED.iter().any(|shared| above(&home.join(shared)))
        || above(&env::temp_dir())
}

fn whole(path: &Path) -> PathBuf {
    flat(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
}

/// Without `..` and `.`, by the names alone.
fn flat(path: &Path) -> PathBuf {
    let mut flat = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                flat.pop();
            }
            Component::CurDir => {}
            part => flat.push(part),
        }
    }
    flat
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn program(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a program");
    }

    fn places(words: &[&Path]) -> Vec<PathBuf> {
        let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let view = View::of(&words, &[], &[]);
        view.places.into_iter().map(|(_, place)| place).collect()
    }

    #[test]
    fn an_interpreter_brings_its_installation_and_a_script_its_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |inner: &str| folder.path().join(inner);
        program(&at("jdk/bin/java"), "");
        program(&at("pyenv/shims/python3"), "");
        program(&at("tools/plain"), "");
        fs::create_dir_all(at("jdk/lib")).expect("a folder");
        fs::create_dir_all(at("venv/bin")).expect("a folder");
        fs::create_dir_all(at("venv/lib")).expect("a folder");
        symlink(at("jdk/bin/java"), at("venv/bin/python")).expect("a link");
        program(&at("bots/script"), &format!("#!{}\n", at("tools/plain").display()));
        for (words, seen) in [
            (&[at("jdk/bin/java")][..], &["jdk"][..]),
            (&[at("pyenv/shims/python3")], &["pyenv"]),
            // What it is a link to is needed as well.
            (&[at("venv/bin/python")], &["venv", "jdk"]),
            (&[at("tools/plain"), at("bots/script")], &["tools", "bots"]),
            // The interpreter of a script.
            (&[at("bots/script")], &["bots", "tools"]),
        ] {
            let words: Vec<&Path> = words.iter().map(PathBuf::as_path).collect();
            let shown = places(&words);
            let mut own: Vec<&PathBuf> = shown.iter().filter(|place| place.starts_with(folder.path())).collect();
            let mut seen: Vec<PathBuf> = seen.iter().map(|inner| at(inner)).collect();
            own.sort();
            seen.sort();
            assert_eq!(own, seen.iter().collect::<Vec<_>>(), "{words:?}");
        }
    }

    #[test]
    fn what_belongs_to_many_is_never_one_programs_own() {
        let home = env::home_dir().expect("a home");
        for wide in WIDE
            .map(PathBuf::from)
            .into_iter()
            .chain([home.clone(), env::temp_dir()])
        {
            assert!(!wide.is_dir() || is_wide(&wide), "{}", wide.display());
        }
        let named = ["/etc", "/etc/passwd", "/etc/shadow", "/etc/security", "/"].map(Path::new);
        let words: Vec<&Path> = named.into_iter().chain([home.as_path()]).collect();
        let shown = places(&words);
        let wide = words;
        assert!(!shown.iter().any(|place| wide.contains(&place.as_path())), "{shown:?}");
    }
}
