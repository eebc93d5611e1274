//! Entries that are like others: `like = "claim"` begins with all that `claim` says, or that a template of that name does.
//!
//! It is looked at when everything is merged, so that a change of the original changes what is like it.

use super::parameters::{HEAVIEST, fill_in, weight};
use crate::files::Origin;
use crate::merge::{keys_of, merge, remove};
use crate::report::{Diagnostic, Report};
use crate::suggest;
use crate::table::{Entry, Table};
use crate::tree::{Node, Value};

/// The key that names the original.
const LIKE: &str = "like";
/// The key with values for the parameters of a template.
const WITH: &str = "with";
/// The key that names what is not taken over.
const WITHOUT: &str = "without";
/// What was removed of an entry that says it itself: it must not come back from the other, which need not have it.
const REMOVED: &str = "(removed)";
/// The table of templates, by the table whose entries may be like them.
const TEMPLATES: &str = "templates";

/// No entry needs more others between it and what it is like in the end.
pub const LONGEST_CHAIN: usize = 16;

/// Replaces each entry that is like another by what it says in full, and takes the templates out of the tree. There may be templates for
/// the entries of these tables.
pub fn resolve_likenesses(tree: &mut Node, tables: &[&str], report: &mut Report) {
    let Some(game) = tree.as_table_mut() else { return };
    let templates = game.remove(TEMPLATES);
    let mut heavy = 0;
    let families: Vec<String> = game.iter().filter(|entry| entry.node.as_table().is_some()).map(|e| e.key.clone()).collect();
    for family in &families {
        let templates = templates.as_ref().and_then(|t| t.node.as_table()).and_then(|t| t.get(family)).and_then(Node::as_table);
        let Some(entries) = game.get(family).and_then(Node::as_table) else { continue };
        let resolver = Resolver { family, entries, templates };
        let mut resolved: Vec<(String, Node)> = Vec::new();
        for entry in entries.iter().filter(|entry| entry.node.at(LIKE).is_some()) {
            let Some(node) = resolver.entry(entry, report) else {
                // What it would have said is not known: neither is what it lacks.
                [entry.key_origin, entry.node.origin].into_iter().for_each(|origin| report.note_incomplete(origin));
                resolved.push((entry.key.clone(), own_keys(&entry.node)));
                continue;
            };
            heavy += weight(&node);
            if heavy > HEAVIEST {
                let problem =
                    Diagnostic::error("too-large", "what is like something else becomes too large with all that it says");
                report.push(problem.at(entry.key_origin, "this and what follows").help("let fewer entries be like large ones"));
                return;
            }
            resolved.push((entry.key.clone(), node));
        }
        let Some(entries) = game.get_mut(family).and_then(Node::as_table_mut) else { continue };
        for (id, node) in resolved {
            if let Some(old) = entries.get_mut(&id) {
                *old = node;
            }
        }
    }
    report_strangers(templates.as_ref(), tables, report);
}

/// Lets an entry that is like another leave out what a path leads to. Gives `false` where the path leads to no such entry, or to what
/// the entry says itself and must be taken out there, too.
pub(crate) fn leave_out(tree: &mut Node, path: &str, origin: Origin) -> bool {
    let keys = keys_of(path);
    let [family, id, rest @ ..] = keys.as_slice() else { return false };
    let entry = tree.as_table_mut().and_then(|game| game.get_mut(family)?.as_table_mut()?.get_mut(id)?.as_table_mut());
    let Some(entry) = entry.filter(|entry| entry.has(LIKE) && !rest.is_empty()) else { return false };
    let mut said = entry.get(&rest[0]);
    for key in &rest[1..] {
        let Some(node) = said else { break };
        let Some(table) = node.as_table() else { return false };
        said = table.get(key);
    }
    let own = said.is_some();
    let key = if own { REMOVED } else { WITHOUT };
    let written = |key: &String| if key.contains('.') { format!("\"{key}\"") } else { key.clone() };
    let path = Node::new(Value::Text(rest.iter().map(written).collect::<Vec<_>>().join(".")), origin);
    let mut list = match entry.get(key) {
        Some(known) => known.as_list().map_or_else(|| vec![known.clone()], <[Node]>::to_vec),
        None => Vec::new(),
    };
    list.push(path);
    entry.insert(key, origin, Node::new(Value::List(list), origin));
    !own
}

/// Templates of what no game has are a slip of the keyboard.
fn report_strangers(templates: Option<&Entry>, tables: &[&str], report: &mut Report) {
    let families = templates.and_then(|templates| templates.node.as_table()).into_iter().flatten();
    for family in families.filter(|family| !tables.contains(&family.key.as_str())) {
        let problem = Diagnostic::error("unknown-key", format!("there is no table `{}` for templates", family.key));
        report.push(problem.at(family.key_origin, "no such table").help(suggest::help(&family.key, "tables", tables)));
    }
}

