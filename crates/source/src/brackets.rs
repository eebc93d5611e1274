//! Brackets that are never closed: found and taken out, so that one of them does not hide the rest of a file.
//!
//! To the parser everything after an open `[` is part of the list, and each line that follows is an error. A line that
//! can only be a heading or a key shows where the author thought that the list had ended.

/// A text without its unfinished values, and the byte of each bracket that was not closed.
pub(crate) struct Closed {
    pub(crate) text: String,
    pub(crate) open: Vec<usize>,
}

/// Blanks every statement that opens a bracket and does not close it; bytes keep their places.
pub(crate) fn close(text: &str) -> Closed {
    let mut closed = Closed { text: text.to_owned(), open: Vec::new() };
    let mut scan = Scan { bytes: text.as_bytes(), at: 0, last: b'\n' };
    let mut stack: Vec<usize> = Vec::new();
    let mut statement = 0;
    let mut blank: Vec<std::ops::Range<usize>> = Vec::new();
    while let Some(byte) = scan.bytes.get(scan.at).copied() {
        let line_start = scan.at == 0 || scan.bytes[scan.at - 1] == b'\n';
        if line_start && !stack.is_empty() && scan.starts_statement(&text[scan.at..]) {
            closed.open.extend(stack.last());
            blank.push(statement..scan.at);
            stack.clear();
        }
        if line_start && stack.is_empty() {
            statement = scan.at;
            scan.last = b'\n';
        }
        match byte {
            b'[' | b'{' => stack.push(scan.at),
            b']' | b'}' => drop(stack.pop()),
            _ => {}
        }
        scan.step(byte);
    }
    if !stack.is_empty() {
        closed.open.extend(stack.last());
        blank.push(statement..text.len());
    }
    for range in blank {
        let spaces: String = text[range.clone()].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
        closed.text.replace_range(range, &spaces);
    }
    closed
}

struct Scan<'t> {
    bytes: &'t [u8],
    at: usize,
    /// The last byte that was neither blank nor in a comment.
    last: u8,
}

impl Scan<'_> {
    /// Moves past one byte, a comment or a whole string.
    fn step(&mut self, byte: u8) {
        match byte {
            b'#' => self.at += self.rest().iter().position(|byte| *byte == b'\n').unwrap_or(self.rest().len()),
            b'"' | b'\'' => {
                self.last = byte;
                self.at += string_length(self.rest(), byte);
            }
            _ => {
                if !byte.is_ascii_whitespace() {
                    self.last = byte;
                }
                self.at += 1;
            }
        }
    }

    fn rest(&self) -> &[u8] {
        &self.bytes[self.at..]
    }

    /// Whether a line within brackets can only be a heading, or a key where no key can stand.
    fn starts_statement(&self, rest: &str) -> bool {
        let line = rest.lines().next().unwrap_or_default();
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.\"'".contains(&byte);
        if line.starts_with('[') {
            let name = line.trim_start_matches('[');
            let end = name.bytes().position(|byte| !is_name(byte)).unwrap_or(name.len());
            let starts_with_letter = name.starts_with(|first: char| first.is_ascii_alphabetic());
            let is_value = ["true", "false", "inf", "nan"].contains(&&name[..end]);
            let after = name[end..].trim_start_matches(']').trim_start();
            return starts_with_letter
                && !is_value
                && name[end..].starts_with(']')
                && (after.is_empty() || after.starts_with('#'));
        }
        let end = line.bytes().position(|byte| !is_name(byte)).unwrap_or(line.len());
        let is_key = end > 0 && line[end..].trim_start().starts_with('=');
        is_key && self.last != b',' && self.last != b'{'
    }
}

/// The length of the string that starts here; one that is not closed ends with its line.
fn string_length(rest: &[u8], quote: u8) -> usize {
    let triple = [quote; 3];
    let long = rest.starts_with(&triple);
    let mut at = if long { 3 } else { 1 };
    while let Some(byte) = rest.get(at).copied() {
        match byte {
            b'\n' if !long => return at,
            b'\\' if quote == b'"' && rest.get(at + 1) != Some(&b'\n') => at += 1,
            _ if long && rest[at..].starts_with(&triple) => return at + 3,
            _ if !long && byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    rest.len()
}
