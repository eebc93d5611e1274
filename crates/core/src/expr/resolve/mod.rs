//! From names to what they mean in this game, with an error that says what could have been meant.

mod arguments;
mod call;
mod meaning;
mod names;
mod scope;

use super::parse::{Node, What, parse};
use super::work::{MOST_STEPS, asked_about};
use super::{Comparison, Expr, ExprError, Gives};
use crate::components::Term;
use meaning::{described, elsewhere};
use names::{item_name, known_names, last_given, literal, one_meant, seat_name, unknown};
pub use scope::{ItemType, Layers, Occasion, Scope};

/// Terms within terms end here.
pub const DEEPEST_TERM: u8 = 16;
/// How often terms may be used in one formula, those within terms included: each use is compiled anew.
pub const MOST_TERMS: u16 = 1000;

/// The number of something that the game declares, as formulas hold it. How much a game may declare is checked before.
fn small(node: &Node, at: usize) -> Result<u8, ExprError> {
    u8::try_from(at).map_err(|_| ExprError::new(node.span.clone(), "the game declares too many of these to ask for this one"))
}

/// What a value is, which says what it can be compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// A number or truth.
    Number,
    /// A word.
    Word,
    /// A place.
    Place,
}

impl Type {
    /// What stands for no value: it equals nothing, not even another of its like.
    pub(super) fn nothing(self) -> i64 {
        match self {
            Type::Number | Type::Word => 0,
            Type::Place => crate::components::NO_PLACE.into(),
        }
    }

    /// Whether there is a value. There always is a number.
    #[inline]
    pub(super) fn is_there(self, value: i64) -> bool {
        match self {
            Type::Number => true,
            Type::Word => value != 0,
            Type::Place => value >= 0,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Type::Number => "a number",
            Type::Word => "a word",
            Type::Place => "a place",
        }
    }

    /// What a row of the table gives; nothing where that depends on what it is given.
    fn of(gives: Gives) -> Option<Type> {
        match gives {
            Gives::Number | Gives::Truth => Some(Type::Number),
            Gives::Word => Some(Type::Word),
            Gives::Place => Some(Type::Place),
            Gives::Same => None,
        }
    }
}

type Resolved = Result<(Expr, Type), ExprError>;
/// Parts of the text and what they are worth, for explanations.
pub(super) type Shown = Vec<(String, Expr, Type)>;

