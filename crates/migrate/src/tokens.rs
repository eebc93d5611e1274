//! The words of a rule module: names, texts and signs with their places. Comments and numbers are passed over.

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sort {
    /// A name or a word of the language.
    Name,
    /// A text with its quotes, in which nothing is worked out.
    Text,
    /// Any other sign.
    Sign(char),
}

/// A token and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) sort: Sort,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Token {
    /// What stands there.
    pub(crate) fn of<'t>(&self, text: &'t str) -> &'t str {
        &text[self.start..self.end]
    }
}

/// All tokens of a module, in their order.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut reading = Reading { text, at: 0, found: Vec::new() };
    reading.code();
    reading.found
}

struct Reading<'t> {
    text: &'t str,
    at: usize,
    found: Vec<Token>,
}

impl Reading<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn push(&mut self, sort: Sort, start: usize) {
        self.found.push(Token { sort, start, end: self.at });
    }

    /// Code up to the end. Texts that it stands in are kept in a list and not by calls, because they may stand in each other without end.
    fn code(&mut self) {
        // How many braces are open in each piece of code that stands in a text.
        let mut within: Vec<usize> = Vec::new();
        while let Some(sign) = self.rest().chars().next() {
            let start = self.at;
            match sign {
                _ if self.rest().starts_with("//") => self.at += self.rest().find('\n').unwrap_or(self.rest().len()),
                _ if self.rest().starts_with("/*") => self.comment(),
                '"' | '\'' => {
                    self.quoted(sign);
                    self.push(Sort::Text, start);
                }
                '`' => {
                    self.at += 1;
                    self.template(start, &mut within);
                }
                '#' if self.raw() => self.push(Sort::Text, start),
                '}' if within.last() == Some(&0) => {
                    within.pop();
                    self.at += 1;
                    self.template(usize::MAX, &mut within);
                }
                _ if sign.is_alphabetic() || sign == '_' => {
                    let end = self.rest().find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest().len());
                    self.at += end;
                    self.push(Sort::Name, start);
                }
                _ if sign.is_ascii_digit() => {
                    self.at += self.rest().find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest().len());
                }
                _ => {
                    match (sign, within.last_mut()) {
                        ('{', Some(open)) => *open += 1,
                        ('}', Some(open)) => *open -= 1,
                        _ => {}
                    }
                    self.at += sign.len_utf8();
                    if !sign.is_whitespace() {
                        self.push(Sort::Sign(sign), start);
                    }
                }
            }
        }
    }

    /// A comment, which may have others in it.
    fn comment(&mut self) {
        let mut open = 0_usize;
        while self.at < self.text.len() {
            let (step, now) = match self.rest() {
                rest if rest.starts_with("/*") => (2, open + 1),
                rest if rest.starts_with("*/") => (2, open - 1),
                rest => (rest.chars().next().map_or(1, char::len_utf8), open),
            };
            self.at += step;
            open = now;
            if open == 0 {
                return;
            }
        }
    }

    /// A text up to its closing quote.
    fn quoted(&mut self, quote: char) {
        let mut escaped = false;
        for (at, sign) in self.rest().char_indices().skip(1) {
            match sign {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                _ if sign == quote => {
                    self.at += at + 1;
                    return;
                }
                _ => {}
            }
        }
        self.at = self.text.len();
    }

    /// A text in which things are worked out, from where it is on: up to its end, or to the next piece of code. `start` is where it begins if
    /// nothing was worked out so far.
    fn template(&mut self, start: usize, within: &mut Vec<usize>) {
        let end = self.rest().find('`').unwrap_or(self.rest().len());
        match self.rest().find("${").filter(|code| *code < end) {
            Some(code) => {
                self.at += code + 2;
                within.push(0);
            }
            None => {
                self.at = (self.at + end + 1).min(self.text.len());
                if start != usize::MAX {
                    self.push(Sort::Text, start);
                }
            }
        }
    }

    /// A raw text, `#"…"#` with any number of signs; whether there is one.
    fn raw(&mut self) -> bool {
        let signs = self.rest().bytes().take_while(|byte| *byte == b'#').count();
        if !self.rest()[signs..].starts_with('"') {
            return false;
        }
        let closing = format!("\"{}", "#".repeat(signs));
        let found = self.rest()[signs + 1..].find(&closing).map(|end| signs + 1 + end + closing.len());
        self.at += found.unwrap_or(self.rest().len());
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Sort, tokens};

    fn words(text: &str) -> Vec<&str> {
        tokens(text).iter().filter(|token| !matches!(token.sort, Sort::Sign(_))).map(|token| token.of(text)).collect()
    }

    #[test]
    fn names_and_texts_are_found_and_comments_passed_over() {
        assert_eq!(words("fn f(a) { /* b /* c */ d */ a + \"e \\\" f\" } // g"), ["fn", "f", "a", "a", "\"e \\\" f\""]);
        assert_eq!(words("let x = `plain` + 'c' + #\"raw \" \"# + 12;"), ["let", "x", "`plain`", "'c'", "#\"raw \" \"#"]);
    }

    #[test]
    fn what_is_worked_out_in_a_text_is_code() {
        assert_eq!(words("`a ${f(#{ x: `b ${g} c` })} d ${h}` + k"), ["f", "x", "g", "h", "k"]);
    }

    #[test]
    fn what_is_not_closed_ends_with_the_file() {
        for text in ["\"a", "`a", "`a ${", "/* a", "#\"a", "'", "a}", "`${}`}"] {
            tokens(text);
        }
    }
}
