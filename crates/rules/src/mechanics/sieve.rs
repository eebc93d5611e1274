//! Which cards a condition lets through, found with as little work for each card as possible.
//!
//! A condition is taken apart at its `and`s. What depends on the card alone is a table made at load; what does not depend on the
//! card at all is worked out once, before any card is looked at; so is the other side of `field == something`.

use crate::compile::Compiler;
use crate::engine::Workspace;
use crate::rules::Rules;
use railwright_core::bits;
use railwright_core::expr::{Comparison, Eval, Expr, Formula, Item, Scratch};
use railwright_core::id::{CardSetId, KindId, PartyId};
use railwright_core::state::State;

/// A condition on cards, taken apart.
#[derive(Clone, Debug)]
pub(super) struct Sieve {
    cards: CardSetId,
    /// The kinds for which the parts hold that depend on the card alone, as bits.
    kinds: Vec<u64>,
    /// The parts in which no card occurs.
    once: Vec<Expr>,
    /// A number for each kind, and what it must be equal to.
    equal: Option<(Vec<i64>, Expr)>,
    /// The other parts.
    rest: Vec<Expr>,
}

/// Whether an expression about a card depends on that alone.
fn of_card(expr: &Expr) -> bool {
    match expr {
        Expr::Int(_) | Expr::Field(_) | Expr::Tag(_) | Expr::IsKind(_) | Expr::KindItself | Expr::Players => true,
        Expr::Not(a) | Expr::Negative(a) | Expr::Lookup(_, a) => of_card(a),
        Expr::And(a, b) | Expr::Or(a, b) | Expr::Compare(_, a, b) | Expr::Math(_, a, b) | Expr::Has(a, b) => {
            of_card(a) && of_card(b)
        }
        _ => false,
    }
}

/// Whether an expression is worth the same whatever card it is asked about.
fn of_no_card(expr: &Expr) -> bool {
    match expr {
        Expr::Int(_) | Expr::Players | Expr::Round | Expr::Turn | Expr::Size(_) => true,
        Expr::TrainPlace | Expr::TrainMoving | Expr::LastPlace => true,
        Expr::Counter(_, holder) => *holder != railwright_core::expr::Holder::Item,
        Expr::Not(a) | Expr::Negative(a) | Expr::Lookup(_, a) => of_no_card(a),
        Expr::And(a, b) | Expr::Or(a, b) | Expr::Compare(_, a, b) | Expr::Math(_, a, b) => of_no_card(a) && of_no_card(b),
        Expr::At(place, value) => of_no_card(place) && of_place(value),
        _ => false,
    }
}

/// Whether an expression about a place does not ask for what is around it.
fn of_place(expr: &Expr) -> bool {
    match expr {
        Expr::Attribute(_) | Expr::Tag(_) | Expr::In(_) | Expr::Reached | Expr::Junction | Expr::ItemItself | Expr::Int(_) => {
            true
        }
        Expr::Not(a) => of_place(a),
        Expr::And(a, b) | Expr::Or(a, b) | Expr::Compare(_, a, b) => of_place(a) && of_place(b),
        _ => false,
    }
}

fn take_apart(expr: &Expr, parts: &mut Vec<Expr>) {
    match expr {
        Expr::And(a, b) => {
            take_apart(a, parts);
            take_apart(b, parts);
        }
        other => parts.push(other.clone()),
    }
}

impl Sieve {
    pub(super) fn new(compiler: &Compiler, formula: &Formula, cards: CardSetId) -> Self {
        let (state, mut scratch) = (State::new(&compiler.parts), Scratch::default());
        let kinds = compiler.parts.cards[cards.index()].kinds.len();
        let mut values = |expr: &Expr| -> Vec<i64> {
            let card = |kind| Item::Card(cards, KindId::from(kind));
            let mut value = |kind| Eval::new(&compiler.parts, &state, PartyId(0), &mut scratch).about(card(kind)).value(expr);
            (0..kinds).map(&mut value).collect()
        };
        let mut parts = Vec::new();
        take_apart(&formula.expr, &mut parts);
        let mut sieve = Sieve { cards, kinds: vec![0; bits::words(kinds)], once: Vec::new(), equal: None, rest: Vec::new() };
        bits::fill(&mut sieve.kinds, kinds);
        for part in parts {
            match &part {
                part if of_card(part) => {
                    let out = values(part).into_iter().enumerate().filter(|(_, value)| *value == 0);
                    out.for_each(|(kind, _)| bits::clear(&mut sieve.kinds, kind));
                }
                part if of_no_card(part) => sieve.once.push(part.clone()),
                Expr::Compare(Comparison::Equal, a, b) if sieve.equal.is_none() && of_card(a) && of_no_card(b) => {
                    sieve.equal = Some((values(a), (**b).clone()));
                }
                Expr::Compare(Comparison::Equal, a, b) if sieve.equal.is_none() && of_card(b) && of_no_card(a) => {
                    sieve.equal = Some((values(b), (**a).clone()));
                }
                _ => sieve.rest.push(part),
            }
        }
        sieve
    }

    /// Calls `each` with the kinds that lie in a bag and are let through.
    #[inline]
    pub(super) fn each(
        &self,
        rules: &Rules,
        state: &State,
        party: PartyId,
        work: &mut Workspace,
        bag: &[u8],
        mut each: impl FnMut(KindId),
    ) {
        let mut eval = Eval::new(&rules.parts, state, party, &mut work.scratch);
        if self.once.iter().any(|part| eval.value(part) == 0) {
            return;
        }
        let equal = self.equal.as_ref().map(|(values, other)| (values, eval.value(other)));
        for kind in bits::filled(bag) {
            eval.item = Item::Card(self.cards, KindId::from(kind));
            let fits = bits::has(&self.kinds, kind)
                && equal.is_none_or(|(values, other)| values[kind] == other)
                && self.rest.iter().all(|part| eval.value(part) != 0);
            if fits {
                each(KindId::from(kind));
            }
        }
    }
}
