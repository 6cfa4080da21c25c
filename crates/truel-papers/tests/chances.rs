//! Chances of every agent on every game it plays, and the numbers that come with the crate.

use std::num::NonZeroUsize;
use std::sync::LazyLock;

use truel_agents::chances::{Calibration, GameData, Judged, usual_outcomes};
use truel_agents::{Bound, Conditions, Roster, Scale, SeatChances, Spec, Thought, Watch};
use truel_core::{AnyGame, Info, Rng, Seat};

/// The games of truel with all agents.
fn roster() -> &'static Roster {
    static ROSTER: LazyLock<Roster> = LazyLock::new(truel_papers::roster);
    &ROSTER
}

fn table(game: &str) -> Box<dyn AnyGame> {
    roster().table(game).expect("a game")
}

fn spec(text: &str) -> Spec {
    text.parse().expect("a spec")
}

/// The table after some random plies, not over.
fn later(table: &dyn AnyGame, plies: usize, seed: u64) -> Box<dyn AnyGame> {
    let (mut rng, mut later) = (Rng::new(seed), table.boxed());
    for _ in 0..plies {
        let Some(joint) = later.random_joint(&mut rng) else {
            break;
        };
        let before = later.boxed();
        later.play(&joint).expect("a legal move");
        if later.phase().is_over() {
            return before;
        }
    }
    later
}

fn assert_sound(chances: &[SeatChances], seats: usize, told: &str) {
    assert_eq!(chances.len(), seats, "{told}");
    for seat in chances {
        let SeatChances {
            win,
            draw,
            lose,
            points,
        } = *seat;
        for number in [win, draw, lose, points] {
            assert!((0.0..=1.0).contains(&number), "{told}: {seat:?}");
        }
        assert!((win + draw + lose - 1.0).abs() < 1e-4, "{told}: {seat:?}");
        assert!(win - 1e-4 <= points && points <= 1.0 - lose + 1e-4, "{told}: {seat:?}");
    }
    let winners: f32 = chances.iter().map(|seat| seat.win).sum();
    assert!(winners <= 1.0 + 1e-4, "{told}: more than one winner");
    if let [first, second] = chances {
        let pairs = [
            (first.win, second.lose),
            (first.lose, second.win),
            (first.draw, second.draw),
        ];
        assert!(pairs.iter().all(|(a, b)| (a - b).abs() < 1e-4), "{told}: {chances:?}");
        assert!((first.points + second.points - 1.0).abs() < 1e-4, "{told}");
    }
}

fn think(game: &str, agent: &Spec, table: &dyn AnyGame) -> (Seat, Thought) {
    let seat = table.phase().acting().first();
    let conditions = Conditions {
        nodes: Some(60),
        depth: Some(2),
        ..Conditions::default()
    };
    let mut agent = roster().build(game, agent, 1).expect("an agent");
    (seat, agent.think(table, seat, &conditions, Watch::Live(&mut |_| {})))
}

#[test]
fn every_agent_gives_chances_in_every_game_it_plays() {
    for info in roster().infos() {
        let start = table(info.id);
        let later = later(&*start, 6, 5);
        for agent in roster().agents_of(info) {
            for position in [&start, &later] {
                let (_, thought) = think(info.id, &spec(agent.name), &**position);
                let told = format!("{} by {}", info.id, agent.name);
                assert_sound(&thought.chances, info.seats.len(), &told);
                assert_eq!(thought.payoffs.len(), info.seats.len(), "{told}");
                for seen in thought.candidates.iter().filter(|seen| !seen.chances.is_empty()) {
                    assert_sound(&seen.chances, info.seats.len(), &format!("{told}: {}", seen.mv));
                }
            }
        }
    }
}

