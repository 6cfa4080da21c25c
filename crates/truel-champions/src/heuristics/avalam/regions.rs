//! The board in regions: movable towers that can still meet. Regions never meet again.
//!
//! A region of two towers is a pair, and of pairs little matters. In a *spent* pair both towers are
//! one seat's: whoever merges them, that seat ends with one tower, so the pair is that tower and a
//! move without effect. An *open* pair has a tower of each seat, and goes to whoever takes it.
//!
//! Two equal pairs cancel out. A seat that can reach a result without them can also reach it with
//! them: it plays as if they were not there, and when the other seat plays one of them it plays the
//! other. When only the two are left, one goes to each seat, or they have no effect. The same holds
//! for the other seat, so the result is the same. Larger regions do not cancel out like that: who
//! has to play first in them may be worse off.
//!
//! So what matters about pairs is by how much their certain towers lead, and of each kind whether
//! there is an odd one. Once there are only pairs the result is known.
//!
//! Regions of up to [`SMALL`] towers are the same wherever they lie and however they are turned:
//! only heights, owners and who can meet whom matter. Their keys are made of these by colour
//! refinement (Weisfeiler and Leman 1968), which tells all graphs of that size apart.

use std::ops::ControlFlow;

use truel_core::{BySeat, Evaluate, Payoffs, Seat, zobrist};
use truel_games::Avalam;
use truel_games::avalam::{Carry, Cell, Cells, HIGHEST};
use truel_search::{AlphaBetaOpinion, Opinion, Outlook};

use super::super::two_seats;
use super::foresight::{Foreseen, Foresight};
use super::patterns::{UNIT, stage};
use super::{Patterns, endgame};

/// Regions fall off the rest later than this, so earlier it is not worth a look.
const EARLIEST: u32 = 14;
/// The earliest ply after which a match is decided, unless somebody plays to lose.
const DECIDED_EARLIEST: u32 = 18;
/// The most towers of a region whose key does not tell where it lies.
const SMALL: usize = 5;

/// The opinion of [`Patterns`], which sees regions: positions with the same regions are one in the
/// table, and more of them are decided.
#[derive(Clone, Default, Debug)]
pub struct Regions(pub Patterns);

impl Evaluate<Avalam> for Regions {
    #[inline]
    fn evaluate(&self, game: &Avalam) -> BySeat<f32, 2> {
        self.0.evaluate(game)
    }
}

impl Opinion<Avalam> for Regions {
    #[inline]
    fn rank(&self, game: &Avalam, seat: Seat, carry: Carry) -> f32 {
        self.0.rank(game, seat, carry)
    }
}

impl AlphaBetaOpinion<Avalam> for Regions {
    type LineState = ();

    #[inline]
    fn decided(&self, game: &Avalam) -> Option<BySeat<f32, 2>> {
        if game.plies() < DECIDED_EARLIEST {
            return None;
        }
        Survey::of(game, |_, _| 0).decided(game)
    }

    #[inline]
    fn key(&self, game: &Avalam) -> u64 {
        if game.plies() < EARLIEST {
            return endgame::key(game);
        }
        #[expect(
            clippy::redundant_closure_for_method_calls,
            reason = "the method's name stands for one lifetime only"
        )]
        let survey = Survey::of(game, |ground, region| ground.key(region));
        survey.key(game)
    }

    /// A move changes one region, so with two of them it cannot be the last.
    #[inline]
    fn outlook(&self, game: &Avalam, moves: &[Carry]) -> Outlook {
        match self.0.outlook(game, moves) {
            Outlook::Order if is_apart(game) => Outlook::Worths,
            outlook => outlook,
        }
    }

    /// By patterns, unless the settled towers decide: then it is what [`Self::decided`] would tell.
    #[inline]
    fn foresee(
        &self,
        (): &mut (),
        game: &Avalam,
        seat: Seat,
        moves: &[Carry],
        mut tell: impl FnMut(BySeat<f32, 2>) -> ControlFlow<()>,
    ) {
        let seer = seat.next(2);
        let foresight = Foresight::new(game, seer, &self.0.0[stage(game.plies() + 1)]);
        for carry in moves {
            let payoffs = match foresight.after(*carry) {
                Foreseen { least: 1.., .. } => BySeat::one_against(seer, 1.0, 0.0),
                Foreseen { most: ..0, .. } => BySeat::one_against(seer, 0.0, 1.0),
                Foreseen { log_odds, .. } if seer.index() == 0 => two_seats(log_odds as f32, UNIT),
                Foreseen { log_odds, .. } => two_seats(-log_odds as f32, UNIT),
            };
            if tell(payoffs).is_break() {
                break;
            }
        }
    }
}

