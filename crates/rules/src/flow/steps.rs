//! The kinds of step as game files say them: one small function reads each.

use super::compile::{misplaced, named_steps, said_once, same_cards, same_things, two_zones, want_form};
use super::marks::{clear, exclude, include};
use super::out::Leaving;
use super::pay::Payment;
use super::schema::*;
use super::whom::Whom;
use super::{Choice, Flow, LastRound, MoveOf, StepKind, WITHOUT_END};
use crate::compile::Compiler;
use railwright_core::bits;
use railwright_core::components::{ByClass, FieldValue, Form, Owner};
use railwright_core::effect::At;
use railwright_core::expr::{self, Formula, ItemType, Sieve};
use railwright_core::id::{ActionId, StepId, ZoneId};
use railwright_core::narrow::{narrow, saturated};
use railwright_source::kinds::{Expr, Name, Names, Word};
use railwright_source::{Diagnostic, Key, Keys, Origin, Reader, Reference, Schema};

/// What steps are read with: what is known of the game, the ids of all steps, and the flow so far.
pub(super) struct StepReader<'s, 'c, 'f> {
    pub(super) compiler: &'s mut Compiler<'c>,
    pub(super) ids: &'s [&'s str],
    pub(super) flow: &'f mut Flow,
}

/// Declares the kinds of step: what the game file calls each, which keys it has, and what reads it.
macro_rules! kinds_of_step {
    ($($word:literal: $schema:ident => $read:ident,)*) => {
        /// The kinds of step and what each may have.
        pub const SCHEMAS: &[(&str, &Schema)] = &[$(($word, &$schema)),*];

        impl StepReader<'_, '_, '_> {
            /// Reads a step of a kind that has a schema; nothing if something is wrong with it.
            pub(super) fn kind(&mut self, word: &str, reader: &Reader<StepKeys>) -> Option<StepKind> {
                match word {
                    $($word => $read(self, &reader.as_table()),)*
                    _ => unreachable!("every kind of step has a schema"),
                }
            }
        }
    };
}

kinds_of_step! {
    "deal": DEAL => deal,
    "refill": REFILL => refill,
    "move": MOVE => move_cards,
    "to-front": TO_FRONT => to_front,
    "shuffle": SHUFFLE => shuffle,
    "shuffle-in": SHUFFLE_IN => shuffle_in,
    "set": SET => set,
    "add": ADD => add,
    "include": INCLUDE => include,
    "exclude": EXCLUDE => exclude,
    "clear": CLEAR => clear,
    "pay": PAY => pay,
    "end": END => end,
    "out": OUT => out,
    "back-in": BACK_IN => back_in,
    "call": CALL => call,
    "next-first": NEXT_FIRST => next_first,
    "order": ORDER => order,
    "in-order": IN_ORDER => in_order,
    "each-seat": EACH_SEAT => each_seat,
    "together": TOGETHER => together,
    "choose": CHOOSE => choose,
    "repeat": REPEAT => repeat,
    "rounds": ROUNDS => rounds,
    "turns": TURNS => turns,
}

impl StepReader<'_, '_, '_> {
    /// The steps that a key names.
    fn steps<S: Keys>(&self, reader: &Reader<S>, key: Key<S, Names>) -> Vec<StepId> {
        named_steps(&reader.get(key), self.ids)
    }

    /// The actions of these names.
    fn actions(&self, names: &[(&str, Origin)]) -> Vec<ActionId> {
        let find = |name: &str| self.compiler.actions.iter().position(|a| a.0 == name).map(ActionId::from);
        names.iter().filter_map(|(name, _)| find(name)).collect()
    }

    /// The action that is taken when there is no other.
    fn otherwise<S: Keys>(&self, reader: &Reader<S>, key: Key<S, Name>) -> Option<ActionId> {
        self.actions(&[reader.get(key)?]).first().copied()
    }
}

/// Whether something is done for each seat, and not for the seat whose turn it is.
fn each<S: Keys>(reader: &Reader<S>, key: Key<S, Word>) -> bool {
    reader.get(key) == Some("each")
}

