//! Running parts one after the other: what each said, how long it took, and one line in the end.

use crate::machine::Machine;
use crate::needs::{self, Need};
use crate::parts::{Line, Part};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What became of a part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All went well.
    Passed,
    /// A command line failed.
    Failed,
    /// It was not tried, though it should have been: why.
    NotRun(String),
    /// It is not for this machine: why.
    NotHere(String),
}

/// A part with what became of it and what it took.
pub struct Row {
    name: &'static str,
    outcome: Outcome,
    wall: Duration,
    cpu: Option<Duration>,
}

/// Runs parts; the closing line, as an error if not all is well.
pub fn all(parts: &[&Part], machine: &Machine, install: bool) -> Result<String, String> {
    let mut names: Vec<&'static str> = Vec::new();
    for name in parts.iter().filter(|part| (part.lines)(machine).is_ok()).flat_map(|part| part.needs) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    let mut missing = needs::missing(&names, machine);
    needs::say(&names, &missing, machine);
    if install && !missing.is_empty() {
        install_all(&missing, machine);
        missing = needs::missing(&names, machine);
    }
    // Nothing is left out where nobody looks.
    if (install || machine.ci) && !missing.is_empty() {
        return Err(format!("not begun: {}", missing.iter().map(|need| need.advice(machine)).collect::<Vec<_>>().join("; ")));
    }
    let mut rows: Vec<Row> = Vec::new();
    for part in parts {
        let (start, cpu) = (Instant::now(), cpu_of_children());
        let outcome = one(part, machine, &missing, &rows);
        let cpu = cpu.zip(cpu_of_children()).map(|(before, now)| now.saturating_sub(before));
        rows.push(Row { name: part.name, outcome, wall: start.elapsed(), cpu });
    }
    print!("\n{}", table(&rows));
    verdict(&rows)
}

fn one(part: &Part, machine: &Machine, missing: &[&Need], before: &[Row]) -> Outcome {
    println!("\n== {}: {}", part.name, part.what);
    let lines = match (part.lines)(machine) {
        Ok(lines) => lines,
        Err(why) => return Outcome::NotHere(why),
    };
    if let Some(need) = missing.iter().find(|need| part.needs.contains(&need.name)) {
        return Outcome::NotRun(need.advice(machine));
    }
    if let Some(first) = before.iter().find(|row| part.after == Some(row.name) && row.outcome != Outcome::Passed) {
        return Outcome::NotRun(format!("{} has not passed", first.name));
    }
    if lines.iter().all(runs) { Outcome::Passed } else { Outcome::Failed }
}

/// Runs a command line; whether it went well.
pub fn runs(line: &Line) -> bool {
    println!("{}", line.shown());
    let mut command = Command::new(&line.words[0]);
    command.args(&line.words[1..]).envs(line.set.iter().copied()).current_dir(crate::root());
    let done = if line.strict { without_warnings(command) } else { command.status().map(|status| status.success()) };
    done.unwrap_or_else(|error| {
        eprintln!("{}: {error}", line.words[0]);
        false
    })
}

/// Runs a command and shows what it complains about; whether that was nothing and it went well.
fn without_warnings(mut command: Command) -> std::io::Result<bool> {
    let mut child = command.stderr(Stdio::piped()).spawn()?;
    let mut warned = false;
    for said in child.stderr.take().into_iter().flat_map(|pipe| BufReader::new(pipe).lines()) {
        let said = said?;
        eprintln!("{said}");
        warned |= ["WARN", "ERROR", "warning:", "error:"].iter().any(|word| said.contains(word));
    }
    Ok(child.wait()?.success() && !warned)
}

fn install_all(missing: &[&Need], machine: &Machine) {
    let mut asked = false;
    for line in missing.iter().filter_map(|need| need.line(machine)) {
        if let Some(at) = line.iter().position(|word| word == "apt-get").filter(|_| !asked) {
            asked = true;
            let update = [&line[..=at], &["update".to_owned()]].concat();
            runs(&Line { words: update, ..Line::new("") });
        }
        runs(&Line { words: line, ..Line::new("") }.set("DEBIAN_FRONTEND", "noninteractive"));
    }
}

/// What all processes that were waited for have used so far, where the system says so in a file.
fn cpu_of_children() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in brackets may hold anything; what follows are numbers, the time in hundredths of a second.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let hundredths = |i: usize| fields.get(i)?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (hundredths(13)? + hundredths(14)?)))
}

