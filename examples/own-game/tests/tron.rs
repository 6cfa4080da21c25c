//! Tron against the laws, its perft rows, its rules in words, and the searches of the library.

use own_game::tron::{Direction, Tron};
use truel_core::record::Breach;
use truel_core::{
    AnyGame, Capped, Game, Phase, Rng, Seat, Seats, Serial, Table, UpTo, divide, legal_joint, perft, random_joint,
};
use truel_search::alphabeta::{AlphaBeta, Config};
use truel_search::joint::{Duct, Exp3, Induction, RegretMatching, Uniform, is_foldable, tree};
use truel_search::mcts::Mcts;
use truel_search::{Indifferent, Limits, MaxN, Search, SerialOpinion, Serialised};
use truel_testkit::laws::{self, Effort};
use truel_testkit::lines::after;
use truel_testkit::texts;

const BLUE: Seat = Seat::new(0);
const RED: Seat = Seat::new(1);
const GREEN: Seat = Seat::new(2);

fn payoffs(game: &Tron) -> [f32; 3] {
    match game.phase() {
        Phase::Over(payoffs) => payoffs.0,
        Phase::Act(_) => panic!("{game}: the match goes on"),
    }
}

#[test]
fn keeps_the_laws() {
    laws::all::<Tron>(Effort::default());
    laws::symmetry::<Tron>(Effort::default());
}

/// Six directions for each living seat: 6^3 joint moves, and 6^2 once somebody is out.
#[test]
fn perft_rows() {
    for (depth, count) in [(0, 1), (1, 216), (2, 46_656)] {
        assert_eq!(
            perft(&mut Tron::default(), depth, &mut Vec::new()),
            count,
            "depth {depth}"
        );
    }
    let mut game = after::<Tron>("e|ne|se e|ne|se");
    assert_eq!(
        game.phase(),
        Phase::Act([RED, GREEN].into_iter().collect::<Seats>()),
        "{game}"
    );
    assert_eq!(perft(&mut game, 1, &mut Vec::new()), 36);
    let rows = divide(&mut game, 2);
    assert_eq!((rows.len(), rows[0].0.len()), (36, 2));
}

#[test]
fn the_wall_puts_out() {
    let game = after::<Tron>("e|ne|se e|ne|se");
    assert!(game.is_out(BLUE) && !game.is_out(RED) && !game.is_out(GREEN), "{game}");
}

#[test]
fn a_trail_puts_out_even_ones_own() {
    let game = after::<Tron>("w|ne|se e|ne|se");
    assert!(game.is_out(BLUE), "Blue rode back onto its own start: {game}");
    let game = after::<Tron>("w|ne|se w|ne|se w|ne|se w|e|e w|e|sw");
    assert!(
        game.is_out(GREEN) && !game.phase().is_over(),
        "Green rode onto Blue's trail in the middle: {game}"
    );
}

#[test]
fn riders_that_meet_on_one_cell_are_all_out() {
    let lead = "w|ne|se w|ne|se w|ne|se ";
    let game = after::<Tron>(&format!("{lead}w|ne|se"));
    assert_eq!(
        (game.reason(), payoffs(&game)),
        (Some("all-out"), [0.5; 3]),
        "three meet in the middle"
    );
    let game = after::<Tron>(&format!("{lead}w|ne|e"));
    assert_eq!(
        (game.reason(), payoffs(&game)),
        (Some("last-rider"), [0.25, 0.25, 1.0]),
        "two meet"
    );
}

#[test]
fn riders_that_swap_cells_are_both_out() {
    let game = after::<Tron>("sw|ne|sw w|ne|sw w|ne|sw nw|ne|sw w|e|se");
    assert_eq!(payoffs(&game), [0.25, 0.25, 1.0], "{game}");
}

#[test]
fn payoffs_go_by_the_order_of_going_out() {
    for (line, expected) in [
        ("e|ne|se e|ne|se ne|se sw|se", [0.0, 0.5, 1.0]),
        ("e|ne|se e|ne|se sw|nw", [0.0, 0.75, 0.75]),
        ("e|sw|nw e|sw|nw", [0.5, 0.5, 0.5]),
        ("e|sw|se e|sw|se", [0.25, 0.25, 1.0]),
    ] {
        let game = after::<Tron>(line);
        assert_eq!(payoffs(&game), expected, "{line}: {game}");
    }
}

