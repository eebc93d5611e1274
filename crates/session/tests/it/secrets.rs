//! What texts and bots are told: made from what whoever reads them may see, and told once.

use crate::common::{Folder, act_at_random, begin};
use railwright_bots::{Bot, BotFault, DecisionRequest, GameStart};
use railwright_core::id::{PartyId, SeatId};
use railwright_core::{Components, Event, Events, Random, State};
use railwright_rules::module::{OptionCall, OptionList, ScriptOption};
use railwright_rules::rules::ScriptSource;
use railwright_rules::script::{AskedExpression, Scripting, Scripts};
use railwright_rules::{Fault, Rules};
use railwright_script::Rhai;
use railwright_session::{Header, Players, Session, Viewpoint};
use railwright_source::{Diagnostic, Origin};
use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

#[test]
fn a_reason_shows_no_value_that_its_reader_may_not_see() {
    let folder = Folder::new("hidden-values");
    let game = folder.file("mine.toml");
    let claim = "count(deck, red) > 100 and size(deck) > 0 and count(hand, red) >= 0";
    std::fs::write(&game, format!("extends = \"ticket-to-ride\"\n[actions.claim]\nwhen = \"{claim}\"\n")).expect("written");
    let mut session = begin(game.to_str().expect("a path"), 2, 1);
    for seat in [SeatId(0), SeatId(1)] {
        session.act(seat, "keep").expect("all tickets may be kept");
    }
    let seat = session.waiting().iter().next().expect("somebody must choose");
    let said = session.explain(seat, "claim miami-new-orleans with 6 red");
    assert!(said.contains("count(deck, red) is hidden"), "{said}");
    let (deck, hand) =
        (said.contains("size(deck) is 9") || said.contains("size(deck) is 10"), said.contains("count(hand, red) is "));
    assert!(deck && hand && !said.contains("count(hand, red) is hidden"), "what it sees is shown: {said}");
}

#[test]
fn how_many_parts_a_secret_choice_has_is_told_to_nobody() {
    let mut parts = 0;
    for seed in 0..20 {
        let mut session = begin("spike-advanced", 2, seed);
        let mut random = Random::new(seed);
        while act_at_random(&mut session, &mut random) {}
        let mut told = [0; 2];
        for (i, step) in session.steps().iter().enumerate().filter(|(_, step)| step.sealed) {
            parts += u32::from(step.more);
            let other = Viewpoint::Seat(SeatId(1 - step.seat.0));
            let said = session.told(i + 1, other).iter().filter(|text| text.contains("chooses in secret")).count();
            let seen = session.seen(i + 1, other).iter().filter(|event| event["event"] == "acted").count();
            assert_eq!((said, seen), (usize::from(!step.more), usize::from(!step.more)), "seed {seed}, step {i}");
            told[usize::from(step.more)] += 1;
        }
        assert!(told[0] > 0, "somebody chooses in secret");
    }
    assert!(parts > 0, "no secret choice had several parts");
}

/// Chooses the first action, and counts what it is told.
struct Listener(Rc<Cell<usize>>);

impl Bot for Listener {
    fn start(&mut self, _: &GameStart) -> Result<(), BotFault> {
        Ok(())
    }

    fn go_on(&mut self, _: Random) -> bool {
        true
    }

    fn choose(&mut self, request: &DecisionRequest) -> Result<usize, BotFault> {
        self.0.set(self.0.get() + request.seen.len());
        Ok(0)
    }

    fn hears(&self) -> u16 {
        u16::MAX
    }
}

#[test]
fn a_bot_that_has_the_game_in_mind_hears_everything_once() {
    let mut session = Session::start(Header::new("ticket-to-ride", vec!["greedy".into(); 2], 1), &Rhai).expect("a game");
    let heard = Rc::new(Cell::new(0));
    let bot = || Some((Box::new(Listener(heard.clone())) as Box<dyn Bot>, true));
    let mut players = Players::of(vec![bot(), bot()]);
    for _ in 0..200 {
        let Some(seat) = session.waiting().iter().next() else { break };
        let text = players.choose(&mut session, seat).expect("it chooses");
        session.act(seat, &text).expect("it is legal");
    }
    let happened: usize = session.opening().len() + session.steps().iter().map(|step| step.events.len()).sum::<usize>();
    assert!(heard.get() > happened / 2 && heard.get() <= 2 * happened, "{} events, {} were told", happened, heard.get());
}

