//! Caches answers for the life of this process.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// Answers by question. A second caller waits for the answer of the first; failures are not cached.
#[derive(Debug)]
pub(crate) struct Memo<K, V>(Mutex<Option<HashMap<K, V>>>);

impl<K: Eq + Hash, V: Clone> Memo<K, V> {
    pub(crate) const fn new() -> Self {
        Memo(Mutex::new(None))
    }

    /// The answer that is known, or the one that is found now.
    pub(crate) fn get<Q, E>(&self, asked: &Q, find: impl FnOnce() -> Result<V, E>) -> Result<V, E>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_default();
        if let Some(answer) = known.get(asked) {
            return Ok(answer.clone());
        }
        let answer = find()?;
        known.insert(asked.to_owned(), answer.clone());
        Ok(answer)
    }
}
