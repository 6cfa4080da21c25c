//! Connections: taken as they come, up to a number, and none of them may keep the server waiting.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tower::ServiceExt;

/// Connections at the same time: most systems let a process have 1024 files. Others wait until one is free.
const MOST_CONNECTIONS: usize = 900;
/// How long somebody may take to send a request's head, or stay connected without asking anything.
const HEAD: Duration = Duration::from_secs(20);
/// Bytes of a request's head at most.
const MOST_HEAD: usize = 64 * 1024;
/// How long answers may take that are under way when the server is told to stop. Events never end by themselves.
const FAREWELL: Duration = Duration::from_millis(500);

/// Answers on `listener` by `router` until `stop` is ready.
pub(crate) async fn listen(
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let (closing, is_closing) = watch::channel(());
    let free = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut connections = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let next = async {
            let place = Arc::clone(&free).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            () = &mut stop => break,
        };
        // Those that have ended are forgotten.
        while connections.try_join_next().is_some() {}
        let Ok((stream, from)) = accepted else {
            // Somebody who left at once, or too many open files: both pass.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let (router, is_closing) = (router.clone(), is_closing.clone());
        connections.spawn(async move {
            connection(stream, from, router, is_closing).await;
            drop(place);
        });
    }
    drop(listener);
    drop(closing);
    let all = async { while connections.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(FAREWELL, all).await;
    Ok(())
}

async fn connection(stream: TcpStream, from: SocketAddr, router: Router, mut is_closing: watch::Receiver<()>) {
    // Without this, a second small event would wait for the first one's receipt.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(from));
        router.clone().oneshot(request.map(axum::body::Body::new) as Request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        // Whatever goes wrong on a connection is the other side's affair.
        _ = connection.as_mut() => return,
        _ = is_closing.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
