//! Sharp max^n: exact where it says so, and what spite, the price of being between and urgency
//! change.

use std::fmt::Write as _;

use truel_core::{BySeat, Evaluate, Game, Rng, Seat, TurnBased, random_joint};
use truel_games::{Chexers, ThreeChess};
use truel_search::sharp_maxn::Config;
use truel_search::{Choice, HashOpinion, Indifferent, Limits, MaxN, Opinion, Search, SharpMaxN, SharpOpinion, maxn};
use truel_testkit::tree::Tree;

fn look<G: TurnBased, O: SharpOpinion<G>>(opinion: O, config: Config, game: &G, limits: &Limits) -> Choice<G> {
    let mut search = SharpMaxN::with_config(opinion, config);
    search.search(game, game.phase().acting().first(), limits)
}

fn some_position<G: Game>(seed: u64, plies: u32) -> G {
    let (mut game, mut rng, mut scratch) = (G::default(), Rng::new(seed), Vec::new());
    for _ in 0..plies {
        let joint = random_joint(&game, &mut rng, &mut scratch).expect("the match goes on");
        let undo = game.play(joint);
        if game.phase().is_over() {
            game.undo(undo);
            break;
        }
    }
    game
}

/// A full tree of three seats with leaves that are all different.
fn drawn(rng: &mut Rng, plies: u32, ply: u32, out: &mut String) {
    if ply == plies {
        let mut payoff = || f64::from(rng.below(100_000)) / 1000.0 - 50.0;
        let (a, b, c) = (payoff(), payoff(), payoff());
        write!(out, "<{a} {b} {c}>").expect("a string takes everything");
        return;
    }
    write!(out, "{}(", ply % 3 + 1).expect("a string takes everything");
    for _ in 0..3 {
        drawn(rng, plies, ply + 1, out);
        out.push(' ');
    }
    out.push(')');
}

#[test]
fn exact_is_max_n_on_random_trees() {
    let mut rng = Rng::new(7);
    for _ in 0..60 {
        let mut text = String::new();
        drawn(&mut rng, 5, 0, &mut text);
        let tree: Tree<3> = text.parse().expect("a tree");
        let mut plain = MaxN::with_config(Indifferent, maxn::Config::plain());
        let expected = plain.search(&tree, Seat::new(0), &Limits::depth(9));
        let choice = look(Indifferent, Config::exact(), &tree, &Limits::depth(9));
        assert_eq!(
            (choice.value, choice.best()),
            (expected.value, expected.best()),
            "{text}"
        );
        assert!(choice.is_proven);
    }
}

fn is_max_n<G: TurnBased>(plies: u32, depth: u32) {
    for seed in 0..6 {
        let game: G = some_position(seed, plies);
        let mut plain = MaxN::with_config(HashOpinion::default(), maxn::Config::plain());
        let seat = game.phase().acting().first();
        let expected = plain.search(&game, seat, &Limits::depth(depth));
        let choice = look(HashOpinion::default(), Config::exact(), &game, &Limits::depth(depth));
        assert_eq!(
            (choice.value, choice.best()),
            (expected.value, expected.best()),
            "{game}"
        );
    }
}

#[test]
fn exact_is_max_n_on_real_positions() {
    is_max_n::<ThreeChess>(9, 3);
    is_max_n::<Chexers>(9, 3);
}

/// The second seat can take nine and leave the first with five, or take eight and leave nothing.
#[test]
fn spite_has_a_price() {
    let tree: Tree<3> = "1(2(<5 9 0> <0 8 0>) 2(<4 6 0> <4 5 0>))".parse().expect("a tree");
    let best = |spite: f32| {
        let choice = look(Indifferent, Config::exact().with_spite(spite), &tree, &Limits::depth(4));
        choice.best().to_string()
    };
    assert_eq!((best(0.1).as_str(), best(0.3).as_str()), ("a", "b"));
}

/// Neither the best nor the worst end: worth what the caller says, to the searching seat only.
#[test]
fn an_end_between_has_a_price_for_the_searcher_alone() {
    let tree: Tree<3> = "1(2(<0 7 0> <-100 0 0>) 2(<-100 1 0> <-2 0 0>))"
        .parse()
        .expect("a tree");
    let value = |between: Option<f32>| {
        look(
            Indifferent,
            Config::exact().with_between(between),
            &tree,
            &Limits::depth(4),
        )
    };
    assert_eq!(value(None).value, BySeat([0.0, 7.0, 0.0]));
    assert_eq!(value(Some(-60.0)).value, BySeat([-60.0, 7.0, 0.0]));
    let lost = value(Some(-60.0))
        .candidates
        .iter()
        .find(|candidate| candidate.mv.to_string() == "b")
        .map(|b| b.value);
    assert_eq!(lost, Some(-100.0), "a lost end stays what it is");
}

/// Sees danger for the seat to move wherever a leaf hangs below.
#[derive(Clone, Copy)]
struct Alarm;

impl Evaluate<Tree<3>> for Alarm {
    fn evaluate(&self, _: &Tree<3>) -> BySeat<f32, 3> {
        BySeat([1.0; 3])
    }
}

impl Opinion<Tree<3>> for Alarm {}

impl SharpOpinion<Tree<3>> for Alarm {
    type Notes = ();

    fn is_urgent(&self, (): (), mover: Seat, _: Seat) -> bool {
        mover == Seat::new(1)
    }
}

#[test]
fn an_urgent_position_is_searched_a_ply_deeper() {
    let tree: Tree<3> = "1(2(<-5 3 0>) 3(<9 9 9>))".parse().expect("a tree");
    let value = |extensions: u32| {
        let config = Config::exact().with_extensions(extensions);
        look(Alarm, config, &tree, &Limits::depth(1))
    };
    assert_eq!(value(0).best().to_string(), "a", "both are leaves of one value");
    assert_eq!(value(1).best().to_string(), "b", "what follows the first is bad");
}

#[test]
fn limits_are_kept_and_answers_repeat() {
    let game: ThreeChess = some_position(3, 12);
    for nodes in [1, 40, 1000, 20_000] {
        let first = look(HashOpinion::default(), Config::default(), &game, &Limits::nodes(nodes));
        assert!(first.nodes <= nodes, "{} of {nodes}", first.nodes);
        let again = look(HashOpinion::default(), Config::default(), &game, &Limits::nodes(nodes));
        assert_eq!(
            (first.best(), first.value, first.depth),
            (again.best(), again.value, again.depth)
        );
        assert_eq!(
            first.candidates.iter().map(|candidate| candidate.weight).sum::<f32>(),
            1.0
        );
    }
}

/// A search that was used before answers like a new one of another seat.
#[test]
fn what_is_remembered_is_for_one_searcher() {
    let mut game: ThreeChess = some_position(5, 10);
    let mut used = SharpMaxN::with_config(HashOpinion::default(), Config::default().with_spite(0.5));
    let seat = |game: &ThreeChess| game.phase().acting().first();
    let mv = used.search(&game, seat(&game), &Limits::depth(4)).best();
    game.play([mv]);
    let new = look(
        HashOpinion::default(),
        Config::default().with_spite(0.5),
        &game,
        &Limits::depth(3),
    );
    let old = used.search(&game, seat(&game), &Limits::depth(3));
    assert_eq!((old.best(), old.value), (new.best(), new.value));
}
