//! A bot that is a program of somebody else: it reads lines of JSON and answers with lines of JSON.
//!
//! It is started once and plays any number of games, one after the other. `docs/protocol.md` says what is written to it
//! and how it answers. It never sees more than its seat does, and it never keeps anybody waiting for longer than its time.

mod family;
mod process;
mod words;

use crate::{Bot, BotFault, DecisionRequest, GameStart};
use process::{Broken, Process};
use railwright_rules::ScoreSheet;
use serde_json::{Value, json};
use std::time::Duration;

/// How long a bot may think about one decision unless somebody says otherwise.
pub const TIME: Duration = Duration::from_secs(10);
/// The version of what is said between us.
pub const PROTOCOL: u32 = 1;

/// What others are told of an answer that is none.
const NONSENSE: &str = "answered something that it may not choose";

/// A program of somebody else at a seat.
pub struct External {
    command: String,
    time: Duration,
    seat: u8,
    process: Option<Process>,
}

impl External {
    /// The bot of a command line; the program is started when its first game is.
    pub fn new(command: &str, time: Duration) -> Self {
        External { command: command.to_owned(), time, seat: 0, process: None }
    }

    /// Puts an end to the program and says what it did.
    fn misbehaved(&mut self, outline: &'static str, fault: String, asked: &str, answered: Option<String>) -> BotFault {
        let complaint = self.process.take().map(Process::end).unwrap_or_default();
        BotFault {
            seat: self.seat,
            command: self.command.as_str().into(),
            outline,
            fault,
            asked: asked.into(),
            answered,
            complaint: complaint.into(),
        }
    }

    fn broken(&mut self, broken: Broken, asked: &str) -> BotFault {
        let outline = match broken {
            Broken::Ended => "ended without an answer",
            Broken::Slow => "took too long",
            Broken::Endless | Broken::NotText => NONSENSE,
        };
        let fault = match broken {
            Broken::Ended => match self.process.as_mut().and_then(Process::exit) {
                Some(status) => format!("ended without an answer ({status})"),
                None => "closed its output without an answer".to_owned(),
            },
            Broken::Slow => format!("took longer than {} s", self.time.as_secs_f64()),
            Broken::Endless => format!("answered more than {} bytes on one line", process::LONGEST_LINE),
            Broken::NotText => "answered something that is not UTF-8 text".to_owned(),
        };
        self.misbehaved(outline, fault, asked, None)
    }

    /// The position of the answer among what is legal, or what is wrong with it.
    fn understand(answer: &str, legal: &[String]) -> Result<usize, String> {
        let value: Value =
            serde_json::from_str(answer).map_err(|error| format!("answered something that is not JSON ({error})"))?;
        if let Some(number) = value.get("choose") {
            let index = number.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n < legal.len());
            return index.ok_or_else(|| format!("chose {number}, but `choose` is a number from 0 to {}", legal.len() - 1));
        }
        match value.get("do").map(|text| text.as_str().ok_or(text)) {
            Some(Ok(text)) => {
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                let listed = legal.iter().position(|l| *l == text);
                listed.ok_or_else(|| {
                    format!("answered `{text}`, which is not one of the {} actions it may choose from", legal.len())
                })
            }
            Some(Err(other)) => Err(format!("answered {{\"do\": {other}}}, but `do` is text")),
            None => Err("answered neither {\"do\": \"…\"} nor {\"choose\": 0}".to_owned()),
        }
    }
}

impl Bot for External {
    fn start(&mut self, start: &GameStart) -> Result<(), BotFault> {
        self.seat = start.seat.0 + 1;
        if self.process.is_none() {
            match Process::start(&self.command) {
                Ok(process) => self.process = Some(process),
                Err(reason) => return Err(self.misbehaved("cannot be started", reason, "", None)),
            }
        }
        let game = railwright_narration::describe(start.rules);
        let seed = start.program_seed;
        let start = json!({ "start": { "protocol": PROTOCOL, "seat": self.seat, "seed": seed, "game": game } }).to_string();
        let process = self.process.as_mut().expect("it was just started");
        process.say(&start).map_err(|broken| self.broken(broken, &start))
    }

    fn choose(&mut self, request: &DecisionRequest) -> Result<usize, BotFault> {
        let view = serde_json::to_value(request.view.snapshot()).unwrap_or_default();
        let question = json!({ "view": view, "events": request.events, "legal": request.notation }).to_string();
        let time = self.time;
        let Some(process) = self.process.as_mut() else {
            return Err(self.misbehaved("was not started", "was not started".into(), &question, None));
        };
        if let Some(line) = process.unasked() {
            return Err(self.misbehaved(
                "wrote a line without being asked",
                "wrote a line without being asked".into(),
                &question,
                Some(line),
            ));
        }
        let answer = process.say(&question).and_then(|()| process.hear(time)).map_err(|broken| self.broken(broken, &question))?;
        Self::understand(&answer, request.notation).map_err(|fault| self.misbehaved(NONSENSE, fault, &question, Some(answer)))
    }

    fn end(&mut self, sheet: &ScoreSheet, seats: u8) {
        let seats = usize::from(seats);
        let end = json!({ "end": { "totals": sheet.totals[..seats], "places": sheet.places[..seats] } }).to_string();
        if let Some(process) = &mut self.process {
            // Whoever ended before being told loses nothing by it: the next game starts it again.
            if process.say(&end).is_err() {
                self.process = None;
            }
        }
    }

    fn reads(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_names_an_action_or_its_number() {
        let legal = ["draw red".to_owned(), "pass".to_owned()];
        let said = |answer: &str| External::understand(answer, &legal);
        assert_eq!((said(r#"{"do": " draw  red "}"#), said(r#"{"choose": 1}"#)), (Ok(0), Ok(1)));
        for (answer, fault) in [
            ("draw red", "not JSON"),
            ("", "not JSON"),
            (r#"{"choose": 2}"#, "from 0 to 1"),
            (r#"{"choose": -1}"#, "from 0 to 1"),
            (r#"{"do": "draw blue"}"#, "`draw blue`, which is not one of the 2"),
            (r#"{"do": 7}"#, "`do` is text"),
            ("[]", "neither"),
        ] {
            let said = said(answer).expect_err("it is nonsense");
            assert!(said.contains(fault), "{answer}: {said}");
        }
    }
}
