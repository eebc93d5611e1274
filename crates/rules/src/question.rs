//! Questions about a position in the language of the game's own conditions, with the values that answer them.

use crate::engine::Engine;
use crate::oracle::{LegalityOracle, SheetOracle};
use crate::rules::Fault;
use crate::score::ScoreSheet;
use railwright_core::State;
use railwright_core::expr::{Eval, ExprError, Formula, Scope, Scratch};
use railwright_core::id::SeatId;

/// What a formula is worth, and which values led to that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The number; truth is 1, falsehood 0.
    pub value: i64,
    /// The values it was worked out from: `size(deck) is 0, trains is 3`.
    pub values: String,
}

impl Engine {
    /// Compiles a formula that may ask for everything a seat's conditions can, and for the score sheet.
    pub fn formula(&self, text: &str) -> Result<Formula, ExprError> {
        let rules = self.rules();
        let actions: Vec<_> = rules.actions.iter().map(|a| (a.id.clone(), a.about)).collect();
        let lines: Vec<String> = rules.score.lines.iter().map(|l| l.id.clone()).collect();
        Formula::compile(text, &Scope { actions: &actions, lines: &lines, ..Scope::of(&rules.parts) })
    }

    /// Works out a formula for a seat.
    pub fn answer(&mut self, state: &State, seat: SeatId, formula: &Formula) -> Result<Answer, Fault> {
        let mut sheet = ScoreSheet::default();
        self.score(state, &mut sheet)?;
        let rules = self.rules().clone();
        let asked = SheetOracle { rest: LegalityOracle::new(&rules, state, self.workspace()), sheet: &sheet };
        let mut scratch = Scratch::default();
        let mut eval = Eval::new(&rules.parts, state, seat.into(), &mut scratch).asking(&asked);
        let answer = Answer { value: eval.value(&formula.expr), values: formula.explain(&mut eval) };
        asked.rest.give_back(self.workspace());
        Ok(answer)
    }
}
