//! What has to be on the machine beside the Rust compiler: whether it is there, and how it is installed.

use crate::machine::Machine;

/// Something that parts of the work need.
pub struct Need {
    /// What people call it, and parts ask for it by.
    pub name: &'static str,
    /// What it is needed for.
    pub why: &'static str,
    /// The command line that answers when it is there.
    pub answer: &'static [&'static str],
    /// How it is got.
    pub from: Source,
}

/// Where something comes from.
pub enum Source {
    /// The package manager of the system: the names for apt, Homebrew and winget; nothing where there is none.
    System { apt: &'static str, brew: &'static str, winget: &'static str },
    /// A command line that is the same everywhere.
    Line(&'static [&'static str]),
}

/// What Python is called.
pub const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

/// Everything that anything here needs; a part names those that it cannot do without.
pub const NEEDS: &[Need] = &[
    Need {
        name: "rustfmt",
        why: "the layout of the source",
        answer: &["cargo", "fmt", "--version"],
        from: Source::Line(&["rustup", "component", "add", "rustfmt"]),
    },
    Need {
        name: "clippy",
        why: "the lints",
        answer: &["cargo", "clippy", "--version"],
        from: Source::Line(&["rustup", "component", "add", "clippy"]),
    },
    Need {
        name: "Python",
        why: "tests that play through the protocol for programs",
        answer: &[PYTHON, "--version"],
        from: Source::System { apt: "python3", brew: "python", winget: "Python.Python.3.13" },
    },
    Need {
        name: "Python environments",
        why: "the Python package is tested in an environment of its own, below target",
        answer: &[PYTHON, "-c", "import ensurepip, venv"],
        from: Source::System { apt: "python3-venv", brew: "python", winget: "Python.Python.3.13" },
    },
    Need {
        name: "Python packages",
        why: "the tests of the Python package; of one version each",
        answer: &[PYTHON, "crates/python/test.py", "--ready"],
        from: Source::Line(&[PYTHON, "crates/python/test.py", "--install"]),
    },
    Need {
        name: "Ray",
        why: "the long tests of the Python package, with a cluster",
        answer: &[PYTHON, "crates/python/test.py", "--ready", "--slow"],
        from: Source::Line(&[PYTHON, "crates/python/test.py", "--install", "--slow"]),
    },
    Need {
        name: "Valgrind",
        why: "counting instructions",
        answer: &["valgrind", "--version"],
        from: Source::System { apt: "valgrind", brew: "", winget: "" },
    },
    Need {
        name: "Node",
        why: "the tests of the pages, and the checker of their types",
        answer: &["node", "--version"],
        from: Source::System { apt: "nodejs", brew: "node", winget: "OpenJS.NodeJS" },
    },
    Need {
        name: "npm",
        why: "what the tests of the pages are made with",
        answer: &["npm", "--version"],
        from: Source::System { apt: "npm", brew: "node", winget: "OpenJS.NodeJS" },
    },
    Need {
        name: "Chromium",
        why: "the pages in a real browser",
        answer: &["chromium", "--version"],
        from: Source::System { apt: "chromium", brew: "", winget: "" },
    },
    Need {
        name: "PostgreSQL",
        why: "tables that several servers share",
        answer: &["pg_lsclusters", "--help"],
        from: Source::System { apt: "postgresql", brew: "postgresql", winget: "PostgreSQL.PostgreSQL" },
    },
    Need {
        name: "Neovim",
        why: "the language server in a real editor",
        answer: &["nvim", "--version"],
        from: Source::System { apt: "neovim", brew: "neovim", winget: "Neovim.Neovim" },
    },
    Need {
        name: "cargo-deny",
        why: "licences and known faults of libraries",
        answer: &["cargo", "deny", "--version"],
        from: Source::Line(&["cargo", "install", "--locked", "cargo-deny"]),
    },
    Need {
        name: "mdBook",
        why: "the manual as a book",
        answer: &["mdbook", "--version"],
        from: Source::Line(&["cargo", "install", "--locked", "mdbook"]),
    },
    Need {
        name: "check-jsonschema",
        why: "workflows and issue forms",
        answer: &[PYTHON, "-m", "check_jsonschema", "--version"],
        from: Source::Line(&[PYTHON, "-m", "pip", "install", "check-jsonschema"]),
    },
    Need {
        name: "Rust 1.89",
        why: "the oldest compiler that is promised",
        answer: &["rustup", "run", "1.89", "rustc", "--version"],
        from: Source::Line(&["rustup", "toolchain", "install", "1.89", "--profile", "minimal"]),
    },
];

