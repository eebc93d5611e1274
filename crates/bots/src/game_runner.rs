//! One game after the other on one thread; everything that is needed for it is reused from game to game.

use crate::external::TIME;
use crate::observer::{ObservedDecision, Observer};
use crate::simulate::{Results, WIN};
use crate::{Bot, BotFault, BotKind, DecisionRequest, GameStart};
use railwright_core::id::{MAX_SEATS, SeatId, SeatSet};
use railwright_core::narrow::narrow;
use railwright_core::{Event, Events, Random, State, View};
use railwright_narration::tell;
use railwright_rules::script::Scripting;
use railwright_rules::{BrokenInvariant, Engine, Fault, FaultKind, Rules, ScoreSheet};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A game that is not over by then does not end.
pub const MOST_ACTIONS: u64 = railwright_rules::limits::ACTIONS_OF_A_GAME;

/// Where the chance of programs outside begins, in every simulation.
const PROGRAMS: u64 = 0x7072_6f67_7261_6d73;

/// Why a game could not be played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameError {
    /// The rules broke down.
    Rules(Fault),
    /// A bot did.
    Bot(Box<BotFault>),
    /// It was left in the middle, because all was to stop or whoever watched had seen enough: it counts for nothing.
    Stopped,
}

impl From<Fault> for GameError {
    fn from(fault: Fault) -> Self {
        GameError::Rules(fault)
    }
}

impl From<BotFault> for GameError {
    fn from(fault: BotFault) -> Self {
        GameError::Bot(Box::new(fault))
    }
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            GameError::Rules(fault) => fault.fmt(f),
            GameError::Bot(fault) => fault.fmt(f),
            GameError::Stopped => f.write_str("the game was stopped"),
        }
    }
}

impl std::error::Error for GameError {}

/// A seat that does more than choose at random, and what it has seen since it was last asked.
struct SeatedBot {
    bot: Box<dyn Bot>,
    told: Vec<Value>,
    seen: Vec<Event>,
}

/// Plays games on one thread.
pub struct GameRunner {
    engine: Engine,
    state: State,
    sheet: ScoreSheet,
    events: Events,
    kinds: Vec<BotKind>,
    /// None for a seat that chooses at random: that is so quick that asking a bot would cost more.
    bots: Vec<Option<SeatedBot>>,
    check: bool,
    /// Whether all that is legal is listed at every decision, also where nobody looks at it.
    lists: bool,
    /// By how many seats everything is turned round the table.
    turned: u8,
    /// What the chance of programs outside comes from.
    programs: u64,
    /// By how many seats the bots have moved on.
    rotated: usize,
}

impl GameRunner {
    /// Plays by these rules with these bots, the last of which takes all further seats.
    pub fn new(rules: &Arc<Rules>, scripting: &dyn Scripting, kinds: &[BotKind], check: bool) -> Self {
        let kind = |seat: usize| kinds.get(seat).or(kinds.last()).cloned().unwrap_or(BotKind::Random);
        let runner = GameRunner {
            engine: Engine::new(rules.clone(), scripting),
            state: State::new(&rules.parts),
            sheet: ScoreSheet::default(),
            events: Events::default(),
            kinds: (0..rules.parts.seats.into()).map(kind).collect(),
            bots: Vec::new(),
            check,
            lists: false,
            turned: 0,
            programs: 0,
            rotated: 0,
        };
        runner.with_bot_time(TIME)
    }

    /// The same with another time that a program of somebody else may think about one decision.
    pub fn with_bot_time(mut self, time: Duration) -> Self {
        let seat = |kind: &BotKind| {
            let thinks = *kind != BotKind::Random;
            thinks.then(|| SeatedBot { bot: kind.seat(time), told: Vec::new(), seen: Vec::new() })
        };
        self.bots = self.kinds.iter().map(seat).collect();
        self.rotated = 0;
        self
    }

    /// Lists all that is legal at every decision, also where a seat that chooses at random could do without: the same games, slower.
    pub fn listing(mut self, lists: bool) -> Self {
        self.lists = lists;
        self
    }

    /// Turns everything that depends on a seed by so many seats round the table: who begins, which cards each seat is dealt, and
    /// the generator of each bot. Where all bots are alike the same game comes out, its seats numbered from another on.
    pub fn turn_by(&mut self, seats: u8) {
        self.turned = seats % self.engine.rules().parts.seats;
    }

    /// The number of the next game among others: what programs outside are given for their chance depends on it and their seat, and
    /// on nothing else. A seed that was derived from the game's could be searched for, and with it all hands and the deck.
    pub fn number(&mut self, game: u64) {
        self.programs = game;
    }

