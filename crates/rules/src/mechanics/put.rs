//! `put`: chosen cards from one zone into another: giving away, exchanging, loading, laying down.
//!
//! One decision a card, as long as enough are left to complete the choice. Where the cards are secret the seat says
//! itself when it has chosen enough: others must not learn from the end of its choice what it holds.

use super::at_things::{AT, AtThings, remembered, thing_of};
use super::gains::Gains;
use super::money::Money;
use super::notation::{Notation, Part};
use super::takings::Takings;
use super::{
    ActionKeys, Behaviour, DecisionContext, Execution, KeyName, Outcome, Outline, Plan, Reason, Together, cards_in, endless,
    in_brackets,
};
use crate::compile::Compiler;
use crate::condition::{Condition, ConditionKeys};
use crate::flow::{self, misplaced, same_cards, two_zones, want_form};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::bits;
use railwright_core::components::{CONNECTED, Form, Members, Owner, Seen, Spot};
use railwright_core::expr::{Eval, Expr, Formula, Item, ItemType, Occasion, Sieve};
use railwright_core::id::{KindId, SeatId, SetId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::state::{Progress, Standing, State};
use railwright_core::{Action, Components, Effects, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Kind, Reader, did_you_mean, schema};

schema! {
    pub(super) SCHEMA: PutKeys with ActionKeys = "action put",
    "Puts chosen cards from one zone into another, one decision a card.\n\n\
     Players write the card: `give red`; `give stop` where they have chosen enough. To a zone of places, lanes or companies they write \
     the card and where it goes: `put coal at birch`.",
    {
        FROM: Name("zone") = "from", Required, "the bag the cards come from";
        TO: Name("zone") = "to", Required, "where they go";
        TO_SEAT: Word(&["self", "left", "right"]) = "to-seat", Default("self"), "whose zone they go to";
        WHERE: Conditions<ConditionKeys> = "where", Default("true"), "which cards can be chosen; the place, lane or company that one goes to is around it";
        MIN: Expr = "min", Default("1"),
            "how many must be chosen in all, worked out anew after each card; it cannot be begun with fewer";
        MAX: Expr = "max", Default("1"),
            "how many may be chosen in all, worked out anew after each card: what is to stay the same is a counter";
        ROOM: Expr = "room", Optional, "how many cards may lie where they go";
        INCLUDE: Names("set") = "include", Optional,
            "named sets of places that the place where the seat's train stands comes into";
        GAIN: Map(&Kind::Expr) = "gain", Optional, "counters of the seat or the table and what each card adds to them";
    }
    example "[actions.give]\ndo = \"put\"\nfrom = \"hand\"\nto = \"hand\"\nto-seat = \"right\""
    formerly [("at-least", "min"), ("at-most", "max")]
}

/// Puts a card; the other form ends the choice.
const CARD: u8 = 0;
const STOP: u8 = 1;

/// Puts cards from one zone into another.
#[derive(Clone, Debug)]
pub struct Put {
    from: ZoneId,
    to: ZoneId,
    /// Whether they go to a row, which may be full.
    to_row: bool,
    to_seat: ToSeat,
    /// Whether others do not see which cards are put.
    secret: bool,
    which: Condition,
    sieve: Sieve,
    at_least: Formula,
    at_most: Formula,
    room: Option<Formula>,
    include: Vec<SetId>,
    gain: Gains,
    /// They are put at things.
    there: Option<AtThings>,
}

/// Whether cards that go from one zone to another are not seen by all in either.
fn is_secret(parts: &Components, from: ZoneId, to: ZoneId) -> bool {
    [from, to].iter().all(|zone| parts.zone(*zone).seen != Seen::All)
}

#[derive(Clone, Copy, Debug)]
enum ToSeat {
    Own,
    Left,
    Right,
}

impl Put {
    fn target(&self, rules: &Rules, state: &State, seat: SeatId) -> Spot {
        let (clock, seats) = (state.clock(), rules.parts.seats);
        let whose = match self.to_seat {
            ToSeat::Own => seat,
            ToSeat::Left => clock.after(seat, seats),
            ToSeat::Right => {
                (0..seats).map(SeatId).find(|s| !clock.out.has(*s) && clock.after(*s, seats) == seat).unwrap_or(seat)
            }
        };
        state.spot(&rules.parts, self.to, whose.into())
    }

    /// Marks the place in which the seat's train stands.
    fn mark_stop(&self, rules: &Rules, table: &mut Effects, seat: SeatId) {
        let train = rules.parts.own_index(Owner::Train, seat.into());
        for &set in &self.include {
            if let Standing::In(place) = table.state().train(train) {
                let owner = rules.parts.own_index(rules.parts.sets[set.index()].owner, seat.into());
                table.mark(set, owner, place.index(), true);
            }
        }
    }

    /// How many cards may and must still be chosen.
    fn bounds(&self, context: &DecisionContext, work: &mut Workspace) -> (i64, i64) {
        let DecisionContext { rules, state, seat, .. } = *context;
        let chosen = i64::from(context.progress.left);
        let mut most = flow::value(rules, state, work, seat, &self.at_most) - chosen;
        if self.to_row {
            most = most.min(state.room(&rules.parts, self.target(rules, state, seat)) as i64);
        }
        if let Some(room) = &self.room {
            let room = flow::value(rules, state, work, seat, room);
            most = most.min(room - state.size(&rules.parts, self.target(rules, state, seat)) as i64);
        }
        (flow::value(rules, state, work, seat, &self.at_least) - chosen, most)
    }

    fn bag<'a>(&self, context: &DecisionContext<'a>) -> &'a [u8] {
        context.state.bag(&context.rules.parts, context.state.spot(&context.rules.parts, self.from, context.seat.into()))
    }

    /// The kinds of which a card fits, as bits.
    #[inline]
    fn fitting(&self, context: &DecisionContext, work: &mut Workspace) -> [u64; 4] {
        let parts = &context.rules.parts;
        let by_stop = self.sieve.by_stop(parts, context.state, context.seat.into());
        if by_stop.is_some_and(|fitting| fitting.iter().all(|&word| word == 0)) {
            return [0; 4];
        }
        let (mut kinds, bag) = ([0; 4], self.bag(context));
        if let Some(fitting) = by_stop {
            // Few kinds fit a stop: these are looked for.
            for kind in bits::iter(fitting) {
                kinds[kind / 64] |= u64::from(bag[kind] > 0) << (kind % 64);
            }
        } else if bag.iter().fold(0, |any, n| any | n) != 0 {
            kinds = context.state.kinds_in(parts, context.state.spot(parts, self.from, context.seat.into()));
        }
        if kinds != [0; 4] {
            self.sieve.sift(&mut Eval::new(parts, context.state, context.seat.into(), &mut work.scratch), &mut kinds);
        }
        kinds
    }

    /// Of the kinds that fit those that can be chosen next: with too few cards for what must be chosen there are none.
    fn next_cards(&self, context: &DecisionContext, fitting: [u64; 4], (least, most): (i64, i64)) -> [u64; 4] {
        let cards = || bits::iter(&fitting).map(|kind| i64::from(self.bag(context)[kind])).sum::<i64>();
        let can_be = most > 0 && least <= most && (least <= 1 || cards() >= least);
        if can_be { fitting } else { [0; 4] }
    }

    /// Whether the seat is asked even if no card of its own fits: others must not learn from silence what it holds.
    fn asks_anyway(&self, context: &DecisionContext, (_, most): (i64, i64)) -> bool {
        most > 0 && self.secret && self.bag(context).iter().any(|&cards| cards > 0)
    }
}

