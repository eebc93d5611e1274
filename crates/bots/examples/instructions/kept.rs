//! The counts that were kept: reading, comparing and writing them, and the table of them in the manual.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;

/// Counts may grow by so many percent.
pub const MAY_GROW: u64 = 15;
/// Where counts are kept.
pub const COUNTS: &str = "crates/bots/benches/instructions.json";
/// The page of the manual that shows them, between these two lines.
pub const PAGE: &str = "docs/performance.md";
const FROM: &str = "<!-- from instructions.json -->\n";
const TO: &str = "<!-- until here -->\n";

/// Instructions of each verb in each game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// The compiler.
    pub with: String,
    /// Each game with its verbs.
    pub games: Vec<(String, Vec<(String, u64)>)>,
}

fn path(of: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(of)
}

/// The text of a file of the project.
pub fn read(of: &str) -> Result<String, String> {
    std::fs::read_to_string(path(of)).map_err(|error| format!("cannot read {of}: {error}"))
}

impl Counts {
    /// The counts that were kept.
    pub fn read() -> Result<Self, String> {
        serde_json::from_str(&read(COUNTS)?).map_err(|error| format!("{COUNTS} is damaged: {error}"))
    }

    /// Keeps these, and shows them in the manual.
    pub fn write(&self) -> Result<(), String> {
        let page = self.put_into(&read(PAGE)?).ok_or_else(|| format!("{PAGE} has no place for the table"))?;
        let counts = serde_json::to_string_pretty(self).map_err(|error| error.to_string())? + "\n";
        for (of, text) in [(COUNTS, counts), (PAGE, page)] {
            std::fs::write(path(of), text).map_err(|error| format!("cannot write {of}: {error}"))?;
        }
        Ok(())
    }

    /// A page with the table of these counts in its place.
    pub fn put_into(&self, page: &str) -> Option<String> {
        let (before, rest) = page.split_once(FROM)?;
        let (_, after) = rest.split_once(TO)?;
        Some(format!("{before}{FROM}{}{TO}{after}", self.table()))
    }

    fn table(&self) -> String {
        let verbs: Vec<&str> = self.games.first().iter().flat_map(|(_, verbs)| verbs).map(|(verb, _)| verb.as_str()).collect();
        let mut table = format!("| | {} |\n|---|{}\n", verbs.join(" | "), "---:|".repeat(verbs.len()));
        for (game, counts) in &self.games {
            let counts: Vec<String> = counts.iter().map(|(_, count)| thousands(*count)).collect();
            table += &format!("| `{game}` | {} |\n", counts.join(" | "));
        }
        table
    }

    fn of(&self, game: &str, verb: &str) -> Option<u64> {
        let (_, verbs) = self.games.iter().find(|(of, _)| of == game)?;
        verbs.iter().find(|(of, _)| of == verb).map(|(_, count)| *count)
    }
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let parts: Vec<&str> = digits.as_bytes().rchunks(3).rev().map(|part| std::str::from_utf8(part).unwrap_or("")).collect();
    parts.join(",")
}

/// One count, kept and now.
pub struct Row {
    /// In which game.
    pub game: String,
    /// Of what.
    pub verb: String,
    /// As it was kept.
    pub kept: Option<u64>,
    /// As it is.
    pub now: Option<u64>,
}

impl Row {
    /// What is wrong with it.
    pub fn wrong(&self) -> Option<&'static str> {
        match (self.kept, self.now) {
            (Some(kept), Some(now)) if now * 100 > kept * (100 + MAY_GROW) => Some("too many"),
            (None, _) => Some("not kept"),
            (_, None) => Some("no longer counted"),
            _ => None,
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Row { game, verb, kept, now } = self;
        let number = |count: &Option<u64>| count.map(thousands).unwrap_or_default();
        write!(f, "{game:17} {verb:12} {:>12} {:>12}", number(kept), number(now))?;
        if let (Some(kept), Some(now)) = (*kept, *now) {
            write!(f, " {:>+7.1} %", 100.0 * (now as f64 / kept.max(1) as f64 - 1.0))?;
        }
        self.wrong().map_or(Ok(()), |wrong| write!(f, "  {wrong}"))
    }
}

/// Every count of both, in the order of now.
pub fn compare(kept: &Counts, now: &Counts) -> Vec<Row> {
    let names = |counts: &Counts| -> Vec<(String, String)> {
        counts.games.iter().flat_map(|(game, verbs)| verbs.iter().map(|(verb, _)| (game.clone(), verb.clone()))).collect()
    };
    let mut all = names(now);
    all.extend(names(kept).into_iter().filter(|(game, verb)| now.of(game, verb).is_none()));
    all.into_iter().map(|(game, verb)| Row { kept: kept.of(&game, &verb), now: now.of(&game, &verb), game, verb }).collect()
}
