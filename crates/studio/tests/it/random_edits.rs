//! Random edits of every bundled map: what an edit is not about stays byte for byte, and the rest says what was meant.

use railwright::rules::library::Shelf;
use railwright_studio::edit::{Edit, Meaning, apply};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Chance with a seed.
struct Chance(u64);

impl Chance {
    fn upto(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("a small number") % n.max(1)
    }

    fn number(&mut self, n: usize) -> i64 {
        i64::try_from(self.upto(n)).expect("a small number")
    }
}

/// What a text says, as plain data.
fn said(text: &str) -> Value {
    fn of(item: &toml_edit::Value) -> Value {
        match item {
            toml_edit::Value::Array(list) => list.iter().map(of).collect(),
            toml_edit::Value::InlineTable(table) => table.iter().map(|(key, value)| (key.to_owned(), of(value))).collect(),
            toml_edit::Value::String(text) => text.value().as_str().into(),
            toml_edit::Value::Integer(n) => (*n.value()).into(),
            toml_edit::Value::Boolean(b) => (*b.value()).into(),
            other => other.to_string().into(),
        }
    }
    fn table(of_table: &toml_edit::Table) -> Value {
        let one = |(key, item): (&str, &toml_edit::Item)| {
            (key.to_owned(), item.as_table().map_or_else(|| item.as_value().map(of).unwrap_or_default(), table))
        };
        of_table.iter().map(one).collect()
    }
    let document: toml_edit::DocumentMut = text.parse().expect("TOML");
    table(document.as_table())
}

fn ids(map: &Value, table: &str) -> Vec<String> {
    map[table].as_object().into_iter().flatten().map(|(id, _)| id.clone()).collect()
}

fn place_fields(card: &mut Map<String, Value>) -> impl Iterator<Item = &mut Value> {
    card.values_mut().filter(|value| value.is_string() || value.is_array())
}

/// Does an edit to the plain data, the obvious way; says which keys it was about.
fn plainly(map: &mut Value, edit: &Edit, touched: &mut BTreeSet<String>) {
    match edit {
        Edit::AddPlace { id, keys } => {
            touched.insert(id.clone());
            map["places"][id] = Value::Object(keys.clone());
        }
        Edit::MovePlaces { to } => {
            for (id, at) in to {
                touched.insert(id.clone());
                map["places"][id]["at"] = json!(at);
            }
        }
        Edit::Set { path, value } => {
            touched.insert(path[1].clone());
            let entry = map[&path[0]][&path[1]].as_object_mut().expect("an entry");
            if value.is_null() {
                entry.remove(&path[2]);
            } else {
                entry.insert(path[2].clone(), value.clone());
            }
        }
        Edit::AddLine { ends, keys } => {
            let mut ends = ends.clone();
            ends.sort();
            let lines = map["lines"].as_object_mut().expect("lines");
            let (base, mut id, mut n) = (ends.join("-"), ends.join("-"), 1);
            while lines.contains_key(&id) {
                n += 1;
                id = format!("{base}-{n}");
            }
            let mut line = Map::from_iter([("ends".to_owned(), json!(ends))]);
            line.extend(keys.clone());
            touched.insert(id.clone());
            lines.insert(id, Value::Object(line));
        }
        Edit::Remove { places, lines } => remove(map, places, lines, touched),
        Edit::RenamePlace { id, to } => rename(map, id, to, touched),
        Edit::AddCard { .. } | Edit::RemoveCards { .. } => unreachable!("not among those that are tried"),
    }
}

fn names(value: &Value, place: &str) -> bool {
    match value {
        Value::Array(list) => list.iter().any(|one| names(one, place)),
        one => one == place,
    }
}

fn cards(map: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    let sets = map.get_mut("cards").and_then(Value::as_object_mut).into_iter().flatten();
    sets.filter_map(|(_, set)| set.get_mut("kinds")?.as_object_mut())
}

