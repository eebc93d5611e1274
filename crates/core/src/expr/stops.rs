//! Filters that ask where the party's train stands, partially evaluated at load for every place in which it can.

use super::{Eval, Expr, Item, Scratch, Source};
use crate::bits;
use crate::components::Components;
use crate::id::{PartyId, PlaceId};
use crate::state::{Standing, State};

/// For each place in which the train may stand, those for whom a filter holds.
#[derive(Clone, Debug)]
pub(super) struct Stops {
    words: usize,
    /// A set for each place, and one for a train that stands in none.
    fitting: Vec<u64>,
}

impl Stops {
    /// Splits a filter about some items in what depends on the train's place and on print alone, and the rest.
    pub(super) fn split(filter: &Expr, parts: &Components, count: usize, item: &dyn Fn(usize) -> Item) -> (Option<Self>, Expr) {
        let (mut by_place, mut rest) = (None, None);
        let also = |all: &mut Option<Expr>, one: &Expr| {
            *all = Some(match all.take() {
                Some(all) => Expr::And(Box::new(all), Box::new(one.clone())),
                None => one.clone(),
            });
        };
        each_condition(filter, &mut |one| also(if is_by_place(one) { &mut by_place } else { &mut rest }, one));
        let (Some(by_place), Some(train)) = (by_place, parts.trains.first()) else { return (None, filter.clone()) };
        let words = bits::words(count);
        let mut fitting = vec![0; words * (parts.map.places.len() + 1)];
        let mut state = State::new(parts);
        let mut scratch = Scratch::default();
        for (place, fitting) in fitting.chunks_mut(words.max(1)).enumerate() {
            state.trains[0] = if place < parts.map.places.len() { Standing::In(PlaceId::from(place)) } else { Standing::Off };
            let mut eval = Eval::new(parts, &state, PartyId::from(train.seat), &mut scratch);
            (0..count).filter(|&i| eval.about_now(item(i), &by_place) != 0).for_each(|i| bits::put(fitting, i));
        }
        (Some(Stops { words, fitting }), rest.unwrap_or(Expr::Int(1)))
    }

    /// Those who fit a train that stands there, as bits.
    #[inline]
    pub(super) fn at(&self, train: Standing) -> &[u64] {
        let none = self.fitting.len() - self.words;
        let from = if let Standing::In(place) = train { place.index() * self.words } else { none };
        &self.fitting[from..from + self.words]
    }
}

/// Calls `each` with the conditions that must all hold.
pub(super) fn each_condition(filter: &Expr, each: &mut impl FnMut(&Expr)) {
    match filter {
        Expr::And(a, b) => {
            each_condition(a, each);
            each_condition(b, each);
        }
        one => each(one),
    }
}

/// Whether a condition depends on the place of the train and on nothing else that can change.
fn is_by_place(condition: &Expr) -> bool {
    let mut asks = false;
    let other = condition.any(&mut |part| {
        asks |= matches!(part, Expr::TrainPlace);
        // What goes through items is worked out in play: there may be many of them for each place.
        let known = matches!(part.source(), Source::Parts | Source::Printed) || matches!(part, Expr::At(..) | Expr::Pays(..));
        !known && !matches!(part, Expr::TrainPlace)
    });
    asks && !other
}
