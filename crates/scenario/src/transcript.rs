//! The rendered outcome of a scenario: what was done, what followed, how it stands in the end.

use crate::expect::zone_in_words;
use crate::scenario::Scenario;
use railwright_core::bits;
use railwright_core::components::{BEGUN, Form, Owner, Spot};
use railwright_core::id::{CounterId, LaneId, PlaceId, SeatId, SeatSet, ZoneId};
use railwright_core::{Event, State};
use railwright_narration::narrate;
use railwright_rules::notation::standing_in_words;
use railwright_rules::{Engine, Refusal, Rules, ScoreSheet};
use std::fmt::Write as _;

/// What is told so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transcript {
    text: String,
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

    /// All that lies on the table.
    pub(crate) fn position(&mut self, rules: &Rules, state: &State) {
        let table = owned(rules, state, Owner::Table, 0);
        if !table.is_empty() {
            let _ = writeln!(self.text, "    table: {}", table.join("; "));
        }
        for seat in 0..rules.parts.seats {
            let mut own = owned(rules, state, Owner::Seat, seat.into());
            own.extend(lanes(rules, state, seat.into()));
            let _ = writeln!(self.text, "    seat {}: {}", seat + 1, own.join("; "));
        }
        for (i, company) in rules.parts.companies.iter().enumerate() {
            let mut own = owned(rules, state, Owner::Company, i as u16);
            own.extend(lanes(rules, state, rules.parts.seats as usize + i));
            own.extend(unfinished(rules, state, rules.parts.seats as usize + i));
            own.extend(open_ends(rules, state, i));
            if !own.is_empty() {
                let _ = writeln!(self.text, "    {}: {}", company.id, own.join("; "));
            }
        }
        for (i, dummy) in rules.parts.dummies.iter().enumerate() {
            let _ = writeln!(self.text, "    {}: {}", dummy.id, owned(rules, state, Owner::Dummy, i as u16).join("; "));
        }
        for (i, train) in rules.parts.trains.iter().enumerate() {
            let own = owned(rules, state, Owner::Train, i as u16);
            let standing = standing_in_words(rules, state.train(i));
            let all: Vec<String> = [standing].into_iter().chain(own).collect();
            let _ = writeln!(self.text, "    {} of seat {}: {}", train.id, train.seat.0 + 1, all.join("; "));
        }
        let changed = changed_places(rules, state);
        if !changed.is_empty() {
            let _ = writeln!(self.text, "    places: {}", changed.join("; "));
        }
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
    pub(crate) fn end(mut self, engine: &mut Engine, state: &State) -> String {
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
        self.position(&rules, state);
        let mut sheet = ScoreSheet::default();
        if engine.score(state, &mut sheet).is_ok() {
            self.score(&rules, &sheet);
        }
        self.text
    }
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

/// The zones and counters of one owner; empty zones of a seat are left out.
fn owned(rules: &Rules, state: &State, of: Owner, owner: u16) -> Vec<String> {
    let parts = &rules.parts;
    let mut own = Vec::new();
    for (i, counter) in parts.counters.iter().enumerate().filter(|(_, c)| c.owner == of) {
        own.push(format!("{} {}", counter.id, state.counter(parts, CounterId::from(i), owner.into())));
    }
    for (i, zone) in parts.zones.iter().enumerate().filter(|(_, z)| z.owner == of) {
        let spot = Spot { zone: ZoneId::from(i), owner };
        let size = state.size(parts, spot);
        if size == 0 && of != Owner::Table {
            continue;
        }
        own.push(match zone.form {
            Form::Pile => format!("{} {size} card{}", zone.id, if size == 1 { "" } else { "s" }),
            _ => format!("{} {}", zone.id, zone_in_words(parts, state, spot)),
        });
    }
    own
}

/// Counters of places and lanes that are not as they were at the start.
fn changed_places(rules: &Rules, state: &State) -> Vec<String> {
    let parts = &rules.parts;
    let mut changed = Vec::new();
    for (i, counter) in parts.counters.iter().enumerate().filter(|(_, c)| matches!(c.owner, Owner::Place | Owner::Lane)) {
        for (owner, start) in counter.start.iter().enumerate() {
            let value = state.counter(parts, CounterId::from(i), owner);
            if value != *start {
                changed.push(format!("{} of {} {value}", counter.id, parts.owner_name(counter.owner, owner).unwrap_or_default()));
            }
        }
    }
    changed
}

fn unfinished(rules: &Rules, state: &State, party: usize) -> Option<String> {
    let parts = &rules.parts;
    let begun = bits::iter(state.set(parts, BEGUN, party)).map(|lane| {
        let (strip, track) = (&parts.map.lanes[lane], state.track(LaneId::from(lane)));
        format!("{} {}/{} from {}", strip.id, track.laid, strip.length, parts.map.place(strip.ends[track.from as usize]).id)
    });
    let begun: Vec<String> = begun.collect();
    (!begun.is_empty()).then(|| format!("unfinished {}", begun.join(", ")))
}

fn open_ends(rules: &Rules, state: &State, company: usize) -> Option<String> {
    let places = (0..rules.parts.map.places.len()).map(PlaceId::from);
    let ends: Vec<String> = places
        .filter_map(|place| match state.ends(&rules.parts, company, place) {
            0 => None,
            1 => Some(rules.parts.map.place(place).id.clone()),
            n => Some(format!("{n} {}", rules.parts.map.place(place).id)),
        })
        .collect();
    (!ends.is_empty()).then(|| format!("ends {}", ends.join(", ")))
}

fn lanes(rules: &Rules, state: &State, party: usize) -> Option<String> {
    let own = bits::iter(state.own(&rules.parts, party.into()));
    let lanes: Vec<&str> = own.map(|l| rules.parts.map.lane(LaneId::from(l)).id.as_str()).collect();
    (!lanes.is_empty()).then(|| format!("lanes {}", lanes.join(", ")))
}
