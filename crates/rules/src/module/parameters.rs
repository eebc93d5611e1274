//! What a game gives for the parameters of a module: read by what each is declared to be, and handed to the script as constants.

use super::header::{HeaderKeys, ModuleParameterKeys, ParameterKind};
use crate::compile::Compiler;
use railwright_source::{Diagnostic, Entry, Node, Origin, Reader, Report, Table, Value, did_you_mean, fill_in};

/// The key of a use that names the module where it is called differently.
pub(super) const MODULE: &str = "module";

/// A parameter with the value that a game gives, as the script reads it.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Its name in the script: `LONG_ROADS`.
    pub name: String,
    /// Its name in the header: `long-roads`.
    pub parameter: String,
    /// What it is.
    pub kind: ParameterKind,
    /// Its value.
    pub value: ConstantValue,
    /// Where the value is written.
    pub origin: Origin,
}

/// The value of a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConstantValue {
    /// A number.
    Number(i64),
    /// A truth value.
    Truth(bool),
    /// A text, or the id of something.
    Text(String),
    /// Numbers.
    Numbers(Vec<i64>),
}

impl Constant {
    /// The parameters that a header declares, each with something of its kind for a value.
    pub(super) fn unset(header: &Node, module: &str) -> Vec<Constant> {
        let declared = Reader::<HeaderKeys>::trusted(header, module).get(HeaderKeys::PARAMETERS);
        let constant = |(name, origin, parameter): &(&str, Origin, Reader<ModuleParameterKeys>)| {
            let word = parameter.get(ModuleParameterKeys::IS).unwrap_or("text");
            let kind = ParameterKind(ParameterKind::WORDS.iter().find(|known| **known == word).copied().unwrap_or("text"));
            let value = match word {
                "number" => ConstantValue::Number(1),
                "truth" => ConstantValue::Truth(true),
                "numbers" => ConstantValue::Numbers(vec![1]),
                _ => ConstantValue::Text(String::new()),
            };
            Constant { name: constant_name(name), parameter: (*name).to_owned(), kind, value, origin: *origin }
        };
        declared.iter().map(constant).collect()
    }
}

/// What a parameter is called in the script.
pub fn constant_name(parameter: &str) -> String {
    parameter.to_uppercase().replace('-', "_")
}

/// The values of a module's parameters, those given and the defaults of the others: as constants, and as a table for its texts.
pub(super) fn values(
    header: &Node,
    module: &str,
    (name, used, given): (&str, Origin, &Node),
    report: &mut Report,
) -> (Vec<Constant>, Table) {
    let (mut constants, mut table) = (Vec::new(), Table::default());
    table.insert("use", used, Node::new(Value::Text(name.to_owned()), used));
    let declared = Reader::<HeaderKeys>::trusted(header, module).get(HeaderKeys::PARAMETERS);
    for (name, origin, parameter) in &declared {
        let word = parameter.get(ModuleParameterKeys::IS).unwrap_or("text");
        let kind = ParameterKind(ParameterKind::WORDS.iter().find(|known| **known == word).copied().unwrap_or("text"));
        let default = || {
            // What is said by default may name parameters that stand before it.
            let mut node = parameter.node(ModuleParameterKeys::DEFAULT)?.clone();
            fill_in(&mut node, &table, report);
            Some(node)
        };
        let Some(node) = given.as_table().and_then(|t| t.get(name)).cloned().or_else(default) else {
            let text = parameter.get(ModuleParameterKeys::TEXT).unwrap_or_default();
            let problem = Diagnostic::error("missing-key", format!("the module `{module}` needs a value for `{name}`: {text}"));
            report.push(problem.at(used, format!("`{name}` is missing")).at(*origin, "declared here"));
            continue;
        };
        match value(kind, &node) {
            Some(value) => {
                let at = node.origin;
                table.insert(*name, *origin, node);
                let (parameter, name) = ((*name).to_owned(), constant_name(name));
                constants.push(Constant { name, parameter, kind, value, origin: at });
            }
            None => {
                let message = format!("`{name}` of the module `{module}` should be {}", described(kind));
                let problem = Diagnostic::error("wrong-kind", message).at(node.origin, format!("this is {}", node.kind_name()));
                report.push(problem.at(*origin, "declared here"));
            }
        }
    }
    let names: Vec<&str> = declared.iter().map(|(name, ..)| *name).collect();
    for entry in given.as_table().into_iter().flatten().filter(|entry| entry.key != MODULE) {
        if !names.contains(&entry.key.as_str()) {
            report.push(unknown(entry, module, &names));
        }
    }
    (constants, table)
}

