//! The report's two prunings of the move list to a fixed number of moves (digest, section 3.3).

use truel_core::{Game, Phase, Rng, Seat};
use truel_games::RoPaSci;
use truel_games::ropasci::{HexSet, Move, Symbol};
use truel_search::Opinion;
use truel_search::joint::Prune;

use super::linear::Linear;

/// The symbol that this one defeats.
const fn prey_of(symbol: Symbol) -> Symbol {
    symbol.defeated_by().defeated_by()
}

/// By rules, in this order until the list is full: captures by slide or swing, captures by throw
/// while few tokens have been thrown, moves towards a token that the moving one defeats, escapes.
///
/// Readings: the size and what is few are parameters; a list that does not fit is cut at random;
/// moves towards shorten the distance to the nearest such token; an escape ends next to nothing
/// that defeats the token; when all four lists are empty, any legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Moves to keep.
    pub size: usize,
    /// The most throws used for which throws are looked at.
    pub few: u8,
    /// Which moves of a list that does not fit are kept.
    pub seed: u64,
}

/// The lists that moves fall into, in the order in which they are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Capture,
    ThrowCapture,
    Approach,
    Escape,
    /// For nothing that the rules know.
    Idle,
}

/// What the rules look at: the other seat's tokens by symbol, and the same with the hexes next to
/// them.
struct Sight {
    other: [HexSet; 3],
    near: [HexSet; 3],
}

impl Sight {
    fn of(game: &RoPaSci, seat: Seat) -> Self {
        let other = game.held_by_symbol(seat.next(2));
        Sight {
            other,
            near: other.map(|set| set | set.neighbours()),
        }
    }

    /// Which list a move falls into; throws are only asked about when they capture.
    fn class(&self, game: &RoPaSci, mv: Move) -> Class {
        let Move::Go { from, to } = mv else {
            return Class::ThrowCapture;
        };
        let symbol = game.stack(from).symbol.expect("a token stands where it sets off");
        let prey = self.other[prey_of(symbol).index()];
        let danger = self.near[symbol.defeated_by().index()];
        let nearest = |hex| prey.iter().map(|other| other.distance(hex)).min();
        if prey.contains(to) {
            Class::Capture
        } else if nearest(to) < nearest(from) {
            Class::Approach
        } else if danger.contains(from) && !danger.contains(to) {
            Class::Escape
        } else {
            Class::Idle
        }
    }

    /// Appends the throws that capture.
    fn throw_captures(&self, game: &RoPaSci, seat: Seat, out: &mut Vec<Move>) {
        let zone = game.zone(seat);
        for prey in Symbol::ALL {
            let symbol = prey.defeated_by();
            let targets = self.other[prey.index()] & zone;
            out.extend(targets.iter().map(|to| Move::Throw { symbol, to }));
        }
    }
}

/// More than a seat can have of slides, swings and throws onto enemy tokens: nine tokens go 18 ways
/// each.
const MOST: usize = 9 * 18 + 9;

impl Rules {
    /// Appends the greedy subset of the seat's moves; nothing where no rule speaks.
    pub fn subset(&self, game: &RoPaSci, seat: Seat, rng: &mut Rng, out: &mut Vec<Move>) {
        let (start, sight) = (out.len(), Sight::of(game, seat));
        game.slides_and_swings(seat, out);
        if game.throws_used(seat) <= self.few {
            sight.throw_captures(game, seat, out);
        }
        let moves = &mut out[start..];
        let mut classes = [Class::Idle; MOST];
        for (class, &mv) in classes.iter_mut().zip(&*moves) {
            *class = sight.class(game, mv);
        }
        let mut kept = 0;
        for class in [Class::Capture, Class::ThrowCapture, Class::Approach, Class::Escape] {
            let first = kept;
            for at in first..moves.len() {
                if classes[at] == class {
                    moves.swap(kept, at);
                    classes.swap(kept, at);
                    kept += 1;
                }
            }
            if kept >= self.size {
                choose(&mut moves[first..kept], self.size - first, rng);
                kept = self.size;
                break;
            }
        }
        out.truncate(start + kept);
    }
}

