//! Whether anybody who wants to win would ever choose an action: whether it brings more than every other, at once by what
//! the game says that bots value, or in the long run when the game is played out at random.
//!
//! Nothing depends on a particular bot. Every sample is another determinisation, so that nobody goes by what his seat
//! cannot see, and all actions are tried in the same determinisations (common random numbers). Compared is to choose the action now and never again
//! with never to choose it: what may as well be done later in the turn is not taken for something nobody wants. One position
//! in which it is as good as any other and often better is enough, or one in which it leads in the long run by more than
//! chance explains.

use crate::chance;
use crate::coverage::ChoicePosition;
use crate::lookahead::{Horizon, Lookahead, margin};
use crate::prepare::Prepared;
use crate::search::Deadline;
use railwright_core::id::ActionId;
use railwright_core::{Determiniser, KnownCards, Random, State};
use railwright_rules::script::Scripting;
use railwright_rules::{Checked, Engine, Fault};

/// In so many positions it is weighed what an action brings by the end of the turn, each in so many determinisations; and in
/// more where it may lead.
const AT_ONCE: (usize, [u32; 3]) = (100, [4, 16, 64]);
/// Who is behind by no more than so many standard errors may lead.
const CLOSE: f64 = -1.0;
/// What leads in this share of the determinisations leads often.
const OFTEN: f64 = 0.25;
/// From so many of these, where it did best, the game is played out so often.
const PLAYED_OUT: (usize, u32) = (24, 16);
/// And once more from those where it did best then.
const AGAIN: (usize, u32) = (3, 256);
/// A lead of so many standard errors is no chance.
const SURE: f64 = 3.0;
/// For each game that was looked at so many actions are played for each action that is weighed.
const ACTIONS_A_GAME: u64 = 2000;

/// What was found out about an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It leads somewhere.
    Wanted,
    /// It leads in none of so many positions.
    Unwanted(usize),
    /// Too few games were looked at to say.
    Unknown,
}

/// A position of one of the settings.
pub(crate) struct Case<'a> {
    pub(crate) setting: &'a Prepared,
    pub(crate) action: ActionId,
    pub(crate) open: &'a ChoicePosition,
}

/// Weighs an action in some positions, those of most settings first; `games` is how many games were looked at.
pub(crate) fn weigh(
    cases: &[Case],
    scripting: &dyn Scripting,
    seed: u64,
    longest: usize,
    games: u64,
    deadline: &Deadline,
) -> Verdict {
    let mut tried: Vec<(f64, ActionComparison)> = Vec::new();
    for case in cases.iter().take(AT_ONCE.0) {
        if deadline.is_over() {
            return Verdict::Unknown;
        }
        let mut comparison =
            ActionComparison::new(case, scripting, Random::stream(seed, chance::WEIGHING + case.open.number), longest);
        match comparison.at_once() {
            Ok(lead) if lead.is_competitive() => return Verdict::Wanted,
            Ok(lead) => tried.push((lead.errors, comparison)),
            // A rule that breaks down is a hole of its own.
            Err(_) => {}
        }
    }
    let positions = tried.len();
    let mut left = games.saturating_mul(ACTIONS_A_GAME);
    for (number, (most, samples)) in [PLAYED_OUT, AGAIN].into_iter().enumerate() {
        tried.sort_by(|a, b| b.0.total_cmp(&a.0));
        tried.truncate(most);
        for (lead, comparison) in &mut tried {
            *lead = comparison.lead(samples, Some(&mut left)).map_or(f64::NEG_INFINITY, |lead| lead.errors);
            if left == 0 || deadline.is_over() {
                return Verdict::Unknown;
            }
            if number == 1 && *lead > SURE {
                return Verdict::Wanted;
            }
        }
    }
    if positions == 0 { Verdict::Unknown } else { Verdict::Unwanted(positions) }
}

/// How far an action leads over the best other.
#[derive(Clone, Copy, Debug)]
struct Lead {
    /// By so many standard errors.
    errors: f64,
    /// In this share of the samples it is strictly the best.
    often: f64,
}

impl Lead {
    const NONE: Lead = Lead { errors: f64::NEG_INFINITY, often: 0.0 };

    /// Whether it is as good as any other, and often better than all of them: a tie alone is nothing to want.
    fn is_competitive(self) -> bool {
        self.errors >= CLOSE && self.often >= OFTEN
    }
}

/// Weighs the actions of one position against each other.
struct ActionComparison<'a> {
    open: &'a ChoicePosition,
    action: ActionId,
    engine: Engine,
    determiniser: Determiniser,
    known_cards: KnownCards,
    random: Random,
    longest: usize,
    /// Of each kind of action the way to choose it that is worth most at once, by its place among what is legal.
    rivals: Vec<(ActionId, usize)>,
    here: State,
    lookahead: Lookahead,
}

impl<'a> ActionComparison<'a> {
    fn new(case: &Case<'a>, scripting: &dyn Scripting, random: Random, longest: usize) -> Self {
        let (rules, open) = (&case.setting.rules, case.open);
        ActionComparison {
            open,
            action: case.action,
            engine: Engine::new(rules.clone(), scripting),
            determiniser: Determiniser::new(&rules.parts, open.seat),
            known_cards: KnownCards::new(&rules.parts, open.seat),
            random,
            longest,
            rivals: Vec::new(),
            here: open.state.clone(),
            lookahead: Lookahead::new(&open.state).without(open.seat, case.action),
        }
    }

