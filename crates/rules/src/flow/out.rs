//! Players who are out: said once by a step, and heeded by turns, steps and functions that go through the seats.

use super::StepKind;
use super::run::holds;
use crate::rules::Rules;
use crate::workspace::Workspace;
use railwright_core::Event;
use railwright_core::effect::Effects;
use railwright_core::expr::Formula;
use railwright_core::id::{SeatId, SeatSet};
use railwright_core::narrow::narrow;
use railwright_core::state::Clock;

/// Which seats a step puts out or lets play again.
#[derive(Clone, Debug)]
pub(crate) struct Leaving {
    /// Whether they are out from now on.
    pub(super) out: bool,
    /// Each seat, and not the one whose turn it is.
    pub(super) each: bool,
    pub(super) which: Option<Formula>,
}

impl Leaving {
    /// Puts them out or lets them play again, judged as things stood before.
    #[cold]
    pub(super) fn happen(&self, rules: &Rules, table: &mut Effects, work: &mut Workspace) {
        let actor = table.state().clock().actor;
        let asked = if self.each { SeatSet::all(rules.parts.seats) } else { SeatSet::only(actor) };
        let mut leaving = SeatSet::NONE;
        for seat in asked.iter() {
            if self.which.as_ref().is_none_or(|which| holds(rules, table.state(), work, seat, which)) {
                leaving.0 |= SeatSet::only(seat).0;
            }
        }
        put_out(rules, table, leaving, self.out);
    }
}

/// Puts seats out, or lets them play again; those of which it is so already stay as they are.
pub fn put_out(rules: &Rules, table: &mut Effects, seats: SeatSet, out: bool) {
    let clock = table.state().clock();
    let before = clock.out;
    let changed = if out { SeatSet(seats.0 & !before.0) } else { SeatSet(seats.0 & before.0) };
    let last = last_to_play(rules, clock);
    let clock = table.clock();
    clock.out.0 ^= changed.0;
    if let Some((whose, last)) = last {
        let still = clock.round_from(whose, rules.parts.seats).take_while(|&seat| seat != last).chain([last]);
        let turns = still.filter(|&seat| seat == whose || !clock.out.has(seat)).count();
        clock.last_turns = Some(narrow::<u8>(turns));
    }
    for seat in changed.iter() {
        table.emit(Event::Out { seat, out });
    }
}

/// Whose turn it is and who has the last one, once the last turns have begun.
fn last_to_play(rules: &Rules, clock: &Clock) -> Option<(SeatId, SeatId)> {
    let left = usize::from(clock.last_turns?);
    let is_turns = |step: usize| matches!(rules.flow.steps[step].kind, StepKind::Turns { .. });
    let at = clock.frames.iter().rposition(|frame| is_turns(frame.step.index()))?;
    // A step within the turn may be for another seat; its frame remembers whose turn it was before.
    let whose = clock.frames.get(at + 1).map_or(clock.actor, |frame| frame.actor);
    let playing = clock.round_from(whose, rules.parts.seats).filter(|&seat| seat == whose || !clock.out.has(seat));
    playing.take(left).last().map(|last| (whose, last))
}
