//! Modules with parameters, imports, several actions about things of the board, filtered hooks and stages.

use crate::common::{asked, legal};
use railwright_core::Events;
use railwright_core::expr::Oracle;
use railwright_core::id::SeatId;
use railwright_rules::compile::load_from;
use railwright_rules::library::{Library, Shelf};
use railwright_rules::module::{Module, told};
use railwright_rules::parts::Part;
use railwright_rules::{Engine, Loaded, Setting};
use railwright_script::Rhai;
use std::path::PathBuf;
use std::sync::Arc;

const MAP: &str = r#"
format = 1
name = "Three Farms"
provenance = "original"

[places]
ash = { at = [0, 0] }
elm = { at = [100, 0] }
oak = { at = [100, 100] }

[lines]
ash-elm = { ends = ["ash", "elm"], length = 2 }
elm-oak = { ends = ["elm", "oak"], length = 3 }
ash-oak = { ends = ["ash", "oak"], length = 4 }
"#;

const GAME: &str = r#"
format = 1
name = "Farms"
map = "farms-map"
players = [2, 2]
first = 1
flow = ["deal", "turns"]

[scripts]
long  = { module = "flags", most = 4, set = "flags", worth = [0, 2, 5] }
short = { module = "flags", most = 2, set = "pegs" }

[cards.seed.kinds]
rye = { count = 8 }
oat = { count = 8 }

[counters]
coins = { of = "seat", start = 3, min = 0 }
heard = {}

[sets]
flags = { holds = "lane" }
pegs  = { holds = "lane" }

[zones]
sack = { holds = "seed", form = "pile", fill = "shuffled" }
hand = { holds = "seed", form = "bag", of = "seat", seen-by = "owner" }
used = { holds = "seed", form = "bag", seen-by = "all" }

[actions.flag]
do = "script"
module = "long"
price = { money = { coins = "length - 1" } }

[actions.peg]
do = "script"
module = "short"
action = "flag"
price = { from = "hand", to = "used", count = 1, any = "grey" }

[actions.barter]
do = "script"
module = "long"

[actions.pass]
do = "pass"

[steps]
deal  = { do = "deal", from = "sack", to = "hand", count = 3, for = "each" }
turn  = { do = "choose", actions = ["flag", "peg", "barter"], otherwise = "pass" }
turns = { do = "turns", steps = ["turn"], until = "turn >= 12" }

[score]
flags = { add = "tally(long)" }
"#;

const FLAGS: &str = r#"/*
name = "Flags"
summary = "Flags are put on lanes."
import = ["sums"]
rules = ["A flag stands on a lane of at most $most spaces; flags are worth $worth points."]

[parameters]
most  = { is = "number", text = "the longest lane that takes a flag" }
set   = { is = "set", text = "where flags are noted" }
worth = { is = "numbers", default = [0, 1], text = "what so many flags are worth" }

[actions.flag]
text = "A flag is put on a lane."
about = "lane"

[actions.barter]
text = "A card is given for another player's, and then a number is named."
about = "seat"
with = "number"
stages = 2

