//! Compares a fast game with a slow and simple one.

use truel_core::{Game, Payoffs, Phase, Rng, joint_text, move_texts, random_joint};

/// The rules of a game written a second time, as simply as possible. Moves are text, sorted
/// bytewise.
pub trait Twin: Default {
    /// The legal moves of each acting seat, in seat order; empty once the match is over.
    fn moves(&self) -> Vec<Vec<String>>;
    /// Plays one move per acting seat.
    fn play(&mut self, joint: &[&str]);
    /// Payoffs and reason, once the match is over.
    fn result(&self) -> Option<(Vec<f32>, String)>;
}

/// Plays random matches on both and compares all legal moves and results.
///
/// # Panics
/// If they differ; the message lists the moves that lead there.
pub fn compare<G: Game, T: Twin>(matches: u64, seed: u64) {
    for index in 0..matches {
        let mut rng = Rng::for_match(seed, index);
        let (mut game, mut twin, mut line) = (G::default(), T::default(), Vec::new());
        loop {
            let lists: Vec<_> = game
                .phase()
                .acting()
                .iter()
                .map(|seat| move_texts(&game, seat))
                .collect();
            assert_eq!(lists, twin.moves(), "{}: after {}", G::INFO.id, line.join(" "));
            let result = match game.phase() {
                Phase::Act(_) => None,
                Phase::Over(payoffs) => Some((
                    payoffs.as_slice().to_vec(),
                    game.reason().expect("over for a reason").to_owned(),
                )),
            };
            assert_eq!(result, twin.result(), "{}: after {}", G::INFO.id, line.join(" "));
            let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) else {
                break;
            };
            let text = joint_text::<G>(&joint);
            twin.play(&text.split('|').collect::<Vec<_>>());
            game.play(joint);
            line.push(text);
        }
    }
}
