//! The program on a pseudo-terminal whose screen can be read.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Nothing takes this long, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program on a terminal.
pub struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    seen: Arc<Mutex<Seen>>,
}

struct Seen {
    parser: vt100::Parser,
    raw: Vec<u8>,
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

impl Terminal {
    /// Runs the program with these arguments and variables on a terminal of that size.
    pub fn run(arguments: &[&str], variables: &[(&str, &str)], columns: u16, rows: u16) -> Self {
        let pair = native_pty_system().openpty(size(columns, rows)).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_railwright"));
        command.args(arguments);
        command.cwd(std::env::temp_dir());
        command.env_remove("NO_COLOR");
        command.env("TERM", "xterm-256color");
        variables.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).expect("the program runs");
        let mut reader = pair.master.try_clone_reader().expect("its output can be read");
        let writer = pair.master.take_writer().expect("it can be typed to");
        let seen = Arc::new(Mutex::new(Seen { parser: vt100::Parser::new(rows, columns, 0), raw: Vec::new() }));
        let shared = seen.clone();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut buffer) {
                let mut seen = shared.lock().expect("nobody panics here");
                seen.parser.process(&buffer[..n]);
                seen.raw.extend_from_slice(&buffer[..n]);
            }
        });
        Terminal { child, master: pair.master, writer, seen }
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.seen.lock().expect("nobody panics here").parser.screen_mut().set_size(rows, columns);
        self.master.resize(size(columns, rows)).expect("a terminal can be resized");
    }

    pub fn send(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).and_then(|()| self.writer.flush()).expect("the program reads");
    }

    /// Sends the program a signal.
    pub fn signal(&mut self, signal: &str) {
        let id = self.child.process_id().expect("it runs").to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().expect("kill runs").success());
    }

    pub fn screen(&self) -> String {
        self.seen.lock().expect("nobody panics here").parser.screen().contents()
    }

    /// Everything that was written, with its control sequences.
    pub fn raw(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().expect("nobody panics here").raw).into_owned()
    }

    pub fn is_on_its_own_screen(&self) -> bool {
        self.seen.lock().expect("nobody panics here").parser.screen().alternate_screen()
    }

    /// Waits until something holds of the screen, and does something again and again until then.
    #[track_caller]
    pub fn until(&mut self, what: &str, holds: impl Fn(&str) -> bool, mut again: impl FnMut(&mut Self)) {
        // As long as something happens on it, a slow machine is only slow.
        let (mut changed, mut last) = (Instant::now(), String::new());
        loop {
            let screen = self.screen();
            if holds(&screen) {
                return;
            }
            if screen != last {
                (changed, last) = (Instant::now(), screen);
            }
            assert!(changed.elapsed() < PATIENCE, "{what} is not on the screen:\n{last}");
            again(self);
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    #[track_caller]
    pub fn shows(&mut self, text: &str) {
        self.until(text, |screen| screen.contains(text), |_| {});
    }

    /// Waits for the end of the program and gives its exit code.
    #[track_caller]
    pub fn exits(&mut self) -> u32 {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the program can be waited for") {
                // What it wrote last may still be on its way.
                std::thread::sleep(Duration::from_millis(50));
                return status.exit_code();
            }
            assert!(begun.elapsed() < PATIENCE, "the program does not end:\n{}", self.screen());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
