//! Plays a game: what is legal, why something is not, and what happens when it is done.
//!
//! One engine a thread; it owns the room that is reused from decision to decision and the scripts.
//! A [`Checked`] action comes only from here, and only a checked action can be applied.

use crate::flow::{self, Offer};
use crate::goals::Held;
use crate::mechanics::build::PathRoom;
use crate::mechanics::{ActionDef, Look, Mechanic, Outcome};
use crate::refusal::Refusal;
use crate::rules::{Fault, Rules};
use crate::score::{self, Sheet};
use crate::script::{NoScripts, Scripting, Scripts};
use railwright_core::expr::{Eval, Expr, Formula, Oracle, Scratch};
use railwright_core::id::{ActionId, CounterId, PartyId, SeatId};
use railwright_core::state::Progress;
use railwright_core::{Action, Effects, Event, Events, Payment, State, View};
use std::cell::RefCell;
use std::sync::Arc;

/// The action that ends a choice of several: `done`.
pub const DONE: ActionId = ActionId(u8::MAX);

/// An action that is legal for a seat in the state it was checked in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    seat: SeatId,
    action: Action,
}

impl Checked {
    /// Who acts.
    pub fn seat(self) -> SeatId {
        self.seat
    }

    /// What is done.
    pub fn action(self) -> Action {
        self.action
    }
}

/// Room that is reused from decision to decision.
pub(crate) struct Workspace {
    pub(crate) scratch: Scratch,
    pub(crate) available: Vec<u64>,
    pub(crate) payments: Vec<Payment>,
    pub(crate) scripts: Box<dyn Scripts>,
    pub(crate) fault: Option<Fault>,
    pub(crate) paths: PathRoom,
    probe: Vec<Action>,
    pub(crate) listed: Vec<Action>,
    pub(crate) amounts: Vec<(CounterId, i32)>,
    /// Whether prices are left out.
    pub(crate) free: bool,
    /// Room for answering conditions that ask what could be chosen; a condition within one of these is not asked again.
    asked: Option<Box<Workspace>>,
    asking: bool,
    /// The kinds of event that scripts hear.
    pub(crate) hears: u16,
    /// How many events of the log they have heard.
    told: usize,
}

impl Workspace {
    /// Tells the scripts what happened since they were last told; what they do can be heard in turn.
    #[cold]
    pub(crate) fn react(&mut self, table: &mut Effects) -> Result<(), Fault> {
        const REACTIONS_AT_ONCE: u32 = 10_000;
        let (state, events) = table.lend();
        let mut reactions = 0;
        while let Some(&event) = events.log.get(self.told) {
            self.told += 1;
            if self.hears & event.bit() == 0 {
                continue;
            }
            self.scripts.heard(state, events, event)?;
            reactions += 1;
            if reactions > REACTIONS_AT_ONCE {
                return Err(Fault { place: "scripts".into(), message: "reactions to reactions go on for ever".into() });
            }
        }
        Ok(())
    }

    /// What a formula is worth for a seat; it may ask what the seat can do.
    #[cold]
    pub(crate) fn value(&mut self, rules: &Rules, state: &State, seat: SeatId, formula: &Formula) -> i64 {
        if self.asking {
            return 0;
        }
        let asked = CanAsk::new(rules, state, self);
        let value = Eval::new(&rules.parts, state, seat.into(), &mut self.scratch).asking(&asked).value(&formula.expr);
        asked.give_back(self);
        value
    }

