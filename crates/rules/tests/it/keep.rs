//! A `keep` is one choice of any set of the cards offered, named in any order; others learn nothing of it before all have chosen.

use crate::common::{reported, rules_of};
use railwright_core::id::SeatId;
use railwright_core::{Events, Random};
use railwright_rules::Engine;
use railwright_script::Rhai;
use std::collections::BTreeSet;

/// Five train cards for each seat, some of them equal; how many lie where all can see.
const GIFTS: &str = r#"
extends = "ticket-to-ride"
flow = ["deal-gift", "choose-gift", "deal-hands", "open-market", "turns"]
zones.gift = { holds = "train", form = "row", slots = 5, of = "seat", seen-by = "owner", size-seen-by = "all" }
zones.away = { holds = "train", form = "bag", of = "seat", seen-by = "owner", size-seen-by = "all" }
actions.keep-gift = { do = "keep", word = "keep", from = "gift", rest = "away", min = 0 }
steps.deal-gift = { do = "deal", from = "deck", to = "gift", count = 5, for = "each" }
steps.choose-gift = { do = "together", actions = ["keep-gift"] }
"#;

/// Every set of these cards, as a player would count them: so many of each kind or fewer.
fn sets(cards: &[String]) -> BTreeSet<Vec<String>> {
    let mut all = BTreeSet::new();
    for mask in 0..1u32 << cards.len() {
        let chosen = cards.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1).map(|(_, card)| card.clone());
        let mut chosen: Vec<String> = chosen.collect();
        chosen.sort();
        all.insert(chosen);
    }
    all
}

#[test]
fn every_set_of_cards_is_one_action_whatever_the_order_in_which_they_are_named() {
    let rules = rules_of("quarry", GIFTS);
    let mut engine = Engine::new(rules.clone(), &Rhai);
    let (mut random, mut with_equals) = (Random::new(5), 0);
    for seed in 0..20 {
        let state = engine.start(seed, None, &mut Events::default()).expect("no fault");
        let seat = SeatId(0);
        let gift = state.spot(&rules.parts, rules.parts.find_zone("gift").expect("a zone"), seat.into());
        let kinds = &rules.parts.cards_in(gift.zone).kinds;
        let cards: Vec<String> = state.row(&rules.parts, gift).flatten().map(|kind| kinds[kind.index()].id.clone()).collect();
        let legal = engine.legal(&state, seat).expect("no fault").to_vec();
        let mut listed = BTreeSet::new();
        for &action in &legal {
            let said = engine.print(&state, seat, action);
            let mut named: Vec<String> = said.split(' ').skip(1).filter(|word| *word != "nothing").map(str::to_owned).collect();
            for i in (1..named.len()).rev() {
                named.swap(i, random.below(i as u32 + 1) as usize);
            }
            let typed = if named.is_empty() { "keep nothing".to_owned() } else { format!("keep {}", named.join(" ")) };
            assert_eq!(engine.parse(&state, seat, &typed), Ok(action), "{said}");
            named.sort();
            assert!(listed.insert(named), "{said} is listed twice");
        }
        assert_eq!(listed, sets(&cards), "of {cards:?}");
        with_equals += usize::from(listed.len() < 32);
        let all = engine.parse(&state, seat, "keep").expect("all of them");
        assert_eq!(engine.print(&state, seat, all), format!("keep {}", cards.join(" ")));
    }
    assert!(with_equals > 5, "some cards are equal");
}

#[test]
fn others_see_no_card_go_before_all_have_chosen_and_then_how_many() {
    let rules = rules_of("quarry", GIFTS);
    let mut engine = Engine::new(rules.clone(), &Rhai);
    let start = engine.start(3, None, &mut Events::default()).expect("no fault");
    let [first, second] = [SeatId(0), SeatId(1)];
    let mut seen = Vec::new();
    for said in ["keep", "keep nothing"] {
        let (mut state, mut events) = (start.clone(), Events::all());
        for seat in [first, second] {
            let action = engine.parse(&state, seat, if seat == first { said } else { "keep" }).expect("notation");
            let checked = engine.check(&state, seat, action).expect("legal");
            engine.step(&mut state, checked, &mut events).expect("no fault");
            let view = serde_json::to_string(&engine.view(&state, second).snapshot()).expect("plain data");
            let noticed: Vec<_> = events.log.drain(..).filter_map(|event| event.noticed_by(&rules.parts, second)).collect();
            seen.push((view, noticed));
        }
    }
    assert_eq!(seen[0], seen[2], "before seat 2 has chosen, too");
    assert_ne!(seen[1], seen[3], "then cards are seen to go");
}

#[test]
fn too_many_sets_of_cards_are_reported_where_they_are_written() {
    let own = "of = \"seat\", seen-by = \"owner\", size-seen-by = \"all\"";
    let cases = [
        (GIFTS.replace("slots = 5", "slots = 10"), "1024 sets of cards could be kept out of 10"),
        (GIFTS.replace("slots = 5", "slots = 20"), "cards are kept out of at most 16"),
        (GIFTS.replace(own, "seen-by = \"all\"").replace(", for = \"each\"", ""), "all keep from one row"),
    ];
    for (text, wanted) in cases {
        let found = reported("quarry", &text);
        assert!(found.contains("Error") && found.contains(wanted) && found.contains("mine.toml:"), "{wanted}:\n{found}");
    }
    let few = reported("quarry", &GIFTS.replace("slots = 5", "slots = 14").replace("min = 0", "min = 3, max = 3"));
    assert!(!few.contains("Error"), "three of fourteen are few enough:\n{few}");
}
