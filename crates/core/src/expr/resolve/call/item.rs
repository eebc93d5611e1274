//! Functions about the item in question: a card, a lane, a place, or what is around it.

use super::Call;
use crate::components::{FieldType, Form, Members, Owner};
use crate::expr::parse::{Node, What};
use crate::expr::resolve::names::literal;
use crate::expr::resolve::{ItemType, Resolved, Resolver, Scope, Type};
use crate::expr::{Expr, ExprError};
use crate::id::SetId;

impl Resolver<'_, '_> {
    pub(super) fn at(&mut self, call: Call) -> Resolved {
        let [place, value] = self.arguments(call)?;
        let place = self.place(place, call.scope)?;
        let (value, kind) = self.node(value, &call.scope.about(ItemType::Place))?;
        Ok((Expr::At(place, Box::new(value)), kind))
    }

    pub(super) fn outer(&mut self, call: Call) -> Resolved {
        let [value] = self.arguments(call)?;
        let (value, kind) = self.node(value, &call.scope.outside())?;
        Ok((Expr::Outer(Box::new(value)), kind))
    }

    pub(super) fn has(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [list, value] = self.arguments(call)?;
        let (list, of) = self.list(list, call.scope)?;
        let value = match self.node(value, call.scope) {
            Ok(found) => found,
            Err(error) => literal(value, of, call.scope, error)?,
        };
        if value.1 != of {
            return Err(call.error("the list holds other things than this"));
        }
        Ok(Expr::Has(Box::new(list), Box::new(value.0)))
    }

    pub(super) fn copies_in(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [zone] = self.arguments(call)?;
        let zone = self.zone(zone, call.scope)?;
        if call.scope.item != ItemType::Card(call.scope.parts.zone(zone).cards) {
            return Err(call.error("only a card of the same set has copies there"));
        }
        Ok(Expr::CopiesIn(zone))
    }

    pub(super) fn toward(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [zone, from, to] = self.arguments(call)?;
        let zone = self.zone(zone, call.scope)?;
        let fields = &call.scope.parts.cards_in(zone).fields;
        let field = |node: &Node| {
            let at = self.pick(node, "field of type `place`", fields.iter().map(|f| f.0.as_str()))?;
            match fields[at].1 {
                FieldType::Place => Ok(at as u8),
                _ => Err(ExprError::new(node.span.clone(), "this field is not of type `place`")),
            }
        };
        Ok(Expr::Toward(zone, field(from)?, field(to)?))
    }

    pub(super) fn top(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [field, value] = self.arguments(call)?;
        let field = self.pays_field(field, call.scope)?;
        Ok(Expr::Top(field, self.number(value, &call.scope.about(ItemType::Place))?))
    }

    pub(super) fn pays(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [field, place] = self.arguments(call)?;
        Ok(Expr::Pays(self.pays_field(field, call.scope)?, self.place(place, call.scope)?))
    }

    /// `best` and `hits`.
    pub(super) fn best(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [field, filter] = self.arguments(call)?;
        let field = self.pays_field(field, call.scope)?;
        let filter = self.number(filter, &call.scope.about(ItemType::Place))?;
        Ok(if call.name == "best" { Expr::Best(field, filter) } else { Expr::Hits(field, filter) })
    }

    pub(super) fn row_of(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [zone, filter] = self.arguments(call)?;
        let at = self.zone(zone, call.scope)?;
        let row = call.scope.parts.zone(at);
        if !matches!(row.form, Form::Row(_)) {
            return Err(ExprError::new(zone.span.clone(), "only a zone of the form `row` has rows"));
        }
        Ok(Expr::RowOf(at, self.number(filter, &call.scope.about(ItemType::Card(row.cards)))?))
    }

    pub(super) fn ends(&mut self, call: Call) -> Result<Expr, ExprError> {
        let [filter] = self.arguments(call)?;
        Ok(Expr::Ends(self.number(filter, &call.scope.about(ItemType::Place))?))
    }

    pub(super) fn is_in(&mut self, call: Call) -> Result<Expr, ExprError> {
        let Call { scope, .. } = call;
        let [set] = self.arguments(call)?;
        let members = match scope.item {
            ItemType::Lane => Members::Lanes,
            ItemType::Place => Members::Places,
            _ => return Err(call.error("only a lane or a place can be in a set")),
        };
        let known = scope.parts.sets.iter().filter(|s| s.members == members).map(|s| s.id.as_str());
        self.pick(set, "set", known)?;
        let What::Name(id) = &set.what else { unreachable!("`pick` takes names only") };
        let found = scope.parts.find_set(id).unwrap_or(SetId(0));
        match scope.parts.sets[found.index()].owner {
            Owner::Company if scope.around == ItemType::Company => {}
            owner => {
                if let Some(of) = owner.things() {
                    let message = format!("this set belongs to {of}: nothing says which one is meant");
                    let help = "the set of a company is asked for in what is about a place or lane within a company";
                    return Err(ExprError::new(set.span.clone(), message).help(help));
                }
            }
        }
        Ok(Expr::In(found))
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
    fn pays_field(&self, node: &Node, scope: &Scope) -> Result<u8, ExprError> {
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
}
