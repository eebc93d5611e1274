//! Says no: finds the rule that applied, from the game as a whole inwards to the keys of one action.

use crate::engine::{DONE, Engine};
use crate::flow::{self, Choice, ChooseKeys, Offer, Step, StepKind, TogetherKeys};
use crate::mechanics::{ActionDef, ActionKeys, DecisionContext, KeyName, Reason};
use crate::oracle::LegalityOracle;
use crate::refusal::{Refusal, RefusalKind};
use crate::rules::Rules;
use railwright_core::expr::{Eval, Scratch};
use railwright_core::id::SeatId;
use railwright_core::{Action, State};

impl Engine {
    /// Why an action is not legal.
    pub(crate) fn refuse(&mut self, state: &State, seat: SeatId, action: Action) -> Refusal {
        let rules = self.rules().clone();
        let clock = state.clock();
        if let Some(ending) = clock.over {
            return over(&rules, ending);
        }
        let step = clock.frames.last().map(|frame| &rules.flow.steps[frame.step.index()]);
        let Some(step) = step.filter(|_| !clock.waiting.is_empty()) else {
            return Refusal::plain(RefusalKind::NothingAsked, "nothing is asked now");
        };
        if !clock.waiting.has(seat) {
            let waiting: Vec<String> = clock.waiting.iter().map(|s| format!("seat {}", s.0 + 1)).collect();
            let reason = format!("it is not seat {}'s turn to choose but that of {}", seat.0 + 1, waiting.join(", "));
            return Refusal::cited(RefusalKind::NotYourTurn, &step.id, &step.cited, Reason::plain(reason));
        }
        let progress = clock.progress[seat.index()];
        let def = rules.actions.get(action.action.index());
        if def.is_none() && action.action != DONE {
            return Refusal::plain(RefusalKind::NoSuchAction, "there is no such action");
        }
        if let Some(busy) = progress.action.filter(|busy| *busy != action.action) {
            let def = &rules.actions[busy.index()];
            let context = DecisionContext { rules: &rules, state, seat, id: busy, progress };
            let under_way = def.mechanic.under_way(&context, self.workspace()).unwrap_or_else(|| format!("`{}`", def.word));
            let reason = Reason::plain(format!("you are in the middle of {under_way}"));
            return Refusal::cited(RefusalKind::InTheMiddle, &def.id, &def.cited, reason);
        }
        let Some(def) = def else { return self.too_few(state, seat, step) };
        if progress.action.is_none()
            && let Some(refusal) = not_offered(&rules, state, step, action, def).or_else(|| self.condition(state, seat, def))
        {
            return refusal;
        }
        let context = DecisionContext { rules: &rules, state, seat, id: action.action, progress };
        let reason = def.refuse(&context, action, self.workspace());
        Refusal::cited(RefusalKind::Mechanic, &def.id, &def.cited, reason)
    }

    /// `done` where that cannot be said.
    fn too_few(&mut self, state: &State, seat: SeatId, step: &Step) -> Refusal {
        let rules = self.rules().clone();
        let refused = |reason| Refusal::cited(RefusalKind::TooFew, &step.id, &step.cited, reason);
        let StepKind::Choose(choice) = &step.kind else {
            return refused(Reason::plain("one action is chosen here, which ends the choice: `done` is not said"));
        };
        let Choice { min, actions, .. } = &**choice;
        let done = state.clock().frames.last().map_or(0, |frame| i64::from(frame.done));
        let least = flow::value(&rules, state, self.workspace(), seat, min);
        if least > done && least < flow::WITHOUT_END {
            let reason =
                format!("at least {least} must be chosen before `done`, and {done} {}", if done == 1 { "is" } else { "are" });
            return refused(Reason::by(ChooseKeys::MIN, reason));
        }
        let words: Vec<&str> = actions.iter().map(|action| rules.actions[action.index()].word.as_str()).collect();
        refused(Reason::by(ChooseKeys::MAY_STOP, format!("more must be chosen before `done`: {}", words.join(", "))))
    }

    /// An action whose condition does not hold.
    fn condition(&mut self, state: &State, seat: SeatId, def: &ActionDef) -> Option<Refusal> {
        let rules = self.rules().clone();
        let when = def.when.as_ref()?;
        let work = self.workspace();
        let asked = LegalityOracle::new(&rules, state, work);
        let mut scratch = Scratch::default();
        let mut eval = Eval::new(&rules.parts, state, seat.into(), &mut scratch).asking(&asked);
        let words = |text: &str, values: String| format!("`{}` needs {text}, but {values}", def.word);
        let reason = when.why_not(ActionKeys::WHEN, &mut eval, words);
        asked.give_back(work);
        Some(Refusal::cited(RefusalKind::Condition, &def.id, &def.cited, reason?))
    }
}

/// The game is over: the step that ended it says which rules do.
fn over(rules: &Rules, ending: u8) -> Refusal {
    let reason = format!("the game is over: {}", rules.flow.endings[ending as usize]);
    match rules.flow.ended_by(ending) {
        Some((step, key)) => {
            Refusal::cited(RefusalKind::GameOver, &step.id, &step.cited, Reason { key: Some(key), ..Reason::plain(reason) })
        }
        None => Refusal::plain(RefusalKind::GameOver, reason),
    }
}

/// An action that the step under way does not offer.
fn not_offered(rules: &Rules, state: &State, step: &Step, action: Action, def: &ActionDef) -> Option<Refusal> {
    let frame = state.clock().frames.last()?;
    let Offer { actions: offered, otherwise, .. } = rules.flow.offered(frame.step);
    if offered.contains(&action.action) {
        return None;
    }
    if otherwise == Some(action.action) {
        let reason = Reason::plain(format!("`{}` is for a seat that can do nothing else", def.word));
        return Some(Refusal::cited(RefusalKind::OnlyIfNothingElse, &def.id, &def.cited, reason));
    }
    let words: Vec<&str> = offered.iter().map(|a| rules.actions[a.index()].word.as_str()).collect();
    let reason = format!("`{}` cannot be chosen now; {} can", def.word, words.join(", "));
    if let Some(committed) = state.clock().committed {
        // What is paid for and not settled is the reason, whichever of its steps asks.
        let claim = &rules.actions[committed.action.action.index()];
        let what = rules.lane_of(committed.action).map_or_else(String::new, |lane| format!(" {}", rules.parts.map.lane(lane).id));
        let reason = Reason::plain(format!("`{}{what}` is paid for and not settled yet: {reason}", claim.word));
        return Some(Refusal::cited(RefusalKind::InTheMiddle, &step.id, &step.cited, reason));
    }
    let key = match step.kind {
        StepKind::Together { .. } => KeyName::from(TogetherKeys::ACTIONS),
        _ => KeyName::from(ChooseKeys::ACTIONS),
    };
    Some(Refusal::cited(RefusalKind::NotOffered, &step.id, &step.cited, Reason::by(key, reason)))
}