fn unknown(entry: &Entry, module: &str, names: &[&str]) -> Diagnostic {
    let help = match did_you_mean(&entry.key, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if names.is_empty() => format!("`{module}` has no parameters"),
        None => format!("its parameters: {}", names.join(", ")),
    };
    let problem = Diagnostic::error("unknown-key", format!("the module `{module}` has no parameter `{}`", entry.key));
    problem.at(entry.key_origin, "no such parameter").help(help)
}

/// The value of a node, if it is of the kind.
fn value(kind: ParameterKind, node: &Node) -> Option<ConstantValue> {
    match kind.word() {
        "number" => node.as_int().map(ConstantValue::Number),
        "truth" => node.as_bool().map(ConstantValue::Truth),
        "numbers" => {
            let numbers: Option<Vec<i64>> = node.as_list()?.iter().map(Node::as_int).collect();
            numbers.map(ConstantValue::Numbers)
        }
        "expression" => node.as_expr().map(ConstantValue::Text),
        _ => node.as_text().map(|text| ConstantValue::Text(text.to_owned())),
    }
}

fn described(kind: ParameterKind) -> String {
    match kind.word() {
        "number" => "a number".to_owned(),
        "numbers" => "a list of numbers".to_owned(),
        "truth" => "true or false".to_owned(),
        "text" => "a text".to_owned(),
        "expression" => "an expression".to_owned(),
        "cards" => "the name of a set of cards".to_owned(),
        "list" => "the name of a list of `[tables]`".to_owned(),
        other => format!("the name of {} {}", if other.starts_with(['a', 'o']) { "an" } else { "a" }, other.replace('-', " ")),
    }
}

impl Compiler<'_> {
    /// Reports values of parameters that name what the game has not.
    pub(crate) fn check_constants(&mut self, constants: &[Constant]) {
        for Constant { kind, value, origin, .. } in constants {
            let ConstantValue::Text(name) = value else { continue };
            if self.elsewhere.contains(name) {
                continue;
            }
            let parts = &self.parts;
            let known: Vec<&str> = match kind.word() {
                "zone" | "counter" | "set" | "action" | "step" | "place" | "company" => {
                    self.known.check(kind.word(), name, *origin, self.report);
                    continue;
                }
                "cards" => parts.cards.iter().map(|set| set.id.as_str()).collect(),
                "list" => parts.lookups.iter().map(|list| list.id.as_str()).collect(),
                "tag" => parts.tags.iter().map(String::as_str).collect(),
                "option" => parts.options.iter().map(|option| option.0.as_str()).collect(),
                "lane-attribute" => parts.lane_attributes.iter().map(|attribute| attribute.0.as_str()).collect(),
                "place-attribute" => parts.place_attributes.iter().map(|attribute| attribute.0.as_str()).collect(),
                _ => continue,
            };
            if !known.contains(&name.as_str()) {
                let what = described(*kind).replace("the name of ", "").replacen("a ", "", 1).replacen("an ", "", 1);
                let help = did_you_mean(name, known.iter().copied()).map(|near| format!("did you mean `{near}`?"));
                let problem =
                    Diagnostic::error("unknown-name", format!("there is no {what} `{name}`")).at(*origin, "unknown name");
                self.report.push(if let Some(help) = help { problem.help(help) } else { problem });
            }
        }
    }
}
