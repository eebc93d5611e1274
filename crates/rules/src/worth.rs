//! What a position is worth to each seat: what bots value, said by the game in `[bots]`.
//!
//! It is read here with the rest of the file; no rule asks for it, and working it out is the business of bots.

use crate::compile::Compiler;
use crate::compile::schema::GameKeys;
use crate::question::Asks;
use railwright_core::expr::{Formula, ItemType, Occasion};
use railwright_core::narrow::narrow;
use railwright_source::{Kind, Reader, schema};

schema! {
    /// What bots value.
    pub BOTS: BotsKeys = "bots",
    "What bots value in a position: `[bots]`. No rule depends on it. Each value is worked out for a seat, and their sum is what the \
     position is worth to it; a game that is over is worth its final score. Without values it is the score sheet as it would be if \
     the game ended now. A value may ask for everything that a line of the score sheet may, `tally(module)` included.",
    {
        VALUES: Map(&Kind::Expr) = "values", Optional, "what a position is worth to a seat: the sum of these";
        UNIT: Int(1..=1000) = "unit", Default("1"),
            "how much of the values makes a point of the score, so that values can be finer than points";
    }
    example "[bots]\nunit = 10\nvalues.score = \"10 * points\"\nvalues.hand = \"3 * size(hand)\""
}

/// What bots value, compiled.
#[derive(Clone, Debug)]
pub struct Worth {
    /// The values by name.
    pub values: Vec<(String, Formula)>,
    /// The same put together for those who want nothing but the sum: what depends on the same is looked up at once.
    pub sums: Vec<Formula>,
    /// How much of the values makes a point.
    pub unit: i64,
    /// What the values ask beyond the position; without values it is the score sheet.
    pub asks: Asks,
}

pub(crate) fn compile(compiler: &mut Compiler, game: &Reader<GameKeys>) -> Worth {
    let mut worth = Worth { values: Vec::new(), sums: Vec::new(), unit: 1, asks: Asks { score: true, ..Asks::NOTHING } };
    let Some(reader) = game.get(GameKeys::BOTS) else { return worth };
    worth.unit = reader.get(BotsKeys::UNIT).unwrap_or(1);
    for (id, _, node) in reader.get(BotsKeys::VALUES) {
        let formula = compiler.on(Occasion::ALL, |c| c.formula_of(node, ItemType::Nothing));
        let number = narrow::<u16>(worth.values.len());
        worth.values.extend(formula.map(|formula| (id.to_owned(), formula.spelled_out(&compiler.parts, number))));
    }
    if !worth.values.is_empty() {
        worth.asks = Asks::of(worth.values.iter().map(|(_, formula)| formula));
        let values: Vec<&Formula> = worth.values.iter().map(|(_, formula)| formula).collect();
        worth.sums = Formula::sums(&values, narrow::<u16>(values.len()), &compiler.parts);
    }
    worth
}
