//! `railwright schema`: what editors need to complete and check files while one writes.

use crate::failure::Failure;
use crate::{screen, whole_file};
use clap::ValueEnum;
use railwright::manual::schemas;
use std::path::{Path, PathBuf};

/// Write JSON Schemas of game, map and scenario files, and definitions for scripts, for editors
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright schema game > game.schema.json    one of them
  railwright schema --out .railwright          all of them, and a configuration
                                               for taplo and \"Even Better TOML\"

In a game file the first line `#:schema .railwright/game.schema.json` does
without any configuration. The definitions of the functions that scripts can
call (railwright.d.rhai) are for Rhai's language server.")]
pub struct Args {
    /// Which to print
    #[arg(value_name = "WHAT", required_unless_present = "out")]
    what: Option<SchemaKind>,
    /// Write all of them to this folder
    #[arg(long, value_name = "DIR", conflicts_with = "what")]
    out: Option<PathBuf>,
}

/// What can be printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SchemaKind {
    /// The JSON Schema of game files
    Game,
    /// The JSON Schema of map files
    Map,
    /// The JSON Schema of scenario files
    Scenario,
    /// Definitions of the functions that rule scripts can call
    Rhai,
}

impl SchemaKind {
    fn file(self) -> &'static str {
        match self {
            Self::Game => "game.schema.json",
            Self::Map => "map.schema.json",
            Self::Scenario => "scenario.schema.json",
            Self::Rhai => "railwright.d.rhai",
        }
    }

    fn text(self) -> String {
        match self {
            Self::Game => format!("{:#}\n", schemas::game()),
            Self::Map => format!("{:#}\n", schemas::map()),
            Self::Scenario => format!("{:#}\n", schemas::scenario()),
            Self::Rhai => schemas::rhai_definitions(),
        }
    }
}

/// Which file has which schema, for taplo: by the folders that games use.
const TAPLO: &str = "\
# Put this file at the root of your project as taplo.toml, or merge it into yours.
[[rule]]
include = [\"**/scenarios/**/*.toml\"]
[rule.schema]
path = \"FOLDER/scenario.schema.json\"

[[rule]]
include = [\"**/maps/*.toml\", \"**/*-map.toml\"]
[rule.schema]
path = \"FOLDER/map.schema.json\"

[[rule]]
include = [\"**/games/*.toml\"]
[rule.schema]
path = \"FOLDER/game.schema.json\"
";

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    match (&args.out, args.what) {
        (Some(folder), _) => write_all(folder),
        (None, Some(what)) => screen::show_raw(&what.text()),
        (None, None) => Ok(()),
    }
}

fn write_all(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::Broken {
        message: format!("cannot make {}: {error}", folder.display()),
        help: "give a folder that can be written to".to_owned(),
    })?;
    let mut text = String::new();
    let mut write = |name: &str, content: &str| -> Result<(), Failure> {
        let path = folder.join(name);
        whole_file::write(&path, content.as_bytes())?;
        text += &format!("wrote {}\n", path.display());
        Ok(())
    };
    for what in SchemaKind::value_variants() {
        write(what.file(), &what.text())?;
    }
    // In TOML a backslash would begin something else.
    let folder = folder.display().to_string().replace(std::path::MAIN_SEPARATOR, "/");
    write("taplo.toml", &TAPLO.replace("FOLDER", &folder))?;
    screen::show(&text)
}