/// Whether there are two regions or more.
#[inline]
fn is_apart(game: &Avalam) -> bool {
    let movable = game.movable();
    let ground = Ground::of(game, movable);
    let first = movable.iter().next();
    first.is_some_and(|cell| ground.region(cell) != movable)
}

/// The movable towers by owner and by height.
struct Ground<'a> {
    game: &'a Avalam,
    owned: [Cells; 2],
    /// Those of at most so many counters.
    up_to: [Cells; HIGHEST as usize + 1],
}

impl<'a> Ground<'a> {
    #[inline]
    fn of(game: &'a Avalam, movable: Cells) -> Self {
        let mut ground = Ground {
            game,
            owned: [Cells::NONE; 2],
            up_to: [Cells::NONE; HIGHEST as usize + 1],
        };
        for cell in movable.iter() {
            let tower = game.tower(cell);
            let owned = &mut ground.owned[tower.seat().map_or(0, Seat::index)];
            *owned = owned.or(Cells::of(cell));
            let height = &mut ground.up_to[usize::from(tower.height())];
            *height = height.or(Cells::of(cell));
        }
        for height in 1..=usize::from(HIGHEST) {
            ground.up_to[height] = ground.up_to[height].or(ground.up_to[height - 1]);
        }
        ground
    }

    /// The towers that the one on `cell` can be merged with.
    #[inline]
    fn partners(&self, cell: Cell) -> Cells {
        let room = usize::from(HIGHEST - self.game.tower(cell).height());
        Cells::beside(cell).and(self.up_to[room])
    }

    /// The region of `cell`.
    #[inline]
    fn region(&self, cell: Cell) -> Cells {
        let (mut region, mut edge) = (Cells::of(cell), Cells::of(cell));
        while !edge.is_empty() {
            let beyond = edge.iter().fold(Cells::NONE, |all, cell| all.or(self.partners(cell)));
            edge = beyond.without(region);
            region = region.or(edge);
        }
        region
    }

    fn counters(&self, region: Cells) -> u32 {
        region
            .iter()
            .map(|cell| u32::from(self.game.tower(cell).height()))
            .sum()
    }

    /// A word for a region: the same for two small ones with the same future.
    #[inline]
    fn key(&self, region: Cells) -> u64 {
        if region.len() as usize <= SMALL {
            return self.shape(region);
        }
        let words = region
            .iter()
            .map(|cell| TOWERS[cell.index()][self.game.tower(cell).code()]);
        words.fold(0, |key, word| key ^ word)
    }

    fn shape(&self, region: Cells) -> u64 {
        let mut cells = [(Cells::NONE, Cells::NONE); SMALL];
        let mut colours = [0; SMALL];
        let mut count = 0;
        for cell in region.iter() {
            cells[count] = (Cells::of(cell), self.partners(cell));
            colours[count] = CODES[self.game.tower(cell).code()];
            count += 1;
        }
        // Each round but the last tells at least one more tower apart.
        for _ in 0..count {
            let before = colours;
            for (colour, (_, partners)) in colours.iter_mut().zip(&cells[..count]) {
                let near = cells[..count].iter().zip(before);
                let sum = near.fold(0u64, |sum, ((cell, _), other)| {
                    sum.wrapping_add(if partners.and(*cell).is_empty() {
                        0
                    } else {
                        mix(other, 1)
                    })
                });
                *colour = mix(*colour, sum);
            }
        }
        colours[..count]
            .iter()
            .fold(count as u64, |sum, colour| sum.wrapping_add(mix(*colour, 2)))
    }
}

#[inline]
fn mix(a: u64, b: u64) -> u64 {
    let word = (a.rotate_left(23) ^ b).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^ word >> 29
}