/// What a text means, and how many steps that can take.
pub(super) fn resolve(tree: &Node, text: &str, scope: &Scope, shown: &mut Shown) -> Result<(Expr, Type, u64), ExprError> {
    let asked_about = asked_about(scope.item, scope.parts);
    let mut resolver = Resolver { text, shown, item: scope.item, depth: 0, terms: 0, steps: 0, asked_about };
    let (expr, kind) = resolver.node(tree, scope)?;
    if resolver.shown.is_empty() && matches!(tree.what, What::Name(_)) {
        // A single name that does not hold is its own explanation.
        resolver.show(tree, &expr, kind, scope);
    }
    let steps = resolver.within_reason(tree)?;
    match kind {
        Type::Number | Type::Place => Ok((expr, kind, steps)),
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
    /// How many steps it can take to work out what was read so far.
    steps: u64,
    /// About how many things the whole is asked.
    asked_about: u64,
}

impl Resolver<'_, '_> {
    fn number(&mut self, node: &Node, scope: &Scope) -> Result<Box<Expr>, ExprError> {
        let (expr, kind) = self.node(node, scope)?;
        match kind {
            Type::Number => Ok(Box::new(expr)),
            _ => Err(ExprError::new(node.span.clone(), format!("a number should stand here, and this is {}", kind.word()))
                .help("words and places can only be compared with == and !=")),
        }
    }

    /// The steps of all that was read so far, unless these are too many to be worked out.
    fn within_reason(&self, node: &Node) -> Result<u64, ExprError> {
        let steps = self.steps.saturating_mul(self.asked_about);
        if steps <= MOST_STEPS {
            return Ok(steps);
        }
        let steps = if steps > MOST_STEPS * 1_000_000 { "far more".to_owned() } else { steps.to_string() };
        let message = format!("this can take {steps} steps to work out, and {MOST_STEPS} is the most");
        let help = "what goes through lanes, places, cards or seats is done for each of those around it: put fewer of them in each other, \
                    or keep a value in a counter";
        Err(ExprError::new(node.span.clone(), message).help(help))
    }

    fn node(&mut self, node: &Node, scope: &Scope) -> Resolved {
        self.steps = self.steps.saturating_add(1);
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
            && scope.layers == Layers::default()
            && !matches!(expr, Expr::Int(_))
            && !self.shown.iter().any(|(t, ..)| *t == text)
        {
            self.shown.push((text, expr.clone(), kind));
        }
    }

    fn comparison(&mut self, sign: Comparison, a: &Node, b: &Node, scope: &Scope) -> Result<Expr, ExprError> {
        let span = a.span.start..b.span.end;
        let (left, right) = match (self.node(a, scope), self.node(b, scope)) {
            // A bare name beside a word or a place is a word or a place itself, whatever else it may mean.
            (Ok(left), Ok(right)) if left.1 == right.1 => (left, right),
            (Ok(left), Ok(right)) => {
                let kinds = (left.1, right.1);
                let differ = || {
                    let (a, b) = (described(a, kinds.0, scope), described(b, kinds.1, scope));
                    ExprError::new(span.clone(), format!("these two cannot be compared: {a}, {b}"))
                };
                match kinds {
                    (kind, Type::Number) => (left, literal(b, kind, scope, differ()).map_err(|_| differ())?),
                    (Type::Number, kind) => (literal(a, kind, scope, differ()).map_err(|_| differ())?, right),
                    _ => return Err(differ()),
                }
            }
            (Ok(left), Err(error)) => {
                let right = literal(b, left.1, scope, error)?;
                (left, right)
            }
            (Err(error), Ok(right)) => (literal(a, right.1, scope, error)?, right),
            (Err(error), Err(_)) => return Err(error),
        };
        self.show(a, &left.0, left.1, scope);
        self.show(b, &right.0, right.1, scope);
        let (a, b) = (Box::new(left.0), Box::new(right.0));
        match (left.1, sign) {
            (Type::Number, _) => Ok(Expr::Compare(sign, a, b)),
            // What is not there equals nothing.
            (kind, Comparison::Equal) => Ok(Expr::Same(kind, a, b)),
            (kind, Comparison::Differs) => Ok(Expr::Not(Box::new(Expr::Same(kind, a, b)))),
            _ => Err(ExprError::new(span, "words and places have no order").help("use == or !=")),
        }
    }

    fn name(&mut self, name: &str, node: &Node, scope: &Scope) -> Resolved {
        // What was given with the question was named by whoever wrote it, and hides what else has that name.
        if let Some(at) = scope.given.iter().position(|(given, _)| given == name) {
            return Ok((Expr::Given(small(node, at)?), scope.given[at].1));
        }
        if let Some(found) = item_name(name, scope) {
            return Ok(found);
        }
        if let Some((expr, kind)) = item_name(name, &scope.around()) {
            return Ok((Expr::Outer(Box::new(expr)), kind));
        }
        if let Some(found) = seat_name(name, scope) {
            last_given(name, node, scope)?;
            one_meant(name, node, scope)?;
            return Ok(found);
        }
        if let Some(term) = scope.parts.terms.iter().find(|t| t.id == name) {
            return self.term(term, &[], node, scope);
        }
        let message = format!("`{name}` means nothing here");
        match elsewhere(name, scope) {
            Some((message, help)) => {
                let error = ExprError::new(node.span.clone(), message);
                Err(if help.is_empty() { error } else { error.help(help) })
            }
            None => Err(unknown(node, &message, name, &known_names(scope))),
        }
    }

    /// A term means what its text means where it is used, and what it is given means what it means where it stands in that text.
    fn term(&mut self, term: &Term, given: &[Node], node: &Node, scope: &Scope) -> Resolved {
        let Term { id, parameters, text, broken } = term;
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
        if given.len() != parameters.len() {
            let wanted = match parameters.len() {
                0 => "nothing".to_owned(),
                1 => "1 argument".to_owned(),
                several => format!("{several} arguments"),
            };
            let message = format!(
                "the term `{id}` takes {wanted}, and {} {} given",
                given.len(),
                if given.len() == 1 { "is" } else { "are" }
            );
            let help =
                if parameters.is_empty() { format!("write {id}") } else { format!("write {id}({})", parameters.join(", ")) };
            return Err(ExprError::new(node.span.clone(), message).help(help));
        }
        if self.depth == DEEPEST_TERM {
            let message = format!("`{id}` is the {DEEPEST_TERM}th term within a term here: no more can be nested");
            return Err(ExprError::new(node.span.clone(), message));
        }
        if self.terms == MOST_TERMS {
            let message = format!("with the terms that its terms use, this uses more than {MOST_TERMS}");
            return Err(ExprError::new(node.span.clone(), message));
        }
        let given: Vec<(&str, &Node)> = parameters.iter().map(String::as_str).zip(given).collect();
        let tree = parse(text).map_err(within)?.with_names(&given);
        self.terms += 1;
        self.depth += 1;
        let found = self.node(&tree, scope).map_err(within);
        self.depth -= 1;
        found
    }
}
