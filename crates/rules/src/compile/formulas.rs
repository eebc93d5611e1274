//! Formulas of a game file, each about what it can be about and worked out when it is.

use super::Compiler;
use crate::limits::STEPS_OF_ALL;
use railwright_core::components::Owner;
use railwright_core::expr::{Expr as Expression, ExprError, Formula, ItemType, Occasion, Scope};
use railwright_core::id::{ActionId, CounterId};
use railwright_source::kinds::{Expr, Map};
use railwright_source::{Diagnostic, Files, Includes, Key, Keys, Node, Origin, Reader};

/// An error in an expression, at its place in the file.
pub(crate) fn expression_error(files: &Files, error: ExprError, node: &Node) -> Diagnostic {
    let problem = Diagnostic::error("bad-expression", error.message).at(files.part(node, error.span), "here");
    match error.help {
        Some(help) => problem.help(help),
        None => problem,
    }
}

/// An expression that is worked out before the game begins and asks for what only play can say.
pub(crate) fn known_too_late(node: &Node) -> Diagnostic {
    let problem = Diagnostic::error("bad-expression", "this is worked out once, before the game begins");
    let help = "ask for `players`, options, and what the board, the cards and the companies say of themselves";
    problem.at(node.origin, "it asks for something that play changes").help(help)
}

