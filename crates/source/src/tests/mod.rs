//! Tests of the crate as its users see it: a text goes in, a tree, values or a report come out.

mod layers;
mod reading;
mod reports;
mod syntax;

use crate::{Files, Kind, Need, Node, Report, Schema, include, key, parse};

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

static GAME: Schema = Schema::new(
    "game",
    "A whole game.",
    &[
        key("name", Kind::Text, Need::Required, "What players call it."),
        key("players", Kind::Point, Need::Default("[2, 4]"), "Least and greatest number of players."),
        key("actions", Kind::Tables(&ACTION), Need::Optional, "What players choose from."),
        key("tables", Kind::Map(&Kind::IntList), Need::Optional, "Functions by list."),
        key("ranking", Kind::List(&Kind::Expr), Need::Optional, "What decides who wins."),
    ],
);

static COMMON: Schema = Schema::new(
    "common",
    "What every action has.",
    &[
        key("when", Kind::Expr, Need::Default("true"), "Whether it may be chosen."),
        key("cites", Kind::Texts, Need::Optional, "Rule numbers."),
    ],
);

static ACTION: Schema = Schema::new(
    "action",
    "One kind of action.",
    &[
        key("do", Kind::Word(&["take", "claim", "pass"]), Need::Required, "The mechanic."),
        key("budget", Kind::Int { min: 1, max: 9 }, Need::Default("1"), "Points to spend in one go."),
        key("may-stop", Kind::Bool, Need::Default("false"), "Whether one may stop early."),
        key("from", Kind::Names("zone"), Need::Optional, "Where cards come from."),
        key("to", Kind::Name("zone"), Need::Default("hand"), "Where cards go."),
        key("costs", Kind::TableList(&COST), Need::Optional, "What costs more than 1."),
        key("price", Kind::OneOf(&[Kind::Int { min: 0, max: 99 }, Kind::Table(&COST)]), Need::Optional, "What it costs."),
        include(&COMMON),
    ],
);

static COST: Schema = Schema::new(
    "cost",
    "A price for some cards.",
    &[
        key("from", Kind::Name("zone"), Need::Required, "The zone it holds for."),
        key("cost", Kind::Int { min: 0, max: 99 }, Need::Required, "Points for one card."),
        key("instead", Kind::Table(&COST), Need::Optional, "Another price."),
    ],
);
