//! Checks of sense: what a game may say, but hardly means.
//!
//! Each check has a name, a page in the manual and a function that finds what it is about. A finding is a warning. An author who
//! means it says so in the file, with a reason: `allow.ticket-value = "long tickets are rewarded"` for all findings of a check,
//! `allow.ticket-value.ash-elm = "…"` for one.

mod board;
mod cards;
mod overlays;
mod unused;

use crate::compile::Loaded;
use crate::layers::Layers;
use crate::rules::Rules;
use crate::script::Scripting;
use railwright_source::{Diagnostic, Node, Origin, Severity, Table, Value};

/// A check of sense.
pub struct Check {
    /// Its name: the code of its warnings, and what `allow` names.
    pub name: &'static str,
    /// What it finds and why that is hardly meant.
    pub doc: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
    find: fn(&Checked) -> Vec<Finding>,
}

/// A game that is checked.
struct Checked<'a> {
    tree: &'a Node,
    rules: &'a Rules,
    layers: &'a Layers,
    scripting: &'a dyn Scripting,
}

/// Something that a check found, and what it is about.
struct Finding {
    subject: String,
    problem: Diagnostic,
}

impl Finding {
    fn new(subject: &str, problem: Diagnostic) -> Self {
        Finding { subject: subject.to_owned(), problem }
    }
}

/// What `mutate` allows: the path of each rule that no scenario can notice, with the reason.
const UNTESTED: &str = "untested";

/// What trial games show; whether it is found again depends on how many could be played.
pub const TRIALS: [&str; 4] = ["everybody-passed", "nobody-chose", "endless", "never-possible"];

/// All checks of sense, in the order of the manual.
pub const CHECKS: &[Check] = &[
    board::UNREACHED,
    board::OFF_BOARD,
    board::SAME_SPOT,
    board::LENGTH_WITHOUT_POINTS,
    cards::TICKET_UNJOINED,
    cards::TICKET_VALUE,
    cards::DECK_TOO_SMALL,
    overlays::NEVER_APPLIES,
    unused::UNUSED,
    unused::SCRIPT_UNUSED_FUNCTION,
];

/// What is hardly meant in a game that was loaded, whether or not it has errors as well; what its author allows is left out, and what is allowed for nothing is said.
pub fn check(loaded: &Loaded, scripting: &dyn Scripting) -> Vec<Diagnostic> {
    let (Some(rules), Some(layers)) = (loaded.rules.as_ref().or(loaded.draft.as_ref()), &loaded.layers) else {
        return Vec::new();
    };
    let checked = Checked { tree: &loaded.tree, rules, layers, scripting };
    let mut findings: Vec<Finding> = CHECKS.iter().flat_map(|check| (check.find)(&checked)).collect();
    let mut said = Vec::new();
    for entry in loaded.tree.at("allow").and_then(Node::as_table).into_iter().flatten() {
        if !is_known(&entry.key) {
            let names: Vec<&str> = names().collect();
            let near =
                railwright_source::did_you_mean(&entry.key, names.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            let problem = Diagnostic::error("unknown-name", format!("there is no check `{}`", entry.key));
            said.push(
                problem
                    .at(entry.key_origin, "no such check")
                    .help(near.unwrap_or_else(|| format!("one of: {}", names.join(", ")))),
            );
            continue;
        }
        if entry.key == UNTESTED {
            said.extend(entry.node.as_table().into_iter().flatten().filter_map(|rule| no_reason(&rule.node)));
            continue;
        }
        if TRIALS.contains(&entry.key.as_str()) {
            said.extend(no_reason(&entry.node));
            said.extend(entry.node.as_table().into_iter().flatten().filter_map(|subject| no_reason(&subject.node)));
            continue;
        }
        let of_check = |finding: &Finding| finding.problem.code == entry.key;
        // What the compiler itself warns of goes through `allowed`, not through here.
        let compiled = loaded.report.iter().any(|problem| problem.severity == Severity::Warning && problem.code == entry.key);
        match &entry.node.value {
            Value::Table(subjects) => {
                for subject in subjects {
                    let before = findings.len();
                    findings.retain(|finding| !(of_check(finding) && finding.subject == subject.key));
                    let warned = |problem: &Diagnostic| problem.code == entry.key && is_allowed(&loaded.tree, problem);
                    let named = |problem: &Diagnostic| problem.subject.as_ref() == Some(&subject.key);
                    if findings.len() == before && !loaded.report.iter().any(|problem| warned(problem) && named(problem)) {
                        said.push(unused_allow(&format!("{}.{}", entry.key, subject.key), subject.key_origin));
                    }
                    said.extend(no_reason(&subject.node));
                }
            }
            _ => {
                let before = findings.len();
                findings.retain(|finding| !of_check(finding));
                if findings.len() == before && !compiled {
                    said.push(unused_allow(&entry.key, entry.key_origin));
                }
                said.extend(no_reason(&entry.node));
            }
        }
    }
    // With errors in the game not everything is found, so exceptions may be needed all the same.
    said.retain(|problem: &Diagnostic| problem.code != "unused-allow" || loaded.rules.is_some());
    findings.into_iter().map(|finding| finding.problem).chain(said).collect()
}

/// Whether the author allows a warning of the compiler, such as `never-offered`.
pub fn is_allowed(tree: &Node, problem: &Diagnostic) -> bool {
    let Some(allow) = tree.at("allow").and_then(|allow| allow.as_table()?.get(problem.code)) else { return false };
    // For all, or for some by name.
    let named = |table: &Table| problem.subject.as_ref().is_some_and(|subject| table.has(subject));
    problem.severity != Severity::Error && (allow.as_text().is_some() || allow.as_table().is_some_and(named))
}

/// Names that `allow` may have: the checks, and warnings of the compiler.
fn names() -> impl Iterator<Item = &'static str> {
    CHECKS.iter().map(|check| check.name).chain(TRIALS).chain(["never-offered", "card-of-no-lane", "many-payments", UNTESTED])
}

fn is_known(name: &str) -> bool {
    names().any(|known| known == name)
}

fn unused_allow(what: &str, origin: Origin) -> Diagnostic {
    Diagnostic::warning("unused-allow", format!("`{what}` is allowed, but nothing of that kind is found"))
        .at(origin, "allowed here")
        .help("take it out: perhaps what it allowed was mended")
}

fn no_reason(node: &Node) -> Option<Diagnostic> {
    let empty = node.as_text().is_some_and(|reason| reason.trim().is_empty());
    empty.then(|| {
        Diagnostic::error("no-reason", "an exception needs a reason")
            .at(node.origin, "why?")
            .help("say in a few words why this is meant, so that the next reader knows")
    })
}

/// The place of the key of an entry.
fn place_of(tree: &Node, table: &str, id: &str) -> Origin {
    let entry = tree.at(table).and_then(|node| node.as_table()?.entry(id));
    entry.map_or(Origin::NONE, |entry| entry.key_origin)
}
