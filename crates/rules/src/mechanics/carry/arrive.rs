//! What a finished way brings: tolls and gains to those whose lanes it went over, what lies on it, and its load to where it goes.

use super::reach::Journey;
use super::schema::{CarryKeys, CollectKeys, TollKeys};
use super::{Carry, Load, want_no_other_things, want_zone_of_places};
use crate::compile::Compiler;
use crate::flow::same_cards;
use crate::mechanics::gains::add_all;
use crate::mechanics::money::Purpose;
use crate::mechanics::takings::Takings;
use crate::mechanics::{DecisionContext, endless};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::bits;
use railwright_core::components::{CHOSEN, Owner};
use railwright_core::effect::Endless;
use railwright_core::expr::{Eval, Formula, Item, ItemType};
use railwright_core::id::{CounterId, KindId, LaneId, PartyId, PlaceId, SeatId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::state::{Progress, Standing, State};
use railwright_core::{Action, Components, Effects};
use railwright_source::{Diagnostic, Reader};

/// What is paid for lanes of others.
#[derive(Clone, Debug)]
pub(super) struct Toll {
    pub(super) money: CounterId,
    amount: Formula,
    company: Option<CounterId>,
}

/// What each lane adds to counters of its owners.
#[derive(Clone, Debug)]
pub(super) struct LaneGain(Vec<(CounterId, Formula)>);

/// Cards that go along.
#[derive(Clone, Debug)]
pub(super) struct Collect {
    from: ZoneId,
    to: ZoneId,
    which: Formula,
}

impl Toll {
    pub(super) fn read(compiler: &mut Compiler, reader: &Reader<TollKeys>) -> Option<Self> {
        let mut counter = |named: Option<(&str, _)>, wanted: Owner| {
            let (name, origin) = named?;
            let found = compiler.parts.find_counter(name)?;
            if compiler.parts.counters[found.index()].owner != wanted {
                let problem = Diagnostic::error("wrong-owner", format!("{}: `{name}` is no counter of this sort", reader.path()));
                compiler.report.push(problem.at(origin, format!("it should be of `{}`", wanted.word())));
                return None;
            }
            Some(found)
        };
        let money = counter(reader.get(TollKeys::MONEY), Owner::Seat);
        let company = counter(reader.get(TollKeys::COMPANY), Owner::Company);
        Some(Toll { money: money?, amount: compiler.formula(reader, TollKeys::AMOUNT, ItemType::Lane)?, company })
    }

    /// What a seat pays for a lane.
    pub(super) fn of(&self, eval: &mut Eval, lane: LaneId, seat: SeatId) -> i32 {
        let (parts, state) = (eval.parts(), eval.state());
        let is_own = state.owners(parts, lane).any(|owner| owner == seat.into());
        if is_own || state.track(lane).owner().is_none() {
            return 0;
        }
        crate::limits::kept(eval.about_now(Item::Lane(lane), &self.amount.expr).max(0))
    }

    /// How much a seat can pay in all.
    pub(super) fn purse(&self, parts: &Components, state: &State, seat: SeatId) -> i32 {
        state.counter(parts, self.money, seat.index()) - parts.counters[self.money.index()].min.unwrap_or(0)
    }
}

impl LaneGain {
    pub(super) fn read(compiler: &mut Compiler, reader: &Reader<CarryKeys>) -> Self {
        let owners = [Owner::Seat, Owner::Company];
        LaneGain(compiler.gains(reader, CarryKeys::LANE_GAIN, &owners, ItemType::Lane, ItemType::Nothing))
    }

    pub(super) fn note(&self, parts: &Components, takings: &mut Takings) {
        for (counter, formula) in &self.0 {
            takings.note(parts, CarryKeys::LANE_GAIN.into(), *counter, formula);
        }
    }
}

impl Collect {
    pub(super) fn read(compiler: &mut Compiler, reader: &Reader<CollectKeys>) -> Option<Self> {
        let (from, to) = (compiler.zone(reader, CollectKeys::FROM)?, compiler.zone(reader, CollectKeys::TO)?);
        same_cards(compiler, reader, CollectKeys::TO, from, to);
        want_zone_of_places(compiler, reader, CollectKeys::FROM, from);
        want_no_other_things(compiler, reader, CollectKeys::TO, to);
        let card = ItemType::Card(compiler.parts.zone(from).cards);
        let which = compiler.formula_about(reader.node(CollectKeys::WHERE)?, card, ItemType::Place)?;
        Some(Collect { from, to, which })
    }

    /// Takes along what lies in a place.
    fn take(
        &self,
        rules: &Rules,
        table: &mut Effects,
        work: &mut Workspace,
        seat: SeatId,
        place: PlaceId,
    ) -> Result<(), Endless> {
        let (parts, at) = (&rules.parts, Item::Place(place));
        let [from, to] = [self.from, self.to].map(|zone| parts.spot_about(zone, seat.into(), at));
        let mut lying = Vec::new();
        table.state().each_card(parts, from, |kind, count| lying.push((kind, count)));
        for (kind, count) in lying {
            let eval = Eval::new(parts, table.state(), seat.into(), &mut work.scratch);
            if eval.about(Item::Card(parts.zone(self.from).cards, kind)).within(at).holds(&self.which) {
                table.transfer(from, to, kind, narrow::<u8>(count))?;
            }
        }
        Ok(())
    }
}

/// The lanes of a way in its order, each with the place it leads to; it ends in a place and comes to none twice.
fn way_to(parts: &Components, state: &State, seat: SeatId, end: PlaceId) -> Vec<(LaneId, PlaceId)> {
    let mut left: Vec<LaneId> = bits::iter(state.set(parts, CHOSEN, seat.index())).map(LaneId::from).collect();
    let (mut way, mut at) = (Vec::new(), end);
    while let Some(next) = left.iter().position(|&lane| parts.map.lane(lane).ends.contains(&at)) {
        let lane = left.swap_remove(next);
        way.push((lane, at));
        at = parts.map.across(lane, at);
    }
    way.reverse();
    way
}

impl Carry {
    /// Ends a way: everything is worked out as things stood before, then done.
    pub(super) fn finish(
        &self,
        rules: &Rules,
        table: &mut Effects,
        work: &mut Workspace,
        seat: SeatId,
        action: Action,
        journey: Journey,
    ) -> Result<(), Fault> {
        let parts = &rules.parts;
        let way = way_to(parts, table.state(), seat, journey.at);
        let tolls = self.tolls(parts, table.state(), work, seat, &way);
        let gains = self.lane_gains(parts, table.state(), work, seat, &way);
        let context = DecisionContext { rules, state: table.state(), seat, id: action.action, progress: Progress::default() };
        let around = self.carried(&context, journey.card);
        let purpose = |place: PlaceId| Purpose { around, ..Item::Place(place).into() };
        let mut brought = Vec::new();
        for &(_, place) in &way {
            self.pass.work_out(rules, table.state(), seat, &mut work.scratch, purpose(place), &mut brought);
        }
        let there = purpose(journey.at);
        self.arrive.work_out(rules, table.state(), seat, &mut work.scratch, there, &mut brought);
        let leaves = self.leave.as_ref().is_some_and(|leave| {
            Eval::new(parts, table.state(), seat.into(), &mut work.scratch).about(Item::Place(journey.at)).holds(leave)
        });
        table.unmark_all(CHOSEN, seat.index());
        for (counter, owner, amount) in tolls.into_iter().chain(gains) {
            table.add(counter, owner, amount);
        }
        add_all(rules, table, seat, there, &brought);
        let over = |e: Endless| endless(rules, action.action, e);
        for &(_, place) in way.iter().filter(|_| self.collect.is_some()) {
            self.collect.as_ref().map_or(Ok(()), |collect| collect.take(rules, table, work, seat, place)).map_err(over)?;
        }
        match (self.load, journey.card) {
            (Load::Card { from, to }, Some(kind)) => {
                let began = way.first().map_or(journey.at, |&(lane, to)| parts.map.across(lane, to));
                self.unload(rules, table, seat, [from, to], kind, [began, journey.at]).map_err(over)?;
            }
            _ => {
                let standing = if leaves { Standing::Off } else { Standing::In(journey.at) };
                self.train(seat).into_iter().for_each(|train| table.stand(train, standing));
            }
        }
        Ok(())
    }

    /// Brings a card from where it lay to where it goes.
    fn unload(
        &self,
        rules: &Rules,
        table: &mut Effects,
        seat: SeatId,
        [from, to]: [ZoneId; 2],
        kind: KindId,
        [began, ended]: [PlaceId; 2],
    ) -> Result<(), Endless> {
        let from = rules.parts.spot_about(from, seat.into(), Item::Place(began));
        let to = rules.parts.spot_about(to, seat.into(), Item::Place(ended));
        table.transfer(from, to, kind, 1)
    }

    /// What the seat pays for each lane, and who gets it: counters, whose, and how much is added.
    fn tolls(
        &self,
        parts: &Components,
        state: &State,
        work: &mut Workspace,
        seat: SeatId,
        way: &[(LaneId, PlaceId)],
    ) -> Vec<(CounterId, usize, i32)> {
        let Some(toll) = &self.toll else { return Vec::new() };
        let mut due = Vec::new();
        for &(lane, _) in way {
            let amount = toll.of(&mut Eval::new(parts, state, seat.into(), &mut work.scratch), lane, seat);
            if amount == 0 {
                continue;
            }
            due.push((toll.money, seat.index(), -amount));
            let owner = state.track(lane).owner();
            let company = owner.and_then(|owner| parts.company_of(owner));
            match (owner, company, toll.company) {
                (Some(owner), None, _) if owner.0 < parts.seats => due.push((toll.money, owner.index(), amount)),
                (_, Some(company), Some(counter)) => due.push((counter, company, amount)),
                _ => {}
            }
        }
        due
    }

    /// What the lanes add to counters of those who have them.
    fn lane_gains(
        &self,
        parts: &Components,
        state: &State,
        work: &mut Workspace,
        seat: SeatId,
        way: &[(LaneId, PlaceId)],
    ) -> Vec<(CounterId, usize, i32)> {
        let mut gains = Vec::new();
        for &(lane, _) in way {
            let owners: Vec<PartyId> = state.owners(parts, lane).collect();
            for (owner, (counter, formula)) in owners.iter().flat_map(|owner| self.lane_gain.0.iter().map(move |g| (*owner, g))) {
                let of = parts.counters[counter.index()].owner;
                // What only seats have is the owner's if it is a seat, and a company's is a company's; a formula is worked out for a seat.
                let (party, whose) = match (parts.company_of(owner), of) {
                    (None, Owner::Seat | Owner::SeatAnd(_)) => (owner, parts.index_about(of, owner, Item::Lane(lane))),
                    (Some(company), Owner::Company) => (seat.into(), company),
                    _ => continue,
                };
                let eval = Eval::new(parts, state, party, &mut work.scratch);
                let amount = crate::limits::kept(eval.about(Item::Lane(lane)).value(&formula.expr));
                gains.push((*counter, whose, amount));
            }
        }
        gains
    }
}
