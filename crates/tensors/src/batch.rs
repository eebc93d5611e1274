//! Many games side by side, each begun anew as soon as it is over. What comes of a step is written straight into the arrays of whoever asks.

use crate::coding::Coding;
use crate::engines::with_engine;
use crate::rewards::Rewards;
use crate::table::{NotSaid, Said, Table};
use railwright_core::Random;
use railwright_core::id::MAX_SEATS;
use railwright_core::narrow::narrow;
use railwright_rules::{Engine, Rules, ScoreSheet};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt;
use std::sync::Arc;

/// Where the results of a step go: one row for each game.
pub struct Arrays<'a> {
    /// What the seat that is asked sees; nothing if nobody wants to know.
    pub observations: Option<&'a mut [f32]>,
    /// What it may say.
    pub masks: &'a mut [u8],
    /// Which seat is asked.
    pub seats: &'a mut [i32],
    /// What each seat is rewarded with for the last step.
    pub rewards: &'a mut [f32],
    /// 1 where a game came to its end in the last step; what else is shown there is of the next one.
    pub ended: &'a mut [u8],
    /// The final score of each seat where a game came to its end, 0 elsewhere.
    pub scores: &'a mut [f32],
}

impl<'a> Arrays<'a> {
    /// The rows of the first games, and the others.
    fn split(self, games: usize, wide: Widths) -> (Self, Self) {
        let (observations, others) = match self.observations.map(|all| all.split_at_mut(games * wide.observation)) {
            Some((some, others)) => (Some(some), Some(others)),
            None => (None, None),
        };
        let masks = self.masks.split_at_mut(games * wide.mask);
        let seats = self.seats.split_at_mut(games);
        let rewards = self.rewards.split_at_mut(games * wide.seats);
        let ended = self.ended.split_at_mut(games);
        let scores = self.scores.split_at_mut(games * wide.seats);
        let first = Arrays { observations, masks: masks.0, seats: seats.0, rewards: rewards.0, ended: ended.0, scores: scores.0 };
        let rest =
            Arrays { observations: others, masks: masks.1, seats: seats.1, rewards: rewards.1, ended: ended.1, scores: scores.1 };
        (first, rest)
    }
}

/// How wide the rows are.
#[derive(Clone, Copy)]
struct Widths {
    observation: usize,
    mask: usize,
    seats: usize,
}

/// Why a step was not made, or not for all games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BatchError {
    /// There must be a word for each game.
    Words {
        /// How many games there are.
        games: usize,
        /// How many words were given.
        given: usize,
    },
    /// An array is not as long as it should be.
    Length {
        /// Which.
        array: &'static str,
        /// How long it should be.
        wanted: usize,
        /// How long it is.
        given: usize,
    },
    /// Something cannot be said; no game went on.
    Illegal {
        /// In which game, counted from zero.
        game: usize,
        /// What was to be said.
        word: i64,
    },
    /// The rules broke down in a game.
    Broken {
        /// In which, counted from zero.
        game: usize,
        /// Its seed.
        seed: u64,
        /// How.
        fault: String,
    },
    /// There can be no threads.
    Threads(String),
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BatchError::Words { games, given } => write!(f, "{given} actions for {games} environments"),
            BatchError::Length { array, wanted, given } => write!(f, "`{array}` has {given} entries and should have {wanted}"),
            BatchError::Illegal { game, word } => {
                write!(f, "environment {game}: {word} is not legal, its mask is 0 there; no environment was stepped")
            }
            BatchError::Broken { game, seed, fault } => write!(f, "environment {game} (seed {seed}): {fault}"),
            BatchError::Threads(why) => write!(f, "no threads: {why}"),
        }
    }
}

impl std::error::Error for BatchError {}

/// One of the games.
struct Running {
    table: Table,
    /// How many games were begun here before.
    begun: u64,
    seed: u64,
    /// The scores after the last step, where rewards follow them.
    totals: [i64; MAX_SEATS],
}

/// Many games by the same rules.
pub struct Batch {
    coding: Arc<Coding>,
    rewards: Rewards,
    seed: u64,
    games: Vec<Running>,
    pool: Option<ThreadPool>,
    threads: usize,
}

