//! The one walk over the parts of an expression. Whatever asks something of a whole expression goes this way, so that a new
//! sort of expression has to say here what it consists of.

use super::Expr;

/// About what a part is worked out, compared with the whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layer {
    /// About the same.
    Same,
    /// About each of several items, one of which is in question then; the whole's item is around it.
    Each,
    /// For each seat, about the same.
    Seats,
    /// For each seat, about nothing else.
    SeatsAlone,
    /// About what an action is about, with nothing around it.
    Alone,
    /// About the item around.
    Around,
    /// For the seat around, and what was in question there.
    SeatAround,
    /// About the item that is written before it.
    Given,
}

macro_rules! each_part {
    ($expr:expr, $each:expr, $iter:ident, $($borrow:tt)+) => {{
        use Layer::{Alone, Around, Each, Given, Same, SeatAround, Seats, SeatsAlone};
        match $expr {
            Expr::Int(_) | Expr::Players | Expr::Round | Expr::Turn | Expr::Seat | Expr::First | Expr::IsOut => {}
            Expr::Counter(..) | Expr::TotalOf(_) | Expr::Size(_) | Expr::Weighed(..) | Expr::Copies | Expr::IsKind(_) => {}
            Expr::LastCompany | Expr::Won(_) | Expr::Total | Expr::Awards | Expr::Script(_) | Expr::DummyTotal(_) => {}
            Expr::Field(_) | Expr::Tag(_) | Expr::In(_) | Expr::Connected | Expr::CompanyItself | Expr::Home => {}
            Expr::Junction | Expr::KindItself | Expr::TrainPlace | Expr::TrainMoving | Expr::LastPlace | Expr::CopiesIn(_) => {}
            Expr::End(_) | Expr::Towards(_) => {}
            Expr::Given(_) => {}
            Expr::Space | Expr::Level | Expr::Length | Expr::Color | Expr::Laid | Expr::Own | Expr::Open => {}
            Expr::Attribute(_) | Expr::Reached | Expr::ItemItself | Expr::Toward(..) | Expr::SumToward(..) | Expr::Paid => {}
            Expr::Not(a) | Expr::Negative(a) | Expr::Lookup(_, a) | Expr::Pays(_, a) | Expr::Away(a) | Expr::Run(a) => {
                $each(a, Same)
            }
            Expr::And(a, b) | Expr::Or(a, b) | Expr::Compare(_, a, b) | Expr::Same(_, a, b) | Expr::Math(_, a, b) => {
                $each(a, Same);
                $each(b, Same);
            }
            Expr::Joined(a, b) | Expr::Missing(a, b) | Expr::Has(a, b) | Expr::Entry(_, a, b) => {
                $each(a, Same);
                $each(b, Same);
            }
            Expr::If(three) => three.$iter().for_each(|e| $each(e, Same)),
            Expr::Min(list) | Expr::Max(list) => list.$iter().for_each(|e| $each(e, Same)),
            Expr::Most(a) | Expr::Least(a) => $each(a, SeatsAlone),
            Expr::SumSeats(a, b) => {
                $each(a, Seats);
                $each(b, Seats);
            }
            Expr::Count(_, a) | Expr::Lanes(a) | Expr::Places(a) | Expr::Longest(a) | Expr::LastLane(_, a) => $each(a, Each),
            Expr::Ends(a) | Expr::Best(_, a) | Expr::Hits(_, a) | Expr::RowOf(_, a) | Expr::Top(_, a) => $each(a, Each),
            Expr::Sum(_, a, b) | Expr::SumKinds(_, a, b) | Expr::Different(a, b) | Expr::SumLanes(a, b) => {
                $each(a, Each);
                $each(b, Each);
            }
            Expr::SumPlaces(a, b) | Expr::SumCompanies(a, b) | Expr::Nearest(a, b) => {
                $each(a, Each);
                $each(b, Each);
            }
            Expr::EachKind(_, _, list) => list.$iter().for_each(|e| $each(e, Given)),
            Expr::EachCompany(list) => list.$iter().for_each(|(_, e)| $each(e, Given)),
            Expr::JoinedOver(three) => {
                let [a, b, filter] = $($borrow)+ **three;
                $each(a, Same);
                $each(b, Same);
                $each(filter, Each);
            }
            Expr::Farthest(a, b) | Expr::Gap(a, b) => {
                $each(a, Each);
                $each(b, Each);
            }
            Expr::Ways(three) | Expr::MissingOver(three) | Expr::Distance(three) => {
                let [a, b, filter] = $($borrow)+ **three;
                $each(a, Same);
                $each(b, Same);
                $each(filter, Each);
            }
            Expr::Network(two) => {
                let [place, filter] = $($borrow)+ **two;
                $each(place, Same);
                $each(filter, Each);
            }
            Expr::At(_, place, value) => {
                $each(place, Same);
                $each(value, Given);
            }
            Expr::Can { filter, .. } => filter.$iter().for_each(|e| $each(e, Alone)),
            Expr::Outer(a) => $each(a, Around),
            Expr::OuterSeat(a) => $each(a, SeatAround),
            Expr::Memo(memo) => $each($($borrow)+ memo.expr, Same),
        }
    }};
}

impl Expr {
    /// Calls `each` with every expression that this is put together from.
    pub(super) fn each_part(&self, each: &mut dyn FnMut(&Expr, Layer)) {
        each_part!(self, each, iter, &)
    }

    /// The same expression put together from other parts.
    pub(super) fn with_parts(&self, part: &mut dyn FnMut(&Expr, Layer) -> Expr) -> Expr {
        let mut copy = self.clone();
        let mut each = |one: &mut Expr, layer: Layer| *one = part(one, layer);
        let each: &mut dyn FnMut(&mut Expr, Layer) = &mut each;
        each_part!(&mut copy, each, iter_mut, &mut);
        copy
    }

    /// Whether this or anything in it is so.
    pub fn any(&self, is: &mut impl FnMut(&Expr) -> bool) -> bool {
        let mut is = |expr: &Expr| is(expr);
        self.any_where(&mut is, &|_| true)
    }

    /// Whether anything in this is so that speaks of the party itself and not of every seat in turn.
    pub fn any_of_party(&self, is: &mut impl FnMut(&Expr) -> bool) -> bool {
        let mut is = |expr: &Expr| is(expr);
        self.of_party(&mut is, true)
    }

    fn of_party(&self, is: &mut dyn FnMut(&Expr) -> bool, speaks: bool) -> bool {
        let mut found = speaks && is(self);
        self.each_part(&mut |part, layer| {
            let speaks = match layer {
                Layer::Seats | Layer::SeatsAlone => false,
                Layer::SeatAround => true,
                Layer::Same | Layer::Each | Layer::Alone | Layer::Around | Layer::Given => speaks,
            };
            found = found || part.of_party(is, speaks);
        });
        found
    }

    /// Whether this or anything in it is so that lies in layers of some sort.
    pub(super) fn any_where(&self, is: &mut dyn FnMut(&Expr) -> bool, enters: &dyn Fn(Layer) -> bool) -> bool {
        let mut found = is(self);
        self.each_part(&mut |part, layer| found = found || enters(layer) && part.any_where(is, enters));
        found
    }
}
