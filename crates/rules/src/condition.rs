//! Conditions that can refuse: an expression, with words and citations of the author's where he gives any, or a list of these.

use crate::compile::Compiler;
use crate::mechanics::{KeyName, Reason};
use railwright_core::expr::{Eval, Formula, ItemType};
use railwright_source::kinds::Conditions;
use railwright_source::{Either, Includes, Key, Keys, Node, Origin, Reader, Value, schema};

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
        self.condition_about(reader, key, item, ItemType::Nothing)
    }

    /// The same with something around the item.
    pub(crate) fn condition_about<S: Includes<K>, K: Keys>(
        &mut self,
        reader: &Reader<S>,
        key: Key<K, Conditions<ConditionKeys>>,
        item: ItemType,
        around: ItemType,
    ) -> Option<Condition> {
        let mut parts = Vec::new();
        for written in reader.get(key).iter().map(Written::of) {
            let formula = self.formula_about(written.node?, item, around);
            parts.push(formula.map(|formula| written.part(formula)));
        }
        // What is wrong has been reported.
        let parts = parts.into_iter().collect::<Option<Vec<Part>>>()?;
        self.all_of(parts, reader.origin(key), [item, around])
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

    /// Compiles the condition of a key about lanes and the company that each is asked for: what asks nothing of the lane, which is
    /// asked once for each company, and the rest.
    pub(crate) fn lane_and_company_condition<S: Includes<K>, K: Keys>(
        &mut self,
        reader: &Reader<S>,
        key: Key<K, Conditions<ConditionKeys>>,
    ) -> Option<[Option<Condition>; 2]> {
        if !reader.has(key) {
            return Some([None, None]);
        }
        let (mut of_company, mut of_lane) = (Vec::new(), Vec::new());
        for written in reader.get(key).iter().map(Written::of) {
            let node = written.node?;
            let both = self.try_formula(node, ItemType::Lane, ItemType::Company);
            let alone = self.try_formula(node, ItemType::Company, ItemType::Nothing);
            match (both, alone) {
                (Ok(both), Ok(_)) if both.expr.asks_of_item(&self.parts) => {
                    let formula = self.formula_about(node, ItemType::Lane, ItemType::Company)?;
                    of_lane.push(written.part(formula));
                }
                (_, Ok(_)) => {
                    let formula = self.formula_of(node, ItemType::Company)?;
                    of_company.push(written.part(formula));
                }
                // If it is wrong, that is reported as it is wrong about a lane.
                (_, Err(_)) => {
                    let formula = self.formula_about(node, ItemType::Lane, ItemType::Company)?;
                    of_lane.push(written.part(formula));
                }
            }
        }
        let origin = reader.origin(key);
        let mut all_of = |parts: Vec<Part>, about| match parts.is_empty() {
            true => Some(None),
            false => self.all_of(parts, origin, about).map(Some),
        };
        let of_company = all_of(of_company, [ItemType::Company, ItemType::Nothing])?;
        Some([of_company, all_of(of_lane, [ItemType::Lane, ItemType::Company])?])
    }

    /// Conditions all of which must hold, about an item with something around it.
    fn all_of(&mut self, parts: Vec<Part>, origin: Origin, [item, around]: [ItemType; 2]) -> Option<Condition> {
        match &parts[..] {
            [] => Some(Condition { whole: Formula::constant(1), parts }),
            [Part { formula, says: None, cites: None }] => Some(Condition { whole: formula.clone(), parts: Vec::new() }),
            [only] => Some(Condition { whole: only.formula.clone(), parts }),
            several => {
                let all: Vec<String> = several.iter().map(|part| format!("({})", part.formula.text)).collect();
                let node = Node::new(Value::Text(all.join(" and ")), origin);
                // Whatever a part of it tells is reported of that part.
                let whole = self.not_deciding(|compiler| compiler.formula_about(&node, item, around))?;
                Some(Condition { whole, parts })
            }
        }
    }
}

/// A condition as it is written: a mere expression, or one with words of its own.
struct Written<'a> {
    node: Option<&'a Node>,
    says: Option<String>,
    cites: Option<Vec<String>>,
}

impl<'a> Written<'a> {
    fn of(one: &'a Either<&'a Node, Reader<'a, ConditionKeys>>) -> Self {
        match one {
            Either::First(node) => Written { node: Some(node), says: None, cites: None },
            Either::Second(table) => {
                let cites = table.get(ConditionKeys::CITES).into_iter().map(|(text, _)| text.to_owned()).collect();
                Written {
                    node: table.node(ConditionKeys::IF),
                    says: table.get(ConditionKeys::SAYS).map(str::to_owned),
                    cites: table.has(ConditionKeys::CITES).then_some(cites),
                }
            }
        }
    }

    fn part(self, formula: Formula) -> Part {
        Part { formula, says: self.says, cites: self.cites }
    }
}
