//! Successive halving on paired seeds.

use crate::state::Part;
use crate::tally::Tally;
use crate::{Aim, State, StateError, Subject, Variant, Vary};
use railwright::Game;
use railwright::bots::BotKind;
use railwright::bots::measure::Measuring;
use railwright::bots::measure::figures::{self, Figure};
use railwright::bots::simulate::{Plan, Simulation};
use railwright::core::Random;
use railwright::core::narrow::narrow;
use railwright::records::Shard;
use railwright::rules::{Loaded, Rules};
use railwright::script::Rhai;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// The fewest games of a first round.
const FEWEST: u64 = 8;
/// So many are left for the last round, the game as it is beside them.
const LAST: usize = 3;
/// So often it is looked whether other shards are done.
const BETWEEN_LOOKS: Duration = Duration::from_millis(200);

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game, by its id or path.
    pub game: String,
    /// How many play; as few as may be unless it is said.
    pub players: Option<u8>,
    /// Options of the game.
    pub options: Vec<String>,
    /// Who plays: one for each seat, or one for all.
    pub bots: Vec<BotKind>,
    /// How long a program may think about a decision.
    pub bot_time: Duration,
    /// What all chance comes from.
    pub seed: u64,
    /// How many games the last ones play.
    pub games: u64,
    /// How many candidates there are at most.
    pub candidates: usize,
    /// What is varied.
    pub varies: Vec<Vary>,
    /// What is aimed at.
    pub aims: Vec<Aim>,
    /// How many threads play.
    pub threads: usize,
}

/// How long it may take, and for whom.
pub struct Budget<'a> {
    /// Counts games.
    pub done: &'a AtomicU64,
    /// Ends it: what is played by then is kept.
    pub stop: &'a AtomicBool,
    /// Which part of the games of every round.
    pub shard: Shard,
    /// Whether the other shards are waited for.
    pub wait: bool,
}

/// The game with some numbers.
pub struct Candidate {
    /// Of each key that is varied the number of its value; nothing for the game as it is.
    pub chosen: Option<Vec<usize>>,
    /// The file that says so.
    pub variant: Option<Variant>,
    rules: Option<Arc<Rules>>,
    /// Why it is no game.
    pub wrong: Option<String>,
}

/// A search that can begin.
pub struct Search {
    setup: Setup,
    /// The candidates; the first is the game as it is.
    pub candidates: Vec<Candidate>,
    figures: Vec<Figure>,
    /// The figures that aims are about, and of each aim its subject among these.
    watched: Vec<usize>,
    subjects: Vec<Subject>,
    plan: Plan,
    fingerprint: u64,
}

/// What came of a candidate.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// Which of the candidates; 0 is the game as it is.
    pub candidate: usize,
    /// How many rounds it has played.
    pub rounds: usize,
    /// How many games.
    pub games: u64,
    /// How many games could not be played to their end.
    pub failed: u64,
    /// Of each aim the mean of what it is about, what that may be off, and how far it is from what is aimed at.
    pub aims: Vec<(f64, f64, f64)>,
    /// All misses together, by their weights.
    pub miss: f64,
}

/// What came of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// What is known of each candidate that has played, the best first: who has played more rounds is better.
    pub found: Vec<Found>,
    /// Whether it was stopped before its end.
    pub stopped: bool,
    /// The round that waits for other shards, and for which.
    pub waiting: Option<(usize, Vec<u32>)>,
    /// How many rounds there are.
    pub rounds: usize,
}

