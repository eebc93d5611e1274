//! The search as a whole: it finds what is there, and finds the same however it is cut up.

use railwright::bots::BotKind;
use railwright::records::Shard;
use railwright_tune::{Aim, Budget, Outcome, Problem, Search, Setup, State, Vary, svg, text};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

fn setup(vary: &[&str], aim: &[&str]) -> Setup {
    Setup {
        game: "skerry-lights".to_owned(),
        players: None,
        options: Vec::new(),
        bots: vec![BotKind::Random],
        bot_time: Duration::from_secs(1),
        seed: 4,
        games: 40,
        candidates: 64,
        varies: vary.iter().map(|text| Vary::parse(text).expect("a range")).collect(),
        aims: aim.iter().map(|text| Aim::parse(text).expect("an aim")).collect(),
        threads: 1,
    }
}

fn search(setup: Setup) -> Search {
    Search::new(setup).unwrap_or_else(|problem| match problem {
        Problem::Game(problems) => panic!("{problems}"),
        Problem::Asked(message) => panic!("{message}"),
        Problem::Figure(figure, _) => panic!("no figure {figure}"),
    })
}

const ALL: Shard = Shard { number: 1, of: 1 };

fn run(search: &Search, shard: Shard, state: Option<&State>, stop: bool) -> Outcome {
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(stop));
    let outcome = search.run(&Budget { done: &done, stop: &stop, shard, wait: false }, state).expect("the folder can be used");
    if outcome.waiting.is_none() && !outcome.stopped {
        assert_eq!(done.load(Ordering::Relaxed), search.all_games(shard), "as many games as were foreseen");
    }
    outcome
}

/// The values of the best, `as it is` for the game itself.
fn best(search: &Search, outcome: &Outcome) -> String {
    let best = outcome.found.first().expect("somebody is best");
    let chosen = search.candidates[best.candidate].chosen.as_ref();
    chosen.map_or("as it is".to_owned(), |chosen| {
        let values = search.setup().varies.iter().zip(chosen).map(|(vary, at)| vary.values[*at].as_str());
        values.collect::<Vec<_>>().join(" ")
    })
}

/// A folder that is taken away in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        Folder(std::env::temp_dir().join(format!("railwright-tune-{name}-{}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn fewer_pieces_make_shorter_games_and_the_search_knows() {
    // Every seat has as many turns, more or less, as its pieces last for.
    let wide = search(setup(&["counters.wagons.start=8..20/2"], &["turns<=1"]));
    let outcome = run(&wide, ALL, None, false);
    assert_eq!(best(&wide, &outcome), "8");
    assert_eq!(outcome.found.len(), 8, "seven candidates, and the game as it is");
    let by_rounds: Vec<usize> = outcome.found.iter().map(|found| found.rounds).collect();
    assert!(by_rounds.is_sorted_by(|a, b| a >= b) && outcome.rounds == 3, "{by_rounds:?}");
    let base = outcome.found.iter().find(|found| found.candidate == 0).expect("it plays along");
    assert_eq!((base.rounds, base.games), (3, 40), "the game as it is is never left out");
    let variant = wide.candidates[outcome.found[0].candidate].variant.as_ref().expect("a file");
    assert_eq!(
        variant.text,
        "format = 1\nextends = \"skerry-lights\"\nname = \"Skerry Lights, tuned\"\n\ncounters.wagons.start = 8\n"
    );
}

#[test]
fn an_item_of_a_list_is_varied_and_the_list_is_written_whole() {
    let of_list = search(setup(&["tables.line-points.2=4,9", "tables.line-points.3=7"], &["score>=1000"]));
    let texts: Vec<&str> =
        of_list.candidates.iter().filter_map(|candidate| Some(candidate.variant.as_ref()?.text.as_str())).collect();
    assert!(texts[0].ends_with("\ntables.line-points = [1, 2, 4, 7]\n") && texts[1].ends_with("= [1, 2, 9, 7]\n"), "{texts:?}");
    assert_eq!(best(&of_list, &run(&of_list, ALL, None, false)), "9 7", "more points are more points");
}

