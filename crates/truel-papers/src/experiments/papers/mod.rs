//! The five reports, a file each: nothing but data, and what is counted rather than played.

mod avalam;
mod chexers;
mod pentago_swap;
mod ropasci;
mod threechess;

use super::claim::Expect::{AtMost, Reaches};
use super::claim::Share::{Lost, Won};
use super::claim::{Claim, Paper, Trial, claim};

/// Every report.
pub fn papers() -> [Paper; 5] {
    [
        threechess::paper(),
        chexers::paper(),
        ropasci::paper(),
        avalam::paper(),
        pentago_swap::paper(),
    ]
}

/// What is asked of every champion, by a trial of it against random agents.
fn beats_chance(id: &'static str, trial: Trial) -> Claim {
    let told = "champion wins 98 of 100 matches against random agents and loses none";
    claim(id, told).by(trial.expect(Reaches(0, Won, 0.98)).expect(AtMost(0, Lost, 0.0)))
}

#[cfg(test)]
mod tests {
    use truel_arena::Entry;

    use super::*;
    use crate::experiments::claim::Seating;
    use crate::experiments::setup;

    #[test]
    fn every_trial_can_be_played_as_it_stands() {
        for paper in papers() {
            let seats = setup().table(paper.game).expect("a game").info().seats.len();
            for claim in &paper.claims {
                for trial in &claim.trials {
                    let lines = if trial.seating == Seating::Each { seats } else { 2 };
                    assert_eq!(trial.lines.len(), lines, "{} {}", paper.game, claim.id);
                    for line in &trial.lines {
                        let entry: Entry = line.agent.parse().expect("a spec");
                        entry
                            .check(paper.game, &truel_arena::Terms::default(), setup())
                            .unwrap_or_else(|error| panic!("{} {}: {error}", paper.game, claim.id));
                    }
                }
                assert!(
                    !claim.trials.is_empty() || claim.facts.is_some(),
                    "{} {} claims something",
                    paper.game,
                    claim.id
                );
            }
        }
    }

    #[test]
    fn no_two_claims_of_a_report_have_one_number() {
        for paper in papers() {
            let mut ids: Vec<&str> = paper.claims.iter().map(|claim| claim.id).collect();
            ids.sort_unstable();
            assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "{}: {ids:?}", paper.game);
        }
    }
}
