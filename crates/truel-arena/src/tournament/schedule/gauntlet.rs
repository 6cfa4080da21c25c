//! Heroes meet everybody else: each hero at a table with each choice of others, never with another
//! hero.

use super::{Field, Results, Schedule, table_count, tables};
use crate::stats::Entrant;
use crate::tournament::Pairing;

/// Heroes meet everybody else.
#[derive(Clone, Debug)]
pub struct Gauntlet {
    /// Who takes part, heroes included.
    pub field: Field,
    /// The heroes of all games; those who do not play this one are ignored.
    pub heroes: Vec<Entrant>,
}

impl Gauntlet {
    fn sides(&self) -> (Vec<Entrant>, Vec<Entrant>) {
        self.field.entrants.iter().partition(|one| self.heroes.contains(one))
    }
}

impl Schedule for Gauntlet {
    fn round(&self, number: usize, _: &Results) -> Option<Vec<Pairing>> {
        let (heroes, others) = self.sides();
        let against = tables(&others, self.field.seats - 1);
        let table = |hero: &Entrant, others: &Vec<Entrant>| [vec![*hero], others.clone()].concat();
        let all: Vec<Vec<Entrant>> = heroes
            .iter()
            .flat_map(|hero| against.iter().map(move |others| table(hero, others)))
            .collect();
        (number == 0).then(|| self.field.blocks_of(&all, 0))
    }

    fn blocks(&self) -> u64 {
        let (heroes, others) = self.sides();
        heroes.len() as u64 * table_count(others.len(), self.field.seats - 1) * self.field.blocks
    }

    fn ranking(&self, so_far: &Results) -> Vec<Entrant> {
        self.field.by_points(so_far)
    }
}
