//! Which lines are taken, when, by whom and with what success.

use super::names::lane_name;
use crate::examples::Example;
use crate::figure::{Figure, Unit};
use crate::table::{Cell, Table};
use crate::tally::{FINE, Tally};
use railwright_core::narrow::narrow;

/// Every lane, those taken most often first.
pub fn lines(tally: &Tally) -> Table {
    let parts = &tally.rules.parts;
    let seats = usize::from(parts.seats);
    let about = "Taken: in how many games somebody claims the line or lays the first piece on it. When: the part of the game that has \
                 passed by then. Takers win: how often whoever took it wins the game.";
    let mut columns = vec![("taken", "taken"), ("when", "when, %"), ("wins", "takers win")];
    if !parts.companies.is_empty() {
        columns.push(("for", "most often for"));
    }
    let by: Vec<(String, String)> = (1..=seats).map(|seat| (format!("seat-{seat}"), format!("by seat {seat}"))).collect();
    columns.extend(by.iter().map(|(id, name)| (id.as_str(), name.as_str())));
    let mut table = Table::new("lines", "Lines", about, &columns);
    let mut order: Vec<usize> = (0..tally.lanes.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(tally.lanes[i].moment.count), i));
    for i in order {
        let lane = &tally.lanes[i];
        let times = lane.moment.count;
        let mut cells: Vec<Cell> = vec![
            Figure::share(times as f64, tally.games).into(),
            Figure::mean(&lane.moment, FINE / 100.0, Unit::Number).into(),
            Figure::share(lane.takers.won(), lane.takers.times).into(),
        ];
        if !parts.companies.is_empty() {
            let most = (0..lane.parties.len()).max_by_key(|&party| (lane.parties[party], std::cmp::Reverse(party)));
            let figure = most.and_then(|party| Some((party, Figure::share(lane.parties[party] as f64, times)?)));
            cells.push(figure.map_or(Cell::Nothing, |(party, figure)| Cell::Figure(figure, party_name(tally, party))));
        }
        cells.extend(lane.seats.iter().map(|&taken| Cell::from(Figure::share(taken as f64, times))));
        let shown = [
            (times > 0).then_some(("taken", Example::Lane(narrow::<u16>(i)))),
            (lane.takers.wins > 0).then_some(("by a winner", Example::Winners(narrow::<u16>(i)))),
        ];
        table.row(parts.map.lanes[i].id.as_str(), lane_name(parts, i), cells, shown.into_iter().flatten());
    }
    table
}

fn party_name(tally: &Tally, party: usize) -> String {
    let parts = &tally.rules.parts;
    match parts.companies.get(party.wrapping_sub(usize::from(parts.seats))) {
        Some(company) => company.name.clone(),
        None => parts.party_name(party.into()),
    }
}
