//! A game in one file: its texts one after the other, each with its name and its length. What such a file may name is known beforehand, so
//! that reading it is as safe as reading a folder, and unpacking it too.
//!
//! ```text
//! railwright pack 1
//! game mine.toml
//! file 31 maps/mine.toml
//! (31 bytes, and the end of a line)
//! …
//! end 2
//! ```

use crate::limits::{PACK_BYTES, PACK_FILES, PACK_NAME_BYTES};
use railwright_source::MAX_BYTES;
use railwright_source::disk::{read_bytes, unread};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// What the name of a packed game ends with.
pub const ENDING: &str = ".railpack";
const FIRST_LINE: &str = "railwright pack 1";

/// A game and all that it is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pack {
    game: String,
    texts: BTreeMap<String, String>,
}

/// Why something is no packed game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoPack(String);

impl fmt::Display for NoPack {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoPack {}

fn no<T>(why: impl Into<String>) -> Result<T, NoPack> {
    Err(NoPack(why.into()))
}

/// Whether a GAME argument means a packed game.
#[must_use]
pub fn is_pack(game: &str) -> bool {
    game.ends_with(ENDING) && game.len() > ENDING.len()
}

impl Pack {
    /// A game from its texts by their names; the game file's is one of them.
    pub fn new(game: &str, texts: Vec<(String, String)>) -> Result<Self, NoPack> {
        let mut pack = Pack { game: game.to_owned(), texts: BTreeMap::new() };
        for (name, text) in texts {
            pack.put(&name, text)?;
        }
        pack.whole()
    }

    /// The same from what is in a file.
    pub fn parse(text: &str) -> Result<Self, NoPack> {
        let Some(mut rest) = text.strip_prefix(FIRST_LINE).and_then(|rest| rest.strip_prefix('\n')) else {
            return no(format!("it does not begin with `{FIRST_LINE}`"));
        };
        let mut line = || {
            let (line, below) = rest.split_once('\n')?;
            rest = below;
            Some(line)
        };
        let Some(game) = line().and_then(|line| line.strip_prefix("game ")) else {
            return no("it does not say which file is the game");
        };
        let mut pack = Pack { game: game.to_owned(), texts: BTreeMap::new() };
        loop {
            let Some((line, below)) = rest.split_once('\n') else { return no("it breaks off") };
            if let Some(count) = line.strip_prefix("end ") {
                return match count.parse() == Ok(pack.texts.len()) && below.is_empty() {
                    true => pack.whole(),
                    false => no("what stands at its end does not fit the rest"),
                };
            }
            let said = line.strip_prefix("file ").and_then(|said| said.split_once(' '));
            let Some((length, name)) = said.and_then(|(length, name)| Some((length.parse::<usize>().ok()?, name))) else {
                return no(format!("after {} files a line is neither a file nor the end", pack.texts.len()));
            };
            let text = below.get(..length).zip(below.get(length..)).filter(|(_, after)| after.starts_with('\n'));
            let Some((text, after)) = text else { return no(format!("{} is not as long as it says", shown(name))) };
            pack.put(name, text.to_owned())?;
            rest = &after[1..];
        }
    }

    /// Reads one; only a regular file of a size that may be.
    pub fn read(path: &Path) -> Result<Self, NoPack> {
        let bytes = read_bytes(path, PACK_BYTES as u64).map_err(|error| NoPack(unread(&error)))?;
        let Ok(text) = String::from_utf8(bytes) else { return no("it is not UTF-8 text") };
        Pack::parse(&text).map_err(|NoPack(why)| NoPack(format!("it is no packed game: {why}")))
    }

    /// The file: the same bytes for the same texts.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{FIRST_LINE}\ngame {}\n", self.game);
        for (name, content) in &self.texts {
            text += &format!("file {} {name}\n{content}\n", content.len());
        }
        text + &format!("end {}\n", self.texts.len())
    }

