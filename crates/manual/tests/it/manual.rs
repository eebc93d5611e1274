//! The manual under `docs/` is what the code declares, and nothing that can be looked up lacks a word about it.

use crate::pages::root;
use railwright_manual::codes::CODES;
use railwright_manual::{Lookup, Sort, look_up, pages, topics};
use railwright_rules::compile::schema;
use railwright_rules::sense::CHECKS;
use railwright_source::{Files, Report, Schema, check_table, parse};

#[test]
fn the_reference_pages_are_not_stale() {
    let mut stale = Vec::new();
    for page in pages() {
        let path = root().join("docs").join(page.path);
        if std::env::var_os("RAILWRIGHT_ACCEPT").is_some() {
            std::fs::create_dir_all(path.parent().expect("a page is in a folder")).expect("a folder can be made");
            std::fs::write(&path, &page.text).expect("a page can be written");
        }
        if std::fs::read_to_string(&path).unwrap_or_default() != page.text {
            stale.push(page.path);
        }
    }
    assert!(stale.is_empty(), "stale: {stale:?}; `cargo xtask accept docs` writes them anew");
}

#[test]
fn the_table_of_contents_calls_every_page_as_it_is_called() {
    let docs = root().join("docs");
    let contents = std::fs::read_to_string(docs.join("SUMMARY.md")).expect("a table of contents");
    for page in pages() {
        assert!(contents.contains(&format!("[{}]({})", page.title, page.path)), "{} is not in SUMMARY.md", page.path);
    }
}

/// The codes that the crates report, as their sources name them.
fn codes_in_use() -> Vec<String> {
    let mut codes = Vec::new();
    let mut folders = vec![root().join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() && !["tests", "target", "benches"].contains(&name.as_str()) {
                folders.push(path);
            } else if name.ends_with(".rs") && name != "tests.rs" {
                let text = std::fs::read_to_string(path).expect("a source file");
                let made = ["error", "warning", "note"].map(|severity| format!("Diagnostic::{severity}("));
                for rest in made.iter().flat_map(|made| text.split(made.as_str()).skip(1)) {
                    let code = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next());
                    codes.extend(code.filter(|code| code.contains('-') || code.len() > 3).map(str::to_owned));
                }
            }
        }
    }
    codes.sort();
    codes.dedup();
    codes
}

#[test]
fn every_code_that_is_reported_has_a_page() {
    let used = codes_in_use();
    assert!(used.len() > 30, "only {used:?}");
    let known: Vec<&str> = CODES.iter().map(|code| code.name).chain(CHECKS.iter().map(|check| check.name)).collect();
    let missing: Vec<&String> = used.iter().filter(|code| !known.contains(&code.as_str())).collect();
    let unused: Vec<&str> = known.iter().copied().filter(|code| used.iter().all(|used| used != code)).collect();
    assert!(missing.is_empty(), "add these to crates/manual/src/codes.rs: {missing:?}");
    assert!(unused.is_empty(), "nothing reports these any more: {unused:?}");
}

/// Finds the table that an example is about: below its only heading, or the whole text.
fn table_of<'n>(node: &'n railwright_source::Node, example: &str) -> &'n railwright_source::Node {
    let path = example.lines().next().and_then(|line| line.strip_prefix('[')?.strip_suffix(']')).unwrap_or_default();
    // Attributes are one table, whatever they are of; so is how things are shown.
    let whole =
        ["attributes", "show"].into_iter().find(|whole| path.strip_prefix(whole).is_some_and(|rest| rest.starts_with('.')));
    let path = whole.unwrap_or(path);
    node.at(path).expect("the table of the example")
}

#[test]
fn every_example_is_what_its_schema_declares() {
    let mut seen = 0;
    let mut all: Vec<&'static Schema> = schema::all();
    let nested: Vec<&'static Schema> = all.iter().flat_map(|schema| schema.nested()).collect();
    all.extend(nested);
    for schema in all.into_iter().filter(|schema| !schema.example.is_empty()) {
        let (mut files, mut report) = (Files::new(), Report::new());
        let file = files.add(schema.name, schema.example);
        let tree = parse(&files, file, &mut report);
        check_table(table_of(&tree, schema.example), schema, &[], "", &mut report);
        assert!(report.is_empty(), "{}: {}", schema.name, report.render(&files, false));
        seen += 1;
    }
    assert!(seen >= 15, "only {seen} examples");
    for (name, schema) in railwright_rules::mechanics::SCHEMAS {
        assert!(!schema.example.is_empty(), "the mechanic {name} has no example");
    }
}

#[test]
fn all_declarations_are_sound() {
    for schema in schema::all() {
        assert_eq!(schema.faults(), Vec::<String>::new());
    }
}

#[test]
fn everything_can_be_looked_up() {
    let all = topics();
    for sort in Sort::ALL {
        assert!(all.iter().any(|topic| topic.sort == sort), "no {}", sort.word());
    }
    for topic in &all {
        assert!(topic.summary.len() > 3 && topic.text.starts_with("## "), "{topic:?}");
        assert!(matches!(look_up(&topic.name), Lookup::Found(found) if found.contains(topic)), "{}", topic.name);
        let by_hand = ["scripts.md", "holes.md"].contains(&topic.page);
        assert!(by_hand || pages().iter().any(|page| page.path == topic.page), "{}", topic.page);
    }
    let sorts = |name: &str| match look_up(name) {
        Lookup::Found(found) => found.iter().map(|topic| topic.sort).collect::<Vec<_>>(),
        Lookup::Near(_) => Vec::new(),
    };
    assert_eq!(sorts("claim"), [Sort::Mechanic, Sort::Call]);
    assert_eq!(sorts("zones.market.sweep"), [Sort::Table, Sort::Key]);
    assert_eq!(sorts("on_claimed"), [Sort::Hook]);
    assert_eq!(sorts("unknown-key"), [Sort::Code]);
    assert_eq!(sorts("endless-refill"), [Sort::Hole]);
    assert_eq!(sorts("ferries"), [Sort::Part]);
}

#[test]
fn what_is_not_there_leads_to_what_is() {
    assert!(matches!(look_up("open-lane"), Lookup::Near(near) if near[0] == "open-lanes"));
    assert!(matches!(look_up("locomotive"), Lookup::Near(_)));
    assert!(matches!(look_up("shuffl"), Lookup::Near(near) if near.iter().any(|n| n == "shuffle")));
}
