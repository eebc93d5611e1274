//! Hands that were dealt class by class, imagined so that they can be: no owner has more cards of a class than it was dealt, less
//! those that were seen to leave.

use crate::bits;
use crate::components::{Components, Form, Spot};
use crate::determinise::shuffle;
use crate::known_cards::KnownCards;
use crate::narrow::narrow;
use crate::random::Random;
use crate::state::{GAP, State};

/// So often it is dealt anew where what is left for the last of them does not fit.
const TRIES: usize = 16;

/// What each hidden hand may still get of each class; reused from position to position.
#[derive(Clone, Debug, Default)]
pub(crate) struct DealByClass {
    hands: Vec<Hand>,
    /// For each hand and class how many cards it may still get, hand after hand.
    limits: Vec<u16>,
    tried: Vec<u16>,
    /// How many cards of each class are left to deal.
    left: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Hand {
    /// Which of the hidden spots it is.
    at: usize,
    /// Where its limits begin.
    from: usize,
    classes: usize,
    /// How many cards it is to get.
    need: usize,
}

impl DealByClass {
    /// Finds what the hands of a position may hold at most by what a seat knows.
    pub(crate) fn begin(&mut self, parts: &Components, known: &KnownCards, spots: &[(Spot, bool)], state: &State) {
        self.hands.clear();
        self.limits.clear();
        for (at, &(spot, _)) in spots.iter().enumerate() {
            let Some(by_class) = &parts.zone(spot.zone).by_class else { continue };
            let (size, classes) = (state.size(parts, spot), by_class.classes.len());
            let came = known.came(parts, spot).unwrap_or(0).max(size);
            let even = narrow::<u16>(came.div_ceil(classes));
            // More cards than were dealt have come in another way: of these nothing is known.
            let most = by_class.each.map_or(even, |each| if came > classes * usize::from(each) { u16::MAX } else { each });
            let from = self.limits.len();
            let gone = known.gone(parts, spot);
            let count = |class: &[u64; 4]| {
                gone.iter().enumerate().filter(|(k, _)| bits::has(class, *k)).map(|(_, n)| u16::from(*n)).sum()
            };
            self.limits.extend(by_class.classes.iter().map(|class| most.saturating_sub(count(class))));
            let sum: usize = self.limits[from..].iter().map(|&n| usize::from(n)).sum();
            if sum < size {
                self.limits[from..].fill(most);
            }
            self.hands.push(Hand { at, from, classes, need: 0 });
        }
    }

    /// Deals to the hands, from the end of shuffled cards of one sort; `put` takes what a hand gets from there.
    #[allow(clippy::too_many_arguments)] // all that a deal consists of
    pub(crate) fn deal(
        &mut self,
        parts: &Components,
        state: &mut State,
        spots: &[(Spot, bool)],
        rooms: &[u16],
        cards: &mut Vec<u8>,
        random: &mut Random,
        those: impl Fn(usize) -> bool,
        put: impl Fn(&mut State, usize, &mut Vec<u8>),
    ) {
        if self.hands.is_empty() {
            return;
        }
        let DealByClass { hands, limits, tried, left } = self;
        for hand in &mut *hands {
            let spot = spots[hand.at].0;
            hand.need = need(parts, state, spot, usize::from(rooms[hand.at]), &those);
            // What is remembered is in the hand already.
            if parts.zone(spot.zone).form == Form::Bag {
                state.each_card(parts, spot, |kind, n| {
                    if let Some(class) = class(parts, spot, kind.index()).filter(|_| those(kind.index())) {
                        let limit = &mut limits[hand.from + class];
                        *limit = limit.saturating_sub(narrow::<u16>(n));
                    }
                });
            }
        }
        // Those with the least freedom choose first.
        let freedom = |hand: &Hand| limits[hand.from..hand.from + hand.classes].iter().map(|&n| usize::from(n)).sum::<usize>();
        hands.sort_by_key(|hand| (freedom(hand).saturating_sub(hand.need), hand.at));
        for attempt in 0..=TRIES {
            tried.clone_from(limits);
            let mut end = cards.len();
            let fits = hands.iter().all(|hand| {
                let limits = &mut tried[hand.from..hand.from + hand.classes];
                end -= hand.need;
                bring_up(parts, spots[hand.at].0, &mut cards[..end + hand.need], hand.need, limits, left, attempt == TRIES)
            });
            if fits {
                break;
            }
            if attempt < TRIES {
                shuffle(cards, random);
            }
        }
        limits.clone_from(tried);
        hands.iter().for_each(|hand| put(state, hand.at, cards));
    }
}

/// How many cards of a sort a zone is to get.
fn need(parts: &Components, state: &State, spot: Spot, room: usize, those: impl Fn(usize) -> bool) -> usize {
    let zone = parts.zone(spot.zone);
    let at = zone.place_of(spot.owner);
    match zone.form {
        Form::Bag => room,
        Form::Row(_) => state.rows[at..at + zone.stride].iter().filter(|k| **k != GAP && those(**k as usize)).count(),
        Form::Pile => {
            let mut count = 0;
            state.each_card(parts, spot, |kind, n| count += if those(kind.index()) { n as usize } else { 0 });
            count
        }
    }
}

fn class(parts: &Components, spot: Spot, kind: usize) -> Option<usize> {
    parts.zone(spot.zone).by_class.as_ref()?.classes.iter().position(|class| bits::has(class, kind))
}

/// Brings so many cards that keep to the limits to the end of the cards; says whether there are as many. `scarce` takes those first
/// of which most are left, so that the others last.
fn bring_up(
    parts: &Components,
    spot: Spot,
    cards: &mut [u8],
    need: usize,
    limits: &mut [u16],
    left: &mut Vec<usize>,
    scarce: bool,
) -> bool {
    let mut whole = true;
    for end in (cards.len() - need + 1..=cards.len()).rev() {
        let class = |at: usize| class(parts, spot, cards[at] as usize).unwrap_or(0);
        let mut fitting = (0..end).rev().filter(|&at| limits[class(at)] > 0);
        let found = if scarce {
            left.clear();
            left.resize(limits.len(), 0);
            (0..end).for_each(|at| left[class(at)] += 1);
            fitting.max_by_key(|&at| left[class(at)])
        } else {
            fitting.next()
        };
        let Some(found) = found else {
            whole = false;
            continue;
        };
        let limit = &mut limits[class(found)];
        *limit -= 1;
        cards.swap(found, end - 1);
    }
    whole
}
