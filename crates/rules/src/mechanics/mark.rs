//! `mark`: chooses a place, a lane or a company without owning it, and puts something there: a marker that changes what it is worth, a
//! station, a train, a mark in a named set. What was marked can be unmarked in the same way.

use super::gains::{Gains, add_all};
use super::lanes::find_lane;
use super::money::{self, Money, Purpose};
use super::notation::{Notation, Part};
use super::pieces::{COUNTERS, Pieces};
use super::takings::Takings;
use super::with_cards::Priced;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, KeyName, Outcome, Outline, Plan, Reason, Together, in_brackets};
use crate::compile::Compiler;
use crate::condition::{Condition, ConditionKeys};
use crate::flow::misplaced;
use crate::price::{Bought, PriceKeys};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::bits;
use railwright_core::components::{BUILT_IN_SETS, CONNECTED, Components, Members, Owner};
use railwright_core::expr::{Eval, Item, ItemType, Sieve};
use railwright_core::id::{ActionId, LaneId, PlaceId, SeatId, SetId};
use railwright_core::narrow::narrow;
use railwright_core::state::Standing;
use railwright_core::{Action, State, SubjectKinds, Subjects};
use railwright_source::kinds::Names;
use railwright_source::{Diagnostic, Key, Kind, Reader, did_you_mean, schema};

schema! {
    pub(super) SCHEMA: MarkKeys with ActionKeys = "action mark",
    "Chooses a place, a lane or a company and puts something there, or takes it away: a mark in a named set, a counter, a train.\n\n\
     Players write what is marked: `boom birch`, `borrow ash-birch`; the cards that it costs, if any, as for a claim: `station birch with 1 red`.",
    {
        WHAT: Word(&["place", "lane", "company"]) = "what", Default("place"), "what is chosen";
        WHERE: Conditions<ConditionKeys> = "where", Default("true"), "which of them can be chosen";
        SET: Map(&Kind::Expr) = "set", Optional, "counters of what is chosen and what each becomes";
        GAIN: Map(&Kind::Expr) = "gain", Optional, "counters of the seat or the table and what is added to each";
        INCLUDE: Names("set") = "include", Optional, "named sets that what is chosen comes into";
        EXCLUDE: Names("set") = "exclude", Optional, "named sets that it is taken out of";
        TRAIN: Text = "train", Optional, "the seat's train that is put there";
        PIECES: NameOrMap(COUNTERS) = "pieces", Optional,
            "the seat's counter of pieces, of which it takes one, or of a lane one for each space; or counters and how many of each";
        PRICE: Table<PriceKeys> = "price", Optional, "what it costs";
    }
    example "[actions.boom]\ndo = \"mark\"\nwhere = \"worth == 2 and markers > 0\"\nset = { worth = \"4\" }\ngain = { markers = \"-1\" }"
    formerly [("places", "where")]
}

/// Marks a place, a lane or a company.
#[derive(Clone, Debug)]
pub struct Mark {
    about: ItemType,
    which: Condition,
    /// The same, for all of them.
    sieve: Sieve,
    /// Those that can ever be chosen, as bits.
    possible: Vec<u64>,
    set: Gains,
    gain: Gains,
    include: Vec<SetId>,
    exclude: Vec<SetId>,
    train: Option<String>,
    pieces: Pieces,
    price: Money,
}

/// What is chosen, as the file says it.
fn about(reader: &Reader<MarkKeys>) -> ItemType {
    match reader.get(MarkKeys::WHAT) {
        Some("lane") => ItemType::Lane,
        Some("company") => ItemType::Company,
        _ => ItemType::Place,
    }
}

/// Reports sets that hold something else, and those that only the rules of track write.
fn check_sets(compiler: &mut Compiler, reader: &Reader<MarkKeys>, key: Key<MarkKeys, Names>, about: ItemType) {
    match about {
        ItemType::Lane => compiler.need_members(reader, key, Members::Lanes),
        ItemType::Company => misplaced(compiler, reader, key, "sets hold lanes or places, not companies"),
        _ => compiler.need_members(reader, key, Members::Places),
    }
    for (name, origin) in reader.get(key) {
        let set = compiler.parts.find_set(name);
        if set == Some(CONNECTED) {
            compiler.roots.get_or_insert(origin);
        }
        if set.is_some_and(|set| set.index() < BUILT_IN_SETS && set != CONNECTED) {
            let problem =
                Diagnostic::error("wrong-set", format!("{}: `{name}` is written by those who lay track", reader.path()));
            compiler.report.push(problem.at(origin, "no mark").help("declare a set of your own in `[sets]`"));
        }
    }
}

impl Mark {
    fn item(&self, subject: u16) -> Item {
        match self.about {
            ItemType::Lane => Item::Lane(LaneId(subject)),
            ItemType::Company => Item::Company(subject.into()),
            _ => Item::Place(PlaceId(subject)),
        }
    }

