//! Requests as bytes, and ways to break them.

use serde_json::{Value, json};
use truel_core::Rng;

/// A request before it is written out.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: Vec<u8>,
    pub(crate) headers: Vec<(Vec<u8>, Vec<u8>)>,
    pub(crate) body: Vec<u8>,
    /// The announced length; the true one if there is none.
    pub(crate) length: Option<Vec<u8>>,
    /// Whether the head is still valid HTTP, so that there must be an answer.
    pub(crate) is_http: bool,
}

impl Request {
    pub(crate) fn new(method: &str, path: &str, host: &str, body: Option<&Value>) -> Self {
        let header = |name: &str, value: &str| (name.as_bytes().to_vec(), value.as_bytes().to_vec());
        Request {
            method: method.to_owned(),
            path: path.as_bytes().to_vec(),
            headers: vec![
                header("Host", host),
                header("Connection", "close"),
                header("Content-Type", "application/json"),
            ],
            body: body.map_or_else(Vec::new, |body| body.to_string().into_bytes()),
            length: None,
            is_http: true,
        }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.method.as_bytes().to_vec();
        bytes.push(b' ');
        bytes.extend(&self.path);
        bytes.extend(b" HTTP/1.1\r\n");
        for (name, value) in &self.headers {
            bytes.extend([&name[..], b": ", value, b"\r\n"].concat());
        }
        let truth = self.body.len().to_string().into_bytes();
        bytes.extend(
            [
                &b"Content-Length: "[..],
                self.length.as_ref().unwrap_or(&truth),
                b"\r\n\r\n",
            ]
            .concat(),
        );
        bytes.extend(&self.body);
        bytes
    }
}

type Mutation = fn(&mut Request, &mut Rng);

const MUTATIONS: [Mutation; 12] = [
    flip_body,
    cut_body,
    deepen,
    replace_value,
    replace_value,
    replace_value,
    break_path,
    replace_segment,
    ask_oddly,
    break_header,
    lie_about_length,
    other_method,
];

/// Breaks a request in one to three ways.
pub(crate) fn mutate(request: &mut Request, rng: &mut Rng) {
    for _ in 0..=rng.below(3) {
        let mutation = MUTATIONS[rng.below(MUTATIONS.len() as u32) as usize];
        mutation(request, rng);
    }
}

fn place(length: usize, rng: &mut Rng) -> usize {
    rng.below(length.max(1) as u32) as usize
}

fn flip_body(request: &mut Request, rng: &mut Rng) {
    for _ in 0..=rng.below(4) {
        let at = place(request.body.len(), rng);
        if let Some(byte) = request.body.get_mut(at) {
            *byte = rng.bits() as u8;
        }
    }
}

fn cut_body(request: &mut Request, rng: &mut Rng) {
    let at = place(request.body.len(), rng);
    request.body.truncate(at);
}

/// Makes the JSON too deep, or too long.
fn deepen(request: &mut Request, rng: &mut Rng) {
    let (open, close) = if rng.below(2) == 0 {
        ("[", "]")
    } else {
        ("{\"a\":", "}")
    };
    let depth = [100, 1000, 30_000, 60_000][rng.below(4) as usize];
    request.body = [open.repeat(depth), "1".into(), close.repeat(depth)]
        .concat()
        .into_bytes();
}

/// Another value somewhere in the JSON.
fn replace_value(request: &mut Request, rng: &mut Rng) {
    let Ok(mut body) = serde_json::from_slice::<Value>(&request.body) else {
        return;
    };
    let mut at = &mut body;
    loop {
        let count = match &*at {
            Value::Array(list) => list.len(),
            Value::Object(fields) => fields.len(),
            _ => 0,
        };
        // Half of the time not down to a leaf.
        if count == 0 || rng.below(4) == 0 {
            break;
        }
        let chosen = place(count, rng);
        let inner = match at {
            Value::Array(list) => list.get_mut(chosen),
            Value::Object(fields) => fields.values_mut().nth(chosen),
            _ => None,
        };
        match inner {
            Some(inner) => at = inner,
            None => return,
        }
    }
    *at = odd_value(rng);
    request.body = body.to_string().into_bytes();
}

fn odd_value(rng: &mut Rng) -> Value {
    let text = odd_text(rng);
    let values = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1e308),
        json!(4.5),
        json!([]),
        json!({}),
        json!([[[]]]),
        json!(vec!["a1"; 6000]),
        json!(vec![0; 20_000]),
        json!({ "__proto__": 1, "kind": "agent", "agent": "cmd:sh" }),
        json!("x".repeat(100_000)),
        json!(text),
    ];
    values[rng.below(values.len() as u32) as usize].clone()
}

