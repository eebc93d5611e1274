//! What a list of games says of each: only heads are read, nothing is compiled, so that it answers at once.

use railwright_rules::Setting;
use railwright_rules::layers::Layers;
use railwright_rules::library::Library;
use railwright_source::{Node, Report};

/// What can be said of a game without compiling it.
///
/// ```
/// let listing = railwright::Listing::of("ticket-to-ride");
/// assert_eq!(listing.players, (2, 5));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// A bundled game's id, or the path of its file, as it was given.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// One sentence about it.
    pub summary: String,
    /// The family of games it belongs to.
    pub family: String,
    /// Whether it changes another game: the first of a family changes none.
    pub variant: bool,
    /// The least and the largest number of players.
    pub players: (u8, u8),
    /// How long it takes, if it says.
    pub minutes: Option<i64>,
    /// The id of its map.
    pub map: String,
    /// What the map is called.
    pub map_name: String,
    /// Where the board's facts come from.
    pub provenance: String,
    /// The same at length.
    pub provenance_note: String,
    /// The options and what each means.
    pub options: Vec<(String, String)>,
    /// The personas that bots can have, and what is said of each.
    pub personas: Vec<(String, String)>,
}

impl Listing {
    /// Reads the head of a game. What is wrong with it is for [`check`](crate::check()) to say; whatever can be read is here.
    pub fn of(game: &str) -> Self {
        let mut report = Report::new();
        let mut library = Library::for_game(game);
        let layers = Layers::read(&mut library, game, &mut report);
        let players = layers.as_ref().map(|layers| layers.players(&mut report)).unwrap_or_default();
        let setting = Setting { players: players.0, options: Vec::new() };
        let variant = layers.as_ref().is_some_and(|layers| !layers.parents().is_empty());
        let tree = layers.map(|layers| layers.merge(&library.files, &setting, &mut report).tree);
        let text = |key: &str| tree.as_ref().and_then(|tree| tree.at(key)?.as_text()).unwrap_or_default().trim().to_owned();
        let meaning = |node: &Node| node.at("text").and_then(Node::as_text).unwrap_or_default().to_owned();
        let meanings = |key: &str| {
            let table = tree.as_ref().and_then(|tree| tree.at(key)?.as_table());
            table.map(|t| t.iter().map(|e| (e.key.clone(), meaning(&e.node))).collect()).unwrap_or_default()
        };
        Listing {
            id: game.to_owned(),
            name: text("name"),
            summary: text("summary"),
            family: text("family"),
            variant,
            players,
            minutes: tree.as_ref().and_then(|tree| tree.at("minutes")?.as_int()),
            map: text("map"),
            map_name: text("map-name"),
            provenance: text("provenance"),
            provenance_note: text("provenance-note"),
            options: meanings("options"),
            personas: meanings("personas"),
        }
    }
}