    /// Whether an action that was legal when it was chosen still is.
    pub(crate) fn still_legal(&mut self, rules: &Rules, state: &State, seat: SeatId, action: Action) -> Result<bool, Fault> {
        let clock = state.clock();
        let offered = clock.frames.last().map(|frame| rules.flow.offered(frame.step).actions).unwrap_or_default();
        let found = if clock.progress[seat.index()].action.is_none() && offered.contains(&action.action) {
            let look = Look { rules, state, seat, id: action.action, progress: Progress::default() };
            can_choose(&look, self, |mechanic, look, work| mechanic.offers(look, work, action))
        } else {
            // What is left to those who can do nothing else is legal only if that is so.
            let mut probe = std::mem::take(&mut self.probe);
            let listed = list(rules, state, seat, self, &mut probe);
            let found = probe.contains(&action);
            self.probe = probe;
            listed.map(|()| found)?
        };
        self.fault.take().map_or(Ok(found), Err)
    }

    /// Whether the seat that is asked now has anything to choose.
    pub(crate) fn any_legal(&mut self, rules: &Rules, state: &State, seat: SeatId) -> Result<bool, Fault> {
        let clock = state.clock();
        let offer = clock.frames.last().map(|frame| rules.flow.offered(frame.step));
        let mut any = false;
        if let (Some(Offer { actions, otherwise, .. }), None) = (offer, clock.progress[seat.index()].action) {
            // The first action that can be chosen is enough, so those that are quick to find are best named first.
            for &id in actions.iter().chain(&otherwise) {
                let look = Look { rules, state, seat, id, progress: Progress::default() };
                any = can_choose(&look, self, |mechanic, look, work| mechanic.any(look, work, None));
                if any || self.fault.is_some() {
                    break;
                }
            }
        } else {
            let mut probe = std::mem::take(&mut self.probe);
            let listed = list(rules, state, seat, self, &mut probe);
            any = !probe.is_empty();
            self.probe = probe;
            listed?;
        }
        self.fault.take().map_or(Ok(any), Err)
    }
}

/// Lists what a seat may do now.
#[inline]
fn list(rules: &Rules, state: &State, seat: SeatId, work: &mut Workspace, out: &mut Vec<Action>) -> Result<(), Fault> {
    out.clear();
    let clock = state.clock();
    let Some(frame) = clock.frames.last() else { return Ok(()) };
    let progress = clock.progress[seat.index()];
    let mut look = Look { rules, state, seat, id: DONE, progress: Progress::default() };
    match progress.action {
        Some(id) => {
            (look.id, look.progress) = (id, progress);
            def(&look).mechanic.legal(&look, work, out);
        }
        None => {
            let Offer { actions, otherwise, choice } = rules.flow.offered(frame.step);
            for &id in actions {
                look.id = id;
                list_one(&look, work, out);
            }
            if out.is_empty() {
                if let Some(id) = otherwise {
                    look.id = id;
                    list_one(&look, work, out);
                }
            } else if choice.is_some_and(|choice| may_finish(rules, state, seat, choice, frame.done, work)) {
                out.push(Action { action: DONE, ..Action::default() });
            }
        }
    }
    if work.fault.is_some() {
        return work.fault.take().map_or(Ok(()), Err);
    }
    Ok(())
}

/// The action that a look is about.
#[inline(always)]
fn def<'a>(look: &Look<'a>) -> &'a ActionDef {
    &look.rules.actions[look.id.index()]
}

/// Whether a seat has chosen enough.
#[inline]
fn may_finish(rules: &Rules, state: &State, seat: SeatId, choice: &flow::Choice, done: u16, work: &mut Workspace) -> bool {
    i64::from(done) >= flow::value(rules, state, work, seat, &choice.min)
        || flow::holds(rules, state, work, seat, &choice.may_stop)
}

/// Lists the ways to choose one action, if it can be chosen.
#[inline]
fn list_one(look: &Look, work: &mut Workspace, out: &mut Vec<Action>) {
    let Look { rules, state, seat, .. } = *look;
    let def = def(look);
    if let Some(when) = &def.when
        && !flow::holds(rules, state, work, seat, when)
    {
        return;
    }
    def.mechanic.legal(look, work, out);
}

