//! `railwright compare`: the same seeds on two games, or on two versions of one, and what differs between them.

mod heat;
mod page;
mod render;

use super::sim;
use crate::batch::Batch;
use crate::failure::Failure;
use crate::game::{SCRIPTING, Wanted};
use crate::shell::quoted;
use crate::{interrupt, number, progress, screen, seat, style, whole_file};
use railwright::bots::BotKind;
use railwright::bots::compare::{self, Compared, Comparison, OneSided, Side};
use railwright::bots::measure::figures::Unit;
use railwright::bots::paired::LEVEL;
use railwright::bots::simulate::Plan;
use railwright::core::narrow::narrow;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

/// Play the same seeds with two games, or two versions of one, and show what differs
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright compare ticket-to-ride my-variant.toml --games 5000
  railwright compare before.toml after.toml --players 4 --bots greedy
  railwright compare my-game.toml --option-b expert      with and without an option
  railwright compare my-game.toml --bots greedy --bots-b greedy,random
  railwright compare before.toml after.toml --html compare.html

Figures are compared game by game, B minus A: the headline, then what scores
consist of, cards, lanes and actions, the largest effect first; lanes and cards
are matched by their ids. A mark (●) is on those that hold although
so many figures were looked at. Bots that differ move on by a seat with every
game, so that each has every seat equally often: `bot 1` is the one named first,
wherever it sits. Exit code 0 whether or not anything differs.")]
pub struct Args {
    /// The game to start from: a bundled game's id, or the path of a .toml file
    #[arg(value_name = "A")]
    a: String,
    /// What to compare it with [default: A itself, with --option-b or --bots-b]
    #[arg(value_name = "B")]
    b: Option<String>,
    /// How many play [default: the fewest both allow]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    players: Option<u8>,
    /// Switch an option of both games on, or off with `no-` before its name; may be repeated
    #[arg(long, short, value_name = "NAME")]
    option: Vec<String>,
    /// The same for B alone
    #[arg(long, value_name = "NAME")]
    option_b: Vec<String>,
    /// How many games each side plays
    #[arg(long, short, value_name = "N", default_value_t = 1000, value_parser = number::some)]
    games: u64,
    /// Who plays: one bot for all seats, or one for each, with commas between
    #[arg(long, short, value_name = "BOT,…", value_delimiter = ',', default_value = "random", value_parser = seat::bot)]
    bots: Vec<BotKind>,
    /// Who plays B, if others do
    #[arg(long, value_name = "BOT,…", value_delimiter = ',', value_parser = seat::bot)]
    bots_b: Vec<BotKind>,
    /// How many seconds a program may think about one decision
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seat::seconds)]
    bot_time: Duration,
    #[command(flatten)]
    batch: Batch,
    /// Show every figure, not only those that differ beyond chance
    #[arg(long)]
    all: bool,
    /// Only figures whose name or chapter has these words: `lanes`, `"score lines"`, `chicago`
    #[arg(long, value_name = "WORDS")]
    only: Option<String>,
    /// In which order the figures of a chapter stand
    #[arg(long, value_enum, default_value_t = render::Sort::Effect)]
    sort: render::Sort,
    /// Write a page to look at: one file that needs nothing else
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was compared, and what came of it.
pub struct Outcome {
    /// The two sides.
    pub sides: [Side; 2],
    /// The commands that play one game of each side again, but for its number: one for each way in which its bots are seated, in turn.
    pub again: [Vec<String>; 2],
    /// What differs.
    pub comparison: Comparison,
}

