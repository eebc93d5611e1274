//! The values of keys that were left out.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::files::Origin;
use crate::parse::parse_value;
use crate::schema::{KeyDecl, Kind, Need};
use crate::tree::{Node, Value};

type Cache = Mutex<HashMap<(&'static str, bool), &'static Node>>;

impl KeyDecl {
    /// The value of the key when it is left out, read from its declaration once.
    #[must_use]
    pub fn default(&self) -> Option<&'static Node> {
        static CACHE: OnceLock<Cache> = OnceLock::new();
        let Need::Default(text) = self.need else {
            return None;
        };
        let is_text = self.kind.is_text();
        let mut cache = CACHE.get_or_init(Cache::default).lock().unwrap_or_else(PoisonError::into_inner);
        // Defaults are part of the program, so there are few of them and they may live as long as it does.
        Some(cache.entry((text, is_text)).or_insert_with(|| Box::leak(Box::new(read(text, is_text)))))
    }
}

impl Kind {
    /// Whether a default that looks like a number, say, is nevertheless a text.
    fn is_text(&self) -> bool {
        match self {
            // What may be a text or something longer is a text for short.
            Self::OneOf([first, .., Self::List(_)]) => first.is_text(),
            _ => matches!(self, Self::Text | Self::Word(_) | Self::Name(_) | Self::Expr),
        }
    }
}

fn read(text: &'static str, is_text: bool) -> Node {
    let bare = || Node::new(Value::Text(text.to_owned()), Origin::NONE);
    let quoted = text.starts_with('"') && text.ends_with('"') && text.len() > 1;
    if is_text && !quoted { bare() } else { parse_value(text).unwrap_or_else(bare) }
}
