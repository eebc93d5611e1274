//! Who plays: the bots there are, and bots of one's own.

use crate::Error;
use railwright_bots::{BotFault, BotKind, Budget, DecisionRequest, GameStart};
use railwright_core::View;
use railwright_core::id::SeatId;
use railwright_core::snapshot::Snapshot;
use railwright_rules::{Rules, ScoreSheet};
use serde_json::Value;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// How long a program may think about one decision.
pub(crate) const TIME: Duration = railwright_bots::external::TIME;

/// What a bot is asked: what its seat may see, and what it may do.
pub struct Request<'a>(&'a DecisionRequest<'a>);

impl Request<'_> {
    /// What it may do, in notation; never empty.
    pub fn legal(&self) -> &[String] {
        self.0.notation
    }

    /// Where it sits.
    pub fn seat(&self) -> SeatId {
        self.0.view.seat()
    }

    /// What its seat sees, to be asked: quick, by the numbers that [`rules`](Request::rules) gives to things.
    pub fn view(&self) -> View<'_> {
        self.0.view
    }

    /// The same written out by the names of the game's files.
    pub fn snapshot(&self) -> Snapshot {
        self.0.view.snapshot()
    }

    /// What its seat saw since it was last asked.
    pub fn events(&self) -> &[Value] {
        self.0.events
    }

    /// The rules, which everybody knows.
    pub fn rules(&self) -> &Rules {
        self.0.rules
    }

    /// The position among [`legal`](Request::legal) of the first action for which this holds.
    pub fn find(&self, wanted: impl Fn(&str) -> bool) -> Option<usize> {
        self.legal().iter().position(|action| wanted(action))
    }
}

/// A bot of one's own: it is shown what its seat may see and do, and chooses. A bot that thinks ahead with an engine of its own
/// implements the [`Bot`](railwright_bots::Bot) of [`bots`](crate::bots) instead; see [`Player::thinking`].
pub trait Bot {
    /// A game begins.
    fn start(&mut self, _seat: SeatId) {}

    /// Chooses: a position in [`Request::legal`].
    fn choose(&mut self, request: &Request) -> usize;
}

impl<F: FnMut(&Request) -> usize> Bot for F {
    fn choose(&mut self, request: &Request) -> usize {
        self(request)
    }
}

/// Makes bots that think: one for each seat and thread.
type Maker = dyn Fn() -> Box<dyn railwright_bots::Bot> + Send + Sync;

#[derive(Clone)]
enum Kind {
    Known(BotKind),
    Own(Arc<Maker>),
}

/// Somebody who plays without being asked again: one of the bots there are, or one of your own.
///
/// ```
/// use railwright::{Player, load};
///
/// let mut play = load("ticket-to-ride")?.start(1)?;
/// let last = Player::from_fn(|request| request.legal().len() - 1);
/// play.finish([Player::search(20), last])?;
/// # Ok::<(), railwright::Error>(())
/// ```
#[derive(Clone)]
pub struct Player(Kind);

impl Player {
    /// Chooses among the legal actions at random.
    pub fn random() -> Self {
        BotKind::Random.into()
    }

    /// Takes what is worth most one action ahead, by what the game says that bots value.
    pub fn greedy() -> Self {
        BotKind::Greedy.into()
    }

    /// Plays ahead in positions that it imagines, so many times for each decision.
    pub fn search(iterations: u64) -> Self {
        BotKind::Search(Budget::Iterations(iterations)).into()
    }

    /// A bot with habits that the game's file describes.
    pub fn persona(id: &str) -> Self {
        BotKind::Persona(id.to_owned()).into()
    }

    /// A program of somebody else that speaks the protocol, by the command line that starts it.
    pub fn program(command: &str) -> Self {
        BotKind::External(command.to_owned()).into()
    }

    /// A bot by what people call it: `random`, `greedy`, `search:200ms`, `persona:ID`, `cmd:COMMAND`.
    ///
    /// ```
    /// use railwright::Player;
    ///
    /// assert_eq!(Player::named("search:500")?.to_string(), "search:500");
    /// assert!(Player::named("gready").unwrap_err().to_string().contains("did you mean `greedy`?"));
    /// # Ok::<(), railwright::Error>(())
    /// ```
    pub fn named(name: &str) -> Result<Self, Error> {
        BotKind::find(name).map(Into::into).ok_or_else(|| Error::Players(format!("`{name}`: {}", BotKind::unknown(name))))
    }

