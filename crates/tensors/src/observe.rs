//! Observations: what a seat may see as numbers. A plan made at load says what stands where; at play it is filled in.

use crate::layout::{Entries, Layout, absolute, members, owner_name, seat_name};
use crate::space::Space;
use railwright_core::components::{
    AT_END, BARRED, BEGUN, BUILT_IN_SETS, CHOSEN, CONNECTED, Form, Members, OPEN, OWN, Owner, Spot,
};
use railwright_core::id::{CounterId, LaneId, PlaceId, SeatId, SeatSet, SetId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::state::Standing;
use railwright_core::{Payment, State, View, bits};
use railwright_rules::mechanics::Mechanic;
use railwright_rules::{Engine, Rules};

/// Something that is filled in, and from which position on.
#[derive(Clone, Copy, Debug)]
enum Part {
    Counter(CounterId, usize),
    Cards(Spot),
    Size(Spot),
    InRow(Spot),
    Set(SetId, usize),
    Laid,
    Ends(usize),
    Train(usize),
    Goal(usize),
}

/// Where the numbers on the stage of the game stand.
#[derive(Clone, Copy, Default, Debug)]
struct StageAt {
    numbers: usize,
    actor: usize,
    first: usize,
    out: usize,
    step: usize,
    doing: usize,
    paid: usize,
}

/// The numbers on the stage of the game that stand for themselves.
const NUMBERS: [(&str, &str); 8] = [
    ("asked", "1 if the seat has a decision to make"),
    ("over", "1 if the game is over"),
    ("turn", "turns begun"),
    ("round", "rounds begun"),
    ("last-round", "1 once the last round has begun"),
    ("last-turns", "turns left then"),
    ("left", "what is left to spend of the action that the seat is in the middle of"),
    ("at", "the note of that action on how far it is"),
];

/// What is filled in for each seat.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    seats: Vec<Vec<(usize, Part)>>,
    stage: StageAt,
    said: usize,
}

/// Puts a plan together.
struct Planning<'a> {
    rules: &'a Rules,
    layout: Layout,
    seats: Vec<Vec<(usize, Part)>>,
}

impl Plan {
    /// The plan of a game, and the layout that it fills.
    pub(crate) fn new(rules: &Rules, space: &Space) -> (Plan, Layout) {
        let seats = vec![Vec::new(); rules.parts.seats.into()];
        let mut planning = Planning { rules, layout: Layout::default(), seats };
        let stage = planning.stage();
        planning.counters();
        planning.zones();
        planning.sets();
        planning.track();
        planning.goals();
        let Planning { mut layout, seats, .. } = planning;
        let meaning = "1 for each word that the seat has said of its action and that has not led to an action yet";
        // Where each word is a whole action, nobody is ever in the middle of one.
        let said = match space.is_one_axis() {
            true => layout.size(),
            false => layout.add("said".to_owned(), meaning, Entries::Words, space.size()),
        };
        (Plan { seats, stage, said }, layout)
    }

    /// Fills in what a seat sees; all numbers are 0 before.
    pub(crate) fn fill(&self, engine: &mut Engine, state: &State, seat: SeatId, said: &[u32], out: &mut [f32]) {
        let rules = engine.rules().clone();
        let view = View::new(&rules.parts, state, seat);
        self.fill_stage(&view, out);
        for &(at, part) in &self.seats[seat.index()] {
            match part {
                // What it is about was found at load to depend on nothing that the seat does not see.
                Part::Goal(goal) => engine.goals_done(state, goal, seat, |kind| out[at + kind.index()] = 1.0),
                part => fill_part(&view, part, &mut out[at..]),
            }
        }
        said.iter().for_each(|&word| out[self.said + word as usize] = 1.0);
    }

