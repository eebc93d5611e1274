//! The layers of a game: map, parents, the game itself, each on the parts that it uses, overlays; merged into one tree.
//!
//! Tables merge, everything else replaces, but for changes of lists. Parents come before children; of the overlays those that
//! apply, in file order, parents' before children's; two of one file that set the same key to
//! different values are an error. An overlay that a child names again is merged by its name first.

use crate::compile::schema::GAME;
use crate::library::{Library, Shelf};
use crate::limits::{CHOICES_TRIED, OVERLAYS, PARENTS, REMOVED};
use crate::parts::{self, Use};
use railwright_core::Components;
use railwright_core::expr::{Eval, Formula, Scope, Scratch, names_in};
use railwright_core::id::PartyId;
use railwright_core::narrow::narrow;
use railwright_core::state::State;
use railwright_source::{
    Diagnostic, FORMAT_KEY, FileId, Files, Kind, Node, Origin, Report, Value, check_format, conflicts, lay_over, merge, parse,
    remove, resolve_likenesses,
};

/// Keys of a file that say how it is merged and are no part of the result.
const MERGE_KEYS: [&str; 5] = [FORMAT_KEY, "extends", "use", "remove", "overlays"];

/// For whom a game is put together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setting {
    /// How many players.
    pub players: u8,
    /// Options switched on (`name`) or off (`no-name`) against their default.
    pub options: Vec<String>,
}

/// A game's files in layers, before anybody says how many play.
pub struct Layers {
    /// The map, then the oldest ancestor, …, the game itself; each game on the parts that it is the first to use.
    layers: Vec<(FileId, Node)>,
    has_map: bool,
    /// Where the game's own parts begin.
    own: usize,
}

/// The merged tree and which overlays apply.
pub struct Merged {
    /// The whole game as one tree.
    pub tree: Node,
    /// Options and whether each is on.
    pub options: Vec<(String, bool)>,
    /// The overlays that apply.
    pub overlays: Vec<String>,
}

impl Layers {
    /// Reads a game, its parents and its map.
    pub fn read(library: &mut Library, game: &str, report: &mut Report) -> Option<Self> {
        let mut layers = Vec::new();
        let mut wanted = Some((game.to_owned(), Origin::NONE));
        let (mut names, mut links) = (Vec::new(), Vec::new());
        while let Some((name, origin)) = wanted.take() {
            if names.contains(&name) || names.len() == PARENTS || library.comes_round(&name) {
                report.push(endless(library, &name, &links));
                return None;
            }
            let file = library.game(&name, origin, report)?;
            names.push(name);
            let tree = parse(&library.files, file, report);
            if !check_format(&tree, report) {
                return None;
            }
            wanted = tree.at("extends").and_then(|n| Some((n.as_text()?.to_owned(), n.origin)));
            links.extend(wanted.as_ref().map(|(_, origin)| *origin));
            layers.insert(0, (file, tree));
        }
        let map =
            layers.iter().rev().find_map(|(_, tree)| tree.at("map")).and_then(|n| Some((n.as_text()?.to_owned(), n.origin)));
        let (mut layers, own) = with_parts(layers, library, report);
        let mut has_map = false;
        if let Some((map, origin)) = map {
            let file = library.find(Shelf::Maps, &map, origin, report)?;
            let tree = parse(&library.files, file, report);
            if !check_format(&tree, report) {
                return None;
            }
            layers.insert(0, (file, tree));
            has_map = true;
        }
        Some(Layers { layers, has_map, own: own + usize::from(has_map) })
    }

    /// The game file itself.
    pub fn game(&self) -> FileId {
        self.layers[self.layers.len() - 1].0
    }

    /// The map's file, if there is one.
    pub fn map(&self) -> Option<FileId> {
        self.has_map.then(|| self.layers[0].0)
    }

