//! Stores of tournaments.

use std::path::Path;

use thiserror::Error;
use truel_core::trace::Tally;

use super::{Findings, Source, replay_match};
use crate::Setup;
use crate::store::{Store, StoreError, Stored};
use crate::tournament::{Progress, Tournament};

/// Checks a store: its structure, its plan, every match by checksum and by the rules, and who met
/// whom in which opening.
///
/// # Errors
/// When it cannot be read: no store, or a damaged structure or plan.
pub fn store(path: &Path, setup: &Setup) -> Result<Findings, StoreError> {
    let store = Store::read(path, setup)?;
    let (mut findings, mut tally) = (Findings::default(), Tally::default());
    if let Some(why) = store.entrants_damage()? {
        findings.damage("the table of entrants", why);
    }
    let planned = Planned::of(&store, &mut findings, setup)?;
    let mut wrong = Vec::new();
    let damaged = store.each(|stored| {
        findings.matches += 1;
        let id = stored.job.id;
        let record = stored.record(store.plan());
        let checked = replay_match(&record.game, &Source::Record(&record), &mut tally, setup)
            .map_err(|why| why.to_string())
            .and_then(|()| planned.check(&stored).map_err(|error| error.to_string()));
        wrong.extend(checked.err().map(|why| (id, why)));
        Ok::<(), StoreError>(())
    })?;
    findings.matches += damaged.len();
    wrong.extend(damaged.into_iter().map(|damaged| (damaged.id, damaged.why)));
    wrong.sort();
    for (id, why) in wrong {
        findings.damage(format!("match {id}"), why);
    }
    if !store.is_sealed() {
        findings.unsealed = findings.matches;
    }
    findings.plies = tally.plies;
    findings.unchecked.append(&mut tally.unchecked);
    Ok(findings)
}

/// A match that differs from the plan.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("its {what} is not that of the plan")]
struct NotPlanned {
    what: &'static str,
}

/// What the plan says about every match, as far as the results before it are there.
struct Planned {
    progress: Progress,
    /// `None` where the files of openings are missing.
    tournament: Option<Tournament>,
}

impl Planned {
    fn of(store: &Store, findings: &mut Findings, setup: &Setup) -> Result<Self, StoreError> {
        let tournament = match Tournament::new(store.plan().clone(), setup) {
            Ok(tournament) => {
                if tournament.fingerprint() != store.fingerprint()? {
                    findings.damage("the plan", "its fingerprint is another");
                }
                Some(tournament)
            }
            Err(error) => {
                findings.unchecked.insert(format!("openings and fingerprint ({error})"));
                None
            }
        };
        Ok(Planned {
            progress: Progress::of(store)?,
            tournament,
        })
    }

    /// Whether a match is the one that the plan has under its number.
    fn check(&self, stored: &Stored) -> Result<(), NotPlanned> {
        let Some((game, round, slot)) = self.progress.find(stored.job.id) else {
            // Later rounds depend on results that are missing or damaged.
            return Ok(());
        };
        let mut wrong = vec![
            ("entrants", slot.entrants != stored.entrants),
            ("round", round != stored.round),
            ("block", slot.block != stored.block),
        ];
        if let Some(tournament) = &self.tournament {
            let job = tournament.job(game, &slot);
            wrong.push(("game", job.game != stored.job.game));
            wrong.push(("seed", job.seed != stored.job.seed));
            wrong.push(("opening", job.opening != stored.job.opening));
        }
        match wrong.iter().find(|(_, is_wrong)| *is_wrong) {
            Some((what, _)) => Err(NotPlanned { what }),
            None => Ok(()),
        }
    }
}