/// Whether an action can be chosen at all, and its mechanic says yes.
#[inline]
fn can_choose(look: &Look, work: &mut Workspace, says: impl FnOnce(&Mechanic, &Look, &mut Workspace) -> bool) -> bool {
    let def = def(look);
    let holds = def.when.as_ref().is_none_or(|when| flow::holds(look.rules, look.state, work, look.seat, when));
    holds && says(&def.mechanic, look, work)
}

/// Answers `can(action)` in conditions; it has the scripts until it gives them back.
pub(crate) struct CanAsk<'a> {
    rules: &'a Rules,
    state: &'a State,
    work: RefCell<Box<Workspace>>,
}

impl<'a> CanAsk<'a> {
    pub(crate) fn new(rules: &'a Rules, state: &'a State, work: &mut Workspace) -> Self {
        let mut inner = work.asked.take().unwrap_or_else(|| Box::new(Workspace { asking: true, ..bare_workspace() }));
        std::mem::swap(&mut inner.scripts, &mut work.scripts);
        CanAsk { rules, state, work: RefCell::new(inner) }
    }

    pub(crate) fn give_back(self, work: &mut Workspace) {
        let mut inner = self.work.into_inner();
        std::mem::swap(&mut inner.scripts, &mut work.scripts);
        work.fault = work.fault.take().or(inner.fault.take());
        work.asked = Some(inner);
    }
}

impl CanAsk<'_> {
    /// What a script's tally is worth for a party; a fault is kept and given back.
    pub(crate) fn tally(&self, module: u8, party: PartyId) -> i64 {
        let Ok(mut work) = self.work.try_borrow_mut() else { return 0 };
        work.scripts.tally(self.state, module.into(), party).unwrap_or_else(|fault| {
            work.fault.get_or_insert(fault);
            0
        })
    }
}

impl Oracle for CanAsk<'_> {
    fn can(&self, action: ActionId, seat: SeatId, filter: Option<&Expr>, free: bool) -> bool {
        // A condition that asks for itself has no answer; it is not asked twice.
        let Ok(mut work) = self.work.try_borrow_mut() else { return false };
        work.free = free;
        let look = Look { rules: self.rules, state: self.state, seat, id: action, progress: Progress::default() };
        let any = can_choose(&look, &mut work, |mechanic, look, work| mechanic.any(look, work, filter));
        work.free = false;
        any
    }
}

pub(crate) fn bare_workspace() -> Workspace {
    Workspace {
        scratch: Scratch::default(),
        available: Vec::new(),
        payments: Vec::new(),
        scripts: Box::new(NoScripts),
        fault: None,
        paths: PathRoom::default(),
        probe: Vec::new(),
        listed: Vec::new(),
        amounts: Vec::new(),
        free: false,
        asked: None,
        asking: false,
        hears: 0,
        told: 0,
    }
}

/// Hands an action to its mechanic; when that is done with it, what follows from it begins.
#[inline]
pub(crate) fn perform(
    rules: &Rules,
    table: &mut Effects,
    work: &mut Workspace,
    seat: SeatId,
    action: Action,
) -> Result<(), Fault> {
    let def = &rules.actions[action.action.index()];
    let progress = table.state().clock().progress[seat.index()];
    let passes = std::mem::take(&mut table.clock().passes);
    let outcome = def.mechanic.apply(rules, table, work, seat, progress, action)?;
    if table.state().clock().over.is_some() {
        table.clock().progress[seat.index()] = Progress::default();
        return Ok(());
    }
    match outcome {
        Outcome::More(progress) => table.clock().progress[seat.index()] = progress,
        Outcome::Passed => {
            table.clock().passes = passes + 1;
            flow::acted(rules, table, seat, def.then);
        }
        Outcome::Done => flow::acted(rules, table, seat, def.then),
        Outcome::Then(committed) => flow::acted(rules, table, seat, Some(committed)),
    }
    Ok(())
}

