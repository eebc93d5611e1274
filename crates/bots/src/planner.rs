//! What every bot that searches has: an engine of its own, the cards its seat knows of, and a determiniser, which samples whole
//! positions (determinisations) from the information set of its seat.

use crate::{DecisionRequest, GameStart, ImaginedFaults, evaluation};
use railwright_core::id::{MAX_SEATS, SeatId, SeatSet};
use railwright_core::narrow::narrow;
use railwright_core::{Action, Determiniser, Effects, Event, Events, KnownCards, Random, State};
use railwright_rules::{Checked, Engine, Fault, FaultKind};
use std::sync::Arc;

/// What each seat is ahead by: its own value less that of the best other.
pub(crate) type Margins = [i64; MAX_SEATS];

/// What a bot plays for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Aim {
    /// To be ahead of the best other seat.
    #[default]
    Ahead,
    /// For as many points as it can get, whatever others have.
    Points,
}

/// The kinds of event that a memory needs.
pub(crate) const REMEMBERED: u16 = Event::MOVED;

/// The tools of a bot that searches, for one seat.
pub(crate) struct Planner {
    pub(crate) engine: Engine,
    pub(crate) seat: SeatId,
    pub(crate) seats: usize,
    pub(crate) random: Random,
    determiniser: Determiniser,
    known_cards: KnownCards,
    silent: Events,
    values: [i64; MAX_SEATS],
    pub(crate) faults: ImaginedFaults,
    aim: Aim,
}

impl Planner {
    /// Begins a game; the engine is kept from one game to the next, whatever seat it was for: what it remembers depends on no seat.
    pub(crate) fn begin(planner: &mut Option<Planner>, start: &GameStart) {
        let parts = &start.rules.parts;
        let kept = planner.take().filter(|p| Arc::ptr_eq(p.engine.rules(), start.rules));
        let known_cards = KnownCards::new(parts, start.seat);
        *planner = Some(match kept {
            Some(kept) if kept.seat == start.seat => Planner { random: start.random, known_cards, ..kept },
            Some(kept) => {
                let determiniser = Determiniser::new(parts, start.seat);
                Planner { seat: start.seat, random: start.random, known_cards, determiniser, ..kept }
            }
            None => Planner {
                engine: (start.engine)(),
                seat: start.seat,
                seats: parts.seats.into(),
                random: start.random,
                determiniser: Determiniser::new(parts, start.seat),
                known_cards,
                silent: Events::default(),
                values: [0; MAX_SEATS],
                faults: ImaginedFaults::default(),
                aim: Aim::default(),
            },
        });
    }

    /// Begins a game in which its seat plays for that.
    pub(crate) fn begin_for(planner: &mut Option<Planner>, start: &GameStart, aim: Aim) {
        Planner::begin(planner, start);
        planner.iter_mut().for_each(|planner| planner.aim = aim);
    }

    /// A planner that plays ahead beside another: what its seat saw it does not know, for it is given whole positions.
    pub(crate) fn beside(engine: Engine, seat: SeatId, aim: Aim) -> Planner {
        let parts = &engine.rules().parts;
        Planner {
            seat,
            seats: parts.seats.into(),
            random: Random::default(),
            determiniser: Determiniser::new(parts, seat),
            known_cards: KnownCards::new(parts, seat),
            silent: Events::default(),
            values: [0; MAX_SEATS],
            faults: ImaginedFaults::default(),
            aim,
            engine,
        }
    }

    /// Goes on with a game, all that its seat saw in mind, with another source of chance.
    pub(crate) fn go_on(planner: &mut Option<Planner>, random: Random) -> bool {
        planner.as_mut().map(|planner| planner.random = random).is_some()
    }

