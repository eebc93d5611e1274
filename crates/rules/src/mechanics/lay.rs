//! `lay`: track space by space, for companies that belong to nobody, from their open ends.
//!
//! A company starts at its home. A line begun belongs to it and grows from the piece laid last; a line finished moves
//! the end on to the city it reached, and any open lane out of there is next. Where `grow` has `cities`, a line may
//! begin in any city the company is connected to, and makes an end of its own.

use super::gains::Gains;
use super::lanes::{self, LaneRule, LanesKeys, find_lane};
use super::money::{self, Money, Purpose};
use super::notation::{Notation, Part};
use super::takings::Takings;
use super::with_cards::Priced;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, KeyName, Outcome, Outline, Plan, Reason, Together, in_brackets};
use crate::compile::Compiler;
use crate::condition::Condition;
use crate::price::{Bought, PriceKeys};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::bits;
use railwright_core::components::{AT_END, BEGUN, CONNECTED, Owner};
use railwright_core::expr::{Eval, Expr, Item, ItemType, Occasion, Sieve};
use railwright_core::id::{CounterId, LaneId, PlaceId, SeatId};
use railwright_core::narrow::narrow;
use railwright_core::{Action, Components, Effects, State, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Kind, Reader, did_you_mean, schema};
use std::ops::ControlFlow;

schema! {
    pub(super) SCHEMA: LayKeys with ActionKeys, LanesKeys = "action lay",
    "Lays one piece of track for a company at one of its open ends, or its first piece at its home. `where` is about the lane and the \
     company, and `price` too.\n\n\
     Players write the company, the lane and the place it grows from: `lay red ash-birch from ash`. \
     A lane begun belongs to its company and grows space by space; whoever fills its last space has its `gain`.",
    {
        PIECES: Name("counter") = "pieces", Required, "the company's counter of pieces";
        GROW: List(&Kind::Word(&["home", "lines", "ends", "cities"])) = "grow", Default("[\"home\", \"lines\", \"ends\"]"),
            "where: the first piece out of the `home`; on `lines` begun; out of a city where one of the `ends` stands, which \
             moves on; out of any of the `cities` connected, or the home, once there is a piece, which makes a new end";
        HOME_COUNTS: Bool = "home-counts", Default("false"), "a company is connected to its home by its first piece";
        PIECE_GAIN: Map(&Kind::Expr) = "piece-gain", Optional,
            "counters of the seat, the company or the table, and what each piece adds to them";
        ARRIVE: Map(&Kind::Expr) = "arrive", Optional,
            "counters of the seat, the company or the table, and what coming into a city adds to them, judged as things stood before";
        PRICE: Table<PriceKeys> = "price", Optional, "what a piece costs; `space` is counted from the lane's first end";
    }
    example "[actions.lay]\ndo = \"lay\"\npieces = \"pieces\"\none-per-line = true\ngain = { cash = \"length\" }"
    formerly [("companies", "where")]
}

/// Parties are numbered with a byte, so these words hold a set of companies.
const COMPANY_WORDS: usize = 4;

/// Where track may grow.
#[derive(Clone, Copy, Debug, Default)]
struct Grow {
    home: bool,
    lines: bool,
    ends: bool,
    cities: bool,
}

/// Lays track space by space.
#[derive(Clone, Debug)]
pub struct Lay {
    rule: LaneRule,
    /// For which companies track may be laid, and the same made ready to be put to all of them.
    companies: Option<(Condition, Sieve)>,
    /// On which lanes, where that depends on the lane.
    lanes: Option<Condition>,
    pieces: CounterId,
    grow: Grow,
    home_counts: bool,
    piece_gain: Gains,
    arrive: Gains,
    price: Money,
}

