//! `truel analyse`: what an agent sees in a position, while it looks.

mod chances;
mod screen;
mod view;

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use truel_agents::{Conditions, End, Spec, Thought, Watch, read_time};
use truel_core::{AnyGame, Phase, Seat, Seats, nearest};

use crate::Exit;
use crate::args::Analyse;
use crate::interrupt::interrupt;
use crate::output::Output;
use crate::position::reach;
use crate::roster;
use screen::Screen;
use view::{Moment, View};

pub(super) use chances::{clause, told};
pub(super) use view::policy;

pub(crate) fn run(args: &Analyse, out: &mut Output) -> Result<Exit> {
    let table = reach(&args.at)?.table;
    let Phase::Act(acting) = table.phase() else {
        let reason = table.reason().unwrap_or("over");
        bail!("the match is over ({reason}): there is nothing to analyse");
    };
    let seat = match &args.seat {
        Some(text) => find_seat(&*table, acting, text)?,
        None => acting.first(),
    };
    let agent = match &args.agent {
        Some(text) => text.parse()?,
        None => roster().default_agent(table.info()),
    };
    let conditions = conditions(args)?;
    think(args, out, &*table, seat, &agent, &conditions)
}

/// Lets the agent think and shows what it sees.
fn think(
    args: &Analyse,
    out: &mut Output,
    table: &dyn AnyGame,
    seat: Seat,
    spec: &Spec,
    conditions: &Conditions,
) -> Result<Exit> {
    let mut agent = roster().build(table.info().id, spec, args.seed)?;
    let view = View {
        table,
        seat,
        agent: spec,
        candidates: args.candidates.get(),
        is_raw: args.raw,
    };
    let mut show = Show::new(args, out);
    let (start, mut trouble) = (Instant::now(), None);
    let elapsed = || start.elapsed().max(Duration::from_micros(1));
    let thought = agent.think(
        table,
        seat,
        conditions,
        Watch::Live(&mut |thought| {
            // A reader that has gone away is reason enough to stop.
            if let Err(error) = show.update(out, &view, thought, elapsed()) {
                conditions.stop.raise();
                trouble.get_or_insert(error);
            }
        }),
    );
    if let Some(error) = trouble {
        return Err(error);
    }
    show.end(out, &view, &thought, elapsed())?;
    Ok(Exit::Done)
}

/// How the thoughts are shown.
enum Show {
    /// The last one, as text.
    Last,
    /// Each over the one before it.
    Live(Screen),
    /// Each as an object.
    Json,
}

impl Show {
    fn new(args: &Analyse, out: &Output) -> Self {
        match (args.json, io::stdout().is_terminal()) {
            (true, _) => Show::Json,
            (_, true) => Show::Live(Screen::new(out.size().1)),
            (_, false) => Show::Last,
        }
    }

    fn update(&mut self, out: &mut Output, view: &View<'_>, thought: &Thought, elapsed: Duration) -> Result<()> {
        let moment = Moment { thought, elapsed };
        match self {
            Show::Last => Ok(()),
            Show::Live(screen) if !screen.is_due() => Ok(()),
            Show::Live(screen) => screen.draw(out, |out, rows| view.text(out, moment, rows)),
            Show::Json => {
                out.json(&view.json(moment, false))?;
                out.flush()
            }
        }
    }

    fn end(&mut self, out: &mut Output, view: &View<'_>, thought: &Thought, elapsed: Duration) -> Result<()> {
        let moment = Moment { thought, elapsed };
        match self {
            Show::Last => Ok(write!(out, "{}", view.text(out, moment, usize::MAX))?),
            Show::Live(screen) => screen.draw(out, |out, rows| view.text(out, moment, rows)),
            Show::Json => out.json(&view.json(moment, true)),
        }
    }
}

fn conditions(args: &Analyse) -> Result<Conditions> {
    let mut conditions = Conditions {
        step: 1,
        stop: interrupt("")?,
        candidates: args.candidates,
        ..Conditions::default()
    };
    match args.time.as_deref() {
        None => {}
        Some("infinite") => conditions.end = End::Stop,
        Some(text) => {
            let time = read_time(text).filter(|time| !time.is_zero());
            let wrong = || anyhow!("--time `{text}`: a time is written as 500ms, 2s, 1m or infinite");
            conditions.per_move = Some(time.ok_or_else(wrong)?);
        }
    }
    Ok(conditions)
}

/// The acting seat with this name or number.
fn find_seat(table: &dyn AnyGame, acting: Seats, text: &str) -> Result<Seat> {
    let info = table.info();
    let is_it = |seat: &Seat| {
        info.seat_name(*seat).eq_ignore_ascii_case(text)
            || text.parse().is_ok_and(|number: usize| number == seat.index() + 1)
    };
    let names = || info.seats.iter().map(|seat| seat.name);
    let Some(seat) = Seat::all(info.seats.len()).find(is_it) else {
        let advice = match nearest(text, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the seats are {}", names().collect::<Vec<_>>().join(", ")),
        };
        bail!("--seat `{text}`: {} has no such seat; {advice}", info.id);
    };
    if !acting.contains(seat) {
        let who: Vec<&str> = acting.iter().map(|seat| info.seat_name(seat)).collect();
        bail!(
            "--seat `{text}`: it is not {}'s turn but {}'s",
            info.seat_name(seat),
            who.join(" and ")
        );
    }
    Ok(seat)
}