/// Moves that are compared stand in the order of what their seat may expect, in games where the
/// others' values say something of their own.
#[test]
fn compared_moves_are_in_the_order_of_what_they_promise() {
    for game in ["chexers", "threechess"] {
        for agent in ["champion", "brs", "paranoid", "maxn", "soft-maxn"] {
            for seed in 1..=6 {
                let position = later(&*table(game), 12, seed);
                let seat = position.phase().acting().first();
                let conditions = Conditions {
                    nodes: Some(4000),
                    candidates: NonZeroUsize::new(6).expect("not 0"),
                    ..Conditions::default()
                };
                let mut built = roster().build(game, &spec(agent), 1).expect("an agent");
                let thought = built.think(&*position, seat, &conditions, Watch::Live(&mut |_| {}));
                let exact = thought.candidates.iter().filter(|seen| seen.bound == Bound::Exact);
                let points: Vec<f32> = exact
                    .filter_map(|seen| Some(seen.chances.get(seat.index())?.points))
                    .collect();
                let is_sorted = points.windows(2).all(|pair| pair[0] >= pair[1] - 1e-3);
                assert!(is_sorted, "{game} by {agent}, seed {seed}: {points:?}");
            }
        }
    }
}

/// With values from one end of the scale to the other, in every fitted model and without one.
#[test]
fn more_value_never_means_fewer_points() {
    for info in roster().infos() {
        let table = table(info.id);
        let names: Vec<Spec> = roster().agents_of(info).map(|agent| spec(agent.name)).collect();
        let fitted = names.iter().map(|agent| roster().calibration(&*table, agent));
        for calibration in fitted.chain([Calibration::usual(&*table)]) {
            let scale = calibration.scale();
            let (low, high) = match scale {
                Scale::Payoffs => (info.bounds.low, info.bounds.high),
                Scale::Own => (-500.0, 500.0),
            };
            for seat in Seat::all(info.seats.len()) {
                let points = |step: u32| {
                    let mut values = vec![info.draw; info.seats.len()];
                    values[seat.index()] = low + (high - low) * step as f32 / 20.0;
                    let judged = Judged {
                        values: &values,
                        seat,
                        scale,
                        is_certain: false,
                    };
                    let seats = calibration.chances(&judged).seats();
                    assert_sound(&seats, info.seats.len(), info.id);
                    seats[seat.index()].points
                };
                let all: Vec<f32> = (0..=20).map(points).collect();
                assert!(all.is_sorted_by(|a, b| *a <= b + 1e-5), "{}: {all:?}", info.id);
            }
        }
    }
}

#[test]
fn what_is_proven_is_certain() {
    let agent = spec("alphabeta:reductions=off,depth=9");
    for (position, win, draw) in [("xx./oo./... x", 1.0, 0.0), (".../.../... x", 0.0, 1.0)] {
        let table = table("tic-tac-toe").at(position).expect("a position");
        let seat = table.phase().acting().first();
        let mut agent = roster().build("tic-tac-toe", &agent, 1).expect("an agent");
        let thought = agent.think(&*table, seat, &Conditions::default(), Watch::Nobody);
        assert!(thought.is_proven);
        let chances = thought.chances[seat.index()];
        assert_eq!((chances.win, chances.draw), (win, draw), "{position}");
    }
}

#[test]
fn payoffs_without_data_are_taken_at_their_word() {
    for info in roster().infos() {
        let table = table(info.id);
        let calibration = Calibration::usual(&*table);
        assert!(!calibration.is_fitted());
        for share in [0.0, 0.1, 0.5, 0.77, 1.0] {
            let own = info.bounds.low + share * (info.bounds.high - info.bounds.low);
            let mut values = vec![info.draw; info.seats.len()];
            values[0] = own;
            let judged = Judged {
                values: &values,
                seat: Seat::new(0),
                scale: Scale::Payoffs,
                is_certain: false,
            };
            let found = calibration.chances(&judged).payoffs()[0];
            assert!((found - own).abs() < 1e-3, "{}: {found} for {own}", info.id);
        }
    }
}

#[test]
fn odd_numbers_are_no_trouble() {
    let table = table("chexers");
    for calibration in [
        Calibration::usual(&*table),
        roster().calibration(&*table, &spec("champion")),
    ] {
        for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN] {
            for scale in [Scale::Payoffs, Scale::Own] {
                for is_certain in [false, true] {
                    let judged = Judged {
                        values: &[odd, 0.5, odd],
                        seat: Seat::new(0),
                        scale,
                        is_certain,
                    };
                    assert_sound(&calibration.chances(&judged).seats(), 3, &format!("{odd}"));
                }
            }
        }
    }
}

