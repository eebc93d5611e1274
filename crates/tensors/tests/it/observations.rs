//! Observations: named, and made from what a seat may see.

use crate::{coding, games, play};
use railwright_core::id::SeatId;
use railwright_core::{Determiniser, KnownCards, Random, State, View};
use railwright_tensors::Coding;

fn field(coding: &Coding, name: &str, observation: &[f32]) -> Vec<f32> {
    let field = coding.layout().find(name).unwrap_or_else(|| panic!("there is no {name}"));
    observation[field.offset..field.offset + field.len].to_vec()
}

#[test]
fn what_a_seat_cannot_see_does_not_change_what_it_observes() {
    for game in games() {
        let coding = coding(&game);
        let parts = &coding.rules().parts;
        let (mut one, mut two) = (vec![0.0; coding.layout().size()], vec![0.0; coding.layout().size()]);
        let (mut looked, mut differed) = (0, 0);
        play(&coding, 11, 4000, |engine, table, step| {
            if step % 5 != 0 || step > 600 {
                return;
            }
            for seat in (0..parts.seats).map(SeatId) {
                let mut other = State::default();
                let known = KnownCards::new(parts, seat);
                let view = View::new(parts, table.state(), seat);
                Determiniser::new(parts, seat).determinise(&view, &known, &mut other, &mut Random::new(step as u64));
                coding.observe(engine, table.state(), seat, &[], &mut one);
                coding.observe(engine, &other, seat, &[], &mut two);
                for field in coding.layout().fields() {
                    let range = field.offset..field.offset + field.len;
                    assert_eq!(one[range.clone()], two[range], "{game}, seat {}: {}", seat.0 + 1, field.name);
                }
                looked += 1;
                differed += usize::from(other != *table.state());
            }
        });
        assert!(looked > 10 && differed > 10, "{game}: {looked}, {differed}");
    }
}

#[test]
fn every_number_has_a_name_of_its_own() {
    for game in games() {
        let coding = coding(&game);
        let mut names = Vec::new();
        for field in coding.layout().fields() {
            let entries = field.entry_names(coding.rules());
            assert_eq!((entries.len(), field.offset), (field.len, names.len()), "{game}: {}", field.name);
            names.extend(entries.iter().map(|entry| format!("{}/{entry}", field.name)));
        }
        assert_eq!(names.len(), coding.layout().size(), "{game}");
        let number = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), number, "{game}");
    }
}

#[test]
fn a_seat_sees_its_own_hand_and_how_much_others_hold() {
    let coding = coding("ticket-to-ride");
    let mut observation = vec![0.0; coding.layout().size()];
    let mut looked = 0;
    play(&coding, 5, 400, |engine, table, _| {
        let (parts, state) = (&coding.rules().parts, table.state());
        let hand = parts.find_zone("hand").expect("a hand");
        for seat in [SeatId(0), SeatId(1)] {
            let other = SeatId(1 - seat.0);
            table.observe(engine, seat, &mut observation);
            let cards: Vec<f32> = state.bag(parts, state.spot(parts, hand, seat.into())).iter().map(|&n| n.into()).collect();
            assert_eq!(field(&coding, "zone.hand.own", &observation), cards);
            let held = state.size(parts, state.spot(parts, hand, other.into()));
            assert_eq!(field(&coding, "size.hand", &observation), [held as f32]);
            let trains = parts.find_counter("trains").expect("trains");
            let trains = [seat, other].map(|seat| state.counter(parts, trains, seat.index()) as f32);
            assert_eq!(field(&coding, "counter.trains", &observation), trains);
            assert!(coding.layout().find("zone.hand.after-1").is_none() && coding.layout().find("zone.deck.table").is_none());
            looked += 1;
        }
    });
    assert!(looked > 100);
}

#[test]
fn what_was_said_of_an_action_is_seen_by_whoever_says_it() {
    let coding = coding("ticket-to-ride");
    let (mut observation, mut looked) = (vec![0.0; coding.layout().size()], 0);
    play(&coding, 5, 1000, |engine, table, _| {
        let seat = table.seat().expect("somebody");
        table.observe(engine, seat, &mut observation);
        let said = field(&coding, "said", &observation);
        assert!(said.iter().enumerate().all(|(word, &n)| (n == 1.0) == table.said().contains(&(word as u32))));
        looked += table.said().len();
        table.observe(engine, SeatId(1 - seat.0), &mut observation);
        assert!(field(&coding, "said", &observation).iter().all(|&n| n == 0.0));
    });
    assert!(looked > 0, "nothing was said in several words");
}