    /// The name of the game file.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The texts by their names. Those of files that came with the program begin with `bundled/`.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// The texts as a library holds them: the game's own within the packed file, bundled ones by their folders.
    pub(crate) fn held(self, path: &Path) -> Vec<(PathBuf, String)> {
        let place = |name: String| match name.strip_prefix("bundled/") {
            Some(name) => PathBuf::from(name),
            None => path.join(name),
        };
        self.texts.into_iter().map(|(name, text)| (place(name), text)).collect()
    }

    fn put(&mut self, name: &str, text: String) -> Result<(), NoPack> {
        if let Some(why) = unfit(name) {
            return no(format!("a file is called {}: {why}", shown(name)));
        }
        if text.len() > MAX_BYTES {
            return no(format!("{name} has more than {MAX_BYTES} bytes, the most of a file"));
        }
        // Some systems know no difference between large and small letters.
        if self.texts.keys().any(|known| known.eq_ignore_ascii_case(name)) {
            return no(format!("two files are called {name}"));
        }
        if self.texts.len() >= PACK_FILES {
            return no(format!("it has more than {PACK_FILES} files, the most there may be"));
        }
        self.texts.insert(name.to_owned(), text);
        Ok(())
    }

    fn whole(self) -> Result<Self, NoPack> {
        let at_the_top: Vec<&String> = self.texts.keys().filter(|name| !name.contains('/')).collect();
        if at_the_top != [&self.game] {
            return no(format!("the game file {} must be there, and no other beside it", shown(&self.game)));
        }
        let all: usize = self.texts.iter().map(|(name, text)| name.len() + text.len()).sum();
        if all > PACK_BYTES - PACK_FILES * 32 {
            return no(format!("all files together have {all} bytes, which is too much"));
        }
        Ok(self)
    }
}

/// A name as it is shown, whatever is in it.
fn shown(name: &str) -> String {
    let short: String = name.chars().take(60).collect();
    format!("{short:?}")
}

/// What is wrong with the name of a file, if something is.
fn unfit(name: &str) -> Option<&'static str> {
    if name.len() > PACK_NAME_BYTES {
        return Some("that is too long");
    }
    let parts: Vec<&str> = name.split('/').collect();
    if !parts.iter().all(|part| is_plain(part)) {
        return Some(
            "a name has letters without accents, digits, `-`, `_` and dots between them, and no name that a system keeps for itself",
        );
    }
    let shelf = |shelf: &str, file: &str| match shelf {
        "games" | "maps" | "parts" => file.ends_with(".toml"),
        "scripts" => file.ends_with(".rhai"),
        _ => false,
    };
    let fits = match parts.as_slice() {
        [game] => game.ends_with(".toml"),
        ["scenarios", .., file] => file.ends_with(".toml") || file.ends_with(".snap"),
        ["bundled", folder, file] | [folder, file] => shelf(folder, file),
        _ => false,
    };
    (!fits).then_some("files of a game lie in games, maps, parts, scripts and scenarios, and end with .toml, .rhai or .snap")
}

