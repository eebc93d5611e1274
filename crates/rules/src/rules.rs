//! A game compiled for a number of players: everything that does not change while it is played.

pub use crate::fault::Fault;
pub use crate::module::ScriptSource;

use crate::engine::DONE;
use crate::flow::Flow;
use crate::goals::Goal;
use crate::invariants::Invariants;
use crate::mechanics::{ActionDef, KeyName};
use crate::module::Hook;
use crate::persona::Persona;
use crate::score::Score;
use crate::script::ScriptQuestion;
use crate::worth::Worth;
use railwright_core::components::Reset;
use railwright_core::expr::ItemType;
use railwright_core::fnv::Fnv;
use railwright_core::id::{ActionId, CounterId, KindId, LaneId, ZoneId};
use railwright_core::{Action, Components, SubjectKinds, Subjects};
use railwright_source::Node;
use std::hash::Hasher;

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
    /// How many centimetres wide the board is in print, if the map says so.
    pub printed_width: Option<u16>,
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
    /// The numbered rules, all of them.
    pub cites: Vec<String>,
    /// Which of them each key carries, or each part of a key (`grow.home`), where the file says so; those of [`ELSE`] are for all others.
    pub by_key: Box<[(String, Vec<String>)]>,
}

/// What stands in a table of citations for everything that has none of its own.
pub(crate) const ELSE: &str = "else";

impl Cited {
    /// What is cited when that key, or that part of what it says, is the reason of a refusal.
    pub(crate) fn for_key(&self, key: Option<KeyName>, part: Option<&str>) -> Cited {
        let at = |name: &str| self.by_key.iter().find(|(key, _)| key == name).map(|(_, cites)| cites.clone());
        let of_part = |key: KeyName| {
            let part = part.and_then(|part| at(&format!("{}.{part}", key.name())));
            part.or_else(|| at(&format!("{}.{ELSE}", key.name()))).or_else(|| at(key.name()))
        };
        let cites = match self.by_key.is_empty() {
            true => self.cites.clone(),
            false => key.and_then(of_part).or_else(|| at(ELSE)).unwrap_or_default(),
        };
        Cited { place: self.place.clone(), cites, ..Cited::default() }
    }
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
    /// The counters that go back to their start by themselves, and when.
    pub(crate) resets: Vec<(Reset, CounterId)>,
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
    /// What bots value.
    pub worth: Worth,
    /// Bots with habits.
    pub personas: Vec<Persona>,
    /// The rule modules that it uses.
    pub scripts: Vec<ScriptSource>,
    /// Which events they hear.
    pub(crate) hooks: Vec<Hook>,
    /// The expressions that they ask for.
    pub questions: Vec<ScriptQuestion>,
    /// Where the first formula is written that asks for a longest trail.
    pub(crate) trails: Vec<String>,
    /// How many steps all its expressions together can take to be worked out once.
    pub steps: u64,
    /// A number that differs when the resolved rules differ.
    pub resolved: u64,
}

impl Rules {
    /// The lane an action is about, if it is about one.
    pub fn lane_of(&self, action: Action) -> Option<LaneId> {
        let lane = self.actions.get(action.action.index())?.mechanic.subjects(self, action).lane;
        lane.filter(|lane| lane.index() < self.parts.map.lanes.len())
    }

    /// What an action is about: a lane, a place, a company, a card that is seen.
    pub fn subjects_of(&self, action: Action) -> Subjects {
        self.actions.get(action.action.index()).map_or_else(Subjects::default, |def| def.subjects(self, action))
    }

    /// What the actions of an id can be about: what filters are asked, and which sorts of thing at all. A card is named by the filter alone.
    pub fn sorts_of(&self, action: ActionId) -> (ItemType, SubjectKinds) {
        let outline = self.actions.get(action.index()).map(|def| def.outline);
        outline.map_or((ItemType::Nothing, SubjectKinds::NONE), |outline| (outline.about, outline.last))
    }

    /// The bag that an action is paid from with cards and the one they go to, where cards are paid for it.
    pub fn paid_from_and_to(&self, action: ActionId) -> Option<[ZoneId; 2]> {
        self.actions.get(action.index())?.mechanic.paid_from_and_to()
    }

    /// Everything that can ever be chosen, in a fixed order: what is legal is always among it. An action for which that cannot be said is an error:
    /// what it is about changes during the game, or there are too many ways to pay for it.
    pub fn every_action(&self) -> Result<Vec<Action>, ActionId> {
        let mut all = vec![Action { action: DONE, ..Action::default() }];
        for id in (0..self.actions.len()).map(ActionId::from) {
            all.extend(self.actions[id.index()].mechanic.every(self, id).ok_or(id)?);
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// The kind of card a `take` action takes, if it is seen.
    pub fn card_taken(&self, action: Action) -> Option<KindId> {
        let mechanic = &self.actions.get(action.action.index())?.mechanic;
        mechanic.subjects(self, action).card.filter(|_| mechanic.takes_cards()).map(|(_, kind)| kind)
    }

    /// Whether an action takes cards, seen or not.
    pub fn takes_cards(&self, action: Action) -> bool {
        self.actions.get(action.action.index()).is_some_and(|a| a.mechanic.takes_cards())
    }
}

/// What is no rule: what bots value and which there are, how things are shown and printed.
const NO_RULES: [&str; 4] = ["bots", "personas", "show", "printed-width"];

/// A number for the resolved rules and their scripts that does not depend on places or on the order of keys.
pub(crate) fn fingerprint(tree: &Node, scripts: &[ScriptSource]) -> u64 {
    fn write(node: &serde_json::Value, hash: &mut Fnv) {
        match node {
            serde_json::Value::Object(map) => {
                let mut keys: Vec<&String> = map.keys().collect();
                keys.sort();
                hash.write(b"{");
                for key in keys {
                    hash.write(b"\xff");
                    hash.write(key.as_bytes());
                    write(&map[key], hash);
                }
            }
            serde_json::Value::Array(list) => {
                hash.write(b"[");
                list.iter().for_each(|n| write(n, hash));
            }
            other => hash.write(other.to_string().as_bytes()),
        }
    }
    let mut hash = Fnv::default();
    let mut tree = tree.to_json();
    if let Some(table) = tree.as_object_mut() {
        table.retain(|key, _| !NO_RULES.contains(&key.as_str()));
    }
    write(&tree, &mut hash);
    for script in scripts {
        // An editor's line ends are no rule.
        write(&script.text.replace("\r\n", "\n").into(), &mut hash);
        for import in &script.imports {
            write(&import.text.replace("\r\n", "\n").into(), &mut hash);
        }
    }
    hash.finish()
}
