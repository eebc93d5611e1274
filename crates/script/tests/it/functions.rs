//! Every function that scripts can call does what the manual says.

use crate::common::Copy;
use railwright_core::Events;
use railwright_core::id::SeatId;
use railwright_script::host_functions;

/// A script that is right only if every function gives what it should.
const SCRIPT: &str = r##"/*
name = "Functions"
summary = "Asks for everything."

[actions.drive]
text = "Nothing."
about = "lane"
*/
fn same(what, given, wanted) {
    if given != wanted { throw `${what} gave ${given}, not ${wanted}`; }
}

fn tables(game) {
    game.set_place("elder", "height", 7);
    game.set_lane("alder-birch", "rough", 1);
    game.set_lane("alder-birch", "via", "fir");
    game.set_company("hill", "kind", "narrow");
    same("a place's attribute", game.place_attribute("elder", "height"), 7);
    same("a lane's attribute", game.lane_attribute("alder-birch", "via"), "fir");
    same("a company's attribute", game.company_attribute("hill", "kind"), "narrow");
}

fn facts(table) {
    same("players", table.players(), 2);
    same("companies", table.companies(), ["hill", "dale"]);
    same("company_attribute", table.company_attribute("hill", "kind"), "narrow");
    same("company_tagged", table.company_tagged("dale", "ridge"), false);
    same("home", [table.home("hill"), table.home("dale")], ["fir", ()]);
    same("option", table.option("windy"), true);
    same("lookup", [table.lookup("lane-points", 3), table.lookup("lane-points", 99)], [4, 7]);
    same("places", table.places()[6], "gorse");
    same("place_name", table.place_name("fir"), "Fir");
    same("junction", table.junction("fir"), false);
    same("place_tagged", table.place_tagged("fir", "ridge"), true);
    same("place_attribute", table.place_attribute("elder", "height"), 7);
    same("lanes_at", table.lanes_at("alder"), ["alder-birch", "alder-elder"]);
    same("neighbours", table.neighbours("alder"), ["birch", "elder"]);
    same("distance", table.distance("alder", "gorse"), 6);
    same("lanes", table.lanes().len(), 12);
    same("length", table.length("elder-gorse"), 4);
    same("color", table.color("alder-birch"), "red");
    same("ends", table.ends("alder-birch"), ["alder", "birch"]);
    same("twins", table.twins("cedar-dogwood/red"), ["cedar-dogwood/red", "cedar-dogwood/blue"]);
    same("lane_attribute", table.lane_attribute("alder-birch", "rough"), 1);
    same("kinds", table.kinds("train"), ["red", "blue", "yellow", "engine"]);
    same("copies", table.copies("train", "engine"), 6);
    same("card_tagged", table.card_tagged("train", "engine", "wild"), true);
    same("field", table.field("train", "blue", "worth"), 3);
}

fn position(table, seat) {
    same("the clock", [table.round(), table.turn(), table.first(), table.actor()], [0, 0, 2, 2]);
    same("seats", table.seats(), [2, 1]);
    same("counter", table.counter(["trains", seat]), 12);
    same("size", table.size(["hand", seat]), 4);
    let held = 0;
    for pair in table.cards(["hand", seat]) {
        same("count", table.count(["hand", seat], pair[0]), pair[1]);
        held += pair[1];
    }
    same("cards", held, 4);
    same("cards of a pile", table.cards("deck").len(), 4);
    same("owner", table.owner("elder-fir"), ());
    same("owners", table.owners("elder-fir"), []);
    same("laid", table.laid("elder-fir"), 0);
    same("members", table.members("open").len(), 12);
    same("is_in", table.is_in("storm", "elder-fir"), false);
    same("joined", table.joined(seat, "elder", "gorse"), false);
    same("longest", table.longest(seat), 0);
    same("nothing was done", [table.last_lane(), table.last_place(), table.last_company()], [(), (), ()]);
    same("no action", [table.action(), table.stage(), table.chosen()], [(), 0, ()]);
}

