//! How a table stands for one viewer, in sections: a page gets all of them once, and then those that have changed.

use super::table::LiveTable;
use super::{moves, panels};
use railwright::core::View;
use railwright::core::id::{SeatId, SeatSet};
use railwright::session::{Viewpoint, sheet};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Who looks at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Viewer {
    /// Somebody who sits there.
    Seat(SeatId),
    /// Somebody who watches: what everybody sees.
    Watching,
}

impl Viewer {
    /// The seat, if it is one.
    pub fn seat(self) -> Option<SeatId> {
        match self {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Watching => None,
        }
    }

    /// What may be told to whoever it is.
    pub(super) fn viewpoint(self) -> Viewpoint {
        self.seat().map_or(Viewpoint::Public, Viewpoint::Seat)
    }
}

/// What a page has been sent: what is the same is not sent again.
#[derive(Clone, Default)]
pub struct Seen {
    sections: BTreeMap<&'static str, u64>,
    /// Up to which version of the board.
    board: u64,
    /// How many lines of the log, and how often something had been taken back.
    log: (usize, usize),
}

impl LiveTable {
    /// What has changed for a viewer since `seen`, which is brought up to date; nothing if that is nothing.
    pub fn position(&mut self, viewer: Viewer, seen: &mut Seen) -> Option<Value> {
        let mut told = Map::new();
        for (name, section) in self.sections(viewer) {
            let hash = railwright::core::fnv::Fnv::of(section.to_string().as_bytes());
            if seen.sections.insert(name, hash) != Some(hash) {
                told.insert(name.to_owned(), section);
            }
        }
        let new = self.parts.iter().filter(|(_, (_, since))| *since > seen.board);
        let board: Map<String, Value> = new.map(|(name, (svg, _))| (name.clone(), svg.as_str().into())).collect();
        if !board.is_empty() {
            told.insert("board".to_owned(), board.into());
        }
        let log = &self.told[self.index(viewer)];
        let from = if seen.log.1 == log.taken_back { seen.log.0.min(log.lines.len()) } else { 0 };
        if from < log.lines.len() || seen.log.1 != log.taken_back {
            told.insert("log".to_owned(), json!({ "from": from, "lines": log.lines[from..] }));
        }
        (seen.board, seen.log) = (self.version, (log.lines.len(), log.taken_back));
        (!told.is_empty()).then(|| told.into())
    }

    fn sections(&mut self, viewer: Viewer) -> Vec<(&'static str, Value)> {
        let rules = self.kept.rules.clone();
        let seat = viewer.seat();
        let view = match seat {
            Some(seat) => View::new(&rules.parts, self.session.state(), seat),
            None => View::shared(&rules.parts, self.session.state(), SeatSet::all(rules.parts.seats)),
        };
        let mut sections = vec![
            ("table", panels::table(&view)),
            ("seats", panels::seats(&view, seat)),
            ("companies", panels::companies(&view)),
            ("goals", seat.map_or(Value::Null, |seat| panels::goals(&view, seat))),
            ("moment", self.moment(&view, seat)),
        ];
        sections.push(("people", self.people_told()));
        sections.push(("legal", self.legal(seat)));
        sections.push(("touched", self.touched(viewer)));
        sections.push(("undo", self.undo_told()));
        sections.push(("revision", self.told[self.index(viewer)].revision.into()));
        sections.push(("trouble", self.trouble.as_deref().into()));
        sections.push(("over", self.over()));
        sections
    }

    /// How it stands in a list of somebody's tables.
    pub fn summary(&self, id: &str, seat: SeatId) -> Value {
        let over = self.session.over();
        json!({
            "id": id,
            "title": self.kept.rules.head.name,
            "seat": seat.0 + 1,
            "your_turn": over.is_none() && self.session.waiting().has(seat),
            "over": over,
            "people": self.people_told(),
            "turn": self.session.state().clock().turn,
        })
    }

    fn moment(&self, view: &View, seat: Option<SeatId>) -> Value {
        let mut moment = serde_json::to_value(view.moment()).unwrap_or_default();
        let busy = seat.and_then(|seat| self.session.state().clock().progress[seat.index()].action);
        if let Some(action) = busy.and_then(|id| self.kept.rules.actions.get(id.index())) {
            moment["under_way"] = action.word.as_str().into();
        }
        moment
    }

    fn people_told(&self) -> Value {
        let header = self.session.header();
        let one = |(i, seat): (usize, &crate::store::StoredSeat)| {
            let kind = &header.seats[i];
            let human = header.is_human(SeatId::from(i));
            json!({
                "name": seat.name,
                "bot": (!human).then_some(kind),
                "here": self.pages[i] > 0,
                "joined": seat.token.is_some(),
            })
        };
        let seats: Vec<Value> = self.seats.iter().enumerate().map(one).collect();
        json!({ "seats": seats, "watching": self.pages[self.pages.len() - 1] })
    }

    fn legal(&mut self, seat: Option<SeatId>) -> Value {
        let asked = seat.filter(|seat| self.session.over().is_none() && self.session.waiting().has(*seat));
        let Some(seat) = asked else { return Value::Null };
        match self.session.legal(seat) {
            Ok(legal) => moves::moves(&self.kept.rules, &legal),
            Err(fault) => json!({ "fault": fault.to_string() }),
        }
    }

    /// The lanes and places that the last step that was told was about.
    fn touched(&self, viewer: Viewer) -> Value {
        let viewpoint = viewer.viewpoint();
        let seats = self.session.header().players;
        let steps = self.session.steps();
        let Some(at) = steps.iter().rposition(|step| step.is_told(viewpoint, seats)) else { return Value::Null };
        self.touched_by(at, viewpoint)
    }

    /// The lanes and places that a step was about, counted from zero.
    pub(super) fn touched_by(&self, at: usize, viewpoint: Viewpoint) -> Value {
        let steps = self.session.steps();
        let map = &self.kept.rules.parts.map;
        let (mut lanes, mut places) = (Vec::new(), Vec::new());
        for event in self.session.seen(at + 1, viewpoint) {
            lanes.extend(event.get("lane").and_then(Value::as_str).map(str::to_owned));
            let said = event.get("do").and_then(Value::as_str).unwrap_or_default();
            for word in said.split_whitespace() {
                lanes.extend(map.find_lane(word).map(|lane| map.lane(lane).id.clone()));
                places.extend(map.find_place(word).map(|place| map.place(place).id.clone()));
            }
        }
        lanes.sort_unstable();
        lanes.dedup();
        json!({ "seat": steps[at].seat.0 + 1, "lanes": lanes, "places": places })
    }

    fn undo_told(&self) -> Value {
        let Some(undo) = &self.undo else { return Value::Null };
        let agreed: Vec<u8> = undo.agreed.iter().map(|seat| seat.0 + 1).collect();
        json!({ "by": undo.by.0 + 1, "reason": undo.reason, "agreed": agreed })
    }

    /// How the game ended: the score sheet, and the seed, which is no secret any more.
    fn over(&mut self) -> Value {
        let Some(ending) = self.session.over().map(str::to_owned) else { return Value::Null };
        let seed = self.session.header().seed.to_string();
        let sheet = self.session.score().map(|sheet| sheet::to_json(&self.kept.rules, &sheet));
        json!({ "ending": ending, "seed": seed, "sheet": sheet.ok() })
    }
}
