use std::collections::{BTreeMap, BTreeSet};

use truel_arena::stats::Entrant;
use truel_arena::tournament::schedule::{Gauntlet, KnockOut, LadderPlay, RoundRobin, Schedule, Swiss};
use truel_arena::tournament::{Pairing, Results};

use super::{field, play_by_number};

fn met(pairings: &[Pairing]) -> BTreeMap<(Entrant, Entrant), usize> {
    let mut met = BTreeMap::new();
    for Pairing { entrants, .. } in pairings {
        for a in entrants {
            for b in entrants.iter().filter(|b| a < *b) {
                *met.entry((*a, *b)).or_default() += 1;
            }
        }
    }
    met
}

/// All rounds, the lower number winning each table.
fn whole(schedule: &dyn Schedule, seats: usize) -> (Vec<Vec<Pairing>>, Results) {
    let (mut rounds, mut results) = (Vec::new(), Results::default());
    while let Some(round) = schedule.round(rounds.len(), &results) {
        rounds.push(round.clone());
        play_by_number(&mut results, round, seats);
    }
    assert_eq!(rounds.iter().map(Vec::len).sum::<usize>() as u64, schedule.blocks());
    (rounds, results)
}

fn numbers(entrants: &[Entrant]) -> Vec<u32> {
    entrants.iter().map(|one| one.0).collect()
}

#[test]
fn in_a_round_robin_every_two_meet_equally_often() {
    for (entrants, seats, often) in [(2, 2, 3), (5, 2, 3), (3, 3, 3), (6, 3, 12)] {
        let schedule = RoundRobin {
            field: field(entrants, seats, 3),
        };
        let (rounds, results) = whole(&schedule, seats);
        let met = met(&rounds.concat());
        assert_eq!(met.len() as u32, entrants * (entrants - 1) / 2);
        assert!(met.values().all(|count| *count == often), "{met:?}");
        assert_eq!(numbers(&schedule.ranking(&results)), (0..entrants).collect::<Vec<_>>());
    }
}

#[test]
fn every_table_of_a_round_robin_plays_each_opening_once() {
    let schedule = RoundRobin { field: field(4, 2, 2) };
    let (rounds, _) = whole(&schedule, 2);
    let openings: Vec<u64> = rounds[0].iter().map(|pairing| pairing.opening).collect();
    assert_eq!(openings, [vec![0; 6], vec![1; 6]].concat());
}

#[test]
fn in_a_gauntlet_heroes_meet_all_others_and_nobody_else_meets() {
    let heroes = vec![Entrant(1), Entrant(3)];
    for (seats, tables) in [(2, 2 * 3), (3, 2 * 3)] {
        let schedule = Gauntlet {
            field: field(5, seats, 2),
            heroes: heroes.clone(),
        };
        let (rounds, _) = whole(&schedule, seats);
        assert_eq!(rounds.concat().len(), tables * 2);
        for pairing in rounds.concat() {
            let present = pairing.entrants.iter().filter(|one| heroes.contains(one)).count();
            assert_eq!(present, 1, "{pairing:?}");
        }
    }
}

/// Whether these can be paired so that nobody meets somebody again.
fn can_avoid(left: &[Entrant], met: &BTreeSet<(Entrant, Entrant)>) -> bool {
    let Some((first, rest)) = left.split_first() else {
        return true;
    };
    rest.iter().any(|other| {
        let others: Vec<Entrant> = rest.iter().copied().filter(|one| one != other).collect();
        !met.contains(&(*first.min(other), *first.max(other))) && can_avoid(&others, met)
    })
}

#[test]
fn a_swiss_repeats_a_meeting_only_when_it_must() {
    for (entrants, rounds) in [(4, 5), (6, 6), (7, 7), (8, 7), (11, 6)] {
        let schedule = Swiss {
            field: field(entrants, 2, 1),
            rounds,
        };
        let (rounds, _) = whole(&schedule, 2);
        let mut known: BTreeSet<(Entrant, Entrant)> = BTreeSet::new();
        for round in rounds {
            let new: BTreeSet<(Entrant, Entrant)> = met(&round).into_keys().collect();
            let playing: Vec<Entrant> = round.iter().flat_map(|pairing| pairing.entrants.clone()).collect();
            if new.iter().any(|pair| known.contains(pair)) {
                assert!(!can_avoid(&playing, &known), "{entrants}: {new:?} after {known:?}");
            }
            known.extend(new);
        }
    }
}

#[test]
fn in_a_swiss_those_who_stand_alike_meet_and_byes_go_round() {
    let schedule = Swiss {
        field: field(8, 2, 1),
        rounds: 3,
    };
    let (rounds, results) = whole(&schedule, 2);
    let tables = |round: &[Pairing]| -> Vec<Vec<u32>> { round.iter().map(|table| numbers(&table.entrants)).collect() };
    assert_eq!(tables(&rounds[0]), [[0, 1], [2, 3], [4, 5], [6, 7]]);
    assert_eq!(tables(&rounds[1]), [[0, 2], [4, 6], [1, 3], [5, 7]]);
    assert_eq!(schedule.ranking(&results)[0], Entrant(0));
    for (entrants, seats) in [(5, 2), (7, 3), (8, 3)] {
        let schedule = Swiss {
            field: field(entrants, seats, 1),
            rounds: 5,
        };
        let (rounds, _) = whole(&schedule, seats);
        let mut byes: BTreeMap<u32, usize> = (0..entrants).map(|one| (one, 0)).collect();
        for round in &rounds {
            let seated: BTreeSet<u32> = round.iter().flat_map(|pairing| numbers(&pairing.entrants)).collect();
            assert_eq!(seated.len(), entrants as usize / seats * seats, "nobody sits twice");
            byes.iter_mut()
                .filter(|(one, _)| !seated.contains(one))
                .for_each(|(_, count)| *count += 1);
        }
        let (least, most) = (byes.values().min().unwrap(), byes.values().max().unwrap());
        assert!(most - least <= 1, "{byes:?}");
    }
}

