//! What a game is made from: with it and the actions everything that happened can be played again.

use railwright_bots::BotKind;
use railwright_core::id::SeatId;
use serde::{Deserialize, Serialize};

/// What a seat is called that a person plays.
pub const HUMAN: &str = "human";
/// The format of save files that this program writes.
pub const FORMAT: u32 = 1;

/// The first line of a save file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format of the file.
    pub format: u32,
    /// The game: the id of a bundled one or the path of a file, as it was given.
    pub game: String,
    /// A number for the rules it was begun with; it differs when they do.
    #[serde(with = "hexadecimal")]
    pub rules: u64,
    /// The version of the program it was begun with.
    pub version: String,
    /// How many play.
    pub players: u8,
    /// Who sits where: `human`, a bot's name, or `cmd:` and the command of a program.
    pub seats: Vec<String>,
    /// What chance comes from.
    pub seed: u64,
    /// The first player, counted from one, unless the game or the seed says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u8>,
    /// Options of the game that were switched on, or off with `no-` before them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

impl Header {
    /// A game that is to begin, with as many players as there are seats.
    pub fn new(game: impl Into<String>, seats: Vec<String>, seed: u64) -> Self {
        let players = u8::try_from(seats.len()).unwrap_or(u8::MAX);
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Header { format: FORMAT, game: game.into(), rules: 0, version, players, seats, seed, first: None, options: Vec::new() }
    }

    /// Whether a person plays a seat.
    pub fn is_human(&self, seat: SeatId) -> bool {
        self.seats.get(seat.index()).is_some_and(|kind| kind == HUMAN)
    }

    /// Whether no person plays.
    pub fn all_bots(&self) -> bool {
        !self.seats.iter().any(|kind| kind == HUMAN)
    }

    /// What cannot be true of a game.
    pub(crate) fn wrong(&self) -> Option<String> {
        if self.players == 0 {
            return Some("nobody plays".to_owned());
        }
        if self.seats.len() != usize::from(self.players) {
            return Some(format!("it has {} players and {} seats", self.players, self.seats.len()));
        }
        if let Some(first) = self.first.filter(|first| !(1..=self.players).contains(first)) {
            return Some(format!("the first player is seat {first} of {}", self.players));
        }
        let unknown = self.seats.iter().find(|kind| *kind != HUMAN && BotKind::find(kind).is_none())?;
        let names = BotKind::NAMES.join(", ");
        Some(format!("nobody is called `{unknown}`: a seat is {HUMAN}, {names}"))
    }
}

/// A number of 64 bits as text: as a JSON number many languages would round it.
mod hexadecimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&format!("{number:016x}"))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map_err(|_| D::Error::custom(format!("`{text}` is not a number of 16 hexadecimal digits")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_as_it_was_written() {
        let mut header = Header::new("my-game", vec!["human".into(), "cmd:python3 bot.py".into()], 7);
        header.rules = u64::MAX - 1;
        let text = serde_json::to_string(&header).expect("plain data");
        assert!(text.contains(r#""rules":"fffffffffffffffe""#), "{text}");
        assert_eq!(serde_json::from_str::<Header>(&text).expect("the same"), header);
        assert!(header.is_human(SeatId(0)) && !header.is_human(SeatId(1)) && !header.all_bots());
    }

    #[test]
    fn what_cannot_be_is_said() {
        let header = Header::new("my-game", vec!["human".into(), "gready".into()], 7);
        assert!(header.wrong().expect("no such bot").contains("`gready`"));
        let header = Header { seats: vec!["human".into(); 3], ..header };
        assert_eq!(header.wrong().as_deref(), Some("it has 2 players and 3 seats"));
        let header = Header { players: 3, first: Some(4), ..header };
        assert_eq!(header.wrong().as_deref(), Some("the first player is seat 4 of 3"));
        let header = Header { players: 0, seats: Vec::new(), first: None, ..header };
        assert_eq!(header.wrong().as_deref(), Some("nobody plays"));
    }
}
