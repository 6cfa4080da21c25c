//! The plan of a tournament for a whole class: its folders, and the limits of its contest.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};
use truel_arena::tournament::Plan;
use truel_arena::{Entry, ForeignAgent, Terms};

use crate::naming::unlike;
use crate::setup::setup;

/// The most entrants for whom everybody meeting everybody is soon over.
const MOST_TOGETHER: usize = 8;

/// What folders, packages and files are called in the contests' frameworks and templates, whosever
/// they are.
const DULL: [&str; 18] = [
    "bin",
    "src",
    "classes",
    "out",
    "build",
    "target",
    "main",
    "java",
    "student_player",
    "StudentPlayer",
    "threeChess",
    "agents",
    "agent",
    "player",
    "my_player",
    "MyAgent",
    "client",
    "__init__",
];

/// The text of a plan that will lie at `path`.
pub(super) fn plan(
    path: &Path,
    game: &str,
    agents: &[String],
    python: Option<&str>,
    classes: Option<&Path>,
) -> Result<String> {
    let terms = Terms {
        contest: true,
        ..Terms::default()
    };
    terms.check(game, &setup())?;
    let mut names = BTreeSet::new();
    let mut entrants = String::new();
    for agent in agents {
        let (name, entry) = entrant(path, agent)?;
        let name = unlike(&mut names, &name);
        let agent = entry.to_string();
        write!(entrants, "\n[[entrant]]\nname = {name:?}\nagent = {agent:?}\n")?;
    }
    let classes = match classes {
        Some(folder) => format!("referee-classes = {:?}", seen_from(home(path), folder)?),
        None => "# referee-classes = \"classes\" ".to_owned(),
    };
    let python = python.map_or_else(
        || "# python = \"python3.8\"         ".to_owned(),
        |python| format!("python = {python:?}"),
    );
    let format = if agents.len() <= MOST_TOGETHER {
        "round-robin"
    } else {
        "swiss"
    };
    let text = format!(
        "# A tournament of a course. Run it with `truel tournament {}`; docs/courses.md and docs/tournaments.md \
         explain it.\n\
         name = {game:?}\n\
         format = {format:?}          # of \"round-robin\", \"swiss\", \"knock-out\" and \"ladder\"\n\
         # concurrency = 1               # matches at the same time; a core for each when time counts\n\n\
         [terms]\n\
         contest = true                # the contest's own limits and consequences\n\
         # sandbox = true                # no network, and of the disk only what agents need (needs bubblewrap)\n\
         {python} # the interpreter of agents in Python\n\
         {classes}  # the contest's own classes, for agents in Java\n\n\
         [[game]]\nid = {game:?}\nblocks = 1                    # a block is one match in every order of the \
         seats\n{entrants}",
        path.display()
    );
    // Report unplayable entrants now, before the tournament starts.
    Plan::parse(&text, path, &setup())?;
    Ok(text)
}

/// What an argument means: an agent of a course when there is something at its path, otherwise one
/// of ours.
fn entrant(plan: &Path, text: &str) -> Result<(String, Entry)> {
    let typed = match ForeignAgent::is_meant(text) {
        true => text.to_owned(),
        false => format!("course:{text}"),
    };
    // A bare word is only taken for a file when that is its name: `greedy` means ours, though there
    // may be a greedy.py.
    let is_bare = !text.contains(['/', '.']);
    let placed = typed.parse().ok().and_then(|agent: ForeignAgent| {
        let place = truel_courses::found(&agent.path).filter(|place| !is_bare || *place == agent.path)?;
        Some((agent, place))
    });
    let Some((agent, place)) = placed else {
        return Ok((text.to_owned(), text.parse()?));
    };
    let class = agent.class.as_deref().and_then(|class| class.rsplit('.').next());
    let class = class.filter(|class| !is_dull(class)).map(str::to_owned);
    let name = class.map_or_else(|| whole(&place).map(|path| name(&path)), Ok)?;
    let entry = ForeignAgent {
        path: seen_from(home(plan), &agent.path)?,
        class: agent.class,
    };
    Ok((name, Entry::foreign(entry)))
}

fn is_dull(name: &str) -> bool {
    DULL.iter().any(|dull| dull.eq_ignore_ascii_case(name))
}

/// What the entrant at a path is called: what comes last in it and is not called alike in every
/// project.
fn name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy();
    let above = path.parent().into_iter().flat_map(Path::components).rev();
    let folders = above.filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy()),
        _ => None,
    });
    let is_telling = |name: &Cow<'_, str>| !is_dull(name);
    let found = std::iter::once(stem.clone()).chain(folders).find(is_telling);
    found.unwrap_or(stem).into_owned()
}

/// The folder of a plan.
fn home(plan: &Path) -> &Path {
    plan.parent().unwrap_or(Path::new(""))
}

/// The path as the plan's folder sees it, where it is below that; the whole path otherwise.
fn seen_from(folder: &Path, path: &Path) -> Result<PathBuf> {
    let (folder, path) = (whole(&Path::new(".").join(folder))?, whole(path)?);
    Ok(match path.strip_prefix(&folder) {
        Ok(inner) if inner.as_os_str().is_empty() => PathBuf::from("."),
        Ok(inner) => inner.to_owned(),
        Err(_) => path,
    })
}

/// The path from the root on, without the dots that people type.
fn whole(path: &Path) -> Result<PathBuf> {
    let whole = std::path::absolute(path).with_context(|| format!("where is {}?", path.display()))?;
    Ok(whole.components().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entrants_are_called_by_what_tells_them_apart() {
        for (path, expected) in [
            ("friend/bin", "friend"),
            ("friend/bin/", "friend"),
            ("../friend/out", "friend"),
            ("teams/anna/src/student_player/StudentPlayer.java", "anna"),
            ("bob/src/threeChess/agents/Agent12345678.java", "Agent12345678"),
            ("teams/five_yang", "five_yang"),
            ("carol/my_player.py", "carol"),
            ("greedy_player.py", "greedy_player"),
            // Where nothing tells, the last word is better than none.
            ("bin", "bin"),
            ("src/student_player/StudentPlayer.java", "StudentPlayer"),
        ] {
            assert_eq!(name(Path::new(path)), expected, "{path}");
        }
    }
}
