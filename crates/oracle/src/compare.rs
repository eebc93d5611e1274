//! What differs between the outcomes that are kept and those of now, in words that name it.

use crate::run::Played;
use crate::told::Told;
use crate::{Case, Outcome, Outcomes, Section, Story};
use std::fmt::Write;

/// Cases that are told of at length; of further ones it is only said how many games differ.
const AT_LENGTH: usize = 4;
/// Fields of a final state that are named; of further ones only their number.
const FIELDS: usize = 4;
/// Seeds that are named.
const SEEDS: usize = 8;

/// Where two tellings of a game part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Parting {
    /// At an action.
    Action {
        /// Its number, counted from one.
        number: usize,
        /// The action before it.
        after: Option<String>,
        /// What it was; nothing when the game was over.
        was: Option<String>,
        /// What it is now.
        is: Option<String>,
    },
    /// All actions agree, and the final states do not: the name of each field that differs, what it was and what it is.
    Fields(Vec<(String, Option<String>, Option<String>)>),
}

/// Where two tellings of a game part, if they do.
pub fn parting(was: &Story, is: &Story) -> Option<Parting> {
    let longer = was.actions.len().max(is.actions.len());
    if let Some(at) = (0..longer).find(|&i| was.actions.get(i) != is.actions.get(i)) {
        let after = at.checked_sub(1).map(|before| is.actions[before].clone());
        let (was, is) = (was.actions.get(at).cloned(), is.actions.get(at).cloned());
        return Some(Parting::Action { number: at + 1, after, was, is });
    }
    let field =
        |line: &String| line.split_once(" = ").map_or((line.clone(), String::new()), |(n, v)| (n.to_owned(), v.to_owned()));
    let [was, is] = [was, is].map(|story| story.fields.iter().map(field).collect::<Vec<_>>());
    let value = |fields: &[(String, String)], name: &str| fields.iter().find(|(n, _)| n == name).map(|(_, value)| value.clone());
    let gone_or_other = was.iter().map(|(name, old)| (name.clone(), Some(old.clone()), value(&is, name)));
    let new = is.iter().filter(|(name, _)| value(&was, name).is_none());
    let new = new.map(|(name, value)| (name.clone(), None, Some(value.clone())));
    let differing: Vec<_> = gone_or_other.chain(new).filter(|(_, was, is)| was != is).collect();
    (!differing.is_empty()).then_some(Parting::Fields(differing))
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
    let mut body = String::new();
    let (mut cases, mut games, mut at_length, mut renumbered) = (0, 0, 0, Vec::new());
    for played in now {
        let case = &played.section.case;
        let Some(was) = kept.of(case) else {
            cases += 1;
            let _ = writeln!(body, "\n{case}: nothing is kept of it yet");
            continue;
        };
        let differing = differing(was, &played.section);
        let stories = match told(case) {
            Ok(told) => partings(&told, &played.told),
            Err(wrong) => vec![format!("  the games told in full cannot be compared: {wrong}\n")],
        };
        if differing.is_empty() && stories.is_empty() && was.summary == played.section.summary {
            if was.rules != played.section.rules {
                renumbered.push(case.to_string());
            }
            continue;
        }
        cases += 1;
        games += differing.len();
        at_length += 1;
        head(&mut body, was, &played.section, &differing);
        if at_length > AT_LENGTH {
            continue;
        }
        what_changed(&mut body, was, &played.section);
        stories.iter().for_each(|story| body += story);
        if stories.is_empty() {
            shortest_now(&mut body, case, &differing, tell);
        }
        how_to_see(&mut body, case, &differing);
    }
    for gone in kept.sections.iter().filter(|kept| now.iter().all(|played| played.section.case != kept.case)) {
        cases += 1;
        let _ = writeln!(body, "\n{}: it is kept, and there is no such setting any more", gone.case);
    }
    if cases == 0 && renumbered.is_empty() {
        return None;
    }
    let all: usize = now.iter().map(|played| played.section.games.len()).sum();
    let title = match cases {
        0 => "No outcome has changed.".to_owned(),
        _ => format!("OUTCOMES HAVE CHANGED: {games} of {all} games, in {cases} of {} settings.", now.len()),
    };
    if !renumbered.is_empty() {
        let _ = writeln!(body, "\nother rules, the same outcomes: {}", renumbered.join(", "));
    }
    Some(format!("{title}\n{body}\nIf that is meant: cargo xtask accept oracle. The diff of tests/oracle then shows it.\n"))
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
    let _ = write!(body, "\n{}: {} of {} games differ", is.case, differing.len(), was.games.len());
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
        let now = is.games.iter().find(|(other, _)| other == seed).map(|(_, story)| story);
        match now.map(|now| (parting(then, now), now)) {
            None => texts.push(format!("  seed {seed}: it is told and was not played\n")),
            Some((None, _)) => {}
            Some((Some(parting), now)) => texts.push(format!("  seed {seed}: {}", in_words(&parting, then, now))),
        }
    }
    texts
}

fn in_words(parting: &Parting, was: &Story, is: &Story) -> String {
    let or_nothing = |text: &Option<String>, nothing: &str| text.as_deref().unwrap_or(nothing).to_owned();
    match parting {
        Parting::Action { number, after, was: then, is: now } => {
            let mut text = format!("action {number} (there were {}, there are {})\n", was.actions.len(), is.actions.len());
            if let Some(after) = after {
                let _ = writeln!(text, "    after {after}");
            }
            let _ = writeln!(text, "    was   {}", or_nothing(then, "nothing: the game was over"));
            let _ = writeln!(text, "    is    {}", or_nothing(now, "nothing: the game is over"));
            if let (Some((was_seat, was)), Some((seat, is))) =
                (then.as_deref().and_then(choices), now.as_deref().and_then(choices))
            {
                let _ = match (seat == was_seat, was == is) {
                    (false, _) => writeln!(text, "          seat {seat} is asked and not seat {was_seat}"),
                    (_, false) => writeln!(text, "          {is} actions are legal, {was} were"),
                    (_, true) => writeln!(text, "          as many actions are legal: others, or in another order"),
                };
            }
            text
        }
        Parting::Fields(fields) => {
            let mut text =
                format!("all {} actions agree, {} of the final state not\n", is.actions.len(), some(fields.len(), "field"));
            for (name, was, is) in fields.iter().take(FIELDS) {
                let _ = writeln!(
                    text,
                    "    {name}\n      was {}\n      is  {}",
                    or_nothing(was, "nothing"),
                    or_nothing(is, "nothing")
                );
            }
            if fields.len() > FIELDS {
                let _ = writeln!(text, "    and {}", some(fields.len() - FIELDS, "field") + " more");
            }
            text
        }
    }
}

fn some(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Who chose among how many actions.
fn choices(line: &str) -> Option<(&str, &str)> {
    line.split_once(' ')?.0.split_once('/')
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
        story.fields.iter().take_while(|field| !field.starts_with("counter ")).for_each(|field| {
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
