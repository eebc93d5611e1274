//! Many games, on many threads, with the same result whatever their number.

use crate::game_runner::GameError;
pub use crate::game_runner::{GameRunner, MOST_ACTIONS};
use crate::observer::Observer;
use crate::statistics::Summary;
use crate::{BotKind, ImaginedFaults};
use railwright_core::Random;
use railwright_core::id::MAX_SEATS;
use railwright_core::narrow::narrow;
use railwright_rules::Rules;
use railwright_rules::script::Scripting;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Games a thread plays before it asks for more, at most: so many that asking costs nothing.
const BATCH: u64 = 16;
/// Where there are few games, and each may take long, they come in so many batches that every thread has some.
const BATCHES: u64 = 512;
/// After so many games that a bot of somebody else spoiled, no more are begun: each may have cost its whole time.
const MOST_SPOILED: u64 = 10;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// The seed they all come from.
    pub seed: u64,
    /// Which bot sits where; the last one takes all further seats.
    pub bots: Vec<BotKind>,
    /// Whether the bots move on by a seat with every game, so that each has every seat equally often.
    pub rotate: bool,
    /// How long a program of somebody else may think about one decision.
    pub bot_time: Duration,
    /// How many threads.
    pub threads: usize,
    /// Whether every invariant is checked after every step.
    pub check: bool,
}

impl Plan {
    /// By how many seats the bots have moved on in a game: it depends on its number alone.
    pub fn rotation(&self, game: u64, seats: u8) -> u8 {
        if self.rotate { narrow::<u8>(game % u64::from(seats.max(1))) } else { 0 }
    }

    /// Who sits at each seat in a game.
    pub fn seated(&self, game: u64, seats: u8) -> Vec<BotKind> {
        let bot = |at: usize| self.bots.get(at).or(self.bots.last()).cloned().unwrap_or(BotKind::Random);
        let mut bots: Vec<BotKind> = (0..seats.into()).map(bot).collect();
        bots.rotate_right(self.rotation(game, seats).into());
        bots
    }

    /// Whether it makes a difference who sits where.
    pub fn is_mixed(&self) -> bool {
        self.bots.windows(2).any(|two| two[0] != two[1])
    }
}

/// What one seat did in all games.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SeatResult {
    /// Games won alone.
    pub wins: u64,
    /// Games won together with others.
    pub shared: u64,
    /// Wins as shares: a game won by two counts a half for each, in 840ths to stay whole.
    pub win_parts: u64,
    /// Its scores.
    pub scores: Summary,
}

/// 840 can be divided by every number of winners up to eight.
pub const WIN: u64 = 840;

/// Something that went wrong in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// Which game of the simulation it was.
    pub game: u64,
    /// The seed of the game.
    pub seed: u64,
    /// What went wrong.
    pub message: String,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Results {
    /// Games finished.
    pub games: u64,
    /// Decisions with at least two legal actions.
    pub decisions: u64,
    /// All actions, those without alternative included.
    pub actions: u64,
    /// Legal actions listed at decisions with a choice.
    pub listed: u64,
    /// The most legal actions at any decision.
    pub widest: u64,
    /// Turns of a game.
    pub turns: Summary,
    /// Decisions of a game.
    pub length: Summary,
    /// Each seat.
    pub seats: [SeatResult; MAX_SEATS],
    /// How often the game ended in each way.
    pub ends: Vec<u64>,
    /// Faults and broken invariants, at most a few of them.
    pub failures: Vec<Failure>,
    /// How many failures there were.
    pub failed: u64,
    /// Rules that broke down in positions that bots imagined.
    #[serde(default)]
    pub imagined_faults: ImaginedFaults,
    /// How long it took.
    pub seconds: f64,
    /// Whether it was stopped before all games were played.
    pub stopped: bool,
}

impl Results {
    /// Takes in what came of other games of the same plan.
    pub fn merge(&mut self, other: Results) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.actions += other.actions;
        self.listed += other.listed;
        self.widest = self.widest.max(other.widest);
        self.turns.merge(&other.turns);
        self.length.merge(&other.length);
        for (a, b) in self.seats.iter_mut().zip(&other.seats) {
            a.wins += b.wins;
            a.shared += b.shared;
            a.win_parts += b.win_parts;
            a.scores.merge(&b.scores);
        }
        self.ends.resize(self.ends.len().max(other.ends.len()), 0);
        self.ends.iter_mut().zip(other.ends).for_each(|(a, b)| *a += b);
        self.failed += other.failed;
        self.imagined_faults.merge(other.imagined_faults);
        self.failures.extend(other.failures);
        self.failures.sort_by_key(|f| f.game);
        self.failures.truncate(10);
    }
}

/// The seed of one game of a simulation.
pub fn game_seed(seed: u64, game: u64) -> u64 {
    Random::stream(seed, game).next()
}

/// Games to be played: by which rules and plan, which of the plan's games, and who is told how far they are.
///
/// The same games come out whatever the number of threads, and some games of a plan are exactly those that all of it has.
#[derive(Clone)]
pub struct Simulation<'a> {
    /// The rules.
    pub rules: &'a Arc<Rules>,
    /// The plan.
    pub plan: &'a Plan,
    /// Which games of the plan.
    pub games: Range<u64>,
    /// Counts games while it runs.
    pub done: &'a AtomicU64,
    /// Ends it within a decision: games that were under way count for nothing.
    pub stop: &'a AtomicBool,
    /// Whether all that is legal is listed at every decision, also where seats choose at random and nobody looks: only slower.
    pub lists: bool,
}

