//! Who can be compared with whom: entrants joined by matches, directly or through others.

use crate::Outcome;

use super::model::Layout;

/// For each entrant of the layout the number of its group; groups are counted in the order of their
/// first entrants.
pub(super) fn groups(outcomes: &[Outcome], layout: &Layout) -> Vec<usize> {
    let place = |entrant| layout.entrant(entrant).expect("every entrant is listed");
    let mut parents: Vec<usize> = (0..layout.entrants.len()).collect();
    for outcome in outcomes {
        let first = root(&mut parents, place(outcome.entrants()[0]));
        for entrant in outcome.entrants() {
            let other = root(&mut parents, place(*entrant));
            parents[other] = first;
        }
    }
    let mut roots: Vec<usize> = Vec::new();
    let number = |entrant| {
        let root = root(&mut parents, entrant);
        roots.iter().position(|known| *known == root).unwrap_or_else(|| {
            roots.push(root);
            roots.len() - 1
        })
    };
    (0..layout.entrants.len()).map(number).collect()
}

/// Who stands for the group of `entrant`; the way there is halved for the next time.
fn root(parents: &mut [usize], mut entrant: usize) -> usize {
    while parents[entrant] != entrant {
        parents[entrant] = parents[parents[entrant]];
        entrant = parents[entrant];
    }
    entrant
}
