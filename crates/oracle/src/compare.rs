//! What differs between the outcomes that are kept and those of now, in words that name it.

use crate::parting::Parting;
use crate::run::Played;
use crate::told::Told;
use crate::{Case, Outcome, Outcomes, Section, Story};
use std::fmt::Write;

/// Seeds that are named.
const SEEDS: usize = 8;

/// What is said of a case.
struct Said {
    /// The id of its game.
    game: String,
    /// How many of its games differ.
    games: usize,
    /// That they do, in a line.
    short: String,
    /// What differs, at length.
    long: String,
    /// Whether it names an action or a field.
    named: bool,
}

impl Said {
    fn only(case: &Case, what: &str) -> Self {
        Said { game: case.game.clone(), games: 0, short: format!("{case}: {what}\n"), long: String::new(), named: false }
    }
}

/// Everything that differs, to be read by somebody who has just changed something; nothing when all is as it was.
///
/// `kept` and `told` are what the files say. `tell` tells any game as it is played now.
pub fn report(
    kept: &Outcomes,
    told: &dyn Fn(&Case) -> Result<Told, String>,
    now: &[Played],
    tell: &dyn Fn(&Case, u64) -> Option<Story>,
) -> Option<String> {
    let (mut said, mut renumbered) = (Vec::new(), Vec::new());
    for played in now {
        let case = &played.section.case;
        let Some(was) = kept.of(case) else {
            said.push(Said::only(case, "nothing is kept of it yet"));
            continue;
        };
        let of_case = say(was, told(case), played, tell);
        if of_case.is_none() && was.rules != played.section.rules {
            renumbered.push(case.to_string());
        }
        said.extend(of_case);
    }
    let gone = kept.sections.iter().filter(|kept| now.iter().all(|played| played.section.case != kept.case));
    said.extend(gone.map(|gone| Said::only(&gone.case, "it is kept, and there is no such setting any more")));
    if said.is_empty() && renumbered.is_empty() {
        return None;
    }
    let (differ, all) =
        (said.iter().map(|one| one.games).sum::<usize>(), now.iter().map(|p| p.section.games.len()).sum::<usize>());
    let mut text = match said.len() {
        0 => "No outcome has changed.\n".to_owned(),
        cases => format!("OUTCOMES HAVE CHANGED: {differ} of {all} games, in {cases} of {} settings.\n", now.len()),
    };
    for (i, one) in said.iter().enumerate() {
        // Of each game one setting at length: the first in which something can be named.
        let same = || said.iter().enumerate().filter(|(_, other)| other.game == one.game && other.games > 0);
        let best = same().find(|(_, other)| other.named).or_else(|| same().next());
        let at_length = best.is_none_or(|(best, _)| best == i);
        text += &format!("\n{}{}", one.short, if at_length { &one.long } else { "" });
    }
    if !renumbered.is_empty() {
        text += &format!("\nother rules, the same outcomes: {}\n", renumbered.join(", "));
    }
    Some(text + "\nIf that is meant: cargo xtask accept oracle. The diff of tests/oracle then shows it.\n")
}

/// What is to be said of a case, if anything but the number of its rules differs.
fn say(was: &Section, told: Result<Told, String>, played: &Played, tell: &dyn Fn(&Case, u64) -> Option<Story>) -> Option<Said> {
    let (is, case) = (&played.section, &played.section.case);
    let differing = differing(was, is);
    let (stories, named) = match told {
        Ok(told) => (partings(&told, &played.told), true),
        Err(wrong) => (vec![format!("  the games told in full cannot be compared: {wrong}\n")], false),
    };
    if differing.is_empty() && stories.is_empty() && was.summary == is.summary {
        return None;
    }
    let (mut short, mut long) = (String::new(), String::new());
    head(&mut short, was, is, &differing);
    what_changed(&mut long, was, is);
    match &stories[..] {
        [] => shortest_now(&mut long, case, &differing, tell),
        [first, more @ ..] => {
            long += first;
            if !more.is_empty() {
                let _ = writeln!(long, "  of the games told in full {} more differ", more.len());
            }
        }
    }
    how_to_see(&mut long, case, &differing);
    Some(Said { game: case.game.clone(), games: differing.len(), short, long, named: named && !stories.is_empty() })
}