static TOWERS: [[u64; 16]; 48] = zobrist::rows(0x6176_7265);
static CODES: [u64; 16] = zobrist::words(0x6176_636f);
/// Differences of certain towers, and of certain towers of five, from -48 to 48.
static LEADS: [[u64; 97]; 2] = zobrist::rows(0x6176_6365);
/// Whose turn it is, and an odd pair of each kind.
static ODD: [u64; 4] = zobrist::words(0x6176_6f64);

/// What matters about a position. Differences are Yellow's less Red's.
#[derive(Clone, Copy, Default)]
struct Survey {
    /// Of towers that are certain, and of certain towers of five.
    lead: i32,
    fives: i32,
    /// Whether there is an odd move without effect.
    is_tempo_odd: bool,
    /// Whether there is an odd open pair, of fewer than five counters and of five.
    is_open_odd: [bool; 2],
    /// Regions of more than two towers: how many, the keys' sum, and between which differences of
    /// towers they end.
    regions: u32,
    keys: u64,
    least: i32,
    most: i32,
}

impl Survey {
    #[inline]
    fn of(game: &Avalam, key: impl Fn(&Ground<'_>, Cells) -> u64) -> Self {
        let movable = game.movable();
        let ground = Ground::of(game, movable);
        let mut survey = Survey::default();
        for cell in game.standing().without(movable).iter() {
            let tower = game.tower(cell);
            survey.settle(tower.seat().map_or(0, Seat::index), tower.height() == HIGHEST);
        }
        let mut left = movable;
        while let Some(cell) = left.iter().next() {
            let region = ground.region(cell);
            left = left.without(region);
            survey.add(&ground, region, &key);
        }
        survey
    }

    #[inline]
    fn settle(&mut self, owner: usize, is_five: bool) {
        let step = if owner == 0 { 1 } else { -1 };
        self.lead += step;
        self.fives += if is_five { step } else { 0 };
    }

    #[inline]
    fn add(&mut self, ground: &Ground<'_>, region: Cells, key: impl Fn(&Ground<'_>, Cells) -> u64) {
        let [yellow, red] = ground.owned.map(|owned| region.and(owned).len() as i32);
        let counters = ground.counters(region);
        if yellow + red == 2 {
            let is_five = counters == u32::from(HIGHEST);
            if yellow == 1 {
                self.is_open_odd[usize::from(is_five)] ^= true;
            } else {
                self.settle(usize::from(yellow == 0), is_five);
                self.is_tempo_odd ^= true;
            }
            return;
        }
        self.regions += 1;
        self.keys = self.keys.wrapping_add(key(ground, region));
        // In a region of one seat that seat loses at least one tower, and keeps as many as hold its
        // counters. In others either seat may lose all and the other none.
        let fewest = counters.div_ceil(u32::from(HIGHEST)) as i32;
        let (least, most) = match (yellow, red) {
            (_, 0) => (fewest, yellow - 1),
            (0, _) => (1 - red, -fewest),
            _ => (-red, yellow),
        };
        self.least += least;
        self.most += most;
    }

    /// The payoffs, if both seats play well, where they are certain.
    #[inline]
    fn decided(self, game: &Avalam) -> Option<BySeat<f32, 2>> {
        if self.regions == 0 {
            return Some(self.end(game));
        }
        let open = self.is_open_odd.map(i32::from).iter().sum::<i32>();
        if self.lead + self.least - open > 0 {
            return Some(BySeat([1.0, 0.0]));
        }
        (self.lead + self.most + open < 0).then_some(BySeat([0.0, 1.0]))
    }

    /// The payoffs with pairs alone: the seat to move takes the open pair of five if there is one,
    /// then the next seat the other.
    fn end(self, game: &Avalam) -> BySeat<f32, 2> {
        let mover = if game.plies().is_multiple_of(2) { 1 } else { -1 };
        let (lead, fives) = match self.is_open_odd {
            [false, false] => (0, 0),
            [true, false] => (mover, 0),
            [false, true] => (mover, mover),
            [true, true] => (0, mover),
        };
        match (self.lead + lead, self.fives + fives) {
            (0, 0) => BySeat([0.5; 2]),
            (0, ahead) | (ahead, _) => BySeat::one_against(Seat::new(usize::from(ahead < 0)), 1.0, 0.0),
        }
    }

