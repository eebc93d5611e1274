//! Kept finished games: a save for each way in which each bundled game can end, and what is known of its end.
//!
//! ```text
//! format 1
//! my-game; last turns played; 2 players; 170 actions; points 31 44; state 6qskt7
//! my-game; everybody passed; none: why there is no such game
//! ```

use crate::endings::{self, Found};
use crate::hash::{Hash, six};
use crate::{Case, FORMAT, fields};
use railwright_rules::library::Shelf;
use railwright_script::Rhai;
use railwright_session::save::Save;
use railwright_session::{HUMAN, Header, Session, Warning};
use std::fmt;
use std::path::{Path, PathBuf};

/// One way in which a game can end, and the game that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The id of a bundled game.
    pub game: String,
    /// How it ends.
    pub ending: String,
    /// What is known of the end of the saved game, or why there is none.
    pub end: Result<End, String>,
}

/// The end of a saved game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// Everything in words: how many play, how many actions there are, what each seat scores, a hash of the final state.
    pub text: String,
}

impl Kept {
    /// The save file.
    pub fn path(&self, folder: &Path) -> PathBuf {
        let ending = self.ending.replace(|c: char| !c.is_alphanumeric(), "-");
        folder.join("saves").join(format!("{}-{ending}.railwright", self.game))
    }

    fn read(line: &str) -> Option<Self> {
        let mut parts = line.splitn(3, "; ");
        let (game, ending, end) = (parts.next()?.to_owned(), parts.next()?.to_owned(), parts.next()?);
        let end = end.strip_prefix("none: ").map_or_else(|| Ok(End { text: end.to_owned() }), |why| Err(why.to_owned()));
        Some(Kept { game, ending, end })
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let end = self.end.as_ref().map_or_else(|why| format!("none: {why}"), |end| end.text.clone());
        write!(f, "{}; {}; {end}", self.game, self.ending)
    }
}

/// The list of kept games.
pub fn list(folder: &Path) -> PathBuf {
    folder.join("saves.txt")
}

/// Reads the list of kept games.
pub fn kept(folder: &Path) -> Result<Vec<Kept>, String> {
    let path = list(folder);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    if lines.next() != Some(format!("format {FORMAT}").as_str()) {
        return Err(format!("{} is not of format {FORMAT}", path.display()));
    }
    lines.map(|line| Kept::read(line).ok_or_else(|| format!("{} says `{line}`", path.display()))).collect()
}

/// The text of the list.
pub fn text(kept: &[Kept]) -> String {
    let lines: String = kept.iter().map(|kept| format!("{kept}\n")).collect();
    format!("# A finished game for each way in which each game can end: see README.md.\nformat {FORMAT}\n{lines}")
}

/// Every way in which every bundled game can end, with any number of players.
pub fn ways() -> Result<Vec<(String, String)>, String> {
    let mut ways = Vec::new();
    for game in Shelf::Games.ids() {
        let (least, most) = Case { game: game.clone(), players: 0, option: None }.rules()?.head.players;
        for players in least..=most {
            let rules = Case { game: game.clone(), players, option: None }.rules()?;
            for ending in rules.flow.ways_to_end() {
                let way = (game.clone(), rules.flow.endings[usize::from(ending)].clone());
                if !ways.contains(&way) {
                    ways.push(way);
                }
            }
        }
    }
    Ok(ways)
}

/// Plays a save to its end: how it ended, and what is known of the end. Anything odd about it is an error.
pub fn play(path: &Path) -> Result<(String, End), String> {
    let save = Save::read(path).map_err(|error| error.to_string())?;
    let (mut session, warnings) = Session::play_back(&save, path, None, None, &Rhai).map_err(|error| error.to_string())?;
    if let Some(odd) = warnings.iter().find(|warning| **warning != Warning::RulesChanged) {
        return Err(odd.to_string());
    }
    let ending = session.over().ok_or("the game is not over")?.to_owned();
    let sheet = session.score().map_err(|fault| fault.to_string())?;
    let players = session.header().players;
    let points: Vec<String> = sheet.totals[..usize::from(players)].iter().map(i64::to_string).collect();
    let actions = session.steps().len();
    let (engine, state) = session.engine_and_state();
    let (mut text, mut hash) = (String::new(), Hash::default());
    fields::write(engine, state, &mut text);
    hash.eat(&text);
    let state = six(hash.short());
    let text = format!("{players} players; {actions} actions; points {}; state {state}", points.join(" "));
    Ok((ending, End { text }))
}

/// Writes the list and the saves as they are now; says which files changed.
pub fn accept(folder: &Path, tried: u64) -> Result<Vec<PathBuf>, String> {
    let wrong = |error: std::io::Error| format!("cannot write in {}: {error}", folder.display());
    std::fs::create_dir_all(folder.join("saves")).map_err(wrong)?;
    let before = kept(folder).unwrap_or_default();
    let (now, mut changed) = renew(folder, &before, tried)?;
    if before != now {
        std::fs::write(list(folder), text(&now)).map_err(wrong)?;
        changed.push(list(folder));
    }
    let wanted: Vec<PathBuf> = now.iter().filter(|kept| kept.end.is_ok()).map(|kept| kept.path(folder)).collect();
    for entry in std::fs::read_dir(folder.join("saves")).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if !wanted.contains(&path) {
            std::fs::remove_file(&path).map_err(wrong)?;
            changed.push(path);
        }
    }
    Ok(changed)
}

/// The list as it is now, and the saves that are new. A save that still ends as it should stays; for others a game is looked for,
/// unless the list gives a reason why there is none.
fn renew(folder: &Path, before: &[Kept], tried: u64) -> Result<(Vec<Kept>, Vec<PathBuf>), String> {
    let (mut list, mut new) = (Vec::new(), Vec::new());
    let mut missing: Vec<(String, Vec<String>)> = Vec::new();
    for (game, ending) in ways()? {
        let reason =
            before.iter().find(|kept| kept.game == game && kept.ending == ending).and_then(|kept| kept.end.clone().err());
        let settled = reason.is_some();
        let why = reason.unwrap_or_else(|| format!("none of {tried} games with each number of players ended so"));
        let mut kept = Kept { game, ending, end: Err(why) };
        match play(&kept.path(folder)) {
            Ok((ending, end)) if ending == kept.ending => kept.end = Ok(end),
            _ if settled => {}
            _ => match missing.iter_mut().find(|(game, _)| *game == kept.game) {
                Some((_, endings)) => endings.push(kept.ending.clone()),
                None => missing.push((kept.game.clone(), vec![kept.ending.clone()])),
            },
        }
        list.push(kept);
    }
    for (game, endings) in missing {
        for (ending, found) in endings::find(&game, &endings, tried)? {
            let Some(kept) = list.iter_mut().find(|kept| kept.game == game && kept.ending == ending) else { continue };
            let path = kept.path(folder);
            save(&game, &found, &path)?;
            kept.end = Ok(play(&path)?.1);
            new.push(path);
        }
    }
    Ok((list, new))
}

fn save(game: &str, found: &Found, path: &Path) -> Result<(), String> {
    let header = Header::new(game, vec![HUMAN.to_owned(); usize::from(found.players)], found.seed);
    let mut session = Session::start(header, &Rhai).map_err(|error| error.to_string())?;
    for (seat, text) in &found.done {
        session.act(*seat, text).map_err(|error| error.to_string())?;
    }
    session.save_to(path, true).map_err(|error| error.to_string())
}
