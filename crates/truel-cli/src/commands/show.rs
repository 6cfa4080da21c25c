//! `truel show`: a position as a picture.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use serde_json::json;

use crate::Exit;
use crate::args::Show;
use crate::files::write_file;
use crate::output::{Output, remark};
use crate::position::reach;

pub(crate) fn run(args: &Show, out: &mut Output) -> Result<Exit> {
    let reached = reach(&args.at)?;
    let table = &*reached.table;
    let scene = table.scene().marking(&reached.last);
    match &args.svg {
        Some(path) if path == Path::new("-") => write!(out, "{}", scene.to_svg())?,
        Some(path) => {
            write_file(path, |file| Ok(file.write_all(scene.to_svg().as_bytes())?))?;
            remark(&format!("wrote {}", path.display()));
        }
        None if args.json => {
            out.json(&json!({ "game": table.info().id, "position": table.position(), "scene": scene }))?;
        }
        None => {
            write!(out, "{}", scene.to_text(out.colour))?;
            writeln!(out, "{} {}", out.bold("position:"), table.position())?;
        }
    }
    Ok(Exit::Done)
}