fn clock(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

fn table(rows: &[Row]) -> String {
    let mut text = format!("{:14} {:>8} {:>8}\n", "", "minutes", "of cpu");
    for row in rows {
        let outcome = match &row.outcome {
            Outcome::Passed => "passed".to_owned(),
            Outcome::Failed => "FAILED".to_owned(),
            Outcome::NotRun(why) => format!("NOT RUN: {why}"),
            Outcome::NotHere(why) => format!("not here: {why}"),
        };
        let cpu = row.cpu.map(clock).unwrap_or_default();
        text += &format!("{:14} {:>8} {:>8}  {outcome}\n", row.name, clock(row.wall), cpu);
    }
    text
}

/// The closing line.
fn verdict(rows: &[Row]) -> Result<String, String> {
    let named = |wanted: fn(&Outcome) -> bool| {
        rows.iter().filter(|row| wanted(&row.outcome)).map(|row| row.name).collect::<Vec<_>>().join(", ")
    };
    let (failed, left) = (named(|o| *o == Outcome::Failed), named(|o| matches!(o, Outcome::NotRun(_))));
    let elsewhere = named(|o| matches!(o, Outcome::NotHere(_)));
    let (wall, cpu) = (rows.iter().map(|row| row.wall).sum(), rows.iter().map(|row| row.cpu).sum::<Option<Duration>>());
    let took = match cpu {
        Some(cpu) => format!("{} minutes, {} of cpu", clock(wall), clock(cpu)),
        None => format!("{} minutes", clock(wall)),
    };
    match (failed.is_empty(), left.is_empty()) {
        (true, true) if elsewhere.is_empty() => Ok(format!("all is well ({took})")),
        (true, true) => Ok(format!("all is well ({took}); not for this machine: {elsewhere}")),
        (true, false) => Err(format!("what was run is well ({took}), but not run: {left}")),
        (false, true) => Err(format!("FAILED: {failed} ({took})")),
        (false, false) => Err(format!("FAILED: {failed} ({took}); not run: {left}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::pretended;

    fn row(name: &'static str, outcome: Outcome) -> Row {
        Row { name, outcome, wall: Duration::from_secs(61), cpu: Some(Duration::from_secs(5)) }
    }

    #[test]
    fn the_closing_line_says_what_failed_and_what_was_left_out() {
        let left = || Outcome::NotRun("Valgrind is missing".to_owned());
        assert_eq!(verdict(&[row("a", Outcome::Passed)]), Ok("all is well (1:01 minutes, 0:05 of cpu)".to_owned()));
        let rows = [row("a", Outcome::Passed), row("b", Outcome::Failed), row("c", left())];
        assert_eq!(verdict(&rows), Err("FAILED: b (3:03 minutes, 0:15 of cpu); not run: c".to_owned()));
        assert!(verdict(&[row("a", Outcome::Passed), row("c", left())]).unwrap_err().ends_with("but not run: c"));
        let elsewhere = Outcome::NotHere("other processor".to_owned());
        assert!(verdict(&[row("a", elsewhere)]).unwrap().ends_with("not for this machine: a"));
        assert!(table(&rows).contains("c                  1:01     0:05  NOT RUN: Valgrind is missing"));
    }

    #[test]
    fn in_continuous_integration_nothing_is_left_out() {
        let part = Part { name: "p", what: "w", needs: &["Valgrind"], after: None, lines: |_| Ok(Vec::new()) };
        let wrong = all(&[&part], &pretended("linux", "x86_64", true, &[]), false).unwrap_err();
        assert!(wrong.starts_with("not begun: Valgrind is missing"), "{wrong}");
        let left = all(&[&part], &pretended("linux", "x86_64", false, &[]), false).unwrap_err();
        assert!(left.ends_with("but not run: p"), "{left}");
        let there = pretended("linux", "x86_64", true, &["valgrind --version"]);
        assert!(all(&[&part], &there, false).is_ok());
    }

    #[test]
    fn a_part_that_rests_on_another_waits_for_it() {
        let fails = |_: &Machine| Ok(vec![Line::new("cargo no-such-command-at-all")]);
        let parts = [
            Part { name: "first", what: "w", needs: &[], after: None, lines: fails },
            Part { name: "second", what: "w", needs: &[], after: Some("first"), lines: |_| Ok(Vec::new()) },
            Part { name: "third", what: "w", needs: &[], after: None, lines: |_| Ok(Vec::new()) },
        ];
        let wrong = all(&parts.each_ref(), &pretended("linux", "x86_64", false, &[]), false).unwrap_err();
        assert!(wrong.starts_with("FAILED: first") && wrong.ends_with("not run: second"), "{wrong}");
    }

    #[test]
    fn a_warning_is_a_failure_where_it_should_be() {
        let warns = Line::new("cargo help no-such-command-at-all").strict();
        assert!(!runs(&warns));
        assert!(runs(&Line::new("cargo --version").strict()));
    }
}
