//! Values, keys and entries of a merged game in words: what the rulebook and the list of changes have in common.

use railwright_source::{Node, Value};

/// A value as a sentence can hold it: names plain, expressions as code.
pub fn value(node: &Node) -> String {
    match &node.value {
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Int(number) => number.to_string(),
        Value::Text(text) if is_plain(text) => text.clone(),
        // An expression may be written over several lines.
        Value::Text(text) => format!("`{}`", text.split_whitespace().collect::<Vec<_>>().join(" ")),
        Value::List(list) if list.is_empty() => "nothing".to_owned(),
        Value::List(list) => list.iter().map(value).collect::<Vec<_>>().join(", "),
        Value::Table(table) if table.is_empty() => "nothing".to_owned(),
        // Of a condition with words of its own the condition counts.
        Value::Table(table) if table.has("if") => table.get("if").map(value).unwrap_or_default(),
        Value::Table(table) => {
            table.iter().map(|entry| format!("{} {}", entry.key, value(&entry.node))).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Whether a text is a name or a sentence and no expression.
fn is_plain(text: &str) -> bool {
    let signs = ['(', '=', '<', '>', '*', '+', '/'];
    !text.contains(signs) && !text.split(' ').any(|word| matches!(word, "-" | "and" | "or" | "not"))
}

/// A number with its word, in the plural unless it is one.
pub fn count(number: usize, word: &str) -> String {
    if number == 1 {
        return format!("1 {word}");
    }
    match word.strip_suffix('y') {
        Some(stem) => format!("{number} {stem}ies"),
        None => format!("{number} {word}s"),
    }
}

/// What people call an entry: its `name`, else its id.
pub fn name_of<'a>(id: &'a str, node: &'a Node) -> &'a str {
    node.at("name").and_then(Node::as_text).unwrap_or(id)
}

/// The table below a path, or an empty one.
pub fn entries<'a>(tree: &'a Node, path: &str) -> Vec<(&'a str, &'a Node)> {
    let table = tree.at(path).and_then(Node::as_table);
    table.map(|table| table.iter().map(|entry| (entry.key.as_str(), &entry.node)).collect()).unwrap_or_default()
}

/// A text with a capital letter at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// `a, b and c`.
pub fn listed(list: &[String], join: &str) -> String {
    match list.split_last() {
        // Where the parts have commas of their own, what separates them must be more.
        Some((last, rest)) if rest.iter().any(|part| part.contains(", ")) => format!("{}; {join} {last}", rest.join("; ")),
        Some((last, rest)) if !rest.is_empty() => format!("{} {join} {last}", rest.join(", ")),
        _ => list.concat(),
    }
}

/// A text with a small letter at its beginning, unless it begins with marks.
pub fn lower(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A number with its word.
pub fn count_of(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A noun with `a` or `an` before it.
pub fn a(noun: &str) -> String {
    let first = noun.chars().find(|c| c.is_alphabetic()).map(|c| c.to_ascii_lowercase());
    let vowel = matches!(first, Some('a' | 'e' | 'i' | 'o' | 'u'));
    format!("{} {noun}", if vowel { "an" } else { "a" })
}