impl Need {
    /// The command line that installs it here, if one is known.
    pub fn line(&self, machine: &Machine) -> Option<Vec<String>> {
        let words = |line: &[&str]| Some(line.iter().map(|word| (*word).to_owned()).collect());
        let (apt, brew, winget) = match &self.from {
            Source::Line(line) => return words(line),
            Source::System { apt, brew, winget } => (*apt, *brew, *winget),
        };
        match machine.system {
            "linux" if (machine.answers)(&["apt-get", "--version"]) => {
                let install = ["apt-get", "install", "-y", apt];
                // Root needs no sudo, and a container often has none.
                if (machine.answers)(&["sudo", "--version"]) {
                    words(&[&["sudo"], &install[..]].concat())
                } else {
                    words(&install)
                }
            }
            "macos" if !brew.is_empty() => words(&["brew", "install", brew]),
            "windows" if !winget.is_empty() => words(&["winget", "install", winget]),
            _ => None,
        }
    }

    /// What somebody without it is told.
    pub fn advice(&self, machine: &Machine) -> String {
        let how =
            self.line(machine).map_or("install it with the package manager of your system".to_owned(), |line| line.join(" "));
        format!("{} is missing ({}): {how}", self.name, self.why)
    }
}

/// The need of a name.
pub fn find(name: &str) -> &'static Need {
    NEEDS.iter().find(|need| need.name == name).unwrap_or_else(|| panic!("nothing says how to get {name}"))
}

/// What of these is not on the machine.
pub fn missing(names: &[&'static str], machine: &Machine) -> Vec<&'static Need> {
    names.iter().map(|name| find(name)).filter(|need| !(machine.answers)(need.answer)).collect()
}

/// Says what is needed and which of it is missing.
pub fn say(names: &[&'static str], missing: &[&'static Need], machine: &Machine) {
    if !names.is_empty() {
        println!("needs {}", names.join(", "));
    }
    missing.iter().for_each(|need| println!("{}", need.advice(machine)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::pretended;

    fn names(of: &[&Need]) -> Vec<&'static str> {
        of.iter().map(|need| need.name).collect()
    }

    #[test]
    fn what_does_not_answer_is_missing() {
        let machine = pretended("linux", "x86_64", false, &["mdbook --version"]);
        assert_eq!(names(&missing(&["mdBook", "Valgrind"], &machine)), ["Valgrind"]);
        assert!(missing(&[], &machine).is_empty());
        let all = pretended("linux", "x86_64", false, &["mdbook --version", "valgrind --version"]);
        assert!(missing(&["mdBook", "Valgrind"], &all).is_empty());
    }

    #[test]
    fn it_is_installed_as_the_system_does_it() {
        let line = |name: &str, machine: &Machine| find(name).line(machine).map(|line| line.join(" "));
        let plain = pretended("linux", "x86_64", false, &["apt-get --version"]);
        assert_eq!(line("Valgrind", &plain).as_deref(), Some("apt-get install -y valgrind"));
        let user = pretended("linux", "x86_64", false, &["apt-get --version", "sudo --version"]);
        assert_eq!(line("Python", &user).as_deref(), Some("sudo apt-get install -y python3"));
        let other = pretended("linux", "x86_64", false, &[]);
        assert_eq!(line("Python", &other), None);
        assert!(find("Python").advice(&other).ends_with("install it with the package manager of your system"));
        let mac = pretended("macos", "aarch64", false, &[]);
        assert_eq!(line("Python", &mac).as_deref(), Some("brew install python"));
        assert_eq!(line("Valgrind", &mac), None);
        let windows = pretended("windows", "x86_64", false, &[]);
        assert_eq!(line("Python", &windows).as_deref(), Some("winget install Python.Python.3.13"));
        assert_eq!(line("clippy", &windows).as_deref(), Some("rustup component add clippy"));
    }

    #[test]
    fn every_need_has_a_name_of_its_own_and_a_reason() {
        for (i, need) in NEEDS.iter().enumerate() {
            assert!(!need.why.is_empty() && !need.answer.is_empty(), "{}", need.name);
            assert!(NEEDS[..i].iter().all(|other| other.name != need.name), "{}", need.name);
        }
    }
}
