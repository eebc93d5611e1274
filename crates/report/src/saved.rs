//! The games that a page cites, as save files: played once more, which gives the same games.

use railwright_bots::simulate::{GameRunner, Plan, Results, game_seed};
use railwright_bots::{ObservedDecision, Observer};
use railwright_core::State;
use railwright_rules::script::Scripting;
use railwright_rules::{Engine, Rules, ScoreSheet};
use railwright_session::save::Entry;
use railwright_session::{Header, Session};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A game that can be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    /// Its seed.
    pub seed: u64,
    /// How it ended.
    pub ending: String,
    /// The score of each seat.
    pub totals: Vec<i64>,
    /// The seats that won, counted from one.
    pub winners: Vec<u8>,
    /// Its save file.
    pub text: String,
}

impl Saved {
    /// The game with all that was done in it; nothing if it cannot be played again, which a report says elsewhere.
    pub fn session(&self, rules: &Arc<Rules>, scripting: &dyn Scripting) -> Option<Session> {
        let mut lines = self.text.lines();
        let header: Header = serde_json::from_str(lines.next()?).ok()?;
        let mut session = Session::with_rules(header, rules.clone(), scripting).ok()?;
        for line in lines {
            session.follow(&Entry::parse(line).ok()?).ok()?;
        }
        Some(session)
    }
}

/// Plays the cited games of a plan once more and writes them down.
pub fn saves(
    game: &str,
    rules: &Arc<Rules>,
    scripting: &(dyn Scripting + Sync),
    plan: &Plan,
    cited: &BTreeSet<u32>,
) -> BTreeMap<u32, Saved> {
    let cited: Vec<u32> = cited.iter().copied().collect();
    let (next, saved) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || {
        let mut player = GameRunner::new(rules, scripting, &plan.bots, false).with_bot_time(plan.bot_time);
        while let Some(&number) = cited.get(next.fetch_add(1, Ordering::Relaxed)) {
            let seed = game_seed(plan.seed, number.into());
            let mut writing = SaveWriter { lines: first_line(game, rules, plan, seed), rules, saved: None };
            player.number(number.into());
            // A game that failed is never cited.
            if player.play_observed(seed, &mut Results::default(), &mut writing).is_ok()
                && let Some(done) = writing.saved
            {
                saved.lock().unwrap_or_else(PoisonError::into_inner).insert(number, Saved { seed, ..done });
            }
        }
    };
    std::thread::scope(|scope| {
        (1..plan.threads).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    saved.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn first_line(game: &str, rules: &Rules, plan: &Plan, seed: u64) -> String {
    let seats = usize::from(rules.parts.seats);
    let bot = |seat: usize| plan.bots.get(seat).or(plan.bots.last()).map_or_else(|| "random".to_owned(), ToString::to_string);
    let mut header = Header::new(game, (0..seats).map(bot).collect(), seed);
    header.rules = rules.resolved;
    header.options.clone_from(&rules.head.options);
    serde_json::to_string(&header).expect("a header is plain data") + "\n"
}

/// Writes a game down as it is played.
struct SaveWriter<'a> {
    lines: String,
    rules: &'a Rules,
    saved: Option<Saved>,
}

impl Observer for SaveWriter<'_> {
    fn reads(&self) -> bool {
        true
    }

    fn chose(&mut self, seen: &ObservedDecision) {
        self.lines += &Entry::Act { seat: seen.seat.0 + 1, text: seen.text.to_owned() }.line();
        self.lines.push('\n');
    }

    fn ended(&mut self, _: &mut Engine, state: &State, sheet: &ScoreSheet) {
        let seats = self.rules.parts.seats;
        let ending = state.clock().over.map(|ending| self.rules.flow.endings[usize::from(ending)].clone());
        self.saved = Some(Saved {
            seed: 0,
            ending: ending.unwrap_or_default(),
            totals: sheet.totals[..usize::from(seats)].to_vec(),
            winners: sheet.winners(seats).iter().map(|seat| seat.0 + 1).collect(),
            text: std::mem::take(&mut self.lines),
        });
    }
}
