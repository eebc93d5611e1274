//! What is needed to begin in a given position: set-up played by itself, lanes given with all that follows.

use crate::engine::Engine;
use crate::flow::StepKind;
use crate::mechanics::lanes::find_lane;
use crate::mechanics::{Look, Mechanic};
use crate::rules::Fault;
use railwright_core::id::{ActionId, SeatId};
use railwright_core::state::Progress;
use railwright_core::{Effects, Events, State};

/// More decisions than any set-up has.
const SET_UP_DECISIONS: u32 = 1000;

impl Engine {
    /// Plays set-up with the first legal action of everybody who is asked, up to the first turn. A game whose turn
    /// structure has no `turns` stays at its first decision.
    pub fn play_set_up(&mut self, state: &mut State, events: &mut Events) -> Result<(), Fault> {
        let turns = self.rules().flow.steps.iter().any(|s| matches!(s.kind, StepKind::Turns { .. }));
        for _ in 0..SET_UP_DECISIONS {
            let clock = state.clock();
            if !turns || clock.turn > 0 || clock.over.is_some() {
                break;
            }
            let Some(seat) = clock.waiting.iter().next() else { break };
            self.legal(state, seat)?;
            let Some(first) = self.pick(0) else { break };
            self.step(state, first, events)?;
        }
        Ok(())
    }

    /// Gives a seat a lane without asking for cards, with everything else that having it brings: pieces, gains and
    /// what it closes. Says why when the seat could not have it.
    pub fn give(&mut self, state: &mut State, seat: SeatId, lane: &str) -> Result<(), String> {
        let rules = self.rules().clone();
        let found = rules.actions.iter().enumerate().find_map(|(i, action)| match &action.mechanic {
            Mechanic::Claim(claim) => Some((ActionId::from(i), &claim.rule, claim.pieces)),
            Mechanic::Build(build) => Some((ActionId::from(i), &build.rule, Some(build.pieces))),
            _ => None,
        });
        let (id, rule, pieces) = found.ok_or("no action of this game gives a seat a whole lane")?;
        let look = Look { rules: &rules, state, seat, id, progress: Progress::default() };
        let lane = find_lane(&rules, lane, |lane| rule.refuse(&look, lane, seat.into()).is_none())?;
        if let Some(reason) = rule.refuse(&look, lane, seat.into()) {
            return Err(reason);
        }
        let strip = rules.parts.map.lane(lane);
        if let Some(pieces) = pieces {
            let left = state.counter(&rules.parts, pieces, seat.index());
            if left < i32::from(strip.length) {
                let name = &rules.parts.counters[pieces.index()].id;
                return Err(format!("{} takes {} {name} and only {left} are left", strip.id, strip.length));
            }
        }
        let mut events = Events::default();
        let mut table = Effects::new(&rules.parts, state, &mut events);
        table.claim(lane, seat.into(), seat);
        if let Some(pieces) = pieces {
            table.add(pieces, seat.index(), -i32::from(strip.length));
        }
        rule.gain(&rules, &mut table, &mut self.workspace().scratch, lane, seat.into());
        rule.had(&rules, &mut table, lane, seat.into());
        Ok(())
    }
}
