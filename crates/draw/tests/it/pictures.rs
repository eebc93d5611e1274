//! Pictures of the bundled boards and of small ones made for these tests.

use crate::common::{boards, rules, small};
use railwright_core::id::LaneId;
use railwright_core::{Events, Random, State};
use railwright_draw::layout::{LANE, LONGEST_SPACE};
use railwright_draw::{Drawing, LiveBoard, Scene, paint, palette, png, read, svg, svg_with_sheet};
use railwright_rules::library::Shelf;
use railwright_rules::{Engine, Rules, ScoreSheet};
use railwright_script::Rhai;
use resvg::usvg::roxmltree::Document;
use std::sync::Arc;

/// A position after so many decisions at random, and its score sheet.
fn played(rules: &Arc<Rules>, decisions: usize) -> (State, ScoreSheet) {
    let mut engine = Engine::new(rules.clone(), &Rhai);
    let mut events = Events::default();
    let mut state = engine.start(5, None, &mut events).expect("a start");
    let mut random = Random::stream(5, 1);
    for _ in 0..decisions {
        let Some(seat) = state.clock().waiting.iter().next().filter(|_| state.clock().over.is_none()) else { break };
        let legal = engine.legal(&state, seat).expect("no fault").len();
        let chosen = engine.pick(random.below(legal as u32) as usize).expect("a legal action");
        engine.step(&mut state, chosen, &mut events).expect("no fault");
        events.log.clear();
    }
    let mut sheet = ScoreSheet::default();
    engine.score(&state, &mut sheet).expect("no fault");
    (state, sheet)
}

/// The colours of the spaces of one lane in a picture: what lies on them, or that of the lane.
fn spaces<'a>(picture: &'a Document, id: &str) -> Vec<&'a str> {
    let lane = picture.descendants().find(|node| node.attribute("data-lane") == Some(id));
    let lane = lane.unwrap_or_else(|| panic!("no lane {id}"));
    let spaces = lane.children().filter(|node| node.has_tag_name("g"));
    spaces.map(|space| space.attribute("fill").or(lane.attribute("fill")).expect("a colour")).collect()
}

#[test]
fn every_board_is_a_picture_that_can_be_read_and_is_drawn_alike_each_time() {
    for board in boards() {
        let (rules, picture) = (board.rules, paint::svg(board));
        let tree = read(&picture).unwrap_or_else(|error| panic!("{}: {error}", rules.head.id));
        assert!(tree.size().width() > 300.0 && tree.root().has_children());
        assert_eq!(picture, svg(rules, None), "{}", rules.head.id);
        for place in rules.parts.map.places.iter().filter(|place| !place.junction && !place.name.contains([' ', '&'])) {
            assert!(picture.contains(&format!(">{}</text>", place.name)), "{} is named", place.name);
        }
    }
}

#[test]
fn a_board_that_is_drawn_again_is_drawn_as_if_for_the_first_time() {
    let (hills, storm, large) = (rules(&small("hills"), 2), rules(&small("storm"), 2), rules("ticket-to-ride", 2));
    let mut drawing = Drawing::default();
    for rules in [&hills, &hills, &storm, &hills, &large] {
        assert!(drawing.svg(rules) == svg(rules, None), "{} is drawn otherwise", rules.head.id);
    }
}

#[test]
fn labels_overlap_neither_each_other_nor_spaces_nor_the_border() {
    for Scene { rules, layout, .. } in boards() {
        let labels: Vec<_> = layout.labels.iter().flatten().collect();
        for (i, label) in labels.iter().enumerate() {
            for other in &labels[i + 1..] {
                assert_eq!(label.area.shared(other.area), 0.0, "{}: {:?} and {:?}", rules.head.id, label.name, other.name);
            }
            let inside = label.area.min.x >= 0.0 && label.area.min.y >= 0.0;
            assert!(inside && label.area.max.x <= layout.size.x && label.area.max.y <= layout.size.y, "{:?}", label.name);
        }
        assert!(layout.overlap < 2.0, "{}: {}", rules.head.id, layout.overlap);
    }
}

