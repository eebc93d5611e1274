//! Decks of tickets: what can be said of one, and proposals for a board that has none yet.
//!
//! A proposed ticket is worth its shortest way, as nine of ten published ones are, and joins two cities that no line joins. Which tickets make a
//! deck is found by exchanging one for another as long as that brings it nearer to three things: the lengths are spread as in published decks
//! ([`SPREAD`]), every city is named and all about alike, and the lines are led over about alike, by the number of their lanes.

use crate::analysis::{Ticket, tickets};
use crate::ways::Ways;
use railwright_core::components::FieldType;
use railwright_core::id::PlaceId;
use railwright_core::narrow::narrow;
use railwright_core::random::Random;
use railwright_rules::Rules;

/// How long the shortest ticket of a deck is, the one a quarter of the way up, the middle one, the one three quarters up and the longest, in
/// hundredths of how far the two farthest cities are apart: the mean of the seven bundled boards that were published with tickets.
pub const SPREAD: [u32; 5] = [15, 26, 36, 46, 81];

/// So many exchanges are tried for each ticket, and in all.
const TRIES: usize = 1000;
const MOST_TRIES: usize = 100_000;

/// What can be said of a deck of tickets.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Deck {
    /// How many tickets there are.
    pub tickets: usize,
    /// How many cities there are, and how many of them a ticket names.
    pub cities: usize,
    /// Those that some ticket names.
    pub named: usize,
    /// The fewest and the most tickets that name the same city.
    pub ends: [usize; 2],
    /// Spaces on the ways of the shortest ticket, the one a quarter of the way up, the middle one, the one three quarters up and the longest.
    pub lengths: [u32; 5],
    /// How far the two farthest cities are apart.
    pub farthest: u32,
    /// Tickets that are worth their shortest way.
    pub by_way: usize,
    /// Tickets between two cities that a line joins.
    pub neighbours: usize,
    /// Lines on no shortest way of a ticket, of all lines.
    pub idle: usize,
    /// All lines.
    pub lines: usize,
    /// How unlike the loads of lines are: their standard deviation, in units of their mean.
    pub unlike: f64,
}

/// What can be said of some tickets of a board.
pub(crate) fn figures(rules: &Rules, tickets: &[Ticket], ways: &Ways) -> Deck {
    let map = &rules.parts.map;
    let cities = cities(rules);
    let mut named = vec![0usize; map.places.len()];
    let mut loads = vec![0.0; map.lines.len()];
    for ticket in tickets {
        ticket.ends.iter().for_each(|end| named[end.index()] += 1);
        ways.shares(ticket.ends).into_iter().for_each(|(line, share)| loads[line] += share);
    }
    let mut lengths: Vec<u32> = tickets.iter().filter_map(|ticket| ticket.shortest).collect();
    lengths.sort_unstable();
    let at = |quarter: usize| lengths.get((lengths.len().saturating_sub(1)) * quarter / 4).copied().unwrap_or(0);
    let of_cities = || cities.iter().map(|city| named[city.index()]);
    Deck {
        tickets: tickets.len(),
        cities: cities.len(),
        named: of_cities().filter(|number| *number > 0).count(),
        ends: [of_cities().min().unwrap_or(0), of_cities().max().unwrap_or(0)],
        lengths: [0, 1, 2, 3, 4].map(at),
        farthest: farthest(&cities, ways),
        by_way: tickets.iter().filter(|t| t.worth.is_some_and(|worth| u32::try_from(worth).ok() == t.shortest)).count(),
        neighbours: tickets.iter().filter(|ticket| ticket.fewest == Some(1)).count(),
        idle: loads.iter().filter(|load| **load == 0.0).count(),
        lines: loads.len(),
        unlike: unlike(&loads),
    }
}

fn cities(rules: &Rules) -> Vec<PlaceId> {
    let places = (0..rules.parts.map.places.len()).map(PlaceId::from);
    places.filter(|place| !rules.parts.map.place(*place).junction).collect()
}

fn farthest(cities: &[PlaceId], ways: &Ways) -> u32 {
    let apart = cities.iter().flat_map(|a| cities.iter().filter_map(|b| ways.distance(*a, *b)));
    apart.max().unwrap_or(0)
}

