//! The long run enforces the bounds itself: whatever an input does, it is noticed, it is kept, and the others are tried all the same.

use railwright_hostile::{Way, find};
use std::path::PathBuf;
use std::process::Command;

/// What no input may do, and what is said of it then.
const WRONG: [(&str, &str); 5] = [
    ("busy", "took more than 2000 ms and was ended"),
    ("memory", "bytes, more than 67108864"),
    ("all memory", "the process ended (signal: 6"),
    ("stack", "the process ended (signal: 6"),
    ("panic", "an input broke the program"),
];
/// Each of them, and one that is as it should be.
const INPUTS: u64 = WRONG.len() as u64 + 1;

/// The first of so many inputs one after another among which each word comes once.
fn first() -> u64 {
    let subject = find("trial").expect("it can be found");
    let word = |number: u64| String::from_utf8_lossy(&subject.numbered(Way::Structured, number)).into_owned();
    let brings_all = |first: &u64| {
        let words: Vec<String> = (*first..first + INPUTS).map(word).collect();
        WRONG.iter().map(|(word, _)| *word).chain(["fine"]).all(|word| words.iter().any(|chosen| chosen == word))
    };
    (0..).find(brings_all).expect("every word comes")
}

// Elsewhere the system does not refuse memory, and an input that wants all of it would get it.
#[cfg(target_os = "linux")]
#[test]
fn whatever_goes_beyond_a_bound_is_noticed_and_the_others_are_tried() {
    let found = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bounds");
    let _ = std::fs::remove_dir_all(&found);
    let ran = Command::new(env!("CARGO_BIN_EXE_railwright-hostile"))
        .args(["--only", "trial", "--way", "structured", "--workers", "1", "--inputs", &INPUTS.to_string()])
        .args(["--first", &first().to_string(), "--found"])
        .arg(&found)
        .output()
        .expect("it can be started");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    for (word, said) in WRONG {
        assert!(err.contains(said), "{word} was not noticed:\n{err}");
    }
    assert!(out.contains(&format!("{INPUTS} inputs, {} of them wrong", WRONG.len())), "{out}");
    assert_eq!(ran.status.code(), Some(1));
    let kept = |file: std::fs::DirEntry| std::fs::read_to_string(file.path()).expect("an input");
    let kept: Vec<String> = std::fs::read_dir(&found).expect("a folder").map(|file| kept(file.expect("a file"))).collect();
    assert!(!kept.is_empty() && !kept.contains(&"fine".to_owned()), "{kept:?}");
}
