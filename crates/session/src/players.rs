//! The bots at the seats of a session.
//!
//! Programs of others are given a seed of their own that has nothing to do with the game's.
//! Our own bots choose by what they see and by a generator that depends on the seed, the seat and the number of actions so
//! far: they play the same game whether or not it was interrupted or taken back in between.

use crate::chance;
use crate::session::Session;
use crate::viewpoint::Viewpoint;
use railwright_bots::{Bot, BotFault, BotKind, DecisionRequest, GameStart};
use railwright_core::id::{MAX_SEATS, SeatId};
use railwright_core::narrow::narrow;
use railwright_core::{Event, Random, View};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Apart from every other use that is made of a seed.
const PURPOSE: u64 = 1 << 32;

struct Seated {
    bot: Box<dyn Bot>,
    /// Whether it begins anew with every decision, as our own do.
    anew: bool,
    started: bool,
    ended: bool,
    /// How many steps it has been told.
    told: usize,
}

/// The bots of a session; people have none.
pub struct Players {
    seats: Vec<Option<Seated>>,
}

impl Players {
    /// The bots for the seats of a session. Programs are started when they are first asked, and have so much time for each
    /// decision.
    pub fn new(session: &Session, bot_time: Duration) -> Self {
        let seated = |kind: BotKind| (kind.seat(bot_time), !matches!(kind, BotKind::External(_)));
        Players::of(session.header().seats.iter().map(|name| BotKind::find(name).map(seated)).collect())
    }

    /// Bots that were made by somebody else, for each seat that has one, and whether each begins anew with every decision: one
    /// that does not is told once that a game begins.
    pub fn of(bots: Vec<Option<(Box<dyn Bot>, bool)>>) -> Self {
        let seated = |(bot, anew)| Seated { bot, anew, started: false, ended: false, told: 0 };
        Players { seats: bots.into_iter().map(|bot| bot.map(seated)).collect() }
    }

    /// Whether a bot sits there.
    pub fn has(&self, seat: SeatId) -> bool {
        self.seats.get(seat.index()).is_some_and(Option::is_some)
    }

    /// What the bot of a seat that must choose does, in notation; it is for the caller to do it.
    pub fn choose(&mut self, session: &mut Session, seat: SeatId) -> Result<String, BotFault> {
        let unable = |fault: String| BotFault {
            seat: seat.0 + 1,
            command: "".into(),
            outline: "cannot choose",
            fault,
            asked: "".into(),
            answered: None,
            complaint: "".into(),
        };
        let legal = session.legal(seat).map_err(|fault| unable(format!("cannot choose: the rules broke down: {fault}")))?;
        let (actions, notation): (Vec<_>, Vec<_>) = legal.into_iter().unzip();
        let seated = self.seats.get_mut(seat.index()).and_then(Option::as_mut).filter(|_| !actions.is_empty());
        let Some(seated) = seated else { return Err(unable("has nothing to choose".into())) };
        let rules = session.rules().clone();
        let steps = session.steps().len();
        let random = Random::stream(session.header().seed, PURPOSE + (steps * MAX_SEATS + seat.index()) as u64);
        // A program is told once that a game begins; our own get their chance for this decision. Whoever has the game in mind hears
        // only what is new: in a long game all of it would take longer with each decision.
        let goes_on = seated.started && (!seated.anew || seated.bot.go_on(random));
        if !goes_on {
            let engine = &|| session.engine_again();
            let program_seed = narrow::<u32>(chance::of_the_system() >> 32);
            seated.bot.start(&GameStart { rules: &rules, seat, random, program_seed, engine })?;
        }
        let mut events = Vec::new();
        // After something was taken back a program hears again what it may have heard before.
        let from = if goes_on { (seated.told + 1).min(steps + 1) } else { 0 };
        if seated.bot.reads() {
            events = (from..=steps).flat_map(|step| session.seen(step, Viewpoint::Seat(seat))).collect();
        }
        (seated.started, seated.told) = (true, steps);
        let hears = seated.bot.hears();
        let opening = if goes_on { &[] } else { session.opening() };
        let happened = opening.iter().chain(session.steps()[from.saturating_sub(1)..].iter().flat_map(|step| &step.events));
        let heard = happened.filter(|event| event.bit() & hears != 0);
        let seen: Vec<Event> = heard.filter_map(|event| event.noticed_by(&rules.parts, seat)).collect();
        let view = View::new(&rules.parts, session.state(), seat);
        let asked = DecisionRequest {
            rules: &rules,
            view,
            legal: &actions,
            notation: &notation,
            events: &events,
            seen: &seen,
            stop: &AtomicBool::new(false),
        };
        let choice = seated.bot.choose(&asked);
        // Whoever asks again after a report gets a program that was started anew and is told everything.
        let choice = choice.inspect_err(|_| seated.started = false)?;
        Ok(notation[choice.min(notation.len() - 1)].clone())
    }

    /// What the bot of a seat that must choose thinks best, in notation, the best first, each with how many points it promises less than that.
    pub fn rank(&mut self, session: &mut Session, seat: SeatId) -> Result<Vec<(String, f64)>, BotFault> {
        let chosen = self.choose(session, seat)?;
        let ranking =
            self.seats.get(seat.index()).and_then(Option::as_ref).map(|seated| seated.bot.ranking()).unwrap_or_default();
        let legal = session.legal(seat).unwrap_or_default();
        let named = ranking.into_iter().filter_map(|(at, worse)| Some((legal.get(at)?.1.clone(), worse)));
        let ranked: Vec<(String, f64)> = named.collect();
        // Of a single action there is nothing to compare.
        Ok(if legal.len() < 2 || ranked.is_empty() { vec![(chosen, 0.0)] } else { ranked })
    }

    /// Tells the bots how a game ended; once is enough.
    pub fn end(&mut self, session: &mut Session) {
        let Ok(sheet) = session.score() else { return };
        for seated in self.seats.iter_mut().flatten().filter(|s| s.started && !s.ended) {
            seated.bot.end(&sheet, session.header().players);
            seated.ended = true;
        }
    }

    /// Actions were taken back: what was told beyond them is told anew.
    pub fn taken_back(&mut self, session: &Session) {
        self.seats.iter_mut().flatten().for_each(|seated| {
            seated.told = seated.told.min(session.steps().len());
            // Our own forget what was taken back: they begin the game anew.
            seated.started &= !seated.anew;
            seated.ended = false;
        });
    }
}
