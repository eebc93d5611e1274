//! Maps that are under way: they are described and drawn before a game can be played on them.

use crate::desk::Place;
use railwright::draw::Drawing;
use railwright_studio::begin::{Beginning, files};
use railwright_studio::board::{Outlook, described, figures, meaning, picture};
use railwright_studio::deck::{NoDeck, deck};
use railwright_studio::edit::{Edit, apply};
use serde_json::{Map, Value, json};

fn place(id: &str, at: [i64; 2]) -> Edit {
    Edit::AddPlace {
        id: id.to_owned(),
        keys: Map::from_iter([("name".to_owned(), json!(id.to_uppercase())), ("at".to_owned(), json!(at))]),
    }
}

fn line(a: &str, b: &str, length: i64) -> Edit {
    Edit::AddLine { ends: [a.to_owned(), b.to_owned()], keys: Map::from_iter([("length".to_owned(), json!(length))]) }
}

#[test]
fn an_empty_board_of_every_game_is_drawn_as_soon_as_there_is_a_place() {
    for game in railwright::bundled_games() {
        let home = Place::new();
        for (name, text) in files("mine", &Beginning::Empty(game.clone())).expect("a game") {
            home.write(&name, &text);
        }
        let mut desk = home.desk();
        let map = "mine-map.toml";
        desk.open(map).expect("a map");
        let outlook = Outlook::of(&desk, map);
        assert!(outlook.game.as_ref().is_some_and(|game| game.ends_with("mine.toml")), "{game}");
        let loaded = outlook.load();
        assert!(outlook.rules(loaded).is_none(), "{game}: there is nothing to be seen");
        let meaning = meaning(outlook.load().as_ref());
        let edits = [place("ash", [100, 100]), place("birch", [300, 100]), place("cedar", [300, 300]), line("birch", "ash", 3)];
        desk.edit(map, &edits, &meaning, "drawing").expect("edits");
        let outlook = Outlook::of(&desk, map);
        let loaded = outlook.load();
        let told = described(&outlook, loaded.as_ref());
        assert_eq!(told["places"].as_object().map(Map::len), Some(3), "{game}");
        assert_eq!(told["lines"]["ash-birch"]["length"], 3, "{game}");
        let (rules, _) = outlook.rules(loaded).unwrap_or_else(|| panic!("{game}: three places can be drawn"));
        let drawn = picture(&mut Drawing::default(), &rules);
        assert_eq!(drawn.svg.matches("data-place=").count(), 3, "{game}");
        assert_eq!(drawn.svg.matches("class=\"lane\"").count(), 1, "{game}");
        assert!(drawn.scale > 0.0);
        assert_eq!(figures(&rules)["spaces"], 3, "{game}");
    }
}

#[test]
fn what_makes_no_sense_does_not_take_the_rest_of_the_board_away() {
    let home = Place::new();
    let text = "format = 1\nprovenance = \"original\"\n\n[places]\nash = { at = [1, 2] }\nbirch = { at = [300, 4], strange = 5 }\nodd = { at = \"here\" }\n\n\
        [lines]\nash-birch = { ends = [\"ash\", \"birch\"], length = 2, lanes = [\"red\"] }\nash-odd = { ends = [\"ash\", \"odd\"], length = 2 }\nlong = { ends = [\"ash\", \"birch\"], length = 999 }\n";
    home.write("m-map.toml", text);
    let mut desk = home.desk();
    desk.open("m-map.toml").expect("a map");
    let outlook = Outlook::of(&desk, "m-map.toml");
    let (rules, whole) = outlook.rules(outlook.load()).expect("a board");
    assert!(!whole);
    assert_eq!((rules.parts.map.places.len(), rules.parts.map.lines.len()), (2, 1));
}

#[test]
fn places_are_drawn_where_the_page_thinks_they_are() {
    for id in railwright::bundled_games() {
        let game = railwright::load(id.as_str()).expect("a game");
        let drawn = picture(&mut Drawing::default(), game.rules());
        let mut far = 0.0_f64;
        for place in &game.rules().parts.map.places {
            let group = format!("data-place=\"{}\"", place.id);
            let at = drawn.svg.find(&group).unwrap_or_else(|| panic!("{id}: {}", place.id));
            let number = |name: &str| -> f64 {
                let rest = &drawn.svg[at + drawn.svg[at..].find(&format!(" {name}=\"")).expect("a number") + name.len() + 3..];
                rest.split('"').next().and_then(|text| text.parse().ok()).expect("a number")
            };
            let meant = [f64::from(place.at.0), f64::from(place.at.1)].map(|n| n * drawn.scale);
            far = far.max((number("cx") - meant[0] - drawn.origin.0).hypot(number("cy") - meant[1] - drawn.origin.1));
        }
        // A place may make a little room for the spaces of a short line.
        assert!(far < 23.0, "{id}: {far} units beside");
    }
}

#[test]
fn a_board_that_is_drawn_says_what_it_was_told() {
    let board = Value::from_iter([("places", json!({})), ("lines", json!({}))]);
    let text = railwright_studio::edit::whole(&board).expect("a text");
    let new = apply(&text, &[place("ash", [1, 2])], &railwright_studio::edit::Meaning::new()).expect("an edit");
    assert_eq!(
        new,
        "places = {ash = { name = \"ASH\", at = [1, 2] }}\nlines = {}\n".replace("{ash", "{ ash").replace("}}", "} }")
    );
}

#[test]
fn a_proposed_deck_takes_the_place_of_the_one_that_is_there() {
    let home = Place::new();
    for (name, text) in files("mine", &Beginning::Empty("ticket-to-ride".to_owned())).expect("a game") {
        home.write(&name, &text);
    }
    let mut desk = home.desk();
    let map = "mine-map.toml";
    let ids = ["ash", "birch", "cedar", "dell", "elm", "fir"];
    let mut edits: Vec<Edit> = (0..).zip(ids).map(|(i, id)| place(id, [100 + 120 * i, 100 + 90 * (i % 3)])).collect();
    edits.extend(ids.windows(2).map(|pair| line(pair[0], pair[1], 2)));
    desk.edit(map, &edits, &meaning(None), "drawing").expect("edits");
    for count in [5, 3] {
        let outlook = Outlook::of(&desk, map);
        let loaded = outlook.load();
        let meaning = meaning(loaded.as_ref());
        let edits = deck(&outlook, loaded, "ticket", count).expect("a deck");
        desk.edit(map, &edits, &meaning, "a deck").expect("edits");
        let told = described(&Outlook::of(&desk, map), None);
        let kinds = told["kinds"]["ticket"]["kinds"].as_object().expect("tickets");
        assert_eq!(kinds.len(), usize::from(count));
        for (id, ticket) in kinds {
            let at = |end: &str| ids.iter().position(|place| ticket[end] == *place).expect("a place");
            // All lie in one row, two spaces apart.
            let way = i64::try_from(at("from").abs_diff(at("to")) * 2).expect("a small number");
            assert_eq!(ticket["points"], way, "{id}");
        }
    }
    let outlook = Outlook::of(&desk, map);
    assert_eq!(deck(&outlook, outlook.load(), "train", 3), Err(NoDeck::NoTickets("train".to_owned())));
    assert!(matches!(deck(&outlook, outlook.load(), "ticket", 500), Err(NoDeck::TooFewPairs(pairs)) if pairs <= 15));
}
