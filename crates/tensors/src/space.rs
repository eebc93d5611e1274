//! The fixed action space: the words in which every action of a game can be said, numbered once at load. Where a game allows it, there can be one
//! word for each action instead: see [`Space::on_one_axis`].
//!
//! The first word says which action and what it is mainly about: `claim alder-birch`, `take red`. Where that leaves several actions,
//! further words tell them apart: a company or a place, how many cards of a kind are paid, or a bare number. Words mean the same at every
//! decision of every game by the same rules.

use crate::axis::{Axis, NoAxis};
use railwright_core::expr::ItemType;
use railwright_core::id::{ActionId, CardSetId, KindId, LaneId, PlaceId};
use railwright_core::narrow::narrow;
use railwright_core::{Action, Payment, SubjectKinds, Subjects};
use railwright_rules::Rules;
use railwright_rules::engine::DONE;

/// Numbers are said in digits of this base.
pub(crate) const BASE: u16 = 64;
/// So many cards of one kind can be paid, none included.
const COUNTS: usize = Payment::MOST as usize + 1;

/// What a number of the space says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Word {
    /// A choice of several is complete.
    Done,
    /// An action, whatever it is about.
    Action(ActionId),
    /// An action about a lane.
    Lane(ActionId, LaneId),
    /// An action about a place.
    Place(ActionId, PlaceId),
    /// An action about a card that is seen.
    Card(ActionId, CardSetId, KindId),
    /// An action about a company, by its number.
    Company(ActionId, u8),
    /// Which company is meant besides.
    AlsoCompany(u8),
    /// Which place is meant besides.
    AlsoPlace(PlaceId),
    /// So many cards of a kind are paid.
    Pay(KindId, u8),
    /// A digit of what is left to say: which form of an action, which option of a script, how high a bid.
    Digit(u8),
    /// A whole action, its payment included, by its number: every word of a space on one axis is such a one.
    Whole(u32),
}

/// Where the words of one action stand.
#[derive(Clone, Copy, Default, Debug)]
struct Blocks {
    bare: usize,
    lanes: Option<usize>,
    places: Option<usize>,
    cards: Option<(usize, CardSetId)>,
    companies: Option<usize>,
}

/// All words of a game, numbered.
#[derive(Clone, Debug)]
pub struct Space {
    blocks: Vec<Blocks>,
    words: Vec<Word>,
    names: Vec<String>,
    also_companies: Option<usize>,
    also_places: Option<usize>,
    pay: usize,
    pay_kinds: usize,
    digits: usize,
    axis: Option<Axis>,
}

impl Space {
    /// The space of a game with one word for each action that there can ever be, so that nobody is asked twice for one action.
    pub fn on_one_axis(rules: &Rules) -> Result<Self, NoAxis> {
        let (axis, mut space) = (Axis::new(rules)?, Space::new(rules));
        space.names = axis.names(rules, &space);
        space.words = (0..narrow::<u32>(axis.len())).map(Word::Whole).collect();
        space.axis = Some(axis);
        Ok(space)
    }

    /// Whether each word is a whole action.
    pub fn is_one_axis(&self) -> bool {
        self.axis.is_some()
    }

    /// The action that a word says, where each is a whole one.
    pub fn action(&self, number: usize) -> Option<Action> {
        self.axis.as_ref()?.action(number)
    }

    /// The space of a game.
    pub fn new(rules: &Rules) -> Self {
        let mut space = Space {
            blocks: Vec::new(),
            words: vec![Word::Done],
            names: Vec::new(),
            also_companies: None,
            also_places: None,
            pay: 0,
            pay_kinds: 0,
            digits: 0,
            axis: None,
        };
        let parts = &rules.parts;
        let (mut companies_too, mut places_too) = (false, false);
        for id in (0..rules.actions.len()).map(ActionId::from) {
            let (about, SubjectKinds { lane, place, company }) = rules.sorts_of(id);
            let (lane, place) = (lane || about == ItemType::Lane, place || about == ItemType::Place);
            let company = company || about == ItemType::Company;
            let mut blocks = Blocks { bare: space.words.len(), ..Blocks::default() };
            space.words.push(Word::Action(id));
            if lane {
                blocks.lanes = Some(space.add((0..parts.map.lanes.len()).map(|at| Word::Lane(id, at.into()))));
            }
            if place {
                blocks.places = Some(space.add((0..parts.map.places.len()).map(|at| Word::Place(id, at.into()))));
            }
            if let ItemType::Card(set) = about {
                let kinds = parts.cards.get(set.index()).map_or(0, |set| set.kinds.len());
                blocks.cards = Some((space.add((0..kinds).map(|kind| Word::Card(id, set, kind.into()))), set));
            }
            if company && !lane && !place {
                blocks.companies = Some(space.add((0..parts.companies.len()).map(|at| Word::Company(id, narrow(at)))));
            }
            companies_too |= company && (lane || place);
            places_too |= place && (lane || matches!(about, ItemType::Card(_)));
            space.blocks.push(blocks);
        }
        if companies_too {
            space.also_companies = Some(space.add((0..parts.companies.len()).map(|at| Word::AlsoCompany(narrow(at)))));
        }
        if places_too {
            space.also_places = Some(space.add((0..parts.map.places.len()).map(|at| Word::AlsoPlace(at.into()))));
        }
        let kinds = |id: usize| {
            let scripted = if rules.actions[id].is_scripted() { Payment::KINDS } else { 0 };
            let from = rules.paid_from_and_to(id.into()).map_or(0, |[from, _]| parts.cards_in(from).kinds.len());
            from.min(Payment::KINDS).max(scripted)
        };
        space.pay_kinds = (0..rules.actions.len()).map(kinds).max().unwrap_or(0);
        let counts = (0..space.pay_kinds).flat_map(|kind| (0..COUNTS).map(move |count| (kind, count)));
        space.pay = space.add(counts.map(|(kind, count)| Word::Pay(kind.into(), narrow(count))));
        space.digits = space.add((0..BASE).map(|digit| Word::Digit(narrow(digit))));
        space.names = space.words.iter().map(|&word| name(rules, word)).collect();
        space
    }

