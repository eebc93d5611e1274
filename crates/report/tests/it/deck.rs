//! Decks of tickets that are proposed: for every bundled board as good as the one it was published with.

use railwright_report::analysis::board;
use railwright_report::deck::{Deck, SPREAD, TooFewPairs, propose};
use railwright_rules::{Rules, Setting, load};
use railwright_script::Rhai;

fn rules(game: &str) -> Rules {
    let loaded = load(game, &Setting::default(), &Rhai);
    loaded.rules.unwrap_or_else(|| panic!("{}", loaded.report.render(&loaded.files, false)))
}

/// The bundled boards that were published with tickets; the last is one of our own.
const BOARDS: [&str; 8] = [
    "ticket-to-ride",
    "europe",
    "india",
    "switzerland",
    "legendary-asia",
    "nordic-countries",
    "northern-lights",
    "skerry-lights",
];

#[test]
fn lengths_are_spread_as_in_published_decks() {
    let mut sums = [0.0; 5];
    for game in &BOARDS[..7] {
        let Deck { lengths, farthest, .. } = board(&rules(game)).deck;
        sums.iter_mut().zip(lengths).for_each(|(sum, length)| *sum += 100.0 * f64::from(length) / f64::from(farthest));
    }
    for (sum, said) in sums.into_iter().zip(SPREAD) {
        let mean = sum / 7.0;
        assert!((mean - f64::from(said)).abs() <= 1.0, "the boards have {mean:.1} hundredths, and {said} are said");
    }
}

#[test]
fn a_proposed_deck_names_every_city_and_leads_over_most_lines() {
    for game in BOARDS {
        let rules = rules(game);
        let published = board(&rules).deck;
        let proposed = propose(&rules, published.tickets, 0).expect("there are pairs").deck;
        let whole = 2 * published.tickets >= published.cities;
        assert!(!whole || proposed.named == proposed.cities, "{game}: {proposed:?}");
        assert!(proposed.named >= published.named, "{game}: {proposed:?}");
        assert_eq!((proposed.by_way, proposed.neighbours), (published.tickets, 0), "{game}");
        assert!(proposed.idle <= published.idle, "{game}: {proposed:?} and {published:?}");
        assert!(proposed.unlike <= published.unlike, "{game}: {proposed:?} and {published:?}");
        assert!(proposed.ends[1] <= published.ends[1].max(4), "{game}: {proposed:?}");
        for (length, aim) in proposed.lengths.into_iter().zip(SPREAD) {
            let part = 100.0 * f64::from(length) / f64::from(proposed.farthest);
            // Of a small board a space is many hundredths.
            let space = 100.0 / f64::from(proposed.farthest);
            assert!((part - f64::from(aim)).abs() <= 6.0 + space, "{game}: {:?} of {}", proposed.lengths, proposed.farthest);
        }
    }
}

#[test]
fn a_seed_gives_one_deck_and_another_another() {
    let rules = rules("skerry-lights");
    let deck = |seed: u64| propose(&rules, 12, seed).expect("there are pairs").to_toml();
    assert_eq!(deck(7), deck(7));
    assert_ne!(deck(7), deck(8));
    assert!(deck(7).contains("[cards.errand.kinds]\n"), "{}", deck(7));
}

#[test]
fn a_board_has_no_more_tickets_than_pairs_of_cities() {
    let rules = rules("skerry-lights");
    let pairs = 13 * 12 / 2;
    let all = propose(&rules, pairs, 0).expect("one for each pair");
    assert_eq!((all.tickets.len(), all.deck.named), (pairs, 13));
    assert!(all.deck.neighbours > 0, "where there is nothing else, neighbours are joined");
    assert_eq!(propose(&rules, pairs + 1, 0).err(), Some(TooFewPairs(pairs)));
}
