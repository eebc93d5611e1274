//! A game put together in every way it can be played: each number of players, each option the other way round.

use railwright_core::id::ActionId;
use railwright_rules::script::Scripting;
use railwright_rules::{Loaded, Rules, Setting, load};
use std::sync::Arc;

/// A game put together for a number of players and options.
pub struct Prepared {
    /// How many play, with which options.
    pub setting: Setting,
    /// The rules.
    pub rules: Arc<Rules>,
    loaded: Loaded,
}

impl Prepared {
    fn new(game: &str, players: u8, options: Vec<String>, scripting: &dyn Scripting) -> Result<Self, Box<Loaded>> {
        let setting = Setting { players, options };
        let mut loaded = load(game, &setting, scripting);
        match loaded.rules.take() {
            Some(rules) => {
                let setting = Setting { players: rules.parts.seats, ..setting };
                Ok(Prepared { setting, rules: Arc::new(rules), loaded })
            }
            None => Err(Box::new(loaded)),
        }
    }

    /// The action of that name.
    pub(crate) fn action(&self, id: &str) -> Option<ActionId> {
        self.rules.actions.iter().position(|action| action.id == id).map(ActionId::from)
    }

    /// File and line of what stands at a path of the merged game; empty if nothing does.
    pub(crate) fn place_of(&self, path: &str) -> String {
        self.loaded.tree.at(path).map(|node| self.loaded.files.locate(node.origin)).unwrap_or_default()
    }
}

/// All ways to play a game: with the number of players and the options that are asked for, otherwise with all of them, each
/// option by itself. What cannot be loaded as the game stands is given back; what only an option rules out is left out.
pub fn prepare(
    game: &str,
    players: Option<u8>,
    options: &[String],
    scripting: &dyn Scripting,
) -> Result<Vec<Prepared>, Box<Loaded>> {
    let first = Prepared::new(game, players.unwrap_or(0), options.to_vec(), scripting)?;
    let (least, most) = first.rules.head.players;
    let counts = players.map_or(least..=most, |players| players..=players);
    let mut all = Vec::new();
    for players in counts {
        let plain = Prepared::new(game, players, options.to_vec(), scripting)?;
        let declared = if options.is_empty() { plain.rules.parts.options.clone() } else { Vec::new() };
        all.push(plain);
        let turned = declared.into_iter().map(|(name, on)| if on { format!("no-{name}") } else { name });
        all.extend(turned.filter_map(|option| Prepared::new(game, players, vec![option], scripting).ok()));
    }
    Ok(all)
}
