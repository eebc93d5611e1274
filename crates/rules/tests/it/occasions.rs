//! A formula asks for what is known when it is worked out; what is not known then is an error and never 0.

use crate::common::reported;

const QUARRY: &str = "extends = \"quarry\"\n";

/// What is wrong on the second line, with this in the message or beside it.
fn refused(folder: &str, base: &str, wrong: &[(&str, &str)]) {
    for (text, says) in wrong {
        let found = reported(folder, &format!("{base}{text}\n"));
        assert!(found.contains("Error") && found.contains(says) && found.contains("mine.toml:2"), "{text}:\n{found}");
    }
}

fn taken(folder: &str, base: &str, fine: &[&str]) {
    for text in fine {
        let found = reported(folder, &format!("{base}{text}\n"));
        assert!(!found.contains("Error"), "{text}:\n{found}");
    }
}

#[test]
fn what_can_be_chosen_is_asked_for_in_steps_and_in_when_and_not_where_it_would_always_be_0() {
    let nowhere = "`can` stands in steps, in `when` of actions and in the values of bots only";
    refused(
        "quarry",
        QUARRY,
        &[
            ("score.most = { add = \"can(road)\" }", nowhere),
            ("invariants.moves = \"can(road) or round > 0\"", nowhere),
            ("actions.road.where = \"length > can(bridge)\"", nowhere),
            ("actions.bridge.when = \"can(road, can(road))\"", nowhere),
        ],
    );
    taken("quarry", QUARRY, &["actions.bridge.when = \"not can(road)\"", "bots.values.free = \"can(road)\""]);
}

#[test]
fn whether_something_can_be_chosen_that_asks_this_itself_has_no_answer() {
    let asked = "actions.bridge.when = \"not can(road)\"\nactions.road.when = \"can(bridge)\"";
    refused("quarry", QUARRY, &[(asked, "`road` asks itself whether `bridge` can be")]);
}

#[test]
fn scores_of_dummies_and_scripts_are_asked_for_where_points_are_counted() {
    let third = "extends = \"quarry\"\ndummies = { third = { score = \"3\" } }\n";
    for text in ["actions.road.when = \"dummy(third) > 2\"", "invariants.few = \"dummy(third) < 9\""] {
        let found = reported("quarry", &format!("{third}{text}\n"));
        let says = "`dummy` stands in `score`, `ranking`, `win-if` and the values of bots only";
        assert!(found.contains(says) && found.contains("mine.toml:3"), "{text}:\n{found}");
    }
    taken("quarry", third, &["win-if = \"total > dummy(third)\"", "score.third = { add = \"dummy(third)\" }"]);
    let says = "`tally` stands in `score`, `ranking`, `win-if` and the values of bots only";
    refused("storm", "extends = \"storm\"\n", &[("actions.claim.when = \"tally(storm) > 2\"", says)]);
}

#[test]
fn a_dummy_that_has_points_of_a_seat_or_of_the_score_sheet_is_refused() {
    for score in ["total", "awards", "seat", "lanes(own)", "places(reached)"] {
        let text = format!("dummies = {{ third = {{ score = \"{score}\" }} }}");
        let found = reported("quarry", &format!("{QUARRY}{text}\n"));
        assert!(found.contains("Error") && found.contains("mine.toml:2"), "{score}:\n{found}");
    }
    taken("quarry", QUARRY, &["dummies = { third = { score = \"players * 3 + most(seat)\" } }"]);
}

#[test]
fn the_space_of_a_piece_and_the_level_of_an_upgrade_are_known_in_their_prices() {
    let level = "`level` means something in the price of `upgrade` only";
    let space = "`space` means something in `price` and `piece-gain` of `lay` only";
    refused(
        "quarry",
        QUARRY,
        &[
            ("actions.road.when = \"level > 1\"", level),
            ("actions.road.where = \"space > 1\"", space),
            ("actions.road.gain = { income = \"space\" }", space),
        ],
    );
}

#[test]
fn what_one_of_several_dummies_has_is_not_taken_for_what_the_first_has() {
    let two = "dummies = { one = { score = \"0\" }, two = { score = \"0\" } }";
    let luck = "counters.luck = { of = \"dummy\", start = 1 }\nactions.road.when = \"luck > 0\"";
    let found = reported("quarry", &format!("{QUARRY}{two}\n{luck}\n"));
    assert!(found.contains("`luck` belongs to dummies: nothing says which one is meant"), "{found}");
    let own = "dummies = { one = { score = \"luck\" }, two = { score = \"luck + 1\" } }\n\
               counters.luck = { of = \"dummy\", start = 1 }\nscore.luck = { add = \"sum-owners(luck)\" }";
    taken("quarry", QUARRY, &[own]);
    let stalls = "extends = \"stalls\"\ndummies = { one = { score = \"0\" }, two = { score = \"0\" } }\n\
                  zones.box = { holds = \"ware\", form = \"bag\", of = \"dummy\" }\nterms.there = \"1\"\n";
    let found = reported("quarry", &format!("{stalls}score.boxed = {{ add = \"size(box)\" }}\n"));
    assert!(found.contains("this zone belongs to dummies: nothing says which one is meant"), "{found}");
    let single = stalls.replace(", two = { score = \"0\" }", "");
    taken("quarry", &single, &["score.boxed = { add = \"size(box)\" }"]);
}

#[test]
fn a_train_is_asked_for_where_there_is_one() {
    refused("quarry", QUARRY, &[("actions.road.when = \"not train-moving\"", "this game has no trains")]);
}

#[test]
fn what_is_worked_out_before_the_game_begins_asks_for_nothing_that_play_changes() {
    let says = "it asks for something that play changes";
    refused(
        "quarry",
        QUARRY,
        &[
            ("counters.coins.start = \"2 + round\"", says),
            ("overlays.late = { when = \"round > 3\", counters.coins.start = 9 }", says),
        ],
    );
    taken("quarry", QUARRY, &["counters.coins.start = \"2 + seat\"", "counters.stone.start = \"2 + players\""]);
}
