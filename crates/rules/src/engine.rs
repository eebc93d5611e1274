//! Plays a game: what is legal, why something is not, and what happens when it is done.
//!
//! One engine a thread; it owns the room that is reused from decision to decision and the scripts.
//! A [`Checked`] action comes only from here, and only a checked action can be applied.

use crate::flow;
use crate::goals::HeldGoal;
use crate::invariants::BrokenInvariant;
use crate::mechanics::{Execution, Outcome};
use crate::module::zones_heard;
use crate::offer::{count, list, nth};
use crate::refusal::Refusal;
use crate::rules::{Fault, Rules};
use crate::score::{self, ScoreSheet};
use crate::script::{Scripting, Scripts};
use crate::workspace::Workspace;
use railwright_core::id::{ActionId, KindId, SeatId, SeatSet};
use railwright_core::narrow::narrow;
use railwright_core::state::Progress;
use railwright_core::{Action, Effects, Event, Events, State, Subjects, View};
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
    let passed = std::mem::take(&mut table.clock().passed);
    let outcome = def.mechanic.apply(Execution { rules, table, work, seat, progress, action })?;
    if table.state().clock().over.is_some() {
        table.clock().progress[seat.index()] = Progress::default();
        return Ok(());
    }
    match outcome {
        Outcome::More(progress) => table.clock().progress[seat.index()] = progress,
        Outcome::Passed => {
            table.clock().passed = SeatSet(passed.0 | SeatSet::only(seat).0);
            flow::acted(rules, table, seat, def.then);
        }
        Outcome::Done => flow::acted(rules, table, seat, def.then),
        Outcome::Then(committed) => flow::acted(rules, table, seat, Some(committed)),
    }
    Ok(())
}

