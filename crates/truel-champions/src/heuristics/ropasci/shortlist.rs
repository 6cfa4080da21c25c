//! Moves worth a look, found with sets of hexes.
//!
//! [`Candidates`](super::candidates::Candidates) lists and scores every move. Up to 183 of them are
//! throws, and that took most of a simulation's time. Here only throws onto and beside prey are
//! scored, with two quiet ones for each symbol; slides and swings are scored only where there are
//! more of them than a list keeps.

use truel_core::{Game, Seat};
use truel_games::RoPaSci;
use truel_games::ropasci::{Hex, HexSet, Move, Symbol};

use super::candidates::Scored;

/// Which moves a list keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shortlist {
    /// Slides and swings to keep, at least 1.
    pub goes: usize,
    /// Throws to keep, at least 1.
    pub throws: usize,
}

/// The board as a token of one symbol sees it.
#[derive(Clone, Copy)]
struct Sight {
    prey: HexSet,
    near_prey: HexSet,
    near_danger: HexSet,
    /// Where the token would be lost, or an own one.
    taboo: HexSet,
}

impl Sight {
    #[inline]
    fn of(own: &[HexSet; 3], other: &[HexSet; 3], symbol: Symbol) -> Self {
        let danger = symbol.defeated_by();
        let prey = danger.defeated_by().index();
        let danger = danger.index();
        Sight {
            prey: other[prey],
            near_prey: other[prey].neighbours(),
            near_danger: other[danger].neighbours(),
            taboo: other[danger] | own[prey] | own[danger],
        }
    }

    /// How good it is to land here, where nothing is lost at once.
    #[inline]
    fn landing(&self, to: Hex) -> f32 {
        let capture = if self.prey.contains(to) { 10.0 } else { 0.0 };
        let risk = if self.near_danger.contains(to) { 2.5 } else { 0.0 };
        // A token between two others attacks both, and only one of them can flee.
        let attacked = if self.near_prey.contains(to) {
            (self.prey & HexSet::from(to).neighbours()).len()
        } else {
            0
        };
        capture + 3.0 * attacked as f32 - risk
    }

    /// Beside the landing, to flee and to come nearer to prey are good.
    fn go(&self, from: Hex, to: Hex) -> f32 {
        let nearest = |hex| self.prey.iter().map(|prey| prey.distance(hex)).min();
        let flees = if self.near_danger.contains(from) { 2.5 } else { 0.0 };
        let nears = if nearest(to) < nearest(from) { 1.0 } else { 0.0 };
        self.landing(to) + flees + nears
    }
}

/// What a list is made from.
struct Maker<'a> {
    game: &'a RoPaSci,
    seat: Seat,
    sights: [Sight; 3],
    own: [HexSet; 3],
}

impl<'a> Maker<'a> {
    fn new(game: &'a RoPaSci, seat: Seat) -> Self {
        let (own, other) = (game.held_by_symbol(seat), game.held_by_symbol(seat.next(2)));
        Maker {
            game,
            seat,
            sights: Symbol::ALL.map(|symbol| Sight::of(&own, &other, symbol)),
            own,
        }
    }

    fn sight(&self, from: Hex) -> &Sight {
        let symbol = self.game.stack(from).symbol.expect("a token stands where it sets off");
        &self.sights[symbol.index()]
    }

    fn goes(&self, most: usize, out: &mut Vec<Move>) {
        let start = out.len();
        self.game.slides_and_swings(self.seat, out);
        let mut kept = start;
        for at in start..out.len() {
            let is_loss = match out[at] {
                Move::Go { from, to } => self.sight(from).taboo.contains(to),
                Move::Throw { .. } => true,
            };
            if !is_loss {
                out[kept] = out[at];
                kept += 1;
            }
        }
        out.truncate(kept);
        if kept - start > most {
            let mut scored = Scored::new();
            for mv in out.drain(start..) {
                if let Move::Go { from, to } = mv {
                    scored.note(Some(self.sight(from).go(from, to)), mv);
                }
            }
            scored.keep(most, out);
        }
    }