/// The games that have fitted numbers: all but those without a champion.
fn with_data() -> impl Iterator<Item = (&'static Info, &'static GameData)> {
    let has_champion = |game| roster().best_agent(game).name == "champion";
    let listings = roster()
        .listings()
        .iter()
        .filter(move |listing| has_champion(listing.info()));
    listings.map(|listing| {
        let data = listing.calibration();
        (
            listing.info(),
            data.unwrap_or_else(|| panic!("{} has no data", listing.info().id)),
        )
    })
}

#[test]
fn the_shipped_numbers_name_real_agents_and_beat_the_base_rate() {
    for (info, data) in with_data() {
        assert_eq!(
            (data.game.as_str(), data.outcomes[0].outcome.points.len()),
            (info.id, info.seats.len())
        );
        assert_eq!(GameData::read(&data.write()).expect("it reads what it writes"), *data);
        assert!(data.find(None, &spec("champion")).is_some(), "{}", info.id);
        for fitted in &data.agents {
            let told = format!("{} in {}", fitted.agent, info.id);
            assert!(roster().check(info.id, &fitted.agent).is_ok(), "{told}");
            let agent = roster().agents_of(info).find(|agent| agent.name == fitted.agent.name());
            assert_eq!(data.find(agent, &fitted.agent), Some(fitted), "{told}");
            // Who plays at random knows nothing, and who proves nearly everything leaves nothing to
            // fit.
            if fitted.agent.name() != "random" && fitted.quality.positions >= 500 {
                let margin = fitted.quality.base_loss * 1.01;
                assert!(fitted.quality.log_loss <= margin, "{told}: {:?}", fitted.quality);
            }
        }
        let champion = data.find(None, &spec("champion")).expect("found above").quality;
        let is_fitted_on_few = champion.positions < 500;
        assert!(
            is_fitted_on_few || champion.log_loss < champion.base_loss,
            "{}: {champion:?}",
            info.id
        );
    }
}

#[test]
fn broken_numbers_are_told_apart() {
    let listing = roster().listing("avalam").expect("a game");
    let good = listing.calibration().expect("data").write();
    assert!(GameData::read(&good).is_ok());
    for (from, to) in [
        ("spread = ", "spread = -"),
        ("bias = [", "bias = [9.0, "),
        ("game = ", "gam = "),
    ] {
        assert!(GameData::read(&good.replace(from, to)).is_err(), "{to}");
    }
}

/// Parameters of an entry decide who may use its numbers; limits never do.
#[test]
fn an_agent_finds_its_numbers_whatever_its_limits() {
    for (info, _) in with_data() {
        let table = table(info.id);
        let calibration = roster().calibration(&*table, &spec("champion"));
        assert!(calibration.is_fitted(), "{}", info.id);
        assert_eq!(
            roster().calibration(&*table, &spec("champion:time=3s")),
            calibration,
            "{}",
            info.id
        );
        assert!(
            !roster().calibration(&*table, &spec("somebody")).is_fitted(),
            "{}",
            info.id
        );
    }
}

/// The points of the outcomes that a game's bounds suggest.
fn points(game: &str) -> Vec<Vec<f32>> {
    let outcomes = usual_outcomes(&*table(game)).into_iter();
    outcomes.map(|outcome| outcome.points).collect()
}

#[test]
fn a_game_of_two_seats_is_won_lost_or_drawn() {
    for game in ["avalam", "goofspiel"] {
        assert_eq!(points(game), [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]], "{game}");
    }
}

#[test]
fn three_seats_end_as_the_rules_of_the_game_say() {
    let third = 1.0 / 3.0;
    let chexers = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [third; 3]];
    assert_eq!(points("chexers"), chexers);
    let threechess = points("threechess");
    assert_eq!(threechess.len(), 7);
    assert!(threechess.contains(&vec![1.0, 0.5, 0.0]) && threechess.contains(&vec![0.5; 3]));
}
