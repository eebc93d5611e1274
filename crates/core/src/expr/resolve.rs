//! From names to what they mean in this game, with an error that says what could have been meant.

use super::functions::{About, names};
use super::parse::{Node, What, parse};
use super::{Comparison, Expr, ExprError, FUNCTIONS, Holder};
use crate::components::{Components, FieldType, Form, Members, Owner};
use crate::id::{ActionId, CardSetId, CounterId, SetId, ZoneId};

/// What a filter is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemType {
    /// Nothing but the seat.
    Nothing,
    /// A card of that set.
    Card(CardSetId),
    /// A lane of the map.
    Lane,
    /// A place of the map.
    Place,
    /// A company.
    Company,
}

/// Which names mean something.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    /// What the state consists of.
    pub parts: &'a Components,
    /// The ids of the game's actions and what each is about.
    pub actions: &'a [(String, ItemType)],
    /// The ids of the lines of the score sheet, where a formula may ask for them.
    pub lines: &'a [String],
    /// The names of the game's rule scripts.
    pub modules: &'a [String],
    /// What the formula is about besides the seat.
    pub item: ItemType,
    /// What is around that: of a card in a company's hand, the company.
    pub around: ItemType,
}

impl<'a> Scope<'a> {
    /// A scope that knows nothing but the components, about nothing but the seat.
    pub fn of(parts: &'a Components) -> Self {
        Scope { parts, actions: &[], lines: &[], modules: &[], item: ItemType::Nothing, around: ItemType::Nothing }
    }

    fn about(&self, item: ItemType) -> Self {
        let around = if self.item == ItemType::Nothing { self.around } else { self.item };
        Scope { item, around, ..*self }
    }

    /// The same one step further out.
    fn outside(&self) -> Self {
        Scope { item: self.around, around: ItemType::Nothing, ..*self }
    }
}

/// Terms within terms end here.
const DEEPEST_TERM: u8 = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Type {
    Number,
    Word,
    Place,
}

type Resolved = Result<(Expr, Type), ExprError>;
/// Parts of the text and what they are worth, for explanations.
type Shown = Vec<(String, Expr)>;

pub(super) fn resolve(tree: &Node, text: &str, scope: &Scope, shown: &mut Shown) -> Result<Expr, ExprError> {
    let mut resolver = Resolver { text, shown, item: scope.item, depth: 0 };
    let (expr, kind) = resolver.node(tree, scope)?;
    if resolver.shown.is_empty() && matches!(tree.what, What::Name(_)) {
        // A single name that does not hold is its own explanation.
        resolver.show(tree, &expr, scope);
    }
    match kind {
        Type::Number | Type::Place => Ok(expr),
        Type::Word => Err(ExprError::new(tree.span.clone(), "this is a word, not a number").help("compare it with `==`")),
    }
}

struct Resolver<'t, 's> {
    text: &'t str,
    shown: &'s mut Shown,
    /// What the whole formula is about.
    item: ItemType,
    /// How deep in terms this is.
    depth: u8,
}

impl Resolver<'_, '_> {
    fn number(&mut self, node: &Node, scope: &Scope) -> Result<Box<Expr>, ExprError> {
        let (expr, kind) = self.node(node, scope)?;
        match kind {
            Type::Number => Ok(Box::new(expr)),
            _ => Err(ExprError::new(node.span.clone(), "a number should stand here")
                .help("words and places can only be compared with == and !=")),
        }
    }

    fn node(&mut self, node: &Node, scope: &Scope) -> Resolved {
        let expr = match &node.what {
            What::Int(value) => Expr::Int(*value),
            What::Not(inner) => Expr::Not(self.condition(inner, scope)?),
            What::Negative(inner) => Expr::Negative(self.number(inner, scope)?),
            What::And(a, b) => Expr::And(self.condition(a, scope)?, self.condition(b, scope)?),
            What::Or(a, b) => Expr::Or(self.condition(a, scope)?, self.condition(b, scope)?),
            What::Math(sign, a, b) => Expr::Math(*sign, self.number(a, scope)?, self.number(b, scope)?),
            What::Compare(sign, a, b) => self.comparison(*sign, a, b, scope)?,
            What::Name(name) => return self.name(name, node, scope),
            What::Call(name, arguments) => return self.call(name, arguments, node, scope),
        };
        Ok((expr, Type::Number))
    }

