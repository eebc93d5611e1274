//! `keep`: some of the cards offered stay, the others go back: one choice of a set of cards.
//!
//! An action is a set of the cards in the row, a bit for each. Of equal cards those that lie first go back, so that no set can
//! be chosen in two ways. What is kept stays in the row until a step moves it. Seats that choose together learn of each
//! other's cards only from where they go, once all have chosen.

use super::notation::{Notation, Part};
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together, any_listed, endless};
use crate::compile::Compiler;
use crate::fault::{Fault, FaultKind};
use crate::flow::{same_cards, two_zones, want_form};
use crate::limits::{CARDS_KEPT_FROM, SETS_KEPT};
use crate::rules::Rules;
use crate::workspace::Workspace;
use railwright_core::components::{Form, Owner, Seen, Spot};
use railwright_core::expr::{Expr, ItemType};
use railwright_core::id::{ActionId, KindId, SeatId, ZoneId};
use railwright_core::narrow::{narrow, saturated};
use railwright_core::{Action, Components, State, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Reader, did_you_mean, schema};
use std::ops::RangeInclusive;

schema! {
    pub(super) SCHEMA: KeepKeys with ActionKeys = "action keep",
    "Keeps at least some of the cards in a row and returns the others; what is kept stays in the row until a step moves it.\n\n\
     One decision names all cards that stay, in any order: `keep ash-elm elm-fir`. `keep` alone keeps all that are offered, and \
     `keep nothing` none of them. Cards are returned in the order in which they lie. Chosen in a `together` step it stays secret \
     until all have chosen; others then see of it what they see of the two zones.\n\n\
     A row has at most 16 slots for it, and at most 512 sets of cards may be kept: nine cards without a limit, or three of fourteen.",
    {
        FROM: Name("zone") = "from", Required, "the row with the cards offered";
        REST: Name("zone") = "rest", Required, "where cards that are returned go; a step carries them on";
        MIN: Int(0..=40) = "min", Default("1"), "how many must be kept; never more than there are";
        MAX: Int(0..=40) = "max", Optional, "how many may be kept; all of them if absent";
    }
    example "[actions.keep-two]\ndo = \"keep\"\nword = \"keep\"\nfrom = \"offer\"\nrest = \"returned\"\nmin = 2"
    formerly [("at-least", "min"), ("at-most", "max")]
}

/// Keeps the cards whose bits are set in the subject; the cards of a row are counted without its gaps.
const KEEP: u8 = 0;
/// Names a card that is not offered, or not so often: what was typed, and never legal.
const NOT_OFFERED: u8 = 1;
/// What is said instead of cards by whoever keeps none.
const NOTHING: &str = "nothing";

/// Keeps some of the cards offered.
#[derive(Clone, Debug)]
pub struct Keep {
    from: ZoneId,
    rest: ZoneId,
    at_least: usize,
    at_most: usize,
    /// For each number of cards the sets of them that may be kept if no two are alike, in the order in which they are listed.
    sets: Vec<Vec<u16>>,
}

impl Keep {
    /// The row whose cards are offered: what is kept is said by their places in it.
    pub fn row(&self) -> ZoneId {
        self.from
    }
}

/// How many slots the row has; reports one out of which more sets of cards could be kept than are listed.
fn few_enough(
    compiler: &mut Compiler,
    reader: &Reader<KeepKeys>,
    from: ZoneId,
    at_least: usize,
    at_most: usize,
) -> Option<usize> {
    let Form::Row(slots) = compiler.parts.zone(from).form else { return None };
    let slots = usize::from(slots);
    let sets = sets_of_cards(slots, at_least, at_most);
    if slots <= CARDS_KEPT_FROM && sets <= SETS_KEPT as u128 {
        return Some(slots);
    }
    let message = match slots <= CARDS_KEPT_FROM {
        true => format!("{}: {sets} sets of cards could be kept out of {slots}; at most {SETS_KEPT} are listed", reader.path()),
        false => format!("{}: cards are kept out of at most {CARDS_KEPT_FROM}, and the row has {slots} slots", reader.path()),
    };
    let problem = Diagnostic::error("too-many-sets", message).at(reader.origin(KeepKeys::FROM), "so many slots");
    compiler.report.push(problem.help("give the row fewer slots, or let `min` and `max` leave fewer sets of cards"));
    None
}

