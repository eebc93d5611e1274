//! Tests of the crate as its users see it: a text goes in, a tree, values or a report come out.

mod layers;
mod reading;
mod reports;
mod reuse;
mod syntax;

use crate::kinds::{Int, Name, Table};
use crate::{Files, Key, KeyDecl, Keys, Kind, Need, Node, Report, Schema, parse, schema};

/// Parses one text under the name `game.toml`.
fn parsed(text: &str) -> (Files, Node, Report) {
    let mut files = Files::new();
    let mut report = Report::new();
    let file = files.add("game.toml", text);
    let node = parse(&files, file, &mut report);
    (files, node, report)
}

/// Parses a text that has no errors.
fn tree(text: &str) -> Node {
    let (files, node, report) = parsed(text);
    assert!(report.is_ok(), "{}", report.render(&files, false));
    node
}

/// Code, line and marked text of every finding, in order of places.
fn findings(files: &Files, report: &Report) -> Vec<(&'static str, u32, String)> {
    let mut report = report.clone();
    report.sort();
    let finding = |diagnostic: &crate::Diagnostic| {
        let origin = diagnostic.origin();
        (diagnostic.code, files.line_column(origin).0, files.excerpt(origin).to_owned())
    };
    report.iter().map(finding).collect()
}

schema! {
    GAME: GameKeys = "game", "A whole game.", {
        NAME: Text = "name", Required, "What players call it.";
        PLAYERS: Point = "players", Default("[2, 4]"), "Least and greatest number of players.";
        ACTIONS: Tables<ActionKeys> = "actions", Optional, "What players choose from.";
        TABLES: Map(&Kind::IntList) = "tables", Optional, "Functions by list.";
        RANKING: List(&Kind::Expr) = "ranking", Optional, "What decides who wins.";
    }
}

schema! {
    COMMON: CommonKeys = "common", "What every action has.", {
        WHEN: Expr = "when", Default("true"), "Whether it may be chosen.";
        CITES: Texts = "cites", Optional, "Rule numbers.";
    }
}

schema! {
    ACTION: ActionKeys = "action", "One kind of action.", {
        DO: Word(&["take", "claim", "pass"]) = "do", Required, "The mechanic.";
        BUDGET: Int(1..=9) = "budget", Default("1"), "Points to spend in one go.";
        MAY_STOP: Bool = "may-stop", Default("false"), "Whether one may stop early.";
        FROM: Names("zone") = "from", Optional, "Where cards come from.";
        TO: Name("zone") = "to", Default("hand"), "Where cards go.";
        COSTS: TableList<CostKeys> = "costs", Optional, "What costs more than 1.";
        PRICE: OneOf<Int, Table<CostKeys>>(&[Kind::Int { min: 0, max: 99 }, Kind::Table(CostKeys::SCHEMA)]) = "price", Optional, "What it costs.";
    }
    with CommonKeys
}

/// A schema that contains itself: written by hand, because a constant cannot be known before the schema it is part of.
static COST: Schema = Schema::new(
    "cost",
    "A price for some cards.",
    &[
        CostKeys::FROM.declared(),
        CostKeys::COST.declared(),
        KeyDecl { name: "instead", kind: Kind::Table(&COST), need: Need::Optional, doc: "Another price." },
    ],
);

#[derive(Clone, Copy, Debug)]
enum CostKeys {}

impl Keys for CostKeys {
    const SCHEMA: &'static Schema = &COST;
}

impl CostKeys {
    const FROM: Key<Self, Name> = Key::new("from", Name::of("zone"), Need::Required, "The zone it holds for.");
    const COST: Key<Self, Int> = Key::new("cost", Int::of(0..=99), Need::Required, "Points for one card.");
}