impl Search {
    /// Reads the game and makes the candidates; what is wrong with the game or with what is asked is said.
    pub fn new(setup: Setup) -> Result<Self, Problem> {
        let load = |game: &str| Game::builder(game).players(setup.players.unwrap_or(0)).options(setup.options.clone());
        let Loaded { files, report, tree, rules, .. } = load(&setup.game).read();
        let Some(rules) = rules.map(Arc::new) else { return Err(Problem::Game(report.render(&files, true))) };
        if let Some(vary) = setup.varies.iter().find(|vary| !crate::key_is_there(&tree, &vary.key)) {
            return Err(Problem::Asked(format!("{} has no key `{}`", rules.head.id, vary.key)));
        }
        let all = figures::all(&rules);
        let mut watched: Vec<usize> = Vec::new();
        let mut subjects = Vec::new();
        for aim in &setup.aims {
            let subject = aim.subject(&all).ok_or_else(|| Problem::Figure(aim.figure.clone(), near(&aim.figure, &all)))?;
            let mut seen = |at: usize| {
                watched.iter().position(|known| *known == at).unwrap_or_else(|| {
                    watched.push(at);
                    watched.len() - 1
                })
            };
            subjects.push(match subject {
                Subject::Figures(found) => Subject::Figures(found.into_iter().map(&mut seen).collect()),
                Subject::Difference(found) => Subject::Difference(found.into_iter().map(&mut seen).collect()),
            });
        }
        let mut candidates = vec![Candidate { chosen: None, variant: None, rules: Some(rules.clone()), wrong: None }];
        for chosen in chosen(&setup) {
            let variant = Variant::new(&setup.game, &tree, &setup.varies, &chosen);
            let loaded = load(&variant.path.display().to_string()).file(&variant.path, variant.text.as_str()).load();
            let (rules, wrong) = match loaded {
                Ok(game) => (Some(game.rules().clone()), None),
                Err(problems) => (None, Some(problems.to_string())),
            };
            candidates.push(Candidate { chosen: Some(chosen), variant: Some(variant), rules, wrong });
        }
        let plan = Plan {
            games: setup.games,
            seed: setup.seed,
            bots: setup.bots.clone(),
            rotate: true,
            bot_time: setup.bot_time,
            threads: setup.threads,
            check: false,
        };
        Ok(Search { candidates, figures: all, watched, subjects, plan, fingerprint: rules.resolved, setup })
    }

    /// What is searched, so that what was kept of another search is not taken for this one's.
    #[must_use]
    pub fn description(&self) -> Value {
        let Setup { game, options, bots, seed, games, candidates, varies, aims, .. } = &self.setup;
        json!({
            "format": 1,
            "game": railwright::rules::compile::game_id(game),
            "rules": format!("{:016x}", self.fingerprint),
            "options": options,
            "bots": bots.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "seed": seed,
            "games": games,
            "candidates": candidates,
            "vary": varies.iter().map(|vary| json!({ "key": vary.key, "values": vary.values })).collect::<Vec<_>>(),
            "aim": aims.iter().map(|aim| aim.text.as_str()).collect::<Vec<_>>(),
        })
    }

    /// The rules of the game as it is.
    #[must_use]
    pub fn rules(&self) -> Option<&Arc<Rules>> {
        self.candidates.first().and_then(|candidate| candidate.rules.as_ref())
    }

    /// What is looked for.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Whether what an aim is about is a share.
    #[must_use]
    pub fn is_share(&self, aim: usize) -> bool {
        self.setup.aims[aim].is_share(&self.figures)
    }

    /// How many games are played after each round, all rounds before it included.
    #[must_use]
    pub fn rounds(&self) -> Vec<u64> {
        let mut left = self.playable().len().saturating_sub(1);
        let mut halvings = 0;
        while left > LAST {
            left = left.div_ceil(2);
            halvings += 1;
        }
        let games = self.setup.games;
        (0..=halvings).map(|round| (games >> (halvings - round).min(63)).max(FEWEST.min(games))).collect()
    }

    /// How many games a shard plays in all.
    #[must_use]
    pub fn all_games(&self, shard: Shard) -> u64 {
        let (mut left, mut from, mut all) = (self.playable().len() as u64, 0, 0);
        for to in self.rounds() {
            let part = shard.range(to - from);
            all += (part.end - part.start) * left;
            from = to;
            left = left.saturating_sub(1).div_ceil(2) + 1;
        }
        all
    }

    fn playable(&self) -> Vec<usize> {
        (0..self.candidates.len()).filter(|&at| self.candidates[at].rules.is_some()).collect()
    }

