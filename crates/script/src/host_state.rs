//! What the host functions of scripts work on: the state is lent to it for one call and taken away after it.
//!
//! Rhai wants values that live on their own, so scripts hold a [`Table`], a handle to the host state. The
//! state is swapped in and out, never copied, but for the one copy that a first effect takes to be
//! able to go back.

use crate::meter::Meter;
use crate::names::IdTable;
use crate::questions::Questions;
use crate::weight;
use railwright_core::expr::Scratch;
use railwright_core::id::{PartyId, SeatId, SeatSet};
use railwright_core::{Components, Effects, Events, State};
use railwright_rules::rules::Rules;
use rhai::{Array, Dynamic, EvalAltResult, INT, ImmutableString, Position};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// What a host function gives: a value, or a fault that ends the call.
pub(crate) type HostResult<T> = Result<T, Box<EvalAltResult>>;

/// A fault of the script; Rhai adds the place of the call.
pub(crate) fn fault(message: impl Into<String>) -> Box<EvalAltResult> {
    Box::new(EvalAltResult::ErrorRuntime(message.into().into(), Position::NONE))
}

/// What the running function may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// `tables`: the map is there, no game yet.
    Load,
    /// `options`: looks, and only at what that seat may see.
    Options(SeatId),
    /// `tally`: looks at everything.
    Tally,
    /// Everything else: looks at everything and has effects.
    Act,
}

enum Source {
    Load(Box<Components>),
    Play(Arc<Rules>),
}

impl Source {
    fn parts(&self) -> &Components {
        match self {
            Source::Load(parts) => parts,
            Source::Play(rules) => &rules.parts,
        }
    }
}

/// What lies before a script.
pub(crate) struct HostState {
    source: Source,
    mode: Mode,
    state: State,
    events: Events,
    backup: State,
    /// Whether the state was changed, so that the backup holds it as it was.
    touched: bool,
    heard_before: usize,
    pub(crate) meter: Rc<Meter>,
    pub(crate) scratch: Scratch,
    pub(crate) places: IdTable,
    pub(crate) lanes: IdTable,
    /// The expressions that scripts ask for.
    pub(crate) questions: Questions,
    /// For whom a question is answered that does not say so.
    pub(crate) asker: PartyId,
    /// The stage of the action that is under way, and what was chosen in the stage before.
    pub(crate) stage: (INT, Dynamic),
    /// The action that is chosen from or carried out, by its id in the game file.
    pub(crate) action: Option<ImmutableString>,
}

impl HostState {
    fn new(source: Source, mode: Mode, meter: &Rc<Meter>) -> Self {
        let map = &source.parts().map;
        let places = IdTable::new(map.places.iter().map(|p| p.id.as_str()));
        let lanes = IdTable::new(map.lanes.iter().map(|l| l.id.as_str()));
        let questions = match &source {
            Source::Load(_) => Questions::default(),
            Source::Play(rules) => Questions::new(rules),
        };
        HostState {
            source,
            mode,
            state: State::default(),
            events: Events::default(),
            backup: State::default(),
            touched: false,
            heard_before: 0,
            meter: meter.clone(),
            scratch: Scratch::default(),
            places,
            lanes,
            questions,
            asker: PartyId(0),
            stage: (0, Dynamic::UNIT),
            action: None,
        }
    }

    /// What the state consists of.
    pub(crate) fn parts(&self) -> &Components {
        self.source.parts()
    }

    /// The rules, once there is a game.
    pub(crate) fn rules(&self) -> Option<&Rules> {
        match &self.source {
            Source::Load(_) => None,
            Source::Play(rules) => Some(rules),
        }
    }

    /// What the state consists of, to be filled in at load.
    pub(crate) fn parts_mut(&mut self) -> HostResult<&mut Components> {
        match &mut self.source {
            Source::Load(parts) => Ok(parts),
            Source::Play(_) => Err(fault("attributes are fixed once the game is loaded: set them in `tables`")),
        }
    }

    /// The state, once there is a game.
    pub(crate) fn state(&self) -> HostResult<&State> {
        match self.mode {
            Mode::Load => Err(fault("there is no game yet: `tables` may ask for the map, the cards and the options only")),
            _ => Ok(&self.state),
        }
    }

    /// What an expression needs: components, state and room to work in.
    pub(crate) fn evaluating(&mut self) -> HostResult<(&Components, &State, &mut Scratch)> {
        self.state()?;
        Ok((self.source.parts(), &self.state, &mut self.scratch))
    }

    /// The same with the expressions that scripts ask for.
    pub(crate) fn asking(&mut self) -> HostResult<(&Rules, &State, &mut Scratch, &mut Questions)> {
        self.state()?;
        match &self.source {
            Source::Play(rules) => Ok((rules, &self.state, &mut self.scratch, &mut self.questions)),
            Source::Load(_) => Err(fault("there is no game yet")),
        }
    }

