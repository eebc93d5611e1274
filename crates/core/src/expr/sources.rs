//! Where what an expression is worth comes from, apart from what it is put together from: the one list by which it is told what must be
//! asked in play, what is known at load and what has to be worked out again after a change.

use super::Expr;
use crate::changes::StateParts;

/// Where the value of an expression comes from, its parts left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// From its parts alone, or from what is so in the whole game.
    Parts,
    /// From what is printed on the item in question.
    Printed,
    /// From items of the game that its parts are about, each in turn or one of them; which these are never changes.
    Items,
    /// From the seats, for each of which its parts are worked out.
    Seats,
    /// From who asks.
    Party,
    /// From what is around, or from what whoever asks knows besides: a space, a level, how many copies there are.
    Occasion,
    /// From these parts of the state.
    State(StateParts),
    /// From what a seat can choose, or from scripts.
    Choices,
    /// From the score sheet.
    ScoreSheet,
}

impl Expr {
    /// Where its value comes from, its parts left out.
    pub fn source(&self) -> Source {
        let state =
            |cards: bool, counters: bool, board: bool, moment: bool| Source::State(StateParts { cards, counters, board, moment });
        match self {
            Expr::Int(_) | Expr::Not(_) | Expr::Negative(_) | Expr::And(..) | Expr::Or(..) | Expr::Compare(..) => Source::Parts,
            Expr::Same(..) | Expr::Math(..) | Expr::If(_) | Expr::Min(_) | Expr::Max(_) | Expr::Lookup(..) => Source::Parts,
            Expr::Has(..) | Expr::Entry(..) | Expr::Players | Expr::Memo(_) => Source::Parts,
            Expr::Tag(_) | Expr::Field(_) | Expr::IsKind(_) | Expr::Attribute(_) | Expr::Length => Source::Printed,
            Expr::Color | Expr::ItemItself | Expr::Junction | Expr::CompanyItself | Expr::KindItself => Source::Printed,
            Expr::Home | Expr::End(_) => Source::Printed,
            Expr::At(..) | Expr::Pays(..) | Expr::Best(..) | Expr::Hits(..) | Expr::Top(..) | Expr::Ends(_) => Source::Items,
            Expr::Lanes(_) | Expr::SumLanes(..) | Expr::Places(_) | Expr::SumPlaces(..) | Expr::Different(..) => Source::Items,
            Expr::Nearest(..) | Expr::SumCompanies(..) | Expr::EachCompany(_) | Expr::Longest(_) => Source::Items,
            Expr::JoinedOver(_) | Expr::Ways(_) | Expr::Network(_) | Expr::Farthest(..) | Expr::Distance(_) => Source::Items,
            Expr::Gap(..) => Source::Items,
            Expr::Most(_) | Expr::Least(_) | Expr::SumSeats(..) => Source::Seats,
            Expr::Seat => Source::Party,
            Expr::Space | Expr::Level | Expr::Copies | Expr::Paid | Expr::Outer(_) | Expr::OuterSeat(_) => Source::Occasion,
            Expr::Towards(_) => Source::Occasion,
            Expr::MissingOver(_) => state(false, false, true, false),
            Expr::Given(_) => Source::Occasion,
            Expr::Size(_) | Expr::Count(..) | Expr::Sum(..) | Expr::SumKinds(..) => state(true, false, false, false),
            Expr::Weighed(..) | Expr::EachKind(..) | Expr::CopiesIn(_) | Expr::RowOf(..) => state(true, false, false, false),
            Expr::Counter(..) | Expr::TotalOf(_) => state(false, true, false, false),
            Expr::In(_) | Expr::Laid | Expr::Own | Expr::Open | Expr::Connected => state(false, false, true, false),
            Expr::Reached | Expr::Joined(..) | Expr::Missing(..) | Expr::Away(_) => state(false, false, true, false),
            Expr::Toward(..) | Expr::SumToward(..) => state(true, false, true, false),
            Expr::Round | Expr::Turn | Expr::First | Expr::TrainPlace | Expr::TrainMoving => state(false, false, false, true),
            Expr::LastLane(..) | Expr::LastCompany | Expr::LastPlace | Expr::IsOut => state(false, false, false, true),
            Expr::Run(_) => state(false, false, true, true),
            Expr::Can { .. } | Expr::Script(_) => Source::Choices,
            Expr::Won(_) | Expr::Total | Expr::Awards | Expr::DummyTotal(_) => Source::ScoreSheet,
        }
    }

