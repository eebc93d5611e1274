//! `railwright completions`: what makes a shell complete the program's commands and options.

use crate::Cli;
use crate::failure::Failure;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

/// Print completions for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright completions bash > ~/.local/share/bash-completion/completions/railwright
  railwright completions zsh > ~/.zfunc/_railwright
  railwright completions fish > ~/.config/fish/completions/railwright.fish")]
pub struct Args {
    /// Which shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "railwright", &mut script);
    let mut out = std::io::stdout().lock();
    out.write_all(&script)?;
    Ok(out.flush()?)
}
