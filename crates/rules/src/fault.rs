//! Rules that broke down: of which kind, where, and what went wrong.

use railwright_core::Components;
use railwright_core::effect::Endless;
use railwright_core::id::{KindId, ZoneId};
use railwright_core::trail::MOST_STEPS;
use std::fmt;

/// What kind of fault it is: programs tell faults apart by this, never by their words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// This row would be swept and filled again without end.
    EndlessSweep(ZoneId),
    /// Steps or reactions would follow each other without a decision and without end.
    EndlessSteps,
    /// A script broke down.
    Script,
    /// An action could not be carried out, for another rule left no room for it.
    NoRoom,
    /// What must hold after every step does not.
    Invariant,
    /// A seat must choose and has no legal action.
    NoLegalAction,
    /// A game does not come to its end.
    EndlessGame,
    /// Something can be paid in more ways than can be gone through.
    TooManyWays,
    /// A value is too much work to be worked out.
    TooMuchWork,
    /// What a seat may do depends on what it may not see.
    TellsSecret,
}

/// Rules that broke down: a script's fault, or something that would never end. The state is as it was before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Of which kind it is.
    pub kind: FaultKind,
    /// Where.
    pub place: String,
    /// What went wrong.
    pub message: String,
}

impl Fault {
    /// The fault of a script in that file, or at that place of it.
    pub fn of_script(place: impl Into<String>, message: impl Into<String>) -> Self {
        Fault { kind: FaultKind::Script, place: place.into(), message: message.into() }
    }

    /// Steps of a game that never come to a decision.
    pub(crate) fn endless_steps(place: &str, message: &str) -> Self {
        Fault { kind: FaultKind::EndlessSteps, place: place.to_owned(), message: message.to_owned() }
    }

    /// A longest trail that is too much work to be found, in what is written at those places.
    #[cold]
    pub(crate) fn endless_trail(places: &[String]) -> Self {
        let message =
            format!("a longest trail takes more than {MOST_STEPS} steps to be found: `longest` should ask for fewer lanes");
        Fault { kind: FaultKind::TooMuchWork, place: places.join(" over "), message }
    }

    /// A sweep that never comes to an end, in what is written at that place.
    #[cold]
    pub(crate) fn endless_sweep(place: &str, endless: Endless) -> Self {
        Fault { kind: FaultKind::EndlessSweep(endless.row()), place: place.to_owned(), message: endless.to_string() }
    }

    /// A card that came to lie where it may not.
    #[cold]
    pub(crate) fn stray(parts: &Components, (zone, kind): (ZoneId, KindId)) -> Self {
        let (id, card) = (&parts.zone(zone).id, &parts.cards_in(zone).kinds[kind.index()].id);
        let message = format!("{card} came to `{id}`, and `only` keeps it out: nothing else says where it goes");
        Fault { kind: FaultKind::Invariant, place: format!("zones.{id}.only"), message }
    }

    /// Whether the rules would have gone on without end between two decisions.
    pub fn is_endless(&self) -> bool {
        matches!(self.kind, FaultKind::EndlessSweep(_) | FaultKind::EndlessSteps)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for Fault {}
