//! The program of a bot while it runs: lines to it, lines from it, and the last of its complaints.
//!
//! Reading and writing have threads of their own, so that a program that neither reads nor answers cannot hold up anybody
//! for longer than its time.

use super::family::{Family, has_ended};
use super::words;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The most bytes of one answer.
pub const LONGEST_LINE: u64 = railwright_rules::limits::LINE;
/// How many lines of its standard error are kept.
const COMPLAINTS: usize = 12;
/// How many lines it may be ahead of what it is asked.
const LINES_AHEAD: usize = 16;
/// How long a program may take to end once nothing more is said to it.
const FAREWELL: Duration = Duration::from_millis(300);

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// The program has ended or closed its output.
    Ended,
    /// It took too long.
    Slow,
    /// Its line does not end.
    Endless,
    /// It wrote something that is not text.
    NotText,
}

/// A running program.
pub struct Process {
    child: Child,
    family: Family,
    /// How it ended, once it has been taken leave of.
    ended: Option<std::process::ExitStatus>,
    /// What the writing thread is to write; gone once nothing more will be said.
    to: Option<Sender<String>>,
    from: Receiver<Result<String, Broken>>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    listener: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a command line, or says why it cannot be started.
    pub fn start(command: &str) -> Result<Self, String> {
        let words = words::split(command).map_err(|reason| format!("cannot be started: {reason}"))?;
        let Some((program, arguments)) = words.split_first() else { return Err("cannot be started: it has no command".into()) };
        let mut prepared = Command::new(program);
        prepared.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (mut child, family) =
            Family::found(&mut prepared).map_err(|error| format!("cannot be started: `{program}`: {error}"))?;
        let (to, lines) = channel::<String>();
        let mut stdin = child.stdin.take().expect("it is piped");
        std::thread::spawn(move || {
            while let Ok(line) = lines.recv() {
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        // One that says more than it is asked for waits until somebody listens.
        let (answers, from) = sync_channel(LINES_AHEAD);
        let stdout = child.stdout.take().expect("it is piped");
        std::thread::spawn(move || read_lines(stdout, &answers));
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let (stderr, kept) = (child.stderr.take().expect("it is piped"), complaints.clone());
        let listener = std::thread::spawn(move || keep_last(stderr, &kept));
        Ok(Process { child, family, ended: None, to: Some(to), from, complaints, listener: Some(listener) })
    }

    /// Writes a line to it, without waiting until it is read.
    pub fn say(&mut self, line: &str) -> Result<(), Broken> {
        let to = self.to.as_ref().ok_or(Broken::Ended)?;
        to.send(format!("{line}\n")).map_err(|_| Broken::Ended)
    }

    /// Its next line.
    pub fn hear(&mut self, time: Duration) -> Result<String, Broken> {
        match self.from.recv_timeout(time) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => Err(Broken::Slow),
            Err(RecvTimeoutError::Disconnected) => Err(Broken::Ended),
        }
    }

    /// A line that it wrote before it was asked anything.
    pub fn unasked(&mut self) -> Option<String> {
        self.from.try_recv().ok().and_then(Result::ok)
    }

    /// How it ended, if it has.
    pub fn exit(&mut self) -> Option<String> {
        let status = self.wait(FAREWELL)?;
        Some(status.to_string())
    }

    fn wait(&mut self, at_most: Duration) -> Option<std::process::ExitStatus> {
        if self.ended.is_some() {
            // Its number may be another's by now.
            return self.ended;
        }
        let begun = Instant::now();
        while !has_ended(&mut self.child) {
            if begun.elapsed() >= at_most {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        self.family.end(&mut self.child);
        self.ended = self.child.wait().ok();
        self.ended
    }

    /// Ends it at once and gives the last it wrote to its standard error.
    pub fn end(mut self) -> String {
        self.stop(Duration::ZERO);
        // The last words may still be on their way; but somebody else may hold the pipe open for ever.
        let begun = Instant::now();
        while self.listener.as_ref().is_some_and(|l| !l.is_finished()) && begun.elapsed() < FAREWELL {
            std::thread::sleep(Duration::from_millis(2));
        }
        let kept = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().cloned().collect::<Vec<_>>().join("\n")
    }

    fn stop(&mut self, patience: Duration) {
        self.to = None;
        if self.wait(patience).is_none() {
            self.family.end(&mut self.child);
            self.ended = self.child.wait().ok();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stop(FAREWELL);
    }
}

fn read_lines(stdout: impl Read, answers: &SyncSender<Result<String, Broken>>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        let answer = match read {
            Ok(0) | Err(_) => return,
            Ok(n) if n as u64 == LONGEST_LINE && line.last() != Some(&b'\n') => Err(Broken::Endless),
            Ok(_) => String::from_utf8(line).map(|text| text.trim_end().to_owned()).map_err(|_| Broken::NotText),
        };
        if answers.send(answer).is_err() {
            return;
        }
    }
}

fn keep_last(stderr: impl Read, kept: &Mutex<VecDeque<String>>) {
    let mut reader = BufReader::new(stderr);
    loop {
        let mut line = Vec::new();
        match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if kept.len() == COMPLAINTS {
                    kept.pop_front();
                }
                kept.push_back(String::from_utf8_lossy(&line).trim_end().to_owned());
            }
        }
    }
}
