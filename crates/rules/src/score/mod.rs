//! The score sheet: lines that add up for each seat, awards for the most of something, and who wins.

mod dummies;

use crate::compile::Compiler;
use crate::compile::schema::GameKeys;
use crate::oracle::SheetOracle;
use crate::rules::{Cited, Fault, Rules};
use crate::script::Scripts;
use railwright_core::State;
use railwright_core::expr::{Eval, Expr, Formula, ItemType, Occasion, Oracle, Scratch};
use railwright_core::id::{MAX_SEATS, PartyId, SeatId, SeatSet};
use railwright_source::kinds::{Int, IntList};
use railwright_source::{Diagnostic, Either, Kind, Reader, schema};
use std::cell::RefCell;

schema! {
    /// A line of the score sheet.
    pub LINE: ScoreKeys = "score",
    "A line of the score sheet: `[score.ID]`, added up in file order. `add` gives every seat a value, `most` gives points to whoever \
     has most of something.",
    {
        ADD: Expr = "add", Optional, "what each seat scores";
        MOST: Expr = "most", Optional, "a tally of which the seat with most gets `points`";
        POINTS: OneOf<Int, IntList>(&[Kind::Int { min: -1000, max: 1000 }, Kind::IntList]) = "points", Default("0"),
            "what an award is worth; a list gives the second, third, … place something as well";
        TIES: Word(&["all", "none", "shared"]) = "ties", Default("all"),
            "what seats get that have the same: `all` of it, `none`, or a share of what the places they take are worth, rounded down. As \
             many places as there are seats are taken";
        ZERO: Bool = "zero", Default("false"), "whether a tally of zero can win an award";
        WHEN: Expr = "when", Default("true"), "the line counts only if this holds when the game is scored";
        NAME: Text = "name", Optional, "what people read; the id if absent";
        CITES: Texts = "cites", Optional, "numbered rules it cites";
    }
    example "[score.longest]\nname = \"Longest path\"\nmost = \"longest(own)\"\npoints = 10"
}

#[derive(Clone, Debug)]
enum LineKind {
    Add(Formula),
    Most { tally: Formula, points: Vec<i64>, ties: Ties, zero: bool },
}

/// What seats get that have the same of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ties {
    All,
    None,
    Shared,
}

impl Ties {
    fn of(word: Option<&str>) -> Self {
        match word {
            Some("none") => Ties::None,
            Some("shared") => Ties::Shared,
            _ => Ties::All,
        }
    }
}

/// What the first, second, … place of an award is worth.
fn points(reader: &Reader<ScoreKeys>) -> Vec<i64> {
    match reader.get(ScoreKeys::POINTS) {
        Some(Either::First(points)) => vec![points],
        Some(Either::Second(places)) => places,
        None => Vec::new(),
    }
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
    pub fn counted<'a>(&'a self, sheet: &'a ScoreSheet) -> impl Iterator<Item = (&'a Line, &'a Row)> {
        self.lines.iter().zip(&sheet.rows).filter(|(_, row)| row.counts)
    }
}

pub(crate) fn compile(compiler: &mut Compiler, game: &Reader<GameKeys>) -> Score {
    let mut score = compiler.on(Occasion::SHEET, |compiler| sheet(compiler, game));
    score.dummies = compiler.on(Occasion::DUMMY, |compiler| dummies::compile(compiler, game));
    score
}

