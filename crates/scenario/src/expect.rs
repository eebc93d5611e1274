//! What a scenario expects of a position, and what is found instead.

use crate::history::History;
use crate::names::{self, PositionItem, seat};
use crate::position::GAP;
use railwright_core::bits;
use railwright_core::components::{BEGUN, Form, Spot};
use railwright_core::id::{KindId, LaneId, PartyId, SeatId, SeatSet, SetId};
use railwright_core::{Components, State, View};
use railwright_rules::notation::standing_in_words;
use railwright_rules::{Engine, Fault, ScoreSheet};
use railwright_source::did_you_mean;
use std::ops::Range;

/// Why an expectation does not hold, or cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UnmetExpectation {
    /// What was found instead.
    pub(crate) message: String,
    /// The part of the text it is about; all of it if absent.
    pub(crate) span: Option<Range<usize>>,
    /// What to do about it.
    pub(crate) help: Option<String>,
}

type ExpectResult = Result<(), UnmetExpectation>;

fn unmet(message: impl Into<String>) -> UnmetExpectation {
    UnmetExpectation { message: message.into(), span: None, help: None }
}

impl From<Fault> for UnmetExpectation {
    fn from(fault: Fault) -> Self {
        unmet(format!("the rules broke down: {fault}"))
    }
}

fn found(holds: bool, message: impl FnOnce() -> String) -> ExpectResult {
    if holds { Ok(()) } else { Err(unmet(message())) }
}

/// A position that is asked whether it is as expected.
pub(crate) struct ExpectationCheck<'a> {
    pub(crate) engine: &'a mut Engine,
    pub(crate) state: &'a State,
    /// What happened since the scenario began.
    pub(crate) history: &'a History,
}