    fn condition(&mut self, node: &Node, scope: &Scope) -> Result<Box<Expr>, ExprError> {
        let expr = self.number(node, scope)?;
        self.show(node, &expr, scope);
        Ok(expr)
    }

    /// Remembers a part of the text whose value explains the outcome.
    fn show(&mut self, node: &Node, expr: &Expr, scope: &Scope) {
        let plain = matches!(node.what, What::Name(_) | What::Call(..) | What::Math(..));
        let text = self.text.get(node.span.clone()).unwrap_or_default().to_owned();
        if plain
            && self.depth == 0
            && scope.item == self.item
            && !matches!(expr, Expr::Int(_))
            && !self.shown.iter().any(|(t, _)| *t == text)
        {
            self.shown.push((text, expr.clone()));
        }
    }

    fn comparison(&mut self, sign: Comparison, a: &Node, b: &Node, scope: &Scope) -> Result<Expr, ExprError> {
        // A bare name beside a word or a place is a word or a place itself.
        let (left, right) = match (self.node(a, scope), self.node(b, scope)) {
            (Ok(left), Ok(right)) => (left, right),
            (Ok(left), Err(error)) => {
                let right = literal(b, left.1, scope, error)?;
                (left, right)
            }
            (Err(error), Ok(right)) => (literal(a, right.1, scope, error)?, right),
            (Err(error), Err(_)) => return Err(error),
        };
        let span = a.span.start..b.span.end;
        if left.1 != right.1 {
            return Err(ExprError::new(span, "these two cannot be compared: they are different kinds of thing"));
        }
        if left.1 != Type::Number && !matches!(sign, Comparison::Equal | Comparison::Differs) {
            return Err(ExprError::new(span, "words and places have no order").help("use == or !="));
        }
        if left.1 == Type::Number {
            self.show(a, &left.0, scope);
            self.show(b, &right.0, scope);
        }
        Ok(Expr::Compare(sign, Box::new(left.0), Box::new(right.0)))
    }

    fn name(&mut self, name: &str, node: &Node, scope: &Scope) -> Resolved {
        if let Some(found) = item_name(name, scope) {
            return Ok(found);
        }
        if let Some((expr, kind)) = item_name(name, &scope.outside()) {
            return Ok((Expr::Outer(Box::new(expr)), kind));
        }
        if let Some(found) = seat_name(name, scope) {
            return Ok(found);
        }
        if let Some((_, text)) = scope.parts.terms.iter().find(|t| t.0 == name) {
            return self.term(name, text, node, scope);
        }
        let known = known_names(scope);
        Err(unknown(node, &format!("`{name}` means nothing here"), name, &known))
    }

    /// A term means what its text means where it is used.
    fn term(&mut self, name: &str, text: &str, node: &Node, scope: &Scope) -> Resolved {
        let within = |error: ExprError| ExprError {
            span: node.span.clone(),
            message: format!("in the term `{name}`: {}", error.message),
            help: error.help,
        };
        if self.depth == DEEPEST_TERM {
            return Err(ExprError::new(node.span.clone(), format!("the term `{name}` is made of itself")));
        }
        let tree = parse(text).map_err(within)?;
        self.depth += 1;
        let found = self.node(&tree, scope).map_err(within);
        self.depth -= 1;
        found
    }

