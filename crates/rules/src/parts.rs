//! Parts: small files with parameters that several games use, each a layer below the game that uses it.
//!
//! `[use.ID]` names a part and gives values for its parameters, which stand as `$name` in its keys and texts. A game that extends another
//! may change these values, or take a use out. A part may use others in its turn; they lie below it.

use crate::compile::schema::{ParameterKeys, PartKeys};
use crate::library::{Library, Shelf};
use crate::limits::PARTS_IN_A_ROW;
use railwright_source::{
    Diagnostic, Entry, FORMAT_KEY, FileId, Node, Origin, Reader, Report, Table, Value, check_format, did_you_mean, fill_in,
    merge, parse, remove, renamed,
};

/// A bundled part as the manual shows it.
pub struct Part {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// One sentence about it.
    pub summary: String,
    /// What a game that uses it may say.
    pub parameters: Vec<Parameter>,
    /// The bundled games that use it themselves, in the order of their ids.
    pub games: Vec<String>,
    /// The bundled parts that stand on it.
    pub parts: Vec<String>,
}

/// A parameter of a part.
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it means.
    pub text: String,
    /// Its value where a game gives none, as it is written.
    pub default: Option<String>,
    /// What it was called in an earlier format.
    pub formerly: Option<String>,
}

impl Part {
    /// All bundled parts, in the order of their ids.
    pub fn bundled() -> Vec<Part> {
        let on = |shelf: Shelf| shelf.ids().into_iter().map(|id| (id.clone(), bundled(shelf, &id))).collect::<Vec<_>>();
        let (games, parts) = (on(Shelf::Games), on(Shelf::Parts));
        Shelf::Parts.ids().into_iter().map(|id| Part::read(id, &games, &parts)).collect()
    }

    fn read(id: String, games: &[(String, Node)], parts: &[(String, Node)]) -> Part {
        let tree = bundled(Shelf::Parts, &id);
        let reader = Reader::<PartKeys>::trusted(&tree, id.as_str());
        let parameter = |(name, _, parameter): (&str, Origin, Reader<ParameterKeys>)| Parameter {
            name: name.to_owned(),
            text: parameter.get(ParameterKeys::TEXT).unwrap_or_default().to_owned(),
            default: parameter.node(ParameterKeys::DEFAULT).map(|node| node.to_json().to_string()),
            formerly: parameter.get(ParameterKeys::FORMERLY).map(str::to_owned),
        };
        let named = |entry: &Entry| entry.node.at(PART_KEY).and_then(Node::as_text).unwrap_or(&entry.key) == id;
        let uses = |tree: &Node| tree.at("use").and_then(Node::as_table).is_some_and(|uses| uses.iter().any(named));
        let users = |all: &[(String, Node)]| all.iter().filter(|(_, tree)| uses(tree)).map(|(id, _)| id.clone()).collect();
        Part {
            name: reader.get(PartKeys::NAME).unwrap_or_default().to_owned(),
            summary: reader.get(PartKeys::SUMMARY).unwrap_or_default().to_owned(),
            parameters: reader.get(PartKeys::PARAMETERS).into_iter().map(parameter).collect(),
            games: users(games),
            parts: users(parts),
            id,
        }
    }
}

/// A bundled file as a tree.
fn bundled(shelf: Shelf, id: &str) -> Node {
    let (mut library, mut report) = (Library::for_game(id), Report::new());
    match library.find(shelf, id, Origin::NONE, &mut report) {
        Some(file) => parse(&library.files, file, &mut report),
        None => Node::table(Origin::NONE),
    }
}

/// The key that names the part where a use is called differently.
const PART_KEY: &str = "part";
/// Keys of a part that say what it is and are no part of the game.
const ABOUT_IT: [&str; 3] = ["name", "summary", "parameters"];

