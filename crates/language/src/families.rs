//! Families of named things, and the tables of a game in which each is declared.

use railwright::core::expr::Takes;
use railwright::source::{Entry, Node};

/// A family and the table that declares its things.
const TABLES: &[(&str, &[&str])] = &[
    ("zone", &["zones"]),
    ("counter", &["counters"]),
    ("set", &["sets"]),
    ("set of cards", &["cards"]),
    ("place", &["places"]),
    ("lane", &["lines"]),
    ("company", &["companies"]),
    ("step", &["steps"]),
    ("action", &["actions"]),
    ("module", &["scripts"]),
    ("score", &["score"]),
    ("term", &["terms"]),
    ("option", &["options"]),
    ("dummy", &["dummies"]),
    ("table", &["tables"]),
    ("train", &["trains"]),
    ("attribute", &["attributes", "lane"]),
    ("attribute", &["attributes", "place"]),
    ("attribute", &["attributes", "company"]),
    ("overlay", &["overlays"]),
    ("template", &["templates"]),
    ("part", &["use"]),
    ("invariant", &["invariants"]),
    ("goal", &["goals"]),
    ("persona", &["personas"]),
    ("parameter", &["parameters"]),
];

/// Families of names that expressions may use as they stand, the likeliest first.
pub(crate) const IN_EXPRESSIONS: &[&str] =
    &["term", "counter", "attribute", "field", "set", "zone", "table", "option", "action", "score", "place", "kind", "company"];

/// A thing as an expression writes it: a term that is given something is called by what stands before the bracket.
pub(crate) fn written(key: &str) -> &str {
    key.split('(').next().unwrap_or(key).trim()
}

/// A path without the overlay that it stands in.
pub(crate) fn plain(path: &[String]) -> &[String] {
    if path.first().is_some_and(|first| first == "overlays") && path.len() > 2 { &path[2..] } else { path }
}

/// The family of the thing that a path declares or changes, if it ends at one.
pub(crate) fn declared(path: &[String]) -> Option<&'static str> {
    let path = plain(path);
    let (_, table) = path.split_last()?;
    match table {
        [cards, _, kinds] if cards == "cards" && kinds == "kinds" => Some("kind"),
        [cards, _, fields] if cards == "cards" && fields == "fields" => Some("field"),
        _ => {
            TABLES.iter().find(|(_, known)| table.iter().map(String::as_str).eq(known.iter().copied())).map(|(family, _)| *family)
        }
    }
}

/// The things of a family, or of several joined by `|`, that a tree declares.
pub(crate) fn things<'t>(tree: &'t Node, family: &str) -> Vec<&'t Entry> {
    let mut found = Vec::new();
    for family in family.split('|') {
        match family {
            "kind" | "field" => {
                let table = if family == "kind" { "kinds" } else { "fields" };
                let sets = tree.at("cards").and_then(Node::as_table).into_iter().flatten();
                found.extend(sets.filter_map(|set| set.node.at(table)?.as_table()).flat_map(|table| table.iter()));
            }
            _ => {
                for (_, path) in TABLES.iter().filter(|(known, _)| *known == family) {
                    found.extend(tree.at(&path.join(".")).and_then(Node::as_table).into_iter().flatten());
                }
            }
        }
    }
    found
}

/// The family that an argument of a function of expressions names.
pub(crate) fn of_argument(takes: Takes) -> Option<&'static str> {
    Some(match takes {
        Takes::Zone | Takes::Row => "zone",
        Takes::Counter => "counter",
        Takes::Action => "action",
        Takes::Option => "option",
        Takes::Dummy => "dummy",
        Takes::Line => "score",
        Takes::Module => "module",
        Takes::Set => "set",
        Takes::List => "attribute|field",
        Takes::Pays | Takes::PlaceField => "field",
        Takes::Number | Takes::Condition | Takes::Place | Takes::Listed | Takes::Value(_) | Takes::Any(_) => return None,
    })
}

/// The family that an argument of a function for scripts names, by the word that the manual has for it.
pub(crate) fn of_script_argument(word: &str) -> Option<&'static str> {
    Some(match word {
        "counter" => "counter",
        "zone" | "from zone" | "to zone" | "pile" => "zone",
        "set" => "set",
        "lane or place" => "lane|place",
        "lane" => "lane",
        "place" => "place",
        "company" | "party" => "company",
        "cards" => "set of cards",
        "kind" => "kind",
        "field" => "field",
        "attribute" => "attribute",
        "option" => "option",
        "list" => "table",
        _ => return None,
    })
}

/// The family that a parameter of a module names, by what its header says it is.
pub(crate) fn of_parameter(is: &str) -> Option<&'static str> {
    Some(match is {
        "zone" => "zone",
        "counter" => "counter",
        "set" => "set",
        "action" => "action",
        "step" => "step",
        "cards" => "set of cards",
        "place" => "place",
        "company" => "company",
        "list" => "table",
        "option" => "option",
        "lane-attribute" | "place-attribute" => "attribute",
        _ => return None,
    })
}
