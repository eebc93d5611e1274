//! Checks of the board: cities that nothing reaches, lengths that are worth nothing.

use super::{Check, Checked, Finding, place_of};
use railwright_core::id::PlaceId;
use railwright_source::{Diagnostic, Node};

pub(super) const UNREACHED: Check = Check {
    name: "unreached-city",
    doc: "No line ends in a city, so nobody ever gets there.",
    remedy: "Add a line, or take the city out.",
    find: unreached,
};

pub(super) const LENGTH_WITHOUT_POINTS: Check = Check {
    name: "length-without-points",
    doc: "A line is longer than the list of points by length goes, or its length is worth nothing. Beyond the end of a list its last \
          entry holds, which is hardly meant for longer lines.",
    remedy: "Make the list in `[tables]` longer, or mend the length of the line.",
    find: length_without_points,
};

fn unreached(game: &Checked) -> Vec<Finding> {
    let map = &game.rules.parts.map;
    let alone = map.places.iter().enumerate().filter(|(i, p)| !p.junction && map.lanes_at(PlaceId::from(*i)).is_empty());
    alone
        .map(|(_, place)| {
            let problem = Diagnostic::warning("unreached-city", format!("no line reaches {}", place.name));
            Finding::new(&place.id, problem.at(place_of(game.tree, "places", &place.id), "this city").help(UNREACHED.remedy))
        })
        .collect()
}

fn length_without_points(game: &Checked) -> Vec<Finding> {
    let mut findings = Vec::new();
    for table in &game.rules.parts.lookups {
        let call = format!("{}(length)", table.id);
        let used = game.tree.at("actions").is_some_and(|actions| gains_by(actions, &call));
        for line in game.rules.parts.map.lines.iter().filter(|_| used) {
            let Some(lane) = line.lanes.first() else { continue };
            let length = game.rules.parts.map.lane(*lane).length;
            let what = match table.values.get(usize::from(length)) {
                None => format!("the list `{}` ends at {}", table.id, table.values.len().saturating_sub(1)),
                Some(0) => format!("the list `{}` gives 0 for it", table.id),
                Some(_) => continue,
            };
            let message = format!("line `{}` has length {length}, but {what}", line.id);
            let problem =
                Diagnostic::warning("length-without-points", message).at(place_of(game.tree, "lines", &line.id), "this line");
            findings.push(Finding::new(&line.id, problem.help(LENGTH_WITHOUT_POINTS.remedy)));
        }
    }
    findings
}

/// Whether the gain of some action is worked out by such a call.
fn gains_by(actions: &Node, call: &str) -> bool {
    let table = actions.as_table().into_iter().flatten();
    let gains = table.filter_map(|action| action.node.at("gain")?.as_table()).flatten();
    gains.filter_map(|gain| gain.node.as_text()).any(|text| text.contains(call))
}
