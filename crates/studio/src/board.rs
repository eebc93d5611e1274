//! Maps that are under way: what is on them, and how they will be printed, also before the game can be loaded.

use crate::desk::Desk;
use crate::edit::Meaning;
use railwright::Game;
use railwright::draw::{Drawing, PointedAt};
use railwright::report::analysis;
use railwright::rules::{Loaded, Rules};
use railwright::source::{Files, Node, Report, parse};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

/// All that is needed to look at a map, taken from the desk, so that nobody waits for what is made of it.
pub struct Outlook {
    /// The text of the map.
    pub text: String,
    /// The likeliest game that is played on it.
    pub game: Option<PathBuf>,
    held: Vec<(PathBuf, String)>,
}

impl Outlook {
    /// What there is to see of a map of the desk.
    #[must_use]
    pub fn of(desk: &Desk, file: &str) -> Self {
        let path = desk.folder().path(file).ok();
        let text = path.as_ref().and_then(|path| desk.workspace().text(path)).unwrap_or_default();
        let game = path.and_then(|path| desk.workspace().games_of(path).into_iter().next());
        Outlook { text, game, held: desk.held() }
    }

    /// The text of a file: the one of the desk, else the one on disk.
    #[must_use]
    pub fn text_of(&self, path: &Path) -> String {
        let held = self.held.iter().find(|(known, _)| known == path).map(|(_, text)| text.clone());
        held.or_else(|| railwright::source::disk::read_text(path).ok()).unwrap_or_default()
    }

    /// The game of the map as it would be loaded now.
    #[must_use]
    pub fn load(&self) -> Option<Loaded> {
        let game = self.game.as_ref()?;
        let with = |builder: railwright::GameBuilder, (path, text): &(PathBuf, String)| builder.file(path, text.as_str());
        Some(self.held.iter().fold(Game::builder(game.display().to_string()), with).read())
    }

    /// The map file as a tree: as much of it as can be read.
    #[must_use]
    pub fn tree(&self) -> Node {
        tree(&self.text)
    }

    /// The rules of the game; where it cannot be loaded yet, those of a stand-in that has the places, lines and tickets that make sense.
    /// Whether they are those of the game is said, too.
    #[must_use]
    pub fn rules(&self, loaded: Option<Loaded>) -> Option<(Rules, bool)> {
        let merged = match loaded {
            Some(Loaded { rules: Some(rules), .. }) => return Some((rules, true)),
            Some(loaded) => Some(loaded.tree),
            None => None,
        };
        let map = self.tree().to_json();
        // First with all the words of the game; what they spoil is left out.
        let tries = [(true, true), (true, false), (false, false)];
        tries
            .into_iter()
            .find_map(|(attributes, cards)| stand_in(&map, merged.as_ref(), attributes, cards))
            .map(|rules| (rules, false))
    }
}

fn tree(text: &str) -> Node {
    let mut files = Files::new();
    let file = files.add("map", text);
    parse(&files, file, &mut Report::new())
}

/// What a map says, for the page: the file as data, what the game declares, and which fields of its cards name places.
#[must_use]
pub fn described(outlook: &Outlook, loaded: Option<&Loaded>) -> Value {
    let map = outlook.tree().to_json();
    let merged = loaded.map(|loaded| loaded.tree.to_json()).unwrap_or_default();
    let either = |key: &str| {
        let mut both = merged.get(key).and_then(Value::as_object).cloned().unwrap_or_default();
        if let Some(own) = map.get(key).and_then(Value::as_object) {
            for (name, value) in own {
                both.entry(name.clone()).or_insert_with(|| value.clone());
            }
        }
        both
    };
    let cards: Map<String, Value> = either("cards")
        .into_iter()
        .map(|(set, about)| (set, json!({ "fields": about.get("fields"), "optional": about.get("optional") })))
        .collect();
    json!({
        "name": map.get("name"), "size": map.get("size"), "places": map.get("places"), "lines": map.get("lines"),
        "kinds": map.get("cards"), "cards": cards, "attributes": either("attributes"), "background": Value::Null,
        "game": outlook.game.as_ref().and_then(|game| game.file_stem()?.to_str()),
        "title": merged.get("name"), "players": merged.get("players"),
    })
}

/// Which fields of cards name places, as the game declares them.
#[must_use]
pub fn meaning(loaded: Option<&Loaded>) -> Meaning {
    let cards = loaded.and_then(|loaded| loaded.tree.at("cards")?.as_table());
    let mut meaning = Meaning::new();
    for set in cards.into_iter().flatten() {
        let fields = set.node.at("fields").and_then(Node::as_table).into_iter().flatten();
        let named =
            fields.filter(|field| matches!(field.node.as_text(), Some("place" | "places"))).map(|field| field.key.clone());
        meaning.insert(set.key.clone(), named.collect());
    }
    meaning
}

/// The board as it will be printed.
#[must_use]
pub fn picture(drawing: &mut Drawing, rules: &Rules) -> PointedAt {
    drawing.pointed_at(rules)
}

