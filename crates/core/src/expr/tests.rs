//! Expressions over a tiny game: two seats, three places, a hand and a counter.

use super::*;
use crate::components::{
    CardSet, Components, Counter, FieldType, FieldValue, Form, Kind, Lookup, Owner, Seen, Spot, Train, Zone,
};
use crate::effect::Effects;
use crate::event::Events;
use crate::id::{CardSetId, KindId, LaneId, LineId, PartyId, PlaceId, SeatId, WordId, ZoneId};
use crate::map::{Lane, Map, Place};
use crate::state::State;

fn game() -> Components {
    let place = |id: &str, country| Place {
        id: id.into(),
        name: id.into(),
        at: (0, 0),
        junction: false,
        tags: u64::from(id == "ash"),
        attributes: vec![country],
    };
    let lane = |id: &str, a, b, length| Lane {
        id: id.into(),
        line: LineId(0),
        ends: [PlaceId(a), PlaceId(b)],
        length,
        color: WordId(3),
        attributes: vec![],
    };
    let mut parts = Components { seats: 2, tags: vec!["north".into()], ..Components::default() };
    for word in ["", "norway", "sweden", "grey"] {
        parts.words.intern(word);
    }
    parts.place_attributes = vec![("country".into(), FieldType::Word)];
    parts.map = Map::new(
        vec![place("ash", 1), place("birch", 1), place("cedar", 2)],
        vec![],
        vec![lane("ash-birch", 0, 1, 2), lane("birch-cedar", 1, 2, 3)],
    );
    let ticket = |id: &str, from, to, points| Kind {
        id: id.into(),
        word: crate::id::WordId(3),
        count: 1,
        tags: 0,
        fields: vec![FieldValue::One(from), FieldValue::One(to), FieldValue::One(points)],
    };
    parts.cards = vec![CardSet {
        id: "ticket".into(),
        fields: vec![("from".into(), FieldType::Place), ("to".into(), FieldType::Place), ("points".into(), FieldType::Number)],
        kinds: vec![ticket("ash-cedar", 0, 2, 5), ticket("ash-birch", 0, 1, 2)],
    }];
    parts.zones = vec![
        Zone { fill: vec![KindId(0), KindId(1)], ..Zone::new("deck", CardSetId(0), Form::Pile, Owner::Table, Seen::Nobody) },
        Zone::new("tickets", CardSetId(0), Form::Bag, Owner::Seat, Seen::Owner),
    ];
    parts.counters = vec![Counter::new("trains", Owner::Seat, vec![7, 4])];
    parts.trains = (0..2).map(|seat| Train { id: "engine".into(), name: "engine".into(), seat: SeatId(seat) }).collect();
    parts.lookups = vec![Lookup { id: "worth".into(), values: vec![0, 1, 4, 9] }];
    parts.lay_out();
    parts
}

fn compile(text: &str, parts: &Components) -> Result<Formula, ExprError> {
    let actions = [("draw".to_owned(), ItemType::Nothing)];
    Formula::compile(text, &Scope { actions: &actions, occasion: Occasion::CHOICES, ..Scope::of(parts) })
}

fn worth(text: &str) -> i64 {
    worth_of(text, &game())
}

fn worth_of(text: &str, parts: &Components) -> i64 {
    let mut state = State::new(parts);
    let mut events = Events::default();
    let mut effects = Effects::new(parts, &mut state, &mut events);
    effects.claim(LaneId(0), PartyId(0), SeatId(0));
    let hand = Spot { zone: ZoneId(1), owner: 0 };
    while effects.draw(Spot { zone: ZoneId(0), owner: 0 }, hand).is_some() {}
    let formula = compile(text, parts).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    Eval::new(parts, &state, PartyId(0), &mut Scratch::default()).value(&formula.expr)
}

#[test]
fn numbers_and_conditions() {
    assert_eq!(worth("2 + 3 * 4 - 1"), 13);
    assert_eq!(worth("(2 + 3) * -4"), -20);
    assert_eq!(worth("7 / 2 + 7 % 2 + 5 / 0"), 4);
    assert_eq!(worth("1 < 2 and not 2 <= 1 or false"), 1);
    assert_eq!(worth("not not 1 == 1"), 1);
    assert_eq!(worth("not not not 1 == 1"), 0);
    assert_eq!(worth("if(players == 2, min(5, 3), max(9, 1))"), 3);
}

