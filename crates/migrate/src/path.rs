//! Dotted paths as they stand in texts: what is removed, what an entry is without, what a check allows.

use crate::words::{self, KEYS, MOVED, WORDS};

/// A path with the names of now. It may lead through overlays and templates. `pay` names the actions that pay in cards.
pub(crate) fn rewrite(path: &str, pay: &[&str]) -> String {
    let names: Vec<&str> = path.split('.').collect();
    let skipped = match names.first() {
        Some(&"overlays") => 2,
        Some(&"templates") => 1,
        _ => 0,
    };
    let Some(inside) = names.get(skipped..) else { return path.to_owned() };
    let mut now: Vec<&str> = names.clone();
    if let ["actions", id, key @ ("from" | "to"), ..] = inside
        && pay.contains(id)
    {
        now[skipped + 2] = if *key == "from" { "price.from" } else { "price.to" };
    }
    for depth in 0..inside.len() {
        let (table, name) = (&inside[..depth], inside[depth]);
        // A word that stands under another key now takes its key along, where that key was no other one's too.
        let words = WORDS.iter().filter(|word| word.now_key != "*" && word.key != "from");
        let moved = words.map(|word| (word.at, word.key, word.now_key));
        let mut renamed = KEYS.iter().chain(MOVED).map(|key| (key.at, key.was, key.now)).chain(moved);
        if let Some((_, _, new)) = renamed.find(|(at, was, _)| *was == name && words::leads(table, at)) {
            now[skipped + depth] = new;
        }
    }
    now.join(".")
}

#[cfg(test)]
mod tests {
    use super::rewrite;

    #[test]
    fn paths_lead_to_the_keys_of_now() {
        for (was, now) in [
            ("actions.exchange.at-least", "actions.exchange.min"),
            ("overlays.crowd.zones.market.sweep.at-most", "overlays.crowd.zones.market.sweep.max"),
            ("templates.actions.travel.companies", "templates.actions.travel.where"),
            ("sets.served.owner", "sets.served.of"),
            ("sets.served.of", "sets.served.holds"),
            ("steps.deal.from", "steps.deal.from"),
            ("actions.claim.pay", "actions.claim.price.pay"),
            ("actions.claim.from", "actions.claim.price.from"),
            ("actions.draw.from", "actions.draw.from"),
            ("actions.claim.price.for-symbol.cards", "actions.claim.price.stand-ins.symbol.cards"),
            ("at-least", "at-least"),
        ] {
            assert_eq!(rewrite(was, &["claim"]), now, "{was}");
        }
    }
}
