//! Ctrl-C.

use std::sync::OnceLock;

use anyhow::{Context, Result};
use truel_search::Stop;

use crate::output::remark;

/// What to say when matches are running.
pub(crate) const FINISHING: &str = "stopping when the running matches end; once more stops at once";

/// The flag that Ctrl-C raises, with a word to whoever pressed it; pressed again, it ends the program at once.
pub(crate) fn interrupt(word: &'static str) -> Result<Stop> {
    static FLAG: OnceLock<Stop> = OnceLock::new();
    if let Some(stop) = FLAG.get() {
        return Ok(stop.clone());
    }
    let stop = FLAG.get_or_init(Stop::default).clone();
    let raised = stop.clone();
    #[expect(clippy::exit, reason = "a second Ctrl-C asks for nothing less")]
    let press = move || {
        if raised.is_raised() {
            truel_arena::engine::end_all();
            std::process::exit(130);
        }
        raised.raise();
        if !word.is_empty() {
            remark(word);
        }
    };
    ctrlc::set_handler(press).context("cannot listen to Ctrl-C")?;
    Ok(stop)
}
