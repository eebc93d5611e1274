//! Functions: whether one may stand where it does, with as many arguments as it has, and what it becomes.

use super::arguments::Given;
use super::names::{last_given, one_meant, unknown};
use super::{ItemType, Resolved, Resolver, Scope, Type, small};
use crate::components::Counter;
use crate::expr::parse::Node;
use crate::expr::work::steps;
use crate::expr::{Comparison, Cost, Expr, ExprError, Function, FunctionRow, Need, Operation, Takes};
use crate::id::ZoneId;

impl Resolver<'_, '_> {
    pub(super) fn call(&mut self, name: &str, arguments: &[Node], node: &Node, scope: &Scope) -> Resolved {
        // What a game calls its own comes before what all games have.
        if let Some(table) = scope.parts.lookups.iter().position(|t| t.id == name) {
            let [index] = arguments else {
                let message = format!("`{name}` takes 1 argument, not {}", arguments.len());
                return Err(ExprError::new(node.span.clone(), message).help(format!("write {name}(one number)")));
            };
            return Ok((Expr::Lookup(small(node, table)?, self.number(index, scope)?), Type::Number));
        }
        if let Some(term) = scope.parts.terms.iter().find(|term| term.id == name) {
            return self.term(term, arguments, node, scope);
        }
        if let ([index], Some((list, of))) = (arguments, super::arguments::list_of(name, node, scope)) {
            return Ok((Expr::Entry(of, Box::new(list), self.number(index, scope)?), of));
        }
        let Some(function) = Function::find(name) else { return Err(no_such_function(name, node, scope)) };
        let row = function.row();
        check_place(row, node, scope)?;
        last_given(name, node, scope)?;
        one_meant(name, node, scope)?;
        let (least, most) = row.counts();
        if !(least..=most).contains(&arguments.len()) {
            let wanted = match most {
                usize::MAX => "at least 1 argument".to_owned(),
                1 => "1 argument".to_owned(),
                _ if least < most => format!("{least} or {most} arguments"),
                _ => format!("{most} arguments"),
            };
            let message = format!("`{name}` takes {wanted}, not {}", arguments.len());
            return Err(ExprError::new(node.span.clone(), message).help(format!("write {name}({})", row.signature())));
        }
        let before = std::mem::take(&mut self.steps);
        let made = self.called(function, arguments, node, scope);
        let (inside, zone) = (self.steps, made.as_ref().ok().and_then(|(_, zone)| *zone));
        let is_filtered = arguments.len() == row.arguments.len();
        let cost = if row.cost == Cost::MapAndLanes && !is_filtered { Cost::Map } else { row.cost };
        self.steps = before.saturating_add(steps(cost, zone, inside, scope.parts));
        let (made, _) = made?;
        self.within_reason(node)?;
        Ok(made)
    }

    /// A function with its arguments, and the zone among them.
    fn called(
        &mut self,
        function: Function,
        arguments: &[Node],
        node: &Node,
        scope: &Scope,
    ) -> Result<((Expr, Type), Option<ZoneId>), ExprError> {
        let row = function.row();
        let mut given = Vec::new();
        for (at, argument) in arguments.iter().enumerate() {
            let takes = match row.arguments.get(at) {
                Some(argument) => argument.takes,
                None => row.arguments.iter().find(|a| a.need == Need::Often).map_or(Takes::Number, |a| a.takes),
            };
            given.push(self.argument(function, takes, argument, scope, &given)?);
        }
        let zone = given.iter().find_map(|given| if let Given::Zone(zone) = given { Some(*zone) } else { None });
        Ok((self.made(function, given, node, scope)?, zone))
    }

