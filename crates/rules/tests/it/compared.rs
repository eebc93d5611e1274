//! The evaluator of play, which folds, sifts and remembers, says what the plain one says: of random expressions in random positions.

use crate::common;
use railwright_core::expr::{Eval, Expr, Formula, Function, Item, ItemType, Name, Occasion, Oracle, Scope, Scratch, Sieve};
use railwright_core::id::{ActionId, CardSetId, KindId, LaneId, PartyId, PlaceId, SeatId};
use railwright_core::{Components, Events, Random, State, bits};
use railwright_plain::{LEVEL, Plain, SPACE, Use, Writer};
use railwright_rules::{Engine, Rules};
use railwright_script::Rhai;
use std::collections::HashMap;
use std::sync::Arc;

/// Answers anything, always the same.
struct Answers;

impl Oracle for Answers {
    fn can(&self, action: ActionId, seat: SeatId, _: Option<&Expr>, free: bool) -> bool {
        (action.index() + usize::from(seat.0) + usize::from(free)).is_multiple_of(2)
    }

    fn won(&self, line: u8, party: PartyId) -> bool {
        (line + party.0).is_multiple_of(2)
    }

    fn total(&self, party: PartyId) -> i64 {
        7 + 3 * i64::from(party.0)
    }

    fn awards(&self, party: PartyId) -> i64 {
        party.0.into()
    }

    fn tally(&self, module: u8, party: PartyId) -> i64 {
        i64::from(module) - i64::from(party.0)
    }
}

/// When all is known that can be.
const ANY: Occasion = Occasion { choices: true, sheet: true, piece: true, raise: true, dummy: false };
const ABOUT: [ItemType; 4] = [ItemType::Nothing, ItemType::Lane, ItemType::Place, ItemType::Company];

struct Game {
    name: String,
    rules: Arc<Rules>,
    positions: Vec<State>,
    actions: Vec<(String, ItemType)>,
    lines: Vec<String>,
    modules: Vec<String>,
}

/// How many expressions are tried in all.
fn wanted() -> usize {
    std::env::var("RAILWRIGHT_EXPRESSIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000)
}

/// Every game with the least number of players, and with one more where there may be.
fn games() -> Vec<Game> {
    let mut all: Vec<(String, Arc<Rules>)> = Vec::new();
    for game in common::games() {
        let (least, most) = common::rules(&game, 0).head.players;
        let with = |players: u8| (format!("{game} with {players} players"), common::rules(&game, players));
        all.extend((least..=most.min(least + 1)).map(with));
    }
    let game = |(name, rules): (String, Arc<Rules>)| Game {
        positions: (0..3).map(|seed| position(&rules, seed)).collect(),
        // The answers do not depend on what an action is about.
        actions: rules.actions.iter().enumerate().map(|(i, a)| (a.id.clone(), ABOUT[i % ABOUT.len()])).collect(),
        lines: rules.score.lines.iter().map(|l| l.id.clone()).collect(),
        modules: rules.scripts.iter().map(|s| s.id.clone()).collect(),
        name,
        rules,
    };
    all.into_iter().map(game).collect()
}

/// A position after some random moves.
fn position(rules: &Arc<Rules>, seed: u64) -> State {
    let mut engine = Engine::new(rules.clone(), &Rhai);
    let mut events = Events::default();
    let mut state = engine.start(seed, None, &mut events).expect("set-up without a fault");
    let mut random = Random::stream(seed, 91);
    for _ in 0..random.below(40 + 150 * seed as u32) {
        if state.clock().over.is_some() {
            break;
        }
        let Some(seat) = state.clock().waiting.iter().next() else { break };
        let count = engine.legal(&state, seat).expect("no fault").len();
        let choice = engine.pick(random.below(count as u32) as usize).expect("a listed action");
        engine.step(&mut state, choice, &mut events).expect("no fault");
    }
    state
}

fn items(parts: &Components, about: ItemType) -> Vec<Item> {
    match about {
        ItemType::Nothing => vec![Item::Nothing],
        ItemType::Card(set) => (0..parts.cards[set.index()].kinds.len()).map(|k| Item::Card(set, KindId::from(k))).collect(),
        ItemType::Lane => (0..parts.map.lanes.len()).map(|l| Item::Lane(LaneId::from(l))).collect(),
        ItemType::Place => (0..parts.map.places.len()).map(|p| Item::Place(PlaceId::from(p))).collect(),
        ItemType::Company => (0..parts.companies.len()).map(Item::Company).collect(),
    }
}

#[test]
fn the_evaluator_of_play_says_what_the_plain_one_says() {
    let games = games();
    let mut counts: HashMap<Use, usize> = HashMap::new();
    let (mut tried, mut refused) = (0, 0);
    let mut chance = Random::stream(2, 5);
    while tried < wanted() {
        for game in &games {
            let parts = &game.rules.parts;
            let mut sorts = vec![ItemType::Nothing, ItemType::Nothing, ItemType::Lane, ItemType::Place, ItemType::Company];
            sorts.extend((0..parts.cards.len()).map(|set| ItemType::Card(CardSetId::from(set))));
            let sort = sorts[chance.below(sorts.len() as u32) as usize];
            let of_sort = items(parts, sort);
            if of_sort.is_empty() {
                continue;
            }
            let random = Random::new(chance.next());
            let (actions, lines, modules) = (&game.actions, &game.lines, &game.modules);
            let mut writer = Writer { parts, actions, lines, modules, random, used: Vec::new() };
            let text = writer.number(sort);
            let scope = Scope { actions, occasion: ANY, lines, modules, item: sort, ..Scope::of(parts) };
            tried += 1;
            let (formula, plain) = match (Formula::compile(&text, &scope), Formula::resolved(&text, &scope)) {
                (Ok(formula), Ok(plain)) => (formula, plain),
                (Err(_), Err(_)) => {
                    refused += 1;
                    continue;
                }
                (folded, plain) => panic!("{text}: {:?}, {:?}", folded.err(), plain.err()),
            };
            writer.used.iter().for_each(|used| *counts.entry(*used).or_default() += 1);
            compare(game, sort, &of_sort, &text, &formula, &plain, &mut chance);
        }
    }
    assert!(refused * 4 < tried, "{refused} of {tried} mean nothing");
    let functions = Function::ALL.iter().map(|f| Use::Function(*f));
    for one in functions.chain(Name::ALL.iter().map(|n| Use::Name(*n))) {
        assert!(counts.get(&one).is_some_and(|&count| count > 0), "{one:?} never occurred");
    }
}

/// The evaluator of play, to whom everything is known that can be.
fn eval<'a>(parts: &'a Components, state: &'a State, party: PartyId, scratch: &'a mut Scratch) -> Eval<'a> {
    Eval::new(parts, state, party, scratch).asking(&Answers).space(SPACE).level(LEVEL)
}

