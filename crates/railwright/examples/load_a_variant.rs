//! A variant that a program makes: loaded from a text, wrong at first, then checked and compared with what it changes.
//!
//!     cargo run -p railwright --example load_a_variant

use railwright::{Error, Game, Player, load, simulate};

const VARIANT: &str = r#"format = 1
extends = "ticket-to-ride"
name = "A short evening"
summary = "Thirty trains each, and a wider market."
counters.trains.start = 30
invariants.trains = "trains + sum-lanes(length, own) == 30"
zones.market.slots = 6
"#;

fn variant(text: &str) -> Result<Game, railwright::Problems> {
    Game::builder("short-evening.toml").file("short-evening.toml", text).players(3).load()
}

fn main() -> Result<(), Error> {
    // Everything that is wrong is reported at once, for people and as data.
    let wrong = VARIANT.replace("start", "strat").replace("= 6", "= \"six\"");
    let problems = variant(&wrong).expect_err("two lines are wrong");
    println!("{problems}");
    for problem in problems.iter() {
        println!("{}: {}", problem.code, problem.message);
    }

    let (short, long) = (variant(VARIANT)?, Game::builder("ticket-to-ride").players(3).load()?);
    println!("\n{}: {}", short.name(), short.head().summary);
    for game in [&long, &short] {
        let simulated = simulate(game).games(60).players([Player::greedy()]).run()?;
        println!("{}: {:.0} turns", game.name(), simulated.results().turns.mean());
    }

    // What programs need to know of a game is data; what people do is a picture.
    let game = load("northern-lights")?;
    let places = game.describe()["places"].as_array().map_or(0, Vec::len);
    println!("{} has {places} places; its board is drawn: {}", game.name(), game.svg().starts_with("<svg"));
    Ok(())
}
