//! Bots that are worth their names: each is better than the one before, and plays the same again.

use railwright_bots::simulate::{GameRunner, Results, game_seed};
use railwright_bots::{BotKind, ObservedDecision, Observer};
use railwright_core::State;
use railwright_rules::{Engine, Rules, ScoreSheet, Setting, load};
use railwright_script::Rhai;
use std::sync::Arc;

/// What was chosen in a game and what it came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Story {
    choices: Vec<usize>,
    totals: [i64; 2],
}

impl Observer for Story {
    fn chose(&mut self, seen: &ObservedDecision) {
        self.choices.push(seen.choice);
    }

    fn ended(&mut self, _: &mut Engine, _: &State, sheet: &ScoreSheet) {
        self.totals = [sheet.totals[0], sheet.totals[1]];
    }
}

fn play(rules: &Arc<Rules>, bots: [&str; 2], seed: u64) -> Story {
    let bots = bots.map(|name| BotKind::find(name).expect("a bot"));
    let mut story = Story::default();
    let played = GameRunner::new(rules, &Rhai, &bots, false).play_observed(seed, &mut Results::default(), &mut story);
    played.unwrap_or_else(|wrong| panic!("{}: {wrong}", rules.head.id));
    story
}

/// In how many games one bot outscores another; they change seats from game to game.
fn one_ply(game: &str, one: &str, other: &str, games: u64) -> u64 {
    let rules = crate::common::rules(game, 2);
    let won = |game: u64| match game % 2 {
        0 => play(&rules, [one, other], game_seed(2, game)).totals,
        _ => {
            let [a, b] = play(&rules, [other, one], game_seed(2, game)).totals;
            [b, a]
        }
    };
    (0..games).map(won).filter(|[one, other]| one > other).count() as u64
}

#[test]
fn greedy_outscores_random_in_every_game() {
    for game in ["ticket-to-ride", "northern-lights", "santa-fe-rails", "spike"] {
        let one_ply = one_ply(game, "greedy", "random", 4);
        assert_eq!(one_ply, 4, "{game}: greedy outscored random in {one_ply} of 4 games");
    }
}

#[test]
fn search_outscores_greedy_and_plays_the_same_again() {
    let one_ply = one_ply("santa-fe-rails", "search:40", "greedy", 5);
    assert!(one_ply >= 4, "search outscored greedy in {one_ply} of 5 games");
    let rules = crate::common::rules("santa-fe-rails", 2);
    assert_eq!(play(&rules, ["search:4", "random"], 3), play(&rules, ["search:4", "random"], 3));
}

#[test]
fn a_game_that_says_nothing_of_bots_is_valued_by_its_score_sheet() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games/hills/hills.toml");
    let rules = crate::common::rules(folder, 2);
    assert!(rules.worth.values.is_empty());
    let games = (0..10).map(|seed| play(&rules, ["greedy", "random"], seed).totals);
    let [greedy, random] = games.fold([0, 0], |[a, b], [c, d]| [a + c, b + d]);
    assert!(greedy > random, "greedy scored {greedy}, random {random}");
}

#[test]
fn a_variant_inherits_what_bots_value_and_who_plays() {
    let (base, variant) = (crate::common::rules("ticket-to-ride", 2), crate::common::rules("northern-lights", 2));
    let names = |rules: &Rules| rules.worth.values.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>();
    assert!(names(&base).iter().all(|id| names(&variant).contains(id)) && !names(&base).is_empty());
    let personas = |rules: &Rules| rules.personas.iter().map(|p| p.id.clone()).collect::<Vec<_>>();
    assert_eq!(personas(&base), personas(&variant));
}

#[test]
fn what_bots_value_is_no_rule() {
    let setting = Setting { players: 2, options: Vec::new() };
    let plain = railwright_rules::compile::load_changed("ticket-to-ride", &setting, &Rhai, &|tree, _| {
        let table = tree.as_table_mut().expect("a game is a table");
        table.remove("bots").and(table.remove("personas")).expect("the game has both");
    });
    let whole = load("ticket-to-ride", &setting, &Rhai);
    assert_eq!(plain.rules.expect("it loads").resolved, whole.rules.expect("it loads").resolved);
}

/// Notes how often a persona does what it should not while it could do something else.
struct Watch {
    rules: Arc<Rules>,
    seat: u8,
    broken: usize,
    kept: usize,
}

impl Observer for Watch {
    fn chose(&mut self, seen: &ObservedDecision) {
        if seen.seat.0 != self.seat {
            return;
        }
        // Lanes shorter than four are not to be claimed.
        let rules = &self.rules;
        let short = |action: railwright_core::Action| {
            let claim = rules.actions[action.action.index()].id == "claim";
            claim && rules.lane_of(action).is_some_and(|lane| rules.parts.map.lane(lane).length < 4)
        };
        if seen.legal.iter().any(|a| !short(*a)) && seen.legal.iter().any(|a| short(*a)) {
            if short(seen.legal[seen.choice]) { self.broken += 1 } else { self.kept += 1 }
        }
    }
}

#[test]
fn a_persona_keeps_its_habits() {
    let rules = crate::common::rules("ticket-to-ride", 2);
    let bots = ["persona:long-haul", "random"].map(|name| BotKind::find(name).expect("a bot"));
    let mut watch = Watch { rules: rules.clone(), seat: 0, broken: 0, kept: 0 };
    GameRunner::new(&rules, &Rhai, &bots, false).play_observed(5, &mut Results::default(), &mut watch).expect("no fault");
    assert_eq!(watch.broken, 0);
    assert!(watch.kept > 5, "there was hardly anything to resist: {}", watch.kept);
    let wrong = BotKind::Persona("long-hall".into()).wrong(&rules).expect("there is none");
    assert!(wrong.contains("did you mean `long-haul`?"), "{wrong}");
}
