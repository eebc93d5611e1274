//! Looking back, step by step: how it stood; of games that are over also what a search would have done, and a table that goes on from there.

use super::panels;
use super::position::Viewer;
use super::table::LiveTable;
use crate::bots::{Question, Thought};
use railwright::core::View;
use railwright::core::id::{SeatId, SeatSet};
use railwright::session::Viewpoint;
use railwright::session::save::Entry;
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

/// Why somebody may not know what a search would do.
pub const NOT_NOW: &str = "this is for games that are over, and for your own turn in a game against bots alone";

impl LiveTable {
    /// How it stood after so many steps: of a game that is over as a seat saw it or with everything open; before, as the viewer saw it, who
    /// has no other steps than those that were told to them.
    pub fn replay(&mut self, step: usize, viewer: Viewer, seat: Option<SeatId>) -> Value {
        let over = self.session.over().is_some();
        let viewpoint = match seat {
            _ if !over => viewer.viewpoint(),
            Some(seat) => Viewpoint::Seat(seat),
            None => Viewpoint::Everything,
        };
        let stops = self.stops(viewpoint, over);
        let last = stops.len() - 1;
        let step = step.min(last);
        let mut told = self.stood(&stops[..=step], viewpoint);
        told["step"] = step.into();
        told["steps"] = last.into();
        told
    }

    /// After how many actions somebody can stop: after each, or of a game under way after each that was told.
    fn stops(&self, viewpoint: Viewpoint, over: bool) -> Vec<usize> {
        let seats = self.session.header().players;
        let steps = self.session.steps().iter().enumerate();
        let seen = steps.filter(|(_, step)| over || step.is_told(viewpoint, seats));
        std::iter::once(0).chain(seen.map(|(at, _)| at + 1)).collect()
    }

    /// How it stood after the last of these numbers of actions, as a viewpoint saw it. Steps are counted as they were told: the number of
    /// actions would say how many parts a secret choice has.
    fn stood(&mut self, stops: &[usize], viewpoint: Viewpoint) -> Value {
        let rules = self.kept.rules.clone();
        let actions = stops.last().copied().unwrap_or(0);
        let state = self.session.state_after(actions);
        let (seats, seat) = (rules.parts.seats, seat_of(viewpoint));
        let view = match viewpoint {
            Viewpoint::Seat(seat) => View::new(&rules.parts, state, seat),
            Viewpoint::Public => View::shared(&rules.parts, state, SeatSet::all(seats)),
            Viewpoint::Everything => View::shared(&rules.parts, state, SeatSet::NONE),
        };
        let parts = self.kept.board.parts(&rules, state);
        let board: Map<String, Value> = parts.into_iter().map(|part| (part.name, part.svg.into())).collect();
        let line = |(number, after): (usize, &usize)| {
            let seat = after.checked_sub(1).map_or(0, |at| self.session.steps()[at].seat.0 + 1);
            let told = self.session.told(*after, viewpoint).into_iter();
            told.map(move |text| json!({ "revision": number, "seat": seat, "text": text }))
        };
        let lines: Vec<Value> = stops.iter().enumerate().flat_map(line).collect();
        json!({
            "moment": view.moment(),
            "table": panels::table(&view),
            "seats": panels::seats(&view, seat),
            "companies": panels::companies(&view),
            "goals": seat.map(|seat| panels::goals(&view, seat)),
            "board": board,
            "touched": actions.checked_sub(1).map(|at| self.touched_by(at, viewpoint)),
            "log": { "from": 0, "lines": lines },
        })
    }

    /// The first so many actions, as a save has them; nothing before the game is over.
    pub fn first_steps(&self, steps: usize) -> Option<Vec<Entry>> {
        self.session.over()?;
        let acts = self.session.steps().iter().take(steps);
        Some(acts.map(|step| Entry::Act { seat: step.seat.0 + 1, text: step.text.clone() }).collect())
    }

    /// Asks what a search would do: of a game that is over after so many steps, else now for whoever is to move.
    pub fn think(
        &mut self,
        viewer: Viewer,
        steps: Option<usize>,
    ) -> Result<oneshot::Receiver<Result<Thought, String>>, &'static str> {
        let over = self.session.over().is_some();
        let header = self.session.header().clone();
        let people = (0..header.players).filter(|seat| header.is_human(SeatId(*seat))).count();
        let (entries, seat) = if over {
            let steps = steps.unwrap_or(usize::MAX).min(self.session.steps().len());
            let waiting = self.session.state_after(steps).clock().waiting.iter().next();
            (self.first_steps(steps).unwrap_or_default(), waiting.ok_or("nobody is to move there")?)
        } else {
            let own = viewer.seat().filter(|seat| people == 1 && self.session.waiting().has(*seat));
            (self.session.entries().to_vec(), own.ok_or(NOT_NOW)?)
        };
        let (answer, answered) = oneshot::channel();
        let question = Question {
            table: self.id.clone(),
            kept: self.kept.clone(),
            header,
            entries,
            seat,
            ranked: true,
            answer: Box::new(move |thought| drop(answer.send(thought))),
        };
        if self.house.bots.ask(question) { Ok(answered) } else { Err("all bots are thinking; try again") }
    }
}

fn seat_of(viewpoint: Viewpoint) -> Option<SeatId> {
    match viewpoint {
        Viewpoint::Seat(seat) => Some(seat),
        _ => None,
    }
}