#[test]
fn every_space_of_every_lane_is_drawn_once_and_none_lies_under_a_city() {
    for scene in boards() {
        let (rules, text) = (scene.rules, paint::svg(scene));
        let picture = Document::parse(&text).expect("well-formed");
        for (line, lanes) in rules.parts.map.lines.iter().zip(&scene.layout.spaces) {
            for (&id, spaces) in line.lanes.iter().zip(lanes) {
                let wanted = rules.parts.map.lane(id);
                assert_eq!(spaces.len(), usize::from(wanted.length), "{}", wanted.id);
                assert_eq!(self::spaces(&picture, &wanted.id).len(), spaces.len(), "{}", wanted.id);
                for space in spaces {
                    assert!(space.half_width * 2.0 >= 9.0 && space.half_length * 2.0 >= 18.0, "{} is legible", wanted.id);
                    assert!(space.half_width * 2.0 <= LANE && space.half_length * 2.0 <= LONGEST_SPACE);
                    let near = scene.layout.places.iter().map(|&at| space.distance(at)).fold(f64::MAX, f64::min);
                    assert!(near > 3.0, "{} is hidden by a city", wanted.id);
                }
            }
        }
    }
}

/// Each lane has as many spaces as it says, also beside a twin of another length.
#[test]
fn a_claimed_lane_shows_its_owner_and_a_free_one_does_not() {
    for game in ["ticket-to-ride", "nordic-countries"] {
        let rules = rules(game, 3);
        let (state, _) = played(&rules, 120);
        let text = svg(&rules, Some(&state));
        let picture = Document::parse(&text).expect("well-formed");
        let mut owned = 0;
        for (i, lane) in rules.parts.map.lanes.iter().enumerate() {
            let colours = spaces(&picture, &lane.id);
            assert_eq!(colours.len(), usize::from(lane.length), "{}", lane.id);
            let printed = palette::faded(&palette::color(rules.parts.words.text(lane.color)));
            let owner = state.track(LaneId::from(i)).owner();
            owned += usize::from(owner.is_some());
            let wanted = owner.map_or(printed.as_str(), |seat| palette::seat(seat.index()));
            assert!(colours.iter().all(|colour| *colour == wanted), "{}: {colours:?}", lane.id);
        }
        assert!(owned > 5, "{game}: {owned} lanes are owned");
    }
}

#[test]
fn track_laid_piece_by_piece_is_drawn_piece_by_piece() {
    let rules = rules(&small("valleys"), 2);
    let mut partly = 0;
    for decisions in 1..40 {
        let (state, _) = played(&rules, decisions);
        let scene = Scene::new(&rules, Some(&state), None);
        for (i, lane) in rules.parts.map.lanes.iter().enumerate() {
            let (id, track) = (LaneId::from(i), state.track(LaneId::from(i)));
            let pieces: Vec<bool> = (0..usize::from(lane.length)).map(|space| !scene.owners(id, space).is_empty()).collect();
            assert_eq!(pieces.iter().filter(|piece| **piece).count(), usize::from(track.laid), "{}", lane.id);
            if track.laid > 0 && track.laid < lane.length {
                partly += 1;
                assert_eq!(pieces[0], track.from == 0, "{} grows from the end it was begun at", lane.id);
            }
        }
    }
    assert!(partly > 0);
}

#[test]
fn the_score_sheet_is_shown_only_when_the_game_is_over() {
    let rules = rules("ticket-to-ride", 2);
    let heading = rules.score.lines[1].name.replace('-', " ");
    let (state, sheet) = played(&rules, 60);
    let picture = svg_with_sheet(&rules, &state, &sheet);
    assert!(picture.contains(">trains</text>") && !picture.contains(&format!(">{heading}</text>")));
    assert_eq!(picture, svg(&rules, Some(&state)), "nothing of the sheet is told before the end");
    let (state, sheet) = played(&rules, 100_000);
    let picture = svg_with_sheet(&rules, &state, &sheet);
    assert!(picture.contains(&format!(">{heading}</text>")) && picture.contains("game over"));
    assert!(picture.contains(&format!(">{}</text>", sheet.totals[0])));
}

#[test]
fn a_long_score_sheet_stays_on_the_sheet() {
    for game in Shelf::Games.ids() {
        let rules = rules(&game, 0);
        let (state, sheet) = played(&rules, 100_000);
        let text = svg_with_sheet(&rules, &state, &sheet);
        let picture = Document::parse(&text).expect("well-formed");
        let width: f64 = picture.root_element().attribute("width").and_then(|w| w.parse().ok()).expect("a width");
        let numbers = picture.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.attribute("x"));
        let rightmost = numbers.filter_map(|x| x.parse::<f64>().ok()).fold(0.0, f64::max);
        assert!(rightmost < width, "{game}: a text at {rightmost} of {width}");
        assert!(text.contains(">total</text>") && text.contains(">place</text>"), "{game}");
    }
}

