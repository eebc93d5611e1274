//! Looks for what the rules of a game forgot: fuzzing by play, with shrinking of what is found.
//!
//! [`explore`] lets players play who do not want to win but to get into trouble, at every number of players and with every
//! option. [`Explored::pin_down`] shortens what went wrong to the fewest moves, which become a scenario, and lists what never
//! came up and what nobody who wants to win would choose.

// A count that becomes a smaller number goes through `narrow`, where it cannot wrap around unnoticed.
#![cfg_attr(not(test), deny(clippy::cast_possible_truncation, clippy::cast_sign_loss))]

mod chance;
mod coverage;
mod defect;
mod draft;
mod explorer;
mod kind;
mod lookahead;
mod prepare;
mod search;
mod shorten;
mod table;
mod unused;
mod wants;

pub use draft::Draft;
pub use kind::Kind;
pub use prepare::{Prepared, prepare};
pub use search::Plan;

use defect::Defect;
use draft::Trials;
use railwright_rules::script::Scripting;
use railwright_scenario::Games;
use search::{Deadline, Exploration, FoundDefect};
use shorten::Shortener;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use table::Table;
use wants::Verdict;

/// Something the rules forgot.
#[derive(Clone, Debug)]
pub struct Hole {
    /// Of which kind it is.
    pub kind: Kind,
    /// What it is, in words.
    pub what: String,
    /// The rule it is about: an action, step, zone or invariant; empty if that is not known.
    pub rule: String,
    /// File and line of it; empty if that is not known.
    pub place: String,
    /// In how many games it was found; none for what never came up.
    pub times: u64,
    /// How many played when it was found.
    pub players: Option<u8>,
    /// With which options.
    pub options: Vec<String>,
    /// The shortest way there that was found.
    pub scenario: Option<WrittenScenario>,
}

/// A scenario that shows a hole, and where it comes from.
#[derive(Clone, Debug)]
pub struct WrittenScenario {
    /// The scenario.
    pub draft: Draft,
    /// The seed of the game it was found in.
    pub seed: u64,
    /// How many moves that game had by then.
    pub moves: usize,
    /// Whether playing the scenario shows the hole; it does unless what led there cannot be said in a scenario.
    pub shows: bool,
}

/// What came of a search.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Games that were looked at.
    pub games: u64,
    /// What was found, the worst first.
    pub holes: Vec<Hole>,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

/// Games that were looked at, before what came up in them is looked into.
pub struct Explored(Exploration);

/// Plays the games of a plan; `done` counts them, `stop` ends it early with what came up until then.
pub fn explore(
    prepared: &[Prepared],
    scripting: &(dyn Scripting + Sync),
    plan: &Plan,
    done: &AtomicU64,
    stop: &AtomicBool,
) -> Explored {
    Explored(search::search(prepared, scripting, plan, done, &Deadline::new(stop, plan.time)))
}

/// Something that is to be looked into.
enum Task<'a> {
    /// What went wrong is shortened.
    Shorten(&'a FoundDefect),
    /// An action is weighed against the others.
    Weigh(&'a str),
}

impl Explored {
    /// How many things there are to look into.
    pub fn tasks(&self, prepared: &[Prepared]) -> u64 {
        (self.0.found.len() + unused::open_actions(prepared, &self.0.coverage).len()) as u64
    }

    /// Finds the shortest way to everything that went wrong, and what had no part in the games; `game` is its name or path,
    /// `done` counts the tasks, `stop` ends it early with what was found until then.
    pub fn pin_down(
        &self,
        game: &str,
        prepared: &[Prepared],
        scripting: &(dyn Scripting + Sync),
        plan: &Plan,
        done: &AtomicU64,
        stop: &AtomicBool,
    ) -> Findings {
        let exploration = &self.0;
        // What was found may take as long to look into as it took to find.
        let deadline = Deadline::new(stop, plan.time);
        let shorten = exploration.found.iter().map(Task::Shorten);
        let weigh = unused::open_actions(prepared, &exploration.coverage).into_iter().map(Task::Weigh);
        let tasks: Vec<Task> = shorten.chain(weigh).collect();
        let look_into = |task: &Task| match task {
            Task::Shorten(found_defect) => Some(shortest(game, prepared, scripting, plan, found_defect, &deadline)),
            Task::Weigh(action) => {
                let cases = unused::cases(prepared, &exploration.coverage, action);
                match wants::weigh(&cases, scripting, plan.seed, plan.longest, exploration.games, &deadline) {
                    Verdict::Unwanted(positions) => unused::unwanted(prepared, action, positions),
                    Verdict::Wanted | Verdict::Unknown => None,
                }
            }
        };
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = tasks.get(number) else { break };
                if let Some(hole) = look_into(task) {
                    found.lock().unwrap_or_else(PoisonError::into_inner).push((number, hole));
                }
                done.fetch_add(1, Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            (1..plan.threads.max(1)).for_each(|_| drop(scope.spawn(work)));
            work();
        });
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|(number, _)| *number);
        let mut holes: Vec<Hole> = found.into_iter().map(|(_, hole)| hole).collect();
        holes.extend(unused::unused(prepared, &exploration.coverage));
        holes.sort_by_key(|hole| hole.kind);
        Findings { games: exploration.games, holes, stopped: exploration.stopped || deadline.is_stopped() }
    }
}

/// Makes the shortest scenario of a hole.
fn shortest(
    game: &str,
    prepared: &[Prepared],
    scripting: &(dyn Scripting + Sync),
    plan: &Plan,
    found_defect: &FoundDefect,
    deadline: &Deadline,
) -> Hole {
    let FoundDefect { defect, times, cases } = found_defect;
    let mut best: Option<(usize, WrittenScenario)> = None;
    for case in cases {
        let at = &prepared[case.setting];
        let mut table = Table::new(&at.rules, scripting);
        let mut shortener = Shortener::new(&mut table, defect, case, plan.longest);
        let Some(moves) = shortener.shorten(&case.moves, deadline) else { continue };
        let made = shortener.tell(&moves);
        let mut draft = Draft::from_the_start(at, defect, case.seed, &made);
        let mut trials = Trials::new(game, Games::new(scripting).allowing(Some(game)), defect);
        let shows = trials.shows(&draft);
        let placed = if deadline.is_over() { None } else { trials.place(at, &draft, &made) };
        let shows = shows || placed.is_some();
        draft = placed.unwrap_or(draft);
        let better = best.as_ref().is_none_or(|(_, other)| (!shows, draft.length()) < (!other.shows, other.draft.length()));
        if better {
            best = Some((case.setting, WrittenScenario { draft, seed: case.seed, moves: case.moves.len(), shows }));
        }
    }
    let setting = best.as_ref().map_or(cases[0].setting, |(setting, _)| *setting);
    let Defect { mut kind, what, rule, mut place } = defect.clone();
    if place.is_empty() {
        place = prepared[setting].place_of(&match kind {
            Kind::Invariant => format!("invariants.{rule}"),
            Kind::EndlessRefill | Kind::HeldRefill => format!("zones.{rule}.sweep"),
            _ => "flow".to_owned(),
        });
    }
    // Whoever plays on long enough in the scenario comes to an end: then it was only very long.
    if kind == Kind::EndlessGame && best.as_ref().is_none_or(|(_, written)| !written.shows) {
        kind = Kind::DrawnOut;
        best = None;
    }
    let at = &prepared[setting].setting;
    Hole {
        kind,
        what,
        rule,
        place,
        times: *times,
        players: Some(at.players),
        options: at.options.clone(),
        scenario: best.map(|(_, written)| written),
    }
}
