//! What trial games of every setting say about a game: what broke down in them, and what was odd about all of them.

use railwright_bots::simulate::game_seed;
use railwright_bots::trial::{self, MOST_ACTIONS, TrialFault, TrialTime, Trials};
use railwright_core::id::ActionId;
use railwright_rules::library::looks_like_path;
use railwright_rules::mechanics::ActionDef;
use railwright_rules::{FaultKind, Rules, Setting};
use railwright_script::Rhai;
use railwright_source::{Diagnostic, Files, Node, Origin};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// With fewer games it says nothing that an action was never possible.
const ENOUGH_GAMES: u64 = 60;

/// A setting that can be played: which one it is and which load its places count in.
#[derive(Clone, Copy)]
pub(crate) struct Playable<'a> {
    pub(crate) asked: &'a Setting,
    pub(crate) at: usize,
    pub(crate) load: usize,
    pub(crate) rules: &'a Arc<Rules>,
    pub(crate) tree: &'a Node,
    pub(crate) files: &'a Files,
}

/// What is kept of a setting that was played. Its rules are not: there may be many settings.
struct Tried {
    at: usize,
    load: usize,
    trials: Trials,
    oddity: Option<Oddity>,
    /// What broke down.
    faults: Vec<Diagnostic>,
    actions: Vec<TriedAction>,
    flow: Origin,
}

/// An action of a setting that was played.
struct TriedAction {
    id: String,
    /// Which load its places count in.
    load: usize,
    /// Whether it could be chosen at some time, or nothing is to be said if not.
    possible: bool,
    places: Vec<Origin>,
}

/// What trial games found: in which load its places count, and in which settings it shows.
pub(crate) struct TrialFinding {
    pub(crate) problem: Diagnostic,
    pub(crate) load: usize,
    pub(crate) settings: Vec<usize>,
}

/// How much was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Trial games that came to something: an end, a fault, or no end for too long.
    pub games: u64,
    /// In how many settings.
    pub settings: usize,
    /// How many settings there are.
    pub of: usize,
    /// Whether time ran out before all games were played.
    pub cut: bool,
}

impl Played {
    pub(crate) fn to_json(self) -> Value {
        json!({ "games": self.games, "settings": self.settings, "of": self.of, "cut": self.cut })
    }
}

/// Plays one setting after the other, as long as there is time.
pub(crate) struct Playing<'g> {
    game: &'g str,
    time: TrialTime,
    spent: Duration,
    pub(crate) played: Played,
    tried: Vec<Tried>,
}

impl<'g> Playing<'g> {
    /// Nothing is played yet.
    pub(crate) fn new(game: &'g str, time: TrialTime) -> Self {
        Playing { game, time, spent: Duration::ZERO, played: Played::default(), tried: Vec::new() }
    }

    /// Plays a setting, with so many still to come, itself included.
    pub(crate) fn play(&mut self, setting: Playable, to_come: usize) {
        let trials = trial::play(setting.rules, &Rhai, self.time.share(self.spent, to_come));
        self.spent += trials.spent;
        self.played.of += 1;
        self.played.games += trials.tried();
        self.played.settings += usize::from(trials.tried() > 0);
        self.played.cut |= trials.cut;
        let Playable { at, load, rules, tree, files, .. } = setting;
        let faults = trials.faults.iter().map(|broken| fault(self.game, setting, broken)).collect();
        let tried_action = |(i, (action, possible)): (usize, (&ActionDef, &bool))| {
            // What is left to those who can do nothing else may well never be needed.
            let (flow, id) = (&rules.flow, ActionId::from(i));
            let possible = *possible || !flow.is_offered(id) || flow.is_last_resort(id);
            let places = action.cited.place.split(" over ").filter_map(|place| files.place(place)).collect();
            TriedAction { id: action.id.clone(), load, possible, places }
        };
        let actions = rules.actions.iter().zip(&trials.possible).enumerate().map(tried_action).collect();
        let flow = tree.at("flow").map_or(Origin::NONE, |flow| flow.origin);
        let oddity = if trials.tried() > 0 { oddity(rules, &trials) } else { None };
        self.tried.push(Tried { at, load, oddity, faults, actions, flow, trials });
    }

    /// Everything that trial games found.
    pub(crate) fn findings(self, files: &[Files]) -> Vec<TrialFinding> {
        let mut found = Vec::new();
        for setting in &self.tried {
            for problem in &setting.faults {
                add(&mut found, problem.clone(), setting, files);
            }
        }
        let tried: Vec<&Tried> = self.tried.iter().filter(|setting| setting.trials.tried() > 0).collect();
        odd_endings(&tried, &mut found);
        never_possible(&tried, &mut found);
        found
    }
}

/// The command that plays a trial game again.
fn again(game: &str, setting: &Setting, seed: u64) -> String {
    let game = if looks_like_path(game) && game.contains(' ') { format!("\"{game}\"") } else { game.to_owned() };
    let options: String = setting.options.iter().map(|option| format!(" --option {option}")).collect();
    format!("railwright sim {game} --players {}{options} --games 1 --seed {seed} --check", setting.players)
}

