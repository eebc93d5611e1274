//! Zones of seats deal with zones of the same seat or of the table; everything else is reported where it is written.

use crate::common::reported;

const STALLS: &str = "extends = \"stalls\"\n";

#[test]
fn a_zone_deals_with_one_of_the_same_owner_or_of_the_table() {
    let fine = [
        "zones.stock.renew = \"returns\"\nzones.returns = { holds = \"ware\", form = \"bag\" }\n",
        "zones.stall.refill = \"store\"\n",
        "zones.stock.aside = { where = \"flawed\", to = \"sold\" }\n",
        "steps.mix = { do = \"shuffle-in\", from = \"sold\", to = \"stock\", parts = 2, part = 1, for = \"each\" }\n\
         remove = [\"steps.mix.zone\"]\n",
    ];
    for text in fine {
        let found = reported("quarry", &format!("{STALLS}{text}"));
        assert!(!found.contains("Error"), "{text}:\n{found}");
    }
    let wrong = [
        ("zones.store.renew = \"sold\"\n", "which seat's `sold` is meant"),
        ("zones.store.aside = { where = \"flawed\", to = \"sold\" }\n", "which seat's `sold` is meant"),
        ("zones.offer = { holds = \"ware\", form = \"row\", slots = 2, refill = \"stock\" }\n", "which seat's `stock` is meant"),
        (
            "zones.ruin = { holds = \"ware\", form = \"row\", slots = 2, of = \"place\", refill = \"stock\" }\n",
            "`ruin` belongs to the place",
        ),
        (
            "zones.other = { holds = \"ware\", form = \"pile\", of = \"seat\", renew = \"sold\" }\n",
            "`sold` renews `stock` already",
        ),
    ];
    for (text, label) in wrong {
        let found = reported("quarry", &format!("{STALLS}{text}"));
        assert!(found.contains("Error") && found.contains(label) && found.contains("mine.toml:2"), "{text}:\n{found}");
    }
}

#[test]
fn a_step_about_a_zone_is_for_a_seat_that_has_one() {
    let wrong = [
        ("steps.mix.zone = \"store\"\n", "this zone belongs to no seat"),
        ("zones.pit = { holds = \"ware\", form = \"pile\", of = \"place\" }\nsteps.mix.zone = \"pit\"\n", "belongs to places"),
        (
            "dummies = { one = { score = \"0\" }, two = { score = \"0\" } }\nzones.box = { holds = \"ware\", form = \"pile\", of = \"dummy\" }\n\
             steps.mix.zone = \"box\"\n",
            "belongs to dummies",
        ),
        (
            "zones.offer = { holds = \"ware\", form = \"row\", slots = 2 }\n\
             steps.lay-out = { zone = \"offer\", from = \"stock\", for = \"actor\" }\n",
            "which seat's `stock` is meant",
        ),
    ];
    for (text, label) in wrong {
        let found = reported("quarry", &format!("{STALLS}{text}"));
        assert!(found.contains("Error") && found.contains(label), "{text}:\n{found}");
    }
}

#[test]
fn a_counter_does_not_start_below_its_least_value() {
    let found = reported("quarry", &format!("{STALLS}counters.fame = {{ of = \"seat\", start = 2, min = 3 }}\n"));
    assert!(found.contains("it starts with 2, and 3 is the least it may be") && found.contains("mine.toml:2"), "{found}");
    let fine = reported("quarry", &format!("{STALLS}counters.fame = {{ of = \"seat\", start = 3, min = 3 }}\n"));
    assert!(!fine.contains("out-of-range"), "{fine}");
}

#[test]
fn cards_that_no_zone_holds_are_reported_where_they_are_declared() {
    let found = reported("quarry", &format!("{STALLS}[cards.coin.kinds]\ngold = {{ count = 3 }}\n"));
    assert!(found.contains("the coin cards start in 0 zones") && found.contains("no zone holds them"), "{found}");
}
