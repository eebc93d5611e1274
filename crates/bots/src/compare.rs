//! The same seeds played by two sets of rules, or by two sets of bots: what differs between them beyond chance.

use crate::measure::figures::{self, Figure};
use crate::measure::{Measures, Measuring};
use crate::paired::{Difference, Pairs, holding};
use crate::simulate::{Plan, Simulation};
use railwright_core::narrow::narrow;
use railwright_rules::Rules;
use railwright_rules::script::Scripting;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// So many games are played by one side and then by the other: memory does not grow with the number of games.
const CHUNK: u64 = 2048;

/// One of the two sides.
#[derive(Clone, Debug)]
pub struct Side {
    /// Its rules.
    pub rules: Arc<Rules>,
    /// What it plays; seed and number of games are those of the first side.
    pub plan: Plan,
}

/// A figure that both sides have.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The figure.
    pub figure: Figure,
    /// What differs.
    pub difference: Difference,
    /// Whether it holds although so many figures were looked at.
    pub holds: bool,
}

/// A figure that only one side has.
#[derive(Clone, Debug)]
pub struct OneSided {
    /// The figure.
    pub figure: Figure,
    /// Its mean.
    pub mean: f64,
}

/// What came of a comparison.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// How many pairs of games there are.
    pub pairs: u64,
    /// How many games of each side could not be played to their end; their pairs are left out.
    pub failed: [u64; 2],
    /// Whether it was stopped before all games were played.
    pub stopped: bool,
    /// The figures of both sides, the largest effect first.
    pub figures: Vec<Compared>,
    /// The figures of the first side alone, and of the second.
    pub alone: [Vec<OneSided>; 2],
}

impl Comparison {
    /// How many figures were looked at: those that vary or differ at all.
    pub fn looked_at(&self) -> usize {
        self.figures.iter().filter(|compared| is_looked_at(&compared.difference)).count()
    }
}

/// A figure that is the same in all games of both sides is no question that was asked.
fn is_looked_at(difference: &Difference) -> bool {
    difference.a != 0.0 || difference.b != 0.0
}

/// Plays both sides and compares them; `done` counts the games of both while it runs, `stop` ends it early.
pub fn compare(sides: [&Side; 2], scripting: &(dyn Scripting + Sync), done: &AtomicU64, stop: &AtomicBool) -> Comparison {
    // Whose are the bots is a question only where they differ.
    let mixed = sides.iter().any(|side| side.plan.is_mixed());
    let of_bots = |side: &Side| if mixed { figures::of_bots(side.rules.parts.seats) } else { Vec::new() };
    let all = sides.map(|side| [of_bots(side), figures::all(&side.rules)].concat());
    let partner = |figure: &Figure| all[1].iter().position(|other| other.id == figure.id);
    let matched: Vec<(usize, usize)> = all[0].iter().enumerate().filter_map(|(i, figure)| Some((i, partner(figure)?))).collect();
    let mut pairs = vec![Pairs::default(); matched.len()];
    let mut sums = all.each_ref().map(|figures| vec![0.0; figures.len()]);
    let (games, mut count, mut failed) = (sides[0].plan.games, 0u64, [0, 0]);
    let mut from = 0;
    while from < games && !stop.load(Ordering::Relaxed) {
        let to = (from + CHUNK).min(games);
        let played = sides.map(|side| measured(side, &sides[0].plan, from..to, scripting, done, stop));
        for (i, side) in played.iter().enumerate() {
            failed[i] += side.iter().flatten().filter(|game| !game.is_whole()).count() as u64;
        }
        let [a, b] = &played;
        for (i, pair) in a.iter().zip(b).enumerate() {
            let (Some(a), Some(b)) = pair else { continue };
            if !a.is_whole() || !b.is_whole() {
                continue;
            }
            count += 1;
            for (pairs, &(in_a, in_b)) in pairs.iter_mut().zip(&matched) {
                pairs.add(from + i as u64, all[0][in_a].of(a), all[1][in_b].of(b));
            }
            for ((sums, figures), game) in sums.iter_mut().zip(&all).zip([a, b]) {
                sums.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure.of(game));
            }
        }
        from = to;
    }
    let alone = [0, 1].map(|side| {
        let other = &all[1 - side];
        let only = all[side].iter().zip(&sums[side]).filter(|(figure, _)| !other.iter().any(|o| o.id == figure.id));
        only.map(|(figure, sum)| OneSided { figure: figure.clone(), mean: sum / f64::max(count as f64, 1.0) }).collect()
    });
    let matched = matched.iter().map(|&(_, b)| all[1][b].clone());
    let figures = ordered(matched.zip(pairs.iter().map(Pairs::difference)));
    Comparison { pairs: count, failed, stopped: count + failed[0].max(failed[1]) < games, figures, alone }
}

/// Marks what holds, and brings the largest effect to the top.
fn ordered(figures: impl Iterator<Item = (Figure, Difference)>) -> Vec<Compared> {
    let mut all: Vec<Compared> = figures.map(|(figure, difference)| Compared { figure, difference, holds: false }).collect();
    let looked: Vec<usize> = (0..all.len()).filter(|&i| is_looked_at(&all[i].difference)).collect();
    let chances: Vec<f64> = looked.iter().map(|&i| all[i].difference.chance).collect();
    for (&i, holds) in looked.iter().zip(holding(&chances)) {
        all[i].holds = holds;
    }
    all.sort_by(|a, b| b.difference.effect.abs().total_cmp(&a.difference.effect.abs()));
    all
}

/// Some games of one side, by their number; nothing where the simulation was stopped before.
fn measured(
    side: &Side,
    plan: &Plan,
    games: Range<u64>,
    scripting: &(dyn Scripting + Sync),
    done: &AtomicU64,
    stop: &AtomicBool,
) -> Vec<Option<Measures>> {
    let plan = &Plan { games: plan.games, seed: plan.seed, ..side.plan.clone() };
    let from = games.start;
    let mut all = vec![None; narrow::<usize>(games.end - games.start)];
    let take = |first: u64, measuring: Measuring| {
        for (i, game) in measuring.games.into_iter().enumerate() {
            let number = first + i as u64;
            let rotation = plan.rotation(number, side.rules.parts.seats);
            all[narrow::<usize>(number - from)] = Some(Measures { rotation, ..game });
        }
    };
    let simulation = Simulation { rules: &side.rules, plan, games, done, stop, lists: false };
    simulation.run_observed(scripting, || Measuring::new(&side.rules), take);
    all
}
