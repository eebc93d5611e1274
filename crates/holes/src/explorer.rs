//! Players who do not want to win but to get into trouble: each temper leads to other corners of the rules.

use crate::chance;
use railwright_core::id::{ActionId, KindId, MAX_SEATS, SeatId, SeatSet};
use railwright_core::narrow::narrow;
use railwright_core::{Action, Random};
use railwright_rules::Rules;

/// How many cells what was done is counted in.
const CELLS: usize = 4096;
/// Who wants to be ahead weighs so many actions, and at least one of each kind.
const WEIGHED: usize = 12;
/// Of so many choices one is made without any temper, by those who are not set on leaving something undone.
const WHIM: u32 = 16;

/// What a player prefers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Preference {
    /// Nothing.
    Uniform,
    /// Nothing, among the kinds of action: one with hundreds of ways is as likely as one with a single way.
    Even,
    /// To take cards, those that all can see first, and to leave one kind to others.
    Hoarder,
    /// To take lanes, whatever they bring.
    Rusher,
    /// To pay as much as can be paid.
    Spender,
    /// To do what takes no lane, so that the game goes on.
    Dawdler,
    /// One action of the game, drawn for each game, whenever it can be chosen.
    Favourite,
    /// One action of the game never, as long as there is another.
    Shunner,
    /// What was done least often in all games so far.
    Seeker,
    /// To be ahead, by what the game says that bots value: some trouble waits only for those who play well.
    Eager,
}

/// The tempers of whole tables, in the order in which games take them; after these each seat has its own.
const TABLES: [Preference; 11] = [
    Preference::Uniform,
    Preference::Hoarder,
    Preference::Seeker,
    Preference::Eager,
    Preference::Dawdler,
    Preference::Even,
    Preference::Favourite,
    Preference::Rusher,
    Preference::Shunner,
    Preference::Spender,
    Preference::Eager,
];

/// How often things were done in all games so far, by the action and what it is about.
#[derive(Clone, Debug)]
pub(crate) struct ActionCounts(Vec<u32>);

impl Default for ActionCounts {
    fn default() -> Self {
        ActionCounts(vec![0; CELLS])
    }
}

impl ActionCounts {
    fn cell(action: Action) -> usize {
        let parts = [u64::from(action.action.0), u64::from(action.form), u64::from(action.subject), u64::from(action.object)];
        let hash = parts.iter().fold(0u64, |hash, part| (hash ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23));
        narrow::<usize>(hash % CELLS as u64)
    }

    pub(crate) fn add(&mut self, action: Action) {
        let cell = &mut self.0[Self::cell(action)];
        *cell = cell.saturating_add(1);
    }

    pub(crate) fn merge(&mut self, other: &ActionCounts) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a = a.saturating_add(*b));
    }

    fn of(&self, action: Action) -> u32 {
        self.0[Self::cell(action)]
    }
}

/// The players of one game.
pub(crate) struct Explorer<'a> {
    rules: &'a Rules,
    done: &'a ActionCounts,
    random: Random,
    tempers: [Preference; MAX_SEATS],
    /// The action that favourites choose and shunners do not.
    marked: ActionId,
    /// The kind of card that hoarders leave.
    left: Option<KindId>,
    worth: Vec<i64>,
}

impl<'a> Explorer<'a> {
    /// The players of a game; which tempers they have depends on its number among those of its setting.
    pub(crate) fn new(rules: &'a Rules, done: &'a ActionCounts, number: u64, seed: u64) -> Self {
        let mut random = Random::stream(seed, chance::TEMPERS);
        let table = TABLES.get(narrow::<usize>(number % (TABLES.len() as u64 + 1))).copied();
        let mut own = || table.unwrap_or(TABLES[random.below(narrow::<u32>(TABLES.len())) as usize]);
        let tempers = std::array::from_fn(|_| own());
        let marked = ActionId::from(random.below(narrow::<u32>(rules.actions.len())) as usize);
        let left = kind_to_leave(rules, &mut random);
        Explorer { rules, done, random, tempers, marked, left, worth: Vec::new() }
    }

    /// One of those that must choose.
    pub(crate) fn seat(&mut self, waiting: SeatSet) -> SeatId {
        let pick = self.random.below(waiting.0.count_ones()) as usize;
        waiting.iter().nth(pick).expect("somebody must choose")
    }

