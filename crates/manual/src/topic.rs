//! Everything that can be looked up, collected from where the code declares it.

use crate::codes::CODES;
use crate::pages::pages;
use crate::words::capital;
use railwright_core::expr::{Function, Name};
use railwright_rules::compile::schema;
use railwright_rules::module::{Header, Module};
use railwright_rules::parts::Part;
use railwright_rules::sense::CHECKS;
use railwright_rules::{flow, mechanics};
use railwright_script::{EVENTS, HOOKS, host_functions};
use railwright_source::{KeyDecl, Kind, Schema, did_you_mean, section};
use std::fmt::Write as _;

/// What sort of thing a topic is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// A table of a game, map or scenario file.
    Table,
    /// A kind of action.
    Mechanic,
    /// A kind of step.
    Step,
    /// A key of one or several tables.
    Key,
    /// A bundled part that games use.
    Part,
    /// A bundled rule module that games use.
    Module,
    /// A function of the expression language.
    Function,
    /// A name of the expression language.
    Name,
    /// A function of a rule script that the rules call.
    Hook,
    /// A function that rule scripts can call.
    Call,
    /// A check of sense.
    Check,
    /// What `check` or `test` can report.
    Code,
    /// A kind of hole that `holes` can find.
    Hole,
    /// A whole page of the manual.
    Page,
}

impl Sort {
    /// All sorts that are listed, in order; pages are only looked up.
    pub const ALL: [Self; 13] = [
        Self::Table,
        Self::Mechanic,
        Self::Step,
        Self::Key,
        Self::Part,
        Self::Module,
        Self::Function,
        Self::Name,
        Self::Hook,
        Self::Call,
        Self::Check,
        Self::Code,
        Self::Hole,
    ];

    /// What one is called.
    pub fn word(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Mechanic => "mechanic",
            Self::Step => "step",
            Self::Key => "key",
            Self::Part => "part",
            Self::Module => "module",
            Self::Function => "function of expressions",
            Self::Name => "name of expressions",
            Self::Hook => "hook of scripts",
            Self::Call => "function for scripts",
            Self::Check => "check of sense",
            Self::Code => "report",
            Self::Hole => "hole",
            Self::Page => "page",
        }
    }

    /// The heading of a list of them.
    pub fn heading(self) -> &'static str {
        match self {
            Self::Table => "Tables of game, map and scenario files",
            Self::Mechanic => "Mechanics: `do` of an action",
            Self::Step => "Steps: `do` of a step",
            Self::Key => "Keys",
            Self::Part => "Parts: what a game may `use`",
            Self::Module => "Modules: rules in Rhai that a game names in `[scripts]`",
            Self::Function => "Functions of expressions",
            Self::Name => "Names of expressions",
            Self::Hook => "Hooks: what a rule script may define",
            Self::Call => "What a rule script can call",
            Self::Check => "Checks of sense",
            Self::Code => "What can be reported",
            Self::Hole => "What `railwright holes` finds",
            Self::Page => "Pages",
        }
    }
}

/// One thing that can be looked up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Topic {
    /// What it is about.
    pub sort: Sort,
    /// Its name: `claim`, `open-lanes`, `on_claimed`.
    pub name: String,
    /// Its first sentence, for lists.
    pub summary: String,
    /// All of it, in Markdown with a heading.
    pub text: String,
    /// The page of the manual it stands on, below `docs/`.
    pub page: &'static str,
}

/// What a search for a topic gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lookup {
    /// The topics of that name.
    Found(Vec<Topic>),
    /// There is none; perhaps one of these was meant.
    Near(Vec<String>),
}

