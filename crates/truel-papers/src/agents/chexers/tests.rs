//! Each agent does what the report says of it.

use truel_core::{BySeat, Game, Phase, Rng, Seat, Symmetric, random_joint};
use truel_games::Chexers;
use truel_games::chexers::{BLUE, GREEN, Kind, Move, RED};
use truel_search::lens::{Lens, Through};
use truel_search::maxn::TieBreak;
use truel_search::{Choice, Limits, Search};

use super::equations::{Features, Path, TrapTerm, basic, exiting, hostile, wandering};
use super::features::{Cost, Team};
use super::makers::{Seen, by_equation_1, folded, maxn_search, mpmix_search, negamax, offensive_search};
use super::mozi::{Fold, Mozi, Options, Repetition};
use super::view::{Men, Replies, Root, View};

fn position(text: &str) -> Chexers {
    text.parse().expect("a position")
}

/// Positions of random matches, some with captures and exits.
fn positions() -> impl Iterator<Item = Chexers> {
    (0..12).map(|seed| {
        let (mut game, mut rng) = (Chexers::default(), Rng::new(seed));
        for _ in 0..9 * seed {
            let joint = random_joint(&game, &mut rng, &mut Vec::new()).expect("no random match is that short");
            game.play(joint);
        }
        game
    })
}

fn with_sum(us: Seat) -> Features {
    Features {
        cost: Cost::Sum,
        ..Features::new(us)
    }
}

fn choose(search: impl Search<Seen>, game: &Chexers, depth: u32) -> Choice<Chexers> {
    let seat = game.turn();
    by_equation_1(with_sum(seat), Replies::All, search).search(game, seat, &Limits::depth(depth))
}

fn children(game: &Seen) -> Vec<(Move, Seen)> {
    let mut moves = Vec::new();
    game.moves(game.inner().turn(), &mut moves);
    let after = |mv| {
        let mut child = game.clone();
        child.play([mv]);
        (mv, child)
    };
    moves.into_iter().map(after).collect()
}

/// Max^n in so many words: the first child that is best for the seat to move.
fn textbook_maxn(game: &Seen, depth: u32) -> (Option<Move>, BySeat<f32, 3>) {
    if let Phase::Over(value) = game.phase() {
        return (None, value);
    }
    if depth == 0 {
        return (None, game.lens().judge(game.inner()));
    }
    let seat = game.inner().turn();
    let mut best: Option<(Move, BySeat<f32, 3>)> = None;
    for (mv, child) in children(game) {
        let (_, value) = textbook_maxn(&child, depth - 1);
        if best.is_none_or(|(_, best)| value[seat] > best[seat]) {
            best = Some((mv, value));
        }
    }
    let (mv, value) = best.expect("there is a move");
    (Some(mv), value)
}

/// The report's negamax: values are turned wherever the root follows or is to move. The pass of a
/// seat that is out costs no depth.
fn textbook_negamax(game: &Seen, root: Seat, depth: u32, mut alpha: f32, beta: f32) -> f32 {
    let (turn, next) = (game.inner().turn(), game.inner().turn().next(3));
    let seen = |value: f32| if turn == root { value } else { -value };
    if let Phase::Over(value) = game.phase() {
        return seen(value[root]);
    }
    if depth == 0 {
        return seen(game.lens().judge_for(game.inner(), root));
    }
    let left = depth - u32::from(!game.is_out(turn));
    for (_, child) in children(game) {
        let value = if turn == root || next == root {
            -textbook_negamax(&child, root, left, -beta, -alpha)
        } else {
            textbook_negamax(&child, root, left, alpha, beta)
        };
        alpha = alpha.max(value);
        if alpha >= beta {
            return beta;
        }
    }
    alpha
}

fn plain(game: &Chexers) -> Seen {
    Through::new(game.clone(), View::plain(with_sum(game.turn())))
}

#[test]
fn greedy_takes_the_best_position_after_its_ply() {
    for game in positions() {
        let seat = game.turn();
        let choice = choose(maxn_search(1, TieBreak::First), &game, 1);
        let values: Vec<f32> = children(&plain(&game))
            .iter()
            .map(|(_, child)| basic(child.inner(), seat, &with_sum(seat)))
            .collect();
        let best = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let first = values.iter().position(|&value| value == best).expect("a best move");
        assert_eq!(choice.best(), children(&plain(&game))[first].0, "{game}");
    }
}

