//! Agents in Java: where their classes are, and those of the contest. Threechess agents, which have
//! a bridge in Java.

use std::fs;
use std::path::{Path, PathBuf};

use truel_arena::engine::{FOLDER, Files, Launch};

use crate::CourseError;
use crate::javac::{CLASSES, compiled, compiled_bridge};
use crate::launch::{Entered, class_path, text};
use crate::setting::{Clocks, Setting};

/// Where threechess agents live: the package, and its folder.
const AGENTS: &str = "threeChess.agents";
const AGENTS_FOLDER: &str = "threeChess/agents";

/// What a project has its classes in. The contest's commands, `java -cp bin ...`, were given in the
/// folder above.
const OUTPUTS: [&str; 3] = ["bin", "classes", "out"];

/// The agents that came with the contest.
const SAMPLES: [&str; 4] = ["RandomAgent", "GreedyAgent", "ManualAgent", "GUIAgent"];

/// Changes to the project's folder and moves the arena's pipes out of the way. For the agent, its
/// native code and its children, input is empty and output goes to standard error.
const APART: &str = "cd \"$1\" && shift && exec 3<&0 4>&1 </dev/null >&2 && exec \"$@\"";

/// How a threechess agent is run.
pub(crate) fn threechess(entered: &Entered<'_>) -> Result<Launch, CourseError> {
    const WHAT: &str = "an agent in Java";
    let Entered {
        game,
        path,
        class,
        setting,
    } = *entered;
    let java = program(WHAT, "java")?;
    let found = source_in(path, class)?;
    let path = found.as_deref().unwrap_or(path);
    let places = places(path, setting);
    // An agent in the midst of the contest's sources has them compiled with it.
    let is_amidst = source_root(path).is_some_and(|root| root.join("threeChess/Board.java").is_file());
    if !is_amidst {
        needs_class(game, "threeChess/Board.class", &places, setting)?;
    }
    let mut files = compiled(path, &[], setting)?;
    let class = match class {
        Some(class) => {
            let class = match class.contains('.') {
                true => class.to_owned(),
                false => format!("{AGENTS}.{class}"),
            };
            if !is_own(&class, path, &files) {
                return Err(no_class(path, &class, setting));
            }
            class
        }
        None => match source_class(path) {
            Some(class) => class,
            None => only_class(path)?,
        },
    };
    files.extend(compiled_bridge()?);
    let mut words: Vec<String> = ["/bin/sh", "-c", APART, "sh"].map(str::to_owned).into();
    words.extend([text(&home(path)), java, "-cp".to_owned(), class_path(&places)]);
    words.extend(["ThreeChessBridge".to_owned(), class]);
    if setting.clocks == Clocks::None {
        words.push("--untimed".to_owned());
    }
    Ok(Launch { words, files })
}

/// The source of the agent in a project that was named as a whole.
fn source_in(path: &Path, class: Option<&str>) -> Result<Option<PathBuf>, CourseError> {
    let is_compiled = path.join("threeChess/Board.class").is_file();
    let folders = ["src", ""].map(|inner| path.join(inner).join(AGENTS_FOLDER));
    let Some(folder) = folders.iter().find(|folder| folder.is_dir() && !is_compiled) else {
        return Ok(None);
    };
    let mut names = stems(folder, ".java");
    match class {
        Some(class) => names.retain(|name| name == class.trim_start_matches(&format!("{AGENTS}."))),
        None => names.retain(|name| !SAMPLES.contains(&name.as_str())),
    }
    // Students hand in agents that are named after their number.
    let is_numbered = |name: &String| {
        name.strip_prefix("Agent")
            .is_some_and(|rest| rest.parse::<u64>().is_ok())
    };
    let numbered: Vec<String> = names.iter().filter(|name| is_numbered(name)).cloned().collect();
    match (names.as_slice(), numbered.as_slice()) {
        ([one], _) | (_, [one]) => Ok(Some(folder.join(one).with_extension("java"))),
        ([], _) => Ok(None),
        (several, _) => Err(several_agents(path, several)),
    }
}

/// The names of the files of a folder that end like that, without it.
fn stems(folder: &Path, ending: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().to_str()?.strip_suffix(ending).map(str::to_owned));
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

pub(crate) fn several_agents(path: &Path, names: &[String]) -> CourseError {
    CourseError::Unfit {
        path: path.to_owned(),
        why: format!("has several agents; name one after a colon: {}", names.join(", ")),
    }
}

/// Where classes are found: those that are compiled here, the agent's, the contest's.
pub(crate) fn places(path: &Path, setting: &Setting<'_>) -> Vec<PathBuf> {
    let mut places = vec![PathBuf::from(format!("{FOLDER}/{CLASSES}"))];
    if !is_source(path) {
        places.push(path.to_owned());
    }
    places.extend(referee(setting));
    places
}

pub(crate) fn referee(setting: &Setting<'_>) -> Option<PathBuf> {
    let whole = |folder: &Path| std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    setting.referee_classes.map(whole)
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "java")
}

/// The root folder of a source file's packages: as far above it as its package is deep.
pub(crate) fn source_root(path: &Path) -> Option<PathBuf> {
    if !is_source(path) {
        return None;
    }
    let depth = package(path).map_or(0, |package| package.split('.').count());
    path.ancestors().nth(depth + 1).map(Path::to_owned)
}

/// Whether a source lies in the folder of its package below `root`; some are handed in without
/// their folders.
pub(crate) fn in_package(path: &Path, root: &Path) -> bool {
    path.parent() == Some(&root.join(package_folder(path)))
}

