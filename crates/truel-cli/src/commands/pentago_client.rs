//! `truel pentago-client`: one of our agents at the server of the pentago-swap contest.

use std::io::{BufReader, ErrorKind, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use truel_agents::{Agent, Conditions, Spec, Watch};
use truel_core::lines::{LineRead, read_line, size};
use truel_core::{AnyGame, Seat};
use truel_courses::wire::{Ending, Message, Outcome, write_move};

use crate::Exit;
use crate::args::PentagoClient;
use crate::output::Output;
use crate::roster;

const GAME: &str = "pentago-swap";

/// The most bytes of a line of the server.
const LONGEST: usize = 64 << 10;

/// How long a server may take to come back for the next match.
const RETURN: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &PentagoClient, out: &mut Output) -> Result<Exit> {
    let spec: Spec = args.agent.parse()?;
    roster().check(GAME, &spec)?;
    let mut sum = Sum::default();
    let mut played = Ok(());
    for number in 1..=args.matches.get() {
        played = play(args, &spec, number, &mut sum, out);
        if played.is_err() {
            break;
        }
    }
    if args.matches.get() > 1 {
        writeln!(
            out,
            "{} won, {} lost, {} drawn, {} undecided",
            sum.won, sum.lost, sum.drawn, sum.undecided
        )?;
    }
    played.map(|()| Exit::Done)
}

/// What came of all matches.
#[derive(Default)]
struct Sum {
    won: u32,
    lost: u32,
    drawn: u32,
    undecided: u32,
}

/// One match, over a connection of its own.
fn play(args: &PentagoClient, spec: &Spec, number: u32, sum: &mut Sum, out: &mut Output) -> Result<()> {
    let stream = connect(args, number)?;
    // Lines are short, and each is waited for.
    let both = stream.set_nodelay(true).and_then(|()| stream.try_clone());
    let mut client = Client {
        reader: BufReader::new(both.map_err(|error| anyhow!("the connection broke: {error}"))?),
        writer: stream,
        unsaid: None,
        agent: roster().build(GAME, spec, args.seed.wrapping_add(u64::from(number - 1)))?,
        table: roster().table(GAME)?,
        args,
        seat: None,
        plies: 0,
    };
    let name = args.name.clone().unwrap_or_else(|| spec.to_string());
    client.say(&format!("START {name}"));
    let ending = client.play(out)?;
    let (told, count) = match ending.outcome {
        Outcome::Draw => ("draw", &mut sum.drawn),
        Outcome::Undecided => ("undecided", &mut sum.undecided),
        Outcome::Win(seat) if Some(Seat::new(seat)) == client.seat => ("won", &mut sum.won),
        Outcome::Win(_) => ("lost", &mut sum.lost),
    };
    *count += 1;
    let why = match ending.why.as_str() {
        "" => client.table.reason().unwrap_or(""),
        why => why,
    };
    let told = format!("{told} {why}");
    if args.matches.get() > 1 {
        writeln!(out, "match {number} as {}: {}", client.seat_name(), told.trim_end())?;
    } else {
        writeln!(out, "{}", told.trim_end())?;
    }
    out.flush()
}

/// A server that ends with each match is started again for the next, so that one is waited for.
fn connect(args: &PentagoClient, number: u32) -> Result<TcpStream> {
    let until = Instant::now() + RETURN;
    loop {
        match TcpStream::connect((args.host.as_str(), args.port)) {
            Ok(stream) => return Ok(stream),
            Err(error) if number > 1 && error.kind() == ErrorKind::ConnectionRefused && Instant::now() < until => {
                sleep(Duration::from_millis(100));
            }
            Err(error) => return Err(error).with_context(|| format!("cannot reach {}:{}", args.host, args.port)),
        }
    }
}

struct Client<'a> {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
    /// Why the server could not be told something. What it had said before that is read all the
    /// same.
    unsaid: Option<String>,
    agent: Box<dyn Agent>,
    table: Box<dyn AnyGame>,
    args: &'a PentagoClient,
    seat: Option<Seat>,
    /// Moves played, by whomever.
    plies: u32,
}

impl Client<'_> {
    /// One write for a line: the first on a connection that the server has closed may still
    /// succeed, and a second would fail.
    fn say(&mut self, line: &str) {
        if let Err(error) = self.writer.write_all(format!("{line}\n").as_bytes()) {
            self.unsaid = Some(error.to_string());
        }
    }

    fn seat_name(&self) -> &'static str {
        self.seat
            .map_or("nobody", |seat| self.table.info().seats[seat.index()].name)
    }

    /// Plays until the server says that it is over.
    fn play(&mut self, out: &mut Output) -> Result<Ending> {
        let mut bytes = Vec::new();
        loop {
            // In words of its own: an error of the socket is never one of standard output.
            let read = read_line(&mut self.reader, LONGEST, &mut bytes);
            match (read, &self.unsaid) {
                (Ok(LineRead::End) | Err(_), Some(why)) => bail!("the server cannot be told anything: {why}"),
                (Err(error), None) => bail!("the connection broke: {error}"),
                (Ok(LineRead::End), None) => bail!("the server closed the connection before the match was over"),
                (Ok(LineRead::TooLong), _) => bail!("the server sent a line longer than {}", size(LONGEST)),
                (Ok(LineRead::Read), _) => {}
            }
            match Message::read(&String::from_utf8_lossy(&bytes)) {
                Message::Start { seat, .. } => {
                    self.seat = Some(Seat::new(seat));
                    if self.args.matches.get() == 1 {
                        writeln!(out, "seat {}", self.seat_name())?;
                        out.flush()?;
                    }
                }
                Message::Play => self.choose()?,
                Message::Move { mv, .. } => self.follow(&mv)?,
                Message::GameOver(ending) => return Ok(ending),
                Message::Other => {}
            }
        }
    }

    fn choose(&mut self) -> Result<()> {
        let seat = self
            .seat
            .ok_or_else(|| anyhow!("the server wants a move before it has said START"))?;
        // As the server counts: a match that begins with a history has had its first moves.
        let step = self.plies / 2 + 1;
        let time = self.args.time;
        let conditions = Conditions {
            per_move: time.per_move(step),
            clock: time.clock(),
            step,
            ..Conditions::default()
        };
        let thought = self.agent.think(&*self.table, seat, &conditions, Watch::Nobody);
        let line = write_move(&thought.mv, seat.index()).expect("an agent answers in notation");
        self.say(&line);
        Ok(())
    }

    /// Plays what the server says was played, our own moves included: it may have played another
    /// for us.
    fn follow(&mut self, mv: &str) -> Result<()> {
        self.agent.played(&*self.table, mv);
        self.plies += 1;
        self.table
            .play(mv)
            .with_context(|| "the server has played a move that the rules forbid")
    }
}
