//! MP-Mix and offensive search.

use std::collections::HashSet;

use truel_core::{Evaluate, Game, Phase, Seat, TurnBased};
use truel_games::{Chexers, ThreeChess};
use truel_search::alphabeta::Config;
use truel_search::maxn::Leaves;
use truel_search::mpmix::Strategy;
use truel_search::{HashOpinion, Limits, MaxN, MpMix, Offensive, Paranoid, Search, maxn, mpmix, offensive};

use super::{PRUNINGS, assert_same, look, some_position};

/// Plays from positions of both games of three seats. Compares MP-Mix with the search it should be,
/// move for move and node for node; both remember what they have seen. `steer` tells the other
/// search what MP-Mix makes of the lead.
fn plays_as<G: TurnBased, S: Search<G>>(
    (defence, offence): (f32, f32),
    expected: impl Fn(Strategy) -> bool,
    other: impl Fn(HashOpinion) -> S,
    steer: impl Fn(&mut S, Strategy),
) {
    for seed in 0..3 {
        let mut game: G = some_position(seed, 3 + 7 * seed as u32);
        let config = mpmix::Config::default().with_defence(defence).with_offence(offence);
        let mut mix = MpMix::with_config(HashOpinion { seed }, config);
        let mut other = other(HashOpinion { seed });
        for _ in 0..12 {
            let Phase::Act(seats) = game.phase() else { break };
            let seat = seats.first();
            let strategy = mix.strategy(&game, seat);
            assert!(expected(strategy), "{strategy:?} at {game}");
            steer(&mut other, strategy);
            let mixed = mix.search(&game, seat, &Limits::depth(3));
            let plain = other.search(&game, seat, &Limits::depth(3));
            assert_same(&plain, &mixed, &game);
            assert_eq!(
                (plain.nodes, plain.depth, &plain.candidates),
                (mixed.nodes, mixed.depth, &mixed.candidates),
                "{game}"
            );
            game.play([mixed.best()]);
        }
    }
}

const NEVER: f32 = f32::INFINITY;
const ALWAYS: f32 = f32::NEG_INFINITY;

#[test]
fn mp_mix_that_never_cares_is_max_n_move_for_move() {
    fn check<G: TurnBased>() {
        let is_maxn = |strategy| strategy == Strategy::MaxN;
        plays_as::<G, _>((NEVER, NEVER), is_maxn, MaxN::new, |_, _| ());
    }
    check::<ThreeChess>();
    check::<Chexers>();
}

#[test]
fn mp_mix_that_always_defends_is_paranoid_move_for_move() {
    fn check<G: TurnBased>() {
        let is_paranoid = |strategy| strategy == Strategy::Paranoid;
        plays_as::<G, _>((ALWAYS, NEVER), is_paranoid, Paranoid::new, |_, _| ());
        plays_as::<G, _>((ALWAYS, ALWAYS), is_paranoid, Paranoid::new, |_, _| ());
    }
    check::<ThreeChess>();
    check::<Chexers>();
}

#[test]
fn mp_mix_that_always_attacks_is_offensive_move_for_move() {
    fn check<G: TurnBased>() {
        let is_offensive = |strategy| matches!(strategy, Strategy::Offensive(_));
        plays_as::<G, _>((NEVER, ALWAYS), is_offensive, Offensive::new, |search, strategy| {
            if let Strategy::Offensive(leader) = strategy {
                search.config.leader = Some(leader);
            }
        });
        plays_as::<G, _>((NEVER, ALWAYS), is_offensive, Offensive::new, |_, _| ());
    }
    check::<ThreeChess>();
    check::<Chexers>();
}

#[test]
fn mp_mix_changes_its_strategy_with_the_lead() {
    let mut met = HashSet::new();
    for seed in 0..30 {
        let game: ThreeChess = some_position(seed, 3 + seed as u32);
        let seat = game.phase().acting().first();
        let config = mpmix::Config::default().with_defence(0.3).with_offence(0.3);
        let mix = MpMix::with_config(HashOpinion { seed }, config.with_paranoid(Config::exact()));
        let now = Evaluate::<ThreeChess>::evaluate(&HashOpinion { seed }, &game);
        let mut order: Vec<Seat> = Seat::all(3).collect();
        order.sort_by(|&a, &b| now[b].total_cmp(&now[a]));
        let edge = now[order[0]] - now[order[1]];
        let expected = match order[0] {
            _ if edge < 0.3 => Strategy::MaxN,
            leader if leader == seat => Strategy::Paranoid,
            leader => Strategy::Offensive(leader),
        };
        assert_eq!(mix.strategy(&game, seat), expected, "{now:?} for {seat:?}");
        met.insert(std::mem::discriminant(&expected));
    }
    assert_eq!(met.len(), 3, "all three are met");
}

#[test]
fn offensive_search_is_pruned_without_harm() {
    fn check<G: TurnBased>() {
        for seed in 0..6 {
            let game: G = some_position(seed, 8);
            let seat = game.phase().acting().first();
            for leader in Seat::all(3).filter(|&other| other != seat) {
                let with = |config| {
                    let opinion = HashOpinion { seed };
                    let config = offensive::Config::default().with_leader(leader).with_maxn(config);
                    let search = Offensive::with_config(opinion, config);
                    look(search, &game, &Limits::depth(3))
                };
                let plain = with(maxn::Config::plain());
                for pruning in PRUNINGS {
                    let config = maxn::Config::plain()
                        .with_pruning(pruning)
                        .with_leaves(Leaves::MoverFirst);
                    assert_same(&plain, &with(config), "offensive");
                }
            }
        }
    }
    check::<ThreeChess>();
    check::<Chexers>();
}
