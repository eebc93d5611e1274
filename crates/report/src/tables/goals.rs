//! Cards that ask for something: who has them, whether they are completed, what they bring.

use super::names::{capital, card_name};
use crate::examples::Example;
use crate::figure::{Figure, Unit};
use crate::table::{Cell, Table};
use crate::tally::{FINE, Tally};
use railwright_core::narrow::narrow;

/// A table for each goal of the game, the cards that are held most first.
pub fn goals(tally: &Tally) -> Vec<Table> {
    let parts = &tally.rules.parts;
    let mut tables = Vec::new();
    for (number, (goal, cards)) in tally.rules.goals.iter().zip(&tally.goals).enumerate() {
        let mut columns = vec![("held", "held in the end")];
        columns.extend(goal.can_be_done().then_some(("done", "completed")));
        columns.extend(goal.has_worth().then_some(("worth", "worth")));
        columns.extend([("wins", "holders win"), ("edge", "holders' edge")]);
        let about = "Held: in how many games somebody has the card in the end. Completed, worth and wins: of those who have it. \
                     Edge: what they score more than the mean of the others at the table.";
        let mut table = Table::new(format!("goal-{}", goal.id), capital(&goal.name), about, &columns);
        let set = &parts.cards[goal.cards.index()];
        let mut order: Vec<usize> = (0..cards.len()).filter(|&k| could_be_held(tally, number, k)).collect();
        order.sort_by_key(|&k| (std::cmp::Reverse(cards[k].games), k));
        for k in order {
            let (card, kind) = (&cards[k], &set.kinds[k]);
            let holders = &card.holders;
            let mut cells: Vec<Cell> = vec![Figure::share(card.games as f64, tally.games).into()];
            cells.extend(goal.can_be_done().then(|| Figure::share(card.done as f64, holders.times).into()));
            cells.extend(goal.has_worth().then(|| Figure::mean(&card.worth, 1.0, Unit::Difference).into()));
            cells.push(Figure::share(holders.won(), holders.times).into());
            cells.push(Figure::mean(&holders.edge, FINE, Unit::Difference).into());
            let (goal, kind_number) = (narrow::<u8>(number), narrow::<u8>(k));
            let shown = [
                (holders.times > 0 && card.done == 0 && card.worth.count == 0)
                    .then_some(("held", Example::Held(goal, kind_number))),
                (card.done > 0).then_some(("completed", Example::Done(goal, kind_number))),
                (card.done < holders.times && tally.rules.goals[number].can_be_done())
                    .then_some(("missed", Example::Missed(goal, kind_number))),
            ];
            table.row(kind.id.as_str(), card_name(parts, set, kind), cells, shown.into_iter().flatten());
        }
        if !table.rows.is_empty() {
            tables.push(table);
        }
    }
    tables
}

/// Whether a kind of card may lie in any zone of a goal: one set may hold many sorts of cards.
fn could_be_held(tally: &Tally, goal: usize, kind: usize) -> bool {
    let parts = &tally.rules.parts;
    tally.rules.goals[goal].zones.iter().any(|&zone| {
        let only = &parts.zone(zone).only;
        only.is_empty() || only.iter().any(|k| k.index() == kind)
    })
}
