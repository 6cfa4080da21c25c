//! `truel agents`: who can sit down, and what can be set about them.

use std::io::Write;

use anyhow::Result;
use serde_json::json;
use truel_agents::{AgentInfo, HUMAN, LEVELS, Needs, Param};
use truel_core::Info;

use crate::Exit;
use crate::args::Agents;
use crate::output::Output;
use crate::roster;

/// How people are listed beside the agents.
const PERSON: &str = "you: `truel play` asks for your moves";
const PROGRAM: &str = "a program in any language that speaks the engine protocol (docs/protocol.md)";
const COURSE: &str = "an agent written for a contest's own referee (docs/courses.md)";

pub(crate) fn run(args: &Agents, out: &mut Output) -> Result<Exit> {
    let game = match &args.game {
        Some(id) => Some(roster().table(id)?.info()),
        None => None,
    };
    let chosen = match (game, &args.agent) {
        (Some(_), Some(name)) if name == HUMAN => Vec::new(),
        (Some(game), Some(name)) => vec![roster().find_agent(&name.parse()?, game)?],
        (Some(game), None) => roster().agents_of(game).collect(),
        (None, _) => roster().agents().collect(),
    };
    let with_person = args.agent.as_ref().is_none_or(|name| name == HUMAN);
    if args.json {
        for agent in chosen {
            out.json(&as_json(agent, game))?;
        }
        if with_person {
            out.json(&person_as_json(game))?;
        }
        return Ok(Exit::Done);
    }
    match game {
        Some(game) => in_full(out, game, &chosen, with_person)?,
        None => overview(out)?,
    }
    Ok(Exit::Done)
}

/// Everybody, a line each: the general ones, then those of each game.
fn overview(out: &mut Output) -> Result<()> {
    let (own, general): (Vec<&AgentInfo>, Vec<&AgentInfo>) = roster()
        .agents()
        .partition(|agent| matches!(agent.needs, Needs::Game(_)));
    let title = format!("{:NAME$}  {:PLAYS$}  how it chooses", "agent", "plays");
    writeln!(out, "{}", out.faint(&title))?;
    let general = general
        .iter()
        .map(|agent| (agent.name, agent.needs.kind(), agent.about));
    for (name, plays, about) in general.chain([
        (HUMAN, "every game", PERSON),
        ("cmd:COMMAND", "what it says", PROGRAM),
        ("course:PATH", "its contest", COURSE),
    ]) {
        line(out, name, plays, about)?;
    }
    writeln!(out)?;
    for level in LEVELS
        .iter()
        .filter(|level| !own.iter().any(|agent| agent.name == level.name))
    {
        line(out, level.name, "every game", level.plain)?;
    }
    for listing in roster().listings() {
        for (place, agent) in listing.own_agents().enumerate() {
            if place == 0 {
                writeln!(out)?;
            }
            line(out, agent.name, listing.info().id, agent.about)?;
        }
    }
    writeln!(
        out,
        "\n`truel agents GAME` tells which of them play a game, where they come from and what can be set about them."
    )?;
    Ok(writeln!(out, "An agent is written as in `mcts:time=1s,c=0.7`.")?)
}

/// Widths of the first two columns: the longest name and the longest word on games.
const NAME: usize = "report-sm-alphabeta".len();
const PLAYS: usize = "two seats, at once".len();

fn line(out: &mut Output, name: &str, plays: &str, about: &str) -> Result<()> {
    let head = format!("{}  {plays:PLAYS$}  ", out.bold(&format!("{name:NAME$}")));
    Ok(write!(out, "{}", out.hanging(&head, NAME + 2 + PLAYS + 2, about))?)
}

/// The agents of one game with all that can be set.
fn in_full(out: &mut Output, game: &Info, agents: &[&AgentInfo], with_person: bool) -> Result<()> {
    let usual = roster().default_agent(game);
    for agent in agents {
        let mark = match agent.name == usual.name() {
            true if usual.params().next().is_some() => format!(" (usual here: {usual})"),
            true => " (usual here)".to_owned(),
            false => String::new(),
        };
        let head = format!("{}{mark}  ", out.bold(agent.name));
        let indent = agent.name.len() + mark.len() + 2;
        write!(out, "{}", out.hanging(&head, indent, agent.about))?;
        if !agent.source.is_empty() {
            writeln!(out, "  {}", out.faint(&format!("from: {}", agent.source)))?;
        }
        let wide = |text: fn(&Param) -> &str| agent.params().map(|param| text(param).len()).max().unwrap_or(0);
        let (names, defaults) = (wide(|param| param.name), wide(|param| shown_default(param)));
        for param in agent.params() {
            let head = format!("  {:names$}  {:defaults$}  ", param.name, shown_default(param));
            let pattern = out.faint(&format!("({})", param.form.pattern()));
            let text = format!("{} {pattern}", param.about);
            write!(out, "{}", out.hanging(&head, names + defaults + 6, &text))?;
        }
        writeln!(out)?;
    }
    if with_person {
        for level in LEVELS {
            let spec = level.spec(roster(), game).to_string();
            let head = format!("{}  ", out.bold(level.name));
            let text = match spec == level.name {
                true => format!("level: {}", level.plain),
                false => format!("level: {} Stands for `{spec}`.", level.plain),
            };
            write!(out, "{}", out.hanging(&head, level.name.len() + 2, &text))?;
        }
        writeln!(out, "\n{}  {PERSON}\n", out.bold(HUMAN))?;
        let head = format!("{}  ", out.bold("cmd:COMMAND"));
        write!(out, "{}", out.hanging(&head, 13, PROGRAM))?;
        writeln!(out)?;
    }
    let shown = match agents {
        [only] => Some(*only),
        _ => agents.iter().copied().find(|agent| agent.name == usual.name()),
    };
    let name = shown.map_or(HUMAN, |agent| agent.name);
    let has_time = shown.is_some_and(|agent| agent.params().any(|param| param.name == "time"));
    let spec = format!("{name}{}", if has_time { ":time=2s" } else { "" });
    Ok(writeln!(out, "Try `truel play {} {spec}`.", game.id)?)
}

fn shown_default(param: &Param) -> &str {
    if param.default.is_empty() { "-" } else { param.default }
}

fn as_json(agent: &AgentInfo, game: Option<&Info>) -> serde_json::Value {
    let params: Vec<_> = agent
        .params()
        .map(|param| {
            let default = Some(param.default).filter(|default| !default.is_empty());
            json!({ "name": param.name, "default": default, "pattern": param.form.pattern(), "about": param.about })
        })
        .collect();
    let mut object = listed(agent.name, agent.about, game, |game| agent.plays(game), &params);
    if !agent.source.is_empty() {
        object["source"] = agent.source.into();
    }
    object
}

fn person_as_json(game: Option<&Info>) -> serde_json::Value {
    listed(HUMAN, PERSON, game, |_| true, &[])
}

fn listed(
    name: &str,
    about: &str,
    game: Option<&Info>,
    plays: impl Fn(&Info) -> bool,
    params: &[serde_json::Value],
) -> serde_json::Value {
    let games: Vec<&str> = roster()
        .infos()
        .filter(|info| plays(info))
        .map(|info| info.id)
        .collect();
    let mut object = json!({ "agent": name, "about": about, "games": games, "params": params });
    if let Some(game) = game {
        object["usual"] = (roster().default_agent(game).name() == name).into();
    }
    object
}
