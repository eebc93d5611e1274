//! What an editor asks of a place, a range or a file, and what it is told.

use crate::bundled::BundledFiles;
use crate::capabilities::Editor;
use crate::checks::{Open, diagnostic};
use crate::uri;
use railwright_language::{Completion, CompletionSort, Fix, Place, Position, Range, Sort, Symbol, SymbolSort, Workspace};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// What every question says: of which file, and perhaps of which place or range of it.
#[derive(Deserialize, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    text_document: Document,
    #[serde(default)]
    position: Position,
    #[serde(default)]
    range: Range,
}

/// A file as the editor calls it.
#[derive(Deserialize, Debug)]
pub struct Document {
    /// Its URI.
    pub uri: String,
}

/// Who answers.
pub struct Answers<'s> {
    /// The files as they are now.
    pub workspace: &'s Workspace,
    /// What the editor can take.
    pub editor: &'s Editor,
    /// Where bundled files are written.
    pub bundled: &'s BundledFiles,
    /// What the editor has open.
    pub open: &'s Open,
}

/// Whether something can be asked of a file.
pub fn is_known(method: &str) -> bool {
    let of_files = ["completion", "hover", "definition", "references", "documentSymbol", "codeAction"];
    method.strip_prefix("textDocument/").is_some_and(|what| of_files.contains(&what))
}

impl Answers<'_> {
    /// The answer to a question; of files that are none of a game there is nothing to say.
    pub fn to(&self, method: &str, asked: &Asked) -> Value {
        let file = uri::to_path(&asked.text_document.uri).map(|path| self.workspace.path(path));
        let known = |path: &PathBuf| Sort::known(path, &self.workspace.text(path).unwrap_or_default());
        let Some(file) = file.filter(known) else { return Value::Null };
        match method {
            "textDocument/completion" => self.completion(&file, asked.position),
            "textDocument/hover" => self.hover(&file, asked.position),
            "textDocument/definition" => self.places(&self.workspace.definition(&file, asked.position)),
            "textDocument/references" => self.places(&self.workspace.references(&file, asked.position)),
            "textDocument/documentSymbol" => self.symbols(&file, &asked.text_document.uri),
            "textDocument/codeAction" => self.actions(&file, asked.range),
            _ => Value::Null,
        }
    }

    /// A file as the editor calls it; bundled ones as they are written.
    fn uri(&self, file: &Path) -> Option<String> {
        let path = self.bundled.place(file)?;
        Some(self.open.get(&path).map_or_else(|| uri::of_path(&path), |open| open.uri.clone()))
    }

    fn places(&self, places: &[Place]) -> Value {
        let location = |place: &Place| Some(json!({ "uri": self.uri(&place.file)?, "range": place.range }));
        places.iter().filter_map(location).collect()
    }

    fn completion(&self, file: &Path, position: Position) -> Value {
        let found = self.workspace.complete(file, position);
        // What an edit replaces must stand in the line of the cursor, and around it.
        let fits = |completion: &&Completion| {
            let range = completion.range;
            range.start.line == range.end.line && range.start <= position && position <= range.end
        };
        let items: Vec<Value> = found.iter().filter(fits).enumerate().map(|(at, completion)| item(at, completion)).collect();
        // Things that are many are proposed once one has begun to type one.
        json!({ "isIncomplete": true, "items": items })
    }

    fn hover(&self, file: &Path, position: Position) -> Value {
        let Some(hover) = self.workspace.hover(file, position) else { return Value::Null };
        json!({ "contents": { "kind": "markdown", "value": hover.text }, "range": hover.range })
    }

    fn symbols(&self, file: &Path, uri: &str) -> Value {
        let symbols = self.workspace.symbols(file);
        if self.editor.nested_symbols {
            return symbols.iter().map(nested).collect();
        }
        let mut flat = Vec::new();
        symbols.iter().for_each(|symbol| flatten(symbol, uri, None, &mut flat));
        Value::Array(flat)
    }

    fn actions(&self, file: &Path, range: Range) -> Value {
        if !self.editor.actions {
            return json!([]);
        }
        self.workspace.fixes(file, range).iter().filter_map(|fix| self.action(fix)).collect()
    }

    fn action(&self, fix: &Fix) -> Option<Value> {
        let mut changes = serde_json::Map::new();
        for edit in &fix.edits {
            // Nobody can change a bundled file.
            let uri = Some(self.uri(&edit.place.file)?).filter(|_| !edit.place.is_bundled())?;
            let edits = changes.entry(uri).or_insert_with(|| json!([])).as_array_mut()?;
            edits.push(json!({ "range": edit.place.range, "newText": edit.text }));
        }
        Some(json!({
            "title": fix.title,
            "kind": "quickfix",
            "isPreferred": true,
            "diagnostics": [diagnostic(&fix.problem)],
            "edit": { "changes": changes },
        }))
    }
}

/// A proposal as editors take it; the numbers of the protocol stand for what it is.
fn item(at: usize, completion: &Completion) -> Value {
    let kind = match completion.sort {
        CompletionSort::Key => 10,
        CompletionSort::Word => 20,
        CompletionSort::Thing => 18,
        CompletionSort::Function => 3,
        CompletionSort::Name => 6,
        CompletionSort::File => 17,
    };
    json!({
        "label": completion.label,
        "kind": kind,
        "detail": completion.detail,
        "documentation": { "kind": "markdown", "value": completion.text },
        "sortText": format!("{at:05}"),
        "filterText": completion.label,
        "textEdit": { "range": completion.range, "newText": completion.insert },
    })
}

/// The number of the protocol for what a symbol is: an object, a property, a function.
fn kind(sort: SymbolSort) -> u8 {
    match sort {
        SymbolSort::Table => 19,
        SymbolSort::Key => 7,
        SymbolSort::Function => 12,
    }
}

/// A name that editors show; there must be one.
fn shown(symbol: &Symbol) -> &str {
    if symbol.name.trim().is_empty() { "\"\"" } else { &symbol.name }
}

fn nested(symbol: &Symbol) -> Value {
    json!({
        "name": shown(symbol),
        "detail": symbol.detail,
        "kind": kind(symbol.sort),
        "range": symbol.range,
        "selectionRange": symbol.selection,
        "children": symbol.children.iter().map(nested).collect::<Vec<_>>(),
    })
}

fn flatten(symbol: &Symbol, uri: &str, within: Option<&str>, flat: &mut Vec<Value>) {
    let mut item = json!({
        "name": shown(symbol),
        "kind": kind(symbol.sort),
        "location": { "uri": uri, "range": symbol.range },
    });
    if let Some(within) = within {
        item["containerName"] = within.into();
    }
    flat.push(item);
    symbol.children.iter().for_each(|child| flatten(child, uri, Some(shown(symbol)), flat));
}
