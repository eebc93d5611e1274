//! Which actions are chosen, and which never are.

use super::names::capital;
use crate::examples::Example;
use crate::figure::{Figure, Unit};
use crate::table::Table;
use crate::tally::Tally;
use railwright_core::narrow::narrow;

const COLUMNS: [(&str, &str); 3] = [("times", "times a game"), ("picked", "chosen when legal"), ("games", "in games")];

/// Every action of the game file, the most frequent first.
pub fn actions(tally: &Tally) -> Table {
    let about = "How often each action of the game is chosen: in a game, of the decisions with a choice at which it was legal, and in how \
                 many games at all. What is never chosen stands at the end.";
    let mut table = Table::new("actions", "Actions", about, &COLUMNS);
    let mut order: Vec<usize> = (0..tally.actions.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(tally.actions[i].times.sum), i));
    for i in order {
        let (action, def) = (&tally.actions[i], tally.rules.actions.get(i));
        // Whether anybody ever ends a choice is worth a row only where it can be ended.
        if def.is_none() && action.times.sum == 0 {
            continue;
        }
        let (id, name) = def.map_or(("done", "Done".to_owned()), |def| (def.id.as_str(), capital(&def.id)));
        let cells = vec![
            Figure::mean(&action.times, 1.0, Unit::Number).into(),
            Figure::share(action.picked as f64, action.offered).into(),
            Figure::share(action.games as f64, tally.games).into(),
        ];
        table.row(id, name, cells, (action.games > 0).then_some(("chosen", Example::Action(narrow::<u8>(i)))));
    }
    table
}
