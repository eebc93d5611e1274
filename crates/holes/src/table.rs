//! One game after the other on one thread, every step looked at: what is wrong with it is a [`Defect`].

use crate::chance;
use crate::coverage::{Coverage, Weights};
use crate::defect::Defect;
use crate::explorer::{ActionCounts, Explorer};
use crate::kind::Kind;
use crate::lookahead::{Horizon, Lookahead, margin};
use crate::search::Deadline;
use railwright_core::components::Spot;
use railwright_core::id::SeatId;
use railwright_core::narrow::narrow;
use railwright_core::{Action, Event, Events, Random, State};
use railwright_rules::script::Scripting;
use railwright_rules::{Engine, Rules, ScoreSheet};
use std::sync::Arc;

/// Whether a game that does not end could be ended is tried so often.
const TRIES_TO_END: u64 = 3;

/// A seat did this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    pub(crate) seat: SeatId,
    pub(crate) action: Action,
}

/// A game that was played.
pub(crate) struct Game {
    /// What was done; the last is what led to the defect, if there is any.
    pub(crate) moves: Vec<Move>,
    /// What ended it, unless it came to its own end.
    pub(crate) defect: Option<Defect>,
    /// What was worth a note on the way, with the number of moves that had been made by then.
    pub(crate) notes: Vec<(usize, Defect)>,
}

/// Where games are played.
pub(crate) struct Table {
    pub(crate) rules: Arc<Rules>,
    pub(crate) engine: Engine,
    pub(crate) state: State,
    lookahead: Lookahead,
    events: Events,
}

impl Table {
    pub(crate) fn new(rules: &Arc<Rules>, scripting: &dyn Scripting) -> Self {
        let spot = Spot { zone: Default::default(), owner: 0 };
        let heard = Coverage::hears() | Event::Swept(spot).bit();
        Table {
            rules: rules.clone(),
            engine: Engine::new(rules.clone(), scripting),
            state: State::new(&rules.parts),
            lookahead: Lookahead::new(&State::new(&rules.parts)),
            events: Events { heard, ..Events::default() },
        }
    }

    /// Begins a game.
    pub(crate) fn start(&mut self, seed: u64) -> Result<(), Defect> {
        self.events.log.clear();
        self.engine.restart(&mut self.state, seed, None, &mut self.events).map_err(|fault| Defect::fault(&self.rules, fault))?;
        self.look()
    }

    /// Does what was checked or listed before.
    pub(crate) fn step(&mut self, checked: railwright_rules::Checked) -> Result<(), Defect> {
        self.events.log.clear();
        self.engine.step(&mut self.state, checked, &mut self.events).map_err(|fault| Defect::fault(&self.rules, fault))?;
        self.look()
    }