    /// Lets the bots sit so many seats further on than they were given: the first at the seat of that number, counted from zero. Cards
    /// and generators stay with the seats.
    pub fn rotate_bots(&mut self, by: u8) {
        let (seats, by) = (self.bots.len(), usize::from(by) % self.bots.len().max(1));
        self.bots.rotate_right((by + seats - self.rotated) % seats.max(1));
        self.rotated = by;
    }

    /// Gives a seat to a bot that was made by somebody else.
    pub fn sit_down(&mut self, seat: SeatId, bot: Box<dyn Bot>) {
        self.bots[seat.index()] = Some(SeatedBot { bot, told: Vec::new(), seen: Vec::new() });
    }

    /// Plays one game to its end and takes it into the results.
    pub fn play(&mut self, seed: u64, results: &mut Results) -> Result<(), GameError> {
        self.play_observed(seed, results, &mut ())
    }

    /// Plays one game to its end before an observer.
    pub fn play_observed(&mut self, seed: u64, results: &mut Results, observer: &mut impl Observer) -> Result<(), GameError> {
        self.play_until(seed, results, observer, &AtomicBool::new(false))
    }

    /// The same, but the game is left within a decision when all is to `stop`.
    pub fn play_until(
        &mut self,
        seed: u64,
        results: &mut Results,
        observer: &mut impl Observer,
        stop: &AtomicBool,
    ) -> Result<(), GameError> {
        let outcome = self.play_out(seed, results, observer, stop);
        for seated in self.bots.iter_mut().flatten() {
            results.imagined_faults.merge(seated.bot.take_imagined_faults());
        }
        match &outcome {
            Ok(()) => {}
            Err(GameError::Stopped) => observer.stopped(),
            Err(wrong) => observer.failed(&self.state, &wrong.to_string()),
        }
        outcome
    }

    /// Begins a game: every bot is told, and set-up is played; gives the generators of the seats.
    fn begin(&mut self, rules: &Arc<Rules>, seed: u64, observer: &mut impl Observer) -> Result<[Random; MAX_SEATS], GameError> {
        let seats = rules.parts.seats as usize;
        let stream = |seat: usize| if seat < seats { (seat + seats - usize::from(self.turned)) % seats } else { seat };
        let random: [Random; MAX_SEATS] = std::array::from_fn(|s| Random::stream(seed, 1000 + stream(s) as u64));
        for (seat, seated) in self.bots.iter_mut().enumerate().filter_map(|(i, t)| Some((i, t.as_mut()?))) {
            seated.told.clear();
            seated.seen.clear();
            let engine = &|| self.engine.another();
            // 32 bits are a whole number in every language.
            let program_seed = (Random::stream(PROGRAMS + seat as u64, self.programs).next() >> 32) as u32;
            seated.bot.start(&GameStart { rules, seat: SeatId::from(seat), random: random[seat], program_seed, engine })?;
        }
        let heard = |t: &SeatedBot| if t.bot.reads() { u16::MAX } else { t.bot.hears() };
        self.events.heard = self.bots.iter().flatten().fold(observer.hears(), |all, t| all | heard(t));
        self.events.log.clear();
        self.engine.restart(&mut self.state, seed, None, &mut self.events)?;
        if self.turned > 0 {
            let first = SeatId((self.state.clock().first.0 + self.turned) % rules.parts.seats);
            self.events.log.clear();
            self.engine.restart(&mut self.state, seed, Some(first), &mut self.events)?;
        }
        if self.check {
            self.verify()?;
        }
        observer.began(seed, &self.state);
        Ok(random)
    }

