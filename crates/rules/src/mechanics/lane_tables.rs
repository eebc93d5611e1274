//! Numbers that depend on a lane or a place alone are worked out once, when the game is loaded.

use crate::compile::Compiler;
use railwright_core::expr::{Eval, Expr, Formula, Item, Scratch};
use railwright_core::id::{LaneId, PartyId};
use railwright_core::state::State;

/// Whether a formula about a lane or a place depends on the board alone.
pub(crate) fn is_fixed(expr: &Expr) -> bool {
    match expr {
        Expr::Int(_)
        | Expr::Length
        | Expr::Color
        | Expr::Attribute(_)
        | Expr::Tag(_)
        | Expr::Players
        | Expr::ItemItself
        | Expr::Junction => true,
        Expr::Not(a) | Expr::Negative(a) | Expr::Lookup(_, a) | Expr::Ends(a) => is_fixed(a),
        Expr::And(a, b) | Expr::Or(a, b) | Expr::Compare(_, a, b) | Expr::Same(_, a, b) | Expr::Math(_, a, b) => {
            is_fixed(a) && is_fixed(b)
        }
        Expr::If(three) => three.iter().all(is_fixed),
        Expr::Min(list) | Expr::Max(list) => list.iter().all(is_fixed),
        _ => false,
    }
}

/// What a fixed formula is worth for each lane.
pub(crate) fn lane_values(compiler: &Compiler, formula: &Formula) -> Vec<i32> {
    let state = State::new(&compiler.parts);
    let mut scratch = Scratch::default();
    let lanes = (0..compiler.parts.map.lanes.len()).map(LaneId::from);
    lanes
        .map(|lane| {
            Eval::new(&compiler.parts, &state, PartyId(0), &mut scratch).about(Item::Lane(lane)).value(&formula.expr) as i32
        })
        .collect()
}
