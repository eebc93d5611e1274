//! Looks for what the rules of a game forgot.
//!
//! [`find`] lets players explore a game who do not want to win but to get into trouble, at every number of players and with
//! every option. What goes wrong is shortened to the fewest moves and becomes a scenario; what never came up is listed.

mod coverage;
mod draft;
mod explorer;
mod kind;
mod prepare;
mod search;
mod shorten;
mod table;
mod trouble;
mod unused;

pub use draft::Draft;
pub use kind::Kind;
pub use prepare::{Prepared, prepare};
pub use search::Plan;

use draft::Trials;
use railwright_rules::script::Scripting;
use railwright_scenario::Games;
use search::{Patience, Seen, Sighting};
use shorten::Shortener;
use std::sync::atomic::{AtomicBool, AtomicU64};
use table::Table;
use trouble::Trouble;

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
    pub scenario: Option<Written>,
}

/// A scenario that shows a hole, and where it comes from.
#[derive(Clone, Debug)]
pub struct Written {
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
pub struct Found {
    /// Games that were looked at.
    pub games: u64,
    /// What was found, the worst first.
    pub holes: Vec<Hole>,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

/// Looks for holes in a game; `done` counts the games, `stop` ends it early with what was found until then.
pub fn find(
    game: &str,
    prepared: &[Prepared],
    scripting: &(dyn Scripting + Sync),
    plan: &Plan,
    done: &AtomicU64,
    stop: &AtomicBool,
) -> Found {
    let patience = Patience::new(stop, plan.time);
    let mut seen = search::search(prepared, scripting, plan, done, &patience);
    let sightings = std::mem::take(&mut seen.sightings);
    let Seen { games, stopped, .. } = seen;
    let mut holes: Vec<Hole> = sightings.into_iter().map(|s| pin_down(game, prepared, scripting, plan, s, &patience)).collect();
    holes.extend(unused::unused(prepared, &seen));
    holes.sort_by_key(|hole| hole.kind);
    Found { games, holes, stopped: stopped || patience.is_stopped() }
}

/// Makes the shortest scenario of a hole.
fn pin_down(
    game: &str,
    prepared: &[Prepared],
    scripting: &(dyn Scripting + Sync),
    plan: &Plan,
    sighting: Sighting,
    patience: &Patience,
) -> Hole {
    let Sighting { trouble, times, cases } = sighting;
    let mut best: Option<(usize, Written)> = None;
    for case in &cases {
        let at = &prepared[case.setting];
        let mut table = Table::new(&at.rules, scripting);
        let mut shortener = Shortener::new(&mut table, &trouble, case, plan.longest);
        let Some(moves) = shortener.shorten(&case.moves, patience) else { continue };
        let made = shortener.tell(&moves);
        let mut draft = Draft::from_the_start(at, &trouble, case.seed, &made);
        let mut trials = Trials::new(game, Games::new(scripting), &trouble);
        let shows = trials.shows(&draft);
        let placed = if patience.is_stopped() { None } else { trials.place(at, &draft, &made) };
        let shows = shows || placed.is_some();
        draft = placed.unwrap_or(draft);
        let better = best.as_ref().is_none_or(|(_, other)| (!shows, draft.length()) < (!other.shows, other.draft.length()));
        if better {
            best = Some((case.setting, Written { draft, seed: case.seed, moves: case.moves.len(), shows }));
        }
    }
    let setting = best.as_ref().map_or(cases[0].setting, |(setting, _)| *setting);
    let Trouble { mut kind, what, rule, mut place } = trouble;
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
        times,
        players: Some(at.players),
        options: at.options.clone(),
        scenario: best.map(|(_, written)| written),
    }
}