    /// Whether the running function may only look, and at what that seat sees.
    pub(crate) fn looking_as(&self) -> Option<SeatId> {
        if let Mode::Options(seat) = self.mode { Some(seat) } else { None }
    }

    /// The way to change the state, for those who may.
    pub(crate) fn effects(&mut self) -> HostResult<Effects<'_>> {
        self.begin_to_change()?;
        Ok(Effects::new(self.source.parts(), &mut self.state, &mut self.events))
    }

    /// The same with the rules, for what depends on the turn structure.
    pub(crate) fn ruling(&mut self) -> HostResult<(&Rules, Effects<'_>)> {
        self.begin_to_change()?;
        let Source::Play(rules) = &self.source else { return Err(fault("there is no game yet")) };
        Ok((rules, Effects::new(&rules.parts, &mut self.state, &mut self.events)))
    }

    /// Refuses those who may only look; keeps the state as it was before the first change.
    fn begin_to_change(&mut self) -> HostResult<()> {
        match self.mode {
            Mode::Act => {}
            Mode::Options(_) => return Err(fault("`options` may only look")),
            Mode::Tally => return Err(fault("`tally` may only look")),
            Mode::Load => return Err(fault("there is no game yet: `tables` may only set attributes")),
        }
        if !self.touched {
            self.backup.clone_from(&self.state);
            self.touched = true;
        }
        Ok(())
    }

    /// Refuses to show `options` what its seat may not see.
    pub(crate) fn may_see(&self, seen_by: SeatSet, what: impl FnOnce() -> String) -> HostResult<()> {
        match self.mode {
            Mode::Options(seat) if !seen_by.has(seat) => {
                let message = format!("`options` may not look at {}: seat {} does not see it", what(), seat.0 + 1);
                Err(fault(message))
            }
            _ => Ok(()),
        }
    }
}

/// A script's handle to the host state.
#[derive(Clone)]
pub(crate) struct Table(Rc<RefCell<HostState>>);

impl Table {
    /// The host state for a game.
    pub(crate) fn for_play(rules: &Arc<Rules>, meter: &Rc<Meter>) -> Self {
        Table(Rc::new(RefCell::new(HostState::new(Source::Play(rules.clone()), Mode::Tally, meter))))
    }

    /// The host state for loading; the components are taken until [`Table::loaded`] gives them back.
    pub(crate) fn for_load(parts: &mut Components, meter: &Rc<Meter>) -> Self {
        let parts = Box::new(std::mem::take(parts));
        Table(Rc::new(RefCell::new(HostState::new(Source::Load(parts), Mode::Load, meter))))
    }

    /// Gives back the components taken by [`Table::for_load`].
    pub(crate) fn loaded(&self, parts: &mut Components) {
        if let Source::Load(filled) = &mut self.0.borrow_mut().source {
            *parts = std::mem::take(filled);
        }
    }

    /// Works on the host state.
    pub(crate) fn at<T>(&self, work: impl FnOnce(&mut HostState) -> T) -> T {
        work(&mut self.0.borrow_mut())
    }

    /// Asks for a list, which counts by its length.
    pub(crate) fn list(&self, work: impl FnOnce(&mut HostState) -> HostResult<Array>) -> HostResult<Array> {
        self.at(|host_state| {
            let list = work(host_state)?;
            host_state.meter.bytes(weight::of_list(list.len()))?;
            Ok(list)
        })
    }

    /// Asks for a value that may be a list or map, which counts by its weight.
    pub(crate) fn value(&self, work: impl FnOnce(&mut HostState) -> HostResult<Dynamic>) -> HostResult<Dynamic> {
        self.at(|host_state| {
            let value = work(host_state)?;
            host_state.meter.value(&value)?;
            Ok(value)
        })
    }

    /// Lends a state for a call that may change it, all or not at all (a transaction).
    pub(crate) fn act<T, E>(&self, state: &mut State, events: &mut Events, call: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        self.at(|host_state| {
            (host_state.mode, host_state.touched, host_state.heard_before) = (Mode::Act, false, events.log.len());
            std::mem::swap(&mut host_state.state, state);
            std::mem::swap(&mut host_state.events, events);
        });
        let result = call();
        self.at(|host_state| {
            if result.is_err() && host_state.touched {
                std::mem::swap(&mut host_state.state, &mut host_state.backup);
                host_state.events.log.truncate(host_state.heard_before);
            }
            std::mem::swap(&mut host_state.state, state);
            std::mem::swap(&mut host_state.events, events);
        });
        result
    }

    /// Has a state before it for calls that may not change it; says whether it was there already.
    pub(crate) fn show(&self, state: &State, mode: Mode) -> bool {
        self.at(|host_state| {
            host_state.mode = mode;
            let same = host_state.state == *state;
            if !same {
                host_state.state.clone_from(state);
            }
            same
        })
    }
}
