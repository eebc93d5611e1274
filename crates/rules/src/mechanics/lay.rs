//! `lay`: track space by space, for companies that belong to nobody, from their open ends.
//!
//! A company starts at its home. A line begun belongs to it and grows from the piece laid last; a
//! line finished moves the end on to the city it reached, and any open lane out of there is next.

use super::lanes::{self, LANES, LaneRule, find_lane};
use super::{COMMON, Look, Outcome, Play};
use crate::compile::Compiler;
use crate::engine::Workspace;
use crate::rules::{Fault, Rules};
use railwright_core::bits;
use railwright_core::components::Owner;
use railwright_core::expr::{Eval, Formula, Item, ItemType};
use railwright_core::id::{CounterId, LaneId, PartyId, PlaceId, SeatId};
use railwright_core::state::Progress;
use railwright_core::{Action, Effects, State};
use railwright_source::{Diagnostic, Kind, Need, Reader, Schema, did_you_mean, include, key};

pub(super) const SCHEMA: Schema = Schema::new(
    "action lay",
    "Lays one piece of track for a company at one of its open ends, or its first piece at its home.\n\n\
     Players write the company, the lane and the place it grows from: `lay red ash-birch from ash`; `lay stop` where one may stop. \
     A lane begun belongs to its company and grows space by space; whoever fills its last space has its `gain`.",
    &[
        include(&COMMON),
        include(&LANES),
        key("companies", Kind::Expr, Need::Default("true"), "which companies track may be laid for"),
        key("pieces", Kind::Name("counter"), Need::Required, "the company's counter of pieces"),
        key("budget", Kind::Expr, Need::Default("1"), "how many pieces in one go"),
        key("may-stop", Kind::Bool, Need::Default("false"), "whether one may stop after the first piece"),
    ],
)
.example(
    "[actions.lay]\ndo = \"lay\"\npieces = \"pieces\"\nbudget = 2\nmay-stop = true\none-per-line = true\ngain = { cash = \"length\" }",
);

/// One may stop; the other forms are the end of the lane a piece is laid from.
const STOP: u8 = 2;

/// Lays track space by space.
#[derive(Clone, Debug)]
pub struct Lay {
    pub(crate) rule: LaneRule,
    companies: Formula,
    pieces: CounterId,
    budget: Formula,
    may_stop: bool,
}

pub(super) fn compile(compiler: &mut Compiler, reader: &Reader) -> Option<Lay> {
    let (name, origin) = reader.name("pieces")?;
    let pieces = compiler.parts.find_counter(name)?;
    if compiler.parts.counters[pieces.index()].owner != Owner::Company {
        let problem = Diagnostic::error("wrong-owner", format!("{}: `{name}` is no counter of companies", reader.path()));
        compiler.report.push(problem.at(origin, "a company's counter should stand here"));
    }
    for company in compiler.parts.companies.iter().filter(|c| c.home.is_none()) {
        let problem = Diagnostic::error("missing-key", format!("company `{}` has no home to start from", company.id));
        compiler.report.push(problem.at(reader.here(), "track is laid for it by this action"));
    }
    Some(Lay {
        rule: lanes::compile(compiler, reader),
        companies: compiler.formula(reader, "companies", ItemType::Company)?,
        pieces,
        budget: compiler.formula(reader, "budget", ItemType::Nothing)?,
        may_stop: reader.bool("may-stop")?,
    })
}

impl Lay {
    fn party(rules: &Rules, company: usize) -> PartyId {
        PartyId::from(rules.parts.seats as usize + company)
    }

    /// Calls `each` with every piece that can be laid for a company: the lane and the end it grows from.
    fn pieces_of(
        &self,
        rules: &Rules,
        state: &State,
        company: usize,
        available: &mut Vec<u64>,
        mut each: impl FnMut(LaneId, u8),
    ) {
        let (parts, party) = (&rules.parts, Self::party(rules, company));
        if state.counter(parts, self.pieces, company) <= 0 {
            return;
        }
        let mut started = false;
        for lane in (0..parts.map.lanes.len()).map(LaneId::from) {
            let track = state.track(lane);
            if track.owner() == Some(party) {
                started = true;
                if track.laid < parts.map.lane(lane).length {
                    each(lane, track.from);
                }
            }
        }
        self.rule.available(rules, state, party, available);
        let mut out_of = |place: PlaceId| {
            for &lane in parts.map.lanes_at(place) {
                let end = u8::from(parts.map.lane(lane).ends[1] == place);
                let backwards = end == 1 && parts.map.line_of(lane).one_way;
                if bits::has(available, lane.index()) && !backwards {
                    each(lane, end);
                }
            }
        };
        if started {
            for place in (0..parts.map.places.len()).map(PlaceId::from) {
                if state.ends(parts, company, place) > 0 {
                    out_of(place);
                }
            }
        } else if let Some(home) = parts.companies[company].home {
            out_of(home);
        }
    }

    fn allowed(&self, rules: &Rules, state: &State, seat: SeatId, company: usize, work: &mut Workspace) -> bool {
        Eval::new(&rules.parts, state, seat.into(), &mut work.scratch).about(Item::Company(company)).holds(&self.companies)
    }

