//! The expressions that scripts ask for, compiled when the game was loaded and found again by their text.

use crate::host_state::{HostResult, fault};
use railwright_core::expr::{ItemType, Sieve};
use railwright_core::fnv::Fnv;
use railwright_rules::rules::Rules;
use railwright_rules::script::ScriptQuestion;
use rhai::Map;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Keys of the values of a question that say for whom and about what it is; the others are names in the expression.
pub(crate) const RESERVED: [&str; 7] = ["seat", "party", "lane", "place", "company", "card", "cards"];

/// The questions of a game.
#[derive(Default)]
pub(crate) struct Questions {
    /// Where those of a text stand; only ever asked for one text.
    by_text: HashMap<String, Vec<usize>, BuildHasherDefault<Fnv>>,
    /// Each that is a filter over things of the game, made ready for all of them.
    pub(crate) sieves: Vec<Option<Sieve>>,
    /// Room for the values that are given with a question.
    pub(crate) given: Vec<i64>,
    /// Room for those for whom a filter holds, as bits.
    pub(crate) found: Vec<u64>,
}

impl Questions {
    pub(crate) fn new(rules: &Rules) -> Self {
        let mut questions = Questions::default();
        for (at, ScriptQuestion { text, item, formula, .. }) in rules.questions.iter().enumerate() {
            questions.by_text.entry(text.clone()).or_default().push(at);
            questions.sieves.push((*item != ItemType::Nothing).then(|| Sieve::new(formula, &rules.parts, *item)));
        }
        questions
    }

    /// The question of a text about such things, with those values given.
    pub(crate) fn find(&self, rules: &Rules, text: &str, item: ItemType, values: Option<&Map>) -> HostResult<usize> {
        let keys = |values: &Map| values.keys().filter(|key| !RESERVED.contains(&key.as_str())).count();
        let count = values.map_or(0, keys);
        let fits = |at: &&usize| {
            let ScriptQuestion { item: about, given, .. } = &rules.questions[**at];
            *about == item
                && given.len() == count
                && given.iter().all(|(name, _)| values.is_some_and(|v| v.contains_key(name.as_str())))
        };
        let found = self.by_text.get(text).and_then(|all| all.iter().find(fits));
        found.copied().ok_or_else(|| {
            fault(format!(
                "`{text}` was not found when the game was loaded: expressions are written out where they are asked for"
            ))
        })
    }
}
