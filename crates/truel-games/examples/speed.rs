//! cargo run --release -p truel-games --example speed -- <game>
#![allow(clippy::print_stdout)]

use std::time::Instant;
use truel_core::{Draw, Rng, Visit, playout};

struct Speed;
impl Visit for Speed {
    type Out = ();
    fn visit<G: Draw>(self) {
        let (start, mut rng, mut scratch) = (G::default(), Rng::new(1), Vec::new());
        let mut game = start.clone();
        for _ in 0..3 {
            let (mut matches, mut plies, clock) = (0u64, 0u64, Instant::now());
            while clock.elapsed().as_millis() < 1000 {
                for _ in 0..100 {
                    game.clone_from(&start);
                    plies += u64::from(playout(&mut game, &mut rng, &mut scratch).plies);
                    matches += 1;
                }
            }
            let seconds = clock.elapsed().as_secs_f64();
            println!(
                "{}: {:.0} playouts/s, {:.1} plies each, {:.1} ns a ply",
                G::INFO.id,
                matches as f64 / seconds,
                plies as f64 / matches as f64,
                seconds * 1e9 / plies as f64
            );
        }
    }
}

fn main() {
    let id = std::env::args().nth(1).unwrap_or_default();
    if let Err(error) = truel_games::with(&id, Speed) {
        println!("{error}");
    }
}
