//! Which events a module hears: decided natively, so that what it does not ask for costs no call.

use super::header::{HOOK, HeaderKeys, HookKeys};
use super::{ScriptSource, function_name};
use crate::compile::Compiler;
use railwright_core::components::Spot;
use railwright_core::event::{EVENT_NAMES, Event};
use railwright_core::expr::{Eval, Formula, Item, ItemType, Scratch};
use railwright_core::id::{ActionId, CounterId, SeatId, ZoneId};
use railwright_core::state::Standing;
use railwright_core::{Components, State};
use railwright_source::kinds::Names;
use railwright_source::{Diagnostic, Key, Origin, Reader, did_you_mean};

/// An event that a module hears, if it is one of those that it asked for.
#[derive(Clone, Debug)]
pub(crate) struct Hook {
    /// The module, by its number.
    pub(crate) module: usize,
    /// The bit of the kind of event.
    pub(crate) event: u16,
    /// From or to these zones; all if there are none.
    zones: Vec<ZoneId>,
    from: Vec<ZoneId>,
    to: Vec<ZoneId>,
    counters: Vec<CounterId>,
    actions: Vec<ActionId>,
    filter: Option<Formula>,
}

/// Whether a list without entries, which asks for nothing, or one of the entries is met.
fn met<T: PartialEq>(asked: &[T], by: &[T]) -> bool {
    asked.is_empty() || asked.iter().any(|one| by.contains(one))
}

impl Hook {
    /// Whether the module asked for this event.
    #[inline]
    pub(crate) fn asks_for(&self, event: Event, parts: &Components, state: &State, scratch: &mut Scratch) -> bool {
        if self.event != event.bit() {
            return false;
        }
        match event {
            Event::Moved { from: Spot { zone: from, .. }, to: Spot { zone: to, .. }, .. } => {
                met(&self.from, &[from]) && met(&self.to, &[to]) && met(&self.zones, &[from, to])
            }
            Event::Swept(spot) | Event::Renewed(spot) => met(&self.zones, &[spot.zone]),
            Event::Counted { counter, .. } => met(&self.counters, &[counter]),
            Event::Acted { action, .. } | Event::Revealed { action, .. } => met(&self.actions, &[action.action]),
            Event::Claimed { lane, party, .. } | Event::Laid { lane, party, .. } | Event::Lifted { lane, party, .. } => self
                .filter
                .as_ref()
                .is_none_or(|filter| Eval::new(parts, state, party, scratch).about(Item::Lane(lane)).value(&filter.expr) != 0),
            Event::Stood { train, standing } => self.filter.as_ref().is_none_or(|filter| {
                let (Standing::In(place), Some(train)) = (standing, parts.trains.get(usize::from(train))) else { return false };
                Eval::new(parts, state, train.seat.into(), scratch).about(Item::Place(place)).value(&filter.expr) != 0
            }),
            Event::Out { seat, .. } | Event::Turn(seat) => self.holds_for(seat, parts, state, scratch),
            Event::Round(_) | Event::LastRound | Event::Over => self.holds_for(state.clock().first, parts, state, scratch),
        }
    }

    /// Whether the filter, if there is one, holds for a seat.
    fn holds_for(&self, seat: SeatId, parts: &Components, state: &State, scratch: &mut Scratch) -> bool {
        self.filter.as_ref().is_none_or(|filter| Eval::new(parts, state, seat.into(), scratch).value(&filter.expr) != 0)
    }
}

/// The zones of which cards that move are heard, as a mask of [`Events`](railwright_core::Events); 0 where some module hears of all.
pub(crate) fn zones_heard(hooks: &[Hook]) -> u64 {
    let mut mask = 0;
    for hook in hooks.iter().filter(|hook| hook.event == Event::MOVED) {
        let asked: Vec<&ZoneId> = hook.zones.iter().chain(&hook.from).chain(&hook.to).collect();
        if asked.is_empty() {
            return 0;
        }
        asked.iter().for_each(|zone| mask |= 1 << (zone.0 & 63));
    }
    mask
}

/// The keys that say something about a kind of event.
fn keys_of(event: &str) -> &'static [&'static str] {
    match event {
        "moved" => &["zone", "from", "to"],
        "swept" | "renewed" => &["zone"],
        "counted" => &["counter"],
        "acted" | "revealed" => &["action"],
        "claimed" | "laid" | "lifted" | "stood" | "out" | "turn" | "round" | "last_round" | "over" => &["where"],
        _ => &[],
    }
}

