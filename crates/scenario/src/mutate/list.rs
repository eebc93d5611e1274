//! All changes of all rules of a game: which there are follows from the schemas.

use super::change::{Change, Mutant};
use super::hooks;
use railwright_rules::compile::schema::key_at;
use railwright_rules::layers::Layers;
use railwright_rules::library::Library;
use railwright_rules::module::{About, ModuleAction, ScriptSource, function_name};
use railwright_rules::script::Scripting;
use railwright_rules::{Setting, load};
use railwright_source::{FileId, Files, KeyDecl, Kind, Need, Node, Report, Value};

/// What is no rule: facts of the board, names, safeguards, what bots do.
const NO_RULES: [&str; 21] = [
    "name",
    "summary",
    "family",
    "minutes",
    "map",
    "map-name",
    "provenance",
    "provenance-note",
    "size",
    "printed-width",
    "show",
    "attributes",
    "places",
    "lines",
    "goals",
    "invariants",
    "allow",
    // The values that modules are given are gone through by what their headers say that they are.
    "scripts",
    "bots",
    "personas",
    // What a choice changes stands in the overlays that ask for it.
    "options",
];
/// Keys that tell and do not rule.
const TELLS: [&str; 8] = ["name", "text", "cites", "says", "word", "color", "do", "told"];
/// Conditions are negated; a number in a comparison of tallies changes sign.
const CONDITIONS: [&str; 5] = ["when", "until", "while", "where", "if"];

/// The mutants of a game in the settings that its scenarios play, and one of its merged trees.
pub(super) fn mutants(game: &str, settings: &[Setting], scripting: &dyn Scripting) -> (Vec<Mutant>, Node) {
    let mut report = Report::new();
    let layers = Layers::read(&mut Library::for_game(game), game, &mut report);
    let map = layers.as_ref().and_then(Layers::map);
    let parents = layers.as_ref().map(Layers::parents).unwrap_or_default();
    let mut all: Vec<Mutant> = Vec::new();
    let mut tree = Node::table(railwright_source::Origin::NONE);
    for setting in settings {
        let loaded = load(game, setting, scripting);
        let mut list = List { tree: &loaded.tree, files: &loaded.files, map, mutants: Vec::new() };
        list.table(&loaded.tree, &mut Vec::new());
        for script in loaded.rules.iter().flat_map(|rules| &rules.scripts) {
            list.parameters(script);
            list.hooks(script);
        }
        // What a game inherits is for the scenarios of its parent to notice.
        for mutant in list.mutants.into_iter().filter(|mutant| !parents.contains(&mutant.origin.file)) {
            let same = |known: &Mutant| known.path == mutant.path && known.text == mutant.text && known.origin == mutant.origin;
            if !all.iter().any(same) {
                all.push(mutant);
            }
        }
        tree = loaded.tree;
    }
    (all, tree)
}

struct List<'a> {
    tree: &'a Node,
    files: &'a Files,
    map: Option<FileId>,
    mutants: Vec<Mutant>,
}

