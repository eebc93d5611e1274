//! A finished game is kept for each way in which each bundled game can end, and still ends so.

use railwright_oracle::{folder, saves};
use std::collections::BTreeSet;

#[test]
fn every_way_to_end_has_a_game_or_a_reason_why_not() {
    let kept = saves::kept(&folder()).expect("the list of saves");
    let listed: Vec<(String, String)> = kept.iter().map(|kept| (kept.game.clone(), kept.ending.clone())).collect();
    assert_eq!(listed, saves::ways().expect("bundled games"), "the list is not that of all endings; accept it anew");
    for kept in &kept {
        let there = kept.path(&folder()).exists();
        assert_eq!(there, kept.end.is_ok(), "{}: is there a save?", kept);
        assert!(kept.end.as_ref().err().is_none_or(|why| why.len() > 20), "{kept}: a reason is needed");
    }
    let wanted: BTreeSet<_> = kept.iter().filter(|kept| kept.end.is_ok()).map(|kept| kept.path(&folder())).collect();
    let there =
        std::fs::read_dir(folder().join("saves")).expect("the folder of saves").map(|entry| entry.expect("an entry").path());
    assert_eq!(there.collect::<BTreeSet<_>>(), wanted, "saves that are listed");
}

#[test]
fn every_kept_game_ends_as_it_did() {
    let mut wrong = Vec::new();
    for kept in saves::kept(&folder()).expect("the list of saves") {
        let Ok(was) = &kept.end else { continue };
        let (game, ending) = (&kept.game, &kept.ending);
        match saves::play(&kept.path(&folder())) {
            Ok((now, end)) if now == *ending && end == *was => {}
            Ok((now, end)) => wrong.push(format!("{game}\n  was: {ending}; {}\n  is:  {now}; {}", was.text, end.text)),
            Err(error) => wrong.push(format!("{game}, {ending}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "kept games that do not end as they did:\n{}", wrong.join("\n"));
}
