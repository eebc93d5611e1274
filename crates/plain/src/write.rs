//! Writes expressions at random that mean something: each function and name of the table where it may stand, with arguments of the
//! sort that it takes.

use railwright_core::components::{FieldType, Form, Members, Owner};
use railwright_core::expr::{About, Cost, Function, Gives, ItemType, Name, Need, Takes, Type, Within};
use railwright_core::narrow::narrow;
use railwright_core::{Components, Random};

/// A row of the table that was used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Use {
    /// A function.
    Function(Function),
    /// A name.
    Name(Name),
}

/// So often the innermost part of an expression may be worked out by a plain evaluator.
const MOST_WORK: usize = 60_000;
/// So deep an expression nests.
const DEEPEST: u8 = 3;

/// Where something is written.
#[derive(Clone, Copy)]
struct Here {
    item: ItemType,
    around: ItemType,
    copies: bool,
    paid: bool,
    /// Whether seats are gone through directly around this.
    seats: bool,
    /// Whether it may be asked what can be chosen.
    choices: bool,
    /// How often this is worked out.
    times: usize,
    depth: u8,
}

/// Writes expressions about one game.
pub struct Writer<'a> {
    /// What the game consists of.
    pub parts: &'a Components,
    /// Its actions and what each is about.
    pub actions: &'a [(String, ItemType)],
    /// The lines of its score sheet.
    pub lines: &'a [String],
    /// Its rule scripts.
    pub modules: &'a [String],
    /// Where chance comes from.
    pub random: Random,
    /// What was used in the last expression.
    pub used: Vec<Use>,
}

