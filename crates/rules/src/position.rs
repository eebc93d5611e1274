//! What is needed to begin in a given position: set-up played by itself, lanes given with all that follows.

use crate::engine::Engine;
use crate::flow::StepKind;
use crate::mechanics::DecisionContext;
use crate::mechanics::lanes::{LaneRule, WholeLanes, find_lane, too_few_pieces};
use crate::rules::Fault;
use railwright_core::bits;
use railwright_core::id::{ActionId, SeatId};
use railwright_core::state::Progress;
use railwright_core::{Effects, Events, State};

/// More decisions than any set-up has.
const SET_UP_DECISIONS: u32 = 1000;

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
    /// number of pieces, perhaps as a `branch` that leaves an end where it is. Says why when it could not grow there.
    pub fn lay_out_track(&mut self, state: &mut State, company: usize, text: &str) -> Result<(), String> {
        let rules = self.rules().clone();
        let parts = &rules.parts;
        let lay = rules.actions.iter().find_map(|action| action.mechanic.lays_track());
        let lay = lay.ok_or("no action of this game lays track for companies")?;
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
        let end = ends.iter().position(|end| *end == near).ok_or_else(|| format!("`{near}` is no end of {}", strip.id))? as u8;
        let pieces = pieces.unwrap_or(strip.length - state.track(lane).laid);
        for _ in 0..pieces {
            if !lay.can_grow(&rules, state, company, lane, end) {
                return Err(format!("{} cannot lay a piece on {} from {near}", parts.party_name(party), strip.id));
            }
            let mut events = Events::default();
            let mut table = Effects::new(parts, state, &mut events);
            lay.lay_piece(&rules, &mut table, company, lane, end, SeatId(0), !branch);
        }
        Ok(())
    }

    /// Gives a seat a lane without asking for cards, with everything else that having it brings: pieces, gains and
    /// what it closes. Says why when the seat could not have it.
    pub fn give(&mut self, state: &mut State, seat: SeatId, lane: &str) -> Result<(), String> {
        let rules = self.rules().clone();
        let found = rules.actions.iter().enumerate().find_map(|(i, action)| {
            action.mechanic.whole_lanes().map(|WholeLanes { rule, pieces }| (ActionId::from(i), rule, pieces))
        });
        // Where only scripts give lanes away, a lane that is open can be had.
        let any_open = LaneRule::default();
        let (id, rule, pieces) = found.unwrap_or((ActionId(0), &any_open, None));
        let context = DecisionContext { rules: &rules, state, seat, id, progress: Progress::default() };
        let lane = find_lane(&rules, lane, |lane| rule.refuse(&context, lane, seat.into()).is_none())?;
        if let Some(reason) = rule.refuse(&context, lane, seat.into()) {
            return Err(reason);
        }
        if let Some(reason) = too_few_pieces(&rules, state, seat, pieces, lane) {
            return Err(reason);
        }
        let mut events = Events::default();
        let mut table = Effects::new(&rules.parts, state, &mut events);
        rule.take(&rules, &mut table, &mut self.workspace().scratch, lane, seat, pieces);
        Ok(())
    }
}