/// The standard deviation in units of the mean.
fn unlike(numbers: &[f64]) -> f64 {
    let count = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    if mean == 0.0 {
        return 0.0;
    }
    let squares: f64 = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
    (squares / count).sqrt() / mean
}

/// A deck that is proposed.
#[derive(Clone, PartialEq, Debug)]
pub struct Proposal {
    /// The tickets, those that are worth least first.
    pub tickets: Vec<Ticket>,
    /// What can be said of them.
    pub deck: Deck,
    /// The set of cards that they are for.
    pub set: String,
    /// The fields of that set that hold the two places and the worth.
    pub fields: [String; 3],
    /// Whether the game has such a set: if not, it is still to be declared.
    pub declared: bool,
    /// The ids of the two places of each ticket.
    places: Vec<[String; 2]>,
}

/// How many tickets a board has room for, where more were wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooFewPairs(pub usize);

/// Proposes a deck of so many tickets for the board of a game. The same seed gives the same deck.
pub fn propose(rules: &Rules, count: usize, seed: u64) -> Result<Proposal, TooFewPairs> {
    let ways = Ways::new(rules);
    let cities = cities(rules);
    let pairs = pairs(rules, &cities, &ways, count)?;
    let mut search = Search::new(rules, &cities, &ways, pairs, count);
    let mut random = Random::stream(seed, 0x7469_636b);
    search.begin(&mut random);
    for _ in 0..(TRIES * count).min(MOST_TRIES) {
        search.exchange(&mut random);
    }
    let mut found: Vec<Ticket> = search.chosen.iter().map(|&pair| search.pairs[pair].ticket(rules)).collect();
    found.sort_by(|a, b| (a.worth, &a.id).cmp(&(b.worth, &b.id)));
    for at in 1..found.len() {
        // Two pairs of places may give the same name where names have hyphens.
        if found[..at].iter().any(|other| other.id == found[at].id) {
            found[at].id += &format!("-{at}");
        }
    }
    let mut loads = vec![0.0; rules.parts.map.lines.len()];
    for ticket in &found {
        ways.shares(ticket.ends).into_iter().for_each(|(line, share)| loads[line] += share);
    }
    for ticket in &mut found {
        ticket.company = crate::analysis::company(ticket.ends, &loads, &ways);
    }
    let deck = figures(rules, &found, &ways);
    let (set, fields, declared) = set_of_tickets(rules, &ways);
    let id = |end: PlaceId| rules.parts.map.place(end).id.clone();
    let places = found.iter().map(|ticket| ticket.ends.map(id)).collect();
    Ok(Proposal { tickets: found, deck, set, fields, declared, places })
}

/// The set of cards that tickets of a game belong to, the one with most of them: its name, its fields, whether there is one.
fn set_of_tickets(rules: &Rules, ways: &Ways) -> (String, [String; 3], bool) {
    let there = tickets(rules, ways);
    let sets = rules.parts.cards.iter().filter(|set| set.has_tickets());
    let most = sets.max_by_key(|set| there.iter().filter(|ticket| set.find(&ticket.id).is_some()).count());
    let Some(set) = most else {
        return ("ticket".to_owned(), ["from", "to", "points"].map(str::to_owned), false);
    };
    let named = |of: FieldType| set.fields.iter().filter(move |(_, field)| *field == of).map(|(name, _)| name.clone());
    let mut places = named(FieldType::Place);
    let (from, to) = (places.next().unwrap_or_default(), places.next().unwrap_or_default());
    (set.id.clone(), [from, to, named(FieldType::Number).next().unwrap_or_else(|| "points".to_owned())], true)
}

/// Two cities that a ticket may join.
struct Pair {
    ends: [PlaceId; 2],
    way: u32,
    fewest: Option<u32>,
    shares: Vec<(usize, f64)>,
}

impl Pair {
    fn ticket(&self, rules: &Rules) -> Ticket {
        let id = |end: PlaceId| rules.parts.map.place(end).id.as_str();
        let [a, b] = self.ends;
        let ends = if id(a) <= id(b) { [a, b] } else { [b, a] };
        Ticket {
            id: format!("{}-{}", id(ends[0]), id(ends[1])),
            ends,
            shortest: Some(self.way),
            fewest: self.fewest,
            worth: Some(narrow(self.way)),
            company: 0.0,
        }
    }
}