    fn list(&self, rules: &Rules, state: &State, seat: SeatId, work: &mut Workspace, mut each: impl FnMut(usize, LaneId, u8)) {
        let mut available = std::mem::take(&mut work.available);
        for company in 0..rules.parts.companies.len() {
            if self.allowed(rules, state, seat, company, work) {
                self.pieces_of(rules, state, company, &mut available, |lane, end| each(company, lane, end));
            }
        }
        work.available = available;
    }
}

impl Play for Lay {
    fn legal(&self, look: &Look, work: &mut Workspace, out: &mut Vec<Action>) {
        self.list(look.rules, look.state, look.seat, work, |company, lane, end| {
            out.push(Action { form: end, subject: lane.0, object: company as u16, ..look.action() });
        });
        if self.may_stop && look.progress.action.is_some() {
            out.push(Action { form: STOP, ..look.action() });
        }
    }

    fn apply(
        &self,
        rules: &Rules,
        table: &mut Effects,
        work: &mut Workspace,
        seat: SeatId,
        progress: Progress,
        action: Action,
    ) -> Result<Outcome, Fault> {
        if action.form == STOP {
            return Ok(Outcome::Done);
        }
        let left = match progress.action {
            Some(_) => progress.left,
            None => {
                Eval::new(&rules.parts, table.state(), seat.into(), &mut work.scratch).value(&self.budget.expr).clamp(1, 1000)
                    as i16
            }
        } - 1;
        let (lane, company) = (LaneId(action.subject), action.object as usize);
        let party = Self::party(rules, company);
        let ends = rules.parts.map.lane(lane).ends;
        let (near, far) = (ends[action.form as usize], ends[1 - action.form as usize]);
        let begun = table.state().track(lane).laid > 0;
        if !begun && table.state().ends(&rules.parts, company, near) > 0 {
            table.move_end(company, near, -1);
        }
        table.add(self.pieces, company, -1);
        let complete = table.lay(lane, party, action.form, seat);
        if !begun {
            self.rule.had(rules, table, lane, party);
        }
        if complete {
            table.move_end(company, far, 1);
            self.rule.gain(rules, table, &mut work.scratch, lane, seat.into());
        }
        let mut more = false;
        if left > 0 {
            self.list(rules, table.state(), seat, work, |_, _, _| more = true);
        }
        Ok(if more { Outcome::More(Progress { action: Some(action.action), left, at: 0 }) } else { Outcome::Done })
    }

    fn refuse(&self, look: &Look, action: Action, work: &mut Workspace) -> String {
        let parts = &look.rules.parts;
        if action.form == STOP {
            return "at least one piece must be laid".to_owned();
        }
        let (lane, company) = (LaneId(action.subject), action.object as usize);
        let (Some(strip), Some(name)) = (parts.map.lanes.get(lane.index()), parts.companies.get(company).map(|c| &c.id)) else {
            return "there is no such lane or company".to_owned();
        };
        if !self.allowed(look.rules, look.state, look.seat, company, work) {
            return format!("track may not be laid for {name} now: {} does not hold", self.companies.text);
        }
        if look.state.counter(parts, self.pieces, company) <= 0 {
            return format!("{name} has no pieces left");
        }
        let party = Self::party(look.rules, company);
        let track = look.state.track(lane);
        let near = &parts.map.place(strip.ends[(action.form & 1) as usize]).name;
        if track.owner() == Some(party) && track.laid < strip.length {
            return format!("{} grows only from the piece laid last on it, not from {near}", strip.id);
        }
        if let Some(reason) = self.rule.refuse(look, lane, party) {
            return reason;
        }
        if action.form == 1 && parts.map.line_of(lane).one_way {
            return format!("{} is built from {} only", strip.id, parts.map.place(strip.ends[0]).name);
        }
        format!("{name} has no open end in {near}")
    }

    fn print(&self, look: &Look, action: Action, _: &mut Workspace, out: &mut String) {
        let parts = &look.rules.parts;
        if action.form == STOP {
            out.push_str(" stop");
            return;
        }
        let company = parts.companies.get(action.object as usize).map_or("?", |c| &c.id);
        if let Some(strip) = parts.map.lanes.get(action.subject as usize) {
            let near = &parts.map.place(strip.ends[(action.form & 1) as usize]).id;
            out.push_str(&format!(" {company} {} from {near}", strip.id));
        }
    }

    fn parse(&self, look: &Look, text: &str, _: &mut Workspace) -> Result<Action, String> {
        if text == "stop" {
            return Ok(Action { form: STOP, ..look.action() });
        }
        let parts = &look.rules.parts;
        let mut words = text.split_whitespace();
        let usage = || "say the company, the lane and the place it grows from: `COMPANY LANE from PLACE`".to_owned();
        let (company, lane) = (words.next().ok_or_else(usage)?, words.next().ok_or_else(usage)?);
        let known = || parts.companies.iter().map(|c| c.id.as_str());
        let company = known().position(|c| c == company).ok_or_else(|| {
            let near = did_you_mean(company, known())
                .map_or_else(|| known().collect::<Vec<_>>().join(", "), |n| format!("did you mean {n}?"));
            format!("there is no company `{company}`: {near}")
        })?;
        let lane = find_lane(look.rules, lane, |_| true)?;
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
        Ok(Action { form: form as u8, subject: lane.0, object: company as u16, ..look.action() })
    }
}
