//! Begins a game anywhere in its turn structure: in a step, in a round, in the middle of a turn, or when all is over.
//!
//! A step that is under way has a frame for each step it is a part of. These are built here as play would have left them; then the step
//! begins as it always does, with whatever happens by itself and all that scripts hear.

use super::endings::{ALL_PASSED, ENDED, LAST_TURNS, UNTIL};
use super::happen::happen;
use super::loops::begin_turn;
use super::run::{advance, finish, holds};
use super::ways::{Way, named_ways, way_under_way};
use super::{Flow, StepKind};
use crate::engine::Engine;
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::expr::Formula;
use railwright_core::id::{MAX_SEATS, SeatId, SeatSet, StepId};
use railwright_core::narrow::narrow;
use railwright_core::state::{Clock, Frame, Progress};
use railwright_core::{Effects, Events, State, Subjects};
use railwright_source::did_you_mean;

/// Rounds that a condition is tried with, to see whether it is the number of the round that it asks about.
const ROUNDS_TRIED: u16 = 100;

/// Where in its turn structure a game begins. What is left out is as at the first choice of the first turn.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    /// A step, perhaps with steps that it is a part of: `stuck in second-turn`.
    pub at: Option<String>,
    /// Whose turn it is.
    pub seat: Option<SeatId>,
    /// Which round it is.
    pub round: Option<u16>,
    /// Who has passed since anybody did something else.
    pub passed: SeatSet,
    /// Who is out.
    pub out: SeatSet,
    /// How many turns are left, this one among them, once the last round has been announced.
    pub last_turns: Option<u8>,
    /// What was done last, as the seat would write it.
    pub last: Option<(SeatId, String)>,
    /// The game is over, and ended like this.
    pub over: Option<String>,
}

/// Why a game cannot begin there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misplaced {
    /// What was asked for cannot be.
    Wrong {
        /// Which part of the beginning: `at`, `seat`, `round`, …
        key: &'static str,
        /// What is wrong with it.
        message: String,
        /// What to do about it.
        help: String,
    },
    /// The rules broke down on the way to the first choice.
    Fault(Fault),
}

impl From<Fault> for Misplaced {
    fn from(fault: Fault) -> Self {
        Misplaced::Fault(fault)
    }
}

fn wrong<T>(key: &'static str, message: impl Into<String>, help: impl Into<String>) -> Result<T, Misplaced> {
    Err(Misplaced::Wrong { key, message: message.into(), help: help.into() })
}

impl Engine {
    /// Takes a game whose set-up has been played to another point of its turn structure, and from there to the next decision.
    pub fn begin_at(&mut self, state: &mut State, beginning: &Beginning, events: &mut Events) -> Result<(), Misplaced> {
        let rules = self.rules().clone();
        let last = match &beginning.last {
            Some((seat, text)) => match self.parse(state, *seat, text) {
                Ok(action) => Some(action),
                Err(reason) => return wrong("last", format!("this is no action: {reason}"), "write SEAT ACTION: \"1 draw red\""),
            },
            None => None,
        };
        if state.clock().over.is_some() && beginning.over.is_none() {
            return wrong("at", "the game is over after its set-up", "leave out [begin], or say over = …");
        }
        let way = match &beginning.at {
            Some(at) => find(&rules, at)?,
            None => way_under_way(&rules, state.clock()),
        };
        let mut misplaced = Ok(());
        self.heard_by_scripts(events, |engine, events| {
            let mut table = Effects::new(&rules.parts, state, events);
            let clock = table.clock();
            clock.progress = [Progress::default(); MAX_SEATS];
            (clock.waiting, clock.committed, clock.held) = (SeatSet::NONE, None, [None; MAX_SEATS]);
            if let Some(action) = last {
                let def = rules.actions.get(action.action.index());
                clock.last = def.map_or(Subjects::default(), |def| def.subjects(&rules, action));
            }
            let mut place = Place { rules: &rules, table: &mut table, work: engine.workspace(), beginning };
            match if beginning.over.is_some() { place.end() } else { place.begin(&way) } {
                Err(Misplaced::Fault(fault)) => return Err(fault),
                Err(wrong) => misplaced = Err(wrong),
                Ok(()) => return advance(&rules, &mut table, engine.workspace()),
            }
            Ok(())
        })?;
        misplaced
    }
}