impl Put {
    /// Lists what can be put at things.
    fn list_there(&self, context: &DecisionContext, work: &mut Workspace, there: &AtThings, out: &mut Vec<Action>) {
        let (before, (least, most)) = (out.len(), self.bounds(context, work));
        if most > 0 && least <= most {
            there.list(context, work, &Money::default(), out);
        }
        if least <= 0 && (out.len() > before || self.asks_anyway(context, (least, most))) {
            out.push(Action { form: STOP, ..context.action() });
        }
    }

    /// Puts a card at a thing.
    fn put_there(&self, execution: Execution, there: &AtThings) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, progress, action } = execution;
        if let Some((kind, item)) = there.meant(&rules.parts, action) {
            self.gain.add(rules, table, work, seat, there.purpose(&rules.parts, kind, item));
        }
        self.mark_stop(rules, table, seat);
        there.bring(rules, table, seat, action)?;
        let progress = Progress { action: Some(action.action), left: progress.left + 1, ..Progress::default() };
        let context = DecisionContext { rules, state: table.state(), seat, id: action.action, progress };
        let bounds = self.bounds(&context, work);
        let more = bounds.1 > 0 && there.any(&context, work, &Money::default());
        let asked = more || self.asks_anyway(&context, bounds);
        Ok(if asked { Outcome::More(progress) } else { Outcome::Done })
    }
}