/// For whom a step about one zone is done, which every seat must have one of.
fn whom_has<S: Keys>(
    compiler: &mut Compiler,
    reader: &Reader<S>,
    which: Key<S, Expr>,
    each: Key<S, Word>,
    zone: ZoneId,
) -> Option<Whom> {
    let owner = compiler.parts.zone(zone).owner;
    if owner == Owner::Table {
        misplaced(compiler, reader, each, "this zone belongs to no seat");
    }
    Whom::read(compiler, reader, &[owner], which, each)
}

fn deal(step: &mut StepReader, reader: &Reader<DealKeys>) -> Option<StepKind> {
    let compiler = &mut *step.compiler;
    let (from, to) = (compiler.zone(reader, DealKeys::FROM)?, compiler.zone(reader, DealKeys::TO)?);
    same_cards(compiler, reader, DealKeys::TO, from, to);
    two_zones(compiler, reader, DealKeys::TO, from, to);
    want_form(compiler, reader, DealKeys::FROM, from, "pile", |f| f == Form::Pile);
    let owners = [to, from].map(|zone| compiler.parts.zone(zone).owner);
    same_things(compiler, reader, DealKeys::TO, from, to);
    let whom = Whom::read(compiler, reader, &owners, DealKeys::WHERE, DealKeys::FOR)?;
    let each_of = kinds_by_value(compiler, reader, from);
    let count = compiler.formula(reader, DealKeys::COUNT, whom.about())?;
    if !each_of.is_empty() {
        // Two steps that deal by other classes leave nothing that is sure of a hand.
        let each = if let expr::Expr::Int(n) = count.expr { u16::try_from(n).ok() } else { None };
        let zone = &mut compiler.parts.zones[to.index()];
        zone.by_class = match zone.by_class.take() {
            None => Some(ByClass { classes: each_of.clone(), each }),
            Some(other) if other.classes == each_of => Some(ByClass { each: other.each.max(each), ..other }),
            Some(_) => None,
        };
    }
    Some(StepKind::Deal { from, to, count, each_of, whom })
}

/// The kinds of card that have the same value in the field named by `each-of`, as bits; one set for each value.
fn kinds_by_value(compiler: &mut Compiler, reader: &Reader<DealKeys>, from: ZoneId) -> Vec<[u64; 4]> {
    let Some(name) = reader.get(DealKeys::EACH_OF) else { return Vec::new() };
    let set = compiler.parts.cards_in(from);
    let Some(field) = set.fields.iter().position(|f| f.0 == name) else {
        let problem = Diagnostic::error("unknown-name", format!("{}: {} cards have no field `{name}`", reader.path(), set.id));
        compiler.report.push(problem.at(reader.origin(DealKeys::EACH_OF), "not among `fields`"));
        return Vec::new();
    };
    let mut values: Vec<(&FieldValue, [u64; 4])> = Vec::new();
    for (kind, card) in set.kinds.iter().enumerate() {
        let value = &card.fields[field];
        let at = values.iter().position(|v| v.0 == value).unwrap_or_else(|| {
            values.push((value, [0; 4]));
            values.len() - 1
        });
        bits::put(&mut values[at].1, kind);
    }
    values.into_iter().map(|v| v.1).collect()
}

fn refill(step: &mut StepReader, reader: &Reader<RefillKeys>) -> Option<StepKind> {
    let compiler = &mut *step.compiler;
    let row = compiler.zone(reader, RefillKeys::ZONE)?;
    want_form(compiler, reader, RefillKeys::ZONE, row, "row", |f| matches!(f, Form::Row(_)));
    let Some(pile) = compiler.zone(reader, RefillKeys::FROM).or(compiler.parts.zone(row).refill) else {
        let problem = Diagnostic::error("missing-key", format!("{} does not say from which pile", reader.path()));
        compiler.report.push(problem.at(reader.here(), "`from` is missing, and the row has no `refill`"));
        return None;
    };
    same_cards(compiler, reader, RefillKeys::FROM, row, pile);
    want_form(compiler, reader, RefillKeys::FROM, pile, "pile", |f| f == Form::Pile);
    compiler.need_partner(reader, RefillKeys::FROM, row, pile);
    let whom = whom_has(compiler, reader, RefillKeys::WHERE, RefillKeys::FOR, row)?;
    Some(StepKind::Refill { zone: row, from: pile, whom })
}

