//! `railwright lsp`, message by message. What a real editor makes of it is in `neovim`.

use crate::common::Folder;
use crate::common::editor::{Editor, at, uri};
use serde_json::{Value, json};
use std::path::PathBuf;

const GAME: &str = r#"format = 1
extends = "ticket-to-ride"
name = "Zoë's 𝄞 game"
map = "mine"

[counters.gifts]
of = "seat"
start = 2

[terms]
generous = "gifts + size(hand)"

[score.gifts]
add = "generous * 2"
"#;

const MAP: &str = r#"format = 1
name = "Mine"
provenance = "original"
size = [400, 300]

[places]
ash = { name = "Ash", at = [10, 10] }
birch = { name = "Birch", at = [50, 10] }

[lines]
ash-birch = { ends = ["ash", "birch"], length = 2, lanes = ["red"] }

[cards.ticket.kinds]
ash-birch = { from = "ash", to = "birch", points = 4 }
"#;

/// A folder with a game and its map on disk.
struct Games {
    folder: Folder,
    game: PathBuf,
    map: PathBuf,
}

impl Games {
    fn new(test: &str) -> Self {
        let folder = Folder::new(test);
        let game = PathBuf::from(folder.write("games/mine.toml", GAME));
        let map = PathBuf::from(folder.write("maps/mine.toml", MAP));
        Games { folder, game, map }
    }

    fn editor(&self) -> Editor {
        Editor::in_folder(self.folder.path(), &self.folder.path().join("cache"))
    }
}

fn codes(problems: &[Value]) -> Vec<&str> {
    problems.iter().map(|problem| problem["code"].as_str().expect("a code")).collect()
}

fn errors(problems: &[Value]) -> Vec<&Value> {
    problems.iter().filter(|problem| problem["severity"] == 1).collect()
}

#[test]
fn what_is_wrong_with_unsaved_text_is_told_and_taken_back() {
    let games = Games::new("lsp-problems");
    let mut editor = games.editor();
    editor.open(&games.game, &GAME.replace("start = 2", "strat = 2"));
    let problems = editor.problems(&games.game, Some(1));
    let wrong = problems.iter().find(|problem| problem["code"] == "unknown-key").expect("a slip");
    assert_eq!((&wrong["range"]["start"], &wrong["severity"]), (&json!({ "line": 7, "character": 0 }), &json!(1)));
    assert_eq!(wrong["range"]["end"]["character"], 5, "{wrong}");
    assert!(wrong["message"].as_str().is_some_and(|text| text.contains("did you mean `start`?")), "{wrong}");
    // The slip is mended letter by letter, behind a name with letters of two units.
    editor.edit(&games.game, 2, (2, 14, 16), "x");
    editor.edit(&games.game, 3, (7, 1, 3), "ta");
    editor.edit(&games.game, 4, (7, 3, 4), "r");
    editor.edit(&games.game, 5, (7, 4, 5), "t");
    assert_eq!(errors(&editor.problems(&games.game, Some(5))), Vec::<&Value>::new());
    // What is wrong with the map is told of the map, which is not open; and taken back when the game no longer says so.
    editor.edit(&games.game, 6, (3, 0, 12), "map = \"mime\"");
    assert!(codes(&editor.problems(&games.game, Some(6))).contains(&"no-such-file"));
    assert_eq!(editor.quit(), 0);
}

#[test]
fn a_file_that_is_not_open_is_told_of_when_the_game_is() {
    let games = Games::new("lsp-map");
    std::fs::write(&games.map, MAP.replace("\"ash\", \"birch\"]", "\"ash\", \"brich\"]")).expect("a map");
    let mut editor = games.editor();
    editor.open(&games.game, GAME);
    let problems = editor.problems(&games.map, None);
    assert!(codes(&problems).contains(&"unknown-name"), "{problems:?}");
    // Another program mends it.
    std::fs::write(&games.map, MAP).expect("a map");
    editor.tell("workspace/didChangeWatchedFiles", &json!({ "changes": [{ "uri": uri(&games.map), "type": 2 }] }));
    assert_eq!(editor.problems(&games.map, None), Vec::<Value>::new());
    assert_eq!(editor.quit(), 0);
}

