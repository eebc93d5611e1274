//! Personas: bots that are data. Each is a bot with habits, so that restricted play measures what a mechanic is worth.

use crate::compile::Compiler;
use crate::compile::schema::GameKeys;
use railwright_core::expr::{Formula, ItemType};
use railwright_core::id::ActionId;
use railwright_source::{Diagnostic, Reader, did_you_mean, schema};

schema! {
    /// A persona.
    pub PERSONA: PersonaKeys = "persona",
    "A bot with habits: `[personas.ID]`, seated as `persona:ID`. What it never does it does only when nothing else is left; what it \
     prefers it does whenever it can. Among the rest its `bot` chooses. The difference that a habit makes in many games is what the \
     forbidden or preferred thing is worth.",
    {
        TEXT: Text = "text", Optional, "one sentence about it";
        BOT: Text = "bot", Default("greedy"), "the bot that chooses: `random`, `greedy`, `search`, `search:500`";
        NEVER: TableList<HabitKeys> = "never", Optional, "actions that it takes only when nothing else is left";
        PREFER: TableList<HabitKeys> = "prefer", Optional, "actions that it takes whenever it can";
    }
    example "[personas.long-haul]\nbot = \"greedy\"\nnever = [{ action = \"claim\", where = \"length < 4\" }]"
}

schema! {
    /// Actions that a persona avoids or seeks.
    pub HABIT: HabitKeys = "habit",
    "Actions that a persona avoids or seeks.",
    {
        ACTION: Name("action") = "action", Required, "which action of the game";
        WHERE: Expr = "where", Default("true"),
            "about what: a filter about the lane, card, place or company that the action is about, as in `can(action, filter)`";
    }
}

/// Actions that a persona avoids or seeks, compiled.
#[derive(Clone, Debug)]
pub struct Habit {
    /// Which action.
    pub action: ActionId,
    /// About what: a filter of the item that the action is about.
    pub about: Formula,
}

/// The bots that can have habits.
const BOTS: [&str; 3] = ["random", "greedy", "search"];
/// What a search with a budget begins with. A game's file starts no programs of others.
const SEARCH: &str = "search:";

/// A persona, compiled.
#[derive(Clone, Debug)]
pub struct Persona {
    /// Its id in the data.
    pub id: String,
    /// One sentence about it.
    pub text: String,
    /// The bot that chooses, as people call it.
    pub bot: String,
    /// What it does only when nothing else is left.
    pub never: Vec<Habit>,
    /// What it does whenever it can.
    pub prefer: Vec<Habit>,
}

pub(crate) fn compile(compiler: &mut Compiler, game: &Reader<GameKeys>) -> Vec<Persona> {
    let mut personas = Vec::new();
    for (id, origin, reader) in game.get(GameKeys::PERSONAS) {
        let [never, prefer] = [PersonaKeys::NEVER, PersonaKeys::PREFER].map(|key| habits(compiler, reader.get(key)));
        if never.is_empty() && prefer.is_empty() && compiler.report.is_ok() {
            let problem = Diagnostic::error("wrong-persona", format!("persona `{id}` has no habits"));
            compiler
                .report
                .push(problem.at(origin, "it plays as its bot does").help("say what it does `never`, or what it `prefer`s"));
        }
        let bot = reader.get(PersonaKeys::BOT).unwrap_or_default().to_owned();
        if !BOTS.contains(&bot.as_str()) && bot.strip_prefix(SEARCH).is_none_or(str::is_empty) {
            let problem = Diagnostic::error("wrong-persona", format!("persona `{id}`: there is no bot `{bot}`"));
            let help = match did_you_mean(&bot, BOTS.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}, and search with a budget such as `search:500`", BOTS.join(", ")),
            };
            compiler.report.push(problem.at(reader.origin(PersonaKeys::BOT), "no such bot").help(help));
        }
        let text = reader.get(PersonaKeys::TEXT).unwrap_or_default().to_owned();
        personas.push(Persona { id: id.to_owned(), text, bot, never, prefer });
    }
    personas
}

fn habits(compiler: &mut Compiler, written: Vec<Reader<HabitKeys>>) -> Vec<Habit> {
    let mut habits = Vec::new();
    for habit in written {
        let Some((name, _)) = habit.get(HabitKeys::ACTION) else { continue };
        let Some(at) = compiler.actions.iter().position(|(id, _)| id == name) else { continue };
        let about: ItemType = compiler.actions[at].1;
        habits.extend(compiler.formula(&habit, HabitKeys::WHERE, about).map(|about| Habit { action: ActionId::from(at), about }));
    }
    habits
}
