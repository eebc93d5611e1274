//! The game that the protocol is about: what each method does with it.

use super::ProtocolError;
use super::request::Request;
use crate::{BotFault, Header, Players, Policy, Session, Viewpoint, Warning, chance};
use railwright_bots::simulate::MOST_ACTIONS;
use railwright_core::id::SeatId;
use railwright_narration::describe;
use railwright_rules::Rules;
use railwright_rules::script::Scripting;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What a game begins with unless the request says otherwise.
pub struct Setup {
    /// The game and who plays; its seed is that of a game that is resumed, and none otherwise.
    pub header: Header,
    /// The seed of every game whose `start` names none; without one each game has its own.
    pub seed: Option<u64>,
    /// The rules of that game.
    pub rules: Arc<Rules>,
    /// The file the first game is saved in.
    pub save: Option<PathBuf>,
    /// The game the first `start` goes on with, and what is to be said about it.
    pub resumed: Option<(Session, Vec<Warning>)>,
    /// What whoever speaks the protocol may do beyond playing.
    pub consent: Consent,
    /// Tells whoever started the table in full what a bot did wrong; those who play are told what they may know.
    pub report: fn(&BotFault),
    /// How long a program at a seat may think about one decision.
    pub bot_time: Duration,
}

/// What requests may do on this machine: both are for whoever started the table to say, not for whoever speaks to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Consent {
    /// Whether a `start` may seat programs that the table was not started with.
    pub run_programs: bool,
    /// Whether a `save` may replace files, and write to devices.
    pub overwrite: bool,
}

impl Consent {
    /// Whether a game may be saved in a file that a request names.
    fn to_save(self, file: &Path, overwrite: bool) -> Result<(), ProtocolError> {
        let is_new = |file: &Path| std::fs::symlink_metadata(file).is_err();
        if self.overwrite || (is_new(file) && !overwrite) {
            return Ok(());
        }
        if overwrite {
            return Err(ProtocolError::not_allowed("files are not replaced at this table", "--overwrite"));
        }
        // Whether it could be written to is not for the asker to find out.
        Err(ProtocolError::new("not-saved", format!("{}: exists already and is left as it is", file.display()))
            .with("help", "save under another name"))
    }
}

struct Game {
    session: Session,
    players: Players,
    report: fn(&BotFault),
}

/// A table at which one game after the other can be played.
pub struct Table<'a> {
    setup: Setup,
    scripting: &'a dyn Scripting,
    game: Option<Game>,
}

impl<'a> Table<'a> {
    /// A table with nothing on it yet.
    pub fn new(setup: Setup, scripting: &'a dyn Scripting) -> Self {
        Table { setup, scripting, game: None }
    }

    /// Does what is asked.
    pub fn answer(&mut self, request: &Request) -> Result<Value, ProtocolError> {
        if request.method == "start" {
            return self.start(request);
        }
        let Some(game) = &mut self.game else { return Err(ProtocolError::new("not-started", "begin with `start`")) };
        let seats = game.session.header().players;
        match request.method.as_str() {
            "view" => {
                let viewpoint = request.seat(seats)?.map_or(Viewpoint::Public, Viewpoint::Seat);
                Ok(json!({ "view": game.session.view(viewpoint) }))
            }
            "legal" => {
                let legal = game.session.legal(request.some_seat(seats)?)?;
                Ok(json!({ "legal": legal.into_iter().map(|(_, text)| text).collect::<Vec<_>>() }))
            }
            "act" => game.act(request.some_seat(seats)?, request.some_text("do")?),
            "explain" => game.explain(request.some_seat(seats)?, request.some_text("do")?),
            "undo" => game.undo(request),
            "events" => game.events(request),
            "score" => game.score(),
            "save" => {
                let (file, overwrite) = (Path::new(request.some_text("file")?), request.flag("overwrite")?);
                self.setup.consent.to_save(file, overwrite)?;
                game.session.save_to(file, overwrite)?;
                Ok(game.standing(Vec::new()))
            }
            other => Err(ProtocolError::new("unknown-method", format!("there is no method `{other}`"))),
        }
    }

    fn start(&mut self, request: &Request) -> Result<Value, ProtocolError> {
        let mut warnings = Vec::new();
        // A seed is told to whoever named it, and to nobody else before the game is over.
        let (session, said) = match self.setup.resumed.take() {
            Some((session, known)) => {
                warnings.extend(known.iter().map(Warning::to_string));
                (session, None)
            }
            None => (self.begin(request, &mut warnings)?, request.number("seed")?),
        };
        let players = Players::new(&session, self.setup.bot_time);
        let game = self.game.insert(Game { session, players, report: self.setup.report });
        let played = game.session.steps().len();
        game.let_bots_play(&mut warnings);
        let header = game.session.header();
        let about = json!({
            "protocol": 1,
            "game": describe(game.session.rules()),
            "seats": header.seats,
            "seed": said,
            "resumed": played,
        });
        Ok(joined(about, game.standing(warnings)))
    }