/// How many sets of so many different cards have a size within these limits; never more with fewer cards.
fn sets_of_cards(cards: usize, at_least: usize, at_most: usize) -> u128 {
    let mut of_size = 1;
    let mut sum = 0;
    for size in 0..=cards {
        if (at_least.min(cards)..=at_most).contains(&size) {
            sum += of_size;
        }
        of_size = of_size * (cards - size) as u128 / (size + 1) as u128;
    }
    sum
}

/// The cards that are offered, as they lie.
struct Offered {
    kinds: [KindId; CARDS_KEPT_FROM],
    count: usize,
}

impl Offered {
    fn kinds(&self) -> &[KindId] {
        &self.kinds[..self.count]
    }

    /// The set with all cards.
    fn all(&self) -> u16 {
        all_of(self.count)
    }

    /// Whether two cards are alike.
    fn has_equal(&self) -> bool {
        let kinds = self.kinds();
        (1..kinds.len()).any(|card| kinds[..card].contains(&kinds[card]))
    }

    /// Whether of equal cards those that lie first go back.
    fn is_canonical(&self, kept: u16) -> bool {
        let goes_back = |card: usize| kept >> card & 1 == 0;
        let skipped = |card: usize| (0..card).any(|before| self.kinds[before] == self.kinds[card] && !goes_back(before));
        (0..self.count).all(|card| !goes_back(card) || !skipped(card))
    }
}

/// The set of so many cards.
fn all_of(cards: usize) -> u16 {
    narrow::<u16>((1u32 << cards) - 1)
}

/// Every set of so many of some cards; where cards that lie first go back, it comes first.
fn sets_of_size(cards: usize, size: usize) -> impl Iterator<Item = u16> {
    let end = 1u32 << cards;
    let mut next = Some((1u32 << (cards - size)) - 1);
    let returned = std::iter::from_fn(move || {
        let set = next.filter(|set| *set < end)?;
        // The next larger number with as many bits.
        let lowest = set & set.wrapping_neg();
        next = (set != 0).then(|| {
            let carried = set + lowest;
            carried | ((carried ^ set) / lowest) >> 2
        });
        Some(narrow::<u16>(set))
    });
    returned.map(move |set| all_of(cards) & !set)
}

impl Keep {
    fn offer(&self, rules: &Rules, state: &State, seat: SeatId) -> Spot {
        state.spot(&rules.parts, self.from, seat.into())
    }

    fn offered(&self, rules: &Rules, state: &State, seat: SeatId) -> Offered {
        let mut offered = Offered { kinds: [KindId(0); CARDS_KEPT_FROM], count: 0 };
        for kind in state.row(&rules.parts, self.offer(rules, state, seat)).flatten() {
            offered.kinds[offered.count] = kind;
            offered.count += 1;
        }
        offered
    }

    /// How many of so many cards may be kept.
    fn sizes(at_least: usize, at_most: usize, cards: usize) -> RangeInclusive<usize> {
        at_least.min(cards)..=at_most.min(cards)
    }
}

impl Behaviour for Keep {
    type Keys = KeepKeys;

