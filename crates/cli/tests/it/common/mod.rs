//! Running the program and looking at what it said.
pub mod editor;
pub mod follow;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// What a run of the program gave.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ran {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in {}\n{}", self.out, self.err))
    }

    /// Asserts the exit code and gives what was shown.
    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.out, self.err);
        assert!(!self.err.contains("itself is at fault"), "a panic:\n{}", self.err);
        self
    }
}

/// The program, in a folder far from the repository.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_railwright"));
    command.args(arguments).current_dir(std::env::temp_dir()).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

pub fn railwright(arguments: &[&str]) -> Ran {
    railwright_in(&std::env::temp_dir(), arguments)
}

/// The same in a certain folder.
pub fn railwright_in(folder: &Path, arguments: &[&str]) -> Ran {
    let Output { status, stdout, stderr } = command(arguments).current_dir(folder).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    Ran { code: status.code().unwrap_or(-1), out: text(stdout), err: text(stderr) }
}

/// Asserts that every command line that a page shows is understood, options and all; says how many there are. What is explained beside a
/// line is two spaces away from it; lines that only a shell completes are left out.
#[track_caller]
pub fn understands(page: &str) -> usize {
    let text = std::fs::read_to_string(repository(page)).expect("a page");
    let lines = text.lines().filter_map(|line| line.strip_prefix("    "));
    let ours = lines.filter_map(|line| {
        line.strip_prefix("railwright ").or(line.strip_prefix("cargo ").filter(|rest| rest.starts_with("play ")))
    });
    let mut seen = 0;
    for line in ours.filter(|line| !line.contains('$')) {
        let line = line.split("  ").next().unwrap_or(line);
        // Every second part stands in quotes.
        let parts = line.split('"').enumerate();
        let words = parts.flat_map(|(i, part)| if i % 2 == 1 { vec![part] } else { part.split_whitespace().collect() });
        let arguments: Vec<&str> = words.chain(["--help"]).collect();
        let ran = railwright(&arguments);
        assert_eq!(ran.code, 0, "{page}: {line}\n{}", ran.err);
        seen += 1;
    }
    seen
}

/// A folder of its own for a test, in another one: maps are looked for beside the folder of a game too. It is taken away in the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        // Tests of one program run beside each other, and two may have the same idea of a name.
        static MADE: AtomicU32 = AtomicU32::new(0);
        let own = format!("railwright-{test}-{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(own).join("folder");
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file and gives its path.
    pub fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        std::fs::write(&path, text).expect("a file can be written");
        path.to_str().expect("a path is UTF-8").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0.parent().expect("it is in a folder of its own"));
    }
}

/// A file of the repository.
pub fn repository(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)
}

/// What Python is called.
pub const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

/// Python, which tests of the protocol cannot do without.
pub fn python() -> Command {
    let found = Command::new(PYTHON).arg("--version").output().is_ok_and(|ran| ran.status.success());
    assert!(found, "these tests drive the program from Python: `cargo xtask test --install` installs {PYTHON}");
    Command::new(PYTHON)
}

/// The bot of `tests/protocol` as somebody who sits at a table, well-behaved or not.
pub fn bot(mode: &str) -> String {
    python();
    format!("cmd:{PYTHON} '{}' {mode}", repository("tests/protocol/bot.py").display())
}

/// Runs the program with that input: exit code, output, errors.
pub fn piped(arguments: &[&str], input: &str) -> (i32, String, String) {
    piped_in(&std::env::temp_dir(), arguments, input)
}

/// The same in a certain folder.
pub fn piped_in(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = command(arguments);
    child.current_dir(folder);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // The program may leave before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the input was written");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// Starts the program on work that would take for ever and asks it to end with each signal: it does so soon, with the code of the
/// signal, and shows what was finished.
#[cfg(unix)]
pub fn asked_to_end(arguments: &[&str], mut shown: impl FnMut(&serde_json::Value)) {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    for (signal, code) in [("-TERM", 143), ("-INT", 130)] {
        let child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
        std::thread::sleep(Duration::from_millis(1500));
        let asked = Instant::now();
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs").success());
        let output = child.wait_with_output().expect("it ends");
        assert!(asked.elapsed() < Duration::from_secs(5), "{signal}: it took {:?}", asked.elapsed());
        assert_eq!(output.status.code(), Some(code), "{signal}: {}", String::from_utf8_lossy(&output.stderr));
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(json["stopped"], true, "{signal}: {json}");
        shown(&json);
    }
}
