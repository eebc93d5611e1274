//! `play`: cards that go together, laid down in one decision.
//!
//! Which cards go together is a list of combinations, each a list of filters; what must not be kept is a filter too.
//! Chosen together, plays are held back until all have chosen.

use super::notation::{Notation, Part};
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together, cards_in, endless};
use crate::compile::Compiler;
use crate::flow::{said_once, same_cards, two_zones, want_form};
use crate::limits::CARDS_PLAYED;
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::bits;
use railwright_core::components::{Form, Spot};
use railwright_core::expr::{Eval, Expr, Item};
use railwright_core::id::{CardSetId, KindId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::{Action, Components, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Kind, Reader, did_you_mean, schema};
use std::ops::ControlFlow;

schema! {
    pub(super) SCHEMA: PlayKeys with ActionKeys = "action play",
    "Plays cards that go together, in one decision.\n\n\
     Players write the cards: `play birch`, `play birch with branch-blue`.",
    {
        FROM: Names("zone") = "from", Required, "the bags that the cards come from";
        TO: TableList<TargetKeys> = "to", Required, "where they go: the first entry that fits a card";
        COMBINATIONS: List(&Kind::List(&Kind::Expr)) = "combinations", Required,
            "which cards go together: lists of at most four filters, one for each card";
        MUST: Expr = "must", Default("false"), "cards that have to be among those played";
    }
    example "[actions.play]\ndo = \"play\"\nfrom = [\"hand\"]\nto = [{ where = \"city\", zone = \"cities\" }, { zone = \"in-play\" }]\n\
     combinations = [[\"city\"], [\"city\", \"branch\"]]\nmust = \"branch\""
}

schema! {
    TARGET: TargetKeys = "target",
    "Where cards of a sort go.",
    {
        WHERE: Expr = "where", Default("true"), "which cards";
        ZONE: Name("zone") = "zone", Required, "the bag or pile";
    }
}

/// No card: kinds of card are fewer.
const NONE: u8 = u8::MAX;

/// Kinds of card, as bits.
type Kinds = [u64; 4];

/// Plays cards that go together.
#[derive(Clone, Debug)]
pub struct PlayCards {
    cards: CardSetId,
    from: Vec<ZoneId>,
    to: Vec<(Kinds, ZoneId)>,
    combinations: Vec<Combination>,
    must: Kinds,
}

/// Cards that go together.
#[derive(Clone, Debug)]
struct Combination {
    slots: Vec<Slot>,
    /// Whether the same cards may go together in an earlier combination as well.
    repeats: bool,
}

#[derive(Clone, Debug)]
struct Slot {
    /// The kinds that fit.
    kinds: Kinds,
    /// Whether the same kinds fit into the slot before it.
    again: bool,
}

fn meet(a: &Kinds, b: &Kinds) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

fn as_bits(kinds: &[KindId]) -> Kinds {
    let mut set = [0; 4];
    kinds.iter().for_each(|kind| bits::put(&mut set, kind.index()));
    set
}

/// The cards of an action.
fn cards_of(action: Action) -> impl Iterator<Item = KindId> {
    let [a, b] = action.subject.to_le_bytes();
    let [c, d] = action.object.to_le_bytes();
    [a, b, c, d].into_iter().filter(|&kind| kind != NONE).map(KindId)
}

fn action_of(context: &DecisionContext, cards: &[KindId]) -> Action {
    let card = |i: usize| cards.get(i).map_or(NONE, |k| k.0);
    let [subject, object] = [0, 2].map(|i| u16::from_le_bytes([card(i), card(i + 1)]));
    Action { subject, object, ..context.action() }
}

/// A play that is being put together.
struct Combining<'a> {
    play: &'a PlayCards,
    context: &'a DecisionContext<'a>,
    slots: &'a [Slot],
    /// How many cards that have to be played there are.
    must: u32,
    /// The kinds that the seat holds.
    held: Kinds,
    chosen: [KindId; CARDS_PLAYED],
}

