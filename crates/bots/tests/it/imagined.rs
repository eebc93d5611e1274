//! Hands that were dealt class by class are imagined as they can be, and what breaks down in an imagined position breaks no bot.

use crate::common::Table;
use railwright_bots::simulate::Results;
use railwright_bots::{BotKind, GameError, GameRunner};
use railwright_core::components::Spot;
use railwright_core::id::SeatId;
use railwright_core::{Determiniser, Events, KnownCards, Random, State, View};
use railwright_rules::compile::load_from;
use railwright_rules::library::Library;
use railwright_rules::{Engine, FaultKind, Rules, Setting};
use railwright_script::Rhai;
use std::path::Path;
use std::sync::Arc;

/// Each seat is dealt one card of each of three regions and plays them one by one; a script scores hands and throws on one
/// that has two of a region.
const GAME: &str = r#"
name = "Regions"
summary = "One card of each region."
map = "storm-map"
players = [2, 4]
scripts = { regions = {} }
flow = ["give", "turns"]

[cards.town.fields]
region = "word"
worth = "number"

[cards.town.kinds]
n1 = { count = 2, region = "north", worth = 1 }
n2 = { count = 3, region = "north", worth = 2 }
n3 = { count = 1, region = "north", worth = 3 }
s1 = { count = 3, region = "south", worth = 1 }
s2 = { count = 4, region = "south", worth = 4 }
w1 = { count = 2, region = "west", worth = 2 }
w2 = { count = 2, region = "west", worth = 5 }

[counters]
points = { of = "seat" }

[zones]
deck  = { holds = "town", form = "pile", fill = "shuffled" }
hand  = { holds = "town", form = "bag", of = "seat", seen-by = "owner" }
table = { holds = "town", form = "bag", seen-by = "all" }

[actions.play]
do = "script"
module = "regions"

[actions.pass]
do = "pass"

[steps]
give  = { do = "deal", from = "deck", to = "hand", each-of = "region", for = "each" }
turn  = { do = "choose", actions = ["play"], otherwise = "pass" }
over  = { do = "end", when = "size(hand) == 0", reason = "a hand is empty" }
turns = { do = "turns", steps = ["turn", "over"] }

[score]
points = { add = "points" }
"#;

const SCRIPT: &str = r#"/*
name = "Regions"
summary = "A card is played for points."

[actions.play]
text = "A card is played."
about = "card"
cards = "town"
*/
fn region(kind) { kind.sub_string(0, 1) }

fn options_play(table, seat) {
    let keys = [];
    for held in table.cards(["hand", seat]) { keys.push(held[0]); }
    keys
}

fn resolve_play(table, seat, key) {
    for other in table.seats() {
        let seen = [];
        for held in table.cards(["hand", other]) {
            for i in 0..held[1] {
                let region = region(held[0]);
                if seen.contains(region) { throw `two cards of ${region} in one hand`; }
                seen.push(region);
            }
        }
    }
    table.move_cards(["hand", seat], "table", key, 1);
    table.add(["points", seat], key.sub_string(1, 1).parse_int());
}
"#;

fn regions(players: u8, game: &str, script: &str) -> Arc<Rules> {
    let (rules, problems) = loaded(players, game, script);
    Arc::new(rules.unwrap_or_else(|| panic!("{problems}")))
}

/// The rules of a game with its script, if it can be played, and what is reported of it.
fn loaded(players: u8, game: &str, script: &str) -> (Option<Rules>, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games/storm");
    let (path, module) = (folder.join("mine.toml"), folder.join("regions.rhai"));
    let name = path.to_string_lossy().into_owned();
    let library = Library::for_game(&name).holding(vec![(path, game.to_owned()), (module, script.to_owned())]);
    let loaded = load_from(library, &name, &Setting { players, options: Vec::new() }, &Rhai, &|_, _| {});
    let problems = loaded.report.render(&loaded.files, false);
    (loaded.rules, problems)
}

/// A table at which everything is heard from set-up on.
fn heard_from_the_start(rules: &Arc<Rules>, seed: u64) -> Table {
    let (mut engine, mut events) = (Engine::new(rules.clone(), &Rhai), Events::all());
    let state = engine.start(seed, None, &mut events).expect("set-up without a fault");
    Table { engine, state, random: Random::stream(seed, 77), events }
}

