//! The champion of pentago-swap.

use truel_core::{Bounds, BySeat, Evaluate, Game, Seat};
use truel_games::PentagoSwap;
use truel_games::pentago_swap::Placement;
use truel_search::lens::{ByLens, Lens, Look};
use truel_search::{AlphaBeta, alphabeta};

use crate::Agent;
use crate::catalogue::groups::{ANY, LIMITS, count, from, param};
use crate::catalogue::{AgentInfo, Kind, Needs, Order};
use crate::heuristics::pentago_swap::anywhere::Anywhere;
use crate::param::Param;

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: "champion",
    about: "principal-variation search over moves that lose nothing at once; sees three plies further by tables, counts lines \
            wherever the quadrants may come to lie, plays the last six plies exactly",
    source: "truel",
    needs: Needs::Game("pentago-swap"),
    groups: &[LIMITS, PARAMS],
    kind: Kind::Own(champion),
};

const PARAMS: &[Param] = &[
    param(
        "growth",
        from(1.0),
        "4",
        "how much more each further piece in a line counts",
    ),
    param(
        "tempo",
        from(0.0),
        "1.3",
        "how much more one's lines count while one is to move",
    ),
    param(
        "breadth",
        count(1, ANY),
        "",
        "moves to look at in a position, the best by potential",
    ),
];

fn champion(order: &Order) -> Box<dyn Agent> {
    let opinion = Anywhere::new(order.values.number("growth"), order.values.number("tempo"));
    let config = alphabeta::Config {
        breadth: order.values.count("breadth").map(|breadth| breadth as usize),
        ..alphabeta::Config::default()
    };
    let focus = move |_: &PentagoSwap, _| Alert {
        opinion: opinion.clone(),
    };
    order.seated::<PentagoSwap>(Look::new(AlphaBeta::with(ByLens, config), focus))
}

/// Empty cells from which on every move is looked at: the rest of the match is small enough to be played out.
const LAST: u32 = 6;
/// What a win with the next move is worth before it is made.
const WON: f32 = 0.99;

/// Looks at wins where there are any, else at moves that let the other seat make no five; judges a position in which there
/// is none of either as lost.
#[derive(Clone, Default, Debug)]
struct Alert {
    opinion: Anywhere,
}

impl Lens<PentagoSwap> for Alert {
    const BOUNDS: Bounds = Bounds::UNIT;

    fn judge(&self, game: &PentagoSwap) -> BySeat<f32, 2> {
        let mover = Seat::new(game.plies() as usize % 2);
        let certain = |share: f32| {
            let mut values = BySeat([1.0 - share; 2]);
            values[mover] = share;
            values
        };
        if game.can_win() {
            certain(WON)
        } else if !game.has_safe_move() {
            certain(1.0 - WON)
        } else {
            self.opinion.evaluate(game)
        }
    }

    fn end(&self, _: &PentagoSwap, payoffs: BySeat<f32, 2>) -> BySeat<f32, 2> {
        payoffs
    }

    fn moves(&self, game: &PentagoSwap, seat: Seat, out: &mut Vec<Placement>) {
        let start = out.len();
        if game.plies() + LAST < 36 {
            game.winning_moves(out);
            if out.len() > start {
                // One win is as good as any.
                return out.truncate(start + 1);
            }
            game.safe_moves(out);
        }
        if out.len() == start {
            game.moves(seat, out);
        }
    }

    #[inline]
    fn rank(&self, game: &PentagoSwap, seat: Seat, mv: Placement) -> f32 {
        self.opinion.after(game, seat, mv.cell.index())
    }
}

#[cfg(test)]
mod tests {
    use truel_core::Table;

    use super::*;
    use crate::{Conditions, Watch, build};

    fn read(text: &str) -> PentagoSwap {
        text.parse().unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_win_hides_all_other_moves_and_a_threat_all_that_ignore_it() {
        let mut moves = Vec::new();
        let won = read("wwww2/bb4/bb4/6/6/6 w");
        Alert::default().moves(&won, Seat::new(0), &mut moves);
        assert_eq!(
            (moves.len(), Alert::default().judge(&won)),
            (1, BySeat([WON, 1.0 - WON]))
        );
        moves.clear();
        let threatened = read("bbb3/6/6/w2w2/1w2w1/3b2 w");
        Alert::default().moves(&threatened, Seat::new(0), &mut moves);
        assert!(moves.len() < 180 && !moves.is_empty(), "{}", moves.len());
        let lost = read("bbbb2/ww4/2w3/w5/6/6 w");
        assert_eq!(Alert::default().judge(&lost)[Seat::new(0)] < 0.5, !lost.has_safe_move());
    }

    #[test]
    fn the_champion_wins_when_it_can() {
        let game = read("wwww2/bb4/bb4/6/6/6 w");
        let mut agent = build("pentago-swap", &"champion:nodes=200".parse().expect("a spec"), 1).expect("an agent");
        let thought = agent.think(&Table(game), Seat::new(0), &Conditions::default(), Watch::Nobody);
        let mut after = game;
        after.play([thought.mv.parse().expect("a move")]);
        assert_eq!(after.reason(), Some("five"));
    }
}
