//! A short run that is the same every time: the corpus, and inputs made from good ones.
//!
//! `RAILWRIGHT_HOSTILE=100000 cargo test -p railwright-hostile` tries more of them; for millions there is the program of this crate.

use railwright_hostile::good::{entries, games, root};
use railwright_hostile::judge::hush;
use railwright_hostile::{SUBJECTS, Subject, Way, judge};

/// A build with checks takes longer, and the machine that tests run on may be slow.
const SLOWNESS: u32 = 10;

fn inputs() -> u64 {
    std::env::var("RAILWRIGHT_HOSTILE").ok().and_then(|n| n.parse().ok()).unwrap_or(60)
}

fn survive(subject: &Subject, what: &str, input: &[u8]) {
    if let Some(wrong) = judge(subject, input).wrong(SLOWNESS) {
        // The message is for whoever runs the test.
        drop(std::panic::take_hook());
        panic!("{} {what}: {wrong}\n{}", subject.name, String::from_utf8_lossy(input));
    }
}

fn short_run(name: &str) {
    hush();
    let subject = SUBJECTS.iter().find(|subject| subject.name == name).expect("a subject");
    for path in entries(&root().join("tests/hostile").join(name)) {
        survive(subject, &path.display().to_string(), &std::fs::read(&path).expect("it can be read"));
    }
    for (way, number) in [Way::Raw, Way::Structured].into_iter().flat_map(|way| (0..inputs()).map(move |n| (way, n))) {
        survive(subject, &format!("{way:?} {number}"), &subject.numbered(way, number));
    }
}

macro_rules! short_runs {
    ($($test:ident $name:literal)*) => {$(
        #[test]
        fn $test() {
            short_run($name);
        }
    )*};
}

short_runs! {
    hostile_text_is_read "text"
    hostile_games_are_reported_or_played "game"
    hostile_maps_are_reported_or_played_on "map"
    hostile_scripts_are_reported_or_played_with "script"
    meaningless_games_are_refused_with_a_place_or_do_what_they_say "meaning"
    hostile_scenarios_are_reported_or_played "scenario"
    hostile_saves_are_refused_or_played_back "save"
    hostile_moves_are_refused_or_done "notation"
    hostile_expressions_are_reported_or_worked_out "expression"
    hostile_folders_open_nothing_outside_of_them "folder"
    saves_that_others_change_are_noticed_and_left_alone "disk"
    hostile_requests_learn_no_seed_start_no_program_and_replace_no_file "seed"
    taking_back_tells_nothing_of_secret_choices "undo"
    texts_of_authors_become_nothing_more_where_they_are_shown "output"
}

#[test]
fn every_subject_has_good_inputs_and_a_corpus_folder_belongs_to_a_subject() {
    assert!(games().len() >= 4);
    for subject in &SUBJECTS {
        assert!(!(subject.good)().is_empty(), "{} has nothing to start from", subject.name);
    }
    for folder in entries(&root().join("tests/hostile")).iter().filter(|path| path.is_dir()) {
        let name = folder.file_name().and_then(|name| name.to_str());
        assert!(SUBJECTS.iter().any(|subject| Some(subject.name) == name), "{}", folder.display());
    }
    assert_eq!(SUBJECTS.iter().map(|subject| subject.share).sum::<u64>(), 1000);
}

#[test]
fn an_input_with_a_number_is_always_the_same() {
    for subject in &SUBJECTS {
        for way in [Way::Raw, Way::Structured] {
            assert_eq!(subject.numbered(way, 5), subject.numbered(way, 5), "{}", subject.name);
        }
    }
}
