//! Many games, on many threads, with the same result whatever their number.

use crate::statistics::Summary;
use crate::{Bot, BotKind};
use railwright_core::id::{MAX_SEATS, SeatId};
use railwright_core::{Events, Random, State, View};
use railwright_rules::script::Scripting;
use railwright_rules::{Engine, Fault, Rules, Sheet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// A game that is not over by then does not end.
pub const MOST_ACTIONS: u64 = 200_000;
/// Games a thread plays before it asks for more.
const BATCH: u64 = 16;

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// The seed they all come from.
    pub seed: u64,
    /// Which bot sits where; the last one takes all further seats.
    pub bots: Vec<BotKind>,
    /// How many threads.
    pub threads: usize,
    /// Whether every invariant is checked after every step.
    pub check: bool,
}

/// What one seat did in all games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Which game of the simulation it was.
    pub game: u64,
    /// The seed of the game.
    pub seed: u64,
    /// What went wrong.
    pub message: String,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Default)]
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
    /// How long it took.
    pub seconds: f64,
    /// Whether it was stopped before all games were played.
    pub stopped: bool,
}

impl Results {
    fn merge(&mut self, other: Results) {
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
        self.failures.extend(other.failures);
        self.failures.sort_by_key(|f| f.game);
        self.failures.truncate(10);
    }
}

/// The seed of one game of a simulation.
pub fn game_seed(seed: u64, game: u64) -> u64 {
    Random::stream(seed, game).next()
}

/// Plays games on one thread; everything it needs is reused from game to game.
pub struct Player {
    engine: Engine,
    state: State,
    sheet: Sheet,
    events: Events,
    bots: Vec<BotKind>,
    check: bool,
}

impl Player {
    /// A player of these rules with these bots.
    pub fn new(rules: &Arc<Rules>, scripting: &dyn Scripting, bots: &[BotKind], check: bool) -> Self {
        Player {
            engine: Engine::new(rules.clone(), scripting),
            state: State::new(&rules.parts),
            sheet: Sheet::default(),
            events: Events::default(),
            bots: bots.to_vec(),
            check,
        }
    }

    /// Plays one game to its end and takes it into the results.
    pub fn play(&mut self, seed: u64, results: &mut Results) -> Result<(), Fault> {
        let rules = self.engine.rules().clone();
        let seats = rules.parts.seats as usize;
        let mut random: [Random; MAX_SEATS] = std::array::from_fn(|s| Random::stream(seed, 1000 + s as u64));
        let kind = |s: usize| self.bots.get(s).or(self.bots.last()).copied().unwrap_or(BotKind::Random);
        let mut thinkers: Vec<Option<Box<dyn Bot>>> = Vec::new();
        if (0..seats).any(|s| kind(s) != BotKind::Random) {
            thinkers.extend((0..seats).map(|s| (kind(s) != BotKind::Random).then(|| kind(s).seat(random[s]))));
        }
        self.engine.restart(&mut self.state, seed, None, &mut self.events)?;
        self.verify()?;
        let (mut decisions, mut actions, mut listed) = (0u64, 0u64, 0u64);
        while self.state.clock().over.is_none() {
            let waiting = self.state.clock().waiting;
            let seat = SeatId(waiting.0.trailing_zeros() as u8);
            let legal = self.engine.legal(&self.state, seat)?;
            let count = legal.len();
            if count == 0 {
                return Err(Fault { place: rules.head.id.clone(), message: format!("seat {} must choose and has no legal action", seat.0 + 1) });
            }
            let choice = match thinkers.get_mut(seat.index()).and_then(Option::as_mut) {
                Some(bot) => bot.choose(&rules, &View::new(&rules.parts, &self.state, seat), legal).min(count - 1),
                None => random[seat.index()].below(count as u32) as usize,
            };
            if count > 1 {
                decisions += 1;
                listed += count as u64;
                results.widest = results.widest.max(count as u64);
            }
            actions += 1;
            if actions > MOST_ACTIONS {
                return Err(Fault { place: rules.head.id.clone(), message: format!("the game is not over after {MOST_ACTIONS} actions") });
            }
            let checked = self.engine.pick(choice).expect("a listed action");
            self.engine.step(&mut self.state, checked, &mut self.events)?;
            self.verify()?;
        }
        self.engine.score(&self.state, &mut self.sheet)?;
        results.decisions += decisions;
        results.actions += actions;
        results.listed += listed;
        results.games += 1;
        results.length.add(decisions as i64);
        results.turns.add(i64::from(self.state.clock().turn));
        let ending = self.state.clock().over.unwrap_or(0) as usize;
        results.ends.resize(rules.flow.endings.len(), 0);
        results.ends[ending] += 1;
        let winners = self.sheet.winners(rules.parts.seats);
        let share = WIN / u64::from(winners.0.count_ones()).max(1);
        for seat in 0..seats {
            let result = &mut results.seats[seat];
            result.scores.add(self.sheet.totals[seat]);
            if winners.has(SeatId(seat as u8)) {
                result.win_parts += share;
                if share == WIN { result.wins += 1 } else { result.shared += 1 }
            }
        }
        Ok(())
    }

    fn verify(&mut self) -> Result<(), Fault> {
        if !self.check {
            return Ok(());
        }
        match self.engine.broken_invariants(&self.state).into_iter().next() {
            Some(message) => Err(Fault { place: "invariants".into(), message }),
            None => Ok(()),
        }
    }
}

/// Plays all games of a plan; `done` counts them while it runs, `stop` ends it early.
pub fn simulate(rules: &Arc<Rules>, scripting: &(dyn Scripting + Sync), plan: &Plan, done: &AtomicU64, stop: &AtomicBool) -> Results {
    let begun = Instant::now();
    let next = AtomicU64::new(0);
    let work = || {
        let mut results = Results::default();
        let mut player = Player::new(rules, scripting, &plan.bots, plan.check);
        while !stop.load(Ordering::Relaxed) {
            let from = next.fetch_add(BATCH, Ordering::Relaxed);
            if from >= plan.games {
                break;
            }
            let to = (from + BATCH).min(plan.games);
            for game in from..to {
                let seed = game_seed(plan.seed, game);
                if let Err(fault) = player.play(seed, &mut results) {
                    results.failed += 1;
                    results.failures.push(Failure { game, seed, message: fault.to_string() });
                    results.failures.truncate(10);
                }
            }
            done.fetch_add(to - from, Ordering::Relaxed);
        }
        results
    };
    let mut results = Results { ends: vec![0; rules.flow.endings.len()], ..Results::default() };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        results.merge(work());
        for other in others {
            match other.join() {
                Ok(part) => results.merge(part),
                Err(_) => results.failed += 1,
            }
        }
    });
    results.seconds = begun.elapsed().as_secs_f64();
    results.stopped = results.games + results.failed < plan.games;
    results
}