/// All pairs that tickets may join; those that a line joins only where there are too few others.
fn pairs(rules: &Rules, cities: &[PlaceId], ways: &Ways, count: usize) -> Result<Vec<Pair>, TooFewPairs> {
    let mut pairs = Vec::new();
    for (i, &a) in cities.iter().enumerate() {
        let fewest = rules.parts.map.distances(a, |_| 1);
        for &b in &cities[i + 1..] {
            if let Some(way) = ways.distance(a, b).filter(|way| *way > 0) {
                pairs.push(Pair { ends: [a, b], way, fewest: fewest[b.index()], shares: ways.shares([a, b]) });
            }
        }
    }
    let all = pairs.len();
    if pairs.iter().filter(|pair| pair.fewest > Some(1)).count() >= count {
        pairs.retain(|pair| pair.fewest > Some(1));
    }
    if all < count { Err(TooFewPairs(all)) } else { Ok(pairs) }
}

/// A deck while it is looked for.
struct Search {
    pairs: Vec<Pair>,
    /// The pairs of the deck, and for each pair whether it is one of them.
    chosen: Vec<usize>,
    taken: Vec<bool>,
    /// How many tickets name each place, and lead over each line.
    named: Vec<f64>,
    loads: Vec<f64>,
    /// The place of each city, the lanes of each line.
    cities: Vec<usize>,
    lanes: Vec<f64>,
    /// How many tickets have each length, and the lengths that are aimed at, shortest first.
    lengths: Vec<usize>,
    aims: Vec<f64>,
    wrong: f64,
}

impl Search {
    fn new(rules: &Rules, cities: &[PlaceId], ways: &Ways, pairs: Vec<Pair>, count: usize) -> Self {
        let map = &rules.parts.map;
        let farthest = farthest(cities, ways);
        Search {
            taken: vec![false; pairs.len()],
            pairs,
            chosen: Vec::new(),
            named: vec![0.0; map.places.len()],
            loads: vec![0.0; map.lines.len()],
            cities: cities.iter().map(|city| city.index()).collect(),
            lanes: map.lines.iter().map(|line| line.lanes.len().max(1) as f64).collect(),
            lengths: vec![0; farthest as usize + 1],
            aims: (0..count).map(|i| aim(i, count) * f64::from(farthest)).collect(),
            wrong: f64::INFINITY,
        }
    }

    /// A first deck: for each length that is aimed at the pair that comes nearest to it, of cities that are named least.
    fn begin(&mut self, random: &mut Random) {
        for aim in self.aims.clone() {
            let chance: Vec<u64> = self.pairs.iter().map(|_| random.next()).collect();
            let free = (0..self.pairs.len()).filter(|&pair| !self.taken[pair]);
            let named = |pair: &Pair| pair.ends.iter().map(|end| self.named[end.index()]).sum::<f64>();
            let off = |pair: &Pair| (f64::from(pair.way) - aim).abs() + 2.0 * named(pair);
            let best = free.min_by(|&a, &b| off(&self.pairs[a]).total_cmp(&off(&self.pairs[b])).then(chance[a].cmp(&chance[b])));
            let Some(best) = best else { return };
            self.put(best, true);
            self.chosen.push(best);
        }
        self.wrong = self.measured();
    }

    /// Tries another pair in the place of one; it stays if the deck is no worse for it.
    fn exchange(&mut self, random: &mut Random) {
        let slot = random.below(narrow(self.chosen.len())) as usize;
        let other = random.below(narrow(self.pairs.len())) as usize;
        if self.chosen.is_empty() || self.taken[other] {
            return;
        }
        let before = self.chosen[slot];
        self.put(before, false);
        self.put(other, true);
        let wrong = self.measured();
        if wrong <= self.wrong {
            self.wrong = wrong;
            self.chosen[slot] = other;
        } else {
            self.put(other, false);
            self.put(before, true);
        }
    }

    /// Puts a pair into the deck, or takes it out.
    fn put(&mut self, pair: usize, into: bool) {
        let sign = if into { 1.0 } else { -1.0 };
        self.taken[pair] = into;
        let Pair { ends, way, shares, .. } = &self.pairs[pair];
        ends.iter().for_each(|end| self.named[end.index()] += sign);
        shares.iter().for_each(|(line, share)| self.loads[*line] += sign * share);
        let length = &mut self.lengths[*way as usize];
        *length = if into { *length + 1 } else { length.saturating_sub(1) };
    }