    /// A bot that remembers nothing: what it chooses is a function of what it is asked.
    pub fn from_fn(choose: impl Fn(&Request) -> usize + Send + Sync + 'static) -> Self {
        let choose = Arc::new(choose);
        Player::own(move || {
            let choose = choose.clone();
            move |request: &Request| choose(request)
        })
    }

    /// A [`Bot`] of your own: `make` is called for each seat it takes, and for each thread of a simulation. What it does must
    /// depend on nothing but the game it plays; then the number of threads changes nothing.
    pub fn own<B: Bot + 'static>(make: impl Fn() -> B + Send + Sync + 'static) -> Self {
        Player::thinking(move || Box::new(BotAdapter(make())))
    }

    /// A bot with an engine of its own and all it wants to hear: see [`bots::Bot`](railwright_bots::Bot).
    pub fn thinking(make: impl Fn() -> Box<dyn railwright_bots::Bot> + Send + Sync + 'static) -> Self {
        Player(Kind::Own(Arc::new(make)))
    }

    /// Makes the bot.
    pub(crate) fn seat(&self, time: Duration) -> Box<dyn railwright_bots::Bot> {
        match &self.0 {
            Kind::Known(kind) => kind.seat(time),
            Kind::Own(make) => make(),
        }
    }

    /// Whether it is one of the bots that begin anew with every decision of a session.
    pub(crate) fn begins_anew(&self) -> bool {
        matches!(&self.0, Kind::Known(kind) if !matches!(kind, BotKind::External(_)))
    }

    /// One of the bots there are, if it is one.
    pub(crate) fn known(&self) -> Option<&BotKind> {
        match &self.0 {
            Kind::Known(kind) => Some(kind),
            Kind::Own(_) => None,
        }
    }

    /// One for each seat, the last of those named taking all further ones.
    pub(crate) fn for_seats(players: impl IntoIterator<Item = Player>, rules: &Rules) -> Result<Vec<Player>, Error> {
        let seats = usize::from(rules.parts.seats);
        let mut players: Vec<Player> = players.into_iter().collect();
        if players.len() > seats {
            return Err(Error::Players(format!("{} bots for {seats} players", players.len())));
        }
        if let Some(wrong) = players.iter().filter_map(Player::known).find_map(|kind| kind.wrong(rules)) {
            return Err(Error::Players(wrong));
        }
        let last = players.last().cloned().unwrap_or_else(Player::random);
        players.resize(seats, last);
        Ok(players)
    }
}

impl From<BotKind> for Player {
    fn from(kind: BotKind) -> Self {
        Player(Kind::Known(kind))
    }
}

/// What people call it.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.0 {
            Kind::Known(kind) => kind.fmt(f),
            Kind::Own(_) => f.write_str("own"),
        }
    }
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Player({self})")
    }
}

/// A bot of one's own as the rest of the program knows bots.
struct BotAdapter<B>(B);

impl<B: Bot> railwright_bots::Bot for BotAdapter<B> {
    fn start(&mut self, opening: &GameStart) -> Result<(), BotFault> {
        self.0.start(opening.seat);
        Ok(())
    }

    fn choose(&mut self, asked: &DecisionRequest) -> Result<usize, BotFault> {
        let choice = self.0.choose(&Request(asked));
        if choice < asked.legal.len() {
            return Ok(choice);
        }
        let fault = format!("chose number {choice} of {} actions, counted from 0", asked.legal.len());
        let seat = asked.view.seat().0 + 1;
        Err(BotFault {
            seat,
            command: "own".into(),
            outline: "chose something that it may not choose",
            fault,
            asked: "".into(),
            answered: None,
            complaint: "".into(),
        })
    }

    fn end(&mut self, _: &ScoreSheet, _: u8) {}

    fn reads(&self) -> bool {
        true
    }
}
