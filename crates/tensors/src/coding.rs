//! How a game becomes numbers, worked out once for its rules.

use crate::axis::NoAxis;
use crate::layout::Layout;
use crate::observe::Plan;
use crate::space::Space;
use railwright_core::State;
use railwright_core::id::SeatId;
use railwright_rules::{Engine, Rules};
use std::sync::Arc;

/// The action space and the layout of observations of a game. Cloning it costs as much as making it: share it.
#[derive(Clone, Debug)]
pub struct Coding {
    rules: Arc<Rules>,
    space: Space,
    layout: Layout,
    plan: Plan,
}

impl Coding {
    /// Of a game whose actions are said in words.
    pub fn new(rules: &Arc<Rules>) -> Self {
        Self::with_space(rules, Space::new(rules))
    }

    /// Of a game with a number for each action.
    pub fn on_one_axis(rules: &Arc<Rules>) -> Result<Self, NoAxis> {
        Ok(Self::with_space(rules, Space::on_one_axis(rules)?))
    }

    fn with_space(rules: &Arc<Rules>, space: Space) -> Self {
        let (plan, layout) = Plan::new(rules, &space);
        Coding { rules: rules.clone(), space, layout, plan }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.rules.parts.seats.into()
    }

    /// The words in which actions are said.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// What the numbers of an observation mean.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Writes what a seat may see, and what it has said of an action so far. `out` is as long as the layout says.
    pub fn observe(&self, engine: &mut Engine, state: &State, seat: SeatId, said: &[u32], out: &mut [f32]) {
        out.fill(0.0);
        self.plan.fill(engine, state, seat, said, out);
    }
}