impl Combining<'_> {
    /// Calls `each` with every play that begins with what is chosen, until it breaks off.
    fn next(&mut self, at: usize, each: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(slot) = self.slots.get(at) else {
            let chosen = &self.chosen[..at];
            let played = || narrow::<u32>(chosen.iter().filter(|k| bits::has(&self.play.must, k.index())).count());
            return if self.must == 0 || played() == self.must {
                each(action_of(self.context, chosen))
            } else {
                ControlFlow::Continue(())
            };
        };
        for (word, fitting) in slot.kinds.iter().enumerate() {
            for bit in bits::Ones(fitting & self.held[word]) {
                let kind = KindId::from(word * 64 + bit);
                // Cards for equal slots are chosen in the order of their kinds, so that no play is listed twice.
                if slot.again && kind < self.chosen[at - 1] || !self.is_left(kind, at) {
                    continue;
                }
                self.chosen[at] = kind;
                self.next(at + 1, each)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a card of a kind that the seat holds is left after those chosen before.
    fn is_left(&self, kind: KindId, at: usize) -> bool {
        let taken = self.chosen[..at].iter().filter(|k| **k == kind).count();
        taken == 0 || taken < self.play.held(self.context, kind)
    }
}

impl PlayCards {
    /// The bags of the seat that cards come from.
    fn spots<'a>(&'a self, context: &'a DecisionContext) -> impl Iterator<Item = Spot> + 'a {
        self.from.iter().map(|&zone| context.state.spot(&context.rules.parts, zone, context.seat.into()))
    }

    /// How many cards of a kind the seat holds.
    fn held(&self, context: &DecisionContext, kind: KindId) -> usize {
        self.spots(context).map(|spot| context.state.count(&context.rules.parts, spot, kind) as usize).sum()
    }

    fn must_be_played(&self, context: &DecisionContext, held: &Kinds) -> u32 {
        let kinds: Kinds = std::array::from_fn(|i| held[i] & self.must[i]);
        bits::iter(&kinds).map(|kind| narrow::<u32>(self.held(context, KindId::from(kind)))).sum()
    }

    /// The kinds that the seat holds.
    fn kinds_held(&self, context: &DecisionContext) -> Kinds {
        let mut held = Kinds::default();
        for spot in self.spots(context) {
            let kinds = context.state.kinds_in(&context.rules.parts, spot);
            held.iter_mut().zip(kinds).for_each(|(all, more)| *all |= more);
        }
        held
    }

    /// Calls `each` with every play and whether it may have been called with it before, until it breaks off.
    fn plays(&self, context: &DecisionContext, mut each: impl FnMut(Action, bool) -> ControlFlow<()>) -> ControlFlow<()> {
        let held = self.kinds_held(context);
        let must = self.must_be_played(context, &held);
        for Combination { slots, repeats } in &self.combinations {
            if must as usize <= slots.len() {
                let mut combining = Combining { play: self, context, slots, must, held, chosen: [KindId(NONE); CARDS_PLAYED] };
                combining.next(0, &mut |action| each(action, *repeats))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Behaviour for PlayCards {
    type Keys = PlayKeys;

    fn outline(parts: &Components, reader: &Reader<PlayKeys>) -> Outline {
        let from = reader.get(PlayKeys::FROM).first().and_then(|(name, _)| parts.find_zone(name));
        Outline { about: cards_in(parts, from), last: SubjectKinds::NONE, secret: false, together: Together::HeldBack }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<PlayKeys>, _: &mut Plan) -> Option<Self> {
        let from: Vec<ZoneId> =
            reader.get(PlayKeys::FROM).iter().filter_map(|(name, _)| compiler.parts.find_zone(name)).collect();
        said_once(compiler, reader, PlayKeys::FROM);
        let first = *from.first()?;
        let cards = compiler.parts.zone(first).cards;
        for &zone in &from {
            want_form(compiler, reader, PlayKeys::FROM, zone, "bag", |f| f == Form::Bag);
            compiler.need_seen(zone, reader.origin(PlayKeys::FROM));
            same_cards(compiler, reader, PlayKeys::FROM, first, zone);
        }
        let mut to = Vec::new();
        for target in reader.get(PlayKeys::TO) {
            let zone = compiler.parts.find_zone(target.get(TargetKeys::ZONE)?.0)?;
            same_cards(compiler, reader, PlayKeys::TO, first, zone);
            from.iter().for_each(|&from| two_zones(compiler, reader, PlayKeys::TO, from, zone));
            want_form(compiler, reader, PlayKeys::TO, zone, "bag or pile", |f| !matches!(f, Form::Row(_)));
            to.push((as_bits(&compiler.kinds_where(&target, TargetKeys::WHERE, cards)), zone));
        }
        let kinds = compiler.parts.cards[cards.index()].kinds.len();
        if let Some(kind) = (0..kinds).find(|&k| !to.iter().any(|(fits, _)| bits::has(fits, k))) {
            let name = compiler.parts.cards[cards.index()].kinds[kind].id.clone();
            let problem = Diagnostic::error("no-target", format!("{}: nothing says where {name} goes", reader.path()));
            compiler
                .report
                .push(problem.at(reader.origin(PlayKeys::TO), "no entry fits it").help("let the last entry have no `where`"));
        }
        let mut combinations: Vec<Combination> = Vec::new();
        for list in reader.get(PlayKeys::COMBINATIONS) {
            let mut slots = Vec::new();
            for filter in list.as_list().unwrap_or_default() {
                let kinds = as_bits(&compiler.kinds_for(filter, cards)?);
                let again = slots.last().is_some_and(|before: &Slot| before.kinds == kinds);
                slots.push(Slot { kinds, again });
            }
            if slots.is_empty() || slots.len() > CARDS_PLAYED {
                let problem =
                    Diagnostic::error("out-of-range", format!("{}: a play has 1 to {CARDS_PLAYED} cards", reader.path()));
                compiler.report.push(problem.at(list.origin, format!("this has {}", slots.len())));
            }
            slots.truncate(CARDS_PLAYED);
            let alike = |other: &Combination| {
                other.slots.len() == slots.len() && other.slots.iter().zip(&slots).all(|(a, b)| meet(&a.kinds, &b.kinds))
            };
            let repeats = combinations.iter().any(alike);
            combinations.push(Combination { slots, repeats });
        }
        Some(PlayCards { cards, from, to, combinations, must: as_bits(&compiler.kinds_where(reader, PlayKeys::MUST, cards)) })
    }

    fn legal(&self, context: &DecisionContext, _: &mut Workspace, out: &mut Vec<Action>) {
        let _ = self.plays(context, |action, repeats| {
            if !repeats || !out.contains(&action) {
                out.push(action);
            }
            ControlFlow::Continue(())
        });
    }

    fn offers(&self, context: &DecisionContext, _: &mut Workspace, action: Action) -> bool {
        let same = |play, _| if play == action { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.plays(context, same).is_break()
    }

    fn any(&self, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        let mut eval = Eval::new(&context.rules.parts, context.state, context.seat.into(), &mut work.scratch);
        let wanted = |action, _| match filter.is_none_or(|f| {
            eval.about_now(cards_of(action).next().map_or(Item::Nothing, |kind| Item::Card(self.cards, kind)), f) != 0
        }) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        self.plays(context, wanted).is_break()
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, seat, action, .. } = execution;
        let parts = &rules.parts;
        for kind in cards_of(action) {
            let mut spots = self.from.iter().map(|&zone| table.state().spot(parts, zone, seat.into()));
            let from = spots.find(|s| table.state().bag(parts, *s)[kind.index()] > 0);
            let target = self.to.iter().find(|(fits, _)| bits::has(fits, kind.index())).map(|(_, zone)| *zone);
            if let (Some(from), Some(zone)) = (from, target) {
                let to = table.state().spot(parts, zone, seat.into());
                table.transfer(from, to, kind, 1).map_err(|e| endless(rules, action.action, e))?;
            }
        }
        Ok(Outcome::Done)
    }

    fn refuse(&self, context: &DecisionContext, action: Action, _: &mut Workspace) -> Reason {
        let parts = &context.rules.parts;
        let name = |kind: KindId| parts.cards[self.cards.index()].kinds.get(kind.index()).map_or("?", |k| &k.id);
        for kind in cards_of(action) {
            let wanted = cards_of(action).filter(|k| *k == kind).count();
            let known = kind.index() < parts.cards[self.cards.index()].kinds.len();
            if !known || self.held(context, kind) < wanted {
                let text = format!("seat {} does not hold {wanted} {}", context.seat.0 + 1, name(kind));
                return Reason::by(PlayKeys::FROM, text);
            }
        }
        let must = self.must_be_played(context, &self.kinds_held(context));
        let played = narrow::<u32>(cards_of(action).filter(|k| bits::has(&self.must, k.index())).count());
        if played < must {
            let text = format!("{must} of the cards held must be played now, and this plays {played} of them");
            return Reason::by(PlayKeys::MUST, text);
        }
        Reason::by(PlayKeys::COMBINATIONS, "these cards do not go together")
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        let kinds = &context.rules.parts.cards[self.cards.index()].kinds;
        for (i, kind) in cards_of(action).enumerate() {
            out.push_str(if i == 0 { " " } else { " with " });
            out.push_str(kinds.get(kind.index()).map_or("?", |k| &k.id));
        }
    }

    fn parse(&self, context: &DecisionContext, text: &str, work: &mut Workspace) -> Result<Action, String> {
        let set = &context.rules.parts.cards[self.cards.index()];
        let mut cards = Vec::new();
        for name in text.split(" with ").map(str::trim).filter(|name| !name.is_empty()) {
            match set.find(name) {
                Some(kind) if cards.len() < CARDS_PLAYED => cards.push(kind),
                Some(_) => return Err(format!("at most {CARDS_PLAYED} cards can be played")),
                None => {
                    let near = did_you_mean(name, set.kinds.iter().map(|k| k.id.as_str()));
                    let near = near.map_or_else(String::new, |n| format!("; did you mean `{n}`?"));
                    return Err(format!("there is no card `{name}`{near}"));
                }
            }
        }
        if cards.is_empty() {
            return Err("say which cards are played: `CARD`, or `CARD with CARD`".to_owned());
        }
        // The order in which people name the cards does not matter.
        let mut legal = Vec::new();
        self.legal(context, work, &mut legal);
        let sorted = |action: Action| {
            let mut cards: Vec<KindId> = cards_of(action).collect();
            cards.sort();
            cards
        };
        let said = action_of(context, &cards);
        Ok(legal.into_iter().find(|action| sorted(*action) == sorted(said)).unwrap_or(said))
    }

    fn notation(&self, _: &Components) -> Notation {
        let card = Part::Kind(self.cards);
        let written = |play: &Combination| {
            let others = (1..play.slots.len()).flat_map(|_| [Part::Word("with"), card]);
            std::iter::once(card).chain(others).collect()
        };
        self.combinations.iter().map(written).collect()
    }

    /// The first of the cards.
    fn subjects(&self, _: &Rules, action: Action) -> Subjects {
        cards_of(action).next().map_or(Subjects::default(), |kind| Subjects::card(self.cards, kind))
    }

    fn note_takings(&self, _: &Components, _: &mut Takings) {}
}
