//! `truel games`: what can be played.

use std::io::Write;

use anyhow::Result;
use serde_json::json;
use truel_core::{Info, Timing};

use crate::Exit;
use crate::args::Games;
use crate::output::Output;
use crate::roster;

pub(crate) fn run(args: &Games, out: &mut Output) -> Result<Exit> {
    if args.json {
        for info in roster().infos() {
            out.json(&as_json(info))?;
        }
        return Ok(Exit::Done);
    }
    let width = roster().infos().map(|info| info.id.len()).max().unwrap_or(0);
    for info in roster().infos() {
        let id = out.bold(&format!("{:width$}", info.id));
        let seats: Vec<&str> = info.seats.iter().map(|seat| seat.name).collect();
        writeln!(out, "{id}  {}", info.about)?;
        writeln!(
            out,
            "{:width$}  {} {}; {}",
            "",
            seats.join(", "),
            timing(info),
            length(info)
        )?;
        writeln!(
            out,
            "{:width$}  moves such as {}; from {}\n",
            "", info.notation, info.origin
        )?;
    }
    writeln!(
        out,
        "Try `truel show {}`.",
        roster().infos().next().map_or("GAME", |info| info.id)
    )?;
    Ok(Exit::Done)
}

fn timing(info: &Info) -> &'static str {
    match info.timing {
        Timing::Turns => "in turns",
        Timing::Simultaneous => "at once",
    }
}

fn length(info: &Info) -> String {
    info.longest.map_or_else(
        || "no limit on plies".into(),
        |longest| format!("at most {longest} plies"),
    )
}

fn as_json(info: &Info) -> serde_json::Value {
    json!({
        "game": info.id,
        "title": info.title,
        "about": info.about,
        "origin": info.origin,
        "seats": info.seats.iter().map(|seat| seat.name).collect::<Vec<_>>(),
        "simultaneous": info.timing == Timing::Simultaneous,
        "payoffs": [info.bounds.low, info.bounds.high],
        "payoff_sum": info.sum,
        "draw": info.draw,
        "longest": info.longest,
        "position": info.position,
        "notation": info.notation,
    })
}