fn compare(game: &Game, sort: ItemType, of_sort: &[Item], text: &str, formula: &Formula, plain: &Expr, chance: &mut Random) {
    let parts = &game.rules.parts;
    let mut scratch = Scratch::default();
    let spelled = (sort == ItemType::Nothing).then(|| formula.spelled_out(parts, 1));
    let sieve = (sort != ItemType::Nothing && chance.below(3) == 0).then(|| Sieve::new(formula, parts, sort));
    // What is remembered of one position must not be taken for another's, so each is asked more than once.
    for at in [0, 1, 2, 1, 0] {
        let state = &game.positions[at];
        let party = PartyId(chance.below(parts.seats.into()) as u8);
        let member = chance.below(of_sort.len() as u32) as usize;
        let item = of_sort[member];
        let shown = || format!("{}, position {at}, {party:?}, {item:?}: {text}\n{:?}", game.name, formula.expr);
        let expected = Plain::new(parts, state, &Answers, party, item).value(plain);
        let mut asked = eval(parts, state, party, &mut scratch).about(item);
        assert_eq!(asked.value(&formula.expr), expected, "{}", shown());
        let _ = formula.explain(&mut asked);
        assert!(formula.expr.lowest(parts) <= expected, "{} is below {}: {}", expected, formula.expr.lowest(parts), shown());
        if sort == ItemType::Nothing {
            let plainly = formula.holds_plainly(parts, state, party);
            assert!(plainly.is_none_or(|holds| holds == (expected != 0)), "{}", shown());
        }
        if let Some(spelled) = &spelled {
            let mut asked = eval(parts, state, party, &mut scratch);
            assert_eq!(asked.value(&spelled.expr), expected, "spelled out: {}\n{:?}", shown(), spelled.expr);
        }
        if let Some(sieve) = &sieve {
            let mut some = vec![0; bits::words(of_sort.len())];
            (0..of_sort.len()).for_each(|i| bits::put(&mut some, i));
            sieve.sift(&mut eval(parts, state, party, &mut scratch), &mut some);
            assert_eq!(bits::has(&some, member), expected != 0, "sifted: {}", shown());
            let alone = sieve.holds(member, parts, state, party, || eval(parts, state, party, &mut scratch));
            assert_eq!(alone, expected != 0, "sifted alone: {}", shown());
            assert!(expected == 0 || bits::has(sieve.possible(), member), "possible: {}", shown());
        }
    }
}
