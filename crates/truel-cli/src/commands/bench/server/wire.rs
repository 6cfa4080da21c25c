//! Connections to the server that are kept, as browsers keep theirs.

use std::net::SocketAddr;

use anyhow::{Context, Result, bail, ensure};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{CONTENT_TYPE, HOST};
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

/// One connection.
pub(super) struct Wire {
    sender: SendRequest<Full<Bytes>>,
    address: SocketAddr,
}

impl Wire {
    pub(super) async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await.context("cannot reach the server")?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        // It ends with its sender; what goes wrong on it is told to whoever waits for an answer.
        tokio::spawn(connection);
        Ok(Wire { sender, address })
    }

    async fn send(&mut self, method: Method, path: &str, body: Bytes) -> Result<Response<Incoming>> {
        let request = Request::builder()
            .method(&method)
            .uri(path)
            .header(HOST, self.address.to_string())
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(body))?;
        self.sender.ready().await?;
        let response = self.sender.send_request(request).await?;
        if response.status().is_success() {
            return Ok(response);
        }
        let status = response.status();
        let told = response.into_body().collect().await?.to_bytes();
        bail!("{method} {path}: {status} {}", String::from_utf8_lossy(&told))
    }

    /// Sends this and reads the whole answer.
    pub(super) async fn post(&mut self, path: &str, body: &Value) -> Result<Bytes> {
        let response = self
            .send(Method::POST, path, Bytes::from(serde_json::to_vec(body)?))
            .await?;
        Ok(response.into_body().collect().await?.to_bytes())
    }

    /// Listens at this path from now on.
    pub(super) async fn listen(mut self, path: &str) -> Result<Events> {
        let body = self.send(Method::GET, path, Bytes::new()).await?.into_body();
        Ok(Events {
            body,
            heard: Vec::new(),
            _wire: self,
        })
    }
}

/// Server-sent events.
pub(super) struct Events {
    body: Incoming,
    heard: Vec<u8>,
    /// A connection ends with its sender.
    _wire: Wire,
}

impl Events {
    /// The next event as it came, its field's name included.
    pub(super) async fn next(&mut self) -> Result<Vec<u8>> {
        loop {
            if let Some(end) = self.heard.windows(2).position(|pair| pair == b"\n\n") {
                let rest = self.heard.split_off(end + 2);
                let event = std::mem::replace(&mut self.heard, rest);
                // A comment keeps the connection alive and says nothing.
                if event.starts_with(b"data:") {
                    return Ok(event);
                }
                continue;
            }
            let frame = self.body.frame().await.context("the events ended")??;
            ensure!(frame.is_data(), "the events ended");
            self.heard.extend_from_slice(frame.data_ref().unwrap_or(&Bytes::new()));
        }
    }
}