impl Lay {
    /// Calls `each` with every piece that can be laid for a company: the lane and the end it grows from.
    #[inline]
    fn pieces_of(
        &self,
        rules: &Rules,
        state: &State,
        company: usize,
        each: &mut impl FnMut(LaneId, u8) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (parts, party) = (&rules.parts, rules.parts.company_party(company));
        if state.counter(parts, self.pieces, company) <= 0 {
            return ControlFlow::Continue(());
        }
        let begun = state.set(parts, BEGUN, party.index());
        if self.grow.lines {
            for lane in bits::iter(begun).map(LaneId::from) {
                each(lane, state.track(lane).from)?;
            }
        }
        let started = state.started(parts, party);
        let home = parts.companies[company].home;
        if started && !self.grow.ends && !self.grow.cities || !started && !self.grow.home {
            return ControlFlow::Continue(());
        }
        let available = self.rule.available_to(rules, state, party);
        let mut out_of = |place: PlaceId| {
            for &(lane, end) in parts.map.departures(place) {
                if available(lane) {
                    each(lane, end)?;
                }
            }
            ControlFlow::Continue(())
        };
        if !started {
            return home.map_or(ControlFlow::Continue(()), out_of);
        }
        let at_end = state.set(parts, AT_END, party.index());
        if !self.grow.cities {
            return bits::iter(at_end).map(PlaceId::from).try_for_each(out_of);
        }
        let connected = state.set(parts, CONNECTED, party.index());
        if let Some(home) = home.filter(|h| !bits::has(connected, h.index())) {
            out_of(home)?;
        }
        bits::iter(connected).map(PlaceId::from).try_for_each(out_of)
    }

    /// The companies for which the seat may lay track, as bits.
    #[inline]
    fn allowed(&self, rules: &Rules, state: &State, seat: SeatId, work: &mut Workspace) -> [u64; COMPANY_WORDS] {
        let companies = rules.parts.companies.len();
        let mut allowed = std::array::from_fn(|word| match companies.saturating_sub(word * 64) {
            0 => 0,
            left @ 1..64 => (1 << left) - 1,
            _ => u64::MAX,
        });
        if let Some((_, sieve)) = &self.companies {
            sieve.sift(&mut Eval::new(&rules.parts, state, seat.into(), &mut work.scratch), &mut allowed);
        }
        allowed
    }

    /// What a price or a gain for a piece is about.
    fn piece(rules: &Rules, state: &State, company: usize, lane: LaneId, end: u8) -> Purpose {
        let (laid, length) = (state.track(lane).laid, rules.parts.map.lane(lane).length);
        let space = if end == 0 { laid + 1 } else { length.saturating_sub(laid) };
        Purpose { around: Item::Company(company), space, from: end & 1, ..Item::Lane(lane).into() }
    }

    /// Calls `each` with every piece that may be laid and paid for, until it breaks off.
    #[inline]
    fn list(
        &self,
        rules: &Rules,
        state: &State,
        seat: SeatId,
        work: &mut Workspace,
        mut wanted: impl FnMut(&mut Workspace, usize) -> bool,
        mut each: impl FnMut(usize, LaneId, u8) -> ControlFlow<()>,
    ) {
        for company in bits::iter(&self.allowed(rules, state, seat, work)) {
            if !wanted(work, company) {
                continue;
            }
            let mut payable = |lane: LaneId, end: u8| {
                let what = || Self::piece(rules, state, company, lane, end);
                if let Some(lanes) = &self.lanes
                    && !what().eval(rules, state, seat, &mut work.scratch).holds(&lanes.whole)
                {
                    return false;
                }
                self.price.is_free() || self.price.affordable(rules, state, seat, work, what())
            };
            let mut one = |lane, end| if payable(lane, end) { each(company, lane, end) } else { ControlFlow::Continue(()) };
            if self.pieces_of(rules, state, company, &mut one).is_break() {
                break;
            }
        }
    }

    /// Lays a piece with all that follows on the map, and says whether the lane is complete; an end that stands where
    /// it begins moves on, or stays.
    pub(crate) fn lay_piece(
        &self,
        rules: &Rules,
        table: &mut Effects,
        company: usize,
        lane: LaneId,
        end: u8,
        seat: SeatId,
        moves_end: bool,
    ) -> bool {
        let party = rules.parts.company_party(company);
        let strip = rules.parts.map.lane(lane);
        let (near, far) = (strip.ends[end as usize], strip.ends[1 - end as usize]);
        let begins = table.state().track(lane).laid == 0;
        if begins {
            if self.home_counts && !table.state().started(&rules.parts, party) {
                table.connect(party, near);
            }
            if moves_end && table.state().ends(&rules.parts, company, near) > 0 {
                table.move_end(company, near, -1);
            }
        }
        table.add(self.pieces, company, -1);
        let complete = table.lay(lane, party, end, seat);
        if begins {
            self.rule.had(rules, table, lane, party);
        }
        if complete {
            table.move_end(company, far, 1);
        }
        complete
    }