/// Drops the events from there on that nobody but scripts wanted to hear.
fn keep_wanted(events: &mut Events, from: usize, wanted: u16) {
    let mut kept = from;
    for i in from..events.log.len() {
        if wanted & events.log[i].bit() != 0 {
            events.log[kept] = events.log[i];
            kept += 1;
        }
    }
    events.log.truncate(kept);
}

/// Plays games of one set of rules on one thread.
pub struct Engine {
    rules: Arc<Rules>,
    work: Workspace,
    template: State,
    backup: State,
    legal: Vec<Action>,
    legal_for: SeatId,
    /// Room for a score sheet.
    sheet: Sheet,
    /// Whether a step can break down, so that the state must be kept to go back to.
    fallible: bool,
    /// A state in which every invariant held.
    sound: Option<State>,
}

impl Engine {
    /// An engine for these rules.
    pub fn new(rules: Arc<Rules>, scripting: &dyn Scripting) -> Self {
        let scripts = scripting.ready(&rules);
        Self::with_scripts(rules, scripts)
    }

    /// Another engine by the same rules, for somebody who thinks ahead.
    pub fn another(&self) -> Self {
        Self::with_scripts(self.rules.clone(), self.work.scripts.another(&self.rules))
    }

    fn with_scripts(rules: Arc<Rules>, scripts: Box<dyn Scripts>) -> Self {
        let template = State::new(&rules.parts);
        let sweeps = rules.parts.zones.iter().filter_map(|z| z.sweep);
        let endless = sweeps.clone().any(|s| s.at_most.is_none());
        let hears = scripts.hears();
        Engine {
            fallible: !rules.scripts.is_empty() || endless,
            backup: template.clone(),
            template,
            work: Workspace { scripts, hears, ..bare_workspace() },
            legal: Vec::with_capacity(512),
            legal_for: SeatId(0),
            sound: None,
            sheet: Sheet::default(),
            rules,
        }
    }

    /// The rules played by.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Arranges the components before set-up, for every game that this engine starts from now on.
    pub fn unpack<T>(&mut self, arrange: impl FnOnce(&mut Effects) -> T) -> T {
        arrange(&mut Effects::new(&self.rules.parts, &mut self.template, &mut Events::default()))
    }

    /// Starts a game: set-up is played up to the first decision.
    pub fn start(&mut self, seed: u64, first: Option<SeatId>, events: &mut Events) -> Result<State, Fault> {
        let mut state = self.template.clone();
        self.restart(&mut state, seed, first, events)?;
        Ok(state)
    }

    /// Starts a game in a state that was used before, without allocating.
    pub fn restart(&mut self, state: &mut State, seed: u64, first: Option<SeatId>, events: &mut Events) -> Result<(), Fault> {
        self.heard_by_scripts(events, |engine, events| engine.set_up(state, seed, first, events))
    }

    fn set_up(&mut self, state: &mut State, seed: u64, first: Option<SeatId>, events: &mut Events) -> Result<(), Fault> {
        state.clone_from(&self.template);
        let mut table = Effects::new(&self.rules.parts, state, events);
        table.seed(seed);
        let seats = u32::from(self.rules.parts.seats);
        // The seed's choice is drawn even when a first player is named: cards then fall the same way.
        let drawn = SeatId(table.random().below(seats) as u8);
        let named = first.or(self.rules.first.map(SeatId)).filter(|s| u32::from(s.0) < seats);
        table.clock().first = named.unwrap_or(drawn);
        flow::begin(&self.rules, &mut table);
        flow::advance(&self.rules, &mut table, &mut self.work)
    }

    /// What a seat may do now, in a fixed order; nothing when it is not asked.
    #[inline]
    pub fn legal(&mut self, state: &State, seat: SeatId) -> Result<&[Action], Fault> {
        self.legal_for = seat;
        if !state.clock().waiting.has(seat) {
            self.legal.clear();
            return Ok(&self.legal);
        }
        list(&self.rules, state, seat, &mut self.work, &mut self.legal)?;
        Ok(&self.legal)
    }

