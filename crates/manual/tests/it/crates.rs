//! The drawing of the crates in `docs/images/crates.svg` is what Cargo says of them.
//!
//! A crate stands one row below the lowest of those it builds on. A line that follows from others is left out (transitive reduction), so
//! that what remains can be read.

use crate::pages::root;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::process::Command;

/// For each crate those of ours that it builds on, tests aside.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// Height of a box, and from one row to the next.
const BOX: i32 = 30;
const ROW: i32 = 74;
/// Width of the drawing.
const WIDTH: i32 = 860;

fn uses() -> Uses {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let asked = ["metadata", "--format-version", "1", "--no-deps", "--offline"];
    let ran = Command::new(cargo).args(asked).current_dir(root()).output().expect("cargo runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let metadata: Value = serde_json::from_slice(&ran.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let ours: BTreeSet<String> = packages.iter().map(|package| text(&package["name"])).collect();
    let of = |package: &Value| {
        let all = package["dependencies"].as_array().expect("dependencies").iter();
        let names = all.filter(|dependency| dependency["kind"].is_null()).map(|dependency| text(&dependency["name"]));
        (text(&package["name"]), names.filter(|name| ours.contains(name)).collect())
    };
    packages.iter().map(of).collect()
}

/// All that a crate builds on, directly or not.
fn reaches(uses: &Uses, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&String> = uses[from].iter().collect();
    while let Some(next) = open.pop() {
        if found.insert(next.clone()) {
            open.extend(&uses[next]);
        }
    }
    found
}

/// The same without what follows from others.
fn reduced(uses: &Uses) -> Uses {
    let of = |(name, direct): (&String, &BTreeSet<String>)| {
        let follows = |one: &String| direct.iter().any(|other| other != one && reaches(uses, other).contains(one));
        (name.clone(), direct.iter().filter(|one| !follows(one)).cloned().collect())
    };
    uses.iter().map(of).collect()
}

fn row(uses: &Uses, name: &str) -> usize {
    uses[name].iter().map(|on| row(uses, on) + 1).max().unwrap_or(0)
}

/// What a crate is called in a drawing of ours alone.
fn short(name: &str) -> &str {
    name.strip_prefix("railwright-").unwrap_or(name)
}

/// The rows from the top, in each the crates in the order of what they build on.
fn rows(uses: &Uses) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for name in uses.keys() {
        let at = row(uses, name);
        rows.resize(rows.len().max(at + 1), Vec::new());
        rows[at].push(name.clone());
    }
    let mut places: BTreeMap<String, i32> = BTreeMap::new();
    for row in &mut rows {
        let mean = |name: &String| {
            let above: Vec<i32> = uses[name].iter().filter_map(|on| places.get(on).copied()).collect();
            above.iter().sum::<i32>() / (above.len() as i32).max(1)
        };
        row.sort_by_cached_key(|name| (mean(name), name.clone()));
        for (at, name) in row.iter().enumerate() {
            places.insert(name.clone(), centre(at, row.len()));
        }
    }
    rows
}

fn centre(at: usize, count: usize) -> i32 {
    (WIDTH / count as i32) * (2 * at as i32 + 1) / 2
}

fn drawing(uses: &Uses) -> String {
    let uses = reduced(uses);
    let rows = rows(&uses);
    let height = rows.len() as i32 * ROW;
    let mut at: BTreeMap<&str, (i32, i32)> = BTreeMap::new();
    for (y, row) in rows.iter().enumerate() {
        let top = y as i32 * ROW + (ROW - BOX) / 2;
        at.extend(row.iter().enumerate().map(|(x, name)| (name.as_str(), (centre(x, row.len()), top))));
    }
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"14\">\n"
    );
    svg += "<title>The crates, each below those it builds on</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
    for (name, direct) in &uses {
        let (x, y) = at[name.as_str()];
        for on in direct {
            let (to, bottom) = (at[on.as_str()].0, at[on.as_str()].1 + BOX);
            let bend = (y - bottom) / 2;
            writeln!(
                svg,
                "<path d=\"M{x} {y}C{x} {} {to} {} {to} {bottom}\" fill=\"none\" stroke=\"#8a9ba8\"/>",
                y - bend,
                bottom + bend
            )
            .expect("room");
        }
    }
    for (name, (x, y)) in at {
        let (label, wide) = (short(name), short(name).len() as i32 * 8 + 24);
        let (left, line) = (x - wide / 2, y + 20);
        writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{y}\" width=\"{wide}\" height=\"{BOX}\" rx=\"6\" fill=\"#eef3f6\" stroke=\"#37556b\"/>\n\
             <text x=\"{x}\" y=\"{line}\" text-anchor=\"middle\" fill=\"#12232e\">{label}</text>"
        )
        .expect("room");
    }
    svg + "</svg>\n"
}

#[test]
fn the_drawing_of_the_crates_does_not_lie() {
    let (path, svg) = (root().join("docs/images/crates.svg"), drawing(&uses()));
    if std::env::var_os("RAILWRIGHT_ACCEPT").is_some() {
        std::fs::write(&path, &svg).expect("a picture can be written");
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == svg, "docs/images/crates.svg is stale; `cargo xtask accept docs` draws it anew");
}

#[test]
fn the_page_on_architecture_has_a_row_for_each_crate() {
    let page = std::fs::read_to_string(root().join("docs/architecture.md")).expect("the page");
    let missing: Vec<String> = uses().into_keys().filter(|name| !page.contains(&format!("\n| `{}` |", short(name)))).collect();
    assert!(missing.is_empty(), "no row for {missing:?}");
}

#[test]
fn every_file_that_the_page_on_architecture_names_is_there() {
    let page = std::fs::read_to_string(root().join("docs/architecture.md")).expect("the page");
    let named = page.split('`').skip(1).step_by(2).filter(|name| name.contains("/src/") || name.contains("/tests/"));
    let mut seen = 0;
    for name in named {
        let path = if name.starts_with("crates/") { root().join(name) } else { root().join("crates").join(name) };
        assert!(path.exists(), "docs/architecture.md names {name}");
        seen += 1;
    }
    assert!(seen > 30, "only {seen}");
}
