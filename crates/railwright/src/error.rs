//! Whatever can go wrong, for those who do not want to tell it apart.

use crate::Problems;
use railwright_bots::{BotFault, GameError};
use railwright_draw::DrawError;
use railwright_rules::Fault;
use railwright_session::{ActError, SaveError, SessionError, UndoRefused};
use std::fmt;

/// Everything that this crate reports; each function has the narrower type, and `?` makes this of it.
#[non_exhaustive]
pub enum Error {
    /// Files are wrong.
    Problems(Problems),
    /// An action was not done.
    Act(ActError),
    /// The rules broke down.
    Fault(Fault),
    /// A bot did.
    Bot(Box<BotFault>),
    /// A game cannot be begun or resumed.
    Session(Box<SessionError>),
    /// A game cannot be saved.
    Save(SaveError),
    /// Actions cannot be taken back.
    Undo(UndoRefused),
    /// There is no picture.
    Draw(DrawError),
    /// Such players cannot play such a game.
    Players(String),
    /// A game was left because all was to stop, or whoever watched had seen enough.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Error::Problems(problems) => problems.fmt(f),
            Error::Act(error) => error.fmt(f),
            Error::Fault(fault) => write!(f, "the rules broke down: {fault}"),
            Error::Bot(fault) => fault.fmt(f),
            Error::Session(error) => error.fmt(f),
            Error::Save(error) => error.fmt(f),
            Error::Undo(refused) => refused.fmt(f),
            Error::Draw(error) => error.fmt(f),
            Error::Players(wrong) => f.write_str(wrong),
            Error::Stopped => GameError::Stopped.fmt(f),
        }
    }
}

/// As people read it, so that `unwrap` and `main` show it well.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {}

macro_rules! from {
    ($($narrow:ty => $wide:expr),* $(,)?) => {$(
        impl From<$narrow> for Error {
            fn from(error: $narrow) -> Self {
                $wide(error)
            }
        }
    )*};
}

from! {
    Problems => Error::Problems,
    ActError => Error::Act,
    Fault => Error::Fault,
    BotFault => |fault| Error::Bot(Box::new(fault)),
    SessionError => |error| Error::Session(Box::new(error)),
    SaveError => Error::Save,
    UndoRefused => Error::Undo,
    DrawError => Error::Draw,
    GameError => |error| match error {
        GameError::Rules(fault) => Error::Fault(fault),
        GameError::Bot(fault) => Error::Bot(fault),
        GameError::Stopped => Error::Stopped,
    },
}