#[test]
fn a_seat_that_is_out_no_longer_acts() {
    let game = after::<Tron>("e|ne|se e|ne|se");
    let mut moves = Vec::new();
    game.moves(BLUE, &mut moves);
    assert!(moves.is_empty());
    let error = legal_joint(&game, "w|ne|se").expect_err("two are left").to_string();
    assert_eq!(
        error,
        "`w|ne|se` holds 3 moves, but 2 must be made at once (joined by `|`)"
    );
    assert_eq!(legal_joint(&game, "ne|se").expect("two moves").as_ref().len(), 2);
}

#[test]
fn who_forfeits_gets_nothing_and_the_others_share_the_rest() {
    assert_eq!(Tron::default().forfeit(RED).0, [0.75, 0.0, 0.75]);
    assert_eq!(Tron::default().time_out(GREEN).0, [0.75, 0.75, 0.0]);
}

#[test]
fn several_offenders_share_the_blame() {
    let table = Table(Tron::default());
    let settle = |seats: &[usize]| {
        let breaches: Vec<Breach> = seats.iter().map(|seat| Breach::new(*seat, "illegal")).collect();
        Breach::settle(&table, &breaches).expect("somebody is to blame").0
    };
    assert_eq!(settle(&[1]), [0.75, 0.0, 0.75]);
    assert_eq!(settle(&[0, 1]), [0.375, 0.375, 0.75]);
    assert_eq!(settle(&[0, 1, 2]), [0.5; 3]);
}

#[test]
fn the_text_is_the_whole_match() {
    let game = after::<Tron>("e|ne|se e|ne|se ne|sw");
    assert_eq!(game.to_string(), "e,e/ne,ne,ne/se,se,sw");
    let start = Tron::default();
    assert_eq!(start.to_string(), "-/-/-");
    // Records hold keys, so this one may never change.
    assert_eq!(format!("{:016x}", start.key()), "53528f7f537680d5");
}

#[test]
fn refuses_impossible_positions() {
    texts::assert_refused::<Tron>(&[
        ("", "a move is one of"),
        ("-/-", "three rides"),
        ("-/-/-/-", "three rides"),
        ("north/-/-", "a move is one of"),
        ("w,/ne,ne/se,se", "a move is one of"),
        ("w/ne/-", "as many steps as the others"),
        ("w,w/ne/se,se", "as many steps as the others"),
        ("e,e,e/ne,ne,ne/se,se,se", "a seat that is out makes no more steps"),
        ("e,e,e/sw,sw,sw/nw,nw,nw", "over before its last step"),
    ]);
    for seed in 0..300 {
        texts::position::<Tron>(&texts::damaged::<Tron>(seed));
    }
}

#[test]
fn the_table_plays_a_match_with_fewer_and_fewer_words() {
    let mut table: Box<dyn AnyGame> = Box::new(Table(Tron::default()));
    let mut rng = Rng::new(3);
    let mut widths = Vec::new();
    while let Some(joint) = table.random_joint(&mut rng) {
        widths.push(joint.split('|').count());
        table.play(&joint).expect("a legal joint move");
    }
    assert!(widths.is_sorted_by(|before, after| before >= after), "{widths:?}");
    assert!(!table.scene().pieces.is_empty());
    let mut capped = Capped::new(Tron::default(), 1);
    capped.play(UpTo::new(&[Direction::West; 3]));
    assert_eq!(capped.phase(), Phase::Over(truel_core::BySeat([0.5; 3])));
}

/// Plays a match in which `search` chooses for every seat, and checks what it says on the way.
fn plays_to_the_end(name: &str, search: &mut dyn Search<Tron>, limits: &Limits) {
    let (mut game, mut rng) = (Tron::default(), Rng::new(11));
    while let Phase::Act(living) = game.phase() {
        let mut joint = Vec::new();
        for seat in living.iter() {
            let choice = search.search(&game, seat, limits);
            let whole: f32 = choice.candidates.iter().map(|candidate| candidate.weight).sum();
            assert!(
                (whole - 1.0).abs() < 1e-4,
                "{name}: weights add up to {whole} at {game}"
            );
            assert!(
                choice.candidates.iter().all(|candidate| candidate.seat == seat),
                "{name}"
            );
            let bounds = Tron::INFO.bounds;
            assert!(
                choice.value.0.iter().all(|value| bounds.contains(*value)),
                "{name}: {:?}",
                choice.value
            );
            let is_other = |other: Seat| other != seat && living.contains(other);
            assert!(choice.replies.iter().all(|reply| is_other(reply.seat)), "{name}");
            joint.push(choice.draw(&mut rng));
        }
        game.play(UpTo::new(&joint));
    }
    assert_eq!(payoffs(&game).iter().sum::<f32>(), 1.5, "{name}: {game}");
}

