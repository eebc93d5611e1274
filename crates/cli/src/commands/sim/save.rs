//! One game of a simulation as a save file: with it every figure can be looked at in the game that it comes from.

use crate::failure::Failure;
use crate::game::{SCRIPTING, Wanted, whole_name};
use crate::save;
use railwright::bots::simulate::{Failure as Spoiled, GameRunner, Plan, Results, game_seed};
use railwright::bots::{ObservedDecision, Observer};
use railwright::core::id::SeatId;
use railwright::rules::Rules;
use railwright::session::{Header, Session};
use std::path::Path;
use std::sync::Arc;

/// Writes down what everybody does.
#[derive(Default)]
struct ActionRecorder(Vec<(SeatId, String)>);

impl Observer for ActionRecorder {
    fn reads(&self) -> bool {
        true
    }

    fn chose(&mut self, seen: &ObservedDecision) {
        self.0.push((seen.seat, seen.text.to_owned()));
    }
}

/// Plays one game of a plan again, as it was or will be among all others, and gives it as a session that can be saved. A
/// game that cannot be played to its end is given up to there.
pub fn game(wanted: &Wanted, rules: &Arc<Rules>, plan: &Plan, number: u64) -> Result<(Session, Results), Failure> {
    let mut player = GameRunner::new(rules, SCRIPTING, &plan.bots, plan.check).with_bot_time(plan.bot_time);
    let (mut results, mut recorder) = (Results::default(), ActionRecorder::default());
    let seed = game_seed(plan.seed, number);
    player.number(number);
    if let Err(wrong) = player.play_observed(seed, &mut results, &mut recorder) {
        results.failed = 1;
        results.failures.push(Spoiled { game: number, seed, message: wrong.to_string() });
        // The last action may be what broke the rules: up to there the game can be shown.
        recorder.0.truncate(recorder.0.len().saturating_sub(1));
    }
    let mut header = Header::new(whole_name(&wanted.game), plan.bots.iter().map(ToString::to_string).collect(), seed);
    header.options.clone_from(&wanted.option);
    let broken = |message: String| Failure::Broken { message, help: String::new() };
    let mut session = Session::with_rules(header, rules.clone(), SCRIPTING).map_err(|error| broken(error.to_string()))?;
    for (seat, text) in &recorder.0 {
        session.act(*seat, text).map_err(|error| broken(format!("`{text}` of game {number} cannot be saved: {error}")))?;
    }
    Ok((session, results))
}

/// The same, into a file.
pub fn write(session: &mut Session, path: &Path, force: bool) -> Result<(), Failure> {
    session.save_to(path, force).map_err(|error| match path.exists() && !force {
        true => Failure::usage(error.to_string(), "--force replaces it; or save under another name"),
        false => save::wrong(error),
    })
}
