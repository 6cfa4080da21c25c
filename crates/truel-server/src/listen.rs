//! Accepts connections. Each gets a slot or is closed at once, and none can hold up the server.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::ServiceExt;

use crate::address::{Proxies, group};
use crate::slots::{PlayersOnly, Slot, Slots};

/// How long a client may take to send a request's head, or stay connected without a request, while
/// nobody else needs the slot.
const HEAD: Duration = Duration::from_secs(20);
/// The longest head of a request, in bytes.
const MOST_HEAD: usize = 64 * 1024;
/// How long the server waits for unfinished answers when it stops. Event streams never end by
/// themselves.
const FAREWELL: Duration = Duration::from_millis(500);

/// Serves `router` on `listener` until `stop` is ready.
pub(crate) async fn listen(
    listener: TcpListener,
    router: Router,
    slots: Arc<Slots>,
    proxies: &Proxies,
    stop: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let (closing, is_closing) = watch::channel(());
    let mut connections = JoinSet::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        // Forget connections that have ended.
        while connections.try_join_next().is_some() {}
        let Ok((stream, from)) = accepted else {
            // The client left at once, or there are too many open files: both pass.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // The connections of a proxy belong to many people; requests tell who they are.
        let address = Some(from.ip()).filter(|ip| !proxies.has(*ip)).map(group);
        let Some(slot) = slots.enter(address) else { continue };
        connections.spawn(connection(stream, from, router.clone(), slot, is_closing.clone()));
    }
    drop(listener);
    drop(closing);
    let all = async { while connections.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(FAREWELL, all).await;
    Ok(())
}

async fn connection(
    stream: TcpStream,
    from: SocketAddr,
    router: Router,
    slot: Slot,
    mut is_closing: watch::Receiver<()>,
) {
    // Without this, a second small event would wait until the first is acknowledged.
    let _ = stream.set_nodelay(true);
    let (closed, slot) = (slot.closed(), Arc::new(slot));
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        let busy = slot.begin();
        request.extensions_mut().insert(ConnectInfo(from));
        if busy.is_for_players {
            request.extensions_mut().insert(PlayersOnly);
        }
        let answer = router.clone().oneshot(request.map(Body::new));
        async move { answer.await.map(|response| response.map(|body| busy.until_sent(body))) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(MOST_HEAD)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        // An error of the connection is the client's problem.
        _ = connection.as_mut() => return,
        // It waits for a request, and somebody else needs its slot.
        () = closed => return,
        _ = is_closing.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
