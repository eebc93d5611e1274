//! Questions about a position in the language of the game's own conditions, with the values that answer them.

use crate::engine::Engine;
use crate::fault::Fault;
use crate::oracle::{LegalityOracle, SheetOracle};
use crate::rules::Rules;
use crate::score::{self, ScoreSheet};
use railwright_core::expr::{Eval, ExprError, Formula, Item, Occasion, Oracle, Scope, Scratch, Source};
use railwright_core::id::SeatId;
use railwright_core::{Action, State, SubjectKinds};

/// What a formula is worth, and which values led to that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The number; truth is 1, falsehood 0.
    pub value: i64,
    /// The values it was worked out from: `size(deck) is 0, trains is 3`.
    pub values: String,
}

/// What formulas ask beyond the position itself. Getting these answers ready takes time, which those that ask less need not spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asks {
    /// The score sheet: totals and awards.
    pub score: bool,
    /// What a seat can choose, and what scripts say.
    pub choices: bool,
}

impl Asks {
    /// The position is enough.
    pub const NOTHING: Asks = Asks { score: false, choices: false };

    /// What these formulas ask.
    pub fn of<'a>(formulas: impl IntoIterator<Item = &'a Formula>) -> Self {
        let mut asks = Asks::NOTHING;
        for formula in formulas {
            formula.expr.any(&mut |part| {
                asks.choices |= part.source() == Source::Choices;
                asks.score |= part.source() == Source::ScoreSheet;
                false
            });
        }
        asks
    }
}

impl Engine {
    /// Works out formulas in a state with the room that the engine has for it: `work` gets an evaluator that answers what
    /// they ask, for the first seat until it sets another `party`.
    #[inline]
    pub fn evaluate<T>(&mut self, state: &State, asks: Asks, work: impl FnOnce(&Rules, &mut Eval) -> T) -> Result<T, Fault> {
        let (rules, room, sheet) = self.rooms();
        if asks.score {
            score::fill(rules, state, &mut room.scratch, &mut *room.scripts, sheet)?;
        }
        let party = SeatId(0).into();
        if !asks.choices {
            let eval = Eval::new(&rules.parts, state, party, &mut room.scratch);
            // A sheet that was not filled in is that of another position.
            let worked_out = work(rules, &mut if asks.score { eval.asking(sheet) } else { eval });
            return room.worked_out(rules).map(|()| worked_out);
        }
        let asked = SheetOracle { rest: LegalityOracle::new(rules, state, room), sheet };
        let oracle: &dyn Oracle = if asks.score { &asked } else { &asked.rest };
        let worked_out = work(rules, &mut Eval::new(&rules.parts, state, party, &mut room.scratch).asking(oracle));
        asked.rest.give_back(room);
        room.worked_out(rules)?;
        room.fault.take().map_or(Ok(worked_out), Err)
    }

    /// What an action is about, as filters see it.
    pub fn item(&self, action: Action) -> Item {
        self.rules().actions.get(action.action.index()).map_or(Item::Nothing, |a| a.item(self.rules(), action))
    }

    /// Compiles a formula that may ask for everything a seat's conditions can, and for the score sheet.
    pub fn formula(&self, text: &str) -> Result<Formula, ExprError> {
        let rules = self.rules();
        let actions: Vec<_> = rules.actions.iter().map(|a| (a.id.clone(), a.outline.about)).collect();
        let lines: Vec<String> = rules.score.lines.iter().map(|l| l.id.clone()).collect();
        let last = rules.actions.iter().fold(SubjectKinds::NONE, |all, action| all.or(action.outline.last));
        let modules: Vec<String> = rules.scripts.iter().map(|script| script.id.clone()).collect();
        let occasion = Occasion::ALL;
        let scope = Scope { actions: &actions, lines: &lines, modules: &modules, last, occasion, ..Scope::of(&rules.parts) };
        Formula::compile(text, &scope)
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
        match self.workspace().fault.take() {
            Some(fault) => Err(fault),
            None if scratch.gave_up() => Err(Fault::endless_trail(&rules.trails)),
            None => Ok(answer),
        }
    }
}
