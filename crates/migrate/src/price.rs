//! Prices in cards: where cards come from and go to stood beside the price of a claim or a build, and stands in it now; sets that lanes had to be in,
//! or out of, are conditions.

use crate::edits::Edits;
use railwright_source::{Entry, Node, Origin};

/// Keys of a claim or a build that stand in its price now.
const INTO_THE_PRICE: [&str; 3] = ["from", "to", "pay"];
/// Keys that no other action had.
const TELLING: [&str; 7] = ["pay", "one-per-line", "open-lanes", "shared", "pieces", "escrow", "committed"];

/// What an action does as far as its file says: by itself, by what it is like, or by keys that only such an action has.
pub(crate) fn pays_cards(tree: &Node, action: &Node) -> Option<bool> {
    let mut looked_at = Some(action);
    for _ in 0..8 {
        let Some(node) = looked_at else { break };
        if let Some(kind) = node.at("do").and_then(Node::as_text) {
            return Some(matches!(kind, "claim" | "build"));
        }
        let like = node.at("like").and_then(Node::as_text);
        looked_at = like.and_then(|id| tree.at(&format!("actions.{id}")).or_else(|| tree.at(&format!("templates.actions.{id}"))));
    }
    TELLING.iter().any(|key| action.at(key).is_some()).then_some(true)
}

/// Moves keys of an action into its price. Whether an entry was dealt with.
pub(crate) fn rewrite(tree: &Node, action: &Node, edits: &mut Edits) {
    let Some(table) = action.as_table() else { return };
    let moved: Vec<&Entry> = table.iter().filter(|entry| INTO_THE_PRICE.contains(&entry.key.as_str())).collect();
    match pays_cards(tree, action) {
        Some(false) => {}
        Some(true) if moved.is_empty() => {}
        Some(true) => into_the_price(&moved, table.entry("price"), edits),
        None => {
            for entry in moved {
                let text = format!("if this action is a claim or a build, `{}` stands in its `price` now", entry.key);
                edits.leave(entry.key_origin, text);
            }
        }
    }
    sets(action, edits);
}

fn into_the_price(moved: &[&Entry], price: Option<&Entry>, edits: &mut Edits) {
    match price {
        // A heading of its own: whole lines go below it, with their comments.
        Some(price) if edits.line(price.key_origin).starts_with('[') => {
            let text: String = moved.iter().map(|entry| edits.line(entry.key_origin)).collect();
            for entry in moved {
                let line = edits.line_origin(entry.key_origin);
                edits.exchange(line, "");
            }
            let after = edits.line_origin(price.key_origin).end;
            edits.exchange(Origin { start: after, end: after, ..price.key_origin }, text);
        }
        price => {
            if let Some(price) = price {
                take_apart(price, moved, edits);
            }
            moved.iter().for_each(|entry| edits.exchange_word(entry.key_origin, &entry.key, &format!("price.{}", entry.key)));
        }
    }
}

/// Turns a price in braces into keys of its own, because a table in braces cannot be added to.
fn take_apart(price: &Entry, moved: &[&Entry], edits: &mut Edits) {
    if !edits.written(price.node.origin).starts_with('{') {
        return;
    }
    let same_line = moved.iter().any(|entry| edits.line_origin(entry.key_origin) == edits.line_origin(price.key_origin));
    let between = if same_line { ", price." } else { "\nprice." };
    let inner: Vec<&Entry> = price.node.as_table().into_iter().flatten().collect();
    let whole = |start: u32, end: u32| Origin { start, end, ..price.key_origin };
    let Some((first, last)) = inner.first().zip(inner.last()) else {
        return edits.exchange(whole(price.key_origin.start, price.node.origin.end), "price.count = \"length\"");
    };
    edits.exchange(whole(price.key_origin.start, first.key_origin.start), "price.");
    for pair in inner.windows(2) {
        edits.exchange(whole(pair[0].node.origin.end, pair[1].key_origin.start), between);
    }
    edits.exchange(whole(last.node.origin.end, price.node.origin.end), "");
}

/// `not-in = ["closed"]` is `where = "not in(closed)"` now.
fn sets(action: &Node, edits: &mut Edits) {
    let mut said = ["where", "companies", "places"].iter().any(|key| action.at(key).is_some());
    for (key, sign) in [("only-in", ""), ("not-in", "not ")] {
        let Some(entry) = action.as_table().and_then(|table| table.entry(key)) else { continue };
        if said {
            edits.leave(entry.key_origin, format!("`{key}` is a part of `where` now, and there is another condition"));
            continue;
        }
        let names = entry.node.as_list().map_or_else(|| vec![&entry.node], |list| list.iter().collect());
        let all: Vec<String> = names.iter().filter_map(|name| Some(format!("{sign}in({})", name.as_text()?))).collect();
        edits.exchange_word(entry.key_origin, key, "where");
        edits.exchange(entry.node.origin, format!("\"{}\"", all.join(" and ")));
        said = true;
    }
}

/// What stands for a card that must be wild is an entry among the stand-ins now, and says what it stands for.
pub(crate) fn for_symbol(entry: &Entry, edits: &mut Edits) {
    edits.exchange_word(entry.key_origin, "for-symbol", "stand-ins.symbol");
    let written = edits.written(entry.node.origin);
    if written.starts_with('{') {
        let at = entry.node.origin.start + 1;
        edits.exchange(Origin { start: at, end: at, ..entry.node.origin }, " for = \"symbol\",");
    } else if edits.line(entry.key_origin).starts_with('[') {
        let after = edits.line_origin(entry.key_origin).end;
        edits.exchange(Origin { start: after, end: after, ..entry.key_origin }, "for = \"symbol\"\n");
    }
}
