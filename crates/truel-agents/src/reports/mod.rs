//! The agents of the reports.

pub(crate) mod chexers;