/// The one way to a step that a text means.
fn find(rules: &Rules, at: &str) -> Result<Way, Misplaced> {
    let names: Vec<&str> = at.split(" in ").map(str::trim).collect();
    let mut ways = named_ways(rules, &names);
    let flow = &rules.flow;
    if ways.len() > 1 {
        let choices: Vec<String> = ways.iter().map(|way| format!("\"{} in {}\"", names[0], way.nearest(flow))).collect();
        let message = format!("the step `{}` is a part of several", names[0]);
        return wrong("at", message, format!("write one of: {}", choices.join(", ")));
    }
    if let Some(way) = ways.pop() {
        return Ok(way);
    }
    let known: Vec<&str> = flow.steps.iter().map(|s| s.id.as_str()).filter(|id| !id.contains(' ')).collect();
    match names.iter().find(|name| !known.contains(name)) {
        Some(unknown) => {
            let help = did_you_mean(unknown, known.iter().copied()).map_or_else(
                || format!("its steps are: {}", flow.reachable(rules).join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            wrong("at", format!("the game has no step `{unknown}`"), help)
        }
        None if names.len() > 1 => wrong("at", format!("`{}` is no part of `{}`", names[0], names[1..].join(" in ")), {
            let ways = named_ways(rules, &names[..1]);
            let within: Vec<String> = ways.iter().map(|way| format!("\"{} in {}\"", names[0], way.nearest(flow))).collect();
            if within.is_empty() { "write the step alone".to_owned() } else { format!("write {}", within.join(" or ")) }
        }),
        None => wrong(
            "at",
            format!("the step `{}` happens by itself in the middle of others", names[0]),
            "begin before it: it follows from what is played",
        ),
    }
}

impl Flow {
    /// The steps at which a game can begin.
    fn reachable<'a>(&'a self, rules: &Rules) -> Vec<&'a str> {
        let mut ids: Vec<&str> = Vec::new();
        for step in self.steps.iter().filter(|step| !step.id.contains(' ')) {
            if !ids.contains(&step.id.as_str()) && !named_ways(rules, &[&step.id]).is_empty() {
                ids.push(&step.id);
            }
        }
        ids
    }
}

/// The table at which a game is to begin somewhere.
struct Place<'a, 't> {
    rules: &'a Rules,
    table: &'a mut Effects<'t>,
    work: &'a mut Workspace,
    beginning: &'a Beginning,
}

impl Place<'_, '_> {
    fn kind(&self, step: StepId) -> &StepKind {
        &self.rules.flow.steps[step.index()].kind
    }

    fn clock(&self) -> &Clock {
        self.table.state().clock()
    }

    /// The game is over in the way that was said.
    fn end(&mut self) -> Result<(), Misplaced> {
        let flow = &self.rules.flow;
        let ways = flow.ways_to_end();
        let said = self.beginning.over.as_deref().unwrap_or_default();
        let known: Vec<&str> = ways.iter().map(|way| flow.endings[usize::from(*way)].as_str()).collect();
        let Some(at) = known.iter().position(|known| *known == said) else {
            return wrong("over", format!("this game cannot end like `{said}`"), format!("it ends like: {}", known.join("; ")));
        };
        let with = [
            ("at", self.beginning.at.is_some()),
            ("seat", self.beginning.seat.is_some()),
            ("passed", !self.beginning.passed.is_empty()),
            ("out", !self.beginning.out.is_empty()),
            ("last-turns", self.beginning.last_turns.is_some()),
        ];
        if let Some((key, _)) = with.iter().find(|(_, given)| *given) {
            return wrong(key, format!("a game that is over has no `{key}`"), "leave out this or `over`");
        }
        self.table.clock().round = self.beginning.round.unwrap_or(1);
        finish(self.table, ways[at]);
        Ok(())
    }

