//! What this server can do, and what of the editor matters for its answers.

use serde_json::{Value, json};
use std::path::PathBuf;

/// What the server says of itself.
pub fn of_server() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            // Edits rather than whole texts (2).
            "textDocumentSync": { "openClose": true, "change": 2, "save": true },
            "completionProvider": { "triggerCharacters": [".", "\"", "(", "=", "["] },
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentSymbolProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        },
        "serverInfo": { "name": "railwright", "version": env!("CARGO_PKG_VERSION") },
    })
}

/// What the editor says of itself, as far as it matters.
#[derive(Default)]
pub struct Editor {
    /// The folder that it has open.
    pub folder: Option<PathBuf>,
    /// Whether it shows symbols within symbols.
    pub nested_symbols: bool,
    /// Whether it takes actions with edits, and not commands alone.
    pub actions: bool,
    /// Whether it can be asked to watch files.
    pub watches: bool,
}

impl Editor {
    /// From what comes with the first request.
    pub fn new(params: &Value) -> Self {
        let is = |pointer: &str| params.pointer(pointer).is_some_and(|value| *value == Value::Bool(true));
        let uri = params.pointer("/workspaceFolders/0/uri").or_else(|| params.get("rootUri")).and_then(Value::as_str);
        let path = || params.get("rootPath").and_then(Value::as_str).map(PathBuf::from);
        let text = "/capabilities/textDocument";
        Editor {
            folder: uri.and_then(crate::uri::to_path).or_else(path),
            nested_symbols: is(&format!("{text}/documentSymbol/hierarchicalDocumentSymbolSupport")),
            actions: params.pointer(&format!("{text}/codeAction/codeActionLiteralSupport")).is_some(),
            watches: is("/capabilities/workspace/didChangeWatchedFiles/dynamicRegistration"),
        }
    }
}

/// The request to watch the files of games.
pub fn watching() -> Value {
    let watchers: Vec<Value> = ["**/*.toml", "**/*.rhai"].iter().map(|glob| json!({ "globPattern": glob })).collect();
    json!({ "registrations": [{
        "id": "files",
        "method": "workspace/didChangeWatchedFiles",
        "registerOptions": { "watchers": watchers },
    }]})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn the_folder_is_the_first_that_the_editor_names() {
        let folder = |params: Value| Editor::new(&params).folder;
        let games = Some(PathBuf::from("/games"));
        assert_eq!(
            folder(json!({ "workspaceFolders": [{ "uri": "file:///games", "name": "x" }], "rootUri": "file:///b" })),
            games
        );
        assert_eq!(folder(json!({ "workspaceFolders": null, "rootUri": "file:///games" })), games);
        assert_eq!(folder(json!({ "rootUri": null, "rootPath": "/games" })), games);
        assert_eq!(folder(json!({ "rootUri": null })), None);
    }
}
