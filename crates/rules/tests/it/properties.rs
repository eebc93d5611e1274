//! What holds in every game: checked over random games of every game and number of players.

use crate::common::{Table, each_game};
use railwright_core::id::SeatId;
use railwright_core::{Action, Determiniser, Effects, Events, KnownCards, Payment, Random};
use std::collections::BTreeSet;

const GAMES: u64 = 6;
const LONGEST: usize = 20_000;

#[test]
fn cards_pieces_and_declared_invariants_hold_after_every_step_and_games_end() {
    each_game(|name, rules| {
        for seed in 0..GAMES {
            let mut table = Table::new(rules.clone(), seed);
            let mut steps = 0;
            while !table.over() {
                let broken = table.engine.broken_invariants(&table.state);
                assert!(broken.is_empty(), "{name}, seed {seed}, step {steps}: {broken:?}");
                let seat = table.someone();
                let choice = table.choice(seat);
                table.step(choice);
                steps += 1;
                assert!(steps < LONGEST, "{name}, seed {seed} does not end");
            }
            assert!(table.engine.broken_invariants(&table.state).is_empty());
        }
    });
}

#[test]
fn every_legal_action_is_accepted_printed_and_read_back_and_listed_once() {
    each_game(|name, rules| {
        for seed in 0..2 {
            let mut table = Table::new(rules.clone(), seed);
            while !table.over() {
                let seat = table.someone();
                let legal = table.engine.legal(&table.state, seat).expect("no fault").to_vec();
                let mut texts = BTreeSet::new();
                for &action in &legal {
                    assert!(table.engine.check(&table.state, seat, action).is_ok(), "{name}: {action:?}");
                    let text = table.engine.print(&table.state, seat, action);
                    let read = table.engine.parse(&table.state, seat, &text);
                    assert_eq!(read.as_ref(), Ok(&action), "{name}: {text}");
                    assert!(texts.insert(text.clone()), "{name}: `{text}` is listed twice");
                }
                let choice = table.choice(seat);
                table.step(choice);
            }
        }
    });
}

#[test]
fn what_is_counted_is_what_is_listed_and_each_stands_at_its_place() {
    each_game(|name, rules| {
        for seed in 20..23 {
            let mut table = Table::new(rules.clone(), seed);
            while !table.over() {
                let seat = table.someone();
                let legal = table.engine.legal(&table.state, seat).expect("no fault").to_vec();
                let count = table.engine.count(&table.state, seat).expect("no fault");
                assert_eq!(count, legal.len(), "{name}, seed {seed}: {legal:?}");
                // All of a short list, and some of a long one.
                for tried in 0..count.min(12) {
                    let number = if count <= 12 { tried } else { table.random.below(count as u32) as usize };
                    let nth = table.engine.nth(&table.state, number).expect("so many were counted");
                    assert_eq!(
                        (nth.seat(), nth.action()),
                        (seat, legal[number]),
                        "{name}, seed {seed}: number {number} of {count}"
                    );
                }
                assert!(table.engine.nth(&table.state, count).is_none(), "{name}: there is none after the last");
                let choice = table.choice(seat);
                table.step(choice);
            }
        }
    });
}

/// Actions near legal ones: another seat, lane, form, object or payment.
fn near(action: Action, random: &mut Random) -> Action {
    let mut other = action;
    match random.below(5) {
        0 => other.subject = random.below(120) as u16,
        1 => other.form = random.below(4) as u8,
        2 => other.object = random.below(12) as u16,
        3 => other.payment = Payment(random.next() & random.next() & random.next() & 0x0000_0007_7777_7777),
        _ => other.action.0 = random.below(12) as u8,
    }
    other
}

#[test]
fn what_is_not_listed_is_refused_with_a_reason_and_changes_nothing() {
    each_game(|name, rules| {
        let mut table = Table::new(rules, 3);
        let mut refused = 0;
        while !table.over() {
            let seat = table.someone();
            let legal = table.engine.legal(&table.state, seat).expect("no fault").to_vec();
            let before = table.state.clone();
            for _ in 0..4 {
                let pick = legal[table.random.below(legal.len() as u32) as usize];
                let tried = near(pick, &mut table.random);
                if !legal.contains(&tried) {
                    let refusal = table.engine.check(&table.state, seat, tried).expect_err("it is not listed");
                    assert!(refusal.reason.len() > 10, "{name}: {tried:?} gets `{refusal}`");
                    refused += 1;
                }
            }
            let other = SeatId((seat.0 + 1) % table.engine.rules().parts.seats);
            if !table.state.clock().waiting.has(other) {
                assert!(table.engine.check(&table.state, other, legal[0]).is_err(), "{name}: out of turn");
            }
            assert_eq!(table.state, before, "{name}: a refusal changed the state");
            let choice = table.choice(seat);
            table.step(choice);
        }
        assert!(refused > 10, "{name}: only {refused} refusals");
    });
}

