//! A game compiled for a number of players: everything that does not change while it is played.

use crate::flow::Flow;
use crate::goals::Goal;
use crate::invariants::Invariants;
use crate::mechanics::{ActionDef, Mechanic};
use crate::score::Score;
use railwright_core::id::{CounterId, KindId, LaneId};
use railwright_core::{Action, Components};
use railwright_source::{FileId, Node};
use std::fmt;

/// Where the facts of a board come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Provenance {
    /// Published facts.
    Published,
    /// Reconstructed, in part or whole.
    Reconstructed,
    /// Made for this game.
    Original,
}

impl Provenance {
    /// The word users see.
    pub fn word(self) -> &'static str {
        match self {
            Provenance::Published => "published",
            Provenance::Reconstructed => "reconstructed",
            Provenance::Original => "original",
        }
    }
}

/// What a game is called and whom it is for.
#[derive(Clone, Debug)]
pub struct Head {
    /// The id: the file's name.
    pub id: String,
    /// What people read.
    pub name: String,
    /// One sentence about it.
    pub summary: String,
    /// The id of its map.
    pub map: String,
    /// What the map is called.
    pub map_name: String,
    /// Where the board's facts come from.
    pub provenance: Provenance,
    /// The same at length.
    pub provenance_note: String,
    /// The least and the largest number of players.
    pub players: (u8, u8),
    /// Width and height of the map.
    pub size: (i32, i32),
    /// The options as asked for.
    pub options: Vec<String>,
    /// The overlays that apply.
    pub overlays: Vec<String>,
}

/// Where a rule is written and which numbered rules it cites.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cited {
    /// File and line.
    pub place: String,
    /// The numbered rules.
    pub cites: Vec<String>,
}

/// A rule script as it was read.
#[derive(Clone, Debug)]
pub struct ScriptSource {
    /// The module's name.
    pub id: String,
    /// The file.
    pub file: String,
    /// Its text.
    pub text: String,
    /// The file, for places.
    pub at: FileId,
}

/// A game compiled for a number of players.
#[derive(Debug)]
pub struct Rules {
    /// What the game is called and whom it is for.
    pub head: Head,
    /// What its state consists of.
    pub parts: Components,
    /// Who is first player, unless the seed says.
    pub first: Option<u8>,
    /// Whether any counter goes back to its start by itself.
    pub(crate) resets: bool,
    /// The turn structure.
    pub flow: Flow,
    /// What players can choose.
    pub actions: Vec<ActionDef>,
    /// How the game is scored.
    pub score: Score,
    /// Cards of seats that ask for something; no rule depends on them.
    pub goals: Vec<Goal>,
    /// What must hold after every step.
    pub(crate) invariants: Invariants,
    /// The rule scripts.
    pub scripts: Vec<ScriptSource>,
    /// A number that differs when the resolved rules differ.
    pub resolved: u64,
}

/// What can be said of an action from the rules alone, for those who weigh actions.
impl Rules {
    /// What the action adds to its seat's counters at once, as far as that is known beforehand.
    pub fn gain_of(&self, action: Action) -> i32 {
        let rule = match self.actions.get(action.action.index()).map(|a| &a.mechanic) {
            Some(Mechanic::Claim(claim)) => &claim.rule,
            Some(Mechanic::Build(build)) => &build.rule,
            Some(Mechanic::Lay(lay)) => &lay.rule,
            _ => return 0,
        };
        self.lane_of(action).map_or(0, |lane| rule.known_gain(lane))
    }

    /// The lane the action is about, if it is about one.
    pub fn lane_of(&self, action: Action) -> Option<LaneId> {
        let about = match &self.actions.get(action.action.index())?.mechanic {
            Mechanic::Claim(_) => true,
            Mechanic::Build(_) | Mechanic::Lay(_) => action.form < 2,
            _ => false,
        };
        about.then_some(LaneId(action.subject)).filter(|lane| lane.index() < self.parts.map.lanes.len())
    }

    /// The counter of pieces that track takes from a seat, if the game has one.
    pub fn pieces(&self) -> Option<CounterId> {
        self.actions.iter().find_map(|action| match &action.mechanic {
            Mechanic::Claim(claim) => claim.pieces,
            Mechanic::Build(build) => Some(build.pieces),
            _ => None,
        })
    }

    /// The kind of card a `take` action takes, if it is seen.
    pub fn card_taken(&self, action: Action) -> Option<KindId> {
        let take = matches!(self.actions.get(action.action.index())?.mechanic, Mechanic::Take(_));
        (take && action.form == 0 && action.subject < 256).then_some(KindId(action.subject as u8))
    }

    /// The card that a `keep` action gives back, if it gives one back.
    pub fn card_returned(&self, action: Action) -> Option<KindId> {
        let keep = matches!(self.actions.get(action.action.index())?.mechanic, Mechanic::Keep(_));
        (keep && action.form == 1).then_some(KindId(action.subject as u8))
    }

    /// Whether an action takes cards, seen or not.
    pub fn takes_cards(&self, action: Action) -> bool {
        self.actions.get(action.action.index()).is_some_and(|a| matches!(a.mechanic, Mechanic::Take(_)))
    }

    /// How many wild cards the action pays with.
    pub fn wild_cards_in(&self, action: Action) -> u32 {
        match self.actions.get(action.action.index()).map(|a| &a.mechanic) {
            Some(Mechanic::Claim(claim)) => claim.wild_cards_in(action.payment),
            _ => 0,
        }
    }
}

/// Rules that broke down: a script's fault, or something that would never end. The state is as it was before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Where.
    pub place: String,
    /// What went wrong.
    pub message: String,
}

/// The words of a fault that would never end.
pub(crate) const FOR_EVER: &str = "for ever";

impl Fault {
    /// Whether the rules would have gone on without end.
    pub fn is_endless(&self) -> bool {
        self.message.contains(FOR_EVER)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl std::error::Error for Fault {}

/// A number for the resolved tree and its scripts that does not depend on places or on the order of keys.
pub(crate) fn fingerprint(tree: &Node, scripts: &[ScriptSource]) -> u64 {
    fn write(node: &serde_json::Value, hash: &mut u64) {
        let mut eat = |text: &str| text.bytes().for_each(|b| *hash = (*hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
        match node {
            serde_json::Value::Object(map) => {
                let mut keys: Vec<&String> = map.keys().collect();
                keys.sort();
                eat("{");
                for key in keys {
                    *hash = (*hash ^ 0xff).wrapping_mul(0x0100_0000_01b3);
                    key.bytes().for_each(|b| *hash = (*hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
                    write(&map[key], hash);
                }
            }
            serde_json::Value::Array(list) => {
                eat("[");
                list.iter().for_each(|n| write(n, hash));
            }
            other => eat(&other.to_string()),
        }
    }
    let mut hash = 0xcbf2_9ce4_8422_2325;
    write(&tree.to_json(), &mut hash);
    for script in scripts {
        write(&script.text.as_str().into(), &mut hash);
    }
    hash
}