    /// What somebody who wants to be ahead should weigh, as places among what is legal; nothing from anybody else.
    pub(crate) fn weighs(&mut self, seat: SeatId, legal: &[Action]) -> Option<Vec<usize>> {
        if self.tempers[seat.index()] != Preference::Eager || legal.len() < 2 {
            return None;
        }
        let mut some: Vec<usize> = (0..legal.len()).collect();
        for i in (1..some.len()).rev() {
            some.swap(i, self.random.below(narrow::<u32>(i) + 1) as usize);
        }
        let mut seen: Vec<ActionId> = Vec::new();
        let mut rest = WEIGHED;
        some.retain(|&i| {
            let new = !seen.contains(&legal[i].action);
            seen.extend(new.then_some(legal[i].action));
            let taken = new || rest > 0;
            rest = rest.saturating_sub(usize::from(taken));
            taken
        });
        Some(some)
    }

    /// The position of the action it chooses; there is one.
    pub(crate) fn choose(&mut self, seat: SeatId, legal: &[Action]) -> usize {
        let preference = self.tempers[seat.index()];
        if legal.len() < 2 {
            return 0;
        }
        let whim = self.random.below(WHIM) == 0 && !matches!(preference, Preference::Dawdler | Preference::Shunner);
        if preference == Preference::Uniform || whim {
            return self.random.below(narrow::<u32>(legal.len())) as usize;
        }
        let kind = self.drawn_kind(legal);
        let mut worth = std::mem::take(&mut self.worth);
        worth.clear();
        worth.extend(legal.iter().map(|&action| self.worth(preference, action) * 2 + i64::from(action.action == kind)));
        let best = worth.iter().copied().max().unwrap_or(0);
        let ties = narrow::<u32>(worth.iter().filter(|w| **w == best).count());
        let pick = self.random.below(ties) as usize;
        let choice = worth.iter().enumerate().filter(|(_, w)| **w == best).nth(pick).map_or(0, |(i, _)| i);
        self.worth = worth;
        choice
    }

    /// One of the kinds of action that can be chosen, each as likely as the others.
    fn drawn_kind(&mut self, legal: &[Action]) -> ActionId {
        let new = |i: &usize| legal[..*i].iter().all(|before| before.action != legal[*i].action);
        // Actions of one kind are listed side by side, so that looking back is short.
        let firsts: Vec<usize> =
            (0..legal.len()).filter(|&i| i == 0 || legal[i - 1].action != legal[i].action).filter(new).collect();
        legal[firsts[self.random.below(narrow::<u32>(firsts.len())) as usize]].action
    }

    fn worth(&self, preference: Preference, action: Action) -> i64 {
        let rules = self.rules;
        match preference {
            Preference::Uniform | Preference::Even | Preference::Eager => 0,
            Preference::Hoarder => match (rules.takes_cards(action), rules.card_taken(action)) {
                (true, Some(kind)) if Some(kind) == self.left => 1,
                (true, Some(_)) => 3,
                (true, None) => 2,
                (false, _) => -i64::from(rules.lane_of(action).is_some()),
            },
            Preference::Rusher => rules.lane_of(action).map_or(0, |lane| 1 + i64::from(rules.parts.map.lane(lane).length)),
            Preference::Spender => i64::from(action.payment.total()),
            Preference::Dawdler => -i64::from(rules.lane_of(action).is_some()),
            Preference::Favourite => i64::from(action.action == self.marked),
            Preference::Shunner => -i64::from(action.action == self.marked),
            Preference::Seeker => -i64::from(self.done.of(action)),
        }
    }
}

/// A kind of card that hoarders leave: in half of the games one that is set apart by a tag.
fn kind_to_leave(rules: &Rules, random: &mut Random) -> Option<KindId> {
    let kinds = |tagged: bool| -> Vec<usize> {
        let sets = rules.parts.cards.iter().flat_map(|set| set.kinds.iter().enumerate());
        sets.filter(|(_, kind)| !tagged || kind.tags != 0).map(|(i, _)| i).collect()
    };
    let tagged = kinds(true);
    let from = if tagged.is_empty() || random.below(2) == 0 { kinds(false) } else { tagged };
    from.get(random.below(narrow::<u32>(from.len())) as usize).map(|&i| KindId::from(i))
}
