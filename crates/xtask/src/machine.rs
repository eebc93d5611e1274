//! The machine that this runs on: its system, and which programs answer.

use std::process::{Command, Stdio};

/// Whether the command line of a program goes well.
type Answers = Box<dyn Fn(&[&str]) -> bool>;

/// What can be asked of a machine; tests have one of their own.
pub struct Machine {
    /// The system, as Rust calls it: `linux`, `macos`, `windows`.
    pub system: &'static str,
    /// The processor, as Rust calls it.
    pub processor: &'static str,
    /// Whether this is a run of continuous integration, where nothing may be left out.
    pub ci: bool,
    /// Whether a command line runs and says that all is well.
    pub answers: Answers,
}

impl Machine {
    /// This one.
    pub fn this() -> Self {
        let ci = std::env::var("CI").is_ok_and(|value| value == "true" || value == "1");
        Machine { system: std::env::consts::OS, processor: std::env::consts::ARCH, ci, answers: Box::new(answers) }
    }

    /// Whether instructions can be counted here: Valgrind and the kept counts are for one kind of machine.
    pub fn counts_instructions(&self) -> bool {
        (self.system, self.processor) == ("linux", "x86_64")
    }
}

fn answers(line: &[&str]) -> bool {
    let Some((program, arguments)) = line.split_first() else { return false };
    let mut command = Command::new(program);
    command.args(arguments).current_dir(crate::root()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
pub fn pretended(system: &'static str, processor: &'static str, ci: bool, programs: &'static [&'static str]) -> Machine {
    Machine { system, processor, ci, answers: Box::new(|line| programs.contains(&line.join(" ").as_str())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_cargo_and_not_everything() {
        let machine = Machine::this();
        assert!((machine.answers)(&["cargo", "--version"]));
        assert!(!(machine.answers)(&["no-such-program-anywhere"]) && !(machine.answers)(&[]));
    }
}
