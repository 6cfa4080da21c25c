//! What is certain before the end, and what no longer matters.
//!
//! A merger takes one tower from somebody and gives none to anybody, so nobody ends with more
//! towers than now, nor with fewer than are settled. Movable towers that can meet are a group, and
//! groups never meet again: in a group of one seat alone that seat loses at least one tower, for as
//! long as there are two to merge somebody must, and keeps at least as many as hold its counters at
//! five each. Where that settles who has more towers, the rest of the match changes nothing.

use truel_core::{BySeat, Payoffs, Seat, zobrist};
use truel_games::Avalam;
use truel_games::avalam::{Cell, Cells, HIGHEST};

/// Matches are not decided earlier unless somebody plays to lose, so earlier it is not worth a
/// look.
const EARLIEST: u32 = 20;

/// The payoffs, once one seat's fewest towers are more than the other's most.
#[inline]
pub(super) fn decided(game: &Avalam) -> Option<BySeat<f32, 2>> {
    if game.plies() < EARLIEST {
        return None;
    }
    let prospects = Prospects::of(game);
    (0..2)
        .find(|seat| prospects.fewest[*seat] > prospects.most[1 - seat])
        .map(|winner| BySeat::one_against(Seat::new(winner), 1.0, 0.0))
}

/// How many towers each seat may end with.
struct Prospects {
    fewest: [u32; 2],
    most: [u32; 2],
}

impl Prospects {
    fn of(game: &Avalam) -> Self {
        let movable = game.movable();
        let mut prospects = Prospects {
            fewest: [0; 2],
            most: [0; 2],
        };
        let mut owned = [Cells::NONE; 2];
        let mut up_to = [Cells::NONE; HIGHEST as usize + 1];
        for cell in game.standing().iter() {
            let tower = game.tower(cell);
            let owner = tower.seat().map_or(0, Seat::index);
            prospects.most[owner] += 1;
            if movable.contains(cell) {
                owned[owner] = owned[owner].or(Cells::of(cell));
                for limit in &mut up_to[usize::from(tower.height())..] {
                    *limit = limit.or(Cells::of(cell));
                }
            } else {
                prospects.fewest[owner] += 1;
            }
        }
        let mut left = movable;
        while let Some(cell) = left.iter().next() {
            let group = group(game, &up_to, cell);
            left = left.without(group);
            for seat in 0..2 {
                if group.and(owned[1 - seat]).is_empty() {
                    let counters: u32 = group.iter().map(|cell| u32::from(game.tower(cell).height())).sum();
                    prospects.most[seat] -= 1;
                    prospects.fewest[seat] += counters.div_ceil(u32::from(HIGHEST));
                }
            }
        }
        prospects
    }
}

/// The movable towers that can be reached from `cell` by mergers; `up_to` holds those of at most so
/// many counters.
fn group(game: &Avalam, up_to: &[Cells; HIGHEST as usize + 1], cell: Cell) -> Cells {
    let (mut group, mut edge) = (Cells::of(cell), Cells::of(cell));
    while !edge.is_empty() {
        let mut beyond = Cells::NONE;
        for cell in edge.iter() {
            let room = usize::from(HIGHEST - game.tower(cell).height());
            beyond = beyond.or(Cells::beside(cell).and(up_to[room]));
        }
        edge = beyond.without(group);
        group = group.or(edge);
    }
    group
}

static TOWERS: [[u64; 16]; 48] = zobrist::rows(0x6176_656e);
/// Differences of settled towers, and of settled towers of five, from -48 to 48.
static LEADS: [[u64; 97]; 2] = zobrist::rows(0x6176_6c65);
static TURN: [u64; 1] = zobrist::words(0x6176_7475);

/// A key of all that matters: the towers that move, by how much the settled ones lead, and whose
/// turn it is. Where the settled ones stand and how they came there does not.
#[inline]
pub(super) fn key(game: &Avalam) -> u64 {
    let movable = game.movable();
    let (mut key, mut leads) = (0, [48; 2]);
    for cell in game.standing().iter() {
        let tower = game.tower(cell);
        if movable.contains(cell) {
            key ^= TOWERS[cell.index()][tower.code()];
            continue;
        }
        let step = if tower.seat() == Some(Seat::new(0)) { 1 } else { -1 };
        leads[0] += step;
        leads[1] += if tower.height() == HIGHEST { step } else { 0 };
    }
    for (words, lead) in LEADS.iter().zip(leads) {
        key ^= words[lead as usize];
    }
    key ^ (TURN[0] * u64::from(game.plies() % 2))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use truel_core::{Game, Phase, Rng, random_joint};

    use super::*;

    /// Random matches, each looked at from ply `from` on.
    fn positions(from: u32) -> Vec<Avalam> {
        let mut all = Vec::new();
        for seed in 0..200 {
            let (mut game, mut rng) = (Avalam::default(), Rng::new(seed));
            while let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) {
                game.play(joint);
                if game.plies() >= from {
                    all.push(game);
                }
            }
        }
        all
    }

    /// Every way a position can end.
    fn ends(game: Avalam, known: &mut HashMap<u64, Vec<BySeat<f32, 2>>>) -> Vec<BySeat<f32, 2>> {
        if let Phase::Over(payoffs) = game.phase() {
            return vec![payoffs];
        }
        if let Some(ends) = known.get(&game.key()) {
            return ends.clone();
        }
        let (mut moves, mut all) = (Vec::new(), Vec::new());
        game.moves(game.phase().acting().first(), &mut moves);
        for carry in moves {
            let mut after = game;
            after.play([carry]);
            for payoffs in ends(after, known) {
                if !all.contains(&payoffs) {
                    all.push(payoffs);
                }
            }
        }
        known.insert(game.key(), all.clone());
        all
    }

    #[test]
    fn what_is_decided_ends_so_however_it_is_played() {
        let (mut checked, mut early, mut known) = (0, 0, HashMap::new());
        for game in positions(EARLIEST) {
            let movable = game.movable().len();
            if let (Some(payoffs), true) = (decided(&game), movable <= 9) {
                assert_eq!(ends(game, &mut known), [payoffs], "{game}");
                checked += 1;
                early += usize::from(movable > 4);
            }
        }
        assert!(checked > 200 && early > 20, "only {checked}, {early} of them early");
    }

    #[test]
    fn equal_keys_have_equal_futures() {
        let (mut known, mut met) = (HashMap::new(), 0);
        let mut future = |game: Avalam| {
            let mut ends = ends(game, &mut known);
            ends.sort_by(|a, b| a.0[0].total_cmp(&b.0[0]));
            ends
        };
        for game in positions(EARLIEST) {
            if game.movable().len() > 8 || matches!(game.phase(), Phase::Over(_)) {
                continue;
            }
            let mut moves = Vec::new();
            game.moves(game.phase().acting().first(), &mut moves);
            let mut seen: HashMap<u64, Avalam> = HashMap::new();
            for carry in moves {
                let mut after = game;
                after.play([carry]);
                let twin = *seen.entry(key(&after)).or_insert(after);
                assert_eq!(twin.movable(), after.movable(), "{twin} and {after}");
                assert_eq!(future(twin), future(after), "{twin} and {after}");
                met += usize::from(twin.key() != after.key());
            }
        }
        assert!(met > 100, "only {met} met");
    }
}