#[test]
fn places_are_completed_explained_found_and_listed() {
    let games = Games::new("lsp-places");
    let mut editor = games.editor();
    editor.open(&games.game, GAME);
    editor.open(&games.map, MAP);
    let found = editor.ask_at("completion", &games.game, (at(GAME, "size(hand").0, at(GAME, "size(hand").1 + 6));
    let items = found["items"].as_array().expect("a list");
    let market = items.iter().find(|item| item["label"] == "market").expect("a zone");
    assert_eq!(market["textEdit"]["newText"], "market");
    assert_eq!(market["textEdit"]["range"]["start"], json!({ "line": 10, "character": 25 }), "{market}");
    let hover = editor.ask_at("hover", &games.game, at(GAME, "gifts + size"));
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("**counter** `gifts`")), "{hover}");
    let place = editor.ask_at("definition", &games.map, at(MAP, "\"birch\"]"));
    assert_eq!(
        place,
        json!([{ "uri": uri(&games.map), "range":
        { "start": { "line": 7, "character": 0 }, "end": { "line": 7, "character": 5 } } }])
    );
    let gifts = editor.ask_at("references", &games.game, at(GAME, "gifts + size"));
    let lines: Vec<_> = gifts.as_array().expect("a list").iter().map(|place| place["range"]["start"]["line"].clone()).collect();
    assert_eq!(lines, [5, 10]);
    let symbols = editor.ask("textDocument/documentSymbol", &json!({ "textDocument": { "uri": uri(&games.map) } }));
    let names: Vec<_> = symbols["result"].as_array().expect("a list").iter().map(|symbol| symbol["name"].clone()).collect();
    assert_eq!(names[4..], ["places", "lines", "cards"]);
    assert_eq!(symbols["result"][4]["children"][1]["name"], "birch");
    assert_eq!(editor.quit(), 0);
}

#[test]
fn a_bundled_definition_is_a_file_that_an_editor_can_open() {
    let games = Games::new("lsp-bundled");
    let mut editor = games.editor();
    editor.open(&games.game, GAME);
    let parent = editor.ask_at("definition", &games.game, at(GAME, "ticket-to-ride"));
    let named = parent[0]["uri"].as_str().expect("a file");
    assert!(named.starts_with(&uri(games.folder.path())) && named.ends_with("games/ticket-to-ride.toml"), "{named}");
    let path = PathBuf::from(named.trim_start_matches("file://"));
    #[cfg(unix)]
    {
        let text = std::fs::read_to_string(&path).expect("it was written");
        assert!(text.contains("name = \"Ticket to Ride"), "{text}");
        assert!(std::fs::metadata(&path).expect("a file").permissions().readonly());
        // Going there, one is not told what is wrong with it: nothing that is opened there is checked.
        editor.open(&path, &text);
        assert!(editor.ask_at("hover", &path, at(&text, "format"))["contents"].is_object());
    }
    assert_eq!(editor.quit(), 0);
}