/// Tickets with their values and shortest ways, how many lead over each line, and the figures of the board.
#[must_use]
pub fn figures(rules: &Rules) -> Value {
    let board = analysis::board(rules);
    let id = |place: railwright::core::id::PlaceId| rules.parts.map.place(place).id.as_str();
    json!({
        "cities": board.cities, "junctions": board.junctions, "spaces": board.spaces,
        "lines": board.lines.iter().sum::<usize>(),
        "mean": f64::from(board.mean_distance) / 10.0,
        "farthest": board.farthest.map(|(ends, apart)| json!({ "places": ends.map(id), "spaces": apart })),
        "colours": board.colours.iter().map(|(colour, f)| json!({ "colour": colour, "lanes": f.lanes, "spaces": f.spaces })).collect::<Vec<_>>(),
        "tickets": board.tickets.iter().map(|ticket| json!({
            "id": ticket.id, "ends": ticket.ends.map(id), "shortest": ticket.shortest, "fewest": ticket.fewest, "worth": ticket.worth,
        })).collect::<Vec<_>>(),
        "loads": board.loads.iter().map(|load| json!({
            "line": load.line, "length": load.length, "lanes": load.lanes, "tickets": load.tickets,
        })).collect::<Vec<_>>(),
        "pieces": board.pieces,
    })
}

const GAME: &str = "format = 1\nname = \"A board\"\nsummary = \"A board that is being drawn.\"\nmap = \"stand-in-map\"\nplayers = [2, 2]\nflow = [\"turns\"]\n\n\
    [counters]\npoints = { of = \"seat\" }\n\n[actions.pass]\ndo = \"pass\"\n\n\
    [steps]\nturn = { do = \"choose\", actions = [\"pass\"] }\nturns = { do = \"turns\", steps = [\"turn\"], all-pass = true }\n\n[score]\npoints = { add = \"points\" }\n";

/// Rules for nothing but looking at a map: what makes no sense on it is left out.
fn stand_in(map: &Value, merged: Option<&Node>, with_attributes: bool, with_cards: bool) -> Option<Rules> {
    let empty = Map::new();
    let object = |key: &str| map.get(key).and_then(Value::as_object).unwrap_or(&empty);
    let declared = |of: &str| {
        let in_game = merged.and_then(|tree| tree.at(&format!("attributes.{of}"))).map(Node::to_json).unwrap_or_default();
        let mut all = in_game.as_object().cloned().unwrap_or_default();
        all.extend(map.pointer(&format!("/attributes/{of}")).and_then(Value::as_object).cloned().unwrap_or_default());
        if with_attributes { all } else { Map::new() }
    };
    let (place_words, lane_words) = (declared("place"), declared("lane"));
    let is_point =
        |at: Option<&Value>| at.and_then(Value::as_array).is_some_and(|at| at.len() == 2 && at.iter().all(Value::is_i64));
    let mut places = Map::new();
    for (id, place) in object("places").iter().filter(|(_, place)| is_point(place.get("at"))) {
        places.insert(id.clone(), kept(place, &["name", "at", "junction", "tags"], &place_words));
    }
    let mut lines = Map::new();
    for (id, line) in object("lines") {
        let ends: Vec<&str> =
            line.get("ends").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let length = line.get("length").and_then(Value::as_i64).is_some_and(|n| (1..=60).contains(&n));
        if length && matches!(ends[..], [a, b] if a != b) && ends.iter().all(|end| places.contains_key(*end)) {
            lines.insert(id.clone(), kept(line, &["ends", "length", "lanes", "one-way"], &lane_words));
        }
    }
    if places.is_empty() {
        return None;
    }
    let mut board = json!({
        "format": 1, "name": map.get("name").filter(|name| name.is_string()).cloned().unwrap_or_else(|| "Board".into()),
        "provenance": "original", "attributes": { "place": place_words, "lane": lane_words }, "places": places, "lines": lines,
    });
    if is_point(map.get("size")) {
        board["size"] = map["size"].clone();
    }
    let mut game = GAME.to_owned();
    if with_cards {
        let sets = merged.and_then(|tree| tree.at("cards")).map(Node::to_json).unwrap_or_default();
        for (set, about) in object("cards") {
            let Some(fields) = sets.get(set).and_then(|set| set.get("fields")) else { continue };
            let optional = sets[set].get("optional").cloned().unwrap_or_else(|| json!([]));
            board["cards"][set] = json!({ "fields": fields, "optional": optional, "kinds": about.get("kinds") });
            game += &format!("\n[zones.{set}-deck]\nholds = \"{set}\"\nform = \"pile\"\nfill = \"shuffled\"\n");
        }
    }
    let map_file = crate::edit::whole(&board)?;
    let read = Game::builder("stand-in.toml").file("stand-in.toml", game).file("stand-in-map.toml", map_file).read();
    read.rules
}

/// What of an entry is known to make sense.
fn kept(entry: &Value, keys: &[&str], words: &Map<String, Value>) -> Value {
    let known = |key: &str| keys.contains(&key) || words.contains_key(key);
    entry
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(key, _)| known(key))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

/// The path of a file as people know it: within the folder.
#[must_use]
pub fn within(root: &Path, path: &Path) -> String {
    let inner = path.strip_prefix(root).unwrap_or(path);
    inner.iter().filter_map(|part| part.to_str()).collect::<Vec<_>>().join("/")
}
