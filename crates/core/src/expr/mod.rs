//! The one small language for conditions and numbers in data: whole numbers, compiled at load.
//!
//! A text is parsed (`parse`), its names are resolved (`resolve`) and what is known is folded (`fold`: constant folding,
//! partial evaluation); in play it is evaluated (`eval`), with values kept where they are asked for often (`memo`).
//!
//! `when`, `until`, `where`, `max`, tallies and prices are all written in it. A formula can say which
//! values it compared, so that a refusal explains itself.

mod all_pairs;
mod eval;
mod fold;
mod guards;
mod language;
mod lowest;
mod memberships;
mod memo;
mod parse;
mod printed;
mod resolve;
mod seen;
mod sieve;
mod sources;
mod spell;
mod stops;
#[cfg(test)]
mod tests;
mod walk;
mod ways;
mod work;

pub use eval::{Eval, Item, Oracle, Scratch};
pub use language::{About, Argument, Cost, Function, FunctionRow, Gives, Name, NameRow, Need, Takes, Within};
pub use memo::Memo;
pub use parse::{DEEPEST, LONGEST, Node as Written, What, parse as written};
pub use resolve::{DEEPEST_TERM, ItemType, Layers, MOST_TERMS, Occasion, Scope, Type};
pub use seen::Secret;
pub use sieve::Sieve;
pub use sources::Source;
pub use ways::MOST_GOALS;
pub use work::MOST_STEPS;

use crate::components::Components;
use crate::id::{ActionId, CounterId, KindId, PartyId, SetId, ZoneId};
use crate::state::State;
use fold::Fold;
use guards::Guards;
use std::ops::Range;

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    Differs,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// Arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`, towards zero; by zero it gives zero
    Divided,
    /// `%`; by zero it gives zero
    Rest,
}

/// Whose counter is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// The table's.
    Table,
    /// The seat's for which the formula is worked out.
    Seat,
    /// That of the party for which the formula is worked out, or of its train.
    Own,
    /// That of the place, lane or company in question.
    Item,
    /// That of the owner with this number, known at load.
    Of(u16),
    /// What the seat has with the place, lane or company in question.
    Pair,
    /// What the seat has with the place, lane or company of that number, known at load.
    PairOf(u16),
}

