//! The pages of the repository that are written in Markdown, read as GitHub and mdBook read them.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::path::{Path, PathBuf};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A page.
pub struct Page {
    /// Where it is, from the root.
    pub path: PathBuf,
    /// Where its links and pictures lead.
    pub links: Vec<String>,
    /// The names of its headings in links.
    pub anchors: Vec<String>,
    /// What stands in it as code, within a sentence.
    pub code: Vec<String>,
}

/// Every page of the repository.
pub fn all() -> Vec<Page> {
    let mut folders = vec![root()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if path.is_dir() {
                // What is built or belongs to a tool is nobody's page.
                let ours = !name.starts_with("target") && name != "node_modules" && (!name.starts_with('.') || name == ".github");
                folders.extend(ours.then_some(path));
            } else if name.ends_with(".md") {
                let text = std::fs::read_to_string(&path).expect("a page");
                found.push(read(path.strip_prefix(root()).expect("it is below").to_owned(), &text));
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(found.len() > 30, "only {} pages", found.len());
    found
}

fn read(path: PathBuf, text: &str) -> Page {
    let mut page = Page { path, links: Vec::new(), anchors: Vec::new(), code: Vec::new() };
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => page.links.push(dest_url.into_string()),
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let name = railwright_source::anchor(&heading.take().unwrap_or_default());
                // Of headings that are called alike, all but the first are numbered.
                let before = page.anchors.iter().filter(|known| **known == name).count();
                page.anchors.push(if before == 0 { name } else { format!("{name}-{before}") });
            }
            Event::Text(text) => heading.iter_mut().for_each(|heading| heading.push_str(&text)),
            Event::Code(code) => {
                heading.iter_mut().for_each(|heading| heading.push_str(&code));
                page.code.push(code.into_string());
            }
            _ => {}
        }
    }
    page
}
