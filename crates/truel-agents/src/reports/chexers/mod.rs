//! The agents of the chexers report (COMP30024, 2019).

mod equations;
mod features;
mod geometry;
mod phases;
