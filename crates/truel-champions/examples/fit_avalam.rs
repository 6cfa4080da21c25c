//! Fits the weights of avalam's [`Patterns`] to the results of matches that the search plays with
//! itself.
//!
//! ```text
//! fit_avalam play SAMPLES MATCHES NODES SEED [WEIGHTS]   plays matches, appends their positions to SAMPLES
//! fit_avalam fit WEIGHTS SHARE SAMPLES...                fits, writes WEIGHTS
//! fit_avalam duel WEIGHTS OTHER MATCHES NODES            plays two sets of weights against each other
//! ```
//!
//! Matches begin with up to 14 random plies and have a random one now and then, so that positions
//! of all kinds are seen. A sample is a position, the result, and what the search thought of it;
//! SHARE is how much the latter counts. `fitted` stands for the weights in the crate. Those came of
//! five rounds of play and fit that began with `Towers`: three of this program, with up to 427,000
//! samples of matches at 1,200 to 1,500 nodes, then one with 5.2 million samples at 400 nodes and
//! one with 5.6 million at 500 and a share of 0.7. The last two were fitted with PyTorch, by the
//! same model and loss (Adam, batches of 16,384, 8 passes, 4 the round before, one cycle up to a
//! rate of 0.02). Many samples of quick matches were worth more than few of slow ones: the fourth
//! round took 0.62 of 400 matches from the third at 1,000 nodes, the fifth 0.54 of 600 from the
//! fourth. Of richer models on the same samples a sum of vectors by squares with a small network
//! behind it expected results a little better (0.339 against 0.347), a residual network of ten
//! layers hardly more (0.336).

#![expect(clippy::print_stdout, reason = "an example tells what it finds")]

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};

use truel_champions::heuristics::avalam::patterns::{SQUARES, STAGES, UNIT, View, Weights, canonical, stage};
use truel_champions::heuristics::avalam::{Patterns, Towers};
use truel_core::{Game, Phase, Rng, Seat};
use truel_games::Avalam;
use truel_search::alphabeta::{AlphaBeta, Config, RootTies};
use truel_search::{Limits, Search};

fn main() -> io::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().expect("a number");
    match args[..] {
        ["play", samples, matches, nodes, seed] => {
            let search = |config| AlphaBeta::with_config(Towers, config);
            play(samples, search, number(matches), number(nodes), number(seed))
        }
        ["play", samples, matches, nodes, seed, weights] => {
            let patterns = read(weights)?;
            let search = |config| AlphaBeta::with_config(patterns.clone(), config);
            play(samples, search, number(matches), number(nodes), number(seed))
        }
        ["fit", weights, share, ref samples @ ..] => fit(weights, share.parse().expect("a share"), samples),
        ["duel", weights, other, matches, nodes] => {
            duel(&[read(weights)?, read(other)?], number(matches), number(nodes));
            Ok(())
        }
        _ => panic!("play, fit or duel; see the top of the file"),
    }
}

/// The opinion with the weights of a file, or with those that were fitted.
fn read(weights: &str) -> io::Result<Patterns> {
    if weights == "fitted" {
        return Ok(Patterns::default());
    }
    Ok(Patterns::new(Weights::read(&fs::read(weights)?)))
}

fn seat_to_move(game: &Avalam) -> Option<Seat> {
    match game.phase() {
        Phase::Act(seats) => Some(seats.first()),
        Phase::Over(_) => None,
    }
}

/// A line of a file of samples: position, result and thought for the seat to move.
fn play<S: Search<Avalam>>(
    path: &str,
    search: impl Fn(Config) -> S,
    matches: u64,
    nodes: u64,
    seed: u64,
) -> io::Result<()> {
    let file = OpenOptions::new().append(true).create(true).open(path)?;
    let mut file = BufWriter::new(file);
    for number in 0..matches {
        let mut rng = Rng::for_match(seed, number);
        let mut game = Avalam::default();
        let opening = rng.below(15);
        let mut seen = Vec::new();
        let mut search = search(
            Config::default()
                .with_table_mb(1)
                .with_ties(RootTies::Shuffled)
                .with_seed(rng.bits()),
        );
        while let Some(seat) = seat_to_move(&game) {
            let mv = if game.plies() < opening || rng.below(25) == 0 {
                game.random_move(seat, &mut rng, &mut Vec::new())
            } else {
                let choice = search.search(&game, seat, &Limits::nodes(nodes));
                seen.push((game, seat, choice.value[seat]));
                choice.best()
            };
            game.play([mv]);
        }
        let Phase::Over(payoffs) = game.phase() else {
            unreachable!("nobody is to move")
        };
        for (position, seat, thought) in seen {
            writeln!(file, "{position};{};{thought:.3}", payoffs[seat])?;
        }
    }
    file.flush()
}

/// A position as the fit sees it.
struct Sample {
    stage: usize,
    lead: f32,
    fives: f32,
    squares: Vec<u16>,
    target: f32,
    result: f32,
}

