//! What the expressions of a probe are worth, by the plain evaluator.

use railwright_core::expr::{Expr, Formula, Item, ItemType, Oracle, Scope, Source};
use railwright_core::id::PartyId;
use railwright_core::{Components, State};
use railwright_plain::Plain;

/// Answers nothing: what asks is left out.
struct Silent;

impl Oracle for Silent {}

/// A text as the plain evaluator reads it, if the position says all that it asks for.
pub struct PlainFormula {
    expr: Expr,
    about: ItemType,
}

impl PlainFormula {
    /// Reads a text about items of a kind. What only choices, the score sheet or the occasion can answer is left to other tests, and what the
    /// last action was about is not known here.
    pub fn read(parts: &Components, text: &str, about: ItemType) -> Option<Self> {
        let expr = Formula::resolved(text, &Scope { item: about, ..Scope::of(parts) }).ok()?;
        let beyond = |part: &Expr| match part {
            Expr::LastLane(..) | Expr::LastPlace | Expr::LastCompany | Expr::Longest(_) | Expr::Space | Expr::Level => true,
            other => matches!(other.source(), Source::Choices | Source::ScoreSheet),
        };
        (!expr.any(&mut |part| beyond(part))).then_some(PlainFormula { expr, about })
    }

    /// What it is worth for a seat, about an item of its kind.
    pub fn value(&self, parts: &Components, state: &State, seat: usize, item: Item) -> i64 {
        debug_assert!(matches!(
            (self.about, item),
            (ItemType::Nothing, Item::Nothing)
                | (ItemType::Card(_), Item::Card(..))
                | (ItemType::Lane, Item::Lane(_))
                | (ItemType::Place, Item::Place(_))
                | (ItemType::Company, Item::Company(_))
        ));
        Plain::new(parts, state, &Silent, PartyId::from(railwright_core::id::SeatId::from(seat)), item).value(&self.expr)
    }

    /// Whether it is the same however the position changes.
    pub fn stays(&self) -> bool {
        self.expr.is_fixed_for_each()
    }
}
