//! Taking back by a seat that wants to learn what others chose in secret. Two games are played that look the same to it: in the second
//! others choose something else whenever they choose in secret. As long as they look the same, taking back is answered the same.

use super::{Subject, once};
use crate::Choices;
use crate::good::{self, Good};
use railwright_core::State;
use railwright_core::id::SeatId;
use railwright_core::narrow::narrow;
use railwright_script::Rhai;
use railwright_session::{HUMAN, Header, Policy, Session, Viewpoint};

/// More lines than this are not played.
const LINES: usize = 40;

/// Actions and attempts to take them back; the first line says in which game, who spies, and the seed: `in NAME spy 1 seed 7`. Then
/// `act SEAT CHOICE`, of those that wait and of what they may do, and `undo ACTIONS`.
pub const UNDO: Subject = Subject {
    name: "undo",
    what: "a game in which a seat takes back to learn what others chose in secret",
    attempt: |input| attempt(&String::from_utf8_lossy(input)),
    structured: |choices| choices.pick(games()).map(|game| chosen(game, choices).into_bytes()).unwrap_or_default(),
    good: || {
        let script = |game: &&'static Good| chosen(game, &mut Choices::seeded(1, 79)).into_bytes();
        once!(games().iter().map(script).collect())
    },
    share: 3,
};

/// The games for this: those in which somebody chooses in secret count three times.
fn games() -> &'static [&'static Good] {
    static GAMES: std::sync::OnceLock<Vec<&'static Good>> = std::sync::OnceLock::new();
    GAMES.get_or_init(|| {
        let has_secrets = |game: &&&'static Good| game.rules.parts.seats > 1 && has_secret_choices(game);
        let all: Vec<&'static Good> = good::games().iter().collect();
        let secret: Vec<&'static Good> = all.iter().filter(has_secrets).copied().collect();
        [all, secret.clone(), secret.clone(), secret].concat()
    })
}

/// Whether somebody chose in secret in the game that is kept.
fn has_secret_choices(game: &Good) -> bool {
    let Some(mut session) = begun(game, 3) else { return false };
    for text in &game.moves {
        let Some(seat) = session.waiting().iter().next() else { break };
        if session.act(seat, text).is_err() {
            break;
        }
    }
    session.steps().iter().any(|step| step.sealed)
}

fn chosen(game: &Good, choices: &mut Choices) -> String {
    let mut text = format!("in {} spy {} seed {}", game.name, choices.below(4), choices.below(1000));
    for _ in 0..1 + choices.below(LINES) {
        text += &match choices.below(4) {
            0 => format!("\nundo {}", choices.below(6)),
            _ => format!("\nact {} {}", choices.below(4), choices.below(60)),
        };
    }
    text
}

fn begun(game: &Good, seed: u64) -> Option<Session> {
    let seats = vec![HUMAN.to_owned(); usize::from(game.rules.parts.seats)];
    Session::with_rules(Header::new(game.path.clone(), seats, seed), game.rules.clone(), &Rhai).ok()
}

/// A game that is played, and every position of it.
struct World {
    session: Session,
    positions: Vec<State>,
}

impl World {
    /// Lets a seat choose the action with this number, counted round; gives back what it chose.
    fn choose(&mut self, seat: SeatId, number: usize) -> Option<String> {
        let legal = self.session.legal(seat).ok()?;
        let (_, text) = legal.get(number % legal.len().max(1))?;
        self.act(seat, text)
    }

    fn act(&mut self, seat: SeatId, text: &str) -> Option<String> {
        let before = self.session.state().clone();
        let done = self.session.act(seat, text).ok()?;
        self.positions.push(before);
        Some(done.text)
    }

    /// Takes back, or says how far that goes and why; both are judged.
    fn undo(&mut self, actions: usize, spy: SeatId) -> Result<(), (usize, String)> {
        let (steps, before) = (self.session.steps().len(), self.session.state().clone());
        let secret = |step: &railwright_session::Step| step.sealed && step.seat != spy;
        let of_others = self.session.steps().iter().rev().take(actions).any(secret);
        match self.session.undo(actions, Policy::Fair(spy)) {
            Ok(()) => {
                assert!(!of_others, "a secret choice of another is taken back");
                assert_eq!(self.session.steps().len() + actions, steps, "as many as were wanted");
                assert!(self.session.state() == &self.positions[steps - actions], "another position comes back");
                self.positions.truncate(steps - actions);
                Ok(())
            }
            Err(refused) => {
                assert!(self.session.state() == &before && self.session.steps().len() == steps, "refused, and changed");
                assert!(refused.possible <= steps, "more can be taken back than was done");
                Err((refused.possible, refused.reason))
            }
        }
    }
}

fn attempt(text: &str) {
    let (game, line, rest) = good::named(text);
    let number = |after: &str| line.split(' ').skip_while(|word| *word != after).nth(1).and_then(|word| word.parse().ok());
    let spy = SeatId::from(narrow::<usize>(number("spy").unwrap_or(0) % u64::from(game.rules.parts.seats)));
    let seed = number("seed").unwrap_or(0);
    let (Some(one), Some(two)) = (begun(game, seed), begun(game, seed)) else { return };
    let [mut one, mut two] = [one, two].map(|session| World { session, positions: Vec::new() });
    for line in rest.lines().take(LINES) {
        let mut words = line.split(' ');
        let word = words.next().unwrap_or("");
        let [first, second] =
            [words.next(), words.next()].map(|word| word.and_then(|word| word.parse::<usize>().ok()).unwrap_or(0));
        match word {
            "act" => {
                let waiting: Vec<SeatId> = one.session.waiting().iter().collect();
                let Some(&seat) = waiting.get(first % waiting.len().max(1)) else { return };
                let Some(text) = one.choose(seat, second) else { return };
                let is_secret = seat != spy && one.session.steps().last().is_some_and(|step| step.sealed);
                let other = if is_secret { two.choose(seat, second + 1) } else { two.act(seat, &text) };
                if other.is_none() {
                    return;
                }
            }
            "undo" => {
                let same_length = one.session.steps().len() == two.session.steps().len();
                let (first, second) = (one.undo(first, spy), two.undo(first, spy));
                // Of how many parts a choice has, whoever counts actions learns: that is for the program that keeps the table.
                assert!(!same_length || first == second, "taking back tells: {first:?} and {second:?}");
                if first != second {
                    return;
                }
            }
            _ => {}
        }
        if !looks_the_same(&one.session, &two.session, spy) {
            return;
        }
    }
}

/// Whether a seat cannot tell one game from the other.
fn looks_the_same(one: &Session, two: &Session, seat: SeatId) -> bool {
    let seat = Viewpoint::Seat(seat);
    one.view(seat) == two.view(seat) && one.log(seat) == two.log(seat)
}