    /// Makes a move if it is legal; says whether it was.
    pub(crate) fn make(&mut self, Move { seat, action }: Move) -> Result<bool, Defect> {
        match self.engine.check(&self.state, seat, action) {
            Ok(checked) => self.step(checked).map(|()| true),
            Err(_) => Ok(false),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.state.clock().over.is_some()
    }

    /// Whether all is well with the position.
    fn look(&mut self) -> Result<(), Defect> {
        if let Some(broken) = self.engine.broken_invariants(&self.state).into_iter().next() {
            return Err(Defect::invariant(broken));
        }
        if self.is_over() {
            return self.engine.score(&self.state, &mut ScoreSheet::default()).map_err(|fault| Defect::fault(&self.rules, fault));
        }
        for seat in self.state.clock().waiting.iter() {
            if self.engine.legal(&self.state, seat).map_err(|fault| Defect::fault(&self.rules, fault))?.is_empty() {
                return Err(Defect::no_action(&self.rules, &self.state, seat));
            }
        }
        Ok(())
    }

    /// A row that the last step swept as often as its guard lets it.
    pub(crate) fn held_refill(&self) -> Option<Defect> {
        let parts = &self.rules.parts;
        let swept = |event: &Event| if let Event::Swept(row) = event { Some(*row) } else { None };
        let row = self.events.log.iter().find_map(swept)?;
        let sweeps = self.events.log.iter().filter(|e| swept(e) == Some(row)).count();
        let zone = parts.zone(row.zone);
        let most = zone.sweep?.at_most.filter(|most| sweeps >= *most as usize)?;
        let what = format!("the sweep of {} would go on for ever and is cut short after {most} times", zone.id);
        Some(Defect { kind: Kind::HeldRefill, what, rule: zone.id.clone(), place: String::new() })
    }

    /// Plays a game to its end, or to what ends it, or until patience is; `number` is its place among those of its setting.
    pub(crate) fn play(
        &mut self,
        seed: u64,
        number: u64,
        longest: usize,
        seen: &mut Coverage,
        done: &mut ActionCounts,
        before: &ActionCounts,
        deadline: &Deadline,
    ) -> Game {
        let rules = self.rules.clone();
        let mut game = Game { moves: Vec::new(), defect: None, notes: Vec::new() };
        let mut explorer = Explorer::new(&rules, before, number, seed);
        seen.begin(number, seed);
        if let Err(defect) = self.start(seed) {
            game.defect = Some(defect);
            return game;
        }
        seen.events(&rules.parts, &self.events.log);
        while !self.is_over() {
            if game.moves.len() % 16 == 15 && deadline.is_over() {
                break;
            }
            if game.moves.len() >= longest {
                game.defect = Some(self.without_end(seed, longest));
                break;
            }
            let seat = explorer.seat(self.state.clock().waiting);
            let Ok(legal) = self.engine.legal(&self.state, seat) else { break };
            let mut weights = Weights::new();
            let choice = match explorer.weighs(seat, legal) {
                Some(some) => self.best_of(seat, &some, Random::stream(seed, game.moves.len() as u64), &mut weights),
                None => explorer.choose(seat, legal),
            };
            if !weights.is_empty() && self.engine.legal(&self.state, seat).is_err() {
                break;
            }
            seen.decision(&self.state, seat, self.engine.listed(), choice, &weights);
            let checked = self.engine.pick(choice).expect("a listed action");
            done.add(checked.action());
            game.moves.push(Move { seat, action: checked.action() });
            let stepped = self.step(checked);
            seen.events(&rules.parts, &self.events.log);
            game.notes.extend(self.held_refill().map(|note| (game.moves.len(), note)));
            if let Err(defect) = stepped {
                game.defect = Some(defect);
                break;
            }
        }
        seen.end();
        game
    }

    /// Which of some listed actions puts a seat furthest ahead, or breaks the rules; the first of equals. What the best of
    /// each kind does is taken down.
    fn best_of(&mut self, seat: SeatId, some: &[usize], random: Random, weights: &mut Weights) -> usize {
        let some: Vec<_> = some.iter().filter_map(|&choice| Some((choice, self.engine.pick(choice)?))).collect();
        self.lookahead.random = random;
        let mut best: Option<(i64, usize)> = None;
        for (choice, checked) in some {
            let tried = self.lookahead.try_out(&mut self.engine, &self.state, checked, Horizon::EndOfAction);
            let Ok(margin) = tried.and_then(|()| margin(&mut self.engine, &self.lookahead.trial, seat)) else { return choice };
            match weights.iter_mut().find(|(kind, _)| *kind == checked.action().action) {
                Some((_, most)) => *most = margin.max(*most),
                None => weights.push((checked.action().action, margin)),
            }
            if best.is_none_or(|(most, _)| margin > most) {
                best = Some((margin, choice));
            }
        }
        best.map_or(0, |(_, choice)| choice)
    }

    /// What is wrong with a game that is not over by now: that it cannot end, or only that nobody ended it.
    fn without_end(&mut self, seed: u64, longest: usize) -> Defect {
        let (kind, what) = match self.can_end(seed, longest) {
            Ok(true) => (Kind::DrawnOut, format!("the game is not over after {longest} actions of those who draw it out")),
            Ok(false) => (Kind::EndlessGame, format!("the game is not over after {} actions", longest * 2)),
            Err(defect) => return defect,
        };
        Defect { kind, what, rule: String::new(), place: String::new() }
    }

    /// Whether the game comes to an end when it is played on at random.
    pub(crate) fn can_end(&mut self, seed: u64, longest: usize) -> Result<bool, Defect> {
        let here = self.state.clone();
        for attempt in 0..TRIES_TO_END {
            self.state.clone_from(&here);
            let mut random = Random::stream(seed, chance::PLAYING_ON + attempt);
            for _ in 0..longest {
                let Some(seat) = self.state.clock().waiting.iter().next() else { return Ok(true) };
                let count = self.engine.legal(&self.state, seat).map_err(|fault| Defect::fault(&self.rules, fault))?.len();
                let Some(checked) = self.engine.pick(random.below(narrow::<u32>(count)) as usize) else { break };
                // Whatever else is wrong on the way was looked for before.
                self.engine
                    .step(&mut self.state, checked, &mut Events::default())
                    .map_err(|fault| Defect::fault(&self.rules, fault))?;
            }
            if self.is_over() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
