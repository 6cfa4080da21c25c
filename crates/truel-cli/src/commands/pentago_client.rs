//! `truel pentago-client`: one of our agents at the server of the pentago-swap contest.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use anyhow::{Context, Result, anyhow, bail};
use truel_agents::{Agent, Conditions, Spec, Watch};
use truel_core::{AnyGame, Seat};
use truel_courses::wire::{Message, Outcome, write_move};

use crate::Exit;
use crate::args::PentagoClient;
use crate::output::Output;

const GAME: &str = "pentago-swap";

pub(crate) fn run(args: &PentagoClient, out: &mut Output) -> Result<Exit> {
    let spec: Spec = args.agent.parse()?;
    let agent = truel_agents::build(GAME, &spec, args.seed)?;
    let place = (args.host.as_str(), args.port);
    let named = || format!("cannot reach {}:{}", args.host, args.port);
    let stream = TcpStream::connect(place).with_context(named)?;
    // Lines are short, and each is waited for.
    stream.set_nodelay(true).with_context(named)?;
    let name = args.name.clone().unwrap_or_else(|| spec.to_string());
    let mut client = Client {
        reader: BufReader::new(stream.try_clone().with_context(named)?),
        writer: stream,
        agent,
        table: truel_games::table(GAME)?,
        args,
        seat: None,
        asked: 0,
    };
    client.say(&format!("START {name}"))?;
    client.play(out)
}

struct Client<'a> {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
    agent: Box<dyn Agent>,
    table: Box<dyn AnyGame>,
    args: &'a PentagoClient,
    seat: Option<Seat>,
    /// Moves asked for so far.
    asked: u32,
}

impl Client<'_> {
    fn say(&mut self, line: &str) -> Result<()> {
        writeln!(self.writer, "{line}").context("the server cannot be told anything")
    }

    fn play(&mut self, out: &mut Output) -> Result<Exit> {
        let mut line = String::new();
        loop {
            line.clear();
            let read = self.reader.read_line(&mut line).context("the connection broke")?;
            if read == 0 {
                bail!("the server closed the connection before the match was over");
            }
            match Message::read(&line) {
                Message::Start { seat, .. } => {
                    self.seat = Some(Seat::new(seat));
                    writeln!(out, "seat {}", self.table.info().seats[seat].name)?;
                    out.flush()?;
                }
                Message::Play => self.choose()?,
                Message::Move { mv, .. } => self.follow(&mv)?,
                Message::GameOver(ending) => {
                    let told = match ending.outcome {
                        Outcome::Draw => "draw".to_owned(),
                        Outcome::Undecided => "undecided".to_owned(),
                        Outcome::Win(seat) if Some(Seat::new(seat)) == self.seat => "won".to_owned(),
                        Outcome::Win(_) => "lost".to_owned(),
                    };
                    let why = if ending.why.is_empty() {
                        self.table.reason().unwrap_or("").to_owned()
                    } else {
                        ending.why
                    };
                    writeln!(out, "{told} {why}")?;
                    return Ok(Exit::Done);
                }
                Message::Other => {}
            }
        }
    }

    fn choose(&mut self) -> Result<()> {
        let seat = self
            .seat
            .ok_or_else(|| anyhow!("the server wants a move before it has said START"))?;
        self.asked += 1;
        let time = self.args.time;
        let conditions = Conditions {
            per_move: time.per_move(self.asked),
            clock: time.clock(),
            step: self.asked,
            ..Conditions::default()
        };
        let thought = self.agent.think(&*self.table, seat, &conditions, Watch::Nobody);
        let line = write_move(&thought.mv, seat.index()).expect("an agent answers in notation");
        self.say(&line)
    }

    /// Plays what the server says was played, our own moves included: it may have played another for us.
    fn follow(&mut self, mv: &str) -> Result<()> {
        self.agent.played(&*self.table, mv);
        self.table
            .play(mv)
            .with_context(|| "the server has played a move that the rules forbid")
    }
}
