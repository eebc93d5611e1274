//! A bot with habits: what it never does is taken out of its choice, what it prefers is all its choice, and another bot
//! chooses among the rest.

use crate::evaluation::is_habit;
use crate::planner::{Planner, REMEMBERED};
use crate::{Bot, BotFault, BotKind, DecisionRequest, GameStart, ImaginedFaults};
use railwright_core::id::SeatId;
use railwright_core::{Random, State};
use railwright_rules::ScoreSheet;
use railwright_rules::persona::{Habit, Persona};
use std::time::Duration;

/// Plays as a persona of the game says.
pub struct PersonaBot {
    id: String,
    time: Duration,
    planner: Option<Planner>,
    within: Option<(Persona, Box<dyn Bot>)>,
    position: State,
}

impl PersonaBot {
    /// The persona of that id; `time` is for a bot that is a program.
    pub fn new(id: &str, time: Duration) -> Self {
        PersonaBot { id: id.to_owned(), time, planner: None, within: None, position: State::default() }
    }

    fn unknown(&self, seat: SeatId, fault: String) -> BotFault {
        let command = BotKind::Persona(self.id.clone()).to_string().into();
        BotFault {
            seat: seat.0 + 1,
            command,
            outline: "is a persona that cannot play",
            fault,
            asked: "".into(),
            answered: None,
            complaint: "".into(),
        }
    }
}

impl Bot for PersonaBot {
    fn start(&mut self, start: &GameStart) -> Result<(), BotFault> {
        let same = self.planner.as_ref().is_some_and(|planner| std::sync::Arc::ptr_eq(planner.engine.rules(), start.rules));
        Planner::begin(&mut self.planner, start);
        if !same || self.within.is_none() {
            if let Some(wrong) = BotKind::Persona(self.id.clone()).wrong(start.rules) {
                return Err(self.unknown(start.seat, wrong));
            }
            let persona = start.rules.personas.iter().find(|p| p.id == self.id).cloned();
            let seated = persona.and_then(|p| Some((BotKind::find(&p.bot)?.seat(self.time), p)));
            self.within = seated.map(|(bot, persona)| (persona, bot));
        }
        match &mut self.within {
            Some((_, bot)) => bot.start(start),
            None => Ok(()),
        }
    }

    fn go_on(&mut self, random: Random) -> bool {
        let within = self.within.as_mut().is_some_and(|(_, bot)| bot.go_on(random));
        within && Planner::go_on(&mut self.planner, random)
    }

    fn choose(&mut self, request: &DecisionRequest) -> Result<usize, BotFault> {
        let (planner, (persona, bot)) = self.planner.as_mut().zip(self.within.as_mut()).expect("a game was begun");
        planner.note(request);
        planner.determinise(request, &mut self.position);
        let seat = planner.seat;
        // No habit asks for more than the position, so there is nothing that could break down.
        let mut is = |i: usize, habits: &[Habit]| {
            is_habit(&mut planner.engine, &self.position, seat, request.legal[i], habits) == Ok(true)
        };
        let all: Vec<usize> = (0..request.legal.len()).collect();
        let allowed: Vec<usize> = all.iter().copied().filter(|&i| !is(i, &persona.never)).collect();
        let allowed = if allowed.is_empty() { all } else { allowed };
        let wanted: Vec<usize> = allowed.iter().copied().filter(|&i| is(i, &persona.prefer)).collect();
        let choice = if wanted.is_empty() { allowed } else { wanted };
        let legal: Vec<_> = choice.iter().map(|&i| request.legal[i]).collect();
        let notation: Vec<_> = choice.iter().filter_map(|&i| request.notation.get(i).cloned()).collect();
        let chosen = bot.choose(&DecisionRequest { legal: &legal, notation: &notation, ..*request })?;
        Ok(choice[chosen.min(choice.len() - 1)])
    }

    fn end(&mut self, sheet: &ScoreSheet, seats: u8) {
        if let Some((_, bot)) = &mut self.within {
            bot.end(sheet, seats);
        }
    }

    fn take_imagined_faults(&mut self) -> ImaginedFaults {
        self.within.as_mut().map(|(_, bot)| bot.take_imagined_faults()).unwrap_or_default()
    }

    fn reads(&self) -> bool {
        self.within.as_ref().is_some_and(|(_, bot)| bot.reads())
    }

    fn hears(&self) -> u16 {
        REMEMBERED
    }
}
