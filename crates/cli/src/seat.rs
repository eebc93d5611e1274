//! Who sits where, on the command line: bots by name, programs as `cmd:` and their command, and how long they may think.

use railwright_bots::BotKind;
use railwright_source::did_you_mean;
use std::time::Duration;

/// A bot of a command line.
pub fn bot(text: &str) -> Result<BotKind, String> {
    BotKind::find(text).ok_or_else(|| {
        let names = BotKind::NAMED.map(|(name, _)| name);
        match did_you_mean(text, names) {
            Some(near) => format!("there is no such bot; did you mean `{near}`?"),
            None => format!("there is no such bot; there are {} and cmd:COMMAND", names.join(", ")),
        }
    })
}

/// A time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().and_then(|n| Duration::try_from_secs_f64(n).ok());
    seconds.filter(|time| !time.is_zero()).ok_or_else(|| "a number of seconds is needed, such as 10 or 0.5".to_owned())
}