/// Every topic, in the order of the manual.
pub fn topics() -> Vec<Topic> {
    let mut topics: Vec<Topic> =
        tables().into_iter().map(|(schema, page)| of_schema(Sort::Table, schema.name, schema, page)).collect();
    topics
        .extend(mechanics::SCHEMAS.iter().map(|(name, schema)| of_schema(Sort::Mechanic, name, schema, "reference/actions.md")));
    topics.extend(flow::SCHEMAS.iter().map(|(name, schema)| of_schema(Sort::Step, name, schema, "reference/steps.md")));
    topics.extend(keys());
    topics.extend(Part::bundled().iter().map(|part| {
        let (name, summary) = (part.id.clone(), part.summary.clone());
        let text = format!("## use.{}\n\n{}", part.id, part_text(part));
        Topic { sort: Sort::Part, name, summary, text, page: "reference/parts.md" }
    }));
    topics.extend(Module::bundled().iter().map(|module| {
        let (name, summary) = (module.id.clone(), module.header.summary.clone());
        let text = format!("## scripts.{}\n\n{}", module.id, module_text(module));
        Topic { sort: Sort::Module, name, summary, text, page: "reference/modules.md" }
    }));
    topics.extend(Function::ALL.iter().map(|function| function.row()).map(|row| {
        let heading = format!("{}({})", row.name, row.signature());
        topic(Sort::Function, row.name, &heading, row.text, "reference/expressions.md")
    }));
    topics.extend(Name::ALL.iter().map(|name| name.row()).map(|row| {
        let text = format!("{} ({})", row.text, row.about.place());
        topic(Sort::Name, row.name, row.name, &text, "reference/expressions.md")
    }));
    topics.extend(
        HOOKS
            .iter()
            .map(|(name, arguments, text)| topic(Sort::Hook, name, &format!("fn {name}({arguments})"), text, "scripts.md")),
    );
    topics.extend(EVENTS.iter().map(|(name, holds, text)| {
        let name = format!("on_{name}");
        let text = if holds.is_empty() { (*text).to_owned() } else { format!("{text}. `event` holds `{holds}`") };
        topic(Sort::Hook, &name, &format!("fn {name}(table, event)"), &text, "scripts.md")
    }));
    topics.extend(host_functions().iter().map(|function| {
        let gives = if function.gives.is_empty() { String::new() } else { format!(". It gives {}", function.gives) };
        let text = format!("{}{gives}. {}", function.text, function.group.text());
        topic(Sort::Call, function.name, &format!("table.{}", function.signature()), &text, "scripts.md")
    }));
    topics.extend(CHECKS.iter().map(|check| {
        let text = format!("{}\n\n{}", check.doc, check.remedy);
        let topic = topic(Sort::Check, check.name, check.name, &text, "reference/checks.md");
        Topic { summary: first_sentence(check.doc), ..topic }
    }));
    topics.extend(CODES.iter().map(|code| {
        let text = format!("{}\n\n{}", code.text, code.remedy);
        let topic = topic(Sort::Code, code.name, code.name, &text, "reference/reports.md");
        Topic { summary: code.text.to_owned(), ..topic }
    }));
    topics.extend(railwright_holes::Kind::ALL.iter().map(|kind| {
        let (text, remedy) = kind.explained();
        let topic = topic(Sort::Hole, kind.word(), kind.word(), &format!("{text}\n\n{remedy}"), "holes.md");
        Topic { summary: text.to_owned(), ..topic }
    }));
    topics
}

/// What a bundled part is, which games and parts use it, and its parameters.
pub(crate) fn part_text(part: &Part) -> String {
    let games = part.games.iter().map(|game| format!("`{game}`"));
    let users: Vec<String> = games.chain(part.parts.iter().map(|part| format!("part `{part}`"))).collect();
    let used = match users.is_empty() {
        true => "No bundled game uses it; a recipe does.".to_owned(),
        false => format!("Used by {}.", users.join(", ")),
    };
    let mut text = format!("{} {used}\n\n| parameter | default | meaning |\n|---|---|---|\n", part.summary);
    for parameter in &part.parameters {
        let default = parameter.default.as_ref().map_or("required".to_owned(), |default| format!("`{default}`"));
        let _ = writeln!(text, "| `{}` | {default} | {} |", parameter.name, parameter.text);
    }
    text
}

