//! `truel serve`: the web arena.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use etcetera::BaseStrategy;
use tokio::net::TcpListener;
use truel_server::{Arena, Config};

use crate::Exit;
use crate::args::Serve;
use crate::output::{Output, remark};

pub(crate) fn run(args: &Serve, out: &mut Output) -> Result<Exit> {
    if !args.host.is_loopback() && args.token.is_none() {
        bail!(
            "others than this machine can reach {}: give a token with --token",
            args.host
        );
    }
    truel_arena::engine::sweep();
    let store = match &args.store {
        Some(path) => path.clone(),
        None => usual_store()?,
    };
    let config = Config {
        store: store.clone(),
        token: args.token.clone(),
        threads: args
            .threads
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(2, Into::into)),
        rate: args.rate.into(),
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
            let query = args
                .token
                .as_ref()
                .map_or_else(String::new, |token| format!("/?token={token}"));
            writeln!(out, "{} http://{address}{query}", out.bold("truel is at"))?;
            out.flush()?;
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

/// The port that was asked for; without one the usual one, or any that is free when somebody has that.
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
