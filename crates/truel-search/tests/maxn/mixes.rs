//! MP-Mix and offensive search.

use truel_core::{Phase, Seat, TurnBased};
use truel_games::{Chexers, ThreeChess};
use truel_search::maxn::Leaves;
use truel_search::mpmix::Strategy;
use truel_search::{Limits, MaxNConfig, MpMix, Offensive, Opinion, Whim};

use super::{PRUNINGS, assert_same, look, maxn, some_position};

#[test]
fn mp_mix_that_never_cares_is_max_n_move_for_move() {
    fn check<G: TurnBased>() {
        for seed in 0..3 {
            let mut game: G = some_position(seed, 3);
            for _ in 0..12 {
                if game.phase().is_over() {
                    break;
                }
                let mix = MpMix {
                    defence: f32::INFINITY,
                    offence: f32::INFINITY,
                    ..MpMix::new(Whim { seed })
                };
                let mixed = look(mix, &game, &Limits::depth(2));
                let plain = maxn(Whim { seed }, MaxNConfig::default(), &game, 2);
                assert_same(&plain, &mixed, "never");
                game.play([mixed.best()]);
            }
        }
    }
    check::<ThreeChess>();
    check::<Chexers>();
}

/// Paranoid search, as plainly as it can be written: what `root` gets if all others are against it.
fn paranoid<G: TurnBased>(game: &mut G, opinion: &impl Opinion<G>, root: Seat, depth: u32) -> f32 {
    let seat = match game.phase() {
        Phase::Over(payoffs) => return payoffs[root],
        Phase::Act(_) if depth == 0 => return opinion.evaluate(game)[root],
        Phase::Act(seats) => seats.first(),
    };
    let mut moves = Vec::new();
    game.moves(seat, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let undo = game.play([mv]);
        let value = paranoid(game, opinion, root, depth - 1);
        game.undo(undo);
        value
    });
    if seat == root {
        values.fold(f32::NEG_INFINITY, f32::max)
    } else {
        values.fold(f32::INFINITY, f32::min)
    }
}

#[test]
fn mp_mix_that_always_cares_is_paranoid_or_offensive() {
    fn check<G: TurnBased>() {
        let mut met = [false; 2];
        for seed in 0..12 {
            let game: G = some_position(seed, 3 + seed as u32);
            let seat = game.phase().acting().first();
            let opinion = Whim { seed };
            let mix = MpMix {
                defence: 0.0,
                offence: 0.0,
                ..MpMix::new(opinion)
            };
            let strategy = mix.strategy(&game, seat);
            let mixed = look(mix, &game, &Limits::depth(3));
            match strategy {
                Strategy::MaxN => panic!("somebody always leads"),
                Strategy::Paranoid => {
                    met[0] = true;
                    assert_eq!(mixed.value[seat], paranoid(&mut game.clone(), &opinion, seat, 3));
                    let mut after = game.clone();
                    after.play([mixed.best()]);
                    assert_eq!(mixed.value[seat], paranoid(&mut after, &opinion, seat, 2));
                }
                Strategy::Offensive(leader) => {
                    met[1] = true;
                    let config = MaxNConfig::default();
                    let offensive = Offensive {
                        opinion,
                        leader,
                        config,
                    };
                    assert_same(&look(offensive, &game, &Limits::depth(3)), &mixed, "offensive");
                }
            }
        }
        assert_eq!(met, [true; 2]);
    }
    check::<ThreeChess>();
    check::<Chexers>();
}

#[test]
fn offensive_search_is_pruned_without_harm() {
    fn check<G: TurnBased>() {
        for seed in 0..6 {
            let game: G = some_position(seed, 8);
            let seat = game.phase().acting().first();
            for leader in Seat::all(3).filter(|&other| other != seat) {
                let with = |config| {
                    let opinion = Whim { seed };
                    let search = Offensive {
                        opinion,
                        leader,
                        config,
                    };
                    look(search, &game, &Limits::depth(3))
                };
                let plain = with(MaxNConfig::plain());
                for pruning in PRUNINGS {
                    let config = MaxNConfig {
                        pruning,
                        leaves: Leaves::MoverFirst,
                        ..MaxNConfig::plain()
                    };
                    assert_same(&plain, &with(config), "offensive");
                }
            }
        }
    }
    check::<ThreeChess>();
    check::<Chexers>();
}