fn sample(line: &str, share: f32) -> Option<Sample> {
    let mut parts = line.split(';');
    let game: Avalam = parts.next()?.parse().ok()?;
    let result: f32 = parts.next()?.parse().ok()?;
    let thought: f32 = parts.next()?.parse().ok()?;
    let view = View::of(&game);
    let is_there = |square: &usize| *square > 0;
    Some(Sample {
        stage: stage(game.plies()),
        lead: view.lead as f32,
        fives: view.fives as f32,
        squares: view
            .squares()
            .into_iter()
            .filter(is_there)
            .map(|square| canonical(square) as u16)
            .collect(),
        target: result * (1.0 - share) + thought * share,
        result,
    })
}

/// The weights of one stage while they are fitted, each with the sum of its squared gradients.
struct Fit(Vec<(f32, f32)>);

const RATE: f32 = 0.1;
const EPOCHS: u32 = 6;

impl Fit {
    fn new() -> Self {
        Fit(vec![(0.0, 1e-3); 3 + SQUARES])
    }

    fn inputs(sample: &Sample) -> impl Iterator<Item = (usize, f32)> {
        let head = [(0, 1.0), (1, sample.lead), (2, sample.fives)];
        head.into_iter()
            .chain(sample.squares.iter().map(|square| (3 + usize::from(*square), 1.0)))
    }

    fn expects(&self, sample: &Sample) -> f32 {
        let log_odds: f32 = Fit::inputs(sample).map(|(at, input)| self.0[at].0 * input).sum();
        1.0 / (1.0 + (-log_odds).exp())
    }

    /// One step of AdaGrad (Duchi, Hazan and Singer 2011).
    fn learn(&mut self, sample: &Sample, rate: f32) {
        let error = self.expects(sample) - sample.target;
        for (at, input) in Fit::inputs(sample) {
            let (weight, squares) = &mut self.0[at];
            let gradient = error * input + 1e-6 * *weight;
            *squares += gradient * gradient;
            *weight -= rate * gradient / squares.sqrt();
        }
    }
}

fn fit(path: &str, share: f32, files: &[&str]) -> io::Result<()> {
    let mut samples = Vec::new();
    for file in files {
        samples.extend(fs::read_to_string(file)?.lines().filter_map(|line| sample(line, share)));
    }
    // Whole matches, so that no match is on both sides.
    let (learned, kept) = samples.split_at(samples.len() / 20 * 19);
    let mut fits: Vec<Fit> = (0..STAGES).map(|_| Fit::new()).collect();
    let mut order: Vec<usize> = (0..learned.len()).collect();
    let mut rng = Rng::new(1);
    for epoch in 0..EPOCHS {
        (1..order.len()).for_each(|last| order.swap(last, rng.below(last as u32 + 1) as usize));
        let rate = RATE * (1.0 - epoch as f32 / EPOCHS as f32);
        for at in &order {
            fits[learned[*at].stage].learn(&learned[*at], rate);
        }
        println!(
            "{} samples, epoch {epoch}: loss {:.5}",
            samples.len(),
            loss(&fits, kept)
        );
    }
    let mut file = BufWriter::new(fs::File::create(path)?);
    for Fit(weights) in &fits {
        let squares = (0..SQUARES).map(|square| 3 + canonical(square));
        for at in (0..3).chain(squares) {
            let word = (weights[at].0 * UNIT)
                .round()
                .clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
            file.write_all(&word.to_le_bytes())?;
        }
    }
    file.flush()
}

/// The mean surprise at the results of samples that were not learned from.
fn loss(fits: &[Fit], samples: &[Sample]) -> f32 {
    let surprise = |sample: &Sample| {
        let expected = fits[sample.stage].expects(sample).clamp(1e-6, 1.0 - 1e-6);
        -(sample.result * expected.ln() + (1.0 - sample.result) * (1.0 - expected).ln())
    };
    samples.iter().map(surprise).sum::<f32>() / samples.len() as f32
}

/// Every random opening of four plies is played from both seats.
fn duel(opinions: &[Patterns; 2], matches: u64, nodes: u64) {
    let mut points = 0.0;
    let start = std::time::Instant::now();
    let mut visited = 0;
    for number in 0..matches {
        let mut rng = Rng::for_match(1, number / 2);
        let mut game = Avalam::default();
        let mut searches = opinions
            .clone()
            .map(|opinion| AlphaBeta::with_config(opinion, Config::default()));
        let first = Seat::new((number % 2) as usize);
        while let Some(seat) = seat_to_move(&game) {
            let search = &mut searches[usize::from(seat != first)];
            let mv = if game.plies() < 4 {
                game.random_move(seat, &mut rng, &mut Vec::new())
            } else {
                let choice = search.search(&game, seat, &Limits::nodes(nodes));
                visited += choice.nodes;
                choice.best()
            };
            game.play([mv]);
        }
        if let Phase::Over(payoffs) = game.phase() {
            points += payoffs[first];
        }
    }
    let speed = visited as f64 / start.elapsed().as_secs_f64();
    println!("{points} of {matches} points, {speed:.0} nodes a second");
}
