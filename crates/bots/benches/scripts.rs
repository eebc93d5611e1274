//! What rule modules cost: games with and without them in one run, by the time of the processor that this thread takes.
//!
//! `cargo bench -p railwright-bots --bench scripts` prints the table that docs/scripts.md has. Each pair is played in turns, several times,
//! and the best of each counts, so that what else the machine does blurs neither.

use cpu_time::ThreadTime;
use railwright_core::{Events, Random, State};
use railwright_rules::compile::load_from;
use railwright_rules::library::Library;
use railwright_rules::{Engine, ScoreSheet, Setting};
use railwright_script::Rhai;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// How often each is played; the best counts.
const ROUNDS: usize = 7;
/// Decisions of a round.
const DECISIONS: u64 = 60_000;

/// A game in memory, or on the disk.
fn engine(name: &str, files: &[(&str, &str)]) -> Engine {
    let folder = if files.is_empty() { PathBuf::new() } else { PathBuf::from("nowhere") };
    let held = files.iter().map(|(file, text)| (folder.join(file), (*text).to_owned())).collect();
    let game = folder.join(name).display().to_string();
    let loaded =
        load_from(Library::for_game(&game).holding(held), &game, &Setting { players: 2, options: Vec::new() }, &Rhai, &|_, _| {});
    let report = loaded.report.render(&loaded.files, false);
    Engine::new(Arc::new(loaded.rules.unwrap_or_else(|| panic!("{name}: {report}"))), &Rhai)
}

/// Plays random games until so many decisions were made; gives the time that took.
fn play(engine: &mut Engine, decisions: u64) -> Duration {
    let mut random = Random::stream(5, 1);
    let mut events = Events::default();
    let (mut seed, mut left) = (1, decisions);
    let mut state = engine.start(seed, None, &mut events).expect("a game");
    let begun = ThreadTime::now();
    while left > 0 {
        if state.clock().over.is_some() {
            seed += 1;
            engine.restart(&mut state, seed, None, &mut events).expect("a game");
            continue;
        }
        let seat = state.clock().waiting.iter().next().expect("somebody is asked");
        let choices = engine.legal(&state, seat).expect("no fault").len() as u32;
        let checked = engine.pick(random.below(choices) as usize).expect("it was listed");
        engine.step_for_good(&mut state, checked, &mut events).expect("no fault");
        left -= 1;
    }
    begun.elapsed()
}

/// The best time of each of some games for a decision, in nanoseconds, played in turns.
fn nanoseconds(engines: &mut [Engine], decisions: u64) -> Vec<f64> {
    let mut best = vec![Duration::MAX; engines.len()];
    for _ in 0..ROUNDS {
        for (engine, best) in engines.iter_mut().zip(&mut best) {
            *best = play(engine, decisions).min(*best);
        }
    }
    best.into_iter().map(|time| time.as_nanos() as f64 / decisions as f64).collect()
}

/// How often something happens in so many decisions of a game.
fn happens(engine: &mut Engine, bit: u16, decisions: u64) -> f64 {
    let mut random = Random::stream(5, 1);
    let mut events = Events { heard: bit, ..Events::default() };
    let mut seed = 1;
    let mut state: State = engine.start(seed, None, &mut events).expect("a game");
    events.log.clear();
    for _ in 0..decisions {
        while state.clock().over.is_some() {
            seed += 1;
            engine.restart(&mut state, seed, None, &mut events).expect("a game");
        }
        let seat = state.clock().waiting.iter().next().expect("somebody is asked");
        let choices = engine.legal(&state, seat).expect("no fault").len() as u32;
        let checked = engine.pick(random.below(choices) as usize).expect("it was listed");
        engine.step_for_good(&mut state, checked, &mut events).expect("no fault");
    }
    events.log.len() as f64 / decisions as f64
}

const RIDE: &str = "format = 1\nextends = \"ticket-to-ride\"\nname = \"Ride\"\nscripts.quiet = {}\nzones.attic = { holds = \"train\", form = \"bag\" }\n";

fn quiet(hook: &str, functions: &str) -> String {
    format!("/*\nname = \"Quiet\"\nsummary = \"Hears.\"\n\n{hook}\n*/\n{functions}\n")
}

/// A hook that does not match, and one that fires.
fn hooks() {
    let silent = quiet("[hooks.moved]\nzone = \"attic\"", "fn on_moved(table, event) { }");
    let fires = quiet("[hooks.claimed]\nwhere = \"length > 0\"", "fn on_claimed(table, event) { }");
    let counts = quiet(
        "[hooks.claimed]\nwhere = \"length > 0\"",
        "fn on_claimed(table, event) { table.counter([\"trains\", event.seat]); }",
    );
    // The same game without its script: a zone more makes every position larger.
    let without = RIDE.replace("scripts.quiet = {}\n", "");
    let mut engines = vec![engine("ride.toml", &[("ride.toml", &without)])];
    for script in [&silent, &fires, &counts] {
        engines.push(engine("ride.toml", &[("ride.toml", RIDE), ("quiet.rhai", script)]));
    }
    let times = nanoseconds(&mut engines, DECISIONS);
    let claims = happens(&mut engines[0], 32, DECISIONS);
    println!("| Ticket to Ride, no script | {:.0} ns a decision | |", times[0]);
    println!("| the same with a hook that does not match | {:.0} ns | {:+.1} % |", times[1], (times[1] / times[0] - 1.0) * 100.0);
    println!(
        "| the same with a hook that fires at each claim | {:.0} ns | {:.0} ns each time |",
        times[2],
        (times[2] - times[0]) / claims
    );
    println!("| the same, which asks for a counter | {:.0} ns | {:.0} ns each time |", times[3], (times[3] - times[0]) / claims);
}

