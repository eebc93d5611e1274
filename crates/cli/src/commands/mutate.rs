//! `railwright mutate`: every rule of a game is changed in turn; those that no scenario would miss are listed.

use crate::failure::Failure;
use crate::table::{Cell, Side, Table};
use crate::{game, interrupt, number, progress, screen, style};
use railwright::rules::library::looks_like_path;
use railwright::scenario::{Mutant, MutantOutcome, Mutation, files_in};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Change every rule of a game in turn, and list those that no scenario would miss
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright mutate ticket-to-ride                   with the scenarios in tests/scenarios
  railwright mutate my-game.toml                     with those in `scenarios` beside it
  railwright mutate my-game.toml --at-least 95       fails below 95 %

Numbers are off by one, flags flipped, entries removed, conditions negated, hooks
of scripts switched off, one at a time; facts of the board are left alone. A rule
that no scenario can notice is allowed in the game file, with the reason:

  [allow.untested]
  \"tables.route-points.0\" = \"no route has length 0\"")]
pub struct Args {
    /// A bundled game's id, or the path of a .toml file
    #[arg(value_name = "GAME")]
    game: String,
    /// Scenario files, or folders of them [default: tests/scenarios, or `scenarios` beside the game file]
    #[arg(long, value_name = "PATH")]
    scenarios: Vec<PathBuf>,
    /// How many threads [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Fail when less than this percentage of the changes is noticed
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    at_least: Option<u8>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    game::find(&args.game)?;
    let mut files = Vec::new();
    for path in scenario_paths(args) {
        let found = files_in(&path).map_err(|error| {
            Failure::usage(format!("{}: {error}", path.display()), "give the path of its scenarios with --scenarios")
        })?;
        files.extend(found);
    }
    let mutation = Mutation::new(&args.game, &files, game::SCRIPTING)
        .map_err(|message| Failure::usage(message, "railwright test shows what is wrong with scenarios"))?;
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::stop_on_interrupt(&stop);
    let done = AtomicU64::new(0);
    let threads = args.threads.or(std::thread::available_parallelism().ok().map(usize::from)).unwrap_or(1);
    let all = mutation.mutants().len() as u64;
    let outcomes = progress::beside(&done, all, "changes", || mutation.run(threads, &done, &stop));
    let tried: Vec<(&Mutant, MutantOutcome)> =
        mutation.mutants().iter().zip(outcomes).filter_map(|(m, outcome)| Some((m, outcome?))).collect();
    let result = Tally::of(&tried);
    if args.json {
        screen::show_json(&to_json(args, &tried, &result))?
    } else {
        screen::show(&page(args, &mutation, &tried, &result))?
    }
    if stop.load(Ordering::Relaxed) {
        return Err(Failure::Interrupted);
    }
    match args.at_least {
        _ if result.broke > 0 => Err(Failure::Said),
        Some(least) if result.noticed() * 100 < result.counted() * u64::from(least) => Err(Failure::Said),
        _ => Ok(()),
    }
}

fn scenario_paths(args: &Args) -> Vec<PathBuf> {
    if !args.scenarios.is_empty() {
        return args.scenarios.clone();
    }
    let beside = Path::new(&args.game).with_file_name("scenarios");
    vec![if looks_like_path(&args.game) && beside.is_dir() { beside } else { PathBuf::from("tests/scenarios") }]
}

/// How many mutants had which outcome.
#[derive(Default)]
struct Tally {
    caught: u64,
    changed: u64,
    no_game: u64,
    allowed: u64,
    missed: u64,
    broke: u64,
}

impl Tally {
    fn of(tried: &[(&Mutant, MutantOutcome)]) -> Self {
        let mut tally = Tally::default();
        for (_, outcome) in tried {
            *match outcome {
                MutantOutcome::Caught(_) => &mut tally.caught,
                MutantOutcome::Changed(_) => &mut tally.changed,
                MutantOutcome::NoGame => &mut tally.no_game,
                MutantOutcome::Allowed(_) => &mut tally.allowed,
                MutantOutcome::Missed => &mut tally.missed,
                MutantOutcome::Broke(_) => &mut tally.broke,
            } += 1;
        }
        tally
    }

