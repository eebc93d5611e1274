//! A sketch of a board for a game: few places, lines and cards, after examples of the board that the game has. So they have the words, tags,
//! colours and lengths that its rules ask for, whatever those are.

use super::cards;
use super::examples::{choose, cover, entries};
use super::layout::{Layout, NAMES, distances, squared};
use railwright::source::{Entry, Node, Value};
use std::fmt::Write as _;

/// A board that is sketched.
pub struct Sketch<'a> {
    /// The id of each place.
    pub ids: Vec<String>,
    /// How far it is from each place to each other one.
    pub far: Vec<Vec<i64>>,
    /// The place of the game's own board that each is like.
    likes: Vec<&'a Entry>,
    lines: Vec<Line<'a>>,
    layout: Layout,
    map: &'a Node,
    /// Whether the places have all tags of the game's own board, and all words that its cards ask for.
    pub whole: bool,
}

struct Line<'a> {
    ends: (usize, usize),
    length: i64,
    like: &'a Entry,
}

impl<'a> Sketch<'a> {
    /// A sketch for a game and its map, with so many places in so many rows.
    pub fn new(game: &'a Node, map: &'a Node, (places, rows): (usize, usize)) -> Self {
        let all = entries(map, "places");
        let homes: Vec<&str> =
            entries(game, "companies").iter().filter_map(|company| company.node.at("home")?.as_text()).collect();
        let mut likes = choose(&all, &homes, places);
        // What lies in the west of the board lies in the west of the sketch.
        likes.sort_by_key(|place| point(place)[0]);
        likes.chunks_mut(rows).for_each(|column| column.sort_by_key(|place| point(place)[1]));
        let words = entries(map, "cards").into_iter().flat_map(|set| entries(game, &format!("cards.{}.fields", set.key)));
        let keys: Vec<&str> =
            words.filter(|field| field.node.as_text() == Some("word")).map(|field| field.key.as_str()).collect();
        let whole = cover(&likes, &all, &[&keys[..], &["tags", "junction"][..]].concat());
        let layout = Layout::new(places, rows);
        let lines = lines(map, &layout);
        let known: Vec<(usize, usize, i64)> = lines.iter().map(|line| (line.ends.0, line.ends.1, line.length)).collect();
        let ids = NAMES[..places].iter().map(|name| name.to_lowercase()).collect();
        Self { ids, far: distances(places, &known), likes, lines, layout, map, whole }
    }

    /// The places that are no junctions.
    pub fn cities(&self) -> Vec<usize> {
        (0..self.likes.len()).filter(|place| !is_junction(self.likes[*place])).collect()
    }

    /// What the place of the game's own board has that a place is like.
    pub fn node(&self, place: usize) -> &Node {
        &self.likes[place].node
    }

    /// How long the line between two places is.
    pub fn line(&self, a: usize, b: usize) -> Option<i64> {
        self.lines.iter().find(|line| line.ends == (a, b) || line.ends == (b, a)).map(|line| line.length)
    }

    /// The place that stands for one of the game's own board: the one that is like it, or the city whose like is nearest to it.
    pub fn stands_for(&self, place: &str) -> Option<usize> {
        let same = self.likes.iter().position(|like| like.key == place);
        let there = entries(self.map, "places").into_iter().find(|entry| entry.key == place);
        let near = |at: [i64; 2]| self.cities().into_iter().min_by_key(|city| squared(point(self.likes[*city]), at));
        same.or_else(|| near(point(there?)))
    }

