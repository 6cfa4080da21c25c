//! The tree searches where three seats move at once and fewer after some are out, and who refuses
//! such a game.

use truel_core::{Game, Joint, Payoffs, Phase, Seat};
use truel_search::joint::duct::Ucb;
use truel_search::joint::exp3::Exponential;
use truel_search::joint::regret::Regrets;
use truel_search::joint::tree::{Backup, Config, Learner};
use truel_search::joint::{Exact, Induction, JointTree, Uniform, is_foldable};
use truel_search::{Choice, Indifferent, Limits, Search};
use truel_testkit::tree::{CubeTree, MatrixTree};

/// Payoffs lie between these, so that rewards use the whole range.
const RANGE: truel_core::Bounds = truel_core::Bounds { low: 0.0, high: 20.0 };

fn config<L>(learner: L, backup: Backup) -> Config<L> {
    Config::new(learner).with_backup(backup).with_range(RANGE)
}

fn search<G: Game, L: Learner>(game: &G, seat: usize, learner: L, backup: Backup, simulations: u64) -> Choice<G> {
    let mut search = JointTree::<G, L>::with_config(Uniform, config(learner, backup));
    search.search(game, Seat::new(seat), &Limits::nodes(simulations))
}

/// The same question to every learner with every backup.
fn each_search<G: Game>(game: &G, seat: usize, simulations: u64, mut check: impl FnMut(&str, Choice<G>)) {
    for backup in [Backup::Corrected, Backup::Sample, Backup::Mean] {
        let name = |learner: &str| format!("{learner} with {backup:?}, seat {seat}");
        check(&name("duct"), search(game, seat, Ucb::default(), backup, simulations));
        check(
            &name("exp3"),
            search(game, seat, Exponential::default(), backup, simulations),
        );
        check(
            &name("regret"),
            search(game, seat, Regrets::default(), backup, simulations),
        );
    }
}

fn tree(drawing: &str) -> CubeTree<3> {
    drawing.parse().expect("a tree")
}

/// A leaf for each joint move of three seats with two moves each: what `payoff` says of the moves,
/// 0 or 1 each.
fn cube(payoff: impl Fn([i32; 3], usize) -> i32) -> String {
    let joints = (0..8).map(|bits: i32| [bits >> 2, bits >> 1 & 1, bits & 1]);
    let leaf = |joint: [i32; 3]| {
        let [a, b, c] = [0, 1, 2].map(|seat| payoff(joint, seat));
        format!("<{a} {b} {c}>")
    };
    format!("{{2 2 2: {}}}", joints.map(leaf).collect::<Vec<_>>().join(" "))
}

/// Everybody's second move is worth 10 more, whatever the others do; each other seat that plays it
/// adds 3.
#[test]
fn every_seat_finds_the_move_that_is_always_better() {
    let game = tree(&cube(|joint, seat| {
        10 * joint[seat] + 3 * (joint.iter().sum::<i32>() - joint[seat])
    }));
    for seat in 0..3 {
        each_search(&game, seat, 4000, |name, choice| {
            assert_eq!(choice.best().to_string(), "b", "{name}");
            assert!(choice.candidates[0].weight > 0.9, "{name}: {:?}", choice.candidates[0]);
            for (other, value) in choice.value.as_slice().iter().enumerate() {
                assert!(*value > 9.0 && *value <= 16.0, "{name}: {value} for seat {other}");
            }
        });
    }
}

/// What the others get says nothing about what a seat gets: each has its own payoff.
#[test]
fn payoffs_of_three_seats_stay_apart() {
    let game = tree("{1 1 1: <3 7 19>}");
    each_search(&game, 1, 50, |name, choice| {
        let value: Vec<f32> = choice.value.as_slice().iter().map(|value| value.round()).collect();
        assert_eq!(value, [3.0, 7.0, 19.0], "{name}");
    });
    // Whatever the first seat does the second gets 7; what the third gets depends on the first.
    let game = tree("{2 2 1: <3 7 19> <3 7 17> <5 7 1> <5 7 3>}");
    each_search(&game, 0, 2000, |name, choice| {
        let [best, other] = &choice.candidates[..] else {
            panic!("{name}: two moves")
        };
        assert_eq!(best.mv.to_string(), "b", "{name}");
        for (values, third) in [(best.values, 1.0..3.0), (other.values, 17.0..19.0)] {
            let values = values.as_slice();
            assert!(
                (values[1] - 7.0).abs() < 1e-3 && third.contains(&values[2]),
                "{name}: {values:?}"
            );
        }
    });
}

/// The second seat looks on, so the first and the third play what two seats alone would, to the
/// last bit.
#[test]
fn a_seat_that_does_not_act_changes_nothing() {
    let two: MatrixTree = "[<12 8> [<3 17> <20 0>; <9 11> <1 19>]; <4 16> <15 5>]"
        .parse()
        .expect("a tree");
    let three = tree("{2 0 2: <12 5 8> {2 0 2: <3 5 17> <20 5 0> <9 5 11> <1 5 19>} <4 5 16> <15 5 5>}");
    for (seat_of_two, seat_of_three) in [(0, 0), (1, 2)] {
        let mut of_two = Vec::new();
        each_search(&two, seat_of_two, 3000, |_, choice| {
            let of = |list: &[truel_search::Candidate<MatrixTree>]| -> Vec<_> {
                list.iter()
                    .map(|each| (each.mv, each.weight, each.value, each.visits))
                    .collect()
            };
            of_two.push((of(&choice.candidates), of(&choice.replies)));
        });
        let mut of_two = of_two.into_iter();
        each_search(&three, seat_of_three, 3000, |name, choice| {
            let of = |list: &[truel_search::Candidate<CubeTree<3>>]| -> Vec<_> {
                list.iter()
                    .map(|each| (each.mv, each.weight, each.value, each.visits))
                    .collect()
            };
            assert_eq!(
                Some((of(&choice.candidates), of(&choice.replies))),
                of_two.next(),
                "{name}"
            );
        });
    }
}

