//! The real server on a real port.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;

use serde_json::{Value, json};
use tokio::sync::oneshot;
use truel_server::{Arena, Config, Limits, Token};

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
    pub(crate) folder: tempfile::TempDir,
}

impl Server {
    pub(crate) fn start(token: Option<&str>) -> Self {
        Self::at(tempfile::tempdir().expect("a folder"), token)
    }

    pub(crate) fn at(folder: tempfile::TempDir, token: Option<&str>) -> Self {
        Self::with(folder, |config| {
            config.token = token.map(|token| Token::read(token).expect("a token"));
        })
    }

    /// A server with a changed configuration. All requests come from one address here, so there are
    /// no limits.
    pub(crate) fn with(folder: tempfile::TempDir, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config {
            roster: truel_papers::roster(),
            store: folder.path().join("arena.sqlite"),
            token: None,
            threads: 2,
            limits: Limits::NONE,
            trusted_proxies: Vec::new(),
        };
        change(&mut config);
        let (sender, address) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("threads");
            runtime.block_on(async move {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
                sender
                    .send(listener.local_addr().expect("an address"))
                    .expect("the test listens");
                let stop = async {
                    let _ = stopped.await;
                };
                let arena = Arena::open(&config).expect("a store");
                arena.serve(listener, stop).await.expect("it serves");
            });
        });
        Server {
            address: address.recv().expect("an address"),
            stop: Some(stop),
            thread: Some(thread),
            folder,
        }
    }

    /// Ends the server and returns its folder.
    pub(crate) fn end(mut self) -> tempfile::TempDir {
        self.halt();
        std::mem::replace(&mut self.folder, tempfile::tempdir().expect("a folder"))
    }

    fn halt(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends");
        }
    }

    /// Sends exactly these bytes and reads the answer to its end.
    pub(crate) fn raw(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        // The server may close before everything is sent.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub(crate) fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> (u16, String) {
        let host = if headers.to_lowercase().contains("host:") {
            String::new()
        } else {
            format!("Host: {}\r\n", self.address)
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{host}Connection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n{headers}\r\n{body}",
            body.len()
        );
        let answer = self.raw(request.as_bytes());
        let status = answer
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .unwrap_or(0);
        (status, answer)
    }

    pub(crate) fn get(&self, path: &str) -> (u16, Value) {
        let (status, answer) = self.ask("GET", path, "", "");
        (status, body(&answer))
    }

    pub(crate) fn post(&self, path: &str, value: &Value) -> (u16, Value) {
        let (status, answer) = self.ask("POST", path, "", &value.to_string());
        (status, body(&answer))
    }

    /// A room of two people.
    pub(crate) fn room(&self) -> Value {
        let person = json!({ "kind": "person", "name": "Ann" });
        let (status, room) = self.post(
            "/api/rooms",
            &json!({ "game": "tic-tac-toe", "seats": [person, person] }),
        );
        assert_eq!(status, 201, "{room}");
        room
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.halt();
    }
}

/// The JSON of an answer, chunked or not.
pub(crate) fn body(answer: &str) -> Value {
    let text = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    let whole = match answer.to_lowercase().contains("transfer-encoding: chunked") {
        true => text.split("\r\n").skip(1).step_by(2).collect(),
        false => text.to_owned(),
    };
    serde_json::from_str(&whole).unwrap_or(Value::Null)
}
