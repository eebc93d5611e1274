//! Determinisation: a whole position that agrees with all that a seat may see, what it cannot know dealt by chance.
//!
//! All positions that agree with it are the seat's information set; one of them is dealt.
//!
//! The result depends on nothing but the view, what the seat remembers and the generator: hidden cards are gathered
//! and counted before they are dealt, so that where they truly lie leaves no trace.

use crate::by_class::DealByClass;
use crate::components::{Components, Form, Owner, Spot};
use crate::id::{KindId, SeatId, SeatSet, ZoneId};
use crate::known_cards::KnownCards;
use crate::narrow::narrow;
use crate::random::Random;
use crate::state::{GAP, Progress, State};
use crate::view::View;

/// Deals positions out of one seat's information set; everything that is needed for it is reused from position to position.
#[derive(Clone, Debug)]
pub struct Determiniser {
    seat: SeatId,
    sets: Vec<HiddenCards>,
    /// Counters that the seat cannot see: which, and whose.
    counters: Vec<(usize, usize)>,
    /// Cards that are about to be dealt.
    deal: Vec<u8>,
    /// How many of each kind are hidden and not dealt yet.
    left: Vec<u16>,
    /// How many cards each bag is still to get.
    rooms: Vec<u16>,
    by_class: DealByClass,
}

/// The cards of one set that a seat cannot see.
#[derive(Clone, Debug)]
struct HiddenCards {
    /// For each kind a number: kinds that may lie in the same zones have the same.
    sorts: Vec<u8>,
    /// Where hidden cards lie, and whether it is seen how many.
    spots: Vec<(Spot, bool)>,
    /// Piles whose cards are known and whose order is not.
    open_piles: Vec<Spot>,
}

impl Determiniser {
    /// For a seat of a game.
    pub fn new(parts: &Components, seat: SeatId) -> Self {
        let counters = parts.counters.iter().enumerate();
        let counters = counters.flat_map(|(i, c)| owners_from(parts, c.owner, seat).map(move |owner| (i, usize::from(owner))));
        let sets = (0..parts.cards.len()).map(|set| HiddenCards::new(parts, set, seat)).collect();
        Determiniser {
            seat,
            sets,
            counters: counters.filter(|&(i, owner)| !parts.counter_seen_by(i.into(), owner).has(seat)).collect(),
            deal: Vec::new(),
            left: Vec::new(),
            rooms: Vec::new(),
            by_class: DealByClass::default(),
        }
    }

    /// Makes a state a whole position as the seat might imagine it: what its view shows, cards that it remembers where it
    /// saw them go, everything else by chance. While the seat has a decision to make, choices that others have made in
    /// secret are theirs to make again; what somebody else is in the middle of in the open stays as it is.
    pub fn determinise(&mut self, view: &View, known_cards: &KnownCards, state: &mut State, random: &mut Random) {
        let parts = view.parts();
        view.copy_to(state);
        let asked = state.clock.waiting.has(self.seat);
        for seat in (0..parts.seats).map(SeatId).filter(|s| asked && *s != self.seat) {
            state.clock.progress[seat.index()] = Progress::default();
            if state.clock.held[seat.index()].take().is_some() {
                state.clock.waiting.0 |= SeatSet::only(seat).0;
            }
        }
        self.share_hidden_counters(parts, state);
        for set in 0..self.sets.len() {
            self.deal_cards(parts, known_cards, set, state, random);
        }
        // What comes next from the state's own chance is as unknown as the cards.
        state.random = Random::stream(random.next(), 0);
    }

    /// What is hidden of a bank's money is shared evenly; any other hidden number is taken for what it was at the start.
    fn share_hidden_counters(&self, parts: &Components, state: &mut State) {
        for &(i, owner) in &self.counters {
            let counter = &parts.counters[i];
            if counter.bank.is_none() {
                state.counters[counter.offset + owner] = counter.start[owner];
                continue;
            }
            let owners = self.counters.iter().filter(|(other, _)| *other == i);
            let (first, count) = (owners.clone().next().map_or(owner, |o| o.1), narrow::<i32>(owners.clone().count()));
            if first == owner {
                let sum: i32 = owners.clone().map(|o| state.counters[counter.offset + o.1]).sum();
                for (at, o) in owners.enumerate() {
                    state.counters[counter.offset + o.1] = sum / count + i32::from(narrow::<i32>(at) < sum % count);
                }
            }
        }
    }

