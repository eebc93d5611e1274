//! All that `take` can ever list: each kind of card from each row or bag, a card unseen from each pile, and to stop.

use super::{STOP, Take, UNSEEN};
use crate::rules::Rules;
use railwright_core::Action;
use railwright_core::id::ActionId;
use railwright_core::narrow::narrow;

impl Take {
    /// Nothing where cards lie at things: what is taken from where is not numbered.
    pub(super) fn every_card(&self, rules: &Rules, id: ActionId) -> Option<Vec<Action>> {
        if self.there.is_some() {
            return None;
        }
        let blank = Action { action: id, ..Action::default() };
        let mut all = Vec::new();
        for source in &self.sources {
            let from = Action { object: u16::from(source.zone.0), ..blank };
            let kinds = rules.parts.cards_in(source.zone).kinds.len();
            match source.seen {
                true => all.extend((0..kinds).map(|kind| Action { subject: narrow::<u16>(kind), ..from })),
                false => all.push(Action { subject: UNSEEN, ..from }),
            }
        }
        all.extend(self.may_stop.then_some(Action { form: STOP, ..blank }));
        Some(all)
    }
}