impl Batch {
    /// So many games from one seed. The seed of the games decides everything; the number of threads changes nothing.
    pub fn new(coding: &Arc<Coding>, games: usize, seed: u64, rewards: Rewards, threads: usize) -> Result<Self, BatchError> {
        let threads = threads.clamp(1, games.max(1));
        let pool = || ThreadPoolBuilder::new().num_threads(threads).build().map_err(|why| BatchError::Threads(why.to_string()));
        let running = || Running { table: Table::new(coding), begun: 0, seed: 0, totals: [0; MAX_SEATS] };
        Ok(Batch {
            coding: coding.clone(),
            rewards,
            seed,
            games: std::iter::repeat_with(running).take(games).collect(),
            pool: if threads > 1 { Some(pool()?) } else { None },
            threads,
        })
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The game's words and observations.
    pub fn coding(&self) -> &Arc<Coding> {
        &self.coding
    }

    /// Begins all games anew, from another seed if one is given.
    pub fn reset(&mut self, seed: Option<u64>, arrays: Arrays) -> Result<(), BatchError> {
        self.seed = seed.unwrap_or(self.seed);
        let (seed, all, rewards) = (self.seed, self.games.len() as u64, self.rewards);
        self.each(None, arrays, move |engine, game, running, _, out| {
            running.begun = 0;
            out.rewards.fill(0.0);
            out.scores.fill(0.0);
            out.ended[0] = 0;
            running.begin(engine, seed, game, all, rewards)
        })
    }

    /// Says a word in each game. One that cannot be said is an error that names its game, and no game goes on.
    pub fn step(&mut self, words: &[i64], arrays: Arrays) -> Result<(), BatchError> {
        if words.len() != self.games.len() {
            return Err(BatchError::Words { games: self.games.len(), given: words.len() });
        }
        let may = |(running, word): (&Running, &i64)| u64::try_from(*word).is_ok_and(|word| running.table.may_say(word));
        if let Some(game) = self.games.iter().zip(words).position(|both| !may(both)) {
            return Err(BatchError::Illegal { game, word: words[game] });
        }
        let (seed, all, rewards) = (self.seed, self.games.len() as u64, self.rewards);
        self.each(Some(words), arrays, move |engine, game, running, word, mut out| {
            running.step(engine, word, rewards, &mut out)?;
            if out.ended[0] == 1 { running.begin(engine, seed, game, all, rewards) } else { Ok(()) }
        })
    }

    /// Does something with every game, on all threads, and shows what each looks like then.
    fn each<F>(&mut self, words: Option<&[i64]>, arrays: Arrays, work: F) -> Result<(), BatchError>
    where
        F: Fn(&mut Engine, u64, &mut Running, u64, Row) -> Result<(), NotSaid> + Copy + Send + Sync,
    {
        let coding = self.coding.clone();
        let wide = Widths { observation: coding.layout().size(), mask: coding.space().size(), seats: coding.seats() };
        check(&arrays, self.games.len(), wide)?;
        let all = Share { first: 0, games: &mut self.games, words, arrays };
        let share = |share: Share| with_engine(coding.rules(), |engine| share.run(engine, wide, work));
        let Some(pool) = &self.pool else { return share(all) };
        let mut shares = all.split(self.threads, wide);
        let mut results: Vec<Result<(), BatchError>> = shares.iter().map(|_| Ok(())).collect();
        pool.scope(|scope| {
            for (part, result) in shares.drain(..).zip(&mut results) {
                let share = &share;
                scope.spawn(move |_| *result = share(part));
            }
        });
        results.into_iter().collect()
    }
}

/// Whether all arrays are as long as they should be.
fn check(arrays: &Arrays, games: usize, wide: Widths) -> Result<(), BatchError> {
    let observations = arrays.observations.as_ref().map(|all| ("observations", all.len(), games * wide.observation));
    let lengths = [
        observations.unwrap_or_default(),
        ("masks", arrays.masks.len(), games * wide.mask),
        ("seats", arrays.seats.len(), games),
        ("rewards", arrays.rewards.len(), games * wide.seats),
        ("ended", arrays.ended.len(), games),
        ("scores", arrays.scores.len(), games * wide.seats),
    ];
    match lengths.into_iter().find(|(_, given, wanted)| given != wanted) {
        Some((array, given, wanted)) => Err(BatchError::Length { array, wanted, given }),
        None => Ok(()),
    }
}

/// What is told of one game's step.
struct Row<'a> {
    rewards: &'a mut [f32],
    ended: &'a mut [u8],
    scores: &'a mut [f32],
}

