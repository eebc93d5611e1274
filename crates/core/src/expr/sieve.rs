//! A filter over kinds of card, companies or places, made ready at load to be put to all of them at once.

use super::fold::Fold;
use super::plain::Plain;
use super::{Eval, Expr, Formula, Holder, Item, ItemType};
use crate::bits;
use crate::components::Components;
use crate::id::{KindId, LaneId, PlaceId};

/// A filter split into what holds of some for good and what must be asked; members for which the same is to be asked are
/// asked once.
#[derive(Clone, Debug)]
pub struct Sieve {
    always: Vec<u64>,
    sometimes: Vec<Group>,
    /// For each member the number of its group, or one of the two that are none.
    group_of: Vec<u16>,
}

/// A member for which the filter holds for good.
const ALWAYS: u16 = u16::MAX;
/// A member for which it never holds.
const NEVER: u16 = u16::MAX - 1;

#[derive(Clone, Debug)]
struct Group {
    members: Vec<u64>,
    /// One of them, for whom all are asked.
    first: Item,
    condition: Expr,
    /// The same, if it can be answered without working through the expression.
    plain: Option<Plain>,
}

impl Group {
    #[inline]
    fn holds(&self, eval: &mut Eval) -> bool {
        match &self.plain {
            Some(plain) => plain.holds(eval.parts, eval.state, eval.party),
            None => eval.about_now(self.first, &self.condition) != 0,
        }
    }
}

impl Sieve {
    /// Makes a filter about such items ready.
    pub fn new(filter: &Formula, parts: &Components, about: ItemType) -> Self {
        let (count, item): (usize, &dyn Fn(usize) -> Item) = match about {
            ItemType::Nothing => (0, &|_| Item::Nothing),
            ItemType::Card(set) => (parts.cards[set.index()].kinds.len(), &move |i| Item::Card(set, KindId::from(i))),
            ItemType::Lane => (parts.map.lanes.len(), &|i| Item::Lane(LaneId::from(i))),
            ItemType::Place => (parts.map.places.len(), &|i| Item::Place(PlaceId::from(i))),
            ItemType::Company => (parts.companies.len(), &Item::Company),
        };
        let mut sieve = Sieve { always: vec![0; bits::words(count)], sometimes: Vec::new(), group_of: Vec::new() };
        for member in 0..count {
            let known = Fold { parts, item: Some(item(member)), around: Some(Item::Nothing), spells: false, paid: None };
            let group = match known.fold(&filter.expr) {
                Expr::Int(0) => NEVER,
                Expr::Int(_) => {
                    bits::put(&mut sieve.always, member);
                    ALWAYS
                }
                condition => sieve.group(condition, item(member), parts) as u16,
            };
            if let Some(group) = sieve.sometimes.get_mut(group as usize) {
                bits::put(&mut group.members, member);
            }
            sieve.group_of.push(group);
        }
        sieve
    }

    /// The number of the group of which that is to be asked, for one that belongs to it.
    fn group(&mut self, condition: Expr, member: Item, parts: &Components) -> usize {
        let alike = |group: &Group| group.condition == condition && !is_personal(&condition);
        self.sometimes.iter().position(alike).unwrap_or_else(|| {
            let members = vec![0; self.always.len()];
            self.sometimes.push(Group { members, first: member, plain: Plain::of(&condition, parts), condition });
            self.sometimes.len() - 1
        })
    }

    /// Leaves of some only those for which the filter holds.
    pub fn sift(&self, eval: &mut Eval, some: &mut [u64]) {
        let mut left = [0; 4];
        if some.len() > left.len() {
            return self.sift_one_by_one(eval, some);
        }
        left.iter_mut().zip(some.iter()).zip(&self.always).for_each(|((left, some), always)| *left = some & always);
        for group in &self.sometimes {
            let asked = group.members.iter().zip(some.iter()).any(|(members, some)| members & some != 0);
            if asked && group.holds(eval) {
                let kept = left.iter_mut().zip(some.iter()).zip(&group.members);
                kept.for_each(|((left, some), members)| *left |= some & members);
            }
        }
        some.copy_from_slice(&left[..some.len()]);
    }

    fn sift_one_by_one(&self, eval: &mut Eval, some: &mut [u64]) {
        for (at, word) in some.iter_mut().enumerate() {
            for bit in bits::Ones(*word) {
                let holds = match self.group_of[at * 64 + bit] {
                    ALWAYS => true,
                    NEVER => false,
                    group => self.sometimes[group as usize].holds(eval),
                };
                *word &= !(u64::from(!holds) << bit);
            }
        }
    }

    /// Whether the filter holds for one of them; who works it out comes only if there is something to work out.
    #[inline]
    pub fn holds<'a>(&self, member: usize, eval: impl FnOnce() -> Eval<'a>) -> bool {
        match self.group_of[member] {
            ALWAYS => true,
            NEVER => false,
            group => self.sometimes[group as usize].holds(&mut eval()),
        }
    }

    /// Those for whom the filter can ever hold, as bits.
    pub fn possible(&self) -> Vec<u64> {
        let mut all = self.always.clone();
        for group in &self.sometimes {
            all.iter_mut().zip(&group.members).for_each(|(all, members)| *all |= members);
        }
        all
    }
}

/// Whether a condition may say something else of another item in the same state.
fn is_personal(condition: &Expr) -> bool {
    condition.any(&mut |e| {
        e.is_printed()
            || matches!(e, Expr::Copies | Expr::CopiesIn(_) | Expr::Pays(..) | Expr::Best(..) | Expr::Hits(..))
            || matches!(e, Expr::In(_) | Expr::Own | Expr::Open | Expr::Laid | Expr::Reached | Expr::Connected)
            || matches!(e, Expr::Away(_) | Expr::Toward(..) | Expr::Top(..) | Expr::Paid)
            || matches!(e, Expr::Outer(_) | Expr::Ends(_) | Expr::Space | Expr::Counter(_, Holder::Item))
    })
}
