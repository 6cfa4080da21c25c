//! The champion of truel 0.1, kept as it was.

use truel_agents::Agent;
use truel_agents::catalogue::groups::{ANY, LIMITS, count, from, param};
use truel_agents::{AgentInfo, BuildContext, Maker, Needs};
use truel_core::{Bounds, BySeat, Evaluate, Seat};
use truel_games::PentagoSwap;
use truel_games::pentago_swap::{Cell, Pair, Placement, Quadrant};
use truel_search::lens::{Lens, LensOpinion, LensSearch};
use truel_search::{AlphaBeta, Scale, Search, alphabeta};

use crate::heuristics::pentago_swap::anywhere::Anywhere;
use truel_agents::Param;

pub(super) const AGENT: AgentInfo = AgentInfo {
    name: "champion-0.1",
    plain: "The champion of truel 0.1. Looks ahead over every swap and never loses in one move.",
    about: "principal-variation search over moves that lose nothing at once; sees three plies further by tables, \
            counts lines \
            wherever the quadrants may come to lie, plays the last six plies exactly",
    source: "truel",
    needs: Needs::Game("pentago-swap"),
    groups: &[LIMITS, PARAMS],
    maker: Maker::Own(champion),
};

const PARAMS: &[Param] = &[
    param(
        "growth",
        from(1.0),
        "3",
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

fn champion(context: &BuildContext) -> Box<dyn Agent> {
    let opinion = Anywhere::new(context.values.number("growth"), context.values.number("tempo"));
    let config =
        alphabeta::Config::default().with_breadth(context.values.count("breadth").map(|breadth| breadth as usize));
    context.seated::<PentagoSwap>(search(opinion, config))
}

pub(super) fn search(opinion: Anywhere, config: alphabeta::Config) -> impl Search<PentagoSwap> + 'static {
    let focus = move |_: &PentagoSwap, _| Alert {
        opinion: opinion.clone(),
    };
    LensSearch::new(AlphaBeta::with_config(LensOpinion, config), focus)
}

/// Empty cells from which on every move is looked at: the rest of the match is small enough to be
/// played out.
const LAST: u32 = 6;
/// What a win with the next move is worth before it is made.
const WON: f32 = 0.99;

/// Looks at wins where there are any, else at moves that let the other seat make no five; judges a
/// position in which there is none of either as lost.
#[derive(Clone, Default, Debug)]
pub(super) struct Alert {
    pub(super) opinion: Anywhere,
}

impl Lens<PentagoSwap> for Alert {
    const BOUNDS: Bounds = Bounds::UNIT;
    const SCALE: Scale = Scale::Payoffs;

    fn judge(&self, game: &PentagoSwap) -> BySeat<f32, 2> {
        match self.certain(game) {
            Some(values) => values,
            None => self.opinion.evaluate(game),
        }
    }

    fn end(&self, _: &PentagoSwap, payoffs: BySeat<f32, 2>) -> BySeat<f32, 2> {
        payoffs
    }

    /// In the order of what their cells gain, which no ranking move by move could find as cheaply.
    fn moves(&self, game: &PentagoSwap, seat: Seat, out: &mut Vec<Placement>) {
        let start = out.len();
        let empty = !(game.bits(seat) | game.bits(seat.next(2))) & ((1 << 36) - 1);
        let mut looked_at = [empty; 6];
        if game.plies() + LAST < 36 {
            game.winning_moves(out);
            if out.len() > start {
                // One win is as good as any.
                return out.truncate(start + 1);
            }
            let safe = game.safe_cells();
            looked_at = if safe == [0; 6] { looked_at } else { safe };
        }
        for cell in self.best_first(game, seat) {
            let pairs = Pair::all().zip(looked_at);
            let fit = pairs.filter(|(_, cells)| cells & (1 << cell.index()) != 0);
            out.extend(fit.map(|(pair, _)| Placement { cell, pair }));
        }
    }
}

impl Alert {
    /// What fives of the next two plies say.
    #[inline]
    pub(super) fn certain(&self, game: &PentagoSwap) -> Option<BySeat<f32, 2>> {
        let mover = Seat::new(game.plies() as usize % 2);
        let certain = |share: f32| {
            let mut values = BySeat([1.0 - share; 2]);
            values[mover] = share;
            Some(values)
        };
        if game.can_win() {
            certain(WON)
        } else if !game.has_safe_move() {
            certain(1.0 - WON)
        } else {
            None
        }
    }

    /// All cells by what a piece there gains.
    fn best_first(&self, game: &PentagoSwap, seat: Seat) -> [Cell; 36] {
        let gains = self.opinion.gains(game, seat);
        let mut cells = [Quadrant::TopLeft.centre(); 36];
        for (place, cell) in cells.iter_mut().zip(Cell::all()) {
            *place = cell;
        }
        cells.sort_unstable_by(|a, b| {
            gains[b.index()]
                .total_cmp(&gains[a.index()])
                .then(a.index().cmp(&b.index()))
        });
        cells
    }
}

#[cfg(test)]
mod tests {
    use truel_core::{Game, Table};

    use super::*;
    use truel_agents::{Conditions, Watch};

    use crate::roster;

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
        // Two rows of four that lack different cells: one of them stays.
        let lost = read("bbbb2/bbbb2/6/w1w1w1/1w1w1w/w1w3 w");
        assert!(!lost.can_win() && !lost.has_safe_move());
        assert_eq!(Alert::default().judge(&lost), BySeat([1.0 - WON, WON]));
    }

    #[test]
    fn the_old_champion_wins_when_it_can() {
        let game = read("wwww2/bb4/bb4/6/6/6 w");
        let mut agent = roster()
            .build("pentago-swap", &"champion-0.1:nodes=200".parse().expect("a spec"), 1)
            .expect("an agent");
        let thought = agent.think(&Table(game), Seat::new(0), &Conditions::default(), Watch::Nobody);
        let mut after = game;
        after.play([thought.mv.parse().expect("a move")]);
        assert_eq!(after.reason(), Some("five"));
    }
}
