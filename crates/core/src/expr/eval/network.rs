//! What the lanes of a party make up: its longest trail, and which places they join.

use super::{Eval, Scratch};
use crate::bits;
use crate::expr::Expr;

impl Eval<'_> {
    pub(super) fn longest(&mut self, filter: &Expr) -> i64 {
        if *filter == Expr::Own {
            return self.scratch.trails.longest(&self.parts.map, self.state.own(self.parts, self.party)).into();
        }
        let mut set = std::mem::take(&mut self.scratch.set);
        set.clear();
        set.resize(bits::words(self.parts.map.lanes.len()), 0);
        self.each_lane(filter, |_, lane| bits::put(&mut set, lane.index()));
        let longest = self.scratch.trails.longest(&self.parts.map, &set);
        self.scratch.set = set;
        longest.into()
    }

    /// Finds the connected parts of the party's own lanes, once.
    pub(super) fn join(&mut self) {
        if self.scratch.joined == Some(self.party) {
            return;
        }
        let (map, own) = (&self.parts.map, self.state.own(self.parts, self.party));
        let Scratch { leads, joined, .. } = &mut *self.scratch;
        leads.clear();
        leads.extend(0..map.places.len() as u16);
        for lane in bits::iter(own) {
            let [a, b] = map.lanes[lane].ends.map(|end| last_of(leads, end.index()));
            leads[a.max(b)] = a.min(b) as u16;
        }
        *joined = Some(self.party);
    }
}

/// The place that all places of a part of a network lead to.
#[inline]
pub(super) fn last_of(leads: &[u16], mut place: usize) -> usize {
    while leads[place] as usize != place {
        place = leads[place] as usize;
    }
    place
}
