//! Gains that take: what an action would bring below its least value makes it one that cannot be chosen.
//!
//! Which actions that can happen to is known at load; only these are looked at more closely, and only while a counter is that low. Then
//! they are tried: what an action comes to is decided by carrying it out and by nothing else.

use super::{ActionDef, DecisionContext, Execution, KeyName, Mechanic, Reason};
use crate::compile::Compiler;
use crate::workspace::Workspace;
use railwright_core::components::{Components, Owner};
use railwright_core::effect::Short;
use railwright_core::expr::{Expr, Formula};
use railwright_core::id::CounterId;
use railwright_core::{Action, Effects, Events, State};
use railwright_source::{Diagnostic, Origin};

/// Counters with a least value from which an action may take by what it adds, the most that it takes, and the key by which it does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Takings(Vec<(CounterId, i64, KeyName)>);

impl Takings {
    /// Finds what an action may take, and reports it where that could be seen too late.
    pub(super) fn read(compiler: &mut Compiler, path: &str, origin: Origin, mechanic: Option<&Mechanic>) -> Self {
        let Some(mechanic) = mechanic else { return Takings::default() };
        let mut takings = Takings::default();
        mechanic.note_takings(&compiler.parts, &mut takings);
        if let Some(why) = mechanic.takes_too_late().filter(|_| !takings.is_empty()) {
            let message = format!("{path}: what it gains may be less than nothing, of a counter that has a `min`");
            let help = "let the formula be at least 0, for instance with `max(0, …)`, or give the counter no `min`";
            compiler.report.push(Diagnostic::error("takes-too-late", message).at(origin, why).help(help));
        }
        takings
    }

    /// Notes a formula that is added to a counter.
    pub(super) fn note(&mut self, parts: &Components, key: KeyName, counter: CounterId, formula: &Formula) {
        self.note_least(parts, key, counter, formula.expr.lowest(parts));
    }

    /// Notes that so much or more is added to a counter.
    pub(super) fn note_least(&mut self, parts: &Components, key: KeyName, counter: CounterId, least: i64) {
        if least < 0 && parts.counters[counter.index()].min.is_some() {
            // What several gains take adds up.
            match self.0.iter_mut().find(|taking| taking.0 == counter) {
                Some(taking) => taking.1 = taking.1.saturating_add(least),
                None => self.0.push((counter, least, key)),
            }
        }
    }

    /// Notes that a counter is paid from as well: then it is not known how much is left for the rest.
    pub(super) fn paid_from(&mut self, counter: CounterId) {
        self.0.iter_mut().filter(|taking| taking.0 == counter).for_each(|taking| taking.1 = i64::MIN);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether some counter is so low that there may be too little.
    fn at_risk(&self, context: &DecisionContext) -> bool {
        let (parts, state) = (&context.rules.parts, context.state);
        self.0.iter().any(|&(counter, most, _)| {
            let def = &parts.counters[counter.index()];
            let low = |owner: usize| {
                let left = i64::from(state.counter(parts, counter, owner)) - i64::from(def.min.unwrap_or(0));
                left.saturating_add(most) < 0
            };
            match def.owner {
                Owner::Seat => low(context.seat.index()),
                _ => (0..def.start.len()).any(low),
            }
        })
    }
}

impl ActionDef {
    /// Lists what a seat may do by it.
    #[inline(always)]
    pub(crate) fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let before = out.len();
        self.mechanic.legal(context, work, out);
        if !self.takings.is_empty() {
            self.leave_out_short(context, work, out, before);
        }
    }

    /// How many actions a seat may do by it, where that can be told without a list.
    #[inline(always)]
    pub(crate) fn count(&self, context: &DecisionContext, work: &mut Workspace) -> Option<usize> {
        if self.takings.is_empty() { self.mechanic.count(context, work) } else { None }
    }

    /// Whether there is a legal action about something for which the filter holds.
    #[inline(always)]
    pub(crate) fn any(&self, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        match self.takings.is_empty() {
            true => self.mechanic.any(context, work, filter),
            false => self.any_with_enough(context, work, filter),
        }
    }