fn odd_text(rng: &mut Rng) -> String {
    const TEXTS: [&str; 22] = [
        "",
        " ",
        "\0",
        "../../../../tmp/truel-was-here",
        "..\\..\\windows",
        "/etc/passwd",
        "%2e%2e%2fetc",
        "'; DROP TABLE room; --",
        "<script>alert(1)</script>",
        "\u{202e}\u{feff}é漢🂡",
        "a\r\nSet-Cookie: x=1",
        "cmd:rm -rf /",
        "alphabeta:table=65536",
        "mcts:memory=1048576,threads=256",
        "mcts:sims=18446744073709551615",
        "mcts:c=NaN",
        "random:random:random",
        "champion:time=1e300s",
        "1e9h/move",
        "-1s",
        "((((((((((",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    ];
    TEXTS[rng.below(TEXTS.len() as u32) as usize].to_owned()
}

/// Adds bytes that an address must not have.
fn break_path(request: &mut Request, rng: &mut Rng) {
    const PARTS: [&[u8]; 14] = [
        b"%00",
        b"%ff%fe",
        b"%",
        b"%2",
        b"/../",
        b"..%2f..%2f",
        b"//",
        b"\xff\xc0",
        b"{}",
        b"?",
        b"#",
        b"%C3%28",
        b"*",
        b"\\",
    ];
    let part = PARTS[rng.below(PARTS.len() as u32) as usize];
    let at = 1 + place(request.path.len() - 1, rng);
    request.path.splice(at..at, part.iter().copied());
    request.is_http = false;
}

/// Replaces a part of the path.
fn replace_segment(request: &mut Request, rng: &mut Rng) {
    let path = String::from_utf8_lossy(&request.path).into_owned();
    let mut segments: Vec<String> = path.split('/').map(str::to_owned).collect();
    let at = 1 + place(segments.len() - 1, rng);
    let long = "a".repeat(20_000);
    let names = [
        "",
        ".",
        "..",
        "nobody",
        "-1",
        "99999999999999999999",
        "api",
        "%F0%9F%82%A1",
        "a%20b",
        "arena.sqlite",
        &long,
    ];
    segments[at] = names[rng.below(names.len() as u32) as usize].to_owned();
    request.path = segments.join("/").into_bytes();
}

/// Adds an unknown query parameter, or one twice.
fn ask_oddly(request: &mut Request, rng: &mut Rng) {
    let queries: [&[u8]; 9] = [
        b"?",
        b"?skip=-1&most=99999999999999999999",
        b"?skip=18446744073709551615&most=100",
        b"?game=avalam&game=chexers",
        b"?game=avalam&position=%ff%fe",
        b"?game=avalam&agent=alphabeta:table=65536",
        b"?token=x&token=y",
        b"?a[b][c]=d&&&=&=",
        b"?game=connect-four&seat=18446744073709551615",
    ];
    request.path.extend(queries[rng.below(9) as usize]);
}

fn break_header(request: &mut Request, rng: &mut Rng) {
    let long = vec![b'a'; 100_000];
    let headers: [(&[u8], &[u8]); 14] = [
        (b"Content-Type", b"text/plain"),
        (b"Content-Type", b"application/json; charset=utf-16"),
        (b"Content-Type", b"multipart/form-data; boundary=x"),
        (b"Host", b"evil.example"),
        (b"Host", b""),
        (b"Origin", b"http://evil.example"),
        (b"Origin", b"\xff"),
        (b"Transfer-Encoding", b"chunked"),
        (b"Transfer-Encoding", b"gzip, chunked, chunked"),
        (b"Content-Encoding", b"gzip"),
        (b"Cookie", &long),
        (b"Expect", b"100-continue"),
        (b"Upgrade", b"websocket"),
        (b"X\0Y", b"a\0b"),
    ];
    let (name, value) = headers[rng.below(14) as usize];
    match rng.below(3) {
        0 => request.headers.retain(|(known, _)| known != name),
        1 => request.headers.retain(|(known, _)| known == b"Connection"),
        _ => {}
    }
    if rng.below(20) == 0 {
        request.headers.extend(vec![(b"X-Many".to_vec(), b"1".to_vec()); 300]);
    }
    request.headers.push((name.to_vec(), value.to_vec()));
    request.is_http = false;
}

fn lie_about_length(request: &mut Request, rng: &mut Rng) {
    let length = request.body.len();
    let lies = [
        "-1".to_owned(),
        "abc".to_owned(),
        "99999999999999999999999".to_owned(),
        "300000".to_owned(),
        "18446744073709551615".to_owned(),
        (length + 10).to_string(),
        (length / 2).to_string(),
        String::new(),
        "5, 6".to_owned(),
        format!("{length}\r\nContent-Length: 3"),
    ];
    request.length = Some(lies[rng.below(10) as usize].clone().into_bytes());
    request.is_http = false;
}

fn other_method(request: &mut Request, rng: &mut Rng) {
    const METHODS: [&str; 10] = [
        "GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW", "get", "",
    ];
    request.method = METHODS[rng.below(10) as usize].to_owned();
    request.is_http = !request.method.is_empty();
}
