//! From text to a tree of names and operators, each with its place.

use super::{Comparison, ExprError, Operation};
use std::ops::Range;

/// A node of the tree as written: for those who read an expression and do not work it out, such as the rulebook.
#[derive(Clone, Debug)]
pub struct Node {
    /// What stands here.
    pub what: What,
    /// Where in the text.
    pub span: Range<usize>,
}

/// What can stand in an expression.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum What {
    Int(i64),
    Name(String),
    Call(String, Vec<Node>),
    Not(Box<Node>),
    Negative(Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Compare(Comparison, Box<Node>, Box<Node>),
    Math(Operation, Box<Node>, Box<Node>),
}

impl Node {
    /// Calls `each` with every name in the tree, those of functions too.
    pub(super) fn each_name(&self, each: &mut impl FnMut(&str)) {
        match &self.what {
            What::Int(_) => {}
            What::Name(name) => each(name),
            What::Call(name, arguments) => {
                each(name);
                arguments.iter().for_each(|argument| argument.each_name(each));
            }
            What::Not(a) | What::Negative(a) => a.each_name(each),
            What::And(a, b) | What::Or(a, b) | What::Compare(_, a, b) | What::Math(_, a, b) => {
                a.each_name(each);
                b.each_name(each);
            }
        }
    }
}

impl Node {
    /// The tree with other trees for some of its names.
    pub(super) fn with_names(&self, given: &[(&str, &Node)]) -> Node {
        let each = |node: &Node| Box::new(node.with_names(given));
        let what = match &self.what {
            What::Int(value) => What::Int(*value),
            What::Name(name) => match given.iter().find(|(known, _)| known == name) {
                Some((_, node)) => return (*node).clone(),
                None => What::Name(name.clone()),
            },
            What::Call(name, arguments) => {
                What::Call(name.clone(), arguments.iter().map(|argument| argument.with_names(given)).collect())
            }
            What::Not(a) => What::Not(each(a)),
            What::Negative(a) => What::Negative(each(a)),
            What::And(a, b) => What::And(each(a), each(b)),
            What::Or(a, b) => What::Or(each(a), each(b)),
            What::Compare(sign, a, b) => What::Compare(*sign, each(a), each(b)),
            What::Math(sign, a, b) => What::Math(*sign, each(a), each(b)),
        };
        Node { what, span: self.span.clone() }
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    Int(i64),
    Name(String),
    Sign(&'static str),
    End,
}

const SIGNS: [&str; 14] = ["==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "(", ")", ","];
/// Nobody needs more, and no text can make the parser use up the stack.
pub const DEEPEST: u32 = 40;
/// How many letters an expression may have.
pub const LONGEST: usize = 2_000;

/// Reads an expression; its names are not resolved.
pub fn parse(text: &str) -> Result<Node, ExprError> {
    if text.len() > LONGEST {
        return Err(ExprError::new(0..text.len(), format!("this expression is longer than {LONGEST} characters")));
    }
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0 };
    let tree = parser.or()?;
    match parser.peek() {
        Token::End => Ok(tree),
        _ => Err(ExprError::new(parser.span(), "the expression should end here")
            .help("join conditions with `and` or `or`; `minus` needs spaces around its sign")),
    }
}

fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, ExprError> {
    let bytes = text.as_bytes();
    let mut list = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        if bytes[at].is_ascii_whitespace() {
            at += 1;
        } else if bytes[at].is_ascii_digit() {
            while at < bytes.len() && bytes[at].is_ascii_digit() {
                at += 1;
            }
            let value = text[start..at].parse::<i32>();
            let value = value.map_err(|_| ExprError::new(start..at, "this number is too large"))?;
            list.push((Token::Int(value.into()), start..at));
        } else if bytes[at].is_ascii_alphabetic() {
            // A hyphen belongs to a name when a letter or digit follows at once.
            while at < bytes.len()
                && (bytes[at].is_ascii_alphanumeric()
                    || bytes[at] == b'_'
                    || (bytes[at] == b'-' && bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric)))
            {
                at += 1;
            }
            list.push((Token::Name(text[start..at].to_owned()), start..at));
        } else if let Some(sign) = SIGNS.iter().find(|s| text.get(at..).is_some_and(|rest| rest.starts_with(**s))) {
            at += sign.len();
            list.push((Token::Sign(sign), start..at));
        } else {
            let end = start + text[start..].chars().next().map_or(1, char::len_utf8);
            return Err(ExprError::new(start..end, format!("`{}` means nothing here", &text[start..end]))
                .help("comparisons are == != < <= > >=, and conditions are joined with `and`, `or`, `not`"));
        }
    }
    list.push((Token::End, text.len()..text.len()));
    Ok(list)
}

