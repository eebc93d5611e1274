//! Functions: what they take and what they become.

use super::names::{literal, unknown};
use super::{ItemType, Resolved, Resolver, Scope, Type};
use crate::components::{FieldType, Form, Members, Owner};
use crate::expr::parse::{Node, What};
use crate::expr::{Expr, ExprError, FUNCTIONS};
use crate::id::{ActionId, CounterId, SetId, ZoneId};

impl Resolver<'_, '_> {
    pub(super) fn call(&mut self, name: &str, arguments: &[Node], node: &Node, scope: &Scope) -> Resolved {
        let parts = scope.parts;
        if let Some(table) = parts.lookups.iter().position(|t| t.id == name) {
            let [index] = self.arguments(name, arguments, node)?;
            return Ok((Expr::Lookup(table as u8, self.number(index, scope)?), Type::Number));
        }
        let whole = Scope { item: ItemType::Nothing, around: ItemType::Nothing, ..*scope };
        let expr = match name {
            "if" => {
                let [condition, a, b] = self.arguments(name, arguments, node)?;
                Expr::If(Box::new([*self.condition(condition, scope)?, *self.number(a, scope)?, *self.number(b, scope)?]))
            }
            "min" | "max" => {
                if arguments.is_empty() {
                    return Err(ExprError::new(node.span.clone(), format!("`{name}` needs something to choose from")));
                }
                let list = arguments.iter().map(|a| self.number(a, scope).map(|e| *e)).collect::<Result<Vec<_>, _>>()?;
                if name == "min" { Expr::Min(list) } else { Expr::Max(list) }
            }
            "size" => {
                let [zone] = self.arguments(name, arguments, node)?;
                Expr::Size(self.zone(zone, scope)?)
            }
            "count" => {
                let [zone, filter] = self.arguments(name, arguments, node)?;
                let zone = self.zone(zone, scope)?;
                Expr::Count(zone, self.number(filter, &scope.about(ItemType::Card(parts.zone(zone).cards)))?)
            }
            "sum" | "sum-kinds" => {
                let [zone, value, filter] = self.arguments(name, arguments, node)?;
                let zone = self.zone(zone, scope)?;
                let cards = scope.about(ItemType::Card(parts.zone(zone).cards));
                let (value, filter) = (self.number(value, &cards)?, self.number(filter, &cards)?);
                if name == "sum" { Expr::Sum(zone, value, filter) } else { Expr::SumKinds(zone, value, filter) }
            }
            "different" => {
                let [value, filter] = self.arguments(name, arguments, node)?;
                let places = scope.about(ItemType::Place);
                let (value, _) = self.node(value, &places)?;
                Expr::Different(Box::new(value), self.number(filter, &places)?)
            }
            "lanes" | "longest" => {
                let [filter] = self.arguments(name, arguments, node)?;
                let filter = self.number(filter, &scope.about(ItemType::Lane))?;
                if name == "lanes" { Expr::Lanes(filter) } else { Expr::Longest(filter) }
            }
            "last-lane" => {
                let [value] = self.arguments(name, arguments, node)?;
                Expr::LastLane(self.number(value, &scope.about(ItemType::Lane))?)
            }
            "places" => {
                let [filter] = self.arguments(name, arguments, node)?;
                Expr::Places(self.number(filter, &scope.about(ItemType::Place))?)
            }
            "nearest" => {
                let [value, filter] = self.arguments(name, arguments, node)?;
                let places = scope.about(ItemType::Place);
                Expr::Nearest(self.number(value, &places)?, self.number(filter, &places)?)
            }
            "sum-lanes" | "sum-places" => {
                let item = scope.about(if name == "sum-lanes" { ItemType::Lane } else { ItemType::Place });
                let [value, filter] = self.arguments(name, arguments, node)?;
                let (value, filter) = (self.number(value, &item)?, self.number(filter, &item)?);
                if name == "sum-lanes" { Expr::SumLanes(value, filter) } else { Expr::SumPlaces(value, filter) }
            }
            "total" => {
                let [counter] = self.arguments(name, arguments, node)?;
                let known = parts.counters.iter().map(|c| c.id.as_str());
                Expr::TotalOf(CounterId::from(self.pick(counter, "counter", known)?))
            }
            "most" | "least" => {
                let [value] = self.arguments(name, arguments, node)?;
                let value = self.number(value, &whole)?;
                if name == "most" { Expr::Most(value) } else { Expr::Least(value) }
            }
            "companies" | "seats" => {
                let [filter] = self.arguments(name, arguments, node)?;
                match name {
                    "companies" => {
                        let filter = self.number(filter, &scope.about(ItemType::Company))?;
                        Expr::SumCompanies(Box::new(Expr::Int(1)), filter)
                    }
                    _ => Expr::SumSeats(Box::new(Expr::Int(1)), self.number(filter, scope)?),
                }
            }
            "sum-companies" => {
                let [value, filter] = self.arguments(name, arguments, node)?;
                let company = scope.about(ItemType::Company);
                Expr::SumCompanies(self.number(value, &company)?, self.number(filter, &company)?)
            }
            "sum-seats" => {
                let [value, filter] = self.arguments(name, arguments, node)?;
                Expr::SumSeats(self.number(value, scope)?, self.number(filter, scope)?)
            }
            "has" => {
                let [list, value] = self.arguments(name, arguments, node)?;
                let (list, of) = self.list(list, scope)?;
                let value = match self.node(value, scope) {
                    Ok(found) => found,
                    Err(error) => literal(value, of, scope, error)?,
                };
                if value.1 != of {
                    return Err(ExprError::new(node.span.clone(), "the list holds other things than this"));
                }
                Expr::Has(Box::new(list), Box::new(value.0))
            }
            "copies-in" => {
                let [zone] = self.arguments(name, arguments, node)?;
                let zone = self.zone(zone, scope)?;
                if scope.item != ItemType::Card(parts.zone(zone).cards) {
                    return Err(ExprError::new(node.span.clone(), "only a card of the same set has copies there"));
                }
                Expr::CopiesIn(zone)
            }
            "dummy" => {
                let [dummy] = self.arguments(name, arguments, node)?;
                Expr::DummyTotal(self.pick(dummy, "dummy", parts.dummies.iter().map(|d| d.id.as_str()))? as u8)
            }
            "can" | "could" => {
                let (action, filter) = match arguments {
                    [action] => (action, None),
                    [action, filter] => (action, Some(filter)),
                    _ => {
                        let message = format!("`{name}` takes an action and perhaps a filter");
                        return Err(ExprError::new(node.span.clone(), message));
                    }
                };
                let at = self.pick(action, "action", scope.actions.iter().map(|a| a.0.as_str()))?;
                let about = Scope { item: scope.actions[at].1, ..whole };
                let filter = filter.map(|f| self.number(f, &about)).transpose()?;
                Expr::Can { action: ActionId::from(at), filter, free: name == "could" }
            }
            "option" => {
                let [option] = self.arguments(name, arguments, node)?;
                let at = self.pick(option, "option", parts.options.iter().map(|o| o.0.as_str()))?;
                Expr::Int(parts.options[at].1.into())
            }
            "won" => {
                let [line] = self.arguments(name, arguments, node)?;
                Expr::Won(self.pick(line, "score line", scope.lines.iter().map(String::as_str))? as u8)
            }
            "script" => {
                let [module] = self.arguments(name, arguments, node)?;
                Expr::Script(self.pick(module, "rule script", scope.modules.iter().map(String::as_str))? as u8)
            }
            "joined" => {
                if let [a, b, filter] = arguments {
                    let filter = self.number(filter, &scope.about(ItemType::Lane))?;
                    let ends = (self.place(a, scope)?, self.place(b, scope)?);
                    return Ok((Expr::JoinedOver(Box::new([*ends.0, *ends.1, *filter])), Type::Number));
                }
                let [a, b] = self.arguments(name, arguments, node)?;
                Expr::Joined(self.place(a, scope)?, self.place(b, scope)?)
            }
            "missing" => {
                let [a, b] = self.arguments(name, arguments, node)?;
                Expr::Missing(self.place(a, scope)?, self.place(b, scope)?)
            }
            "away" | "run" => {
                let [place] = self.arguments(name, arguments, node)?;
                let place = self.place(place, scope)?;
                if name == "away" { Expr::Away(place) } else { Expr::Run(place) }
            }
            "toward" if scope.item == ItemType::Lane => {
                let [zone, from, to] = self.arguments(name, arguments, node)?;
                let zone = self.zone(zone, scope)?;
                let fields = &parts.cards_in(zone).fields;
                let field = |node: &Node| {
                    let at = self.pick(node, "field of type `place`", fields.iter().map(|f| f.0.as_str()))?;
                    match fields[at].1 {
                        FieldType::Place => Ok(at as u8),
                        _ => Err(ExprError::new(node.span.clone(), "this field is not of type `place`")),
                    }
                };
                Expr::Toward(zone, field(from)?, field(to)?)
            }
            "top" => {
                let [field, value] = self.arguments(name, arguments, node)?;
                Expr::Top(self.pays(field, scope)?, self.number(value, &scope.about(ItemType::Place))?)
            }
            "at" => {
                let [place, value] = self.arguments(name, arguments, node)?;
                let place = self.place(place, scope)?;
                let (value, kind) = self.node(value, &scope.about(ItemType::Place))?;
                return Ok((Expr::At(place, Box::new(value)), kind));
            }
            "outer" => {
                let [value] = self.arguments(name, arguments, node)?;
                let (value, kind) = self.node(value, &scope.outside())?;
                return Ok((Expr::Outer(Box::new(value)), kind));
            }
            "pays" => {
                let [field, place] = self.arguments(name, arguments, node)?;
                Expr::Pays(self.pays(field, scope)?, self.place(place, scope)?)
            }
            "best" | "hits" => {
                let [field, filter] = self.arguments(name, arguments, node)?;
                let (field, filter) = (self.pays(field, scope)?, self.number(filter, &scope.about(ItemType::Place))?);
                if name == "best" { Expr::Best(field, filter) } else { Expr::Hits(field, filter) }
            }
            "row-of" => {
                let [zone, filter] = self.arguments(name, arguments, node)?;
                let at = self.zone(zone, scope)?;
                if !matches!(parts.zone(at).form, Form::Row(_)) {
                    return Err(ExprError::new(zone.span.clone(), "only a zone of the form `row` has rows"));
                }
                Expr::RowOf(at, self.number(filter, &scope.about(ItemType::Card(parts.zone(at).cards)))?)
            }
            "ends" if scope.item == ItemType::Lane => {
                let [filter] = self.arguments(name, arguments, node)?;
                Expr::Ends(self.number(filter, &scope.about(ItemType::Place))?)
            }
            "in" => {
                let [set] = self.arguments(name, arguments, node)?;
                let members = match scope.item {
                    ItemType::Lane => Members::Lanes,
                    ItemType::Place => Members::Places,
                    _ => return Err(ExprError::new(node.span.clone(), "only a lane or a place can be in a set")),
                };
                let known = parts.sets.iter().filter(|s| s.members == members).map(|s| s.id.as_str());
                self.pick(set, "set", known)?;
                let What::Name(id) = &set.what else { unreachable!("`pick` takes names only") };
                let found = parts.find_set(id).unwrap_or(SetId(0));
                match parts.sets[found.index()].owner {
                    Owner::Company if scope.around == ItemType::Company => {}
                    owner => {
                        if let Some(of) = owner.things() {
                            let message = format!("this set belongs to {of}: nothing says which one is meant");
                            let help = "the set of a company is asked for in what is about a place or lane within a company";
                            return Err(ExprError::new(set.span.clone(), message).help(help));
                        }
                    }
                }
                Expr::In(found)
            }
            _ => {
                let known: Vec<&str> = FUNCTIONS.iter().map(|f| f.0).chain(parts.lookups.iter().map(|t| t.id.as_str())).collect();
                return Err(unknown(node, &format!("there is no function `{name}` here"), name, &known));
            }
        };
        Ok((expr, Type::Number))
    }