    fn deal_cards(&mut self, parts: &Components, known_cards: &KnownCards, set: usize, state: &mut State, random: &mut Random) {
        let HiddenCards { sorts, spots, open_piles } = &self.sets[set];
        let (left, deal, rooms) = (&mut self.left, &mut self.deal, &mut self.rooms);
        for &pile in open_piles {
            let cards = state.piles[parts.zone(pile.zone).offset + pile.owner as usize].cards_mut();
            cards.sort_unstable();
            shuffle(cards, random);
        }
        gather_uncounted(parts, spots, state, deal);
        left.clear();
        left.resize(sorts.len(), 0);
        for (spot, _) in spots {
            tidy(parts, state, *spot, sorts);
            state.each_card(parts, *spot, |kind, n| left[kind.index()] += narrow::<u16>(n));
        }
        self.by_class.begin(parts, known_cards, spots, state);
        for sort in 0..=sorts.iter().copied().max().unwrap_or(0) {
            let those = |kind: usize| sorts[kind] == sort;
            // What is remembered lies where it was seen to go.
            rooms.clear();
            rooms.extend(spots.iter().map(|&(spot, _)| match parts.zone(spot.zone).form {
                Form::Bag => remember(parts, state, spot, known_cards.least(parts, spot), left, those),
                _ => 0,
            }));
            deal.clear();
            for kind in (0..sorts.len()).filter(|&k| those(k)) {
                deal.resize(deal.len() + left[kind] as usize, narrow::<u8>(kind));
            }
            shuffle(deal, random);
            // Where classes must be heeded comes first, while there are cards of all of them.
            self.by_class.deal(parts, state, spots, rooms, deal, random, those, |state, at, deal| {
                put(parts, state, spots[at].0, rooms[at], deal, those);
            });
            for (&(spot, _), &room) in spots.iter().zip(rooms.iter()).filter(|((s, _), _)| parts.zone(s.zone).by_class.is_none())
            {
                put(parts, state, spot, room, deal, those);
            }
            debug_assert!(deal.is_empty());
        }
    }
}

impl HiddenCards {
    fn new(parts: &Components, set: usize, seat: SeatId) -> Self {
        let (mut spots, mut open_piles) = (Vec::new(), Vec::new());
        for (i, zone) in parts.zones.iter().enumerate().filter(|(_, z)| z.cards.index() == set) {
            for owner in owners_from(parts, zone.owner, seat) {
                let spot = Spot { zone: ZoneId::from(i), owner };
                match (parts.seen_by(spot).has(seat), zone.form) {
                    (false, _) => spots.push((spot, parts.size_seen_by(spot).has(seat))),
                    (true, Form::Pile) => open_piles.push(spot),
                    (true, _) => {}
                }
            }
        }
        HiddenCards { sorts: sorts(parts, set), spots, open_piles }
    }
}

/// The owners of one sort; seats in turn order from one of them on, so that nothing depends on how seats are numbered.
fn owners_from(parts: &Components, owner: Owner, seat: SeatId) -> impl Iterator<Item = u16> + use<> {
    let (all, seats) = (narrow::<u16>(parts.owners(owner)), u16::from(parts.seats));
    // So many side by side belong to one seat.
    let of_seat = if let Owner::SeatAnd(_) = owner { all / seats.max(1) } else { 1 };
    let turned = if matches!(owner, Owner::Seat | Owner::Party | Owner::SeatAnd(_)) { seats * of_seat } else { 0 };
    let from = u16::from(seat.0) * of_seat;
    (0..all).map(move |at| if at < turned { (at + from) % turned } else { at })
}

/// For each kind of a set a number: kinds that may lie in the same zones have the same.
fn sorts(parts: &Components, set: usize) -> Vec<u8> {
    let zones: Vec<_> = parts.zones.iter().filter(|z| z.cards.index() == set && !z.only.is_empty()).collect();
    let mut found: Vec<Vec<bool>> = Vec::new();
    let sort = |kind: KindId| zones.iter().map(|z| z.only.contains(&kind)).collect::<Vec<bool>>();
    let mut number = |kind: usize| {
        let sort = sort(KindId::from(kind));
        narrow::<u8>(found.iter().position(|s| *s == sort).unwrap_or_else(|| {
            found.push(sort);
            found.len() - 1
        }))
    };
    (0..parts.cards[set].kinds.len()).map(&mut number).collect()
}

pub(crate) fn shuffle(cards: &mut [u8], random: &mut Random) {
    for i in (1..cards.len()).rev() {
        cards.swap(i, random.below(narrow::<u32>(i) + 1) as usize);
    }
}