/// What a bundled module is, who uses it, its parameters, actions and sentences.
pub(crate) fn module_text(module: &Module) -> String {
    let Header { summary, example, rules, actions, .. } = &module.header;
    let mut text = summary.clone();
    let importers: Vec<String> = module.importers.iter().map(|id| format!("module `{id}`")).collect();
    let users: Vec<&str> = module.users.iter().chain(&importers).map(String::as_str).collect();
    if !users.is_empty() {
        let _ = write!(text, " Used by {}.", users.join(", "));
    }
    text += "\n";
    if !module.parameters.is_empty() {
        text += "\n| parameter | is | default | meaning |\n|---|---|---|---|\n";
        for (name, is, default, meaning) in &module.parameters {
            let default = default.as_ref().map_or("required".to_owned(), |default| format!("`{default}`"));
            let _ = writeln!(text, "| `{name}` | {is} | {default} | {meaning} |");
        }
    }
    if !actions.is_empty() {
        text += "\n| action | |\n|---|---|\n";
        for action in actions {
            let _ = writeln!(text, "| `{}` | {} |", action.id, action.text);
        }
    }
    if !rules.is_empty() {
        text += "\nIn the rulebook:\n\n";
        for rule in rules {
            let _ = writeln!(text, "- {rule}");
        }
    }
    if !example.is_empty() {
        let _ = write!(text, "\n```toml\n{example}\n```\n");
    }
    text
}

