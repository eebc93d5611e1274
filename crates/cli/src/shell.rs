//! Command lines that are shown to be typed again.

/// Characters that no shell takes for anything else; on Windows paths have backslashes.
const PLAIN: &str = if cfg!(windows) { "/._-+:=,\\" } else { "/._-+:=," };

/// A word of a command line; what a shell would break up is quoted.
pub fn quoted(word: &str) -> String {
    let plain = !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || PLAIN.contains(c));
    if plain { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_break_up_is_quoted() {
        assert_eq!(quoted("games/my-game.toml"), "games/my-game.toml");
        assert_eq!(quoted("cmd:python3 bot.py"), "'cmd:python3 bot.py'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
