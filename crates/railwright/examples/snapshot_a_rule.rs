//! A rule of one's own as a snapshot: what happens when it is played, kept as text that a change of the rule would change.
//!
//!     cargo run -p railwright --example snapshot_a_rule
//!
//! In a test of your own the snapshot lives in a file, and `cargo insta review` accepts a new one.

use railwright::{Problems, Scenario};

const SCENARIO: &str = r#"
format = 1
text = "A locomotive stands for a card of any colour."
game = "ticket-to-ride"
players = 2

[position]
discard = {}
hand.1 = { blue = 2, locomotive = 1 }

[play]
moves = """
1 cannot claim montreal-new-york with 3 blue
1 claim montreal-new-york with 2 blue, 1 locomotive
expect hand.1: nothing
"""
"#;

fn main() -> Result<(), Problems> {
    let scenario = Scenario::read("locomotive.toml", SCENARIO)?;
    let transcript = scenario.run()?;
    print!("{transcript}");
    // Set-up is the same in every scenario of this game; the rule shows in what comes after it.
    let rule = transcript.lines().skip_while(|line| !line.starts_with("seat 1 cannot")).take(4).collect::<Vec<_>>().join("\n");
    insta::assert_snapshot!(rule, @r"
    seat 1 cannot claim montreal-new-york with 3 blue
        3 blue cards are wanted and the hand has 2 [claim, TTR-16, TTR-17]
    seat 1: claim montreal-new-york with 2 blue, 1 locomotive
        2 blue, locomotive from seat 1's hand to discard
    ");
    Ok(())
}