/// A part that a game uses.
pub(crate) struct Use {
    /// What the use is called.
    name: String,
    origin: Origin,
    /// Which game is the first to use it, the oldest being 0.
    pub(crate) by: usize,
    /// The part, if it is called differently, and values for its parameters.
    given: Node,
}

/// What games use, the oldest first: a later one may change what an earlier one gives, or take it out.
pub(crate) fn uses<'n>(games: impl Iterator<Item = &'n Node>, report: &mut Report) -> Vec<Use> {
    let mut uses: Vec<Use> = Vec::new();
    for (by, game) in games.enumerate() {
        for path in game.at("remove").and_then(Node::as_list).unwrap_or_default().iter().filter(|path| is_use(path)) {
            take_out(&mut uses, path, report);
        }
        let Some(table) = game.at("use") else { continue };
        let Some(table) = table.as_table() else {
            let problem = Diagnostic::error("wrong-kind", "`use` should be a table of parts").at(table.origin, "not a table");
            report.push(problem.help("for example: [use.tunnels]"));
            continue;
        };
        for entry in table {
            if entry.node.as_table().is_none() {
                let problem = Diagnostic::error("wrong-kind", format!("`use.{}` should be a table", entry.key));
                let help = format!("write {} = {{}} or give values for its parameters in the braces", entry.key);
                report.push(problem.at(entry.node.origin, "not a table").help(help));
            } else if let Some(known) = uses.iter_mut().find(|known| known.name == entry.key) {
                merge(&mut known.given, &entry.node, report);
            } else {
                uses.push(Use { name: entry.key.clone(), origin: entry.key_origin, by, given: entry.node.clone() });
            }
        }
    }
    uses
}

/// Whether a path that is removed is a use of a part.
pub(crate) fn is_use(path: &Node) -> bool {
    path.as_text().is_some_and(|path| path == "use" || path.starts_with("use."))
}

fn take_out(uses: &mut Vec<Use>, path: &Node, report: &mut Report) {
    let text = path.as_text().unwrap_or_default();
    let (name, rest) = text.strip_prefix("use.").map_or(("", None), |rest| match rest.split_once('.') {
        Some((name, rest)) => (name, Some(rest)),
        None => (rest, None),
    });
    match (uses.iter().position(|known| known.name == name), rest) {
        (Some(at), None) => drop(uses.remove(at)),
        (Some(at), Some(rest)) => remove(&mut uses[at].given, rest, path.origin, report),
        (None, _) if text == "use" && !uses.is_empty() => uses.clear(),
        (None, _) => {
            let names: Vec<&str> = uses.iter().map(|known| known.name.as_str()).collect();
            let help = match did_you_mean(name, names.iter().copied()) {
                Some(near) => format!("did you mean `use.{near}`?"),
                None if names.is_empty() => "nothing is inherited that uses parts".to_owned(),
                None => format!("inherited uses: {}", names.join(", ")),
            };
            let problem = Diagnostic::error("nothing-to-remove", format!("`{text}` cannot be removed: it is not there"));
            report.push(problem.at(path.origin, "no such use is inherited").help(help));
        }
    }
}

impl Use {
    /// The part with the values of its parameters, as a layer, on those of the parts that it uses itself.
    pub(crate) fn read(&self, library: &mut Library, report: &mut Report) -> Vec<(FileId, Node)> {
        let mut layers = Vec::new();
        self.lay(library, &mut Vec::new(), &mut layers, report);
        layers
    }

