//! A game, a map or a part: keys, words and expressions by where they stand.

use crate::edits::Edits;
use crate::words::{self, KEYS, PARAMETERS, PROSE, TAGS, WORDS};
use crate::{expression, path, price};
use railwright_source::{Entry, Node, Value};

pub(crate) fn rewrite(tree: &Node, own_parts: &[String], edits: &mut Edits) {
    let names = own_names(tree);
    let actions = tree.at("actions").into_iter().flat_map(entries);
    let pay = actions.filter(|action| price::pays_cards(tree, &action.node) == Some(true)).map(|action| action.key.as_str());
    let mut walk = Walk { tree, pay: pay.collect(), own_names: &names, own_parts, edits };
    walk.root(tree);
}

/// Names that a file gives to terms and tables of its own.
pub(crate) fn own_names(tree: &Node) -> Vec<&str> {
    let tables = ["terms", "tables"].into_iter().filter_map(|table| tree.at(table)).flat_map(entries);
    tables.map(|entry| entry.key.split('(').next().unwrap_or(&entry.key).trim()).collect()
}

struct Walk<'w, 'f> {
    /// The whole file.
    tree: &'w Node,
    /// Its actions that are paid for in cards.
    pay: Vec<&'w str>,
    /// Names that the file gives to terms and tables.
    own_names: &'w [&'w str],
    own_parts: &'w [String],
    edits: &'w mut Edits<'f>,
}

impl Walk<'_, '_> {
    /// The tables of a game, or of an overlay.
    fn root(&mut self, tree: &Node) {
        for entry in tree.as_table().into_iter().flatten() {
            match entry.key.as_str() {
                "overlays" => entries(&entry.node).for_each(|overlay| self.root(&overlay.node)),
                "templates" => entries(&entry.node).for_each(|table| self.inside(&table.node, &[&table.key])),
                "remove" => self.paths(&entry.node, ""),
                "use" => entries(&entry.node).for_each(|used| self.used(used)),
                "allow" => entries(&entry.node).for_each(|check| self.allowed(&check.node)),
                "scripts" => self.scripts(&entry.node),
                "parameters" => {}
                key if PROSE.contains(&key) => {}
                key => self.inside(&entry.node, &[key]),
            }
        }
    }

    /// A list of rule scripts is a table of uses now.
    fn scripts(&mut self, node: &Node) {
        let Some(list) = node.as_list() else { return };
        let uses: Vec<String> = list.iter().filter_map(Node::as_text).map(|name| format!("{name} = {{}}")).collect();
        self.edits.exchange(node.origin, format!("{{ {} }}", uses.join(", ")));
    }

    /// What stands at a path.
    fn inside(&mut self, node: &Node, path: &[&str]) {
        match &node.value {
            Value::Table(table) => {
                if let ["actions", _] = path {
                    price::rewrite(self.tree, node, self.edits);
                }
                table.iter().for_each(|entry| self.entry(entry, node, path));
            }
            Value::List(items) => {
                let inner: Vec<&str> = path.iter().copied().chain(["*"]).collect();
                items.iter().for_each(|item| self.inside(item, &inner));
            }
            Value::Text(_) => expression::rewrite(node.origin, self.own_names, self.edits),
            _ => {}
        }
    }

    fn entry(&mut self, entry: &Entry, table: &Node, path: &[&str]) {
        let here: Vec<&str> = path.iter().copied().chain([entry.key.as_str()]).collect();
        if path.len() == 2 && entry.key == "without" {
            return self.paths(&entry.node, &format!("{}.", path.join(".")));
        }
        // What is moved has been.
        if path.len() == 2 && path[0] == "actions" && ["only-in", "not-in"].contains(&entry.key.as_str()) {
            return;
        }
        if entry.key == "for-symbol" && path.len() == 3 && path[2] == "price" {
            return price::for_symbol(entry, self.edits);
        }
        if let Some(word) = WORDS.iter().find(|word| {
            words::leads(path, word.at) && (word.key == "*" || word.key == entry.key) && entry.node.as_text() == Some(word.was)
        }) {
            if word.now_key != "*" {
                self.edits.exchange_word(entry.key_origin, &entry.key, word.now_key);
            }
            return self.edits.exchange_word(entry.node.origin, word.was, word.now);
        }
        if let Some(key) = KEYS.iter().find(|key| key.was == entry.key && words::leads(path, key.at)) {
            let frees = KEYS.iter().any(|other| other.was == key.now && words::leads(path, other.at));
            let moves = WORDS.iter().any(|word| word.key == key.now && word.now_key != "*" && words::leads(path, word.at));
            if table.at(key.now).is_some() && !frees && !moves {
                let text = format!("`{}` is called `{}` now, and there is one already", key.was, key.now);
                self.edits.leave(entry.key_origin, text);
            } else {
                self.edits.exchange_word(entry.key_origin, key.was, key.now);
            }
            let tag = entry.node.as_text().filter(|_| key.was == "tag" && TAGS.iter().any(|at| words::leads(path, at)));
            if let Some(tag) = tag.filter(|tag| !expression::is_name(tag)) {
                let text = format!("this is an expression now, and `{tag}` is no name in one: give the tag another name");
                self.edits.leave(entry.node.origin, text);
            }
        }
        if !(PROSE.contains(&entry.key.as_str()) && entry.node.as_table().is_none()) {
            self.inside(&entry.node, &here);
        }
    }

    /// A list of dotted paths; `before` leads to where they begin.
    fn paths(&mut self, list: &Node, before: &str) {
        for item in list.as_list().unwrap_or_default() {
            let Some(text) = item.as_text() else { continue };
            let now = path::rewrite(&format!("{before}{text}"), &self.pay);
            self.edits.exchange_word(item.origin, text, &now[before.len()..]);
        }
    }

    /// Findings that are allowed: the key is often a path, the value a reason.
    fn allowed(&mut self, check: &Node) {
        for finding in entries(check) {
            self.edits.exchange_word(finding.key_origin, &finding.key, &path::rewrite(&finding.key, &self.pay));
        }
    }

    /// A part that is used: parameters of bundled ones may be called otherwise now.
    fn used(&mut self, used: &Entry) {
        let part = used.node.at("part").and_then(Node::as_text);
        for entry in entries(&used.node) {
            let Some((known, _, now)) = PARAMETERS.iter().find(|(_, was, _)| *was == entry.key) else { continue };
            if part.unwrap_or(&used.key) == *known && !self.own_parts.iter().any(|own| own == known) {
                self.edits.exchange_word(entry.key_origin, &entry.key, now);
            } else if part.is_none() && !self.own_parts.contains(&used.key) {
                let text = format!("if this is a use of the part `{known}`, its parameter `{}` is called `{now}` now", entry.key);
                self.edits.leave(entry.key_origin, text);
            }
        }
        self.inside(&used.node, &["use", &used.key]);
    }
}

pub(crate) fn entries(node: &Node) -> impl Iterator<Item = &Entry> {
    node.as_table().into_iter().flatten()
}