impl Compiler<'_> {
    /// Compiles the expression under a key, about an item.
    pub(crate) fn formula<S: Includes<K>, K: Keys>(
        &mut self,
        reader: &Reader<S>,
        key: Key<K, Expr>,
        item: ItemType,
    ) -> Option<Formula> {
        self.formula_of(reader.node(key)?, item)
    }

    /// The same where the key was written; its default does not count.
    pub(crate) fn formula_if_written<S: Includes<K>, K: Keys>(
        &mut self,
        reader: &Reader<S>,
        key: Key<K, Expr>,
        item: ItemType,
    ) -> Option<Formula> {
        if reader.has(key) { self.formula(reader, key, item) } else { None }
    }

    /// Compiles the expression of a node, about an item.
    pub(crate) fn formula_of(&mut self, node: &Node, item: ItemType) -> Option<Formula> {
        self.formula_about(node, item, ItemType::Nothing)
    }

    /// Compiles the expression of a node, about an item with something around it.
    pub(crate) fn formula_about(&mut self, node: &Node, item: ItemType, around: ItemType) -> Option<Formula> {
        let text = node.as_expr()?;
        if self.report.is_full() {
            return None;
        }
        match Formula::compile(&text, &self.scope(item, around)) {
            Ok(formula) => {
                self.note_asked(&formula, node);
                self.count_steps(&formula, node.origin);
                if self.deciding {
                    self.check_secrets(&formula, node);
                }
                Some(formula)
            }
            Err(error) => {
                if !error.reported {
                    self.report.push(expression_error(self.files, error, node));
                }
                None
            }
        }
    }

    /// What the expression of a node would mean about an item with something around it; nothing is reported.
    pub(crate) fn try_formula(&self, node: &Node, item: ItemType, around: ItemType) -> Result<Formula, ExprError> {
        Formula::compile(&node.as_expr().unwrap_or_default(), &self.scope(item, around))
    }

    /// Counts what a formula can take with the others; what is too much is said once, where it becomes too much.
    pub(super) fn count_steps(&mut self, formula: &Formula, at: Origin) {
        if self.trails.is_empty() && formula.expr.any(&mut |part| matches!(part, Expression::Longest(_))) {
            self.trails.push(self.files.locate(at));
        }
        let before = self.steps;
        self.steps = before.saturating_add(formula.steps());
        if before <= STEPS_OF_ALL && self.steps > STEPS_OF_ALL {
            let message =
                format!("with this, all expressions of the game can take {} steps, and {STEPS_OF_ALL} is the most", self.steps);
            let problem =
                Diagnostic::error("expression-too-much", message).at(at, format!("this can take {} of them", formula.steps()));
            self.report.push(problem.help("put fewer functions that go through lanes, places, cards or seats in each other"));
        }
    }

    /// Compiles what is worked out on an occasion of its own.
    pub(crate) fn on<T>(&mut self, occasion: Occasion, compile: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.occasion, occasion);
        let compiled = compile(self);
        self.occasion = before;
        compiled
    }

    /// Compiles the expression of a node that is worked out once, when the game is loaded.
    pub(crate) fn formula_at_load(&mut self, node: &Node, item: ItemType) -> Option<Formula> {
        let formula = self.formula_of(node, item)?;
        self.known_in_time(formula, node, Expression::is_fixed)
    }

    /// The same, worked out for each seat, or for each seat with something.
    pub(super) fn formula_of_each(&mut self, node: &Node, item: ItemType) -> Option<Formula> {
        let formula = self.formula_of(node, item)?;
        self.known_in_time(formula, node, Expression::is_fixed_for_each)
    }

    fn known_in_time(&mut self, formula: Formula, node: &Node, known: fn(&Expression) -> bool) -> Option<Formula> {
        if known(&formula.expr) {
            return Some(formula);
        }
        self.report.push(known_too_late(node));
        None
    }

    /// Notes which actions a formula asks for, and that the scripts it asks have an answer.
    fn note_asked(&mut self, formula: &Formula, node: &Node) {
        let mut modules = Vec::new();
        formula.expr.any(&mut |part| {
            match part {
                Expression::Can { action, .. } => self.asked.push((*action, node.origin, self.within)),
                Expression::Script(module) if !modules.contains(module) => modules.push(*module),
                _ => {}
            }
            false
        });
        for module in modules {
            let name = self.modules[usize::from(module)].clone();
            self.module_with(&name, "tally", "table, party", node.origin);
        }
    }

    /// Reports whoever asks whether an action can be chosen that asks the same of another: there is no answer within an answer.
    pub(super) fn check_asked(&mut self) {
        let asks = |asked: ActionId| self.asked.iter().find(|(.., within)| *within == Some(asked));
        for &(action, origin, _) in &self.asked {
            let Some(&(other, there, _)) = asks(action) else { continue };
            let [action, other] = [action, other].map(|action| &self.actions[action.index()].0);
            let message =
                format!("whether `{action}` can be chosen is asked here, and `{action}` asks itself whether `{other}` can be");
            let problem = Diagnostic::error("bad-expression", message).at(origin, "this cannot be answered");
            let help = format!("ask here for what `{action}` asks for, or say in a step what decides it for both");
            self.report.push(problem.at(there, "for this is asked in turn").help(help));
        }
    }

    fn scope(&self, item: ItemType, around: ItemType) -> Scope<'_> {
        let Compiler { actions, lines, modules, last, .. } = self;
        // What a filter about items asks is asked of the position alone.
        let choices = self.occasion.choices && item == ItemType::Nothing && around == ItemType::Nothing;
        let occasion = Occasion { choices, ..self.occasion };
        Scope { actions, occasion, lines, modules, last: *last, item, around, ..Scope::of(&self.parts) }
    }

    /// Counters and what an expression adds to each, about an item with something around it.
    pub(crate) fn gains<S: Includes<K>, K: Keys>(
        &mut self,
        reader: &Reader<S>,
        key: Key<K, Map>,
        owners: &[Owner],
        item: ItemType,
        around: ItemType,
    ) -> Vec<(CounterId, Formula)> {
        let mut gains = Vec::new();
        for (name, origin, node) in reader.get(key) {
            self.known.check("counter", name, origin, self.report);
            let Some(counter) = self.parts.find_counter(name) else { continue };
            let owner = self.parts.counters[counter.index()].owner;
            // What a seat has with something is the seat's where that is in question.
            let pair = matches!(owner, Owner::SeatAnd(thing) if [item, around].contains(&thing.into()));
            if !(owners.contains(&owner) || pair && owners.contains(&Owner::Seat)) {
                let problem = Diagnostic::error("wrong-owner", format!("{}: `{key}` cannot change `{name}`", reader.path()));
                let wanted: Vec<&str> = owners.iter().map(|of| of.word()).collect();
                let label = format!("it should be a counter of the {}", wanted.join(" or the "));
                self.report.push(problem.at(origin, label));
                continue;
            }
            let formula = match self.deciding {
                true => self.formula_about(node, item, around),
                false => self.formula_added(node, counter, item, around),
            };
            gains.extend(formula.map(|formula| (counter, formula)));
        }
        gains
    }
}
