//! The bots there are, by what people call them: our own by name, personas of a game as `persona:` and their id, programs of
//! others as `cmd:` and their command line.

use crate::external::External;
use crate::persona::PersonaBot;
use crate::search::{Budget, Search};
use crate::{Bot, Greedy, Uniform};
use railwright_rules::Rules;
use railwright_source::did_you_mean;
use std::fmt;
use std::time::Duration;

/// How the name of a bot begins that is a program of somebody else; its command follows.
pub const COMMAND: &str = "cmd:";
/// What the id of a persona follows.
const PERSONA: &str = "persona:";
/// What the budget of a search follows.
const SEARCH: &str = "search:";

/// What the name of a bot follows that plays for points.
const POINTS: &str = "points:";

/// A search has at most so many lines side by side.
const MOST_LINES: u8 = 16;

/// A kind of bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotKind {
    /// Uniform over legal actions.
    Random,
    /// A one-ply search: takes what is worth most one action ahead.
    Greedy,
    /// Information set Monte Carlo tree search.
    Search(Budget),
    /// A search with so many lines that play side by side, on several processors if there are: `search:1000x2`.
    SideBySide(Box<BotKind>, u8),
    /// A greedy or searching bot that plays for as many points as it can get, not to be ahead.
    Points(Box<BotKind>),
    /// A persona of the game.
    Persona(String),
    /// A program of somebody else, started by this command line.
    External(String),
}

