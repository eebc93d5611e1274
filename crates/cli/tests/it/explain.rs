//! `railwright explain`: every topic, by name or path, for people and for programs.

use crate::common::railwright;

#[test]
fn a_mechanic_shows_its_keys_and_an_example() {
    let page = railwright(&["explain", "claim"]).exits(0).out;
    for part in ["action claim\n", "do = \"claim\"\n", "  price  a table (price)", "mechanic, docs/reference/actions.md\n"] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    // The function that scripts can call has the same name.
    assert!(page.contains("table.claim(lane, party)\n"), "{page}");
}

#[test]
fn a_key_is_found_by_its_path_and_a_report_by_its_code() {
    assert!(railwright(&["explain", "zones.market.sweep"]).exits(0).out.contains("spare"));
    assert!(railwright(&["explain", "unknown-key"]).exits(0).out.contains("no such key"));
    assert!(railwright(&["explain", "action", "claim"]).exits(0).out.contains("action claim"));
}

#[test]
fn the_list_names_every_topic_and_fits_the_screen() {
    let list = railwright(&["explain"]).exits(0).out;
    let json = railwright(&["explain", "--json"]).exits(0).json();
    let topics = json.as_array().expect("a list");
    assert!(topics.len() > 250, "{}", topics.len());
    for topic in topics {
        assert!(list.contains(topic["name"].as_str().expect("a name")), "{topic}");
    }
}

#[test]
fn what_is_not_there_is_a_wrong_command_line_with_a_hint() {
    let ran = railwright(&["explain", "open-lane"]).exits(2);
    assert!(ran.err.contains("nothing is called `open-lane`") && ran.err.contains("open-lanes"), "{}", ran.err);
}
