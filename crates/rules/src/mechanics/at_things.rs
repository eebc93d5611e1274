//! Cards at places, lanes or companies: what `take` and `put` do where a zone belongs to such things. A decision names a card and the thing
//! at which it lies or comes to lie.

use super::money::{Money, Purpose};
use super::notation::{Notation, Part};
use super::{DecisionContext, KeyName, Reason, endless, in_brackets};
use crate::compile::Compiler;
use crate::condition::Condition;
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::bits;
use railwright_core::components::{Form, Owner, Seen, Spot, Thing};
use railwright_core::expr::{Eval, Formula, Item, ItemType};
use railwright_core::id::{KindId, LaneId, PlaceId, SeatId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::{Action, Components, Effects, SubjectKinds, Subjects};
use railwright_source::kinds::Name;
use railwright_source::{Diagnostic, Key, KeyType, Keys, Reader, did_you_mean};

/// A card at a thing; mechanics have their own forms besides.
pub(super) const AT: u8 = 2;

/// Cards that are taken from things or put at them.
#[derive(Clone, Debug)]
pub(super) struct AtThings {
    /// The zone of the things.
    zone: ZoneId,
    thing: Thing,
    /// The zone of the seat or the table that they go to or come from.
    other: ZoneId,
    /// Whether they are taken from the things.
    takes: bool,
    /// Which cards, with the thing around each.
    which: Option<Condition>,
    /// How many cards may lie where they go, about the thing.
    room: Option<Formula>,
}

/// The sort of thing that a zone belongs to.
pub(super) fn thing_of(parts: &Components, zone: ZoneId) -> Option<Thing> {
    parts.zone(zone).owner.thing()
}

/// What a sort of thing can be remembered as.
pub(super) fn remembered(thing: Thing) -> SubjectKinds {
    match thing {
        Thing::Place => SubjectKinds::PLACE,
        Thing::Lane => SubjectKinds::LANE,
        Thing::Company => SubjectKinds { company: true, ..SubjectKinds::NONE },
    }
}

impl AtThings {
    /// Gets ready for a zone of things and another; which cards are chosen is read by whoever knows the key.
    pub(super) fn new(parts: &Components, zone: ZoneId, other: ZoneId, takes: bool) -> Option<Self> {
        Some(AtThings { zone, thing: thing_of(parts, zone)?, other, takes, which: None, room: None })
    }

    /// What is around each card.
    pub(super) fn around(&self) -> ItemType {
        self.thing.into()
    }

    pub(super) fn choosing(self, which: Option<Condition>, room: Option<Formula>) -> Self {
        AtThings { which, room, ..self }
    }

    /// Reports zones that cannot be used: whoever takes a card must see it, and the other zone must be that of the seat or the table.
    pub(super) fn check<S: Keys, T: KeyType>(
        &self,
        compiler: &mut Compiler,
        reader: &Reader<S>,
        from: Key<S, T>,
        to: Key<S, Name>,
    ) {
        let (zone, other) = (compiler.parts.zone(self.zone), compiler.parts.zone(self.other));
        let seen = zone.seen == Seen::All || zone.seen == Seen::Owner && matches!(zone.owner, Owner::SeatAnd(_));
        let problem = |message: String| Diagnostic::error("wrong-owner", message);
        let report = match () {
            _ if self.takes && !(seen && zone.form != Form::Pile) => {
                problem(format!("{}: cards of `{}` cannot be chosen", reader.path(), zone.id))
                    .at(reader.origin(from), "they should be seen by whoever chooses one, and lie in a bag or row")
                    .help("write `seen-by = \"all\"` in the zone")
            }
            _ if other.owner.thing().is_some() => problem(format!(
                "{}: `{}` and `{}` both belong to {}",
                reader.path(),
                zone.id,
                other.id,
                zone.owner.things().unwrap_or("things")
            ))
            .at(reader.origin(to), "nothing says which of them go together")
            .help("let one of the zones belong to the seat or the table; `carry` goes from place to place"),
            _ => return,
        };
        compiler.report.push(report);
    }

    fn spots(&self, parts: &Components, seat: SeatId, item: Item) -> [Spot; 2] {
        let [there, other] = [self.zone, self.other].map(|zone| parts.spot_about(zone, seat.into(), item));
        if self.takes { [there, other] } else { [other, there] }
    }

    fn items(&self, parts: &Components) -> impl Iterator<Item = Item> + use<> {
        let thing = self.thing;
        (0..parts.owners(thing.alone())).map(move |member| Item::of_thing(thing, member))
    }

    /// The card and the thing that an action names.
    pub(super) fn meant(&self, parts: &Components, action: Action) -> Option<(KindId, Item)> {
        let (kind, member) = (usize::from(action.subject), usize::from(action.object));
        let is_there = kind < parts.cards_in(self.zone).kinds.len() && member < parts.owners(self.thing.alone());
        is_there.then(|| (KindId::from(kind), Item::of_thing(self.thing, member)))
    }

    /// The same as prices and gains see it: the card, with the thing around it.
    pub(super) fn purpose(&self, parts: &Components, kind: KindId, item: Item) -> Purpose {
        Purpose { around: item, ..Item::Card(parts.zone(self.zone).cards, kind).into() }
    }

    fn has_room(&self, context: &DecisionContext, work: &mut Workspace, item: Item) -> bool {
        let DecisionContext { rules, state, seat, .. } = *context;
        let [_, to] = self.spots(&rules.parts, seat, item);
        let fits = |room: &Formula| {
            let mut eval = Eval::new(&rules.parts, state, seat.into(), &mut work.scratch).about(item);
            (state.size(&rules.parts, to) as i64) < eval.value(&room.expr)
        };
        state.room(&rules.parts, to) > 0 && self.room.as_ref().is_none_or(fits)
    }

    fn fits(&self, context: &DecisionContext, work: &mut Workspace, kind: KindId, item: Item) -> bool {
        let DecisionContext { rules, state, seat, .. } = *context;
        let card = Item::Card(rules.parts.zone(self.zone).cards, kind);
        let mut eval = Eval::new(&rules.parts, state, seat.into(), &mut work.scratch).about(card).within(item);
        self.which.as_ref().is_none_or(|which| eval.holds(&which.whole))
    }

    /// Lists every card with every thing that it can be taken from or put at and that can be paid for.
    pub(super) fn list(&self, context: &DecisionContext, work: &mut Workspace, price: &Money, out: &mut Vec<Action>) {
        let DecisionContext { rules, state, seat, .. } = *context;
        let parts = &rules.parts;
        for (member, item) in self.items(parts).enumerate() {
            let [from, _] = self.spots(parts, seat, item);
            let kinds = state.kinds_in(parts, from);
            if kinds == [0; 4] || !self.has_room(context, work, item) {
                continue;
            }
            for kind in bits::iter(&kinds).map(KindId::from) {
                let what = self.purpose(parts, kind, item);
                let payable = price.is_free() || price.affordable(rules, state, seat, work, what);
                if payable && self.fits(context, work, kind, item) {
                    out.push(Action { form: AT, subject: kind.0.into(), object: narrow::<u16>(member), ..context.action() });
                }
            }
        }
    }

    /// Whether there is anything to choose.
    pub(super) fn any(&self, context: &DecisionContext, work: &mut Workspace, price: &Money) -> bool {
        let mut listed = std::mem::take(&mut work.listed);
        listed.clear();
        self.list(context, work, price, &mut listed);
        let any = !listed.is_empty();
        work.listed = listed;
        any
    }

    /// Takes the card or puts it there.
    pub(super) fn bring(&self, rules: &Rules, table: &mut Effects, seat: SeatId, action: Action) -> Result<(), Fault> {
        let Some((kind, item)) = self.meant(&rules.parts, action) else { return Ok(()) };
        let [from, to] = self.spots(&rules.parts, seat, item);
        table.transfer(from, to, kind, 1).map_err(|e| endless(rules, action.action, e))
    }

    /// Why a card cannot be taken from a thing or put there, by the keys that say so; nothing if that is not the reason.
    pub(super) fn refuse(
        &self,
        context: &DecisionContext,
        work: &mut Workspace,
        action: Action,
        price: &Money,
        [from, to, which, paid]: [KeyName; 4],
    ) -> Option<Reason> {
        let DecisionContext { rules, state, seat, .. } = *context;
        let parts = &rules.parts;
        let Some((kind, item)) = self.meant(parts, action).filter(|_| action.form == AT) else {
            return Some(Reason::plain("there is no such card, or no such place for it"));
        };
        let (card, at) = (&parts.cards_in(self.zone).kinds[kind.index()].id, self.name(parts, action));
        let [source, _] = self.spots(parts, seat, item);
        if state.count(parts, source, kind) == 0 {
            let zone = &parts.zone(source.zone).id;
            let of = if self.takes { format!(" of {at}") } else { String::new() };
            return Some(Reason::by(from, format!("there is no {card} in {zone}{of}")));
        }
        if !self.has_room(context, work, item) {
            return Some(Reason::by(to, format!("there is no room for another card at {at}")));
        }
        let mut eval = Eval::new(parts, state, seat.into(), &mut work.scratch)
            .about(Item::Card(parts.zone(self.zone).cards, kind))
            .within(item);
        let words =
            |text: &str, values: String| format!("{card} cannot be chosen at {at}: {text} does not hold{}", in_brackets(&values));
        let refused = self.which.as_ref().and_then(|condition| condition.why_not(which, &mut eval, words));
        refused.or_else(|| {
            let short = price.refuse(rules, state, seat, work, self.purpose(parts, kind, item));
            short.map(|short| Reason::by(paid, short))
        })
    }

    fn name(&self, parts: &Components, action: Action) -> String {
        parts.owner_name(self.thing.alone(), action.object.into()).unwrap_or_else(|| "?".to_owned())
    }

    /// How the word between card and thing is written.
    fn word(&self) -> &'static str {
        if self.takes { "from" } else { "at" }
    }

    pub(super) fn print(&self, parts: &Components, action: Action, out: &mut String) {
        let card = parts.cards_in(self.zone).kinds.get(action.subject as usize).map_or("?", |k| &k.id);
        out.push_str(&format!(" {card} {} {}", self.word(), self.name(parts, action)));
    }

    pub(super) fn parse(&self, context: &DecisionContext, text: &str) -> Result<Action, String> {
        let parts = &context.rules.parts;
        let word = self.word();
        let (card, at) = text
            .split_once(&format!(" {word} "))
            .ok_or_else(|| format!("say the card and where: `CARD {word} {}`", self.thing.alone().word().to_uppercase()))?;
        let (card, at) = (card.trim(), at.trim());
        let near = |name: &str, known: &mut dyn Iterator<Item = &str>| {
            did_you_mean(name, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
        };
        let set = parts.cards_in(self.zone);
        let kind = set
            .find(card)
            .ok_or_else(|| format!("there is no card `{card}`{}", near(card, &mut set.kinds.iter().map(|k| k.id.as_str()))))?;
        let names: Vec<String> = (0..parts.owners(self.thing.alone()))
            .map(|member| parts.owner_name(self.thing.alone(), member).unwrap_or_default())
            .collect();
        let member = names.iter().position(|name| name == at).ok_or_else(|| {
            let sort = self.thing.alone().word();
            format!("there is no {sort} `{at}`{}", near(at, &mut names.iter().map(String::as_str)))
        })?;
        Ok(Action { form: AT, subject: kind.0.into(), object: narrow::<u16>(member), ..context.action() })
    }

    pub(super) fn notation(&self, parts: &Components) -> Notation {
        let thing = match self.thing {
            Thing::Place => Part::Place,
            Thing::Lane => Part::Lane,
            Thing::Company => Part::Company,
        };
        vec![vec![Part::Kind(parts.zone(self.zone).cards), Part::Word(self.word()), thing]]
    }

    /// The card and the thing.
    pub(super) fn subjects(&self, parts: &Components, action: Action) -> Subjects {
        let Some((kind, item)) = self.meant(parts, action) else { return Subjects::default() };
        let card = Subjects::card(parts.zone(self.zone).cards, kind);
        match item {
            Item::Place(place) => Subjects { place: Some(PlaceId::from(place.index())), ..card },
            Item::Lane(lane) => Subjects { lane: Some(LaneId::from(lane.index())), ..card },
            Item::Company(company) => Subjects { company: u8::try_from(company).ok(), ..card },
            Item::Nothing | Item::Card(..) => card,
        }
    }
}
