//! `railwright migrate`: files of an earlier format become files of today's.

use crate::failure::Failure;
use crate::{number, screen, style, whole_file};
use railwright::migrate::{Migrated, Outcome, Users, diff, migrate, migrate_script};
use railwright::source::disk;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Rewrite game, map, part, scenario and script files of an earlier format
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  railwright migrate my-game.toml      rewrite a file in place
  railwright migrate .                 all files of games in a folder and in
                                       the folders below it
  railwright migrate . --dry-run       show what would change, and write nothing
  railwright migrate . --check         the same, for a gate: it fails where
                                       something is to be rewritten

Only names that have changed are exchanged: comments, order and layout stay as
they are, and the file says `format = 1`. In scripts these are functions, and
expressions in quotes; the games beside a script say which action it is for.
What cannot be decided from the files alone is left and said with its place; then
the exit code is 1. Files in a folder that are none of a game are passed over.")]
pub struct Args {
    /// Files, or folders of them
    #[arg(value_name = "FILE|FOLDER", required = true)]
    paths: Vec<PathBuf>,
    /// Show what would change and write nothing
    #[arg(long)]
    dry_run: bool,
    /// The same, and fail where something is to be rewritten
    #[arg(long)]
    check: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What became of one file.
enum Done {
    /// There was nothing to do.
    Current,
    /// It was, or would be, rewritten; with its old text.
    Rewritten(Migrated, String),
    /// It could not be.
    Failed(String),
}

/// Runs the command.
pub fn run(args: &Args) -> Result<(), Failure> {
    let shown_only = args.dry_run || args.check;
    let mut done = Vec::new();
    for path in &args.paths {
        for file in files_in(path)? {
            let named = file == *path;
            if let Some(one) = rewrite(&file, named, args)? {
                done.push((file, one));
            }
        }
    }
    if args.json {
        screen::show_json(&done.iter().map(|(path, done)| to_json(path, done)).collect())?;
    } else {
        let text: String = done.iter().map(|(path, done)| told(path, done, shown_only)).collect();
        screen::show(&format!("{text}{}", summary(&done, shown_only)))?;
    }
    let fails = |done: &Done| match done {
        Done::Current => false,
        Done::Rewritten(migrated, _) => args.check || !migrated.left.is_empty(),
        Done::Failed(_) => true,
    };
    if done.iter().any(|(_, done)| fails(done)) { Err(Failure::Said) } else { Ok(()) }
}

/// Rewrites one file. Nothing comes of one that is none of a game, unless somebody named it.
fn rewrite(path: &Path, named: bool, args: &Args) -> Result<Option<Done>, Failure> {
    let text = match disk::read_text(path) {
        Ok(text) => text,
        Err(error) => return Ok(Some(Done::Failed(format!("cannot read it: {}\n", disk::unread(&error))))),
    };
    let name = path.display().to_string();
    let migrated = match path.extension().is_some_and(|ending| ending == "rhai") {
        true => migrate_script(&name, &text, &users(path)),
        false => migrate(&name, &text, &own_parts(path)),
    };
    Ok(match migrated {
        Ok(Outcome::Current) => Some(Done::Current),
        Ok(Outcome::NotOurs) if named => Some(Done::Failed("it is no game, map, part or scenario\n".to_owned())),
        Ok(Outcome::NotOurs) => None,
        Ok(Outcome::Migrated(migrated)) => {
            if !(args.dry_run || args.check || migrated.changes.is_empty()) {
                whole_file::write(path, migrated.text.as_bytes())?;
            }
            Some(Done::Rewritten(migrated, text))
        }
        Err(unreadable) => Some(Done::Failed(unreadable.report.render(&unreadable.files, !args.json))),
    })
}

/// What the games that find a script say of it: those beside it, and those beside the folder `scripts` that it is in.
fn users(path: &Path) -> Users {
    let module = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let folder = disk::folder_of(path);
    let mut folders = vec![folder.to_owned()];
    if path.parent().is_some_and(|folder| folder.ends_with("scripts")) {
        folders.extend([folder.join(".."), folder.join("../games")]);
    }
    let mut users = Users::default();
    let entries = folders.into_iter().filter_map(|folder| folder.read_dir().ok()).flatten();
    let mut games: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_toml(path)).collect();
    games.sort();
    games.iter().filter_map(|game| disk::read_text(game).ok()).for_each(|text| users.add(module, &text));
    users
}