    fn counted(&self) -> u64 {
        self.noticed() + self.allowed + self.missed + self.broke
    }

    fn noticed(&self) -> u64 {
        self.caught + self.changed
    }

    fn share(&self) -> f64 {
        100.0 * self.noticed() as f64 / self.counted().max(1) as f64
    }
}

fn page(args: &Args, mutation: &Mutation, tried: &[(&Mutant, MutantOutcome)], tally: &Tally) -> String {
    let mut text = String::new();
    let missed: Vec<&Mutant> =
        tried.iter().filter(|(_, outcome)| *outcome == MutantOutcome::Missed).map(|(mutant, _)| *mutant).collect();
    if !missed.is_empty() {
        let mut table =
            Table::new(&[("rule", Side::Left), ("no scenario notices that it", Side::Left), ("written in", Side::Wrap)]);
        for mutant in missed {
            table.row(vec![
                Cell::styled(mutant.path.clone(), style::WARN),
                mutant.text.clone().into(),
                mutant.place.clone().into(),
            ]);
        }
        text += &(table.render(screen::width()) + "\n");
    }
    let mut reasons: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (mutant, outcome) in tried {
        if let MutantOutcome::Allowed(reason) = outcome {
            *reasons.entry((&mutant.path, reason)).or_default() += 1;
        }
    }
    if !reasons.is_empty() {
        let mut table = Table::new(&[("allowed", Side::Left), ("changes", Side::Right), ("reason", Side::Wrap)]);
        for ((path, reason), count) in reasons {
            table.row(vec![path.to_owned().into(), count.to_string().into(), reason.to_owned().into()]);
        }
        text += &(table.render(screen::width()) + "\n");
    }
    if tally.broke > 0 {
        let mut table =
            Table::new(&[("rule", Side::Left), ("the program broke down when it", Side::Left), ("saying", Side::Wrap)]);
        for (mutant, outcome) in tried {
            if let MutantOutcome::Broke(said) = outcome {
                table.row(vec![Cell::styled(mutant.path.clone(), style::ERROR), mutant.text.clone().into(), said.clone().into()]);
            }
        }
        text += &(table.render(screen::width()) + "\n");
        text += "This is a fault of the program, not of the game: please report it.\n\n";
    }
    let share = format!("{:.1} %", tally.share());
    let style = if tally.missed + tally.broke == 0 { style::GOOD } else { style::WARN };
    text += &format!(
        "{}: {} of {} noticed by {}: {}\n",
        args.game,
        number::thousands(tally.noticed()),
        number::count(tally.counted(), "change"),
        number::count(mutation.scenarios() as u64, "scenario"),
        style::paint(style, &share)
    );
    let parts = [
        (tally.caught, "by what a scenario says"),
        (tally.changed, "by its kept outcome only"),
        (tally.allowed, "allowed with a reason"),
        (tally.missed, "missed"),
        (tally.broke, "broke the program"),
        (tally.no_game, "further changes make no game"),
    ];
    let parts: Vec<String> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    format!("{text}{}\n", style::paint(style::FAINT, &parts.join(", ")))
}

fn to_json(args: &Args, tried: &[(&Mutant, MutantOutcome)], tally: &Tally) -> serde_json::Value {
    let one = |(mutant, outcome): &(&Mutant, MutantOutcome)| {
        let (outcome, by) = match outcome {
            MutantOutcome::Caught(by) => ("caught", by.as_str()),
            MutantOutcome::Changed(by) => ("changed", by.as_str()),
            MutantOutcome::NoGame => ("no game", ""),
            MutantOutcome::Allowed(reason) => ("allowed", reason.as_str()),
            MutantOutcome::Missed => ("missed", ""),
            MutantOutcome::Broke(said) => ("broke", said.as_str()),
        };
        json!({ "path": mutant.path, "change": mutant.text, "place": mutant.place, "fate": outcome, "by": by })
    };
    json!({
        "game": args.game,
        "counted": tally.counted(),
        "noticed": tally.noticed(),
        "caught": tally.caught,
        "changed": tally.changed,
        "allowed": tally.allowed,
        "missed": tally.missed,
        "broke": tally.broke,
        "no_game": tally.no_game,
        "mutants": tried.iter().map(one).collect::<Vec<_>>(),
    })
}