    /// Plays, and says what came of it. What was kept in the folder is not played again.
    pub fn run(&self, budget: &Budget, state: Option<&State>) -> Result<Outcome, StateError> {
        let rounds = self.rounds();
        let mut tallies = vec![Tally::default(); self.candidates.len()];
        let mut played = vec![0; self.candidates.len()];
        let mut left = self.playable();
        let mut from = 0;
        let (mut stopped, mut waiting) = (false, None);
        for (round, &to) in rounds.iter().enumerate() {
            let own = self.play_round(round, &left, from..to, budget, state)?;
            let whole = left.iter().all(|candidate| own.contains_key(candidate));
            let parts = if whole { self.gathered(round, &left, &own, budget, state)? } else { Err(Vec::new()) };
            match parts {
                Ok(parts) => {
                    for (candidate, tally) in parts.iter().flatten().filter(|(candidate, _)| left.contains(candidate)) {
                        tallies[*candidate].merge(tally);
                        played[*candidate] = round + 1;
                    }
                }
                Err(missing) => {
                    stopped = missing.is_empty() || budget.stop.load(Ordering::Relaxed);
                    waiting = (!missing.is_empty()).then_some((round, missing));
                    // What this shard alone has played says more than nothing.
                    if round == 0 {
                        for (candidate, tally) in &own {
                            tallies[*candidate].merge(tally);
                        }
                    }
                    break;
                }
            }
            from = to;
            if round + 1 < rounds.len() {
                left = self.better_half(&left, &tallies);
            }
        }
        let mut found: Vec<Found> = (0..self.candidates.len())
            .filter(|&candidate| tallies[candidate].games + tallies[candidate].failed > 0)
            .map(|candidate| self.found(candidate, played[candidate], &tallies[candidate]))
            .collect();
        found.sort_by(|a, b| b.rounds.cmp(&a.rounds).then(a.miss.total_cmp(&b.miss)).then(a.candidate.cmp(&b.candidate)));
        Ok(Outcome { found, stopped, waiting, rounds: rounds.len() })
    }

    /// Plays this shard's games of a round.
    fn play_round(
        &self,
        round: usize,
        left: &[usize],
        games: std::ops::Range<u64>,
        budget: &Budget,
        state: Option<&State>,
    ) -> Result<Part, StateError> {
        let mut part = state.map_or_else(|| Ok(Part::new()), |state| state.part(round, budget.shard))?;
        let share = budget.shard.range(games.end - games.start);
        let games = games.start + share.start..games.start + share.end;
        for &candidate in left {
            if let Some(known) = part.get(&candidate) {
                budget.done.fetch_add(known.games + known.failed, Ordering::Relaxed);
                continue;
            }
            let Some(tally) = self.play(candidate, games.clone(), budget) else { break };
            part.insert(candidate, tally);
            if let Some(state) = state {
                state.keep(round, budget.shard, &part)?;
            }
        }
        Ok(part)
    }

    /// Plays some games of a candidate; nothing if it was stopped before their end.
    fn play(&self, candidate: usize, games: std::ops::Range<u64>, budget: &Budget) -> Option<Tally> {
        let rules = self.candidates[candidate].rules.as_ref()?;
        let own = figures::all(rules);
        let watched: Vec<Option<Figure>> =
            self.watched.iter().map(|at| own.iter().find(|figure| figure.id == self.figures[*at].id).cloned()).collect();
        let mut tally = Tally::of(watched.len());
        let wanted = games.end - games.start;
        let take = |_: u64, measuring: Measuring| measuring.games.iter().for_each(|game| tally.add(game, &watched));
        let simulation = Simulation { rules, plan: &self.plan, games, lists: false, done: budget.done, stop: budget.stop };
        simulation.run_observed(&Rhai, || Measuring::new(rules), take);
        (tally.games + tally.failed == wanted).then_some(tally)
    }

