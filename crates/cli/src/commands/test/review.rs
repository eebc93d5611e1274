//! One outcome after the other that is new or has changed, with the rules it concerns: accept it, reject it, or leave it for later.

use crate::failure::Failure;
use crate::game::SCRIPTING;
use crate::screen;
use crate::style::{self, paint};
use railwright::scenario::{Games, Scenario, Summary, Verdict, judge};
use railwright_terminal::rulebook::chapters;
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// What somebody says of an outcome.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Accept,
    Reject,
    Skip,
    AcceptAll,
    Quit,
}

const HELP: &str = "\
a  accept: this is what should happen from now on
r  reject: the rules or the scenario are wrong; nothing is kept, and the scenario is named at the end
s  skip: decide later
A  accept this one and all that follow
q  stop here; what was accepted stays accepted
";

/// Goes through the scenarios that pass otherwise than before.
pub fn run(summary: &Summary, game: Option<&str>) -> Result<(), Failure> {
    let open: Vec<(&PathBuf, &Verdict)> = summary
        .results
        .iter()
        .map(|(path, verdict)| (path, verdict))
        .filter(|(_, v)| matches!(v, Verdict::Changed(_) | Verdict::New))
        .collect();
    if open.is_empty() {
        return screen::show("there is nothing to review\n");
    }
    let mut games = Games::new(SCRIPTING).allowing(game);
    let mut lines = std::io::stdin().lock().lines();
    let (mut accepted, mut skipped, mut rejected) = (0_u64, 0_u64, Vec::new());
    let mut all = false;
    for (at, (path, verdict)) in open.iter().enumerate() {
        let answer = if all {
            Answer::Accept
        } else {
            screen::show(&told(path, verdict, at + 1, open.len()))?;
            ask(&mut lines)?
        };
        all |= answer == Answer::AcceptAll;
        match answer {
            Answer::Accept | Answer::AcceptAll => match judge(path, &mut games, true) {
                Verdict::Accepted => accepted += 1,
                _ => {
                    return Err(Failure::Broken {
                        message: format!("{}: the outcome cannot be kept", path.display()),
                        help: "run railwright test to see why".to_owned(),
                    });
                }
            },
            Answer::Reject => rejected.push(path.display().to_string()),
            Answer::Skip => skipped += 1,
            Answer::Quit => {
                skipped += (open.len() - at) as u64;
                break;
            }
        }
    }
    let mut text = format!("\n{} accepted, {} rejected, {skipped} left\n", accepted, rejected.len());
    for path in &rejected {
        text += &format!("rejected {path}: its outcome is as it was, and it fails until the rules or the scenario are mended\n");
    }
    screen::show(&text)?;
    if rejected.is_empty() && skipped == 0 { Ok(()) } else { Err(Failure::Said) }
}

/// A difference at a glance: which scenario, what it is about, which rules it covers, what happens otherwise.
fn told(path: &Path, verdict: &Verdict, at: usize, of: usize) -> String {
    let mut text = format!("\n{}\n", paint(style::STRONG, &format!("{at} of {of}  {}", path.display())));
    if let Ok(scenario) = Scenario::load(path) {
        if !scenario.text.is_empty() {
            text += &format!("{}\n", scenario.text.trim());
        }
        let rules: Vec<(String, String)> = chapters("", &scenario.covers).into_iter().flat_map(|chapter| chapter.rules).collect();
        for number in &scenario.covers {
            let words = rules.iter().find(|(known, _)| known == number).map_or("", |(_, words)| words.as_str());
            text += &format!("{} {words}\n", paint(style::HINT, number));
        }
    }
    text += "\n";
    match verdict {
        Verdict::Changed(difference) => {
            for line in difference.lines() {
                let style = match line.as_bytes().first() {
                    Some(b'+') => style::GOOD,
                    Some(b'-') => style::ERROR,
                    _ => style::PLAIN,
                };
                text += &format!("{}\n", paint(style, line));
            }
        }
        _ => text += "no outcome is kept yet\n",
    }
    text
}

/// Asks until somebody answers; the end of the input is the end of the review.
fn ask(lines: &mut impl Iterator<Item = std::io::Result<String>>) -> Result<Answer, Failure> {
    loop {
        screen::show(&format!("{} ", paint(style::STRONG, "[a]ccept [r]eject [s]kip [A]ll [q]uit [?]")))?;
        let Some(Ok(line)) = lines.next() else { return Ok(Answer::Quit) };
        return Ok(match line.trim() {
            "a" | "accept" => Answer::Accept,
            "r" | "reject" => Answer::Reject,
            "s" | "skip" => Answer::Skip,
            "A" | "all" => Answer::AcceptAll,
            "q" | "quit" => Answer::Quit,
            _ => {
                screen::show(HELP)?;
                continue;
            }
        });
    }
}