    /// The step at the end of a way begins, with everything around it under way.
    fn begin(&mut self, way: &Way) -> Result<(), Misplaced> {
        self.table.clock().out.0 |= self.beginning.out.0;
        let first = self.clock().first_in_play(self.rules.parts.seats);
        let seat = self.beginning.seat.unwrap_or(first);
        if self.beginning.out.has(seat) {
            return wrong(
                "out",
                format!("seat {} is to play and is out", seat.0 + 1),
                "leave it out of `out`, or name another `seat`",
            );
        }
        let innermost = way.steps().filter(|step| goes_round(self.kind(*step))).last();
        if innermost.is_none() && seat != first {
            let id = &self.rules.flow.steps[way.to.index()].id;
            return wrong("seat", format!("`{id}` is in nobody's turn"), "the first player acts there: write first = … above");
        }
        self.number(way, seat)?;
        self.check_conditions(way)?;
        self.check_turns(way)?;
        let mut actor = first;
        self.table.clock().frames.clear();
        for &(step, part) in &way.parts {
            let whose = if Some(step) == innermost { seat } else { first };
            let place = self.place_of(step, actor, whose);
            let (done, note) = match self.kind(step) {
                StepKind::Rounds { .. } | StepKind::Turns { .. } => (part + 1, 1),
                StepKind::EachSeat { steps, .. } => (place * steps.len() + part + 1, 0),
                StepKind::Choose(_) => (1, 0),
                StepKind::Together { .. } => (1, 1),
                _ => (part + 1, 0),
            };
            self.table.clock().frames.push(Frame { step, done: narrow::<u16>(done), actor, note });
            actor = match self.kind(step) {
                kind if goes_round(kind) => whose,
                StepKind::Rounds { .. } => first,
                _ => actor,
            };
        }
        (self.table.clock().actor, self.table.clock().ending) = (actor, self.ending_before(way));
        self.check_when(way.to)?;
        (self.table.clock().passed, self.table.clock().last_turns) = (self.beginning.passed, self.beginning.last_turns);
        let place = self.place_of(way.to, actor, seat);
        let rules = self.rules;
        match &rules.flow.steps[way.to.index()].kind {
            StepKind::EachSeat { steps, which, .. } => {
                // A seat that nobody named is passed over as always.
                let asked = which.as_ref().filter(|_| self.beginning.seat.is_some());
                if let Some(which) = asked.filter(|which| !holds(rules, self.table.state(), self.work, seat, which)) {
                    let id = &rules.flow.steps[way.to.index()].id;
                    let message = format!("seat {} has no part in `{id}`: {} does not hold", seat.0 + 1, which.text);
                    return wrong("seat", message, "name another seat, or change the position so that it holds");
                }
                self.table.clock().frames.push(Frame { step: way.to, done: narrow::<u16>(place * steps.len()), actor, note: 0 });
            }
            StepKind::Turns { .. } => {
                self.table.clock().frames.push(Frame { step: way.to, done: 0, actor, note: 1 });
                self.table.clock().actor = seat;
                let new_round = seat == self.clock().first_in_play(rules.parts.seats);
                begin_turn(rules, self.table, new_round);
            }
            // Nothing else may call what enters steps in play: it is one with its caller there.
            kind if kind.is_automatic() => happen(rules, self.table, self.work, &rules.flow.steps[way.to.index()], actor)?,
            _ => self.table.clock().frames.push(Frame { step: way.to, done: 0, actor, note: 0 }),
        }
        Ok(())
    }

    /// How the turns or rounds ended that a step comes after: of several ways, the first that the rules name.
    fn ending_before(&self, way: &Way) -> u8 {
        let outermost = way.parts.first().map(|&(step, part)| (self.kind(step), part));
        let Some((StepKind::InOrder(steps), part)) = outermost else { return ENDED };
        let ending = |step: &StepId| {
            let way = match self.kind(*step) {
                StepKind::Turns { last_round: Some(_), .. } => LAST_TURNS,
                StepKind::Turns { all_pass: true, .. } => ALL_PASSED,
                StepKind::Turns { until: Some(_), .. } | StepKind::Rounds { until: Some(_), .. } => UNTIL,
                _ => return None,
            };
            Some(self.rules.flow.ending(*step, way))
        };
        steps[..part].iter().rev().find_map(ending).unwrap_or(ENDED)
    }

    /// How many seats come before one in a step for one seat after the other.
    fn place_of(&self, step: StepId, actor: SeatId, seat: SeatId) -> usize {
        let clock = self.clock();
        let start = if matches!(self.kind(step), StepKind::EachSeat { from_actor: true, .. }) { actor } else { clock.first };
        clock.round_from(start, self.rules.parts.seats).position(|s| s == seat).unwrap_or(0)
    }

    /// Sets the numbers of round and turn.
    fn number(&mut self, way: &Way, seat: SeatId) -> Result<(), Misplaced> {
        let seats = u32::from(self.rules.parts.seats);
        let makes_rounds = |kind: &StepKind| matches!(kind, StepKind::Rounds { .. } | StepKind::Turns { .. });
        let within = way.parts.iter().any(|(step, _)| makes_rounds(self.kind(*step)));
        let begins = makes_rounds(self.kind(way.to));
        let round = self.beginning.round.unwrap_or(u16::from(within || begins));
        if self.beginning.round.is_some() && !self.rules.flow.steps.iter().any(|step| makes_rounds(&step.kind)) {
            return wrong("round", "this game has no rounds", "leave it out");
        }
        let taken = |step: StepId| if is_turn(self.kind(step)) { seats } else { 0 };
        let (mut turn, place) = (0, narrow::<u32>(self.place_of(way.to, self.clock().first, seat)));
        let before = u32::from(round.saturating_sub(1));
        for &(step, part) in &way.parts {
            match self.kind(step) {
                StepKind::Rounds { steps, .. } => {
                    turn += before * steps.iter().map(|s| taken(*s)).sum::<u32>();
                    turn += steps[..part].iter().map(|s| taken(*s)).sum::<u32>();
                }
                StepKind::InOrder(steps) => turn += steps[..part].iter().map(|s| taken(*s)).sum::<u32>(),
                StepKind::Turns { .. } => turn += before * seats + place + 1,
                kind if is_turn(kind) => turn += place + 1,
                _ => {}
            }
        }
        turn += match self.kind(way.to) {
            StepKind::Turns { .. } => before * seats + place,
            StepKind::Rounds { steps, .. } => before * steps.iter().map(|s| taken(*s)).sum::<u32>(),
            kind if is_turn(kind) => place,
            _ => 0,
        };
        // A step that begins rounds counts the one it begins; turns do so with the first player's.
        let counts = begins && (matches!(self.kind(way.to), StepKind::Rounds { .. }) || seat == self.clock().first);
        let clock = self.table.clock();
        (clock.turn, clock.round) = (turn, if counts { round.saturating_sub(1) } else { round });
        self.check_round(way, round)
    }