#[test]
fn replay_gives_the_same_states_and_undo_is_a_shorter_replay() {
    each_game(|name, rules| {
        let seed = 11;
        let mut table = Table::new(rules.clone(), seed);
        let mut played = Vec::new();
        let mut marks = vec![table.state.fingerprint()];
        while !table.over() {
            let seat = table.someone();
            let choice = table.choice(seat);
            played.push((seat, table.engine.print(&table.state, seat, choice.action())));
            let before = table.state.clone();
            table.step(choice);
            marks.push(table.state.fingerprint());
            assert_ne!(table.state, before, "{name}: an action changed nothing");
        }
        for upto in [played.len(), played.len() / 2, played.len().saturating_sub(1)] {
            let mut again = Table::new(rules.clone(), seed);
            for (i, (seat, text)) in played[..upto].iter().enumerate() {
                assert_eq!(again.state.fingerprint(), marks[i], "{name}: replay differs before action {i}");
                let action = again.engine.parse(&again.state, *seat, text).expect("saved notation");
                let checked = again.engine.check(&again.state, *seat, action).expect("a saved action is legal");
                again.step(checked);
            }
            assert_eq!(again.state.fingerprint(), marks[upto], "{name}: replay of {upto} actions");
        }
    });
}

#[test]
fn a_view_and_what_is_legal_do_not_change_when_what_is_hidden_is_shuffled() {
    let mut shuffled = 0;
    each_game(|name, rules| {
        for seed in 0..2 {
            let mut table = Table::new(rules.clone(), seed);
            let (mut steps, mut tried) = (0, BTreeSet::new());
            while !table.over() {
                let seat = table.someone();
                if steps % 5 == 0 || steps < 8 {
                    for viewer in (0..rules.parts.seats).map(SeatId) {
                        let mut other = table.state.clone();
                        let known_cards = KnownCards::new(&rules.parts, viewer);
                        let own = table.engine.view(&table.state, viewer);
                        Determiniser::new(&rules.parts, viewer).determinise(&own, &known_cards, &mut other, &mut table.random);
                        // Who has chosen in secret chooses again: that alone is seen.
                        let view = |state| {
                            let mut snapshot = table.engine.view(state, viewer).snapshot();
                            snapshot.moment.waiting.clear();
                            serde_json::to_string(&snapshot).expect("a view is plain data")
                        };
                        assert_eq!(
                            view(&table.state),
                            view(&other),
                            "{name}, step {steps}: seat {} sees hidden cards",
                            viewer.0 + 1
                        );
                        shuffled += u32::from(other != table.state);
                        let legal = table.engine.legal(&table.state, viewer).expect("no fault").to_vec();
                        assert_eq!(legal, table.engine.legal(&other, viewer).expect("no fault"), "{name}: legal peeks");
                        // Nor does a reason: what is refused is refused in the same words.
                        for &action in tried.iter().filter(|action| !legal.contains(action)) {
                            let mut why = |state| table.engine.check(state, viewer, action).expect_err("not listed").to_string();
                            if table.state.clock().waiting == other.clock().waiting {
                                assert_eq!(why(&table.state), why(&other), "{name}, step {steps}: a reason peeks");
                            }
                        }
                        tried.extend(legal.iter().take(30usize.saturating_sub(tried.len())));
                    }
                }
                let choice = table.choice(seat);
                table.step(choice);
                steps += 1;
            }
        }
    });
    assert!(shuffled > 500, "hidden cards were hardly shuffled");
}

#[test]
fn seats_that_choose_together_may_do_so_in_any_order_and_reveal_nothing() {
    let mut together = 0;
    each_game(|name, rules| {
        let seats = rules.parts.seats;
        for seed in 0..8 {
            let mut forwards = Table::new(rules.clone(), seed);
            if forwards.state.clock().waiting.iter().count() < 2 {
                continue;
            }
            together += 1;
            let began = forwards.state.clock().frames.last().map(|frame| frame.step);
            let mut backwards = Table::new(rules.clone(), seed);
            let play = |table: &mut Table, order: Vec<u8>| {
                for seat in order.into_iter().map(SeatId) {
                    let mut random = Random::stream(seed, u64::from(seat.0));
                    let seen: Vec<String> = others(table, seat, seats);
                    // Only the choice at hand: what set-up asks for after it is no part of it.
                    let step = |table: &Table| table.state.clock().frames.last().map(|frame| frame.step);
                    let chosen_from = step(table);
                    while table.state.clock().waiting.has(seat) && step(table) == chosen_from {
                        let count = table.engine.legal(&table.state, seat).expect("no fault").len();
                        let choice = table.engine.pick(random.below(count as u32) as usize).expect("listed");
                        table.step(choice);
                    }
                    if table.state.clock().waiting.iter().count() > 0 && step(table) == chosen_from {
                        let now = others(table, seat, seats);
                        assert_eq!(seen, now, "{name}: others learn what seat {} chose", seat.0 + 1);
                    }
                }
            };
            play(&mut forwards, (0..seats).collect());
            play(&mut backwards, (0..seats).rev().collect());
            let now = forwards.state.clock().frames.last().map(|frame| frame.step);
            assert_ne!(now, began, "{name}: all have chosen and the game goes on");
            let (mut a, b) = (forwards.state.clone(), &backwards.state);
            // Who acted last is the only trace of the order.
            let mut silent = Events::default();
            Effects::new(&rules.parts, &mut a, &mut silent).clock().last = b.clock().last;
            assert_eq!(&a, b, "{name}: the order of secret choices matters");
        }
    });
    assert!(together > 0);
}

/// What all other seats see, but for who is still waited for.
fn others(table: &Table, chooser: SeatId, seats: u8) -> Vec<String> {
    let views = (0..seats).map(SeatId).filter(|&s| s != chooser).map(|seat| {
        let mut snapshot = table.engine.view(&table.state, seat).snapshot();
        snapshot.moment.waiting.clear();
        serde_json::to_string(&snapshot).expect("a view is plain data")
    });
    views.collect()
}
