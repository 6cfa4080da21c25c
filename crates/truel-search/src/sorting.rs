//! Sorting that is compiled once.
//!
//! A closure inside a generic function is a type of its own for each game and opinion, and with it
//! the whole sorting algorithm is compiled again. That was a sixth of the code that the compiler
//! had to optimise for the games' agents. These functions cost one call each.

use std::cmp::Ordering;

use crate::ordering::SortKey;

/// The largest key first.
pub(crate) fn sort_keys(keys: &mut [SortKey]) {
    keys.sort_unstable_by(|a, b| b.cmp(a));
}

/// The `kept` largest keys first, in any order. There are more than `kept`.
pub(crate) fn select_keys(keys: &mut [SortKey], kept: usize) {
    keys.select_nth_unstable_by(kept, |a, b| b.cmp(a));
}

/// A stable sort for lists that are sorted a few times in a search, not in each node.
pub(crate) fn sort_cold<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut order: Vec<usize> = (0..list.len()).collect();
    sort_places(&mut order, &|a, b| compare(&list[a], &list[b]));
    for place in 0..list.len() {
        // What belongs here may have been swapped away by an earlier place.
        let mut from = order[place];
        while from < place {
            from = order[from];
        }
        list.swap(place, from);
    }
}

fn sort_places(order: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    order.sort_by(|a, b| compare(*a, *b));
}

#[cfg(test)]
mod tests {
    use truel_core::Rng;

    use super::*;

    #[test]
    fn a_cold_sort_is_a_stable_sort() {
        let mut rng = Rng::new(5);
        for length in 0..60 {
            let mut list: Vec<(u32, usize)> = (0..length).map(|place| (rng.below(9), place)).collect();
            let mut expected = list.clone();
            expected.sort_by_key(|(key, _)| *key);
            sort_cold(&mut list, |a, b| a.0.cmp(&b.0));
            assert_eq!(list, expected);
        }
    }
}
