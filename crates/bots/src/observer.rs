//! Somebody who watches games between bots from beside the table, secrets included: records, reports, the search for
//! holes in the rules. Nobody at the table hears of what an observer saw.

use railwright_core::id::SeatId;
use railwright_core::{Action, Event, State};
use railwright_rules::{Engine, ScoreSheet};

/// What an observer is shown of one decision, before it is carried out.
pub struct ObservedDecision<'a> {
    /// The whole position.
    pub state: &'a State,
    /// Who chooses.
    pub seat: SeatId,
    /// What it could do; empty for an observer that wants no [lists](Observer::lists).
    pub legal: &'a [Action],
    /// Which of these it chose.
    pub choice: usize,
    /// The same in words; empty unless the observer [reads](Observer::reads).
    pub text: &'a str,
}

/// Watches games. What is not wanted costs nothing: every method has an empty body to start from.
pub trait Observer {
    /// The kinds of event it wants to hear, as bits of [`Event::bit`].
    fn hears(&self) -> u16 {
        0
    }

    /// Whether it wants choices in words.
    fn reads(&self) -> bool {
        false
    }

    /// Whether it wants to see what else could have been chosen. A seat that chooses at random needs no list by itself.
    fn lists(&self) -> bool {
        true
    }

    /// A game begins; set-up is played up to the first decision.
    fn began(&mut self, _seed: u64, _state: &State) {}

    /// Whether the game is to go on; asked before every choice. One that does not is [stopped](Observer::stopped).
    fn goes_on(&mut self) -> bool {
        true
    }

    /// Somebody chose; actions without alternative are shown as well.
    fn chose(&mut self, _seen: &ObservedDecision) {}

    /// What came of the last choice, or of set-up.
    fn happened(&mut self, _state: &State, _events: &[Event]) {}

    /// Another turn has begun; the engine can be asked about the position, for example to score it.
    fn turned(&mut self, _engine: &mut Engine, _state: &State) {}

    /// The game is over; the engine can still be asked about the last state.
    fn ended(&mut self, _engine: &mut Engine, _state: &State, _sheet: &ScoreSheet) {}

    /// The game could not be played to its end.
    fn failed(&mut self, _state: &State, _why: &str) {}

    /// The game was left in the middle, because all is to stop or it was not to go on: it is as if it had not begun.
    fn stopped(&mut self) {}
}

/// Nobody watches.
impl Observer for () {
    fn lists(&self) -> bool {
        false
    }
}
