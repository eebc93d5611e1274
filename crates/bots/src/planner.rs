//! What every bot that thinks ahead has: an engine of its own, what its seat remembers, and positions that it imagines.

use crate::{BotFault, DecisionRequest, GameStart, evaluation};
use railwright_core::id::{MAX_SEATS, SeatId};
use railwright_core::{Determiniser, Effects, Event, Events, KnownCards, Random, State};
use railwright_rules::{Checked, Engine, Fault};
use std::sync::Arc;

/// What each seat is ahead by: its own worth less that of the best other.
pub(crate) type Margins = [i64; MAX_SEATS];

/// The kinds of event that a memory needs.
pub(crate) const REMEMBERED: u16 = Event::MOVED;

/// A seat that thinks ahead.
pub(crate) struct Planner {
    pub(crate) engine: Engine,
    pub(crate) seat: SeatId,
    pub(crate) seats: usize,
    pub(crate) random: Random,
    determiniser: Determiniser,
    known_cards: KnownCards,
    silent: Events,
    worth: [i64; MAX_SEATS],
}

impl Planner {
    /// Begins a game; the engine is kept from one game to the next.
    pub(crate) fn begin(planner: &mut Option<Planner>, opening: &GameStart) {
        let parts = &opening.rules.parts;
        let kept = planner.take().filter(|m| Arc::ptr_eq(m.engine.rules(), opening.rules) && m.seat == opening.seat);
        let known_cards = KnownCards::new(parts, opening.seat);
        *planner = Some(match kept {
            Some(kept) => Planner { random: opening.random, known_cards, ..kept },
            None => Planner {
                engine: (opening.engine)(),
                seat: opening.seat,
                seats: parts.seats.into(),
                random: opening.random,
                determiniser: Determiniser::new(parts, opening.seat),
                known_cards,
                silent: Events::default(),
                worth: [0; MAX_SEATS],
            },
        });
    }

    /// The mind of a seat that is asked, with all it saw taken in; nobody where there is nothing to choose.
    pub(crate) fn asked<'a>(planner: &'a mut Option<Planner>, asked: &DecisionRequest) -> Option<&'a mut Planner> {
        let planner = planner.as_mut().expect("a game was begun");
        planner.note(asked);
        (asked.legal.len() > 1).then_some(planner)
    }

    /// Takes in what the seat saw since it was last asked.
    pub(crate) fn note(&mut self, asked: &DecisionRequest) {
        for &event in asked.seen {
            self.known_cards.note(&asked.rules.parts, event);
        }
    }

    /// Makes a state a whole position as the seat may imagine it.
    pub(crate) fn determinise(&mut self, asked: &DecisionRequest, state: &mut State) {
        self.determiniser.determinise(&asked.view, &self.known_cards, state, &mut self.random);
    }

    /// Lets chance begin anew in an imagined position.
    pub(crate) fn reseed(&mut self, state: &mut State) {
        let seed = self.random.next();
        *self.effects(state).random() = Random::new(seed);
    }

    /// What can be done to an imagined position.
    pub(crate) fn effects<'a>(&'a mut self, state: &'a mut State) -> Effects<'a> {
        Effects::new(&self.engine.rules().parts, state, &mut self.silent)
    }

    /// What may be done in an imagined position among what was asked, ready to be done.
    pub(crate) fn options(&mut self, state: &State, asked: &DecisionRequest, options: &mut Vec<Checked>) -> Result<(), Fault> {
        options.clear();
        let listed = self.engine.legal(state, self.seat)?;
        let all = listed.len() == asked.legal.len();
        let wanted: Vec<usize> = match all {
            true => (0..listed.len()).collect(),
            false => asked.legal.iter().filter_map(|action| listed.iter().position(|l| l == action)).collect(),
        };
        options.extend(wanted.into_iter().filter_map(|i| self.engine.pick(i)));
        Ok(())
    }

    /// Carries out an action in an imagined position.
    #[inline]
    pub(crate) fn step(&mut self, state: &mut State, checked: Checked) -> Result<(), Fault> {
        self.engine.step(state, checked, &mut self.silent)
    }

    /// What each seat is ahead by.
    #[inline]
    pub(crate) fn margins(&mut self, state: &State) -> Result<Margins, Fault> {
        evaluation::worth(&mut self.engine, state, &mut self.worth)?;
        let mut margins = [0; MAX_SEATS];
        for (seat, margin) in margins.iter_mut().enumerate().take(self.seats) {
            let others = (0..self.seats).filter(|&other| other != seat).map(|other| self.worth[other]);
            *margin = self.worth[seat] - others.max().unwrap_or(0);
        }
        Ok(margins)
    }

    /// What a position is worth to the best other seat.
    pub(crate) fn best_other(&mut self, state: &State) -> Result<i64, Fault> {
        evaluation::worth(&mut self.engine, state, &mut self.worth)?;
        let own = self.seat.index();
        Ok((0..self.seats).filter(|&other| other != own).map(|other| self.worth[other]).max().unwrap_or(0))
    }

    /// Rules that broke down in an imagined position, as a report on the bot.
    pub(crate) fn broken(&self, fault: &Fault) -> BotFault {
        let fault = format!("cannot think ahead: the rules broke down: {fault}");
        BotFault { seat: self.seat.0 + 1, command: String::new(), fault, asked: "".into(), answered: None, complaint: "".into() }
    }
}