#[test]
fn every_imagined_hand_has_at_most_one_card_of_each_region() {
    for players in 2..=4 {
        let rules = regions(players, GAME, SCRIPT);
        let parts = &rules.parts;
        let hand = parts.find_zone("hand").expect("a hand");
        let classes = parts.zone(hand).by_class.clone().expect("it is dealt by classes").classes;
        assert_eq!(classes.len(), 3);
        for seed in 0..10 {
            let mut table = heard_from_the_start(&rules, seed);
            let mut memories: Vec<KnownCards> = (0..players).map(|s| KnownCards::new(parts, SeatId(s))).collect();
            while !table.over() {
                for event in std::mem::take(&mut table.events.log) {
                    for (seat, known_cards) in memories.iter_mut().enumerate() {
                        event.noticed_by(parts, SeatId::from(seat)).iter().for_each(|e| known_cards.note(parts, *e));
                    }
                }
                for (seat, known_cards) in memories.iter().enumerate() {
                    let seat = SeatId::from(seat);
                    let (mut state, view) = (State::default(), View::new(parts, &table.state, seat));
                    Determiniser::new(parts, seat).determinise(&view, known_cards, &mut state, &mut Random::new(seed));
                    for owner in 0..u16::from(players) {
                        // Cards are played in the open, so that it is known which regions are left.
                        let count = |state: &State, class: &[u64; 4]| {
                            let mut count = 0;
                            state.each_card(parts, Spot { zone: hand, owner }, |kind, n| {
                                count += if railwright_core::bits::has(class, kind.index()) { n } else { 0 };
                            });
                            count
                        };
                        let [truth, imagined] = [&table.state, &state].map(|s| [0, 1, 2].map(|c| count(s, &classes[c])));
                        assert_eq!(truth, imagined, "{players} players, seed {seed}, seat {} imagines seat {}", seat.0, owner);
                    }
                }
                let seat = table.someone();
                let choice = table.choice(seat);
                table.step(choice);
            }
        }
    }
}

#[test]
fn bots_that_think_ahead_never_meet_a_hand_that_cannot_be() {
    for bot in ["greedy", "search:30"] {
        let rules = regions(3, GAME, SCRIPT);
        let mut results = Results::default();
        let mut runner = GameRunner::new(&rules, &Rhai, &[BotKind::find(bot).expect("a bot")], true);
        for seed in 0..8 {
            runner.play(seed, &mut results).unwrap_or_else(|wrong| panic!("{bot}: {wrong}"));
        }
        assert_eq!((results.games, results.imagined_faults.first), (8, None), "{bot}");
    }
}

/// The same game, in which a script throws on what is true of many positions that a bot imagines and of none that is played.
#[test]
fn what_breaks_down_in_an_imagined_position_is_counted_and_breaks_no_bot() {
    // Nobody is known to have anything of a pile: cards of it are dealt without regard to regions.
    let game = GAME.replace(", each-of = \"region\"", ", count = 3");
    let strange = |seed: u64, bot: &BotKind| {
        let rules = regions(3, &game, SCRIPT);
        let mut results = Results::default();
        let played = GameRunner::new(&rules, &Rhai, std::slice::from_ref(bot), false).play(seed, &mut results);
        (played, results)
    };
    for bot in ["greedy", "search:30"].map(|bot| BotKind::find(bot).expect("a bot")) {
        let mut whole = 0;
        for seed in 0..60 {
            let (played, results) = strange(seed, &bot);
            match played {
                Ok(()) if results.imagined_faults.count > 0 => {
                    let first = results.imagined_faults.first.expect("what was wrong first");
                    assert!(first.contains("regions.rhai:24") && first.contains("in one hand"), "{first}");
                    whole += 1;
                }
                Ok(()) => {}
                Err(GameError::Rules(fault)) => assert_eq!(fault.kind, FaultKind::Script, "in a real position it stays a fault"),
                Err(other) => panic!("{bot}: {other}"),
            }
        }
        assert!(whole > 0, "{bot}: no game was played to its end in spite of what it imagined");
    }
}