fn questions(table, seat) {
    same("eval", table.eval("trains + 1"), 13);
    same("eval for a seat", table.eval("points", #{ seat: 3 - seat }), table.counter(["points", 3 - seat]));
    same("eval about a lane", table.eval("length", #{ lane: "elder-gorse" }), 4);
    same("eval about a place", table.eval("height", #{ place: "elder" }), 7);
    same("eval about a company", table.eval("home", #{ company: "hill" }), "fir");
    same("eval about a card", table.eval("worth", #{ card: "blue", cards: "train" }), 3);
    same("eval with values", table.eval("missing(a, b)", #{ a: "elder", b: "gorse" }), 4);
    same("eval with a number", table.eval("lane-points(n) + n", #{ n: 3 }), 7);
    same("lanes_where", table.lanes_where("length >= n", #{ n: 4 }), ["elder-gorse"]);
    same("lanes_where of a colour", table.lanes_where("color == paint and length == 1", #{ paint: "red" }), []);
    same("places_where", table.places_where("ridge"), ["birch", "cedar", "fir"]);
    same("companies_where", table.companies_where("kind == narrow"), ["hill"]);
    same("seats_where", table.seats_where("seat == n", #{ n: seat }), [seat]);
    same("cards_where", table.cards_where(["hand", seat], "worth >= 9"), []);
    same("way", table.way("elder", "gorse", "length < 4"), ["elder-fir", "fir-gorse"]);
    same("no way", table.way("elder", "gorse", "length > n", #{ n: 9 }), ());
    same("reach", table.reach("gorse", "length > 9"), ["gorse"]);
    same("networks", table.networks("in(storm)"), []);
}

fn effects(table, seat) {
    table.add(["points", seat], 5);
    table.set("storms", 9);
    same("add and set", [table.counter(["points", seat]), table.counter("storms")], [5, 9]);
    let kind = table.cards(["hand", seat])[0][0];
    table.move_cards(["hand", seat], "discard", kind, 1);
    same("move_cards", table.cards("discard"), [[kind, 1]]);
    let drawn = table.draw("deck", ["hand", seat]);
    same("draw", [table.size(["hand", seat]), table.count(["hand", seat], drawn) > 0], [4, true]);
    table.shuffle("deck");
    same("no train yet", table.train_place(seat), ());
    table.stand(seat, "fir");
    same("stand", table.train_place(seat), "fir");
    table.mark("storm", "elder-fir");
    table.mark(["barred", seat], "birch-fir");
    same("mark", table.members("storm") + table.members(["barred", seat]), ["elder-fir", "birch-fir"]);
    table.unmark("storm", "elder-fir");
    table.unmark_all(["barred", seat]);
    same("unmark", table.members("storm") + table.members(["barred", seat]), []);
    table.claim("elder-fir", seat);
    table.claim("fir-gorse", seat);
    table.claim("cedar-fir", "hill");
    same("owners", [table.owners("elder-fir"), table.owners("cedar-fir")], [[seat], ["hill"]]);
    same("claim", [table.owner("elder-fir"), table.laid("elder-fir"), table.owner("cedar-fir")], [seat, 2, "hill"]);
    same("after claims", [table.joined(seat, "elder", "gorse"), table.longest(seat), table.longest("hill")], [true, 4, 2]);
    same("own", table.members(["own", seat]), ["elder-fir", "fir-gorse"]);
    same("networks of claims", table.networks("own", #{ seat: seat }), [["elder", "fir", "gorse"]]);
    same("lay", [table.lay("alder-elder", seat, "alder"), table.laid("alder-elder")], [false, 1]);
    table.share("alder-birch", seat);
    table.share("alder-birch", 3 - seat);
    same("share", table.owners("alder-birch"), [1, 2]);
    table.share("fir-gorse", 3 - seat);
    same("share what another has", [table.owners("fir-gorse"), table.owner("fir-gorse")], [[1, 2], seat]);
    table.lift("fir-gorse", 3 - seat);
    table.lift("alder-birch", 3 - seat);
    same("lift", table.owners("alder-birch"), [seat]);
    table.close("birch-fir");
    same("close", table.is_in("open", "birch-fir"), false);
    table.connect(seat, "dogwood");
    same("connect", table.is_in(["connected", seat], "dogwood"), true);
    table.set_order([1, 2]);
    same("set_order", [table.seats(), table.first()], [[1, 2], 1]);
    table.set_first(2);
    same("set_first", table.seats(), [2, 1]);
    table.put_out(1);
    table.put_out(1);
    same("put_out", [table.eval("is-out", #{ seat: 1 }), table.eval("is-out", #{ seat: 2 }), table.seats_where("not is-out")], [1, 0, [2]]);
    table.let_in(1);
    same("let_in", table.seats_where("is-out"), []);
    same("deal", [table.deal("deck", "discard", 3), table.size("discard")], [3, 4]);
    table.move_all("discard", ["hand", seat]);
    same("move_all", [table.size("discard"), table.size(["hand", seat])], [0, 8]);
    for i in 0..50 {
        let n = table.random(6);
        if n < 0 || n > 5 { throw `random(6) gave ${n}`; }
    }
}

fn first_storm(table, seat) {
    facts(table);
    position(table, seat);
    questions(table, seat);
    effects(table, seat);
}

fn on_claimed(table, event) {
    table.add(["points", 1], if event.party == "hill" { 10 } else { 1 });
}

fn on_counted(table, event) {
    if event.counter == "points" && event.owner == 1 { table.add("storms", event.by); }
}

fn tally(table, party) { party }
fn options_drive(table, seat) { [] }
fn resolve_drive(table, seat, lane) { }
"##;

/// What the game has beside its own.
const CHANGES: &str = r#"
cards.train.fields = { worth = "number" }
cards.train.kinds = { red.worth = 3, blue.worth = 3, yellow.worth = 3, engine.worth = 1 }
trains.cart = {}
companies = { hill.home = "fir", dale = {} }
options.windy = { text = "wind", default = true }
attributes = { place.height = "number", lane.via = "place", company.kind = "word" }
"#;

#[test]
fn every_function_does_what_the_manual_says() {
    let game = Copy::new("functions", SCRIPT, CHANGES);
    let mut engine = game.engine();
    let state = engine.start(7, Some(SeatId(1)), &mut Events::default()).unwrap_or_else(|fault| panic!("{fault}"));
    let parts = &engine.rules().parts;
    let counter = |id: &str, owner| state.counter(parts, parts.find_counter(id).unwrap(), owner);
    assert_eq!(counter("points", 0), 15, "each claim was heard once, a company's counts ten");
    assert_eq!(counter("storms", 0), 9 + 15, "what a script does can be heard in turn");
    for function in host_functions() {
        assert!(SCRIPT.contains(&format!(".{}(", function.name)), "nothing here calls {}", function.name);
    }
}
