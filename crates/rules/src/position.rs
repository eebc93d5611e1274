//! What is needed to begin in a given position: set-up played by itself, lanes given with all that follows.

use crate::engine::Engine;
use crate::flow::{self, StepKind};
use crate::limits::SET_UP_DECISIONS;
use crate::mechanics::DecisionContext;
use crate::mechanics::lanes::{LaneRule, WholeLanes, find_lane};
use crate::mechanics::lay::Lay;
use crate::mechanics::pieces::Pieces;
use crate::rules::Fault;
use crate::workspace::Workspace;
use railwright_core::bits;
use railwright_core::expr::{Item, Scratch};
use railwright_core::id::{ActionId, LaneId, SeatId};
use railwright_core::narrow::narrow;
use railwright_core::state::Progress;
use railwright_core::{Effects, Events, State};

impl Engine {
    /// Plays set-up with the first legal action of everybody who is asked, up to the first turn. A game whose turn
    /// structure has neither `turns` nor `rounds` stays at its first decision.
    pub fn play_set_up(&mut self, state: &mut State, events: &mut Events) -> Result<(), Fault> {
        let turns = self.rules().flow.steps.iter().any(|s| matches!(s.kind, StepKind::Turns { .. } | StepKind::Rounds { .. }));
        for _ in 0..SET_UP_DECISIONS {
            let clock = state.clock();
            if !turns || clock.turn > 0 || clock.round > 0 || clock.over.is_some() {
                break;
            }
            let Some(seat) = clock.waiting.iter().next() else { break };
            self.legal(state, seat)?;
            let Some(first) = self.pick(0) else { break };
            self.step(state, first, events)?;
        }
        Ok(())
    }

    /// Lays track of a company without asking whose turn it is and what it brings: `LANE from PLACE`, perhaps with a
    /// number of pieces, perhaps as a `branch` that leaves an end where it is. Says why when it could not grow there by any action.
    pub fn lay_out_track(&mut self, state: &mut State, company: usize, text: &str) -> Result<(), String> {
        let rules = self.rules().clone();
        let parts = &rules.parts;
        let ways: Vec<&Lay> = rules.actions.iter().filter_map(|action| action.mechanic.lays_track()).collect();
        if ways.is_empty() {
            return Err("no action of this game lays track for companies".to_owned());
        }
        let mut words = text.split_whitespace();
        let (Some(name), Some("from"), Some(near)) = (words.next(), words.next(), words.next()) else {
            return Err("it should be `LANE from PLACE`".to_owned());
        };
        let (mut pieces, mut branch) = (None, false);
        for word in words {
            match (word, word.parse::<u8>()) {
                ("branch", _) => branch = true,
                (_, Ok(number)) => pieces = Some(number),
                _ => return Err(format!("`{word}` is neither a number of pieces nor `branch`")),
            }
        }
        let party = parts.company_party(company);
        let lane = find_lane(&rules, name, |lane| bits::has(state.open(parts), lane.index()))?;
        let strip = parts.map.lane(lane);
        let ends = strip.ends.map(|end| parts.map.place(end).id.as_str());
        let end =
            narrow::<u8>(ends.iter().position(|end| *end == near).ok_or_else(|| format!("`{near}` is no end of {}", strip.id))?);
        let pieces = pieces.unwrap_or(strip.length - state.track(lane).laid);
        for _ in 0..pieces {
            let Some(lay) = ways.iter().find(|lay| lay.can_grow(&rules, state, company, lane, end)) else {
                return Err(format!("{} cannot lay a piece on {} from {near}", parts.party_name(party), strip.id));
            };
            self.arrange(state, |table, _| {
                lay.lay_piece(&rules, table, company, lane, end, SeatId(0), !branch);
            })?;
        }
        Ok(())
    }

    /// Gives a seat a lane without asking for cards, with everything else that having it brings: pieces, gains, what it closes and
    /// what scripts make of it. It is given by the first action that could give it; says why when the seat could have it by none.
    pub fn give(&mut self, state: &mut State, seat: SeatId, name: &str) -> Result<(), String> {
        let rules = self.rules().clone();
        // Where only scripts give lanes away, a lane that is open can be had.
        let (any_open, no_pieces) = (LaneRule::default(), Pieces::default());
        let given = rules.actions.iter().enumerate().map(|(i, action)| Some((i, action.mechanic.whole_lanes()?)));
        let mut ways: Vec<(usize, WholeLanes)> = given.flatten().collect();
        if ways.is_empty() {
            ways.push((0, WholeLanes { rule: &any_open, pieces: &no_pieces }));
        }
        let mut scratch = Scratch::default();
        let mut found: Option<(LaneId, WholeLanes, bool)> = None;
        let mut refused = None;
        for (id, way) in ways {
            let context = DecisionContext { rules: &rules, state, seat, id: ActionId::from(id), progress: Progress::default() };
            let lane = find_lane(&rules, name, |lane| way.rule.refuse(&context, lane, seat.into()).is_none())?;
            let reason = way.rule.refuse(&context, lane, seat.into()).map(|reason| reason.text);
            let what = (Item::Lane(lane), rules.parts.map.lane(lane).id.as_str());
            if let Some(reason) = reason.or_else(|| way.pieces.refuse(&rules, state, seat, &mut scratch, what)) {
                refused.get_or_insert(reason);
                continue;
            }
            let fits = way.rule.fits(&rules, state, seat, lane, &mut scratch);
            // One whose filter holds goes before one that would give the lane at some other time.
            if found.is_none_or(|(.., fitted)| fits && !fitted) {
                found = Some((lane, way, fits));
            }
        }
        let Some((lane, WholeLanes { rule, pieces }, _)) = found else { return Err(refused.unwrap_or_default()) };
        self.arrange(state, |table, work| rule.take(&rules, table, &mut work.scratch, lane, seat, pieces))
    }

    /// Changes a position as rules would: scripts hear what happens, and what follows from it happens, too.
    fn arrange(&mut self, state: &mut State, change: impl FnOnce(&mut Effects, &mut Workspace)) -> Result<(), String> {
        let rules = self.rules().clone();
        let arranged = self.heard_by_scripts(&mut Events::default(), |engine, events| {
            let work = engine.workspace();
            let mut table = Effects::new(&rules.parts, state, events);
            change(&mut table, work);
            if work.hears != 0 {
                work.react(&rules, &mut table)?;
            }
            flow::settle(&rules, &mut table, work)
        });
        arranged.map_err(|fault| fault.to_string())
    }
}