/// An entry without the keys that say what it is like.
fn own_keys(entry: &Node) -> Node {
    let mut own = entry.clone();
    if let Some(table) = own.as_table_mut() {
        [LIKE, WITH, WITHOUT, REMOVED].into_iter().for_each(|key| drop(table.remove(key)));
    }
    own
}

struct Resolver<'t> {
    family: &'t str,
    entries: &'t Table,
    templates: Option<&'t Table>,
}

impl Resolver<'_> {
    /// All that an entry says, with its id and the values it gives put in.
    fn entry(&self, entry: &Entry, report: &mut Report) -> Option<Node> {
        let (mut node, mut values) = self.whole(entry, &mut Vec::new(), report)?;
        values.insert("id", entry.key_origin, Node::new(Value::Text(entry.key.clone()), entry.key_origin));
        fill_in(&mut node, &values, report);
        Some(node)
    }

    /// All that an entry says, and the values that it and what it is like give; `through` are those that led here.
    fn whole(&self, entry: &Entry, through: &mut Vec<(String, Origin)>, report: &mut Report) -> Option<(Node, Table)> {
        let mut own = entry.node.clone();
        let Some(table) = own.as_table_mut() else { return Some((own, Table::default())) };
        let (like, with, without) = (table.remove(LIKE), table.remove(WITH), table.remove(WITHOUT));
        let removed = table.remove(REMOVED);
        let given = with.as_ref().and_then(|with| with.node.as_table()).cloned();
        if let (Some(with), None) = (&with, &given) {
            let problem = Diagnostic::error("wrong-kind", format!("`{WITH}` should be a table of values"));
            report.push(problem.at(with.node.origin, "not a table").help("for example: with = { count = 3 }"));
        }
        let given = given.unwrap_or_default();
        let Some(like) = like else { return Some((own, given)) };
        let Some(name) = like.node.as_text() else {
            let problem = Diagnostic::error("wrong-kind", format!("`{LIKE}` should be the name of another entry"));
            report.push(problem.at(like.node.origin, "not a name"));
            return None;
        };
        let original = self.original(entry, name, like.node.origin, report)?;
        let circle = through.iter().any(|(known, _)| *known == original.key) || original.key_origin == entry.key_origin;
        if circle || through.len() == LONGEST_CHAIN {
            report.push(self.endless(&entry.key, like.node.origin, through));
            return None;
        }
        through.push((entry.key.clone(), like.node.origin));
        let (mut node, mut values) = self.whole(original, through, report)?;
        for path in without.iter().flat_map(|without| without.node.as_list().unwrap_or(std::slice::from_ref(&without.node))) {
            match path.as_text() {
                Some(text) => remove(&mut node, text, path.origin, report),
                None => {
                    report.push(Diagnostic::error("wrong-kind", "a key to leave out should be text").at(path.origin, "not text"))
                }
            }
        }
        for path in removed.iter().filter_map(|removed| removed.node.as_list()).flatten().filter_map(Node::as_text) {
            remove(&mut node, path, Origin::NONE, &mut Report::new());
        }
        merge(&mut node, &own, report);
        node.origin = own.origin;
        for value in &given {
            values.insert(value.key.clone(), value.key_origin, value.node.clone());
        }
        Some((node, values))
    }

    /// The template of a name, or the entry beside it.
    fn original(&self, entry: &Entry, name: &str, origin: Origin, report: &mut Report) -> Option<&Entry> {
        let template = self.templates.and_then(|templates| templates.entry(name));
        let beside = self.entries.entry(name);
        if let (Some(template), Some(beside)) = (template, beside) {
            let message = format!("`{name}` is both a template and one of `{}`", self.family);
            let problem = Diagnostic::error("said-twice", message).at(origin, "which is meant?");
            let problem = problem.at(template.key_origin, "the template").at(beside.key_origin, "the other");
            report.push(problem.help("give the template another name"));
        }
        if let Some(found) = template.or(beside) {
            return Some(found);
        }
        let known: Vec<&str> = self.templates.into_iter().chain([self.entries]).flat_map(Table::keys).collect();
        let known: Vec<&str> = known.into_iter().filter(|id| *id != entry.key).collect();
        let problem =
            Diagnostic::error("unknown-name", format!("there is nothing called `{name}` that `{}` could be like", entry.key));
        report.push(problem.at(origin, "no such entry").help(suggest::help(name, self.family, &known)));
        None
    }

    fn endless(&self, id: &str, origin: Origin, through: &[(String, Origin)]) -> Diagnostic {
        let message = match through.len() {
            LONGEST_CHAIN => {
                format!("`{}.{id}` is like another that is like another, more than {LONGEST_CHAIN} times", self.family)
            }
            _ => format!("`{}.{id}` is like itself", self.family),
        };
        let mut problem = Diagnostic::error("endless-likeness", message).at(origin, "like this");
        for (_, origin) in through.iter().rev() {
            problem = problem.at(*origin, "by way of this");
        }
        problem.help("let one of them say all its keys itself")
    }
}
