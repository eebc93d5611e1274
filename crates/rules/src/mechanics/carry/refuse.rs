//! Why something cannot be carried, or not that way.

use super::reach::{Journey, Search};
use super::schema::CarryKeys;
use super::{Carry, Load};
use crate::mechanics::{DecisionContext, Reason, in_brackets};
use crate::workspace::Workspace;
use railwright_core::Action;
use railwright_core::expr::{Eval, Item};
use railwright_core::id::{KindId, LaneId, PlaceId};
use railwright_core::narrow::narrow;

impl Carry {
    pub(super) fn refuse_load(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let parts = &context.rules.parts;
        let Load::Card { from, .. } = self.load else { return Reason::plain("no card is carried: a train goes itself") };
        if context.progress.action.is_some() {
            return Reason::plain("something is under way: say the next lane, `LANE to PLACE`");
        }
        let (kind, place) = (KindId(narrow::<u8>(action.subject)), PlaceId(action.object));
        let (Some(card), Some(at)) = (parts.cards_in(from).kinds.get(kind.index()), parts.map.places.get(place.index())) else {
            return Reason::plain("there is no such card or place");
        };
        let spot = parts.spot_about(from, context.seat.into(), Item::Place(place));
        if context.state.count(parts, spot, kind) == 0 {
            return Reason::by(CarryKeys::FROM, format!("there is no {} in {}", card.id, at.name));
        }
        if let Some(which) = &self.which {
            let eval = Eval::new(parts, context.state, context.seat.into(), &mut work.scratch);
            let words = |text: &str, values: String| {
                format!("{} of {} cannot be carried: {text} does not hold{}", card.id, at.name, in_brackets(&values))
            };
            let mut eval = eval.about(self.carried(context, Some(kind))).within(Item::Place(place));
            if let Some(reason) = which.why_not(CarryKeys::WHERE, &mut eval, words) {
                return reason;
            }
        }
        let from = format!("{} of {}", card.id, at.name);
        self.no_way(context, work, &from, |search| search.can_carry(kind, place))
    }

    pub(super) fn refuse_lane(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let map = &context.rules.parts.map;
        let (lane, to) = (LaneId(action.subject), PlaceId(action.object));
        let Some(strip) = map.lanes.get(lane.index()).filter(|strip| strip.ends.contains(&to)) else {
            return Reason::plain("there is no such lane, or it does not lead there");
        };
        let Some(journey) = self.journey(context) else {
            return Reason::plain(match self.load {
                Load::Card { .. } => "say first what is carried: `CARD from PLACE`",
                Load::Train { .. } => "the train stands in no place from which it could leave",
            });
        };
        if map.across(lane, to) != journey.at {
            let text = format!("the way goes on from {}, and {} does not begin there", map.place(journey.at).name, strip.id);
            return Reason::plain(text);
        }
        if !map.departures(journey.at).iter().any(|&(out, _)| out == lane) {
            return Reason::plain(format!("{} leads the other way only", strip.id));
        }
        let mut eval =
            Eval::new(&context.rules.parts, context.state, context.seat.into(), &mut work.scratch).about(Item::Lane(lane));
        let words = |text: &str, values: String| {
            format!("the way cannot go over {}: {text} does not hold{}", strip.id, in_brackets(&values))
        };
        if let Some(reason) = self.over.why_not(CarryKeys::OVER, &mut eval, words) {
            return reason;
        }
        let mut search = Search::new(self, context, work);
        search.next_lanes(journey, |_, _| {});
        if search.has_been(to) {
            return Reason::plain(format!("the way has been to {} already", map.place(to).name));
        }
        let offers = |search: &mut Search| self.goes_on(search, journey, lane);
        self.no_way(context, work, &format!("what goes over {}", strip.id), offers)
    }

    fn goes_on(&self, search: &mut Search, journey: Journey, lane: LaneId) -> bool {
        let mut found = false;
        search.next_lanes(journey, |next, _| found |= next == lane);
        found
    }

    /// Which rule keeps a way from being finished: what it would cost, how long it would be, or that no lanes lead there.
    fn no_way(
        &self,
        context: &DecisionContext,
        work: &mut Workspace,
        what: &str,
        mut can: impl FnMut(&mut Search) -> bool,
    ) -> Reason {
        if can(&mut Search::new(self, context, work).without_tolls()) {
            let text = format!(
                "the tolls of every way on which {what} could come to where it stops are more than seat {} has",
                context.seat.0 + 1
            );
            return Reason::by(CarryKeys::TOLL, text);
        }
        let max = Search::new(self, context, work).max();
        if can(&mut Search::new(self, context, work).without_tolls().without_max()) {
            let unit = if self.by_spaces { "space" } else { "lane" };
            let plural = if max == 1 { "" } else { "s" };
            return Reason::by(
                CarryKeys::MAX,
                format!("{what} comes to no place in which it stops over {max} {unit}{plural} at most"),
            );
        }
        Reason::by(CarryKeys::STOP, format!("over the lanes that may be used {what} comes to no place in which it stops"))
    }
}
