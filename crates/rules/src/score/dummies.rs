//! What dummies score: parties that nobody plays, which have what is of `dummy` and nothing that a seat has.

use crate::compile::Compiler;
use crate::compile::schema::{DummyKeys, GameKeys};
use railwright_core::Components;
use railwright_core::components::Owner;
use railwright_core::expr::{Expr, Formula, Holder, ItemType};
use railwright_core::id::{CounterId, SetId, ZoneId};
use railwright_source::{Diagnostic, Reader};

pub(super) fn compile(compiler: &mut Compiler, game: &Reader<GameKeys>) -> Vec<Formula> {
    let mut scores = Vec::new();
    for (_, _, reader) in game.get(GameKeys::DUMMIES) {
        let Some(formula) = compiler.formula(&reader, DummyKeys::SCORE, ItemType::Nothing) else { continue };
        if formula.expr.any_of_party(&mut |part| is_of_a_seat(&compiler.parts, part)) {
            let message = format!("{}: a dummy has nothing that only seats have", reader.path());
            let problem =
                Diagnostic::error("wrong-owner", message).at(reader.origin(DummyKeys::SCORE), "this speaks of what a seat has");
            compiler.report.push(problem.help("name what is of `dummy` or of the table, or sum over `seats(…)`"));
        }
        scores.push(formula);
    }
    scores
}

/// Whether an expression by itself asks for what a party has only if it is a seat.
fn is_of_a_seat(parts: &Components, expr: &Expr) -> bool {
    let of_seats = |owner: Owner| match owner {
        Owner::Seat | Owner::Train | Owner::SeatAnd(_) => true,
        Owner::Table | Owner::Company | Owner::Party | Owner::Dummy | Owner::Place | Owner::Lane => false,
    };
    let counter = |counter: &CounterId| of_seats(parts.counters[counter.index()].owner);
    let zone = |zone: &ZoneId| of_seats(parts.zone(*zone).owner);
    let set = |set: &SetId| of_seats(parts.sets[set.index()].owner);
    match expr {
        Expr::Counter(of, Holder::Seat | Holder::Own | Holder::Pair | Holder::PairOf(_)) => counter(of),
        Expr::Counter(_, Holder::Table | Holder::Item | Holder::Of(_)) => false,
        Expr::Size(of) | Expr::Count(of, _) | Expr::Sum(of, ..) | Expr::SumKinds(of, ..) => zone(of),
        Expr::CopiesIn(of) | Expr::RowOf(of, _) | Expr::Weighed(of, _) | Expr::EachKind(of, ..) => zone(of),
        Expr::Toward(..) | Expr::SumToward(..) => true,
        Expr::In(of) => set(of),
        // It has no number, no train and no track of its own, and nothing to choose.
        Expr::Seat | Expr::IsOut | Expr::TrainPlace | Expr::TrainMoving | Expr::Run(_) | Expr::Can { .. } => true,
        Expr::Own | Expr::Reached | Expr::Joined(..) | Expr::Missing(..) | Expr::MissingOver(_) => true,
        // These are a company's where one is in question, which is said where they stand.
        Expr::Away(_) | Expr::Connected => false,
        Expr::Int(_) | Expr::Not(_) | Expr::Negative(_) | Expr::And(..) | Expr::Or(..) | Expr::Compare(..) => false,
        Expr::Same(..) | Expr::Math(..) | Expr::If(_) | Expr::Min(_) | Expr::Max(_) | Expr::Lookup(..) | Expr::Has(..) => false,
        Expr::Players | Expr::Round | Expr::Turn | Expr::First | Expr::TotalOf(_) | Expr::Memo(_) => false,
        Expr::Most(_) | Expr::Least(_) | Expr::SumSeats(..) | Expr::Outer(_) | Expr::OuterSeat(_) | Expr::At(..) => false,
        Expr::Given(_) => false,
        Expr::Copies | Expr::Paid | Expr::Space | Expr::Level | Expr::LastLane(..) | Expr::LastCompany | Expr::LastPlace => false,
        Expr::IsKind(_) | Expr::Field(_) | Expr::Tag(_) | Expr::Attribute(_) | Expr::Length | Expr::Color => false,
        Expr::Junction | Expr::ItemItself | Expr::CompanyItself | Expr::KindItself | Expr::Home => false,
        Expr::Laid | Expr::Open | Expr::Ends(_) | Expr::Pays(..) | Expr::Best(..) | Expr::Hits(..) | Expr::Top(..) => false,
        Expr::Lanes(_) | Expr::SumLanes(..) | Expr::Places(_) | Expr::SumPlaces(..) | Expr::Different(..) => false,
        Expr::Nearest(..) | Expr::Longest(_) | Expr::JoinedOver(_) | Expr::SumCompanies(..) | Expr::EachCompany(_) => false,
        Expr::Farthest(..) | Expr::Ways(_) | Expr::Network(_) | Expr::Distance(_) => false,
        Expr::End(_) | Expr::Towards(_) | Expr::Entry(..) => false,
        Expr::Gap(..) => false,
        // What the score sheet says is no part of a dummy's points.
        Expr::Won(_) | Expr::Total | Expr::Awards | Expr::Script(_) | Expr::DummyTotal(_) => true,
    }
}