/// A compiled expression; truth is 1, falsehood 0.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs)]
pub enum Expr {
    Int(i64),
    Not(Box<Expr>),
    Negative(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// Whether two words or places are the same; what is not there equals nothing.
    Same(Type, Box<Expr>, Box<Expr>),
    Math(Operation, Box<Expr>, Box<Expr>),
    If(Box<[Expr; 3]>),
    Min(Vec<Expr>),
    Max(Vec<Expr>),
    Players,
    Round,
    Turn,
    Seat,
    First,
    /// Whether the seat is out.
    IsOut,
    Counter(CounterId, Holder),
    TotalOf(CounterId),
    Most(Box<Expr>),
    Least(Box<Expr>),
    Size(ZoneId),
    Count(ZoneId, Box<Expr>),
    Sum(ZoneId, Box<Expr>, Box<Expr>),
    /// A sum over the cards of a bag, each kind of which adds so much for each card; other kinds add nothing.
    Weighed(ZoneId, Box<[(KindId, i32)]>),
    SumKinds(ZoneId, Box<Expr>, Box<Expr>),
    /// A sum over the cards of a bag with what one of each kind adds, or over its kinds with what each adds once.
    EachKind(ZoneId, bool, Box<[Expr]>),
    Copies,
    IsKind(KindId),
    Different(Box<Expr>, Box<Expr>),
    Lanes(Box<Expr>),
    SumLanes(Box<Expr>, Box<Expr>),
    Places(Box<Expr>),
    SumPlaces(Box<Expr>, Box<Expr>),
    Longest(Box<Expr>),
    /// A value of that type of the lane that the last action was about.
    LastLane(Type, Box<Expr>),
    LastCompany,
    /// Whether an action can be chosen, about something for which the filter holds, prices left out or not.
    Can {
        action: ActionId,
        filter: Option<Box<Expr>>,
        free: bool,
    },
    Won(u8),
    Total,
    Awards,
    Script(u8),
    Lookup(u8, Box<Expr>),
    Field(u8),
    Tag(u8),
    In(SetId),
    Joined(Box<Expr>, Box<Expr>),
    /// Whether the lanes for which the third holds join two places.
    JoinedOver(Box<[Expr; 3]>),
    /// How many ways that share no lane join two places, over the lanes for which the third holds.
    Ways(Box<[Expr; 3]>),
    /// How many places the network of a place has, over the lanes for which the second holds.
    Network(Box<[Expr; 2]>),
    /// A value of that type about a place; nothing if there is no such place.
    At(Type, Box<Expr>, Box<Expr>),
    SumCompanies(Box<Expr>, Box<Expr>),
    /// The sum of what there is to add for each of some companies.
    EachCompany(Box<[(u8, Expr)]>),
    SumSeats(Box<Expr>, Box<Expr>),
    Connected,
    CompanyItself,
    Home,
    Junction,
    Has(Box<Expr>, Box<Expr>),
    /// What a card's field says of a place.
    Pays(u8, Box<Expr>),
    /// The most that a card's field says of those of its places for which the filter holds.
    Best(u8, Box<Expr>),
    /// How many of the places of a card's field the filter holds for.
    Hits(u8, Box<Expr>),
    RowOf(ZoneId, Box<Expr>),
    KindItself,
    TrainPlace,
    TrainMoving,
    LastPlace,
    CopiesIn(ZoneId),
    Space,
    Level,
    /// A value that whoever asks gives with its question, by its number.
    Given(u8),
    DummyTotal(u8),
    /// A value of the item around the one in question.
    Outer(Box<Expr>),
    /// A value for the seat around the one in question, about what was in question there.
    OuterSeat(Box<Expr>),
    Length,
    Color,
    /// The first end of a lane, as the map names them, or the second.
    End(bool),
    /// The end towards which a piece of track is laid, or the one it comes from.
    Towards(bool),
    /// An entry, of that type, of the list that an attribute is.
    Entry(Type, Box<Expr>, Box<Expr>),
    Laid,
    Own,
    Open,
    Attribute(u8),
    Ends(Box<Expr>),
    Reached,
    ItemItself,
    /// How many spaces are missing to join two places.
    Missing(Box<Expr>, Box<Expr>),
    /// The same where the lanes for which the third holds join already.
    MissingOver(Box<[Expr; 3]>),
    /// How many spaces the shortest way between two places has, over the lanes for which the third holds.
    Distance(Box<[Expr; 3]>),
    /// How many spaces a place is away from the network.
    Away(Box<Expr>),
    /// How many spaces the seat's train has to a place.
    Run(Box<Expr>),
    /// Whether a lane lies on the way of a card with two places.
    Toward(ZoneId, u8, u8),
    /// What the lanes on the way of cards with two places add up to, each lane adding so much.
    SumToward(ZoneId, u8, u8, Box<[i32]>),
    /// The largest value of a place that a card's field names.
    Top(u8, Box<Expr>),
    Paid,
    /// The smallest value of a place for which the filter holds.
    Nearest(Box<Expr>, Box<Expr>),
    /// The largest value of a place for which the filter holds.
    Farthest(Box<Expr>, Box<Expr>),
    /// How many spaces are missing between the places for which the one holds and those for which the other does.
    Gap(Box<Expr>, Box<Expr>),
    /// An expression whose values are kept until something changes that they depend on.
    Memo(Box<Memo>),
}

/// Why a text is no expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExprError {
    /// Where in the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Whether the same was reported already where a term is written that this uses.
    pub reported: bool,
}

