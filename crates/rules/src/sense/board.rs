//! Checks of the board: cities that nothing reaches, lengths that are worth nothing.

use super::{Check, Checked, Finding, place_of};
use railwright_core::id::PlaceId;
use railwright_source::{Diagnostic, Node, Origin};

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

pub(super) const OFF_BOARD: Check = Check {
    name: "off-board",
    doc: "A place lies beyond the edge of the board, as `size` says it.",
    remedy: "Mend its `at`, or make `size` larger.",
    find: off_board,
};

pub(super) const SAME_SPOT: Check = Check {
    name: "same-spot",
    doc: "Two places lie so near to each other that one hides the other where the board is drawn: nearer than a hundredth of its longer side.",
    remedy: "Move one of them; perhaps it was copied.",
    find: same_spot,
};

fn off_board(game: &Checked) -> Vec<Finding> {
    let (width, height) = game.rules.head.size;
    let off = game.rules.parts.map.places.iter().filter(|place| {
        let (x, y) = place.at;
        !(0..=width).contains(&x) || !(0..=height).contains(&y)
    });
    off.map(|place| {
        let message = format!("{} is off the board: [{}, {}] of [{width}, {height}]", place.name, place.at.0, place.at.1);
        let problem = Diagnostic::warning("off-board", message).at(spot_of(game, &place.id), "this place");
        Finding::new(&place.id, problem.help(OFF_BOARD.remedy))
    })
    .collect()
}

fn same_spot(game: &Checked) -> Vec<Finding> {
    let places = &game.rules.parts.map.places;
    let side = i64::from(game.rules.head.size.0.max(game.rules.head.size.1));
    let mut findings = Vec::new();
    for (i, place) in places.iter().enumerate() {
        let near = places[..i].iter().find(|other| {
            let (x, y) = (i64::from(place.at.0 - other.at.0), i64::from(place.at.1 - other.at.1));
            (x * x + y * y) * 10_000 < side * side
        });
        let Some(other) = near else { continue };
        let message = format!("{} lies on top of {}", place.name, other.name);
        let problem = Diagnostic::warning("same-spot", message)
            .at(spot_of(game, &place.id), "this place")
            .at(spot_of(game, &other.id), "and this one");
        findings.push(Finding::new(&place.id, problem.help(SAME_SPOT.remedy)));
    }
    findings
}

/// Where it is written where a place lies.
fn spot_of(game: &Checked, id: &str) -> Origin {
    let written = game.tree.at(&format!("places.{id}.at")).map(|at| at.origin);
    written.unwrap_or_else(|| place_of(game.tree, "places", id))
}

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
        let used = game.tree.at("actions").is_some_and(|actions| gains_by(game.tree, actions, &call));
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

/// Whether the gain of some action is worked out by such a call, whatever the lane.
fn gains_by(tree: &Node, actions: &Node, call: &str) -> bool {
    let table = actions.as_table().into_iter().flatten();
    let gains = table.filter_map(|action| action.node.at("gain")?.as_table()).flatten();
    gains.filter_map(|gain| gain.node.as_text()).any(|text| always_calls(tree, text, call))
}

/// Whether an expression has such a call, itself or in a term that it uses, and no condition beside which the call may not count.
fn always_calls(tree: &Node, text: &str, call: &str) -> bool {
    let terms = tree.at("terms").and_then(Node::as_table).into_iter().flatten();
    let mut used = terms.filter(|term| text.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == term.key));
    let mut in_a_term = || used.any(|term| term.node.as_text().is_some_and(|term| always_calls(tree, term, call)));
    !text.contains("if(") && (text.contains(call) || in_a_term())
}