/// A fault as a report: where it broke down, and after which action.
fn fault(game: &str, setting: Playable, broken: &TrialFault) -> Diagnostic {
    let (TrialFault { seed, fault, after }, files) = (broken, setting.files);
    let code = match fault.kind {
        FaultKind::Invariant => "invariant",
        _ => "fault",
    };
    let mut problem = Diagnostic::error(code, format!("a trial game broke down: {}", fault.message));
    let mut places: Vec<Origin> = fault.place.split(" over ").filter_map(|place| files.place(place)).collect();
    // What a game says of itself is named by its key.
    places.extend(setting.tree.at(&fault.place).map(|node| node.origin).filter(|_| fault.kind == FaultKind::Invariant));
    for (i, place) in places.into_iter().enumerate() {
        problem = problem.at(place, if i == 0 { "here" } else { "and here" });
    }
    let action = after.and_then(|after| setting.rules.actions.get(after.index()));
    if let Some(place) = action.and_then(|action| files.place(action.cited.place.split(" over ").next()?)) {
        problem = problem.at(place, "after this action");
    }
    let again = again(game, setting.asked, *seed);
    problem.help(format!("{again} plays this game again (its seed is {})", game_seed(*seed, 0)))
}

/// Adds a finding, or another setting to one that is known.
fn add(found: &mut Vec<TrialFinding>, problem: Diagnostic, setting: &Tried, files: &[Files]) {
    let here = &files[setting.load];
    let known = found.iter_mut().find(|known| alike((&known.problem, &files[known.load]), (&problem, here)));
    match known {
        Some(known) if known.settings.contains(&setting.at) => {}
        Some(known) => known.settings.push(setting.at),
        None => found.push(TrialFinding { problem, load: setting.load, settings: vec![setting.at] }),
    }
}

/// Whether two faults are the same but for numbers: seats and amounts differ from game to game.
fn alike((a, in_a): (&Diagnostic, &Files), (b, in_b): (&Diagnostic, &Files)) -> bool {
    let words = |problem: &Diagnostic| problem.message.replace(|c: char| c.is_ascii_digit(), "");
    let place = |problem: &Diagnostic, files: &Files| {
        let origin = problem.origin();
        (files.name(origin.file).to_owned(), origin.start)
    };
    a.code == b.code && words(a) == words(b) && place(a, in_a) == place(b, in_b)
}

/// How all trial games of a setting came out, where that is odd.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Oddity {
    NobodyChose,
    EverybodyPassed,
    Endless,
}

fn oddity(rules: &Rules, trials: &Trials) -> Option<Oddity> {
    if trials.without_end > 0 && trials.games == 0 {
        return Some(Oddity::Endless);
    }
    if trials.games == 0 {
        return None;
    }
    if trials.without_choice == trials.games {
        return Some(Oddity::NobodyChose);
    }
    let all_passed = |ending: usize| rules.flow.is_all_passed(ending);
    let others = rules.flow.ways_to_end().into_iter().any(|way| !all_passed(way.into()));
    let passed: u64 = trials.ends.iter().enumerate().filter(|(ending, _)| all_passed(*ending)).map(|(_, times)| times).sum();
    (others && passed == trials.games).then_some(Oddity::EverybodyPassed)
}

/// Settings in which every trial game came out the same odd way.
fn odd_endings(tried: &[&Tried], found: &mut Vec<TrialFinding>) {
    let mut odd: BTreeMap<Oddity, Vec<&Tried>> = BTreeMap::new();
    for setting in tried {
        if let Some(oddity) = setting.oddity {
            odd.entry(oddity).or_default().push(setting);
        }
    }
    for (oddity, settings) in odd {
        // With some numbers of players a board may just be too small.
        if oddity == Oddity::EverybodyPassed && settings.len() < tried.len() {
            continue;
        }
        let games: u64 = settings.iter().map(|setting| setting.trials.games + setting.trials.without_end).sum();
        let all = if games == 1 { "the only trial game".to_owned() } else { format!("all {games} trial games") };
        let (problem, help) = match oddity {
            Oddity::NobodyChose => (
                Diagnostic::warning("nobody-chose", format!("{all} ended before anybody had a choice")),
                "does an end condition hold from the beginning?",
            ),
            Oddity::EverybodyPassed => (
                Diagnostic::warning("everybody-passed", format!("{all} ended because everybody passed")),
                "the game can end otherwise, and never did: can what brings that about be chosen often enough?",
            ),
            Oddity::Endless => (
                Diagnostic::warning("endless", format!("{all} went on for more than {MOST_ACTIONS} actions")),
                "does the game come to its end when players choose at random?",
            ),
        };
        let flow = settings[0].flow;
        let problem = if flow.is_none() { problem } else { problem.at(flow, "the flow of the game") };
        let at = settings.iter().map(|setting| setting.at).collect();
        found.push(TrialFinding { problem: problem.help(help), load: settings[0].load, settings: at });
    }
}

/// Actions that some step offers and that could not be chosen once, in any setting.
fn never_possible(tried: &[&Tried], found: &mut Vec<TrialFinding>) {
    let mut actions: BTreeMap<&str, (u64, bool, &TriedAction, Vec<usize>)> = BTreeMap::new();
    for setting in tried {
        for action in &setting.actions {
            let entry = actions.entry(&action.id).or_insert((0, false, action, Vec::new()));
            entry.0 += setting.trials.games;
            entry.1 |= action.possible;
            entry.3.push(setting.at);
        }
    }
    for (id, (games, possible, action, settings)) in actions {
        if possible || games < ENOUGH_GAMES {
            continue;
        }
        let message = format!("in {games} trial games nobody could ever choose `{id}`");
        let mut problem = Diagnostic::note("never-possible", message).about(id);
        for place in &action.places {
            problem = problem.at(*place, "this action");
        }
        let problem = problem.help("it may be rare; otherwise look at its `when` and at what it costs");
        found.push(TrialFinding { problem, load: action.load, settings });
    }
}