fn move_cards(step: &mut StepReader, reader: &Reader<MoveKeys>) -> Option<StepKind> {
    let compiler = &mut *step.compiler;
    let (from, to) = (compiler.zone(reader, MoveKeys::FROM)?, compiler.zone(reader, MoveKeys::TO)?);
    same_cards(compiler, reader, MoveKeys::TO, from, to);
    two_zones(compiler, reader, MoveKeys::TO, from, to);
    if compiler.parts.zone(to).form != Form::Pile {
        misplaced(compiler, reader, MoveKeys::AT, "only a pile has a top and a bottom");
    }
    want_form(compiler, reader, MoveKeys::FROM, from, "bag or row", |f| f != Form::Pile);
    let at = if reader.get(MoveKeys::AT) == Some("bottom") { At::Bottom } else { At::Top };
    same_things(compiler, reader, MoveKeys::TO, from, to);
    let owners = [from, to].map(|zone| compiler.parts.zone(zone).owner);
    let cards = ItemType::Card(compiler.parts.zone(from).cards);
    let Some(thing) = owners.iter().find_map(|owner| owner.thing()) else {
        let which = compiler.formula_if_written(reader, MoveKeys::WHERE, cards);
        let which = which.map(|which| Sieve::new(&which, &compiler.parts, cards));
        let count = compiler.formula_if_written(reader, MoveKeys::COUNT, ItemType::Nothing);
        return Some(StepKind::Move { from, to, which, count, at, each: each(reader, MoveKeys::FOR) });
    };
    if !owners.iter().any(|owner| matches!(owner, Owner::Seat | Owner::SeatAnd(_) | Owner::Train)) {
        misplaced(compiler, reader, MoveKeys::FOR, "these zones belong to no seat");
    }
    let which = reader.node(MoveKeys::WHERE).filter(|_| reader.has(MoveKeys::WHERE));
    let which = which.and_then(|node| compiler.formula_about(node, cards, thing.into()));
    let count = compiler.formula_if_written(reader, MoveKeys::COUNT, thing.into());
    let whom = Whom { each: each(reader, MoveKeys::FOR), thing: Some(thing), which: None };
    Some(StepKind::MoveOf(Box::new(MoveOf { from, to, which, count, at, whom })))
}

fn to_front(step: &mut StepReader, reader: &Reader<ToFrontKeys>) -> Option<StepKind> {
    let compiler = &mut *step.compiler;
    let row = compiler.zone(reader, ToFrontKeys::ZONE)?;
    want_form(compiler, reader, ToFrontKeys::ZONE, row, "row", |f| matches!(f, Form::Row(_)));
    let card = ItemType::Card(compiler.parts.zone(row).cards);
    Some(StepKind::ToFront { zone: row, which: compiler.formula(reader, ToFrontKeys::WHERE, card)? })
}

fn shuffle(step: &mut StepReader, reader: &Reader<ShuffleKeys>) -> Option<StepKind> {
    let compiler = &mut *step.compiler;
    let pile = compiler.zone(reader, ShuffleKeys::ZONE)?;
    want_form(compiler, reader, ShuffleKeys::ZONE, pile, "pile", |f| f == Form::Pile);
    Some(StepKind::Shuffle { zone: pile, whom: whom_has(compiler, reader, ShuffleKeys::WHERE, ShuffleKeys::FOR, pile)? })
}

fn shuffle_in(step: &mut StepReader, reader: &Reader<ShuffleInKeys>) -> Option<StepKind> {
    let compiler = &mut *step.compiler;
    let (from, to) = (compiler.zone(reader, ShuffleInKeys::FROM)?, compiler.zone(reader, ShuffleInKeys::TO)?);
    same_cards(compiler, reader, ShuffleInKeys::TO, from, to);
    want_form(compiler, reader, ShuffleInKeys::FROM, from, "bag", |f| f == Form::Bag);
    want_form(compiler, reader, ShuffleInKeys::TO, to, "pile", |f| f == Form::Pile);
    compiler.need_partner(reader, ShuffleInKeys::TO, from, to);
    let whom = whom_has(compiler, reader, ShuffleInKeys::WHERE, ShuffleInKeys::FOR, from)?;
    let (parts, part) =
        (saturated::<usize>(reader.get(ShuffleInKeys::PARTS)?), saturated::<usize>(reader.get(ShuffleInKeys::PART)?));
    if part > parts {
        let problem = Diagnostic::error("out-of-range", format!("{}: there is no part {part}", reader.path()));
        compiler.report.push(problem.at(reader.origin(ShuffleInKeys::PART), format!("there are {parts}")));
    }
    let odd_upper = reader.get(ShuffleInKeys::ODD) != Some("lower");
    Some(StepKind::ShuffleIn { from, to, parts, part: part.min(parts), odd_upper, whom })
}

