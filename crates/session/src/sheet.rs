//! The score sheet for programs.

use railwright_rules::{Rules, ScoreSheet};
use serde_json::{Map, Value, json};

/// Every line with what each seat has and scores for it, the totals, and who won.
pub fn to_json(rules: &Rules, sheet: &ScoreSheet) -> Value {
    let seats = usize::from(rules.parts.seats);
    let rows = rules.score.lines.iter().zip(&sheet.rows);
    let lines = rows.map(
        |(line, row)| json!({ "id": line.id, "name": line.name, "tally": row.tally[..seats], "points": row.points[..seats] }),
    );
    json!({
        "lines": lines.collect::<Vec<_>>(),
        "totals": sheet.totals[..seats],
        "places": sheet.places[..seats],
        "dummies": rules.parts.dummies.iter().zip(&sheet.dummies).map(|(d, total)| (d.id.clone(), Value::from(*total))).collect::<Map<_, _>>(),
        "winners": sheet.winners(rules.parts.seats).iter().map(|seat| seat.0 + 1).collect::<Vec<_>>(),
    })
}