struct Parser {
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    depth: u32,
}

type Parsed = Result<Node, ExprError>;

impl Parser {
    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.at].1.clone()
    }

    fn next(&mut self) -> Token {
        let token = self.tokens[self.at].0.clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Name(name) if name == word);
        if found {
            self.next();
        }
        found
    }

    fn sign<T: Copy>(&mut self, signs: &[(&str, T)]) -> Option<T> {
        let Token::Sign(sign) = self.peek() else { return None };
        let found = signs.iter().find(|(s, _)| s == sign)?.1;
        self.next();
        Some(found)
    }

    fn or(&mut self) -> Parsed {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(ExprError::new(self.span(), "this expression is nested too deeply"));
        }
        let mut left = self.and()?;
        while self.word("or") {
            let right = self.and()?;
            left = join(left, right, What::Or);
        }
        self.depth -= 1;
        Ok(left)
    }

    fn and(&mut self) -> Parsed {
        let mut left = self.not()?;
        while self.word("and") {
            let right = self.not()?;
            left = join(left, right, What::And);
        }
        Ok(left)
    }

    fn not(&mut self) -> Parsed {
        let start = self.span().start;
        let mut times = 0;
        while self.word("not") {
            times += 1;
        }
        let mut inner = self.comparison()?;
        for _ in 0..times.min(2 - times % 2) {
            let span = start..inner.span.end;
            inner = Node { what: What::Not(Box::new(inner)), span };
        }
        Ok(inner)
    }

    fn comparison(&mut self) -> Parsed {
        use Comparison::*;
        let signs = [("==", Equal), ("!=", Differs), ("<=", AtMost), (">=", AtLeast), ("<", Less), (">", More)];
        let left = self.sum()?;
        match self.sign(&signs) {
            Some(sign) => {
                let right = self.sum()?;
                Ok(join(left, right, |a, b| What::Compare(sign, a, b)))
            }
            None => Ok(left),
        }
    }

    fn sum(&mut self) -> Parsed {
        let mut left = self.product()?;
        while let Some(sign) = self.sign(&[("+", Operation::Plus), ("-", Operation::Minus)]) {
            let right = self.product()?;
            left = join(left, right, |a, b| What::Math(sign, a, b));
        }
        Ok(left)
    }

    fn product(&mut self) -> Parsed {
        let signs = [("*", Operation::Times), ("/", Operation::Divided), ("%", Operation::Rest)];
        let mut left = self.primary()?;
        while let Some(sign) = self.sign(&signs) {
            let right = self.primary()?;
            left = join(left, right, |a, b| What::Math(sign, a, b));
        }
        Ok(left)
    }

    fn primary(&mut self) -> Parsed {
        let span = self.span();
        match self.next() {
            Token::Int(value) => Ok(Node { what: What::Int(value), span }),
            Token::Sign("-") => {
                let inner = match self.peek() {
                    Token::Sign("-") => return Err(ExprError::new(self.span(), "one minus sign is enough")),
                    _ => self.primary()?,
                };
                let span = span.start..inner.span.end;
                Ok(Node { what: What::Negative(Box::new(inner)), span })
            }
            Token::Sign("(") => {
                let inner = self.or()?;
                self.close()?;
                Ok(inner)
            }
            Token::Name(name) if matches!(self.peek(), Token::Sign("(")) => {
                self.next();
                let mut arguments = Vec::new();
                if !matches!(self.peek(), Token::Sign(")")) {
                    arguments.push(self.or()?);
                    while self.sign(&[(",", ())]).is_some() {
                        arguments.push(self.or()?);
                    }
                }
                let end = self.close()?;
                Ok(Node { what: What::Call(name, arguments), span: span.start..end })
            }
            Token::Name(name) => Ok(Node { what: What::Name(name), span }),
            Token::End => Err(ExprError::new(span, "the expression ends too early")),
            Token::Sign(sign) => Err(ExprError::new(span, format!("a number or a name should stand here, not `{sign}`"))),
        }
    }

    fn close(&mut self) -> Result<usize, ExprError> {
        let span = self.span();
        match self.next() {
            Token::Sign(")") => Ok(span.end),
            _ => Err(ExprError::new(span, "a `)` is missing here")),
        }
    }
}

fn join(left: Node, right: Node, what: impl FnOnce(Box<Node>, Box<Node>) -> What) -> Node {
    let span = left.span.start..right.span.end;
    Node { what: what(Box::new(left), Box::new(right)), span }
}