/// A game that is not as it was.
struct Differing {
    seed: u64,
    was: Option<Outcome>,
    is: Option<Outcome>,
}

fn differing(was: &Section, is: &Section) -> Vec<Differing> {
    let of = |section: &Section, i: usize| section.games.get(i).copied();
    let all = (0..was.games.len().max(is.games.len())).map(|i| Differing { seed: i as u64, was: of(was, i), is: of(is, i) });
    all.filter(|game| game.was != game.is).collect()
}

fn head(body: &mut String, was: &Section, is: &Section, differing: &[Differing]) {
    let _ = write!(body, "{}: {} of {} games differ", is.case, differing.len(), was.games.len());
    let both: Vec<(Outcome, Outcome)> = differing.iter().filter_map(|game| game.was.zip(game.is)).collect();
    let length = both.iter().filter(|(was, is)| was.decisions != is.decisions).count();
    let state = both.iter().filter(|(was, is)| (was.decisions, was.actions) == (is.decisions, is.actions)).count();
    let parts = [(length, "in length"), (both.len() - length - state, "in actions"), (state, "in the final state alone")];
    let parts: Vec<String> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    let _ = writeln!(body, "{}{}", if parts.is_empty() { "" } else { ": " }, parts.join(", "));
}

fn what_changed(body: &mut String, was: &Section, is: &Section) {
    let _ = match was.rules == is.rules {
        true => writeln!(body, "  by the same rules ({:016x}): the program plays them in another way", is.rules),
        false => writeln!(body, "  by other rules ({:016x}, were {:016x})", is.rules, was.rules),
    };
    if was.summary != is.summary {
        let _ = writeln!(body, "  was: {}\n  is:  {}", was.summary, is.summary);
    }
}

/// What can be said of each game that is told in full and differs.
fn partings(was: &Told, is: &Told) -> Vec<String> {
    let mut texts = Vec::new();
    for (seed, then) in &was.games {
        match is.games.iter().find(|(other, _)| other == seed) {
            None => texts.push(format!("  seed {seed}: it is told and was not played\n")),
            Some((_, now)) => {
                texts.extend(Parting::of(then, now).map(|parting| format!("  seed {seed}: {}", parting.in_words())))
            }
        }
    }
    texts
}

/// No game that is told differs: the shortest that does is shown as it is now.
fn shortest_now(body: &mut String, case: &Case, differing: &[Differing], tell: &dyn Fn(&Case, u64) -> Option<Story>) {
    let both = differing.iter().filter_map(|game| Some((game.seed, game.was?, game.is?)));
    let Some((seed, was, is)) = both.min_by_key(|(seed, _, is)| (is.decisions, *seed)) else { return };
    let what = match (was.decisions == is.decisions, was.actions == is.actions) {
        (false, _) => format!("{} decisions, there were {}", is.decisions, was.decisions),
        (_, false) => format!("other actions, {} as before", is.decisions),
        (_, true) => format!("all {} actions agree, the final state does not", is.decisions),
    };
    let _ = writeln!(body, "  no game that is told in full differs; the shortest that does is seed {seed}: {what}");
    if let Some(story) = tell(case, seed) {
        let sums_up = |field: &&String| ["over", "round", "score", "turn"].iter().any(|name| field.starts_with(name));
        story.fields.iter().filter(sums_up).for_each(|field| {
            let _ = writeln!(body, "    is now: {field}");
        });
    }
}

fn how_to_see(body: &mut String, case: &Case, differing: &[Differing]) {
    let Some(first) = differing.first() else { return };
    let seeds: Vec<String> = differing.iter().take(SEEDS).map(|game| game.seed.to_string()).collect();
    let more = if differing.len() > SEEDS { ", …" } else { "" };
    let _ = writeln!(body, "  seeds that differ: {}{more}", seeds.join(", "));
    let _ = writeln!(
        body,
        "  in full, here and in another checkout: cargo run -p railwright-oracle -- show {} --seed {}",
        case.arguments(),
        first.seed
    );
}