    /// The files of the games that this one extends, and of the parts that these use.
    pub fn parents(&self) -> Vec<FileId> {
        self.layers[usize::from(self.has_map)..self.own].iter().map(|(file, _)| *file).collect()
    }

    /// The least and largest number of players; what is wrong with that goes into the report.
    pub fn players(&self, report: &mut Report) -> (u8, u8) {
        let said = self.layers.iter().rev().find_map(|(_, tree)| tree.at("players"));
        let list = said.and_then(Node::as_list).unwrap_or_default();
        let number = |i: usize| list.get(i).and_then(Node::as_int).and_then(|n| u8::try_from(n).ok());
        match (number(0), number(1)) {
            (Some(least), Some(most)) if list.len() == 2 && (1..=8).contains(&least) && (least..=8).contains(&most) => {
                (least, most)
            }
            _ => {
                let problem = match said {
                    Some(node) => Diagnostic::error("wrong-players", "these are no numbers of players").at(node.origin, "here"),
                    None => Diagnostic::error("wrong-players", "the game does not say for how many players it is")
                        .at(self.layers[self.layers.len() - 1].1.origin, "in this file"),
                };
                report.push(problem.help("write players = [2, 5]: the least and the largest number, between 1 and 8"));
                (2, 2)
            }
        }
    }

    /// Merges everything for a number of players and options.
    pub fn merge(&self, files: &Files, setting: &Setting, report: &mut Report) -> Merged {
        let mut tree = Node::table(self.layers[self.layers.len() - 1].1.origin);
        for (i, (_, layer)) in self.layers.iter().enumerate() {
            let map = i == 0 && self.has_map;
            take_out(&mut tree, layer, report);
            merge(&mut tree, &without_merge_keys(layer, map), report);
        }
        let options = self.options(&tree, setting, report);
        let overlays = self.overlay(files, &mut tree, setting, &options, report);
        let tables: Vec<&str> = GAME.all_keys().iter().filter(|key| is_table(&key.kind)).map(|key| key.name).collect();
        resolve_likenesses(&mut tree, &tables, report);
        Merged { tree, options, overlays }
    }

    fn options(&self, tree: &Node, setting: &Setting, report: &mut Report) -> Vec<(String, bool)> {
        let declared = tree.at("options").and_then(Node::as_table);
        let mut options: Vec<(String, bool)> = declared
            .map(|t| t.iter().map(|e| (e.key.clone(), e.node.at("default").and_then(Node::as_bool).unwrap_or(false))).collect())
            .unwrap_or_default();
        for wanted in &setting.options {
            let (name, on) = match wanted.strip_prefix("no-") {
                Some(name) if options.iter().any(|o| o.0 == name) => (name, false),
                _ => (wanted.as_str(), true),
            };
            match options.iter_mut().find(|o| o.0 == name) {
                Some(option) => option.1 = on,
                None => {
                    let known: Vec<&str> = options.iter().map(|o| o.0.as_str()).collect();
                    let help = if known.is_empty() {
                        "this game has no options".to_owned()
                    } else {
                        format!("its options: {}", known.join(", "))
                    };
                    report.push(Diagnostic::error("unknown-option", format!("the game has no option `{name}`")).help(help));
                }
            }
        }
        options
    }

    /// All overlays, parents' before children's; one that a child names again is merged into its parent's.
    fn overlays(&self, report: &mut Report) -> Vec<Overlay> {
        let mut all: Vec<Overlay> = Vec::new();
        for (file, layer) in &self.layers {
            let (_, removed) = removals(layer);
            removed.into_iter().for_each(|(path, origin)| remove_overlay(&mut all, path, origin, report));
            for entry in layer.at("overlays").and_then(Node::as_table).into_iter().flat_map(|t| t.iter()) {
                match all.iter_mut().find(|o| o.id == entry.key) {
                    Some(known) => {
                        lay_over(&mut known.body, &entry.node, report);
                        (known.file, known.origin) = (*file, entry.key_origin);
                    }
                    None => all.push(Overlay {
                        id: entry.key.clone(),
                        file: *file,
                        origin: entry.key_origin,
                        body: entry.node.clone(),
                    }),
                }
            }
        }
        all
    }

