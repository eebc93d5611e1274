//! `keep`: some of the cards offered stay, the others go back; a sequence of small decisions.
//!
//! One decision returns one card or keeps the rest. Cards are returned in the order in which they
//! lie, so that no set of cards can be chosen in two ways, and every prefix can be completed. What is
//! kept stays in the row until a step moves it, so that seats that choose together reveal nothing.

use super::notation::{Notation, Part};
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Together, cards_in, endless};
use crate::compile::Compiler;
use crate::fault::{Fault, FaultKind};
use crate::flow::{same_cards, want_form};
use crate::rules::Rules;
use crate::workspace::Workspace;
use railwright_core::components::{Form, Seen, Spot};
use railwright_core::id::{KindId, SeatId, ZoneId};
use railwright_core::state::Progress;
use railwright_core::{Action, Components, State, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Reader, did_you_mean, schema};

schema! {
    pub(super) SCHEMA: KeepKeys with ActionKeys = "action keep",
    "Keeps at least some of the cards in a row and returns the others; what is kept stays in the row until a step moves it.\n\n\
     One decision returns one card or keeps the rest: `keep without ash-elm`, `keep`. Returned cards are named in the order \
     in which they lie. Chosen in a `together` step it stays secret until all have chosen.",
    {
        FROM: Name("zone") = "from", Required, "the row with the cards offered";
        REST: Name("zone") = "rest", Required, "where cards that are returned go; a step carries them on";
        AT_LEAST: Int(0..=40) = "at-least", Default("1"), "how many must be kept; never more than there are";
        AT_MOST: Int(0..=40) = "at-most", Optional, "how many may be kept; all of them if absent";
    }
    example "[actions.keep-two]\ndo = \"keep\"\nword = \"keep\"\nfrom = \"offer\"\nrest = \"returned\"\nat-least = 2"
}

/// Keeps the rest.
const KEEP: u8 = 0;
/// Returns one card.
const RETURN: u8 = 1;

/// Keeps some of the cards offered.
#[derive(Clone, Debug)]
pub struct Keep {
    from: ZoneId,
    rest: ZoneId,
    at_least: usize,
    at_most: usize,
}

impl Keep {
    fn offer(&self, rules: &Rules, state: &State, seat: SeatId) -> Spot {
        state.spot(&rules.parts, self.from, seat.into())
    }

    /// The slots whose card may still be returned.
    fn returnable<'a>(
        &self,
        rules: &'a Rules,
        state: &'a State,
        seat: SeatId,
        at: u16,
    ) -> impl Iterator<Item = (usize, KindId)> + use<'a> {
        let spot = self.offer(rules, state, seat);
        let held = state.size(&rules.parts, spot);
        let enough = held > self.at_least;
        let too_many = held.saturating_sub(self.at_most);
        let slots = state.row(&rules.parts, spot).enumerate().skip(at as usize);
        let cards = slots.filter_map(|(i, kind)| Some((i, kind?)));
        let count = cards.clone().count();
        // From a card on, enough must be left to return.
        cards.enumerate().filter(move |(passed, _)| enough && count - passed >= too_many).map(|(_, card)| card)
    }
}

impl Behaviour for Keep {
    type Keys = KeepKeys;

    fn outline(parts: &Components, reader: &Reader<KeepKeys>) -> Outline {
        let from = reader.get(KeepKeys::FROM).and_then(|(name, _)| parts.find_zone(name));
        Outline {
            about: cards_in(parts, from),
            last: SubjectKinds::NONE,
            secret: from.is_some_and(|zone| parts.zone(zone).seen != Seen::All),
            together: Together::Sealed,
        }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<KeepKeys>, _: &mut Plan) -> Option<Self> {
        let (from, rest) = (compiler.zone(reader, KeepKeys::FROM)?, compiler.zone(reader, KeepKeys::REST)?);
        want_form(compiler, reader, KeepKeys::FROM, from, "row", |f| matches!(f, Form::Row(_)));
        same_cards(compiler, reader, KeepKeys::REST, from, rest);
        let at_least = reader.get(KeepKeys::AT_LEAST)? as usize;
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
        let at_most = reader.get(KeepKeys::AT_MOST).map_or(usize::MAX, |most| (most as usize).max(at_least));
        Some(Keep { from, rest, at_least, at_most })
    }