#[test]
fn a_slip_is_mended_by_what_was_meant() {
    let games = Games::new("lsp-fix");
    let mut editor = games.editor();
    let spoilt = GAME.replace("size(hand)", "size(hnad)");
    editor.open(&games.game, &spoilt);
    let range = json!({ "start": { "line": 10, "character": 26 }, "end": { "line": 10, "character": 26 } });
    let params = json!({ "textDocument": { "uri": uri(&games.game) }, "range": range, "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", &params);
    let action = &actions["result"][0];
    assert_eq!((&action["title"], &action["kind"]), (&json!("Change `hnad` to `hand`"), &json!("quickfix")), "{actions}");
    let edit = &action["edit"]["changes"][uri(&games.game)][0];
    assert_eq!(edit["range"]["start"], json!({ "line": 10, "character": 25 }));
    editor.edit(&games.game, 2, (10, 25, 29), edit["newText"].as_str().expect("a text"));
    assert_eq!(errors(&editor.problems(&games.game, Some(2))), Vec::<&Value>::new());
    assert_eq!(editor.quit(), 0);
}

#[test]
fn an_editor_of_few_abilities_gets_what_it_can_take() {
    let games = Games::new("lsp-plain");
    let mut editor = Editor::start(games.folder.path());
    let early = editor.ask("textDocument/hover", &json!({}));
    assert_eq!(early["error"]["code"], -32002, "nothing is answered before the beginning: {early}");
    editor.ask("initialize", &json!({ "rootUri": null, "capabilities": {} }));
    editor.tell("initialized", &json!({}));
    // Without a folder, the one of the first file is looked at.
    editor.open(&games.map, MAP);
    let symbols = editor.ask("textDocument/documentSymbol", &json!({ "textDocument": { "uri": uri(&games.map) } }));
    let birch = symbols["result"].as_array().expect("a list").iter().find(|symbol| symbol["name"] == "birch").expect("a place");
    assert_eq!((&birch["containerName"], &birch["location"]["uri"]), (&json!("places"), &json!(uri(&games.map))));
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
    let params = json!({ "textDocument": { "uri": uri(&games.map) }, "range": range, "context": { "diagnostics": [] } });
    assert_eq!(editor.ask("textDocument/codeAction", &params)["result"], json!([]));
    // Other files of the same folder, and texts that are no files, are nobody's business.
    for other in ["file:///nowhere/Cargo.toml", "untitled:Untitled-1"] {
        let document = json!({ "uri": other, "languageId": "toml", "version": 1, "text": "[package]\nname = \"x\"\n" });
        editor.tell("textDocument/didOpen", &json!({ "textDocument": document }));
        let params = json!({ "textDocument": { "uri": other }, "position": { "line": 0, "character": 2 } });
        assert!(editor.ask("textDocument/hover", &params)["result"].is_null(), "{other}");
    }
    assert_eq!(editor.ask("textDocument/rename", &json!({}))["error"]["code"], -32601);
    assert_eq!(editor.ask("textDocument/hover", &json!({ "textDocument": 3 }))["error"]["code"], -32602);
    assert_eq!(editor.quit(), 0);
}

#[test]
fn a_question_that_is_taken_back_is_not_answered() {
    let games = Games::new("lsp-cancel");
    let mut editor = games.editor();
    editor.open(&games.map, MAP);
    let params = json!({ "textDocument": { "uri": uri(&games.map) }, "position": { "line": 10, "character": 3 } });
    // The first keeps the server busy, since every game of the folder is read for it.
    let busy = editor.begin("textDocument/references", &params);
    let asked: Vec<i32> = (0..20).map(|_| editor.begin("textDocument/references", &params)).collect();
    let last = *asked.last().expect("a question");
    editor.tell("$/cancelRequest", &json!({ "id": last }));
    assert!(editor.answer(busy)["result"].is_array());
    for id in asked {
        let answer = editor.answer(id);
        assert!(answer["result"].is_array() || id == last && answer["error"]["code"] == -32800, "{answer}");
    }
    // What was never asked, or is answered, cannot be taken back.
    editor.tell("$/cancelRequest", &json!({ "id": last }));
    editor.tell("$/cancelRequest", &json!({ "id": "never" }));
    assert!(editor.ask("textDocument/references", &params)["result"].is_array());
    assert_eq!(editor.quit(), 0);
}

#[test]
fn an_editor_that_is_gone_leaves_no_server() {
    let games = Games::new("lsp-gone");
    let mut editor = games.editor();
    editor.open(&games.game, GAME);
    assert_eq!(editor.ended().0, 1, "without a word");
    let mut editor = games.editor();
    editor.tell("exit", &Value::Null);
    assert_eq!(editor.ended().0, 1, "without a request to shut down");
    let mut editor = games.editor();
    assert!(editor.ask("shutdown", &Value::Null)["result"].is_null());
    assert_eq!(editor.ask("textDocument/hover", &json!({}))["error"]["code"], -32600, "nothing is answered after that");
    editor.end_with("GET / HTTP/1.1\r\n\r\n");
    let (code, text) = editor.ended();
    assert!(code == 1 && text.contains("is not the Language Server Protocol"), "{code}: {text}");
}
