//! A single axis: every action that there can ever be has a number of its own, its payment included.

use crate::space::{Space, paid};
use railwright_core::Action;
use railwright_core::id::ActionId;
use railwright_core::narrow::narrow;
use railwright_rules::Rules;
use std::collections::BTreeMap;
use std::fmt;

/// The most actions that an axis has: more than anybody learns apart.
const MOST: usize = 100_000;

/// Every action of a game, numbered in a fixed order.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    actions: Vec<Action>,
}

/// Why a game has no single axis: its actions are said in words then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoAxis {
    /// What an action can be about, or what is paid for it, is not known beforehand.
    Unknown {
        /// Its id in the game file.
        action: String,
    },
    /// There are too many.
    TooMany {
        /// How many.
        actions: usize,
    },
}

impl fmt::Display for NoAxis {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            NoAxis::Unknown { action } => {
                write!(f, "not every `{action}` can be numbered when the rules are loaded: say the actions of this game in words")
            }
            NoAxis::TooMany { actions } => {
                write!(f, "there are {actions} actions, and an axis has at most {MOST}: say the actions of this game in words")
            }
        }
    }
}

impl std::error::Error for NoAxis {}

impl Axis {
    pub(crate) fn new(rules: &Rules) -> Result<Self, NoAxis> {
        let id = |id: ActionId| rules.actions[id.index()].id.clone();
        let actions = rules.every_action().map_err(|unknown| NoAxis::Unknown { action: id(unknown) })?;
        if actions.len() > MOST { Err(NoAxis::TooMany { actions: actions.len() }) } else { Ok(Axis { actions }) }
    }

    pub(crate) fn len(&self) -> usize {
        self.actions.len()
    }

    /// The action with a number.
    pub(crate) fn action(&self, number: usize) -> Option<Action> {
        self.actions.get(number).copied()
    }

    /// The number of an action.
    #[inline]
    pub(crate) fn number(&self, action: Action) -> Option<u32> {
        self.actions.binary_search(&action).ok().map(narrow)
    }

    /// What each says, for people: what it is about as the words have it, what they leave open, and what is paid.
    pub(crate) fn names(&self, rules: &Rules, words: &Space) -> Vec<String> {
        let head = |action: Action| words.head(rules, Action { payment: Default::default(), ..action });
        let heads: Vec<Option<u32>> = self.actions.iter().map(|&action| head(action)).collect();
        // Of the actions that begin alike: one of them, and in what others differ from it.
        let mut alike: BTreeMap<(ActionId, Option<u32>), (Action, [bool; FEATURES])> = BTreeMap::new();
        for (&action, &head) in self.actions.iter().zip(&heads) {
            let (first, differ) = alike.entry((action.action, head)).or_insert((action, [false; FEATURES]));
            let (one, other) = (features(*first), features(action));
            differ.iter_mut().zip(one.iter().zip(other)).for_each(|(differs, (one, other))| *differs |= *one != other);
        }
        let name = |(&action, &head): (&Action, &Option<u32>)| {
            let mut name = head.and_then(|head| words.name(head as usize)).unwrap_or("done").to_owned();
            let Some((_, differ)) = alike.get(&(action.action, head)) else { return name };
            for ((what, number), _) in
                ["form", "number", "of"].iter().zip(features(action)).zip(differ).filter(|(_, differs)| **differs)
            {
                name += &format!(" {what} {number}");
            }
            if !action.payment.is_empty() {
                let cards = action.payment.iter().map(|(kind, count)| format!("{count} {}", paid(rules, kind)));
                name += &format!(" with {}", cards.collect::<Vec<_>>().join(", "));
            }
            name
        };
        self.actions.iter().zip(&heads).map(name).collect()
    }
}

/// What can tell actions that begin alike apart, besides what is paid.
const FEATURES: usize = 3;

fn features(action: Action) -> [u16; FEATURES] {
    [action.form.into(), action.subject, action.object]
}
