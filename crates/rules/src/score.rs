//! The score sheet: lines that add up for each seat, awards for the most of something, and who wins.

use crate::compile::Compiler;
use crate::rules::{Cited, Fault, Rules};
use crate::script::Scripts;
use railwright_core::components::Owner;
use railwright_core::expr::{Eval, Expr, Formula, Holder, ItemType, Oracle, Scratch};
use railwright_core::id::{CounterId, MAX_SEATS, PartyId, SeatId, SeatSet, ZoneId};
use railwright_core::{Components, State};
use railwright_source::{Diagnostic, Kind, Need, Reader, Schema, key};
use std::cell::RefCell;

/// A line of the score sheet.
pub const LINE: Schema = Schema::new(
    "score",
    "A line of the score sheet: `[score.ID]`, added up in file order. `add` gives every seat a value, `most` gives points to whoever \
     has most of something.",
    &[
        key("add", Kind::Expr, Need::Optional, "what each seat scores"),
        key("most", Kind::Expr, Need::Optional, "a tally of which the seat with most gets `points`"),
        key("points", Kind::Int { min: -1000, max: 1000 }, Need::Default("0"), "what an award is worth"),
        key("ties", Kind::Word(&["all", "none"]), Need::Default("all"), "who gets an award when several have most"),
        key("zero", Kind::Bool, Need::Default("false"), "whether a tally of zero can win an award"),
        key("when", Kind::Expr, Need::Default("true"), "the line counts only if this holds when the game is scored"),
        key("name", Kind::Text, Need::Optional, "what people read; the id if absent"),
        key("cites", Kind::Texts, Need::Optional, "numbered rules it cites"),
    ],
)
.example("[score.longest]\nname = \"Longest path\"\nmost = \"longest(own)\"\npoints = 10");

#[derive(Clone, Debug)]
enum LineKind {
    Add(Formula),
    Most { tally: Formula, points: i64, ties: bool, zero: bool },
}

/// A compiled line of the score sheet.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its id in the data.
    pub id: String,
    /// What people read.
    pub name: String,
    /// Where it is written.
    pub cited: Cited,
    when: Formula,
    kind: LineKind,
}

impl Line {
    /// Whether it gives points to those who have most of something.
    pub fn is_award(&self) -> bool {
        matches!(self.kind, LineKind::Most { .. })
    }
}

/// How a game is scored and won.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// The lines in order.
    pub lines: Vec<Line>,
    ranking: Vec<Formula>,
    win_if: Option<Formula>,
    /// What each dummy scores.
    dummies: Vec<Formula>,
}

impl Score {
    /// The lines that count in this game, with their rows of the sheet.
    pub fn counted<'a>(&'a self, sheet: &'a Sheet) -> impl Iterator<Item = (&'a Line, &'a Row)> {
        self.lines.iter().zip(&sheet.rows).filter(|(_, row)| row.counts)
    }
}

pub(crate) fn compile(compiler: &mut Compiler, game: &Reader) -> Score {
    let mut score = Score::default();
    for (id, origin, reader) in game.tables("score") {
        let kind = match (reader.has("add"), reader.has("most")) {
            (true, false) => compiler.formula(&reader, "add", ItemType::Nothing).map(LineKind::Add),
            (false, true) => compiler.formula(&reader, "most", ItemType::Nothing).map(|tally| LineKind::Most {
                tally,
                points: reader.int("points").unwrap_or(0),
                ties: reader.word("ties") != Some("none"),
                zero: reader.bool("zero").unwrap_or(false),
            }),
            _ => {
                let problem = Diagnostic::error("wrong-score", format!("score line `{id}` needs either `add` or `most`"));
                compiler.report.push(problem.at(origin, "one of the two"));
                None
            }
        };
        if reader.has("add") && reader.has("points") {
            let problem = Diagnostic::error("wrong-score", format!("score line `{id}`: `points` belongs to `most`"));
            compiler.report.push(problem.at(reader.origin("points"), "`add` says itself what it is worth"));
        }
        let when = compiler.formula(&reader, "when", ItemType::Nothing);
        if let (Some(kind), Some(when)) = (kind, when) {
            let name = reader.text("name").unwrap_or(id).to_owned();
            score.lines.push(Line { id: id.to_owned(), name, cited: compiler.cited(&reader, origin), when, kind });
        }
        compiler.lines.push(id.to_owned());
    }
    if compiler.lines.is_empty() {
        compiler.lines.push(String::new());
    }
    for node in game.items("ranking") {
        score.ranking.extend(compiler.formula_of(node, ItemType::Nothing));
    }
    score.win_if = game.has("win-if").then(|| compiler.formula(game, "win-if", ItemType::Nothing)).flatten();
    for (_, origin, reader) in game.tables("dummies") {
        let formula = compiler.formula(&reader, "score", ItemType::Nothing);
        if let Some(name) = formula.as_ref().and_then(|formula| of_seats(&compiler.parts, &formula.expr)) {
            let problem = Diagnostic::error("wrong-owner", format!("{}: a dummy has no `{name}`", reader.path()));
            compiler
                .report
                .push(problem.at(origin, "only seats have it").help("ask for something of dummies, or use `sum-seats`"));
        }
        score.dummies.extend(formula);
    }
    if !game.has("ranking") {
        let total = railwright_source::Node::new(railwright_source::Value::Text("total".into()), railwright_source::Origin::NONE);
        score.ranking.extend(compiler.formula_of(&total, ItemType::Nothing));
    }
    score
}