    /// The map file.
    pub fn map_file(&self, title: &str, of: &str, game: &Node) -> String {
        let [width, height] = self.layout.size;
        let mut out = format!(
            "# A sketch of a board for {of}. It plays as it is: move the places, give them names of your own, change lines and cards.\n\
             # `railwright map` draws it, `railwright check` says what the rules miss.\n\
             format = 1\nname = {}\nprovenance = \"original\"\nsize = [{width}, {height}]\n",
            text(title)
        );
        for of in ["place", "lane"] {
            for (i, entry) in entries(self.map, &format!("attributes.{of}")).iter().enumerate() {
                let head = if i == 0 { format!("\n[attributes.{of}]\n") } else { String::new() };
                let _ = writeln!(out, "{head}{} = {}", key(&entry.key), inline(&entry.node));
            }
        }
        out += "\n# `at`: where it is drawn, y growing downwards. Tags and further words and numbers are what the rules ask for.\n[places]\n";
        for (i, like) in self.likes.iter().enumerate() {
            let name = if is_junction(like) { String::new() } else { format!("name = {}, ", text(NAMES[i])) };
            let [x, y] = self.layout.at[i];
            let rest = self.rest(like, "place", &["name", "at"]);
            let _ = writeln!(out, "{} = {{ {name}at = [{x}, {y}]{rest} }}", self.ids[i]);
        }
        out +=
            "\n# `length`: its spaces. `lanes`: the colour of each of its lanes; without it, it is a single grey one.\n[lines]\n";
        for line in &self.lines {
            let (a, b) = (&self.ids[line.ends.0], &self.ids[line.ends.1]);
            let rest = self.rest(line.like, "lane", &["ends", "length"]);
            let _ = writeln!(out, "{a}-{b} = {{ ends = [\"{a}\", \"{b}\"], length = {}{rest} }}", line.length);
        }
        out.push_str(&cards::tables(self, game, self.map));
        out
    }

    /// What the game file says of the places of the new board: where companies begin.
    pub fn companies(&self, game: &Node) -> String {
        let declared = entries(game, "attributes.company");
        let is_place = |name: &str| declared.iter().any(|entry| entry.key == name && entry.node.as_text() == Some("place"));
        let mut out = String::new();
        for company in entries(game, "companies") {
            for entry in company.node.as_table().into_iter().flatten().filter(|e| e.key == "home" || is_place(&e.key)) {
                let Some(place) = entry.node.as_text().and_then(|place| self.stands_for(place)) else { continue };
                let _ = writeln!(out, "{}.{} = \"{}\"", key(&company.key), key(&entry.key), self.ids[place]);
            }
        }
        if out.is_empty() { out } else { format!("\n# Where they are on the new board.\n[companies]\n{out}") }
    }

    /// What the game file says of pieces that every seat has more of than a small board has room for: fewer of them, so that the game
    /// ends as it does on its own board and not because the board is full. Invariants that count them count as many.
    pub fn pieces(&self, game: &Node) -> String {
        let lanes = |line: &Line| line.like.node.at("lanes").and_then(Node::as_list).map_or(1, <[Node]>::len);
        let spaces: i64 = self.lines.iter().map(|line| line.length * lanes(line) as i64).sum();
        let longest = self.lines.iter().map(|line| line.length).max().unwrap_or(1);
        let seats = game.at("players.1").and_then(Node::as_int).unwrap_or(1);
        let mut names: Vec<&str> =
            entries(game, "actions").iter().filter_map(|action| action.node.at("pieces")?.as_text()).collect();
        names.sort_unstable();
        names.dedup();
        let (mut counters, mut invariants) = (String::new(), String::new());
        for name in names {
            let Some(counter) = game.at(&format!("counters.{name}")) else { continue };
            let of_seat = counter.at("of").and_then(Node::as_text) == Some("seat");
            let fewer = (spaces / (seats + 2)).max(2 * longest);
            let Some(start) = counter.at("start").and_then(Node::as_int).filter(|start| of_seat && *start > fewer) else {
                continue;
            };
            let _ = writeln!(counters, "{}.start = {fewer}", key(name));
            for entry in entries(game, "invariants") {
                let counted = entry.node.as_text().and_then(|text| with_number(text, name, start, fewer));
                let line = counted.map(|counted| format!("{} = {}\n", key(&entry.key), text(&counted)));
                invariants.push_str(&line.unwrap_or_default());
            }
        }
        if counters.is_empty() {
            return counters;
        }
        let invariants = if invariants.is_empty() { invariants } else { format!("\n[invariants]\n{invariants}") };
        format!(
            "\n# The sketch has {spaces} spaces: pieces for a board of that size. On a larger one take this out, or have more.\n\
             [counters]\n{counters}{invariants}"
        )
    }

