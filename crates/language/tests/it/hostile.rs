//! Nothing that can be typed, and no place in it, breaks anything down.

use crate::{FOLDER, GAME, MAP, MODULE, PART, workspace};
use railwright_language::{Position, Workspace, position};

/// Everything that can be asked of a place.
fn ask(workspace: &Workspace, file: &str, place: Position) {
    let _ = workspace.complete(file, place);
    let _ = workspace.hover(file, place);
    let _ = workspace.definition(file, place);
}

#[test]
fn every_text_that_somebody_has_typed_halfway_can_be_asked_about() {
    for (file, text) in
        [("games/mine.toml", GAME), ("maps/mine.toml", MAP), ("games/parts/gifts.toml", PART), ("scripts/wind.rhai", MODULE)]
    {
        let mut workspace = workspace();
        for end in (0..text.len()).step_by(23) {
            workspace.change(file, &text[..end]);
            ask(&workspace, file, position(text, end));
        }
    }
}

#[test]
fn texts_that_are_no_files_at_all_can_be_asked_about() {
    let texts = [
        "",
        "\u{feff}",
        "[[[[",
        "= = =",
        "a = \"",
        "\"\"\"",
        "é = [ü, 'Ø𝄞",
        "extends = 3\nmap = []\nuse = 1",
        "/*",
        "fn",
        "\u{a0}/* é",
        "\u{2003}/* é = 'ü' */ fn x() { 'é' }",
        "\\",
        "\0\0",
        "a.b.c.d = {",
    ];
    for text in texts {
        for file in ["games/x.toml", "maps/x.toml", "parts/x.toml", "scenarios/x.toml", "scripts/x.rhai"] {
            let mut workspace = Workspace::open(FOLDER);
            workspace.change(file, text);
            for character in 0..4 {
                ask(&workspace, file, Position { line: 0, character });
            }
            let _ = (workspace.diagnostics(file), workspace.symbols(file));
            let _ = workspace.references(file, Position { line: 0, character: 1 });
        }
    }
}

#[test]
fn a_game_that_extends_itself_and_a_map_that_is_a_game_end() {
    let mut workspace = Workspace::open(FOLDER);
    workspace.change("a.toml", "format = 1\nextends = \"b\"\nmap = \"a\"\n");
    workspace.change("b.toml", "format = 1\nextends = \"a\"\n");
    let found = workspace.check("a.toml", &|| false).expect("not stopped");
    assert!(found.iter().any(|problem| problem.code == "endless-extends"), "{found:?}");
    ask(&workspace, "a.toml", Position { line: 1, character: 12 });
}
