//! Who sits where: every order of the seats once, with the same opening, is a block.
//!
//! Seats differ in strength, so results are compared only over whole blocks: `n!` matches for `n` seats.

/// All orders in which entrants 0 to `seats - 1` can take the seats; the first is the order given.
///
/// ```
/// use truel_arena::seating::orders;
/// assert_eq!(orders(2), [[0, 1], [1, 0]]);
/// assert_eq!(orders(3).len(), 6);
/// ```
pub fn orders(seats: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    grow(&mut Vec::new(), seats, &mut all);
    all
}

fn grow(begun: &mut Vec<usize>, seats: usize, all: &mut Vec<Vec<usize>>) {
    if begun.len() == seats {
        all.push(begun.clone());
        return;
    }
    for entrant in 0..seats {
        if !begun.contains(&entrant) {
            begun.push(entrant);
            grow(begun, seats, all);
            begun.pop();
        }
    }
}