    /// Whether it is something that is printed on an item.
    pub(super) fn is_printed(&self) -> bool {
        self.source() == Source::Printed
    }

    /// Whether it depends on the item it is about and on the board alone: on nothing that play can change, and on nobody.
    pub fn is_fixed(&self) -> bool {
        !self.any(&mut |part| !matches!(part.source(), Source::Parts | Source::Printed | Source::Items | Source::Seats))
    }

    /// The same of an expression that may ask about what is around the item as well.
    pub fn is_fixed_within(&self) -> bool {
        let fixed = |source| matches!(source, Source::Parts | Source::Printed | Source::Items | Source::Seats);
        !self.any(&mut |part| !matches!(part, Expr::Outer(_)) && !fixed(part.source()))
    }

    /// The same, but it may depend on who asks.
    pub fn is_fixed_for_each(&self) -> bool {
        let moves = |source| matches!(source, Source::State(_) | Source::Choices | Source::ScoreSheet | Source::Occasion);
        !self.any(&mut |part| moves(part.source()))
    }

    /// Whether it depends on how often something was raised before, and on nothing else.
    pub fn is_of_level(&self) -> bool {
        !self.any(&mut |part| part.source() != Source::Parts && *part != Expr::Level)
    }

    /// Whether it may depend on how often something was raised before.
    pub fn asks_for_level(&self) -> bool {
        self.any(&mut |part| *part == Expr::Level)
    }

    /// Whether it gives 1 or 0 and no other number.
    pub(super) fn is_truth(&self) -> bool {
        match self {
            Expr::Int(value) => matches!(value, 0 | 1),
            Expr::Not(_) | Expr::And(..) | Expr::Or(..) | Expr::Compare(..) | Expr::Same(..) | Expr::Has(..) => true,
            Expr::Can { .. } | Expr::Tag(_) | Expr::IsKind(_) | Expr::In(_) | Expr::Own | Expr::Open | Expr::Connected => true,
            Expr::Reached | Expr::Junction | Expr::TrainMoving | Expr::Won(_) | Expr::Toward(..) => true,
            Expr::Joined(..) | Expr::JoinedOver(_) | Expr::IsOut => true,
            Expr::Negative(_) | Expr::Math(..) | Expr::If(_) | Expr::Min(_) | Expr::Max(_) | Expr::Lookup(..) => false,
            Expr::Players | Expr::Round | Expr::Turn | Expr::Seat | Expr::First | Expr::Counter(..) | Expr::TotalOf(_) => false,
            Expr::Most(_) | Expr::Least(_) | Expr::Size(_) | Expr::Count(..) | Expr::Sum(..) | Expr::Weighed(..) => false,
            Expr::SumKinds(..) | Expr::EachKind(..) | Expr::Copies | Expr::Different(..) | Expr::Lanes(_) => false,
            Expr::SumLanes(..) | Expr::Places(_) | Expr::SumPlaces(..) | Expr::Longest(_) | Expr::LastLane(..) => false,
            Expr::End(_) | Expr::Towards(_) | Expr::Entry(..) | Expr::MissingOver(_) | Expr::Distance(_) => false,
            Expr::LastCompany | Expr::Total | Expr::Awards | Expr::Script(_) | Expr::Field(_) | Expr::At(..) => false,
            Expr::SumCompanies(..) | Expr::EachCompany(_) | Expr::SumSeats(..) | Expr::CompanyItself | Expr::Home => false,
            Expr::Pays(..) | Expr::Best(..) | Expr::Hits(..) | Expr::RowOf(..) | Expr::KindItself | Expr::TrainPlace => false,
            Expr::LastPlace | Expr::CopiesIn(_) | Expr::Space | Expr::Level | Expr::DummyTotal(_) | Expr::Outer(_) => false,
            Expr::Given(_) => false,
            Expr::OuterSeat(_) | Expr::Length | Expr::Color | Expr::Laid | Expr::Attribute(_) | Expr::Ends(_) => false,
            Expr::ItemItself | Expr::Missing(..) | Expr::Away(_) | Expr::Run(_) | Expr::SumToward(..) | Expr::Top(..) => false,
            Expr::Gap(..) => false,
            Expr::Paid | Expr::Nearest(..) | Expr::Farthest(..) | Expr::Ways(_) | Expr::Network(_) | Expr::Memo(_) => false,
        }
    }
}
