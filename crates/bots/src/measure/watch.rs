//! The observer that measures games.

use super::{CardCourse, LaneClaim, Measures};
use crate::observer::{ObservedDecision, Observer};
use railwright_core::bits;
use railwright_core::components::{Owner, Spot};
use railwright_core::id::{LaneId, PartyId, PlaceId, SeatId, SeatSet, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::{Event, NO_PARTY, State};
use railwright_rules::{Engine, Rules, ScoreSheet};
use std::sync::Arc;

/// The kinds of event it hears, as bits of [`Event::bit`]: cards moved, lanes claimed, pieces laid.
const HEARD: u16 = 2 | 32 | 64;
/// Longer than any way over lanes of one's own.
const CLOSED: u32 = 1;

/// Measures every game it is shown.
pub struct Measuring {
    rules: Arc<Rules>,
    /// What was measured, one game after the other.
    pub games: Vec<Measures>,
    sheet: ScoreSheet,
    leader: Option<SeatId>,
    /// The turn of the last choice: when what came of it is heard, another may have begun.
    turn: u32,
}

impl Measuring {
    /// Measures games of these rules.
    pub fn new(rules: &Arc<Rules>) -> Self {
        Measuring { rules: rules.clone(), games: Vec::new(), sheet: ScoreSheet::default(), leader: None, turn: 0 }
    }

    fn game(&mut self) -> &mut Measures {
        self.games.last_mut().expect("a game has begun")
    }

    /// Notes who would win by that sheet; a tie leaves the lead where it was.
    fn led_by(&mut self, winners: SeatSet) {
        if winners.0.count_ones() != 1 {
            return;
        }
        let leader = winners.iter().next();
        if self.leader.is_some() && self.leader != leader {
            self.game().lead_changes += 1;
        }
        if let Some(seat) = leader.filter(|_| self.leader != leader) {
            let game = self.game();
            game.leads.push((game.actions, seat));
        }
        self.leader = leader;
    }
}

impl Observer for Measuring {
    fn hears(&self) -> u16 {
        HEARD
    }

    fn began(&mut self, seed: u64, state: &State) {
        let clock = state.clock();
        let order = clock.round_from_first(self.rules.parts.seats).collect();
        let game = Measures { seed, first: clock.first, order, ..Measures::new(&self.rules) };
        self.games.push(game);
        (self.leader, self.turn) = (None, state.clock().turn);
    }

    fn chose(&mut self, seen: &ObservedDecision) {
        self.turn = seen.state.clock().turn;
        let last = self.rules.actions.len();
        let index = |i: usize| seen.legal[i].action.index().min(last);
        let game = self.games.last_mut().expect("a game has begun");
        game.actions += 1;
        game.chosen[index(seen.choice)][seen.seat.index()] += 1;
        if seen.legal.len() < 2 {
            return;
        }
        game.decisions += 1;
        game.picked[index(seen.choice)] += 1;
        game.choices.push((game.actions, narrow::<u32>(seen.legal.len())));
        game.listed += seen.legal.len() as u64;
        game.widest = game.widest.max(narrow::<u32>(seen.legal.len()));
        // The ways to do one thing are listed side by side.
        let mut before = usize::MAX;
        for action in (0..seen.legal.len()).map(index) {
            if action != before {
                game.offered[action] += 1;
                before = action;
            }
        }
    }

    fn happened(&mut self, _: &State, events: &[Event]) {
        let (rules, turn) = (self.rules.clone(), self.turn);
        let game = self.game();
        for event in events {
            match *event {
                Event::Claimed { party, lane, seat } | Event::Laid { party, lane, seat } if party != NO_PARTY => {
                    let first = LaneClaim { party, seat, turn, action: game.actions, whole: false };
                    game.lanes[lane.index()].get_or_insert(first);
                }
                Event::Moved { from, to, kind, count } => {
                    let (gave, got) = (seat_of(&rules, from), seat_of(&rules, to));
                    let set = rules.parts.zone(to.zone).cards;
                    let course = &mut game.cards[set.index()][kind.index()];
                    match (gave, got) {
                        (None, Some(_)) => course.came += u16::from(count),
                        (Some(_), None) => course.went += u16::from(count),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
    }

    fn turned(&mut self, engine: &mut Engine, state: &State) {
        // Rules that cannot be scored in the middle of a game say nothing about who leads.
        if engine.score(state, &mut self.sheet).is_ok() {
            self.led_by(self.sheet.winners(self.rules.parts.seats));
        }
    }

    fn ended(&mut self, engine: &mut Engine, state: &State, sheet: &ScoreSheet) {
        let rules = self.rules.clone();
        let seats = rules.parts.seats;
        self.led_by(sheet.winners(seats));
        let game = self.game();
        let clock = state.clock();
        (game.ending, game.turns, game.rounds) = (clock.over, clock.turn, clock.round);
        (game.winners, game.totals, game.places) = (sheet.winners(seats), sheet.totals, sheet.places);
        game.lines.clone_from(&sheet.rows);
        game.lead = lead(sheet, seats);
        for (i, taken) in game.lanes.iter_mut().enumerate() {
            if let Some(taken) = taken {
                let track = state.track(LaneId::from(i));
                taken.whole = track.laid == rules.parts.map.lanes[i].length;
                taken.party = track.owner().unwrap_or(taken.party);
            }
        }
        hold(&rules, state, &mut game.cards);
        engine.goals(state, |held| game.goals.push(held));
    }

    fn failed(&mut self, state: &State, why: &str) {
        // Set-up may fail before a game has begun.
        if self.games.last().is_none_or(|game| game.is_whole() || game.failure.is_some()) {
            self.games.push(Measures::new(&self.rules));
        }
        let clock = state.clock();
        let game = self.game();
        (game.turns, game.rounds) = (clock.turn, clock.round);
        game.failure = Some(why.to_owned());
    }

    fn stopped(&mut self) {
        self.games.pop();
    }
}

/// The seat a zone belongs to, if it belongs to one.
fn seat_of(rules: &Rules, spot: Spot) -> Option<SeatId> {
    let of_seats = matches!(rules.parts.zone(spot.zone).owner, Owner::Seat | Owner::Party);
    (of_seats && spot.owner < u16::from(rules.parts.seats)).then_some(SeatId(narrow::<u8>(spot.owner)))
}

/// What the first has more than the second.
fn lead(sheet: &ScoreSheet, seats: u8) -> i64 {
    let mut order: Vec<usize> = (0..usize::from(seats)).collect();
    order.sort_by_key(|&seat| (sheet.places[seat], -sheet.totals[seat]));
    match order[..] {
        [first, second, ..] if sheet.places[first] != sheet.places[second] => sheet.totals[first] - sheet.totals[second],
        _ => 0,
    }
}

/// Notes who holds which cards in the end, and who has joined what is on them.
fn hold(rules: &Rules, state: &State, cards: &mut [Vec<CardCourse>]) {
    let parts = &rules.parts;
    for zone in (0..parts.zones.len()).map(ZoneId::from) {
        let set = parts.zone(zone).cards;
        for seat in 0..parts.seats {
            let spot = Spot { zone, owner: seat.into() };
            if seat_of(rules, spot).is_none() {
                continue;
            }
            state.each_card(parts, spot, |kind, count| {
                let course = &mut cards[set.index()][kind.index()];
                course.held[usize::from(seat)] += narrow::<u8>(count);
                if parts.cards[set.index()].ticket_ends(kind).is_some_and(|ends| is_joined(rules, state, seat, ends)) {
                    course.joined = SeatSet(course.joined.0 | 1 << seat);
                }
            });
        }
    }
}

fn is_joined(rules: &Rules, state: &State, seat: u8, [from, to]: [PlaceId; 2]) -> bool {
    let own = state.own(&rules.parts, PartyId(seat));
    let way = rules.parts.map.distances(from, |lane| if bits::has(own, lane.index()) { 0 } else { CLOSED });
    way.get(to.index()).copied().flatten() == Some(0)
}
