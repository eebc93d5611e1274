//! Where something is declared and where it is named, across map, parents, parts and modules.

use crate::context::{Context, File, is_module};
use crate::families::{things, written};
use crate::mentions::{Mention, What, knows, mention_at, mentions};
use crate::shape::{Reading, node_at};
use crate::text::{Position, Range, offset, range};
use crate::{Place, Sort, Workspace, rhai};
use railwright::rules::library::Shelf;
use railwright::source::{Entry, Node, Origin};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How many games of a folder are looked through for references.
const MOST_GAMES: usize = 64;

/// What stands at a place of a file, and what it takes to ask more of it.
pub(crate) struct Found {
    pub path: PathBuf,
    pub text: String,
    pub tree: Node,
    pub sort: Sort,
    pub context: Option<Arc<Context>>,
    pub mention: Option<Mention>,
    pub offset: usize,
}

impl Found {
    pub(crate) fn reading(&self) -> Reading<'_> {
        Reading { sort: self.sort, own: &self.tree, context: self.context.as_deref() }
    }
}

impl Workspace {
    /// What stands at a place.
    pub(crate) fn find(&self, file: &Path, position: Position) -> Found {
        let path = self.path(file);
        let text = self.text(&path).unwrap_or_default();
        let (tree, sort, context) = (self.tree(&path), self.sort(&path), self.context_of(&path));
        let offset = offset(&text, position);
        let mut found = Found { path, text, tree, sort, context, mention: None, offset };
        found.mention = mention_at(&found.reading(), &found.text, offset);
        found
    }

    /// Where the thing is declared that stands at a place: in this file, the map, a parent, a part; a file that is named, or a function of
    /// a module. The nearest comes first.
    #[must_use]
    pub fn definition(&self, file: impl AsRef<Path>, position: Position) -> Vec<Place> {
        let found = self.find(file.as_ref(), position);
        let Some(mention) = &found.mention else { return self.own_function(&found) };
        let beginning = |file: PathBuf| vec![Place { file, range: Range::default() }];
        match (&mention.what, &found.context) {
            (What::Game(game), _) if !railwright::rules::library::looks_like_path(game) => {
                beginning(PathBuf::from(format!("games/{game}.toml")))
            }
            (What::Game(_), Some(context)) => beginning(context.game.clone()),
            (What::File(shelf, id), Some(context)) => {
                context.file(*shelf, id).map(|file| beginning(file.path.clone())).unwrap_or_default()
            }
            (What::Thing(family, name), Some(context)) => definitions(&found.reading(), context, family, name),
            (What::Key(path), Some(context)) => written_before(&found, context, path),
            _ => Vec::new(),
        }
    }

    /// A function of the module itself that is called at a place.
    fn own_function(&self, found: &Found) -> Vec<Place> {
        if found.sort != Sort::Module {
            return Vec::new();
        }
        let word = rhai::tokens(&found.text)
            .0
            .into_iter()
            .find(|token| token.span.start <= found.offset && found.offset <= token.span.end);
        let Some(word) = word.map(|token| &found.text[token.span]) else { return Vec::new() };
        let named = rhai::functions(&found.text).into_iter().filter(|(name, _)| name == word);
        named.map(|(_, span)| Place { file: found.path.clone(), range: range(&found.text, span) }).collect()
    }

    /// Every place that names the thing at a place, its declarations included, in all files of all games of the folder that have to do with
    /// the file.
    #[must_use]
    pub fn references(&self, file: impl AsRef<Path>, position: Position) -> Vec<Place> {
        let found = self.find(file.as_ref(), position);
        let Some(Mention { what, .. }) = &found.mention else { return Vec::new() };
        let wanted = settled(&found.reading(), what);
        let mut places: Vec<Place> = Vec::new();
        let mut seen: Vec<PathBuf> = Vec::new();
        let mut games = self.games_with(&found.path);
        // A thing of a parent or a map is a thing of all games that are made of it.
        if let Some(context) = &found.context
            && let What::Thing(family, name) = &wanted
        {
            for place in definitions(&found.reading(), context, family, name).iter().filter(|place| !place.is_bundled()) {
                games.extend(self.games_with(&place.file));
            }
        }
        for game in games.into_iter().take(MOST_GAMES) {
            let context = self.context(&game);
            for file in &context.files {
                if seen.contains(&file.path) {
                    continue;
                }
                seen.push(file.path.clone());
                places.extend(named_in(&context, file, &wanted));
            }
        }
        if !seen.contains(&found.path) {
            let here = mentions(&found.reading(), &found.text).into_iter();
            let same = here.filter(|mention| settled(&found.reading(), &mention.what) == wanted);
            places.extend(same.map(|mention| Place { file: found.path.clone(), range: range(&found.text, mention.span) }));
        }
        places.sort_by(|a, b| (&a.file, a.range.start).cmp(&(&b.file, b.range.start)));
        places.dedup();
        places
    }
}

