//! Functions: what they take and what they become.

mod item;
mod sums;

use super::names::{literal, unknown};
use super::{ItemType, Resolved, Resolver, Scope, Type};
use crate::expr::parse::{Node, What};
use crate::expr::{Expr, ExprError, FUNCTIONS};
use crate::id::{ActionId, CounterId, ZoneId};

/// A function as it is called: its name and arguments, where it stands, and what names mean there.
#[derive(Clone, Copy)]
pub(super) struct Call<'c> {
    pub(super) name: &'c str,
    pub(super) arguments: &'c [Node],
    pub(super) node: &'c Node,
    pub(super) scope: &'c Scope<'c>,
}

impl Call<'_> {
    fn error(&self, message: impl Into<String>) -> ExprError {
        ExprError::new(self.node.span.clone(), message)
    }
}

impl Resolver<'_, '_> {
    /// Every function with what reads its arguments.
    pub(super) fn call(&mut self, call: Call) -> Resolved {
        let Call { name, scope, .. } = call;
        if let Some(table) = scope.parts.lookups.iter().position(|t| t.id == name) {
            let [index] = self.arguments(call)?;
            return Ok((Expr::Lookup(table as u8, self.number(index, scope)?), Type::Number));
        }
        let number = match name {
            "if" => self.either(call),
            "min" | "max" => self.one_of(call),
            "size" => self.size(call),
            "count" => self.count(call),
            "sum" | "sum-kinds" => self.sum_cards(call),
            "different" => self.different(call),
            "lanes" | "longest" => self.lanes(call),
            "last-lane" => self.last_lane(call),
            "places" => self.places(call),
            "nearest" => self.over(call, ItemType::Place, Expr::Nearest),
            "sum-lanes" => self.over(call, ItemType::Lane, Expr::SumLanes),
            "sum-places" => self.over(call, ItemType::Place, Expr::SumPlaces),
            "sum-companies" => self.over(call, ItemType::Company, Expr::SumCompanies),
            "sum-seats" => self.sum_seats(call),
            "companies" => self.companies(call),
            "seats" => self.seats(call),
            "total" => self.total(call),
            "most" | "least" => self.over_seats(call),
            "has" => self.has(call),
            "copies-in" => self.copies_in(call),
            "dummy" => self.dummy(call),
            "can" | "could" => self.can(call),
            "option" => self.option(call),
            "won" => self.won(call),
            "script" => self.script(call),
            "joined" => self.joined(call),
            "missing" => self.missing(call),
            "away" | "run" => self.away(call),
            "toward" if scope.item == ItemType::Lane => self.toward(call),
            "top" => self.top(call),
            "pays" => self.pays(call),
            "best" | "hits" => self.best(call),
            "row-of" => self.row_of(call),
            "ends" if scope.item == ItemType::Lane => self.ends(call),
            "in" => self.is_in(call),
            "at" => return self.at(call),
            "outer" => return self.outer(call),
            _ => return Err(no_such_function(call)),
        };
        number.map(|expr| (expr, Type::Number))
    }

    fn either(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [condition, a, b] = self.arguments(call)?;
        let scope = call.scope;
        Ok(Expr::If(Box::new([*self.condition(condition, scope)?, *self.number(a, scope)?, *self.number(b, scope)?])))
    }

    fn one_of(&mut self, call: Call) -> Result<Expr, ExprError> {
        if call.arguments.is_empty() {
            return Err(call.error(format!("`{}` needs something to choose from", call.name)));
        }
        let list = call.arguments.iter().map(|a| self.number(a, call.scope).map(|e| *e)).collect::<Result<Vec<_>, _>>()?;
        Ok(if call.name == "min" { Expr::Min(list) } else { Expr::Max(list) })
    }

    fn total(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [counter] = self.arguments(call)?;
        let known = call.scope.parts.counters.iter().map(|c| c.id.as_str());
        Ok(Expr::TotalOf(CounterId::from(self.pick(counter, "counter", known)?)))
    }

    fn dummy(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [dummy] = self.arguments(call)?;
        let known = call.scope.parts.dummies.iter().map(|d| d.id.as_str());
        Ok(Expr::DummyTotal(self.pick(dummy, "dummy", known)? as u8))
    }