/// A zone or counter of seats that an expression asks for as if every party had it.
fn of_seats(parts: &Components, expr: &Expr) -> Option<String> {
    let zone = |zone: &ZoneId| Some(parts.zone(*zone)).filter(|zone| zone.owner == Owner::Seat).map(|zone| zone.id.clone());
    let counter = |counter: &CounterId| Some(&parts.counters[counter.index()]).filter(|counter| counter.owner == Owner::Seat);
    let found = match expr {
        // There the expression is about one seat after the other.
        Expr::SumSeats(..) | Expr::Most(_) | Expr::Least(_) => return None,
        Expr::Size(id) | Expr::Count(id, _) | Expr::Sum(id, ..) => zone(id),
        Expr::SumKinds(id, ..) | Expr::RowOf(id, _) | Expr::CopiesIn(id) => zone(id),
        Expr::Counter(id, Holder::Seat | Holder::Own) => counter(id).map(|counter| counter.id.clone()),
        _ => None,
    };
    let mut within = None;
    expr.any_part(&mut |part| {
        within = of_seats(parts, part);
        within.is_some()
    });
    found.or(within)
}

/// What each seat scored on one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Row {
    /// Whether the line counts in this game.
    pub counts: bool,
    /// The tally or value of each seat.
    pub tally: [i64; MAX_SEATS],
    /// What it was worth.
    pub points: [i64; MAX_SEATS],
    /// Who got the award.
    pub won: SeatSet,
}

/// The filled-in score sheet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// One row for each line.
    pub rows: Vec<Row>,
    /// The sum for each seat.
    pub totals: [i64; MAX_SEATS],
    /// Each seat's place: 1 for the winner or winners, if there are any.
    pub places: [u8; MAX_SEATS],
    /// What each dummy scored.
    pub dummies: Vec<i64>,
    /// How many seats there are.
    seats: usize,
    companies: usize,
}

/// What formulas may ask of a score sheet.
impl Oracle for Sheet {
    fn won(&self, line: u8, party: PartyId) -> bool {
        self.rows.get(line as usize).is_some_and(|row| row.won.has(SeatId(party.0)))
    }

    fn awards(&self, party: PartyId) -> i64 {
        self.rows.iter().filter(|row| row.won.has(SeatId(party.0))).count() as i64
    }

    fn total(&self, party: PartyId) -> i64 {
        let dummy = party.index().checked_sub(self.seats + self.companies);
        let total = match dummy {
            Some(dummy) => self.dummies.get(dummy),
            None => self.totals.get(party.index()),
        };
        total.copied().unwrap_or(0)
    }
}

impl Sheet {
    /// The seats that won.
    pub fn winners(&self, seats: u8) -> SeatSet {
        SeatSet((0..seats).filter(|&s| self.places[s as usize] == 1).fold(0, |all, s| all | 1 << s))
    }
}

/// Answers what a formula on the score sheet may ask.
struct Asked<'a> {
    sheet: &'a Sheet,
    scripts: RefCell<&'a mut dyn Scripts>,
    state: &'a State,
    fault: RefCell<Option<Fault>>,
}

impl Oracle for Asked<'_> {
    fn won(&self, line: u8, party: PartyId) -> bool {
        self.sheet.won(line, party)
    }

    fn awards(&self, party: PartyId) -> i64 {
        self.sheet.awards(party)
    }

    fn total(&self, party: PartyId) -> i64 {
        self.sheet.total(party)
    }

    fn tally(&self, module: u8, party: PartyId) -> i64 {
        self.scripts.borrow_mut().tally(self.state, module as usize, party).unwrap_or_else(|fault| {
            self.fault.borrow_mut().get_or_insert(fault);
            0
        })
    }
}