const TWENTY: &str = r#"
format = 1
name = "Twenty"
map = "race-map"
players = [2, 2]
scripts.twenty = {}
flow = ["spots", "turns"]

[counters]
points = { of = "seat" }

[sets]
spots = { holds = "place" }

[actions.visit]
do = "script"
module = "twenty"

[steps]
spots = { do = "call", module = "twenty", function = "spots" }
turn  = { do = "choose", actions = ["visit"] }
turns = { do = "turns", steps = ["turn"], until = "turn >= 400" }

[score]
points = { add = "points" }
"#;

fn twenty(options: &str) -> Engine {
    let map = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games/race/race-map.toml"))
        .expect("a map");
    let script = format!(
        "/*\nname = \"Twenty\"\nsummary = \"Twenty places to visit.\"\n\n[actions.visit]\ntext = \"A place is visited.\"\nabout = \"place\"\n*/\n\
         fn spots(table, seat) {{ for i in 0..20 {{ table.mark(\"spots\", table.places()[i]); }} }}\n\
         fn options_visit(table, seat) {{ {options} }}\nfn resolve_visit(table, seat, place) {{ table.add([\"points\", seat], 1); }}\n"
    );
    engine("twenty.toml", &[("twenty.toml", TWENTY), ("race-map.toml", &map), ("twenty.rhai", &script)])
}

/// Twenty options from one native query, and from a loop that asks for each place.
fn options() {
    let mut engines = vec![
        twenty("table.places_where(\"in(spots)\")"),
        twenty("let list = []; for place in table.places() { if table.is_in(\"spots\", place) { list.push(place); } } list"),
    ];
    let times = nanoseconds(&mut engines, DECISIONS / 6);
    println!("| twenty options from one native query | {:.0} ns | {:.0} decisions a second |", times[0], 1e9 / times[0]);
    println!("| the same from a loop over 60 places | {:.0} ns | {:.0} decisions a second |", times[1], 1e9 / times[1]);
}

/// A value for each seat: as an expression, and by a module that asks for the same expression.
fn values() {
    const VALUE: &str = "sum(tickets, points - 2 * missing(from, to), true) + 3 * lanes(own)";
    let game = |add: &str| format!("{RIDE}[score]\nvalue = {{ add = \"{add}\" }}\n");
    let script = quiet("", &format!("fn tally(table, party) {{ table.eval(\"{VALUE}\") }}"));
    let none = quiet("", "fn tally(table, party) { 0 }");
    let mut best = [f64::MAX; 3];
    let games = [game("0"), game(VALUE), game("tally(quiet)")];
    let mut engines: Vec<Engine> = games
        .iter()
        .enumerate()
        .map(|(i, text)| engine("ride.toml", &[("ride.toml", text), ("quiet.rhai", if i == 2 { &script } else { &none })]))
        .collect();
    let mut states = Vec::new();
    let mut random = Random::stream(3, 1);
    let mut state = engines[0].start(3, None, &mut Events::default()).expect("a game");
    while states.len() < 60 && state.clock().over.is_none() {
        let seat = state.clock().waiting.iter().next().expect("somebody is asked");
        let choices = engines[0].legal(&state, seat).expect("no fault").len() as u32;
        let checked = engines[0].pick(random.below(choices) as usize).expect("it was listed");
        engines[0].step(&mut state, checked, &mut Events::default()).expect("no fault");
        states.push(state.clone());
    }
    let mut sheet = ScoreSheet::default();
    for _ in 0..ROUNDS {
        for (engine, best) in engines.iter_mut().zip(&mut best) {
            let begun = ThreadTime::now();
            for _ in 0..20 {
                for state in &states {
                    engine.score(state, &mut sheet).expect("no fault");
                }
            }
            *best = best.min(begun.elapsed().as_nanos() as f64 / (20.0 * states.len() as f64 * 2.0));
        }
    }
    let (native, asked) = (best[1] - best[0], best[2] - best[0]);
    println!("| a value of a position as an expression | {native:.0} ns a seat | |");
    println!("| the same through `table.eval` | {asked:.0} ns a seat | {:.1} times |", asked / native);
}

/// Whole games with modules beside a native one.
fn games() {
    let on_disk = |game: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/games/{game}/{game}.toml"));
        engine(&path.display().to_string(), &[])
    };
    let mut engines = vec![engine("ticket-to-ride", &[]), on_disk("race"), on_disk("goods")];
    let times = nanoseconds(&mut engines, DECISIONS / 3);
    for (name, time) in
        ["Ticket to Ride", "a race over shared track on 60 places", "a goods game on 14 cities"].iter().zip(&times)
    {
        println!("| {name} | {time:.0} ns | {:.0} decisions a second, {:.2} of Ticket to Ride |", 1e9 / time, times[0] / time);
    }
}

fn main() {
    println!("| what | processor time | |\n|---|---|---|");
    hooks();
    options();
    values();
    games();
}
