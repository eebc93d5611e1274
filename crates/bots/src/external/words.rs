//! A command line taken apart without a shell: words between blanks, quotes around those with blanks in them.

/// The words of a command line.
pub fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    match quote {
        Some(open) => Err(format!("a quote {open} is not closed")),
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_words_together() {
        let words = |text: &str| split(text).map(|words| words.join("|"));
        assert_eq!(words("python3 my_bot.py"), Ok("python3|my_bot.py".into()));
        assert_eq!(words(r#" 'C:\my bots\a.exe'  --name "" x"y z" "#), Ok(r"C:\my bots\a.exe|--name||xy z".into()));
        assert!(split("python3 'my bot.py").is_err());
        assert_eq!(split("  "), Ok(vec![]));
    }
}
