//! Imagined positions: what a seat imagines depends on nothing that the seat may not know, and is a position.

use crate::common::{Table, each_game, rules};
use railwright_core::components::{Form, Spot};
use railwright_core::id::{KindId, SeatId, ZoneId};
use railwright_core::{Determiniser, Event, Events, KnownCards, Random, State, View};

fn imagined(table: &Table, state: &State, seat: SeatId, known_cards: &KnownCards, seed: u64) -> State {
    let parts = &table.engine.rules().parts;
    let mut other = State::default();
    Determiniser::new(parts, seat).determinise(&View::new(parts, state, seat), known_cards, &mut other, &mut Random::new(seed));
    other
}

#[test]
fn the_same_view_imagines_the_same_whatever_is_hidden() {
    each_game(|name, rules| {
        for seed in 0..2 {
            let mut table = Table::new(rules.clone(), seed);
            let mut steps = 0;
            while !table.over() {
                let seat = table.someone();
                if steps % 7 == 0 || steps < 10 {
                    let known_cards = KnownCards::new(&rules.parts, seat);
                    let other = imagined(&table, &table.state, seat, &known_cards, 1000 + steps);
                    assert_eq!(
                        imagined(&table, &table.state, seat, &known_cards, steps),
                        imagined(&table, &other, seat, &known_cards, steps),
                        "{name}, seed {seed}, step {steps}: what is hidden leaves a trace"
                    );
                    let broken = table.engine.broken_invariants(&other);
                    assert!(broken.is_empty(), "{name}, step {steps}: an imagined position is none: {broken:?}");
                }
                let choice = table.choice(seat);
                table.step(choice);
                steps += 1;
            }
        }
    });
}

#[test]
fn hidden_cards_are_imagined_as_often_as_there_are_cards_nobody_has_seen() {
    let rules = rules("ticket-to-ride", 2);
    let mut table = Table::new(rules.clone(), 4);
    for _ in 0..60 {
        let seat = table.someone();
        let choice = table.choice(seat);
        table.step(choice);
    }
    let (parts, seat) = (&rules.parts, table.someone());
    let (hand, deck) = (parts.find_zone("hand").expect("a hand"), parts.find_zone("deck").expect("a deck"));
    let (hidden, deck) = (Spot { zone: hand, owner: 1 - u16::from(seat.0) }, Spot { zone: deck, owner: 0 });
    let known_cards = KnownCards::new(parts, seat);
    let size = table.state.size(parts, hidden) as f64;
    assert!(size >= 4.0, "the game should have a hand worth looking at, not {size} cards");
    const TIMES: u64 = 3000;
    let mut counted = [0.0; 9];
    for seed in 0..TIMES {
        let state = imagined(&table, &table.state, seat, &known_cards, seed);
        (0..9).for_each(|k| counted[k] += f64::from(state.count(parts, hidden, KindId::from(k))));
    }
    let unseen = |k: usize| f64::from([hidden, deck].map(|s| table.state.count(parts, s, KindId::from(k))).iter().sum::<u32>());
    let all: f64 = (0..9).map(unseen).sum();
    #[allow(clippy::needless_range_loop)] // two lists are walked together
    for k in 0..9 {
        let (mean, expected) = (counted[k] / TIMES as f64, size * unseen(k) / all);
        assert!((mean - expected).abs() < 0.12, "kind {k}: {mean} instead of {expected}");
    }
}

#[test]
fn what_others_have_chosen_in_secret_is_not_known() {
    let mut compared = 0;
    each_game(|name, rules| {
        let table = Table::new(rules.clone(), 9);
        let waiting: Vec<SeatId> = table.state.clock().waiting.iter().collect();
        let [seat, other, ..] = waiting[..] else { return };
        let known_cards = KnownCards::new(&rules.parts, seat);
        let before = imagined(&table, &table.state, seat, &known_cards, 1);
        for random in 0..6 {
            let mut table = Table::new(rules.clone(), 9);
            let step = |table: &Table| table.state.clock().frames.last().map(|frame| frame.step);
            let (began, mut random) = (step(&table), Random::new(random));
            for _ in 0..3 {
                if table.state.clock().waiting.has(other) && step(&table) == began {
                    let count = table.engine.legal(&table.state, other).expect("no fault").len();
                    let choice = table.engine.pick(random.below(count as u32) as usize).expect("listed");
                    table.step(choice);
                    let mut after = imagined(&table, &table.state, seat, &known_cards, 1);
                    let mut silent = Events::default();
                    let mut effects = railwright_core::Effects::new(&rules.parts, &mut after, &mut silent);
                    // That somebody has chosen is seen, and where that is final it is not imagined away.
                    effects.clock().waiting = before.clock().waiting;
                    effects.clock().frames.clone_from(&before.clock().frames);
                    assert_eq!(after, before, "{name}: the choice of seat {} is known", other.0 + 1);
                    compared += 1;
                }
            }
        }
    });
    assert!(compared > 20, "only {compared} choices were compared");
}

/// Plays a random game in which every seat remembers, and calls `each` before every decision.
fn remembering(table: &mut Table, mut each: impl FnMut(&Table, &[KnownCards])) {
    let rules = table.engine.rules().clone();
    let seats = rules.parts.seats;
    let mut memories: Vec<KnownCards> = (0..seats).map(|s| KnownCards::new(&rules.parts, SeatId(s))).collect();
    while !table.over() {
        for event in std::mem::take(&mut table.events.log) {
            for (seat, known_cards) in memories.iter_mut().enumerate() {
                if let Some(noticed) = event.noticed_by(&rules.parts, SeatId::from(seat)) {
                    known_cards.note(&rules.parts, noticed);
                }
            }
        }
        each(table, &memories);
        let seat = table.someone();
        let choice = table.choice(seat);
        table.step(choice);
    }
}

#[test]
fn what_is_remembered_is_true_and_is_imagined() {
    let mut remembered = 0;
    each_game(|name, rules| {
        let parts = &rules.parts;
        for seed in 0..2 {
            let mut table = Table::new(rules.clone(), seed);
            table.events.heard = Event::MOVED;
            remembering(&mut table, |table, memories| {
                for (i, zone) in parts.zones.iter().enumerate().filter(|(_, z)| z.form == Form::Bag) {
                    for owner in 0..parts.owners(zone.owner) as u16 {
                        let spot = Spot { zone: ZoneId::from(i), owner };
                        let hidden = |seat: &usize| !parts.seen_by(spot).has(SeatId::from(*seat));
                        for seat in (0..memories.len()).filter(hidden) {
                            for kind in (0..parts.cards_in(spot.zone).kinds.len()).map(KindId::from) {
                                let least = u32::from(memories[seat].at_least(parts, spot, kind));
                                let truly = table.state.count(parts, spot, kind);
                                assert!(least <= truly, "{name}: seat {} remembers what is not so", seat + 1);
                                if least > 0 && table.state.clock().waiting.has(SeatId::from(seat)) {
                                    let state = imagined(table, &table.state, SeatId::from(seat), &memories[seat], 3);
                                    assert!(state.count(parts, spot, kind) >= least, "{name}: forgotten");
                                    remembered += 1;
                                }
                            }
                        }
                    }
                }
            });
        }
    });
    assert!(remembered > 200, "hardly anything was remembered: {remembered}");
}
