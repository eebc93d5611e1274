//! Bots never peek: what a bot chooses depends on nothing that its seat may not know.

use crate::common::{Table, each_game};
use railwright_bots::{Bot, BotKind, DecisionRequest, GameStart};
use railwright_core::id::SeatId;
use railwright_core::{Determiniser, KnownCards, Random, State, View};
use railwright_rules::Engine;
use railwright_script::Rhai;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn imagined(table: &Table, state: &State, seat: SeatId, known_cards: &KnownCards, seed: u64) -> State {
    let parts = &table.engine.rules().parts;
    let mut other = State::default();
    Determiniser::new(parts, seat).determinise(&View::new(parts, state, seat), known_cards, &mut other, &mut Random::new(seed));
    other
}

/// What a bot chooses in a state, its chance beginning anew.
fn choice(bot: &mut dyn Bot, engine: &mut Engine, state: &State, seat: SeatId) -> usize {
    let rules = engine.rules().clone();
    let another = || Engine::new(rules.clone(), &Rhai);
    bot.start(&GameStart { rules: &rules, seat, random: Random::new(8), program_seed: 0, engine: &another }).expect("it begins");
    let legal = engine.legal(state, seat).expect("no fault").to_vec();
    let view = View::new(&rules.parts, state, seat);
    bot.choose(&DecisionRequest {
        rules: &rules,
        view,
        legal: &legal,
        notation: &[],
        events: &[],
        seen: &[],
        stop: &AtomicBool::new(false),
    })
    .expect("it chooses")
}

#[test]
fn bots_choose_the_same_whatever_is_hidden() {
    for name in ["greedy", "search:40"] {
        let mut bot = BotKind::find(name).expect("a bot").seat(Duration::from_secs(1));
        each_game(|game, rules| {
            let mut table = Table::new(rules.clone(), 6);
            let mut steps = 0;
            while !table.over() && steps < 120 {
                let seat = table.someone();
                if steps % 40 == 10 {
                    let known_cards = KnownCards::new(&rules.parts, seat);
                    let other = imagined(&table, &table.state, seat, &known_cards, 77);
                    let truth = choice(&mut *bot, &mut table.engine, &table.state, seat);
                    assert_eq!(truth, choice(&mut *bot, &mut table.engine, &other, seat), "{game}, step {steps}: {name} peeks");
                }
                let choice = table.choice(seat);
                table.step(choice);
                steps += 1;
            }
        });
    }
}
