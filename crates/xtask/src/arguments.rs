//! What was asked for on the command line.

use crate::{accept, soak, test};

/// A command with its arguments.
#[derive(PartialEq, Eq, Debug)]
pub enum Order {
    /// Say what there is.
    Help(String),
    /// All that must hold before a change is taken.
    Test { filters: Vec<String>, only: Vec<String>, install: bool },
    /// Keep what has changed.
    Accept(Vec<String>),
    /// What takes long.
    Soak { names: Vec<String>, list: bool },
}

const HELP: &str = "\
The one way to do what concerns the whole repository.

  cargo xtask test      all that must hold before a change is taken
  cargo xtask accept    keeps changed outcomes, pages, pictures and counts
  cargo xtask soak      what takes long: hostile inputs, all mutants, a million games, packages

`cargo xtask COMMAND --help` says more.
";

const TEST: &str = "\
All that must hold before a change is taken. Says first what it needs and what of that is missing here.

  cargo xtask test                   everything
  cargo xtask test --install         the same; installs what is missing first
  cargo xtask test --only clippy     one part; may be given several times
  cargo xtask test market/ undo      the Rust tests whose name contains one of these words, and nothing else:
                                     a scenario is named FOLDER/FILE, a test of Rust FILE::NAME

Parts, in order (--only rust: fmt, clippy and test):
";

const ACCEPT: &str = "\
Keeps what has changed on purpose, and shows which files that were. Look at the difference before you commit it.

  cargo xtask accept                 everything
  cargo xtask accept scenarios docs  some of it

What can be kept:
";

const SOAK: &str = "\
What takes long. Says first what it needs and what of that is missing here.

  cargo xtask soak                   everything
  cargo xtask soak deny package      some of it
  cargo xtask soak --list            what there is and how long it takes

Parts:
";

/// Understands the words of a command line.
pub fn read(words: &[String]) -> Result<Order, String> {
    let Some((command, rest)) = words.split_first() else { return Ok(Order::Help(HELP.to_owned())) };
    let help = rest.iter().any(|word| word == "--help" || word == "-h");
    match command.as_str() {
        "help" | "--help" | "-h" => Ok(Order::Help(HELP.to_owned())),
        "test" if help => Ok(Order::Help(TEST.to_owned() + &listed(test::PARTS.iter().map(|p| (p.name, p.what))))),
        "accept" if help => Ok(Order::Help(ACCEPT.to_owned() + &listed(accept::KINDS.iter().map(|k| (k.name, k.what))))),
        "soak" if help => Ok(Order::Help(SOAK.to_owned() + &soak::list())),
        "test" => read_test(rest),
        "accept" => {
            known(rest, &accept::KINDS.map(|kind| kind.name))?;
            Ok(Order::Accept(rest.to_vec()))
        }
        "soak" => {
            let (flags, names): (Vec<String>, Vec<String>) = rest.iter().cloned().partition(|word| word.starts_with('-'));
            known(&flags, &["--list"])?;
            known(&names, &soak::PARTS.map(|part| part.name))?;
            Ok(Order::Soak { names, list: !flags.is_empty() })
        }
        other => Err(format!("there is no command `{other}`; there are test, accept and soak")),
    }
}

fn read_test(words: &[String]) -> Result<Order, String> {
    let (mut filters, mut only, mut install) = (Vec::new(), Vec::new(), false);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--install" => install = true,
            "--only" => {
                only.extend(words.next().cloned().ok_or("`--only` wants the name of a part")?.split(',').map(str::to_owned))
            }
            _ if word.starts_with('-') => return Err(format!("`test` knows no `{word}`; it knows --install and --only PART")),
            _ => filters.push(word.clone()),
        }
    }
    let names: Vec<&str> = test::PARTS.iter().map(|part| part.name).chain([test::RUST]).collect();
    known(&only, &names)?;
    if !only.is_empty() && !filters.is_empty() {
        return Err("a FILTER selects tests of Rust and nothing else: give either FILTER or --only".to_owned());
    }
    Ok(Order::Test { filters, only, install })
}

fn known(words: &[String], names: &[&str]) -> Result<(), String> {
    match words.iter().find(|word| !names.contains(&word.as_str())) {
        Some(word) => Err(format!("there is no `{word}`; there are {}", names.join(", "))),
        None => Ok(()),
    }
}

fn listed<'a>(parts: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    parts.map(|(name, what)| format!("  {name:14} {what}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(line: &str) -> Result<Order, String> {
        read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_filter_selects_tests_and_nothing_else() {
        let test = |filters, only, install| Ok(Order::Test { filters: words(filters), only: words(only), install });
        assert_eq!(order("test"), test("", "", false));
        assert_eq!(order("test --install"), test("", "", true));
        assert_eq!(order("test market/ undo"), test("market/ undo", "", false));
        assert_eq!(order("test --only fmt --only clippy,test"), test("", "fmt clippy test", false));
        assert_eq!(order("test --only rust"), test("", "rust", false));
        assert!(order("test --only fmt undo").unwrap_err().contains("either FILTER or --only"));
    }

    #[test]
    fn what_is_not_known_is_said_with_what_there_is() {
        assert_eq!(order("tset").unwrap_err(), "there is no command `tset`; there are test, accept and soak");
        assert!(order("test --only clipy").unwrap_err().starts_with("there is no `clipy`; there are fmt, clippy, test"));
        assert!(order("test --only").unwrap_err().contains("wants the name of a part"));
        assert!(order("test --instal").unwrap_err().contains("--install"));
        assert!(order("accept scenario").unwrap_err().contains("there are scenarios, "));
        assert!(order("soak --lst").unwrap_err().contains("--list"));
        assert!(order("soak deni").unwrap_err().contains("deny"));
    }

    #[test]
    fn accept_and_soak_take_names() {
        assert_eq!(order("accept docs scenarios"), Ok(Order::Accept(words("docs scenarios"))));
        assert_eq!(order("soak"), Ok(Order::Soak { names: Vec::new(), list: false }));
        assert_eq!(order("soak deny --list"), Ok(Order::Soak { names: words("deny"), list: true }));
    }

    #[test]
    fn help_names_every_part() {
        let help = |line: &str| match order(line) {
            Ok(Order::Help(text)) => text,
            other => panic!("{other:?}"),
        };
        assert!(help("").contains("cargo xtask accept") && help("--help").contains("cargo xtask soak"));
        assert!(test::PARTS.iter().all(|part| help("test --help").contains(part.what)));
        assert!(accept::KINDS.iter().all(|kind| help("accept -h").contains(kind.what)));
        assert!(soak::PARTS.iter().all(|part| help("soak --help").contains(part.what)));
    }
}