    fn play_out(
        &mut self,
        seed: u64,
        results: &mut Results,
        observer: &mut impl Observer,
        stop: &AtomicBool,
    ) -> Result<(), GameError> {
        let rules = self.engine.rules().clone();
        let seats = rules.parts.seats as usize;
        let mut random = self.begin(&rules, seed, observer)?;
        let (mut decisions, mut actions, mut listed) = (0u64, 0u64, 0u64);
        let read = observer.reads() || self.bots.iter().flatten().any(|t| t.bot.reads());
        let all_listed = self.lists || observer.lists();
        let mut turn = self.state.clock().turn;
        let mut said = String::new();
        let mut acted = None;
        while self.state.clock().over.is_none() {
            if self.events.heard != 0 {
                observer.happened(&self.state, &self.events.log);
                self.share_events(&rules, &said, acted);
            }
            if self.state.clock().turn != turn {
                turn = self.state.clock().turn;
                observer.turned(&mut self.engine, &self.state);
            }
            let seat = self.state.clock().asked_next(rules.parts.seats).unwrap_or_default();
            acted = Some(seat);
            let lists = all_listed || self.bots[seat.index()].is_some();
            let count = if lists { self.engine.legal(&self.state, seat)?.len() } else { self.engine.count(&self.state, seat)? };
            if count == 0 {
                let place = rules.flow.place(&self.state).unwrap_or(&rules.head.id).to_owned();
                let message = format!("seat {} must choose and has no legal action", seat.0 + 1);
                return Err(Fault { kind: FaultKind::NoLegalAction, place, message }.into());
            }
            if !observer.goes_on() {
                return Err(GameError::Stopped);
            }
            let choice = match self.bots[seat.index()] {
                Some(_) => self.ask(&rules, seat, stop)?,
                None => random[seat.index()].below(narrow::<u32>(count)) as usize,
            };
            // What was chosen in haste is not played.
            if stop.load(Ordering::Relaxed) {
                return Err(GameError::Stopped);
            }
            if count > 1 {
                decisions += 1;
                listed += count as u64;
                results.widest = results.widest.max(count as u64);
            }
            actions += 1;
            if actions > MOST_ACTIONS {
                let message = format!("the game is not over after {MOST_ACTIONS} actions");
                return Err(Fault { kind: FaultKind::EndlessGame, place: rules.head.id.clone(), message }.into());
            }
            let checked = if lists { self.engine.pick(choice) } else { self.engine.nth(&self.state, choice) };
            let checked = checked.expect("a legal action");
            if read {
                said = self.engine.print(&self.state, seat, checked.action());
            }
            let legal = if lists { self.engine.listed() } else { &[] };
            observer.chose(&ObservedDecision { state: &self.state, seat, legal, choice, text: &said });
            self.engine.step_for_good(&mut self.state, checked, &mut self.events)?;
            if self.check {
                self.verify()?;
            }
        }
        if self.events.heard != 0 {
            observer.happened(&self.state, &self.events.log);
        }
        self.engine.score(&self.state, &mut self.sheet)?;
        observer.ended(&mut self.engine, &self.state, &self.sheet);
        self.bots.iter_mut().flatten().for_each(|t| t.bot.end(&self.sheet, rules.parts.seats));
        results.decisions += decisions;
        results.actions += actions;
        results.listed += listed;
        self.count(&rules, seats, decisions, results);
        Ok(())
    }

    /// What a bot chooses among the actions just listed.
    fn ask(&mut self, rules: &Rules, seat: SeatId, stop: &AtomicBool) -> Result<usize, GameError> {
        let seated = self.bots[seat.index()].as_mut().expect("somebody who thinks");
        let mut notation = Vec::new();
        if seated.bot.reads() {
            let legal = self.engine.legal(&self.state, seat)?.to_vec();
            notation = self.engine.print_all(&self.state, seat, &legal);
        }
        let legal = self.engine.legal(&self.state, seat)?;
        let view = View::new(&rules.parts, &self.state, seat);
        let SeatedBot { bot, told, seen } = seated;
        let choice = bot.choose(&DecisionRequest { rules, view, legal, notation: &notation, events: told, seen, stop })?;
        told.clear();
        seen.clear();
        Ok(choice.min(legal.len() - 1))
    }

    /// Tells the bots what their seats saw of the last action, as each wants to be told.
    fn share_events(&mut self, rules: &Rules, said: &str, acted: Option<SeatId>) {
        // How many parts a secret choice has is as secret as they are: others are told of the last.
        let within = acted.filter(|seat| self.state.clock().progress[seat.index()].action.is_some());
        let is_untold = |event: &Event| matches!(event, Event::Acted { sealed: true, .. });
        for (seat, seated) in self.bots.iter_mut().enumerate().filter_map(|(i, t)| Some((SeatId::from(i), t.as_mut()?))) {
            let hears = seated.bot.hears();
            let heard = self.events.log.iter().filter(|event| event.bit() & hears != 0);
            seated.seen.extend(heard.filter_map(|event| event.noticed_by(&rules.parts, seat)));
            if seated.bot.reads() {
                let told = self.events.log.iter().filter(|event| within.is_none_or(|own| own == seat) || !is_untold(event));
                seated.told.extend(tell(rules, &told.copied().collect::<Vec<_>>(), SeatSet::only(seat), said));
            }
        }
        self.events.log.clear();
    }

    fn count(&self, rules: &Rules, seats: usize, decisions: u64, results: &mut Results) {
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
            if winners.has(SeatId(narrow::<u8>(seat))) {
                result.win_parts += share;
                if share == WIN { result.wins += 1 } else { result.shared += 1 }
            }
        }
    }

    #[cold]
    fn verify(&mut self) -> Result<(), Fault> {
        match self.engine.broken_invariants(&self.state).into_iter().next() {
            Some(BrokenInvariant { id, message }) => {
                let place = id.map_or("invariants".to_owned(), |id| format!("invariants.{id}"));
                Err(Fault { kind: FaultKind::Invariant, place, message })
            }
            None => Ok(()),
        }
    }
}