    fn legal(&self, context: &DecisionContext, _: &mut Workspace, out: &mut Vec<Action>) {
        for (_, kind) in self.returnable(context.rules, context.state, context.seat, context.progress.at) {
            out.push(Action { form: RETURN, subject: u16::from(kind.0), ..context.action() });
        }
        let held = context.state.size(&context.rules.parts, self.offer(context.rules, context.state, context.seat));
        if held <= self.at_most {
            out.push(Action { form: KEEP, ..context.action() });
        }
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, seat, progress, action, .. } = execution;
        let offer = self.offer(rules, table.state(), seat);
        if action.form == RETURN {
            let kind = KindId(action.subject as u8);
            let slots = table.state().row(&rules.parts, offer).enumerate().skip(progress.at as usize);
            let slot = slots.filter(|(_, k)| *k == Some(kind)).map(|(i, _)| i).next().expect("a listed card");
            let rest = table.state().spot(&rules.parts, self.rest, seat.into());
            if table.state().room(&rules.parts, rest) == 0 {
                let zone = &rules.parts.zone(self.rest).id;
                let message = format!("{zone} is full: a step should carry on what was returned before");
                let place = rules.actions[action.action.index()].cited.place.clone();
                return Err(Fault { kind: FaultKind::NoRoom, place, message });
            }
            table.transfer(offer, rest, kind, 1).map_err(|e| endless(rules, action.action, e))?;
            let at = slot as u16 + 1;
            if self.returnable(rules, table.state(), seat, at).next().is_some() {
                return Ok(Outcome::More(Progress { action: Some(action.action), at, ..Progress::default() }));
            }
        }
        Ok(Outcome::Done)
    }

    fn refuse(&self, context: &DecisionContext, action: Action, _: &mut Workspace) -> String {
        let offer = self.offer(context.rules, context.state, context.seat);
        let held = context.state.size(&context.rules.parts, offer);
        if action.form == KEEP {
            return format!("at most {} may be kept, and {held} are left", self.at_most);
        }
        let name = context.rules.parts.cards_in(self.from).kinds.get(action.subject as usize).map_or("?", |k| &k.id);
        if !context.state.row(&context.rules.parts, offer).flatten().any(|k| u16::from(k.0) == action.subject) {
            return format!("{name} is not among the cards offered");
        }
        if held <= self.at_least {
            return format!("at least {} must be kept and only {held} are left", self.at_least);
        }
        format!("cards are returned in the order in which they lie, and {name} has been passed over")
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        if action.form == RETURN {
            out.push_str(" without ");
            out.push_str(context.rules.parts.cards_in(self.from).kinds.get(action.subject as usize).map_or("?", |k| &k.id));
        }
    }

    fn parse(&self, context: &DecisionContext, text: &str, _: &mut Workspace) -> Result<Action, String> {
        if text.is_empty() {
            return Ok(Action { form: KEEP, ..context.action() });
        }
        let set = context.rules.parts.cards_in(self.from);
        let card = text.strip_prefix("without ").ok_or("say `keep`, or `keep without` and the card that goes back")?;
        match set.find(card) {
            Some(kind) => Ok(Action { form: RETURN, subject: u16::from(kind.0), ..context.action() }),
            None => {
                let near = did_you_mean(card, set.kinds.iter().map(|k| k.id.as_str()));
                Err(format!("there is no card `{card}`{}", near.map_or_else(String::new, |n| format!("; did you mean `{n}`?"))))
            }
        }
    }

    fn notation(&self, parts: &Components) -> Notation {
        vec![vec![], vec![Part::Word("without"), Part::Kind(parts.zone(self.from).cards)]]
    }

    fn subjects(&self, rules: &Rules, action: Action) -> Subjects {
        match action.form {
            RETURN => Subjects::card(rules.parts.zone(self.from).cards, KindId(action.subject as u8)),
            _ => Subjects::default(),
        }
    }

    fn note_takings(&self, _: &Components, _: &mut Takings) {}
}
