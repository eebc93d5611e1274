//! What is typed beside moves: the words both interfaces understand.

use std::path::PathBuf;

/// Something to do that is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Take back.
    Undo,
    /// Explain a move.
    Why(String),
    /// Show how to play.
    Help,
    /// Show the rules of the game.
    Rules,
    /// Write the game to another file.
    Save(PathBuf, bool),
    /// Leave.
    Quit,
    /// Look with the eyes of a seat.
    Look(u8),
    /// List the moves that match.
    Moves(String),
    /// Show the position.
    Show,
    /// Show the board.
    Board,
    /// What lies around a place.
    City(String),
    /// The shortest way that is left between two places.
    Way(String),
    /// What happened.
    Log,
    /// The score sheet of a game that is over.
    Score,
}

/// The words, what follows them, and what they do: for help and completion.
pub const COMMANDS: [(&str, &str, &str); 14] = [
    ("undo", "", "take back your last choice; it asks first if something hidden was revealed since"),
    ("why", "MOVE", "whether a move is legal, or which rule forbids it and where that is written"),
    ("moves", "WORDS", "the moves that match, or all of them"),
    ("board", "", "the board"),
    ("city", "NAME", "the lanes around a place: length, colour, owner"),
    ("way", "A to B", "the shortest way that is left to join two places: own track is free, the board shows it"),
    ("show", "", "the position"),
    ("log", "", "what happened so far"),
    ("rules", "", "the rules of this game and where they are written"),
    ("score", "", "the score sheet, once the game is over"),
    ("look", "SEAT", "look with the eyes of a seat, when only bots play or the game is over"),
    ("save", "FILE", "write the game to another file (`save! FILE` replaces one)"),
    ("help", "", "this"),
    ("quit", "", "leave; the game stays saved"),
];

/// Reads a command; none when the text is none, or begins with a word that the game itself uses.
///
/// A `/` before the word always means the command.
pub fn read(text: &str, game_uses: impl Fn(&str) -> bool) -> Option<Result<Command, String>> {
    let text = text.trim();
    let forced = text.starts_with('/');
    let text = text.trim_start_matches('/');
    let (word, rest) = text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim()));
    if !forced && game_uses(word) {
        return None;
    }
    let alone = |command| if rest.is_empty() { Ok(command) } else { Err(format!("nothing follows `{word}`")) };
    let with = |what: &str| if rest.is_empty() { Err(format!("`{word}` needs {what}")) } else { Ok(rest.to_owned()) };
    Some(match word {
        "undo" => alone(Command::Undo),
        "why" => with("a move, as in `why MOVE`").map(Command::Why),
        "help" | "?" => alone(Command::Help),
        "rules" => alone(Command::Rules),
        "save" | "save!" => with("a file, as in `save FILE`").map(|file| Command::Save(file.into(), word == "save!")),
        "quit" | "exit" => alone(Command::Quit),
        "look" => rest
            .trim_start_matches("seat ")
            .parse()
            .map(Command::Look)
            .map_err(|_| "`look` needs the number of a seat".to_owned()),
        "moves" => Ok(Command::Moves(rest.to_owned())),
        "show" => alone(Command::Show),
        "board" => alone(Command::Board),
        "city" => with("a place, as in `city NAME`").map(Command::City),
        "way" => with("two places, as in `way A to B`").map(Command::Way),
        "log" => alone(Command::Log),
        "score" => alone(Command::Score),
        _ if forced => Err(format!("there is no command `{word}`; `help` lists them")),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_game_come_first() {
        assert_eq!(read("undo", |_| false), Some(Ok(Command::Undo)));
        assert_eq!(read("undo", |word| word == "undo"), None);
        assert_eq!(read("/undo", |word| word == "undo"), Some(Ok(Command::Undo)));
        assert_eq!(read("why build x", |_| false), Some(Ok(Command::Why("build x".into()))));
        assert!(matches!(read("why", |_| false), Some(Err(_))));
        assert!(matches!(read("/nonsense", |_| false), Some(Err(_))));
        assert_eq!(read("nonsense", |_| false), None);
        assert_eq!(read("save! a b", |_| false), Some(Ok(Command::Save("a b".into(), true))));
    }

    #[test]
    fn every_command_that_is_listed_is_understood() {
        for (word, rest, _) in COMMANDS {
            let rest = if rest == "SEAT" { "2" } else { rest };
            assert!(matches!(read(&format!("{word} {rest}"), |_| false), Some(Ok(_))), "{word}");
        }
    }
}
