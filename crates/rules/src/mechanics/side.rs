//! `side`: two-sided cards: for each card of a zone the seat keeps the side that shows or turns it over.
//!
//! A side is a kind of card, and the two sides of a card have the same value in one field. The sides that are turned up come
//! to a zone that others need not see, so that all seats can choose at once and in secret; steps lay them out afterwards.

use super::notation::{Notation, Part};
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together, cards_in, endless};
use crate::compile::Compiler;
use crate::flow::{same_cards, want_form};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::bits;
use railwright_core::components::Form;
use railwright_core::id::{KindId, SeatId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::state::{Progress, State};
use railwright_core::{Action, Components, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Reader, schema};

schema! {
    pub(super) SCHEMA: SideKeys with ActionKeys = "action side",
    "Goes through the two-sided cards of a zone: each is kept as it lies, or its other side is taken. Other sides come to the zone \
     `to`, and the cards stay where they are: steps exchange them afterwards.\n\n\
     Players write `sides keep wool-1a` or `sides turn wool-1a`.",
    {
        ZONE: Name("zone") = "zone", Required, "the bag of cards that are gone through, in their order";
        OTHER: Name("zone") = "other", Required, "the pile in which the other sides lie";
        TO: Name("zone") = "to", Required, "the bag to which the sides come that are chosen instead";
        SAME: Text = "same", Required, "the field in which the two sides of a card agree";
    }
    example "[actions.sides]\ndo = \"side\"\nzone = \"contracts\"\nother = \"contract-box\"\nto = \"turned\"\nsame = \"card\""
}

/// Keeps the side that shows; the other form turns the card over.
const KEEP: u8 = 0;
const TURN: u8 = 1;

/// Chooses sides of cards.
#[derive(Clone, Debug)]
pub struct Side {
    zone: ZoneId,
    other: ZoneId,
    to: ZoneId,
    /// The other side of each kind.
    sides: Vec<Option<KindId>>,
}

impl Side {
    /// The next card from one kind on.
    fn next(&self, rules: &Rules, state: &State, seat: SeatId, from: usize) -> Option<KindId> {
        let bag = state.bag(&rules.parts, state.spot(&rules.parts, self.zone, seat.into()));
        (from..bag.len()).find(|&kind| bag[kind] > 0 && self.sides[kind].is_some()).map(KindId::from)
    }
}

impl Behaviour for Side {
    type Keys = SideKeys;

    fn outline(parts: &Components, reader: &Reader<SideKeys>) -> Outline {
        let from = reader.get(SideKeys::ZONE).and_then(|(name, _)| parts.find_zone(name));
        Outline { about: cards_in(parts, from), last: SubjectKinds::NONE, secret: false, together: Together::Sealed }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<SideKeys>, _: &mut Plan) -> Option<Self> {
        let (cards, other, to) = (
            compiler.zone(reader, SideKeys::ZONE)?,
            compiler.zone(reader, SideKeys::OTHER)?,
            compiler.zone(reader, SideKeys::TO)?,
        );
        same_cards(compiler, reader, SideKeys::TO, cards, to);
        same_cards(compiler, reader, SideKeys::TO, other, to);
        want_form(compiler, reader, SideKeys::ZONE, cards, "bag", |f| f == Form::Bag);
        compiler.need_seen(cards, reader.origin(SideKeys::ZONE));
        want_form(compiler, reader, SideKeys::TO, to, "bag", |f| f == Form::Bag);
        want_form(compiler, reader, SideKeys::OTHER, other, "pile", |f| f == Form::Pile);
        let set = compiler.parts.cards_in(cards);
        let name = reader.get(SideKeys::SAME)?;
        let Some(field) = set.fields.iter().position(|f| f.0 == name) else {
            let problem =
                Diagnostic::error("unknown-name", format!("{}: {} cards have no field `{name}`", reader.path(), set.id));
            compiler.report.push(problem.at(reader.origin(SideKeys::SAME), "not among `fields`"));
            return None;
        };
        let of = |kind: usize| {
            let same = |other: &usize| *other != kind && set.kinds[*other].fields[field] == set.kinds[kind].fields[field];
            (0..set.kinds.len()).find(same).map(KindId::from)
        };
        let sides = (0..set.kinds.len()).map(of).collect();
        Some(Side { zone: cards, other, to, sides })
    }

    fn legal(&self, context: &DecisionContext, _: &mut Workspace, out: &mut Vec<Action>) {
        if let Some(kind) = self.next(context.rules, context.state, context.seat, context.progress.at.into()) {
            out.extend([KEEP, TURN].map(|form| Action { form, subject: kind.0.into(), ..context.action() }));
        }
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, seat, action, .. } = execution;
        if let (TURN, Some(side)) = (action.form, self.sides[action.subject as usize]) {
            let mut kinds = [0; 4];
            bits::put(&mut kinds, side.index());
            let [from, to] = [self.other, self.to].map(|zone| table.state().spot(&rules.parts, zone, seat.into()));
            table.draw_of(from, to, &kinds);
            table.arrived(to).map_err(|e| endless(rules, action.action, e))?;
        }
        let at = action.subject + 1;
        Ok(match self.next(rules, table.state(), seat, at.into()) {
            Some(_) => Outcome::More(Progress { action: Some(action.action), at, ..Progress::default() }),
            None => Outcome::Done,
        })
    }

    fn refuse(&self, context: &DecisionContext, _: Action, _: &mut Workspace) -> Reason {
        match self.next(context.rules, context.state, context.seat, context.progress.at.into()) {
            Some(kind) => {
                let name = &context.rules.parts.cards_in(self.zone).kinds[kind.index()].id;
                Reason::by(SideKeys::ZONE, format!("the cards are gone through in order, and {name} is next"))
            }
            None => Reason::by(SideKeys::ZONE, "there is no card to turn"),
        }
    }

    fn under_way(&self, context: &DecisionContext, _: &mut Workspace) -> Option<String> {
        let next = self.next(context.rules, context.state, context.seat, context.progress.at.into())?;
        let name = &context.rules.parts.cards_in(self.zone).kinds[next.index()].id;
        Some(format!("choosing the sides of your cards: keep or turn {name}"))
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        out.push_str(if action.form == TURN { " turn " } else { " keep " });
        out.push_str(context.rules.parts.cards_in(self.zone).kinds.get(action.subject as usize).map_or("?", |k| &k.id));
    }

    fn parse(&self, context: &DecisionContext, text: &str, _: &mut Workspace) -> Result<Action, String> {
        let (form, name) = match text.split_once(' ') {
            Some(("keep", name)) => (KEEP, name),
            Some(("turn", name)) => (TURN, name),
            _ => return Err("say `keep` or `turn` and the card".to_owned()),
        };
        match context.rules.parts.cards_in(self.zone).find(name.trim()) {
            Some(kind) => Ok(Action { form, subject: kind.0.into(), ..context.action() }),
            None => Err(format!("there is no card `{}`", name.trim())),
        }
    }

    fn notation(&self, parts: &Components) -> Notation {
        ["keep", "turn"].map(|word| vec![Part::Word(word), Part::Kind(parts.zone(self.zone).cards)]).into()
    }

    fn subjects(&self, rules: &Rules, action: Action) -> Subjects {
        Subjects::card(rules.parts.zone(self.zone).cards, KindId(narrow::<u8>(action.subject)))
    }

    fn note_takings(&self, _: &Components, _: &mut Takings) {}
}