/// Brings so many of a list to its front, any of them as likely as the other.
fn choose(list: &mut [Move], count: usize, rng: &mut Rng) {
    if count < list.len() {
        for at in 0..count {
            list.swap(at, at + rng.below((list.len() - at) as u32) as usize);
        }
    }
}

/// Chance that is the same for the same position, so that searches repeat themselves.
fn chance(game: &RoPaSci, seat: Seat, seed: u64) -> Rng {
    Rng::new(game.key() ^ seed.rotate_left(1 + seat.index() as u32))
}

impl Prune<RoPaSci> for Rules {
    fn prune(&self, game: &RoPaSci, seat: Seat, moves: &mut Vec<Move>, start: usize) {
        let end = moves.len();
        let mut rng = chance(game, seat, self.seed);
        self.subset(game, seat, &mut rng, moves);
        if moves.len() > end {
            moves.drain(start..end);
        } else {
            choose(&mut moves[start..], self.size, &mut rng);
            moves.truncate(start + self.size);
        }
    }
}

/// By rules, but not wholly: some moves stay for which no rule speaks, so that positions unlike
/// those the rules were made for can be played, and the other seat is not held to the rules either.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Widened {
    /// The moves that come first.
    pub rules: Rules,
    /// How many others stay, any of them as likely.
    pub extra: usize,
}

impl Prune<RoPaSci> for Widened {
    fn prune(&self, game: &RoPaSci, seat: Seat, moves: &mut Vec<Move>, start: usize) {
        let end = moves.len();
        let mut rng = chance(game, seat, self.rules.seed);
        self.rules.subset(game, seat, &mut rng, moves);
        let subset: Vec<Move> = moves.drain(end..).collect();
        let mut kept = start;
        for at in start..end {
            if subset.contains(&moves[at]) {
                moves.swap(kept, at);
                kept += 1;
            }
        }
        let extra = if kept > start {
            self.extra
        } else {
            self.extra + self.rules.size
        };
        choose(&mut moves[kept..], extra, &mut rng);
        moves.truncate(kept + extra);
    }
}

/// By evaluation: the moves whose children look best.
///
/// Reading: what a move promises is the mean of the evaluation over a sample of the other seat's
/// moves, the same sample for all moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ByEvaluation {
    /// Moves to keep.
    pub size: usize,
    /// Moves of the other seat to look at.
    pub sample: usize,
    /// What children are worth.
    pub linear: Linear,
    /// Which sample.
    pub seed: u64,
}

impl Prune<RoPaSci> for ByEvaluation {
    fn prune(&self, game: &RoPaSci, seat: Seat, moves: &mut Vec<Move>, start: usize) {
        let (mut copy, mut rng) = (game.clone(), chance(game, seat, self.seed));
        let mut replies = Vec::new();
        game.moves(seat.next(2), &mut replies);
        choose(&mut replies, self.sample, &mut rng);
        replies.truncate(self.sample);
        let mut promises: Vec<(f32, Move)> = moves
            .drain(start..)
            .map(|mv| (self.promise(&mut copy, seat, mv, &replies), mv))
            .collect();
        promises.sort_by(|a, b| b.0.total_cmp(&a.0));
        moves.extend(promises.into_iter().take(self.size).map(|(_, mv)| mv));
    }
}

impl ByEvaluation {
    /// What a move promises: the sum over the replies of what its children are worth.
    fn promise(&self, game: &mut RoPaSci, seat: Seat, mv: Move, replies: &[Move]) -> f32 {
        let child = |reply: &Move| {
            let joint = if seat == Seat::new(0) {
                [mv, *reply]
            } else {
                [*reply, mv]
            };
            let undo = game.play(joint);
            let value = match game.phase() {
                Phase::Over(payoffs) => payoffs[seat],
                Phase::Act(_) => self.linear.value_for(game, seat),
            };
            game.undo(undo);
            value
        };
        replies.iter().map(child).sum()
    }
}

