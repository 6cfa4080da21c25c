//! `truel rate`: the whole catalogue of a game against each other.

mod marked;

use std::io::Write;

use anyhow::Result;
use serde_json::json;
use truel_arena::TimeControl;
use truel_arena::executor::Threads;
use truel_arena::store::Store;
use truel_arena::tournament::{self, Ended, News, Observer, Plan, StandingsRow, Table, Tournament};
use truel_core::numbers::signed;

use super::standings;
use crate::Exit;
use crate::args::arena::{Rate, command_line};
use crate::damage;
use crate::interrupt::{FINISHING, interrupt};
use crate::output::{Output, remark};
use crate::progress::Progress;
use crate::roster;
use crate::series::{opening, terms};
use crate::setup::setup;
use marked::{check, replace};

pub(crate) fn run(args: &Rate, out: &mut Output) -> Result<Exit> {
    roster().info(&args.game)?;
    for path in &args.write {
        check(path, &args.game)?;
    }
    let tournament = Tournament::new(plan(args)?, &setup())?;
    let (plan, fingerprint) = (tournament.plan(), tournament.fingerprint());
    let mut store = match &args.out {
        Some(path) => Store::open(path, plan, &fingerprint, &setup())?,
        None => Store::in_memory(plan, &fingerprint, &setup())?,
    };
    damage::tell_played_again(&store, &store.damaged()?);
    let (total, played) = tournament::Progress::of(&store)?.matches();
    let stop = interrupt(FINISHING)?;
    let mut display = Display {
        progress: Progress::new(total - played, args.json),
        plan,
        leader: String::new(),
    };
    let mut executor = Threads::new(args.terms.concurrency, &setup());
    let ran = tournament.run(&mut store, &mut executor, &stop, &mut display);
    display.progress.finish();
    let (ended, progress) = ran?;
    let ratings = Ratings {
        table: by_rating(tournament::standings(&store, &progress)?.remove(0)),
        terms: told_terms(plan),
        command: command(args)?,
    };
    if args.json {
        out.json(&ratings.json(plan))?;
    } else {
        standings::print(std::slice::from_ref(&ratings.table), &[], out)?;
        writeln!(out, "{}. Elo is around the mean of all agents.", ratings.terms)?;
    }
    out.flush()?;
    if ended == Ended::Stopped {
        let (total, played) = progress.matches();
        let on = args
            .out
            .as_ref()
            .map_or("", |_| "; the same command goes on where it was");
        remark(&format!("stopped after {played} of {total} matches{on}"));
        return Ok(Exit::Interrupted);
    }
    for path in &args.write {
        replace(path, &args.game, &|most| ratings.markdown(most))?;
    }
    Ok(Exit::Done)
}

/// A ladder between all agents of the game.
fn plan(args: &Rate) -> Result<Plan> {
    let mut terms = terms(&args.terms);
    if terms.contest {
        // The contest has a time limit of its own.
        terms.time = TimeControl::Unlimited;
    }
    let opening = opening(&args.game, &[], &args.terms)?;
    let plan = Plan::catalogue(&args.game, &opening, args.matches, args.terms.seed, terms, &setup())?;
    Ok(plan)
}

/// The same table with the highest rating first; a ladder ranks by what it believed on the way.
fn by_rating(mut table: Table) -> Table {
    let elo = |row: &StandingsRow| row.elo.map_or(f64::NEG_INFINITY, |elo| elo.value);
    table.lines.sort_by(|a, b| elo(b).total_cmp(&elo(a)));
    // They name rows by their places.
    table.meetings.clear();
    table
}

/// What all matches have in common.
fn told_terms(plan: &Plan) -> String {
    let game = &plan.games[0];
    let terms = plan.terms_in(game, &setup());
    let opening = game.opening.as_deref().unwrap_or("start");
    format!("{}, openings `{opening}`, seed {}", terms.time_in_words(), plan.seed)
}

/// The command that plays the same again.
fn command(args: &Rate) -> Result<String> {
    let mut words = ["truel", "rate", &args.game, "-n", &args.matches.to_string()]
        .map(str::to_owned)
        .to_vec();
    words.extend(args.terms.words(&opening(&args.game, &[], &args.terms)?));
    Ok(command_line(&words))
}

/// The ratings of one game.
struct Ratings {
    table: Table,
    terms: String,
    command: String,
}

impl Ratings {
    fn json(&self, plan: &Plan) -> serde_json::Value {
        json!({
            "game": self.table.game,
            "matches": self.table.matches,
            "seed": plan.seed,
            "opening": plan.games[0].opening,
            "terms": plan.terms,
            "version": env!("CARGO_PKG_VERSION"),
            "command": self.command,
            "groups": self.table.groups,
            "seats": self.table.seats,
            "ratings": self.table.lines,
        })
    }

    /// The best of them as a table for a file, with what it rests on below.
    fn markdown(&self, most: Option<usize>) -> String {
        let all = &self.table.lines;
        let has_faults = all.iter().any(|row| row.faults > 0);
        let line = |mut cells: Vec<String>| {
            cells.truncate(if has_faults { 9 } else { 8 });
            format!("| {} |", cells.join(" | "))
        };
        let head = ["", "agent", "Elo", "95 %", "matches", "won", "drawn", "lost", "faults"];
        let mut lines = vec![
            line(head.map(str::to_owned).to_vec()),
            line(vec!["---".to_owned(); head.len()]),
        ];
        let most = most.unwrap_or(all.len()).min(all.len());
        for (place, row) in all[..most].iter().enumerate() {
            let elo = row.elo.map_or_else(
                || ["–".to_owned(), "–".to_owned()],
                |elo| {
                    let [value, low, high] = [elo.value, elo.low, elo.high].map(|elo| signed(elo, 0));
                    [value, format!("{low} to {high}")]
                },
            );
            let counts = &row.counts;
            let mut cells = vec![(place + 1).to_string(), format!("`{}`", row.entrant)];
            cells.extend(elo);
            let counted = [counts.matches, counts.wins, counts.draws, counts.losses, row.faults];
            cells.extend(counted.map(|count| count.to_string()));
            lines.push(line(cells));
        }
        let best = match most < all.len() {
            true => format!("The best of {} agents. ", all.len()),
            false => String::new(),
        };
        let (matches, version) = (self.table.matches, env!("CARGO_PKG_VERSION"));
        let below = textwrap::fill(
            &format!("{best}{matches} matches, {}, truel {version}:", self.terms),
            100,
        );
        format!("{}\n\n{below}\n\n```\n{}\n```\n", lines.join("\n"), self.command)
    }
}

/// Shows how far it is, and who leads.
struct Display<'a> {
    progress: Progress,
    plan: &'a Plan,
    leader: String,
}

impl Observer for Display<'_> {
    fn round(&mut self, _: usize, _: usize, progress: &tournament::Progress) {
        let ranking = progress.schedule(0).ranking(progress.results(0));
        let leader = ranking.first().filter(|_| progress.matches().1 > 0);
        self.leader = leader.map_or_else(String::new, |leader| {
            format!("{} leads", self.plan.entrant(*leader).name)
        });
    }

    fn stored(&mut self, _: &News<'_>) {
        let leader = &self.leader;
        self.progress.step(|| leader.clone());
    }
}
