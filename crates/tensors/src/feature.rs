//! What tells actions with the same first word apart: features of an action in a fixed order, each a word of the space.
//!
//! Together they say all that an [`Action`] holds, so that different actions never read alike.

use crate::coding::Coding;
use crate::space::BASE;
use railwright_core::{Action, Payment};

/// How many features an action has.
pub(crate) const FEATURES: usize = NUMBERS + 8 + Payment::KINDS;
/// The first of the bare numbers.
const NUMBERS: usize = 2;

/// A feature as a word; nothing where the action has none of the sort.
#[inline]
pub(crate) fn feature(coding: &Coding, action: Action, number: usize) -> Option<u32> {
    let space = coding.space();
    let subjects = || coding.rules().subjects_of(action);
    let digit = |value: u16, high: u32| Some(space.digit(value / BASE.pow(high)));
    match number {
        0 => space.also_company(subjects()),
        1 => space.also_place(subjects()),
        2 => digit(action.form.into(), 1),
        3 => digit(action.form.into(), 0),
        4 => digit(action.subject, 2),
        5 => digit(action.subject, 1),
        6 => digit(action.subject, 0),
        7 => digit(action.object, 2),
        8 => digit(action.object, 1),
        9 => digit(action.object, 0),
        kind => space.pay(action.payment, kind - NUMBERS - 8),
    }
}
