//! What the last action was about: a lane, a place, a company, or nothing of the sort; refused where it could never be any.

use crate::common::{Table, reported, rules_of};
use railwright_core::{Effects, Events};

/// A game in which a place can be chosen, too, and a step after every turn sets the points of whoever has acted.
fn after_turns(value: &str) -> String {
    format!(
        "extends = \"tunnels\"\nremove = [\"steps.turns.last-round\"]\nactions.mark = {{ do = \"mark\" }}\n\
         steps.turn.actions = [\"draw\", \"claim\", \"mark\"]\nsteps.turns.steps = [\"turn\", \"told\"]\n\
         steps.told = {{ do = \"set\", counter = \"points\", value = \"{value}\" }}\n"
    )
}

/// Plays the first legal action that begins so for each of some texts, and gives the points that its seat has afterwards.
fn points(game: &str, moves: &[&str]) -> Vec<i32> {
    let rules = rules_of("tunnels", game);
    let mut table = Table::new(rules.clone(), 3);
    let points = rules.parts.find_counter("points").expect("a counter");
    let [deck, hand] = ["deck", "hand"].map(|zone| rules.parts.find_zone(zone).expect("a zone"));
    let play = |text: &&str| {
        let seat = table.someone();
        let mut events = Events::default();
        let mut effects = Effects::new(&rules.parts, &mut table.state, &mut events);
        let [from, to] = [deck, hand].map(|zone| effects.state().spot(&rules.parts, zone, seat.into()));
        for _ in 0..3 {
            effects.draw(from, to);
        }
        let legal = table.engine.legal(&table.state, seat).expect("no fault").to_vec();
        let found = legal.iter().position(|a| table.engine.print(&table.state, seat, *a).starts_with(text));
        let choice = table.engine.pick(found.unwrap_or_else(|| panic!("nobody can {text}"))).expect("a listed action");
        table.step(choice);
        table.state.counter(&rules.parts, points, seat.index())
    };
    moves.iter().map(play).collect()
}

#[test]
fn a_lane_is_what_an_action_about_a_lane_was_about_and_nothing_after_any_other() {
    let game = after_turns("10 * last-lane(length) + 1");
    // `north` is the first place, and the first lane has two spaces, too.
    assert_eq!(points(&game, &["mark north", "claim east-north", "mark east", "draw deck"])[..3], [1, 21, 1]);
    // A draw is two decisions, and nothing is told before both are made.
    assert_eq!(points(&game, &["draw deck", "draw deck"])[1], 1);
}

#[test]
fn a_place_is_what_an_action_about_a_place_was_about_and_none_after_any_other() {
    let game = after_turns("if(last-place == north, 7, if(last-place == east, 8, 9))");
    assert_eq!(points(&game, &["mark north", "claim east-north", "mark east"]), [7, 9, 8]);
}

#[test]
fn before_any_action_there_is_none() {
    let game = after_turns("0").replace("\"turn\", \"told\"", "\"told\", \"turn\"");
    let game = game.replace("value = \"0\"", "value = \"last-lane(length) + if(last-place == north, 70, 0) + 3\"");
    let rules = rules_of("tunnels", &game);
    let mut table = Table::new(rules.clone(), 3);
    let (seat, points) = (table.someone(), rules.parts.find_counter("points").expect("a counter"));
    assert_eq!(table.state.counter(&rules.parts, points, seat.index()), 3);
}

#[test]
fn what_no_action_of_the_game_is_about_means_nothing_in_it() {
    let wrong = [
        ("actions.draw.when = \"last-place == north\"\n", "`last-place` means nothing here", "about a place"),
        ("actions.draw.when = \"last-company != red\"\n", "`last-company` means nothing here", "about a company"),
        (
            "terms.far = \"last-place != north\"\nscore.far = { add = \"far\" }\n",
            "in the term `far`: `last-place`",
            "about a place",
        ),
        ("counters.gift = { of = \"seat\", start = \"last-lane(length)\" }\n", "`last-lane` means nothing here", "about a lane"),
    ];
    for (text, says, about) in wrong {
        let found = reported("tunnels", &format!("extends = \"tunnels\"\n{text}"));
        assert!(found.contains(says) && found.contains(about) && found.contains("mine.toml:"), "{text}:\n{found}");
    }
}

#[test]
fn a_step_that_only_other_actions_lead_to_cannot_ask_for_a_lane() {
    let gift = "steps.gift = { do = \"deal\", from = \"deck\", to = \"hand\", count = \"last-lane(length)\" }\n";
    let nested = "steps.after = { do = \"in-order\", steps = [\"clean\", \"gift\"] }\n";
    let game = |text: &str| format!("extends = \"tunnels\"\n{gift}{nested}{text}");
    let wrong = [
        "actions.draw.then = [\"gift\"]\n",
        "actions.draw.then = [\"after\"]\n",
        "actions.withdraw.then = [\"gift\"]\n",
        "flow = [\"deal\", \"gift\", \"turns\"]\n",
    ];
    for text in wrong {
        let found = reported("tunnels", &game(text));
        assert!(found.contains("`last-lane` means nothing here") && found.contains("mine.toml:2"), "{text}:\n{found}");
        assert_eq!(found.matches("means nothing here").count(), 1, "{found}");
    }
    let fine = [
        "actions.claim.then = [\"gift\"]\n",
        "actions.claim.then = [\"after\"]\nactions.draw.then = [\"after\"]\n",
        "actions.claim.committed = [\"tunnel\", \"gift\"]\n",
        "steps.turns.steps = [\"turn\", \"gift\"]\n",
        "steps.turns.steps = [\"gift\", \"turn\"]\n",
        "flow = [\"deal\", \"turns\", \"gift\"]\n",
        "zones.deck.on-empty = [\"gift\"]\n",
    ];
    for text in fine {
        let found = reported("tunnels", &game(text));
        assert!(!found.contains("means nothing"), "{text}:\n{found}");
    }
}
