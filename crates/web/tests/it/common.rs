//! A server in this process and those who ask it, with nothing but sockets.

use railwright_web::{Serving, Settings};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A folder of its own for each test.
pub fn folder() -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("railwright-web-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// Settings for a test: tables in that folder, bots that do not dawdle, no limit on requests.
pub fn settings(folder: &std::path::Path) -> Settings {
    let store = folder.join("tables.sqlite").display().to_string();
    Settings { store, rate: 0, bot_pause: Duration::ZERO, ..Settings::default() }
}

/// Starts a server and leaves it running until the tests end.
pub fn start(settings: Settings) -> Client {
    let serving = Serving::start(settings).expect("a server");
    let address = serving.address();
    std::thread::spawn(move || serving.run());
    Client { address, token: None }
}

/// An answer: its status, its head and its body.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
}

/// Somebody who asks, perhaps with the secret of a seat.
#[derive(Clone)]
pub struct Client {
    pub address: SocketAddr,
    pub token: Option<String>,
}

impl Client {
    pub fn with(&self, token: &str) -> Client {
        Client { token: Some(token.to_owned()), ..self.clone() }
    }

    /// Sends a request as it is, and reads the whole answer.
    pub fn raw(&self, request: &str) -> Answer {
        let mut stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        stream.write_all(request.as_bytes()).expect("it is sent");
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let all = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = all.split_once("\r\n\r\n").unwrap_or((&all, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let text = if head.to_lowercase().contains("transfer-encoding: chunked") { unchunked(body) } else { body.to_owned() };
        Answer { status, head: head.to_owned(), text }
    }

    fn head(&self, method: &str, path: &str) -> String {
        let host = self.address;
        let auth = self.token.as_ref().map(|token| format!("Authorization: Bearer {token}\r\n")).unwrap_or_default();
        format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{auth}")
    }

    pub fn get(&self, path: &str) -> Answer {
        self.raw(&format!("{}\r\n", self.head("GET", path)))
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        let head = self.head("POST", path);
        self.raw(&format!("{head}Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len()))
    }

    pub fn position(&self, table: &str) -> Value {
        let answer = self.get(&format!("/api/tables/{table}/position"));
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    }

    pub fn act(&self, table: &str, text: &str, after: &Value) -> Answer {
        self.post(&format!("/api/tables/{table}/act"), &json!({ "do": text, "after": after }))
    }

    /// Makes a table and gives back its id and a client for each seat of a person.
    pub fn table(&self, wanted: &Value) -> (String, Vec<Client>) {
        let answer = self.post("/api/tables", wanted);
        assert_eq!(answer.status, 200, "{}", answer.text);
        let made = answer.json();
        let seats = made["seats"].as_array().expect("seats").iter();
        let clients = seats.map(|seat| self.with(seat["token"].as_str().unwrap_or_default())).collect();
        (made["id"].as_str().expect("an id").to_owned(), clients)
    }

    /// Hears what a table tells: each event with its data, as it comes.
    pub fn listen(&self, table: &str) -> Heard {
        let mut stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        let head = self.head("GET", &format!("/api/tables/{table}/events"));
        stream.write_all(format!("{head}\r\n").as_bytes()).expect("it is sent");
        Heard { lines: BufReader::new(stream) }
    }
}

/// A stream of events.
pub struct Heard {
    lines: BufReader<TcpStream>,
}

impl Heard {
    /// The next event.
    pub fn next(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert_ne!(self.lines.read_line(&mut line).expect("the stream goes on"), 0, "the stream ended");
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).expect("JSON");
            }
        }
    }

    /// Whether anything is told within a time.
    pub fn is_quiet_for(&mut self, time: Duration) -> bool {
        self.lines.get_ref().set_read_timeout(Some(time)).expect("a timeout");
        let mut line = String::new();
        let quiet = loop {
            line.clear();
            match self.lines.read_line(&mut line) {
                Err(_) => break true,
                Ok(_) if line.starts_with("data: ") => break false,
                Ok(0) => panic!("the stream ended"),
                Ok(_) => {}
            }
        };
        self.lines.get_ref().set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        quiet
    }
}

fn unchunked(body: &str) -> String {
    let (mut rest, mut all) = (body.as_bytes(), Vec::new());
    while let Some(end) = rest.windows(2).position(|pair| pair == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap_or("0").trim(), 16).unwrap_or(0);
        if size == 0 {
            break;
        }
        let from = end + 2;
        all.extend_from_slice(&rest[from..(from + size).min(rest.len())]);
        rest = &rest[(from + size + 2).min(rest.len())..];
    }
    String::from_utf8_lossy(&all).into_owned()
}

/// Seats of a new table, all of them mine.
pub fn all_mine(game: &str, players: u8, seed: u64) -> Value {
    let seats: Vec<Value> = (0..players).map(|_| json!({ "who": "me" })).collect();
    json!({ "game": game, "seats": seats, "seed": seed.to_string() })
}

/// The moves that somebody is offered.
pub fn legal(position: &Value) -> Vec<String> {
    let moves = position["legal"].as_array().into_iter().flatten();
    moves.map(|one| one["do"].as_str().expect("a text").to_owned()).collect()
}