    fn fill_stage(&self, view: &View, out: &mut [f32]) {
        let (stage, at) = (view.stage(), &self.stage);
        let seats = usize::from(view.parts().seats);
        let after = |seat: SeatId| (seat.index() + seats - view.seat().index()) % seats;
        let flag = |holds: bool| if holds { 1.0 } else { 0.0 };
        let numbers = [
            flag(stage.asked),
            flag(stage.over),
            stage.turn as f32,
            stage.round.into(),
            flag(stage.last_turns.is_some()),
            stage.last_turns.unwrap_or(0).into(),
            stage.progress.left.into(),
            stage.progress.at.into(),
        ];
        out[at.numbers..at.numbers + numbers.len()].copy_from_slice(&numbers);
        out[at.actor + after(stage.actor)] = 1.0;
        out[at.first + after(stage.first)] = 1.0;
        stage.out.iter().for_each(|seat| out[at.out + after(seat)] = 1.0);
        if let Some(step) = stage.step {
            out[at.step + step.index()] = 1.0;
        }
        if let Some(action) = stage.progress.action {
            out[at.doing + action.index()] = 1.0;
        }
        stage.progress.paid.iter().for_each(|(kind, n)| out[at.paid + kind.index()] = n.into());
    }
}

fn fill_part(view: &View, part: Part, out: &mut [f32]) {
    let parts = view.parts();
    match part {
        Part::Counter(counter, owner) => {
            if let Some(value) = view.counter(counter, owner) {
                out[0] = value as f32;
            }
        }
        Part::Cards(spot) => match view.bag(spot) {
            Some(bag) => out.iter_mut().zip(bag).for_each(|(out, &n)| *out = n.into()),
            None => {
                view.each_card(spot, |kind, n| out[kind.index()] += n as f32);
            }
        },
        Part::Size(spot) => {
            if let Some(size) = view.size(spot) {
                out[0] = size as f32;
            }
        }
        // Mostly nothing is offered.
        Part::InRow(spot) if view.size(spot) == Some(0) => {}
        Part::InRow(spot) => {
            let kinds = parts.cards_in(spot.zone).kinds.len();
            let row = view.row(spot).into_iter().flatten().flatten();
            row.enumerate().for_each(|(nth, kind)| out[nth * kinds + kind.index()] = 1.0);
        }
        Part::Set(set, owner) => bits::iter(view.set(set, owner)).for_each(|member| out[member] = 1.0),
        Part::Laid => {
            let lanes = out.iter_mut().zip(0..parts.map.lanes.len());
            lanes.for_each(|(out, lane)| *out = view.track(LaneId::from(lane)).laid.into());
        }
        Part::Ends(company) => {
            let places = out.iter_mut().zip(0..parts.map.places.len());
            places.for_each(|(out, place)| *out = view.ends(company, PlaceId::from(place)).into());
        }
        Part::Train(train) => {
            let (lanes, places) = (parts.map.lanes.len(), parts.map.places.len());
            match view.train(train) {
                Standing::Off => {}
                Standing::In(place) => out[place.index()] = 1.0,
                Standing::On { lane, space, towards } => {
                    out[places + lane.index()] = 1.0;
                    out[places + lanes] = space.into();
                    out[places + lanes + 1] = towards.into();
                }
            }
        }
        Part::Goal(_) => {}
    }
}

