//! Games that look valid and mean nothing: every single change of every key, and many by chance.

use railwright_hostile::meaning::arena::{Arena, OWNERS, Sort};
use railwright_hostile::meaning::values::{Change, Changes, all};
use railwright_hostile::meaning::{Fate, attempt, changed, report};
use std::panic::catch_unwind;

/// Of the single changes so many are passed over for each that is tried; `RAILWRIGHT_HOSTILE` tries all.
fn spared() -> usize {
    if std::env::var_os("RAILWRIGHT_HOSTILE").is_some() { 0 } else { 2 }
}

/// Single changes of every kind of action and step: what was wrong, and how many were refused, played, and done and judged.
fn tried(arena: Arena, first: usize) -> (String, [usize; 3]) {
    let (mut wrong, mut fates) = (String::new(), [0; 3]);
    let each = all().iter().flat_map(|changes| changes.each.iter().map(move |change| (changes, change)));
    for (changes, change) in each.skip(first).step_by(spared() + 1) {
        match fate(changes, arena, &[change]) {
            Ok(Fate::Refused) => fates[0] += 1,
            Ok(Fate::Played) => fates[1] += 1,
            Ok(Fate::Judged(_)) => fates[2] += 1,
            Err(error) => wrong += &format!("{}: {} = {}: {error}\n", changes.kind, change.path.join("."), change.value),
        }
    }
    (wrong, fates)
}

fn fate(changes: &Changes, arena: Arena, made: &[&Change]) -> Result<Fate, String> {
    let text = changed(changes, arena, made);
    catch_unwind(|| attempt(&text, 7)).unwrap_or_else(|_| Err("it broke down".to_owned()))
}

#[test]
fn every_kind_of_action_and_step_has_a_probe_that_means_something() {
    let mut wrong = String::new();
    for changes in all() {
        let text = changed(changes, Arena::default(), &[]);
        match attempt(&text, 7) {
            Ok(Fate::Refused) => wrong += &format!("{:?} {}: {}\n", changes.sort, changes.kind, report(&text)),
            Ok(_) => {}
            Err(error) => wrong += &format!("{:?} {}: {error}\n", changes.sort, changes.kind),
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn whatever_stands_under_a_key_is_refused_or_does_what_the_manual_says() {
    let (wrong, [refused, played, judged]) = tried(Arena::default(), 0);
    println!("{refused} refused, {played} played without the probe, {judged} judged");
    assert!(wrong.is_empty(), "{wrong}");
    assert!(refused > 1000 && judged > 500, "{refused} refused, {played} played, {judged} judged");
}

#[test]
fn the_same_where_nothing_says_which_dummy_or_train_is_meant() {
    let (wrong, [refused, played, judged]) = tried(Arena { several: true, secret: false }, 1);
    println!("{refused} refused, {played} played without the probe, {judged} judged");
    assert!(wrong.is_empty(), "{wrong}");
    assert!(refused > 1000 && judged > 500, "{refused} refused, {played} played, {judged} judged");
}

/// Whoever may do something only because of what others hide would learn it: that is refused at load, and what is taken does not depend on it.
#[test]
fn the_same_where_nobody_sees_what_is_anothers() {
    let (wrong, [refused, played, judged]) = tried(Arena { several: false, secret: true }, 2);
    println!("{refused} refused, {played} played without the probe, {judged} judged");
    assert!(wrong.is_empty(), "{wrong}");
    assert!(refused > 1000 && judged > 500, "{refused} refused, {played} played, {judged} judged");
}

/// The changes of a step with which its keys say these things.
fn saying(kind: &str, said: &[(&str, &str)]) -> String {
    let changes = all().iter().find(|changes| changes.sort == Sort::Step && changes.kind == kind).expect("a step");
    let change = |(key, value): &(&str, &str)| Change { path: vec![(*key).to_owned()], value: (*value).into() };
    let made: Vec<Change> = said.iter().map(change).collect();
    changed(changes, Arena::default(), &made.iter().collect::<Vec<_>>())
}

#[test]
fn cards_of_every_owner_go_to_every_owner() {
    let mut judged = 0;
    for (kind, from, to) in
        [("deal", "from", "to"), ("move", "from", "to"), ("refill", "from", "zone"), ("shuffle-in", "from", "to")]
    {
        for (a, b) in OWNERS.iter().flat_map(|a| OWNERS.iter().map(move |b| (a, b))) {
            for (f, g) in [("pile", "row"), ("row", "pile"), ("bag", "pile"), ("bag", "row")] {
                let [source, target] = [format!("{f}-{a}"), format!("{g}-{b}")];
                let text = saying(kind, &[(from, &source), (to, &target), ("for", "each")]);
                let fate = attempt(&text, 3).unwrap_or_else(|error| panic!("{kind} {source} {target}: {error}"));
                judged += usize::from(matches!(fate, Fate::Judged(_)));
            }
        }
    }
    assert!(judged > 60, "{judged} judged");
}

#[test]
fn some_cards_of_a_row_go_in_the_order_they_lie_to_the_end_that_is_said() {
    for seed in 0..20 {
        for at in ["top", "bottom"] {
            for more in [("count", "2"), ("where", "flawed"), ("where", "true")] {
                let text = saying("move", &[("from", "row-seat"), ("to", "pile-table"), ("at", at), more]);
                assert_eq!(attempt(&text, seed).map(|fate| matches!(fate, Fate::Judged(_))), Ok(true), "{at} {more:?}");
            }
        }
    }
}

/// The reference works expressions out by itself: conditions, amounts and filters are judged, not only numbers.
#[test]
fn what_expressions_of_a_step_come_to_is_judged() {
    let steps: [(&str, &[(&str, &str)]); 7] = [
        ("set", &[("counter", "n-seat"), ("value", "most(n-seat) + seat"), ("for", "each")]),
        ("add", &[("counter", "n-place"), ("value", "n-place * yield - 7"), ("where", "coast")]),
        ("add", &[("counter", "n-lane"), ("value", "length + n-seat"), ("where", "hill > 0")]),
        ("set", &[("counter", "n-company"), ("value", "worth"), ("where", "narrow")]),
        ("move", &[("from", "bag-seat"), ("to", "pile-table"), ("where", "pair == clay and size(bag-seat) > 2")]),
        ("deal", &[("count", "size(bag-seat) - 1"), ("when", "n-table > 3")]),
        ("deal", &[("count", "2"), ("when", "n-table < 3")]),
    ];
    for (kind, said) in steps {
        let text = saying(kind, said);
        assert!(matches!(attempt(&text, 5), Ok(Fate::Judged(_))), "{kind} {said:?}: {:?}\n{}", attempt(&text, 5), report(&text));
    }
}

#[test]
fn what_means_nothing_is_refused_with_its_code() {
    for (kind, said, code) in [
        ("move", vec![("from", "bag-seat"), ("to", "bag-seat")], "same-zone"),
        ("deal", vec![("to", "pile-table")], "same-zone"),
        ("move", vec![("at", "bottom")], "misplaced-key"),
        ("choose", vec![], "said-twice"),
    ] {
        let mut text = saying(kind, &said);
        if code == "said-twice" {
            text = text.replace("actions = [\"pass\"]", "actions = [\"pass\", \"pass\"]");
        }
        assert_eq!(attempt(&text, 7), Ok(Fate::Refused), "{text}");
        assert!(report(&text).contains(&format!("[{code}]")), "{}", report(&text));
    }
}
