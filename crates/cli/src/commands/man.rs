//! `railwright man`: the manual pages, made from what `--help` says.

use crate::Cli;
use crate::failure::Failure;
use clap::CommandFactory;
use clap_mangen::Man;
use std::io::Write;
use std::path::PathBuf;

/// Print the manual page, or write those of all commands to a folder
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright man | man -l -                           read it
  railwright man play | man -l -                      read that of a command
  railwright man --out ~/.local/share/man/man1        install them all")]
pub struct Args {
    /// The command whose page to print [default: the program's own]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
    /// Write the pages of all commands to this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut program = Cli::command();
    program.build();
    if let Some(folder) = &args.out {
        let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(program, folder));
        return written.map_err(|error| Failure::Broken {
            message: format!("cannot write to {}: {error}", folder.display()),
            help: "give a folder that can be written to".to_owned(),
        });
    }
    let page = match &args.command {
        None => program,
        Some(name) => program.find_subcommand(name).cloned().ok_or_else(|| {
            let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
            Failure::usage(format!("there is no command `{name}`"), format!("commands: {}", names.join(", ")))
        })?,
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    let mut out = std::io::stdout().lock();
    out.write_all(&text)?;
    Ok(out.flush()?)
}
