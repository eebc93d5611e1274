//! The conversation with an editor.

use crate::answers::{Answers, Asked, Document, is_known};
use crate::bundled::BundledFiles;
use crate::capabilities::{Editor, of_server, watching};
use crate::changes::{Change, changed};
use crate::checks::{Checks, Open, Opened};
use crate::uri;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use railwright_language::Workspace;
use serde::Deserialize;
use serde_json::Value;
use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};

/// How a conversation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The editor said that it would end, and did.
    Agreed,
    /// The editor was gone, or left without a word.
    Gone,
}

/// Talks with an editor through the standard streams until it ends; an error says that what came was not the protocol.
pub fn serve_stdio() -> io::Result<End> {
    let (connection, threads) = Connection::stdio();
    let end = serve(connection);
    // Whoever sent no more has closed the stream, so that the reading thread has ended.
    threads.join()?;
    Ok(end)
}

/// Talks with an editor until it ends.
pub fn serve(connection: Connection) -> End {
    let Ok((id, params)) = connection.initialize_start() else { return End::Gone };
    let Connection { sender, receiver } = connection;
    if sender.send(Response::new_ok(id, of_server()).into()).is_err() {
        return End::Gone;
    }
    let (forward, messages) = channel();
    // What has come is looked through before it is answered: a question may have been taken back.
    let reader = std::thread::spawn(move || {
        for message in receiver {
            let exit = matches!(&message, Message::Notification(said) if said.method == "exit");
            if forward.send(message).is_err() || exit {
                break;
            }
        }
    });
    let (to_editor, of_checks) = (sender.clone(), sender);
    let tell = move |message| drop(of_checks.send(message));
    let end = Server::new(Editor::new(&params), Checks::new(tell), move |message| to_editor.send(message).is_ok()).run(&messages);
    drop(messages);
    if end == End::Agreed {
        let _ = reader.join();
    }
    end
}

struct Server<S: Fn(Message) -> bool> {
    workspace: Workspace,
    editor: Editor,
    bundled: BundledFiles,
    open: Open,
    checks: Checks,
    /// Sends a message; whether there still is somebody to read it.
    send: S,
    /// Whether the editor has said that it will end.
    ending: bool,
    /// What has come and is not done.
    queue: VecDeque<Message>,
    taken_back: Vec<RequestId>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidOpen {
    text_document: Text,
}

#[derive(Deserialize)]
struct Text {
    uri: String,
    version: i64,
    text: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DidChange {
    text_document: Version,
    content_changes: Vec<Change>,
}

#[derive(Deserialize)]
struct Version {
    uri: String,
    version: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct About {
    text_document: Document,
}

impl<S: Fn(Message) -> bool> Server<S> {
    fn new(editor: Editor, checks: Checks, send: S) -> Self {
        let workspace = Workspace::open(editor.folder.as_deref().unwrap_or(Path::new(".")));
        Server {
            workspace,
            editor,
            bundled: BundledFiles::new(),
            open: Open::new(),
            checks,
            send,
            ending: false,
            queue: VecDeque::new(),
            taken_back: Vec::new(),
        }
    }

    fn run(mut self, messages: &Receiver<Message>) -> End {
        loop {
            while let Ok(message) = messages.try_recv() {
                self.enqueue(message);
            }
            let next = self.queue.pop_front().or_else(|| messages.recv().ok());
            let goes_on = match next {
                None => return End::Gone,
                Some(Message::Notification(said)) if said.method == "exit" => {
                    return if self.ending { End::Agreed } else { End::Gone };
                }
                Some(Message::Notification(said)) => self.hear(said),
                Some(Message::Request(request)) => {
                    let response = self.answer(request);
                    (self.send)(response.into())
                }
                // To the one request that is made here there is nothing to say.
                Some(Message::Response(_)) => true,
            };
            if !goes_on {
                return End::Gone;
            }
        }
    }

    /// Puts a message behind the others; one that takes a question back is heard at once.
    fn enqueue(&mut self, message: Message) {
        if let Message::Notification(said) = &message
            && said.method == "$/cancelRequest"
        {
            let id = serde_json::from_value::<RequestId>(said.params["id"].clone()).ok();
            let waits = |id: &RequestId| self.queue.iter().any(|waiting| matches!(waiting, Message::Request(r) if r.id == *id));
            self.taken_back.extend(id.filter(waits));
            return;
        }
        self.queue.push_back(message);
    }