/// The places of a file of a game that name something.
fn named_in(context: &Context, file: &File, wanted: &What) -> Vec<Place> {
    let text = context.loaded.files.text(file.id);
    let sort = if is_module(&file.path) { Sort::Module } else { Sort::of(&file.path, text) };
    let reading = Reading { sort, own: &file.tree, context: Some(context) };
    let named = mentions(&reading, text).into_iter().filter(|mention| settled(&reading, &mention.what) == *wanted);
    named.map(|mention| Place { file: file.path.clone(), range: range(text, mention.span) }).collect()
}

/// What is named, with the family that has it where there is a choice.
fn settled(reading: &Reading, what: &What) -> What {
    match what {
        What::Thing(families, name) => {
            let family = families.split('|').find(|family| knows(reading, family, name));
            What::Thing(family.unwrap_or(families).to_owned(), name.clone())
        }
        What::Key(path) => What::Key(crate::families::plain(path).to_vec()),
        other => other.clone(),
    }
}

/// Where a thing is declared: where the whole game has it from. What the whole game no longer has, such as a template or a parameter, is where
/// some file declares it.
fn definitions(reading: &Reading, context: &Context, family: &str, name: &str) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    let mut add = |place: Option<Place>| {
        if let Some(place) = place.filter(|place| !places.contains(place)) {
            places.push(place);
        }
    };
    for entry in things(&context.loaded.tree, family).into_iter().filter(|entry| written(&entry.key) == name) {
        add(place(context, entry.key_origin));
    }
    let What::Thing(family, _) = settled(reading, &What::Thing(family.to_owned(), name.to_owned())) else { return places };
    if places.is_empty() {
        for file in &context.files {
            let text = context.loaded.files.text(file.id);
            let sort = if is_module(&file.path) { Sort::Module } else { Sort::of(&file.path, text) };
            let reading = Reading { sort, own: &file.tree, context: Some(context) };
            let wanted = What::Thing(family.clone(), name.to_owned());
            for mention in mentions(&reading, text).into_iter().filter(|mention| mention.declares && mention.what == wanted) {
                places.push(Place { file: file.path.clone(), range: range(text, mention.span) });
            }
        }
    }
    // A module's use leads to the module, a part's use to the part.
    let shelf = match family.as_str() {
        "module" => Some((Shelf::Scripts, "module", "scripts")),
        "part" => Some((Shelf::Parts, "part", "use")),
        _ => None,
    };
    if let Some((shelf, key, table)) = shelf {
        let path = [table.to_owned(), name.to_owned(), key.to_owned()];
        let id = reading.said(&path).unwrap_or_else(|| name.to_owned());
        places.extend(context.file(shelf, &id).map(|file| Place { file: file.path.clone(), range: Range::default() }));
    }
    places
}

/// Where a key is written in the files below this one, the nearest first; else where the game has it from.
fn written_before(found: &Found, context: &Context, path: &[String]) -> Vec<Place> {
    let own = context.files.iter().position(|file| file.path == found.path).unwrap_or(context.files.len());
    let path = crate::families::plain(path);
    let mut places = Vec::new();
    for file in context.files.iter().filter(|file| context.files.iter().position(|other| other.path == file.path) != Some(own)) {
        let entry = written_at(context, file, path);
        if let Some(entry) = entry.filter(|_| !is_module(&file.path)) {
            let text = context.loaded.files.text(file.id);
            let bytes = entry.key_origin.start as usize..entry.key_origin.end as usize;
            places.push(Place { file: file.path.clone(), range: range(text, bytes) });
        }
    }
    if places.is_empty() {
        places.extend(node_at(&context.loaded.tree, path).and_then(|node| place(context, node.origin)));
    }
    places
}

/// What a file has at a path; in a part a key may be a parameter.
fn written_at<'f>(context: &Context, file: &'f File, path: &[String]) -> Option<&'f Entry> {
    let (first, rest) = path.split_first()?;
    let named = |node: &'f Node, name: &str| {
        let table = node.as_table()?;
        table.entry(name).or_else(|| table.iter().find(|entry| stands_for(context, file, &entry.key, name)))
    };
    rest.iter().try_fold(named(&file.tree, first)?, |entry, name| named(&entry.node, name))
}

/// Whether a key such as `$market` of a part means a name: by its default, or as some file of the game uses the part.
fn stands_for(context: &Context, file: &File, key: &str, name: &str) -> bool {
    let parameters = file.tree.at("parameters").and_then(Node::as_table).into_iter().flatten();
    let means = |parameter: &Entry, value: Option<&Node>| {
        let value = value.and_then(Node::as_text);
        value.is_some_and(|value| key.replace(&format!("${}", parameter.key), value) == name)
    };
    let uses = || context.files.iter().filter_map(|file| file.tree.at("use")?.as_table()).flat_map(|uses| uses.iter());
    parameters.filter(|parameter| key.contains(&format!("${}", parameter.key))).any(|parameter| {
        means(parameter, parameter.node.at("default")) || uses().any(|used| means(parameter, used.node.at(&parameter.key)))
    })
}

/// A place of a game.
pub(crate) fn place(context: &Context, origin: Origin) -> Option<Place> {
    if origin.is_none() {
        return None;
    }
    let bytes = origin.start as usize..origin.end as usize;
    Some(Place { file: context.path(origin.file)?, range: range(context.loaded.files.text(origin.file), bytes) })
}
