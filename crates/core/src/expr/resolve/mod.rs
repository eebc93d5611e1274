//! From names to what they mean in this game, with an error that says what could have been meant.

mod call;
mod names;

use super::parse::{Node, What, parse};
use super::{Comparison, Expr, ExprError};
use crate::components::{Components, Term};
use crate::id::CardSetId;
use crate::subjects::SubjectKinds;
use call::Call;
use names::{item_name, known_names, last_given, literal, seat_name, unknown};

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
    /// What the last action can have been about where the formula is asked.
    pub last: SubjectKinds,
    /// What the formula is about besides the seat.
    pub item: ItemType,
    /// What is around that: of a card in a company's hand, the company.
    pub around: ItemType,
}

impl<'a> Scope<'a> {
    /// A scope that knows nothing but the components, about nothing but the seat; the last action can have been about anything.
    pub fn of(parts: &'a Components) -> Self {
        let (item, around) = (ItemType::Nothing, ItemType::Nothing);
        Scope { parts, actions: &[], lines: &[], modules: &[], last: SubjectKinds::ANY, item, around }
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
/// How often terms may be used in one formula, those within terms included: each use is compiled anew.
const MOST_TERMS: u16 = 1000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Number,
    Word,
    Place,
}

type Resolved = Result<(Expr, Type), ExprError>;
/// Parts of the text and what they are worth, for explanations.
pub(super) type Shown = Vec<(String, Expr, Type)>;

pub(super) fn resolve(tree: &Node, text: &str, scope: &Scope, shown: &mut Shown) -> Result<Expr, ExprError> {
    let mut resolver = Resolver { text, shown, item: scope.item, depth: 0, terms: 0 };
    let (expr, kind) = resolver.node(tree, scope)?;
    if resolver.shown.is_empty() && matches!(tree.what, What::Name(_)) {
        // A single name that does not hold is its own explanation.
        resolver.show(tree, &expr, kind, scope);
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
    /// How many uses of terms there were.
    terms: u16,
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
            What::Call(name, arguments) => return self.call(Call { name, arguments, node, scope }),
        };
        Ok((expr, Type::Number))
    }

    fn condition(&mut self, node: &Node, scope: &Scope) -> Result<Box<Expr>, ExprError> {
        let expr = self.number(node, scope)?;
        self.show(node, &expr, Type::Number, scope);
        Ok(expr)
    }

    /// Remembers a part of the text whose value explains the outcome.
    fn show(&mut self, node: &Node, expr: &Expr, kind: Type, scope: &Scope) {
        let guards = matches!(node.what, What::Name(_) | What::Call(..) | What::Math(..));
        let text = self.text.get(node.span.clone()).unwrap_or_default().to_owned();
        if guards
            && self.depth == 0
            && scope.item == self.item
            && !matches!(expr, Expr::Int(_))
            && !self.shown.iter().any(|(t, ..)| *t == text)
        {
            self.shown.push((text, expr.clone(), kind));
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
        self.show(a, &left.0, left.1, scope);
        self.show(b, &right.0, right.1, scope);
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
            last_given(name, node, scope)?;
            return Ok(found);
        }
        if let Some(term) = scope.parts.terms.iter().find(|t| t.id == name) {
            return self.term(term, node, scope);
        }
        if let Some(of) = scope.parts.find_counter(name).and_then(|at| scope.parts.counters[at.index()].owner.things()) {
            let message = format!("`{name}` is a counter of {of}: nothing says which one is meant");
            return Err(ExprError::new(node.span.clone(), message).help(format!("sum-{of}({name}, …) adds up what they have")));
        }
        let known = known_names(scope);
        Err(unknown(node, &format!("`{name}` means nothing here"), name, &known))
    }

    /// A term means what its text means where it is used.
    fn term(&mut self, Term { id, text, broken }: &Term, node: &Node, scope: &Scope) -> Resolved {
        let within = |error: ExprError| ExprError {
            span: node.span.clone(),
            message: format!("in the term `{id}`: {}", error.message),
            ..error
        };
        if *broken {
            return Err(ExprError {
                reported: true,
                ..ExprError::new(node.span.clone(), format!("the term `{id}` means nothing"))
            });
        }
        if self.depth == DEEPEST_TERM {
            let message = format!("`{id}` is the {DEEPEST_TERM}th term within a term here: no more can be nested");
            return Err(ExprError::new(node.span.clone(), message));
        }
        if self.terms == MOST_TERMS {
            let message = format!("with the terms that its terms use, this uses more than {MOST_TERMS}");
            return Err(ExprError::new(node.span.clone(), message));
        }
        let tree = parse(text).map_err(within)?;
        self.terms += 1;
        self.depth += 1;
        let found = self.node(&tree, scope).map_err(within);
        self.depth -= 1;
        found
    }
}
