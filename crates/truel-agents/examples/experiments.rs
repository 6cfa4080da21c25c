//! What the literature says of these searches, tried on our games. The results are in `docs/searches.md`.
//!
//! ```text
//! cargo run --release -p truel-agents --example experiments -- [MATCHES] [MILLISECONDS]
//! ```
//!
//! Every match is played once in each order of the seats from the same random opening, so that seats are balanced; the
//! interval is two standard errors of the mean points.

#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::time::Duration;

use truel_agents::heuristics;
use truel_core::{Draw, Game, Joint, Payoffs, Phase, Rng, Seat, Serial, TurnBased, random_joint};
use truel_games::{Chexers, RoPaSci, ThreeChess};
use truel_search::joint::duct::Ucb;
use truel_search::joint::tree::Settings;
use truel_search::joint::{Duct, Final};
use truel_search::maxn::Pruning;
use truel_search::mcts::{self, Backup, Mcts};
use truel_search::{AlphaBeta, BestReply, Limits, MaxN, MaxNConfig, Opinion, Search, Serialised, alphabeta};

/// Plies of each random opening, and when a match is called a draw.
const OPENING: u32 = 6;
const CAP: u32 = 300;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let matches = numbers.next().and_then(Result::ok).unwrap_or(20);
    let time = Duration::from_millis(numbers.next().and_then(Result::ok).unwrap_or(20));
    println!("1. MCTS: max^n against paranoid back-up, 2000 simulations a move");
    backups::<Chexers>(matches);
    backups::<ThreeChess>(matches);
    println!("2. BRS+, paranoid and max^n at {} ms a move", time.as_millis());
    three_ways::<Chexers, _>(matches, time, heuristics::chexers::Race);
    three_ways::<ThreeChess, _>(matches, time, heuristics::threechess::Score);
    println!("3. Depth of paranoid and max^n at 100,000 nodes a move");
    depths::<Chexers, _>(heuristics::chexers::Race);
    depths::<ThreeChess, _>(heuristics::threechess::Score);
    println!("4. Nodes of max^n at depth 4 by pruning (threechess, constant sum)");
    prunings();
    println!("5. ropasci: decoupled UCB1-tuned against serialised UCT, 1000 simulations a move");
    ropasci(matches);
}

/// A search and how long it may think.
struct Sitter<G: Game> {
    name: &'static str,
    search: Box<dyn Search<G>>,
    limits: Limits,
}

fn sitter<G: Game>(name: &'static str, search: impl Search<G> + 'static, limits: Limits) -> Sitter<G> {
    Sitter {
        name,
        search: Box::new(search),
        limits,
    }
}

/// Plays `matches` blocks of all seat orders and prints each sitter's mean points with its interval.
fn compare<G: Draw>(matches: u64, sitters: &mut [Sitter<G>]) {
    let seats = G::INFO.seats.len();
    let mut points: Vec<Vec<f32>> = vec![Vec::new(); sitters.len()];
    for index in 0..matches {
        for order in orders(seats) {
            let end = play(index, &order, sitters);
            for (place, &who) in order.iter().enumerate() {
                points[who].push(end[Seat::new(place)]);
            }
        }
    }
    let told: Vec<String> = sitters
        .iter()
        .zip(&points)
        .map(|(sitter, points)| format!("{} {}", sitter.name, interval(points)))
        .collect();
    println!("   {:12} {}", G::INFO.id, told.join("   "));
}

/// All orders in which sitters 0.. can take the seats.
fn orders(seats: usize) -> Vec<Vec<usize>> {
    if seats == 1 {
        return vec![vec![0]];
    }
    let shorter = orders(seats - 1);
    shorter
        .iter()
        .flat_map(|order| {
            (0..seats).map(|at| {
                let mut order = order.clone();
                order.insert(at, seats - 1);
                order
            })
        })
        .collect()
}

fn play<G: Draw>(index: u64, order: &[usize], sitters: &mut [Sitter<G>]) -> G::Payoffs {
    let (mut game, mut rng) = (G::default(), Rng::for_match(index, 7));
    for _ in 0..OPENING {
        if let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            game.play(joint);
        }
    }
    let mut plies = 0;
    loop {
        let acting = match game.phase() {
            Phase::Over(payoffs) => return G::points(payoffs),
            Phase::Act(_) if plies >= CAP => return G::points(G::Payoffs::all(G::INFO.draw)),
            Phase::Act(seats) => seats,
        };
        let choices: Vec<G::Move> = acting
            .iter()
            .map(|seat| {
                let Sitter { search, limits, .. } = &mut sitters[order[seat.index()]];
                search.forget();
                search.search(&game, seat, limits, &mut |_| {}).draw(&mut rng)
            })
            .collect();
        game.play(G::Joint::from_fn(|place| choices[place]));
        plies += 1;
    }
}

