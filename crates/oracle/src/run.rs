//! Plays the games of all cases, on two threads: there are few cases and each takes about a second.

use crate::told::{TOLD, Told};
use crate::{Case, Outcomes, Section, Table};
use railwright_rules::{Engine, Rules, ScoreSheet};
use railwright_script::Rhai;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// How many threads play.
const THREADS: usize = 2;

/// What came of the games of one case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// What is kept of every game.
    pub section: Section,
    /// The games that are told.
    pub told: Told,
}

/// A table for the games of a case.
pub fn table(rules: Arc<Rules>) -> Table {
    Table::new(Engine::new(rules, &Rhai))
}

/// Plays so many games of a case. The games with these seeds are told; without seeds those that should be.
pub fn play(case: &Case, games: u64, told: Option<&[u64]>) -> Result<Played, String> {
    let rules = case.rules()?;
    let mut table = table(rules.clone());
    let mut sums = Sums::default();
    let mut outcomes = Vec::new();
    let mut first_of_each = Vec::new();
    for seed in 0..games {
        outcomes.push(table.outcome(seed));
        if sums.add(&mut table) || seed < TOLD {
            first_of_each.push(seed);
        }
    }
    let decisions = outcomes.iter().map(|game| u64::from(game.decisions)).sum();
    let summary = sums.text(&rules, games, decisions);
    let told = told.unwrap_or(&first_of_each).iter().map(|&seed| (seed, table.story(seed))).collect();
    let section = Section { case: case.clone(), rules: rules.resolved, summary, games: outcomes };
    Ok(Played { section, told: Told { games: told } })
}

/// Plays all these cases; the result is in their order. `told` says which games of a case are told.
pub fn play_all(cases: &[Case], games: u64, told: impl Fn(&Case) -> Option<Vec<u64>> + Sync) -> Result<Vec<Played>, String> {
    let (next, played) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some((i, case)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, cases.get(i)?))) {
                    let result = play(case, games, told(case).as_deref());
                    played.lock().unwrap_or_else(PoisonError::into_inner).push((i, result));
                }
            });
        }
    });
    let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_by_key(|(i, _)| *i);
    played.into_iter().map(|(_, result)| result).collect()
}

/// The outcomes of cases that were played.
pub fn outcomes(played: &[Played]) -> Outcomes {
    Outcomes { sections: played.iter().map(|one| one.section.clone()).collect() }
}

/// What the games of a case add up to.
#[derive(Default)]
struct Sums {
    ends: BTreeMap<Option<u8>, u64>,
    points: Vec<i64>,
    won: Vec<u64>,
}

impl Sums {
    /// Adds the game that was just played; says whether none before it ended in this way.
    fn add(&mut self, table: &mut Table) -> bool {
        let seats = table.engine.rules().parts.seats;
        let mut sheet = ScoreSheet::default();
        if table.engine.score(&table.state, &mut sheet).is_ok() {
            self.points.resize(usize::from(seats), 0);
            self.won.resize(usize::from(seats), 0);
            self.points.iter_mut().zip(sheet.totals).for_each(|(sum, points)| *sum += points);
            sheet.winners(seats).iter().for_each(|seat| self.won[seat.index()] += 1);
        }
        // Several steps may end a game in the same words: that is one way.
        let words = &table.engine.rules().flow.endings;
        let over =
            table.state.clock().over.map(|over| {
                (0..).zip(words).find(|(_, other)| **other == words[usize::from(over)]).map_or(over, |(first, _)| first)
            });
        let times = self.ends.entry(over).or_default();
        *times += 1;
        *times == 1
    }

    fn text(&self, rules: &Rules, games: u64, decisions: u64) -> String {
        let mut text = format!("{games} games, {decisions} decisions; ended:");
        for (i, (ending, times)) in self.ends.iter().enumerate() {
            let ending = ending.map_or("not at all", |ending| &rules.flow.endings[usize::from(ending)]);
            let _ = write!(text, "{} {ending} {times}", if i > 0 { "," } else { "" });
        }
        text += "; points";
        self.points.iter().for_each(|points| text += &format!(" {points}"));
        text += "; won";
        self.won.iter().for_each(|won| text += &format!(" {won}"));
        text
    }
}
