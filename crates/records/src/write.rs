//! Plays games and writes their records at once: threads play, one thread writes, and a writer that is slow makes players wait.

pub use crate::run::RecordFile;
use crate::target::{DECISIONS, GAMES, Target, Writing, schema_of};
use crate::{RecordError, Recording};
use railwright_bots::simulate::{Results, Simulation};
use railwright_rules::script::Scripting;
use std::sync::atomic::Ordering;
use std::sync::mpsc::sync_channel;

/// Batches of games that may wait to be written.
const WAITING: usize = 64;

/// Plays games and writes their records; what was played until it is stopped is written. When records cannot be written, no more games are begun; the results are of those
/// that were played.
pub fn simulate(
    simulation: &Simulation,
    scripting: &(dyn Scripting + Sync),
    target: &Target,
) -> Result<(Results, Result<Vec<RecordFile>, RecordError>), RecordError> {
    let Simulation { rules, plan, stop, .. } = simulation;
    let mut writings = target.open(|table| schema_of(rules, table))?;
    let bots: Vec<String> = plan.bots.iter().map(ToString::to_string).collect();
    let (sender, receiver) = sync_channel::<(u64, Recording)>(WAITING);
    let observer = || Recording::new(rules, target.has(GAMES), target.has(DECISIONS));
    let (results, written) = std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for (from, recording) in receiver {
                if let Err(error) = write(&mut writings, recording, plan.seed, &bots, from) {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            finish(writings, target)
        });
        // That nobody takes it any more means that writing failed, which is told in the end.
        let take = |from, recording| drop(sender.send((from, recording)));
        let results = simulation.run_observed(scripting, observer, take);
        drop(sender);
        (results, writer.join().expect("the writer does not panic"))
    });
    Ok((results, written))
}

fn write(writings: &mut [Writing], recording: Recording, seed: u64, bots: &[String], from: u64) -> Result<(), RecordError> {
    if let Some(games) = writings.iter_mut().find(|writing| writing.name == GAMES) {
        games.write(recording.games(seed, bots, from))?;
    }
    if let Some(decisions) = writings.iter_mut().find(|writing| writing.name == DECISIONS)
        && let Some(table) = recording.decisions(from)
    {
        decisions.write(table)?;
    }
    Ok(())
}

/// Makes all files whole.
pub(crate) fn finish(writings: Vec<Writing>, target: &Target) -> Result<Vec<RecordFile>, RecordError> {
    let mut kept = Vec::new();
    for writing in writings {
        let file = writing.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        kept.push(RecordFile { table: writing.name.to_owned(), file, rows: writing.rows });
        writing.finish()?;
    }
    target.tidy();
    Ok(kept)
}
