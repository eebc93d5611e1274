//! The kinds of hole there are, and how bad each is.

/// What the rules forgot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Somebody must choose and has no legal action.
    NoAction,
    /// A row is swept and refilled without end.
    EndlessRefill,
    /// Steps or reactions go on without anybody being asked.
    EndlessSteps,
    /// A script or a rule broke down.
    Fault,
    /// Something that must hold in every position does not.
    Invariant,
    /// The game goes on for ever, however it is played from there.
    EndlessGame,
    /// A sweep that would not end was cut short by its guard.
    HeldRefill,
    /// The game can be drawn out without end by those who want to.
    DrawnOut,
    /// An action that nobody could ever choose.
    NeverLegal,
    /// An action that nobody who wants to win would choose.
    Unwanted,
    /// An action that was never chosen over another.
    NoChoice,
    /// A lane that nobody ever took.
    UnusedLane,
    /// A card that never went anywhere.
    UnusedCard,
}

impl Kind {
    /// All of them, the worst first.
    pub const ALL: [Kind; 13] = [
        Kind::NoAction,
        Kind::EndlessRefill,
        Kind::EndlessSteps,
        Kind::Fault,
        Kind::Invariant,
        Kind::EndlessGame,
        Kind::HeldRefill,
        Kind::DrawnOut,
        Kind::NeverLegal,
        Kind::Unwanted,
        Kind::NoChoice,
        Kind::UnusedLane,
        Kind::UnusedCard,
    ];

    /// What people and files call it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::NoAction => "no-action",
            Kind::EndlessRefill => "endless-refill",
            Kind::EndlessSteps => "endless-steps",
            Kind::Fault => "fault",
            Kind::Invariant => "invariant",
            Kind::EndlessGame => "endless-game",
            Kind::HeldRefill => "held-refill",
            Kind::DrawnOut => "drawn-out",
            Kind::NeverLegal => "never-legal",
            Kind::Unwanted => "unwanted",
            Kind::NoChoice => "no-choice",
            Kind::UnusedLane => "unused-lane",
            Kind::UnusedCard => "unused-card",
        }
    }

    /// What it is, and what to do about it.
    pub fn explained(self) -> (&'static str, &'static str) {
        match self {
            Kind::NoAction => (
                "Somebody must choose and has no legal action: the game stands still.",
                "Give the step an `otherwise`, or loosen the `when` of an action that should always be there.",
            ),
            Kind::EndlessRefill => (
                "A row is swept and refilled without end: whatever is drawn is swept again.",
                "Give the sweep a `max` or a `spare`, so that it stops when too few other cards are left.",
            ),
            Kind::EndlessSteps => (
                "Steps, or reactions of scripts to reactions, go on without anybody being asked.",
                "Bound the `repeat`, or let the hook change only what it does not hear of itself.",
            ),
            Kind::Fault => (
                "A script or a rule broke down: an index that is not there, a name that is none, a budget used up.",
                "Mend the line that is named; the scenario plays the moves that lead there.",
            ),
            Kind::Invariant => (
                "Cards were lost or made, track lies where it cannot, or an invariant of the game does not hold.",
                "Mend the rule that broke it, or the invariant if it says too much.",
            ),
            Kind::EndlessGame => (
                "The game goes on for ever, however it is played from there.",
                "Give it an end that is always reached: a `last-round`, an `end` when a pile is empty, `all-pass`.",
            ),
            Kind::HeldRefill => (
                "A sweep would go on for ever, and only `max` cuts it short.",
                "Nothing, if that is the rule; otherwise let `spare` stop it earlier.",
            ),
            Kind::DrawnOut => (
                "Players who want to can keep the game going: the same position comes up twice.",
                "Let something be used up by every turn, or end the game when everybody has passed.",
            ),
            Kind::NeverLegal => (
                "An action could not be chosen in any of the games.",
                "Look at its `when`, its price and the steps that offer it; perhaps more games are needed.",
            ),
            Kind::Unwanted => (
                "In none of the positions that were looked at would somebody who wants to win choose the action.",
                "Make it bring more, or leave it out; what pays only turns later may be listed wrongly.",
            ),
            Kind::NoChoice => (
                "An action was always the only one that could be chosen, and is not what a step leaves to those who can do nothing else.",
                "Make it a step that happens by itself, or offer something beside it.",
            ),
            Kind::UnusedLane => {
                ("Nobody ever took a lane.", "Look at its length, colour and price; perhaps more games are needed.")
            }
            Kind::UnusedCard => {
                ("A card never left the place where it starts.", "Look at what draws from there; perhaps more games are needed.")
            }
        }
    }

    /// Whether a game cannot be played on where it has such a hole. The others are worth a look and may be meant.
    pub fn is_severe(self) -> bool {
        self <= Kind::EndlessGame
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_word_of_its_own_and_the_severe_ones_come_first() {
        let mut words: Vec<&str> = Kind::ALL.iter().map(|kind| kind.word()).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), Kind::ALL.len());
        assert!(Kind::ALL.is_sorted() && Kind::ALL.is_sorted_by_key(|kind| !kind.is_severe()));
    }
}