fn sheet(compiler: &mut Compiler, game: &Reader<GameKeys>) -> Score {
    let mut score = Score::default();
    for (id, origin, reader) in game.get(GameKeys::SCORE) {
        let kind = match (reader.has(ScoreKeys::ADD), reader.has(ScoreKeys::MOST)) {
            (true, false) => {
                let add = compiler.formula(&reader, ScoreKeys::ADD, ItemType::Nothing);
                add.map(|add| LineKind::Add(add.spelled(&compiler.parts)))
            }
            (false, true) => compiler.formula(&reader, ScoreKeys::MOST, ItemType::Nothing).map(|tally| LineKind::Most {
                tally,
                points: points(&reader),
                ties: Ties::of(reader.get(ScoreKeys::TIES)),
                zero: reader.get(ScoreKeys::ZERO).unwrap_or(false),
            }),
            _ => {
                let problem = Diagnostic::error("wrong-score", format!("score line `{id}` needs either `add` or `most`"));
                compiler.report.push(problem.at(origin, "one of the two").help("give it exactly one of them"));
                None
            }
        };
        if reader.has(ScoreKeys::ADD) && reader.has(ScoreKeys::POINTS) {
            let problem = Diagnostic::error("wrong-score", format!("score line `{id}`: `points` belongs to `most`"));
            let problem = problem.at(reader.origin(ScoreKeys::POINTS), "`add` says itself what it is worth");
            compiler.report.push(problem.help("take `points` out, or say `most` instead of `add`"));
        }
        let when = compiler.formula(&reader, ScoreKeys::WHEN, ItemType::Nothing);
        if let (Some(kind), Some(when)) = (kind, when) {
            let name = reader.get(ScoreKeys::NAME).unwrap_or(id).to_owned();
            score.lines.push(Line {
                id: id.to_owned(),
                name,
                cited: compiler.cited(&reader, ScoreKeys::CITES, origin),
                when,
                kind,
            });
        }
        compiler.lines.push(id.to_owned());
    }
    for node in game.get(GameKeys::RANKING) {
        score.ranking.extend(compiler.formula_of(node, ItemType::Nothing));
    }
    score.win_if = compiler.formula_if_written(game, GameKeys::WIN_IF, ItemType::Nothing);
    score
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
pub struct ScoreSheet {
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
impl Oracle for ScoreSheet {
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

impl ScoreSheet {
    /// The seats that won.
    pub fn winners(&self, seats: u8) -> SeatSet {
        SeatSet((0..seats).filter(|&s| self.places[s as usize] == 1).fold(0, |all, s| all | 1 << s))
    }
}

/// Answers what a formula on the score sheet may ask of scripts.
struct Tallies<'a> {
    scripts: RefCell<&'a mut dyn Scripts>,
    state: &'a State,
    fault: RefCell<Option<Fault>>,
}

impl Oracle for Tallies<'_> {
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
    sheet: &mut ScoreSheet,
) -> Result<(), Fault> {
    let seats = rules.parts.seats as usize;
    let in_play = SeatSet(SeatSet::all(rules.parts.seats).0 & !state.clock().out.0);
    let (mut rows, mut dummies) = (std::mem::take(&mut sheet.rows), std::mem::take(&mut sheet.dummies));
    rows.clear();
    dummies.clear();
    for (i, formula) in rules.score.dummies.iter().enumerate() {
        let party = rules.parts.dummy_party(i);
        dummies.push(Eval::new(&rules.parts, state, party, scratch).value(&formula.expr));
    }
    *sheet = ScoreSheet { rows, dummies, seats, companies: rules.parts.companies.len(), ..ScoreSheet::default() };
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
        match &line.kind {
            LineKind::Add(_) => row.points = row.tally,
            LineKind::Most { points, ties, zero, .. } => award(&mut row, in_play, points, *ties, *zero),
        }
        sheet.totals.iter_mut().zip(row.points).for_each(|(total, points)| *total = total.saturating_add(points));
        sheet.rows.push(row);
    }
    rank(rules, state, scratch, scripts, sheet)
}

/// Gives points to those who have most, and to the places behind them as far as these are worth something. Who is out has no part in it.
fn award(row: &mut Row, in_play: SeatSet, points: &[i64], ties: Ties, zero: bool) {
    for seat in in_play.iter().map(SeatId::index) {
        let tally = row.tally[seat];
        let others = || in_play.iter().map(|other| row.tally[other.index()]);
        let ahead = others().filter(|&other| other > tally).count();
        let level = others().filter(|&other| other == tally).count();
        if ahead >= points.len() || (tally == 0 && !zero) || (ties == Ties::None && level > 1) {
            continue;
        }
        row.points[seat] = match ties {
            Ties::Shared => points[ahead..points.len().min(ahead + level)]
                .iter()
                .fold(0, |all, n| i64::saturating_add(all, *n))
                .div_euclid(level as i64),
            _ => points[ahead],
        };
        if ahead == 0 {
            row.won.0 |= 1 << seat;
        }
    }
}

/// Gives each seat its place: one more than the number of seats that are ahead of it.
fn rank(
    rules: &Rules,
    state: &State,
    scratch: &mut Scratch,
    scripts: &mut dyn Scripts,
    sheet: &mut ScoreSheet,
) -> Result<(), Fault> {
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
    sheet: &ScoreSheet,
    formula: &Formula,
    values: &mut [i64; MAX_SEATS],
) -> Result<(), Fault> {
    let tallies = Tallies { scripts: RefCell::new(scripts), state, fault: RefCell::new(None) };
    let asked = SheetOracle { rest: tallies, sheet };
    for seat in 0..rules.parts.seats {
        values[seat as usize] = match formula.expr {
            Expr::Int(value) => value,
            _ => Eval::new(&rules.parts, state, PartyId(seat), scratch).asking(&asked).value(&formula.expr),
        };
    }
    match asked.rest.fault.into_inner() {
        Some(fault) => Err(fault),
        None if scratch.gave_up() => Err(Fault::endless_trail(&rules.trails)),
        None => Ok(()),
    }
}
