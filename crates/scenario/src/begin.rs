//! Where a scenario begins: a step of the turn structure, whose turn, which round, what went before; or when all is over.

use crate::names;
use railwright_core::id::{SeatId, SeatSet};
use railwright_core::{Events, State};
use railwright_rules::Engine;
use railwright_rules::flow::{Beginning, Misplaced};
use railwright_source::{Diagnostic, Node, Origin, Reader, Report, schema};

schema! {
    pub BEGIN: BeginKeys = "begin",
    "Where in the turn structure play begins, after set-up has played itself and the position is laid out.",
    {
        AT: Text = "at", Optional, "the step that begins, as \"STEP\" or \"STEP in STEP\"; if absent the first choice of the first turn";
        SEAT: Int(1..=8) = "seat", Optional, "whose turn it is; if absent the first player's";
        ROUND: Int(1..=9999) = "round", Optional, "which round it is; 1 if absent";
        PASSED: IntList = "passed", Optional, "the seats that have passed since anybody did something else";
        OUT: IntList = "out", Optional, "the seats that are out";
        LAST_TURNS: Int(1..=8) = "last-turns", Optional, "how many turns are left, this one among them, once the last round was announced";
        LAST: Text = "last", Optional, "what was done last, as \"SEAT ACTION\"";
        OVER: Text = "over", Optional, "the game is over and ended like this: only the score is left";
    }
}

/// Where a scenario begins, as it is written.
#[derive(Clone, Debug)]
pub(crate) struct Begin {
    node: Node,
    at: Option<String>,
    seat: Option<u8>,
    round: Option<u16>,
    passed: Vec<i64>,
    out: Vec<i64>,
    last_turns: Option<u8>,
    last: Option<String>,
    over: Option<String>,
}

impl Begin {
    /// Reads what stands under `begin`.
    pub(crate) fn read(reader: &Reader<BeginKeys>, node: &Node) -> Self {
        let text = |text: Option<&str>| text.map(|text| text.trim().to_owned());
        let small = |number: Option<i64>| number.and_then(|n| u8::try_from(n).ok());
        Begin {
            node: node.clone(),
            at: text(reader.get(BeginKeys::AT)),
            seat: small(reader.get(BeginKeys::SEAT)),
            round: reader.get(BeginKeys::ROUND).and_then(|n| u16::try_from(n).ok()),
            passed: reader.get(BeginKeys::PASSED),
            out: reader.get(BeginKeys::OUT),
            last_turns: small(reader.get(BeginKeys::LAST_TURNS)),
            last: text(reader.get(BeginKeys::LAST)),
            over: text(reader.get(BeginKeys::OVER)),
        }
    }

    /// Where it stands in the file.
    pub(crate) fn origin(&self) -> Origin {
        self.node.origin
    }

    fn origin_of(&self, key: &str) -> Origin {
        self.node.as_table().and_then(|table| table.get(key)).map_or(self.node.origin, |node| node.origin)
    }

    /// In words, for the transcript.
    pub(crate) fn in_words(&self) -> String {
        if let Some(ending) = &self.over {
            return format!("begin: it is over, {ending}");
        }
        let mut words = Vec::new();
        words.extend(self.at.clone());
        words.extend(self.seat.map(|seat| format!("seat {seat}'s turn")));
        words.extend(self.round.map(|round| format!("round {round}")));
        for (word, those) in [("passed", &self.passed), ("out", &self.out)].into_iter().filter(|(_, those)| !those.is_empty()) {
            let seats: Vec<String> = those.iter().map(|seat| format!("seat {seat}")).collect();
            words.push(format!("{word} {}", seats.join(", ")));
        }
        words.extend(self.last_turns.map(|left| format!("{left} last turns")));
        words.extend(self.last.as_ref().map(|last| format!("last `{last}`")));
        format!("begin: {}", words.join("; "))
    }

    /// Takes the game there.
    pub(crate) fn place(&self, engine: &mut Engine, state: &mut State, events: &mut Events, report: &mut Report) {
        let Some(beginning) = self.beginning(engine, report) else { return };
        match engine.begin_at(state, &beginning, events) {
            Ok(()) => {}
            Err(Misplaced::Wrong { key, message, help }) => {
                let problem = Diagnostic::error("wrong-beginning", message).at(self.origin_of(key), "it cannot begin like this");
                report.push(problem.help(help));
            }
            Err(Misplaced::Fault(fault)) => {
                let problem = Diagnostic::error("fault", format!("the rules broke down: {fault}"));
                report.push(problem.at(self.node.origin, "on the way to the first choice"));
            }
        }
    }

    /// The same with seats that there are.
    fn beginning(&self, engine: &Engine, report: &mut Report) -> Option<Beginning> {
        let seats = engine.rules().parts.seats;
        let mut is_ok = true;
        let mut seat = |number: i64, key: &str| match u8::try_from(number).ok().filter(|n| (1..=seats).contains(n)) {
            Some(number) => SeatId(number - 1),
            None => {
                let problem = Diagnostic::error("wrong-seat", format!("there is no seat {number}"));
                report.push(problem.at(self.origin_of(key), "no seat").help(format!("there are seats 1 to {seats}")));
                is_ok = false;
                SeatId(0)
            }
        };
        let mut all = |numbers: &[i64], key: &str| {
            numbers.iter().fold(SeatSet::NONE, |all, number| SeatSet(all.0 | SeatSet::only(seat(*number, key)).0))
        };
        let (passed, out) = (all(&self.passed, "passed"), all(&self.out, "out"));
        let whose = self.seat.map(|number| seat(number.into(), "seat"));
        let last = self.last.as_ref().map(|last| {
            let (who, action) = last.split_once(' ').unwrap_or((last, ""));
            (names::seat(&engine.rules().parts, who), action.to_owned())
        });
        if let Some((None, _)) = last {
            let problem = Diagnostic::error("wrong-move", "this does not say who did it").at(self.origin_of("last"), "no seat");
            report.push(problem.help("write SEAT ACTION: \"1 draw red\""));
            is_ok = false;
        }
        is_ok.then(|| Beginning {
            at: self.at.clone(),
            seat: whose,
            round: self.round,
            passed,
            out,
            last_turns: self.last_turns,
            last: last.and_then(|(seat, action)| Some((seat?, action))),
            over: self.over.clone(),
        })
    }
}