    /// The planner for a decision, with all that its seat saw taken in; none where there is nothing to choose.
    pub(crate) fn for_decision<'a>(planner: &'a mut Option<Planner>, request: &DecisionRequest) -> Option<&'a mut Planner> {
        let planner = planner.as_mut().expect("a game was begun");
        planner.note(request);
        (request.legal.len() > 1).then_some(planner)
    }

    /// Takes in what the seat saw since it was last asked.
    pub(crate) fn note(&mut self, request: &DecisionRequest) {
        for &event in request.seen {
            self.known_cards.note(&request.rules.parts, event);
        }
    }

    /// Makes a state a determinisation: a whole position that agrees with all the seat knows.
    pub(crate) fn determinise(&mut self, request: &DecisionRequest, state: &mut State) {
        self.determiniser.determinise(&request.view, &self.known_cards, state, &mut self.random);
    }

    /// Makes a state a determinisation in which others who choose at the same time have nothing to choose: what the seat does is
    /// carried out at once, whoever was asked first and whatever others have chosen.
    pub(crate) fn determinise_alone(&mut self, request: &DecisionRequest, state: &mut State) {
        self.determinise(request, state);
        let seat = self.seat;
        self.effects(state).clock().waiting = SeatSet::only(seat);
    }

    /// Lets chance begin anew in a determinisation.
    pub(crate) fn reseed(&mut self, state: &mut State) {
        let seed = self.random.next();
        *self.effects(state).random() = Random::new(seed);
    }

    /// The effects on a determinisation, of which nobody hears.
    pub(crate) fn effects<'a>(&'a mut self, state: &'a mut State) -> Effects<'a> {
        Effects::new(&self.engine.rules().parts, state, &mut self.silent)
    }

    /// The legal actions of the request in a determinisation, one for one, ready to be carried out. What a seat may do depends on
    /// what it may see; where rules break that, the fault says so.
    pub(crate) fn options(&mut self, state: &State, request: &DecisionRequest, options: &mut Vec<Checked>) -> Result<(), Fault> {
        options.clear();
        let alike = self.engine.legal(state, self.seat)? == request.legal;
        for (i, action) in request.legal.iter().enumerate() {
            let at = if alike { Some(i) } else { self.engine.listed().iter().position(|listed| listed == action) };
            match at.and_then(|at| self.engine.pick(at)) {
                Some(option) => options.push(option),
                None => return Err(self.not_to_be_seen(state, *action)),
            }
        }
        Ok(())
    }

    /// An action that can be chosen, but not in every position that the seat cannot tell from this one.
    #[cold]
    fn not_to_be_seen(&mut self, state: &State, action: Action) -> Fault {
        let text = self.engine.print(state, self.seat, action);
        let rules = self.engine.rules();
        let place = rules.flow.place(state).unwrap_or(&rules.head.id).to_owned();
        let message = format!("whether `{text}` can be chosen depends on what the seat that chooses cannot see");
        Fault { kind: FaultKind::TellsSecret, place, message }
    }

    /// Carries out an action in a determinisation.
    #[inline]
    pub(crate) fn step(&mut self, state: &mut State, checked: Checked) -> Result<(), Fault> {
        self.engine.step_for_good(state, checked, &mut self.silent)
    }

    /// What each seat is ahead by; its own seat what it has, if that is what it plays for.
    #[inline]
    pub(crate) fn margins(&mut self, state: &State) -> Result<Margins, Fault> {
        evaluation::evaluate(&mut self.engine, state, &mut self.values)?;
        let mut margins = [0; MAX_SEATS];
        for (seat, margin) in margins.iter_mut().enumerate().take(self.seats) {
            let others = (0..self.seats).filter(|&other| other != seat).map(|other| self.values[other]);
            *margin = self.values[seat] - others.max().unwrap_or(0);
        }
        if self.aim == Aim::Points {
            margins[self.seat.index()] = self.values[self.seat.index()];
        }
        Ok(margins)
    }

    /// The value of a position to the best other seat; nothing where that is no matter.
    pub(crate) fn best_other(&mut self, state: &State) -> Result<i64, Fault> {
        if self.aim == Aim::Points {
            return Ok(0);
        }
        evaluation::evaluate(&mut self.engine, state, &mut self.values)?;
        let own = self.seat.index();
        Ok((0..self.seats).filter(|&other| other != own).map(|other| self.values[other]).max().unwrap_or(0))
    }

    /// Any of the legal actions, where nothing can be said of them.
    pub(crate) fn any(&mut self, request: &DecisionRequest) -> usize {
        self.random.below(narrow::<u32>(request.legal.len())) as usize
    }

    /// What broke down in determinisations since this was last asked.
    pub(crate) fn take_faults(planner: &mut Option<Planner>) -> ImaginedFaults {
        planner.as_mut().map(|planner| std::mem::take(&mut planner.faults)).unwrap_or_default()
    }
}