fn remove(map: &mut Value, places: &[String], lines: &[String], touched: &mut BTreeSet<String>) {
    let at = |line: &Value| places.iter().any(|place| names(&line["ends"], place));
    map["lines"].as_object_mut().expect("lines").retain(|id, line| {
        let goes = lines.contains(id) || at(line);
        touched.extend(goes.then(|| id.clone()));
        !goes
    });
    for kinds in cards(map) {
        kinds.retain(|id, card| {
            let goes = card.as_object().into_iter().flatten().any(|(_, value)| places.iter().any(|place| names(value, place)));
            touched.extend(goes.then(|| id.clone()));
            !goes
        });
    }
    map["places"].as_object_mut().expect("places").retain(|id, _| !places.contains(id));
    touched.extend(places.iter().cloned());
}

fn rename(map: &mut Value, id: &str, to: &str, touched: &mut BTreeSet<String>) {
    fn exchange(value: &mut Value, id: &str, to: &str) -> bool {
        match value {
            Value::Array(list) => list.iter_mut().map(|one| exchange(one, id, to)).fold(false, |a, b| a | b),
            one if one == id => {
                *one = to.into();
                true
            }
            _ => false,
        }
    }
    let place = map["places"].as_object_mut().expect("places").remove(id).expect("a place");
    map["places"][to] = place;
    touched.extend([id.to_owned(), to.to_owned()]);
    for kinds in cards(map) {
        for (card, fields) in kinds.iter_mut() {
            let changed =
                place_fields(fields.as_object_mut().expect("a card")).fold(false, |any, value| exchange(value, id, to) | any);
            touched.extend(changed.then(|| card.clone()));
        }
    }
    let attributes = |of: &str| -> Vec<String> {
        let all = map.get("attributes").and_then(|all| all.get(of)).and_then(Value::as_object).into_iter().flatten();
        all.filter(|(_, kind)| *kind == "place").map(|(name, _)| name.clone()).collect()
    };
    for (table, named) in [("places", attributes("place")), ("lines", attributes("lane"))] {
        for (entry, keys) in map[table].as_object_mut().into_iter().flatten() {
            let changed = named.iter().filter(|name| keys.get_mut(*name).is_some_and(|value| exchange(value, id, to))).count();
            touched.extend((changed > 0).then(|| entry.clone()));
        }
    }
    let lines = std::mem::take(map["lines"].as_object_mut().expect("lines"));
    let taken: BTreeSet<String> = lines.keys().cloned().collect();
    for (line, mut keys) in lines {
        let before: Vec<String> =
            keys["ends"].as_array().expect("ends").iter().filter_map(|end| end.as_str().map(str::to_owned)).collect();
        let mut called = line.clone();
        if exchange(&mut keys["ends"], id, to) {
            touched.insert(line.clone());
            let of = |end: &str| if end == id { to.to_owned() } else { end.to_owned() };
            for [a, b] in [[0, 1], [1, 0]] {
                if line == format!("{}-{}", before[a], before[b]) {
                    called = format!("{}-{}", of(&before[a]), of(&before[b]));
                }
            }
        }
        if taken.contains(&called) {
            called.clone_from(&line);
        }
        touched.insert(if called == line { String::new() } else { called.clone() });
        map["lines"][called] = keys;
    }
}

