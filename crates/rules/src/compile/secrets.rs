//! What a seat may do depends on what it may see and on nothing else: whatever decides it reads no secret of others.

use super::Compiler;
use railwright_core::components::Form;
use railwright_core::expr::{Formula, ItemType, Secret};
use railwright_core::id::{CounterId, SeatId, ZoneId};
use railwright_source::{Diagnostic, Node, Origin};

impl Compiler<'_> {
    /// Compiles what decides what a seat may do.
    pub(crate) fn deciding<T>(&mut self, compile: impl FnOnce(&mut Self) -> T) -> T {
        self.with_deciding(true, compile)
    }

    /// Compiles what happens by an action, within what decides whether it can be chosen.
    pub(crate) fn not_deciding<T>(&mut self, compile: impl FnOnce(&mut Self) -> T) -> T {
        self.with_deciding(false, compile)
    }

    fn with_deciding<T>(&mut self, deciding: bool, compile: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.deciding, deciding);
        let compiled = compile(self);
        self.deciding = before;
        compiled
    }

    /// Compiles what an action adds to a counter, or makes of it. It may depend on anything, unless it may take: an action that would take
    /// too much cannot be chosen.
    pub(crate) fn formula_added(&mut self, node: &Node, counter: CounterId, item: ItemType, around: ItemType) -> Option<Formula> {
        let formula = self.not_deciding(|compiler| compiler.formula_about(node, item, around))?;
        let min = self.parts.counters[counter.index()].min;
        if min.is_some_and(|min| formula.expr.lowest(&self.parts) < i64::from(min.max(0))) {
            self.check_secrets(&formula, node);
        }
        Some(formula)
    }

    /// Reports a zone out of which a seat would choose cards that it may not see. From a pile cards are drawn unseen.
    pub(crate) fn need_seen(&mut self, zone: ZoneId, origin: Origin) {
        let parts = &self.parts;
        let sees = |seat: SeatId| parts.seen_by(parts.spot(zone, seat.into())).has(seat);
        if parts.zone(zone).form == Form::Pile || (0..parts.seats).map(SeatId).all(sees) {
            return;
        }
        let message = format!("a seat would choose among cards of `{}` that it may not see", parts.zone(zone).id);
        let problem = Diagnostic::error("tells-a-secret", message).at(origin, "what can be chosen would show them");
        self.report.push(problem.help("let the seat see them (`seen-by`), or let them be drawn from a pile"));
    }

    /// Reports a formula that decides what a seat may do by what that seat may not see.
    pub(super) fn check_secrets(&mut self, formula: &Formula, node: &Node) {
        let Some(secret) = formula.expr.first_secret(&self.parts) else { return };
        let zone = |zone| &self.parts.zone(zone).id;
        let show = "let it be seen (`seen-by`), ask only for what is the seat's own, or let a step decide it that comes before the choice";
        let (what, help) = match secret {
            Secret::Cards(of) => (format!("cards in `{}` that the seat may not see", zone(of)), show),
            Secret::Size(of) => {
                let help = "let the number be seen (`size-seen-by`), or let a step decide it that comes before the choice";
                (format!("how many cards lie in `{}`, which the seat may not see", zone(of)), help)
            }
            Secret::Counter(of) => {
                (format!("`{}` of somebody that the seat may not see", self.parts.counters[of.index()].id), show)
            }
            Secret::Choices => {
                let help =
                    "ask `could(…)`, which leaves out what cards pay, or let a step decide it that comes before the choice";
                ("what another seat can choose, which depends on cards that are secret".to_owned(), help)
            }
            Secret::ScoreSheet => ("the score, which counts what is secret".to_owned(), show),
        };
        let message = "what a seat may do would tell it a secret: it must depend on what that seat may see";
        self.report
            .push(Diagnostic::error("tells-a-secret", message).at(node.origin, format!("this asks for {what}")).help(help));
    }
}
