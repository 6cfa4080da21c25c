//! What a person reads while a match goes on.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::Result;
use truel_agents::{Conditions, Seen, USUAL_TIME, Watch};
use truel_arena::Trouble;
use truel_core::draw::Gesture;
use truel_core::numbers::fixed;
use truel_core::{Seat, Seats};

use super::Session;
use crate::commands::analyse::{clause, policy, told};
use crate::files::write_file;
use crate::output::remark;
use crate::roster;

/// How many moves a hint compares.
const HINTS: NonZeroUsize = NonZeroUsize::new(3).expect("not 0");

impl Session<'_> {
    pub(super) fn plies(&self) -> String {
        match self.bout.plies() {
            1 => "1 ply".to_owned(),
            plies => format!("{plies} plies"),
        }
    }

    pub(super) fn welcome(&mut self) -> Result<()> {
        let info = self.bout.table.info();
        let seats: Vec<String> = Seat::all(self.sitters.len()).map(|seat| self.who(seat)).collect();
        writeln!(self.out, "{}: {}", self.out.bold(info.title), seats.join(", "))?;
        if self.persons().is_empty() {
            return Ok(writeln!(self.out)?);
        }
        Ok(writeln!(
            self.out,
            "Type a move such as {}, or `?` for help.\n",
            info.notation
        )?)
    }

    pub(super) fn board(&mut self, last: &Gesture) -> Result<()> {
        let mut scene = self.bout.table.scene().marking(last);
        // The prompt says who must move, the result who won.
        scene.headline.clear();
        let text = scene.to_text(self.out.colour);
        Ok(writeln!(self.out, "{}\n", text.trim_end())?)
    }

    /// Tells a ply, unless a person has just typed all of it.
    pub(super) fn tell(&mut self, acting: Seats, joint: &str) -> Result<()> {
        if acting.len() > 1 || !self.is_person(acting.first()) {
            let moves = acting.iter().zip(joint.split('|'));
            let told: Vec<String> = moves.map(|(seat, mv)| format!("{}: {mv}", self.who(seat))).collect();
            writeln!(self.out, "{}", self.out.bold(&told.join(", ")))?;
        }
        Ok(writeln!(self.out)?)
    }

    pub(super) fn help(&mut self) -> Result<()> {
        let info = self.bout.table.info();
        let usual = roster().default_agent(info);
        for (word, what) in [
            ("a move", format!("such as {}", info.notation)),
            ("moves [M]", "what you may do; only what begins with M".to_owned()),
            ("hint", format!("what {usual} would do")),
            ("board", "the board again".to_owned()),
            ("undo", "back to before your last move".to_owned()),
            ("resign", "give up; the game's rule for that ends the match".to_owned()),
            ("save FILE", "write the record of the match so far".to_owned()),
            ("quit", "leave; `q`, `exit` and Ctrl-D do the same".to_owned()),
        ] {
            writeln!(self.out, "  {word:10} {what}")?;
        }
        Ok(())
    }

    pub(super) fn moves(&mut self, seat: Seat, prefix: &str) -> Result<()> {
        let mut moves = self.bout.table.moves(seat);
        let all = moves.len();
        moves.retain(|mv| mv.starts_with(prefix));
        if moves.is_empty() {
            return Ok(writeln!(self.out, "None of {all} moves begins with `{prefix}`.")?);
        }
        self.out.columns(&moves)
    }

    pub(super) fn hint(&mut self, seat: Seat) -> Result<()> {
        let (table, spec) = (&*self.bout.table, roster().default_agent(self.bout.table.info()));
        let conditions = Conditions {
            per_move: Some(self.bout.job.terms.time.per_move(2).unwrap_or(USUAL_TIME)),
            step: 1,
            candidates: HINTS,
            ..Conditions::default()
        };
        self.person.note(self.out, &format!("{spec} thinks …"))?;
        let thought = roster().build(table.info().id, &spec, self.args.seed)?.think(
            table,
            seat,
            &conditions,
            Watch::Live(&mut |_| {}),
        );
        self.person.note(self.out, "")?;
        let expects = thought.chances.get(seat.index()).map_or_else(String::new, clause);
        let name = table.info().seat_name(seat);
        let proven = if thought.is_proven { ", proven" } else { "" };
        let policy = self.out.bold(&policy(&thought.candidates));
        writeln!(
            self.out,
            "{spec} would play {policy} and expects for {name} {expects}{proven}."
        )?;
        // What a mixed strategy is mixed of is said already, and a move without a value says
        // nothing.
        let is_other = |seen: &&Seen| seen.weight == 0.0 && !seen.chances.is_empty();
        let others = thought.candidates.iter().take(HINTS.get()).filter(is_other);
        let others: Vec<String> = others
            .map(|seen| format!("{} ({})", seen.mv, told(seat, seen)))
            .collect();
        if !others.is_empty() {
            writeln!(self.out, "Next best: {}.", others.join(", "))?;
        }
        Ok(())
    }

    /// What went wrong ends the match; the seat that did it is to blame.
    pub(super) fn fault(&mut self, seat: Seat, trouble: Trouble) -> Result<()> {
        let trouble = trouble.cleaned();
        writeln!(
            self.out,
            "{} failed ({}): {}",
            self.who(seat),
            trouble.kind,
            trouble.message
        )?;
        for line in &trouble.evidence {
            writeln!(self.out, "  {line}")?;
        }
        self.bout.fail(seat, trouble);
        Ok(())
    }

    pub(super) fn save(&mut self, path: &Path) -> Result<()> {
        if self.bout.plies() == 0 {
            return Ok(writeln!(self.out, "Nothing has been played yet.")?);
        }
        let record = self.bout.record();
        match write_file(path, |file| Ok(record.write(file)?)) {
            Ok(()) => writeln!(self.out, "Saved to {}.", path.display())?,
            // A wrong name is no reason to lose the match.
            Err(error) => writeln!(self.out, "{error:#}")?,
        }
        Ok(())
    }

    pub(super) fn result(&mut self) -> Result<()> {
        let result = self.bout.result();
        let title = format!("The match is over after {}: {}.", self.plies(), result.reason);
        writeln!(self.out, "{}", self.out.bold(&title))?;
        for (seat, points) in Seat::all(self.sitters.len()).zip(&result.points) {
            let points = fixed(*points, 2);
            let points = points.trim_end_matches('0').trim_end_matches('.');
            writeln!(self.out, "  {}: {points}", self.who(seat))?;
        }
        if let Some(path) = &self.args.out {
            let record = self.bout.record();
            write_file(path, |file| Ok(record.write(file)?))?;
            remark(&format!("wrote {}", path.display()));
        }
        Ok(())
    }
}