    fn outline(parts: &Components, reader: &Reader<KeepKeys>) -> Outline {
        let from = reader.get(KeepKeys::FROM).and_then(|(name, _)| parts.find_zone(name));
        let each_seats_own = from.is_some_and(|zone| matches!(parts.zone(zone).owner, Owner::Seat | Owner::Party));
        Outline {
            about: ItemType::Nothing,
            last: SubjectKinds::NONE,
            secret: from.is_some_and(|zone| parts.zone(zone).seen != Seen::All),
            // What others keep may not change what one may keep.
            together: if each_seats_own { Together::Unannounced } else { Together::SharedRow },
        }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<KeepKeys>, _: &mut Plan) -> Option<Self> {
        let (from, rest) = (compiler.zone(reader, KeepKeys::FROM)?, compiler.zone(reader, KeepKeys::REST)?);
        want_form(compiler, reader, KeepKeys::FROM, from, "row", |f| matches!(f, Form::Row(_)));
        compiler.need_seen(from, reader.origin(KeepKeys::FROM));
        same_cards(compiler, reader, KeepKeys::REST, from, rest);
        two_zones(compiler, reader, KeepKeys::REST, from, rest);
        let at_least = saturated::<usize>(reader.get(KeepKeys::MIN)?);
        if let (Form::Row(offered), Form::Row(room)) = (compiler.parts.zone(from).form, compiler.parts.zone(rest).form)
            && usize::from(offered).saturating_sub(at_least) > usize::from(room)
        {
            let returned = usize::from(offered).saturating_sub(at_least);
            let message = format!("{}: up to {returned} cards are returned, and the row has {room} slots", reader.path());
            compiler.report.push(
                Diagnostic::error("too-few-slots", message)
                    .at(reader.origin(KeepKeys::REST), "too few slots")
                    .help(format!("give it slots = {returned}, or let it be a bag")),
            );
            return None;
        }
        let at_most = reader.get(KeepKeys::MAX).map_or(usize::MAX, |most| saturated::<usize>(most).max(at_least));
        let slots = few_enough(compiler, reader, from, at_least, at_most)?;
        if compiler.parts.cards_in(from).find(NOTHING).is_some() {
            let message = format!("{}: a card is called `{NOTHING}`, which is what a player says who keeps none", reader.path());
            let problem = Diagnostic::error("wrong-word", message).at(reader.origin(KeepKeys::FROM), "a row of such cards");
            compiler.report.push(problem.help("give the card another id"));
            return None;
        }
        let sets = |cards| Self::sizes(at_least, at_most, cards).flat_map(|size| sets_of_size(cards, size)).collect();
        Some(Keep { from, rest, at_least, at_most, sets: (0..=slots).map(sets).collect() })
    }

    fn legal(&self, context: &DecisionContext, _: &mut Workspace, out: &mut Vec<Action>) {
        let offered = self.offered(context.rules, context.state, context.seat);
        let sets = self.sets[offered.count].iter();
        let keep = |&set: &u16| Action { form: KEEP, subject: set, ..context.action() };
        match offered.has_equal() {
            false => out.extend(sets.map(keep)),
            true => out.extend(sets.filter(|set| offered.is_canonical(**set)).map(keep)),
        }
    }

    fn count(&self, context: &DecisionContext, _: &mut Workspace) -> Option<usize> {
        let offered = self.offered(context.rules, context.state, context.seat);
        let sets = &self.sets[offered.count];
        Some(match offered.has_equal() {
            false => sets.len(),
            true => sets.iter().filter(|set| offered.is_canonical(**set)).count(),
        })
    }

    fn nth(&self, context: &DecisionContext, _: &mut Workspace, number: usize) -> Action {
        let offered = self.offered(context.rules, context.state, context.seat);
        let sets = &self.sets[offered.count];
        let set = match offered.has_equal() {
            false => sets.get(number),
            true => sets.iter().filter(|set| offered.is_canonical(**set)).nth(number),
        };
        Action { form: KEEP, subject: *set.expect("so many sets were counted"), ..context.action() }
    }

    fn offers(&self, context: &DecisionContext, _: &mut Workspace, action: Action) -> bool {
        let offered = self.offered(context.rules, context.state, context.seat);
        let set = action.subject;
        action == Action { form: KEEP, subject: set, ..context.action() }
            && set & !offered.all() == 0
            && Self::sizes(self.at_least, self.at_most, offered.count).contains(&(set.count_ones() as usize))
            && offered.is_canonical(set)
    }

    fn every(&self, _: &Rules, id: ActionId) -> Option<Vec<Action>> {
        let keep = |&set: &u16| Action { action: id, form: KEEP, subject: set, ..Action::default() };
        Some(self.sets.iter().flatten().map(keep).collect())
    }