impl Outcome {
    /// The command that plays a game of a side again: the first side is 0.
    pub fn again(&self, side: usize, game: u64) -> String {
        let ways = &self.again[side];
        format!("{} --only {game}", ways[narrow::<usize>(game % ways.len() as u64)])
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let sides = sides(args)?;
    args.html.as_deref().map_or(Ok(()), whole_file::foresee)?;
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::stop_on_interrupt(&stop);
    let done = AtomicU64::new(0);
    let play = || compare::compare([&sides[0], &sides[1]], SCRIPTING, &done, &stop);
    let comparison = progress::beside(&done, args.games.saturating_mul(2), "games", play);
    let again = [again(args, &sides[0], false), again(args, &sides[1], true)];
    let outcome = Outcome { sides, again, comparison };
    if args.json {
        screen::show_json(&to_json(&outcome))?;
    } else {
        let wanted = render::Wanted { all: args.all, only: args.only.clone(), sort: args.sort };
        screen::show(&render::render(&outcome, &wanted, screen::width()))?;
    }
    if let Some(path) = &args.html {
        whole_file::write(path, page::page(&outcome).as_bytes())?;
        screen::tell(&format!("{} {}\n", style::paint(style::FAINT, "wrote"), path.display()));
    }
    match () {
        () if outcome.comparison.failed != [0, 0] => Err(Failure::Said),
        () if outcome.comparison.stopped => Err(Failure::Interrupted),
        () => Ok(()),
    }
}

fn sides(args: &Args) -> Result<[Side; 2], Failure> {
    let named = |game: &str, option: Vec<String>, players| Wanted { game: game.to_owned(), players, option };
    let options_b = || [&args.option[..], &args.option_b[..]].concat();
    let game_b = args.b.as_deref().unwrap_or(&args.a);
    let mut a = named(&args.a, args.option.clone(), args.players).rules()?;
    let mut b = named(game_b, options_b(), args.players).rules()?;
    // As few as both can be played with, when nobody says.
    let players = a.parts.seats.max(b.parts.seats);
    if a.parts.seats != players {
        a = named(&args.a, args.option.clone(), Some(players)).rules()?;
    }
    if b.parts.seats != players {
        b = named(game_b, options_b(), Some(players)).rules()?;
    }
    let plan = |bots: &[BotKind], seats| {
        Ok::<Plan, Failure>(Plan {
            games: args.games,
            seed: args.batch.seed,
            bots: sim::bots(bots, seats)?,
            bot_time: args.bot_time,
            threads: args.batch.threads(),
            check: false,
            rotate: true,
        })
    };
    let bots_b = if args.bots_b.is_empty() { &args.bots } else { &args.bots_b };
    let (plan_a, plan_b) = (plan(&args.bots, players)?, plan(bots_b, players)?);
    if a.resolved == b.resolved && plan_a.bots == plan_b.bots {
        let help = "give another game, or another option (--option-b) or other bots (--bots-b) for B";
        return Err(Failure::usage("A and B are the same game with the same bots: nothing can differ", help));
    }
    Ok([Side { rules: Arc::new(a), plan: plan_a }, Side { rules: Arc::new(b), plan: plan_b }])
}

/// The commands that play games of a side again, one for each way in which its bots are seated: `--only N --save FILE` is to follow.
fn again(args: &Args, side: &Side, is_b: bool) -> Vec<String> {
    let game = args.b.as_ref().filter(|_| is_b).unwrap_or(&args.a);
    let options = args.option.iter().chain(args.option_b.iter().filter(|_| is_b));
    let options: String = options.map(|option| format!(" --option {option}")).collect();
    let players = side.rules.parts.seats;
    let ways = if side.plan.is_mixed() { players.into() } else { 1 };
    let seated = |game: u64| -> String {
        let bots = side.plan.seated(game, players);
        bots.iter().map(|bot| format!(" --seat {}", quoted(&bot.to_string()))).collect()
    };
    let command =
        |bots: String| format!("railwright sim {} --players {players}{options}{bots} --seed {}", quoted(game), args.batch.seed);
    (0..ways).map(|way| command(seated(way))).collect()
}

/// A value for people: shares in percent.
pub fn value(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Share => format!("{} %", number::fixed(100.0 * value, 1)),
        Unit::Number => number::fixed(value, if value.abs() < 10.0 { 2 } else { 1 }),
    }
}

/// A difference for people, with its sign; that of shares is in points of percent.
pub fn change(change: f64, unit: Unit) -> String {
    if !change.is_finite() {
        return "?".to_owned();
    }
    let text = match unit {
        Unit::Share => number::fixed(100.0 * change, 1),
        Unit::Number => number::fixed(change, if change.abs() < 10.0 { 2 } else { 1 }),
    };
    if text.starts_with('-') || !text.contains(|c: char| c.is_ascii_digit() && c != '0') { text } else { format!("+{text}") }
}

/// The effect for people.
pub fn effect(effect: f64) -> String {
    if effect.is_infinite() { "always".to_owned() } else { change(effect, Unit::Number) }
}

fn to_json(outcome: &Outcome) -> serde_json::Value {
    let Outcome { sides, again, comparison } = outcome;
    let side = |i: usize| {
        let (rules, plan) = (&sides[i].rules, &sides[i].plan);
        json!({
            "game": rules.head.id,
            "name": rules.head.name,
            "rules": format!("{:016x}", rules.resolved),
            "players": rules.parts.seats,
            "options": rules.head.options,
            "bots": plan.bots.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "failed": comparison.failed[i],
            "again": again[i][0],
        })
    };
    let figure = |compared: &Compared| {
        let Compared { figure, difference, holds } = compared;
        json!({
            "id": figure.id,
            "name": figure.name,
            "group": figure.group.name(),
            "chapter": figure.chapter().name(),
            "share": figure.unit == Unit::Share,
            "a": difference.a,
            "b": difference.b,
            "difference": difference.mean,
            "interval": [difference.interval.0, difference.interval.1],
            "effect": difference.effect,
            "chance": difference.chance,
            "holds": holds,
            "game": difference.shown_by,
            "again": difference.shown_by.map(|game| [0, 1].map(|side| outcome.again(side, game))),
        })
    };
    let alone = |alone: &OneSided| json!({ "id": alone.figure.id, "name": alone.figure.name, "mean": alone.mean });
    json!({
        "a": side(0),
        "b": side(1),
        "seed": sides[0].plan.seed,
        "games": sides[0].plan.games,
        "pairs": comparison.pairs,
        "stopped": comparison.stopped,
        "level": LEVEL,
        "looked_at": comparison.looked_at(),
        "figures": comparison.figures.iter().map(figure).collect::<Vec<_>>(),
        "only_a": comparison.alone[0].iter().map(alone).collect::<Vec<_>>(),
        "only_b": comparison.alone[1].iter().map(alone).collect::<Vec<_>>(),
    })
}
