//! Puts shards together: the files become those that one run would have written.

use crate::run::{FILE, RecordFile, Run};
use crate::target::{DECISIONS, Format, GAMES, Records, Target};
use crate::{RecordError, write};
use railwright_bots::simulate::Results;
use railwright_core::narrow::narrow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// What shards are found by.
const TO_GIVE: &str = "give the folder that was given to `sim --shard i/n --out FOLDER`";

/// A shard and where it is.
#[derive(Clone, Debug)]
pub struct FoundShard {
    /// Its folder.
    pub folder: PathBuf,
    /// What it was.
    pub run: Run,
}

/// The shards in some folders: each may be a shard or hold several.
pub fn find(folders: &[PathBuf]) -> Result<Vec<FoundShard>, RecordError> {
    let mut found = Vec::new();
    for folder in folders {
        let own = folder.join(FILE);
        // A merged run may lie in the folder of its shards: then the shards are meant.
        let mut inside = inside(folder)?;
        if inside.is_empty() {
            if !own.is_file() {
                let message = format!("has no shards in it: no {FILE}, no shard-…-of-…/{FILE}");
                return Err(RecordError::wrong(folder, message, TO_GIVE));
            }
            inside.push(folder.clone());
        }
        for folder in inside {
            found.push(FoundShard { run: Run::read(&folder.join(FILE))?, folder });
        }
    }
    Ok(found)
}

/// The folders of shards in a folder, in the order of their names.
fn inside(folder: &Path) -> Result<Vec<PathBuf>, RecordError> {
    let cannot = |error| RecordError::Read(folder.to_owned(), error);
    let mut shards = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        let named = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("shard-"));
        if named && path.is_dir() {
            if !path.join(FILE).is_file() {
                let help = "it is still being played, or was ended by force: run it again";
                return Err(RecordError::wrong(&path, format!("is not finished: it has no {FILE}"), help));
            }
            shards.push(path);
        }
    }
    shards.sort();
    Ok(shards)
}

/// Brings shards into their order, if they are all of one run and all there is of it.
pub fn check(mut found: Vec<FoundShard>) -> Result<Vec<FoundShard>, RecordError> {
    let Some(first) = found.first().cloned() else { return Err(RecordError::shards("there are no shards to merge", TO_GIVE)) };
    for other in &found {
        if other.run.shard.is_none() {
            let help = "only what `sim --shard i/n` wrote can be merged";
            return Err(RecordError::wrong(&other.folder, "is a whole run and no shard", help));
        }
        if let Some(difference) = difference(&first.run, &other.run) {
            let (a, b) = (first.folder.display(), other.folder.display());
            let help = "merge shards that were made by the same command, but for --shard";
            return Err(RecordError::shards(format!("{a} and {b} are of different runs: {difference}"), help));
        }
    }
    found.sort_by_key(|shard| shard.run.shard.map(|shard| shard.number));
    let numbers: Vec<u32> = found.iter().filter_map(|shard| Some(shard.run.shard?.number)).collect();
    if let Some(i) = (1..numbers.len()).find(|&i| numbers[i] == numbers[i - 1]) {
        let (a, b) = (found[i - 1].folder.display(), found[i].folder.display());
        return Err(RecordError::shards(format!("shard {} is there twice: {a} and {b}", numbers[i]), "give each shard once"));
    }
    let of = first.run.shard.map_or(1, |shard| shard.of);
    let missing: Vec<String> = (1..=of).filter(|n| !numbers.contains(n)).map(|n| n.to_string()).collect();
    if !missing.is_empty() {
        let (shards, are) = if missing.len() == 1 { ("shard", "is") } else { ("shards", "are") };
        let message = format!("{shards} {} of {of} {are} missing", listed(&missing));
        return Err(RecordError::shards(message, format!("play it with --shard {}/{of}, with the rest as before", missing[0])));
    }
    for FoundShard { folder, run } in &found {
        let played = run.results.games + run.results.failed;
        if run.results.stopped || played != run.wanted() {
            let message =
                format!("was stopped after {played} of {} {}", run.wanted(), if run.wanted() == 1 { "game" } else { "games" });
            return Err(RecordError::wrong(folder, message, "play it again with --force"));
        }
    }
    Ok(found)
}