    /// Appends words; where they begin.
    fn add(&mut self, words: impl Iterator<Item = Word>) -> usize {
        let from = self.words.len();
        self.words.extend(words);
        from
    }

    /// How many words there are.
    pub fn size(&self) -> usize {
        self.words.len()
    }

    /// What a number says.
    pub fn word(&self, number: usize) -> Option<Word> {
        self.words.get(number).copied()
    }

    /// The same for people.
    pub fn name(&self, number: usize) -> Option<&str> {
        self.names.get(number).map(String::as_str)
    }

    /// The first word of an action; nothing only if it is missing on an axis.
    #[inline]
    pub(crate) fn head(&self, rules: &Rules, action: Action) -> Option<u32> {
        if let Some(axis) = &self.axis {
            return axis.number(action);
        }
        if action.action == DONE {
            return Some(0);
        }
        let blocks = &self.blocks[action.action.index()];
        let only_bare = Blocks { bare: blocks.bare, ..Blocks::default() };
        let same = blocks.lanes == only_bare.lanes && blocks.places == only_bare.places;
        if same && blocks.cards.is_none() && blocks.companies.is_none() {
            return Some(narrow(blocks.bare));
        }
        let Subjects { lane, place, company, card } = rules.subjects_of(action);
        let number = if let (Some(from), Some(lane)) = (blocks.lanes, lane) {
            from + lane.index()
        } else if let (Some((from, set)), Some((of, kind))) = (blocks.cards, card)
            && set == of
        {
            from + kind.index()
        } else if let (Some(from), Some(place)) = (blocks.places, place) {
            from + place.index()
        } else if let (Some(from), Some(company)) = (blocks.companies, company) {
            from + usize::from(company)
        } else {
            blocks.bare
        };
        Some(narrow(number))
    }

    /// Which company is meant besides, as a word.
    pub(crate) fn also_company(&self, subjects: Subjects) -> Option<u32> {
        Some(narrow(self.also_companies? + usize::from(subjects.company?)))
    }

    /// Which place is meant besides, as a word.
    pub(crate) fn also_place(&self, subjects: Subjects) -> Option<u32> {
        Some(narrow(self.also_places? + subjects.place?.index()))
    }

    /// How many cards of a kind are paid, as a word.
    pub(crate) fn pay(&self, payment: Payment, kind: usize) -> Option<u32> {
        (kind < self.pay_kinds).then(|| narrow(self.pay + kind * COUNTS + usize::from(payment.count(kind.into()))))
    }

    /// A digit, as a word.
    pub(crate) fn digit(&self, digit: u16) -> u32 {
        narrow::<u32>(self.digits) + u32::from(digit % BASE)
    }
}

/// A word for people.
fn name(rules: &Rules, word: Word) -> String {
    let parts = &rules.parts;
    // Actions that are typed alike are told apart by their ids.
    let action = |id: ActionId| {
        let def = &rules.actions[id.index()];
        let alike = rules.actions.iter().filter(|other| other.word == def.word).count();
        if alike > 1 { def.id.as_str() } else { def.word.as_str() }
    };
    let company = |at: u8| parts.companies[usize::from(at)].id.as_str();
    match word {
        Word::Done => "done".to_owned(),
        Word::Action(id) => action(id).to_owned(),
        Word::Lane(id, lane) => format!("{} {}", action(id), parts.map.lane(lane).id),
        Word::Place(id, place) => format!("{} {}", action(id), parts.map.place(place).id),
        Word::Card(id, set, kind) => format!("{} {}", action(id), parts.cards[set.index()].kinds[kind.index()].id),
        Word::Company(id, at) => format!("{} {}", action(id), company(at)),
        Word::AlsoCompany(at) => format!("for {}", company(at)),
        Word::AlsoPlace(place) => format!("at {}", parts.map.place(place).id),
        Word::Pay(kind, count) => format!("pay {count} {}", paid(rules, kind)),
        Word::Digit(digit) => format!("number {digit}"),
        Word::Whole(number) => format!("action {number}"),
    }
}

/// What a kind that is paid is called: by all sets that are paid from.
pub(crate) fn paid(rules: &Rules, kind: KindId) -> String {
    let mut names: Vec<&str> = Vec::new();
    for id in (0..rules.actions.len()).map(ActionId::from) {
        let Some([from, _]) = rules.paid_from_and_to(id) else { continue };
        if let Some(kind) = rules.parts.cards_in(from).kinds.get(kind.index())
            && !names.contains(&kind.id.as_str())
        {
            names.push(&kind.id);
        }
    }
    if names.is_empty() { format!("kind {}", kind.0) } else { names.join(" or ") }
}
