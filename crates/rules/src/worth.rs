//! What a position is worth to each seat: what bots value, said by the game in `[bots]`.
//!
//! Only bots ask for it; no rule does. A game that says nothing is valued by its score sheet as it would be if the game
//! ended now, and a game that is over always is.

use crate::compile::Compiler;
use crate::engine::Engine;
use crate::oracle::{LegalityOracle, SheetOracle};
use crate::rules::Fault;
use crate::score::{self, ScoreSheet};
use railwright_core::State;
use railwright_core::expr::{Eval, Expr, Formula, ItemType};
use railwright_core::id::{MAX_SEATS, PartyId, SeatId};
use railwright_source::{Kind, Need, Reader, Schema, key};

/// What bots value.
pub const BOTS: Schema = Schema::new(
    "bots",
    "What bots value in a position: `[bots]`. No rule depends on it. Each value is worked out for a seat, and their sum is what the \
     position is worth to it; a game that is over is worth its final score. Without values it is the score sheet as it would be if \
     the game ended now. A value may ask for everything that a line of the score sheet may, `script(module)` included.",
    &[
        key("values", Kind::Map(&Kind::Expr), Need::Optional, "what a position is worth to a seat: the sum of these"),
        key(
            "unit",
            Kind::Int { min: 1, max: 1000 },
            Need::Default("1"),
            "how much of the values makes a point of the score, so that values can be finer than points",
        ),
    ],
)
.example("[bots]\nunit = 10\nvalues.score = \"10 * points\"\nvalues.hand = \"3 * size(hand)\"");

/// What bots value, compiled.
#[derive(Clone, Debug)]
pub struct Worth {
    /// The values by name.
    pub values: Vec<(String, Formula)>,
    /// How much of the values makes a point.
    pub unit: i64,
    /// Whether a value asks what can be chosen or what a script says.
    asks: bool,
    /// Whether a value asks for the score sheet.
    scores: bool,
}

pub(crate) fn compile(compiler: &mut Compiler, game: &Reader) -> Worth {
    let mut worth = Worth { values: Vec::new(), unit: 1, asks: false, scores: true };
    let Some(reader) = game.table("bots") else { return worth };
    worth.unit = reader.int("unit").unwrap_or(1);
    for (id, _, node) in reader.map("values") {
        let formula = compiler.formula_of(node, ItemType::Nothing);
        let number = worth.values.len() as u16;
        worth.values.extend(formula.map(|formula| (id.to_owned(), formula.spelled_out(&compiler.parts, number))));
    }
    let any = |is: fn(&Expr) -> bool| worth.values.iter().any(|(_, f)| f.expr.any(&mut |e| is(e)));
    let asks = any(|e| matches!(e, Expr::Can { .. } | Expr::Script(_)));
    let scores = any(|e| matches!(e, Expr::Total | Expr::Awards | Expr::Won(_) | Expr::DummyTotal(_)));
    (worth.asks, worth.scores) = (asks, scores || worth.values.is_empty());
    worth
}

impl Engine {
    /// What a position is worth to each seat, in units of which [`Worth::unit`] make a point.
    pub fn worth(&mut self, state: &State, worth: &mut [i64; MAX_SEATS]) -> Result<(), Fault> {
        let (rules, work, sheet) = self.rooms();
        let over = state.clock().over.is_some();
        if over || rules.worth.scores {
            score::fill(rules, state, &mut work.scratch, &mut *work.scripts, sheet)?;
        }
        if over || rules.worth.values.is_empty() {
            *worth = sheet.totals.map(|total| total * rules.worth.unit);
            return Ok(());
        }
        let values = &rules.worth.values;
        if !rules.worth.asks {
            let mut eval = Eval::new(&rules.parts, state, PartyId(0), &mut work.scratch).asking(sheet);
            for seat in 0..rules.parts.seats {
                eval.party = PartyId(seat);
                worth[seat as usize] = values.iter().map(|(_, formula)| eval.value(&formula.expr)).sum();
            }
            return Ok(());
        }
        let asked = SheetOracle { rest: LegalityOracle::new(rules, state, work), sheet };
        for seat in 0..rules.parts.seats {
            let mut eval = Eval::new(&rules.parts, state, PartyId(seat), &mut work.scratch).asking(&asked);
            worth[seat as usize] = values.iter().map(|(_, formula)| eval.value(&formula.expr)).sum();
        }
        asked.rest.give_back(work);
        work.fault.take().map_or(Ok(()), Err)
    }

    /// The same for one seat alone.
    pub fn worth_to(&mut self, state: &State, seat: SeatId) -> Result<i64, Fault> {
        let (rules, work, sheet) = self.rooms();
        if state.clock().over.is_some() || rules.worth.scores || rules.worth.asks {
            let mut worth = [0; MAX_SEATS];
            self.worth(state, &mut worth)?;
            return Ok(worth[seat.index()]);
        }
        let mut eval = Eval::new(&rules.parts, state, seat.into(), &mut work.scratch).asking(sheet);
        Ok(rules.worth.values.iter().map(|(_, formula)| eval.value(&formula.expr)).sum())
    }

    /// What each of the game's values comes to for a seat, by name: for those who tune them.
    pub fn values(&mut self, state: &State, seat: SeatId) -> Result<Vec<(String, i64)>, Fault> {
        let rules = self.rules().clone();
        let mut sheet = ScoreSheet::default();
        self.score(state, &mut sheet)?;
        let work = self.workspace();
        let asked = SheetOracle { rest: LegalityOracle::new(&rules, state, work), sheet: &sheet };
        let mut eval = Eval::new(&rules.parts, state, seat.into(), &mut work.scratch).asking(&asked);
        let values = rules.worth.values.iter().map(|(id, formula)| (id.clone(), eval.value(&formula.expr))).collect();
        asked.rest.give_back(work);
        Ok(values)
    }
}
