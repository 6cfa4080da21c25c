//! `truel export-player`: one of our agents for an original referee.

use std::fs;

use anyhow::{Context, Result, bail};
use truel_agents::Spec;
use truel_arena::TimeControl;
use truel_courses::export::{Player, Thinking};

use crate::Exit;
use crate::args::ExportPlayer;
use crate::output::remark;
use crate::roster;

pub(crate) fn run(args: &ExportPlayer) -> Result<Exit> {
    let spec: Spec = args.agent.parse()?;
    let agent = spec.to_string();
    let truel = std::env::current_exe().context("where this program is cannot be told")?;
    let player = Player {
        game: &args.game,
        agent: &agent,
        truel: &truel,
        thinking: args.time.map(thinking).transpose()?,
    };
    let files = player.files()?;
    roster().check(&args.game, &spec)?;
    let folder = &args.folder;
    // Never into a folder with somebody's work in it.
    let is_taken = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some());
    if is_taken || folder.is_file() {
        bail!("{} is there already and not empty", folder.display());
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for (name, text) in files {
        let file = folder.join(name);
        if let Err(error) = fs::write(&file, text) {
            // Half a player is of no use to anybody, and the folder was empty before.
            let _ = fs::remove_dir_all(folder);
            return Err(error).with_context(|| format!("cannot write {}", file.display()));
        }
    }
    remark(&format!("wrote {}; {}", folder.display(), player.usage(folder)?));
    Ok(Exit::Done)
}

fn thinking(time: TimeControl) -> Result<Thinking> {
    match time {
        TimeControl::PerMove(time) => Ok(Thinking::PerMove(time)),
        TimeControl::PerMatch { time, increment } if increment.is_zero() => Ok(Thinking::PerMatch(time)),
        other => {
            bail!("a player thinks so long for each move or for the whole match (1s/move, 50s/game), not `{other}`")
        }
    }
}
