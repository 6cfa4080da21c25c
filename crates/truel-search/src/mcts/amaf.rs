//! All moves as first: RAVE (Gelly and Silver 2007) and GRAVE (Cazenave 2015).
//!
//! A table keeps, for every seat and move, the mean reward of the simulations through its node in
//! which that seat played that move, then or later. RAVE asks the node's own table; GRAVE the table
//! of the closest ancestor with enough visits, since young tables are noise. A node opens its table
//! at half the visits that make it worth asking (RAVE: when it gets children). There is a fixed
//! number of tables; when none is left, the ancestors' tables go on serving. Cost: every simulation
//! walks the moves it played once for each table on its path; a move played twice counts once.

use std::sync::{Mutex, OnceLock, PoisonError};

use truel_core::{Game, Payoffs};

use super::average::Average;
use super::config::Amaf;
use super::tree::{NodeId, Tree};

/// A table's number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TableId(u32);

/// All tables of a search.
#[derive(Default, Debug)]
pub(super) struct Tables {
    /// Slots of a table, a power of two.
    slots: usize,
    tables: Vec<OnceLock<Box<[Average]>>>,
    free: Mutex<Vec<u32>>,
}

impl Tables {
    /// Tables for a game with lists of about so many moves, within so many bytes.
    pub(super) fn new<G: Game>(moves: usize, bytes: usize) -> Self {
        let slots = (4 * moves * G::Payoffs::SEATS).next_power_of_two().clamp(64, 4096);
        let count = bytes / (slots * size_of::<Average>());
        Tables {
            slots,
            tables: (0..count).map(|_| OnceLock::new()).collect(),
            free: Mutex::new((0..count as u32).rev().collect()),
        }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        let made = self.tables.iter().filter(|table| table.get().is_some()).count();
        made * self.slots * size_of::<Average>()
    }

    /// A table that was opened.
    #[inline]
    pub(super) fn table(&self, table: TableId) -> &[Average] {
        self.tables[table.0 as usize]
            .get()
            .expect("a table is made when it is opened")
    }

    /// The node's table, opened if it is due, and `inherited` unless that has become worth asking.
    pub(super) fn reference<G: Game>(
        &self,
        rule: Amaf,
        tree: &Tree<G>,
        node: NodeId,
        inherited: Option<TableId>,
    ) -> Option<TableId> {
        let needed = match rule {
            Amaf::None => return None,
            Amaf::Rave { .. } => 0,
            Amaf::Grave { reference, .. } => reference,
        };
        let visits = tree.visits(node);
        if visits < needed / 2 && node != tree.root {
            return inherited;
        }
        let own = self.of(tree, node).or_else(|| self.open(tree, node));
        if visits >= needed {
            own.or(inherited)
        } else {
            inherited.or(own)
        }
    }

    /// The node's table, if it has one.
    #[inline]
    pub(super) fn of<G: Game>(&self, tree: &Tree<G>, node: NodeId) -> Option<TableId> {
        let number = tree.number(node, tree.columns.table?);
        number.checked_sub(1).map(TableId)
    }

    fn open<G: Game>(&self, tree: &Tree<G>, node: NodeId) -> Option<TableId> {
        let column = tree.columns.table?;
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let number = free.pop()?;
        let table = self.tables[number as usize].get_or_init(|| (0..self.slots).map(|_| Average::default()).collect());
        table.iter().for_each(Average::clear);
        if !tree.claim_number(node, column, number + 1) {
            free.push(number);
        }
        drop(free);
        self.of(tree, node)
    }

    /// Takes back the tables that no node of the tree has any more.
    pub(super) fn sweep<G: Game>(&mut self, tree: &Tree<G>) {
        let Some(column) = tree.columns.table else { return };
        let mut is_live = vec![false; self.tables.len()];
        for node in tree.all() {
            if let Some(number) = tree.number(node, column).checked_sub(1) {
                is_live[number as usize] = true;
            }
        }
        let free = self.free.get_mut().unwrap_or_else(PoisonError::into_inner);
        free.clear();
        free.extend(
            (0..is_live.len() as u32)
                .rev()
                .filter(|number| !is_live[*number as usize]),
        );
    }
}
