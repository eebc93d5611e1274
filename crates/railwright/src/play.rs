//! A game under way.

use crate::bot::{Player, TIME};
use crate::{Error, Game, Score};
use railwright_core::id::SeatId;
use railwright_core::snapshot::Snapshot;
use railwright_draw::svg_with_sheet;
use railwright_rules::{Fault, Rules};
use railwright_script::Rhai;
use railwright_session::{ActError, ActOutcome, HUMAN, Header, Players, Policy, SaveError, Session, SessionError};
use railwright_session::{UndoRefused, Viewpoint, Warning};
use serde_json::Value;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// Something that a seat may do now: it prints as the notation that saves, logs and people use.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move(String);

impl AsRef<str> for Move {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A game under way and everything that was done in it; begun by [`Game::start`].
///
/// ```
/// use railwright::Seat;
///
/// let mut play = railwright::load("ticket-to-ride")?.start(1)?;
/// let first = play.legal()?[0].clone();
/// play.apply(&first)?;                            // a move that was listed,
/// play.apply("keep")?;                            // or its notation
///
/// let refused = play.apply("claim miami-new-orleans with 6 red").unwrap_err();
/// assert!(refused.to_string().contains("games/ticket-to-ride.toml:"));
///
/// let seen = play.view(Seat(0));                  // what one seat may see, and nothing else
/// assert_eq!(seen.zones["hand"][0].size, Some(4));
/// assert!(seen.zones["hand"][1].cards.is_none());
/// # Ok::<(), railwright::Error>(())
/// ```
pub struct Play {
    session: Session,
}

impl Play {
    pub(crate) fn start(game: &Game, seed: u64) -> Result<Self, SessionError> {
        let mut header = Header::new(game.given().game.clone(), vec![HUMAN.to_owned(); game.players()], seed);
        header.options.clone_from(&game.given().setting.options);
        Ok(Play { session: Session::with_rules(header, game.rules().clone(), &Rhai)? })
    }

    /// Goes on with a saved game; what is done is appended to the same file. The warnings say what whoever resumes it should
    /// know. Its game is a bundled one or a file in the save's folder: nothing else is opened on its word.
    pub fn resume(path: impl AsRef<Path>) -> Result<(Self, Vec<Warning>), SessionError> {
        let (session, warnings) = Session::resume(path.as_ref(), None, &Rhai)?;
        Ok((Play { session }, warnings))
    }

    /// The same for a saved game whose game file is elsewhere: whoever resumes it says where.
    pub fn resume_with(path: impl AsRef<Path>, game: &str) -> Result<(Self, Vec<Warning>), SessionError> {
        let (session, warnings) = Session::resume(path.as_ref(), Some(game), &Rhai)?;
        Ok((Play { session }, warnings))
    }

    /// Saves everything so far in a file, and from now on everything as it is done. A file with a game in it is not overwritten.
    ///
    /// ```
    /// let path = std::env::temp_dir().join(format!("railwright-doc-{}.railwright", std::process::id()));
    /// let mut play = railwright::load("ticket-to-ride")?.start(1)?;
    /// play.save_to(&path)?;
    /// play.apply("keep")?;
    /// drop(play);
    /// let (play, _) = railwright::Play::resume(&path)?;
    /// assert_eq!(play.moves().len(), 1);
    /// # drop(play);
    /// # std::fs::remove_file(path).unwrap();
    /// # Ok::<(), railwright::Error>(())
    /// ```
    pub fn save_to(&mut self, path: impl AsRef<Path>) -> Result<(), SaveError> {
        self.session.save_to(path.as_ref(), false)
    }

    /// The seat that must choose: of several that choose together the first, and nobody when the game is over.
    pub fn to_move(&self) -> Option<SeatId> {
        self.session.waiting().iter().next()
    }

    /// All seats that have a decision to make: where seats choose together, they may do so in any order.
    pub fn waiting(&self) -> Vec<SeatId> {
        self.session.waiting().iter().collect()
    }

    /// What the seat to move may do, in a fixed order.
    pub fn legal(&mut self) -> Result<Vec<Move>, Fault> {
        self.to_move().map_or(Ok(Vec::new()), |seat| self.legal_for(seat))
    }

    /// What a seat may do; nothing when it is not asked.
    pub fn legal_for(&mut self, seat: SeatId) -> Result<Vec<Move>, Fault> {
        Ok(self.session.legal(seat)?.into_iter().map(|(_, text)| Move(text)).collect())
    }