    /// How far the deck is from what is wanted; 0 would be all of it.
    fn measured(&self) -> f64 {
        let mut aims = self.aims.iter();
        let lengths = self.lengths.iter().enumerate().flat_map(|(length, count)| std::iter::repeat_n(length as f64, *count));
        let off: f64 = lengths.filter_map(|length| Some((length - aims.next()?).abs())).sum();
        let off = off / self.aims.len().max(1) as f64 / self.lengths.len() as f64;
        let named: Vec<f64> = self.cities.iter().map(|city| self.named[*city]).collect();
        let unnamed = named.iter().filter(|number| **number < 0.5).count() as f64 / named.len().max(1) as f64;
        // What is put and taken again leaves a little.
        let idle = self.loads.iter().filter(|load| **load < 1e-9).count() as f64 / self.loads.len().max(1) as f64;
        let loads: Vec<f64> = self.loads.iter().zip(&self.lanes).map(|(load, lanes)| load / lanes).collect();
        6.0 * off + 20.0 * unnamed + unlike(&named) + unlike(&loads) + 2.0 * idle
    }
}

/// The length that is aimed at for a ticket of a deck, shortest first, as a part of the longest there could be.
fn aim(at: usize, count: usize) -> f64 {
    let quarters = 4.0 * at as f64 / (count.saturating_sub(1)).max(1) as f64;
    let mut from = 0;
    while from < 3 && quarters >= (from + 1) as f64 {
        from += 1;
    }
    let (low, high) = (f64::from(SPREAD[from]), f64::from(SPREAD[from + 1]));
    (low + (high - low) * (quarters - from as f64)) / 100.0
}

impl Deck {
    /// What can be said, a line for each.
    #[must_use]
    pub fn told(&self) -> Vec<String> {
        let [shortest, quarter, middle, three, longest] = self.lengths;
        let [fewest, most] = self.ends;
        vec![
            format!(
                "{} tickets; {} of {} cities are named, each {fewest} to {most} times",
                self.tickets, self.named, self.cities
            ),
            format!(
                "ways of {shortest} to {longest} spaces, half of them {quarter} to {three}, the middle one {middle}; the farthest cities are {} apart",
                self.farthest
            ),
            format!("{} are worth their shortest way; {} join neighbours", self.by_way, self.neighbours),
            format!(
                "{} of {} lines are on no shortest way; loads differ by {:.2} of their mean",
                self.idle, self.lines, self.unlike
            ),
        ]
    }
}

impl Proposal {
    /// The tickets as a game or map file has them, with what can be said of them as comments.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut text: String = self.deck.told().iter().map(|line| format!("# {line}\n")).collect();
        if !self.declared {
            let [from, to, worth] = &self.fields;
            let fields = format!("fields = {{ {from} = \"place\", {to} = \"place\", {worth} = \"number\" }}");
            text += &format!("[cards.{}]\n{fields}\n\n", self.set);
        }
        text + &self.table()
    }

    /// The table of the tickets alone; behind each how many others it meets on its way.
    #[must_use]
    pub fn table(&self) -> String {
        let [from, to, worth] = &self.fields;
        let widest = |of: &dyn Fn(usize) -> usize| (0..self.tickets.len()).map(of).max().unwrap_or(0);
        let keys = widest(&|at| key(&self.tickets[at].id).len());
        let (starts, ends) = (widest(&|at| self.places[at][0].len()) + 3, widest(&|at| self.places[at][1].len()) + 3);
        let mut text = format!("[cards.{}.kinds]\n", key(&self.set));
        for (ticket, [a, b]) in self.tickets.iter().zip(&self.places) {
            let (a, b, points) = (format!("\"{a}\","), format!("\"{b}\","), ticket.worth.unwrap_or(0));
            let name = key(&ticket.id);
            text += &format!(
                "{name:keys$} = {{ {from} = {a:starts$} {to} = {b:ends$} {worth} = {points:>2} }}  # meets {:.1}\n",
                ticket.company
            );
        }
        text
    }
}

/// A key as it is written.
fn key(key: &str) -> String {
    let bare = key.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'));
    if bare { key.to_owned() } else { format!("\"{key}\"") }
}
