//! Where in a TOML file somebody is typing: which table, which key, whether in a key or a value. Read from the beginning letter by letter,
//! so that what is unfinished there, or wrong elsewhere, does not matter.

/// What somebody is typing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// A key: the table that it belongs to, and what there is of it.
    Key {
        /// The path of the table.
        table: Vec<String>,
        /// The part of the key before the cursor.
        typed: String,
        /// Where that begins, a quote included.
        start: usize,
        /// Whether it stands in the brackets of a heading.
        heading: bool,
    },
    /// A value: the path that leads to it, and what there is of it.
    Value {
        /// The path.
        path: Vec<String>,
        /// The part before the cursor, without its quotes.
        typed: String,
        /// Where that begins, behind the quotes.
        start: usize,
        /// The quotes, if there are some.
        quote: Option<String>,
    },
    /// A comment.
    Comment,
}

/// Where a byte of a text is.
pub(crate) fn spot(text: &str, cursor: usize) -> Spot {
    let mut reader = Reader { text, cursor, at: 0, heading: Vec::new(), counts: Vec::new() };
    reader.file()
}

/// What is read stops with a spot as soon as the cursor is reached.
type Read<T> = Result<T, Spot>;

struct Reader<'t> {
    text: &'t str,
    cursor: usize,
    at: usize,
    heading: Vec<String>,
    /// Lists of tables, and how many of each there were.
    counts: Vec<(Vec<String>, usize)>,
}

