//! Positions taken apart and put together again by hand: every text is what its kit says it is made
//! from.

use truel_core::draw::{Kit, Layout, Piece};
use truel_core::{Draw, Rng, Visit, random_joint};
use truel_testkit::texts;

/// Calls a closure at every position of a few random matches of a game that has a kit.
struct Matches(fn(&Kit, &str, &[Piece]));

impl Visit for Matches {
    type Out = bool;

    fn visit<G: Draw>(self) -> bool {
        let Some(kit) = G::kit() else { return false };
        for index in 0..12 {
            let (mut game, mut rng) = (G::default(), Rng::for_match(7, index));
            loop {
                let mut pieces = Vec::new();
                game.pieces(&mut pieces);
                (self.0)(&kit, &game.to_string(), &pieces);
                let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) else {
                    break;
                };
                game.play(joint);
            }
        }
        true
    }
}

fn at_every_game(check: fn(&Kit, &str, &[Piece])) {
    let visit = |id| truel_games::with(id, Matches(check)).expect("a listed game");
    let visited: Vec<&str> = truel_games::INFOS
        .iter()
        .map(|info| info.id)
        .filter(|id| visit(id))
        .collect();
    assert!(visited.len() >= 7, "only {visited:?} have kits");
}

#[test]
fn every_text_is_taken_apart_and_put_together_again() {
    at_every_game(|kit, text, _| {
        let layout = kit.layout(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(kit.text(&layout).as_deref(), Some(text));
    });
}

#[test]
fn what_lies_on_a_cell_is_what_is_drawn_there() {
    at_every_game(|kit, text, pieces| {
        let layout = kit.layout(text).expect("a position's text");
        for (cell, things) in layout.cells.iter().enumerate() {
            let mut laid: Vec<_> = things.iter().map(|&thing| kit.things[thing].piece.seat).collect();
            laid.dedup();
            let mut drawn: Vec<_> = pieces
                .iter()
                .filter(|piece| piece.cell == cell)
                .map(|piece| piece.seat)
                .collect();
            drawn.sort_by_key(|seat| seat.map(truel_core::Seat::index));
            assert_eq!(laid, drawn, "{text}: cell {cell}");
        }
    });
}

#[test]
fn one_thing_more_is_a_text_of_one_thing_more() {
    at_every_game(|kit, text, _| {
        let mut layout = kit.layout(text).expect("a position's text");
        for (thing, cell) in kit.rows.iter().flatten().enumerate() {
            let kept = std::mem::replace(&mut layout.cells[*cell], vec![thing % kit.things.len()]);
            let other = kit.text(&layout).expect("it fits the board");
            assert_eq!(kit.layout(&other).as_ref(), Some(&layout), "{other}");
            layout.cells[*cell] = kept;
        }
    });
}

#[test]
fn what_does_not_fit_the_board_is_refused() {
    at_every_game(|kit, text, _| {
        let layout = kit.layout(text).expect("a position's text");
        let mut wrong = [layout.clone(), layout.clone(), layout.clone(), Layout::default()];
        wrong[0].cells.pop();
        wrong[1].fields.push("-".into());
        wrong[2].cells[0] = vec![kit.things.len()];
        for layout in wrong {
            assert_eq!(kit.text(&layout), None);
        }
        assert_eq!(kit.layout(&format!("1{text}")), None);
    });
}

/// Throws damaged texts at a game's kit.
struct Damaged;

impl Visit for Damaged {
    type Out = ();

    fn visit<G: Draw>(self) {
        let Some(kit) = G::kit() else { return };
        for seed in 0..500 {
            let text = texts::damaged::<G>(seed);
            let again = kit.layout(&text).and_then(|layout| kit.text(&layout));
            // What a game reads, its kit reads alike.
            if text.parse::<G>().is_ok() {
                assert_eq!(again.as_deref(), Some(text.as_str()));
            }
        }
    }
}

#[test]
fn damaged_texts_never_panic() {
    for info in truel_games::INFOS {
        truel_games::with(info.id, Damaged).expect("a listed game");
    }
}