/// The keys of the steps that change a counter.
struct CountingKeys<S> {
    counter: Key<S, Name>,
    value: Key<S, Expr>,
    which: Key<S, Expr>,
    each: Key<S, Word>,
}

fn set(step: &mut StepReader, reader: &Reader<SetKeys>) -> Option<StepKind> {
    let keys = CountingKeys { counter: SetKeys::COUNTER, value: SetKeys::VALUE, which: SetKeys::WHERE, each: SetKeys::FOR };
    count(step.compiler, reader, keys, false)
}

fn add(step: &mut StepReader, reader: &Reader<AddKeys>) -> Option<StepKind> {
    let keys = CountingKeys { counter: AddKeys::COUNTER, value: AddKeys::VALUE, which: AddKeys::WHERE, each: AddKeys::FOR };
    count(step.compiler, reader, keys, true)
}

/// Gives a counter a value or adds to it: for one seat or each, or for the companies, places or lanes that have it.
fn count<S: Keys>(compiler: &mut Compiler, reader: &Reader<S>, keys: CountingKeys<S>, add: bool) -> Option<StepKind> {
    let (name, origin) = reader.get(keys.counter)?;
    let counter = compiler.parts.find_counter(name)?;
    let owner = compiler.parts.counters[counter.index()].owner;
    if owner.things().is_none() {
        compiler.need_holder(reader, Reference { family: "counter", name, origin }, owner);
    }
    let whom = Whom::read(compiler, reader, &[owner], keys.which, keys.each)?;
    let value = compiler.formula(reader, keys.value, whom.about())?;
    match whom.thing {
        None => Some(StepKind::Count { counter, value, add, whom }),
        Some(_) => Some(StepKind::CountOf { counter, value, add, whom }),
    }
}

fn out(step: &mut StepReader, reader: &Reader<OutKeys>) -> Option<StepKind> {
    let each = each(reader, OutKeys::FOR);
    let which = step.compiler.formula_if_written(reader, OutKeys::WHERE, ItemType::Nothing);
    Some(StepKind::Out(Leaving { out: true, each, which }))
}

fn back_in(step: &mut StepReader, reader: &Reader<BackInKeys>) -> Option<StepKind> {
    let which = step.compiler.formula_if_written(reader, BackInKeys::WHERE, ItemType::Nothing);
    Some(StepKind::Out(Leaving { out: false, each: true, which }))
}

fn pay(step: &mut StepReader, reader: &Reader<PayKeys>) -> Option<StepKind> {
    Some(StepKind::Pay(Box::new(Payment::read(step.compiler, reader)?)))
}

fn end(step: &mut StepReader, reader: &Reader<EndKeys>) -> Option<StepKind> {
    let reason = reader.get(EndKeys::REASON)?;
    let endings = &mut step.flow.endings;
    let ending = endings.iter().position(|ending| ending == reason).unwrap_or_else(|| {
        endings.push(reason.to_owned());
        endings.len() - 1
    });
    Some(StepKind::End(narrow::<u8>(ending)))
}

fn call(step: &mut StepReader, reader: &Reader<CallKeys>) -> Option<StepKind> {
    let (name, _) = reader.get(CallKeys::MODULE)?;
    let function = reader.get(CallKeys::FUNCTION)?;
    let module = step.compiler.module_with(name, function, "table, seat", reader.origin(CallKeys::FUNCTION))?;
    Some(StepKind::Script { module, function: function.to_owned() })
}