/// Fills in the score sheet of a state.
pub(crate) fn fill(
    rules: &Rules,
    state: &State,
    scratch: &mut Scratch,
    scripts: &mut dyn Scripts,
    sheet: &mut Sheet,
) -> Result<(), Fault> {
    let seats = rules.parts.seats as usize;
    let (mut rows, mut dummies) = (std::mem::take(&mut sheet.rows), std::mem::take(&mut sheet.dummies));
    rows.clear();
    dummies.clear();
    for (i, formula) in rules.score.dummies.iter().enumerate() {
        let party = rules.parts.dummy_party(i);
        dummies.push(Eval::new(&rules.parts, state, party, scratch).value(&formula.expr));
    }
    *sheet = Sheet { rows, dummies, seats, companies: rules.parts.companies.len(), ..Sheet::default() };
    for line in &rules.score.lines {
        let mut row = Row::default();
        let mut holds = [0i64; MAX_SEATS];
        evaluate(rules, state, scratch, scripts, sheet, &line.when, &mut holds)?;
        row.counts = holds[..seats].iter().any(|&h| h != 0);
        if !row.counts {
            sheet.rows.push(row);
            continue;
        }
        let formula = match &line.kind {
            LineKind::Add(formula) => formula,
            LineKind::Most { tally, .. } => tally,
        };
        evaluate(rules, state, scratch, scripts, sheet, formula, &mut row.tally)?;
        match line.kind {
            LineKind::Add(_) => row.points = row.tally,
            LineKind::Most { points, ties, zero, .. } => {
                let most = row.tally[..seats].iter().copied().max().unwrap_or(0);
                let holders = (0..seats).filter(|&s| row.tally[s] == most).count();
                if (most != 0 || zero) && (ties || holders == 1) {
                    for seat in (0..seats).filter(|&s| row.tally[s] == most) {
                        row.points[seat] = points;
                        row.won.0 |= 1 << seat;
                    }
                }
            }
        }
        sheet.totals.iter_mut().zip(row.points).for_each(|(total, points)| *total += points);
        sheet.rows.push(row);
    }
    rank(rules, state, scratch, scripts, sheet)
}

/// Gives each seat its place: one more than the number of seats that are ahead of it.
fn rank(rules: &Rules, state: &State, scratch: &mut Scratch, scripts: &mut dyn Scripts, sheet: &mut Sheet) -> Result<(), Fault> {
    let all = SeatSet::all(rules.parts.seats);
    let mut level = [all; MAX_SEATS];
    for seat in all.iter() {
        sheet.places[seat.index()] = 1;
    }
    for formula in &rules.score.ranking {
        let mut values = [0i64; MAX_SEATS];
        evaluate(rules, state, scratch, scripts, sheet, formula, &mut values)?;
        for seat in all.iter() {
            let own = values[seat.index()];
            for other in level[seat.index()].iter().filter(|o| values[o.index()] != own) {
                level[seat.index()] = level[seat.index()].without(other);
                sheet.places[seat.index()] += u8::from(values[other.index()] > own);
            }
        }
        if all.iter().all(|seat| level[seat.index()] == SeatSet::only(seat)) {
            break;
        }
    }
    if let Some(win_if) = &rules.score.win_if {
        let mut values = [0i64; MAX_SEATS];
        evaluate(rules, state, scratch, scripts, sheet, win_if, &mut values)?;
        // Whoever would win and may not leaves the first place empty: everybody stands one further back.
        if all.iter().any(|seat| sheet.places[seat.index()] == 1 && values[seat.index()] == 0) {
            all.iter().for_each(|seat| sheet.places[seat.index()] += 1);
        }
    }
    Ok(())
}

fn evaluate(
    rules: &Rules,
    state: &State,
    scratch: &mut Scratch,
    scripts: &mut dyn Scripts,
    sheet: &Sheet,
    formula: &Formula,
    values: &mut [i64; MAX_SEATS],
) -> Result<(), Fault> {
    let asked = Asked { sheet, scripts: RefCell::new(scripts), state, fault: RefCell::new(None) };
    for seat in 0..rules.parts.seats {
        values[seat as usize] = match formula.expr {
            Expr::Int(value) => value,
            _ => Eval::new(&rules.parts, state, PartyId(seat), scratch).asking(&asked).value(&formula.expr),
        };
    }
    match asked.fault.into_inner() {
        Some(fault) => Err(fault),
        None => Ok(()),
    }
}
