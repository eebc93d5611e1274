//! The same action written in every way in which TOML lets one write it becomes the same action.

use railwright_migrate::{Migrated, Outcome, migrate};
use railwright_source::{Files, Node, Report, parse};

fn migrated(text: &str) -> Migrated {
    match migrate("game.toml", text, &[]) {
        Ok(Outcome::Migrated(migrated)) => migrated,
        Ok(other) => panic!("{text}\n{other:?}"),
        Err(unreadable) => panic!("{text}\n{}", unreadable.report.render(&unreadable.files, false)),
    }
}

fn tree(text: &str) -> Node {
    let (mut files, mut report) = (Files::new(), Report::new());
    let file = files.add("game.toml", text);
    let tree = parse(&files, file, &mut report);
    assert!(report.is_ok(), "{text}\n{}", report.render(&files, false));
    tree
}

/// Keys and values of a table of the old format, and the same in today's.
const PAIRS: [(&str, &str); 8] = [
    ("from = \"hand\"", "price.from = \"hand\""),
    ("to = \"discard\"", "price.to = \"discard\""),
    ("pay = \"after\"", "price.pay = \"after\""),
    ("not-in = [\"storm\", \"flood\"]", "where = \"not in(storm) and not in(flood)\""),
    ("price.any = \"grey\"", "price.any = \"grey\""),
    ("price.for-symbol = { cards = 2, alike = true }", "price.stand-ins.symbol = { for = \"symbol\", cards = 2, alike = true }"),
    ("gain = { points = \"total(fame)\" }", "gain = { points = \"sum-owners(fame)\" }"),
    ("cites = { not-in = \"MY-1\" }", "cites = { where = \"MY-1\" }"),
];

#[test]
fn a_claim_is_the_same_however_it_is_written() {
    for chosen in 0..1 << PAIRS.len() {
        let some = |of: fn(&(&'static str, &'static str)) -> &'static str| -> Vec<&str> {
            PAIRS.iter().enumerate().filter(|(i, _)| chosen & (1 << i) != 0).map(|(_, pair)| of(pair)).collect()
        };
        let (old, new) = (some(|pair| pair.0), some(|pair| pair.1));
        let price: Vec<&str> = old.iter().filter_map(|line| line.strip_prefix("price.")).collect();
        let rest: Vec<&str> = old.iter().filter(|line| !line.starts_with("price.")).copied().collect();
        let joined = |lines: &[&str], between: &str| lines.iter().map(|line| format!("{between}{line}")).collect::<String>();
        let in_braces = format!("price = {{ {} }}", price.join(", "));
        let mut ways = vec![
            format!("[actions.claim]\ndo = \"claim\"{}", joined(&old, "\n")),
            format!("[actions]\nclaim = {{ do = \"claim\"{} }}", joined(&old, ", ")),
            format!("[actions]\nclaim.do = \"claim\"{}", joined(&old, "\nclaim.")),
            format!("[actions.claim]{}\ndo = \"claim\"\n[actions.claim.price]{}", joined(&rest, "\n"), joined(&price, "\n")),
        ];
        if !price.is_empty() {
            ways.push(format!("[actions.claim]\ndo = \"claim\"\n{in_braces}   # why{}", joined(&rest, "\n")));
            ways.push(format!("[actions]\nclaim = {{ do = \"claim\", {in_braces}{} }}", joined(&rest, ", ")));
        }
        let wanted = tree(&format!("format = 1\n[actions.claim]\ndo = \"claim\"{}\n", joined(&new, "\n"))).to_json();
        for way in ways {
            let migrated = migrated(&format!("{way}\n"));
            let mut now = tree(&migrated.text).to_json();
            // An empty table of prices says nothing.
            if now["actions"]["claim"]["price"] == serde_json::json!({}) {
                now["actions"]["claim"].as_object_mut().expect("a table").remove("price");
            }
            assert_eq!(sorted(&now), sorted(&wanted), "{way}\n---\n{}", migrated.text);
            assert_eq!(migrated.left, [], "{way}");
        }
    }
}

/// JSON whose tables do not depend on the order in which keys were written.
fn sorted(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Object(fields) => {
            let mut all: Vec<String> = fields.iter().map(|(key, value)| format!("{key}: {}", sorted(value))).collect();
            all.sort();
            format!("{{{}}}", all.join(", "))
        }
        other => other.to_string(),
    }
}

#[test]
fn what_cannot_be_decided_is_left_and_said() {
    for (text, said) in [
        ("extends = \"x\"\n[actions.draw]\nfrom = [\"market\"]\n", "if this action is a claim or a build"),
        ("extends = \"x\"\nterms.'run(x)' = \"x\"\nscore.a = { add = \"run(3)\" }\n", "is a name of this game's own"),
        ("extends = \"x\"\nzones.market.sweep = { tag = \"3 wild\", from = 3 }\n", "is no name in one"),
        ("extends = \"x\"\nuse.mine.at-least = 2\n", "if this is a use of the part `offer`"),
        ("extends = \"x\"\nactions.lay = { companies = \"major\", not-in = [\"storm\"] }\n", "there is another condition"),
    ] {
        let migrated = migrated(text);
        assert!(migrated.left.len() == 1 && migrated.left[0].text.contains(said), "{text}{:?}", migrated.left);
    }
}

#[test]
fn line_ends_and_what_a_first_line_says_stay() {
    let text = "#:schema game.json\r\n\r\nextends = \"x\"\r\n";
    assert_eq!(migrated(text).text, "#:schema game.json\r\n\r\nformat = 1\r\nextends = \"x\"\r\n");
    assert_eq!(migrated("[places]\na = { at = [0, 0] }\n").text, "format = 1\n\n[places]\na = { at = [0, 0] }\n");
    let scenario = "text = \"x\"\ngame = \"y\"\n[play]\nmoves = \"\"\"\nexpect total(track) == 3\n\"\"\"\n";
    assert_eq!(migrated(scenario).text, format!("format = 1\n{}", scenario.replace("total(", "sum-owners(")));
}

#[test]
fn other_files_and_other_formats_are_not_touched() {
    assert!(matches!(migrate("Cargo.toml", "[package]\nname = \"x\"\n", &[]), Ok(Outcome::NotOurs)));
    assert!(matches!(migrate("game.toml", "format = 1\nextends = \"x\"\n", &[]), Ok(Outcome::Current)));
    let later = migrate("game.toml", "format = 2\nextends = \"x\"\n", &[]).expect_err("nobody knows format 2 yet");
    assert!(later.report.iter().any(|problem| problem.code == "unknown-format"));
}