    fn call(&mut self, name: &str, arguments: &[Node], node: &Node, scope: &Scope) -> Resolved {
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
                    _ => Expr::SumSeats(Box::new(Expr::Int(1)), self.number(filter, &whole)?),
                }
            }
            "sum-companies" => {
                let [value, filter] = self.arguments(name, arguments, node)?;
                let company = scope.about(ItemType::Company);
                Expr::SumCompanies(self.number(value, &company)?, self.number(filter, &company)?)
            }
            "sum-seats" => {
                let [value, filter] = self.arguments(name, arguments, node)?;
                Expr::SumSeats(self.number(value, &whole)?, self.number(filter, &whole)?)
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
                Expr::In(parts.find_set(id).unwrap_or(SetId(0)))
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
        self.pick(node, "zone", scope.parts.zones.iter().map(|z| z.id.as_str())).map(ZoneId::from)
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

/// A bare name read as a word or place because of what it stands beside.
fn literal(node: &Node, wanted: Type, scope: &Scope, error: ExprError) -> Resolved {
    let What::Name(name) = &node.what else { return Err(error) };
    match wanted {
        Type::Number => Err(error),
        Type::Word => match scope.parts.words.find(name) {
            Some(word) => Ok((Expr::Int(word.0.into()), Type::Word)),
            None => {
                let known: Vec<&str> = scope.parts.words.iter().collect();
                Err(unknown(node, &format!("nothing in this game is called `{name}`"), name, &known))
            }
        },
        Type::Place => match scope.parts.map.find_place(name) {
            Some(place) => Ok((Expr::Int(place.0.into()), Type::Place)),
            None => {
                let known: Vec<&str> = scope.parts.map.places.iter().map(|p| p.id.as_str()).collect();
                Err(unknown(node, &format!("there is no place `{name}`"), name, &known))
            }
        },
    }
}

fn field_type(field: FieldType) -> Option<Type> {
    match field {
        FieldType::Number => Some(Type::Number),
        FieldType::Word => Some(Type::Word),
        FieldType::Place => Some(Type::Place),
        FieldType::Places | FieldType::Pays | FieldType::Numbers | FieldType::Words => None,
    }
}

fn attribute(list: &[(String, FieldType)], name: &str, make: fn(u8) -> Expr) -> Option<(Expr, Type)> {
    let at = list.iter().position(|a| a.0 == name)?;
    Some((make(at as u8), field_type(list[at].1)?))
}

/// What a name means for the item in question.
fn item_name(name: &str, scope: &Scope) -> Option<(Expr, Type)> {
    let parts = scope.parts;
    let tag = || parts.tags.iter().position(|t| t == name).map(|i| (Expr::Tag(i as u8), Type::Number));
    let counter = |owner: Owner| {
        let at = parts.counters.iter().position(|c| c.id == name && c.owner == owner)?;
        Some((Expr::Counter(CounterId::from(at), Holder::Item), Type::Number))
    };
    match scope.item {
        ItemType::Nothing => None,
        ItemType::Card(_) if name == "copies" => Some((Expr::Copies, Type::Number)),
        ItemType::Card(set) => {
            let cards = &parts.cards[set.index()];
            let kind = || cards.find(name).map(|kind| (Expr::IsKind(kind), Type::Number));
            let itself = || (name == "kind").then_some((Expr::KindItself, Type::Word));
            attribute(&cards.fields, name, Expr::Field).or_else(tag).or_else(kind).or_else(itself)
        }
        ItemType::Lane => match name {
            "length" => Some((Expr::Length, Type::Number)),
            "color" => Some((Expr::Color, Type::Word)),
            "laid" => Some((Expr::Laid, Type::Number)),
            "own" => Some((Expr::Own, Type::Number)),
            "open" => Some((Expr::Open, Type::Number)),
            "space" => Some((Expr::Space, Type::Number)),
            _ => attribute(&parts.lane_attributes, name, Expr::Attribute).or_else(|| counter(Owner::Lane)),
        },
        ItemType::Place => match name {
            "reached" => Some((Expr::Reached, Type::Number)),
            "here" => Some((Expr::ItemItself, Type::Place)),
            "junction" => Some((Expr::Junction, Type::Number)),
            "city" => Some((Expr::Not(Box::new(Expr::Junction)), Type::Number)),
            "paid" if matches!(scope.around, ItemType::Card(_)) => Some((Expr::Paid, Type::Number)),
            "connected" if scope.around == ItemType::Company => Some((Expr::Connected, Type::Number)),
            _ => attribute(&parts.place_attributes, name, Expr::Attribute).or_else(|| counter(Owner::Place)).or_else(tag),
        },
        ItemType::Company => match name {
            "company" => Some((Expr::CompanyItself, Type::Word)),
            "home" => Some((Expr::Home, Type::Place)),
            "connected" if scope.around == ItemType::Place => Some((Expr::Connected, Type::Number)),
            _ => attribute(&parts.company_attributes, name, Expr::Attribute).or_else(|| counter(Owner::Company)).or_else(tag),
        },
    }
}

/// What a name means for the seat and the table.
fn seat_name(name: &str, scope: &Scope) -> Option<(Expr, Type)> {
    let expr = match name {
        "players" => Expr::Players,
        "round" => Expr::Round,
        "turn" => Expr::Turn,
        "seat" => Expr::Seat,
        "first" => Expr::First,
        "last-company" => return Some((Expr::LastCompany, Type::Word)),
        "last-place" => return Some((Expr::LastPlace, Type::Place)),
        "train-place" => return Some((Expr::TrainPlace, Type::Place)),
        "train-moving" => Expr::TrainMoving,
        "level" => Expr::Space,
        "true" => Expr::Int(1),
        "false" => Expr::Int(0),
        "total" if !scope.lines.is_empty() => Expr::Total,
        "awards" if !scope.lines.is_empty() => Expr::Awards,
        _ => {
            let at = scope.parts.find_counter(name)?;
            match scope.parts.counters[at.index()].owner {
                Owner::Table => Expr::Counter(at, Holder::Table),
                Owner::Seat | Owner::Party => Expr::Counter(at, Holder::Seat),
                Owner::Dummy | Owner::Train => Expr::Counter(at, Holder::Own),
                Owner::Company | Owner::Place | Owner::Lane => return None,
            }
        }
    };
    Some((expr, Type::Number))
}

fn known_names<'a>(scope: &Scope<'a>) -> Vec<&'a str> {
    let parts = scope.parts;
    let mut known: Vec<&str> = names(About::Seat).collect();
    known.extend(parts.counters.iter().map(|c| c.id.as_str()));
    known.extend(parts.terms.iter().map(|t| t.0.as_str()));
    let tags = parts.tags.iter().map(String::as_str);
    match scope.item {
        ItemType::Nothing => {}
        ItemType::Card(set) => known.extend(parts.cards[set.index()].fields.iter().map(|f| f.0.as_str()).chain(tags)),
        ItemType::Lane => {
            known.extend(names(About::Lane));
            known.extend(parts.lane_attributes.iter().map(|a| a.0.as_str()));
        }
        ItemType::Place => {
            known.extend(names(About::Place));
            known.extend(parts.place_attributes.iter().map(|a| a.0.as_str()).chain(tags));
        }
        ItemType::Company => {
            known.extend(names(About::Company));
            known.extend(parts.company_attributes.iter().map(|a| a.0.as_str()).chain(tags));
        }
    }
    known
}

fn unknown(node: &Node, message: &str, name: &str, known: &[&str]) -> ExprError {
    let nearest = known.iter().map(|k| (strsim::damerau_levenshtein(k, name), k)).min();
    let error = ExprError::new(node.span.clone(), message);
    match nearest {
        Some((distance, near)) if distance <= 1 + name.len() / 3 => error.help(format!("did you mean `{near}`?")),
        _ if known.is_empty() => error.help("this game has none"),
        _ => {
            let some: Vec<&str> = known.iter().copied().take(24).collect();
            error.help(format!("known here: {}", some.join(", ")))
        }
    }
}
