//! Bundled modules as the manual shows them.

use super::header::{Header, HeaderKeys, ModuleParameterKeys, tree};
use super::parameters::{MODULE, constant_name};
use crate::library::{Library, Shelf};
use railwright_source::{Entry, Node, Origin, Reader, Report, parse};

/// A bundled rule module as the manual shows it.
pub struct Module {
    /// Its id.
    pub id: String,
    /// What it declares; its sentences name the parameters.
    pub header: Header,
    /// What a game that uses it may say: name, what it is, its default as it is written, and what it means.
    pub parameters: Vec<(String, String, Option<String>, String)>,
    /// The bundled games and parts that use it themselves, in the order of their ids.
    pub users: Vec<String>,
    /// The modules that import it.
    pub importers: Vec<String>,
}

impl Module {
    /// All bundled modules, in the order of their ids.
    pub fn bundled() -> Vec<Module> {
        let on = |shelf: Shelf, word: &'static str| {
            shelf.ids().into_iter().map(move |id| {
                let tree = file(shelf, &id);
                (format!("{word} `{id}`"), tree)
            })
        };
        let users: Vec<(String, Node)> = on(Shelf::Games, "game").chain(on(Shelf::Parts, "part")).collect();
        let headers: Vec<(String, Node)> = Shelf::Scripts.ids().into_iter().map(|id| (id.clone(), header(&id))).collect();
        headers.iter().map(|(id, tree)| Module::read(id, tree, &users, &headers)).collect()
    }

    fn read(id: &str, tree: &Node, users: &[(String, Node)], headers: &[(String, Node)]) -> Module {
        let parameter = |(name, _, reader): (&str, Origin, Reader<ModuleParameterKeys>)| {
            let text = reader.get(ModuleParameterKeys::TEXT).unwrap_or_default().to_owned();
            let is = reader.get(ModuleParameterKeys::IS).unwrap_or_default().to_owned();
            let default = reader.node(ModuleParameterKeys::DEFAULT).map(|node| node.to_json().to_string());
            (name.to_owned(), is, default, text)
        };
        let reader = Reader::<HeaderKeys>::trusted(tree, "");
        let parameters = reader.get(HeaderKeys::PARAMETERS).into_iter().map(parameter).collect();
        let named = |entry: &Entry| entry.node.at(MODULE).and_then(Node::as_text).unwrap_or(&entry.key) == id;
        let uses = |tree: &Node| tree.at("scripts").and_then(Node::as_table).is_some_and(|uses| uses.iter().any(named));
        let imports = |tree: &Node| Header::imports(tree).iter().any(|(name, _)| name == id);
        Module {
            id: id.to_owned(),
            header: Header::read(tree.clone(), id, &mut Report::new()),
            parameters,
            users: users.iter().filter(|(_, tree)| uses(tree)).map(|(id, _)| id.clone()).collect(),
            importers: headers.iter().filter(|(_, tree)| imports(tree)).map(|(id, _)| id.clone()).collect(),
        }
    }

    /// What a parameter is called in the script.
    pub fn constant(parameter: &str) -> String {
        constant_name(parameter)
    }
}

/// A bundled file as a tree.
fn file(shelf: Shelf, id: &str) -> Node {
    let (mut library, mut report) = (Library::for_game(id), Report::new());
    match library.find(shelf, id, Origin::NONE, &mut report) {
        Some(file) => parse(&library.files, file, &mut report),
        None => Node::table(Origin::NONE),
    }
}

/// The header of a bundled module.
fn header(id: &str) -> Node {
    let (mut library, mut report) = (Library::for_game(id), Report::new());
    match library.find(Shelf::Scripts, id, Origin::NONE, &mut report) {
        Some(file) => tree(library.files.text(file), file, &mut report),
        None => Node::table(Origin::NONE),
    }
}