    /// The actions just listed by [`Engine::legal`].
    #[inline]
    pub fn listed(&self) -> &[Action] {
        &self.legal
    }

    /// One of the actions just listed by [`Engine::legal`].
    #[inline]
    pub fn pick(&self, index: usize) -> Option<Checked> {
        self.legal.get(index).map(|&action| Checked { seat: self.legal_for, action })
    }

    /// Checks an action: accepted exactly when [`Engine::legal`] lists it, otherwise explained.
    pub fn check(&mut self, state: &State, seat: SeatId, action: Action) -> Result<Checked, Refusal> {
        match self.legal(state, seat) {
            Ok(legal) if legal.contains(&action) => Ok(Checked { seat, action }),
            Ok(_) => Err(self.refuse(state, seat, action)),
            Err(fault) => Err(Refusal::fault(fault)),
        }
    }

    fn refuse(&mut self, state: &State, seat: SeatId, action: Action) -> Refusal {
        let rules = self.rules.clone();
        let clock = state.clock();
        if let Some(ending) = clock.over {
            return Refusal::plain(format!("the game is over: {}", rules.flow.endings[ending as usize]));
        }
        if !clock.waiting.has(seat) {
            let waiting: Vec<String> = clock.waiting.iter().map(|s| format!("seat {}", s.0 + 1)).collect();
            return Refusal::plain(format!("it is not seat {}'s turn to choose but that of {}", seat.0 + 1, waiting.join(", ")));
        }
        if action.action == DONE {
            return Refusal::plain("more must be chosen before `done`".to_owned());
        }
        let Some(def) = rules.actions.get(action.action.index()) else {
            return Refusal::plain("there is no such action".to_owned());
        };
        let progress = clock.progress[seat.index()];
        let Some(frame) = clock.frames.last() else { return Refusal::plain("nothing is asked now".to_owned()) };
        if let Some(busy) = progress.action.filter(|busy| *busy != action.action) {
            let busy = &rules.actions[busy.index()];
            return Refusal::cited(&busy.id, &busy.cited, format!("seat {} is in the middle of `{}`", seat.0 + 1, busy.word));
        }
        let Offer { actions: offered, otherwise, .. } = rules.flow.offered(frame.step);
        if !offered.contains(&action.action) {
            let step = &rules.flow.steps[frame.step.index()];
            if otherwise == Some(action.action) {
                let reason = format!("`{}` is for a seat that can do nothing else", def.word);
                return Refusal::cited(&def.id, &def.cited, reason);
            }
            let words: Vec<&str> = offered.iter().map(|a| rules.actions[a.index()].word.as_str()).collect();
            return Refusal::cited(
                &step.id,
                &step.cited,
                format!("`{}` cannot be chosen now; {} can", def.word, words.join(", ")),
            );
        }
        if let (Some(when), None) = (&def.when, progress.action)
            && !flow::holds(&rules, state, &mut self.work, seat, when)
        {
            let asked = CanAsk::new(&rules, state, &mut self.work);
            let mut scratch = Scratch::default();
            let values = when.explain(&mut Eval::new(&rules.parts, state, seat.into(), &mut scratch).asking(&asked));
            asked.give_back(&mut self.work);
            return Refusal::cited(&def.id, &def.cited, format!("`{}` needs {}, but {values}", def.word, when.text));
        }
        let look = Look { rules: &rules, state, seat, id: action.action, progress };
        let reason = def.mechanic.refuse(&look, action, &mut self.work);
        Refusal::cited(&def.id, &def.cited, reason)
    }