/// What is put at things, if the zone is theirs: chosen thing by thing, so that no more than one must be.
fn to_things(compiler: &mut Compiler, reader: &Reader<PutKeys>, from: ZoneId, to: ZoneId) -> Option<AtThings> {
    if thing_of(&compiler.parts, from).is_some() {
        let problem =
            Diagnostic::error("wrong-owner", format!("{}: cards are put from a zone of the seat or the table", reader.path()));
        compiler.report.push(
            problem.at(reader.origin(PutKeys::FROM), "this one belongs to things").help("cards are taken from things by `take`"),
        );
        return None;
    }
    let there = AtThings::new(&compiler.parts, to, from, false)?;
    there.check(compiler, reader, PutKeys::FROM, PutKeys::TO);
    let least = compiler.formula(reader, PutKeys::MIN, ItemType::Nothing);
    if least.is_some_and(|least| !matches!(least.expr, Expr::Int(..=1))) {
        let message = format!("{}: cards are put at things one by one, and no more than one must be", reader.path());
        let problem = Diagnostic::error("out-of-range", message).at(reader.origin(PutKeys::MIN), "0 or 1");
        compiler.report.push(problem.help("say in the step how often the action must be chosen"));
    }
    Some(there)
}

impl Behaviour for Put {
    type Keys = PutKeys;

