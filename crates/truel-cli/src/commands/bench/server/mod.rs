//! How long a person waits in the web arena: the real server on a port of this machine, people who
//! play against random agents over connections of their own, and others who watch. Everybody shares
//! the cores with the server.

mod crowd;
mod wire;

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;
use truel_core::Rng;
use truel_server::{Arena, Config, Limits};

use super::games;
use crate::Exit;
use crate::args::Bench;
use crate::output::Output;
use crate::roster;
use crowd::{Person, Shared, Tally, Watcher};

/// What 99 of 100 moves may take.
const MAY_TAKE: Duration = Duration::from_millis(50);
/// How long everybody may take to come in.
const ENTRY: Duration = Duration::from_secs(60);

pub(super) fn run(args: &Bench, out: &mut Output) -> Result<Exit> {
    let games: Vec<&str> = games(args)?.iter().map(|listing| listing.info().id).collect();
    let time = Duration::from_secs_f64(args.seconds.unwrap_or(20.0));
    let folder = tempfile::tempdir().context("no folder for the store")?;
    let config = Config {
        roster: roster().clone(),
        store: folder.path().join("arena.sqlite"),
        token: None,
        threads: std::thread::available_parallelism().map_or(2, Into::into),
        limits: Limits::NONE,
        trusted_proxies: Vec::new(),
    };
    let arena = Arena::open(&config)?;
    let (stop, stopped) = oneshot::channel::<()>();
    let (told, address) = std::sync::mpsc::channel();
    let server = std::thread::spawn(move || -> Result<()> {
        let runtime = Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
            told.send(listener.local_addr()?)?;
            let stop = async {
                let _ = stopped.await;
            };
            Ok(arena.serve(listener, stop).await?)
        })
    });
    let address = address.recv().context("the server does not start")?;
    // One thread for the whole crowd: the server has the same cores as everywhere else.
    let measured = Builder::new_current_thread()
        .enable_all()
        .build()?
        .block_on(measure(args, &games, address, time));
    let _ = stop.send(());
    server
        .join()
        .map_err(|_| anyhow::anyhow!("the server broke off"))
        .flatten()?;
    report(args, &measured?, time, out)
}

async fn measure(args: &Bench, games: &[&'static str], address: SocketAddr, time: Duration) -> Result<Shared> {
    let (tally, mut crowd) = (Shared::default(), JoinSet::new());
    let mut rooms = Vec::new();
    for number in 0..usize::from(args.people) {
        let (room, watched) = watch::channel(String::new());
        rooms.push(watched);
        let person = Person {
            address,
            game: games[number % games.len()],
            pause: Duration::from_millis(args.pause.into()),
            rng: Rng::for_match(1, number as u64),
            room,
            tally: tally.clone(),
        };
        crowd.spawn(person.play());
    }
    for number in 0..args.watchers {
        let watcher = Watcher {
            address,
            room: rooms[number % rooms.len()].clone(),
            tally: tally.clone(),
        };
        crowd.spawn(watcher.watch());
    }
    let all_there = async {
        while tally.with(|tally| tally.there) < args.watchers {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let play = async {
        tokio::time::timeout(ENTRY, all_there)
            .await
            .context("not all watchers came in within a minute")?;
        tally.with(|tally| tally.is_on = true);
        tokio::time::sleep(time).await;
        tally.with(|tally| tally.is_on = false);
        anyhow::Ok(())
    };
    tokio::select! {
        played = play => played?,
        left = crowd.join_next() => match left {
            Some(Ok(Err(error))) => return Err(error.context("somebody could not go on")),
            _ => bail!("somebody left"),
        },
    }
    crowd.shutdown().await;
    Ok(tally)
}

fn report(args: &Bench, tally: &Shared, time: Duration, out: &mut Output) -> Result<Exit> {
    let tally = tally.with(std::mem::take::<Tally>);
    let seconds = time.as_secs_f64().max(f64::MIN_POSITIVE);
    let millis = |all: &[Duration]| all.iter().map(|time| time.as_secs_f64() * 1e3).collect::<Vec<_>>();
    let moves = Spread::of(millis(&tally.moves));
    let rows = [
        ("move", moves),
        ("reply", Spread::of(millis(&tally.replies))),
        (
            "event",
            Spread::of(tally.late.iter().map(|late| *late as f64).collect()),
        ),
    ];
    let rates = [
        ("moves", tally.moves.len() as f64),
        ("events", tally.late.len() as f64),
        ("megabytes", tally.bytes as f64 / 1e6),
        ("matches", tally.matches as f64),
    ];
    if args.json {
        for (name, spread) in rows {
            for (share, value) in spread.named() {
                out.json(&json!({ "metric": format!("{name}_ms_{share}"), "value": value }))?;
            }
        }
        for (name, count) in rates {
            out.json(&json!({ "metric": format!("{name}_per_s"), "value": count / seconds }))?;
        }
    } else {
        writeln!(
            out,
            "{} people, each thinking {} ms on average; {} watchers; {seconds:.0} s on one machine with the server\n",
            args.people, args.pause, args.watchers
        )?;
        for ((_, spread), words) in rows.into_iter().zip([
            "a move, until its answer",
            "a move, until all agents have replied",
            "a change, until a watcher has it",
        ]) {
            let all = spread.named().map(|(share, value)| format!("{share} {value:7.2}"));
            writeln!(out, "{words:38}{}  ms", all.join("  "))?;
        }
        let all = rates.map(|(name, count)| format!("{:.1} {name}", count / seconds));
        writeln!(out, "\na second: {}", all.join(", "))?;
    }
    Ok(if moves.p99 <= MAY_TAKE.as_secs_f64() * 1e3 {
        Exit::Done
    } else {
        Exit::No
    })
}

/// How something is spread, in milliseconds; nothing measured is 0.
#[derive(Clone, Copy)]
struct Spread {
    median: f64,
    p90: f64,
    p99: f64,
    worst: f64,
}

impl Spread {
    fn of(mut all: Vec<f64>) -> Self {
        all.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| {
            let place = (all.len().saturating_sub(1) as f64 * share).ceil() as usize;
            all.get(place).copied().unwrap_or(0.0)
        };
        Spread {
            median: at(0.5),
            p90: at(0.9),
            p99: at(0.99),
            worst: at(1.0),
        }
    }

    fn named(&self) -> [(&'static str, f64); 4] {
        [
            ("p50", self.median),
            ("p90", self.p90),
            ("p99", self.p99),
            ("max", self.worst),
        ]
    }
}
