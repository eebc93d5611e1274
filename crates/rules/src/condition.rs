//! Conditions that can refuse: an expression, with words and citations of the author's where he gives any, or a list of these.

use crate::compile::Compiler;
use crate::mechanics::{KeyName, Reason};
use railwright_core::expr::{Eval, Formula, ItemType};
use railwright_source::kinds::Conditions;
use railwright_source::{Either, Includes, Key, Keys, Node, Reader, Value, schema};

schema! {
    /// A condition that says more than what must hold.
    pub CONDITION: ConditionKeys = "condition",
    "A condition of an action with words of its own. Where several stand in a list all must hold, and the first that does not is the \
     reason of a refusal. A game that extends another and says such a condition again replaces it as a whole, with its words.",
    {
        IF: Expr = "if", Required, "what must hold";
        SAYS: Text = "says", Optional, "why not, to whoever is refused; the condition and the values in it if absent";
        CITES: Texts = "cites", Optional, "numbered rules that a refusal cites; those of the action if absent";
    }
    example "if = \"count(hand, branch) > 0\"\nsays = \"you have no branch card\"\ncites = [\"MY-12\"]"
}

/// A condition, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    /// All of it, as it is asked while a game is played.
    pub(crate) whole: Formula,
    /// What it consists of, for whoever asks why it does not hold; empty where it is a mere expression.
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
struct Part {
    formula: Formula,
    says: Option<String>,
    cites: Option<Vec<String>>,
}

impl Condition {
    /// Why it does not hold: in the words of its author, or in those that are made of the expression and its values.
    pub(crate) fn why_not(
        &self,
        key: impl Into<KeyName>,
        eval: &mut Eval,
        words: impl FnOnce(&str, String) -> String,
    ) -> Option<Reason> {
        if eval.holds(&self.whole) {
            return None;
        }
        let Some(part) = self.parts.iter().find(|part| !eval.holds(&part.formula)) else {
            return Some(Reason::by(key, words(&self.whole.text, self.whole.explain_to_seat(eval))));
        };
        let text = part.says.clone().unwrap_or_else(|| words(&part.formula.text, part.formula.explain_to_seat(eval)));
        Some(Reason { cites: part.cites.clone(), ..Reason::by(key, text) })
    }
}

impl Compiler<'_> {
    /// Compiles the condition of a key, or its default, about an item.
    pub(crate) fn condition<S: Includes<K>, K: Keys>(
        &mut self,
        reader: &Reader<S>,
        key: Key<K, Conditions<ConditionKeys>>,
        item: ItemType,
    ) -> Option<Condition> {
        let written = reader.get(key);
        if let [Either::First(node)] = written[..] {
            return self.formula_of(node, item).map(|whole| Condition { whole, parts: Vec::new() });
        }
        let mut parts = Vec::new();
        let count = written.len();
        for one in written {
            let (node, says, cites) = match &one {
                Either::First(node) => (Some(*node), None, None),
                Either::Second(table) => {
                    let cites = table.get(ConditionKeys::CITES).into_iter().map(|(text, _)| text.to_owned()).collect();
                    let cites = table.has(ConditionKeys::CITES).then_some(cites);
                    (table.node(ConditionKeys::IF), table.get(ConditionKeys::SAYS).map(str::to_owned), cites)
                }
            };
            let formula = node.and_then(|node| self.formula_of(node, item));
            parts.extend(formula.map(|formula| Part { formula, says, cites }));
        }
        if parts.len() < count {
            // What is wrong has been reported.
            return None;
        }
        let whole = match &parts[..] {
            [] => Formula::constant(1),
            [only] => only.formula.clone(),
            several => {
                let all: Vec<String> = several.iter().map(|part| format!("({})", part.formula.text)).collect();
                self.formula_of(&Node::new(Value::Text(all.join(" and ")), reader.origin(key)), item)?
            }
        };
        Some(Condition { whole, parts })
    }

    /// The same where the key was written; its default does not count.
    pub(crate) fn condition_if_written<S: Includes<K>, K: Keys>(
        &mut self,
        reader: &Reader<S>,
        key: Key<K, Conditions<ConditionKeys>>,
        item: ItemType,
    ) -> Option<Condition> {
        if reader.has(key) { self.condition(reader, key, item) } else { None }
    }
}