    /// `can` and `could`: an action, and perhaps a filter of what it is about.
    fn can(&mut self, call: Call) -> Result<Expr, ExprError> {
        let Call { name, scope, .. } = call;
        let (action, filter) = match call.arguments {
            [action] => (action, None),
            [action, filter] => (action, Some(filter)),
            _ => return Err(call.error(format!("`{name}` takes an action and perhaps a filter"))),
        };
        let at = self.pick(action, "action", scope.actions.iter().map(|a| a.0.as_str()))?;
        let about = Scope { item: scope.actions[at].1, around: ItemType::Nothing, ..*scope };
        let filter = filter.map(|f| self.number(f, &about)).transpose()?;
        Ok(Expr::Can { action: ActionId::from(at), filter, free: name == "could" })
    }

    /// An option is known at load: it becomes a constant.
    fn option(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [option] = self.arguments(call)?;
        let options = &call.scope.parts.options;
        let at = self.pick(option, "option", options.iter().map(|o| o.0.as_str()))?;
        Ok(Expr::Int(options[at].1.into()))
    }

    fn won(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [line] = self.arguments(call)?;
        Ok(Expr::Won(self.pick(line, "score line", call.scope.lines.iter().map(String::as_str))? as u8))
    }

    fn script(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [module] = self.arguments(call)?;
        Ok(Expr::Script(self.pick(module, "rule script", call.scope.modules.iter().map(String::as_str))? as u8))
    }

    fn joined(&mut self, call: Call) -> Result<Expr, ExprError> {
        let scope = call.scope;
        if let [a, b, filter] = call.arguments {
            let filter = self.number(filter, &scope.about(ItemType::Lane))?;
            let ends = (self.place(a, scope)?, self.place(b, scope)?);
            return Ok(Expr::JoinedOver(Box::new([*ends.0, *ends.1, *filter])));
        }
        let [a, b] = self.arguments(call)?;
        Ok(Expr::Joined(self.place(a, scope)?, self.place(b, scope)?))
    }

    fn missing(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [a, b] = self.arguments(call)?;
        Ok(Expr::Missing(self.place(a, call.scope)?, self.place(b, call.scope)?))
    }

    fn away(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [place] = self.arguments(call)?;
        let place = self.place(place, call.scope)?;
        Ok(if call.name == "away" { Expr::Away(place) } else { Expr::Run(place) })
    }

    /// The arguments of a call, if there are as many as there should be.
    fn arguments<'c, const N: usize>(&self, call: Call<'c>) -> Result<[&'c Node; N], ExprError> {
        let list: Vec<&Node> = call.arguments.iter().collect();
        list.try_into().map_err(|_| {
            let Call { name, arguments, .. } = call;
            let wanted = FUNCTIONS.iter().find(|f| f.0 == name).map_or("one number", |f| f.1);
            call.error(format!("`{name}` takes {N} argument(s), not {}", arguments.len())).help(format!("write {name}({wanted})"))
        })
    }

    fn pick<'k>(&self, node: &Node, family: &str, known: impl Iterator<Item = &'k str>) -> Result<usize, ExprError> {
        let known: Vec<&str> = known.collect();
        let What::Name(name) = &node.what else {
            return Err(ExprError::new(node.span.clone(), format!("the name of a {family} should stand here")));
        };
        let found = known.iter().position(|k| k == name);
        found.ok_or_else(|| unknown(node, &format!("there is no {family} `{name}`"), name, &known))
    }

    fn zone(&self, node: &Node, scope: &Scope) -> Result<ZoneId, ExprError> {
        let zone = ZoneId::from(self.pick(node, "zone", scope.parts.zones.iter().map(|z| z.id.as_str()))?);
        match scope.parts.zone(zone).owner.things() {
            None => Ok(zone),
            Some(of) => {
                Err(ExprError::new(node.span.clone(), format!("this zone belongs to {of}: nothing says which one is meant"))
                    .help(format!("scripts say whose zone they mean; data counts what {of} have in counters")))
            }
        }
    }

    fn place(&mut self, node: &Node, scope: &Scope) -> Result<Box<Expr>, ExprError> {
        let found = match self.node(node, scope) {
            Ok(found) => found,
            Err(error) => literal(node, Type::Place, scope, error)?,
        };
        match found.1 {
            Type::Place => Ok(Box::new(found.0)),
            _ => Err(ExprError::new(node.span.clone(), "a place should stand here")),
        }
    }
}

fn no_such_function(Call { name, node, scope, .. }: Call) -> ExprError {
    let lookups = scope.parts.lookups.iter().map(|t| t.id.as_str());
    let known: Vec<&str> = FUNCTIONS.iter().map(|f| f.0).chain(lookups).collect();
    unknown(node, &format!("there is no function `{name}` here"), name, &known)
}