    /// Puts its layers on those that there are. `around` are the parts by which it came to be used.
    fn lay(
        &self,
        library: &mut Library,
        around: &mut Vec<String>,
        layers: &mut Vec<(FileId, Node)>,
        report: &mut Report,
    ) -> Option<()> {
        let (part, origin) = match self.given.at(PART_KEY) {
            Some(node) => (node.as_text()?, node.origin),
            None => (self.name.as_str(), self.origin),
        };
        if around.len() == PARTS_IN_A_ROW || around.iter().any(|known| known == part) {
            let chain: String = around.iter().map(|part| format!("{part} uses ")).collect();
            let problem = Diagnostic::error("endless-use", format!("{chain}{part}: this never ends"));
            report.push(problem.at(origin, "used here").help("let one of them use another part, or none"));
            return None;
        }
        let file = library.find(Shelf::Parts, part, origin, report)?;
        let mut tree = parse(&library.files, file, report);
        if !check_format(&tree, report) {
            return None;
        }
        let values = self.values(&tree, part, report);
        let table = tree.as_table_mut()?;
        ABOUT_IT.into_iter().chain([FORMAT_KEY]).for_each(|key| drop(table.remove(key)));
        for key in ["extends", "map", "players"] {
            if let Some(entry) = table.remove(key) {
                let problem =
                    Diagnostic::error("misplaced-key", format!("a part has no `{key}`")).at(entry.key_origin, "not in a part");
                report.push(problem.help("that is for the games that use it to say"));
            }
        }
        fill_in(&mut tree, &values, report);
        around.push(part.to_owned());
        for used in uses(std::iter::once(&tree), report) {
            used.lay(library, around, layers, report);
        }
        around.pop();
        layers.push((file, tree));
        Some(())
    }

    /// The values of the part's parameters: those given, the defaults of the others, and `use`, which is what the use is called.
    fn values(&self, tree: &Node, part: &str, report: &mut Report) -> Table {
        let mut values = Table::default();
        values.insert("use", self.origin, Node::new(Value::Text(self.name.clone()), self.origin));
        let about = about_it(tree);
        let declared = Reader::<PartKeys>::new(&about, part, report).get(PartKeys::PARAMETERS);
        for (name, origin, parameter) in &declared {
            let given = self.given.at(name).or_else(|| parameter.node(ParameterKeys::DEFAULT));
            match given {
                Some(value) => drop(values.insert(*name, *origin, value.clone())),
                None => {
                    let text = parameter.get(ParameterKeys::TEXT).unwrap_or_default();
                    let message = format!("the part `{part}` needs a value for `{name}`: {text}");
                    let problem = Diagnostic::error("missing-key", message).at(self.origin, format!("`{name}` is missing"));
                    report.push(problem.at(*origin, "declared here"));
                }
            }
        }
        let given = self.given.as_table().into_iter().flatten().filter(|entry| entry.key != PART_KEY);
        for entry in given.filter(|entry| !declared.iter().any(|(name, ..)| *name == entry.key)) {
            report.push(unknown(part, entry, &declared));
        }
        values
    }
}

/// A value for a parameter that the part has not, or has under another name now.
fn unknown(part: &str, entry: &Entry, declared: &[(&str, Origin, Reader<ParameterKeys>)]) -> Diagnostic {
    let of_before = |(_, _, parameter): &&(&str, Origin, Reader<ParameterKeys>)| {
        parameter.get(ParameterKeys::FORMERLY).is_some_and(|was| was == entry.key)
    };
    if let Some((now, ..)) = declared.iter().find(of_before) {
        return renamed(&entry.key, now, entry.key_origin);
    }
    let names: Vec<&str> = declared.iter().map(|(name, ..)| *name).collect();
    let help = match did_you_mean(&entry.key, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if names.is_empty() => format!("`{part}` has no parameters"),
        None => format!("its parameters: {}", names.join(", ")),
    };
    let message = format!("the part `{part}` has no parameter `{}`", entry.key);
    Diagnostic::error("unknown-key", message).at(entry.key_origin, "no such parameter").help(help)
}

/// Of a part's file what says what it is.
fn about_it(tree: &Node) -> Node {
    let mut about = Node::table(tree.origin);
    let keys = ABOUT_IT.into_iter().filter_map(|key| tree.as_table()?.entry(key));
    if let Some(table) = about.as_table_mut() {
        keys.for_each(|entry| drop(table.insert(entry.key.clone(), entry.key_origin, entry.node.clone())));
    }
    about
}