impl List<'_> {
    fn push(&mut self, path: &[String], node: &Node, change: Change, text: String) {
        let place = self.files.locate(node.origin);
        self.mutants.push(Mutant { path: path.join("."), place, text, steps: path.to_vec(), origin: node.origin, change });
    }

    fn key(&self, path: &[String]) -> Option<&'static KeyDecl> {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        key_at(self.tree, &path)
    }

    fn table(&mut self, node: &Node, path: &mut Vec<String>) {
        for entry in node.as_table().into_iter().flatten() {
            let top = path.is_empty();
            let no_rule = (top && NO_RULES.contains(&entry.key.as_str()))
                || (!top && TELLS.contains(&entry.key.as_str()) && !is_entry(path));
            // The least value of a counter is a safeguard, as an invariant is.
            // So is the word on which cards may lie in a zone: it only helps those who imagine what they cannot see.
            let safeguard =
                path.len() == 2 && (entry.key == "min" && path[0] == "counters" || entry.key == "only" && path[0] == "zones");
            // What the map says is a fact, whatever table it is in.
            if no_rule || safeguard || self.map.is_some_and(|map| entry.node.origin.file == map && path.len() > 1) {
                continue;
            }
            path.push(entry.key.clone());
            let key = self.key(path);
            let is_free = key.is_none_or(|key| key.name != entry.key);
            let removable = !top && (is_free || key.is_some_and(|key| key.need != Need::Required));
            let default = key.filter(|_| !is_free).and_then(|key| key.default());
            // A number may be the default of an expression, which is a text.
            let is_default = |default: &Node| {
                default.same(&entry.node) || (default.as_expr().is_some() && default.as_expr() == entry.node.as_expr())
            };
            if removable && !default.is_some_and(is_default) {
                self.push(path, &entry.node, Change::Remove, "is gone".to_owned());
            }
            self.value(&entry.node, key, path);
            path.pop();
        }
    }

    fn value(&mut self, node: &Node, key: Option<&'static KeyDecl>, path: &mut Vec<String>) {
        let kind = key.map(|key| key.kind);
        match &node.value {
            Value::Bool(flag) => self.push(path, node, Change::Set(Value::Bool(!flag)), format!("{flag} becomes {}", !flag)),
            Value::Int(number) => {
                for other in [number + 1, number - 1] {
                    self.push(path, node, Change::Set(Value::Int(other)), format!("{number} becomes {other}"));
                }
            }
            Value::Text(text) => self.text(node, text, kind, path),
            Value::List(list) => {
                for (at, item) in list.iter().enumerate() {
                    if list.len() > 1 && item.as_int().is_none() {
                        let what = item.as_text().map_or_else(|| format!("item {}", at + 1), |text| format!("`{text}`"));
                        self.push(path, node, Change::RemoveItem(at), format!("{what} is gone"));
                    }
                    path.push(at.to_string());
                    match &item.value {
                        Value::Table(_) => self.table(item, path),
                        Value::Int(_) | Value::Bool(_) => self.value(item, None, path),
                        Value::Text(text) if matches!(kind, Some(Kind::List(Kind::Expr))) => {
                            self.expression(item, text, true, path)
                        }
                        Value::Text(text) if matches!(kind, Some(Kind::OneOf([Kind::Expr, Kind::Table(_), ..]))) => {
                            let other = format!("not ({text})");
                            let told = format!("`{text}` becomes `{other}`");
                            self.push(path, item, Change::Set(Value::Text(other)), told);
                        }
                        _ => {}
                    }
                    path.pop();
                }
            }
            Value::Table(_) => self.table(node, path),
        }
    }

    fn text(&mut self, node: &Node, text: &str, kind: Option<Kind>, path: &[String]) {
        match kind {
            Some(Kind::Word(words)) => {
                for other in words.iter().filter(|word| **word != text) {
                    self.push(path, node, Change::Set(Value::Text((*other).to_owned())), format!("{text} becomes {other}"));
                }
            }
            Some(Kind::Expr | Kind::Map(Kind::Expr) | Kind::OneOf([Kind::Expr, Kind::Table(_), ..])) => {
                let signed = path.last().is_some_and(|last| last == "most");
                self.expression(node, text, signed, path);
            }
            _ => {}
        }
    }

    /// A condition is negated; a tally of which one has most changes its sign; any other number is one more.
    fn expression(&mut self, node: &Node, text: &str, signed: bool, path: &[String]) {
        let last = path.last().map(String::as_str).unwrap_or_default();
        let other = match (CONDITIONS.contains(&last), signed) {
            (true, _) => format!("not ({text})"),
            (false, true) => format!("0 - ({text})"),
            (false, false) => format!("({text}) + 1"),
        };
        self.push(path, node, Change::Set(Value::Text(other.clone())), format!("`{text}` becomes `{other}`"));
    }

    /// What the game gives for the parameters of a module: numbers are one more or less, expressions hold where they did not.
    fn parameters(&mut self, script: &ScriptSource) {
        let uses = self.tree.at("scripts").and_then(Node::as_table);
        let given = uses.and_then(|uses| uses.get(&script.id)).and_then(Node::as_table);
        for entry in given.into_iter().flatten() {
            let Some(constant) = script.constants.iter().find(|constant| constant.parameter == entry.key) else { continue };
            let mut path = vec!["scripts".to_owned(), script.id.clone(), entry.key.clone()];
            match &entry.node.value {
                Value::Text(text) if constant.kind.word() == "expression" => {
                    let other = format!("not ({text})");
                    let told = format!("`{text}` becomes `{other}`");
                    self.push(&path, &entry.node, Change::Set(Value::Text(other)), told);
                }
                _ => self.value(&entry.node, None, &mut path),
            }
        }
    }

    fn hooks(&mut self, script: &ScriptSource) {
        let steps = self.tree.at("steps").and_then(Node::as_table).into_iter().flatten();
        let called: Vec<&str> = steps.filter_map(|step| step.node.at("function")?.as_text()).collect();
        // Of a module with several actions a game may have some.
        let actions = self.tree.at("actions").and_then(Node::as_table).into_iter().flatten();
        let of_module = actions.filter(|action| action.node.at("module").and_then(Node::as_text) == Some(&script.id));
        let offered: Vec<&str> =
            of_module.map(|action| action.node.at("action").and_then(Node::as_text).unwrap_or(&action.key)).collect();
        let is_hook = |name: &str| {
            let of_action = |id: &&str| ["options", "resolve"].iter().any(|part| function_name(part, id) == name);
            name.starts_with("on_")
                || offered.iter().any(of_action)
                || matches!(name, "tables" | "tally")
                || called.contains(&name)
        };
        for (name, _) in hooks::functions(&script.text).into_iter().filter(|(name, _)| is_hook(name)) {
            let of = |action: &&ModuleAction| function_name("options", &action.id) == name;
            let about = script.header.actions.iter().find(of).map(|action| action.about);
            let gives = if about == Some(About::Nothing) { "false" } else { "[]" };
            let at = script.text.find(&format!("fn {name}(")).unwrap_or(0);
            let line = script.text[..at].lines().count() + 1;
            self.mutants.push(Mutant {
                path: format!("{}.rhai: {name}", script.id),
                place: format!("{}:{line}", script.file),
                text: "does nothing".to_owned(),
                steps: Vec::new(),
                origin: railwright_source::Origin::NONE,
                change: Change::Disable { script: script.id.clone(), function: name.to_owned(), gives },
            });
        }
    }
}

/// Whether a path leads to a collection whose keys are names of the author's.
fn is_entry(path: &[String]) -> bool {
    path.len() == 1 || path.get(2).is_some_and(|p| p == "kinds") && path.len() == 3
}
