//! Names that tell things apart.

use std::collections::BTreeSet;

/// `name`, or with a number behind it where it is taken; taken from now on.
pub(crate) fn unlike(taken: &mut BTreeSet<String>, name: &str) -> String {
    let numbered = (2..).map(|number| format!("{name} {number}"));
    std::iter::once(name.to_owned())
        .chain(numbered)
        .find(|name| taken.insert(name.clone()))
        .expect("numbers do not end")
}
