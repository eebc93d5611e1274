//! Who sits where, on the command line: bots by name, programs as `cmd:` and their command, and how long they may think.

use crate::failure::Failure;
use crate::number;
use railwright::bots::BotKind;
use railwright::rules::Rules;
use railwright::session::HUMAN;
use std::time::Duration;

/// A bot of a command line.
pub fn bot(text: &str) -> Result<BotKind, String> {
    BotKind::find(text).ok_or_else(|| BotKind::unknown(text))
}

/// Makes sure that a game has the bots that were asked for.
pub fn check<'a>(bots: impl IntoIterator<Item = &'a BotKind>, rules: &Rules) -> Result<(), Failure> {
    match bots.into_iter().find_map(|bot| bot.wrong(rules)) {
        Some(wrong) => Err(Failure::usage(wrong, "`railwright explain persona` says how a persona is written")),
        None => Ok(()),
    }
}

/// A time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().and_then(|n| Duration::try_from_secs_f64(n).ok());
    seconds.filter(|time| !time.is_zero()).ok_or_else(|| "a number of seconds is needed, such as 10 or 0.5".to_owned())
}

/// Who plays a seat: a person or a bot.
pub fn kind(text: &str) -> Result<String, String> {
    if text == HUMAN {
        return Ok(text.to_owned());
    }
    bot(text).map(|bot| bot.to_string()).map_err(|reason| format!("{reason} (or {HUMAN})"))
}

/// Who sits at every seat: those that were named, then `rest` for all others.
pub fn all(named: &[String], seats: u8, rest: &str) -> Result<Vec<String>, Failure> {
    if named.len() > usize::from(seats) {
        let help = "name at most one for each player (--players changes that)";
        return Err(Failure::usage(
            format!("{} for {}", number::count(named.len() as u64, "seat"), number::count(seats.into(), "player")),
            help,
        ));
    }
    let mut all = named.to_vec();
    all.resize(usize::from(seats), rest.to_owned());
    Ok(all)
}