/// The games of one thread.
struct Share<'a> {
    first: usize,
    games: &'a mut [Running],
    words: Option<&'a [i64]>,
    arrays: Arrays<'a>,
}

impl<'a> Share<'a> {
    /// As many shares as there are threads, of about the same size.
    fn split(self, threads: usize, wide: Widths) -> Vec<Share<'a>> {
        let (mut rest, mut shares) = (self, Vec::new());
        for left in (1..=threads).rev() {
            let here = rest.games.len() / left;
            let (games, other_games) = rest.games.split_at_mut(here);
            let (arrays, other_arrays) = rest.arrays.split(here, wide);
            let (words, other_words) = rest.words.map(|words| words.split_at(here)).unzip();
            shares.push(Share { first: rest.first, games, words, arrays });
            rest = Share { first: rest.first + here, games: other_games, words: other_words, arrays: other_arrays };
        }
        shares
    }

    fn run<F>(self, engine: &mut Engine, wide: Widths, work: F) -> Result<(), BatchError>
    where
        F: Fn(&mut Engine, u64, &mut Running, u64, Row) -> Result<(), NotSaid>,
    {
        let Arrays { mut observations, masks, seats, rewards, ended, scores } = self.arrays;
        for (at, running) in self.games.iter_mut().enumerate() {
            let game = self.first + at;
            let row = Row {
                rewards: &mut rewards[at * wide.seats..(at + 1) * wide.seats],
                ended: &mut ended[at..=at],
                scores: &mut scores[at * wide.seats..(at + 1) * wide.seats],
            };
            let word = self.words.map_or(0, |words| narrow(words[at]));
            work(engine, game as u64, running, word, row).map_err(|wrong| BatchError::Broken {
                game,
                seed: running.seed,
                fault: wrong.to_string(),
            })?;
            running.table.mask(&mut masks[at * wide.mask..(at + 1) * wide.mask]);
            let seat = running.table.seat().unwrap_or_default();
            seats[at] = seat.0.into();
            if let Some(all) = &mut observations {
                running.table.observe(engine, seat, &mut all[at * wide.observation..(at + 1) * wide.observation]);
            }
        }
        Ok(())
    }
}

impl Running {
    /// Begins the next game here: the seeds of all games are those of one simulation, dealt out in turn.
    fn begin(&mut self, engine: &mut Engine, seed: u64, game: u64, all: u64, rewards: Rewards) -> Result<(), NotSaid> {
        // A game that is over before anybody has chosen says nothing; a set of rules in which all are is a fault of the rules.
        for _ in 0..100 {
            self.seed = Random::stream(seed, game + self.begun * all).next();
            self.begun += 1;
            self.table.restart(engine, self.seed)?;
            if self.table.seat().is_some() {
                if rewards == Rewards::Score {
                    self.totals = totals(engine, &self.table)?.totals;
                }
                return Ok(());
            }
        }
        Err(NotSaid::Fault(nobody_is_asked(engine.rules())))
    }

    fn step(&mut self, engine: &mut Engine, word: u64, rewards: Rewards, out: &mut Row) -> Result<(), NotSaid> {
        let said = self.table.say(engine, word)?;
        let over = self.table.seat().is_none();
        out.rewards.fill(0.0);
        out.scores.fill(0.0);
        out.ended[0] = u8::from(over);
        if over || (rewards == Rewards::Score && said != Said::More) {
            let sheet = totals(engine, &self.table)?;
            rewards.give(&sheet, &self.totals, out.rewards);
            self.totals = sheet.totals;
            if over {
                out.scores.iter_mut().zip(sheet.totals).for_each(|(score, total)| *score = total as f32);
            }
        }
        Ok(())
    }
}

/// The score sheet as it stands.
fn totals(engine: &mut Engine, table: &Table) -> Result<ScoreSheet, NotSaid> {
    let mut sheet = ScoreSheet::default();
    engine.score(table.state(), &mut sheet)?;
    Ok(sheet)
}

#[cold]
fn nobody_is_asked(rules: &Rules) -> railwright_rules::Fault {
    let message = "a hundred games were over before anybody had a choice".to_owned();
    railwright_rules::Fault { kind: railwright_rules::FaultKind::EndlessGame, place: rules.head.id.clone(), message }
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Batch").field("games", &self.games.len()).field("threads", &self.threads).finish_non_exhaustive()
    }
}