    fn any(&self, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        // Some set may be kept out of any cards, if only the one with none.
        filter.is_none() || any_listed(self, context, work, filter)
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, seat, action, .. } = execution;
        let offered = self.offered(rules, table.state(), seat);
        let [offer, rest] = [self.from, self.rest].map(|zone| table.state().spot(&rules.parts, zone, seat.into()));
        for (card, &kind) in offered.kinds().iter().enumerate() {
            if action.subject >> card & 1 == 1 {
                continue;
            }
            if table.state().room(&rules.parts, rest) == 0 {
                let zone = &rules.parts.zone(self.rest).id;
                let message = format!("{zone} is full: a step should carry on what was returned before");
                let place = rules.actions[action.action.index()].cited.place.clone();
                return Err(Fault { kind: FaultKind::NoRoom, place, message });
            }
            table.transfer(offer, rest, kind, 1).map_err(|e| endless(rules, action.action, e))?;
        }
        Ok(Outcome::Done)
    }

    fn refuse(&self, context: &DecisionContext, action: Action, _: &mut Workspace) -> Reason {
        let offered = self.offered(context.rules, context.state, context.seat);
        if action.form == NOT_OFFERED {
            let kind = KindId(narrow::<u8>(action.subject));
            let name = context.rules.parts.cards_in(self.from).kinds.get(kind.index()).map_or("?", |k| &k.id);
            let text = match offered.kinds().iter().filter(|k| **k == kind).count() {
                0 => format!("{name} is not among the cards offered"),
                count => format!("{name} is offered {count} time{}", if count == 1 { "" } else { "s" }),
            };
            return Reason::by(KeepKeys::FROM, text);
        }
        let kept = action.subject.count_ones() as usize;
        if kept < self.at_least {
            let text = format!("at least {} must be kept, and this keeps {kept}", self.at_least.min(offered.count));
            return Reason::by(KeepKeys::MIN, text);
        }
        if kept > self.at_most {
            return Reason::by(KeepKeys::MAX, format!("at most {} may be kept, and this keeps {kept}", self.at_most));
        }
        Reason::by(KeepKeys::FROM, "not all of these cards are offered".to_owned())
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        let name = |kind: KindId| context.rules.parts.cards_in(self.from).kinds.get(kind.index()).map_or("?", |k| k.id.as_str());
        if action.form == NOT_OFFERED || action.subject == 0 {
            out.push(' ');
            out.push_str(if action.form == NOT_OFFERED { name(KindId(narrow::<u8>(action.subject))) } else { NOTHING });
            return;
        }
        let offered = self.offered(context.rules, context.state, context.seat);
        for (_, kind) in offered.kinds().iter().enumerate().filter(|(card, _)| action.subject >> card & 1 == 1) {
            out.push(' ');
            out.push_str(name(*kind));
        }
    }

    fn parse(&self, context: &DecisionContext, text: &str, _: &mut Workspace) -> Result<Action, String> {
        let offered = self.offered(context.rules, context.state, context.seat);
        let keep = |set: u16| Action { form: KEEP, subject: set, ..context.action() };
        match text {
            "" => return Ok(keep(offered.all())),
            NOTHING => return Ok(keep(0)),
            _ => {}
        }
        let cards = context.rules.parts.cards_in(self.from);
        let (mut set, mut absent) = (0, None);
        for name in text.split(' ') {
            let Some(kind) = cards.find(name) else {
                let near = did_you_mean(name, cards.kinds.iter().map(|k| k.id.as_str()));
                let near = near.map_or_else(|| "; say the cards that stay".to_owned(), |n| format!("; did you mean `{n}`?"));
                return Err(format!("there is no card `{name}`{near}"));
            };
            match offered.kinds().iter().enumerate().rfind(|(card, k)| **k == kind && set >> card & 1 == 0) {
                Some((card, _)) => set |= 1 << card,
                None => absent = absent.or(Some(kind)),
            }
        }
        Ok(match absent {
            Some(kind) => Action { form: NOT_OFFERED, subject: kind.0.into(), ..context.action() },
            None => keep(set),
        })
    }

    fn notation(&self, parts: &Components) -> Notation {
        vec![vec![], vec![Part::Word(NOTHING)], vec![Part::Kind(parts.zone(self.from).cards), Part::Rest]]
    }

    /// It is about a set of cards, and so about no one of them.
    fn subjects(&self, _: &Rules, _: Action) -> Subjects {
        Subjects::default()
    }

    fn note_takings(&self, _: &Components, _: &mut Takings) {}
}