#[test]
fn what_a_seat_has() {
    assert_eq!(worth("trains"), 7);
    assert_eq!(worth("sum-owners(trains)"), 11);
    assert_eq!(worth("least(trains) * 100 + most(trains)"), 407);
    assert_eq!(worth("size(tickets) * 10 + size(deck)"), 20);
    assert_eq!(worth("sum(tickets, points, joined(from, to))"), 2);
    assert_eq!(worth("count(tickets, points > 2 and to == cedar)"), 1);
}

#[test]
fn what_the_map_has() {
    assert_eq!(worth("lanes(own)"), 1);
    assert_eq!(worth("sum-lanes(worth(length), own and length == 2)"), 4);
    assert_eq!(worth("sum-lanes(worth(length), length >= 2)"), 13);
    assert_eq!(worth("longest(own)"), 2);
    assert_eq!(worth("lanes(ends(country == norway) == 2)"), 1);
    assert_eq!(worth("places(north) * 10 + places(reached)"), 12);
    assert_eq!(worth("lanes(open)"), 1);
}

#[test]
fn every_mistake_says_where_and_what_to_do() {
    let parts = game();
    let error = |text: &str| {
        let e = compile(text, &parts).expect_err(text);
        format!("{}..{} {} ({})", e.span.start, e.span.end, e.message, e.help.unwrap_or_default())
    };
    assert_eq!(error("trians > 2"), "0..6 `trians` means nothing here (did you mean `trains`?)");
    assert_eq!(error("size(dekc)"), "5..9 there is no zone `dekc` (did you mean `deck`?)");
    assert_eq!(error("lanes(ends(country == norwy))"), "22..27 nothing in this game is called `norwy` (did you mean `norway`?)");
    assert_eq!(error("size()"), "0..6 `size` takes 1 argument, not 0 (write size(zone))");
    assert_eq!(error("trains >"), "8..8 the expression ends too early ()");
    assert_eq!(error("trains & 3").split(" (").next().unwrap(), "7..8 `&` means nothing here");
    assert_eq!(error("(trains"), "7..7 a `)` is missing here ()");
    assert_eq!(error("99999999999"), "0..11 this number is too large ()");
    assert_eq!(error("can(drow)"), "4..8 there is no action `drow` (did you mean `draw`?)");
    assert!(error(&"(".repeat(500)).contains("nested too deeply"));
    assert!(error(&"not ".repeat(400)).contains("ends too early"));
}

#[test]
fn a_refusal_shows_the_values_compared() {
    let parts = game();
    let state = State::new(&parts);
    let formula = compile("trains <= 2 and size(deck) > 0 + 5", &parts).unwrap();
    let mut scratch = Scratch::default();
    let mut eval = Eval::new(&parts, &state, PartyId(1), &mut scratch);
    assert!(!eval.holds(&formula));
    assert_eq!(formula.explain(&mut eval), "trains is 4, size(deck) is 2, 0 + 5 is 5");
    assert_eq!(KindId(0).index(), 0);
}

#[test]
fn every_name_of_the_manual_is_understood_where_it_says() {
    let parts = game();
    let lines = vec!["routes".to_owned()];
    for row in Name::ALL.iter().map(|name| name.row()) {
        let (item, around) = match row.about {
            About::Seat | About::Choices | About::ScoreSheet | About::Piece | About::Raise => {
                (ItemType::Nothing, ItemType::Nothing)
            }
            About::Card => (ItemType::Card(CardSetId(0)), ItemType::Nothing),
            About::Lane => (ItemType::Lane, ItemType::Nothing),
            About::Place => (ItemType::Place, ItemType::Company),
            About::Company => (ItemType::Company, ItemType::Place),
            About::LaneOrPlace | About::Around => panic!("{} is a name about something of one sort", row.name),
        };
        let name = row.name;
        let text = match (name, row.gives) {
            // These need something that goes through kinds or places.
            ("copies", _) | ("paid", _) => continue,
            (_, Gives::Word) => format!("{name} == norway"),
            (_, Gives::Place) => format!("{name} == ash"),
            _ => name.to_owned(),
        };
        let occasion = match row.about {
            About::ScoreSheet => Occasion::SHEET,
            About::Piece => Occasion::PIECE,
            About::Raise => Occasion::RAISE,
            _ => Occasion::POSITION,
        };
        let scope = Scope { occasion, lines: &lines, item, around, ..Scope::of(&parts) };
        assert!(Formula::compile(&text, &scope).is_ok(), "{name}: {:?}", Formula::compile(&text, &scope).err());
    }
}

