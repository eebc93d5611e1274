//! An editor as the language server sees it: messages with their length before them.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// An editor and its server.
pub struct Editor {
    server: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    asked: i32,
    /// What the server said while an answer was waited for.
    heard: Vec<Value>,
}

impl Editor {
    /// Starts the server; what it writes for itself goes below the folder `cache`.
    pub fn start(cache: &Path) -> Self {
        let mut command = super::command(&["lsp", "--stdio"]);
        command.env("XDG_CACHE_HOME", cache).env("LOCALAPPDATA", cache);
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        let (to, from) = (server.stdin.take(), BufReader::new(server.stdout.take().expect("piped")));
        Editor { server, to, from, asked: 0, heard: Vec::new() }
    }

    /// The same, with a folder that is open, for an editor that can do everything.
    pub fn in_folder(folder: &Path, cache: &Path) -> Self {
        let mut editor = Editor::start(cache);
        let capabilities = json!({ "textDocument": {
            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix"] } } },
        }});
        let answer = editor.ask("initialize", &json!({ "rootUri": uri(folder), "capabilities": capabilities }));
        assert_eq!(answer["result"]["capabilities"]["positionEncoding"], "utf-16", "{answer}");
        editor.tell("initialized", &json!({}));
        editor
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let to = self.to.as_mut().expect("it is open");
        write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it reads");
        to.flush().expect("it reads");
    }

    /// Sends something that may not be the protocol, and no more.
    pub fn end_with(&mut self, text: &str) {
        self.to.take().expect("it is open").write_all(text.as_bytes()).expect("it reads");
    }

    /// The next message.
    pub fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).expect("it writes") > 0, "the server has ended");
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("a number"),
                None if line.trim_end().is_empty() => break,
                None => {}
            }
        }
        let mut bytes = vec![0; length];
        self.from.read_exact(&mut bytes).expect("it writes");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    /// Says something.
    pub fn tell(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks something without waiting; gives the number of the question.
    pub fn begin(&mut self, method: &str, params: &Value) -> i32 {
        self.asked += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params }));
        self.asked
    }

    /// The answer to a question.
    pub fn answer(&mut self, id: i32) -> Value {
        loop {
            let message = self.read();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.heard.push(message);
        }
    }

    /// Asks something, and waits for the answer.
    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        self.answer(id)
    }

    /// What a question about a place of a file brings.
    pub fn ask_at(&mut self, what: &str, file: &Path, (line, character): (usize, usize)) -> Value {
        let params = json!({
            "textDocument": { "uri": uri(file) },
            "position": { "line": line, "character": character },
            "context": { "includeDeclaration": true },
        });
        let answer = self.ask(&format!("textDocument/{what}"), &params);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// Opens a file with a text that need not be on disk.
    pub fn open(&mut self, file: &Path, text: &str) {
        let document = json!({ "uri": uri(file), "languageId": "toml", "version": 1, "text": text });
        self.tell("textDocument/didOpen", &json!({ "textDocument": document }));
    }

    /// Puts a text in the place of some columns of a line.
    pub fn edit(&mut self, file: &Path, version: i64, (line, start, end): (usize, usize, usize), text: &str) {
        let range = json!({ "start": { "line": line, "character": start }, "end": { "line": line, "character": end } });
        let document = json!({ "uri": uri(file), "version": version });
        let changes = json!([{ "range": range, "text": text }]);
        self.tell("textDocument/didChange", &json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// What the server says next that is wrong with a version of a file, or with a file that is not open.
    pub fn problems(&mut self, file: &Path, version: Option<i64>) -> Vec<Value> {
        let said = json!(uri(file));
        loop {
            let at = self.heard.iter().position(|message| {
                let params = &message["params"];
                let same = params["version"].as_i64() == version;
                message["method"] == "textDocument/publishDiagnostics" && params["uri"] == said && same
            });
            if let Some(at) = at {
                return self.heard.remove(at)["params"]["diagnostics"].as_array().expect("a list").clone();
            }
            let message = self.read();
            self.heard.push(message);
        }
    }

    /// Ends as editors do; the exit code.
    pub fn quit(mut self) -> i32 {
        assert!(self.ask("shutdown", &Value::Null)["result"].is_null());
        self.tell("exit", &Value::Null);
        self.ended().0
    }

    /// The exit code, and what it wrote for people.
    pub fn ended(mut self) -> (i32, String) {
        self.to = None;
        let output = self.server.wait_with_output().expect("it ends");
        (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// A file as editors call it.
pub fn uri(path: &Path) -> String {
    let text = path.to_str().expect("UTF-8").replace('\\', "/");
    format!("file://{}{text}", if text.starts_with('/') { "" } else { "/" })
}

/// The line and the column of a word in a text, a letter into it.
pub fn at(text: &str, word: &str) -> (usize, usize) {
    let start = text.find(word).unwrap_or_else(|| panic!("`{word}` is not there"));
    let line = text[..start].matches('\n').count();
    let before = text[..start].rsplit('\n').next().unwrap_or_default();
    (line, before.encode_utf16().count() + 1)
}
