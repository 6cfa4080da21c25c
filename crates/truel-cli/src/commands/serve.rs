//! `truel serve`: the web arena.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use etcetera::BaseStrategy;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::TcpListener;
use truel_arena::lock::reachable;
use truel_server::{Arena, Config, Limits, Token};

use crate::args::Serve;
use crate::output::{Output, remark};
use crate::{Exit, cpu, roster};

pub(crate) fn run(args: &Serve, out: &mut Output) -> Result<Exit> {
    let token = match args.token.as_deref() {
        None => None,
        Some("new") => Some(Token::random()?),
        Some(text) => Some(Token::read(text)?),
    };
    if !args.host.is_loopback() && token.is_none() {
        bail!(
            "others than this machine can reach {}: give a token with --token, or let `--token new` make one",
            args.host
        );
    }
    if let Some(hint) = cpu::faster_build() {
        remark(hint);
    }
    truel_arena::engine::sweep();
    let store = match &args.store {
        Some(path) => path.clone(),
        None => usual_store()?,
    };
    let threads = args.threads.map(usize::from);
    let config = Config {
        roster: roster().clone(),
        store: store.clone(),
        token: token.clone(),
        threads: threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(2, Into::into)),
        limits: Limits {
            connections: open_files_for(args.connections as usize),
            connections_per_address: args.connections_per_address as usize,
            rate: args.rate.into(),
        },
        trusted_proxies: args.trusted_proxy.clone(),
    };
    let arena = Arena::open(&config)?;
    let damaged = arena.damaged_rooms()?;
    if !damaged.is_empty() {
        remark(&format!(
            "{}: damaged rooms are left out: {}",
            store.display(),
            damaged.join(", ")
        ));
    }
    let runtime = tokio::runtime::Runtime::new().context("cannot start the server's threads")?;
    runtime
        .block_on(async {
            let listener = listen(args.host, args.port).await?;
            let address = listener.local_addr().context("the server has no address")?;
            let query = token.map_or_else(String::new, |token| format!("/?token={}", token.in_address()));
            writeln!(out, "{} http://{}{query}", out.bold("truel is at"), reachable(address))?;
            out.flush()?;
            if address.ip().is_unspecified() {
                remark(&format!(
                    "others reach it at this machine's name or address, port {}",
                    address.port()
                ));
            }
            remark(&format!(
                "rooms and tournaments are kept in {}; Ctrl-C ends the server",
                store.display()
            ));
            let stop = async {
                let _ = tokio::signal::ctrl_c().await;
            };
            arena.serve(listener, stop).await.context("the server broke off")
        })
        .map(|()| Exit::Done)
}

/// Lets this process open a file for each connection, and returns how many connections the system
/// allows.
fn open_files_for(connections: usize) -> usize {
    /// Stores, listeners and whatever else is open.
    const OTHERS: usize = 124;
    let wanted = (connections + OTHERS) as u64;
    let now = getrlimit(Resource::Nofile);
    let allowed = now.maximum.unwrap_or(u64::MAX).min(wanted);
    let mut current = now.current.unwrap_or(u64::MAX);
    if current < allowed {
        let more = Rlimit {
            current: Some(allowed),
            maximum: now.maximum,
        };
        if setrlimit(Resource::Nofile, more).is_ok() {
            current = allowed;
        }
    }
    if current >= wanted {
        return connections;
    }
    let fewer = usize::try_from(current)
        .unwrap_or(connections)
        .saturating_sub(OTHERS)
        .max(16);
    remark(&format!(
        "this process may open {current} files, so there is room for {fewer} connections instead of {connections}"
    ));
    fewer
}

/// The port that was asked for; without one the usual one, or any that is free when somebody has
/// that.
async fn listen(host: IpAddr, port: Option<u16>) -> Result<TcpListener> {
    const USUAL: u16 = 3360;
    let at = |port| SocketAddr::new(host, port);
    if let Some(port) = port {
        return TcpListener::bind(at(port))
            .await
            .with_context(|| format!("cannot listen at {}", at(port)));
    }
    match TcpListener::bind(at(USUAL)).await {
        Ok(listener) => Ok(listener),
        Err(_) => TcpListener::bind(at(0))
            .await
            .with_context(|| format!("cannot listen at {host}")),
    }
}

fn usual_store() -> Result<PathBuf> {
    let folder = etcetera::choose_base_strategy().context("there is no home folder; name a file with --store")?;
    let folder = folder.data_dir().join("truel");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    Ok(folder.join("arena.sqlite"))
}
