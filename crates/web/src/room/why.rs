//! Why something is not possible: of a move as it is written, or of a thing that somebody points at, by every action that could be about it.

use super::table::LiveTable;
use railwright::core::id::SeatId;
use railwright::rules::Refusal;
use serde_json::{Value, json};

/// So many reasons are given at most.
const MOST: usize = 4;

impl LiveTable {
    /// Why a text is not legal for a seat now.
    pub fn why(&mut self, seat: SeatId, text: &str) -> Value {
        let (engine, state) = self.session.engine_and_state();
        match engine.parse(state, seat, text) {
            Err(reason) => json!([{ "do": text, "reason": reason }]),
            Ok(action) => match engine.check(state, seat, action) {
                Ok(_) => json!([]),
                Err(refusal) => json!([told(text, &refusal)]),
            },
        }
    }

    /// Why nothing can be done with a thing now: what each action says that could be about it.
    pub fn why_not(&mut self, seat: SeatId, thing: &str) -> Value {
        let rules = self.kept.rules.clone();
        let (engine, state) = self.session.engine_and_state();
        let mut reasons: Vec<(Value, String)> = Vec::new();
        for action in &rules.actions {
            let text = format!("{} {thing}", action.word);
            let Ok(parsed) = engine.parse(state, seat, &text) else { continue };
            let Err(refusal) = engine.check(state, seat, parsed) else { continue };
            if !reasons.iter().any(|(_, known)| *known == refusal.reason) {
                reasons.push((told(&text, &refusal), refusal.reason.clone()));
            }
        }
        reasons.truncate(MOST);
        reasons.into_iter().map(|(told, _)| told).collect()
    }
}

fn told(text: &str, refusal: &Refusal) -> Value {
    json!({
        "do": text,
        "reason": refusal.reason,
        "rule": refusal.rule,
        "place": refusal.cited.place,
        "cites": refusal.cited.cites,
    })
}
