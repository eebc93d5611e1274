//! Plays a scenario: every move checked, carried out and told, every expectation asked.

use crate::expect::{ExpectationCheck, UnmetExpectation};
use crate::games::Games;
use crate::history::History;
use crate::inventory::{Named, Thing, inventory};
use crate::moves::{self, Move};
use crate::position;
use crate::scenario::{Line, Problems, Scenario};
use crate::transcript::{Before, Transcript};
use railwright_core::id::{SeatId, SeatSet};
use railwright_core::narrow::narrow;
use railwright_core::{Components, Event, Events, Random, State};
use railwright_rules::limits::FINISHING_DECISIONS;
use railwright_rules::{Checked, Engine, RefusalKind, ScoreSheet};
use railwright_source::{Diagnostic, Origin, Report};

/// So many legal actions are shown to whoever wrote another.
const SHOWN: usize = 6;
/// What to do about rules that break down.
const FAULT: &str = "mend the rule or script that it names; `railwright check` plays the game and shows where";
/// What to do about a refusal for another reason.
const OTHER_REASON: &str =
    "write a part of that reason or the rule it cites, or give a position in which nothing else forbids it";
/// Sets the chance of `finish` apart from the game's own.
const FINISH: u64 = 7;

/// A scenario that was played.
#[derive(Clone, Debug)]
pub struct PlayedScenario {
    /// The rendered outcome; empty when the game could not be set up.
    pub transcript: String,
    /// What did not go as the scenario says.
    pub problems: Option<Problems>,
}

impl PlayedScenario {
    /// Whether everything went as the scenario says.
    pub fn is_ok(&self) -> bool {
        self.problems.is_none()
    }
}

impl Scenario {
    /// Plays it from beginning to end.
    pub fn run(&self, games: &mut Games) -> PlayedScenario {
        let mut report = Report::new();
        let transcript = match (games.engine(self), &self.refused) {
            (Ok(_), Some(reason)) => {
                let problem =
                    Diagnostic::error("not-refused", "the game can be set up like this").at(self.whole, "in this scenario");
                report.push(problem.help(format!("it should be refused: {reason}")));
                String::new()
            }
            (Ok(mut engine), None) => self.play(&mut engine, &mut report),
            (Err(problems), Some(reason)) => {
                let messages: Vec<String> = problems.report.errors().map(|d| d.message.clone()).collect();
                if !messages.iter().any(|m| m.contains(reason)) {
                    let message = format!("the game cannot be set up for another reason: {}", messages.join("; "));
                    let problem = Diagnostic::error("not-refused", message).at(self.whole, "in this scenario");
                    report
                        .push(problem.help("let `refused` be a part of one of these reasons, or mend what should not be wrong"));
                }
                format!("{}: {} players\n{}\n\nrefused: {}\n", self.game, self.players, self.text, messages.join("\n"))
            }
            (Err(problems), None) => return PlayedScenario { transcript: String::new(), problems: Some(*problems) },
        };
        let problems = (!report.is_empty()).then(|| Problems { files: self.files.clone(), report });
        PlayedScenario { transcript, problems }
    }

    fn play(&self, engine: &mut Engine, report: &mut Report) -> String {
        let rules = engine.rules().clone();
        let mut told = Transcript::begin(&rules, self);
        if let Some(stack) = &self.stack {
            position::stack(engine, stack, report);
        }
        if self.first.is_some_and(|f| f > rules.parts.seats) {
            let seats = rules.parts.seats;
            let problem =
                Diagnostic::error("wrong-seat", format!("there are only {seats} seats")).at(self.whole, "`first` is higher");
            report.push(problem.help(format!("write first = 1 to first = {seats}, or a higher `players`")));
        }
        if !report.is_ok() {
            return String::new();
        }
        let mut events = Events::all();
        let first = self.first.map(|f| SeatId(f - 1));
        let given = self.position.is_some() || self.begin.is_some();
        let started = engine.start(self.seed, first, &mut events).and_then(|mut state| {
            if given {
                engine.play_set_up(&mut state, &mut events)?;
            }
            Ok(state)
        });
        let mut state = match started {
            Ok(state) => state,
            Err(fault) => {
                let problem =
                    Diagnostic::error("fault", format!("set-up broke down: {fault}")).at(self.whole, "in this scenario");
                report.push(problem.help(FAULT));
                return String::new();
            }
        };
        let mut before = Before { named: self.named(&rules.parts), ..Before::default() };
        before.box_or_set_up = if given { inventory(&rules, &state) } else { inventory(&rules, &State::new(&rules.parts)) };
        if given {
            before.begun = self.arrange(engine, &mut state, &mut told, &mut events, report);
        } else {
            told.line("set-up");
            told.events(&rules, &events.log);
            before.begun = inventory(&rules, &state);
        }
        if !report.is_ok() {
            return String::new();
        }
        let mut sheet = ScoreSheet::default();
        before.sheet = engine.score(&state, &mut sheet).is_ok().then_some(sheet);
        let mut history = History::default();
        history.note(&rules.parts, &state);
        let mut table = Table { engine, state: &mut state, report, told: &mut told, events: &mut events, history };
        for line in &self.lines {
            if !table.line(line, self.seed) {
                break;
            }
        }
        told.end(engine, &state, before)
    }

