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
    /// An action that those who want to win never chose.
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
