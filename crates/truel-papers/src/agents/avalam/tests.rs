//! What the report says, number by number.

use truel_core::{BySeat, Game, Phase};
use truel_games::avalam::Carry;
use truel_search::Search;
use truel_search::clock::{MARGIN, TimeManager};
use truel_search::lens::Lens;

use super::*;
use truel_agents::Watch;

use crate::roster;

const YELLOW: Seat = Seat::new(0);

fn after(plies: u32) -> Avalam {
    let (mut game, mut rng) = (Avalam::default(), Rng::new(1));
    for _ in 0..plies {
        let seat = game.phase().acting().first();
        let mv = game.random_move(seat, &mut rng, &mut Vec::new());
        game.play([mv]);
    }
    game
}

fn values(spec: &str) -> Values {
    roster()
        .check("avalam", &spec.parse().expect("a spec"))
        .expect("an agent")
        .1
}

fn near(a: f32, b: f32) {
    assert!((a - b).abs() < 1e-4, "{a}, not {b}");
}

/// These towers on c1 and d1, nothing around them, and below as many towers of one seat as of the
/// other, all of which can move. What the two have more or less than six counters is on b3.
fn pair(towers: &str) -> Avalam {
    let height = |tower: char| tower.to_ascii_uppercase() as u8 - b'A' + 1;
    let counters: u8 = towers.chars().map(height).sum();
    let b3 = char::from(b'a' + 6 - counters);
    let text = format!("{towers}/..../{b3}AaAaA/AaAaAaAa/AaAaaAaA/aAaAaAaA/AaAaAa/aAaA/aA y");
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_group_is_worth_what_it_will_become() {
    let worth = |towers: &str| Fischer::default().lead(&pair(towers));
    // The report's example: a 1 and a 4 of one seat.
    near(worth("AD"), 1.55);
    near(worth("da"), -1.55);
    near(worth("BC"), 1.55);
    near(worth("AB"), 1.5);
    near(worth("ba"), -1.5);
    // Whoever moves there first gets it.
    near(worth("Ad"), 0.0);
    near(worth("bC"), 0.0);
    // Six counters do not fit: two towers that stay.
    near(worth("BD"), 2.0 * 1.5);
    near(worth("bD"), 0.0);
    // An agent that does not know it overrates the position by 0.45.
    let unknowing = Fischer {
        groups: Groups::Ignored,
        ..Fischer::default()
    };
    near(unknowing.lead(&pair("AD")), 1.55 + 0.45);
}

#[test]
fn towers_of_five_are_worth_a_little_more_than_isolated_ones() {
    let mut game = pair("AD");
    game.play(["c1d1".parse().expect("a move")]);
    near(Fischer::default().lead(&game), 1.55);
    let mut game = pair("AB");
    game.play(["c1d1".parse().expect("a move")]);
    assert_eq!(Fischer::default().judge(&game), BySeat([1.5, -1.5]));
    let hoarder = Fischer {
        full: 5.0,
        isolated: 5.0,
        ..Fischer::default()
    };
    near(hoarder.lead(&game), 5.0);
    near(Fischer::default().lead(&Avalam::default()), 0.0);
}

#[test]
fn moves_rank_by_isolation_height_and_whom_they_cover() {
    let rank = |game: &Avalam, mv: &str| Fischer::rank_of(game, YELLOW, mv.parse().expect("a move"));
    let start = Avalam::default();
    near(rank(&start, "c1d1"), 2.0);
    near(rank(&start, "d1c1"), 2.0);
    near(rank(&start, "c1b2"), 2.0 - 2.5);
    near(rank(&start, "d1c2"), 2.0);
    near(rank(&pair("AD"), "c1d1"), 5.0 + 5.0 - 2.5);
    near(rank(&pair("Ad"), "c1d1"), 5.0 + 5.0);
    near(rank(&pair("AB"), "c1d1"), 5.0 + 3.0 - 2.5);
}

#[test]
fn depth_goes_by_ply_and_by_what_time_is_left() {
    let schedule = schedule(&values("fischer"));
    assert_eq!(schedule, DepthSchedule::FISCHER);
    let depth = |plies: u32, left: Option<u64>| {
        let conditions = Conditions {
            clock: left.map(|left| Clock::match_time(Duration::from_secs(left))),
            ..Conditions::default()
        };
        let limits = Limits::time(Duration::from_secs(1));
        let limits = scheduled(schedule, &after(plies), &conditions, limits);
        assert_eq!(limits.time.is_some(), left.is_some(), "only a clock limits the time");
        limits.depth
    };
    for (ply, expected) in [(1, 5), (8, 5), (9, 6), (17, 6), (18, 7), (26, 7), (27, 8), (30, 8)] {
        assert_eq!(depth(ply - 1, None), Some(expected), "ply {ply}");
        assert_eq!(depth(ply - 1, Some(135)), Some(expected), "ply {ply}");
        assert_eq!(depth(ply - 1, Some(134)), Some(expected.min(6)), "ply {ply}");
    }
}

#[test]
fn the_tree_searchs_time_is_a_share_of_what_is_left_by_ply() {
    let habits = Habits {
        time: None,
        depth: None,
        nodes: None,
        manager: TimeManager::AVALAM,
    };
    let seconds = |plies: u32, left: u64| {
        let conditions = Conditions {
            clock: Some(Clock::match_time(Duration::from_secs(left))),
            // Own moves, which the formula does not count.
            step: plies / 2 + 1,
            ..Conditions::default()
        };
        by_plies(&habits, &after(plies), &conditions).time.expect("a time") + MARGIN
    };
    assert_eq!(seconds(0, 900), Duration::from_secs(60));
    assert_eq!(seconds(11, 400), Duration::from_secs(100));
    assert_eq!(seconds(20, 400), Duration::from_secs(100));
}

#[test]
fn raw_scores_shrink_the_constant_and_each_change_can_be_undone() {
    let explored = |spec: &str| tree(&values(spec), 0).explore;
    let raw = std::f32::consts::SQRT_2 / 20.0;
    assert_eq!(explored("fischer-mcts:explore=constant"), Explore::Constant(raw));
    let normalised = explored("fischer-mcts:explore=constant,scores=normalised");
    assert_eq!(normalised, Explore::Constant(std::f32::consts::SQRT_2));
    let Explore::Adaptive { c, weak, gain, .. } = explored("fischer-mcts") else {
        panic!("it grows while behind")
    };
    assert_eq!((c, weak, gain), (raw, 0.25, 10.0));
    let expand = |spec: &str| (tree(&values(spec), 0).expand, tree(&values(spec), 0).open_after);
    assert_eq!(expand("fischer-mcts"), (Expand::Evaluated(FirstTerm::Explored), 2));
    assert_eq!(
        expand("fischer-mcts:expand=bare"),
        (Expand::Evaluated(FirstTerm::Bare), 2)
    );
    assert_eq!(expand("fischer-mcts:expand=plain"), (Expand::AsTried, 1));
    let uniform = simulated(&values("fischer-mcts:rollout=uniform"));
    assert_eq!(uniform.policy, Policy::Uniform);
    assert_eq!(simulated(&values("fischer-mcts")), Simulated::default());
}

/// After one simulation every child of the root has its evaluation as a visit, and one has a
/// rollout.
#[test]
fn new_nodes_are_evaluated_all_at_once() {
    let search = Mcts::with_config(LensOpinion, tree(&values("fischer-mcts"), 1));
    let mut look = LensSearch::new(search, |_: &Avalam, _: Seat| Simulated::default());
    let game = after(4);
    let choice = look.search(&game, YELLOW, &Limits::nodes(1));
    let evaluation = Fischer {
        groups: Groups::Ignored,
        ..Fischer::default()
    };
    let mut moves = Vec::new();
    game.moves(YELLOW, &mut moves);
    assert_eq!(choice.candidates.len(), moves.len());
    assert_eq!(
        choice.candidates.iter().map(|child| child.visits).sum::<u64>(),
        moves.len() as u64 + 1
    );
    for child in choice.candidates.iter().filter(|child| child.visits == 1) {
        let mut after = game;
        after.play([child.mv]);
        assert!((child.value - evaluation.lead(&after)).abs() < 1e-2, "{}", child.mv);
    }
}

#[test]
fn rollouts_score_moves_by_towers_and_penalties() {
    let quick = |mv: &str| Simulated::default().quick(&Avalam::default(), YELLOW, mv.parse().expect("a move"));
    near(quick("c1d1"), 1.0 - 0.5);
    near(quick("c1b2"), -1.0 - 1.0 - 0.5);
    near(quick("d1c2"), 1.0);
    near(quick("d1c1"), -1.0);
    let alone = Simulated::default().quick(&pair("Ad"), YELLOW, "c1d1".parse().expect("a move"));
    near(alone, 1.0);
}

#[test]
fn rollouts_draw_every_move_and_good_ones_when_asked() {
    let draws = |share: f32| {
        let lens = Simulated {
            policy: Policy::ByTowers { share, draws: 48 * 8 },
            ..Simulated::default()
        };
        let (game, mut rng) = (after(20), Rng::new(1));
        let draw = move |_| lens.random_move(&game, YELLOW, &mut rng, &mut Vec::new());
        (
            game,
            (0..20_000).map(draw).collect::<std::collections::HashSet<Carry>>(),
        )
    };
    let (game, any) = draws(0.0);
    assert_eq!(any.len(), game.move_count(YELLOW, &mut Vec::new()));
    let (game, good) = draws(1.0);
    let quick = |mv: &Carry| Simulated::default().quick(&game, YELLOW, *mv);
    let best = any.iter().map(quick).fold(f32::NEG_INFINITY, f32::max);
    assert!(good.iter().all(|mv| quick(mv) == best), "{best}");
}

#[test]
fn greedy_takes_the_best_score_after_one_ply() {
    let mut agent = roster()
        .build("avalam", &"report-greedy".parse().expect("a spec"), 1)
        .expect("an agent");
    for plies in [0, 5, 12, 25] {
        let game = after(plies);
        let Phase::Act(seats) = game.phase() else {
            panic!("the match is not over")
        };
        let seat = seats.first();
        let table = truel_core::Table(game);
        let thought = agent.think(&table, seat, &Conditions::default(), Watch::Nobody);
        let score = |mv: Carry| {
            let mut after = game;
            after.play([mv]);
            Score::of(&after)[seat]
        };
        let mut moves = Vec::new();
        game.moves(seat, &mut moves);
        let best = moves.into_iter().map(score).fold(f32::NEG_INFINITY, f32::max);
        assert_eq!(score(thought.mv.parse().expect("a move")), best);
    }
}

/// Breadth, ranking, alpha-beta and the schedule together: what Fischer plays is what plain minimax
/// over the ranked moves plays.
#[test]
fn fischer_is_minimax_over_the_moves_that_rank_best() {
    fn minimax(game: &mut Avalam, depth: u32, breadth: usize) -> f32 {
        let Phase::Act(seats) = game.phase() else {
            return Fischer::default().lead(game);
        };
        if depth == 0 {
            return Fischer::default().lead(game);
        }
        let (seat, mut moves) = (seats.first(), Vec::new());
        game.moves(seat, &mut moves);
        moves.sort_by(|a, b| Fischer::rank_of(game, seat, *b).total_cmp(&Fischer::rank_of(game, seat, *a)));
        moves.truncate(breadth);
        let mut best = f32::NEG_INFINITY;
        let sign = if seat == YELLOW { 1.0 } else { -1.0 };
        for mv in moves {
            let before = game.play([mv]);
            best = best.max(sign * minimax(game, depth - 1, breadth));
            game.undo(before);
        }
        sign * best
    }
    let spec = "fischer:breadth=6,first=4,every=100".parse().expect("a spec");
    let mut agent = roster().build("avalam", &spec, 1).expect("an agent");
    for plies in [6, 16, 28] {
        let game = after(plies);
        let table = truel_core::Table(game);
        let thought = agent.think(&table, YELLOW, &Conditions::default(), Watch::Nobody);
        assert_eq!(thought.depth, 4);
        near(thought.value[0], minimax(&mut game.clone(), 4, 6));
    }
}