    /// Lays out the position and takes the game to where the scenario begins; all that lies on the table before that.
    fn arrange(
        &self,
        engine: &mut Engine,
        state: &mut State,
        told: &mut Transcript,
        events: &mut Events,
        report: &mut Report,
    ) -> Vec<Thing> {
        let rules = engine.rules().clone();
        told.position("position");
        let check = |engine: &mut Engine, state: &State, report: &mut Report, at: Origin| {
            for broken in engine.broken_invariants(state) {
                let problem = Diagnostic::error("invariant", broken.message).at(at, "after this");
                report.push(problem.help("give the position all that the game's invariants count, or mend the invariant"));
            }
        };
        if let Some(node) = &self.position {
            position::arrange(engine, state, node, report);
            check(engine, state, report, node.origin);
        }
        let laid_out = inventory(&rules, state);
        if let Some(begin) = self.begin.as_ref().filter(|_| report.is_ok()) {
            events.log.clear();
            begin.place(engine, state, events, report);
            if report.is_ok() {
                told.line(&begin.in_words());
                told.events(&rules, &events.log);
                check(engine, state, report, begin.origin());
            }
        }
        laid_out
    }

    /// What the scenario names of what lies on the table.
    fn named(&self, parts: &Components) -> Named {
        let mut named = Named::default();
        if let Some(position) = &self.position {
            named.in_position(parts, position);
        }
        for line in &self.lines {
            if let Ok(Move::Expect(wanted)) = moves::read(parts, &line.text) {
                named.in_expectation(parts, wanted);
            }
        }
        named
    }
}

/// The scenario under way.
struct Table<'a> {
    engine: &'a mut Engine,
    state: &'a mut State,
    report: &'a mut Report,
    told: &'a mut Transcript,
    events: &'a mut Events,
    history: History,
}