    /// What overlays say, those that do not apply too.
    pub(crate) fn overlay_bodies(&self) -> Vec<Node> {
        self.overlays(&mut Report::new()).into_iter().map(|overlay| overlay.body).collect()
    }

    /// Names that overlays declare or take away: the game has them in some settings only.
    pub(crate) fn names_of_overlays(&self) -> Vec<String> {
        let mut names = Vec::new();
        for overlay in self.overlays(&mut Report::new()) {
            let removed = overlay.body.at("remove").and_then(Node::as_list).unwrap_or_default();
            let removed = removed.iter().filter_map(|path| path.as_text()?.rsplit('.').next());
            names.extend(removed.map(str::to_owned));
            keys_of(&overlay.body, &mut names);
        }
        names
    }

    /// The overlays whose condition holds for no number of players and no choice of options, with the place of the condition.
    pub(crate) fn dead_overlays(&self) -> Vec<(String, Origin)> {
        let mut unheard = Report::new();
        let (least, most) = self.players(&mut unheard);
        let tree = self.merge(&Files::new(), &Setting { players: least, options: Vec::new() }, &mut unheard).tree;
        let names: Vec<String> =
            tree.at("options").and_then(Node::as_table).map(|t| t.keys().map(str::to_owned).collect()).unwrap_or_default();
        let mut dead = Vec::new();
        let mut left = CHOICES_TRIED;
        for overlay in self.overlays(&mut unheard) {
            let Some(when) = overlay.body.at("when") else { continue };
            // Only the options that it names decide; what names more than can be tried is taken to apply at times.
            let said = when.as_expr().and_then(|text| names_in(&text).ok()).unwrap_or_default();
            let named = names.iter().filter(|name| said.contains(name)).count();
            let tries = usize::from(most - least + 1).checked_shl(narrow::<u32>(named)).filter(|tries| *tries <= left);
            let (Some(tries), true) = (tries, named < usize::BITS as usize / 2) else { continue };
            left -= tries;
            let holds = |players: u8, choice: usize| {
                let mut choice = choice;
                let mut chosen = |name: &String| {
                    let on = said.contains(name) && choice & 1 == 1;
                    choice >>= usize::from(said.contains(name));
                    (name.clone(), on)
                };
                let options: Vec<(String, bool)> = names.iter().map(&mut chosen).collect();
                applies(&Files::new(), when, &Setting { players, options: Vec::new() }, &options, &mut Report::new())
            };
            if !(least..=most).any(|players| (0..1 << named).any(|choice| holds(players, choice))) {
                dead.push((overlay.id, when.origin));
            }
        }
        dead
    }

    /// Lays the overlays over the tree that apply, and says which these are.
    fn overlay(
        &self,
        files: &Files,
        tree: &mut Node,
        setting: &Setting,
        options: &[(String, bool)],
        report: &mut Report,
    ) -> Vec<String> {
        let mut applied = Vec::new();
        let mut before: Vec<Overlay> = Vec::new();
        let overlays = self.overlays(report);
        if let Some(overlay) = overlays.get(OVERLAYS) {
            let problem = Diagnostic::error("too-many", format!("a game can have {OVERLAYS} overlays"));
            report.push(problem.at(overlay.origin, "this one is too many").help("let one overlay say what several say"));
        }
        for mut overlay in overlays.into_iter().take(OVERLAYS) {
            let Some(table) = overlay.body.as_table_mut() else {
                let problem = Diagnostic::error("wrong-kind", format!("overlay `{}` should be a table", overlay.id));
                report.push(problem.at(overlay.body.origin, "not a table"));
                continue;
            };
            let take = table.remove("remove");
            let Some(when) = table.remove("when") else {
                let problem = Diagnostic::error("missing-key", format!("overlay `{}` does not say when it applies", overlay.id));
                report.push(problem.at(overlay.origin, "`when` is missing").help("for example: when = \"players <= 3\""));
                continue;
            };
            if !applies(files, &when.node, setting, options, report) {
                continue;
            }
            for earlier in before.iter().filter(|o| o.file == overlay.file) {
                for (path, first, second) in conflicts(&earlier.body, &overlay.body) {
                    let message = format!("overlays `{}` and `{}` both set {path}", earlier.id, overlay.id);
                    let problem = Diagnostic::error("overlays-conflict", message);
                    report.push(
                        problem.at(second, "set here").at(first, "and here").help("make their conditions exclude each other"),
                    );
                }
            }
            if let Some(take) = take {
                remove_all(tree, &take.node, report);
            }
            merge(tree, &overlay.body, report);
            applied.push(overlay.id.clone());
            before.push(overlay);
        }
        applied
    }
}