/// Numbers, not too many of them.
fn listed(numbers: &[String]) -> String {
    match numbers {
        [few @ .., last] if numbers.len() < 9 && !few.is_empty() => format!("{} and {last}", few.join(", ")),
        [one] => one.clone(),
        many => format!("{}, … ({} in all)", many[..many.len().min(8)].join(", "), many.len()),
    }
}

/// The first thing in which two runs differ.
fn difference(a: &Run, b: &Run) -> Option<String> {
    let kinds = |run: &Run| run.records.iter().map(|kept| kept.file.as_str()).collect::<Vec<_>>().join(" and ");
    let of = |run: &Run| run.shard.map_or(1, |shard| shard.of);
    let same: [(&str, String, String); 11] = [
        ("version of the program", a.version.clone(), b.version.clone()),
        ("game", a.game.clone(), b.game.clone()),
        ("players", a.players.to_string(), b.players.to_string()),
        ("options", a.options.join(" "), b.options.join(" ")),
        ("rules", a.rules.clone(), b.rules.clone()),
        ("seed", a.seed.to_string(), b.seed.to_string()),
        ("games", a.games.to_string(), b.games.to_string()),
        ("bots", a.bots.join(", "), b.bots.join(", ")),
        ("seconds for a program", a.bot_seconds.to_string(), b.bot_seconds.to_string()),
        ("number of shards", of(a).to_string(), of(b).to_string()),
        ("records", kinds(a), kinds(b)),
    ];
    let (what, a, b) = same.into_iter().find(|(_, a, b)| a != b)?;
    let said = |text: String| if text.is_empty() { "none".to_owned() } else { text };
    Some(format!("{what} {} and {}", said(a), said(b)))
}

/// Puts shards that were [checked](check) together in a folder; `done` counts rows while it works.
pub fn merge(shards: &[FoundShard], out: &Path, force: bool, done: &AtomicU64) -> Result<Run, RecordError> {
    let Some(first) = shards.first() else { return Err(RecordError::shards("there are no shards to merge", TO_GIVE)) };
    let format = first.run.records.iter().find_map(|kept| Format::of(Path::new(&kept.file)));
    let format = format.ok_or_else(|| RecordError::wrong(&first.folder, "has no records", "play it again with --out"))?;
    let has = |table: &str| first.run.records.iter().any(|kept| kept.table == table);
    let target = Target::folder(out, format, Records { games: has(GAMES), decisions: has(DECISIONS) }, None, force);
    let path = |shard: &FoundShard, table: &str| shard.folder.join(format!("{table}.{}", format.ending()));
    let mut schemas = Vec::new();
    for (table, _) in &target.tables {
        let columns = format.schema(&path(first, table))?;
        for shard in shards {
            if format.schema(&path(shard, table))? != columns {
                return Err(RecordError::wrong(&path(shard, table), "has other columns than the first shard", "play it again"));
            }
        }
        schemas.push((*table, columns));
    }
    let schema = |name: &str| schemas.iter().find(|(table, _)| *table == name).map(|(_, schema)| schema.clone());
    let mut writings = target.open(|table| schema(table).unwrap_or_default())?;
    let mut results = Results::default();
    for shard in shards {
        for writing in &mut writings {
            let (name, before) = (writing.name, writing.rows);
            format.read(&path(shard, name), |table| {
                done.fetch_add(table.rows() as u64, Ordering::Relaxed);
                writing.write(table)
            })?;
            let said = shard.run.records.iter().find(|kept| kept.table == name).map_or(0, |kept| kept.rows);
            if writing.rows - before != said {
                let message = format!("has {} rows, and {FILE} speaks of {said}", writing.rows - before);
                return Err(RecordError::wrong(&path(shard, name), message, "play the shard again"));
            }
        }
        results.seconds += shard.run.results.seconds;
        results.merge(shard.run.results.clone());
    }
    let records: Vec<RecordFile> = write::finish(writings, &target)?;
    let merged = Some(narrow::<u32>(shards.len()));
    let run = Run { shard: None, merged, records, results, ..first.run.clone() };
    run.write(out, force)?;
    Ok(run)
}