/// Which pruning a search uses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pruning {
    /// By rules.
    Rules(Rules),
    /// By evaluation.
    Evaluation(ByEvaluation),
    /// All moves.
    None,
}

impl Prune<RoPaSci> for Pruning {
    fn prune(&self, game: &RoPaSci, seat: Seat, moves: &mut Vec<Move>, start: usize) {
        match self {
            Pruning::Rules(rules) => rules.prune(game, seat, moves, start),
            Pruning::Evaluation(evaluation) => evaluation.prune(game, seat, moves, start),
            Pruning::None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UPPER: Seat = Seat::new(0);

    fn rules(size: usize) -> Rules {
        Rules { size, few: 4, seed: 1 }
    }

    fn pruned(prune: &impl Prune<RoPaSci>, text: &str) -> Vec<String> {
        let game: RoPaSci = text.parse().expect("a position");
        let mut moves = Vec::new();
        game.moves(UPPER, &mut moves);
        prune.prune(&game, UPPER, &mut moves, 0);
        moves.iter().map(Move::to_string).collect()
    }

    /// Upper's rock on 2,0 stands next to scissors on 1,0 and to a paper on 2,1; another scissors
    /// stands on 4,0.
    const CONTACT: &str = "4s/6/4Rp1/4s3/9/8/7/6/5 2,4 9 -";

    #[test]
    fn the_lists_are_taken_in_the_order_of_the_report() {
        let list = pruned(&rules(100), CONTACT);
        assert_eq!(list[0], "2,0>1,0", "a slide that captures");
        // Throws reach rows 4 to 2 after two throws: the scissors on 4,0 and the paper on 2,1, not
        // the scissors on 1,0.
        let mut throws = list[1..3].to_vec();
        throws.sort();
        assert_eq!(throws, ["r@4,0", "s@2,1"]);
        // Nothing is nearer to scissors than next to one, so the other hexes away from the paper
        // are escapes.
        let mut escapes = list[3..].to_vec();
        escapes.sort();
        assert_eq!(escapes, ["2,0>2,-1", "2,0>3,-1"]);
    }

    #[test]
    fn a_list_is_cut_where_it_is_full() {
        for size in 1..=4 {
            let list = pruned(&rules(size), CONTACT);
            assert_eq!((list.len(), list[0].as_str()), (size, "2,0>1,0"));
        }
    }

    #[test]
    fn throws_count_only_while_few_are_used() {
        let many = CONTACT.replace("2,4", "5,4");
        assert!(pruned(&rules(100), &many).iter().all(|mv| !mv.contains('@')));
    }

    #[test]
    fn approaches_shorten_the_way_to_the_nearest_prey() {
        let mut list = pruned(&rules(100), "R4/6/7/8/9/8/7/6/4s 5,5 12 -");
        list.sort();
        assert_eq!(list, ["4,-4>3,-3"], "the only slide from corner to corner");
    }

    #[test]
    fn where_no_rule_speaks_any_move_will_do() {
        let start = RoPaSci::default().to_string();
        assert_eq!(pruned(&rules(10), &start).len(), 10);
        assert_eq!(pruned(&rules(100), &start).len(), 15);
    }

    #[test]
    fn a_widened_list_has_other_moves_as_well() {
        let widened = Widened {
            rules: rules(100),
            extra: 6,
        };
        let (list, by_rules) = (pruned(&widened, CONTACT), pruned(&rules(100), CONTACT));
        assert_eq!(list.len(), by_rules.len() + 6);
        assert!(by_rules.iter().all(|mv| list.contains(mv)));
    }

    #[test]
    fn evaluation_keeps_the_moves_with_the_best_children() {
        let prune = ByEvaluation {
            size: 3,
            sample: 10,
            linear: Linear {
                weights: [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            },
            seed: 1,
        };
        // By tokens alone the three captures are the best moves, unless the sample moves what they
        // capture.
        let mut list = pruned(&prune, CONTACT);
        list.sort();
        assert_eq!(list, ["2,0>1,0", "r@4,0", "s@2,1"]);
    }
}
