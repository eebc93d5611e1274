//! What an edit did to the game, found out beside the work: the game as it was before a save and as it is after it play the same seeds,
//! more and more of them, until something else is saved.

use railwright::bots::BotKind;
use railwright::bots::compare::{Comparison, Side, compare};
use railwright::bots::measure::figures::Unit;
use railwright::bots::simulate::Plan;
use railwright::rules::Rules;
use railwright::script::Rhai;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// So many games of each side are played, then so many: each time what is known is more certain.
const STAGES: [u64; 4] = [40, 200, 1000, 4000];
/// So many figures are told.
const TOLD: usize = 40;
/// The seed of all comparisons: the same edit says the same each time.
const SEED: u64 = 1;

/// A comparison that is under way, or the last one.
#[derive(Default)]
pub struct Background {
    under_way: Mutex<Option<Arc<UnderWay>>>,
}

struct UnderWay {
    game: String,
    stop: AtomicBool,
    done: AtomicU64,
    told: Mutex<Option<Value>>,
}

impl Background {
    /// Begins to compare a game with what it was; what was compared before is no longer of interest.
    pub fn begin(&self, game: &str, before: Arc<Rules>, after: Arc<Rules>, bot: &BotKind) {
        self.stop();
        let one = Arc::new(UnderWay {
            game: game.to_owned(),
            stop: AtomicBool::new(false),
            done: AtomicU64::new(0),
            told: Mutex::default(),
        });
        *self.under_way.lock().unwrap_or_else(PoisonError::into_inner) = Some(one.clone());
        let bot = bot.clone();
        // It is a thread of its own: whoever edits waits for nothing.
        std::thread::spawn(move || one.run(&before, &after, &bot));
    }

    /// Ends what is under way.
    pub fn stop(&self) {
        if let Some(one) = &*self.under_way.lock().unwrap_or_else(PoisonError::into_inner) {
            one.stop.store(true, Ordering::Relaxed);
        }
    }

    /// How far it is, and what is known.
    #[must_use]
    pub fn told(&self) -> Value {
        let under_way = self.under_way.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(one) = &*under_way else { return Value::Null };
        let known = one.told.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let all: u64 = STAGES.iter().sum::<u64>() * 2;
        json!({
            "game": one.game, "done": one.done.load(Ordering::Relaxed), "of": all,
            "stopped": one.stop.load(Ordering::Relaxed), "found": known,
        })
    }
}

impl UnderWay {
    fn run(&self, before: &Arc<Rules>, after: &Arc<Rules>, bot: &BotKind) {
        for games in STAGES {
            let side = |rules: &Arc<Rules>| {
                let bots = vec![bot.clone(); rules.parts.seats.into()];
                let plan =
                    Plan { games, seed: SEED, bots, bot_time: Duration::from_secs(10), threads: 1, check: false, rotate: true };
                Side { rules: rules.clone(), plan }
            };
            let comparison = compare([&side(before), &side(after)], &Rhai, &self.done, &self.stop);
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            *self.told.lock().unwrap_or_else(PoisonError::into_inner) = Some(told(&comparison));
        }
    }
}

fn told(comparison: &Comparison) -> Value {
    let figures = comparison.figures.iter().filter(|one| one.difference.mean != 0.0).take(TOLD).map(|one| {
        let difference = &one.difference;
        json!({
            "id": one.figure.id, "name": one.figure.name, "group": one.figure.group.name(), "share": one.figure.unit == Unit::Share,
            "a": difference.a, "b": difference.b, "mean": difference.mean, "interval": [difference.interval.0, difference.interval.1],
            "holds": one.holds, "shown_by": difference.shown_by,
        })
    });
    json!({ "pairs": comparison.pairs, "failed": comparison.failed, "figures": figures.collect::<Vec<_>>() })
}
