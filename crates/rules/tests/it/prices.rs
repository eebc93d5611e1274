//! Prices that would mean something else than they seem to are reported.

use crate::common::{Table, reported, rules_of};
use railwright_core::Action;

#[test]
fn a_card_that_is_no_colour_does_not_silently_pay_like_one() {
    let found = reported("tunnels", "extends = \"tunnels\"\nremove = [\"actions.claim.price.wild\"]\n");
    assert!(found.contains("card-of-no-lane") && found.contains("`lamp` would pay for grey lanes like a colour"), "{found}");
    assert!(found.contains("tunnels.toml:"), "{found}");
    assert!(!found.contains("`red`") && !found.contains("`blue`"), "{found}");
    let said = "extends = \"tunnels\"\nremove = [\"actions.claim.price.wild\", \"actions.claim.price.any\"]\n\
                actions.claim.price.accepts = { grey = [\"red\", \"blue\"] }\n";
    let found = reported("tunnels", said);
    assert!(!found.contains("card-of-no-lane"), "{found}");
    assert!(!reported("tunnels", "extends = \"tunnels\"\n").contains("card-of-no-lane"));
}

#[test]
fn what_is_known_too_late_to_take_too_much_is_reported() {
    let late = "extends = \"tunnels\"\nactions.claim.gain = { tracks = \"0 - length\" }\n";
    let found = reported("tunnels", late);
    assert!(found.contains("takes-too-late") && found.contains("the claim is settled later"), "{found}");
    let fine = "extends = \"tunnels\"\nactions.claim.gain = { tracks = \"max(0, length - 2)\" }\n";
    assert!(!reported("tunnels", fine).contains("takes-too-late"));
}

/// Ferries on which any four cards stand for a locomotive, and hands of forty cards.
const MANY_CARDS: &str = "extends = \"northern-lights\"\nsteps.deal-hands.count = 40\n\
                          actions.claim.price.stand-ins.symbol = { for = \"symbol\", cards = 4, alike = false }\n";

#[test]
fn a_decision_about_cards_stays_short_whatever_the_hand() {
    let rules = rules_of("tunnels", MANY_CARDS);
    let (mut parts, mut whole, mut longest) = (0, 0, 0);
    for seed in 0..3 {
        let mut table = Table::new(rules.clone(), seed);
        for _ in 0..60 {
            let seat = table.someone();
            let legal: Vec<Action> = table.engine.legal(&table.state, seat).expect("no fault").to_vec();
            let words: Vec<String> = legal.iter().map(|&action| table.engine.print(&table.state, seat, action)).collect();
            let paying = words[0].starts_with("claim with ");
            if paying {
                assert!(legal.len() < 350, "{} actions", legal.len());
                longest = longest.max(legal.len());
                for (action, text) in legal.iter().zip(&words) {
                    assert_eq!(table.engine.parse(&table.state, seat, text).as_ref(), Ok(action), "{text}");
                }
                parts += usize::from(words[0].ends_with(" and others"));
                whole += usize::from(!words[0].ends_with(" and others"));
            }
            // A ferry if there is one, so that cards are paid for symbols.
            let ferry = words.iter().position(|text| text.starts_with("claim ") && !paying && text.contains("helsinki"));
            let pick = ferry.unwrap_or_else(|| table.random.below(legal.len() as u32) as usize);
            let choice = table.engine.pick(pick).expect("a listed action");
            table.step(choice);
        }
    }
    assert!(parts > 2 && whole > 2 && longest > 100, "{parts} in parts, {whole} whole, {longest} at most");
}

#[test]
fn a_whole_payment_is_answered_with_how_it_is_said_where_there_are_very_many() {
    let rules = rules_of("tunnels", MANY_CARDS);
    let mut table = Table::new(rules, 3);
    let mut said = None;
    for _ in 0..200 {
        let seat = table.someone();
        let legal: Vec<Action> = table.engine.legal(&table.state, seat).expect("no fault").to_vec();
        let first = table.engine.print(&table.state, seat, legal[0]);
        if first.starts_with("claim with ") && first.ends_with(" and others") {
            let whole = table.engine.parse(&table.state, seat, "claim with 4 purple, 1 white").expect("it can be read");
            let refused = table.engine.check(&table.state, seat, whole).expect_err("it is not listed");
            said = Some(refused.to_string());
            break;
        }
        let pick = table.random.below(legal.len() as u32) as usize;
        let choice = table.engine.pick(pick).expect("a listed action");
        table.step(choice);
    }
    let said = said.expect("a payment in parts");
    assert!(said.contains("it is said kind by kind: first how many purple, such as `with "), "{said}");
}

#[test]
fn a_price_that_lists_very_many_payments_is_reported_unless_the_lane_is_chosen_first() {
    let with = format!("{MANY_CARDS}actions.claim.price.pay = \"with\"\n");
    let found = reported("tunnels", &with);
    assert!(found.contains("many-payments") && found.contains("in more than 350 ways"), "{found}");
    assert!(!reported("tunnels", MANY_CARDS).contains("many-payments"));
    assert!(
        !reported(
            "tunnels",
            "extends = \"northern-lights\"\nactions.claim.price.pay = \"with\"\nactions.claim.price.symbols = 0\n"
        )
        .contains("many-payments")
    );
}

/// What one part of a price takes does not change what another part comes to: it was found to be there before anything was paid.
#[test]
fn all_of_a_price_is_worked_out_before_any_of_it_is_paid() {
    let text = "extends = \"quarry\"\ncounters.fuel = { of = \"seat\", start = 9, min = 0 }\n\
                actions.road.price.money = { coins = \"2\", fuel = \"coins\" }\n";
    let rules = rules_of("quarry", text);
    let mut table = Table::new(rules.clone(), 1);
    let seat = table.someone();
    let legal = table.engine.legal(&table.state, seat).expect("no fault").to_vec();
    let road = rules.actions.iter().position(|action| action.id == "road").expect("an action");
    let at = legal.iter().position(|action| action.action.index() == road).expect("a road to be had");
    let choice = table.engine.pick(at).expect("listed");
    table.step(choice);
    let value = |id: &str| table.state.counter(&rules.parts, rules.parts.find_counter(id).expect("a counter"), seat.index());
    assert_eq!((value("coins"), value("fuel")), (8 - 2, 9 - 8));
}

#[test]
fn nothing_is_taken_from_a_counter_as_pieces_and_as_money() {
    let twice = "extends = \"quarry\"\nactions.road.price.money.carts = \"1\"\n";
    let found = reported("quarry", twice);
    assert!(found.contains("[said-twice]") && found.contains("mine.toml:2"), "{found}");
}