impl Table<'_> {
    /// Carries out a line; says whether what follows still makes sense.
    fn line(&mut self, Line { text, at }: &Line, seed: u64) -> bool {
        let rules = self.engine.rules().clone();
        let read = match moves::read(&rules.parts, text) {
            Ok(read) => read,
            Err(help) => {
                self.report.push(Diagnostic::error("wrong-move", "this line cannot be read").at(*at, "no move").help(help));
                return false;
            }
        };
        match read {
            Move::Comment(comment) => {
                self.told.line("");
                self.told.line(&format!("# {comment}"));
                true
            }
            Move::Act(seat, action) => self.act(seat, action, *at),
            Move::Refused(seat, action, reason) => self.refused(seat, action, reason, *at),
            Move::Expect(wanted) => {
                self.told.line(text);
                if let Err(unmet) =
                    (ExpectationCheck { engine: self.engine, state: self.state, history: &self.history }).holds(wanted)
                {
                    self.unmet(unmet, wanted, text, *at);
                }
                true
            }
            Move::Finish => self.finish(seed, *at),
        }
    }

    fn unmet(&mut self, unmet: UnmetExpectation, wanted: &str, text: &str, at: Origin) {
        let message = match unmet.span {
            Some(_) => format!("this expectation cannot be read: {}", unmet.message),
            None => format!("expected {wanted}, but {}", unmet.message),
        };
        let start = narrow::<u32>(text.len() - wanted.len());
        let place = match unmet.span {
            // An item of a list begins with a quote, a line of a text does not.
            Some(span) => {
                let quote = (at.end - at.start).saturating_sub(narrow::<u32>(text.len())) / 2;
                let from = at.start + quote + start;
                Origin {
                    start: from + narrow::<u32>(span.start),
                    end: from + narrow::<u32>(span.end).max(narrow::<u32>(span.start) + 1),
                    ..at
                }
            }
            None => at,
        };
        let problem =
            Diagnostic::error("expectation", message).at(place, if unmet.help.is_some() { "here" } else { "expected here" });
        self.report.push(match unmet.help {
            Some(help) => problem.help(help),
            None => problem,
        });
    }

    fn act(&mut self, seat: SeatId, text: &str, at: Origin) -> bool {
        let action = match self.engine.parse(self.state, seat, text) {
            Ok(action) => action,
            Err(reason) => {
                let problem = Diagnostic::error("wrong-move", format!("this is no action: {reason}")).at(at, "cannot be read");
                let help = self.can_now(seat);
                self.report.push(problem.help(help));
                return false;
            }
        };
        let printed = self.engine.print(self.state, seat, action);
        match self.engine.check(self.state, seat, action) {
            Ok(checked) => {
                if self.engine.parse(self.state, seat, &printed) != Ok(action) {
                    let message =
                        format!("`{printed}` is how this action is written, but it is not read back as the same action");
                    let help = "give the action another `word`, or what it names another id; if that is not it, report it: it is a \
                                fault of the program";
                    self.report.push(Diagnostic::error("notation", message).at(at, "this action").help(help));
                }
                self.step(checked, &format!("seat {}: {printed}", seat.0 + 1), at)
            }
            Err(refusal) => {
                let message = format!("seat {} cannot {printed}: {refusal}", seat.0 + 1);
                let problem = Diagnostic::error("refused", message).at(at, "refused; what follows was not played");
                let help = self.can_now(seat);
                self.report.push(problem.help(help));
                false
            }
        }
    }

    fn step(&mut self, checked: Checked, text: &str, at: Origin) -> bool {
        self.events.log.clear();
        if let Err(fault) = self.engine.step(self.state, checked, self.events) {
            let problem = Diagnostic::error("fault", format!("the rules broke down: {fault}")).at(at, "while this was done");
            self.report.push(problem.help(FAULT));
            return false;
        }
        let rules = self.engine.rules().clone();
        let acted = self.events.log.iter().find(|e| matches!(e, Event::Acted { .. }));
        self.history.seen = acted.map_or(SeatSet::NONE, |e| e.seen_by(&rules.parts));
        self.history.sweeps = self.events.log.iter().filter(|e| matches!(e, Event::Swept(_))).count();
        self.history.note(&rules.parts, self.state);
        self.told.action(&rules, text, self.history.seen);
        self.told.events(&rules, &self.events.log);
        self.check_invariants(at);
        true
    }

    fn check_invariants(&mut self, at: Origin) {
        for broken in self.engine.broken_invariants(self.state) {
            let problem = Diagnostic::error("invariant", broken.message).at(at, "after this");
            self.report
                .push(problem.help("the rule that this move follows changes too little or too much; or the invariant is wrong"));
        }
    }

    fn refused(&mut self, seat: SeatId, text: &str, reason: Option<&str>, at: Origin) -> bool {
        let action = match self.engine.parse(self.state, seat, text) {
            Ok(action) => action,
            // What a script does not offer has no notation: that it is not offered is all there is to say.
            Err(said) if self.is_scripted(text) => {
                if let Err(fault) = self.engine.legal(self.state, seat) {
                    return self.broke_down(&fault.to_string(), at);
                }
                self.told.line(&format!("seat {} cannot {text}", seat.0 + 1));
                self.told.line("    the script does not offer it");
                if let Some(reason) = reason.filter(|r| !said.contains(*r)) {
                    let message = format!("refused for another reason than `{reason}`: {said}");
                    let problem = Diagnostic::error("expectation", message).at(at, "refused here");
                    self.report.push(problem.help(OTHER_REASON));
                }
                return true;
            }
            Err(reason) => {
                let problem = Diagnostic::error("wrong-move", format!("this is no action that could be refused: {reason}"));
                let help = self.can_now(seat);
                self.report.push(problem.at(at, "cannot be read").help(help));
                return true;
            }
        };
        let printed = self.engine.print(self.state, seat, action);
        self.told.line(&format!("seat {} cannot {printed}", seat.0 + 1));
        match self.engine.check(self.state, seat, action) {
            Ok(_) => {
                let message = format!("seat {} can {printed}, and should be refused", seat.0 + 1);
                let help = "a rule that should forbid it is missing in the game, or the position does not show it";
                self.report.push(Diagnostic::error("not-refused", message).at(at, "this is legal").help(help));
            }
            Err(refusal) if matches!(refusal.kind, RefusalKind::Fault(_)) => return self.broke_down(&refusal.to_string(), at),
            Err(refusal) => {
                self.told.refusal(&refusal);
                if let Some(reason) = reason.filter(|r| !refusal.to_string().contains(r)) {
                    let message = format!("refused for another reason than `{reason}`: {refusal}");
                    let problem = Diagnostic::error("expectation", message).at(at, "refused here");
                    self.report.push(problem.help(OTHER_REASON));
                }
            }
        }
        true
    }

    /// Reports rules that broke down where a no was expected: nothing more can be played.
    fn broke_down(&mut self, fault: &str, at: Origin) -> bool {
        let problem = Diagnostic::error("fault", format!("the rules broke down: {fault}")).at(at, "while this was looked at");
        self.report.push(problem.help(FAULT));
        false
    }

    /// What a seat could do instead.
    fn can_now(&mut self, seat: SeatId) -> String {
        let waiting = self.state.clock().waiting;
        if !waiting.has(seat) {
            let seats: Vec<String> = waiting.iter().map(|seat| (seat.0 + 1).to_string()).collect();
            return match seats.is_empty() {
                true => "the game is over: nobody chooses any more".to_owned(),
                false => format!("seat {} must choose now", seats.join(" and seat ")),
            };
        }
        let Ok(legal) = self.engine.legal(self.state, seat).map(<[_]>::to_vec) else { return FAULT.to_owned() };
        let printed = legal.iter().take(SHOWN).map(|action| format!("`{}`", self.engine.print(self.state, seat, *action)));
        let printed: Vec<String> = printed.collect();
        let more = if legal.len() > SHOWN { format!(" and {} more", legal.len() - SHOWN) } else { String::new() };
        format!("seat {} can {}{more}", seat.0 + 1, printed.join(", "))
    }

    /// Whether a move is one of an action that a script carries out.
    fn is_scripted(&self, text: &str) -> bool {
        let word = text.split_whitespace().next().unwrap_or_default();
        self.engine.rules().actions.iter().any(|action| action.word == word && action.is_scripted())
    }

    /// Plays on at random until the game is over.
    fn finish(&mut self, seed: u64, at: Origin) -> bool {
        let mut random = Random::stream(seed, FINISH);
        let mut actions = 0;
        for _ in 0..FINISHING_DECISIONS {
            let Some(seat) = self.state.clock().waiting.iter().next() else {
                self.told.line(&format!("finish: {actions} more actions at random"));
                return true;
            };
            let legal = self.engine.legal(self.state, seat).map(<[_]>::len);
            let picked = legal.ok().and_then(|n| self.engine.pick(random.below(narrow::<u32>(n)) as usize));
            let stepped = picked.map(|p| self.engine.step(self.state, p, &mut Events::default()));
            if !matches!(stepped, Some(Ok(()))) {
                let message = format!("after {actions} actions seat {} cannot go on", seat.0 + 1);
                self.report.push(Diagnostic::error("fault", message).at(at, "here").help(FAULT));
                return false;
            }
            actions += 1;
            self.check_invariants(at);
            if !self.report.is_ok() {
                return false;
            }
        }
        let problem = Diagnostic::error("endless", format!("the game is not over after {actions} actions")).at(at, "here");
        self.report
            .push(problem.help("the game needs a way to end: `until` or `last-round` of its turns, or a step with do = \"end\""));
        false
    }
}
