//! What texts and bots are told: made from what whoever reads them may see, and told once.

use crate::common::{Folder, act_at_random, begin};
use railwright_bots::{Bot, BotFault, DecisionRequest, GameStart};
use railwright_core::Random;
use railwright_core::id::SeatId;
use railwright_script::Rhai;
use railwright_session::{Header, Players, Session, Viewpoint};
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

#[test]
fn a_reason_shows_no_value_that_its_reader_may_not_see() {
    let folder = Folder::new("hidden-values");
    let game = folder.file("mine.toml");
    let with = |condition: &str| {
        let text = format!("format = 1\nextends = \"ticket-to-ride\"\n[actions.claim]\nwhen = \"{condition}\"\n");
        std::fs::write(&game, text).expect("written");
        Session::start(Header::new(game.to_str().expect("a path"), vec!["human".into(); 2], 1), &Rhai)
    };
    // What the reader may not see decides nothing, so that no reason could show it.
    let refused = with("count(deck, red) > 100").err().map(|error| format!("{error:?}")).unwrap_or_default();
    assert!(refused.contains("tells-a-secret") && refused.contains("cards in `deck` that the seat may not see"), "{refused}");
    let mut session = with("size(deck) > 200 and count(hand, red) >= 0").expect("a game");
    for seat in [SeatId(0), SeatId(1)] {
        session.act(seat, "keep").expect("all tickets may be kept");
    }
    let seat = session.waiting().iter().next().expect("somebody must choose");
    let said = session.explain(seat, "claim miami-new-orleans with 6 red");
    let (deck, hand) =
        (said.contains("size(deck) is 9") || said.contains("size(deck) is 10"), said.contains("count(hand, red) is "));
    assert!(deck && hand && !said.contains("is hidden"), "what it sees is shown: {said}");
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
