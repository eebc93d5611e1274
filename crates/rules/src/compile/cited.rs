//! Which numbered rules a table of the game file cites, as a whole or key by key, and where it is written.

use super::Compiler;
use crate::rules::{Cited, ELSE};
use railwright_source::kinds::{KeyedTexts, Texts};
use railwright_source::{Diagnostic, Includes, Key, Keys, Node, Origin, Reader, did_you_mean};

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
        for (key, texts) in reader.get(cites) {
            let texts: Vec<String> = texts.into_iter().map(|(text, _)| text.to_owned()).collect();
            for text in &texts {
                if !cited.cites.contains(text) {
                    cited.cites.push(text.clone());
                }
            }
            let Some((key, origin)) = key else { continue };
            if key != ELSE && reader.schema().find(key).is_none() {
                let keys = reader.schema().all_keys();
                let known = keys.iter().map(|key| key.name).chain([ELSE]);
                let message = format!("unknown key `{}.{cites}.{key}`", reader.path());
                let label = format!("no such key in {}", reader.schema().name);
                let help = match did_you_mean(key, known.clone()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("citations stand at keys: {}", known.collect::<Vec<_>>().join(", ")),
                };
                self.report.push(Diagnostic::error("unknown-key", message).at(origin, label).help(help));
            }
            by_key.push((key.to_owned(), texts));
        }
        Cited { by_key: by_key.into(), ..cited }
    }

    fn written_at<S: Keys>(&self, reader: &Reader<S>, origin: Origin) -> Cited {
        let mut places = vec![origin];
        first_in_each_file(reader.whole(), &mut places);
        places.sort();
        let places: Vec<String> = places.into_iter().map(|place| self.files.locate(place)).collect();
        Cited { place: places.join(" over "), ..Cited::default() }
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