#[test]
fn a_knock_out_of_eight_is_won_by_the_best_who_meets_the_second_last() {
    let schedule = KnockOut { field: field(8, 2, 2) };
    let (rounds, results) = whole(&schedule, 2);
    let tables = |round: &[Pairing]| -> Vec<Vec<u32>> { round.iter().map(|table| numbers(&table.entrants)).collect() };
    assert_eq!(tables(&rounds[0])[..4], [[0, 7], [1, 6], [2, 5], [3, 4]]);
    assert_eq!(tables(&rounds[1]), [[0, 3], [1, 2], [0, 3], [1, 2]]);
    assert_eq!(tables(&rounds[2]), [[0, 1], [0, 1]]);
    assert_eq!(numbers(&schedule.ranking(&results)), [0, 1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn every_knock_out_ends_with_one_and_byes_are_for_the_best_in_the_first_round() {
    for seats in [2, 3] {
        for entrants in seats as u32..40 {
            let schedule = KnockOut {
                field: field(entrants, seats, 1),
            };
            let (rounds, results) = whole(&schedule, seats);
            assert_eq!(rounds.last().map(Vec::len), Some(1), "a last table of {entrants}");
            assert_eq!(schedule.ranking(&results)[0], Entrant(0));
            let first: BTreeSet<u32> = rounds[0].iter().flat_map(|table| numbers(&table.entrants)).collect();
            let best_playing = *first.first().expect("somebody plays");
            assert_eq!(
                first.len() as u32,
                entrants - best_playing,
                "only the best pass: {entrants}"
            );
            if seats == 2 {
                let full = rounds.iter().skip(1).all(|round| round.len().is_power_of_two());
                assert!(full, "{entrants}");
            }
        }
    }
}

#[test]
fn a_tie_in_a_knock_out_goes_to_the_better_seed() {
    let schedule = KnockOut { field: field(3, 3, 1) };
    let mut results = Results::default();
    let round = schedule.round(0, &results).expect("a round");
    let mut round = truel_arena::tournament::Round::new(1, round, 3);
    for id in round.ids() {
        round.note(id, &[1.0 / 3.0; 3]);
    }
    results.open(round);
    assert!(schedule.round(1, &results).is_none());
    assert_eq!(numbers(&schedule.ranking(&results)), [0, 1, 2]);
}

#[test]
fn a_ladder_seeks_those_of_whom_least_is_known() {
    let ladder = LadderPlay {
        field: field(6, 2, 100),
        batch: 3,
    };
    let mut results = Results::default();
    // Four of them are well known already; the last two never played.
    let known = Pairing {
        entrants: vec![Entrant(0), Entrant(1)],
        opening: 0,
    };
    let others = Pairing {
        entrants: vec![Entrant(2), Entrant(3)],
        opening: 0,
    };
    for _ in 0..30 {
        play_by_number(&mut results, vec![known.clone(), others.clone()], 2);
    }
    let round = ladder.round(0, &results).expect("a batch");
    assert_eq!(
        numbers(&round[0].entrants).into_iter().collect::<BTreeSet<_>>(),
        BTreeSet::from([4, 5])
    );
    let seated: BTreeSet<u32> = round.iter().flat_map(|table| numbers(&table.entrants)).collect();
    assert_eq!(seated.len(), 6, "nobody twice in a batch that seats all");
    // Of the four, those who look even: both winners, and both losers.
    let even = round[1..]
        .iter()
        .all(|table| table.entrants[0].0 % 2 == table.entrants[1].0 % 2);
    assert!(even, "{round:?}");
}

#[test]
fn a_ladder_ends_after_its_blocks_and_may_have_large_batches() {
    for (entrants, seats, batch) in [(6, 2, 4), (5, 3, 7), (2, 2, 5)] {
        let ladder = LadderPlay {
            field: field(entrants, seats, 30),
            batch,
        };
        let (rounds, results) = whole(&ladder, seats);
        let openings: BTreeSet<u64> = rounds.concat().iter().map(|pairing| pairing.opening).collect();
        assert_eq!(openings.len(), 30, "each block has an opening of its own");
        assert_eq!(ladder.ranking(&results)[0], Entrant(0));
    }
}

#[test]
fn the_same_results_give_the_same_rounds() {
    let ladder = LadderPlay {
        field: field(9, 3, 40),
        batch: 3,
    };
    let swiss = Swiss {
        field: field(9, 3, 2),
        rounds: 4,
    };
    assert_eq!(whole(&ladder, 3).0, whole(&ladder, 3).0);
    assert_eq!(whole(&swiss, 3).0, whole(&swiss, 3).0);
}
