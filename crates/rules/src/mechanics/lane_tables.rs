//! Numbers that depend on a lane or a place alone are worked out once, when the game is loaded.

use crate::compile::Compiler;
use railwright_core::expr::{Eval, Formula, Item, Scratch};
use railwright_core::id::{LaneId, PartyId};
use railwright_core::narrow::saturated;
use railwright_core::state::State;

/// What a fixed formula is worth for each lane.
pub(crate) fn lane_values(compiler: &Compiler, formula: &Formula) -> Vec<i32> {
    let state = State::new(&compiler.parts);
    let mut scratch = Scratch::default();
    let lanes = (0..compiler.parts.map.lanes.len()).map(LaneId::from);
    lanes
        .map(|lane| {
            saturated::<i32>(
                Eval::new(&compiler.parts, &state, PartyId(0), &mut scratch).about(Item::Lane(lane)).value(&formula.expr),
            )
        })
        .collect()
}
