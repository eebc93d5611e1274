//! Two players at a table: what their pages hear, what they do, what was answered.

use crate::client::Address;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

#[derive(Default)]
struct Seat {
    /// Whether its page has been told how it stands since it was connected.
    hears: bool,
    revision: u64,
    legal: Vec<String>,
    /// What it did and was answered for.
    answered: Vec<String>,
}

#[derive(Default)]
struct Known {
    seats: [Seat; 2],
    /// When a move was sent that the other has not heard of, and who that is.
    sent: Option<(Instant, usize)>,
    busy: bool,
    times: Vec<u64>,
    moves: usize,
}

/// A table and its two players.
pub struct Table {
    id: String,
    tokens: [String; 2],
    known: Mutex<Known>,
}

impl Table {
    /// A table of that name.
    pub fn new(id: String, tokens: [String; 2]) -> Self {
        Table { id, tokens, known: Mutex::default() }
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// Whether both pages know how it stands.
    pub fn all_hear(&self) -> bool {
        self.known().seats.iter().all(|seat| seat.hears)
    }

    /// How long each move took to the other's page, in milliseconds.
    pub fn times(&self) -> Vec<u64> {
        self.known().times.clone()
    }

    /// Forgets how long moves took.
    pub fn forget_times(&self) {
        self.known().times.clear();
    }

    /// The head of a request for a page of the first player.
    pub fn events_head(&self, address: &Address) -> String {
        address.head("GET", &format!("/api/tables/{}/events", self.id), Some(&self.tokens[0]))
    }

    /// Whoever can moves, unless a move is under way.
    pub async fn play(&self, address: &Address) {
        let (seat, text, revision) = {
            let mut known = self.known();
            let moves = known.moves;
            let Some(at) = known.seats.iter().position(|seat| seat.hears && !seat.legal.is_empty()).filter(|_| !known.busy)
            else {
                return;
            };
            let legal = &known.seats[at].legal;
            let text = legal[moves * 7 % legal.len()].clone();
            known.busy = true;
            known.moves += 1;
            known.sent = Some((Instant::now(), 1 - at));
            (at, text, known.seats[at].revision)
        };
        let path = format!("/api/tables/{}/act", self.id);
        let answer = address.post(&path, Some(&self.tokens[seat]), &json!({ "do": text, "after": revision })).await;
        let mut known = self.known();
        known.busy = false;
        known.seats[seat].legal.clear();
        match answer {
            Ok(_) => known.seats[seat].answered.push(text),
            Err(_) => known.sent = None,
        }
    }

    /// Asks how it stands.
    pub async fn look(&self, address: &Address) -> Result<Value, String> {
        address.get(&format!("/api/tables/{}/position", self.id), Some(&self.tokens[0])).await
    }

    /// Whether everything that was answered stands in the log; how much that was.
    pub async fn check(&self, address: &Address) -> Result<usize, String> {
        let mut checked = 0;
        for seat in 0..2 {
            let path = format!("/api/tables/{}/position", self.id);
            let position = address.get(&path, Some(&self.tokens[seat])).await?;
            let said = format!("seat {}: ", seat + 1);
            let lines = position["log"]["lines"].as_array().cloned().unwrap_or_default();
            let mut done = lines.iter().filter_map(|line| line["text"].as_str()?.strip_prefix(&said));
            let answered = self.known().seats[seat].answered.clone();
            for text in &answered {
                // What was done without an answer may stand between.
                if !done.any(|known| known == text) {
                    return Err(format!("table {}: seat {} was answered for `{text}`, and it is not there", self.id, seat + 1));
                }
                checked += 1;
            }
        }
        Ok(checked)
    }

    fn told(&self, seat: usize, told: &Value) {
        let mut known = self.known();
        if let Some(revision) = told["revision"].as_u64() {
            known.seats[seat].revision = revision;
            if let Some((sent, _)) = known.sent.filter(|(_, to)| *to == seat) {
                known.times.push(sent.elapsed().as_millis() as u64);
                known.sent = None;
            }
        }
        if let Some(legal) = told.get("legal") {
            let moves = legal.as_array().into_iter().flatten().filter_map(|one| Some(one["do"].as_str()?.to_owned()));
            known.seats[seat].legal = moves.collect();
        }
        known.seats[seat].hears = true;
    }

    fn deaf(&self, seat: usize) {
        let mut known = self.known();
        known.seats[seat].hears = false;
        known.sent = None;
    }
}

/// Hears what a seat is told, for ever: a connection that ends is made again.
pub async fn listen(address: Address, table: Arc<Table>, seat: usize) {
    loop {
        let _ = hear(&address, &table, seat).await;
        table.deaf(seat);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

async fn hear(address: &Address, table: &Table, seat: usize) -> std::io::Result<()> {
    let mut stream = TcpStream::connect(address.0).await?;
    let head = address.head("GET", &format!("/api/tables/{}/events", table.id), Some(&table.tokens[seat]));
    stream.write_all(format!("{head}\r\n").as_bytes()).await?;
    let mut lines = BufReader::new(stream).lines();
    while let Some(line) = lines.next_line().await? {
        if let Some(told) = line.strip_prefix("data: ").and_then(|data| serde_json::from_str(data).ok()) {
            table.told(seat, &told);
        }
    }
    Ok(())
}