/// Whether an action can be chosen depends on numbers of others that nobody else sees, against all that is asked of rules.
#[test]
fn a_choice_that_depends_on_what_is_hidden_is_refused_before_any_bot_meets_it() {
    let game = GAME
        .replace("points = { of = \"seat\" }", "points = { of = \"seat\" }\nluck = { of = \"seat\", seen-by = \"owner\" }")
        .replace(
            "[actions.pass]",
            "[actions.rest]\ndo = \"pass\"\nwhen = \"seats(luck > 0) > 1 and turn < 40\"\n\n[actions.pass]",
        )
        .replace("actions = [\"play\"]", "actions = [\"play\", \"rest\"]");
    let (rules, problems) = loaded(3, &game, SCRIPT);
    assert!(rules.is_none() && problems.contains("tells-a-secret") && problems.contains("`luck`"), "{problems}");
}

/// A hand that was dealt by classes and has drawn cards since may hold any, and so may one that was dealt on from such a hand: the truth
/// is never ruled out.
#[test]
fn what_came_after_a_deal_by_classes_may_be_anything() {
    let script = SCRIPT.replace("if seen.contains(region) { throw", "if false { throw");
    let draw = "draw  = { do = \"deal\", from = \"deck\", to = \"hand\", count = 1 }\nover ";
    let drawn = GAME.replace("over ", draw).replace("[\"turn\", \"over\"]", "[\"turn\", \"draw\", \"over\"]");
    let drawn = drawn.replace("size(hand) == 0", "size(deck) == 0").replace("a hand is empty", "the deck is empty");
    let hands = "hands = { do = \"deal\", from = \"pack\", to = \"hand\", count = 2, for = \"each\" }\nturn ";
    let dealt_on = GAME
        .replace("hand  = {", "pack = { holds = \"town\", form = \"pile\", of = \"seat\" }\nhand  = {")
        .replace("to = \"hand\", each-of", "to = \"pack\", each-of")
        .replace("turn ", hands)
        .replace("[\"give\", ", "[\"give\", \"hands\", ");
    let uneven = truth_is_imagined(&regions(2, &drawn, &script), "hand", |truth| truth.iter().any(|&n| n > 1));
    assert!(uneven > 10, "hands with two cards of a region came up: {uneven}");
    assert!(truth_is_imagined(&regions(2, &dealt_on, &script), "pack", |_| true) > 10);
}

/// In how many positions the hand of the second seat was one to look at; the first seat imagined what it was in all of them.
fn truth_is_imagined(rules: &Arc<Rules>, by_classes: &str, looked_at: impl Fn([u32; 3]) -> bool) -> usize {
    let parts = &rules.parts;
    let [hand, dealt] = ["hand", by_classes].map(|zone| parts.find_zone(zone).expect("a zone"));
    let classes = parts.zone(dealt).by_class.clone().expect("it is dealt by classes").classes;
    let of_class = |state: &State| {
        let mut counts = [0; 3];
        state.each_card(parts, Spot { zone: hand, owner: 1 }, |kind, n| {
            let class = classes.iter().position(|class| railwright_core::bits::has(class, kind.index())).expect("each is in one");
            counts[class] += n;
        });
        counts
    };
    let mut count = 0;
    for seed in 0..30 {
        let mut table = heard_from_the_start(rules, seed);
        let mut known_cards = KnownCards::new(parts, SeatId(0));
        while !table.over() {
            for event in std::mem::take(&mut table.events.log) {
                event.noticed_by(parts, SeatId(0)).iter().for_each(|e| known_cards.note(parts, *e));
            }
            let truth = of_class(&table.state);
            if looked_at(truth) {
                let view = View::new(parts, &table.state, SeatId(0));
                let (mut determiniser, mut state) = (Determiniser::new(parts, SeatId(0)), State::default());
                let found = (0..400).any(|chance| {
                    determiniser.determinise(&view, &known_cards, &mut state, &mut Random::new(chance));
                    of_class(&state) == truth
                });
                assert!(found, "seed {seed}: {truth:?} is never imagined");
                count += 1;
            }
            let seat = table.someone();
            let choice = table.choice(seat);
            table.step(choice);
        }
    }
    count
}