#[test]
fn the_rejected_plans_lead_through_the_centre_and_along_the_side() {
    let game = Chexers::default();
    let first_step = |path| {
        let features = Features { path, ..with_sum(RED) };
        let mut search = by_equation_1(features, Replies::All, maxn_search(1, TieBreak::First));
        let choice = search.search(&game, RED, &Limits::depth(1));
        match choice.best().kind() {
            Kind::Step { to, .. } | Kind::Jump { to, .. } => to.steps_to_rim(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((first_step(Path::Centre), first_step(Path::Side)), (1, 0));
}

#[test]
fn max_n_takes_the_first_of_what_is_best_for_each_seat() {
    for game in positions() {
        let (mv, value) = textbook_maxn(&plain(&game), 3);
        let choice = choose(maxn_search(1, TieBreak::First), &game, 3);
        assert_eq!((Some(choice.best()), choice.value), (mv, value), "{game}");
    }
}

#[test]
fn random_max_n_takes_any_of_the_moves_that_max_n_finds_equal() {
    let game = Chexers::default();
    let (_, best) = textbook_maxn(&plain(&game), 3);
    let mut made: Vec<String> = (0..40)
        .map(|seed| {
            let choice = choose(maxn_search(seed, TieBreak::RandomAtRoot), &game, 3);
            assert_eq!(choice.value[RED], best[RED]);
            choice.best().to_string()
        })
        .collect();
    made.sort();
    made.dedup();
    let equals = children(&plain(&game))
        .iter()
        .filter(|(_, child)| textbook_maxn(child, 2).1[RED] == best[RED])
        .count();
    assert_eq!(made.len(), equals);
    assert!(equals > 1);
}

#[test]
fn paranoid_is_the_negamax_of_the_report() {
    for game in positions() {
        let choice = choose(negamax(), &game, 4);
        let value = textbook_negamax(&plain(&game), game.turn(), 4, f32::NEG_INFINITY, f32::INFINITY);
        assert_eq!(choice.value[game.turn()], value, "{game}");
    }
}

#[test]
fn offensive_lowers_the_leaders_value() {
    for game in positions().take(8) {
        let (seat, leader) = (game.turn(), game.turn().next(3));
        let choice = choose(offensive_search(Some(leader)), &game, 1);
        let left = |(_, child): &(Move, Seen)| child.lens().judge_for(child.inner(), leader);
        let least = children(&plain(&game)).iter().map(left).fold(f32::INFINITY, f32::min);
        assert_eq!(choice.value[leader], least, "{game}, {seat:?}");
    }
}

/// Green has captured two of Red's men: four, six and two pieces.
const GREEN_LEADS: &str = "1GGG/5/G1G3/1G4B/5B/R3B/R2B R 0,0,0 30 -";

#[test]
fn mpmix_is_what_the_lead_calls_for() {
    let game = position(GREEN_LEADS);
    let same = |left: Choice<Chexers>, right: Choice<Chexers>| {
        assert_eq!((left.best(), left.value), (right.best(), right.value));
    };
    let never = f32::INFINITY;
    same(
        choose(mpmix_search(1.0, 1.0), &game, 3),
        choose(offensive_search(Some(GREEN)), &game, 3),
    );
    same(
        choose(mpmix_search(1.0, never), &game, 3),
        choose(maxn_search(0, TieBreak::First), &game, 3),
    );
    let green: Chexers = GREEN_LEADS.replace(" R ", " G ").parse().expect("a position");
    same(choose(mpmix_search(1.0, 1.0), &green, 3), choose(negamax(), &green, 3));
    same(
        choose(mpmix_search(3.0, 1.0), &green, 3),
        choose(maxn_search(0, TieBreak::First), &green, 3),
    );
}

#[test]
fn direct_pruning_leaves_one_reply_a_jump_over_us_before_others() {
    let moves = |text: &str, us, seed| {
        let game = position(text);
        let view = View {
            replies: Replies::Direct { seed },
            ..View::plain(Features::new(us))
        };
        let mut moves = Vec::new();
        view.moves(&game, game.turn(), &mut moves);
        moves.iter().map(Move::to_string).collect::<Vec<_>>()
    };
    // Green at (0,0) can jump over Red at (1,0) and over Blue at (0,1).
    let text = "1GGG/5/6/R2GR1B/R2B1B/5/R2B G 0,0,0 31 -";
    for seed in 0..9 {
        assert_eq!(moves(text, RED, seed), ["0,0>2,0"]);
        assert_eq!(moves(text, BLUE, seed), ["0,0>0,2"]);
    }
    let start = "GGGG/5/6/R5B/R4B/R3B/R2B G 0,0,0 1 -";
    let mut seen: Vec<String> = (0..60).flat_map(|seed| moves(start, RED, seed)).collect();
    assert_eq!(seen.len(), 60, "one each time");
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 8, "each of the eight moves now and then");
    assert_eq!(moves(start, GREEN, 0).len(), 8, "our own are all looked at");
}

#[test]
fn the_readings_of_equations_4_and_5() {
    // Red has five men, one of them at (-2,-1) inside the trap against Blue, and two have left.
    let game = position("R3/5/R5/R4RB/3G2/4B/R2B R 2,1,0 50 -");
    let features = Features::new(RED);
    // To the nearer of (3,-3) and (3,0): 3, 5, 6, 1 and 6 steps.
    let way = 3.0 + 5.0 + 6.0 + 1.0 + 6.0;
    let close = |left: f32, right: f32| assert!((left - right).abs() < 1e-5, "{left} is not {right}");
    close(wandering(&game, RED, &features), 5.0 - 0.1 * way - 1.0);
    // To the exit edge: 3, 5, 6, 1 and 6.
    close(exiting(&game, RED, &features), 7.0 + 2.0 - 0.1 * 21.0 - 1.0);
    let printed = Features {
        trap: TrapTerm::Outside,
        ..features
    };
    close(wandering(&game, RED, &printed), 5.0 - 0.1 * way - 4.0);
    close(hostile(&game, BLUE, &features), -7.0);
    let apart = Features {
        team: Team::Partners,
        ..features
    };
    assert!(wandering(&game, RED, &apart) < wandering(&game, RED, &features));
}

fn mozi(fold: Fold) -> Mozi {
    Mozi::new(Options {
        features: Features::new(RED),
        replies: Replies::Direct { seed: 1 },
        men: Men::Extra,
        repetition: Repetition::Avoided,
        fold,
        depth: 3,
    })
}

fn mozi_plays(text: &str) -> Choice<Chexers> {
    let game = position(text);
    mozi(Fold::Two).search(&game, game.turn(), &Limits::default())
}

/// Both points are two steps along the rim from a man; the same for every seat, by turning the
/// board.
#[test]
fn mozi_takes_the_upstream_point_first_then_the_other() {
    let cases = [
        ("1GGG/5/R5/R5B/5B/4B/RR2 R 0,1,1 30 -", "-2,-1>-1,-2"),
        ("R1GG/5/6/R5B/5B/4B/RR2 R 0,2,1 30 -", "-2,3>-1,3"),
    ];
    for (text, expected) in cases {
        for turns in 0..3 {
            let game = position(text).image(turns);
            let choice = mozi(Fold::Two).search(&game, game.turn(), &Limits::default());
            let made = Chexers::image_move(choice.best(), (3 - turns) % 3);
            assert_eq!(made.to_string(), expected, "{game}");
        }
    }
}

#[test]
fn mozi_captures_in_the_trap_even_where_a_capture_elsewhere_pays_as_well() {
    // Blue stands in the trap at (-2,-1), and beside Red's extra man at (0,0) on (1,0).
    let choice = mozi_plays("RGG1/5/B5/R2RB1B/6/5/R2R R 0,2,0 30 -");
    assert_eq!(choice.best().to_string(), "-3,0>-1,-2");
}

#[test]
fn while_men_wander_the_guards_stay_and_nobody_leaves() {
    // An extra man stands on the exit corner (3,-3) already, the other has two steps to go.
    let game = "RG1R/5/6/R3R1B/5B/4B/R2R R 0,2,0 30 -";
    let choice = mozi_plays(game);
    assert!(choice.best().to_string().starts_with("1,0>"), "{}", choice.best());
    let movers: Vec<String> = choice.candidates.iter().map(|seen| seen.mv.to_string()).collect();
    assert!(
        movers
            .iter()
            .all(|mv| mv.starts_with("1,0>") || mv.starts_with("3,-3>")),
        "{movers:?}"
    );
}

#[test]
fn with_eight_pieces_mozi_leaves() {
    let choice = mozi_plays("R1GR/5/6/R2R2B/3R1B/5/R2R R 1,1,0 60 -");
    assert_eq!(choice.best().to_string(), "3,-3>off");
}

#[test]
fn moves_into_positions_already_met_are_dropped_at_the_root() {
    let mut game = Chexers::default();
    for mv in "-3,0>-2,0 1,-3>1,-2 2,1>2,0 -2,0>-3,0 1,-2>1,-3 2,0>2,1".split(' ') {
        game.play([mv.parse().expect("a move")]);
    }
    let looked_at = |root| {
        let view = View {
            root,
            ..View::plain(Features::new(RED))
        };
        let mut moves = Vec::new();
        view.moves(&game, RED, &mut moves);
        moves.iter().map(Move::to_string).collect::<Vec<_>>()
    };
    let (all, fresh) = (looked_at(Root::Any), looked_at(Root::Fresh { ply: game.ply() }));
    let dropped: Vec<&String> = all.iter().filter(|mv| !fresh.contains(mv)).collect();
    assert_eq!(dropped, ["-3,0>-2,0"]);
    let elsewhere = looked_at(Root::Fresh { ply: game.ply() + 3 });
    assert_eq!(elsewhere, all, "only where the search begins");
}

#[test]
fn with_one_seat_left_the_repaired_take_the_shortest_way() {
    // The nearest three men are 0, 2 and 3 steps away, and jumps help: 0 + 1 + 2 moves and three
    // exits, between which both others pass.
    let game = position("4/4R/3R2/R2R3/R5/R4/4 R 1,2,3 90 -");
    let choice = mozi(Fold::All).search(&game, RED, &Limits::default());
    assert!(choice.is_proven);
    let folded = choose(folded(maxn_search(0, TieBreak::First)), &game, 3);
    assert!(folded.is_proven);
    assert_eq!((choice.depth, folded.depth), (6 + 2 * 5, 6 + 2 * 5));
}
