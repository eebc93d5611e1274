//! Completions, manual pages and help are made from one description of the command line.

use crate::common::{Folder, railwright};

fn commands() -> Vec<String> {
    let help = railwright(&["--help"]).exits(0).out;
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let (list, _) = list.split_once("\n\n").expect("the end of the list");
    let lines = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    lines.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn every_command_has_examples() {
    let commands = commands();
    assert!(commands.len() >= 8, "{commands:?}");
    for command in &commands {
        let help = railwright(&[command, "--help"]).exits(0).out;
        assert!(help.contains("Examples:\n  railwright "), "{command}:\n{help}");
    }
}

#[test]
fn shells_can_complete_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = railwright(&["completions", shell]).exits(0).out;
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
    }
    railwright(&["completions", "abacus"]).exits(2);
}

#[test]
fn manual_pages_are_written_for_every_command() {
    let folder = Folder::new("man");
    let out = folder.path().join("man1");
    railwright(&["man", "--out", out.to_str().expect("UTF-8")]).exits(0);
    for command in commands() {
        let page = std::fs::read_to_string(out.join(format!("railwright-{command}.1"))).expect("a page");
        assert!(page.contains("Examples:"), "{command}");
    }
    assert!(railwright(&["man"]).exits(0).out.contains(".TH railwright 1"));
    assert!(railwright(&["man", "play"]).exits(0).out.contains("resume"));
    railwright(&["man", "nonsense"]).exits(2);
}
