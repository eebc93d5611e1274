//! Expressions in the text of scripts: found when the game is loaded, so that they are compiled with all others.

use crate::calls::{Call, Literal, of_host};
use crate::check::{functions, quoted};
use crate::ids::{Names, Question};
use crate::limits;
use crate::questions::RESERVED;
use railwright_rules::module::ScriptSource;
use railwright_rules::script::{AskedAbout, AskedExpression};
use railwright_source::Diagnostic;
use rhai::Position;

/// All expressions that scripts ask for, and calls that do not write theirs out.
pub(crate) fn questions(scripts: &[ScriptSource]) -> (Vec<AskedExpression>, Vec<Diagnostic>) {
    let (mut asked, mut problems) = (Vec::new(), Vec::new());
    for (number, script) in scripts.iter().enumerate() {
        let engine = limits::reader(&script.imports);
        for (file, text, constants) in texts(script) {
            let Ok(ast) = limits::compile(&engine, text, constants) else { continue };
            let source = ScriptSource { at: file, text: text.to_owned(), ..script.clone() };
            for (call, function) in of_host(&ast, &functions(&ast), constants) {
                for (i, names) in function.names().enumerate() {
                    let Names::Question(question) = names else { continue };
                    match expression(&source, &call, i, question) {
                        Ok(one) => asked.push(AskedExpression { script: number, ..one }),
                        Err(problem) => problems.push(*problem),
                    }
                }
            }
        }
    }
    (asked, problems)
}

/// The texts of a script and of what it imports.
fn texts(script: &ScriptSource) -> Vec<(railwright_source::FileId, &str, &[railwright_rules::module::Constant])> {
    let own = (script.at, script.text.as_str(), script.constants.as_slice());
    std::iter::once(own).chain(script.imports.iter().map(|import| (import.at, import.text.as_str(), &[][..]))).collect()
}

fn expression(script: &ScriptSource, call: &Call, i: usize, question: Question) -> Result<AskedExpression, Box<Diagnostic>> {
    let Some((literal, at)) = call.arguments.get(i) else { return Err(Box::new(not_written(script, Position::NONE))) };
    let constant = call.constant_at(i).and_then(|name| script.constants.iter().find(|constant| constant.name == name));
    let Some(text) = literal.text() else { return Err(Box::new(not_written(script, *at))) };
    let origin = constant.map_or_else(|| quoted(script, *at), |constant| constant.origin);
    let (keys, entry) = match call.arguments.get(i + 1) {
        Some((Literal::Map(entries), _)) => {
            let entry = |key: &str| entries.iter().find(|(name, _)| name == key).map(|(_, literal)| literal.clone());
            (entries.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>(), Some(entry("cards")))
        }
        None => (Vec::new(), None),
        Some((_, at)) => {
            let problem = Diagnostic::error(
                "script-expression",
                format!("{}: what is given with an expression is written out", script.file),
            );
            let problem = problem.at(quoted(script, *at), "its names must be known when the game is loaded");
            return Err(Box::new(problem.help("write a map: #{ a: from, b: to }")));
        }
    };
    let has = |key: &str| keys.iter().any(|known| known == key);
    let cards = || entry.clone().flatten().and_then(|literal| literal.text().map(str::to_owned));
    let about = match question {
        Question::Value if has("lane") => AskedAbout::Lane,
        Question::Value if has("place") => AskedAbout::Place,
        Question::Value if has("company") => AskedAbout::Company,
        Question::Value if has("card") => match cards() {
            Some(set) => AskedAbout::CardOf(set),
            None => {
                let problem = Diagnostic::error(
                    "script-expression",
                    format!("{}: of which cards a card is one is written out", script.file),
                );
                return Err(Box::new(
                    problem.at(quoted(script, *at), "about a card").help("write #{ card: kind, cards: \"ticket\" }"),
                ));
            }
        },
        Question::Value | Question::Seats => AskedAbout::Nothing,
        Question::Lanes => AskedAbout::Lane,
        Question::Places => AskedAbout::Place,
        Question::Companies => AskedAbout::Company,
        Question::Cards => match call.arguments.first().and_then(|(zone, _)| zone.texts().first().map(|id| (*id).to_owned())) {
            Some(zone) => AskedAbout::CardIn(zone),
            None => return Err(Box::new(not_written(script, *at))),
        },
    };
    // A map of the language keeps its keys in order.
    let mut names: Vec<String> = keys.into_iter().filter(|key| !RESERVED.contains(&key.as_str())).collect();
    names.sort();
    Ok(AskedExpression { script: 0, text: text.to_owned(), origin, about, names })
}

fn not_written(script: &ScriptSource, at: Position) -> Diagnostic {
    let message = format!("{}: an expression is written out where it is asked for, or is a parameter of the module", script.file);
    let problem = Diagnostic::error("script-expression", message).at(quoted(script, at), "this is worked out");
    problem.help("expressions are compiled when the game is loaded; give what changes as values: table.eval(\"missing(a, b)\", #{ a: from, b: to })")
}
