//! The bots there are, by what people call them: our own by name, programs of others as `cmd:` and their command line.

use crate::external::External;
use crate::{Bot, Greedy, Uniform};
use std::fmt;
use std::time::Duration;

/// What a command line of another program begins with.
const COMMAND: &str = "cmd:";

/// A kind of bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotKind {
    /// Uniform over legal actions.
    Random,
    /// Takes what brings it most by its view.
    Greedy,
    /// A program of somebody else, started by this command line.
    External(String),
}

impl BotKind {
    /// Our own, with what people call them.
    pub const NAMED: [(&'static str, BotKind); 2] = [("random", BotKind::Random), ("greedy", BotKind::Greedy)];

    /// A bot by its name or command.
    pub fn find(name: &str) -> Option<Self> {
        if let Some(command) = name.strip_prefix(COMMAND) {
            return (!command.trim().is_empty()).then(|| BotKind::External(command.trim().to_owned()));
        }
        Self::NAMED.into_iter().find(|(n, _)| *n == name).map(|(_, kind)| kind)
    }

    /// A bot of this kind; `time` is how long a program may think about one decision. A program is started when its
    /// first game is.
    pub fn seat(&self, time: Duration) -> Box<dyn Bot> {
        match self {
            BotKind::Random => Box::new(Uniform::default()),
            BotKind::Greedy => Box::new(Greedy::default()),
            BotKind::External(command) => Box::new(External::new(command, time)),
        }
    }
}

/// What people call it.
impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BotKind::External(command) => write!(f, "{COMMAND}{command}"),
            own => f.write_str(Self::NAMED.iter().find(|(_, kind)| kind == own).map_or("?", |(name, _)| name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_found_by_what_it_is_called() {
        for name in ["random", "greedy", "cmd:python3 my_bot.py --deep"] {
            assert_eq!(BotKind::find(name).expect("there is one").to_string(), name);
        }
        assert_eq!((BotKind::find("cmd: "), BotKind::find("gready"), BotKind::find("")), (None, None, None));
    }
}