/// Whether the contest's classes are there; a jar is taken at its word.
pub(crate) fn needs_class(
    game: &'static str,
    class: &str,
    places: &[PathBuf],
    setting: &Setting<'_>,
) -> Result<(), CourseError> {
    if places
        .iter()
        .any(|place| place.is_file() || place.join(class).is_file())
    {
        return Ok(());
    }
    let source = class.replace(".class", ".java");
    let why = match setting.referee_classes {
        None => format!("name the folder that holds {class}"),
        Some(folder) if folder.join(&source).is_file() => format!(
            "{0} has {source}, but not compiled; try `javac -d {0} $(find {0} -name '*.java')`",
            folder.display()
        ),
        Some(folder) => format!("{} has no {class}", folder.display()),
    };
    Err(CourseError::RefereeClasses { game, why })
}

/// Whether a class is the agent's own: compiled from its source, or in its folder or jar. The
/// contest's folder may have a sample of the same name.
pub(crate) fn is_own(class: &str, path: &Path, files: &Files) -> bool {
    let file = class_file(class);
    let compiled = format!("{CLASSES}/{file}");
    files.iter().any(|(name, _)| *name == compiled)
        || path.join(&file).is_file()
        || !is_source(path) && path.is_file() && is_in_jar(path, &file)
}

fn class_file(class: &str) -> String {
    format!("{}.class", class.replace('.', "/"))
}

/// Whether a jar has a file of this name. Its directory has an entry for each file: a mark, 24
/// bytes, the length of the name, 16 bytes, and the name as it is.
fn is_in_jar(path: &Path, file: &str) -> bool {
    let Ok(bytes) = fs::read(path) else { return false };
    bytes.windows(46 + file.len()).any(|entry| {
        entry.starts_with(b"PK\x01\x02")
            && usize::from(u16::from_le_bytes([entry[28], entry[29]])) == file.len()
            && entry.ends_with(file.as_bytes())
    })
}

/// An agent without the class that is wanted of it.
pub(crate) fn no_class(path: &Path, class: &str, setting: &Setting<'_>) -> CourseError {
    let file = class_file(class);
    let sample = referee(setting).filter(|folder| folder.join(&file).is_file());
    let advice = match sample {
        Some(folder) => format!(
            "the one in {} belongs to the contest and is not played in its place",
            folder.display()
        ),
        None => "another one is named after a colon".to_owned(),
    };
    CourseError::Unfit {
        path: path.to_owned(),
        why: format!("has no class {class}; {advice}"),
    }
}

/// The full name of the class in a source file.
pub(crate) fn source_class(path: &Path) -> Option<String> {
    if !is_source(path) {
        return None;
    }
    let stem = path.file_stem()?.to_str()?;
    Some(match package(path) {
        Some(package) => format!("{package}.{stem}"),
        None => stem.to_owned(),
    })
}

/// The folder of a source file's package, relative to the root of packages.
pub(crate) fn package_folder(path: &Path) -> PathBuf {
    PathBuf::from(package(path).unwrap_or_default().replace('.', "/"))
}

/// The package that a source file says it belongs to.
fn package(path: &Path) -> Option<String> {
    // Not every source is UTF-8, and the names of packages are letters that all encodings share.
    let source = String::from_utf8_lossy(&fs::read(path).ok()?).into_owned();
    let mut rest = source.trim_start_matches('\u{feff}').trim_start();
    // Nothing but comments may come before it.
    loop {
        let (start, end) = match rest {
            _ if rest.starts_with("//") => ("//", "\n"),
            _ if rest.starts_with("/*") => ("/*", "*/"),
            _ => break,
        };
        let (_, after) = rest[start.len()..].split_once(end)?;
        rest = after.trim_start();
    }
    let name = rest.strip_prefix("package")?.split(';').next()?;
    name.starts_with(char::is_whitespace).then(|| name.trim().to_owned())
}

/// The folder of the project, where agents look for files of theirs.
pub(crate) fn home(path: &Path) -> PathBuf {
    let (folder, inner) = match source_root(path) {
        Some(root) if in_package(path, &root) => (root, &["src"][..]),
        None if path.is_dir() => (path.to_owned(), &OUTPUTS[..]),
        _ => (path.parent().unwrap_or(path).to_owned(), &[][..]),
    };
    let is_inner = folder
        .file_name()
        .is_some_and(|name| inner.iter().any(|inner| name == *inner));
    match folder.parent() {
        Some(project) if is_inner => project.to_owned(),
        _ => folder,
    }
}

/// The one agent in a folder of classes.
fn only_class(path: &Path) -> Result<String, CourseError> {
    let unfit = |why: String| CourseError::Unfit {
        path: path.to_owned(),
        why,
    };
    if path.is_file() {
        return Err(unfit("is a jar; name the class of the agent after a colon".to_owned()));
    }
    let mut names = stems(&path.join(AGENTS_FOLDER), ".class");
    names.retain(|name| !name.contains('$'));
    match names.as_slice() {
        [one] => Ok(format!("{AGENTS}.{one}")),
        [] => Err(unfit(format!(
            "has no class in {AGENTS_FOLDER}; an agent is a project, a folder of classes, a jar or a .java file"
        ))),
        several => Err(several_agents(path, several)),
    }
}

/// A program of the JDK: that of `JAVA_HOME`, or the first on the path.
pub(crate) fn program(what: &'static str, program: &'static str) -> Result<String, CourseError> {
    let home = std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin").join(program));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = home
        .into_iter()
        .chain(std::env::split_paths(&path).map(|folder| folder.join(program)));
    match places.find(|path| path.is_file()) {
        Some(found) => Ok(text(&found)),
        None => Err(CourseError::NoJava { what, program }),
    }
}