/// Whether a key takes a table of entries with free names.
fn is_table(kind: &Kind) -> bool {
    matches!(kind, Kind::Map(_) | Kind::Tables(_))
}

/// The keys of all tables of a tree.
fn keys_of(node: &Node, names: &mut Vec<String>) {
    for entry in node.as_table().into_iter().flatten() {
        names.push(entry.key.clone());
        keys_of(&entry.node, names);
    }
}

/// Games that extend each other in a circle, or too many of them: the file and line of each link.
fn endless(library: &Library, again: &str, links: &[Origin]) -> Diagnostic {
    let chain: String = links.iter().map(|link| format!("{} extends ", library.files.name(link.file))).collect();
    let mut problem = Diagnostic::error("endless-extends", format!("{chain}{again}: this never ends"));
    // The last link is the one that closes the circle.
    for (i, link) in links.iter().rev().enumerate() {
        problem = problem.at(*link, if i == 0 { "extended again here" } else { "by way of this" });
    }
    problem.help("let one of them extend another game, or none")
}

/// A part of the tree that applies under a condition.
struct Overlay {
    id: String,
    file: FileId,
    origin: Origin,
    body: Node,
}

/// Whether an overlay's condition holds: it may ask for `players` and `option(…)`.
fn applies(files: &Files, when: &Node, setting: &Setting, options: &[(String, bool)], report: &mut Report) -> bool {
    let Some(text) = when.as_expr() else {
        report.push(Diagnostic::error("wrong-kind", "`when` should be an expression").at(when.origin, "not an expression"));
        return false;
    };
    let mut parts = Components { seats: setting.players, options: options.to_vec(), ..Components::default() };
    parts.lay_out();
    let scope = Scope::of(&parts);
    match Formula::compile(&text, &scope) {
        Ok(formula) if !formula.expr.is_fixed() => {
            report.push(crate::compile::known_too_late(when));
            false
        }
        Ok(formula) => Eval::new(&parts, &State::new(&parts), PartyId(0), &mut Scratch::default()).holds(&formula),
        Err(error) => {
            report.push(crate::compile::expression_error(files, error, when));
            false
        }
    }
}

/// Takes what a layer removes out of the tree; overlays are no part of it yet.
fn take_out(tree: &mut Node, layer: &Node, report: &mut Report) {
    match layer.at("remove") {
        Some(list) if list.as_list().is_some() => {
            not_too_many(list.as_list().unwrap_or_default(), report);
            let (paths, _) = removals(layer);
            paths.into_iter().for_each(|path| remove_one(tree, path, report));
        }
        Some(list) => remove_all(tree, list, report),
        None => {}
    }
}

