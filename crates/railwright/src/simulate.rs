//! Many games between bots.

use crate::bot::{Player, TIME};
use crate::{Error, Game};
use railwright_bots::simulate::{self as games, GameRunner, Plan, Results, WIN};
use railwright_bots::statistics::interval;
use railwright_bots::{BotKind, Observer};
use railwright_core::State;
use railwright_core::id::SeatId;
use railwright_rules::{Engine, ScoreSheet};
use railwright_script::Rhai;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// Begins to say which games are to be simulated.
///
/// ```
/// use railwright::{Player, load, simulate};
///
/// let game = load("ticket-to-ride")?;
/// let simulated = simulate(&game).games(50).seed(7).players([Player::greedy(), Player::random()]).run()?;
/// assert_eq!(simulated.games(), 50);
/// assert!(simulated.wins(railwright::Seat(0)).percent > 90.0);
/// # Ok::<(), railwright::Error>(())
/// ```
pub fn simulate(game: &Game) -> Simulation {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Simulation { game: game.clone(), games: 1000, seed: 0, players: Vec::new(), threads, check: false }
}

/// Games to be simulated: a thousand between random bots unless something else is said.
#[derive(Clone, Debug)]
pub struct Simulation {
    game: Game,
    games: u64,
    seed: u64,
    players: Vec<Player>,
    threads: usize,
    check: bool,
}

impl Simulation {
    /// How many games.
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// The seed that all games come from.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Who plays: one for each seat, or fewer, the last of which takes all further seats.
    #[must_use]
    pub fn players(mut self, players: impl IntoIterator<Item = Player>) -> Self {
        self.players = players.into_iter().collect();
        self
    }

    /// How many games are played side by side; the outcome does not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Whether every invariant of the game is checked after every step.
    #[must_use]
    pub fn check(mut self, check: bool) -> Self {
        self.check = check;
        self
    }

    /// Plays the games.
    pub fn run(self) -> Result<Simulated, Error> {
        self.play(|| (), |_, ()| ())
    }

    /// Plays the games and shows what came of each, in their order.
    ///
    /// ```
    /// let mut totals = Vec::new();
    /// railwright::simulate(&railwright::load("spike")?).games(10).run_each(|game| totals.push(game.totals[0]))?;
    /// assert_eq!(totals.len(), 10);
    /// # Ok::<(), railwright::Error>(())
    /// ```
    pub fn run_each(self, mut each: impl FnMut(&Finished) + Send) -> Result<Simulated, Error> {
        self.play(Finishing::default, |_, finishing| finishing.games.iter().for_each(&mut each))
    }

    fn play<W: Observer + Send>(
        self,
        observer: impl Fn() -> W + Sync,
        take: impl FnMut(u64, W) + Send,
    ) -> Result<Simulated, Error> {
        let rules = self.game.rules();
        let players = Player::for_seats(self.players, rules)?;
        // Whoever has no kind is seated by hand; a random bot costs nothing until then.
        let bots: Vec<BotKind> = players.iter().map(|player| player.known().cloned().unwrap_or(BotKind::Random)).collect();
        let (threads, check) = (self.threads, self.check);
        let plan = Plan { games: self.games, seed: self.seed, bots, bot_time: TIME, threads, check, rotate: false };
        let runner = || {
            let mut runner = GameRunner::new(rules, &Rhai, &plan.bots, plan.check).with_bot_time(plan.bot_time);
            for (seat, player) in players.iter().enumerate().filter(|(_, player)| player.known().is_none()) {
                runner.sit_down(SeatId::from(seat), player.seat(TIME));
            }
            runner
        };
        let (done, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let results = games::Simulation::new(rules, &plan, &done, &stop).run_by(&runner, observer, take);
        Ok(Simulated { seats: self.game.players(), endings: rules.flow.endings.clone(), results })
    }
}

/// What came of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Its seed: [`Game::start`] begins the same game.
    pub seed: u64,
    /// What each seat scored.
    pub totals: Vec<i64>,
    /// Each seat's place: 1 for the winner or winners.
    pub places: Vec<u8>,
    /// How many turns it had.
    pub turns: u32,
}

#[derive(Default)]
struct Finishing {
    seed: u64,
    games: Vec<Finished>,
}

impl Observer for Finishing {
    fn began(&mut self, seed: u64, _: &State) {
        self.seed = seed;
    }

    fn ended(&mut self, engine: &mut Engine, state: &State, sheet: &ScoreSheet) {
        let seats = usize::from(engine.rules().parts.seats);
        let (totals, places) = (sheet.totals[..seats].to_vec(), sheet.places[..seats].to_vec());
        self.games.push(Finished { seed: self.seed, totals, places, turns: state.clock().turn });
    }
}

/// A share in percent with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// The share.
    pub percent: f64,
    /// Its interval: from here
    pub low: f64,
    /// to here.
    pub high: f64,
}

/// What came of a simulation; printed it is a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Simulated {
    seats: usize,
    endings: Vec<String>,
    results: Results,
}

impl Simulated {
    /// How many games were played to their end.
    pub fn games(&self) -> u64 {
        self.results.games
    }

    /// How many could not be, because the rules or a bot broke down; [`results`](Simulated::results) say why.
    pub fn failed(&self) -> u64 {
        self.results.failed
    }

    /// How many of the games a seat won; one won by two counts a half for each.
    pub fn wins(&self, seat: SeatId) -> Share {
        let won = self.results.seats[seat.index()].win_parts as f64 / WIN as f64;
        let (low, high) = interval(won, self.games());
        Share { percent: 100.0 * won / self.games().max(1) as f64, low, high }
    }

    /// The mean score of a seat, and half the width of its 95 % interval.
    pub fn score(&self, seat: SeatId) -> (f64, f64) {
        let scores = &self.results.seats[seat.index()].scores;
        (scores.mean(), scores.margin())
    }

    /// How often the game ended in each way.
    pub fn endings(&self) -> impl Iterator<Item = (&str, u64)> {
        self.endings.iter().map(String::as_str).zip(self.results.ends.iter().copied())
    }

    /// All figures there are.
    pub fn results(&self) -> &Results {
        &self.results
    }
}

impl fmt::Display for Simulated {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{} {}", self.games(), if self.games() == 1 { "game" } else { "games" })?;
        for seat in (0..self.seats).map(SeatId::from) {
            let (Share { percent, low, high }, (score, margin)) = (self.wins(seat), self.score(seat));
            let wins = format!("wins {percent:.1} % ({low:.1} to {high:.1})");
            writeln!(f, "seat {}: {wins}, scores {score:.1} ± {margin:.1}", seat.0 + 1)?;
        }
        Ok(())
    }
}