impl Writer<'_> {
    /// A number or truth about an item.
    pub fn number(&mut self, item: ItemType) -> String {
        self.used.clear();
        let (around, copies, paid, seats, choices) = (ItemType::Nothing, false, false, false, true);
        let here = Here { item, around, copies, paid, seats, choices, times: 1, depth: DEEPEST };
        self.any_number(here)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.below(narrow::<u32>(bound.max(1))) as usize
    }

    fn one_of<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        if list.is_empty() { None } else { Some(list[self.below(list.len())].clone()) }
    }

    fn any_number(&mut self, here: Here) -> String {
        let inner = Here { depth: here.depth.saturating_sub(1), ..here };
        match if here.depth == 0 { 9 } else { self.below(10) } {
            0 => {
                let sign = ["+", "-", "*", "/", "%"][self.below(5)];
                format!("({} {sign} {})", self.any_number(inner), self.any_number(inner))
            }
            1 => {
                let sign = ["<", "<=", ">", ">=", "==", "!="][self.below(6)];
                format!("({} {sign} {})", self.any_number(inner), self.any_number(inner))
            }
            2 => {
                let word = ["and", "or"][self.below(2)];
                format!("({} {word} {})", self.any_number(inner), self.any_number(inner))
            }
            3 => format!("(not {})", self.any_number(inner)),
            4 => self.sameness(inner),
            5..=7 => self.function(inner).unwrap_or_else(|| self.leaf(here)),
            _ => self.leaf(here),
        }
    }

    /// Two words or places that are the same or are not.
    fn sameness(&mut self, here: Here) -> String {
        let sign = ["==", "!="][self.below(2)];
        let kind = if self.below(2) == 0 { Type::Word } else { Type::Place };
        let Some(a) = self.thing(kind, here) else { return self.leaf(here) };
        let b = match self.below(2) {
            0 => self.thing(kind, here),
            _ => None,
        };
        let words: Vec<String> = self.parts.words.iter().filter(|w| is_name(w)).map(str::to_owned).collect();
        let places: Vec<String> = self.parts.map.places.iter().map(|p| p.id.clone()).filter(|id| is_name(id)).collect();
        let literal = self.one_of(if kind == Type::Word { &words } else { &places });
        match b.or(literal) {
            Some(b) => format!("({a} {sign} {b})"),
            None => self.leaf(here),
        }
    }

    /// A word or place that the item, the seat or something around has.
    fn thing(&mut self, kind: Type, here: Here) -> Option<String> {
        let inner = Here { depth: here.depth.saturating_sub(1), ..here };
        if here.depth > 0 && self.below(4) == 0 {
            let here_place =
                Here { item: ItemType::Place, around: around(here), copies: false, paid: false, seats: false, ..inner };
            if self.below(2) == 0 {
                let (place, value) = (self.place(inner)?, self.thing(kind, here_place)?);
                self.used.push(Use::Function(Function::At));
                return Some(format!("at({place}, {value})"));
            }
            if !here.seats && here.around != ItemType::Nothing {
                let outside = Here { item: here.around, around: ItemType::Nothing, copies: false, paid: false, ..inner };
                let value = self.thing(kind, outside)?;
                self.used.push(Use::Function(Function::Outer));
                return Some(format!("outer({value})"));
            }
        }
        let wanted = if kind == Type::Word { Gives::Word } else { Gives::Place };
        let mut known: Vec<(String, Option<Name>)> = self
            .names(here)
            .into_iter()
            .filter(|n| n.row().gives == wanted)
            .map(|n| (n.row().name.to_owned(), Some(n)))
            .collect();
        known.extend(
            self.attributes(here, if kind == Type::Word { FieldType::Word } else { FieldType::Place }).map(|a| (a, None)),
        );
        let (text, name) = self.one_of(&known)?;
        self.used.extend(name.map(Use::Name));
        Some(text)
    }

    fn place(&mut self, here: Here) -> Option<String> {
        if self.below(3) > 0
            && let Some(place) = self.thing(Type::Place, here)
        {
            return Some(place);
        }
        let places: Vec<String> = self.parts.map.places.iter().map(|p| p.id.clone()).filter(|id| is_name(id)).collect();
        self.one_of(&places)
    }

    /// The names of the table that stand here.
    fn names(&self, here: Here) -> Vec<Name> {
        let stands = |name: &Name| match (name, name.row().about) {
            (Name::Copies, _) => here.copies,
            (Name::Paid, _) => here.paid,
            (Name::ConnectedPlace, _) => here.item == ItemType::Place && here.around == ItemType::Company,
            (Name::ConnectedCompany, _) => here.item == ItemType::Company && here.around == ItemType::Place,
            (_, about) => self.stands(about, here),
        };
        Name::ALL.iter().copied().filter(stands).collect()
    }

    fn stands(&self, about: About, here: Here) -> bool {
        match about {
            About::Seat => true,
            About::Choices => here.choices,
            About::ScoreSheet | About::Piece | About::Raise => true,
            About::Card => matches!(here.item, ItemType::Card(_)),
            About::Lane => here.item == ItemType::Lane,
            About::Place => here.item == ItemType::Place,
            About::LaneOrPlace => matches!(here.item, ItemType::Lane | ItemType::Place),
            About::Company => here.item == ItemType::Company,
            About::Around => here.seats || here.item != ItemType::Nothing,
        }
    }

    /// What of a type the item in question has.
    fn attributes(&self, here: Here, of: FieldType) -> impl Iterator<Item = String> + use<> {
        let list = match here.item {
            ItemType::Nothing => Vec::new(),
            ItemType::Card(set) => self.parts.cards[set.index()].fields.clone(),
            ItemType::Lane => self.parts.lane_attributes.clone(),
            ItemType::Place => self.parts.place_attributes.clone(),
            ItemType::Company => self.parts.company_attributes.clone(),
        };
        list.into_iter().filter(move |(_, is)| *is == of).map(|(name, _)| name)
    }

    fn leaf(&mut self, here: Here) -> String {
        let parts = self.parts;
        let numbers: Vec<Name> =
            self.names(here).into_iter().filter(|n| matches!(n.row().gives, Gives::Number | Gives::Truth)).collect();
        // What stands in few places only would hardly ever be written otherwise.
        let rare = match here {
            Here { paid: true, .. } => Some(Name::Paid),
            Here { copies: true, .. } => Some(Name::Copies),
            _ => None,
        };
        if let Some(name) = rare.filter(|_| self.below(2) == 0) {
            self.used.push(Use::Name(name));
            return name.row().name.to_owned();
        }
        match self.below(7) {
            0 | 1 => self.below(9).to_string(),
            2 | 3 => match self.one_of(&numbers) {
                Some(name) => {
                    self.used.push(Use::Name(name));
                    name.row().name.to_owned()
                }
                None => "1".to_owned(),
            },
            4 => {
                let fits = |of: Owner| of.thing().is_none() || of.thing() == here.item.thing();
                let counters: Vec<String> = parts.counters.iter().filter(|c| fits(c.owner)).map(|c| c.id.clone()).collect();
                self.one_of(&counters).unwrap_or_else(|| "2".to_owned())
            }
            5 => {
                let known: Vec<String> = self.attributes(here, FieldType::Number).collect();
                self.one_of(&known).unwrap_or_else(|| "3".to_owned())
            }
            _ => {
                let mut known: Vec<String> = match here.item {
                    ItemType::Card(set) => parts.cards[set.index()].kinds.iter().map(|k| k.id.clone()).collect(),
                    _ => Vec::new(),
                };
                let carried = |bit: usize| match here.item {
                    ItemType::Card(set) => parts.cards[set.index()].kinds.iter().any(|k| k.tags >> bit & 1 == 1),
                    ItemType::Place => parts.map.places.iter().any(|p| p.tags >> bit & 1 == 1),
                    ItemType::Company => parts.companies.iter().any(|c| c.tags >> bit & 1 == 1),
                    _ => false,
                };
                known.extend(parts.tags.iter().enumerate().filter(|(bit, _)| carried(*bit)).map(|(_, tag)| tag.clone()));
                known.retain(|name| is_name(name));
                self.one_of(&known).unwrap_or_else(|| "true".to_owned())
            }
        }
    }

    /// A call of a function that may stand here.
    fn function(&mut self, here: Here) -> Option<String> {
        if self.below(12) == 0 && !self.parts.lookups.is_empty() {
            let table = self.parts.lookups[self.below(self.parts.lookups.len())].id.clone();
            return Some(format!("{table}({})", self.any_number(here)));
        }
        let fits = |f: &Function| self.stands(f.row().about, here);
        let known: Vec<Function> = Function::ALL.iter().copied().filter(fits).collect();
        let function = self.one_of(&known)?;
        let row = function.row();
        let own = match row.cost {
            Cost::Constant | Cost::Choices | Cost::Script | Cost::EachSeat | Cost::EachCard | Cost::EachCompany => 1,
            Cost::EachLane | Cost::EachPlace | Cost::EachPaid => 1,
            Cost::Map | Cost::MapAndLanes | Cost::Trail => {
                self.parts.map.lanes.len() * if function == Function::Toward { 100 } else { 12 }
            }
        };
        if here.times * own > MOST_WORK {
            return None;
        }
        let (mut texts, mut zone) = (Vec::new(), None);
        for argument in row.arguments {
            let often = match argument.need {
                Need::Once => 1,
                Need::Perhaps => self.below(2),
                Need::Often => 1 + self.below(3),
            };
            for _ in 0..often {
                let text = self.argument(function, argument.takes, here, &mut zone)?;
                texts.push(text);
            }
        }
        if function == Function::Rank && texts[0].contains("outer(") {
            // It compares one value of all seats.
            return None;
        }
        self.used.push(Use::Function(function));
        if function == Function::Longest {
            // Everything is tried for the longest trail: only a few lanes can be.
            self.used.push(Use::Name(Name::Own));
            return Some(format!("longest(own and {})", texts[0]));
        }
        Some(format!("{}({})", row.name, texts.join(", ")))
    }

    fn argument(&mut self, function: Function, takes: Takes, here: Here, first: &mut Option<String>) -> Option<String> {
        let parts = self.parts;
        let ids = |list: Vec<String>| -> Vec<String> { list.into_iter().filter(|id| is_name(id)).collect() };
        let zones = |fits: &dyn Fn(&railwright_core::components::Zone) -> bool| {
            let is_meant = |of: Owner| match of.thing() {
                None => true,
                thing => function != Function::Toward && [here.item, here.around].iter().any(|item| item.thing() == thing),
            };
            ids(parts.zones.iter().filter(|z| is_meant(z.owner) && fits(z)).map(|z| z.id.clone()).collect())
        };
        let picked = match takes {
            Takes::Number | Takes::Condition => return Some(self.any_number(here)),
            Takes::Place => return self.place(here),
            Takes::Zone => {
                let own_set = |z: &railwright_core::components::Zone| {
                    function != Function::CopiesIn || here.item == ItemType::Card(z.cards)
                };
                self.one_of(&zones(&own_set))
            }
            Takes::Row => self.one_of(&zones(&|z| matches!(z.form, Form::Row(_)))),
            Takes::Counter => self.one_of(&ids(parts.counters.iter().map(|c| c.id.clone()).collect())),
            Takes::Action => self.one_of(&ids(self.actions.iter().map(|a| a.0.clone()).collect())),
            Takes::Option => self.one_of(&ids(parts.options.iter().map(|o| o.0.clone()).collect())),
            Takes::Dummy => self.one_of(&ids(parts.dummies.iter().map(|d| d.id.clone()).collect())),
            Takes::Line => self.one_of(&ids(self.lines.to_vec())),
            Takes::Module => self.one_of(&ids(self.modules.to_vec())),
            Takes::Set => {
                let members = if here.item == ItemType::Lane { Members::Lanes } else { Members::Places };
                let fits = |s: &&railwright_core::components::NamedSet| {
                    s.members == members
                        && (s.owner.things().is_none() || s.owner == Owner::Company && here.around == ItemType::Company)
                };
                self.one_of(&ids(parts.sets.iter().filter(fits).map(|s| s.id.clone()).collect()))
            }
            Takes::List => {
                let numbers = self.attributes(here, FieldType::Numbers).chain(self.attributes(here, FieldType::Words));
                let known: Vec<String> = numbers.collect();
                self.one_of(&known)
            }
            Takes::Listed => return Some(self.below(5).to_string()),
            Takes::Pays => {
                let known: Vec<String> = self.attributes(here, FieldType::Pays).collect();
                self.one_of(&known)
            }
            Takes::PlaceField => {
                let zone = parts.find_zone(first.as_deref()?)?;
                let fields = parts.cards_in(zone).fields.iter().filter(|f| f.1 == FieldType::Place);
                let known = fields.map(|f| f.0.clone()).collect::<Vec<_>>();
                self.one_of(&known)
            }
            Takes::Value(within) => return self.within(function, within, here, first).map(|here| self.any_number(here)),
            Takes::Any(within) => {
                let here = self.within(function, within, here, first)?;
                return match self.below(3) {
                    0 if function != Function::Outer && function != Function::At => self.thing(Type::Word, here),
                    _ => Some(self.any_number(here)),
                };
            }
        };
        if first.is_none() {
            first.clone_from(&picked);
        }
        picked
    }

    fn within(&mut self, function: Function, within: Within, here: Here, first: &Option<String>) -> Option<Here> {
        let parts = self.parts;
        let about = |item: ItemType, count: usize| {
            let times = here.times * count.max(1);
            (times <= MOST_WORK).then_some(Here {
                item,
                around: around(here),
                copies: false,
                paid: false,
                seats: false,
                times,
                ..here
            })
        };
        let zone = first.as_deref().and_then(|zone| parts.find_zone(zone));
        match within {
            Within::Cards => about(ItemType::Card(parts.zone(zone?).cards), 30),
            Within::Kinds => Some(Here { copies: true, ..about(ItemType::Card(parts.zone(zone?).cards), 30)? }),
            Within::Lane if function == Function::LastLane => about(ItemType::Lane, 1),
            Within::Lane => about(ItemType::Lane, parts.map.lanes.len()),
            Within::Place if matches!(function, Function::At | Function::Ends) => about(ItemType::Place, 2),
            Within::Place => about(ItemType::Place, parts.map.places.len()),
            Within::PaidPlace => Some(Here { paid: true, ..about(ItemType::Place, 10)? }),
            Within::Company => about(ItemType::Company, parts.companies.len()),
            Within::Seat => Some(Here { seats: true, times: here.times * 5, ..here }),
            Within::SeatAlone => Some(Here {
                item: ItemType::Nothing,
                around: ItemType::Nothing,
                copies: false,
                paid: false,
                seats: true,
                times: here.times * 5,
                ..here
            }),
            Within::Action => {
                let at = self.actions.iter().position(|a| Some(&a.0) == first.as_ref())?;
                Some(Here {
                    item: self.actions[at].1,
                    around: ItemType::Nothing,
                    copies: false,
                    paid: false,
                    seats: false,
                    choices: false,
                    ..here
                })
            }
            Within::Around if here.seats => Some(Here { copies: false, paid: false, seats: false, ..here }),
            Within::Around => {
                Some(Here { item: here.around, around: ItemType::Nothing, copies: false, paid: false, seats: false, ..here })
            }
        }
    }
}

fn around(here: Here) -> ItemType {
    if here.item == ItemType::Nothing { here.around } else { here.item }
}

/// Whether an id can be written in an expression.
fn is_name(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_alphabetic())
        && !["and", "or", "not"].contains(&id)
        && !id.ends_with('-')
        && id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}
