//! A refusal says of which kind it is, why, and which numbered rule says so.

use crate::common::{Table, reported, rules, rules_of};
use railwright_core::id::{ActionId, KindId, SeatId};
use railwright_core::{Action, Effects, Events};
use railwright_rules::RefusalKind::{self, *};
use railwright_rules::engine::DONE;
use std::collections::HashSet;

/// Why an action is refused; nothing if it is legal.
fn refused(table: &mut Table, seat: SeatId, action: ActionId) -> Option<RefusalKind> {
    table.engine.check(&table.state, seat, Action { action, ..Action::default() }).err().map(|refusal| refusal.kind)
}

#[test]
fn every_refusal_of_a_whole_game_is_of_the_kind_that_the_position_says() {
    let rules = rules("ticket-to-ride", 3);
    let mut table = Table::new(rules.clone(), 4);
    let mut met = HashSet::new();
    while !table.over() {
        let seat = table.someone();
        let clock = table.state.clock();
        let (busy, waiting) = (clock.progress[seat.index()].action, clock.waiting);
        let offers_done = table.engine.legal(&table.state, seat).unwrap().iter().any(|action| action.action == DONE);
        let too_early = if busy.is_some() { InTheMiddle } else { TooFew };
        assert_eq!(refused(&mut table, seat, DONE), (!offers_done).then_some(too_early));
        assert_eq!(refused(&mut table, seat, ActionId(200)), Some(NoSuchAction));
        for other in (0..3).map(SeatId).filter(|other| !waiting.has(*other)) {
            assert_eq!(refused(&mut table, other, ActionId(0)), Some(NotYourTurn));
        }
        for id in (0..rules.actions.len()).map(ActionId::from) {
            let kind = refused(&mut table, seat, id);
            assert_eq!(kind == Some(InTheMiddle), busy.is_some_and(|busy| busy != id), "{kind:?}");
            met.extend(kind);
        }
        let choice = table.choice(seat);
        table.step(choice);
    }
    assert_eq!(refused(&mut table, SeatId(0), ActionId(0)), Some(GameOver));
    for kind in [InTheMiddle, NotOffered, OnlyIfNothingElse, Mechanic] {
        assert!(met.contains(&kind), "{kind:?} is not among {met:?}");
    }
}

/// What a seat is told that says something in a game on the board of the tunnels, with so many cards of each kind in its hand.
fn told(game: &str, hand: &[(&str, u8)], said: &[&str]) -> String {
    let rules = rules_of("tunnels", game);
    let mut table = Table::new(rules.clone(), 3);
    let seat = table.someone();
    let zones = ["deck", "hand", "revealed"].map(|zone| rules.parts.find_zone(zone).expect("a zone"));
    let mut events = Events::default();
    let mut effects = Effects::new(&rules.parts, &mut table.state, &mut events);
    // All cards come to the hand, and those that are not wanted go on.
    let [deck, cards, aside] = zones.map(|zone| effects.state().spot(&rules.parts, zone, seat.into()));
    while effects.state().size(&rules.parts, deck) > 0 {
        effects.draw(deck, cards);
    }
    for (at, kind) in rules.parts.cards_in(zones[1]).kinds.iter().enumerate() {
        let wanted = hand.iter().find(|(name, _)| *name == kind.id).map_or(0, |(_, count)| *count);
        let held = effects.state().bag(&rules.parts, cards)[at];
        effects.transfer(cards, aside, KindId::from(at), held - wanted).expect("so many cards");
    }
    let (last, before) = said.split_last().expect("something is said");
    for text in before {
        let action = table.engine.parse(&table.state, seat, text).expect("an action");
        let checked = table.engine.check(&table.state, seat, action).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        table.step(checked);
    }
    let action = table.engine.parse(&table.state, seat, last).expect("an action");
    let refusal = table.engine.check(&table.state, seat, action).expect_err("it is refused");
    format!("{} [{}]", refusal.reason, refusal.cited.cites.join(", "))
}

/// A game with citations at keys.
const CITING: &str = "extends = \"tunnels\"\n[actions.claim]\n\
    cites = { price = [\"MY-1\", \"MY-2\"], pieces = \"MY-3\", shared = \"MY-4\", else = \"MY-9\" }\n";

#[test]
fn a_refusal_cites_the_rule_of_the_key_that_refuses() {
    let few = format!("{CITING}\n[counters]\ntracks.start = 1\n");
    assert_eq!(
        told(CITING, &[("red", 1)], &["claim east-north with 2 red"]),
        "2 red cards are wanted and the hand has 1 [MY-1, MY-2]"
    );
    assert_eq!(
        told(&few, &[("red", 2)], &["claim east-north with 2 red"]),
        "east-north takes 2 tracks and only 1 are left [MY-3]"
    );
}

#[test]
fn a_list_of_citations_holds_for_all_keys() {
    let listed = "extends = \"tunnels\"\nactions.claim.cites = [\"MY-1\", \"MY-3\"]\n";
    assert!(told(listed, &[], &["claim east-north with 2 red"]).ends_with("[MY-1, MY-3]"));
}

#[test]
fn citations_at_a_key_that_the_mechanic_has_not_are_reported_with_the_nearest() {
    let found = reported("tunnels", "extends = \"tunnels\"\n[actions.claim]\ncites = { pieses = \"MY-3\" }\n");
    assert!(found.contains("unknown key `actions.claim.cites.pieses`") && found.contains("did you mean `pieces`?"), "{found}");
    assert!(found.contains("mine.toml:3:"), "{found}");
}