    /// What all shards have played of a round; else the shards that are not done.
    fn gathered(
        &self,
        round: usize,
        left: &[usize],
        own: &Part,
        budget: &Budget,
        state: Option<&State>,
    ) -> Result<Result<Vec<Part>, Vec<u32>>, StateError> {
        let Some(state) = state.filter(|_| budget.shard.of > 1) else { return Ok(Ok(vec![own.clone()])) };
        loop {
            let (mut parts, mut missing) = (Vec::new(), Vec::new());
            for number in 1..=budget.shard.of {
                let part = match number == budget.shard.number {
                    true => own.clone(),
                    false => state.part(round, Shard { number, of: budget.shard.of })?,
                };
                if !left.iter().all(|candidate| part.contains_key(candidate)) {
                    missing.push(number);
                }
                parts.push(part);
            }
            if missing.is_empty() {
                return Ok(Ok(parts));
            }
            if !budget.wait || budget.stop.load(Ordering::Relaxed) {
                return Ok(Err(missing));
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
    }

    /// The game as it is, and the half of the others that is nearer to the aims.
    fn better_half(&self, left: &[usize], tallies: &[Tally]) -> Vec<usize> {
        let mut others: Vec<usize> = left.iter().copied().filter(|candidate| *candidate != 0).collect();
        let miss = |candidate: usize| self.found(candidate, 0, &tallies[candidate]).miss;
        others.sort_by(|&a, &b| miss(a).total_cmp(&miss(b)).then(a.cmp(&b)));
        others.truncate(others.len().div_ceil(2));
        others.push(0);
        others.sort_unstable();
        others
    }

    fn found(&self, candidate: usize, rounds: usize, tally: &Tally) -> Found {
        let mut miss = 0.0;
        let mut aims = Vec::new();
        for (at, (aim, subject)) in self.setup.aims.iter().zip(&self.subjects).enumerate() {
            let share = self.is_share(at);
            let known = match subject {
                Subject::Figures(figures) => {
                    let count = figures.len().max(1) as f64;
                    let all: Vec<(f64, f64)> = figures.iter().map(|figure| tally.mean(*figure)).collect();
                    let mean = all.iter().map(|(mean, _)| mean).sum::<f64>() / count;
                    let margin = all.iter().map(|(_, margin)| margin).sum::<f64>() / count;
                    (mean, margin, all.iter().map(|(mean, _)| aim.miss(*mean, share)).sum::<f64>() / count)
                }
                Subject::Difference(figures) => {
                    let all: Vec<(f64, f64)> = figures.iter().map(|figure| tally.mean(*figure)).collect();
                    let most = all.iter().map(|(mean, _)| *mean).fold(f64::NEG_INFINITY, f64::max);
                    let least = all.iter().map(|(mean, _)| *mean).fold(f64::INFINITY, f64::min);
                    let margin = all.iter().map(|(_, margin)| *margin).fold(0.0, f64::max);
                    (most - least, margin, aim.miss(most - least, share))
                }
            };
            miss += aim.weight * known.2;
            aims.push(known);
        }
        // A game that breaks down is nobody's aim.
        if tally.failed > 0 || tally.games == 0 {
            miss = f64::INFINITY;
        }
        Found { candidate, rounds, games: tally.games, failed: tally.failed, aims, miss }
    }
}

/// Why a search cannot begin.
pub enum Problem {
    /// What is wrong with the game, as it is shown.
    Game(String),
    /// What is wrong with what is asked.
    Asked(String),
    /// A figure that the game has not, and one that may be meant.
    Figure(String, Option<String>),
}

/// The figure that may be meant.
fn near(figure: &str, figures: &[Figure]) -> Option<String> {
    let ids = figures.iter().map(|figure| figure.id.as_str()).chain(["balance"]);
    railwright::source::did_you_mean(figure, ids).map(str::to_owned)
}

/// The values of each candidate: all there are, or as many as are wanted, drawn by the seed.
fn chosen(setup: &Setup) -> Vec<Vec<usize>> {
    let counts: Vec<u64> = setup.varies.iter().map(|vary| vary.values.len() as u64).collect();
    let all = counts.iter().fold(1u64, |all, count| all.saturating_mul(*count));
    let of = |mut number: u64| {
        let mut chosen = Vec::with_capacity(counts.len());
        for count in &counts {
            chosen.push(narrow::<usize>(number % count));
            number /= count;
        }
        chosen
    };
    if all <= setup.candidates as u64 {
        return (0..all).map(of).collect();
    }
    let mut random = Random::stream(setup.seed, 0x7475_6e65);
    let mut drawn = BTreeSet::new();
    while drawn.len() < setup.candidates {
        drawn.insert(random.next() % all);
    }
    drawn.into_iter().map(of).collect()
}