#[test]
fn threads_shards_and_stops_change_nothing() {
    let one = || setup(&["counters.wagons.start=9..20", "counters.lamps.start=2,3"], &["turns=20..24", "balance<=5%"]);
    let whole = search(one());
    let expected = run(&whole, ALL, None, false);
    assert_eq!(run(&search(Setup { threads: 3, ..one() }), ALL, None, false), expected);

    // Stopped at once it knows nothing; the folder goes on from what was played.
    let folder = Folder::new("stops");
    let open = || State::open(&folder.0, &whole.description()).expect("a folder");
    let stopped = run(&whole, ALL, Some(&open()), true);
    assert!(stopped.stopped && stopped.found.is_empty());
    assert_eq!(run(&whole, ALL, Some(&open()), false), expected);
    assert_eq!(run(&whole, ALL, Some(&open()), true), expected, "everything has been played");

    let shards = Folder::new("shards");
    let open = || State::open(&shards.0, &whole.description()).expect("a folder");
    let shard = |number| Shard { number, of: 3 };
    let mut last = None;
    // Each plays its part of a round and leaves; whoever comes when all parts are there goes on.
    for turn in 0..30 {
        let outcome = run(&whole, shard(turn % 3 + 1), Some(&open()), false);
        assert!(outcome.waiting.as_ref().is_none_or(|(_, shards)| !shards.contains(&(turn % 3 + 1))));
        last = Some(outcome).filter(|outcome| outcome.waiting.is_none()).or(last);
    }
    assert_eq!(last, Some(expected));
}

#[test]
fn a_folder_of_another_search_is_refused() {
    let folder = Folder::new("other");
    let first = search(setup(&["counters.wagons.start=12,13"], &["turns=20"]));
    State::open(&folder.0, &first.description()).expect("a folder");
    let other = search(setup(&["counters.wagons.start=12,13"], &["turns=21"]));
    let refused = State::open(&folder.0, &other.description()).expect_err("another aim");
    assert!(refused.message.contains("another search: its aim differs"), "{refused}");
    std::fs::write(folder.0.join("round-01-shard-1-of-1.json"), "{").expect("a file");
    let state = State::open(&folder.0, &first.description()).expect("a folder");
    let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let broken =
        first.run(&Budget { done: &done, stop: &stop, shard: ALL, wait: false }, Some(&state)).expect_err("a broken file");
    assert!(broken.message.contains("not what was written there"), "{broken}");
}

#[test]
fn what_the_game_has_not_is_said_before_anything_is_played() {
    let problem = |vary: &str, aim: &str| Search::new(setup(&[vary], &[aim])).err();
    let Some(Problem::Asked(message)) = problem("counters.wagns.start=1", "turns=20") else { panic!("there is no such counter") };
    assert!(message.contains("counters.wagns.start"), "{message}");
    let Some(Problem::Figure(figure, near)) = problem("counters.wagons.start=12", "turn=20") else {
        panic!("there is no such figure")
    };
    assert_eq!((figure.as_str(), near.as_deref()), ("turn", Some("turns")));
    // A number that makes no game is left out, and the reason is kept.
    let partly = search(setup(&["counters.wagons.start=-5,12"], &["turns=20"]));
    let wrong: Vec<&String> = partly.candidates.iter().filter_map(|candidate| candidate.wrong.as_ref()).collect();
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert_eq!(run(&partly, ALL, None, false).found.len(), 2);
}

#[test]
fn of_many_candidates_as_many_are_drawn_as_are_wanted() {
    let many = |seed| {
        search(Setup {
            candidates: 10,
            seed,
            ..setup(&["counters.wagons.start=8..20", "counters.lamps.start=1..9"], &["turns=20"])
        })
    };
    let chosen = |search: &Search| search.candidates.iter().filter_map(|candidate| candidate.chosen.clone()).collect::<Vec<_>>();
    assert_eq!(chosen(&many(1)).len(), 10);
    assert_eq!(chosen(&many(1)), chosen(&many(1)));
    assert_ne!(chosen(&many(1)), chosen(&many(2)));
}

#[test]
fn the_plot_shows_every_candidate_and_what_is_aimed_at() {
    let two = search(setup(&["counters.wagons.start=10..16/2"], &["turns=20..24", "lead<=5"]));
    let outcome = run(&two, ALL, None, false);
    let svg = svg(&two, &outcome);
    assert_eq!(svg.matches("<circle").count(), outcome.found.len());
    assert!(svg.contains("counters.wagons.start = 10: turns ") && svg.contains("what is aimed at"), "{svg}");
    let letters = text(&two, &outcome);
    assert!(letters.contains('1') && letters.contains('@') && letters.contains(':'), "{letters}");
    assert!(letters.lines().count() == 20 && letters.lines().all(|line| line.chars().count() < 80), "{letters}");
}
