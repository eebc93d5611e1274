//! Checks of the overlays: conditions that hold for no number of players and no options.

use super::{Check, Checked, Finding};
use railwright_source::Diagnostic;

pub(super) const NEVER_APPLIES: Check = Check {
    name: "overlay-never-applies",
    doc: "The condition of an overlay holds for no number of players that the game allows and no choice of its options.",
    remedy: "Mend its `when`, or take the overlay out.",
    find: never_applies,
};

fn never_applies(game: &Checked) -> Vec<Finding> {
    let dead = game.layers.dead_overlays().into_iter();
    dead.map(|(id, origin)| {
        let problem = Diagnostic::warning("overlay-never-applies", format!("overlay `{id}` can never apply"));
        Finding::new(&id, problem.at(origin, "its condition").help(NEVER_APPLIES.remedy))
    })
    .collect()
}
