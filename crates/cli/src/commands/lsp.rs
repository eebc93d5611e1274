//! `railwright lsp`: a language server for editors.

use crate::failure::Failure;
use railwright_lsp::{End, serve_stdio};

/// Serve an editor: what is wrong, completion, hover, definitions, references, fixes, for files that need not be saved
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright lsp              what an editor is told to start

An editor starts this and talks with it through the standard streams, by the
Language Server Protocol: for game, map, part and scenario files and for rule
modules. docs/editors.md says how editors are told of it.")]
pub struct Args {
    /// Talk through the standard streams, as it does anyway: some editors ask for it
    #[arg(long)]
    stdio: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    // There is no other way to talk, whatever was asked for.
    let Args { stdio: _ } = args;
    match serve_stdio() {
        Ok(End::Agreed) => Ok(()),
        // As the protocol has it: who leaves without a word has not shut down.
        Ok(End::Gone) => Err(Failure::Said),
        Err(error) => Err(Failure::Broken {
            message: format!("what came in is not the Language Server Protocol: {error}"),
            help: "an editor starts this command; docs/editors.md says how".to_owned(),
        }),
    }
}