impl Reader<'_> {
    fn file(&mut self) -> Spot {
        loop {
            if let Err(spot) = self.statement() {
                return spot;
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..self.cursor].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Skips blanks, and line ends if they mean nothing; a comment up to its end.
    fn blanks(&mut self, lines: bool) -> Read<()> {
        while let Some(letter) = self.peek() {
            match letter {
                ' ' | '\t' => drop(self.next()),
                '\r' | '\n' if lines => drop(self.next()),
                '#' => {
                    while self.peek().is_some_and(|letter| letter != '\n') {
                        self.next();
                    }
                    if self.peek().is_none() {
                        return Err(Spot::Comment);
                    }
                }
                _ => break,
            }
        }
        Ok(())
    }

    /// A heading, or a key with its value.
    fn statement(&mut self) -> Read<()> {
        self.blanks(true)?;
        if self.peek() == Some('[') {
            return self.heading();
        }
        let table = self.heading.clone();
        let path = self.key(&table, false)?;
        self.blanks(false)?;
        match self.peek() {
            Some('=') => {
                self.next();
                self.blanks(false)?;
                self.value(&path)
            }
            // A line that somebody has begun elsewhere.
            Some(_) => {
                self.rest_of_line();
                Ok(())
            }
            None => Err(self.key_at_end(&table)),
        }
    }

    fn rest_of_line(&mut self) {
        while self.peek().is_some_and(|letter| letter != '\n') {
            self.next();
        }
    }

    fn heading(&mut self) -> Read<()> {
        self.next();
        let list = self.peek() == Some('[');
        if list {
            self.next();
        }
        let mut path = self.key(&[], true)?;
        self.rest_of_line_or_heading()?;
        if list {
            let number = match self.counts.iter_mut().find(|(known, _)| *known == path) {
                Some((_, number)) => {
                    *number += 1;
                    *number
                }
                None => {
                    self.counts.push((path.clone(), 0));
                    0
                }
            };
            path.push(number.to_string());
        }
        self.heading = path;
        Ok(())
    }

    /// What follows a heading on its line.
    fn rest_of_line_or_heading(&mut self) -> Read<()> {
        while let Some(letter) = self.peek() {
            match letter {
                ']' | ' ' | '\t' | '\r' => drop(self.next()),
                '#' => self.blanks(false)?,
                '\n' => break,
                _ => {
                    self.rest_of_line();
                    break;
                }
            }
        }
        Ok(())
    }

    /// A key that the cursor stands behind, on the same line.
    fn key_at_end(&self, table: &[String]) -> Spot {
        Spot::Key { table: table.to_vec(), typed: String::new(), start: self.at, heading: false }
    }

    /// A dotted key; gives its whole path.
    fn key(&mut self, table: &[String], heading: bool) -> Read<Vec<String>> {
        let mut path = table.to_vec();
        loop {
            while matches!(self.peek(), Some(' ' | '\t')) {
                self.next();
            }
            let start = self.at;
            let part = match self.peek() {
                Some(quote @ ('"' | '\'')) => {
                    self.next();
                    self.until(quote)
                }
                _ => self.bare(),
            };
            let typed = part.trim_start_matches(['"', '\'']).to_owned();
            if self.peek().is_none() {
                return Err(Spot::Key { table: path, typed, start, heading });
            }
            path.push(typed);
            while matches!(self.peek(), Some(' ' | '\t')) {
                self.next();
            }
            if self.peek() != Some('.') {
                // What is no key at all must not be read for ever.
                if self.at == start {
                    self.next();
                }
                return Ok(path);
            }
            self.next();
        }
    }

    fn bare(&mut self) -> String {
        let start = self.at;
        while self.peek().is_some_and(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '$' | '*' | '/')) {
            self.next();
        }
        self.text[start..self.at].to_owned()
    }

    /// What stands before a closing quote, which is read, too.
    fn until(&mut self, quote: char) -> String {
        let start = self.at;
        while let Some(letter) = self.peek() {
            if letter == quote {
                let part = self.text[start..self.at].to_owned();
                self.next();
                return part;
            }
            if letter == '\n' {
                break;
            }
            self.next();
            if letter == '\\' && quote == '"' {
                self.next();
            }
        }
        self.text[start..self.at].to_owned()
    }

    fn value(&mut self, path: &[String]) -> Read<()> {
        match self.peek() {
            Some('"' | '\'') => self.string(path),
            Some('[') => self.list(path),
            Some('{') => self.table(path),
            _ => {
                let start = self.at;
                while self.peek().is_some_and(|letter| !matches!(letter, ',' | ']' | '}' | '\n' | '#')) {
                    self.next();
                }
                match self.peek() {
                    None => Err(self.value_at(path, start, None)),
                    Some(_) => Ok(()),
                }
            }
        }
    }

    fn value_at(&self, path: &[String], start: usize, quote: Option<&str>) -> Spot {
        let typed = self.text[start..self.cursor].to_owned();
        Spot::Value { path: path.to_vec(), typed, start, quote: quote.map(str::to_owned) }
    }

    fn string(&mut self, path: &[String]) -> Read<()> {
        let quote = self.next().unwrap_or('"');
        let triple: String = [quote; 3].iter().collect();
        let long = self.text[self.at - 1..].starts_with(&triple) && self.text[self.at - 1..self.cursor].len() >= 3;
        if long {
            self.at += 2;
        }
        let start = self.at;
        while let Some(letter) = self.peek() {
            let rest = &self.text[self.at..self.cursor];
            if long && rest.starts_with(&triple) {
                self.at += 3;
                while self.peek() == Some(quote) {
                    self.next();
                }
                return Ok(());
            }
            if !long && letter == quote {
                self.next();
                return Ok(());
            }
            if !long && letter == '\n' {
                return Ok(());
            }
            self.next();
            if letter == '\\' && quote == '"' {
                self.next();
            }
        }
        let quotes = if long { triple } else { quote.to_string() };
        Err(self.value_at(path, start, Some(&quotes)))
    }

    fn list(&mut self, path: &[String]) -> Read<()> {
        self.next();
        for number in 0.. {
            self.blanks(true)?;
            let mut item = path.to_vec();
            item.push(number.to_string());
            match self.peek() {
                None => return Err(self.value_at(&item, self.cursor, None)),
                Some(']') => {
                    self.next();
                    break;
                }
                Some(_) => {
                    let start = self.at;
                    self.value(&item)?;
                    self.blanks(true)?;
                    match self.peek() {
                        Some(',') => drop(self.next()),
                        // What is no value must not be read for ever.
                        Some(_) if self.at == start => drop(self.next()),
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }

    fn table(&mut self, path: &[String]) -> Read<()> {
        self.next();
        loop {
            self.blanks(true)?;
            match self.peek() {
                None => return Err(self.key_at_end(path)),
                Some('}') => {
                    self.next();
                    return Ok(());
                }
                Some(',') => drop(self.next()),
                Some(_) => {
                    let key = self.key(path, false)?;
                    self.blanks(true)?;
                    if self.peek() == Some('=') {
                        self.next();
                        self.blanks(false)?;
                        self.value(&key)?;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The spot at the mark in a text.
    fn at(text: &str) -> Spot {
        let cursor = text.find('|').expect("a mark");
        spot(&text.replace('|', ""), cursor)
    }

    fn key(table: &[&str], typed: &str) -> (Vec<String>, String) {
        (table.iter().map(|part| (*part).to_owned()).collect(), typed.to_owned())
    }

    fn found(text: &str) -> (Vec<String>, String) {
        match at(text) {
            Spot::Key { table, typed, .. } => (table, typed),
            Spot::Value { path, typed, .. } => (path, typed),
            Spot::Comment => (vec!["#".to_owned()], String::new()),
        }
    }

    #[test]
    fn keys_know_their_table() {
        assert_eq!(found("na|"), key(&[], "na"));
        assert_eq!(found("a = 1\n[zones.mar|"), key(&["zones"], "mar"));
        assert_eq!(found("[zones.market]\nsl|ots = 5"), key(&["zones", "market"], "sl"));
        assert_eq!(found("[zones]\nmarket = { form = \"row\", sl|"), key(&["zones", "market"], "sl"));
        assert_eq!(found("[zones]\nmarket.sweep.wh|"), key(&["zones", "market", "sweep"], "wh"));
        assert_eq!(found("x = [\n  1, # ]\n  { a = \"}\", b| }"), key(&["x", "1"], "b"));
        assert_eq!(found("[[a.b]]\n[[a.b]]\nc|"), key(&["a", "b", "1"], "c"));
        assert_eq!(found("zones.\"$a\".b|"), key(&["zones", "$a"], "b"));
        assert_eq!(found("broken line\n[a]\nb|"), key(&["a"], "b"));
    }

    #[test]
    fn values_know_their_path_and_what_there_is_of_them() {
        assert_eq!(found("[a]\nb = |"), key(&["a", "b"], ""));
        assert_eq!(found("[a]\nb = \"size(ha|nd)\""), key(&["a", "b"], "size(ha"));
        assert_eq!(found("[a]\nb = [\"x\", \"y|\"]"), key(&["a", "b", "1"], "y"));
        assert_eq!(found("b = \"\"\"\nfirst\nsec|"), key(&["b"], "\nfirst\nsec"));
        assert_eq!(found("b = 'it|"), key(&["b"], "it"));
        assert_eq!(found("b = tr|"), key(&["b"], "tr"));
        assert_eq!(found("b = 1 # wh|"), key(&["#"], ""));
        assert_eq!(found("b = [1, |"), key(&["b", "1"], ""));
    }

    #[test]
    fn nothing_is_read_for_ever() {
        for text in ["]]]]", "= = =", "[[[[", "a = ]", "{ { {", "a = [=, }", "\"", "'''", "a = { = ", "é = ü", "[a\nb = \\"] {
            for cursor in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
                let _ = spot(text, cursor);
            }
        }
    }
}
