//! Functions over all cards of a zone, lanes, places, companies or seats.

use super::Call;
use crate::expr::resolve::{ItemType, Resolver, Scope, last_given};
use crate::expr::{Expr, ExprError};

impl Resolver<'_, '_> {
    pub(super) fn size(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [zone] = self.arguments(call)?;
        Ok(Expr::Size(self.zone(zone, call.scope)?))
    }

    pub(super) fn count(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [zone, filter] = self.arguments(call)?;
        let zone = self.zone(zone, call.scope)?;
        let cards = call.scope.about(ItemType::Card(call.scope.parts.zone(zone).cards));
        Ok(Expr::Count(zone, self.number(filter, &cards)?))
    }

    /// `sum` and `sum-kinds`.
    pub(super) fn sum_cards(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [zone, value, filter] = self.arguments(call)?;
        let zone = self.zone(zone, call.scope)?;
        let cards = call.scope.about(ItemType::Card(call.scope.parts.zone(zone).cards));
        let (value, filter) = (self.number(value, &cards)?, self.number(filter, &cards)?);
        Ok(if call.name == "sum" { Expr::Sum(zone, value, filter) } else { Expr::SumKinds(zone, value, filter) })
    }

    pub(super) fn different(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [value, filter] = self.arguments(call)?;
        let places = call.scope.about(ItemType::Place);
        let (value, _) = self.node(value, &places)?;
        Ok(Expr::Different(Box::new(value), self.number(filter, &places)?))
    }

    /// `lanes` and `longest`.
    pub(super) fn lanes(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [filter] = self.arguments(call)?;
        let filter = self.number(filter, &call.scope.about(ItemType::Lane))?;
        Ok(if call.name == "lanes" { Expr::Lanes(filter) } else { Expr::Longest(filter) })
    }

    pub(super) fn last_lane(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [value] = self.arguments(call)?;
        last_given(call.name, call.node, call.scope)?;
        Ok(Expr::LastLane(self.number(value, &call.scope.about(ItemType::Lane))?))
    }

    pub(super) fn places(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [filter] = self.arguments(call)?;
        Ok(Expr::Places(self.number(filter, &call.scope.about(ItemType::Place))?))
    }

    /// A value and a filter about items of a type.
    pub(super) fn over(&mut self, call: Call, item: ItemType, sum: fn(Box<Expr>, Box<Expr>) -> Expr) -> Result<Expr, ExprError> {
        let [value, filter] = self.arguments(call)?;
        let about = call.scope.about(item);
        Ok(sum(self.number(value, &about)?, self.number(filter, &about)?))
    }

    pub(super) fn sum_seats(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [value, filter] = self.arguments(call)?;
        Ok(Expr::SumSeats(self.number(value, call.scope)?, self.number(filter, call.scope)?))
    }

    pub(super) fn companies(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [filter] = self.arguments(call)?;
        let filter = self.number(filter, &call.scope.about(ItemType::Company))?;
        Ok(Expr::SumCompanies(Box::new(Expr::Int(1)), filter))
    }

    pub(super) fn seats(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [filter] = self.arguments(call)?;
        Ok(Expr::SumSeats(Box::new(Expr::Int(1)), self.number(filter, call.scope)?))
    }

    /// `most` and `least`: about every seat and nothing else.
    pub(super) fn over_seats(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [value] = self.arguments(call)?;
        let whole = Scope { item: ItemType::Nothing, around: ItemType::Nothing, ..*call.scope };
        let value = self.number(value, &whole)?;
        Ok(if call.name == "most" { Expr::Most(value) } else { Expr::Least(value) })
    }
}
