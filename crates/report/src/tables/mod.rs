//! The tables of a report: what was added up, with intervals and the games that show it.

mod actions;
mod course;
mod goals;
mod lines;
mod names;
mod scores;
mod seats;

pub use names::{capital, lane_name};

use crate::table::Table;
use crate::tally::Tally;

/// All tables of one number of players, in the order in which people read them.
pub fn all(tally: &Tally) -> Vec<Table> {
    let mut tables = vec![seats::seats(tally), seats::order(tally), course::length(tally), course::course(tally)];
    tables.push(scores::scores(tally));
    tables.push(course::branching(tally));
    tables.push(course::endings(tally));
    tables.extend(goals::goals(tally));
    tables.push(lines::lines(tally));
    tables.push(actions::actions(tally));
    tables
}
