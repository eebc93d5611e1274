//! `options` is a function of what its seat may see, and looking is all it may do.

use crate::common::{Copy, asked, drive, script_with};
use railwright_core::Events;
use railwright_core::id::SeatId;
use railwright_rules::script::Scripting;
use railwright_script::Rhai;

/// What happens when `options` begins with something.
fn options_with(name: &str, first: &str, changes: &str) -> Result<Vec<String>, String> {
    let script = script_with(
        "    let keys = [];\n    for lane in table.members",
        &format!("    let keys = [];\n    {first}\n    for lane in table.members"),
    );
    let game = Copy::new(name, &script, changes);
    let mut engine = game.engine();
    let state = engine.start(2, Some(SeatId(0)), &mut Events::default()).unwrap();
    assert_eq!(asked(&state), SeatId(0));
    let mut scripts = Rhai.ready(engine.rules());
    let before = state.clone();
    let result = scripts.options(&state, &drive(SeatId(0))).map(|list| list.texts.clone()).map_err(|f| f.to_string());
    assert_eq!(state, before);
    if let Err(fault) = &result {
        let refusal = engine.legal(&state, SeatId(0)).unwrap_err().to_string();
        assert_eq!(&refusal, fault, "the engine says the same");
    }
    result
}

#[test]
fn what_the_seat_sees_may_be_looked_at() {
    let look = "table.cards([\"hand\", seat]); table.size([\"hand\", 3 - seat]); table.cards(\"discard\"); table.size(\"deck\");";
    options_with("own", look, "").unwrap();
}

#[test]
fn the_cards_of_others_may_not() {
    let fault = options_with("others", "table.cards([\"hand\", 3 - seat]);", "").unwrap_err();
    assert!(fault.contains("`options` may not look at the cards in `hand` of seat 2: seat 1 does not see it"), "{fault}");
    let fault = options_with("count", "table.count([\"hand\", 3 - seat], \"red\");", "").unwrap_err();
    assert!(fault.contains("may not look at the cards in `hand` of seat 2"), "{fault}");
}

#[test]
fn nor_a_pile_nor_a_secret_counter_nor_a_secret_size() {
    let fault = options_with("deck", "table.cards(\"deck\");", "").unwrap_err();
    assert!(fault.contains("may not look at the cards in `deck`"), "{fault}");
    let fault = options_with("counter", "table.counter(\"storms\");", "counters.storms.seen-by = \"none\"").unwrap_err();
    assert!(fault.contains("may not look at the counter `storms`"), "{fault}");
    let fault = options_with("size", "table.size([\"hand\", 2]);", "zones.hand.size-seen-by = \"owner\"").unwrap_err();
    assert!(fault.contains("may not look at the size of `hand` of seat 2"), "{fault}");
}

#[test]
fn options_cannot_write_or_draw_on_chance() {
    for (name, effect) in [
        ("add", "table.add(\"storms\", 1);"),
        ("mark", "table.mark(\"storm\", \"elder-fir\");"),
        ("random", "table.random(6);"),
        ("draw", "table.draw(\"deck\", [\"hand\", seat]);"),
        ("claim", "table.claim(table.members(\"open\")[0], seat);"),
        ("shuffle", "table.shuffle(\"deck\");"),
        ("move", "table.move_cards([\"hand\", seat], \"discard\", table.cards([\"hand\", seat])[0][0], 1);"),
    ] {
        let fault = options_with(name, effect, "").unwrap_err();
        assert!(fault.contains("`options` may only look"), "{fault}");
    }
}

#[test]
fn options_must_be_different_texts() {
    let fault = options_with("twice", "return [\"a\", \"a\"];", "").unwrap_err();
    assert!(fault.contains("`options_drive` gave a twice"), "{fault}");
    let fault = options_with("number", "return [1];", "").unwrap_err();
    assert!(fault.contains("`options_drive` should give a list"), "{fault}");
    let fault = options_with("nothing", "return 5;", "").unwrap_err();
    assert!(fault.contains("`options_drive` should give a list"), "{fault}");
}

#[test]
fn what_others_hold_does_not_change_the_options() {
    let game = Copy::new("same", &script_with("const MOST_STORMS = 3;", "const MOST_STORMS = 3;"), "");
    let mut engine = game.engine();
    let rules = engine.rules().clone();
    let mut scripts = Rhai.ready(&rules);
    let hand = rules.parts.find_zone("hand").unwrap();
    let deck = rules.parts.find_zone("deck").unwrap();
    let at = |zone, owner| railwright_core::components::Spot { zone, owner };
    for seed in 0..20 {
        let state = engine.start(seed, Some(SeatId(0)), &mut Events::default()).unwrap();
        let mut other = state.clone();
        let mut events = Events::default();
        let mut table = railwright_core::Effects::new(&rules.parts, &mut other, &mut events);
        for _ in 0..4 {
            let (kind, _) = rules
                .parts
                .cards_in(hand)
                .kinds
                .iter()
                .enumerate()
                .map(|(i, k)| (railwright_core::id::KindId::from(i), k))
                .find(|(k, _)| table.state().bag(&rules.parts, at(hand, 1))[k.index()] > 0)
                .unwrap();
            table.shift(at(hand, 1), at(deck, 0), kind, 1, railwright_core::effect::At::Top);
            table.shuffle(at(deck, 0));
            table.draw(at(deck, 0), at(hand, 1));
        }
        let call = drive(SeatId(0));
        let options = scripts.options(&state, &call).unwrap().clone();
        assert_eq!(&options, scripts.options(&other, &call).unwrap());
    }
}
