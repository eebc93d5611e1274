//! The rendered outcome of a scenario: what was done, what followed, how it stands in the end.

use crate::inventory::{Named, Thing, inventory, lines, touched};
use crate::scenario::Scenario;
use railwright_core::id::{SeatId, SeatSet};
use railwright_core::{Event, State};
use railwright_narration::narrate;
use railwright_rules::{Engine, Refusal, Rules, ScoreSheet};
use std::fmt::Write as _;

/// What is told so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript {
    text: String,
    /// Where the position at the beginning belongs.
    begins: Option<usize>,
}

impl Transcript {
    pub(crate) fn begin(rules: &Rules, scenario: &Scenario) -> Self {
        let mut told = Transcript::default();
        let first = scenario.first.map_or("the seed chooses who is first".to_owned(), |f| format!("seat {f} is first"));
        let options: String = scenario.options.iter().map(|o| format!(", {o}")).collect();
        told.line(&format!("{}: {} players{options}, seed {}, {first}", rules.head.name, scenario.players, scenario.seed));
        told.line(&scenario.text);
        told.line("");
        told
    }

    /// A line of its own.
    pub(crate) fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// What a seat did, and who saw it if not all did.
    pub(crate) fn action(&mut self, rules: &Rules, text: &str, seen: SeatSet) {
        let _ = writeln!(self.text, "{text}{}", seen_by(rules, seen));
    }

    /// What followed from it; what not everybody sees says who does.
    pub(crate) fn events(&mut self, rules: &Rules, events: &[Event]) {
        let all = narrate(rules, events, None);
        let seats: Vec<SeatId> = (0..rules.parts.seats).map(SeatId).collect();
        let views: Vec<Vec<String>> = seats.iter().map(|&s| narrate(rules, events, Some(s))).collect();
        for text in all {
            let see = seats.iter().zip(&views).filter(|(_, v)| v.contains(&text)).fold(0, |all, (s, _)| all | 1 << s.0);
            let _ = writeln!(self.text, "    {text}{}", seen_by(rules, SeatSet(see)));
        }
    }

    /// Why something was refused. The place in the game file is left out: it moves when the file is edited.
    pub(crate) fn refusal(&mut self, refusal: &Refusal) {
        let rule = if refusal.rule.is_empty() {
            String::new()
        } else {
            format!(" [{}]", [&[refusal.rule.clone()][..], &refusal.cited.cites].concat().join(", "))
        };
        let _ = writeln!(self.text, "    {}{rule}", refusal.reason);
    }

    /// Here it is told how things stand at the beginning, once it is known what the scenario touches.
    pub(crate) fn position(&mut self, text: &str) {
        self.line(text);
        self.begins = Some(self.text.len());
    }

    /// The score sheet, a column for each seat; behind the points of an award stands what was counted for it.
    pub(crate) fn score(&mut self, rules: &Rules, sheet: &ScoreSheet) {
        let seats = rules.parts.seats as usize;
        let width = rules.score.lines.iter().map(|l| l.name.chars().count()).max().unwrap_or(0).max("place".len());
        let numbers = |values: &[i64]| values[..seats].iter().map(i64::to_string).collect();
        let mut rows: Vec<(&str, Vec<String>)> = vec![("", (1..=seats).map(|s| format!("seat {s}")).collect())];
        for (line, values) in rules.score.counted(sheet) {
            let counted = values.points[..seats].iter().zip(values.tally);
            let award = || counted.map(|(points, tally)| format!("{points} ({tally})")).collect();
            rows.push((&line.name, if line.is_award() { award() } else { numbers(&values.points) }));
        }
        rows.push(("total", numbers(&sheet.totals)));
        rows.push(("place", sheet.places[..seats].iter().map(u8::to_string).collect()));
        let cell = rows.iter().flat_map(|(_, cells)| cells).map(String::len).max().unwrap_or(0);
        for (name, cells) in rows {
            let cells: String = cells.iter().map(|v| format!("  {v:>cell$}")).collect();
            let _ = writeln!(self.text, "    {name:<width$}{cells}");
        }
        for (dummy, total) in rules.parts.dummies.iter().zip(&sheet.dummies) {
            let _ = writeln!(self.text, "    {}: {total}", dummy.name);
        }
    }

    /// How it stands in the end, and all that was told.
    pub(crate) fn end(
        mut self,
        engine: &mut Engine,
        state: &State,
        Before { named, box_or_set_up, begun, sheet }: Before,
    ) -> String {
        let rules = engine.rules().clone();
        let how = match state.clock().over {
            Some(ending) => format!("over: {}", rules.flow.endings[ending as usize]),
            None => {
                let waiting: Vec<String> = state.clock().waiting.iter().map(|s| format!("seat {}", s.0 + 1)).collect();
                format!("to choose now: {}", waiting.join(", "))
            }
        };
        self.line("");
        self.line(&how);
        let now = inventory(&rules, state);
        let touched = touched(&named, &[&box_or_set_up, &begun, &now]);
        let shown = |things: &[Thing]| lines(things, &touched).iter().map(|line| format!("    {line}\n")).collect::<String>();
        self.text.push_str(&shown(&now));
        if let Some(at) = self.begins {
            self.text.insert_str(at, &shown(&begun));
        }
        let mut after = ScoreSheet::default();
        let is_scored = engine.score(state, &mut after).is_ok();
        if is_scored && (named.asks_score || state.clock().over.is_some() || sheet.is_none_or(|before| before != after)) {
            self.score(&rules, &after);
        }
        self.text
    }
}

/// What is remembered of the beginning of a scenario.
#[derive(Clone, Debug, Default)]
pub(crate) struct Before {
    /// What it names.
    pub(crate) named: Named,
    /// All that lay in the box, or on the table after set-up if a position is given.
    pub(crate) box_or_set_up: Vec<Thing>,
    /// All that lies on the table before anything is played.
    pub(crate) begun: Vec<Thing>,
    /// The score by then.
    pub(crate) sheet: Option<ScoreSheet>,
}

/// Who sees something, if not everybody does.
fn seen_by(rules: &Rules, seats: SeatSet) -> String {
    let names: Vec<String> = seats.iter().map(|s| format!("{}", s.0 + 1)).collect();
    match names.len() {
        n if n == rules.parts.seats as usize => String::new(),
        0 => " (seen by nobody)".to_owned(),
        _ => format!(" (seen by {})", names.join(", ")),
    }
}