    fn begin(&mut self, request: &Request, warnings: &mut Vec<String>) -> Result<Session, ProtocolError> {
        let Setup { header, rules, .. } = &self.setup;
        let mut header = header.clone();
        header.seed = request.number("seed")?.or(self.setup.seed).unwrap_or_else(chance::of_the_system);
        let narrow = |key: &str| Ok::<_, ProtocolError>(request.number(key)?.map(|n| u8::try_from(n).unwrap_or(u8::MAX)));
        header.first = narrow("first")?.or(header.first);
        header.options = request.texts("options")?.unwrap_or(header.options);
        let seats = request.texts("seats")?;
        let players =
            narrow("players")?.or(seats.as_ref().map(|s| u8::try_from(s.len()).unwrap_or(u8::MAX))).unwrap_or(header.players);
        if let Some(seats) = seats {
            let is_new = |seat: &&String| seat.starts_with(railwright_bots::COMMAND) && !header.seats.contains(*seat);
            if !self.setup.consent.run_programs && seats.iter().any(|seat| is_new(&seat)) {
                return Err(ProtocolError::not_allowed(
                    "programs are not started for whoever asks at this table",
                    "--run-programs",
                ));
            }
            header.seats = seats;
        } else {
            // Whoever sits last sits at all further seats.
            let last = header.seats.last().cloned().unwrap_or_default();
            header.seats.resize(players.into(), last);
        }
        let same = players == header.players && header.options == self.setup.header.options;
        header.players = players;
        let file = request.text("save")?.map(PathBuf::from);
        file.as_ref().map_or(Ok(()), |file| self.setup.consent.to_save(file, false))?;
        let mut session = match same {
            true => Session::with_rules(header, rules.clone(), self.scripting)?,
            false => Session::start(header, self.scripting)?,
        };
        if let Some(file) = file.or_else(|| self.setup.save.take()) {
            // The game can be played all the same, and saved elsewhere.
            if let Err(error) = session.save_to(&file, false) {
                warnings.push(error.to_string());
            }
        }
        Ok(session)
    }
}

impl Game {
    /// Bots play until somebody else must choose, the game is over or one of them misbehaves.
    fn let_bots_play(&mut self, warnings: &mut Vec<String>) {
        for _ in 0..MOST_ACTIONS {
            let Some(seat) = self.session.waiting().iter().find(|&seat| self.players.has(seat)) else { break };
            let done = match self.players.choose(&mut self.session, seat) {
                Ok(text) => self.session.act(seat, &text).map_err(|error| error.to_string()),
                Err(misbehaviour) => {
                    (self.report)(&misbehaviour);
                    Err(self.session.misbehaved(&misbehaviour))
                }
            };
            if let Err(reason) = done {
                warnings.push(reason);
                break;
            }
        }
        if self.session.over().is_some() {
            self.players.end(&mut self.session);
        }
    }

    /// Where the game stands, which every change answers with.
    fn standing(&self, mut warnings: Vec<String>) -> Value {
        warnings.extend(self.session.trouble().map(str::to_owned));
        let waiting: Vec<u8> = self.session.waiting().iter().map(|seat| seat.0 + 1).collect();
        let mut standing = json!({
            "steps": self.session.steps().len(),
            "waiting": waiting,
            "over": self.session.over(),
            "saved": self.session.saved_in().is_some() && self.session.trouble().is_none(),
            "warnings": warnings,
        });
        // Whoever knows the seed knows every card: it is told once there is nothing left to know.
        if self.session.over().is_some() {
            standing["seed"] = self.session.header().seed.into();
        }
        standing
    }

    fn act(&mut self, seat: SeatId, text: &str) -> Result<Value, ProtocolError> {
        let done = self.session.act(seat, text)?;
        let mut warnings = Vec::new();
        self.let_bots_play(&mut warnings);
        Ok(joined(json!({ "did": done.text, "step": done.step }), self.standing(warnings)))
    }

    fn explain(&mut self, seat: SeatId, text: &str) -> Result<Value, ProtocolError> {
        let (engine, state) = self.session.engine_and_state();
        let legal = engine.parse(state, seat, text).is_ok_and(|action| engine.check(state, seat, action).is_ok());
        Ok(json!({ "legal": legal, "text": self.session.explain(seat, text) }))
    }

    fn undo(&mut self, request: &Request) -> Result<Value, ProtocolError> {
        let seat = request.seat(self.session.header().players)?;
        let policy = match (request.flag("agreed")?, seat) {
            (true, _) => Policy::Agreed,
            (false, Some(seat)) => Policy::Fair(seat),
            (false, None) => {
                return Err(ProtocolError::new("bad-request", "`undo` needs the `seat` that takes back, or `agreed`"));
            }
        };
        let actions = match request.number("actions")? {
            Some(actions) => usize::try_from(actions).unwrap_or(usize::MAX),
            None => seat.map_or(Some(1), |seat| self.session.since_choice(seat)).unwrap_or(usize::MAX),
        };
        if actions == usize::MAX {
            return Err(ProtocolError::new("not-undone", "that seat has not done anything yet").with("possible", 0));
        }
        self.session.undo(actions, policy)?;
        self.players.taken_back(&self.session);
        Ok(joined(json!({ "taken_back": actions }), self.standing(Vec::new())))
    }

    fn events(&mut self, request: &Request) -> Result<Value, ProtocolError> {
        let viewpoint = request.seat(self.session.header().players)?.map_or(Viewpoint::Public, Viewpoint::Seat);
        let last = self.session.steps().len();
        let since = request.number("since")?.map_or(0, |n| usize::try_from(n).unwrap_or(usize::MAX));
        let step =
            |i: usize| json!({ "step": i, "text": self.session.told(i, viewpoint), "events": self.session.seen(i, viewpoint) });
        Ok(json!({ "steps": (since.min(last + 1)..=last).map(step).collect::<Vec<_>>() }))
    }

    fn score(&mut self) -> Result<Value, ProtocolError> {
        if self.session.over().is_none() {
            return Err(ProtocolError::new("not-over", "the score sheet knows every secret; it is shown when the game is over"));
        }
        Ok(crate::sheet::to_json(&self.session.rules().clone(), &self.session.score()?))
    }
}

/// The fields of both objects.
fn joined(mut first: Value, second: Value) -> Value {
    if let (Value::Object(all), Value::Object(more)) = (&mut first, second) {
        all.extend(more);
    }
    first
}
