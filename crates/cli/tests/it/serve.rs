//! `railwright serve` as a process: killed in the middle, on a disk that is full, with a command line that makes no sense.

use crate::common::{Folder, command, railwright};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server that ends with the test.
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port")
}

impl Server {
    fn started(mut program: Command, address: SocketAddr) -> Self {
        let process = program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        let server = Server { process, address };
        let until = Instant::now() + Duration::from_secs(60);
        while TcpStream::connect(address).is_err() {
            assert!(Instant::now() < until, "the server does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        server
    }

    fn start(store: &str) -> Self {
        let address = free_address();
        Server::started(command(&["serve", "--listen", &address.to_string(), "--store", store, "--rate", "0"]), address)
    }

    /// The status and the JSON of an answer.
    fn ask(&self, path: &str, token: &str, body: Option<&Value>) -> (u16, Value) {
        let method = if body.is_some() { "POST" } else { "GET" };
        let body = body.map(Value::to_string).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        let mut stream = TcpStream::connect(self.address).expect("the server listens");
        stream.write_all(request.as_bytes()).expect("it is sent");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("an answer");
        let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let (_, body) = text.split_once("\r\n\r\n").unwrap_or_default();
        (status, serde_json::from_str(body).unwrap_or_default())
    }

    /// A table for one person alone at both seats.
    fn table(&self) -> (String, Vec<String>) {
        let wanted = json!({ "game": "ticket-to-ride", "seats": [{ "who": "me" }, { "who": "me" }] });
        let (status, made) = self.ask("/api/tables", "", Some(&wanted));
        assert_eq!(status, 200, "{made}");
        let tokens =
            made["seats"].as_array().expect("seats").iter().map(|seat| seat["token"].as_str().expect("a token").to_owned());
        (made["id"].as_str().expect("an id").to_owned(), tokens.collect())
    }

    /// Somebody moves: the status, and what was done.
    fn play(&self, id: &str, tokens: &[String], number: usize) -> (u16, String) {
        for token in tokens {
            let (_, position) = self.ask(&format!("/api/tables/{id}/position"), token, None);
            let Some(legal) = position["legal"].as_array().filter(|legal| !legal.is_empty()) else { continue };
            let text = legal[number * 7 % legal.len()]["do"].as_str().expect("text").to_owned();
            let acting = json!({ "do": text, "after": position["revision"] });
            return (self.ask(&format!("/api/tables/{id}/act"), token, Some(&acting)).0, text);
        }
        panic!("nobody can move");
    }

    fn log(&self, id: &str, token: &str) -> Value {
        self.ask(&format!("/api/tables/{id}/position"), token, None).1["log"]["lines"].clone()
    }
}

#[test]
fn what_was_answered_is_there_after_the_server_was_killed() {
    let folder = Folder::new("serve-killed");
    let store = folder.path().join("tables.sqlite").display().to_string();
    let mut server = Server::start(&store);
    let (id, tokens) = server.table();
    let mut done = 0;
    for round in 0..4 {
        for _ in 0..6 {
            let (status, text) = server.play(&id, &tokens, done);
            assert_eq!(status, 200, "{text}");
            done += 1;
        }
        let before = [server.log(&id, &tokens[0]), server.log(&id, &tokens[1])];
        server.process.kill().expect("it can be killed");
        server = Server::start(&store);
        assert_eq!(before, [server.log(&id, &tokens[0]), server.log(&id, &tokens[1])], "round {round}");
    }
}

/// How large files may become is said by the shell.
#[cfg(unix)]
#[test]
fn a_disk_that_is_full_loses_nothing_and_says_so() {
    let folder = Folder::new("serve-full");
    let store = folder.path().join("tables.sqlite").display().to_string();
    let first = Server::start(&store);
    let (id, tokens) = first.table();
    assert_eq!(first.play(&id, &tokens, 0).0, 200);
    drop(first);
    // So little may still be written that some moves fit and then none. What was written last is in the log beside the store, which is longer at first.
    let length = |file: String| std::fs::metadata(file).map_or(0, |file| file.len());
    assert!(length(store.clone()) > 0, "there is a store");
    let size = length(store.clone()).max(length(format!("{store}-wal")));
    let address = free_address();
    let mut shell = Command::new("bash");
    let line = format!("ulimit -f {}; exec \"$0\" serve --listen {address} --store \"$1\" --rate 0", size / 1024 + 64);
    shell.args(["-c", &line, env!("CARGO_BIN_EXE_railwright"), &store]);
    let full = Server::started(shell, address);
    let (mut answered, mut refused) = (1, 0);
    for number in 1..400 {
        match full.play(&id, &tokens, number).0 {
            200 => answered += 1,
            507 => refused += 1,
            status => panic!("{status}"),
        }
        if refused == 3 {
            break;
        }
    }
    assert_eq!(refused, 3, "the disk never was full, {answered} moves fit");
    let known = full.log(&id, &tokens[0]);
    drop(full);
    let again = Server::start(&store);
    assert_eq!(again.log(&id, &tokens[0]), known, "what was answered is there, what was refused is not");
    assert_eq!(again.play(&id, &tokens, 1).0, 200);
}

#[cfg(unix)]
#[test]
fn a_table_says_its_address_where_no_browser_opens() {
    let folder = Folder::new("play-browser");
    let store = folder.path().join("tables.sqlite").display().to_string();
    let mut program = command(&["play", "ticket-to-ride", "--browser", "--save", &store]);
    // As in a container: there is nothing that opens addresses.
    program.env("PATH", folder.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut process = program.spawn().expect("it starts");
    let lines = BufReader::new(process.stderr.take().expect("what it says")).lines().map_while(Result::ok);
    let mut said = Vec::new();
    for line in lines {
        said.push(line);
        if said.last().is_some_and(|line| line.contains("No browser opens here")) {
            break;
        }
    }
    let said = said.join("\n");
    let from = said.find("http://127.0.0.1:").unwrap_or_else(|| panic!("no address: {said}")) + "http://".len();
    let address: SocketAddr = said[from..].split('/').next().and_then(|text| text.parse().ok()).expect("an address");
    let server = Server { process, address };
    let id = said.split("/t/").nth(1).and_then(|rest| rest.split('#').next()).expect("a table");
    let token = said.split("#seat=").nth(1).map(|rest| rest[..32].to_owned()).expect("the secret of a seat");
    let (status, position) = server.ask(&format!("/api/tables/{id}/position"), &token, None);
    assert_eq!((status, position["you"].as_u64()), (200, Some(1)));
}

#[test]
fn a_command_line_that_makes_no_sense_is_explained() {
    let said = railwright(&["serve", "--games", "/no/such/folder"]).exits(2).err;
    assert!(said.contains("is not a folder"), "{said}");
    let said = railwright(&["serve", "--store", "/no/such/folder/tables.sqlite", "--listen", "127.0.0.1:0"]).exits(2).err;
    assert!(said.contains("tables cannot be kept"), "{said}");
    let said = railwright(&["play", "ticket-to-ride", "--browser", "--plain"]).exits(2).err;
    assert!(said.contains("--plain"), "{said}");
}