#[test]
fn a_city_whose_value_has_changed_shows_the_new_one_in_its_dot() {
    let rules = rules("santa-fe-rails", 4);
    let changed = |state: &State| {
        let scene = Scene::new(&rules, Some(state), None);
        (0..rules.parts.map.places.len()).filter_map(|place| scene.changed_dot(place)).collect::<Vec<i32>>()
    };
    let (start, _) = played(&rules, 1);
    assert_eq!(changed(&start), [0; 0]);
    assert!(!svg(&rules, Some(&start)).contains("worth now"));
    let (state, _) = played(&rules, 100_000);
    let values = changed(&state);
    assert!(!values.is_empty() && values.iter().all(|value| [4, 5].contains(value)), "{values:?}");
    let text = svg(&rules, Some(&state));
    let picture = Document::parse(&text).expect("well-formed");
    let markers =
        picture.descendants().filter(|node| node.has_tag_name("path") && node.attribute("fill") == Some(palette::CHANGED));
    assert_eq!(markers.count(), values.len() + 1, "one for each city, and one in the legend");
}

#[test]
fn open_tables_trains_and_what_cards_pay_where_are_shown_and_bookkeeping_is_not() {
    let rules = rules("spike", 2);
    let (state, _) = played(&rules, 40);
    let text = svg(&rules, Some(&state));
    let picture = Document::parse(&text).expect("well-formed");
    let texts: Vec<&str> = picture.descendants().filter(|n| n.has_tag_name("text")).filter_map(|n| n.text()).collect();
    for good in ["market", "cattle", "hogs", "fruit", "locomotive", "contracts"] {
        assert!(texts.contains(&good), "{good}: {texts:?}");
    }
    let paid = |text: &&&str| text.contains(", ") && text.split(", ").all(|one| one.ends_with(|c: char| c.is_ascii_digit()));
    assert_eq!(texts.iter().filter(paid).count(), 12, "six contracts of each seat");
    assert!(!texts.contains(&"acted") && !texts.contains(&"rolled"), "{texts:?}");
    assert!(!svg(&rules, None).contains(">market</text>"));
}

#[test]
fn what_seats_hold_in_secret_does_not_change_the_picture() {
    let rules = rules("ticket-to-ride", 2);
    let mut engine = Engine::new(rules.clone(), &Rhai);
    let start = |engine: &mut Engine, seed| engine.start(seed, None, &mut Events::default()).expect("a start");
    let (one, other) = (start(&mut engine, 1), start(&mut engine, 2));
    assert_ne!(one, other);
    assert_eq!(svg(&rules, Some(&one)), svg(&rules, Some(&other)));
}