#[test]
fn where_two_rules_speak_in_one_key_the_part_that_applied_is_cited() {
    let game =
        "extends = \"tunnels\"\n[actions.claim]\ncites.price = { count = \"MY-1\", accepts = \"MY-2\", else = \"MY-3\" }\n";
    let told = |said: &str| told(game, &[("red", 1)], &[said]);
    assert_eq!(told("claim east-north with 3 red"), "east-north costs exactly 2 cards, not 3 [MY-1]");
    assert_eq!(told("claim east-north with 2 blue"), "east-north is red: blue does not match [MY-2]");
    assert_eq!(told("claim east-north with 2 red"), "2 red cards are wanted and the hand has 1 [MY-3]");
    let found = reported("tunnels", "extends = \"tunnels\"\n[actions.claim]\ncites.price.cuont = \"MY-1\"\n");
    assert!(
        found.contains("unknown key `actions.claim.cites.price.cuont`") && found.contains("did you mean `count`?"),
        "{found}"
    );
    let found = reported("tunnels", "extends = \"tunnels\"\n[actions.claim]\ncites.pieces.count = \"MY-1\"\n");
    assert!(found.contains("unknown key `actions.claim.cites.pieces.count`") && found.contains("mine.toml:3:"), "{found}");
}

#[test]
fn a_condition_may_have_words_and_citations_of_its_own() {
    let game = |when: &str| format!("extends = \"tunnels\"\n[actions.draw]\ncites = [\"MY-7\"]\nwhen = {when}\n");
    let said = r#"{ if = "points > 0", says = "you have nothing to show", cites = ["MY-8"] }"#;
    assert_eq!(told(&game(said), &[("red", 2)], &["draw deck"]), "you have nothing to show [MY-8]");
    let first = format!(r#"["tracks > 0", {{ if = "tracks > 20", says = "too few tracks" }}, {said}]"#);
    assert_eq!(told(&game(&first), &[("red", 2)], &["draw deck"]), "too few tracks [MY-7]");
    let plain = r#"["tracks > 0", "points > 3"]"#;
    assert_eq!(told(&game(plain), &[("red", 2)], &["draw deck"]), "`draw` needs points > 3, but points is 0 [MY-7]");
}

#[test]
fn a_condition_with_words_that_a_child_says_again_is_replaced_as_a_whole() {
    let parent = "[actions.draw]\nwhen = { if = \"points > 5\", says = \"fewer than five points\" }\n";
    let child = "[overlays.now]\nwhen = \"players >= 2\"\nactions.draw.when = { if = \"points > 9\", cites = \"MY-9\" }\n";
    let both = format!("extends = \"tunnels\"\n{parent}{child}");
    assert_eq!(told(&both, &[("red", 2)], &["draw deck"]), "`draw` needs points > 9, but points is 0 [MY-9]");
}

#[test]
fn what_is_wrong_with_a_condition_is_reported_at_its_place() {
    let wrong = [
        ("{ says = \"no\" }", "missing key `actions.draw.when.if`"),
        ("{ if = \"points >\", says = \"no\" }", "mine.toml:2:37"),
        ("[\"points > 0\", { if = \"pionts > 0\" }]", "points"),
        ("{ if = \"true\", say = \"no\" }", "did you mean `says`?"),
        ("[3, []]", "actions.draw.when"),
    ];
    for (when, says) in wrong {
        let found = reported("tunnels", &format!("extends = \"tunnels\"\nactions.draw.when = {when}\n"));
        assert!(found.contains(says) && found.contains("mine.toml:2:"), "{when}:\n{found}");
    }
}

#[test]
fn in_the_middle_of_a_claim_the_reason_is_that() {
    let after = "extends = \"tunnels\"\nremove = [\"actions.claim.escrow\", \"actions.claim.committed\"]\n\
        [actions.claim]\nprice.pay = \"after\"\ncites = { price = \"MY-1\", else = \"MY-9\" }\n";
    let middle = "you are in the middle of claiming east-north: say with which cards, `claim with …` [MY-9]";
    for said in ["draw deck", "claim north-west", "done"] {
        assert_eq!(told(after, &[("red", 2), ("blue", 2)], &["claim east-north", said]), middle, "{said}");
    }
    let paid = told(after, &[("red", 2), ("blue", 2)], &["claim east-north", "claim with 2 blue"]);
    assert_eq!(paid, "east-north is red: blue does not match [MY-1]");
}

#[test]
fn colour_and_number_of_a_lane_are_named_before_what_the_hand_lacks() {
    let told = |said: &str| told(CITING, &[("red", 1)], &[said]);
    let wants = "east-north is red and costs exactly 2 cards: not 3, and blue does not match [MY-1, MY-2]";
    assert_eq!(told("claim east-north with 3 blue"), wants);
    assert_eq!(told("claim east-north with 2 blue"), "east-north is red: blue does not match [MY-1, MY-2]");
    assert_eq!(told("claim east-north with 3 red"), "east-north costs exactly 2 cards, not 3 [MY-1, MY-2]");
    assert_eq!(told("claim east-north with 2 red"), "2 red cards are wanted and the hand has 1 [MY-1, MY-2]");
}

#[test]
fn steps_cite_for_what_they_refuse() {
    let game = "extends = \"tunnels\"\n[steps]\nturn.cites = { actions = \"MY-1\", min = \"MY-2\", else = \"MY-3\" }\n";
    assert_eq!(told(game, &[], &["withdraw"]), "`withdraw` cannot be chosen now; draw, claim can [MY-1]");
    assert_eq!(told(game, &[], &["done"]), "at least 1 must be chosen before `done`, and 0 are [MY-2]");
}
