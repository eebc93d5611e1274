//! Games with keys set, added and removed by their path: how a game file is laid out never matters.

use railwright_rules::{Setting, load};
use railwright_scenario::toml_text;
use railwright_script::Rhai;
use railwright_source::{Files, Node, Origin, Report, Value, parse};

/// The tree of a text that has to be right.
pub fn tree(name: &str, text: String) -> Node {
    let (mut files, mut report) = (Files::new(), Report::new());
    let file = files.add(name, text);
    let tree = parse(&files, file, &mut report);
    assert!(report.is_ok(), "{}", report.render(&files, false));
    tree
}

/// What is done to a game.
#[derive(Clone, Default, Debug)]
pub struct Edit {
    /// Keys that are there and get another value.
    pub set: Vec<(String, Node)>,
    /// Keys that are not there yet.
    pub add: Vec<(String, Node)>,
    /// Keys that are taken away.
    pub remove: Vec<String>,
}

impl Edit {
    /// Reads `set = { "a.b" = 1 }`, `add = { … }` and `remove = ["a.b"]`.
    pub fn read(said: &Node) -> Self {
        let pairs = |key: &str| -> Vec<(String, Node)> {
            let table = said.at(key).and_then(Node::as_table);
            table.into_iter().flat_map(|t| t.iter()).map(|entry| (entry.key.clone(), entry.node.clone())).collect()
        };
        let removed = said.at("remove").and_then(Node::as_list).unwrap_or_default();
        let remove = removed.iter().map(|path| path.as_text().expect("a path").to_owned()).collect();
        Edit { set: pairs("set"), add: pairs("add"), remove }
    }

    /// The paths of everything that is changed.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.set.iter().chain(&self.add).map(|(path, _)| path).chain(&self.remove).map(String::as_str)
    }
}

/// A bundled game that edits are made to.
pub struct Original {
    /// Its file alone.
    pub own: Node,
    /// It with its map and all that it extends.
    whole: Node,
    /// What it extends.
    parent: Option<Node>,
    /// The files of what it extends, the nearest first: overlays are no part of a whole game any more.
    inherited: Vec<Node>,
}

impl Original {
    pub fn of(game: &str) -> Self {
        let file = |game: &str| {
            let path = crate::root().join(format!("games/{game}.toml"));
            tree(game, std::fs::read_to_string(path).expect("the game"))
        };
        let own = file(game);
        let before = |node: &Node| node.at("extends").and_then(Node::as_text).map(file);
        let inherited = std::iter::successors(before(&own), before).collect();
        let whole = |game: &str| load(game, &Setting::default(), &Rhai).tree;
        let parent = own.at("extends").and_then(Node::as_text).map(whole);
        Original { whole: whole(game), own, parent, inherited }
    }

    /// What stands under a key, wherever that was said.
    fn at(&self, path: &str) -> Option<&Node> {
        let inherited = if path.starts_with("overlays.") { &self.inherited[..] } else { &[] };
        [&self.own, &self.whole].into_iter().chain(inherited).find_map(|node| node.at(path))
    }

    /// The text of the game with an edit, or why it cannot be made.
    pub fn with(&self, edit: &Edit) -> Result<String, String> {
        let mut game = self.own.clone();
        for (path, value) in &edit.set {
            let old = self.at(path).ok_or(format!("there is no `{path}` to set"))?;
            if old.same(value) {
                return Err(format!("`{path}` is {} already", toml(value)));
            }
            put(&mut game, path, value.clone())?;
        }
        for (path, value) in &edit.add {
            if self.at(path).is_some() {
                return Err(format!("`{path}` is there already: set it"));
            }
            put(&mut game, path, value.clone())?;
        }
        let mut removed: Vec<Node> = game.at("remove").and_then(Node::as_list).unwrap_or_default().to_vec();
        for path in &edit.remove {
            let own = take(&mut game, path);
            let inherited = self.parent.as_ref().is_some_and(|parent| parent.at(path).is_some());
            if inherited && !removed.iter().any(|known| known.as_text() == Some(path)) {
                removed.push(Node::new(Value::Text(path.clone()), Origin::NONE));
            } else if !own {
                return Err(format!("there is no `{path}` to remove"));
            }
        }
        if !edit.remove.is_empty() {
            put(&mut game, "remove", Node::new(Value::List(removed), Origin::NONE))?;
        }
        let table = game.as_table().expect("a file is a table");
        Ok(table.iter().map(|entry| format!("{} = {}\n", toml_text(&entry.key), toml(&entry.node))).collect())
    }
}

