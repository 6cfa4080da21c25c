//! `truel calibrate`: what agents' values are worth as chances, fitted to the results of matches.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Mutex;

use anyhow::{Context, Result, bail};
use serde_json::json;
use truel_agents::Spec;
use truel_agents::chances::{Fitted, GameData};
use truel_arena::calibrate::{Collection, Plan};
use truel_arena::executor::Threads;
use truel_core::AnyGame;
use truel_core::lines::read_text;

use crate::Exit;
use crate::args::arena::Calibrate;
use crate::files::{check_writable_if_any, write_file};
use crate::interrupt::interrupt;
use crate::output::{Output, remark};
use crate::progress::Progress;
use crate::roster;
use crate::setup::setup;
use crate::table;

const OTHER_MATCHES: &str = "--out holds numbers of other matches: game, number of matches, --players or --seed differ";

pub(crate) fn run(args: &Calibrate, out: &mut Output) -> Result<Exit> {
    let table = roster().table(&args.game)?;
    let agents = agents(args, &*table)?;
    check_writable_if_any(args.out.as_ref())?;
    let kept = args.out.as_deref().map(kept).transpose()?.flatten();
    // Found now, before an hour of matches.
    if kept
        .as_ref()
        .is_some_and(|kept| (&kept.game, kept.seed, kept.players) != (&args.game, args.seed, args.players))
    {
        bail!("{OTHER_MATCHES}");
    }
    let stop = interrupt("stopping; once more stops at once")?;
    let plan = Plan {
        matches: args.matches,
        nodes: args.players,
        seed: args.seed,
    };
    let mut progress = Progress::new(args.matches, args.json);
    let mut executor = Threads::new(args.concurrency.get(), &setup());
    let collection = plan.play(&*table, roster(), &mut executor, &stop, || progress.step(String::new))?;
    progress.finish();
    if stop.is_raised() {
        let done = collection.matches.len();
        remark(&format!("interrupted after {done} of {} matches", args.matches));
        return Ok(Exit::Interrupted);
    }
    let mut data = begin(args, &collection, kept)?;
    for agent in &agents {
        if data
            .agents
            .iter()
            .any(|fitted| &fitted.agent == agent && fitted.nodes == args.nodes)
        {
            continue;
        }
        let progress = Mutex::new(Progress::new(collection.matches.len() as u64, args.json));
        let step = || {
            if let Ok(mut progress) = progress.lock() {
                progress.step(|| agent.to_string());
            }
        };
        let fitted = collection.fit(&*table, roster(), agent, args.nodes, args.concurrency, &stop, step)?;
        if let Ok(progress) = progress.into_inner() {
            progress.finish();
        }
        if stop.is_raised() {
            break;
        }
        let Some(fitted) = fitted else {
            remark(&format!(
                "{agent}: it proves every position, so there is nothing to fit"
            ));
            continue;
        };
        if args.json {
            out.json(&json!(fitted))?;
            out.flush()?;
        }
        data.agents.retain(|known| known.agent != fitted.agent);
        data.agents.push(fitted);
        if let Some(path) = &args.out {
            write_file(path, |file| Ok(file.write_all(data.write().as_bytes())?))?;
        }
    }
    if !args.json {
        report(out, &data.agents)?;
    }
    if stop.is_raised() {
        out.flush()?;
        let done = data.agents.len();
        remark(&format!("interrupted after {done} of {} agents", agents.len()));
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Done)
}

/// The agents that were named, or all whose thoughts have values.
fn agents(args: &Calibrate, table: &dyn AnyGame) -> Result<Vec<Spec>> {
    for agent in &args.agents {
        roster().check(&args.game, agent)?;
    }
    if !args.agents.is_empty() {
        return Ok(args.agents.clone());
    }
    let names = roster().agents_of(table.info()).map(|agent| agent.name.parse());
    Ok(names.collect::<Result<_, _>>()?)
}

/// Bytes of a file of numbers at most.
const LARGEST: usize = 1 << 20;

/// What the file holds already.
fn kept(path: &Path) -> Result<Option<GameData>> {
    let named = || format!("cannot read {}", path.display());
    let text = match fs::File::open(path).and_then(|file| read_text(file, LARGEST)) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(named),
    };
    if text.trim().is_empty() {
        return Ok(None);
    }
    Ok(Some(GameData::read(&text).with_context(named)?))
}

/// The file to be: what is kept of the same matches, or nothing yet.
fn begin(args: &Calibrate, collection: &Collection, kept: Option<GameData>) -> Result<GameData> {
    let fresh = GameData {
        game: args.game.clone(),
        matches: collection.matches.len() as u64,
        seed: args.seed,
        players: args.players,
        outcomes: collection.outcomes.clone(),
        agents: Vec::new(),
    };
    let Some(kept) = kept else { return Ok(fresh) };
    let without = GameData {
        agents: Vec::new(),
        ..kept.clone()
    };
    if without != fresh {
        bail!("{OTHER_MATCHES}");
    }
    Ok(kept)
}

fn report(out: &mut Output, agents: &[Fitted]) -> Result<()> {
    let row = |(index, fitted): (usize, &Fitted)| {
        let quality = &fitted.quality;
        let known = 1.0 - quality.log_loss / quality.base_loss;
        vec![
            (index + 1).to_string(),
            fitted.agent.to_string(),
            quality.positions.to_string(),
            quality.proven.to_string(),
            format!("{:.3}", quality.log_loss),
            format!("{:.3}", quality.base_loss),
            format!("{:.1} %", 100.0 * known),
            format!("{:.1} %", 100.0 * quality.ece),
        ]
    };
    let rows: Vec<Vec<String>> = agents.iter().enumerate().map(row).collect();
    let heading = [
        "#",
        "agent",
        "positions",
        "proven",
        "log loss",
        "base rate",
        "explained",
        "error",
    ];
    table::print(out, &heading, &rows)
}