#[test]
fn a_name_stands_only_where_it_means_something() {
    let parts = game();
    let error = |text: &str, item: ItemType| {
        let scope = Scope { item, ..Scope::of(&parts) };
        Formula::compile(text, &scope).expect_err(text).message
    };
    let cards = ItemType::Card(CardSetId(0));
    assert_eq!(
        error("copies > 1", cards),
        "`copies` means nothing here: it is how many cards of the kind there are; in `sum-kinds`"
    );
    assert!(compile("sum-kinds(tickets, copies, points > 2)", &parts).is_ok());
    assert_eq!(error("length > 1", ItemType::Place), "`length` means something about a lane only; this is about places");
    assert_eq!(error("north", cards), "`north` is a tag of places; this is about cards");
    assert_eq!(error("lanes(north) > 0", ItemType::Nothing), "`north` is a tag of places; this is about lanes");
    assert_eq!(error("places(country == ash) > 0", ItemType::Nothing), "nothing in this game is called `ash`");
    assert_eq!(
        error("total > 3", ItemType::Nothing),
        "`total` means something in `score`, `ranking`, `win-if` and the values of bots only"
    );
    assert_eq!(error("level > 1", ItemType::Nothing), "`level` means something in the price of `upgrade` only");
    assert_eq!(error("space > 1", ItemType::Lane), "`space` means something in `price` and `piece-gain` of `lay` only");
    assert_eq!(
        error("ends(north) > 0", ItemType::Nothing),
        "`ends` stands about a lane only; this is about nothing but the seat"
    );
    assert_eq!(error("ash", ItemType::Nothing), "`ash` is a place: it can be compared with `here` and other places");
    assert_eq!(error("outer(trains)", ItemType::Nothing), "nothing is around this that the value could be of");
}

#[test]
fn what_is_compared_is_named_with_what_it_is() {
    let mut parts = game();
    parts.counters.push(Counter::new("cedar", Owner::Seat, vec![1, 1]));
    parts.lay_out();
    let error = |text: &str| compile(text, &parts).expect_err(text).message;
    assert_eq!(
        error("places(country == trains) > 0"),
        "these two cannot be compared: `country` is a word (an attribute of places), `trains` is a number (a counter of each seat)"
    );
    assert_eq!(
        error("places(country == here) > 0"),
        "these two cannot be compared: `country` is a word (an attribute of places), `here` is a place"
    );
    assert_eq!(
        error("places(country == cedar) > 0"),
        "these two cannot be compared: `country` is a word (an attribute of places), `cedar` is a number (a counter of each seat; it \
         hides the place of that name)"
    );
    // Beside a place it is the place, though a counter has the same name.
    assert_eq!(worth_of("places(here == cedar)", &parts), 1);
    assert_eq!(worth_of("cedar + 1", &parts), 2);
}

#[test]
fn a_gap_is_what_is_missing_between_the_nearest_places_of_two_sorts() {
    // Ash and birch are in Norway and joined; cedar is in Sweden, three spaces beyond birch.
    assert_eq!(worth("gap(country == norway, country == sweden)"), 3);
    assert_eq!(worth("gap(here == ash, here == birch)"), 0);
    assert_eq!(worth("gap(country == sweden, true)"), 0);
    assert_eq!(worth("gap(country == sweden, false)"), 99);
    assert_eq!(worth("sum(tickets, gap(here == outer(to), here == outer(from)))"), worth("sum(tickets, missing(from, to))"));
}

#[test]
fn within_seats_outer_is_the_seat_for_which_the_whole_is_worked_out() {
    assert_eq!(worth("seats(trains < outer(trains))"), 1);
    assert_eq!(worth("seats(trains > outer(trains))"), 0);
    assert_eq!(worth("most(trains - outer(trains))"), 0);
    assert_eq!(worth("least(trains - outer(trains))"), -3);
    assert_eq!(worth("seats(lanes(outer(outer(trains)) == 7 and outer(trains) == 4) > 0)"), 1);
    assert_eq!(worth("sum-lanes(seats(length == outer(length)), true)"), 4);
}