impl BotKind {
    /// The names of our own, and how others are written.
    pub const NAMES: [&'static str; 8] =
        ["random", "greedy", "search", "search:ITERATIONS", "search:TIMEms", "points:BOT", "persona:ID", "cmd:COMMAND"];

    /// A bot by its name, persona or command.
    pub fn find(name: &str) -> Option<Self> {
        let some = |text: &str| Some(text.trim()).filter(|t| !t.is_empty()).map(str::to_owned);
        if let Some(command) = name.strip_prefix(COMMAND) {
            return some(command).map(BotKind::External);
        }
        if let Some(id) = name.strip_prefix(PERSONA) {
            return some(id).map(BotKind::Persona);
        }
        if let Some(budget) = name.strip_prefix(SEARCH) {
            let (budget, lines) = budget.rsplit_once('x').map_or((budget, None), |(budget, lines)| (budget, Some(lines)));
            let search = Budget::find(budget).map(BotKind::Search)?;
            let Some(lines) = lines else { return Some(search) };
            let lines = lines.parse().ok().filter(|lines| (2..=MOST_LINES).contains(lines))?;
            return Some(BotKind::SideBySide(Box::new(search), lines));
        }
        if let Some(bot) = name.strip_prefix(POINTS) {
            let kind = BotKind::find(bot).filter(|kind| kind.can_play_for_points())?;
            return Some(BotKind::Points(Box::new(kind)));
        }
        match name {
            "random" => Some(BotKind::Random),
            "greedy" => Some(BotKind::Greedy),
            "search" => Some(BotKind::Search(Budget::default())),
            _ => None,
        }
    }

    /// Why there is no bot of that name, with the nearest or all that there are.
    pub fn unknown(name: &str) -> String {
        if name.starts_with(SEARCH) {
            return format!(
                "a search has a budget of iterations or time, and perhaps 2 to {MOST_LINES} lines side by side: search:1000, \
                 search:200ms, search:2s, search:1000x2"
            );
        }
        if name.starts_with(POINTS) {
            return "greedy and search can play for points: points:greedy, points:search, points:search:500".to_owned();
        }
        match did_you_mean(name, Self::NAMES[..3].iter().copied()) {
            Some(near) => format!("there is no such bot; did you mean `{near}`?"),
            None => format!("there is no such bot; there are {}", Self::NAMES.join(", ")),
        }
    }

    /// Why a bot cannot play a game: a persona that the game does not have, or one whose own bot is none.
    pub fn wrong(&self, rules: &Rules) -> Option<String> {
        let BotKind::Persona(id) = self else { return None };
        let Some(persona) = rules.personas.iter().find(|p| p.id == *id) else {
            let ids: Vec<&str> = rules.personas.iter().map(|p| p.id.as_str()).collect();
            return Some(match (did_you_mean(id, ids.iter().copied()), ids.is_empty()) {
                (Some(near), _) => format!("{} has no persona `{id}`; did you mean `{near}`?", rules.head.id),
                (None, true) => format!("{} has no personas; they are written under [personas.ID]", rules.head.id),
                (None, false) => format!("{} has no persona `{id}`; it has {}", rules.head.id, ids.join(", ")),
            });
        };
        match BotKind::find(&persona.bot) {
            Some(BotKind::Random | BotKind::Greedy | BotKind::Search(_) | BotKind::SideBySide(..) | BotKind::Points(_)) => None,
            Some(BotKind::Persona(_)) => Some(format!("the bot of persona `{id}` is a persona itself")),
            Some(BotKind::External(_)) => Some(format!("the bot of persona `{id}` is a program, which a game cannot start")),
            None => Some(format!("persona `{id}`: `{}`: {}", persona.bot, BotKind::unknown(&persona.bot))),
        }
    }

    /// The bot that it is, whatever it plays for and however many lines it has.
    pub fn plain(&self) -> &BotKind {
        match self {
            BotKind::Points(bot) | BotKind::SideBySide(bot, _) => bot.plain(),
            other => other,
        }
    }

    fn can_play_for_points(&self) -> bool {
        matches!(self, BotKind::Greedy | BotKind::Search(_) | BotKind::SideBySide(..))
    }

    /// The search that it is, if it is one, playing for that.
    fn search(&self, points: bool) -> Option<Search> {
        match self {
            BotKind::Search(budget) if points => Some(Search::for_points(*budget)),
            BotKind::Search(budget) => Some(Search::new(*budget)),
            BotKind::SideBySide(search, lines) => Some(search.search(points)?.side_by_side((*lines).into())),
            _ => None,
        }
    }

    /// A bot of this kind; `time` is how long a program may think about one decision. A program is started when its
    /// first game is.
    pub fn seat(&self, time: Duration) -> Box<dyn Bot> {
        match self {
            BotKind::Random => Box::new(Uniform::default()),
            BotKind::Greedy => Box::new(Greedy::default()),
            BotKind::Search(budget) => Box::new(Search::new(*budget)),
            BotKind::SideBySide(search, lines) => {
                Box::new(search.search(false).unwrap_or_else(|| Search::new(Budget::default())).side_by_side((*lines).into()))
            }
            BotKind::Points(bot) => match bot.search(true) {
                Some(search) => Box::new(search),
                None => Box::new(Greedy::for_points()),
            },
            BotKind::Persona(id) => Box::new(PersonaBot::new(id, time)),
            BotKind::External(command) => Box::new(External::new(command, time)),
        }
    }
}

/// What people call it.
impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BotKind::Random => f.write_str("random"),
            BotKind::Greedy => f.write_str("greedy"),
            BotKind::Search(budget) if *budget == Budget::default() => f.write_str("search"),
            BotKind::Search(budget) => write!(f, "{SEARCH}{budget}"),
            BotKind::SideBySide(search, lines) => match &**search {
                BotKind::Search(budget) => write!(f, "{SEARCH}{budget}x{lines}"),
                other => write!(f, "{other}x{lines}"),
            },
            BotKind::Points(bot) => write!(f, "{POINTS}{bot}"),
            BotKind::Persona(id) => write!(f, "{PERSONA}{id}"),
            BotKind::External(command) => write!(f, "{COMMAND}{command}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_found_by_what_it_is_called() {
        let names = [
            "random",
            "greedy",
            "search",
            "search:50",
            "search:200ms",
            "search:1000x2",
            "search:200msx4",
            "points:search:50x3",
            "points:greedy",
            "points:search",
            "points:search:50",
            "persona:mean",
            "cmd:python3 my_bot.py --deep",
        ];
        for name in names {
            assert_eq!(BotKind::find(name).expect("there is one").to_string(), name);
        }
        for wrong in [
            "cmd: ",
            "gready",
            "",
            "persona:",
            "search:",
            "search:fast",
            "search:50x",
            "search:50x1",
            "search:50x99",
            "search:x2",
            "points:",
            "points:random",
            "points:points:greedy",
        ] {
            assert_eq!(BotKind::find(wrong), None, "{wrong}");
        }
        assert!(BotKind::unknown("gready").contains("`greedy`"));
        assert!(BotKind::unknown("search:fast").contains("search:200ms"));
    }
}