/// Rhai, with each run of `options` counted.
struct Counting(Arc<AtomicUsize>);
struct CountingScripts(Box<dyn Scripts>, Arc<AtomicUsize>);

impl Scripting for Counting {
    fn check(&self, scripts: &[ScriptSource]) -> Vec<Diagnostic> {
        Rhai.check(scripts)
    }
    fn names(&self, scripts: &[ScriptSource], parts: &Components, elsewhere: &[String]) -> Vec<Diagnostic> {
        Rhai.names(scripts, parts, elsewhere)
    }
    fn functions(&self, script: &ScriptSource) -> Option<Vec<(String, usize)>> {
        Rhai.functions(script)
    }
    fn questions(&self, scripts: &[ScriptSource]) -> (Vec<AskedExpression>, Vec<Diagnostic>) {
        Rhai.questions(scripts)
    }
    fn idle_functions(&self, scripts: &[ScriptSource]) -> Vec<(String, Origin)> {
        Rhai.idle_functions(scripts)
    }
    fn tables(&self, scripts: &[ScriptSource], parts: &mut Components) -> Result<(), Diagnostic> {
        Rhai.tables(scripts, parts)
    }
    fn ready(&self, rules: &Arc<Rules>) -> Box<dyn Scripts> {
        Box::new(CountingScripts(Rhai.ready(rules), self.0.clone()))
    }
}

impl Scripts for CountingScripts {
    fn begin(&mut self) {
        self.0.begin();
    }
    fn heard(&mut self, state: &mut State, events: &mut Events, module: usize, event: Event) -> Result<(), Fault> {
        self.0.heard(state, events, module, event)
    }
    fn options(&mut self, state: &State, call: &OptionCall) -> Result<&OptionList, Fault> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.options(state, call)
    }
    fn resolve(&mut self, state: &mut State, events: &mut Events, call: &OptionCall, option: ScriptOption) -> Result<u16, Fault> {
        self.0.resolve(state, events, call, option)
    }
    fn refuse(&mut self, state: &State, call: &OptionCall, option: ScriptOption) -> Result<Option<String>, Fault> {
        self.0.refuse(state, call, option)
    }
    fn call(&mut self, state: &mut State, events: &mut Events, module: usize, function: &str, seat: SeatId) -> Result<(), Fault> {
        self.0.call(state, events, module, function, seat)
    }
    fn tally(&mut self, state: &State, module: usize, party: PartyId) -> Result<i64, Fault> {
        self.0.tally(state, module, party)
    }
    fn another(&self, rules: &Arc<Rules>) -> Box<dyn Scripts> {
        Box::new(CountingScripts(self.0.another(rules), self.1.clone()))
    }
}

#[test]
fn the_options_of_a_script_are_listed_once_however_many_there_are() {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/games/storm/storm.toml");
    let runs = Arc::new(AtomicUsize::new(0));
    let header = Header::new(game.display().to_string(), vec!["human".into(); 2], 1);
    let mut session = Session::start(header, &Counting(runs.clone())).expect("a game");
    let (mut random, mut most) = (Random::new(1), 0);
    while session.over().is_none() {
        for seat in session.waiting().iter() {
            let before = runs.load(Ordering::Relaxed);
            let legal = session.legal(seat).expect("no fault");
            let options = legal.iter().filter(|(_, text)| text.starts_with("drive ")).count();
            most = most.max(options);
            // Once for the list, once for all their names.
            let listed = runs.load(Ordering::Relaxed) - before;
            assert!(listed <= 2, "{listed} runs for {options} options");
        }
        act_at_random(&mut session, &mut random);
    }
    assert!(most > 2, "at most {most} options came up");
}

#[test]
fn bots_choose_as_if_they_were_told_everything_anew() {
    for bot in ["greedy", "random", "search:5"] {
        let header = Header::new("ticket-to-ride", vec![bot.into(); 2], 3);
        let mut session = Session::start(header, &Rhai).expect("a game");
        let time = Duration::from_secs(10);
        let mut players = Players::new(&session, time);
        for _ in 0..60 {
            let seat = session.waiting().iter().next().expect("somebody chooses");
            let text = players.choose(&mut session, seat).expect("our bots behave");
            let anew = Players::new(&session, time).choose(&mut session, seat).expect("our bots behave");
            assert_eq!(text, anew, "{bot}, step {}", session.steps().len());
            session.act(seat, &text).expect("it is legal");
        }
    }
}