#[test]
fn names_are_escaped_and_where_the_facts_come_from_is_said() {
    let folder = std::env::temp_dir().join(format!("railwright-draw-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let map = "name = 'Fish & <Chips>'\nprovenance = 'reconstructed'\nprovenance-note = 'In part.'\nsize = [300, 200]\n\
        [places]\na = { name = '\"A&B\"', at = [60, 60] }\nb = { name = '<b>', at = [240, 140] }\n\
        [lines]\na-b = { ends = ['a', 'b'], length = 2, lanes = ['ochre', { color = 'grey' }] }\n";
    let game = "name = 'A < B'\nmap = 'tiny-map'\nplayers = [1, 2]\nflow = ['turns']\nactions.pass.do = 'pass'\n\
        [steps]\nturn = { do = 'choose', actions = ['pass'] }\nturns = { do = 'turns', steps = ['turn'], all-pass = true }\n";
    std::fs::write(folder.join("tiny-map.toml"), map).expect("a file");
    std::fs::write(folder.join("tiny.toml"), game).expect("a file");
    let rules = rules(folder.join("tiny.toml").to_str().expect("UTF-8"), 1);
    let picture = svg(&rules, None);
    read(&picture).expect("a picture");
    for text in ["<title>A &lt; B: Fish &amp; &lt;Chips&gt;</title>", ">&quot;A&amp;B&quot;</text>", ">&lt;b&gt;</text>"] {
        assert!(picture.contains(text), "{text} in {picture}");
    }
    assert!(picture.contains(">RECONSTRUCTED</text>") && picture.contains(">In part.</text>"));
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    assert!(svg(&self::rules("ticket-to-ride", 0), None).contains(">Published facts</text>"));
}

#[test]
fn a_png_has_the_width_asked_for() {
    let picture = svg(&rules(&small("hills"), 2), None);
    let bytes = png(&picture, 321).expect("a picture");
    assert_eq!(&bytes[1..4], b"PNG");
    assert_eq!(bytes[16..20], 321_u32.to_be_bytes());
    assert!(png(&picture, 0).is_err() && png(&picture, 1_000_000).is_err() && png("no picture", 10).is_err());
}

#[test]
fn a_heat_map_has_a_band_for_every_lane_the_widest_on_top() {
    use railwright_draw::heat::{self, Band};
    for scene in boards() {
        let (rules, lanes) = (scene.rules, &scene.rules.parts.map.lanes);
        let band = |i: usize| Band {
            color: "#0072b2".to_owned(),
            width: i as f64 / lanes.len() as f64,
            mark: if i == 0 { "<1>".to_owned() } else { String::new() },
            title: format!("{}: {i} %", lanes[i].id),
            link: format!("#lane-{i}"),
        };
        let bands: Vec<Band> = (0..lanes.len()).map(band).collect();
        let svg = heat::svg(scene, &bands, "a & b");
        assert!(!svg.contains("http"), "part of a page has no name space of its own");
        let picture = Document::parse(&svg).expect("well formed");
        let links: Vec<_> = picture.descendants().filter(|node| node.has_tag_name("a")).collect();
        assert_eq!(links.len(), lanes.len(), "{}", rules.head.id);
        let width = |link: &resvg::usvg::roxmltree::Node| {
            let band = link.last_element_child().and_then(|band| band.attribute("stroke-width")).expect("a width");
            band.parse::<f64>().expect("a number")
        };
        assert!(links.windows(2).all(|pair| width(&pair[0]) <= width(&pair[1])), "{}", rules.head.id);
        assert!(picture.descendants().any(|node| node.text() == Some("<1>")), "a mark is text");
    }
}

#[test]
fn a_colour_has_one_sign_on_all_boards() {
    let mut known: std::collections::BTreeMap<String, usize> = Default::default();
    for scene in boards() {
        for color in &scene.features.colors {
            let Some(sign) = color.sign else { continue };
            assert_eq!(*known.entry(color.word.clone()).or_insert(sign), sign, "{} in {}", color.word, scene.rules.head.id);
            let alike = scene.features.colors.iter().filter(|other| other.sign == Some(sign)).count();
            assert_eq!(alike, 1, "{}: two colours have one sign", scene.rules.head.id);
        }
    }
    assert!(known.len() >= 8, "{known:?}");
}

#[test]
fn areas_that_touch_have_tints_that_differ() {
    let mut areas = 0;
    for Scene { rules, features, .. } in boards() {
        let Some((attribute, values)) = &features.region else { continue };
        let tint = |place: railwright_core::id::PlaceId| {
            let value = rules.parts.map.place(place).attributes[*attribute];
            values.iter().position(|known| *known == value).map(|area| (area, features.tints[area]))
        };
        for line in &rules.parts.map.lines {
            if let [Some((a, one)), Some((b, other))] = line.ends.map(tint) {
                assert!(a == b || one != other, "{}: {}", rules.head.id, line.id);
            }
        }
        areas += values.len();
    }
    assert!(areas > 8);
}

/// What a rule may depend on and people are told of has a sign on the board and an entry in the legend.
#[test]
fn sets_counters_and_piles_of_the_board_are_in_the_legend() {
    for (folder, name) in
        [("goods", "goods"), ("race", "race"), ("auction", "auction"), ("quarry", "depots"), ("crossings", "crossings")]
    {
        let path = small(folder).replace(&format!("{folder}.toml"), &format!("{name}.toml"));
        let rules = rules(&path, 0);
        let legend = LiveBoard::new(&rules).legend(&rules);
        let (parts, signs) = (&rules.parts, railwright_core::signs::Signs::of(&rules.parts));
        for (_, sign, text) in signs.legend(parts) {
            assert!(
                legend.contains(&format!(">{sign}</text>")) && legend.contains(&format!(">{text}</text>")),
                "{name}: {sign} {text}"
            );
        }
        for attribute in parts.place_attributes.iter().chain(&parts.lane_attributes).map(|(name, _)| name.replace('-', " ")) {
            assert!(legend.contains(&format!(">{attribute}</text>")), "{name}: {attribute} is nowhere");
        }
    }
}

#[test]
fn what_lies_on_places_and_lanes_is_drawn_for_whose_it_is() {
    let rules = rules("europe", 2);
    let (state, _) = played(&rules, 10_000);
    let picture = svg(&rules, Some(&state));
    let stations = rules.parts.find_set("stations").expect("the set");
    for seat in 0..2 {
        let any = (0..rules.parts.map.places.len())
            .any(|place| railwright_core::bits::has(state.set(&rules.parts, stations, seat), place));
        assert_eq!(picture.contains(&format!(">S{}</text>", seat + 1)), any, "stations of seat {}", seat + 1);
    }
    assert!(!picture.contains(">idle</text>"), "bookkeeping is not shown");
}