    fn answer(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        if let Some(at) = self.taken_back.iter().position(|taken| *taken == id) {
            self.taken_back.remove(at);
            return Response::new_err(id, ErrorCode::RequestCanceled as i32, "it was taken back".to_owned());
        }
        if self.ending {
            return Response::new_err(id, ErrorCode::InvalidRequest as i32, "the server has been told to end".to_owned());
        }
        if method == "shutdown" {
            self.ending = true;
            return Response::new_ok(id, Value::Null);
        }
        if !is_known(&method) {
            return Response::new_err(
                id,
                ErrorCode::MethodNotFound as i32,
                format!("{method} is nothing that can be asked here"),
            );
        }
        let asked: Asked = match serde_json::from_value(params) {
            Ok(asked) => asked,
            Err(error) => return Response::new_err(id, ErrorCode::InvalidParams as i32, format!("{method}: {error}")),
        };
        let answers = Answers { workspace: &self.workspace, editor: &self.editor, bundled: &self.bundled, open: &self.open };
        // Whatever a file says, the editor keeps its server.
        match catch_unwind(AssertUnwindSafe(|| answers.to(&method, &asked))) {
            Ok(answer) => Response::new_ok(id, answer),
            Err(_) => Response::new_err(id, ErrorCode::InternalError as i32, format!("{method}: the server is at fault")),
        }
    }

    /// Hears what the editor says; whether there still is an editor.
    fn hear(&mut self, said: Notification) -> bool {
        let Notification { method, params } = said;
        match method.as_str() {
            "initialized" if self.editor.watches => {
                let watch = Request::new("watch".to_owned().into(), "client/registerCapability".to_owned(), watching());
                return (self.send)(watch.into());
            }
            "textDocument/didOpen" => {
                if let Some(said) = read::<DidOpen>(params) {
                    self.opened(said);
                }
            }
            "textDocument/didChange" => {
                if let Some(said) = read::<DidChange>(params) {
                    self.changed(said);
                }
            }
            "textDocument/didClose" => {
                if let Some(path) = read::<About>(params).and_then(|about| self.path(&about.text_document.uri)) {
                    self.open.remove(&path);
                    self.workspace.close(&path);
                    self.check(&path);
                }
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.workspace.refresh();
                self.check(Path::new(""));
            }
            _ => {}
        }
        true
    }

    fn path(&self, uri: &str) -> Option<PathBuf> {
        uri::to_path(uri).map(|path| self.workspace.path(path))
    }

    fn opened(&mut self, said: DidOpen) {
        let Text { uri, version, text } = said.text_document;
        let Some(path) = self.path(&uri) else { return };
        if self.editor.folder.is_none() && self.open.is_empty() {
            self.workspace = Workspace::open(folder_of_games(&path));
        }
        self.workspace.change(&path, text);
        self.open.insert(path.clone(), Opened { uri, version });
        self.check(&path);
    }

    fn changed(&mut self, said: DidChange) {
        let Version { uri, version } = said.text_document;
        let Some(path) = self.path(&uri) else { return };
        let Some(open) = self.open.get_mut(&path) else { return };
        open.version = version;
        let text = changed(self.workspace.text(&path).unwrap_or_default(), said.content_changes);
        self.workspace.change(&path, text);
        self.check(&path);
    }

    fn check(&self, changed: &Path) {
        self.checks.check(&self.workspace, &self.open, changed);
    }
}

/// What is said, if it is said as the protocol has it.
fn read<T: for<'de> Deserialize<'de>>(params: Value) -> Option<T> {
    serde_json::from_value(params).ok()
}

/// The folder of the games of a file, for an editor that has none open: the one around the folder of games, maps or parts.
fn folder_of_games(file: &Path) -> PathBuf {
    let mut folder = file.parent().unwrap_or(Path::new("/"));
    let is_shelf = |folder: &Path| {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        matches!(name, "games" | "maps" | "parts" | "scripts" | "scenarios")
    };
    while is_shelf(folder) {
        let Some(above) = folder.parent() else { break };
        folder = above;
    }
    folder.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_alone_finds_the_folder_of_its_games() {
        let folder = |file: &str| folder_of_games(Path::new(file));
        assert_eq!(folder("/me/mine.toml"), Path::new("/me"));
        assert_eq!(folder("/me/maps/mine.toml"), Path::new("/me"));
        assert_eq!(folder("/me/games/parts/mine.toml"), Path::new("/me"));
    }
}