impl ExpectationCheck<'_> {
    fn parts(&self) -> &Components {
        &self.engine.rules().parts
    }

    /// Whether what follows `expect` holds.
    pub(crate) fn holds(&mut self, text: &str) -> ExpectResult {
        let clock = self.state.clock();
        let ending = clock.over.map(|ending| self.engine.rules().flow.endings[ending as usize].clone());
        let over = ending.as_deref().map_or("the game is not over".to_owned(), |e| format!("the game is over: {e}"));
        if let Some(wanted) = text.strip_prefix("over: ") {
            return found(ending.is_some_and(|e| e.contains(wanted.trim())), || over);
        }
        match text {
            "over" => return found(ending.is_some(), || over),
            "not over" => return found(ending.is_none(), || over),
            "nobody to choose" => return self.to_choose(SeatSet::NONE),
            "a way on" => return self.way_on(),
            "no position twice" => {
                let twice = self.history.same_twice();
                return found(twice.is_none(), || {
                    let (first, again) = twice.unwrap_or_default();
                    format!("the position after {first} actions came up again after {again}")
                });
            }
            _ => {}
        }
        if let Some(most) = text.strip_prefix("at most ").and_then(|t| t.strip_suffix(" sweeps")) {
            let most: usize = most.trim().parse().map_err(|_| unmet(format!("`{most}` is no number")))?;
            let sweeps = self.history.sweeps;
            return found(sweeps <= most, || format!("there were {sweeps} sweeps"));
        }
        if let Some(list) = text.strip_prefix("winners ").or(text.strip_prefix("winner ")) {
            let wanted = if list.trim() == "nobody" { SeatSet::NONE } else { self.seats(list)? };
            let sheet = self.sheet()?;
            let winners = sheet.winners(self.parts().seats);
            return found(winners == wanted, || format!("ahead: {}", seats_in_words(winners)));
        }
        if let Some((seats, rest)) = leading_numbers(text) {
            return self.of_seats(self.seats(seats)?, rest, text.len() - rest.len());
        }
        if let Some((name, value)) = text.split_once(": ") {
            return self.thing_is(name.trim(), value.trim());
        }
        self.formula(SeatId(0), text, 0)
    }

    fn seats(&self, list: &str) -> Result<SeatSet, UnmetExpectation> {
        let mut seats = SeatSet::NONE;
        for name in list.split(',').map(str::trim) {
            match seat(self.parts(), name) {
                Some(seat) => seats.0 |= SeatSet::only(seat).0,
                None => return Err(unmet(format!("`{name}` is no seat: there are 1 to {}", self.parts().seats))),
            }
        }
        Ok(seats)
    }

    fn of_seats(&mut self, seats: SeatSet, text: &str, offset: usize) -> ExpectResult {
        if text == "to choose" {
            return self.to_choose(seats);
        }
        for seat in seats.iter() {
            if let Some(score) = text.strip_prefix("scores ") {
                self.scores(seat, score)?;
            } else if let Some((number, line)) = text.strip_prefix("tallies ").and_then(|t| t.split_once(" for ")) {
                self.tallies(seat, number.trim(), line.trim())?;
            } else if let Some(action) = text.strip_prefix("can only ") {
                let (fits, others) = self.ways(seat, action)?;
                found(!fits.is_empty() && others.is_empty(), || some_of("it can do", &[fits, others].concat()))?;
            } else if let Some(action) = text.strip_prefix("can ") {
                let (fits, others) = self.ways(seat, action)?;
                found(!fits.is_empty(), || some_of("it can only do", &others))?;
            } else if let Some(action) = text.strip_prefix("cannot ") {
                let (fits, _) = self.ways(seat, action)?;
                found(fits.is_empty(), || some_of("it can do", &fits))?;
            } else if let Some((number, action)) = text.strip_prefix("has ").and_then(|t| t.split_once(" ways to ")) {
                let (fits, _) = self.ways(seat, action)?;
                found(number.trim().parse() == Ok(fits.len()), || some_of(&format!("there are {}", fits.len()), &fits))?;
            } else if let Some(name) = text.strip_prefix("sees ") {
                found(self.sees(seat, name)?, || format!("seat {} does not see it", seat.0 + 1))?;
            } else if let Some(name) = text.strip_prefix("does not see ") {
                found(!self.sees(seat, name)?, || format!("seat {} sees it", seat.0 + 1))?;
            } else {
                self.formula(seat, text, offset)?;
            }
        }
        Ok(())
    }

    fn to_choose(&self, seats: SeatSet) -> ExpectResult {
        let waiting = self.state.clock().waiting;
        found(waiting == seats, || format!("to choose now: {}", seats_in_words(waiting)))
    }

    /// Whether everybody who must choose can, or the game is over and has a score.
    fn way_on(&mut self) -> ExpectResult {
        for seat in self.state.clock().waiting.iter() {
            let any = !self.engine.legal(self.state, seat)?.is_empty();
            found(any, || format!("seat {} must choose and has no legal action", seat.0 + 1))?;
        }
        self.sheet().map(|_| ())
    }

    fn sheet(&mut self) -> Result<ScoreSheet, UnmetExpectation> {
        let mut sheet = ScoreSheet::default();
        self.engine.score(self.state, &mut sheet)?;
        Ok(sheet)
    }

    fn scores(&mut self, seat: SeatId, text: &str) -> ExpectResult {
        let (number, line) = text.split_once(" for ").map_or((text, None), |(number, line)| (number, Some(line.trim())));
        let wanted: i64 = number.trim().parse().map_err(|_| unmet(format!("`{number}` is no number")))?;
        let sheet = self.sheet()?;
        let points = match line {
            None => sheet.totals[seat.index()],
            Some(line) => sheet.rows[self.score_line(line)?].points[seat.index()],
        };
        found(points == wanted, || format!("seat {} scores {points}", seat.0 + 1))
    }

    fn tallies(&mut self, seat: SeatId, number: &str, line: &str) -> ExpectResult {
        let wanted: i64 = number.parse().map_err(|_| unmet(format!("`{number}` is no number")))?;
        let row = self.sheet()?.rows[self.score_line(line)?];
        found(row.counts, || format!("{line} does not count in this game"))?;
        let tally = row.tally[seat.index()];
        found(tally == wanted, || format!("seat {} has {tally}", seat.0 + 1))
    }

    /// Which line of the score sheet that is.
    fn score_line(&self, id: &str) -> Result<usize, UnmetExpectation> {
        let lines = &self.engine.rules().score.lines;
        lines.iter().position(|l| l.id == id).ok_or_else(|| {
            let known: Vec<&str> = lines.iter().map(|l| l.id.as_str()).collect();
            unmet(format!("there is no line `{id}` on the score sheet; there are: {}", known.join(", ")))
        })
    }

    /// What the seat may do now in notation: that which begins with these words, and all else.
    ///
    /// What begins with them can be typed: it is read as the same action.
    fn ways(&mut self, seat: SeatId, action: &str) -> Result<(Vec<String>, Vec<String>), UnmetExpectation> {
        let action = action.trim();
        let (mut ways, mut others) = (Vec::new(), Vec::new());
        for legal in self.engine.legal(self.state, seat)?.to_vec() {
            let text = self.engine.print(self.state, seat, legal);
            if !text.strip_prefix(action).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '/'])) {
                others.push(text);
            } else if self.engine.parse(self.state, seat, &text).as_ref() != Ok(&legal) {
                return Err(unmet(format!("`{text}` is legal, and typed it is not read as the same action")));
            } else {
                ways.push(text);
            }
        }
        if ways.is_empty() && self.engine.parse(self.state, seat, action).is_err() {
            self.check_words(action)?;
        }
        Ok((ways, others))
    }

    /// Whether words that are no action by themselves could begin one: an action that there is, and no name that is almost right.
    fn check_words(&self, text: &str) -> ExpectResult {
        let (rules, parts) = (self.engine.rules(), self.parts());
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let actions: Vec<&str> = rules.actions.iter().map(|a| a.word.as_str()).chain(["done"]).collect();
        if !actions.contains(&word) {
            let help = match did_you_mean(word, actions.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the actions are: {}", actions.join(", ")),
            };
            return Err(UnmetExpectation { help: Some(help), ..unmet(format!("there is no action `{word}`")) });
        }
        // The words of a script are its own.
        if rules.actions.iter().any(|action| action.word == word && action.is_scripted()) {
            return Ok(());
        }
        let lanes = parts.map.lanes.iter().map(|lane| lane.id.as_str());
        let twins = lanes.clone().filter_map(|lane| lane.split_once('/').map(|(line, _)| line));
        let kinds = parts.cards.iter().flat_map(|set| set.kinds.iter().map(|kind| kind.id.as_str()));
        let places = parts.map.places.iter().map(|place| place.id.as_str());
        let others = parts.companies.iter().map(|c| c.id.as_str()).chain(parts.zones.iter().map(|z| z.id.as_str()));
        let known: Vec<&str> = lanes.chain(twins).chain(kinds).chain(places).chain(others).collect();
        let words = rest.split([' ', ',']).filter(|word| word.contains('-') && !known.contains(word));
        for word in words {
            if let Some(near) = did_you_mean(word, known.iter().copied()) {
                let help = Some(format!("did you mean `{near}`?"));
                return Err(UnmetExpectation { help, ..unmet(format!("nothing is called `{word}`")) });
            }
        }
        Ok(())
    }

    fn sees(&self, seat: SeatId, name: &str) -> Result<bool, UnmetExpectation> {
        if name == "the last action" {
            return Ok(self.history.seen.has(seat));
        }
        let parts = self.parts();
        let view = View::new(parts, self.state, seat);
        let (size, name) = name.strip_prefix("size of ").map_or((false, name), |name| (true, name));
        let thing = names::thing(parts, name.trim())
            .map_err(|help| UnmetExpectation { help: Some(help), ..unmet(format!("there is no `{name}`")) })?;
        Ok(match thing {
            PositionItem::Zone(spot) if size => view.size(spot).is_some(),
            PositionItem::Zone(spot) => view.cards(spot).is_some(),
            PositionItem::Counter(counter, owner) => view.counter(counter, owner).is_some(),
            PositionItem::Set(..) | PositionItem::Claimed(_) | PositionItem::Built(_) | PositionItem::Stands(_) => true,
        })
    }

    fn formula(&mut self, seat: SeatId, text: &str, offset: usize) -> ExpectResult {
        let formula = self.engine.formula(text).map_err(|error| UnmetExpectation {
            message: error.message,
            span: Some(error.span.start + offset..error.span.end + offset),
            help: error.help,
        })?;
        let answer = self.engine.answer(self.state, seat, &formula)?;
        let whose = if offset > 0 { format!("for seat {}: ", seat.0 + 1) } else { String::new() };
        found(answer.value != 0, || {
            format!("{whose}{}", if answer.values.is_empty() { "it does not hold" } else { &answer.values })
        })
    }

    /// Whether a zone, a counter or the lanes of a seat are as written.
    fn thing_is(&self, name: &str, value: &str) -> ExpectResult {
        let parts = self.parts();
        let thing = names::thing(parts, name)
            .map_err(|help| UnmetExpectation { help: Some(help), ..unmet(format!("there is no `{name}`")) })?;
        match thing {
            PositionItem::Counter(counter, owner) => {
                let now = self.state.counter(parts, counter, owner);
                found(value.parse() == Ok(now), || format!("{name} is {now}"))
            }
            PositionItem::Set(set, owner) => self.set_is(name, set, owner, value),
            PositionItem::Claimed(seat) => self.lanes_are(name, seat.into(), value),
            PositionItem::Built(company) => self.lanes_are(name, parts.company_party(company), value),
            PositionItem::Stands(train) => {
                let now = standing_in_words(self.engine.rules(), self.state.train(train));
                let now = now.strip_prefix("in ").or(now.strip_prefix("on ")).unwrap_or(&now);
                found(now == value, || format!("{name} is {now}"))
            }
            PositionItem::Zone(spot) => {
                let now = zone_in_words(parts, self.state, spot);
                let (wanted, lies) = (self.listed(spot, value)?, self.listed(spot, &now)?);
                found(wanted == lies, || format!("{name} is {now}"))
            }
        }
    }

    /// Whether these lanes or places and no others are in a named set.
    fn set_is(&self, name: &str, set: SetId, owner: usize, value: &str) -> ExpectResult {
        let parts = self.parts();
        let now = bits::iter(self.state.set(parts, set, owner)).map(|member| names::member_name(parts, set, member));
        let mut now: Vec<&str> = now.collect();
        let mut wanted: Vec<&str> = value.split(',').map(str::trim).filter(|w| *w != "nothing").collect();
        if let Some(unknown) = wanted.iter().find(|name| names::member(parts, set, name).is_none()) {
            return Err(unmet(format!("nothing that can be in `{}` is called `{unknown}`", parts.sets[set.index()].id)));
        }
        now.sort_unstable();
        wanted.sort_unstable();
        let words = if now.is_empty() { "nothing".to_owned() } else { now.join(", ") };
        found(now == wanted, || format!("{name} is {words}"))
    }

    /// Whether a party has these lanes and no others; an unfinished one is written with what is laid: `a-b 2/3`.
    fn lanes_are(&self, name: &str, party: PartyId, value: &str) -> ExpectResult {
        let parts = self.parts();
        let own = bits::iter(self.state.own(parts, party)).map(|l| parts.map.lanes[l].id.clone());
        let begun = bits::iter(self.state.set(parts, BEGUN, party.index())).map(|l| {
            let (lane, laid) = (&parts.map.lanes[l], self.state.track(LaneId::from(l)).laid);
            format!("{} {laid}/{}", lane.id, lane.length)
        });
        let mut lanes: Vec<String> = own.chain(begun).collect();
        let mut wanted: Vec<&str> = value.split(',').map(str::trim).filter(|w| *w != "nothing").collect();
        lanes.sort_unstable();
        wanted.sort_unstable();
        found(lanes == wanted, || format!("{name} is {}", if lanes.is_empty() { "nothing".to_owned() } else { lanes.join(", ") }))
    }

    /// The cards of a text, in an order that counts only in a row.
    fn listed(&self, spot: Spot, text: &str) -> Result<Vec<Option<KindId>>, UnmetExpectation> {
        let row = matches!(self.parts().zone(spot.zone).form, Form::Row(_));
        let mut cards = Vec::new();
        for word in text.split(',').map(str::trim).filter(|w| *w != "nothing") {
            if word == GAP && row {
                cards.push(None);
                continue;
            }
            let (kind, count) = names::cards(self.parts(), spot.zone, word).map_err(unmet)?;
            cards.extend((0..count).map(|_| Some(kind)));
        }
        if !row {
            cards.sort_unstable();
        }
        Ok(cards)
    }
}