/// Where not even the number of cards is known, cards lie in the first zone that can take them.
fn gather_uncounted(parts: &Components, spots: &[(Spot, bool)], state: &mut State, cards: &mut Vec<u8>) {
    let uncounted = || spots.iter().filter(|(_, counted)| !counted).map(|(spot, _)| *spot);
    let empty = |state: &State, spot| state.size(parts, spot) == 0;
    if uncounted().count() < 2 || uncounted().filter(|&spot| !empty(state, spot)).count() == 0 {
        return;
    }
    cards.clear();
    for spot in uncounted() {
        state.each_card(parts, spot, |kind, n| cards.resize(cards.len() + n as usize, kind.0));
        let zone = parts.zone(spot.zone);
        let at = zone.place_of(spot.owner);
        match zone.form {
            Form::Bag => state.bags[at..at + zone.stride].fill(0),
            Form::Row(_) => state.rows[at..at + zone.stride].fill(GAP),
            Form::Pile => state.piles[at].clear(),
        }
    }
    cards.sort_unstable();
    for spot in uncounted() {
        let zone = parts.zone(spot.zone);
        let at = zone.place_of(spot.owner);
        let mut room = if let Form::Row(slots) = zone.form { slots as usize } else { usize::MAX };
        cards.retain(|&kind| {
            let fits = room > 0 && (zone.only.is_empty() || zone.only.contains(&KindId(kind)));
            if fits {
                match zone.form {
                    Form::Bag => state.bags[at + kind as usize] += 1,
                    Form::Row(slots) => state.rows[at + slots as usize - room] = kind,
                    Form::Pile => state.piles[at].heap(KindId(kind), 1),
                }
                room -= 1;
            }
            !fits
        });
        if zone.form == Form::Pile {
            state.piles[at].shuffle();
        }
    }
    debug_assert!(cards.is_empty(), "cards lay where they may lie");
}

/// Puts cards of a sort side by side where their order means nothing: in rows nobody sees and in shuffled layers.
fn tidy(parts: &Components, state: &mut State, spot: Spot, sorts: &[u8]) {
    let zone = parts.zone(spot.zone);
    let at = zone.place_of(spot.owner);
    let sort = |kind: u8| if kind == GAP { u8::MAX } else { sorts[kind as usize] };
    match zone.form {
        Form::Bag => {}
        Form::Row(_) => state.rows[at..at + zone.stride].sort_unstable_by_key(|&kind| sort(kind)),
        Form::Pile => {
            if sorts.iter().any(|&s| s != 0) {
                state.piles[at].each_mixed_layer(|cards| cards.sort_unstable_by_key(|&kind| sort(kind)));
            }
        }
    }
}

/// Empties a bag of the cards of a sort but for those that are remembered, and says how many others it had.
fn remember(
    parts: &Components,
    state: &mut State,
    spot: Spot,
    least: &[u8],
    left: &mut [u16],
    those: impl Fn(usize) -> bool,
) -> u16 {
    let zone = parts.zone(spot.zone);
    let at = zone.place_of(spot.owner);
    let bag = &mut state.bags[at..at + zone.stride];
    let mut room: u16 = (0..bag.len()).filter(|&k| those(k)).map(|k| u16::from(std::mem::take(&mut bag[k]))).sum();
    for kind in (0..bag.len()).filter(|&k| those(k)) {
        let known = u16::from(least[kind]).min(left[kind]).min(room);
        bag[kind] = narrow::<u8>(known);
        left[kind] -= known;
        room -= known;
    }
    room
}

/// Puts the next cards of a sort into a zone: so many into a bag, one for each that lies there into others.
fn put(parts: &Components, state: &mut State, spot: Spot, room: u16, cards: &mut Vec<u8>, those: impl Fn(usize) -> bool) {
    let zone = parts.zone(spot.zone);
    let at = zone.place_of(spot.owner);
    let mut next = || cards.pop().expect("as many cards as were taken");
    match zone.form {
        Form::Bag => (0..room).for_each(|_| state.bags[at + next() as usize] += 1),
        Form::Row(_) => {
            let slots = state.rows[at..at + zone.stride].iter_mut();
            slots.filter(|k| **k != GAP && those(**k as usize)).for_each(|k| *k = next());
        }
        Form::Pile => state.piles[at].cards_mut().iter_mut().filter(|k| those(**k as usize)).for_each(|k| *k = next()),
    }
}