    fn arguments<'n, const N: usize>(&self, name: &str, arguments: &'n [Node], node: &Node) -> Result<[&'n Node; N], ExprError> {
        let list: Vec<&Node> = arguments.iter().collect();
        list.try_into().map_err(|_| {
            let wanted = FUNCTIONS.iter().find(|f| f.0 == name).map_or("one number", |f| f.1);
            ExprError::new(node.span.clone(), format!("`{name}` takes {N} argument(s), not {}", arguments.len()))
                .help(format!("write {name}({wanted})"))
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

    /// An attribute that is a list, and what it is a list of.
    fn list(&self, node: &Node, scope: &Scope) -> Result<(Expr, Type), ExprError> {
        let What::Name(name) = &node.what else {
            return Err(ExprError::new(node.span.clone(), "the name of a list should stand here"));
        };
        let within = |scope: &Scope| {
            let declared = match scope.item {
                ItemType::Place => &scope.parts.place_attributes,
                ItemType::Lane => &scope.parts.lane_attributes,
                ItemType::Company => &scope.parts.company_attributes,
                ItemType::Nothing | ItemType::Card(_) => return None,
            };
            let at = declared.iter().position(|a| a.0 == *name)?;
            let of = match declared[at].1 {
                FieldType::Numbers => Type::Number,
                FieldType::Words => Type::Word,
                _ => return None,
            };
            Some((Expr::Attribute(at as u8), of))
        };
        let outside = || within(&scope.outside()).map(|(list, of)| (Expr::Outer(Box::new(list)), of));
        within(scope).or_else(outside).ok_or_else(|| {
            ExprError::new(node.span.clone(), format!("`{name}` is no list here"))
                .help("attributes of the types `numbers` and `words` are lists")
        })
    }

    /// A field of the card in question that says what places pay.
    fn pays(&self, node: &Node, scope: &Scope) -> Result<u8, ExprError> {
        let ItemType::Card(set) = scope.item else {
            return Err(ExprError::new(node.span.clone(), "only a card has a field that says what places pay"));
        };
        let fields = scope.parts.cards[set.index()].fields.iter();
        let at = self.pick(node, "field of type `pays`", fields.clone().map(|f| f.0.as_str()))?;
        match scope.parts.cards[set.index()].fields[at].1 {
            FieldType::Pays => Ok(at as u8),
            _ => Err(ExprError::new(node.span.clone(), "this field is not of type `pays`")),
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