/// Mean and two standard errors.
fn interval(points: &[f32]) -> String {
    let count = points.len() as f32;
    let mean = points.iter().sum::<f32>() / count;
    let variance = points.iter().map(|p| (p - mean).powi(2)).sum::<f32>() / (count - 1.0).max(1.0);
    format!("{mean:.3} ± {:.3}", 2.0 * (variance / count).sqrt())
}

/// Two copies of one against one of the other, in turn.
fn backups<G: Draw + TurnBased>(matches: u64) {
    let uct = |name, backup| {
        let config = mcts::Config {
            backup,
            ..mcts::Config::default()
        };
        sitter(name, Mcts::<G>::new(config), Limits::nodes(2000))
    };
    compare(
        matches,
        &mut [
            uct("max^n", Backup::MaxN),
            uct("paranoid", Backup::Paranoid),
            uct("paranoid", Backup::Paranoid),
        ],
    );
    compare(
        matches,
        &mut [
            uct("paranoid", Backup::Paranoid),
            uct("max^n", Backup::MaxN),
            uct("max^n", Backup::MaxN),
        ],
    );
}

fn three_ways<G: Draw + TurnBased, O: Opinion<G> + Clone + 'static>(matches: u64, time: Duration, opinion: O) {
    let limits = Limits::time(time);
    let config = alphabeta::Config::default();
    compare(
        matches,
        &mut [
            sitter("BRS+", BestReply::plus(opinion.clone(), config.clone()), limits.clone()),
            sitter("paranoid", AlphaBeta::with(opinion.clone(), config), limits.clone()),
            sitter("max^n", MaxN::new(opinion), limits),
        ],
    );
}

/// Positions of a random match.
fn positions<G: Game>() -> Vec<G> {
    let (mut game, mut rng, mut positions) = (G::default(), Rng::new(5), Vec::new());
    for ply in 0..40 {
        if ply % 4 == 0 && !game.phase().is_over() {
            positions.push(game.clone());
        }
        if let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
            game.play(joint);
        }
    }
    positions
}

fn depths<G: Draw + TurnBased, O: Opinion<G> + Clone + 'static>(opinion: O) {
    let mean = |search: &mut dyn Search<G>| {
        let depths = positions::<G>().into_iter().map(|game| {
            search.forget();
            search
                .search(
                    &game,
                    game.phase().acting().first(),
                    &Limits::nodes(100_000),
                    &mut |_| {},
                )
                .depth
        });
        let depths: Vec<u32> = depths.collect();
        depths.iter().sum::<u32>() as f32 / depths.len() as f32
    };
    let paranoid = mean(&mut AlphaBeta::with(opinion.clone(), alphabeta::Config::default()));
    let maxn = mean(&mut MaxN::new(opinion));
    println!(
        "   {:12} paranoid {paranoid:.1} plies, max^n {maxn:.1} plies",
        G::INFO.id
    );
}

fn prunings() {
    for pruning in [
        Pruning::None,
        Pruning::Shallow,
        Pruning::LastBranch,
        Pruning::Speculative,
    ] {
        let config = MaxNConfig {
            pruning,
            ..MaxNConfig::default()
        };
        let mut search = MaxN {
            opinion: heuristics::threechess::Score,
            config,
        };
        let nodes: u64 = positions::<ThreeChess>()
            .iter()
            .map(|game| {
                search
                    .search(game, game.phase().acting().first(), &Limits::depth(4), &mut |_| {})
                    .nodes
            })
            .sum();
        println!("   {pruning:?}: {nodes} nodes");
    }
}

fn ropasci(matches: u64) {
    for (name, answer) in [
        ("DUCT tuned, mixed", Final::Mixed),
        ("DUCT tuned, most visited", Final::Pure),
    ] {
        let limits = Limits::nodes(1000);
        let settings = Settings {
            answer,
            ..Settings::default()
        };
        let duct = Duct::<RoPaSci>::new(Ucb::tuned(), settings);
        let serial = Serialised(Mcts::<Serial<RoPaSci>>::new(mcts::Config::default()));
        compare(
            matches,
            &mut [sitter(name, duct, limits.clone()), sitter("serial UCT", serial, limits)],
        );
    }
}