fn next_first(_: &mut StepReader, _: &Reader<NextFirstKeys>) -> Option<StepKind> {
    Some(StepKind::NextFirst)
}

fn order(step: &mut StepReader, reader: &Reader<OrderKeys>) -> Option<StepKind> {
    step.compiler.formula(reader, OrderKeys::MOST, ItemType::Nothing).map(StepKind::Order)
}

fn in_order(step: &mut StepReader, reader: &Reader<InOrderKeys>) -> Option<StepKind> {
    Some(StepKind::InOrder(step.steps(reader, InOrderKeys::STEPS)))
}

fn each_seat(step: &mut StepReader, reader: &Reader<EachSeatKeys>) -> Option<StepKind> {
    Some(StepKind::EachSeat {
        steps: step.steps(reader, EachSeatKeys::STEPS),
        which: step.compiler.formula_if_written(reader, EachSeatKeys::WHERE, ItemType::Nothing),
        turn: reader.get(EachSeatKeys::TURN)?,
        from_actor: reader.get(EachSeatKeys::BEGIN) == Some("actor"),
    })
}

fn together(step: &mut StepReader, reader: &Reader<TogetherKeys>) -> Option<StepKind> {
    said_once(step.compiler, reader, TogetherKeys::ACTIONS);
    Some(StepKind::Together {
        actions: step.actions(&reader.get(TogetherKeys::ACTIONS)),
        otherwise: step.otherwise(reader, TogetherKeys::OTHERWISE),
    })
}

fn choose(step: &mut StepReader, reader: &Reader<ChooseKeys>) -> Option<StepKind> {
    let compiler = &mut *step.compiler;
    said_once(compiler, reader, ChooseKeys::ACTIONS);
    let again = compiler.formula_if_written(reader, ChooseKeys::WHILE, ItemType::Nothing);
    let usual = Formula::constant(if again.is_some() { WITHOUT_END } else { 1 });
    let number = |compiler: &mut Compiler, key| match reader.has(key) {
        true => compiler.formula(reader, key, ItemType::Nothing),
        false => Some(usual.clone()),
    };
    let max = number(compiler, ChooseKeys::MAX)?;
    // Whether a seat may be done is for it to choose.
    let min = compiler.deciding(|compiler| number(compiler, ChooseKeys::MIN))?;
    let may_stop = compiler.deciding(|compiler| compiler.formula(reader, ChooseKeys::MAY_STOP, ItemType::Nothing))?;
    let actions = step.actions(&reader.get(ChooseKeys::ACTIONS));
    let otherwise = step.otherwise(reader, ChooseKeys::OTHERWISE);
    Some(StepKind::Choose(Box::new(Choice { actions, otherwise, min, max, again, may_stop })))
}

fn repeat(step: &mut StepReader, reader: &Reader<RepeatKeys>) -> Option<StepKind> {
    Some(StepKind::Repeat {
        steps: step.steps(reader, RepeatKeys::STEPS),
        condition: step.compiler.formula_if_written(reader, RepeatKeys::WHILE, ItemType::Nothing),
        max: step.compiler.formula(reader, RepeatKeys::MAX, ItemType::Nothing)?,
    })
}

fn rounds(step: &mut StepReader, reader: &Reader<RoundsKeys>) -> Option<StepKind> {
    Some(StepKind::Rounds {
        steps: step.steps(reader, RoundsKeys::STEPS),
        until: step.compiler.formula_if_written(reader, RoundsKeys::UNTIL, ItemType::Nothing),
    })
}

fn turns(step: &mut StepReader, reader: &Reader<TurnsKeys>) -> Option<StepKind> {
    let last_round = reader.get(TurnsKeys::LAST_ROUND).and_then(|last| {
        let when = step.compiler.formula(&last, LastRoundKeys::WHEN, ItemType::Nothing)?;
        Some(LastRound { when, everybody: last.get(LastRoundKeys::FOR) != Some("others") })
    });
    let until = step.compiler.formula_if_written(reader, TurnsKeys::UNTIL, ItemType::Nothing);
    let steps = step.steps(reader, TurnsKeys::STEPS);
    Some(StepKind::Turns { steps, last_round, all_pass: reader.get(TurnsKeys::ALL_PASS)?, until })
}