impl ExprError {
    fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        ExprError { span, message: message.into(), help: None, reported: false }
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// A compiled expression with its text and the values worth showing when it does not hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Formula {
    /// As written.
    pub text: String,
    /// As compiled.
    pub expr: Expr,
    guards: Guards,
    asks: bool,
    steps: u64,
    shown: resolve::Shown,
    gives: Type,
}

/// The names in a text that may be those of terms, once each.
pub fn names_in(text: &str) -> Result<Vec<String>, ExprError> {
    let mut names = Vec::new();
    parse::parse(text)?.each_name(&mut |name| {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    });
    Ok(names)
}

impl Comparison {
    #[inline]
    fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::Differs => a != b,
            Comparison::Less => a < b,
            Comparison::AtMost => a <= b,
            Comparison::More => a > b,
            Comparison::AtLeast => a >= b,
        }
    }
}

fn math(sign: Operation, a: i64, b: i64) -> i64 {
    match sign {
        Operation::Plus => a.saturating_add(b),
        Operation::Minus => a.saturating_sub(b),
        Operation::Times => a.saturating_mul(b),
        Operation::Divided => a.checked_div(b).unwrap_or(0),
        Operation::Rest => a.checked_rem(b).unwrap_or(0),
    }
}

impl Formula {
    /// Whether it asks what a seat could choose, which the state alone does not say.
    #[inline]
    pub fn asks(&self) -> bool {
        self.asks
    }

    /// What its value is: a number or a place.
    pub fn gives(&self) -> Type {
        self.gives
    }

    /// How many steps it can take to be worked out about all that it is asked about.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Compiles a text.
    pub fn compile(text: &str, scope: &Scope) -> Result<Self, ExprError> {
        let tree = parse::parse(text)?;
        let mut shown = Vec::new();
        let (expr, gives, steps) = resolve::resolve(&tree, text, scope, &mut shown)?;
        let known = |item| (item == ItemType::Nothing).then_some(Item::Nothing);
        let expr = Fold { around: known(scope.around), ..Fold::about_one(scope.parts, known(scope.item)) }.fold(&expr);
        let asks = expr.any(&mut |e| matches!(e, Expr::Can { .. }));
        Ok(Formula { text: text.to_owned(), guards: Guards::of(&expr, scope.parts), expr, asks, steps, shown, gives })
    }

    /// A text with its names resolved and nothing worked out, as a plain evaluator reads it.
    pub fn resolved(text: &str, scope: &Scope) -> Result<Expr, ExprError> {
        resolve::resolve(&parse::parse(text)?, text, scope, &mut Vec::new()).map(|(expr, ..)| expr)
    }

    /// A formula that is always that number.
    pub fn constant(value: i64) -> Self {
        let (guards, shown) = (Guards::default(), Vec::new());
        Formula { text: value.to_string(), expr: Expr::Int(value), guards, asks: false, steps: 1, shown, gives: Type::Number }
    }

    /// Whether it holds, if that can be said without working through the expression.
    #[inline]
    pub fn holds_plainly(&self, parts: &Components, state: &State, party: PartyId) -> Option<bool> {
        match (self.guards.holds(parts, state, party), &self.expr) {
            (None, Expr::Int(value)) => Some(*value != 0),
            (says, _) => says,
        }
    }

    /// The values it depends on, in words: `size(deck) is 0, trains is 3`, `color is red`.
    pub fn explain(&self, eval: &mut Eval) -> String {
        let values = self.shown.iter().map(|(text, expr, kind)| format!("{text} is {}", eval.in_words(expr, *kind)));
        values.collect::<Vec<_>>().join(", ")
    }

    /// The same for the seat for which it is worked out: a value that this seat may not see is hidden.
    pub fn explain_to_seat(&self, eval: &mut Eval) -> String {
        let value = |eval: &mut Eval, expr, kind| match eval.may_be_told(expr) {
            true => eval.in_words(expr, kind),
            false => "hidden".to_owned(),
        };
        let values = self.shown.iter().map(|(text, expr, kind)| format!("{text} is {}", value(eval, expr, *kind)));
        values.collect::<Vec<_>>().join(", ")
    }
}
