//! Games by the thousand in rounds, on many threads, with the same result whatever their number.
//!
//! What was done in one round is what the seekers of the next go by; within a round nobody learns of anybody else's games.

use crate::coverage::Coverage;
use crate::defect::Defect;
use crate::explorer::ActionCounts;
use crate::prepare::Prepared;
use crate::table::{Game, Move, Table};
use railwright_bots::simulate::game_seed;
use railwright_core::narrow::narrow;
use railwright_rules::script::Scripting;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Games of the first round; each has twice as many as the one before, up to the last number.
const ROUND: (u64, u64) = (64, 1024);
/// So many games of each hole are kept to be shortened: the shortest.
const KEPT: usize = 3;

/// What to look at.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games; without end if there is a time instead.
    pub games: Option<u64>,
    /// For how long.
    pub time: Option<Duration>,
    /// The seed they all come from.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// A game with so many actions is one that does not end.
    pub longest: usize,
}

/// A game in which a hole was found.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) number: u64,
    pub(crate) setting: usize,
    pub(crate) seed: u64,
    pub(crate) moves: Vec<Move>,
}

/// A hole and the games in which it was found.
#[derive(Clone, Debug)]
pub(crate) struct FoundDefect {
    pub(crate) defect: Defect,
    pub(crate) times: u64,
    /// The shortest of them.
    pub(crate) cases: Vec<Case>,
}

/// What a search saw.
pub(crate) struct Exploration {
    pub(crate) games: u64,
    /// What came up in the games of each setting.
    pub(crate) coverage: Vec<Coverage>,
    pub(crate) found: Vec<FoundDefect>,
    pub(crate) stopped: bool,
}

/// Whether it is time to stop.
pub(crate) struct Deadline<'a> {
    stop: &'a AtomicBool,
    until: Option<Instant>,
}

impl<'a> Deadline<'a> {
    pub(crate) fn new(stop: &'a AtomicBool, time: Option<Duration>) -> Self {
        Deadline { stop, until: time.and_then(|time| Instant::now().checked_add(time)) }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_stopped() || self.until.is_some_and(|until| Instant::now() >= until)
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What one thread saw in a round.
struct Part {
    coverage: Vec<Coverage>,
    done: ActionCounts,
    found: Vec<(u64, usize, u64, Game)>,
    games: u64,
}

/// Plays the games of a plan; `done` counts them.
pub(crate) fn search(
    settings: &[Prepared],
    scripting: &(dyn Scripting + Sync),
    plan: &Plan,
    done: &AtomicU64,
    deadline: &Deadline,
) -> Exploration {
    let fresh = || -> Vec<Coverage> { settings.iter().map(|s| Coverage::new(&s.rules)).collect() };
    let mut exploration = Exploration { games: 0, coverage: fresh(), found: Vec::new(), stopped: false };
    let all = plan.games.unwrap_or(u64::MAX);
    let mut before = ActionCounts::default();
    let (mut from, mut size) = (0, ROUND.0);
    while from < all && !deadline.is_over() {
        let to = from.saturating_add(size).min(all);
        let next = AtomicU64::new(from);
        let parts = Mutex::new(Vec::new());
        let work = || {
            let part = round(settings, scripting, plan, &before, &next, to, done, deadline, fresh());
            parts.lock().unwrap_or_else(PoisonError::into_inner).push(part);
        };
        std::thread::scope(|scope| {
            (1..plan.threads.max(1)).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        let mut found = Vec::new();
        for part in parts.into_inner().unwrap_or_else(PoisonError::into_inner) {
            exploration.games += part.games;
            exploration.coverage.iter_mut().zip(&part.coverage).for_each(|(a, b)| a.merge(b));
            before.merge(&part.done);
            found.extend(part.found);
        }
        found.sort_by_key(|(number, ..)| *number);
        found
            .into_iter()
            .for_each(|(number, setting, seed, game)| take_down(&mut exploration.found, number, setting, seed, game));
        (from, size) = (to, (size * 2).min(ROUND.1));
    }
    exploration.stopped = deadline.is_stopped();
    exploration
}

fn round(
    settings: &[Prepared],
    scripting: &dyn Scripting,
    plan: &Plan,
    before: &ActionCounts,
    next: &AtomicU64,
    to: u64,
    done: &AtomicU64,
    deadline: &Deadline,
    coverage: Vec<Coverage>,
) -> Part {
    let mut part = Part { coverage, done: ActionCounts::default(), found: Vec::new(), games: 0 };
    let mut tables: Vec<Option<Table>> = settings.iter().map(|_| None).collect();
    while !deadline.is_over() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= to {
            break;
        }
        let (setting, of_setting) = (narrow::<usize>(number % settings.len() as u64), number / settings.len() as u64);
        let table = tables[setting].get_or_insert_with(|| Table::new(&settings[setting].rules, scripting));
        // A scenario's seed is a number that people can type.
        let seed = game_seed(plan.seed, number) >> 33;
        let game = table.play(seed, of_setting, plan.longest, &mut part.coverage[setting], &mut part.done, before, deadline);
        if game.defect.is_some() || !game.notes.is_empty() {
            part.found.push((number, setting, seed, game));
        }
        part.games += 1;
        done.fetch_add(1, Ordering::Relaxed);
    }
    part
}

/// Takes down what was found in a game, each hole once.
fn take_down(found: &mut Vec<FoundDefect>, number: u64, setting: usize, seed: u64, game: Game) {
    let whole = game.moves.len();
    let mut known: Vec<&Defect> = Vec::new();
    let notes = game.notes.iter().map(|(made, note)| (*made, note));
    for (made, defect) in notes.chain(game.defect.iter().map(|defect| (whole, defect))) {
        if known.iter().any(|other| other.is_same(defect)) {
            continue;
        }
        known.push(defect);
        let at = found.iter().position(|s| s.defect.is_same(defect)).unwrap_or_else(|| {
            found.push(FoundDefect { defect: defect.clone(), times: 0, cases: Vec::new() });
            found.len() - 1
        });
        let found_defect = &mut found[at];
        found_defect.times += 1;
        found_defect.cases.push(Case { number, setting, seed, moves: game.moves[..made].to_vec() });
        found_defect.cases.sort_by_key(|case| (case.moves.len(), case.number));
        found_defect.cases.truncate(KEPT);
    }
}