    fn throws(&self, most: usize, out: &mut Vec<Move>) {
        let zone = self.game.zone(self.seat);
        if zone.is_empty() {
            return;
        }
        let mut scored = Scored::new();
        for symbol in Symbol::ALL {
            let sight = &self.sights[symbol.index()];
            let open = zone - sight.taboo;
            let missing = if self.own[symbol.index()].is_empty() { 0.3 } else { 0.0 };
            for to in (open & (sight.prey | sight.near_prey)).iter() {
                scored.note(Some(sight.landing(to) + missing), Move::Throw { symbol, to });
            }
            for (at, to) in self.quiet(open, sight).into_iter().enumerate() {
                if let Some(to) = to {
                    scored.note(Some(missing - 0.1 * at as f32), Move::Throw { symbol, to });
                }
            }
        }
        scored.keep(most, out);
    }

    /// Two hexes for a throw that attacks nothing: two steps from prey, and far forward. Out of
    /// reach of the other's throws where there is such a hex.
    fn quiet(&self, open: HexSet, sight: &Sight) -> [Option<Hex>; 2] {
        let calm = open - sight.near_danger - sight.near_prey - sight.prey;
        let hidden = calm - self.game.zone(self.seat.next(2));
        let calm = if hidden.is_empty() { calm } else { hidden };
        let stalking = self.forward(calm & sight.near_prey.neighbours());
        let rest = stalking.map_or(calm, |hex| calm - hex.into());
        [stalking, self.forward(rest)]
    }

    /// The hex in the row farthest forward, nearest to the middle of that row.
    fn forward(&self, set: HexSet) -> Option<Hex> {
        let key = |hex: &Hex| {
            let (r, q) = hex.coordinates();
            let forward = if self.seat == Seat::new(0) { -r } else { r };
            (forward, -(2 * q + r).abs())
        };
        set.iter().max_by_key(key)
    }
}

impl Shortlist {
    /// Appends the moves of `seat` that are worth a look. Moves that lose a token at once are kept
    /// only where nothing else is left.
    pub fn list(&self, game: &RoPaSci, seat: Seat, out: &mut Vec<Move>) {
        let (start, maker) = (out.len(), Maker::new(game, seat));
        maker.goes(self.goes, out);
        maker.throws(self.throws, out);
        if out.len() == start {
            game.moves(seat, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use truel_core::{Rng, random_joint};

    use super::*;

    fn listed(shortlist: Shortlist, text: &str) -> Vec<String> {
        let game: RoPaSci = text.parse().expect("a position");
        let mut moves = Vec::new();
        shortlist.list(&game, Seat::new(0), &mut moves);
        moves.iter().map(Move::to_string).collect()
    }

    #[test]
    fn captures_come_first_and_nothing_is_given_away() {
        // Upper's rock on 2,0 next to scissors on 1,0 and a paper on 2,1; scissors on 4,0 within a
        // throw.
        let text = "4s/6/4Rp1/4s3/9/8/7/6/5 2,4 9 -";
        assert_eq!(listed(Shortlist { goes: 1, throws: 1 }, text)[0], "2,0>1,0");
        let all = listed(Shortlist { goes: 99, throws: 99 }, text);
        for capture in ["2,0>1,0", "r@4,0", "s@2,1"] {
            assert!(all.contains(&capture.to_owned()), "{capture}");
        }
        // Onto the paper, or paper onto the own rock.
        for loss in ["2,0>2,1", "r@2,1", "p@2,0"] {
            assert!(!all.contains(&loss.to_owned()), "{loss}");
        }
    }

    #[test]
    fn a_move_stays_where_all_are_bad() {
        // Two rocks in the corner, papers on all three hexes around it, no throws left.
        let list = listed(Shortlist { goes: 9, throws: 9 }, "[RR]p3/pp4/7/8/9/8/7/6/5 9,8 40 -");
        assert_eq!(list.len(), 3);
    }

    #[test]
    fn lists_are_legal_never_empty_and_have_no_move_twice() {
        let shortlist = Shortlist { goes: 20, throws: 8 };
        for seed in 0..20 {
            let (mut game, mut rng) = (RoPaSci::default(), Rng::new(seed));
            while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
                for seat in Seat::all(2) {
                    let (mut legal, mut list) = (Vec::new(), Vec::new());
                    game.moves(seat, &mut legal);
                    shortlist.list(&game, seat, &mut list);
                    assert!(!list.is_empty() && list.len() <= 28, "{game}");
                    assert!(list.iter().all(|mv| legal.contains(mv)), "{game}");
                    assert!((1..list.len()).all(|at| !list[..at].contains(&list[at])), "{game}");
                }
                game.play(joint);
            }
        }
    }
}
