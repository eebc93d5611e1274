//! What a seat may do depends on what it may see: a condition, a price or a bound that reads a secret of others is reported.

use crate::common::reported;

/// Every seat has luck that only it sees, and cards of which nobody else sees the kinds.
const SECRETS: &str = "extends = \"quarry\"\ncounters.luck = { of = \"seat\", start = 1, min = 0, seen-by = \"owner\" }\n\
                       counters.fate = { start = 1, seen-by = \"none\" }\n\
                       cards.sign = { kinds = { sun = { count = 6 }, moon = { count = 6 } } }\n\
                       zones.signs = { holds = \"sign\", form = \"pile\", fill = \"shuffled\" }\n\
                       zones.palm = { holds = \"sign\", form = \"bag\", of = \"seat\", seen-by = \"owner\" }\n\
                       zones.purse = { holds = \"sign\", form = \"bag\", of = \"seat\", seen-by = \"owner\", size-seen-by = \"owner\" }\n";

fn told(text: &str) -> String {
    reported("quarry", &format!("{SECRETS}{text}\n"))
}

#[test]
fn what_decides_by_a_secret_of_others_is_reported_where_it_is_written() {
    for (text, says) in [
        ("actions.road.when = \"most(luck) > 1\"", "`luck` of somebody that the seat may not see"),
        ("actions.road.when = \"seats(luck > outer(luck)) == 0\"", "`luck` of somebody"),
        ("actions.road.when = \"sum-owners(luck) > 3\"", "`luck` of somebody"),
        ("actions.road.when = \"fate == 1\"", "`fate` of somebody"),
        ("actions.road.when = [{ if = \"fate == 1\", says = \"fate is against it\" }, \"round > 0\"]", "`fate` of somebody"),
        ("actions.road.where = \"length < least(luck)\"", "`luck` of somebody"),
        ("actions.road.price.money.coins = \"length + most(luck)\"", "`luck` of somebody"),
        ("actions.road.gain.coins = \"0 - most(luck)\"", "`luck` of somebody"),
        ("actions.road.when = \"count(signs, moon) > 2\"", "cards in `signs` that the seat may not see"),
        ("actions.road.when = \"most(count(palm, moon)) > 2\"", "cards in `palm`"),
        ("actions.road.when = \"most(size(purse)) > 2\"", "how many cards lie in `purse`"),
        ("actions.road.when = \"seats(can(bridge)) > 1\"", "what another seat can choose"),
        ("steps.build.may-stop = \"most(luck) > 1\"", "`luck` of somebody"),
    ] {
        let found = told(text);
        let said = found.matches("tells-a-secret").count();
        assert!(said == 1 && found.contains(says) && found.contains("mine.toml:8"), "{text}:\n{found}");
    }
}

#[test]
fn nobody_chooses_among_cards_that_he_does_not_see() {
    let deal = "zones.open = { holds = \"sign\", form = \"row\", slots = 3, SEEN }\n\
                actions.grab = { do = \"take\", from = [\"open\", \"signs\"], to = \"palm\" }\n\
                actions.show = { do = \"put\", from = \"BAG\", to = \"purse\" }\n\
                steps.build.actions = [\"road\", \"grab\", \"show\"]";
    let game = |seen: &str, bag: &str| told(&deal.replace("SEEN", seen).replace("BAG", bag));
    let fine = game("seen-by = \"all\"", "palm");
    assert!(!fine.contains("Error"), "{fine}");
    let unseen = SECRETS.replacen("of = \"seat\", seen-by = \"owner\" }", "of = \"seat\", seen-by = \"others\" }", 1);
    let show = "actions.show = { do = \"put\", from = \"palm\", to = \"purse\" }\n";
    let wrong = [game("size-seen-by = \"all\"", "palm"), reported("quarry", &(unseen + show))].concat();
    for says in ["among cards of `open` that it may not see", "among cards of `palm` that it may not see"] {
        assert!(wrong.contains(says), "{says}:\n{wrong}");
    }
}

#[test]
fn what_is_the_seats_own_may_decide_and_what_happens_may_depend_on_anything() {
    for text in [
        "actions.road.when = \"luck > 0 and count(palm, moon) == 0 and size(purse) == 0\"",
        "actions.road.when = \"most(size(palm)) < 3 and size(signs) > 1\"",
        "actions.road.when = \"seats(coins > outer(luck)) >= 0\"",
        "actions.road.when = \"players > 9 and fate == 1\"",
        "actions.road.gain.coins = \"most(luck)\"",
        "steps.years.until = \"most(luck) > 5 or round >= 4\"",
        "score.luck = { add = \"if(luck == most(luck), 3, 0)\" }",
    ] {
        let found = told(text);
        assert!(!found.contains("Error"), "{text}:\n{found}");
    }
}
