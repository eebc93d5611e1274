//! Which lane can be the next of a path: one from which a city can still be reached and paid for.

use super::lattice::{Exit, free};
use super::outlook::Outlook;
use super::search::Trail;
use super::{Build, DecisionContext};
use crate::price::{Bill, MOST_KINDS, Means, MeansCache, RemainingCards, Ways};
use railwright_core::bits;
use railwright_core::components::CHOSEN;
use railwright_core::id::{LaneId, PlaceId};
use railwright_core::map::Map;

/// Room for the search of paths, reused from decision to decision.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathScratch {
    /// What is known for each action of the game.
    known: Vec<PathCache>,
    trail: Trail,
    /// The free lanes out of the place that a path has come to.
    next: Vec<Exit>,
    pub(super) bill: Bill,
    pub(super) ways: Ways,
    /// A network that is one city.
    pub(super) start: Vec<u64>,
    /// The lanes that are left where not every city may be reached.
    pub(super) left: Vec<u64>,
}

/// What is kept from decision to decision.
#[derive(Clone, Debug, Default)]
struct PathCache {
    book: MeansCache,
    /// The outlook of each seat.
    outlooks: Vec<Outlook>,
}

/// A path under construction and what it may still become.
pub(super) struct Path<'a> {
    pub(super) build: &'a Build,
    pub(super) map: &'a Map,
    pub(super) available: &'a [u64],
    pub(super) outlook: &'a mut Outlook,
    pub(super) book: &'a mut MeansCache,
    pub(super) hand: &'a [u8],
    /// What the hand has left beside what the path costs, where that can be looked up; otherwise what it costs is on the bill.
    pub(super) left: Option<RemainingCards>,
    pub(super) cards: i32,
    /// Whether what it costs is left out.
    pub(super) free: bool,
    pub(super) pieces: i32,
    pub(super) trail: &'a mut Trail,
    pub(super) next: &'a mut Vec<Exit>,
    pub(super) bill: &'a mut Bill,
    pub(super) ways: &'a mut Ways,
}

impl<'a> Path<'a> {
    /// A path from a network, and what was chosen of it.
    pub(super) fn new(
        build: &'a Build,
        context: &DecisionContext<'a>,
        available: &'a [u64],
        network: &[u64],
        free: bool,
        room: &'a mut PathScratch,
    ) -> Self {
        let (parts, state, seat) = (&context.rules.parts, context.state, context.seat);
        let PathScratch { known, trail, next, bill, ways, .. } = room;
        if known.len() <= context.id.index() {
            known.resize_with(context.id.index() + 1, PathCache::default);
        }
        let PathCache { book, outlooks } = &mut known[context.id.index()];
        if outlooks.is_empty() {
            outlooks.resize_with(parts.seats.into(), Outlook::default);
        }
        let outlook = &mut outlooks[seat.index()];
        outlook.renew(&build.lattice, &parts.map, available, network);
        trail.begin(network);
        bill.clear();
        let hand = state.bag(parts, state.spot(parts, build.price.from, seat.into()));
        let mut path = Path {
            build,
            map: &parts.map,
            available,
            outlook,
            book,
            hand,
            left: if build.lattice.plain && !free { RemainingCards::of(hand) } else { None },
            cards: hand.iter().map(|&n| i32::from(n)).sum(),
            free,
            pieces: state.counter(parts, build.counter, seat.index()),
            trail,
            next,
            bill,
            ways,
        };
        if context.progress.action.is_some() {
            path.follow(state.set(parts, CHOSEN, seat.index()));
        }
        path
    }

    /// Takes what was chosen of the path.
    fn follow(&mut self, chosen: &[u64]) {
        self.left = self.left.filter(|_| RemainingCards::bears(bits::count(chosen)));
        for lane in bits::iter(chosen) {
            let (strip, demand) = (&self.map.lanes[lane], self.build.price.demands[lane]);
            strip.ends.iter().for_each(|p| bits::put(&mut self.trail.inside, p.index()));
            self.pieces -= i32::from(self.build.numbers[lane]);
            self.cards -= i32::from(demand.count);
            self.bill.add(demand);
            self.left = self.left.map(|left| left.less(demand.kinds.trailing_zeros() as usize));
        }
    }

    /// Calls `each` with every lane that can be next and the end it leads to, until it wants no more; says whether it does.
    pub(super) fn each_next(mut self, context: &DecisionContext, each: impl FnMut(LaneId, u8) -> bool) -> bool {
        if self.pieces <= 0 {
            return true;
        }
        if context.progress.action.is_none() {
            let frontier = std::mem::take(&mut self.outlook.frontier);
            let more = self.each_of(&frontier, true, each);
            self.outlook.frontier = frontier;
            return more;
        }
        let mut next = std::mem::take(self.next);
        next.clear();
        for exits in self.build.lattice.exits.of(PlaceId(context.progress.at)).chunks(64) {
            let free = bits::Ones(free(exits, u64::MAX, self.available, &self.trail.inside));
            next.extend(free.map(|i| exits[i]));
        }
        let more = self.each_of(&next, false, each);
        *self.next = next;
        more
    }

    /// Calls `each` with those of some free lanes that can be next, until it wants no more; says whether it does.
    #[inline]
    fn each_of(&mut self, lanes: &[Exit], first: bool, mut each: impl FnMut(LaneId, u8) -> bool) -> bool {
        for lanes in lanes.chunks(64) {
            let [sure, perhaps] = self.look_ahead(lanes, first);
            for i in bits::Ones(sure | perhaps) {
                let exit = &lanes[i];
                if (sure >> i & 1 == 1 || self.begins(exit)) && !each(exit.lane, exit.end) {
                    return false;
                }
            }
        }
        true
    }

    /// Which of at most 64 free lanes can be next for sure, as far as can be seen and looked up, and which others a search has to try,
    /// as bits.
    fn look_ahead(&mut self, lanes: &[Exit], first: bool) -> [u64; 2] {
        let (Some(left), Some(scales)) = (self.left, &self.build.scales) else { return [0, u64::MAX >> (64 - lanes.len())] };
        let means = self.book.means(left, scales).with_pieces(self.pieces);
        let (mut sure, mut farther, mut kinds) = (0, 0, 0);
        for (i, exit) in lanes.iter().enumerate() {
            let kind = exit.kind as usize % MOST_KINDS;
            let here = means.one >> kind & exit.ends;
            let soon = (means.two >> (8 * kind)).to_le_bytes()[0] & self.outlook.straight[exit.to.index()];
            let is_sure = here | soon != 0;
            let goes_farther = !is_sure & (means.three >> kind & 1 & !exit.ends != 0);
            sure |= u64::from(is_sure) << i;
            farther |= u64::from(goes_farther) << i;
            kinds |= u8::from(goes_farther) << kind;
        }
        // What lies around the end of a lane is known only for the first one.
        if !first || farther == 0 {
            return [sure, farther];
        }
        let mut after = [Means::default(); MOST_KINDS];
        for kind in bits::Ones(kinds.into()) {
            after[kind] = self.book.means(left.less(kind), scales).with_pieces(self.pieces - 1);
        }
        let mut perhaps = 0;
        for i in bits::Ones(farther) {
            let after = &after[lanes[i].kind as usize % MOST_KINDS];
            let seen = after.two & self.outlook.around(&self.build.lattice, lanes[i].to) != 0;
            sure |= u64::from(seen) << i;
            perhaps |= u64::from(!seen & (after.three != 0)) << i;
        }
        [sure, perhaps]
    }
}