    /// What people call one of them, if there is such a one.
    fn name<'a>(&self, parts: &'a Components, subject: u16) -> Option<&'a str> {
        let at = usize::from(subject);
        match self.about {
            ItemType::Lane => parts.map.lanes.get(at).map(|lane| lane.id.as_str()),
            ItemType::Company => parts.companies.get(at).map(|company| company.name.as_str()),
            _ => parts.map.places.get(at).map(|place| place.name.as_str()),
        }
    }
}

impl Priced for Mark {
    const CHOSEN_FIRST: bool = true;

    fn price<'a>(reader: &Reader<'a, MarkKeys>) -> (Option<Reader<'a, PriceKeys>>, KeyName) {
        (reader.get(MarkKeys::PRICE), MarkKeys::PRICE.into())
    }

    fn bought(&self, _: &Components) -> Bought {
        Bought::One(self.about)
    }

    fn purpose(&self, _: &Rules, _: &State, (_, action): (SeatId, Action)) -> Option<(usize, Purpose)> {
        Some((action.subject.into(), self.item(action.subject).into()))
    }
}

impl Behaviour for Mark {
    type Keys = MarkKeys;

    fn outline(_: &Components, reader: &Reader<MarkKeys>) -> Outline {
        let about = about(reader);
        let none = SubjectKinds::NONE;
        let last = match about {
            ItemType::Lane => SubjectKinds::LANE,
            ItemType::Company => SubjectKinds { company: true, ..none },
            _ => SubjectKinds::PLACE,
        };
        Outline { about, last, secret: false, together: Together::HeldBack }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<MarkKeys>, _: &mut Plan) -> Option<Self> {
        let about = about(reader);
        check_sets(compiler, reader, MarkKeys::INCLUDE, about);
        check_sets(compiler, reader, MarkKeys::EXCLUDE, about);
        let train = reader.get(MarkKeys::TRAIN).map(str::to_owned);
        if let Some(train) = train.as_ref().filter(|t| !compiler.parts.trains.iter().any(|known| known.id == **t)) {
            let problem = Diagnostic::error("unknown-name", format!("{}: there is no train `{train}`", reader.path()));
            compiler.report.push(problem.at(reader.origin(MarkKeys::TRAIN), "not among `trains`"));
        }
        if about != ItemType::Place {
            misplaced(compiler, reader, MarkKeys::TRAIN, "a train is put on a place");
        }
        let owner = match about {
            ItemType::Lane => Owner::Lane,
            ItemType::Company => Owner::Company,
            _ => Owner::Place,
        };
        let which = compiler.condition(reader, MarkKeys::WHERE, about)?;
        let sieve = Sieve::new(&which.whole, &compiler.parts, about);
        let seat_or_table = &[Owner::Seat, Owner::Table];
        let price = reader.get(MarkKeys::PRICE);
        Some(Mark {
            about,
            which,
            possible: sieve.possible().to_vec(),
            sieve,
            set: Gains::read(compiler, reader, MarkKeys::SET, &[owner], about, ItemType::Nothing),
            gain: Gains::read(compiler, reader, MarkKeys::GAIN, seat_or_table, about, ItemType::Nothing),
            include: compiler.named_sets(reader, MarkKeys::INCLUDE),
            exclude: compiler.named_sets(reader, MarkKeys::EXCLUDE),
            train,
            pieces: Pieces::read(compiler, reader, MarkKeys::PIECES, about),
            price: money::compile(compiler, price.as_ref(), about, ItemType::Nothing),
        })
    }

    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let DecisionContext { rules, state, seat, .. } = *context;
        let mut some = std::mem::take(&mut work.available);
        some.clone_from(&self.possible);
        self.sieve.sift(&mut Eval::new(&rules.parts, state, seat.into(), &mut work.scratch), &mut some);
        // Where each takes as many pieces as another, one is asked for all of them.
        let alike = self.pieces.is_alike_for_all();
        let enough = |work: &mut Workspace, item| self.pieces.short(rules, state, seat, &mut work.scratch, item).is_none();
        if alike && !enough(work, Item::Nothing) {
            some.fill(0);
        }
        for member in bits::iter(&some) {
            let item = self.item(narrow::<u16>(member));
            if (alike || enough(work, item))
                && (self.price.is_free() || self.price.affordable(rules, state, seat, work, item.into()))
            {
                out.push(Action { subject: narrow::<u16>(member), ..context.action() });
            }
        }
        work.available = some;
    }

    fn every(&self, _: &Rules, id: ActionId) -> Option<Vec<Action>> {
        let mark = |member: usize| Action { action: id, subject: narrow::<u16>(member), ..Action::default() };
        Some(bits::iter(&self.possible).map(mark).collect())
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, action, .. } = execution;
        let (item, member) = (self.item(action.subject), usize::from(action.subject));
        self.price.pay(rules, table, seat, work, item.into());
        let mut amounts = std::mem::take(&mut work.amounts);
        amounts.clear();
        self.set.work_out(rules, table.state(), seat, &mut work.scratch, item.into(), &mut amounts);
        let set = amounts.len();
        self.gain.work_out(rules, table.state(), seat, &mut work.scratch, item.into(), &mut amounts);
        self.pieces.take(rules, table, &mut work.scratch, seat, item, false);
        let what = Purpose::from(item);
        for &(counter, value) in &amounts[..set] {
            table.set(counter, what.holder(rules, counter, seat), value);
        }
        add_all(rules, table, seat, what, &amounts[set..]);
        work.amounts = amounts;
        for (sets, on) in [(&self.include, true), (&self.exclude, false)] {
            for &set in sets {
                let owner = rules.parts.own_index(rules.parts.sets[set.index()].owner, seat.into());
                table.mark(set, owner, member, on);
            }
        }
        if let (Some(train), Item::Place(place)) = (&self.train, item)
            && let Some(train) = rules.parts.trains.iter().position(|t| t.seat == seat && t.id == *train)
        {
            table.stand(train, Standing::In(place));
        }
        Ok(Outcome::Done)
    }

    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let DecisionContext { rules, state, seat, .. } = *context;
        let item = self.item(action.subject);
        let Some(name) = self.name(&rules.parts, action.subject) else { return Reason::plain("there is no such thing") };
        let eval = Eval::new(&rules.parts, state, seat.into(), &mut work.scratch);
        let of = if self.about == ItemType::Place { "there" } else { "of it" };
        let words =
            |text: &str, values: String| format!("{name} cannot be chosen: {text} does not hold {of}{}", in_brackets(&values));
        if let Some(reason) = self.which.why_not(MarkKeys::WHERE, &mut eval.about(item), words) {
            return reason;
        }
        if let Some(text) = self.pieces.refuse(rules, state, seat, &mut work.scratch, (item, name)) {
            return Reason::by(MarkKeys::PIECES, text);
        }
        let short = self.price.refuse(rules, state, seat, work, item.into());
        Reason::by(MarkKeys::PRICE, short.unwrap_or_else(|| format!("{name} cannot be chosen now")))
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        let (parts, at) = (&context.rules.parts, usize::from(action.subject));
        let id = match self.about {
            ItemType::Lane => parts.map.lanes.get(at).map(|lane| &lane.id),
            ItemType::Company => parts.companies.get(at).map(|company| &company.id),
            _ => parts.map.places.get(at).map(|place| &place.id),
        };
        out.push(' ');
        out.push_str(id.map_or("?", |id| id));
    }

    fn parse(&self, context: &DecisionContext, text: &str, work: &mut Workspace) -> Result<Action, String> {
        let parts = &context.rules.parts;
        let (found, what): (Option<usize>, _) = match self.about {
            ItemType::Lane => {
                let mut legal = Vec::new();
                self.legal(context, work, &mut legal);
                let lane = find_lane(context.rules, text, |lane| legal.iter().any(|action| action.subject == lane.0))?;
                return Ok(Action { subject: lane.0, ..context.action() });
            }
            ItemType::Company => (parts.companies.iter().position(|company| company.id == text), "company"),
            _ => (parts.map.find_place(text).map(|place| place.index()), "place"),
        };
        found.map(|subject| Action { subject: narrow::<u16>(subject), ..context.action() }).ok_or_else(|| {
            let near = match self.about {
                ItemType::Company => did_you_mean(text, parts.companies.iter().map(|c| c.id.as_str())),
                _ => did_you_mean(text, parts.map.places.iter().map(|p| p.id.as_str())),
            };
            format!("there is no {what} `{text}`{}", near.map_or_else(String::new, |n| format!("; did you mean `{n}`?")))
        })
    }

    fn notation(&self, _: &Components) -> Notation {
        vec![vec![match self.about {
            ItemType::Lane => Part::Lane,
            ItemType::Company => Part::Company,
            _ => Part::Place,
        }]]
    }

    fn subjects(&self, _: &Rules, action: Action) -> Subjects {
        match self.item(action.subject) {
            Item::Lane(lane) => Subjects::lane(lane),
            Item::Company(company) => Subjects { company: Some(narrow::<u8>(company)), ..Subjects::default() },
            Item::Place(place) => Subjects::place(place),
            Item::Nothing | Item::Card(..) => Subjects::default(),
        }
    }

    fn note_takings(&self, parts: &Components, takings: &mut Takings) {
        self.gain.note(parts, MarkKeys::GAIN, takings);
        self.set.note_values(parts, MarkKeys::SET, takings);
        self.pieces.note(takings);
        self.price.note(takings);
    }
}
