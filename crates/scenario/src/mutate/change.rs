//! One change of one value, and how it is made.

use super::hooks;
use railwright_rules::module::ScriptSource;
use railwright_source::{Node, Origin, Value};

/// One change of one rule.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The path of the value in the merged game, or `SCRIPT.rhai: FUNCTION`.
    pub path: String,
    /// Where it is written: file and line.
    pub place: String,
    /// What is changed, in words: `45 becomes 46`.
    pub text: String,
    pub(super) steps: Vec<String>,
    /// Where the value was written: the change is made only to what stands there, not to what an overlay put in its place.
    pub(super) origin: Origin,
    pub(super) change: Change,
}

/// What happens to a value.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// It becomes another one.
    Set(Value),
    /// It is taken out of its table.
    Remove,
    /// The item of a list at that position is taken out.
    RemoveItem(usize),
    /// A function of a script does nothing any more; one that lists options gives this.
    Disable { script: String, function: String, gives: &'static str },
}

impl Mutant {
    /// Makes the change, where the value is the one that was meant.
    pub fn apply(&self, tree: &mut Node, scripts: &mut [ScriptSource]) {
        if let Change::Disable { script, function, gives } = &self.change {
            for source in scripts.iter_mut().filter(|source| source.id == *script) {
                source.text = hooks::disable(&source.text, function, gives);
            }
            return;
        }
        let Some((last, parents)) = self.steps.split_last() else { return };
        let mut node = tree;
        for step in parents {
            match child(node, step) {
                Some(next) => node = next,
                None => return,
            }
        }
        match &self.change {
            Change::Remove => {
                if let Value::Table(table) = &mut node.value
                    && table.get(last).is_some_and(|node| node.origin == self.origin)
                {
                    table.remove(last);
                }
            }
            Change::Set(value) => {
                if let Some(node) = child(node, last).filter(|node| node.origin == self.origin) {
                    node.value = value.clone();
                }
            }
            Change::RemoveItem(at) => {
                if let Some(node) = child(node, last).filter(|node| node.origin == self.origin)
                    && let Value::List(list) = &mut node.value
                    && *at < list.len()
                {
                    list.remove(*at);
                }
            }
            Change::Disable { .. } => {}
        }
    }
}

fn child<'n>(node: &'n mut Node, step: &str) -> Option<&'n mut Node> {
    match &mut node.value {
        Value::Table(table) => table.get_mut(step),
        Value::List(list) => list.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    }
}