    fn outline(parts: &Components, reader: &Reader<PutKeys>) -> Outline {
        let from = reader.get(PutKeys::FROM).and_then(|(name, _)| parts.find_zone(name));
        let to = reader.get(PutKeys::TO).and_then(|(name, _)| parts.find_zone(name));
        let secret = from.zip(to).is_some_and(|(from, to)| is_secret(parts, from, to));
        let last = to.and_then(|to| thing_of(parts, to)).map_or(SubjectKinds::NONE, remembered);
        Outline { about: cards_in(parts, from), last, secret, together: Together::Never }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<PutKeys>, _: &mut Plan) -> Option<Self> {
        let (from, to) = (compiler.zone(reader, PutKeys::FROM)?, compiler.zone(reader, PutKeys::TO)?);
        same_cards(compiler, reader, PutKeys::TO, from, to);
        want_form(compiler, reader, PutKeys::FROM, from, "bag", |f| f == Form::Bag);
        compiler.need_seen(from, reader.origin(PutKeys::FROM));
        compiler.need_members(reader, PutKeys::INCLUDE, Members::Places);
        if let Some((_, origin)) =
            reader.get(PutKeys::INCLUDE).iter().find(|(name, _)| compiler.parts.find_set(name) == Some(CONNECTED))
        {
            compiler.roots.get_or_insert(*origin);
        }
        let of_seats = matches!(compiler.parts.zone(to).owner, Owner::Seat | Owner::Train);
        match reader.get(PutKeys::TO_SEAT) {
            Some("self") | None => two_zones(compiler, reader, PutKeys::TO, from, to),
            Some(_) if of_seats => {}
            Some(_) => misplaced(compiler, reader, PutKeys::TO_SEAT, "no seat has a zone of its own there"),
        }
        let cards = compiler.parts.zone(from).cards;
        let card = ItemType::Card(cards);
        let there = to_things(compiler, reader, from, to);
        let around = there.as_ref().map_or(ItemType::Nothing, AtThings::around);
        let which = compiler.condition_about(reader, PutKeys::WHERE, card, around)?;
        let room = match &there {
            Some(there) => compiler.formula_if_written(reader, PutKeys::ROOM, there.around()),
            None => None,
        };
        let amount = |compiler: &mut Compiler, key| compiler.on(Occasion::CHOICES, |c| c.formula(reader, key, ItemType::Nothing));
        Some(Put {
            from,
            to,
            to_row: matches!(compiler.parts.zone(to).form, Form::Row(_)),
            to_seat: match reader.get(PutKeys::TO_SEAT) {
                Some("left") => ToSeat::Left,
                Some("right") => ToSeat::Right,
                _ => ToSeat::Own,
            },
            secret: is_secret(&compiler.parts, from, to),
            room: if reader.has(PutKeys::ROOM) && there.is_none() { amount(compiler, PutKeys::ROOM) } else { None },
            there: there.map(|there| there.choosing(Some(which.clone()), room)),
            sieve: Sieve::new(&which.whole, &compiler.parts, card),
            which,
            at_least: amount(compiler, PutKeys::MIN)?,
            at_most: amount(compiler, PutKeys::MAX)?,
            include: compiler.named_sets(reader, PutKeys::INCLUDE),
            gain: Gains::read(compiler, reader, PutKeys::GAIN, &[Owner::Seat, Owner::Table], card, around),
        })
    }

    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        if let Some(there) = &self.there {
            return self.list_there(context, work, there, out);
        }
        let fitting = self.fitting(context, work);
        if fitting == [0; 4] && !self.secret {
            return;
        }
        let before = out.len();
        let bounds = self.bounds(context, work);
        let next = self.next_cards(context, fitting, bounds);
        out.extend(bits::iter(&next).map(|kind| Action { form: CARD, subject: narrow::<u16>(kind), ..context.action() }));
        if bounds.0 <= 0 && (out.len() > before || self.asks_anyway(context, bounds)) {
            out.push(Action { form: STOP, ..context.action() });
        }
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, progress, action } = execution;
        if action.form == STOP {
            return Ok(Outcome::Done);
        }
        if let Some(there) = &self.there {
            return self.put_there(Execution { rules, table, work, seat, progress, action }, there);
        }
        let kind = KindId(narrow::<u8>(action.subject));
        let cards = rules.parts.zone(self.from).cards;
        self.gain.add(rules, table, work, seat, Item::Card(cards, kind).into());
        self.mark_stop(rules, table, seat);
        let from = table.state().spot(&rules.parts, self.from, seat.into());
        let to = self.target(rules, table.state(), seat);
        table.transfer(from, to, kind, 1).map_err(|e| endless(rules, action.action, e))?;
        let progress = Progress { action: Some(action.action), left: progress.left + 1, ..Progress::default() };
        let context = DecisionContext { rules, state: table.state(), seat, id: action.action, progress };
        let bounds = self.bounds(&context, work);
        let fitting = self.fitting(&context, work);
        let more = self.next_cards(&context, fitting, bounds) != [0; 4] || self.asks_anyway(&context, bounds);
        Ok(if more { Outcome::More(progress) } else { Outcome::Done })
    }

    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let parts = &context.rules.parts;
        let (least, most) = self.bounds(context, work);
        if action.form == STOP {
            return Reason::by(PutKeys::MIN, format!("{least} more must be chosen"));
        }
        if let Some(there) = &self.there {
            let keys = [PutKeys::FROM.into(), PutKeys::ROOM.into(), PutKeys::WHERE.into(), PutKeys::TO.into()];
            let refused = there.refuse(context, work, action, &Money::default(), keys);
            return refused
                .unwrap_or_else(|| Reason::plain(format!("{least} to {most} cards can be chosen, and there are not so many")));
        }
        let name = parts.cards_in(self.from).kinds.get(action.subject as usize).map_or("?", |k| &k.id);
        let from = context.state.spot(parts, self.from, context.seat.into());
        if context.state.bag(parts, from).get(action.subject as usize).is_none_or(|&n| n == 0) {
            return Reason::by(PutKeys::FROM, format!("there is no {name} in {}", parts.zone(self.from).id));
        }
        let card = Item::Card(parts.zone(self.from).cards, KindId(narrow::<u8>(action.subject)));
        let mut eval = Eval::new(parts, context.state, context.seat.into(), &mut work.scratch).about(card);
        let words = |text: &str, values: String| format!("{name} cannot be chosen: {text} does not hold{}", in_brackets(&values));
        if let Some(reason) = self.which.why_not(PutKeys::WHERE, &mut eval, words) {
            return reason;
        }
        if most <= 0 {
            let chosen = i64::from(context.progress.left);
            let room = flow::value(context.rules, context.state, work, context.seat, &self.at_most) > chosen;
            let key = if room { PutKeys::ROOM.into() } else { KeyName::from(PutKeys::MAX) };
            return Reason::by(key, "no more cards may be chosen");
        }
        Reason::by(PutKeys::MIN, format!("{least} cards must be chosen, and there are not so many"))
    }

    fn under_way(&self, context: &DecisionContext, work: &mut Workspace) -> Option<String> {
        let (least, most) = self.bounds(context, work);
        let may_stop = if least <= 0 { ", or `stop`" } else { "" };
        Some(format!("choosing cards from {}: name another, at most {most}{may_stop}", context.rules.parts.zone(self.from).id))
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        if action.form == STOP {
            out.push_str(" stop");
        } else if let Some(there) = &self.there {
            there.print(&context.rules.parts, action, out);
        } else {
            out.push(' ');
            out.push_str(context.rules.parts.cards_in(self.from).kinds.get(action.subject as usize).map_or("?", |k| &k.id));
        }
    }

    fn parse(&self, context: &DecisionContext, text: &str, _: &mut Workspace) -> Result<Action, String> {
        if text == "stop" {
            return Ok(Action { form: STOP, ..context.action() });
        }
        if let Some(there) = &self.there {
            return there.parse(context, text);
        }
        let set = context.rules.parts.cards_in(self.from);
        match set.find(text) {
            Some(kind) => Ok(Action { form: CARD, subject: kind.0.into(), ..context.action() }),
            None => {
                let near = did_you_mean(text, set.kinds.iter().map(|k| k.id.as_str()));
                Err(format!("there is no card `{text}`{}", near.map_or_else(String::new, |n| format!("; did you mean `{n}`?"))))
            }
        }
    }

    fn notation(&self, parts: &Components) -> Notation {
        let cards = match &self.there {
            Some(there) => there.notation(parts),
            None => vec![vec![Part::Kind(parts.zone(self.from).cards)]],
        };
        [cards, vec![vec![Part::Word("stop")]]].concat()
    }

    fn subjects(&self, rules: &Rules, action: Action) -> Subjects {
        match action.form {
            AT => self.there.as_ref().map_or_else(Subjects::default, |there| there.subjects(&rules.parts, action)),
            CARD => Subjects::card(rules.parts.zone(self.from).cards, KindId(narrow::<u8>(action.subject))),
            _ => Subjects::default(),
        }
    }

    fn note_takings(&self, parts: &Components, takings: &mut Takings) {
        self.gain.note(parts, PutKeys::GAIN, takings);
    }

    fn takes_too_late(&self) -> Option<&'static str> {
        let must_go_on = !matches!(self.at_least.expr, Expr::Int(..=1));
        must_go_on.then_some("several cards must be chosen, and there may be too little for the second")
    }
}
