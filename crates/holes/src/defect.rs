//! Something that went wrong in a game: what, and which rule it is about.

use crate::kind::Kind;
use railwright_core::State;
use railwright_core::id::SeatId;
use railwright_rules::{BrokenInvariant, Fault, FaultKind, Rules};

/// What went wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defect {
    /// Of which kind it is.
    pub kind: Kind,
    /// What it is, in a sentence.
    pub what: String,
    /// The rule: a step, an invariant, a zone; empty if that is not known.
    pub rule: String,
    /// File and line; empty if that is not known.
    pub place: String,
}

impl Defect {
    /// The rules broke down.
    pub(crate) fn fault(rules: &Rules, fault: Fault) -> Self {
        let (kind, rule, place) = match fault.kind {
            // Which action led there does not matter when a row cannot be refilled.
            FaultKind::EndlessSweep(row) => {
                let row = rules.parts.zones.get(row.index()).map_or_else(String::new, |zone| zone.id.clone());
                (Kind::EndlessRefill, row, String::new())
            }
            FaultKind::EndlessSteps => (Kind::EndlessSteps, String::new(), fault.place),
            FaultKind::Script
            | FaultKind::NoRoom
            | FaultKind::Invariant
            | FaultKind::NoLegalAction
            | FaultKind::EndlessGame
            | FaultKind::TooManyWays
            | FaultKind::TooMuchWork
            | FaultKind::TellsSecret => (Kind::Fault, String::new(), fault.place),
        };
        Defect { kind, rule, what: fault.message, place }
    }

    /// A seat must choose and cannot.
    pub(crate) fn no_action(rules: &Rules, state: &State, seat: SeatId) -> Self {
        let step = state.clock().frames.last().map(|frame| &rules.flow.steps[frame.step.index()]);
        let busy = state.clock().progress[seat.index()].action.map(|id| &rules.actions[id.index()]);
        let (rule, cited) = match (busy, step) {
            (Some(action), _) => (action.id.clone(), action.cited.clone()),
            (None, Some(step)) => (step.id.clone(), step.cited.clone()),
            (None, None) => Default::default(),
        };
        let what = format!("seat {} must choose and has no legal action", seat.0 + 1);
        Defect {
            kind: Kind::NoAction,
            what,
            rule: [rule].into_iter().chain(cited.cites).collect::<Vec<_>>().join(", "),
            place: cited.place,
        }
    }

    /// Something does not hold.
    pub(crate) fn invariant(broken: BrokenInvariant) -> Self {
        let BrokenInvariant { id, message } = broken;
        Defect { kind: Kind::Invariant, rule: id.unwrap_or_default(), what: message, place: String::new() }
    }

    /// Whether it is the same hole as another, come upon at another time: seats and numbers aside.
    pub(crate) fn is_same(&self, other: &Defect) -> bool {
        self.kind == other.kind && self.place == other.place && self.gist() == other.gist()
    }

    /// What it is without the values of the moment.
    fn gist(&self) -> String {
        let what = match self.kind {
            Kind::Invariant => self.what.split_once(", but ").map_or(self.what.as_str(), |(what, _)| what),
            _ => &self.what,
        };
        let mut gist = String::new();
        for c in what.chars() {
            match (c.is_ascii_digit(), gist.ends_with('#')) {
                (true, true) => {}
                (true, false) => gist.push('#'),
                (false, _) => gist.push(c),
            }
        }
        gist
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_hole_is_known_again_by_another_seat_with_other_numbers() {
        let broken = |text: &str| Defect::invariant(BrokenInvariant { id: Some("trains".into()), message: text.to_owned() });
        let first = broken("invariant trains does not hold for seat 1: trains + lanes == 45, but trains is 3");
        assert!(first.is_same(&broken("invariant trains does not hold for seat 12: trains + lanes == 45, but trains is 40")));
        assert!(!first.is_same(&broken("invariant points does not hold for seat 1: points == 3, but points is 4")));
        assert_eq!(first.rule, "trains");
    }
}
