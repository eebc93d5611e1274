//! The map with what differs: which lanes are taken more often in B, and which less.

use super::{Outcome, change};
use railwright::bots::compare::Compared;
use railwright::bots::measure::figures::Unit;
use railwright::draw::Scene;
use railwright::draw::heat::{Band, svg};
use railwright::markup::escape;

const MORE: &str = "#0072b2";
const LESS: &str = "#d55e00";
const ALIKE: &str = "#d8d1c2";

/// The heat map of differences; nothing where the two games have no lane in common.
pub fn map(outcome: &Outcome) -> String {
    let rules = &outcome.sides[1].rules;
    let figures = &outcome.comparison.figures;
    let of = |lane: &str| figures.iter().find(|compared| compared.figure.id.strip_prefix("lane.") == Some(lane));
    let all: Vec<Option<&Compared>> = rules.parts.map.lanes.iter().map(|lane| of(&lane.id)).collect();
    let most = all.iter().flatten().map(|compared| compared.difference.mean.abs()).fold(0.0, f64::max);
    if most == 0.0 {
        return String::new();
    }
    let band = |(lane, compared): (usize, &Option<&Compared>)| {
        let name = railwright::narration::lane_name(&rules.parts, lane.into());
        let Some(Compared { difference, holds, .. }) = compared else {
            return Band {
                color: ALIKE.to_owned(),
                width: 0.0,
                mark: String::new(),
                title: format!("{name}: only in B"),
                link: "#".to_owned(),
            };
        };
        let color = if difference.mean > 0.0 {
            MORE
        } else if difference.mean < 0.0 {
            LESS
        } else {
            ALIKE
        };
        let mark = match (holds, difference.mean > 0.0) {
            (true, true) => "+".to_owned(),
            (true, false) => "−".to_owned(),
            (false, _) => String::new(),
        };
        let title = format!("{name}: {} of games", change(difference.mean, Unit::Share));
        let link = format!("#f-lane.{}", rules.parts.map.lanes[lane].id);
        Band { color: color.to_owned(), width: difference.mean.abs() / most, mark, title, link }
    };
    let bands: Vec<Band> = all.iter().enumerate().map(band).collect();
    let title = format!("{}: lanes that are taken more or less often in B", rules.head.map_name);
    let picture = svg(&Scene::new(rules, None, None), &bands, &title);
    format!(
        "<figure class=\"heat\"><figcaption>The wider, the larger the difference: <b class=\"up\">blue, + more often in B</b>, <b class=\"down\">orange, − less \
         often</b>; the widest is {} points. A sign stands where it holds beyond chance.</figcaption>\n{picture}</figure>\n",
        escape(&change(most, Unit::Share))
    )
}