    /// What a function becomes. Its arguments are as its row says.
    // Long because every function of the language has its line in one match, so that none can be forgotten.
    fn made(&self, function: Function, given: Vec<Given>, node: &Node, scope: &Scope) -> Resolved {
        let wrong = || ExprError::new(node.span.clone(), format!("`{}` cannot take this", function.row().name));
        let mut given = given.into_iter();
        let mut next = || given.next();
        let value =
            |given: Option<Given>| if let Some(Given::Value(expr, _)) = given { Ok(Box::new(expr)) } else { Err(wrong()) };
        // A filter that is left out holds for everything.
        let filter = |given: Option<Given>| if given.is_none() { Ok(Box::new(Expr::Int(1))) } else { value(given) };
        let perhaps = |given: Option<Given>| given.map(|given| value(Some(given))).transpose();
        // Lanes that are not told apart are the seat's own.
        let over = |given: Option<Given>| if given.is_none() { Ok(Box::new(Expr::Own)) } else { value(given) };
        let zone = |given: Option<Given>| if let Some(Given::Zone(zone)) = given { Ok(zone) } else { Err(wrong()) };
        let number = |given: Option<Given>| if let Some(Given::Number(number)) = given { Ok(number) } else { Err(wrong()) };
        let action = |given: Option<Given>| if let Some(Given::Action(action)) = given { Ok(action) } else { Err(wrong()) };
        let expr = match function {
            Function::If => Expr::If(Box::new([*value(next())?, *value(next())?, *value(next())?])),
            Function::Min => Expr::Min(given.map(|g| value(Some(g)).map(|e| *e)).collect::<Result<_, _>>()?),
            Function::Max => Expr::Max(given.map(|g| value(Some(g)).map(|e| *e)).collect::<Result<_, _>>()?),
            Function::Size => Expr::Size(zone(next())?),
            Function::Count => Expr::Count(zone(next())?, value(next())?),
            Function::Sum => Expr::Sum(zone(next())?, value(next())?, filter(next())?),
            Function::SumKinds => Expr::SumKinds(zone(next())?, value(next())?, filter(next())?),
            Function::RowOf => Expr::RowOf(zone(next())?, value(next())?),
            Function::CopiesIn => match zone(next())? {
                zone if scope.item == ItemType::Card(scope.parts.zone(zone).cards) => Expr::CopiesIn(zone),
                _ => return Err(ExprError::new(node.span.clone(), "only a card of the same set has copies there")),
            },
            Function::Toward => match zone(next())? {
                zone if scope.parts.zone(zone).owner.thing().is_none() => Expr::Toward(zone, number(next())?, number(next())?),
                _ => return Err(ExprError::new(node.span.clone(), "`toward` looks at cards of the seat or the table")),
            },
            Function::Different => Expr::Different(value(next())?, filter(next())?),
            Function::Lanes => Expr::Lanes(value(next())?),
            Function::SumLanes => Expr::SumLanes(value(next())?, filter(next())?),
            Function::Places => Expr::Places(value(next())?),
            Function::SumPlaces => Expr::SumPlaces(value(next())?, filter(next())?),
            Function::Longest => Expr::Longest(value(next())?),
            Function::Most => Expr::Most(value(next())?),
            Function::Least => Expr::Least(value(next())?),
            Function::Companies => Expr::SumCompanies(Box::new(Expr::Int(1)), value(next())?),
            Function::SumCompanies => Expr::SumCompanies(value(next())?, filter(next())?),
            Function::Seats => Expr::SumSeats(Box::new(Expr::Int(1)), value(next())?),
            Function::SumSeats => Expr::SumSeats(value(next())?, filter(next())?),
            Function::Rank => rank(*value(next())?, node)?,
            Function::Can | Function::Could => {
                let action = action(next())?;
                let filter = next().map(|filter| value(Some(filter))).transpose()?;
                Expr::Can { action, filter, free: function == Function::Could }
            }
            Function::Has => Expr::Has(value(next())?, value(next())?),
            Function::Dummy => Expr::DummyTotal(number(next())?),
            Function::Won => Expr::Won(number(next())?),
            Function::Tally => Expr::Script(number(next())?),
            Function::Amount => Expr::Pays(number(next())?, value(next())?),
            Function::Best => Expr::Best(number(next())?, filter(next())?),
            Function::Hits => Expr::Hits(number(next())?, filter(next())?),
            Function::Top => Expr::Top(number(next())?, value(next())?),
            Function::Joined => own_or_over([value(next())?, value(next())?], perhaps(next())?, Expr::Joined, Expr::JoinedOver),
            Function::Ways => Expr::Ways(Box::new([*value(next())?, *value(next())?, *over(next())?])),
            Function::Network => Expr::Network(Box::new([*value(next())?, *over(next())?])),
            Function::Gap => Expr::Gap(value(next())?, value(next())?),
            Function::Farthest => Expr::Farthest(value(next())?, filter(next())?),
            Function::Ends => Expr::Ends(value(next())?),
            Function::Missing => {
                own_or_over([value(next())?, value(next())?], perhaps(next())?, Expr::Missing, Expr::MissingOver)
            }
            Function::Distance => Expr::Distance(Box::new([*value(next())?, *value(next())?, *filter(next())?])),
            Function::Away => Expr::Away(value(next())?),
            Function::TrainDistance => Expr::Run(value(next())?),
            Function::Nearest => Expr::Nearest(value(next())?, filter(next())?),
            Function::Start => {
                let Some(Given::Counter(counter)) = next() else { return Err(wrong()) };
                Expr::Int(same_start(&scope.parts.counters[counter.index()], node)?)
            }
            Function::SumOwners | Function::Option | Function::In | Function::At | Function::Outer | Function::LastLane => {
                return other(function, next(), next()).ok_or_else(wrong);
            }
        };
        Ok((expr, Type::of(function.row().gives).unwrap_or(Type::Number)))
    }
}