/// The layers with the parts that each uses below it, and where those of the last one begin.
fn with_parts(games: Vec<(FileId, Node)>, library: &mut Library, report: &mut Report) -> (Vec<(FileId, Node)>, usize) {
    let uses: Vec<Use> = parts::uses(games.iter().map(|(_, tree)| tree), report);
    let (mut layers, mut own) = (Vec::new(), 0);
    for (number, game) in games.into_iter().enumerate() {
        own = layers.len();
        layers.extend(uses.iter().filter(|used| used.by == number).flat_map(|used| used.read(library, report)));
        layers.push(game);
    }
    (layers, own)
}

/// What a layer removes: paths of the tree, and of overlays without that word.
fn removals(layer: &Node) -> (Vec<&Node>, Vec<(&str, Origin)>) {
    let (mut tree, mut overlays) = (Vec::new(), Vec::new());
    for path in layer.at("remove").and_then(Node::as_list).unwrap_or_default().iter().take(REMOVED) {
        match path.as_text().and_then(|text| text.strip_prefix("overlays")) {
            Some("") => overlays.push(("", path.origin)),
            Some(rest) if rest.starts_with('.') => overlays.push((&rest[1..], path.origin)),
            // Parts that are used are looked at before anything is merged.
            _ if parts::is_use(path) => {}
            _ => tree.push(path),
        }
    }
    (tree, overlays)
}

/// Takes an overlay out, or something out of it; all of them where none is named.
fn remove_overlay(overlays: &mut Vec<Overlay>, path: &str, origin: Origin, report: &mut Report) {
    let (id, rest) = path.split_once('.').map_or((path, None), |(id, rest)| (id, Some(rest)));
    let missing = |known: &[Overlay]| {
        let problem = Diagnostic::error("nothing-to-remove", format!("`overlays.{path}` cannot be removed: it is not there"));
        let near = railwright_source::did_you_mean(id, known.iter().map(|overlay| overlay.id.as_str()));
        let ids: Vec<&str> = known.iter().map(|overlay| overlay.id.as_str()).collect();
        let help = match near {
            Some(near) => format!("did you mean `overlays.{near}`?"),
            None if ids.is_empty() => "nothing is inherited that has overlays".to_owned(),
            None => format!("inherited overlays: {}", ids.join(", ")),
        };
        problem.at(origin, "no such overlay is inherited").help(help)
    };
    match (overlays.iter().position(|overlay| overlay.id == id), rest) {
        (None, None) if id.is_empty() && !overlays.is_empty() => overlays.clear(),
        (None, _) => report.push(missing(overlays)),
        (Some(found), None) => drop(overlays.remove(found)),
        (Some(found), Some(rest)) => remove(&mut overlays[found].body, rest, origin, report),
    }
}

fn remove_all(tree: &mut Node, list: &Node, report: &mut Report) {
    let Some(paths) = list.as_list() else {
        report.push(Diagnostic::error("wrong-kind", "`remove` should be a list of keys").at(list.origin, "not a list"));
        return;
    };
    not_too_many(paths, report);
    paths.iter().take(REMOVED).for_each(|path| remove_one(tree, path, report));
}

/// Reports the first key of a list that is too many to be removed.
fn not_too_many(paths: &[Node], report: &mut Report) {
    if let Some(path) = paths.get(REMOVED) {
        let problem = Diagnostic::error("too-many", format!("a file can remove {REMOVED} keys"));
        report.push(problem.at(path.origin, "this one is too many").help("remove the table that they stand in"));
    }
}

fn remove_one(tree: &mut Node, path: &Node, report: &mut Report) {
    match path.as_text() {
        Some(text) => remove(tree, text, path.origin, report),
        None => report.push(Diagnostic::error("wrong-kind", "a key to remove should be text").at(path.origin, "not text")),
    }
}

fn without_merge_keys(layer: &Node, map: bool) -> Node {
    let mut copy = layer.clone();
    if let Value::Table(table) = &mut copy.value {
        for key in MERGE_KEYS {
            table.remove(key);
        }
        // The map's own name must not become the game's.
        if map && let Some(entry) = table.remove("name") {
            table.insert("map-name", entry.key_origin, entry.node);
        }
    }
    copy
}
