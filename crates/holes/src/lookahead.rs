//! What an action comes to: it is carried out in a copy of the position and gone on with, always with what looks best next.

use railwright_bots::evaluation;
use railwright_core::id::{ActionId, MAX_SEATS, SeatId, SeatSet};
use railwright_core::narrow::narrow;
use railwright_core::{Events, Random, State};
use railwright_rules::{Checked, Engine, Fault};

/// So many decisions of one turn are thought through.
const DECISIONS: usize = 16;
/// At each of them so many ways to go on are weighed.
const WAYS: usize = 12;

/// How far a seat looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Horizon {
    /// The decisions that belong to the action are made.
    EndOfAction,
    /// The turn is over.
    EndOfTurn,
}

/// Room to try actions in.
pub(crate) struct Lookahead {
    pub(crate) trial: State,
    within: State,
    pub(crate) random: Random,
    barred: Option<(SeatId, ActionId)>,
}

impl Lookahead {
    pub(crate) fn new(state: &State) -> Self {
        Lookahead { trial: state.clone(), within: state.clone(), random: Random::default(), barred: None }
    }

    /// The same for a seat that does not choose an action again as long as there is another.
    pub(crate) fn without(self, seat: SeatId, action: ActionId) -> Self {
        Lookahead { barred: Some((seat, action)), ..self }
    }

    /// Carries out an action that is legal `here`, and goes on.
    pub(crate) fn try_out(&mut self, engine: &mut Engine, here: &State, option: Checked, until: Horizon) -> Result<(), Fault> {
        let seat = option.seat();
        self.trial.clone_from(here);
        engine.step(&mut self.trial, option, &mut Events::default())?;
        let (turn, depth) = (here.clock().turn, here.clock().frames.len());
        for _ in 0..DECISIONS {
            let clock = self.trial.clock();
            let alone = clock.over.is_none() && clock.turn == turn && clock.waiting == SeatSet::only(seat);
            let under_way = clock.progress[seat.index()].action.is_some() || clock.frames.len() > depth;
            if !alone || !(under_way || until == Horizon::EndOfTurn) {
                break;
            }
            let Some(checked) = self.best(engine, seat)? else { break };
            engine.step(&mut self.trial, checked, &mut Events::default())?;
        }
        Ok(())
    }

    /// What looks best next among some of what can be done.
    fn best(&mut self, engine: &mut Engine, seat: SeatId) -> Result<Option<Checked>, Fault> {
        let mut options = self.options(engine, seat)?;
        while options.len() > WAYS {
            let out = self.random.below(narrow::<u32>(options.len())) as usize;
            options.swap_remove(out);
        }
        if options.len() == 1 {
            return Ok(options.pop());
        }
        let mut best: Option<(i64, Checked)> = None;
        for checked in options {
            self.within.clone_from(&self.trial);
            engine.step(&mut self.within, checked, &mut Events::default())?;
            let margin = margin(engine, &self.within, seat)?;
            if best.is_none_or(|(most, _)| margin > most) {
                best = Some((margin, checked));
            }
        }
        Ok(best.map(|(_, checked)| checked))
    }

    /// Plays on at random to the end of the game, or until so many actions are used up.
    pub(crate) fn play_out(&mut self, engine: &mut Engine, mut random: Random, left: &mut u64) -> Result<(), Fault> {
        while let Some(seat) = self.trial.clock().waiting.iter().next().filter(|_| *left > 0) {
            let options = self.options(engine, seat)?;
            let Some(&checked) = options.get(random.below(narrow::<u32>(options.len().max(1))) as usize) else { break };
            engine.step(&mut self.trial, checked, &mut Events::default())?;
            *left -= 1;
        }
        Ok(())
    }

    /// What a seat may do next: anything but what is barred, and that only where there is nothing else.
    fn options(&mut self, engine: &mut Engine, seat: SeatId) -> Result<Vec<Checked>, Fault> {
        let count = engine.legal(&self.trial, seat)?.len();
        let all: Vec<Checked> = (0..count).filter_map(|i| engine.pick(i)).collect();
        let busy = self.trial.clock().progress[seat.index()].action.is_some();
        let Some((_, barred)) = self.barred.filter(|(of, _)| *of == seat && !busy) else { return Ok(all) };
        let others: Vec<Checked> = all.iter().copied().filter(|checked| checked.action().action != barred).collect();
        Ok(if others.is_empty() { all } else { others })
    }
}

/// What a seat is ahead of the best other by.
pub(crate) fn margin(engine: &mut Engine, state: &State, seat: SeatId) -> Result<i64, Fault> {
    let mut worth = [0; MAX_SEATS];
    evaluation::evaluate(engine, state, &mut worth)?;
    let seats = engine.rules().parts.seats.into();
    let others = (0..seats).filter(|&other| other != seat.index()).map(|other| worth[other]);
    Ok(worth[seat.index()] - others.max().unwrap_or(0))
}