#[test]
fn what_is_not_there_equals_nothing() {
    let mut parts = game();
    parts.map.places[0].attributes[0] = 0;
    parts.map.places[1].attributes[0] = 0;
    assert_eq!(worth_of("places(country == norway)", &parts), 0);
    assert_eq!(worth_of("sum-places(places(country == outer(country)), true)", &parts), 1);
    assert_eq!(worth_of("sum-places(places(country != outer(country)), true)", &parts), 8);
    assert_eq!(worth_of("if(at(train-place, here) == ash, 1, 0) + if(train-place == last-place, 2, 0)", &parts), 0);
    assert_eq!(worth_of("if(train-place == train-place, 1, 0) + if(train-place != ash, 2, 0)", &parts), 2);
}

#[test]
fn ways_towards_are_those_of_the_fields_that_are_named() {
    assert_eq!(worth("lanes(toward(tickets, from, from)) * 10 + lanes(toward(tickets, from, to))"), 1);
}

#[test]
fn what_is_known_at_load_is_worked_out_then() {
    let parts = game();
    let folded = |text: &str| compile(text, &parts).unwrap_or_else(|e| panic!("{text}: {e:?}")).expr;
    assert_eq!(folded("if(players == 2, worth(1 + 1), trains)"), Expr::Int(4));
    assert_eq!(folded("trains > 3 and players > 2"), Expr::Int(0));
    assert_eq!(folded("at(ash, north) + at(cedar, north) * 2"), Expr::Int(1));
    // Cards of a bag are weighed by kind; how cards lie in a pile is not known.
    assert_eq!(folded("count(tickets, to == cedar)"), Expr::Weighed(ZoneId(1), [(KindId(0), 1)].into()));
    assert_eq!(folded("sum(tickets, points, true)"), Expr::Weighed(ZoneId(1), [(KindId(0), 5), (KindId(1), 2)].into()));
    assert!(matches!(folded("count(deck, to == cedar)"), Expr::Count(..)));
    // What the state says is left to play.
    assert!(matches!(folded("sum(tickets, points, joined(from, to))"), Expr::Sum(..)));
    assert!(matches!(folded("can(draw) and players > 2"), Expr::And(..)));
}

#[test]
fn a_sieve_says_of_each_what_its_filter_says() {
    let parts = game();
    let mut state = State::new(&parts);
    let mut events = Events::default();
    let mut effects = Effects::new(&parts, &mut state, &mut events);
    effects.claim(LaneId(0), PartyId(0), SeatId(0));
    effects.draw(Spot { zone: ZoneId(0), owner: 0 }, Spot { zone: ZoneId(1), owner: 0 });
    let about_places = ["north", "not north and trains == 7", "reached or north", "trains > 7", "here != birch"];
    let about_cards = ["points > 2", "trains > 5 and points > 2", "copies-in(tickets) > 0", "count(tickets, to == cedar) > 0"];
    let places = about_places.iter().map(|text| (ItemType::Place, 3, text));
    let cards = about_cards.iter().map(|text| (ItemType::Card(CardSetId(0)), 2, text));
    for (about, count, text) in places.chain(cards) {
        let filter =
            Formula::compile(text, &Scope { item: about, ..Scope::of(&parts) }).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let sieve = Sieve::new(&filter, &parts, about);
        for party in [PartyId(0), PartyId(1)] {
            let mut scratch = Scratch::default();
            let mut sifted = [0b111 >> (3 - count)];
            sieve.sift(&mut Eval::new(&parts, &state, party, &mut scratch), &mut sifted);
            for member in 0..count {
                let item = match about {
                    ItemType::Place => Item::Place(PlaceId::from(member)),
                    _ => Item::Card(CardSetId(0), KindId::from(member)),
                };
                let holds = Eval::new(&parts, &state, party, &mut scratch).about(item).holds(&filter);
                assert_eq!(sifted[0] >> member & 1 == 1, holds, "{text}, member {member} of {party:?}");
                let alone = sieve.holds(member, &parts, &state, party, || Eval::new(&parts, &state, party, &mut scratch));
                assert_eq!(alone, holds, "{text}, member {member} alone");
                assert!(!holds || crate::bits::has(sieve.possible(), member), "{text}, member {member} is possible");
            }
        }
    }
}