    /// Does something for the seat to move: a [`Move`] that was listed, or any text in notation. What is refused is explained:
    /// which rule, where it is written, which values; and changes nothing.
    pub fn apply(&mut self, action: impl AsRef<str>) -> Result<ActOutcome, ActError> {
        self.apply_for(self.to_move().unwrap_or_default(), action)
    }

    /// The same for a seat of several that choose together.
    pub fn apply_for(&mut self, seat: SeatId, action: impl AsRef<str>) -> Result<ActOutcome, ActError> {
        self.session.act(seat, action.as_ref())
    }

    /// What was done so far, each with its seat.
    pub fn moves(&self) -> Vec<(SeatId, Move)> {
        self.session.steps().iter().map(|step| (step.seat, Move(step.text.clone()))).collect()
    }

    /// Takes so many actions back.
    pub fn undo(&mut self, actions: usize) -> Result<(), UndoRefused> {
        self.session.undo(actions, Policy::Agreed)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.session.over().is_some()
    }

    /// How it ended, in the words of the game.
    pub fn ending(&self) -> Option<&str> {
        self.session.over()
    }

    /// What a seat may see, by the names of the game's files.
    pub fn view(&self, seat: SeatId) -> Snapshot {
        self.session.view(Viewpoint::Seat(seat))
    }

    /// The score sheet as it stands. It knows every secret: before the end it is for nobody at the table.
    pub fn score(&mut self) -> Result<Score, Fault> {
        let sheet = self.session.score()?;
        Ok(Score::new(self.session.rules(), &sheet))
    }

    /// What was seen so far, in sentences: by one seat, by everybody, or by one who may know all.
    ///
    /// ```
    /// use railwright::Viewpoint;
    ///
    /// let mut play = railwright::load("ticket-to-ride")?.start(1)?;
    /// play.apply("keep")?;
    /// assert_eq!(play.log(Viewpoint::Public).last().unwrap(), "seat 1 chooses in secret");
    /// # Ok::<(), railwright::Error>(())
    /// ```
    pub fn log(&self, viewpoint: Viewpoint) -> Vec<String> {
        self.session.log(viewpoint)
    }

    /// What was seen of the last action, or of set-up before there is one, as data.
    pub fn events(&self, viewpoint: Viewpoint) -> Vec<Value> {
        self.session.seen(self.session.steps().len(), viewpoint)
    }

    /// What a bot would do now, in notation; it is for the caller to [apply](Play::apply) it.
    ///
    /// ```
    /// use railwright::Player;
    ///
    /// let mut play = railwright::load("ticket-to-ride")?.start(1)?;
    /// let choice = play.ask(&Player::greedy())?;
    /// play.apply(choice)?;
    /// # Ok::<(), railwright::Error>(())
    /// ```
    pub fn ask(&mut self, player: &Player) -> Result<Move, Error> {
        let seat = self.to_move().unwrap_or_default();
        let mut players = self.seated([player.clone()])?;
        Ok(Move(players.choose(&mut self.session, seat)?))
    }

    /// Lets bots play to the end: one for each seat, or fewer, the last of which takes all further seats.
    ///
    /// ```
    /// use railwright::Player;
    ///
    /// let mut play = railwright::load("spike")?.start(3)?;
    /// play.finish([Player::greedy(), Player::random()])?;
    /// assert!(play.is_over() && play.score()?.winners().count() > 0);
    /// # Ok::<(), railwright::Error>(())
    /// ```
    pub fn finish(&mut self, players: impl IntoIterator<Item = Player>) -> Result<(), Error> {
        let mut players = self.seated(players)?;
        while let Some(seat) = self.to_move() {
            let choice = players.choose(&mut self.session, seat)?;
            self.session.act(seat, &choice)?;
        }
        players.end(&mut self.session);
        Ok(())
    }

    fn seated(&self, players: impl IntoIterator<Item = Player>) -> Result<Players, Error> {
        let rules: &Arc<Rules> = self.session.rules();
        let seats = Player::for_seats(players, rules)?;
        Ok(Players::of(seats.iter().map(|player| Some((player.seat(TIME), player.begins_anew()))).collect()))
    }

    /// The board with what everybody can see of the position, as SVG; with the score sheet when the game is over.
    pub fn svg(&mut self) -> Result<String, Fault> {
        let sheet = self.session.score()?;
        Ok(svg_with_sheet(self.session.rules(), self.session.state(), &sheet))
    }

    /// The session, for those who need more than this crate offers: see [`session`](crate::session).
    pub fn session(&mut self) -> &mut Session {
        &mut self.session
    }
}

impl fmt::Debug for Play {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.session.fmt(f)
    }
}

impl From<Session> for Play {
    fn from(session: Session) -> Self {
        Play { session }
    }
}
