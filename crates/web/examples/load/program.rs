//! The server as a process: started, killed as if the power had failed, started again; and what it needs.

use crate::client::Address;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The server.
pub struct Program {
    path: String,
    store: String,
    folder: PathBuf,
    address: SocketAddr,
    /// How many requests a second one address may send; 0 is any number.
    rate: u32,
    process: Child,
}

impl Program {
    /// Starts it on a store of its own, or on one that is named.
    pub fn start(path: &str, store: Option<&str>) -> Self {
        let folder = std::env::temp_dir().join(format!("railwright-load-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let store = store.map_or_else(|| folder.join("tables.sqlite").display().to_string(), str::to_owned);
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port");
        let process = run(path, &store, free, 0);
        Program { path: path.to_owned(), store, folder, address: free, rate: 0, process }
    }

    /// Where it listens.
    pub fn address(&self) -> Address {
        Address(self.address)
    }

    /// Ends it without a word.
    pub fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Starts it again.
    pub fn again(&mut self) {
        self.process = run(&self.path, &self.store, self.address, self.rate);
    }

    /// Starts it anew with a limit on how often one address may ask.
    pub fn with_rate(&mut self, rate: u32) {
        self.kill();
        self.rate = rate;
        self.again();
    }

    fn status(&self, name: &str) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|rest| rest.split_whitespace().nth(0)?.parse::<u64>().ok()).unwrap_or(0) / 1024
    }

    /// How much memory it has now, in MiB.
    pub fn memory(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// How much it had at most, in MiB.
    pub fn peak(&self) -> u64 {
        self.status("VmHWM:")
    }

    /// How long it has computed.
    pub fn cpu(&self) -> Duration {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).unwrap_or_default();
        let after = text.rsplit(") ").next().unwrap_or_default().to_owned();
        let ticks: u64 = after.split(' ').skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
        // A tick is a hundredth of a second wherever this runs.
        Duration::from_millis(ticks * 10)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn run(path: &str, store: &str, address: SocketAddr, rate: u32) -> Child {
    let mut command = Command::new(path);
    command.args(["serve", "--listen", &address.to_string(), "--store", store, "--rate", &rate.to_string(), "--bot-pause", "0"]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
}