impl<'a> Simulation<'a> {
    /// All games of a plan.
    pub fn new(rules: &'a Arc<Rules>, plan: &'a Plan, done: &'a AtomicU64, stop: &'a AtomicBool) -> Self {
        Simulation { rules, plan, games: 0..plan.games, done, stop, lists: false }
    }

    /// Plays the games.
    pub fn run(&self, scripting: &(dyn Scripting + Sync)) -> Results {
        self.run_observed(scripting, || (), |_, ()| ())
    }

    /// Plays the games before observers: a new one for each batch of games, handed to `take` with the number of its first game
    /// in the order of the games, whichever thread played them. A batch cut short is handed over as well.
    pub fn run_observed<W: Observer + Send>(
        &self,
        scripting: &(dyn Scripting + Sync),
        observer: impl Fn() -> W + Sync,
        take: impl FnMut(u64, W) + Send,
    ) -> Results {
        let Plan { bots, check, bot_time, .. } = self.plan;
        let runner = || GameRunner::new(self.rules, scripting, bots, *check).with_bot_time(*bot_time).listing(self.lists);
        self.run_by(&runner, observer, take)
    }

    /// The same with runners that are made by somebody else, one for each thread: they may have bots at their seats that the
    /// plan has no name for.
    pub fn run_by<W: Observer + Send>(
        &self,
        runner: &(dyn Fn() -> GameRunner + Sync),
        observer: impl Fn() -> W + Sync,
        take: impl FnMut(u64, W) + Send,
    ) -> Results {
        let begun = Instant::now();
        let count = self.games.end.saturating_sub(self.games.start);
        // It depends on the games alone: what an observer is shown must not depend on the number of threads.
        let batch = (count / BATCHES).clamp(1, BATCH);
        let sharing = Sharing { next: AtomicU64::new(self.games.start), batch, spoiled: AtomicU64::new(0) };
        let queue = Mutex::new(InGameOrder { next: self.games.start, batch, waiting: BTreeMap::new(), take });
        let hand_over = |from: u64, observer: W| queue.lock().unwrap_or_else(PoisonError::into_inner).put(from, observer);
        let work = || self.work(&mut runner(), &sharing, &observer, &hand_over);
        let mut results = Results { ends: vec![0; self.rules.flow.endings.len()], ..Results::default() };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
            results.merge(work());
            for other in others {
                match other.join() {
                    Ok(part) => results.merge(part),
                    Err(_) => results.failed += 1,
                }
            }
        });
        queue.into_inner().unwrap_or_else(PoisonError::into_inner).give_rest();
        results.seconds = begun.elapsed().as_secs_f64();
        results.stopped = results.games + results.failed < count;
        results
    }

    /// What one thread does: batch after batch, until there are no more.
    fn work<W: Observer>(
        &self,
        runner: &mut GameRunner,
        sharing: &Sharing,
        observer: &impl Fn() -> W,
        hand_over: &impl Fn(u64, W),
    ) -> Results {
        let mut results = Results::default();
        let over = || self.stop.load(Ordering::Relaxed) || sharing.spoiled.load(Ordering::Relaxed) >= MOST_SPOILED;
        while !over() {
            let from = sharing.next.fetch_add(sharing.batch, Ordering::Relaxed);
            if from >= self.games.end {
                break;
            }
            let to = (from + sharing.batch).min(self.games.end);
            let mut observer = observer();
            for game in (from..to).take_while(|_| !over()) {
                self.play(game, runner, &sharing.spoiled, &mut results, &mut observer);
            }
            hand_over(from, observer);
        }
        results
    }

    /// Plays one game into the results.
    fn play<W: Observer>(
        &self,
        game: u64,
        runner: &mut GameRunner,
        spoiled: &AtomicU64,
        results: &mut Results,
        observer: &mut W,
    ) {
        let seed = game_seed(self.plan.seed, game);
        let faults = std::mem::take(&mut results.imagined_faults);
        runner.number(game);
        runner.rotate_bots(self.plan.rotation(game, self.rules.parts.seats));
        let played = runner.play_until(seed, results, observer, self.stop);
        results.imagined_faults.game = game;
        results.imagined_faults.merge(faults);
        match played {
            Ok(()) => {}
            Err(GameError::Stopped) => return,
            Err(wrong) => {
                spoiled.fetch_add(u64::from(matches!(wrong, GameError::Bot(_))), Ordering::Relaxed);
                results.failed += 1;
                results.failures.push(Failure { game, seed, message: wrong.to_string() });
                results.failures.truncate(10);
            }
        }
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

/// How threads share the games among them.
struct Sharing {
    /// The first game that nobody has taken.
    next: AtomicU64,
    batch: u64,
    /// Games that a bot of somebody else spoiled.
    spoiled: AtomicU64,
}

/// Hands over what threads finish in any order in the order of the games.
struct InGameOrder<W, T> {
    next: u64,
    batch: u64,
    waiting: BTreeMap<u64, W>,
    take: T,
}

impl<W, T: FnMut(u64, W)> InGameOrder<W, T> {
    fn put(&mut self, from: u64, observer: W) {
        self.waiting.insert(from, observer);
        while let Some(observer) = self.waiting.remove(&self.next) {
            (self.take)(self.next, observer);
            self.next += self.batch;
        }
    }

    /// What waited for a thread that broke down is not lost with it.
    fn give_rest(mut self) {
        for (from, observer) in std::mem::take(&mut self.waiting) {
            (self.take)(from, observer);
        }
    }
}
