//! The arguments of a function, read as its row of the table says.

use super::names::{literal, unknown};
use super::scope::{Outside, Through};
use super::{ItemType, Occasion, Resolver, Scope, Type, small};
use crate::components::{FieldType, Form, Members, Owner};
use crate::expr::parse::{Node, What};
use crate::expr::{Expr, ExprError, Function, Takes, Within};
use crate::id::{ActionId, CounterId, SetId, ZoneId};

/// An argument that has been read.
pub(super) enum Given {
    Value(Expr, Type),
    Zone(ZoneId),
    Counter(CounterId),
    Action(ActionId),
    Set(SetId),
    /// Whether an option is on.
    Option(bool),
    /// The number of a dummy, a score line, a script or a field.
    Number(u8),
    /// A value for the seat around.
    OfSeatAround(Expr, Type),
}

impl Resolver<'_, '_> {
    /// Reads one argument; `before` are those that stand before it.
    pub(super) fn argument(
        &mut self,
        function: Function,
        takes: Takes,
        node: &Node,
        scope: &Scope,
        before: &[Given],
    ) -> Result<Given, ExprError> {
        let parts = scope.parts;
        let id = |family: &str, known: &mut dyn Iterator<Item = &str>| pick(node, family, known);
        Ok(match takes {
            Takes::Number => Given::Value(*self.number(node, scope)?, Type::Number),
            Takes::Condition => Given::Value(*self.condition(node, scope)?, Type::Number),
            Takes::Place => Given::Value(self.place(node, scope)?, Type::Place),
            Takes::Zone => Given::Zone(zone(node, scope)?),
            Takes::Row => {
                let zone = zone(node, scope)?;
                if !matches!(parts.zone(zone).form, Form::Row(_)) {
                    return Err(ExprError::new(node.span.clone(), "only a zone of the form `row` has rows"));
                }
                Given::Zone(zone)
            }
            Takes::Counter => Given::Counter(CounterId::from(id("counter", &mut parts.counters.iter().map(|c| c.id.as_str()))?)),
            Takes::Action => Given::Action(ActionId::from(id("action", &mut scope.actions.iter().map(|a| a.0.as_str()))?)),
            Takes::Option => Given::Option(parts.options[id("option", &mut parts.options.iter().map(|o| o.0.as_str()))?].1),
            Takes::Dummy => Given::Number(small(node, id("dummy", &mut parts.dummies.iter().map(|d| d.id.as_str()))?)?),
            Takes::Line => Given::Number(small(node, id("score line", &mut scope.lines.iter().map(String::as_str))?)?),
            Takes::Module => Given::Number(small(node, id("rule script", &mut scope.modules.iter().map(String::as_str))?)?),
            Takes::Set => Given::Set(set(node, scope)?),
            Takes::List => {
                let (list, of) = list(node, scope)?;
                Given::Value(list, of)
            }
            Takes::Listed => self.listed(node, scope, before)?,
            Takes::Pays => Given::Number(pays_field(node, scope)?),
            Takes::PlaceField => Given::Number(place_field(node, scope, before)?),
            Takes::Value(within) => self.within(function, within, node, scope, before, true)?,
            Takes::Any(within) => self.within(function, within, node, scope, before, false)?,
        })
    }

    /// A value about something; a number if it has to be one.
    fn within(
        &mut self,
        function: Function,
        within: Within,
        node: &Node,
        scope: &Scope,
        before: &[Given],
        is_number: bool,
    ) -> Result<Given, ExprError> {
        let cards = |through| match before.first() {
            Some(Given::Zone(zone)) => scope.about(ItemType::Card(scope.parts.zone(*zone).cards), through),
            _ => *scope,
        };
        let inner = match within {
            Within::Cards => cards(Through::Other),
            Within::Kinds => cards(Through::Kinds),
            Within::Lane => scope.about(ItemType::Lane, Through::Other),
            Within::Place => scope.about(ItemType::Place, Through::Other),
            Within::PaidPlace => scope.about(ItemType::Place, Through::PaidPlaces),
            Within::Company => scope.about(ItemType::Company, Through::Other),
            Within::Seat => scope.for_seats(false),
            Within::SeatAlone => scope.for_seats(true),
            Within::Action => match before.first() {
                Some(Given::Action(action)) => Scope {
                    item: scope.actions[action.index()].1,
                    around: ItemType::Nothing,
                    layers: Default::default(),
                    // Whoever is asked what can be chosen cannot ask that in turn.
                    occasion: Occasion { choices: false, ..scope.occasion },
                    ..*scope
                },
                _ => *scope,
            },
            Within::Around => match scope.outside() {
                Some(Outside::Item(around)) => around,
                Some(Outside::Seat(seat)) => {
                    let (value, kind) = self.node(node, &seat)?;
                    return Ok(Given::OfSeatAround(value, kind));
                }
                None => {
                    let name = function.row().name;
                    let error = ExprError::new(node.span.clone(), "nothing is around this that the value could be of");
                    return Err(
                        error.help(format!("`{name}` stands within what goes through cards, lanes, places, companies or seats"))
                    );
                }
            },
        };
        match is_number {
            true => Ok(Given::Value(*self.number(node, &inner)?, Type::Number)),
            false => self.node(node, &inner).map(|(value, kind)| Given::Value(value, kind)),
        }
    }

    /// Something that the list before it may hold.
    fn listed(&mut self, node: &Node, scope: &Scope, before: &[Given]) -> Result<Given, ExprError> {
        let of = if let Some(Given::Value(_, of)) = before.first() { *of } else { Type::Number };
        let (value, kind) = match self.node(node, scope) {
            Ok(found) if found.1 == of => found,
            Ok(found) => {
                let message = format!("the list holds {}s, and this is {}", of.word().trim_start_matches("a "), found.1.word());
                literal(node, of, scope, ExprError::new(node.span.clone(), message))?
            }
            Err(error) => literal(node, of, scope, error)?,
        };
        Ok(Given::Value(value, kind))
    }