/// The tables of files that are neither actions nor steps, and the page each stands on.
pub(crate) fn tables() -> Vec<(&'static Schema, &'static str)> {
    let of_map = ["map", "attributes", "place", "line", "lane"];
    let parts =
        |schemas: &[(&str, &'static Schema)]| -> Vec<&'static Schema> { schemas.iter().map(|(_, schema)| *schema).collect() };
    let (actions, steps) = (parts(mechanics::SCHEMAS), parts(flow::SCHEMAS));
    let listed = |schema: &&&'static Schema| actions.iter().chain(&steps).all(|other| other.name != schema.name);
    let declared = schema::all();
    let own: Vec<&'static Schema> = declared.iter().filter(listed).copied().collect();
    let nested = own.iter().flat_map(|schema| schema.nested());
    let page = |schema: &Schema| match schema.name {
        "part" | "parameter" => "reference/parts.md",
        "module" | "module parameter" | "module action" | "module hook" => "reference/modules.md",
        name if of_map.contains(&name) => "reference/map.md",
        _ => "reference/game.md",
    };
    let mut tables: Vec<(&'static Schema, &'static str)> =
        own.iter().copied().chain(nested).map(|schema| (schema, page(schema))).collect();
    for (schemas, page) in [(actions, "reference/actions.md"), (steps, "reference/steps.md")] {
        tables.extend(schemas.iter().flat_map(|schema| schema.keys).filter_map(|key| included(key)).map(|schema| (schema, page)));
        tables.extend(schemas.iter().flat_map(|schema| schema.nested()).map(|nested| (nested, page)));
    }
    tables.push((&railwright_scenario::SCHEMA, "reference/scenario.md"));
    tables.extend(railwright_scenario::SCHEMA.nested().into_iter().map(|nested| (nested, "reference/scenario.md")));
    let mut once: Vec<(&'static Schema, &'static str)> = Vec::new();
    for (schema, page) in tables {
        if once.iter().all(|(other, _)| other.name != schema.name) {
            once.push((schema, page));
        }
    }
    once
}

fn included(key: &KeyDecl) -> Option<&'static Schema> {
    if let Kind::Include(schema) = key.kind { Some(schema) } else { None }
}

/// A topic for each key name: what it means in each table that has it.
fn keys() -> Vec<Topic> {
    let schemas = tables().into_iter();
    let schemas = schemas.chain(mechanics::SCHEMAS.iter().map(|(_, schema)| (*schema, "reference/actions.md")));
    let schemas = schemas.chain(flow::SCHEMAS.iter().map(|(_, schema)| (*schema, "reference/steps.md")));
    let mut keys: Vec<Topic> = Vec::new();
    for (schema, page) in schemas {
        for key in schema.keys.iter().filter(|key| !matches!(key.kind, Kind::Include(_))) {
            let text = format!(
                "In `{}`: {}. Takes {}; {}.",
                schema.name,
                key.doc,
                key.kind.describe(),
                match key.need {
                    railwright_source::Need::Required => "it must be there".to_owned(),
                    railwright_source::Need::Optional => "it may be left out".to_owned(),
                    railwright_source::Need::Default(_) => format!("{} if left out", key.need.describe()),
                }
            );
            match keys.iter_mut().find(|known| known.name == key.name) {
                Some(known) => {
                    known.text += &format!("\n- {text}\n");
                    if !known.summary.ends_with('…') {
                        known.summary += ", …";
                    }
                }
                None => keys.push(Topic {
                    sort: Sort::Key,
                    name: key.name.to_owned(),
                    summary: format!("of `{}`: {}", schema.name, key.doc),
                    text: format!("## {}\n\n- {text}\n", key.name),
                    page,
                }),
            }
        }
    }
    keys
}

fn of_schema(sort: Sort, name: &str, schema: &'static Schema, page: &'static str) -> Topic {
    let summary = first_sentence(schema.doc);
    Topic { sort, name: name.to_owned(), summary, text: section(schema, "##", &[]), page }
}

fn topic(sort: Sort, name: &str, heading: &str, text: &str, page: &'static str) -> Topic {
    let text = capital(text);
    let stop = if text.ends_with('.') { "" } else { "." };
    Topic { sort, name: name.to_owned(), summary: text.clone(), text: format!("## {heading}\n\n{text}{stop}\n"), page }
}

/// The text up to the first full stop that ends a sentence.
fn first_sentence(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.split(". ").next().unwrap_or_default().trim_end_matches(['.', ':']).to_owned()
}

/// Looks a topic up by its name; a path of a game file (`zones.market.sweep`) leads to its last key, the name of a page to all of it.
pub fn look_up(wanted: &str) -> Lookup {
    let all = topics();
    let named = |name: &str| all.iter().filter(|topic| is_called(topic, name)).cloned().collect::<Vec<_>>();
    let found = named(wanted);
    if !found.is_empty() {
        return Lookup::Found(found);
    }
    if let Some((_, last)) = wanted.rsplit_once('.') {
        let found: Vec<Topic> =
            named(last).into_iter().filter(|t| matches!(t.sort, Sort::Key | Sort::Table | Sort::Call)).collect();
        if !found.is_empty() {
            return Lookup::Found(found);
        }
    }
    if let Some(page) = pages().into_iter().find(|page| page.path == format!("reference/{wanted}.md")) {
        let summary = format!("The page `{}`", page.title);
        return Lookup::Found(vec![Topic {
            sort: Sort::Page,
            name: wanted.to_owned(),
            summary,
            text: page.text,
            page: page.path,
        }]);
    }
    let lower = wanted.to_lowercase();
    let mut near: Vec<String> =
        did_you_mean(&lower, all.iter().map(|t| t.name.as_str())).into_iter().map(str::to_owned).collect();
    let holds = |topic: &&Topic| topic.name.to_lowercase().contains(&lower) || topic.summary.to_lowercase().contains(&lower);
    for topic in all.iter().filter(holds) {
        if !near.contains(&topic.name) {
            near.push(topic.name.clone());
        }
    }
    Lookup::Near(near)
}

/// Whether a topic answers to a name: `claim`, also as `action claim`; the plural of a table is its key.
fn is_called(topic: &Topic, name: &str) -> bool {
    let sort = match topic.sort {
        Sort::Mechanic => "action ",
        Sort::Step => "step ",
        Sort::Key => "key ",
        _ => "",
    };
    topic.name == name || (!sort.is_empty() && name.strip_prefix(sort) == Some(topic.name.as_str()))
}