/// After some joint moves the second seat is out and two play on; after one the third is left
/// alone.
const SHRINKING: &str = "{2 2 2: \
    <6 6 6> {2 0 2: <9 0 1> <5 0 5> <15 0 5> <10 0 5>} <1 8 1> <1 0 1> \
    <2 6 2> {2 0 2: <9 0 1> <5 0 5> <15 0 5> <10 0 5>} <1 8 1> {0 0 2: <0 0 3> <0 0 9>}}";

#[test]
fn lines_and_replies_fit_the_seats_that_act() {
    let game = tree(SHRINKING);
    for seat in 0..3 {
        each_search(&game, seat, 2000, |name, choice| {
            let others: Vec<usize> = (0..3).filter(|other| *other != seat).collect();
            let replies: Vec<_> = choice.replies.chunk_by(|a, b| a.seat == b.seat).collect();
            assert_eq!(
                replies.iter().map(|list| list[0].seat.index()).collect::<Vec<_>>(),
                others,
                "{name}"
            );
            for list in replies.iter().chain([&&choice.candidates[..]]) {
                let whole: f32 = list.iter().map(|candidate| candidate.weight).sum();
                assert!(list.len() == 2 && (whole - 1.0).abs() < 1e-5, "{name}: {list:?}");
            }
            for line in choice
                .candidates
                .iter()
                .map(|candidate| &candidate.line)
                .chain([&choice.line])
            {
                let mut at = game.clone();
                for joint in line {
                    let acting = at.phase().acting();
                    assert_eq!(joint.len(), acting.len(), "{name}: {line:?}");
                    at.play(*joint);
                }
            }
        });
    }
}

/// After the second move of everybody the third seat is alone and takes 9.
#[test]
fn a_seat_that_is_left_alone_is_searched_as_a_turn() {
    let game = tree("{0 0 3: <0 0 3> <0 0 9> <0 0 4>}");
    each_search(&game, 2, 300, |name, choice| {
        assert_eq!(choice.best().to_string(), "b", "{name}");
        assert_eq!(choice.candidates[0].weight, 1.0, "{name}: who acts alone does not mix");
        assert!(choice.replies.is_empty(), "{name}");
    });
}

/// Each seat wants the coin of the next and not that of the one before: nobody can expect more than
/// an even share.
#[test]
fn nobody_gains_where_everybody_chases_somebody() {
    let sign = |joint: [i32; 3], seat: usize, other: usize| if joint[seat] == joint[other] { 5 } else { -5 };
    let game = tree(&cube(|joint, seat| {
        10 + sign(joint, seat, (seat + 1) % 3) - sign(joint, seat, (seat + 2) % 3)
    }));
    for seat in 0..3 {
        let choice = search(&game, seat, Regrets::default(), Backup::Corrected, 20_000);
        for value in choice.value.as_slice() {
            assert!((value - 10.0).abs() < 1.5, "{:?}", choice.value);
        }
    }
}

#[test]
fn the_profile_knows_every_seat_of_every_open_position() {
    let game = tree(SHRINKING);
    let mut search = JointTree::<_, Regrets>::with_config(Uniform, config(Regrets::default(), Backup::Corrected));
    search.search(&game, Seat::new(0), &Limits::nodes(3000));
    let profile = search.profile(&game);
    // Three seats at the root, two after the second seat is out (one position), one that is left
    // alone.
    assert_eq!(profile.len(), 3 + 2 + 1);
    let mut moves = Vec::new();
    game.moves(Seat::new(1), &mut moves);
    let mut shares = [0.0; 2];
    profile.shares(&game, Seat::new(1), &moves, &mut shares);
    assert!(
        (shares[0] + shares[1] - 1.0).abs() < 1e-9 && shares[1] > 0.5,
        "{shares:?}"
    );
}

#[test]
#[should_panic(expected = "this search is for two seats that move at once or for turns, and tree is neither")]
fn an_exact_search_refuses_three_seats_at_once_in_one_line() {
    let game = tree(SHRINKING);
    assert!(!is_foldable::<CubeTree<3>>());
    Induction::new(Indifferent).search(&game, Seat::new(0), &Limits::depth(2));
}

/// Two seats of which sometimes one acts are two seats: the exact searches solve them.
#[test]
fn an_exact_search_plays_two_seats_of_which_one_may_be_out() {
    let game: CubeTree<2> = "{2 2: <1 0> {0 2: <1 0> <0 1>} <0 1> {2 0: <1 0> <0 1>}}"
        .parse()
        .expect("a tree");
    assert!(is_foldable::<CubeTree<2>>() && <CubeTree<2> as Game>::Joint::WIDTH == 2);
    let [first, second] = [0, 1].map(|seat| Induction::new(Indifferent).value(&game, Seat::new(seat)));
    // Rows: 1 or 0; 0 or 1. Matching pennies.
    assert!(
        (first - 0.5).abs() < 1e-9 && (second - 0.5).abs() < 1e-9,
        "{first} {second}"
    );
    assert!(matches!(game.phase(), Phase::Act(seats) if seats.len() == 2));
}