    fn place(&mut self, node: &Node, scope: &Scope) -> Result<Expr, ExprError> {
        let found = match self.node(node, scope) {
            Ok((place, Type::Place)) => return Ok(place),
            Ok((_, other)) => {
                let message = format!("a place should stand here, and this is {}", other.word());
                literal(node, Type::Place, scope, ExprError::new(node.span.clone(), message.clone()))
                    .map_err(|_| ExprError::new(node.span.clone(), message))?
            }
            Err(error) => literal(node, Type::Place, scope, error)?,
        };
        Ok(found.0)
    }
}

fn pick(node: &Node, family: &str, known: &mut dyn Iterator<Item = &str>) -> Result<usize, ExprError> {
    let known: Vec<&str> = known.collect();
    let What::Name(name) = &node.what else {
        return Err(ExprError::new(node.span.clone(), format!("the name of a {family} should stand here")));
    };
    let found = known.iter().position(|k| k == name);
    found.ok_or_else(|| unknown(node, &format!("there is no {family} `{name}`"), name, &known))
}

fn zone(node: &Node, scope: &Scope) -> Result<ZoneId, ExprError> {
    let zone = ZoneId::from(pick(node, "zone", &mut scope.parts.zones.iter().map(|z| z.id.as_str()))?);
    let owner = scope.parts.zone(zone).owner;
    let in_question = owner.thing().is_some_and(|thing| [scope.item, scope.around].contains(&thing.into()));
    match scope.unclear(owner).filter(|_| !in_question) {
        None => Ok(zone),
        Some(of) => Err(ExprError::new(node.span.clone(), format!("this zone belongs to {of}: nothing says which one is meant"))
            .help(format!("it is asked where one of the {of} is in question: at(PLACE, size(…)), sum-{of}(size(…))"))),
    }
}

/// A named set that the item in question can be in.
fn set(node: &Node, scope: &Scope) -> Result<SetId, ExprError> {
    let members = if scope.item == ItemType::Lane { Members::Lanes } else { Members::Places };
    let sets = &scope.parts.sets;
    let fitting: Vec<usize> = (0..sets.len()).filter(|&at| sets[at].members == members).collect();
    let found = fitting[pick(node, "set", &mut fitting.iter().map(|&at| sets[at].id.as_str()))?];
    match sets[found].owner {
        Owner::Company if scope.around == ItemType::Company => {}
        owner => {
            if let Some(of) = scope.unclear(owner) {
                let message = format!("this set belongs to {of}: nothing says which one is meant");
                let help = "the set of a company is asked for in what is about a place or lane within a company";
                return Err(ExprError::new(node.span.clone(), message).help(help));
            }
        }
    }
    Ok(SetId::from(found))
}

/// An attribute that is a list, and what it is a list of.
fn list(node: &Node, scope: &Scope) -> Result<(Expr, Type), ExprError> {
    let What::Name(name) = &node.what else {
        return Err(ExprError::new(node.span.clone(), "the name of a list should stand here"));
    };
    list_of(name, node, scope).ok_or_else(|| {
        ExprError::new(node.span.clone(), format!("`{name}` is no list here"))
            .help("attributes of the types `numbers` and `words` are lists")
    })
}

/// The list that an attribute of that name is, of what is in question or around it.
pub(super) fn list_of(name: &str, node: &Node, scope: &Scope) -> Option<(Expr, Type)> {
    let within = |scope: &Scope| {
        let declared = match scope.item {
            ItemType::Place => &scope.parts.place_attributes,
            ItemType::Lane => &scope.parts.lane_attributes,
            ItemType::Company => &scope.parts.company_attributes,
            ItemType::Nothing | ItemType::Card(_) => return None,
        };
        let at = declared.iter().position(|a| a.0 == name)?;
        let of = match declared[at].1 {
            FieldType::Numbers => Type::Number,
            FieldType::Words => Type::Word,
            _ => return None,
        };
        Some((Expr::Attribute(small(node, at).ok()?), of))
    };
    within(scope).or_else(|| within(&scope.around()).map(|(list, of)| (Expr::Outer(Box::new(list)), of)))
}

/// A field of the card in question that says what places pay.
fn pays_field(node: &Node, scope: &Scope) -> Result<u8, ExprError> {
    let ItemType::Card(set) = scope.item else {
        return Err(ExprError::new(node.span.clone(), "only a card has a field that says what places pay"));
    };
    let fields = &scope.parts.cards[set.index()].fields;
    let at = pick(node, "field of type `pays`", &mut fields.iter().map(|f| f.0.as_str()))?;
    match fields[at].1 {
        FieldType::Pays => small(node, at),
        _ => Err(ExprError::new(node.span.clone(), "this field is not of type `pays`")),
    }
}

/// A field that names a place, of the cards of the zone before it.
fn place_field(node: &Node, scope: &Scope, before: &[Given]) -> Result<u8, ExprError> {
    let Some(Given::Zone(zone)) = before.first() else {
        return Err(ExprError::new(node.span.clone(), "nothing says of which cards this is a field"));
    };
    let fields = &scope.parts.cards_in(*zone).fields;
    let at = pick(node, "field of type `place`", &mut fields.iter().map(|f| f.0.as_str()))?;
    match fields[at].1 {
        FieldType::Place => small(node, at),
        _ => Err(ExprError::new(node.span.clone(), "this field is not of type `place`")),
    }
}
