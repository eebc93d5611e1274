//! A bot of one's own against others: it draws until it can claim a long route, and remembers how often it did.
//!
//!     cargo run -p railwright --example write_a_bot

use railwright::{Bot, Error, Player, Request, Seat, load, simulate};

/// Claims the longest route it can pay for, once that is long enough; it becomes less choosy as the game goes on.
#[derive(Default)]
struct LongHaul {
    asked: u32,
}

impl LongHaul {
    /// How many cards an action pays, which is how long its route is: `claim montreal-new-york with 3 blue`.
    fn paid(action: &str) -> u32 {
        let Some((claim, cards)) = action.split_once(" with ") else { return 0 };
        let count = |card: &str| card.split_once(' ').and_then(|(n, _)| n.parse().ok()).unwrap_or(1);
        if claim.starts_with("claim ") { cards.split(", ").map(count).sum() } else { 0 }
    }
}

impl Bot for LongHaul {
    fn start(&mut self, _: Seat) {
        *self = LongHaul::default();
    }

    fn choose(&mut self, request: &Request) -> usize {
        self.asked += 1;
        let choosy = 5u32.saturating_sub(self.asked / 40);
        let longest = (0..request.legal().len()).max_by_key(|&i| LongHaul::paid(&request.legal()[i])).unwrap_or(0);
        if LongHaul::paid(&request.legal()[longest]) >= choosy.max(1) {
            return longest;
        }
        request.find(|action| action.starts_with("draw")).unwrap_or(0)
    }
}

fn main() -> Result<(), Error> {
    let game = load("ticket-to-ride")?;
    let long_haul = Player::own(LongHaul::default);
    // A bot that needs no memory is a function of what it is asked.
    let first = Player::from_fn(|_| 0);
    for (name, other) in [("the first action", first), ("random", Player::random()), ("greedy", Player::greedy())] {
        let simulated = simulate(&game).games(20).seed(1).players([long_haul.clone(), other]).run()?;
        println!("long haul against {name}: {simulated}");
    }
    Ok(())
}
