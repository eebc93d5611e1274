//! Goals: cards of a seat that ask for something, when one is reached and what it brought. No rule depends on them: they
//! are what those ask who look at games from outside.

use crate::compile::Compiler;
use crate::compile::schema::GameKeys;
use railwright_core::components::{FieldType, Owner};
use railwright_core::expr::{Eval, Formula, Item, ItemType, Scratch};
use railwright_core::id::{CardSetId, KindId, PartyId, SeatId, ZoneId};
use railwright_core::{Components, State};
use railwright_source::{Diagnostic, Reader, schema};

schema! {
    /// Cards of a seat that ask for something.
    pub GOAL: GoalKeys = "goal",
    "Cards of a seat that ask for something: `[goals.ID]`. No rule depends on it. It says how people and programs that look at \
     games from outside can tell whether such a card was completed, as `railwright report` does.",
    {
        IN: Names("zone") = "in", Required, "the zones of a seat in which these cards can lie; all hold one set";
        WHERE: Expr = "where", Default("true"), "which of the cards there are goals";
        DONE: Expr = "done", Optional, "of such a card: whether the seat that has it has completed it";
        WORTH: Expr = "worth", Optional, "of such a card: what it is worth to the seat that has it, as the game stands";
        NAME: Text = "name", Optional, "what people read; the id if absent";
    }
    example "[goals.tickets]\nin = \"tickets\"\ndone = \"joined(from, to)\"\nworth = \"if(joined(from, to), points, 0 - points)\""
}

/// Cards of a seat that ask for something, compiled.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Its id in the data.
    pub id: String,
    /// What people read.
    pub name: String,
    /// The set the cards are of.
    pub cards: CardSetId,
    /// The zones of a seat in which they can lie.
    pub zones: Vec<ZoneId>,
    filter: Formula,
    done: Option<Formula>,
    worth: Option<Formula>,
}

/// A card that a seat has, and how it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeldGoal {
    /// Which of the rules' goals it belongs to.
    pub goal: usize,
    /// Who has it.
    pub seat: SeatId,
    /// The kind of card.
    pub kind: KindId,
    /// Whether it is completed, where the game says.
    pub done: Option<bool>,
    /// What it is worth, where the game says.
    pub worth: Option<i64>,
}

impl Goal {
    /// Whether the game says when such a card is completed.
    pub fn can_be_done(&self) -> bool {
        self.done.is_some()
    }

    /// Whether the game says what such a card is worth.
    pub fn has_worth(&self) -> bool {
        self.worth.is_some()
    }

    /// Whether a seat sees all that says which of these cards it has and which are completed.
    pub fn is_seen_by(&self, parts: &Components, seat: SeatId) -> bool {
        let party = PartyId::from(seat);
        let formulas = [Some(&self.filter), self.done.as_ref()].into_iter().flatten();
        let zones = self.zones.iter().all(|&zone| parts.seen_by(parts.spot(zone, party)).has(seat));
        zones && formulas.map(|formula| formula.seen_by(parts, party)).all(|seats| seats.has(seat))
    }

    /// Cards with places in zones of seats, for games that say nothing of goals: only who had them can be told.
    fn guessed(parts: &Components, zone: usize) -> Option<Goal> {
        let about = &parts.zones[zone];
        let cards = parts.cards.get(about.cards.index())?;
        let places = |kind: &FieldType| matches!(kind, FieldType::Place | FieldType::Places | FieldType::Pays);
        let asks = about.owner == Owner::Seat && cards.fields.iter().any(|(_, kind)| places(kind));
        asks.then(|| Goal {
            id: about.id.clone(),
            name: about.id.clone(),
            cards: about.cards,
            zones: vec![ZoneId::from(zone)],
            filter: Formula::constant(1),
            done: None,
            worth: None,
        })
    }
}