[hooks.counted]
counter = "coins"
*/
fn options_flag(table, seat) { table.lanes_where("length <= most", #{ most: MOST }).filter(|lane| lane != "") }

fn resolve_flag(table, seat, lane) { table.mark(SET, lane); }

fn refuse_flag(table, seat, lane) { `${lane} has ${table.length(lane)} spaces, and ${MOST} is the most` }

fn options_barter(table, seat) {
    if table.stage() == 0 { return [[3 - seat, 0]]; }
    [[table.chosen()[0], 7], [table.chosen()[0], 9]]
}

fn resolve_barter(table, seat, other, number) {
    if table.stage() == 0 { return 1; }
    table.add(["coins", other], number);
}

fn on_counted(table, event) { table.add("heard", 1); }

fn tally(table, party) { sums::at(WORTH, table.members(SET).len()) }
"#;

const SUMS: &str = "// Shared by others.\nfn at(list, n) { list[if n < list.len() { n } else { list.len() - 1 }] }\n";

fn loaded(changes: &[(&str, &str, &str)]) -> Loaded {
    let mut files = [("farms.toml", GAME), ("farms-map.toml", MAP), ("flags.rhai", FLAGS), ("sums.rhai", SUMS)]
        .map(|(n, t)| (n, t.to_owned()));
    for (file, from, to) in changes {
        let (_, text) = files.iter_mut().find(|(name, _)| name == file).unwrap();
        assert!(text.contains(from), "{from}");
        *text = text.replacen(from, to, 1);
    }
    let folder = PathBuf::from("nowhere");
    let held = files.into_iter().map(|(name, text)| (folder.join(name), text)).collect();
    let library = Library::for_game("nowhere/farms.toml").holding(held);
    load_from(library, "nowhere/farms.toml", &Setting { players: 2, options: Vec::new() }, &Rhai, &|_, _| {})
}

fn engine(changes: &[(&str, &str, &str)]) -> Engine {
    let loaded = loaded(changes);
    let report = loaded.report.render(&loaded.files, false);
    Engine::new(Arc::new(loaded.rules.unwrap_or_else(|| panic!("{report}"))), &Rhai)
}

fn report(changes: &[(&str, &str, &str)]) -> String {
    let loaded = loaded(changes);
    assert!(loaded.rules.is_none(), "it is loaded all the same");
    loaded.report.render(&loaded.files, false)
}

fn act(engine: &mut Engine, state: &mut railwright_core::State, text: &str) -> Result<(), String> {
    let seat = asked(state);
    let action = engine.parse(state, seat, text)?;
    let checked = engine.check(state, seat, action).map_err(|refusal| refusal.to_string())?;
    engine.step(state, checked, &mut Events::default()).map_err(|fault| fault.to_string())
}

fn counter(engine: &Engine, state: &railwright_core::State, id: &str, owner: usize) -> i32 {
    state.counter(&engine.rules().parts, engine.rules().parts.find_counter(id).unwrap(), owner)
}

#[test]
fn two_uses_of_a_module_have_values_of_their_own() {
    let mut engine = engine(&[]);
    let state = engine.start(1, None, &mut Events::default()).unwrap();
    let texts = legal(&mut engine, &state, SeatId(0));
    let of = |word: &str| texts.iter().filter(|text| text.starts_with(word)).cloned().collect::<Vec<_>>();
    // Of three coins the longest lane cannot be paid at all, but for its price it is offered by neither.
    assert_eq!(of("flag"), ["flag ash-elm", "flag elm-oak", "flag ash-oak"]);
    assert!(of("peg").iter().all(|text| text.starts_with("peg ash-elm with 1 ")), "{texts:?}");
    assert!(!of("peg").is_empty());
}

#[test]
fn options_are_paid_refused_and_filtered_like_native_ones() {
    let mut engine = engine(&[("farms.toml", "start = 3", "start = 2")]);
    let mut state = engine.start(1, None, &mut Events::default()).unwrap();
    let wrong = act(&mut engine, &mut state, "flag ash-oak").unwrap_err();
    assert!(wrong.starts_with("it costs 3 coins, and seat 1 has 2 [flag; "), "{wrong}");
    let wrong = act(&mut engine, &mut state, "peg ash-oak").unwrap_err();
    assert!(wrong.starts_with("ash-oak has 4 spaces, and 2 is the most [peg; "), "{wrong}");
    let wrong = act(&mut engine, &mut state, "peg ash-elm").unwrap_err();
    assert!(wrong.starts_with("say which cards pay for it, such as `with 1 "), "{wrong}");
    act(&mut engine, &mut state, "flag elm-oak").unwrap();
    assert_eq!((counter(&engine, &state, "coins", 0), counter(&engine, &state, "heard", 0)), (0, 2));
    let filter = ("farms.toml", "action = \"flag\"", "action = \"flag\"\nwhere = \"length > 2\"");
    let mut narrow = engine_of(&[filter]);
    let state = narrow.start(1, None, &mut Events::default()).unwrap();
    assert!(!legal(&mut narrow, &state, SeatId(0)).iter().any(|text| text.starts_with("peg")), "no lane is short and long");
    let asks =
        ("farms.toml", "[actions.pass]\ndo = \"pass\"", "[actions.pass]\ndo = \"pass\"\nwhen = \"can(flag, length == 3)\"");
    let offered = ("farms.toml", "\"barter\"]", "\"barter\", \"pass\"]");
    let mut asking = engine_of(&[asks, offered, ("farms.toml", ", otherwise = \"pass\"", "")]);
    let state = asking.start(1, None, &mut Events::default()).unwrap();
    assert!(legal(&mut asking, &state, SeatId(0)).contains(&"pass".to_owned()));
}

fn engine_of(changes: &[(&str, &str, &str)]) -> Engine {
    engine(changes)
}

#[test]
fn an_action_of_two_decisions_goes_on_with_what_was_chosen() {
    let mut engine = engine(&[]);
    let mut state = engine.start(1, None, &mut Events::default()).unwrap();
    act(&mut engine, &mut state, "barter 2 0").unwrap();
    assert_eq!(legal(&mut engine, &state, SeatId(0)), ["barter 2 7", "barter 2 9"]);
    let busy = act(&mut engine, &mut state, "flag ash-elm").unwrap_err();
    assert!(busy.contains("you are in the middle of `barter`"), "{busy}");
    act(&mut engine, &mut state, "barter 2 9").unwrap();
    assert_eq!(counter(&engine, &state, "coins", 1), 12);
    assert_eq!(asked(&state), SeatId(1));
}

#[test]
fn a_hook_hears_only_what_it_asked_for() {
    let mut engine = engine(&[("farms.toml", "heard = {}", "heard = {}\nother = { of = \"seat\" }")]);
    let mut state = engine.start(1, None, &mut Events::default()).unwrap();
    act(&mut engine, &mut state, "flag ash-elm").unwrap();
    // The payment is heard by both uses, what they count themselves by none.
    assert_eq!(counter(&engine, &state, "heard", 0), 2);
}

#[test]
fn sentences_have_the_values_of_the_game() {
    let loaded = loaded(&[]);
    let rules = loaded.rules.as_ref().unwrap();
    let tree = told(&loaded.tree, &rules.scripts);
    let sentence = |path: &str| tree.at(path).and_then(|node| node.as_text()).unwrap_or_default().to_owned();
    assert_eq!(sentence("scripts.long.0"), "A flag stands on a lane of at most 4 spaces; flags are worth 0, 2, 5 points.");
    assert_eq!(sentence("scripts.short.0"), "A flag stands on a lane of at most 2 spaces; flags are worth 0, 1 points.");
    assert_eq!(sentence("actions.flag.text"), "A flag is put on a lane.");
}

#[test]
fn a_tally_calls_an_imported_function() {
    let mut engine = engine(&[]);
    let mut state = engine.start(1, None, &mut Events::default()).unwrap();
    let mut sheet = railwright_rules::ScoreSheet::default();
    engine.score(&state, &mut sheet).unwrap();
    assert_eq!(sheet.total(SeatId(0).into()), 0);
    act(&mut engine, &mut state, "flag ash-elm").unwrap();
    engine.score(&state, &mut sheet).unwrap();
    assert_eq!(sheet.total(SeatId(0).into()), 2);
}

#[test]
fn what_is_wrong_with_a_use_or_a_header_is_said_with_its_place() {
    for (change, said, place) in [
        (("farms.toml", "most = 4, ", ""), "the module `flags` needs a value for `most`", "farms.toml:10:1"),
        (("farms.toml", "most = 4", "most = \"four\""), "`most` of the module `flags` should be a number", "farms.toml:10:36"),
        (("farms.toml", "set = \"flags\"", "set = \"flgas\""), "there is no set `flgas`", "did you mean `flags`?"),
        (("farms.toml", "most = 4", "mots = 4"), "the module `flags` has no parameter `mots`", "did you mean `most`?"),
        (
            ("farms.toml", "module = \"flags\", most = 4", "module = \"flgs\", most = 4"),
            "there is no script `flgs`",
            "farms.toml:10:20",
        ),
        (("farms.toml", "action = \"flag\"", "action = \"flga\""), "the module `short` has no action `flga`", "did you mean"),
        (("flags.rhai", "about = \"lane\"", "about = \"lain\""), "lain", "flags.rhai:14:9"),
        (("flags.rhai", "counter = \"coins\"", "counter = \"coin\""), "there is no counter `coin`", "flags.rhai:23:11"),
        (("flags.rhai", "[hooks.counted]", "[hooks.counter]"), "no event is called `counter`", "did you mean `counted`?"),
        (("flags.rhai", "counter = \"coins\"", "zone = \"hand\""), "`zone` says nothing about `counted`", "flags.rhai:23:1"),
        (("flags.rhai", "\"length <= most\"", "\"lenght <= most\""), "`lenght` means nothing here", "flags.rhai:25:"),
        (("flags.rhai", "\"length <= most\"", "\"length <= \" + SET"), "an expression is written out", "flags.rhai:25:"),
        (("flags.rhai", "sums::at(", "sums::att("), "`sums` has no function `att`", "did you mean `at`?"),
        (("flags.rhai", "import = [\"sums\"]\n", ""), "sums", "flags.rhai:"),
        (
            ("flags.rhai", "fn options_flag", "fn options_flags"),
            "has no action for `options_flags`",
            "did you mean `options_flag`?",
        ),
        (("flags.rhai", "fn tally(table, party)", "fn tally(table, SET)"), "`SET` is a parameter of the module", "another name"),
        (
            ("flags.rhai", "fn on_counted(table, event)", "fn on_round(table, event)"),
            "has no function on_counted",
            "flags.rhai:22:",
        ),
        (("sums.rhai", "fn at(list, n) {", "fn at(list, n) { {"), "sums.rhai", "script-syntax"),
    ] {
        let report = report(&[change]);
        assert!(report.contains(said) && report.contains(place), "{change:?}: {report}");
    }
}

#[test]
fn a_fault_shows_the_values_and_the_functions_it_was_in() {
    let mut engine = engine(&[(
        "flags.rhai",
        "fn resolve_flag(table, seat, lane) { table.mark(SET, lane); }",
        "fn resolve_flag(table, seat, lane) {\n    let n = 3;\n    deeper(table, n);\n}\nfn deeper(table, k) {\n    let list = [k];\n    list[k]\n}",
    )]);
    let mut state = engine.start(1, None, &mut Events::default()).unwrap();
    let fault = act(&mut engine, &mut state, "flag ash-elm").unwrap_err();
    assert!(fault.contains("list = [3]") && fault.contains("k = 3"), "{fault}");
    assert!(fault.contains("in deeper, called in line"), "{fault}");
}

#[test]
fn a_text_that_a_seat_chose_is_the_one_of_that_decision() {
    let text = ("flags.rhai", "about = \"lane\"", "about = \"text\"");
    let options = (
        "flags.rhai",
        "{ table.lanes_where(\"length <= most\", #{ most: MOST }).filter(|lane| lane != \"\") }",
        "{ if table.last_lane() == () && table.counter(\"heard\") == 0 { [\"north\", \"south\"] } else { [\"south\", \"north\"] } }",
    );
    let resolve =
        ("flags.rhai", "{ table.mark(SET, lane); }", "{ table.add([\"coins\", seat], if lane == \"south\" { 5 } else { 0 }); }");
    let refuse = ("flags.rhai", "`${lane} has ${table.length(lane)} spaces, and ${MOST} is the most`", "\"no\"");
    let price = ("farms.toml", "price = { money = { coins = \"length - 1\" } }\n", "price = { money = { coins = \"1\" } }\n");
    let cards = ("farms.toml", ", any = \"grey\"", "");
    let mut engine = engine(&[text, options, resolve, refuse, price, cards]);
    let mut state = engine.start(1, None, &mut Events::default()).unwrap();
    // The payment is heard before the choice is carried out, and the list would be another one by then.
    act(&mut engine, &mut state, "flag south").unwrap();
    assert_eq!(counter(&engine, &state, "coins", 0), 3 - 1 + 5);
}

/// Every bundled module is played; and so are games of modules of their own: a race that is nothing but a module on a map, goods, and Quarry Roads in bad weather.
#[test]
fn games_of_bundled_modules_are_played_to_their_end() {
    let mut used = Vec::new();
    for game in
        ["race/race", "goods/goods", "quarry/weather", "northern-lights-winter", "spike-winter", "skerry-lights-neighbours"]
    {
        let own = format!("{}/../../tests/games/{game}.toml", env!("CARGO_MANIFEST_DIR"));
        let path = if game.contains('/') { own } else { game.to_owned() };
        let loaded = railwright_rules::load(&path, &Setting { players: 2, options: Vec::new() }, &Rhai);
        let report = loaded.report.render(&loaded.files, false);
        let rules = Arc::new(loaded.rules.unwrap_or_else(|| panic!("{report}")));
        for script in &rules.scripts {
            used.push(script.module.clone());
            used.extend(script.imports.iter().map(|import| import.name.clone()));
        }
        let mut engine = Engine::new(rules, &Rhai);
        let mut scripted = 0;
        for seed in 0..10 {
            crate::common::play(&mut engine, seed, &mut Events::default(), |engine, state| {
                assert_eq!(engine.broken_invariants(state), [], "{game}, seed {seed}");
                if state.clock().over.is_none() {
                    let listed = engine.legal(state, asked(state)).unwrap().to_vec();
                    scripted += listed
                        .iter()
                        .filter(|a| engine.rules().actions.get(a.action.index()).is_some_and(|d| d.is_scripted()))
                        .count();
                }
            });
        }
        // Those of the winters hear events and tally.
        assert!(scripted > 100 || game.ends_with("-winter"), "{game}: {scripted} options of modules");
    }
    let bundled: Vec<String> = Module::bundled().into_iter().map(|module| module.id).collect();
    let idle: Vec<&String> = bundled.iter().filter(|id| !used.contains(id)).collect();
    assert!(idle.is_empty() && bundled.len() >= 5, "no game plays {idle:?}");
}

/// The oldest game that a bundled game comes from.
fn family(id: &str) -> String {
    let text = Shelf::Games.text(id).unwrap_or_default();
    let parent = text.lines().find_map(|line| line.strip_prefix("extends = ")).map(|rest| rest.trim_matches('"'));
    parent.map_or_else(|| id.to_owned(), family)
}

/// What nobody shares is no bundled module: it stands beside its game.
#[test]
fn bundled_modules_are_shared_by_bundled_games_and_four_of_them_by_several_families() {
    let (modules, parts) = (Module::bundled(), Part::bundled());
    let games = |user: &String| match user.trim_end_matches('`').split_once(" `") {
        Some(("part", id)) => parts.iter().filter(|part| part.id == id).flat_map(|part| part.games.clone()).collect(),
        Some((_, id)) => vec![id.to_owned()],
        None => Vec::new(),
    };
    let mut shared = Vec::new();
    for module in &modules {
        let mut families: Vec<String> = module.users.iter().flat_map(games).map(|game| family(&game)).collect();
        families.sort_unstable();
        families.dedup();
        assert!(!families.is_empty() || !module.importers.is_empty(), "no bundled game uses the module `{}`", module.id);
        shared.extend((families.len() > 1).then_some(&module.id));
    }
    assert!(modules.len() >= 7 && shared.len() >= 4, "of {} modules only {shared:?} are used by several families", modules.len());
}