    fn determinise(&mut self) {
        let view = self.engine.view(&self.open.state, self.open.seat);
        self.determiniser.determinise(&view, &self.known_cards, &mut self.here, &mut self.random);
    }

    /// Finds the best way to choose each kind of action.
    fn rivals(&mut self) -> Result<(), Fault> {
        self.determinise();
        let mut best: Vec<(ActionId, usize, i64)> = Vec::new();
        for choice in 0..self.engine.legal(&self.here, self.open.seat)?.len() {
            let Some(checked) = self.option(choice)? else { continue };
            self.lookahead.try_out(&mut self.engine, &self.here, checked, Horizon::EndOfAction)?;
            let margin = margin(&mut self.engine, &self.lookahead.trial, self.open.seat)?;
            let kind = checked.action().action;
            match best.iter_mut().find(|(of, ..)| *of == kind) {
                Some((_, _, most)) if *most >= margin => {}
                Some(slot) => *slot = (kind, choice, margin),
                None => best.push((kind, choice, margin)),
            }
        }
        self.rivals = best.into_iter().map(|(kind, choice, _)| (kind, choice)).collect();
        Ok(())
    }

    fn option(&mut self, choice: usize) -> Result<Option<Checked>, Fault> {
        self.engine.legal(&self.here, self.open.seat)?;
        Ok(self.engine.pick(choice))
    }

    /// What the action brings by the end of the turn, looked at ever more closely as long as it may lead.
    fn at_once(&mut self) -> Result<Lead, Fault> {
        self.rivals()?;
        let mut lead = Lead::NONE;
        for samples in AT_ONCE.1 {
            lead = self.lead(samples, None)?;
            if lead.errors < CLOSE {
                break;
            }
        }
        Ok(lead)
    }

    /// How far the action leads over the best other in so many determinisations: at the end of the turn, or of the game
    /// when there are actions left to play it out.
    fn lead(&mut self, samples: u32, mut left: Option<&mut u64>) -> Result<Lead, Fault> {
        let Some(own) = self.rivals.iter().position(|(kind, _)| *kind == self.action) else { return Ok(Lead::NONE) };
        let mut best = 0;
        let mut sums = vec![(0f64, 0f64); self.rivals.len()];
        let mut margins = vec![0; self.rivals.len()];
        for _ in 0..samples {
            self.determinise();
            for (i, margin) in margins.iter_mut().enumerate() {
                *margin = match self.option(self.rivals[i].1)? {
                    Some(checked) => self.outcome(checked, left.as_deref_mut())?,
                    None => 0,
                };
            }
            best += u32::from(margins.iter().enumerate().all(|(i, margin)| i == own || *margin < margins[own]));
            for (margin, (sum, squares)) in margins.iter().zip(&mut sums) {
                let lead = (margins[own] - margin) as f64;
                (*sum, *squares) = (*sum + lead, *squares + lead * lead);
            }
        }
        let others = sums.iter().enumerate().filter(|(i, _)| *i != own);
        let errors = others.map(|(_, &(sum, squares))| errors(samples.into(), sum, squares)).fold(f64::INFINITY, f64::min);
        Ok(Lead { errors, often: f64::from(best) / f64::from(samples) })
    }

    /// What the seat is ahead by after an action: at the end of the turn, or when the game is over.
    fn outcome(&mut self, option: Checked, left: Option<&mut u64>) -> Result<i64, Fault> {
        self.lookahead.try_out(&mut self.engine, &self.here, option, Horizon::EndOfTurn)?;
        if let Some(left) = left {
            // What a game that does not end may use up is no more than its share.
            let mut most = (*left).min(self.longest as u64);
            *left -= most;
            self.lookahead.play_out(&mut self.engine, self.random, &mut most)?;
            *left += most;
        }
        margin(&mut self.engine, &self.lookahead.trial, self.open.seat)
    }
}

/// A mean in standard errors; without any spread it is certain.
fn errors(samples: f64, sum: f64, squares: f64) -> f64 {
    let mean = sum / samples;
    let spread = (squares / samples - mean * mean).max(0.0) / (samples - 1.0).max(1.0);
    match spread > 0.0 {
        true => mean / spread.sqrt(),
        false if mean == 0.0 => 0.0,
        false => mean.signum() * f64::INFINITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_measured_against_its_spread() {
        let of = |values: &[f64]| errors(values.len() as f64, values.iter().sum(), values.iter().map(|v| v * v).sum());
        assert_eq!(of(&[0.0, 0.0]), 0.0, "a tie leads nowhere");
        assert_eq!(of(&[2.0, 2.0, 2.0]), f64::INFINITY);
        assert_eq!(of(&[-2.0, -2.0]), f64::NEG_INFINITY);
        assert!((of(&[1.0, 3.0, 1.0, 3.0]) - 2.0 / (1.0f64 / 3.0).sqrt()).abs() < 1e-9);
    }
}
