//! Moves as a hand makes them: the touches of a move tell it from every other, and are there to be
//! touched.

use std::collections::HashMap;

use truel_core::draw::{Gesture, Touch};
use truel_core::{Draw, Rng, Visit, random_joint};

struct RandomMatches;

impl Visit for RandomMatches {
    type Out = ();

    fn visit<G: Draw>(self) {
        for index in 0..3 {
            let (mut game, mut rng) = (G::default(), Rng::for_match(11, index));
            for _ in 0..60 {
                for seat in game.phase().acting().iter() {
                    let mut moves = Vec::new();
                    game.moves(seat, &mut moves);
                    let made = moves.iter().map(|&mv| (mv.to_string(), G::gesture(mv)));
                    check(&made.collect(), G::board().cells.len(), G::INFO.id);
                }
                let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) else {
                    break;
                };
                game.play(joint);
            }
        }
    }
}

fn check(moves: &Vec<(String, Gesture)>, cells: usize, game: &str) {
    let mut by_touches = HashMap::new();
    for (mv, gesture) in moves {
        assert!(
            !mv.contains([' ', '|']),
            "{game}: `{mv}` would be two moves in a record"
        );
        assert!(!gesture.is_empty(), "{game}: nothing to touch for {mv}");
        for touch in gesture {
            match touch {
                Touch::Cell(cell) => assert!(*cell < cells, "{game}: {mv} touches a cell that is not there"),
                Touch::Choice(text) => assert!(!text.is_empty(), "{game}: {mv} touches a button without words"),
            }
        }
        let other = by_touches.insert(format!("{gesture:?}"), mv);
        assert_eq!(other, None, "{game}: the same touches as {mv}");
    }
    // A gesture that begins another would end it too early.
    for (mv, gesture) in moves {
        for length in 1..gesture.len() {
            let shorter = by_touches.get(&format!("{:?}", &gesture[..length]));
            assert_eq!(shorter, None, "{game}: {mv} begins with the touches of another move");
        }
    }
}

#[test]
fn every_legal_move_has_touches_of_its_own() {
    for info in truel_games::INFOS {
        truel_games::with(info.id, RandomMatches).expect("a listed game");
    }
}