    /// Whether a company's track can grow there at all, whoever may lay it: on a line begun, or out of a city it is
    /// connected to.
    pub(crate) fn can_grow(&self, rules: &Rules, state: &State, company: usize, lane: LaneId, end: u8) -> bool {
        let anywhere = Lay { grow: Grow { home: true, lines: true, ends: true, cities: true }, ..self.clone() };
        let mut found = false;
        let _ = anywhere.pieces_of(rules, state, company, &mut |l, e| {
            found |= l == lane && e == end;
            ControlFlow::Continue(())
        });
        found
    }
}

impl Priced for Lay {
    const CHOSEN_FIRST: bool = false;

    fn price<'a>(reader: &Reader<'a, LayKeys>) -> (Option<Reader<'a, PriceKeys>>, KeyName) {
        (reader.get(LayKeys::PRICE), LayKeys::PRICE.into())
    }

    fn bought(&self, _: &Components) -> Bought {
        Bought::Piece
    }

    fn purpose(&self, rules: &Rules, state: &State, (_, action): (SeatId, Action)) -> Option<(usize, Purpose)> {
        let lane = LaneId(action.subject);
        let what = Self::piece(rules, state, action.object.into(), lane, action.form & 1);
        (lane.index() < rules.parts.map.lanes.len()).then_some((lane.index(), what))
    }
}

impl Behaviour for Lay {
    type Keys = LayKeys;

