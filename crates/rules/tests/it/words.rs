//! Two actions with one word: the text says which is meant, or the game is not accepted.

use crate::common::{Table, reported, rules_of};
use std::collections::BTreeSet;

/// One word for drawing, claiming, buying and choosing a place.
const SHARED: &str = "extends = \"tunnels\"\n\
    actions.draw.word = \"take\"\nactions.claim.word = \"take\"\n\
    actions.buy = { do = \"claim\", word = \"take\", pieces = \"tracks\", where = \"tunnel == 0\", when = \"turn > 6\" }\n\
    actions.mark = { do = \"mark\", word = \"take\", when = \"turn > 3\" }\nactions.pass.word = \"take\"\n\
    steps.turn.actions = [\"draw\", \"claim\", \"buy\", \"mark\"]\n\
    steps.turns.until = \"turn > 60\"\n";

#[test]
fn every_legal_action_of_those_with_one_word_is_read_back() {
    let rules = rules_of("tunnels", SHARED);
    let mut seen = BTreeSet::new();
    for seed in 0..20 {
        let mut table = Table::new(rules.clone(), seed);
        while !table.over() {
            let seat = table.someone();
            for action in table.engine.legal(&table.state, seat).expect("no fault").to_vec() {
                let text = table.engine.print(&table.state, seat, action);
                assert_eq!(table.engine.parse(&table.state, seat, &text), Ok(action), "{text}");
                seen.extend(text.starts_with("take").then(|| rules.actions[action.action.index()].id.clone()));
            }
            let choice = table.choice(seat);
            table.step(choice);
        }
    }
    assert_eq!(seen.iter().map(String::as_str).collect::<Vec<_>>(), ["buy", "claim", "draw", "mark"]);
}

#[test]
fn what_none_of_them_can_be_says_what_each_would_want() {
    let rules = rules_of("tunnels", SHARED);
    let mut table = Table::new(rules, 1);
    let seat = table.someone();
    let wrong = table.engine.parse(&table.state, seat, "take a cup of tea").expect_err("nobody can");
    assert!(wrong.contains("`a cup of tea` is no pile to take from") && wrong.contains("there is no lane"), "{wrong}");
    // A lane that can be read is refused with the reason of the one who read it.
    let action = table.engine.parse(&table.state, seat, "take east-north with 9 red").expect("it can be read");
    let refusal = table.engine.check(&table.state, seat, action).expect_err("too many cards").to_string();
    assert!(refusal.contains("east-north costs exactly 2 cards, not 9"), "{refusal}");
}

#[test]
fn actions_that_could_be_written_alike_are_not_offered_by_one_step() {
    let wrong = [
        // Two claims, about the same lanes.
        "actions.other = { do = \"claim\", word = \"claim\", price = { from = \"hand\", to = \"discard\", count = 1, any = \"grey\", wild = \"wild\" } }\n\
         steps.turn.actions = [\"draw\", \"claim\", \"other\"]\n",
        // Two that are said by their word alone.
        "actions.rest = { do = \"run\", word = \"wait\" }\nactions.sleep = { do = \"run\", word = \"wait\" }\n\
         steps.turn.actions = [\"draw\", \"rest\", \"sleep\"]\n",
        // A lane is chosen first, and another is bought.
        "actions.claim.price.pay = \"after\"\nactions.buy = { do = \"claim\", word = \"claim\" }\n\
         steps.turn.actions = [\"draw\", \"claim\", \"buy\"]\n",
        // The same cards.
        "actions.drop = { do = \"put\", word = \"draw\", from = \"hand\", to = \"discard\" }\nactions.draw.from = [\"discard\"]\n\
         steps.turn.actions = [\"draw\", \"drop\"]\n",
    ];
    for text in wrong {
        let found = reported("tunnels", &format!("extends = \"tunnels\"\n{text}"));
        assert!(
            found.contains("are offered by one step") && found.contains("give one of them another `word`"),
            "{text}:\n{found}"
        );
        assert!(found.contains("this action") && found.contains("and this one"), "{found}");
        assert_eq!(found.matches("are offered by one step").count(), 1, "{found}");
    }
    // What a script offers can be anything.
    let found = reported("storm", "extends = \"storm\"\nactions.claim.word = \"drive\"\n");
    assert!(found.contains("are offered by one step"), "{found}");
    let fine = [
        "actions.drop = { do = \"put\", word = \"draw\", from = \"hand\", to = \"discard\" }\nsteps.turn.actions = [\"draw\", \"drop\"]\n",
        // In different steps, and what is left to those who can do nothing else.
        "actions.add.word = \"draw\"\n",
        "actions.rest = { do = \"run\", word = \"pass\" }\nsteps.turn.actions = [\"draw\", \"claim\", \"rest\"]\n",
    ];
    for text in fine {
        let found = reported("tunnels", &format!("extends = \"tunnels\"\n{text}"));
        assert!(!found.contains("Error"), "{text}:\n{found}");
    }
}