pub(crate) fn compile(compiler: &mut Compiler, game: &Reader<GameKeys>) -> Vec<Goal> {
    let mut goals = Vec::new();
    for (id, _, reader) in game.get(GameKeys::GOALS) {
        let mut zones: Vec<ZoneId> = Vec::new();
        for (name, origin) in reader.get(GoalKeys::IN) {
            let Some(zone) = compiler.parts.find_zone(name) else { continue };
            let first = zones.first().map_or(zone, |first| *first);
            if compiler.parts.zone(zone).owner != Owner::Seat {
                let problem = Diagnostic::error("wrong-owner", format!("goal `{id}`: `{name}` is no zone of seats"));
                compiler
                    .report
                    .push(problem.at(origin, "a goal is a card that a seat has").help("name zones with `of = \"seat\"`"));
            } else if compiler.parts.zone(zone).cards != compiler.parts.zone(first).cards {
                let problem = Diagnostic::error("different-cards", format!("goal `{id}`: other cards lie in `{name}`"));
                compiler.report.push(
                    problem
                        .at(origin, "all zones of a goal hold one set of cards")
                        .help("make a goal of its own for the other cards"),
                );
            } else {
                zones.push(zone);
            }
        }
        let Some(cards) = zones.first().map(|zone| compiler.parts.zone(*zone).cards) else { continue };
        let item = ItemType::Card(cards);
        let done = compiler.formula_if_written(&reader, GoalKeys::DONE, item);
        let worth = compiler.formula_if_written(&reader, GoalKeys::WORTH, item);
        if let Some(filter) = compiler.formula(&reader, GoalKeys::WHERE, item) {
            let name = reader.get(GoalKeys::NAME).unwrap_or(id).to_owned();
            goals.push(Goal { id: id.to_owned(), name, cards, zones, filter, done, worth });
        }
    }
    if !game.has(GameKeys::GOALS) {
        goals.extend((0..compiler.parts.zones.len()).filter_map(|zone| Goal::guessed(&compiler.parts, zone)));
    }
    goals
}

/// Calls `each` with every goal that a seat has, once for each kind of card.
pub(crate) fn each(goals: &[Goal], parts: &Components, state: &State, scratch: &mut Scratch, mut each: impl FnMut(HeldGoal)) {
    for seat in (0..parts.seats).map(SeatId) {
        for (number, goal) in goals.iter().enumerate() {
            each_held(goal, parts, state, seat, scratch, |kind, eval| {
                let done = goal.done.as_ref().map(|done| eval.holds(done));
                let worth = goal.worth.as_ref().map(|worth| eval.value(&worth.expr));
                each(HeldGoal { goal: number, seat, kind, done, worth });
            });
        }
    }
}

/// Calls `each` with the cards of one goal that a seat has completed, once for each kind.
pub(crate) fn each_done(
    goal: &Goal,
    parts: &Components,
    state: &State,
    seat: SeatId,
    scratch: &mut Scratch,
    mut each: impl FnMut(KindId),
) {
    let Some(done) = &goal.done else { return };
    each_held(goal, parts, state, seat, scratch, |kind, eval| {
        if eval.holds(done) {
            each(kind);
        }
    });
}

/// Calls `each` with every kind of card of a goal that a seat has.
fn each_held(
    goal: &Goal,
    parts: &Components,
    state: &State,
    seat: SeatId,
    scratch: &mut Scratch,
    mut each: impl FnMut(KindId, &mut Eval),
) {
    let mut kinds = [0u64; 4];
    for &zone in &goal.zones {
        let spot = state.spot(parts, zone, PartyId::from(seat));
        let here = state.kinds_in(parts, spot);
        kinds.iter_mut().zip(here).for_each(|(all, here)| *all |= here);
    }
    for kind in railwright_core::bits::iter(&kinds).map(KindId::from) {
        let mut eval = Eval::new(parts, state, PartyId::from(seat), scratch).about(Item::Card(goal.cards, kind));
        if eval.holds(&goal.filter) {
            each(kind, &mut eval);
        }
    }
}