    fn outline(_: &Components, _: &Reader<LayKeys>) -> Outline {
        Outline {
            about: ItemType::Company,
            last: SubjectKinds { lane: true, place: false, company: true },
            secret: false,
            together: Together::Never,
        }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<LayKeys>, _: &mut Plan) -> Option<Self> {
        let (name, origin) = reader.get(LayKeys::PIECES)?;
        let pieces = compiler.parts.find_counter(name)?;
        if compiler.parts.counters[pieces.index()].owner != Owner::Company {
            let problem = Diagnostic::error("wrong-owner", format!("{}: `{name}` is no counter of companies", reader.path()));
            compiler.report.push(problem.at(origin, "a company's counter should stand here"));
        }
        for company in compiler.parts.companies.iter().filter(|c| c.home.is_none()) {
            let problem = Diagnostic::error("missing-key", format!("company `{}` has no home to start from", company.id));
            compiler.report.push(problem.at(reader.here(), "track is laid for it by this action"));
        }
        compiler.parts.home_counts |= reader.get(LayKeys::HOME_COUNTS) == Some(true);
        let ways: Vec<&str> = reader.get(LayKeys::GROW).iter().filter_map(|n| n.as_text()).collect();
        let grows = |way: &str| ways.contains(&way);
        let changed = &[Owner::Seat, Owner::Company, Owner::Table];
        let which = compiler.on(Occasion::PIECE, |compiler| compiler.lane_and_company_condition(reader, LanesKeys::WHERE));
        let [companies, lanes] = which?;
        let companies = companies.map(|companies| {
            let sieve = Sieve::new(&companies.whole, &compiler.parts, ItemType::Company);
            (companies, sieve)
        });
        let (lane, company) = (ItemType::Lane, ItemType::Company);
        let (piece_gain, price) = compiler.on(Occasion::PIECE, |compiler| {
            let gain = Gains::read(compiler, reader, LayKeys::PIECE_GAIN, changed, lane, company);
            (gain, money::compile(compiler, reader.get(LayKeys::PRICE).as_ref(), lane, company))
        });
        Some(Lay {
            rule: lanes::compile(compiler, &reader.part()),
            companies,
            lanes,
            pieces,
            grow: Grow { home: grows("home"), lines: grows("lines"), ends: grows("ends"), cities: grows("cities") },
            home_counts: reader.get(LayKeys::HOME_COUNTS)?,
            piece_gain,
            arrive: Gains::read(compiler, reader, LayKeys::ARRIVE, changed, ItemType::Place, ItemType::Company),
            price,
        })
    }

    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let action = context.action();
        self.list(
            context.rules,
            context.state,
            context.seat,
            work,
            |_, _| true,
            |company, lane, end| {
                out.push(Action { form: end, subject: lane.0, object: narrow::<u16>(company), ..action });
                ControlFlow::Continue(())
            },
        );
    }

    fn any(&self, context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool {
        let mut any = false;
        let wanted = |work: &mut Workspace, company: usize| {
            filter.is_none_or(|f| {
                let mut eval = Eval::new(&context.rules.parts, context.state, context.seat.into(), &mut work.scratch);
                eval.about_now(Item::Company(company), f) != 0
            })
        };
        self.list(context.rules, context.state, context.seat, work, wanted, |_, _, _| {
            any = true;
            ControlFlow::Break(())
        });
        any
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, action, .. } = execution;
        let (lane, company) = (LaneId(action.subject), action.object as usize);
        let strip = rules.parts.map.lane(lane);
        let far = strip.ends[1 - action.form as usize];
        let laid = table.state().track(lane).laid;
        let what = Self::piece(rules, table.state(), company, lane, action.form);
        self.price.pay(rules, table, seat, work, what);
        self.piece_gain.add(rules, table, work, seat, what);
        if laid + 1 == strip.length {
            // Asked before the connection is made.
            let city = Purpose { around: Item::Company(company), ..Item::Place(far).into() };
            self.arrive.add(rules, table, work, seat, city);
        }
        if self.lay_piece(rules, table, company, lane, action.form, seat, self.grow.ends) {
            self.rule.gain(rules, table, &mut work.scratch, lane, seat.into());
        }
        Ok(Outcome::Done)
    }

    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let parts = &context.rules.parts;
        let (lane, company) = (LaneId(action.subject), action.object as usize);
        let (Some(strip), Some(name)) = (parts.map.lanes.get(lane.index()), parts.companies.get(company).map(|c| &c.id)) else {
            return Reason::plain("there is no such lane or company");
        };
        let eval = Eval::new(parts, context.state, context.seat.into(), &mut work.scratch);
        let words = |text: &str, values: String| {
            format!("track may not be laid for {name} now: {text} does not hold{}", in_brackets(&values))
        };
        let companies = self.companies.as_ref();
        let about = &mut eval.about(Item::Company(company));
        if let Some(reason) = companies.and_then(|(companies, _)| companies.why_not(LanesKeys::WHERE, about, words)) {
            return reason;
        }
        if context.state.counter(parts, self.pieces, company) <= 0 {
            return Reason::by(LayKeys::PIECES, format!("{name} has no pieces left"));
        }
        let party = parts.company_party(company);
        let track = context.state.track(lane);
        let near = &parts.map.place(strip.ends[(action.form & 1) as usize]).name;
        let what = Self::piece(context.rules, context.state, company, lane, action.form & 1);
        let words = |text: &str, values: String| {
            format!("track may not be laid on {} for {name}: {text} does not hold{}", strip.id, in_brackets(&values))
        };
        let about = &mut what.eval(context.rules, context.state, context.seat, &mut work.scratch);
        if let Some(reason) = self.lanes.as_ref().and_then(|lanes| lanes.why_not(LanesKeys::WHERE, about, words)) {
            return reason;
        }
        if track.owner() == Some(party) && track.laid < strip.length {
            if self.grow.lines && track.from == action.form {
                let what = Self::piece(context.rules, context.state, company, lane, action.form);
                let short = self.price.refuse(context.rules, context.state, context.seat, work, what);
                return Reason::by(LayKeys::PRICE, short.unwrap_or_else(|| "it cannot be laid now".to_owned()));
            }
            let text = format!("{} grows only from the piece laid last on it, not from {near}", strip.id);
            return Reason::by(LayKeys::GROW, text).word("lines");
        }
        if let Some(reason) = self.rule.refuse(context, lane, party) {
            return reason;
        }
        if action.form == 1 && parts.map.line_of(lane).one_way {
            return Reason::plain(format!("{} is built from {} only", strip.id, parts.map.place(strip.ends[0]).name));
        }
        let mut possible = false;
        work.free = true;
        self.list(
            context.rules,
            context.state,
            context.seat,
            work,
            |_, c| c == company,
            |_, l, end| {
                possible |= l == lane && end == action.form;
                ControlFlow::Continue(())
            },
        );
        work.free = false;
        if possible {
            let what = Self::piece(context.rules, context.state, company, lane, action.form);
            let short = self.price.refuse(context.rules, context.state, context.seat, work, what);
            return Reason::by(LayKeys::PRICE, short.unwrap_or_else(|| "it cannot be laid now".to_owned()));
        }
        let (word, text) = match (context.state.started(parts, party), parts.companies[company].home) {
            (false, Some(home)) => {
                ("home", format!("{name} has no piece yet: its first starts at {}", parts.map.place(home).name))
            }
            _ if self.grow.cities => ("cities", format!("{name} is not connected to {near}")),
            _ => ("ends", format!("{name} has no open end in {near}")),
        };
        Reason::by(LayKeys::GROW, text).word(word)
    }

    fn print(&self, context: &DecisionContext, action: Action, _: &mut Workspace, out: &mut String) {
        let parts = &context.rules.parts;
        let company = parts.companies.get(action.object as usize).map_or("?", |c| &c.id);
        if let Some(strip) = parts.map.lanes.get(action.subject as usize) {
            let near = &parts.map.place(strip.ends[(action.form & 1) as usize]).id;
            out.push_str(&format!(" {company} {} from {near}", strip.id));
        }
    }

    fn parse(&self, context: &DecisionContext, text: &str, _: &mut Workspace) -> Result<Action, String> {
        let parts = &context.rules.parts;
        let mut words = text.split_whitespace();
        let usage = || "say the company, the lane and the place it grows from: `COMPANY LANE from PLACE`".to_owned();
        let (company, lane) = (words.next().ok_or_else(usage)?, words.next().ok_or_else(usage)?);
        let known = || parts.companies.iter().map(|c| c.id.as_str());
        let company = known().position(|c| c == company).ok_or_else(|| {
            let near = did_you_mean(company, known())
                .map_or_else(|| known().collect::<Vec<_>>().join(", "), |n| format!("did you mean {n}?"));
            format!("there is no company `{company}`: {near}")
        })?;
        // Of parallel lanes the one is meant that the company has begun, or else one that it can have.
        let party = parts.company_party(company);
        let begun = |lane: LaneId| context.state.track(lane).owner() == Some(party);
        let any_begun = parts.map.find_line(lane).is_some_and(|l| parts.map.lines[l.index()].lanes.iter().any(|&l| begun(l)));
        let lane =
            find_lane(context.rules, lane, |l| if any_begun { begun(l) } else { self.rule.refuse(context, l, party).is_none() })?;
        let strip = parts.map.lane(lane);
        let place = match (words.next(), words.next()) {
            (Some("from"), Some(place)) => place,
            _ => return Err(usage()),
        };
        let form = strip
            .ends
            .iter()
            .position(|&e| parts.map.place(e).id == place)
            .ok_or_else(|| format!("`{place}` is no end of {}", strip.id))?;
        Ok(Action { form: narrow::<u8>(form), subject: lane.0, object: narrow::<u16>(company), ..context.action() })
    }

    fn notation(&self, _: &Components) -> Notation {
        vec![vec![Part::Company, Part::Lane, Part::Word("from"), Part::Place]]
    }

    fn subjects(&self, _: &Rules, action: Action) -> Subjects {
        Subjects { company: Some(narrow::<u8>(action.object)), ..Subjects::lane(LaneId(action.subject)) }
    }

    fn note_takings(&self, parts: &Components, takings: &mut Takings) {
        self.rule.note(parts, takings);
        self.piece_gain.note(parts, LayKeys::PIECE_GAIN, takings);
        self.arrive.note(parts, LayKeys::ARRIVE, takings);
        self.price.note(takings);
        takings.paid_from(self.pieces);
    }

    fn lays_track(&self) -> Option<&Lay> {
        Some(self)
    }
}
