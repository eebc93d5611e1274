//! Which places and lines of a board a sketch takes as examples: together they show all that the board has.

use railwright::source::{Entry, Node, Value};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Something that a place or a line has: the key, and the word or number.
pub type Feature = (String, String);

/// What names a place or a line and says where it is: everybody's own.
const OWN: [&str; 3] = ["name", "at", "ends"];

/// The entries of a table, in order.
pub fn entries<'a>(tree: &'a Node, path: &str) -> Vec<&'a Entry> {
    tree.at(path).and_then(Node::as_table).into_iter().flatten().collect()
}

/// What a place or a line has.
pub fn features(node: &Node) -> BTreeSet<Feature> {
    let mut found = BTreeSet::new();
    for entry in node.as_table().into_iter().flatten().filter(|entry| !OWN.contains(&entry.key.as_str())) {
        collect(&entry.key, &entry.node, &mut found);
        if let Some(list) = entry.node.as_list() {
            found.insert((entry.key.clone(), format!("{} of them", list.len())));
        }
    }
    found
}

fn collect(key: &str, node: &Node, found: &mut BTreeSet<Feature>) {
    match &node.value {
        Value::List(list) => list.iter().for_each(|item| collect(key, item, found)),
        Value::Table(table) => table.iter().for_each(|entry| collect(&entry.key, &entry.node, found)),
        _ => {
            found.insert((key.to_owned(), node.as_expr().unwrap_or_default()));
        }
    }
}

/// Chooses so many entries: those that must be there, then always the one that has most that is new, then others evenly. Where
/// there are too few they come again.
pub fn choose<'a>(all: &[&'a Entry], must: &[&str], wanted: usize) -> Vec<&'a Entry> {
    let has: Vec<BTreeSet<Feature>> = all.iter().map(|entry| features(&entry.node)).collect();
    let mut chosen: Vec<usize> = (0..all.len()).filter(|i| must.contains(&all[*i].key.as_str())).take(wanted).collect();
    let mut seen: BTreeSet<&Feature> = chosen.iter().flat_map(|i| &has[*i]).collect();
    while chosen.len() < wanted {
        let new = |i: usize| has[i].iter().filter(|feature| !seen.contains(feature)).count();
        let rest = (0..all.len()).filter(|i| !chosen.contains(i));
        let Some((1.., Reverse(next))) = rest.map(|i| (new(i), Reverse(i))).max() else { break };
        seen.extend(&has[next]);
        chosen.push(next);
    }
    let rest: Vec<usize> = (0..all.len()).filter(|i| !chosen.contains(i)).collect();
    let missing = (wanted - chosen.len()).min(rest.len());
    chosen.extend((0..missing).map(|i| rest[i * rest.len() / missing]));
    chosen.iter().cycle().take(if chosen.is_empty() { 0 } else { wanted }).map(|i| all[*i]).collect()
}

/// Whether some entries have between them all that all of them have of certain keys.
pub fn cover(some: &[&Entry], all: &[&Entry], keys: &[&str]) -> bool {
    let of_keys = |entries: &[&Entry]| -> BTreeSet<Feature> {
        let found = entries.iter().flat_map(|entry| features(&entry.node));
        found.filter(|(key, value)| keys.contains(&key.as_str()) && !value.ends_with(" of them")).collect()
    };
    of_keys(all).is_subset(&of_keys(some))
}