    #[inline]
    fn key(self, game: &Avalam) -> u64 {
        let leads = [self.lead, self.fives].map(|lead| (lead + 48) as usize);
        let [plain, five] = self.is_open_odd;
        let odd = [!game.plies().is_multiple_of(2), self.is_tempo_odd, plain, five];
        let words = ODD.iter().zip(odd).map(|(word, is_odd)| if is_odd { *word } else { 0 });
        let key = LEADS[0][leads[0]] ^ LEADS[1][leads[1]] ^ mix(self.keys, 3);
        words.fold(key, |key, word| key ^ word)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use truel_core::{Game, Phase, Rng, random_joint};

    use super::*;

    /// Late positions of random matches.
    fn positions(seeds: std::ops::Range<u64>, most: u32) -> Vec<Avalam> {
        let mut all = Vec::new();
        for seed in seeds {
            let (mut game, mut rng) = (Avalam::default(), Rng::new(seed));
            while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
                game.play(joint);
                let is_late = game.plies() >= DECIDED_EARLIEST && game.movable().len() <= most;
                if is_late && !matches!(game.phase(), Phase::Over(_)) {
                    all.push(game);
                }
            }
        }
        all
    }

    /// What a position is worth by the rules alone.
    fn value(game: Avalam, known: &mut HashMap<u64, BySeat<f32, 2>>) -> BySeat<f32, 2> {
        let seat = match game.phase() {
            Phase::Over(payoffs) => return payoffs,
            Phase::Act(seats) => seats.first(),
        };
        if let Some(payoffs) = known.get(&game.key()) {
            return *payoffs;
        }
        let (mut moves, mut best) = (Vec::new(), BySeat([0.0; 2]));
        game.moves(seat, &mut moves);
        best[seat] = -1.0;
        for carry in moves {
            let mut after = game;
            after.play([carry]);
            let payoffs = value(after, known);
            if payoffs[seat] > best[seat] {
                best = payoffs;
            }
        }
        known.insert(game.key(), best);
        best
    }

    #[test]
    fn what_is_decided_is_what_good_play_reaches() {
        let (mut known, mut checked, mut earlier) = (HashMap::new(), 0, 0);
        for game in positions(0..400, 9) {
            let Some(payoffs) = Regions::default().decided(&game) else {
                continue;
            };
            assert_eq!(payoffs, value(game, &mut known), "{game}");
            checked += 1;
            earlier += usize::from(endgame::decided(&game).is_none());
        }
        assert!(
            checked > 400 && earlier > 100,
            "only {checked}, {earlier} of them not seen before"
        );
    }

    #[test]
    fn equal_keys_have_equal_values() {
        let (mut known, mut seen) = (HashMap::new(), HashMap::<u64, Avalam>::new());
        let mut met = 0;
        for game in positions(400..1_400, 9) {
            let twin = *seen.entry(Regions::default().key(&game)).or_insert(game);
            assert_eq!(value(twin, &mut known), value(game, &mut known), "{twin} and {game}");
            met += usize::from(endgame::key(&twin) != endgame::key(&game));
        }
        assert!(met > 300, "only {met} met");
    }

    #[test]
    fn what_is_foreseen_is_what_evaluating_or_deciding_tells() {
        let (regions, mut decided, mut worths) = (Regions::default(), 0, 0);
        for game in positions(0..60, 48) {
            let seat = Seat::new(game.plies() as usize % 2);
            let (mut moves, mut foreseen) = (Vec::new(), Vec::new());
            game.moves(seat, &mut moves);
            regions.foresee(&mut (), &game, seat, &moves, |payoffs| {
                foreseen.push(payoffs);
                ControlFlow::Continue(())
            });
            let is_exact = regions.outlook(&game, &moves) == Outlook::Worths;
            for (carry, payoffs) in moves.iter().zip(foreseen) {
                let mut after = game;
                after.play([*carry]);
                assert!(!is_exact || !matches!(after.phase(), Phase::Over(_)), "{game} {carry}");
                if payoffs != regions.evaluate(&after) {
                    let certain = Survey::of(&after, |_, _| 0).decided(&after);
                    assert_eq!(certain, Some(payoffs), "{game} {carry}");
                    decided += 1;
                }
            }
            worths += usize::from(is_exact && moves.len() <= 30);
        }
        assert!(
            decided > 100 && worths > 20,
            "only {decided} decided, {worths} lists with worths"
        );
    }
}
