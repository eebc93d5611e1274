//! Those who do not behave: they stall, send rubbish, or ask as fast as they can. Others must not notice.

use crate::client::Address;
use crate::player::Table;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinHandle;

/// So many connections are made and then left alone.
const STALLED: usize = 200;
/// So many send bytes without meaning at the same time.
const RUBBISH: usize = 4;
/// So many ask without end from one address.
const FLOOD: usize = 16;

/// Those who do not behave, until they are sent away.
pub struct Crowd {
    tasks: Vec<JoinHandle<()>>,
    counts: Arc<Counts>,
}

#[derive(Default)]
struct Counts {
    rubbish: AtomicUsize,
    asked: AtomicUsize,
    turned_away: AtomicUsize,
}

impl Crowd {
    /// Lets them in.
    pub fn new(address: &Address, tables: &[Arc<Table>]) -> Self {
        let counts = Arc::new(Counts::default());
        let mut tasks = Vec::new();
        for i in 0..STALLED {
            // Every other one has a page that is never read, the rest never say what they want.
            let head = tables[i % tables.len()].events_head(address);
            let text = if i % 2 == 0 { format!("{head}\r\n") } else { head };
            tasks.push(tokio::spawn(stall(*address, text)));
        }
        for i in 0..RUBBISH {
            tasks.push(tokio::spawn(send_rubbish(*address, i as u64 + 1, counts.clone())));
        }
        for _ in 0..FLOOD {
            tasks.push(tokio::spawn(flood(*address, counts.clone())));
        }
        Crowd { tasks, counts }
    }

    /// Sends them away; says what they did.
    pub fn end(self) -> String {
        self.tasks.iter().for_each(JoinHandle::abort);
        let count = |of: &AtomicUsize| of.load(Ordering::Relaxed);
        let (asked, away) = (count(&self.counts.asked), count(&self.counts.turned_away));
        let rubbish = count(&self.counts.rubbish);
        format!("{STALLED} stalled, {rubbish} sent rubbish, one address asked {asked} times and was turned away {away} times")
    }
}

async fn stall(address: Address, text: String) {
    loop {
        if let Ok(mut stream) = TcpStream::connect(address.0).await {
            let _ = stream.write_all(text.as_bytes()).await;
            // The server may hang up on whoever does not go on; that is tried again.
            let _ = stream.readable().await;
            tokio::time::sleep(Duration::from_secs(30)).await;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

async fn send_rubbish(address: Address, mut seed: u64, counts: Arc<Counts>) {
    loop {
        let mut bytes = vec![0; 600];
        for byte in &mut bytes {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (seed >> 56) as u8;
        }
        if let Ok(mut stream) = TcpStream::connect(address.0).await {
            let _ = stream.write_all(&bytes).await;
            let mut answer = [0; 256];
            let _ = tokio::time::timeout(Duration::from_secs(1), stream.read(&mut answer)).await;
            counts.rubbish.fetch_add(1, Ordering::Relaxed);
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Asks from an address of its own, so that the limit of one address is not that of the players.
async fn flood(address: Address, counts: Arc<Counts>) {
    let request = format!("{}Connection: close\r\n\r\n", address.head("GET", "/api/games", None));
    loop {
        let connected = async {
            let socket = TcpSocket::new_v4()?;
            socket.bind(([127, 0, 0, 2], 0).into())?;
            let mut stream = socket.connect(address.0).await?;
            stream.write_all(request.as_bytes()).await?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await?;
            Ok::<_, std::io::Error>(answer.starts_with(b"HTTP/1.1 429"))
        };
        match connected.await {
            Ok(away) => {
                counts.asked.fetch_add(1, Ordering::Relaxed);
                counts.turned_away.fetch_add(usize::from(away), Ordering::Relaxed);
            }
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}