impl Compiler<'_> {
    /// What each module hears; a function for an event without an entry hears all of them.
    pub(crate) fn hooks(&mut self, scripts: &[ScriptSource]) -> Vec<Hook> {
        let mut hooks = Vec::new();
        let mut said = Vec::new();
        for (module, script) in scripts.iter().enumerate() {
            let reader = Reader::<HeaderKeys>::trusted(&script.header.tree, "");
            let filters = reader.get(HeaderKeys::HOOKS);
            // What is wrong with a header is said once for all uses of it, but for names that a game gives.
            let first = !said.contains(&script.at);
            said.push(script.at);
            for (event, origin, filter) in &filters {
                self.check_hook(module, event, *origin, filter, first);
            }
            for (name, event) in EVENT_NAMES {
                let Some(functions) = &self.functions[module] else { continue };
                let function = function_name("on", name);
                if functions.iter().any(|(known, takes)| *known == function && *takes == 2) {
                    let filter = filters.iter().find(|(event, ..)| event == name).map(|(.., filter)| filter);
                    hooks.extend(self.hook(module, name, *event, filter));
                }
            }
        }
        hooks
    }

    /// Reports an entry that no event answers to.
    fn check_hook(&mut self, module: usize, event: &str, origin: Origin, filter: &Reader<HookKeys>, first: bool) {
        filter.check_names(&self.known, self.report);
        if !first {
            return;
        }
        if !EVENT_NAMES.iter().any(|(name, _)| *name == event) {
            let names: Vec<&str> = EVENT_NAMES.iter().map(|(name, _)| *name).collect();
            let problem = Diagnostic::error("script-unknown-hook", format!("no event is called `{event}`")).at(origin, "unknown");
            let near = did_you_mean(event, names.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            self.report.push(problem.help(near.unwrap_or_else(|| format!("there are: {}", names.join(", ")))));
            return;
        }
        let function = function_name("on", event);
        if self.functions[module].as_ref().is_some_and(|known| !known.iter().any(|(name, _)| *name == function)) {
            let problem = Diagnostic::error("script-no-function", format!("the module has no function {function}(table, event)"));
            self.report
                .push(problem.at(origin, "nothing hears this").help(format!("add fn {function}(table, event) {{ … }} to it")));
        }
        for entry in filter.whole().as_table().into_iter().flatten() {
            if !keys_of(event).contains(&entry.key.as_str()) && HOOK.find(&entry.key).is_some() {
                let allowed = keys_of(event).join("`, `");
                let help =
                    if allowed.is_empty() { "take it out".to_owned() } else { format!("`{event}` can be told by `{allowed}`") };
                let problem = Diagnostic::error("misplaced-key", format!("`{}` says nothing about `{event}`", entry.key));
                self.report.push(problem.at(entry.key_origin, "this cannot be told here").help(help));
            }
        }
    }

    fn hook(&mut self, module: usize, name: &str, event: u16, filter: Option<&Reader<HookKeys>>) -> Option<Hook> {
        let blank = || Hook {
            module,
            event,
            zones: Vec::new(),
            from: Vec::new(),
            to: Vec::new(),
            counters: Vec::new(),
            actions: Vec::new(),
            filter: None,
        };
        let Some(filter) = filter else { return Some(blank()) };
        let names = |key: Key<HookKeys, Names>| filter.get(key).into_iter().map(|(name, _)| name.to_owned()).collect::<Vec<_>>();
        let zones = |key| names(key).iter().filter_map(|name| self.parts.find_zone(name)).collect::<Vec<_>>();
        let counters = names(HookKeys::COUNTER).iter().filter_map(|name| self.parts.find_counter(name)).collect();
        let action = |name: &String| self.actions.iter().position(|(id, _)| id == name).map(ActionId::from);
        let actions = names(HookKeys::ACTION).iter().filter_map(action).collect();
        let [all, from, to] = [HookKeys::ZONE, HookKeys::FROM, HookKeys::TO].map(zones);
        let item = match name {
            "stood" => ItemType::Place,
            "claimed" | "laid" | "lifted" => ItemType::Lane,
            _ => ItemType::Nothing,
        };
        let written = filter.node(HookKeys::WHERE).filter(|_| filter.has(HookKeys::WHERE));
        let formula = match written {
            Some(node) => Some(self.formula_of(node, item)?),
            None => None,
        };
        Some(Hook { zones: all, from, to, counters, actions, filter: formula, ..blank() })
    }
}