/// The cards that lie in a zone: slots in order, or how many there are of each kind.
pub(crate) fn zone_in_words(parts: &Components, state: &State, spot: Spot) -> String {
    let kinds = &parts.cards_in(spot.zone).kinds;
    if matches!(parts.zone(spot.zone).form, Form::Row(_)) {
        let slots: Vec<&str> = state.row(parts, spot).map(|k| k.map_or(GAP, |k| kinds[k.index()].id.as_str())).collect();
        return if slots.iter().all(|s| *s == GAP) { "nothing".to_owned() } else { slots.join(", ") };
    }
    let mut counts = vec![0; kinds.len()];
    state.each_card(parts, spot, |kind, count| counts[kind.index()] += count);
    let words = kinds.iter().zip(counts).filter(|(_, n)| *n > 0);
    let words: Vec<String> = words.map(|(kind, n)| if n == 1 { kind.id.clone() } else { format!("{n} {}", kind.id) }).collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

/// The numbers that a text begins with when a word follows them: seats. A formula would go on with a sign.
pub(crate) fn leading_numbers(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ',' && c != ' ')?;
    let (list, rest) = text.split_at(end);
    (list.ends_with(' ') && rest.starts_with(char::is_alphabetic)).then_some((list.trim(), rest))
}

fn seats_in_words(seats: SeatSet) -> String {
    let names: Vec<String> = seats.iter().map(|s| format!("seat {}", s.0 + 1)).collect();
    if names.is_empty() { "nobody".to_owned() } else { names.join(", ") }
}

/// The first few of a list of actions.
fn some_of(intro: &str, actions: &[String]) -> String {
    let mut text = format!("{intro}: {}", actions.iter().take(5).cloned().collect::<Vec<_>>().join("; "));
    if actions.is_empty() {
        text.push_str("nothing");
    }
    if actions.len() > 5 {
        text.push_str(&format!("; … ({} in all)", actions.len()));
    }
    text
}