/// Whether every card that was moved came to a zone in which it may lie.
#[inline(always)]
fn nothing_astray(table: &Effects) -> Result<(), Fault> {
    table.stray().map_or(Ok(()), |stray| Err(Fault::stray(table.parts, stray)))
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
    sheet: ScoreSheet,
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
        let hears = rules.hooks.iter().fold(0, |all, hook| all | hook.event);
        Engine {
            fallible: !rules.scripts.is_empty() || endless,
            backup: template.clone(),
            template,
            work: Workspace { scripts, hears, zones: zones_heard(&rules.hooks), ..Workspace::default() },
            legal: Vec::with_capacity(512),
            legal_for: SeatId(0),
            sound: None,
            sheet: ScoreSheet::default(),
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
        let drawn = SeatId(narrow::<u8>(table.random().below(seats)));
        let named = first.or(self.rules.first.map(SeatId)).filter(|s| u32::from(s.0) < seats);
        table.clock().first = named.unwrap_or(drawn);
        flow::begin(&self.rules, &mut table);
        flow::advance(&self.rules, &mut table, &mut self.work)?;
        nothing_astray(&table)?;
        self.work.worked_out(&self.rules)
    }

    /// Legal move generation: what a seat may do now, in a fixed order; nothing when it is not asked. Positions of one information
    /// set give the same list.
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

    /// How many actions a seat may do now: as many as [`Engine::legal`] lists, told without a list wherever that is quicker.
    #[inline]
    pub fn count(&mut self, state: &State, seat: SeatId) -> Result<usize, Fault> {
        self.legal_for = seat;
        if !state.clock().waiting.has(seat) {
            self.legal.clear();
            self.work.counted.clear();
            return Ok(0);
        }
        count(&self.rules, state, seat, &mut self.work, &mut self.legal)
    }

    /// The action that [`Engine::legal`] would list at that place, of those just counted by [`Engine::count`] in the same state.
    #[inline]
    pub fn nth(&mut self, state: &State, number: usize) -> Option<Checked> {
        let seat = self.legal_for;
        let action = nth(&self.rules, state, seat, &mut self.work, &self.legal, number);
        action.map(|action| Checked { seat, action })
    }

    /// Checks an action: accepted exactly when [`Engine::legal`] lists it, otherwise explained.
    pub fn check(&mut self, state: &State, seat: SeatId, action: Action) -> Result<Checked, Refusal> {
        match self.legal(state, seat) {
            Ok(legal) if legal.contains(&action) => Ok(Checked { seat, action }),
            Ok(_) => Err(self.refuse(state, seat, action)),
            Err(fault) => Err(Refusal::fault(fault)),
        }
    }

    /// Carries out a checked action and goes on to the next decision. A fault of a script or of
    /// a sweep leaves the state as it was; one of the turn structure, or a card that came where it may not lie, leaves a state that cannot
    /// be played on.
    #[inline]
    pub fn step(&mut self, state: &mut State, checked: Checked, events: &mut Events) -> Result<(), Fault> {
        if !self.fallible {
            return self.carry_out(state, checked, events);
        }
        self.recall(state, checked)?;
        self.backup.clone_from(state);
        let heard = events.log.len();
        let result = self.heard_by_scripts(events, |engine, events| engine.carry_out(state, checked, events));
        if result.is_err() {
            std::mem::swap(state, &mut self.backup);
            events.log.truncate(heard);
        }
        result
    }

    /// The same for whoever throws the state away when rules break down: nothing is kept to go back to.
    #[inline]
    pub fn step_for_good(&mut self, state: &mut State, checked: Checked, events: &mut Events) -> Result<(), Fault> {
        if self.rules.scripts.is_empty() {
            return self.carry_out(state, checked, events);
        }
        self.recall(state, checked)?;
        self.heard_by_scripts(events, |engine, events| engine.carry_out(state, checked, events))
    }

    /// Texts of scripts are known by their place in the list of the decision.
    #[inline]
    fn recall(&mut self, state: &State, checked: Checked) -> Result<(), Fault> {
        match self.rules.actions.get(checked.action.action.index()).filter(|def| def.is_scripted()) {
            Some(def) => def.mechanic.recall(&self.rules, state, checked.seat, checked.action, &mut self.work),
            None => Ok(()),
        }
    }

    #[inline]
    fn carry_out(&mut self, state: &mut State, Checked { seat, action }: Checked, events: &mut Events) -> Result<(), Fault> {
        let rules = &*self.rules;
        let mut table = Effects::new(&rules.parts, state, events);
        let step = table.state().clock().frames.last().expect("somebody was asked").step;
        let together = matches!(rules.flow.steps[step.index()].kind, flow::StepKind::Together { .. });
        let def = rules.actions.get(action.action.index());
        let sealed = together || def.is_some_and(|a| a.outline.secret);
        table.emit(Event::Acted { seat, action, sealed });
        if !sealed {
            table.clock().last = def.map_or(Subjects::default(), |def| def.remembered(rules, action));
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
        flow::advance(rules, &mut table, &mut self.work)?;
        nothing_astray(&table)?;
        self.work.worked_out(rules)
    }

    /// Plays on while scripts hear what they asked for; whoever else listens gets only what he asked for.
    pub(crate) fn heard_by_scripts(
        &mut self,
        events: &mut Events,
        play: impl FnOnce(&mut Self, &mut Events) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let (wanted, before) = (events.heard, events.log.len());
        events.heard |= self.work.hears;
        // Where nobody else hears of cards, only those that scripts ask for are noted.
        events.zones = if wanted & Event::MOVED == 0 { self.work.zones } else { 0 };
        self.work.told = before;
        if !self.rules.scripts.is_empty() {
            self.work.scripts.begin();
        }
        let result = play(self, events);
        (events.heard, events.zones) = (wanted, 0);
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
    pub fn score(&mut self, state: &State, sheet: &mut ScoreSheet) -> Result<(), Fault> {
        let Workspace { scratch, scripts, .. } = &mut self.work;
        score::fill(&self.rules, state, scratch, &mut **scripts, sheet)
    }

    /// Calls `each` with every goal that a seat has in a state, and how it stands.
    pub fn goals(&mut self, state: &State, each: impl FnMut(HeldGoal)) {
        crate::goals::each(&self.rules.goals, &self.rules.parts, state, &mut self.work.scratch, each);
    }

    /// Calls `each` with the cards of one of the rules' goals that a seat has and has completed, once for each kind.
    pub fn goals_done(&mut self, state: &State, goal: usize, seat: SeatId, each: impl FnMut(KindId)) {
        if let Some(goal) = self.rules.goals.get(goal) {
            crate::goals::each_done(goal, &self.rules.parts, state, seat, &mut self.work.scratch, each);
        }
    }

    /// Checks everything that must hold in every state; says what does not.
    pub fn broken_invariants(&mut self, state: &State) -> Vec<BrokenInvariant> {
        crate::invariants::broken(&self.rules, state, &mut self.sound, &mut self.work.scratch)
    }

    /// An action in the notation that saves, logs and people use.
    pub fn print(&mut self, state: &State, seat: SeatId, action: Action) -> String {
        crate::notation::print(&self.rules, state, seat, action, &mut self.work)
    }

    /// Several actions of a seat, each as [`Engine::print`] has it; a script lists its options once for all of them.
    pub fn print_all(&mut self, state: &State, seat: SeatId, actions: &[Action]) -> Vec<String> {
        actions.iter().map(|&action| self.print(state, seat, action)).collect()
    }

    /// An action from its notation; legality is for [`Engine::check`] to say.
    pub fn parse(&mut self, state: &State, seat: SeatId, text: &str) -> Result<Action, String> {
        crate::notation::parse(&self.rules.clone(), state, seat, text, self)
    }

    /// The rules with the room there is for working by them.
    pub(crate) fn rooms(&mut self) -> (&Rules, &mut Workspace, &mut ScoreSheet) {
        (&self.rules, &mut self.work, &mut self.sheet)
    }

    pub(crate) fn workspace(&mut self) -> &mut Workspace {
        &mut self.work
    }
}