    /// Carries out a checked action and goes on to the next decision. A fault leaves the state as it was.
    #[inline]
    pub fn step(&mut self, state: &mut State, checked: Checked, events: &mut Events) -> Result<(), Fault> {
        if !self.fallible {
            return self.carry_out(state, checked, events);
        }
        self.backup.clone_from(state);
        let heard = events.log.len();
        let result = self.heard_by_scripts(events, |engine, events| engine.carry_out(state, checked, events));
        if result.is_err() {
            std::mem::swap(state, &mut self.backup);
            events.log.truncate(heard);
        }
        result
    }

    #[inline]
    fn carry_out(&mut self, state: &mut State, Checked { seat, action }: Checked, events: &mut Events) -> Result<(), Fault> {
        let rules = &*self.rules;
        let mut table = Effects::new(&rules.parts, state, events);
        let step = table.state().clock().frames.last().expect("somebody was asked").step;
        let together = matches!(rules.flow.steps[step.index()].kind, flow::StepKind::Together { .. });
        let def = rules.actions.get(action.action.index());
        let secret = def.is_some_and(|a| a.mechanic.is_secret(&rules.parts));
        let sealed = together || secret;
        table.emit(Event::Acted { seat, action, sealed });
        if !sealed {
            table.clock().last = action;
        }
        if action.action == DONE {
            let clock = table.clock();
            clock.waiting = clock.waiting.without(seat);
            clock.frames.last_mut().expect("somebody was asked").note = 1;
        } else if together && def.is_some_and(|a| a.can_be_held_back()) {
            let clock = table.clock();
            clock.held[seat.index()] = Some(action);
            clock.waiting = clock.waiting.without(seat);
        } else {
            perform(rules, &mut table, &mut self.work, seat, action)?;
        }
        flow::advance(rules, &mut table, &mut self.work)
    }

    /// Plays on while scripts hear what they asked for; whoever else listens gets only what he asked for.
    fn heard_by_scripts(
        &mut self,
        events: &mut Events,
        play: impl FnOnce(&mut Self, &mut Events) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let (wanted, before) = (events.heard, events.log.len());
        events.heard |= self.work.hears;
        self.work.told = before;
        let result = play(self, events);
        events.heard = wanted;
        if self.work.hears != 0 {
            keep_wanted(events, before, wanted);
        }
        result
    }

    /// What a seat may see.
    pub fn view<'a>(&'a self, state: &'a State, seat: SeatId) -> View<'a> {
        View::new(&self.rules.parts, state, seat)
    }

    /// Fills in the score sheet for the state as it is.
    pub fn score(&mut self, state: &State, sheet: &mut Sheet) -> Result<(), Fault> {
        let Workspace { scratch, scripts, .. } = &mut self.work;
        score::fill(&self.rules, state, scratch, &mut **scripts, sheet)
    }

    /// Calls `each` with every goal that a seat has in a state, and how it stands.
    pub fn goals(&mut self, state: &State, each: impl FnMut(Held)) {
        crate::goals::each(&self.rules.goals, &self.rules.parts, state, &mut self.work.scratch, each);
    }

    /// Checks everything that must hold in every state; says what does not.
    pub fn broken_invariants(&mut self, state: &State) -> Vec<String> {
        crate::invariants::broken(&self.rules, state, &mut self.sound, &mut self.work.scratch)
    }

    /// An action in the notation that saves, logs and people use.
    pub fn print(&mut self, state: &State, seat: SeatId, action: Action) -> String {
        crate::notation::print(&self.rules, state, seat, action, &mut self.work)
    }

    /// An action from its notation; legality is for [`Engine::check`] to say.
    pub fn parse(&mut self, state: &State, seat: SeatId, text: &str) -> Result<Action, String> {
        crate::notation::parse(&self.rules.clone(), state, seat, text, self)
    }

    /// The rules with the room there is for working by them.
    pub(crate) fn rooms(&mut self) -> (&Rules, &mut Workspace, &mut Sheet) {
        (&self.rules, &mut self.work, &mut self.sheet)
    }

    pub(crate) fn workspace(&mut self) -> &mut Workspace {
        &mut self.work
    }
}