    /// Whether a formula has a value in some round that it does not have in this one: then the number of the round decides.
    fn only_in_another_round(&mut self, formula: &Formula, round: u16, wanted: bool) -> bool {
        let (kept, first) = (self.clock().round, self.clock().first);
        let mut is_so = |number: u16| {
            self.table.clock().round = number;
            holds(self.rules, self.table.state(), self.work, first, formula) == wanted
        };
        let found = !is_so(round) && (1..=ROUNDS_TRIED).any(is_so);
        self.table.clock().round = kept;
        found
    }

    /// A round after the one that would have been the last cannot be.
    fn check_round(&mut self, way: &Way, round: u16) -> Result<(), Misplaced> {
        let rules = self.rules;
        for step in way.steps() {
            let StepKind::Rounds { until: Some(until), .. } = &rules.flow.steps[step.index()].kind else { continue };
            if round > 1 && self.only_in_another_round(until, round - 1, false) {
                let id = &rules.flow.steps[step.index()].id;
                let message = format!("there is no round {round}: `{id}` ends when {}", until.text);
                return wrong("round", message, "name an earlier round");
            }
        }
        Ok(())
    }

    /// A step around the one that begins was not begun if that depends on the round and this is not the one.
    fn check_conditions(&mut self, way: &Way) -> Result<(), Misplaced> {
        let rules = self.rules;
        let round = self.beginning.round.unwrap_or(1);
        for &(step, _) in &way.parts {
            let step = &rules.flow.steps[step.index()];
            let Some(when) = &step.when else { continue };
            if self.only_in_another_round(when, round, true) {
                let message = format!("in round {round} there is no `{}`: it needs {}", step.id, when.text);
                return wrong("at", message, "say which round it is: round = …");
            }
        }
        Ok(())
    }

    /// Who has passed and how many turns are left must go with the turns around the step.
    fn check_turns(&self, way: &Way) -> Result<(), Misplaced> {
        let seats = self.rules.parts.seats;
        let turns = way.steps().find_map(|step| match self.kind(step) {
            StepKind::Turns { last_round, all_pass, .. } => Some((last_round.is_some(), *all_pass)),
            _ => None,
        });
        match turns {
            Some((_, true)) if self.beginning.passed.0 | self.beginning.out.0 == SeatSet::all(seats).0 => {
                return wrong("passed", "when everybody has passed the game is over", "leave out a seat, or write over = …");
            }
            Some((_, true)) => {}
            _ if !self.beginning.passed.is_empty() => {
                let help = "leave it out: only `turns` with `all-pass` count who has passed";
                return wrong("passed", "nobody passes here in a way that counts", help);
            }
            _ => {}
        }
        match self.beginning.last_turns {
            Some(_) if !turns.is_some_and(|(last, _)| last) => wrong(
                "last-turns",
                "there is no last round here",
                "leave it out: only `turns` with a `last-round` count their last ones",
            ),
            Some(left) if left == 0 || left > seats => {
                wrong("last-turns", format!("from 1 to {seats} turns can be left"), "this turn counts")
            }
            _ => Ok(()),
        }
    }

    /// The step itself begins now, so its condition must hold now.
    fn check_when(&mut self, step: StepId) -> Result<(), Misplaced> {
        let (rules, actor) = (self.rules, self.clock().actor);
        let step = &rules.flow.steps[step.index()];
        match &step.when {
            Some(when) if !holds(rules, self.table.state(), self.work, actor, when) => {
                let message = format!("`{}` does not begin here: {} does not hold", step.id, when.text);
                wrong("at", message, "change the position so that it holds, or begin elsewhere")
            }
            _ => Ok(()),
        }
    }
}

/// Whether a step is for one seat after the other.
fn goes_round(kind: &StepKind) -> bool {
    matches!(kind, StepKind::Turns { .. } | StepKind::EachSeat { .. })
}

/// Whether a step is a turn of every seat.
fn is_turn(kind: &StepKind) -> bool {
    matches!(kind, StepKind::EachSeat { turn: true, .. })
}