impl Planning<'_> {
    /// Adds a part for every seat, each with the owner that it means.
    fn part(&mut self, at: usize, part: impl Fn(SeatId) -> Part) {
        for (seat, parts) in self.seats.iter_mut().enumerate() {
            parts.push((at, part(SeatId::from(seat))));
        }
    }

    fn stage(&mut self) -> StageAt {
        let (rules, layout) = (self.rules, &mut self.layout);
        let names: Vec<String> = (0..self.seats.len()).map(seat_name).collect();
        let numbers = NUMBERS.map(|(name, meaning)| layout.add(format!("stage.{name}"), meaning, Entries::One, 1))[0];
        let mut seats = |name: &str, meaning| layout.add(name.to_owned(), meaning, Entries::Named(names.clone()), names.len());
        let actor = seats("stage.actor", "1 for the seat whose turn it is");
        let first = seats("stage.first", "1 for the first player");
        let out = seats("stage.out", "1 for each seat that is out");
        let steps = rules.flow.steps.len();
        let step = layout.add("stage.step".to_owned(), "1 for the step under way", Entries::Steps, steps);
        let meaning = "1 for the action that the seat is in the middle of";
        let doing = layout.add("stage.doing".to_owned(), meaning, Entries::Actions, rules.actions.len());
        let kinds = (0..Payment::KINDS).map(|kind| format!("kind {kind}")).collect();
        let meaning = "what is settled of a payment that is chosen kind by kind";
        let paid = layout.add("stage.paid".to_owned(), meaning, Entries::Named(kinds), Payment::KINDS);
        StageAt { numbers, actor, first, out, step, doing, paid }
    }

    /// The positions among the owners of something that some seat sees.
    fn seen(&self, of: Owner, by: impl Fn(usize) -> SeatSet) -> Vec<usize> {
        let parts = &self.rules.parts;
        let sees = |at: usize| {
            let mut seats = (0..parts.seats).map(SeatId);
            seats.any(|seat| by(absolute(parts, of, at, seat)).has(seat))
        };
        (0..parts.owners(of)).filter(|&at| sees(at)).collect()
    }

    fn counters(&mut self) {
        let parts = &self.rules.parts;
        for (number, counter) in parts.counters.iter().enumerate() {
            let (id, of) = (CounterId::from(number), counter.owner);
            let seen = self.seen(of, |owner| parts.counter_seen_by(id, owner));
            let names = seen.iter().map(|&at| owner_name(parts, of, at)).collect();
            let meaning = "the number that each of them has";
            let from = self.layout.add(format!("counter.{}", counter.id), meaning, Entries::Named(names), seen.len());
            for (nth, at) in seen.into_iter().enumerate() {
                self.part(from + nth, |seat| Part::Counter(id, absolute(parts, of, at, seat)));
            }
        }
    }

    fn zones(&mut self) {
        let parts = &self.rules.parts;
        for (number, zone) in parts.zones.iter().enumerate() {
            let (id, of) = (ZoneId::from(number), zone.owner);
            let spot = |owner: usize| Spot { zone: id, owner: narrow(owner) };
            let seen = self.seen(of, |owner| parts.seen_by(spot(owner)));
            let kinds = parts.cards_in(id).kinds.len();
            for &at in &seen {
                let name = format!("zone.{}.{}", zone.id, owner_name(parts, of, at));
                let meaning = "how many cards of each kind lie there";
                let from = self.layout.add(name, meaning, Entries::Kinds(zone.cards), kinds);
                self.part(from, |seat| Part::Cards(spot(absolute(parts, of, at, seat))));
            }
            if let (Form::Row(slots), true) = (zone.form, self.is_kept_from(id)) {
                for &at in &seen {
                    let name = format!("row.{}.{}", zone.id, owner_name(parts, of, at));
                    let meaning = "1 for the kind of the first card that lies there, of the second, and so on";
                    let places = usize::from(slots);
                    let from = self.layout.add(name, meaning, Entries::InRow(zone.cards, places), places * kinds);
                    self.part(from, |seat| Part::InRow(spot(absolute(parts, of, at, seat))));
                }
            }
            let sizes = self.seen(of, |owner| parts.size_seen_by(spot(owner)));
            // Of a pile that can be looked through, its size says how deep it is; of what is seen otherwise it says nothing new.
            let hidden: Vec<usize> = sizes.into_iter().filter(|at| !seen.contains(at) || zone.form == Form::Pile).collect();
            if hidden.is_empty() {
                continue;
            }
            let names = hidden.iter().map(|&at| owner_name(parts, of, at)).collect();
            let meaning = "how many cards lie there";
            let from = self.layout.add(format!("size.{}", zone.id), meaning, Entries::Named(names), hidden.len());
            for (nth, at) in hidden.into_iter().enumerate() {
                self.part(from + nth, |seat| Part::Size(spot(absolute(parts, of, at, seat))));
            }
        }
    }

    /// Whether some of the cards of a row are kept, which is said by their places in it.
    fn is_kept_from(&self, row: ZoneId) -> bool {
        self.rules.actions.iter().any(|action| matches!(&action.mechanic, Mechanic::Keep(keep) if keep.row() == row))
    }

    /// Whether anything but whole lanes can come to the board.
    fn has_track(&self) -> bool {
        use Mechanic::{Bid, Claim, Keep, Pass, Play, Put, Side, Take};
        let whole = |mechanic: &Mechanic| {
            matches!(mechanic, Bid(_) | Claim(_) | Keep(_) | Pass(_) | Play(_) | Put(_) | Side(_) | Take(_))
        };
        !self.rules.actions.iter().all(|action| whole(&action.mechanic))
    }

    fn sets(&mut self) {
        let parts = &self.rules.parts;
        let track = self.has_track();
        for (number, set) in parts.sets.iter().enumerate() {
            let id = SetId::from(number);
            let wanted = match id {
                OPEN | OWN | BARRED => true,
                CHOSEN | BEGUN | CONNECTED | AT_END => track,
                _ => number >= BUILT_IN_SETS,
            };
            let (entries, len) = members(parts, set.members);
            for at in (0..parts.owners(set.owner)).filter(|_| wanted) {
                let name = format!("set.{}.{}", set.id, owner_name(parts, set.owner, at));
                let from = self.layout.add(name, "1 for each member", entries.clone(), len);
                self.part(from, |seat| Part::Set(id, absolute(parts, set.owner, at, seat)));
            }
        }
    }

    fn track(&mut self) {
        let parts = &self.rules.parts;
        let (lanes, places) = (parts.map.lanes.len(), parts.map.places.len());
        if self.has_track() {
            let (entries, len) = members(parts, Members::Lanes);
            let from = self.layout.add("laid".to_owned(), "how many spaces of each lane are filled", entries, len);
            self.part(from, |_| Part::Laid);
        }
        let companies = if self.has_track() { &parts.companies[..] } else { &[] };
        for (company, of) in companies.iter().enumerate() {
            let meaning = "how many open ends of it stand in each place";
            let from = self.layout.add(format!("ends.{}", of.id), meaning, Entries::Places, places);
            self.part(from, |_| Part::Ends(company));
        }
        for at in 0..parts.trains.len() {
            let name = owner_name(parts, Owner::Train, at);
            let first = self.layout.add(format!("train.{name}.in"), "1 for the place it stands in", Entries::Places, places);
            self.layout.add(format!("train.{name}.on"), "1 for the lane it stands on", Entries::Lanes, lanes);
            self.layout.add(format!("train.{name}.space"), "the space of that lane", Entries::One, 1);
            self.layout.add(format!("train.{name}.towards"), "the end of that lane it heads for, 0 or 1", Entries::One, 1);
            self.part(first, |seat| Part::Train(absolute(parts, Owner::Train, at, seat)));
        }
    }

    fn goals(&mut self) {
        let parts = &self.rules.parts;
        for (number, goal) in self.rules.goals.iter().enumerate().filter(|(_, goal)| goal.can_be_done()) {
            if (0..parts.seats).all(|seat| goal.is_seen_by(parts, SeatId(seat))) {
                let kinds = parts.cards[goal.cards.index()].kinds.len();
                let meaning = "1 for each kind of such a card that the seat has and has completed";
                let from = self.layout.add(format!("goal.{}", goal.id), meaning, Entries::Kinds(goal.cards), kinds);
                self.part(from, |_| Part::Goal(number));
            }
        }
    }
}
