//! Which numbered rules a table of the game file cites, as a whole or key by key, and where it is written.

use super::Compiler;
use crate::rules::{Cited, ELSE};
use railwright_source::kinds::{KeyedText, KeyedTexts, Texts};
use railwright_source::{Diagnostic, Includes, Key, Keys, Kind, Node, Origin, Reader, did_you_mean};

impl Compiler<'_> {
    /// Where a table is written and which rules it cites. What a child of a game changes stands in its file, the rest in that of
    /// its parent: both are named, the child first, as files are read.
    pub(crate) fn cited<S: Includes<K>, K: Keys>(&self, reader: &Reader<S>, cites: Key<K, Texts>, origin: Origin) -> Cited {
        let cites = reader.get(cites).iter().map(|(text, _)| (*text).to_owned()).collect();
        Cited { cites, ..self.written_at(reader, origin) }
    }

    /// The same where each key of the table may have citations of its own.
    pub(crate) fn cited_by_key<S: Includes<K>, K: Keys>(
        &mut self,
        reader: &Reader<S>,
        cites: Key<K, KeyedTexts>,
        origin: Origin,
    ) -> Cited {
        let mut cited = self.written_at(reader, origin);
        let mut by_key = Vec::new();
        for KeyedText { key, part, texts } in reader.get(cites) {
            let texts: Vec<String> = texts.into_iter().map(|(text, _)| text.to_owned()).collect();
            for text in &texts {
                if !cited.cites.contains(text) {
                    cited.cites.push(text.clone());
                }
            }
            let Some((key, origin)) = key else { continue };
            let schema = reader.schema();
            let path = format!("{}.{cites}", reader.path());
            match (schema.find(key), part) {
                (Some(_), None) => {}
                (None, None) if key == ELSE => {}
                (Some(known), Some((part, origin))) => {
                    let parts = parts_of(known.kind);
                    if part != ELSE && !parts.contains(&part) {
                        self.no_such_key(&format!("{path}.{key}.{part}"), part, origin, &format!("`{key}`"), parts);
                    }
                }
                (None, _) => {
                    let keys = schema.all_keys().iter().map(|key| key.name).collect();
                    self.no_such_key(&format!("{path}.{key}"), key, origin, schema.name, keys);
                }
            }
            let key = part.map_or_else(|| key.to_owned(), |(part, _)| format!("{key}.{part}"));
            by_key.push((key, texts));
        }
        Cited { by_key: by_key.into(), ..cited }
    }

    fn no_such_key(&mut self, path: &str, key: &str, origin: Origin, of: &str, known: Vec<&str>) {
        let known = known.into_iter().chain([ELSE]);
        let help = match did_you_mean(key, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("citations stand at: {}", known.collect::<Vec<_>>().join(", ")),
        };
        let problem = Diagnostic::error("unknown-key", format!("unknown key `{path}`"));
        self.report.push(problem.at(origin, format!("no such key in {of}")).help(help));
    }

    fn written_at<S: Keys>(&self, reader: &Reader<S>, origin: Origin) -> Cited {
        let mut places = vec![origin];
        first_in_each_file(reader.whole(), &mut places);
        places.sort();
        let places: Vec<String> = places.into_iter().map(|place| self.files.locate(place)).collect();
        Cited { place: places.join(" over "), ..Cited::default() }
    }
}

/// What the parts of a value are called: the keys of a table, or the words that a list can have.
fn parts_of(kind: Kind) -> Vec<&'static str> {
    match kind {
        Kind::Table(schema) => schema.all_keys().iter().map(|key| key.name).collect(),
        Kind::List(Kind::Word(words)) => words.to_vec(),
        _ => Vec::new(),
    }
}

/// Adds the first value of each file that has none yet.
fn first_in_each_file(node: &Node, places: &mut Vec<Origin>) {
    for entry in node.as_table().into_iter().flat_map(|table| table.iter()) {
        if entry.node.as_table().is_some() {
            first_in_each_file(&entry.node, places);
            continue;
        }
        let here = entry.key_origin;
        match places.iter_mut().enumerate().find(|(_, place)| place.file == here.file) {
            // The first place is the heading, which is the best there is in its file.
            Some((i, place)) if i > 0 => *place = (*place).min(here),
            Some(_) => {}
            None if here.is_none() => {}
            None => places.push(here),
        }
    }
}
