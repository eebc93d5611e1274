//! A game played to its end: what is legal, what is refused and why, what a seat sees, who won.
//!
//!     cargo run -p railwright --example play_a_game

use railwright::{ActError, Error, Player, Viewpoint, load};

fn main() -> Result<(), Error> {
    let game = load("ticket-to-ride")?;
    println!("{} with {} players", game.name(), game.players());

    let mut play = game.start(7)?;
    let seat = play.to_move().expect("a game that has begun");
    println!("\nseat {} may", seat.0 + 1);
    for action in play.legal()? {
        println!("    {action}");
    }

    // Actions are notation, and so are saves and logs.
    play.apply("keep")?;
    play.apply("keep")?;
    // What is refused is explained: by which rule of the game's file, where that is written, and why.
    if let Err(ActError::Refused(refusal)) = play.apply("claim miami-new-orleans with 6 red") {
        let file = refusal.cited.place.split(':').next().unwrap_or_default();
        println!("\nrefused by `{}` in {file}: {}", refusal.rule, refusal.reason);
    }

    // A seat sees its own cards and how many the others have.
    let seen = play.view(seat);
    for (owner, hand) in seen.zones["hand"].iter().enumerate() {
        println!("hand of seat {}: {:?} cards, {:?}", owner + 1, hand.size.unwrap_or(0), hand.cards.as_ref().map(Vec::len));
    }

    // One decision is a bot's suggestion; then bots play on.
    let choice = play.ask(&Player::greedy())?;
    println!("\na bot would {choice}");
    play.finish([Player::greedy(), Player::random()])?;

    println!("\n{} actions; the last:", play.moves().len());
    let log = play.log(Viewpoint::Everything);
    log.iter().rev().take(3).rev().for_each(|line| println!("    {line}"));
    println!("\n{}", play.ending().unwrap_or_default());
    print!("{}", play.score()?);
    Ok(())
}