    #[cold]
    fn any_with_enough(&self, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        if work.free || !self.takings.at_risk(context) {
            return self.mechanic.any(context, work, filter);
        }
        let mut listed = std::mem::take(&mut work.tried);
        listed.clear();
        self.legal(context, work, &mut listed);
        let any = listed.iter().any(|&action| {
            let eval =
                railwright_core::expr::Eval::new(&context.rules.parts, context.state, context.seat.into(), &mut work.scratch);
            let item = self.item(context.rules, action);
            filter.is_none_or(|filter| eval.about(item).value(filter) != 0)
        });
        work.tried = listed;
        any
    }

    /// Whether an action is legal.
    pub(crate) fn offers(&self, context: &DecisionContext, work: &mut Workspace, action: Action) -> bool {
        self.mechanic.offers(context, work, action) && self.short(context, work, action).is_none()
    }

    /// Why an action cannot be chosen.
    pub(crate) fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        if !self.takings.is_empty()
            && self.mechanic.offers(context, work, action)
            && let Some(Short { counter, owner, missing }) = self.short(context, work, action)
        {
            let (parts, def) = (&context.rules.parts, &context.rules.parts.counters[counter.index()]);
            let whose = parts.owner_name(def.owner, owner).map_or_else(String::new, |name| format!(" of {name}"));
            let least = def.min.unwrap_or(0);
            let text = format!("it takes {missing} too many: {}{whose} would fall below {least}", def.id);
            let key = self.takings.0.iter().find(|taking| taking.0 == counter).map(|taking| taking.2);
            return Reason { key, ..Reason::plain(text) };
        }
        let reason = self.mechanic.refuse(context, action, work);
        let is_key = |key: KeyName| self.mechanic.schema().find(key.name()).is_some();
        debug_assert!(reason.key.is_none_or(is_key), "{}: {:?} is no key of it", self.id, reason.key);
        reason
    }

    #[cold]
    fn leave_out_short(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>, before: usize) {
        if work.free || !self.takings.at_risk(context) {
            return;
        }
        let mut kept = before;
        for at in before..out.len() {
            if self.short(context, work, out[at]).is_none() {
                out[kept] = out[at];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    /// What an action would leave too little of, found by carrying it out on a copy of the state.
    fn short(&self, context: &DecisionContext, work: &mut Workspace, action: Action) -> Option<Short> {
        if self.takings.is_empty() || work.free || !self.takings.at_risk(context) {
            return None;
        }
        let DecisionContext { rules, state, seat, progress, .. } = *context;
        let mut trial = work.trial.take().unwrap_or_else(|| Box::new(state.clone()));
        State::clone_from(&mut trial, state);
        let mut events = Events::default();
        let mut table = Effects::new(&rules.parts, &mut trial, &mut events);
        let action = self.mechanic.whole(action);
        // What breaks down here breaks down again when it is done, and is a fault then.
        let _ = self.mechanic.apply(Execution { rules, table: &mut table, work, seat, progress, action });
        let short = table.short();
        work.trial = Some(trial);
        short
    }
}

#[cfg(test)]
mod tests {
    use crate::library::Shelf;
    use crate::script::NoScripts;
    use crate::{Setting, load};

    #[test]
    fn of_the_bundled_games_hardly_an_action_takes_by_what_it_gains() {
        let (mut taking, mut games) = (Vec::new(), 0);
        for game in Shelf::Games.ids() {
            let loaded = load(&game, &Setting { players: 0, options: Vec::new() }, &NoScripts);
            // Games of rule modules are no games here, where nothing reads these.
            let Some(rules) = loaded.rules else { continue };
            games += 1;
            let actions = rules.actions.iter().filter(|action| !action.takings.is_empty());
            taking.extend(actions.map(|action| format!("{game}: {}", action.id)));
        }
        assert!(games > 10, "{games}");
        assert_eq!(taking, ["santa-fe-rails: boom", "santa-fe-rails-terrain: boom", "slate-and-salt: buy"]);
    }
}
