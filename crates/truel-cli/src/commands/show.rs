//! `truel show`: a position as a picture.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use serde_json::json;
use truel_core::draw::Scene;
use truel_core::{Draw, Visit};

use crate::Exit;
use crate::args::Show;
use crate::files::write_file;
use crate::output::{Output, remark};
use crate::position::reach;

pub(crate) fn run(args: &Show, out: &mut Output) -> Result<Exit> {
    truel_games::with(&args.at.game, Picture { args, out })?
}

struct Picture<'a> {
    args: &'a Show,
    out: &'a mut Output,
}

impl Visit for Picture<'_> {
    type Out = Result<Exit>;

    fn visit<G: Draw>(self) -> Result<Exit> {
        let Picture { args, out } = self;
        let reached = reach::<G>(&args.at)?;
        let scene = Scene::of(&reached.game).marking(&reached.last);
        match &args.svg {
            Some(path) if path == Path::new("-") => write!(out, "{}", scene.to_svg())?,
            Some(path) => {
                write_file(path, |file| Ok(file.write_all(scene.to_svg().as_bytes())?))?;
                remark(&format!("wrote {}", path.display()));
            }
            None if args.json => {
                out.json(&json!({ "game": G::INFO.id, "position": reached.game.to_string(), "scene": scene }))?;
            }
            None => {
                write!(out, "{}", scene.to_text(out.colour))?;
                writeln!(out, "{} {}", out.bold("position:"), reached.game)?;
            }
        }
        Ok(Exit::Done)
    }
}