fn random_edit(chance: &mut Chance, map: &Value, n: usize) -> Edit {
    let (places, lines) = (ids(map, "places"), ids(map, "lines"));
    let mut one = |ids: &[String]| ids[chance.upto(ids.len())].clone();
    let (a, b, line) = (one(&places), one(&places), one(&lines));
    let at = [chance.number(1200), chance.number(1200)];
    let set =
        |table: &str, id: &str, key: &str, value: Value| Edit::Set { path: [table, id, key].map(str::to_owned).to_vec(), value };
    let numbers = map.pointer("/attributes/lane").and_then(Value::as_object).into_iter().flatten();
    let number = numbers.filter(|(_, kind)| *kind == "number").map(|(name, _)| name.clone()).next();
    match chance.upto(11) {
        0 => Edit::AddPlace {
            id: format!("new-{n}"),
            keys: Map::from_iter([("name".to_owned(), json!(format!("Né {n}"))), ("at".to_owned(), json!(at))]),
        },
        1 | 2 => Edit::MovePlaces { to: if a == b { vec![(a, at)] } else { vec![(a, at), (b, [at[1], at[0]])] } },
        3 => Edit::RenamePlace { id: a, to: format!("other-{n}") },
        4 => Edit::Remove { places: vec![a], lines: vec![] },
        5 => Edit::Remove { places: vec![], lines: vec![line] },
        6 if a != b => Edit::AddLine { ends: [a, b], keys: Map::from_iter([("length".to_owned(), json!(chance.number(6) + 1))]) },
        7 => set("lines", &line, "length", json!(chance.number(30) + 1)),
        8 => set("lines", &line, "lanes", json!(["grey", "red", "blue"][..=chance.upto(3)])),
        9 => set("places", &a, "name", json!(["Ö", "A name that is rather long", "Nr. \"5\""][chance.upto(3)])),
        10 if number.is_some() => {
            let value = if chance.upto(2) == 0 { Value::Null } else { json!(chance.number(120)) };
            set("lines", &line, &number.unwrap_or_default(), value)
        }
        _ => set("places", &a, "tags", json!([format!("tag-{n}")])),
    }
}

/// The lines of a text but for rows that begin with one of some keys.
fn others<'a>(text: &'a str, touched: &BTreeSet<String>) -> Vec<&'a str> {
    let is_touched = |line: &&str| line.split_once('=').is_some_and(|(key, _)| touched.contains(key.trim()));
    text.split_inclusive('\n').filter(|line| !is_touched(line)).collect()
}

#[test]
fn random_edits_of_every_map_change_their_lines_and_no_others() {
    let mut tried = 0;
    for (seed, id) in Shelf::Maps.ids().into_iter().enumerate() {
        let mut text = Shelf::Maps.text(&id).expect("a bundled map").to_owned();
        let mut chance = Chance(seed as u64 + 1);
        for n in 0..60 {
            let mut map = said(&text);
            let edit = random_edit(&mut chance, &map, n);
            let mut touched = BTreeSet::new();
            plainly(&mut map, &edit, &mut touched);
            let new = apply(&text, std::slice::from_ref(&edit), &Meaning::new())
                .unwrap_or_else(|error| panic!("{id}: {edit:?}: {error}"));
            assert_eq!(said(&new), map, "{id}: {edit:?}");
            assert_eq!(others(&text, &touched), others(&new, &touched), "{id}: {edit:?}");
            tried += 1;
            text = new;
        }
    }
    assert!(tried >= 600, "{tried} edits");
}

#[test]
fn an_edited_board_is_the_board_that_was_meant() {
    for id in railwright::bundled_games() {
        let game = railwright::load(id.as_str()).expect("a bundled game");
        let Some(text) = Shelf::Maps.text(&game.head().map) else { continue };
        let map = said(text);
        let (a, line) = (ids(&map, "places")[0].clone(), ids(&map, "lines")[0].clone());
        let length = map["lines"][&line]["length"].as_i64().expect("a length");
        let edits = [
            Edit::MovePlaces { to: vec![(a.clone(), [33, 44])] },
            Edit::Set { path: ["lines", &line, "length"].map(str::to_owned).to_vec(), value: json!(length + 1) },
        ];
        let new = apply(text, &edits, &Meaning::new()).expect("edits");
        let child = format!("format = 1\nextends = \"{id}\"\nname = \"Edited\"\nmap = \"edited-map\"\n");
        let read = railwright::Game::builder("edited.toml").file("edited.toml", child).file("edited-map.toml", new).read();
        let Some(rules) = read.rules else { panic!("{id}: {}", read.report.render(&read.files, false)) };
        let place = rules.parts.map.places.iter().find(|place| place.id == a).expect("the place");
        assert_eq!(place.at, (33, 44), "{id}");
        let found = rules.parts.map.lines.iter().find(|found| found.id == line).expect("the line");
        let spaces = found.lanes.iter().map(|&lane| i64::from(rules.parts.map.lane(lane).length)).max();
        assert_eq!(spaces, Some(length + 1), "{id}");
    }
}