fn is_toml(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "toml")
}

/// The parts that a file finds beside it.
fn own_parts(path: &Path) -> Vec<String> {
    let folder = disk::folder_of(path);
    let files = [folder.to_owned(), folder.join("parts"), folder.join("../parts")]
        .into_iter()
        .filter_map(|folder| folder.read_dir().ok());
    let names = files.flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let parts = names.filter(|path| is_toml(path) && path.parent().is_some_and(|folder| folder.ends_with("parts")));
    parts.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect()
}

/// A file, or all files below a folder that may be of a game, in the order of their names. What is hidden or built is passed over.
fn files_in(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let about = std::fs::symlink_metadata(path);
    if about.as_ref().is_ok_and(|about| !about.is_dir()) || path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let cannot = |error: std::io::Error| {
        let message = format!("cannot read {}: {}", path.display(), disk::unread(&error));
        Failure::usage(message, "give files of games, or folders of them")
    };
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(path).map_err(cannot)? {
        entries.push(entry.map_err(cannot)?.path());
    }
    entries.sort();
    let mut files = Vec::new();
    for entry in entries {
        let name = entry.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_link = entry.symlink_metadata().is_ok_and(|about| about.is_symlink());
        if name.starts_with('.') || name == "target" || is_link {
            continue;
        }
        if entry.is_dir() {
            files.extend(files_in(&entry)?);
        } else if is_toml(&entry) || entry.extension().is_some_and(|ending| ending == "rhai") {
            files.push(entry);
        }
    }
    Ok(files)
}

fn told(path: &Path, done: &Done, shown_only: bool) -> String {
    let shown = path.display();
    match done {
        Done::Current => String::new(),
        Done::Failed(why) => format!("{} {shown}: {why}", style::paint(style::ERROR, "failed")),
        Done::Rewritten(migrated, before) => {
            let changes = number::count(migrated.changes.len() as u64, "change");
            let mut text = if migrated.changes.is_empty() {
                String::new()
            } else if shown_only {
                diff(&shown.to_string(), before, &migrated.text)
            } else {
                format!("{} {shown}: {changes}\n", style::paint(style::GOOD, "rewritten"))
            };
            for left in &migrated.left {
                let mark = style::paint(style::WARN, "left");
                text += &format!("{mark} {shown}:{}:{}: {}\n", left.line, left.column, left.text);
            }
            text
        }
    }
}

fn summary(done: &[(PathBuf, Done)], shown_only: bool) -> String {
    let count = |is: fn(&Done) -> bool| done.iter().filter(|(_, done)| is(done)).count() as u64;
    let rewritten = count(|done| matches!(done, Done::Rewritten(migrated, _) if !migrated.changes.is_empty()));
    let (current, failed) = (count(|done| matches!(done, Done::Current)), count(|done| matches!(done, Done::Failed(_))));
    let verb = if shown_only { "to be rewritten" } else { "rewritten" };
    let mut text = format!("{} {verb}, {current} of today's format", number::count(rewritten, "file"));
    if failed > 0 {
        text += &format!(", {failed} failed");
    }
    text + "\n"
}

fn to_json(path: &Path, done: &Done) -> Value {
    let file = path.display().to_string();
    match done {
        Done::Current => json!({ "file": file, "outcome": "current" }),
        Done::Failed(why) => json!({ "file": file, "outcome": "failed", "message": why.trim_end() }),
        Done::Rewritten(migrated, _) => {
            let changes: Vec<Value> = migrated
                .changes
                .iter()
                .map(|change| json!({ "line": change.line, "was": change.was, "now": change.now }))
                .collect();
            let left: Vec<Value> = migrated
                .left
                .iter()
                .map(|left| json!({ "line": left.line, "column": left.column, "message": left.text }))
                .collect();
            json!({ "file": file, "outcome": "rewritten", "changes": changes, "left": left })
        }
    }
}
