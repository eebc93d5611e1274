//! `railwright lsp` with a real editor: Neovim, with nobody at it. `cargo xtask test` has it installed.

use crate::common::{Folder, repository};
use std::process::Command;

const GAME: &str = "format = 1
extends = \"ticket-to-ride\"
name = \"Zoë's 𝄞 game\"
map = \"mine\"
scripts.wind.set = \"calm\"

[counters.gifts]
start = 2
of = \"seat\"

[sets]
calm = { holds = \"lane\" }

[score.gifts]
add = \"gifts + size(hand)\"
";

const MAP: &str = "format = 1
name = \"Mine\"
provenance = \"original\"
size = [400, 300]

[places]
ash = { name = \"Ash\", at = [10, 10] }
birch = { name = \"Birch\", at = [50, 10] }

[lines]
ash-birch = { ends = [\"ash\", \"birch\"], length = 2, lanes = [\"red\"] }

[cards.ticket.kinds]
ash-birch = { from = \"ash\", to = \"birch\", points = 4 }
";

const MODULE: &str = "/*
name = \"Wind\"
summary = \"Calm lanes are remembered.\"

[parameters]
set = { is = \"set\", text = \"the set of calm lanes\" }
*/

fn on_round(table, event) {
    if table.size(\"deck\") > 3 {
        table.add([\"gifts\", 1], 1);
    }
}
";

#[test]
#[ignore = "needs Neovim: `cargo xtask test` has it installed and runs this"]
fn an_editor_shows_what_is_wrong_and_goes_where_one_wants() {
    let folder = Folder::new("neovim");
    folder.write("games/mine.toml", GAME);
    folder.write("maps/mine.toml", MAP);
    folder.write("scripts/wind.rhai", MODULE);
    let script = repository("crates/cli/tests/editor/neovim.lua");
    let ran = Command::new("nvim")
        .args(["--headless", "--clean", "-n", "-c"])
        .arg(format!("luafile {}", script.display()))
        .current_dir(folder.path())
        .env("PROGRAM", env!("CARGO_BIN_EXE_railwright"))
        // What either of them keeps goes with the folder.
        .envs(["HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"].map(|name| (name, folder.path())))
        .output()
        .expect("Neovim runs: `cargo xtask test --only editor --install` installs it");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
    assert!(said.matches("ok: ").count() >= 20, "{said}");
    assert!(std::fs::read_to_string(folder.path().join("games/mine.toml")).expect("a game") == GAME, "nothing was saved");
}