/// One more than the number of seats of which a value is larger than that of the seat itself.
fn rank(value: Expr, node: &Node) -> Result<Expr, ExprError> {
    if value.any(&mut |part| matches!(part, Expr::OuterSeat(_))) {
        return Err(ExprError::new(node.span.clone(), "`rank` compares one value of all seats: `outer` means nothing in it"));
    }
    let own = Expr::OuterSeat(Box::new(value.clone()));
    let ahead = Expr::Compare(Comparison::More, Box::new(value), Box::new(own));
    let seats = Expr::SumSeats(Box::new(Expr::Int(1)), Box::new(ahead));
    Ok(Expr::Math(Operation::Plus, Box::new(Expr::Int(1)), Box::new(seats)))
}

/// What is asked of two places, over the seat's own lanes or over those that a filter names.
fn own_or_over(
    [a, b]: [Box<Expr>; 2],
    filter: Option<Box<Expr>>,
    own: fn(Box<Expr>, Box<Expr>) -> Expr,
    over: fn(Box<[Expr; 3]>) -> Expr,
) -> Expr {
    match filter {
        None => own(a, b),
        Some(filter) => over(Box::new([*a, *b, *filter])),
    }
}

/// What each owner of a counter starts with.
fn same_start(counter: &Counter, node: &Node) -> Result<i64, ExprError> {
    match counter.start.as_slice() {
        [first, rest @ ..] if rest.iter().all(|start| start == first) => Ok((*first).into()),
        _ => Err(ExprError::new(node.span.clone(), format!("not all that have `{}` start with the same", counter.id))
            .help("ask for the attribute that it starts from")),
    }
}

/// What becomes of functions whose arguments are of a sort of their own.
fn other(function: Function, first: Option<Given>, second: Option<Given>) -> Option<(Expr, Type)> {
    match (function, first?, second) {
        (Function::SumOwners, Given::Counter(counter), None) => Some((Expr::TotalOf(counter), Type::Number)),
        // An option is known at load: it becomes a constant.
        (Function::Option, Given::Option(on), None) => Some((Expr::Int(on.into()), Type::Number)),
        (Function::In, Given::Set(set), None) => Some((Expr::In(set), Type::Number)),
        (Function::At, Given::Value(place, _), Some(Given::Value(value, kind))) => {
            Some((Expr::At(kind, Box::new(place), Box::new(value)), kind))
        }
        (Function::LastLane, Given::Value(value, kind), None) => Some((Expr::LastLane(kind, Box::new(value)), kind)),
        (Function::Outer, Given::Value(value, kind), None) => Some((Expr::Outer(Box::new(value)), kind)),
        (Function::Outer, Given::OfSeatAround(value, kind), None) => Some((Expr::OuterSeat(Box::new(value)), kind)),
        _ => None,
    }
}

/// Whether a function may stand where it does.
fn check_place(row: &FunctionRow, node: &Node, scope: &Scope) -> Result<(), ExprError> {
    if scope.is_about(row.about) {
        return Ok(());
    }
    let here = if row.about.is_occasion() { String::new() } else { format!("; this is about {}", scope.item.things()) };
    let message = format!("`{}` stands {} only{here}", row.name, row.about.place());
    Err(ExprError::new(node.span.clone(), message).help(format!("{}({}): {}", row.name, row.signature(), row.text)))
}

fn no_such_function(name: &str, node: &Node, scope: &Scope) -> ExprError {
    if let Some((_, now)) = Function::FORMERLY.iter().find(|(was, _)| *was == name) {
        let message = format!("`{name}` is called `{}` since format 1", now.row().name);
        return ExprError::new(node.span.clone(), message).help("`railwright migrate FILE` rewrites it");
    }
    let lookups = scope.parts.lookups.iter().map(|t| t.id.as_str());
    let known: Vec<&str> = Function::ALL.iter().map(|f| f.row().name).chain(lookups).collect();
    unknown(node, &format!("there is no function `{name}` here"), name, &known)
}
