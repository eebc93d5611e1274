//! What is measured of one game: score, ending, length, choices, who had which lane and when, what became of each card.
//!
//! [`Measuring`] is an observer that turns games into [`Measures`]; records, reports and comparisons all begin with them.
//! [`figures`] gives these numbers names that are the same in all games of one set of rules.

pub mod figures;
mod watch;

pub use watch::Measuring;

use railwright_core::id::{MAX_SEATS, PartyId, SeatId, SeatSet};
use railwright_rules::Rules;
use railwright_rules::goals::HeldGoal;
use railwright_rules::score::Row;

/// What was measured of one game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Measures {
    /// The seed of the game.
    pub seed: u64,
    /// How many played.
    pub seats: u8,
    /// By how many seats the bots had moved on: see [`Plan::rotate`](crate::simulate::Plan::rotate).
    pub rotation: u8,
    /// The first player.
    pub first: SeatId,
    /// All seats in turn order from the first player on, as the game began.
    pub order: Vec<SeatId>,
    /// How the game ended: the number of its ending among the rules' endings; nothing when it failed.
    pub ending: Option<u8>,
    /// Why it could not be played to its end.
    pub failure: Option<String>,
    /// All actions, those without alternative included.
    pub actions: u32,
    /// Decisions with at least two legal actions.
    pub decisions: u32,
    /// Legal actions listed at decisions with a choice.
    pub listed: u64,
    /// The most legal actions at any decision.
    pub widest: u32,
    /// Turns begun.
    pub turns: u32,
    /// Rounds begun.
    pub rounds: u16,
    /// Who won.
    pub winners: SeatSet,
    /// The score of each seat.
    pub totals: [i64; MAX_SEATS],
    /// The place of each seat.
    pub places: [u8; MAX_SEATS],
    /// The lines of the score sheet, in the order of the rules.
    pub lines: Vec<Row>,
    /// By how much the first was before the second in the end; nothing when the first place is shared.
    pub lead: i64,
    /// How often somebody else would have won, had the game been scored at the beginning of each turn.
    pub lead_changes: u32,
    /// Who would have won from which action on: the same looked at more closely.
    pub leads: Vec<(u32, SeatId)>,
    /// Each decision with a choice: the number of the action, and how many were legal.
    pub choices: Vec<(u32, u32)>,
    /// How often each action was chosen, by seat; `done` comes after the actions of the rules.
    pub chosen: Vec<[u32; MAX_SEATS]>,
    /// At how many decisions with a choice each action could be chosen.
    pub offered: Vec<u32>,
    /// At how many of these it was chosen.
    pub picked: Vec<u32>,
    /// Who had each lane, and since when.
    pub lanes: Vec<Option<LaneClaim>>,
    /// What became of the cards: by set, by kind.
    pub cards: Vec<Vec<CardCourse>>,
    /// The goals that seats had in the end, as the game's data tells them.
    pub goals: Vec<HeldGoal>,
}

/// How a lane came to somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaneClaim {
    /// Whose it is.
    pub party: PartyId,
    /// Who claimed it or laid its first piece.
    pub seat: SeatId,
    /// In which turn that was.
    pub turn: u32,
    /// With which action of the game, counted from one; zero in set-up.
    pub action: u32,
    /// Whether all of it was filled in the end.
    pub whole: bool,
}

/// What became of the cards of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CardCourse {
    /// How many came to seats, from the table.
    pub came: u16,
    /// How many went from seats to the table: paid, played, given back.
    pub went: u16,
    /// How many each seat held in the end.
    pub held: [u8; MAX_SEATS],
    /// Those who held it in the end and had the two places on it joined by their own lanes; nobody for other cards.
    pub joined: SeatSet,
}

impl Measures {
    /// Legal actions at a decision with a choice, on average.
    pub fn branching(&self) -> f64 {
        self.listed as f64 / f64::from(self.decisions.max(1))
    }

    /// Whether the game was played to its end.
    pub fn is_whole(&self) -> bool {
        self.ending.is_some()
    }

    /// What a seat has of the victory: all of it, a part, or nothing.
    pub fn win_share(&self, seat: SeatId) -> f64 {
        if self.winners.has(seat) { 1.0 / f64::from(self.winners.0.count_ones()) } else { 0.0 }
    }

    /// Where a bot of the plan sat.
    pub fn seat_of_bot(&self, bot: u8) -> SeatId {
        SeatId((bot + self.rotation) % self.seats.max(1))
    }

    /// How often an action was chosen by anybody.
    pub fn times_chosen(&self, action: usize) -> u32 {
        self.chosen.get(action).map_or(0, |seats| seats.iter().sum())
    }

    fn new(rules: &Rules) -> Self {
        let parts = &rules.parts;
        Measures {
            seats: parts.seats,
            chosen: vec![[0; MAX_SEATS]; rules.actions.len() + 1],
            offered: vec![0; rules.actions.len() + 1],
            picked: vec![0; rules.actions.len() + 1],
            lanes: vec![None; parts.map.lanes.len()],
            cards: parts.cards.iter().map(|set| vec![CardCourse::default(); set.kinds.len()]).collect(),
            ..Measures::default()
        }
    }
}

/// The ids of a game's actions as they are counted in [`Measures::chosen`].
pub fn action_ids(rules: &Rules) -> impl Iterator<Item = &str> {
    rules.actions.iter().map(|action| action.id.as_str()).chain(["done"])
}
