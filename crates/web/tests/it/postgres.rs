//! Tables in PostgreSQL: a server of its own for the test, two of ours on it.

use crate::common::{Client, all_mine, folder, legal, settings, start};
use railwright_web::Settings;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A database server that ends with the test.
struct Cluster {
    folder: PathBuf,
    port: u16,
    process: Child,
}

/// A program of PostgreSQL: where Debian has it, or on the path.
fn program(name: &str) -> PathBuf {
    let versions =
        std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|entry| entry.path().join("bin").join(name));
    versions.into_iter().find(|path| path.is_file()).unwrap_or_else(|| PathBuf::from(name))
}

/// The same as somebody it works for: it refuses to run as root.
fn command(name: &str) -> Command {
    let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n");
    if !root {
        return Command::new(program(name));
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(program(name));
    command
}

impl Cluster {
    fn start() -> Self {
        let folder = folder();
        let given = Command::new("chmod").arg("777").arg(&folder).status().expect("chmod");
        assert!(given.success());
        let made = command("initdb").args(["-A", "trust", "-U", "railwright", "-D"]).arg(folder.join("data")).output();
        let made = made.expect("PostgreSQL is needed for this test: apt-get install postgresql");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port();
        let process = run(&folder, port);
        let cluster = Cluster { folder, port, process };
        cluster.until_it_listens();
        cluster
    }

    fn until_it_listens(&self) {
        let until = Instant::now() + Duration::from_secs(60);
        let ready = || {
            let asked = Command::new(program("pg_isready")).args(["-h", "127.0.0.1", "-p", &self.port.to_string()]).output();
            asked.is_ok_and(|answer| answer.status.success())
        };
        while !ready() {
            assert!(Instant::now() < until, "PostgreSQL does not start");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn settings(&self) -> Settings {
        let store = format!("postgres://railwright@127.0.0.1:{}/postgres", self.port);
        Settings { store, ..settings(&self.folder) }
    }

    /// Ends it and starts it again.
    fn again(&mut self) {
        self.end();
        self.process = run(&self.folder, self.port);
        self.until_it_listens();
    }

    fn end(&mut self) {
        let data = self.folder.join("data");
        let _ = command("pg_ctl").args(["stop", "-m", "immediate", "-D"]).arg(&data).output();
        let _ = self.process.wait();
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.end();
    }
}

fn run(folder: &Path, port: u16) -> Child {
    let mut command = command("postgres");
    command
        .arg("-D")
        .arg(folder.join("data"))
        .args(["-p", &port.to_string(), "-c", "listen_addresses=127.0.0.1", "-k"])
        .arg(folder);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("PostgreSQL starts")
}

/// The client that can move, and what it knows.
fn mover<'a>(id: &str, seats: &'a [Client]) -> (&'a Client, serde_json::Value) {
    let found = seats.iter().map(|seat| (seat, seat.position(id))).find(|(_, position)| !legal(position).is_empty());
    found.expect("somebody can move")
}

#[test]
#[ignore = "needs PostgreSQL: cargo xtask test --only postgres"]
fn two_servers_share_the_tables_of_a_database() {
    let mut cluster = Cluster::start();
    let servers = [start(cluster.settings()), start(cluster.settings())];
    let (id, seats) = servers[0].table(&all_mine("ticket-to-ride", 2, 61));
    let on = |server: usize, seat: &Client| Client { address: servers[server].address, ..seat.clone() };
    // What is played on one is heard on the other.
    let mut heard = on(1, &seats[1]).listen(&id);
    heard.next();
    for step in 0..12 {
        let until = Instant::now() + Duration::from_secs(10);
        loop {
            let (seat, position) = mover(&id, &seats);
            let here = on(step % 2, seat);
            if here.position(&id)["revision"] == position["revision"] {
                let answer = here.act(&id, &legal(&position)[0], &position["revision"]);
                // Whoever has not heard yet of what was played on the other server is refused, and looks again.
                assert!([200, 409].contains(&answer.status), "step {step}: {}", answer.text);
                if answer.status == 200 {
                    break;
                }
            }
            assert!(Instant::now() < until, "the servers do not hear of step {step}");
            std::thread::sleep(Duration::from_millis(10));
        }
        while heard.next().get("log").is_none() {}
    }
    // No two of them play the same step, however they race.
    let (mut raced, until) = (0, Instant::now() + Duration::from_secs(30));
    while raced < 6 {
        assert!(Instant::now() < until, "both servers are late all the time");
        let (seat, position) = mover(&id, &seats);
        let racing = [0, 1].map(|server| {
            let (here, id, position) = (on(server, seat), id.clone(), position.clone());
            std::thread::spawn(move || here.act(&id, &legal(&position)[0], &position["revision"]).status)
        });
        let mut statuses = racing.map(|one| one.join().expect("an answer"));
        statuses.sort_unstable();
        // Both are refused where what was played before has not come to the server that was asked.
        if statuses != [409, 409] {
            assert_eq!(statuses, [200, 409]);
            raced += 1;
        }
    }
    // A database that goes away and comes back is found again; what was answered is there.
    let before = seats[0].position(&id)["log"].clone();
    cluster.again();
    let third = Client { address: start(cluster.settings()).address, ..seats[0].clone() };
    assert_eq!(third.position(&id)["log"], before);
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let (seat, position) = mover(&id, &seats);
        let status = seat.act(&id, &legal(&position)[0], &position["revision"]).status;
        if status == 200 {
            break;
        }
        assert!(status == 507 && Instant::now() < until, "{status}");
        std::thread::sleep(Duration::from_millis(100));
    }
}
