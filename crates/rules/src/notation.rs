//! Actions as text, both ways: what saves, logs and people use; and the words that refusals share with those who tell.

use crate::engine::{DONE, Engine};
use crate::flow::Offer;
use crate::mechanics::DecisionContext;
use crate::rules::Rules;
use crate::workspace::Workspace;
use railwright_core::id::{ActionId, SeatId};
use railwright_core::state::{Progress, Standing};
use railwright_core::{Action, State};
use railwright_source::did_you_mean;

/// An action as text.
pub(crate) fn print(rules: &Rules, state: &State, seat: SeatId, action: Action, work: &mut Workspace) -> String {
    if action.action == DONE {
        return "done".to_owned();
    }
    let Some(def) = rules.actions.get(action.action.index()) else { return "?".to_owned() };
    let progress = state.clock().progress[seat.index()];
    let mut text = def.word.clone();
    def.mechanic.print(&DecisionContext { rules, state, seat, id: action.action, progress }, action, work, &mut text);
    text
}

/// An action as text where there is no position to look at: for actions whose words do not depend on one, as those have
/// that are held back until all have chosen.
pub fn print_anywhere(rules: &Rules, seat: SeatId, action: Action) -> String {
    print(rules, &State::new(&rules.parts), seat, action, &mut Workspace::default())
}

/// Where a train stands, in words.
pub fn standing_in_words(rules: &Rules, standing: Standing) -> String {
    let map = &rules.parts.map;
    match standing {
        Standing::Off => "off the map".to_owned(),
        Standing::In(place) => format!("in {}", map.place(place).id),
        Standing::On { lane, space, towards } => {
            let strip = map.lane(lane);
            let space = if strip.length > 1 { format!(" space {space}") } else { String::new() };
            format!("on {}{space} towards {}", strip.id, map.place(strip.ends[towards as usize & 1]).id)
        }
    }
}

/// An action from text; the text names the action by its word, and what follows is the mechanic's.
pub(crate) fn parse(rules: &Rules, state: &State, seat: SeatId, text: &str, engine: &mut Engine) -> Result<Action, String> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (word, rest) = text.split_once(' ').unwrap_or((&text, ""));
    if word.is_empty() {
        return Err("say what to do".to_owned());
    }
    if word == "done" && rest.is_empty() {
        return Ok(Action { action: DONE, ..Action::default() });
    }
    let progress = state.clock().progress[seat.index()];
    let asked = asked(rules, state, seat);
    let called = |id: &ActionId| rules.actions[id.index()].word == word;
    let mut meant: Vec<ActionId> = asked.iter().copied().filter(called).collect();
    if meant.is_empty() {
        meant.extend((0..rules.actions.len()).map(ActionId::from).filter(called));
    }
    if meant.is_empty() {
        let known: Vec<&str> = rules.actions.iter().map(|a| a.word.as_str()).collect();
        let may_stop = engine.legal(state, seat).is_ok_and(|legal| legal.iter().any(|action| action.action == DONE));
        let now = asked.iter().map(|id| rules.actions[id.index()].word.as_str()).chain(may_stop.then_some("done"));
        let now: Vec<&str> = now.collect();
        let near = did_you_mean(word, known.iter().copied());
        return Err(match near {
            Some(near) => format!("there is no action `{word}`; did you mean `{near}`?"),
            None => format!("there is no action `{word}`; now: {}", now.join(", ")),
        });
    }
    let mut read = |id: ActionId| {
        let progress = if progress.action == Some(id) { progress } else { Progress::default() };
        let context = DecisionContext { rules, state, seat, id, progress };
        rules.actions[id.index()].mechanic.parse(&context, rest, engine.workspace())
    };
    if let [only] = meant[..] {
        return read(only);
    }
    let readings: Vec<Result<Action, String>> = meant.into_iter().map(&mut read).collect();
    choose_reading(readings, engine.legal(state, seat).unwrap_or_default())
}

/// Of what a text means by several actions that share its word the one that is legal: that two are is refused when a game is loaded.
/// If none is, one that can be read, which can then be refused; otherwise all that is wrong.
fn choose_reading(readings: Vec<Result<Action, String>>, legal: &[Action]) -> Result<Action, String> {
    let mut read = readings.iter().flatten();
    if let Some(action) = read.clone().find(|action| legal.contains(action)).or_else(|| read.next()) {
        return Ok(*action);
    }
    let mut wrong: Vec<String> = readings.into_iter().filter_map(Result::err).collect();
    wrong.dedup();
    Err(wrong.join("; or "))
}

/// The actions a seat is asked to choose from now.
fn asked(rules: &Rules, state: &State, seat: SeatId) -> Vec<ActionId> {
    let clock = state.clock();
    if let Some(id) = clock.progress[seat.index()].action {
        return vec![id];
    }
    let Some(frame) = clock.frames.last() else { return Vec::new() };
    let Offer { actions, otherwise, .. } = rules.flow.offered(frame.step);
    actions.iter().copied().chain(otherwise).collect()
}
