//! What the page on Spike shows stands in its game file just so.

use std::path::Path;

#[test]
fn every_snippet_stands_in_the_game_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("a file that can be read");
    let (page, game) = (read("docs/spike.md"), read("games/spike.toml"));
    let snippets: Vec<&str> = page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect();
    assert!(snippets.len() > 8, "the page has snippets");
    for snippet in snippets {
        assert!(game.contains(snippet.trim_end()), "this is not in the game file:\n{snippet}");
    }
}