    /// What an example has besides some keys; places that it names become places of the sketch.
    fn rest(&self, like: &Entry, of: &str, without: &[&str]) -> String {
        let declared = self.map.at(&format!("attributes.{of}"));
        let mut out = String::new();
        for entry in like.node.as_table().into_iter().flatten().filter(|entry| !without.contains(&entry.key.as_str())) {
            let place = declared.and_then(|table| table.at(&entry.key)?.as_text()) == Some("place");
            let place = if place { entry.node.as_text().and_then(|place| self.stands_for(place)) } else { None };
            let value = place.map_or_else(|| inline(&entry.node), |place| text(&self.ids[place]));
            let _ = write!(out, ", {} = {value}", key(&entry.key));
        }
        out
    }
}

/// A line for each two places that are joined: the longer way in the picture, the longer line. One-way lines keep their direction.
fn lines<'a>(map: &'a Node, layout: &Layout) -> Vec<Line<'a>> {
    let mut likes = choose(&entries(map, "lines"), &[], layout.joined.len());
    let length = |line: &Entry| line.node.at("length").and_then(Node::as_int).unwrap_or(1);
    likes.sort_by_key(|line| length(line));
    let mut joined = layout.joined.clone();
    joined.sort_by_key(|ends| (layout.apart(*ends), *ends));
    let west_of =
        |place: &Node| map.at("places").and_then(|all| all.as_table()?.entry(place.as_text()?)).map(|place| point(place)[0]);
    let line = |((a, b), like): ((usize, usize), &'a Entry)| {
        let turned = like.node.at("one-way").is_some()
            && like.node.at("ends.0").and_then(west_of) > like.node.at("ends.1").and_then(west_of);
        Line { ends: if turned { (b, a) } else { (a, b) }, length: length(like), like }
    };
    let mut lines: Vec<Line> = joined.into_iter().zip(likes).map(line).collect();
    lines.sort_by_key(|line| (line.ends.0.min(line.ends.1), line.ends.0.max(line.ends.1)));
    lines
}

/// An expression that counts something, with another number of it; nothing if it does not name it or has not that number.
fn with_number(expression: &str, name: &str, from: i64, to: i64) -> Option<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let words: Vec<&str> = expression.split_inclusive(|c| !is_word(c)).collect();
    let bare = |word: &&str| word.trim_end_matches(|c| !is_word(c)).to_owned();
    let number = from.to_string();
    if !words.iter().any(|word| bare(word) == name) || !words.iter().any(|word| bare(word) == number) {
        return None;
    }
    let changed = words
        .iter()
        .map(|word| if bare(word) == number { word.replacen(&number, &to.to_string(), 1) } else { (*word).to_owned() });
    Some(changed.collect())
}

fn is_junction(place: &Entry) -> bool {
    place.node.at("junction").and_then(Node::as_bool).unwrap_or(false)
}

/// Where a place is drawn.
fn point(place: &Entry) -> [i64; 2] {
    ["at.0", "at.1"].map(|path| place.node.at(path).and_then(Node::as_int).unwrap_or(0))
}

/// A text as TOML has it.
pub fn text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A key as TOML has it.
pub fn key(key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if bare { key.to_owned() } else { text(key) }
}

/// A value in one line of TOML.
pub fn inline(node: &Node) -> String {
    match &node.value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Text(value) => text(value),
        Value::List(list) => format!("[{}]", list.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Table(table) => {
            let entries: Vec<String> = table.iter().map(|e| format!("{} = {}", key(&e.key), inline(&e.node))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
    }
}
