//! A tournament on one page, or a file of records: an HTML file that needs nothing else, and the
//! same numbers as JSON.
//!
//! `data` gathers the numbers from a store or a file, and `replay` turns matches into pictures that
//! differ a little from ply to ply. `charts` draws, and `page` puts it all together with
//! `report.css` and `report.js`. The page asks nothing of the network, prints well, and follows the
//! reader's choice of light or dark. `field` makes such a page of one agent against a
//! field.

mod charts;
mod data;
mod field;
mod page;
mod replay;

pub use data::{Checkpoint, FaultReport, GameReport, MatchReport, OpeningReport, Report, TimeUse};
pub use field::{FieldPage, write_field_page};
pub use page::write_page;