/// Puts a value where a path leads to; tables on the way are made.
fn put(tree: &mut Node, path: &str, value: Node) -> Result<(), String> {
    let (parents, last) = path.rsplit_once('.').unwrap_or(("", path));
    let mut node = tree;
    for step in parents.split('.').filter(|step| !step.is_empty()) {
        node = match &mut node.value {
            Value::Table(table) => {
                if !table.has(step) {
                    table.insert(step, Origin::NONE, Node::table(Origin::NONE));
                }
                table.get_mut(step)
            }
            Value::List(list) => step.parse::<usize>().ok().and_then(|i| list.get_mut(i)),
            _ => None,
        }
        .ok_or(format!("`{path}` goes through `{step}`, which holds no keys"))?;
    }
    let table = node.as_table_mut().ok_or(format!("`{parents}` is no table"))?;
    table.insert(last, Origin::NONE, value);
    Ok(())
}

/// Takes away what a path leads to; whether it was there.
fn take(tree: &mut Node, path: &str) -> bool {
    let (parents, last) = path.rsplit_once('.').unwrap_or(("", path));
    let mut steps = parents.split('.').filter(|step| !step.is_empty());
    let table = steps.try_fold(tree, |node, step| node.as_table_mut()?.get_mut(step)).and_then(Node::as_table_mut);
    table.is_some_and(|table| table.remove(last).is_some())
}

/// A value in TOML, on one line.
fn toml(node: &Node) -> String {
    match &node.value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Text(value) => toml_text(value),
        Value::List(list) => format!("[{}]", list.iter().map(toml).collect::<Vec<_>>().join(", ")),
        Value::Table(table) => {
            let entries = table.iter().map(|entry| format!("{} = {}", toml_text(&entry.key), toml(&entry.node)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

#[test]
fn a_game_without_an_edit_is_the_same_game() {
    for game in ["ticket-to-ride", "northern-lights", "santa-fe-rails", "spike"] {
        let original = Original::of(game);
        let text = original.with(&Edit::default()).expect("nothing is done");
        assert!(tree(game, text).same(&original.own), "{game}");
    }
}

#[test]
fn an_edit_sets_adds_and_removes_what_is_its_own_or_inherited() {
    let said = r#"set = { "counters.trains.start" = 41, players = [2, 4] }
add = { "steps.turn.max" = 2 }
remove = ["score.wild-west", "steps.turns.all-pass"]"#;
    let text =
        Original::of("northern-lights").with(&Edit::read(&tree("edit", said.to_owned()))).expect("an edit that can be made");
    let game = tree("changed", text);
    assert_eq!(game.at("counters.trains.start").and_then(Node::as_int), Some(41));
    assert_eq!(game.at("players.1").and_then(Node::as_int), Some(4));
    assert_eq!(game.at("steps.turn.max").and_then(Node::as_int), Some(2));
    assert!(game.at("score.wild-west").is_none() && game.at("score.ferry-master").is_some());
    let removed: Vec<_> =
        game.at("remove").and_then(Node::as_list).unwrap_or_default().iter().filter_map(Node::as_text).collect();
    assert_eq!(removed, ["zones.market.sweep", "score.longest", "steps.turns.all-pass"]);
}

#[test]
fn a_path_that_leads_nowhere_is_an_error() {
    let original = Original::of("ticket-to-ride");
    for (said, wrong) in [
        ("set = { \"counters.trans.start\" = 1 }", "there is no `counters.trans.start` to set"),
        ("set = { \"counters.trains.start\" = 45 }", "`counters.trains.start` is 45 already"),
        ("add = { \"counters.trains.start\" = 1 }", "`counters.trains.start` is there already: set it"),
        ("add = { \"counters.trains.start.at\" = 1 }", "`counters.trains.start` is no table"),
        ("remove = [\"zones.markt\"]", "there is no `zones.markt` to remove"),
    ] {
        assert_eq!(original.with(&Edit::read(&tree("edit", said.to_owned()))), Err(wrong.to_owned()));
    }
}
