//! What a newcomer sees first.

use std::io::Write;

use anyhow::Result;
use truel_core::draw::Scene;
use truel_core::{Draw, Rng, Visit, random_joint};

use crate::Exit;
use crate::output::Output;

/// A game that shows at a glance what is different here.
const SHOWN: &str = "chexers";
const PLIES: u32 = 30;

pub(crate) fn run(out: &mut Output) -> Result<Exit> {
    writeln!(
        out,
        "{}: board games for three seats, simultaneous moves, and two players.\n",
        out.bold("truel")
    )?;
    truel_games::with(SHOWN, Board { out })??;
    let ids: Vec<&str> = truel_games::INFOS.iter().map(|info| info.id).collect();
    writeln!(out, "\n{} {}\n", out.bold("Games:"), ids.join(", "))?;
    writeln!(out, "{}", out.bold("Try:"))?;
    for (command, what) in [
        ("truel games", "what can be played"),
        ("truel show threechess", "a board in the terminal"),
        ("truel show avalam --svg avalam.svg", "the same as a picture"),
        ("truel legal ropasci", "what both seats may do at once"),
        ("truel perft chexers 5", "how many ways five plies can go"),
        ("truel random pentago-swap -n 3", "random matches as records"),
        ("truel play connect-four", "a match against an agent"),
        ("truel agents chexers", "who can sit at the table"),
        ("truel analyse avalam --time 5s", "what an agent sees, live"),
        ("truel bench avalam", "how fast it is here"),
        ("truel --help", "everything else"),
    ] {
        writeln!(out, "  {command:37} {what}")?;
    }
    Ok(Exit::Done)
}

struct Board<'a> {
    out: &'a mut Output,
}

impl Visit for Board<'_> {
    type Out = Result<()>;

    /// A random match some way in.
    fn visit<G: Draw>(self) -> Result<()> {
        let (mut game, mut rng) = (G::default(), Rng::new(3));
        for _ in 0..PLIES {
            let Some(joint) = random_joint(&game, &mut rng, &mut Vec::new()) else {
                break;
            };
            game.play(joint);
        }
        writeln!(self.out, "{}, {PLIES} plies into a random match:\n", G::INFO.title)?;
        Ok(write!(self.out, "{}", Scene::of(&game).to_text(self.out.colour))?)
    }
}