#[test]
fn searches_for_seats_that_move_at_once_play_whole_matches() {
    let limits = Limits::nodes(400);
    plays_to_the_end("duct", &mut Duct::<Tron>::default(), &limits);
    plays_to_the_end("exp3", &mut Exp3::<Tron>::default(), &limits);
    plays_to_the_end("regret", &mut RegretMatching::<Tron>::default(), &limits);
}

#[test]
fn searches_for_turns_play_whole_matches_one_after_the_other() {
    let opinion = SerialOpinion(Indifferent);
    let config = Config::default().with_table_mb(1);
    let nodes = Limits::nodes(400);
    plays_to_the_end(
        "alpha-beta",
        &mut Serialised::new(AlphaBeta::with_config(opinion, config)),
        &nodes,
    );
    plays_to_the_end("max^n", &mut Serialised::new(MaxN::new(opinion)), &nodes);
    let mcts = Mcts::<Serial<Tron>>::new(Indifferent);
    plays_to_the_end("mcts", &mut Serialised::new(mcts), &nodes);
}

/// Some directions lead into a trail.
#[test]
fn every_tree_search_rides_onto_a_free_cell() {
    let game = after::<Tron>("nw|ne|se nw|ne|se w|ne|se");
    let free: Vec<Direction> = Direction::ALL
        .into_iter()
        .filter(|direction| {
            let mut next = game;
            next.play(UpTo::new(&[*direction, Direction::West, Direction::West]));
            !next.is_out(BLUE)
        })
        .collect();
    assert!(!free.is_empty() && free.len() < 6, "{free:?}");
    let limits = Limits::nodes(3000);
    for (name, choice) in [
        ("duct", Duct::<Tron>::default().search(&game, BLUE, &limits)),
        ("exp3", Exp3::<Tron>::default().search(&game, BLUE, &limits)),
        ("regret", RegretMatching::<Tron>::default().search(&game, BLUE, &limits)),
    ] {
        assert!(free.contains(&choice.best()), "{name}: {} at {game}", choice.best());
    }
}

/// The points of one searcher against two seats that ride at random.
fn points_against_random(seat: Seat, seed: u64) -> f32 {
    let (mut game, mut rng, mut scratch) = (Tron::default(), Rng::new(seed), Vec::new());
    let mut search = Duct::<Tron>::with_config(Uniform, tree::Config::default().with_seed(seed));
    while let Some(random) = random_joint(&game, &mut rng, &mut scratch) {
        let living = game.phase().acting();
        let mut joint = random.to_vec();
        if let Some(place) = living.iter().position(|other| other == seat) {
            joint[place] = search.search(&game, seat, &Limits::nodes(300)).best();
        }
        game.play(UpTo::new(&joint));
    }
    payoffs(&game)[seat.index()]
}

#[test]
fn decoupled_uct_outlives_random_riders_from_every_seat() {
    for seat in [BLUE, RED, GREEN] {
        let points: f32 = (0..6).map(|seed| points_against_random(seat, seed)).sum();
        assert!(points >= 5.0, "{points} of 6 points for seat {seat:?}");
    }
}

#[test]
fn searches_for_two_seats_refuse_in_one_line() {
    assert!(!is_foldable::<Tron>());
    let refused = std::panic::catch_unwind(|| {
        Induction::new(Indifferent).search(&Tron::default(), BLUE, &Limits::depth(1));
    });
    let message = refused
        .expect_err("three seats")
        .downcast_ref::<String>()
        .cloned()
        .unwrap_or_default();
    assert_eq!(
        message,
        "this search is for two seats that move at once or for turns, and tron is neither"
    );
}