/// Whether a part of a name means the same on every system, and leads nowhere else.
fn is_plain(part: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
    let stem = part.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let device =
        |name: &str| stem.strip_prefix(name).is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_digit()));
    let kept = matches!(stem.as_str(), "con" | "prn" | "aux" | "nul") || device("com") || device("lpt");
    !part.is_empty() && part.chars().all(plain) && !part.starts_with('.') && !part.ends_with('.') && !kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(of: &[(&str, &str)]) -> Vec<(String, String)> {
        of.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    const FILES: [(&str, &str); 4] = [
        ("mine.toml", "a = 1\n"),
        ("maps/mine.toml", "file 3 x\nend 1\nü"),
        ("bundled/games/spike.toml", ""),
        ("scenarios/a/b.toml", "\n"),
    ];

    #[test]
    fn what_is_packed_is_read_again_and_its_bytes_are_always_the_same() {
        let pack = Pack::new("mine.toml", texts(&FILES)).expect("a pack");
        let text = pack.to_text();
        assert!(
            text.starts_with("railwright pack 1\ngame mine.toml\nfile 0 bundled/games/spike.toml\n\nfile 17 maps/mine.toml\n"),
            "{text}"
        );
        assert_eq!(Pack::parse(&text).as_ref(), Ok(&pack));
        let mut turned = texts(&FILES);
        turned.reverse();
        assert_eq!(Pack::new("mine.toml", turned).expect("a pack").to_text(), text);
    }

    #[test]
    fn every_beginning_and_every_changed_byte_is_refused_or_means_a_whole_game() {
        let text = Pack::new("mine.toml", texts(&FILES)).expect("a pack").to_text();
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            assert!(Pack::parse(&text[..end]).is_err(), "{end}");
        }
        for at in 0..text.len() {
            for byte in [b'0', b'9', b'/', b'.', b'\n', b' ', b'a'] {
                let mut bytes = text.clone().into_bytes();
                bytes[at] = byte;
                if let Some(pack) = String::from_utf8(bytes).ok().and_then(|text| Pack::parse(&text).ok()) {
                    assert_eq!(Pack::parse(&pack.to_text()), Ok(pack));
                }
            }
        }
        assert!(Pack::parse(&format!("{text}\n")).is_err(), "nothing may follow");
    }

    #[test]
    fn no_name_leads_out_or_means_something_else_elsewhere() {
        let refused = |name: &str| {
            let why = Pack::new("mine.toml", texts(&[FILES[0], (name, "x")])).expect_err(name).to_string();
            let written = format!("railwright pack 1\ngame mine.toml\nfile 6 mine.toml\na = 1\n\nfile 1 {name}\nx\nend 2\n");
            assert!(Pack::parse(&written).is_err(), "{name}");
            why
        };
        for name in [
            "../x.toml",
            "maps/../x.toml",
            "/etc/x.toml",
            "maps/./x.toml",
            "maps//x.toml",
            "maps\\x.toml",
            "C:/x.toml",
            "maps/x.toml ",
            ".maps/x.toml",
            "maps/.x.toml",
            "maps/x",
            "maps/x.sh",
            "scripts/x.toml",
            "games/a/x.toml",
            "bundled/x.toml",
            "x/y.toml",
            "maps/con.toml",
            "maps/COM1.toml",
            "maps/nul.x.toml",
            "maps/ü.toml",
            "maps/x\0.toml",
            "",
            "maps/",
            "scenarios/x.rhai",
        ] {
            assert!(refused(name).starts_with("a file is called "), "{name}");
        }
        assert!(refused("maps/x\ny.toml").contains("\\n"), "what is shown stays in its line");
        assert!(refused(&format!("maps/{}.toml", "x".repeat(300))).contains("too long"));
        assert!(refused("other.toml").contains("no other beside it"));
        assert!(
            Pack::new("mine.toml", texts(&[FILES[0], ("maps/a.toml", ""), ("maps/A.toml", "")])).is_err(),
            "large and small letters"
        );
        assert!(Pack::new("none.toml", texts(&FILES[1..])).is_err(), "no game");
    }

    #[test]
    fn a_file_has_no_more_than_may_be() {
        let many: Vec<(String, String)> = (0..=PACK_FILES).map(|n| (format!("maps/m{n}.toml"), String::new())).collect();
        assert!(Pack::new("mine.toml", many).expect_err("too many").to_string().contains("the most there may be"));
        let long = vec![("mine.toml".to_owned(), "x".repeat(MAX_BYTES + 1))];
        assert!(Pack::new("mine.toml", long).expect_err("too long").to_string().contains("the most of a file"));
        for length in ["18446744073709551615", "99999999999999999999", "-1", "7", "5", ""] {
            let text = format!("railwright pack 1\ngame a.toml\nfile {length} a.toml\na = 1\n\nend 1\n");
            assert!(Pack::parse(&text).is_err(), "{length}");
        }
    }
}
