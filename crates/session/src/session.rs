//! A game under way and everything that was done in it.

use crate::error::{ActError, Diverged, SaveError, SessionError, Unwritten, Warning};
use crate::header::Header;
use crate::save::{Disk, Entry, Locked, Save};
use railwright_bots::BotKind;
use railwright_core::id::{SeatId, SeatSet};
use railwright_core::{Action, Event, Events, State};
use railwright_rules::library::{looks_like_path, named_by_file};
use railwright_rules::script::Scripting;
use railwright_rules::{Engine, Fault, Rules, ScoreSheet, Setting, load};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// An action that was done, and what came of it.
#[derive(Clone, Debug)]
pub struct Step {
    /// Who acted.
    pub seat: SeatId,
    /// What was done, in notation.
    pub text: String,
    /// Whether only that seat knows what it chose.
    pub sealed: bool,
    /// Whether it is part of a choice that goes on: others are told of a secret one when it is complete, not how it was made.
    pub more: bool,
    /// Among how many actions it was chosen.
    pub choices: usize,
    /// Everything that happened, secrets included.
    pub events: Vec<Event>,
    pub(crate) before: State,
}

/// What came of acting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActOutcome {
    /// The action in its proper notation.
    pub text: String,
    /// Its number among the steps, counted from one.
    pub step: usize,
    /// Why it is not in the save file, if it should be and is not. The game goes on all the same.
    pub unsaved: Option<String>,
}

/// A game under way.
pub struct Session {
    header: Header,
    engine: Engine,
    state: State,
    opening: Vec<Event>,
    steps: Vec<Step>,
    /// Everything that a save file of this game has after its header.
    entries: Vec<Entry>,
    disk: Option<Disk>,
}

impl Session {
    /// Loads a game and begins it. The rules' number, the version and the number of players are filled in.
    pub fn start(header: Header, scripting: &dyn Scripting) -> Result<Self, SessionError> {
        let rules = loaded(&header.game, &header, scripting)?;
        Self::with_rules(header, rules, scripting)
    }

    /// Begins a game whose rules are loaded already.
    pub fn with_rules(mut header: Header, rules: Arc<Rules>, scripting: &dyn Scripting) -> Result<Self, SessionError> {
        header.rules = rules.resolved;
        header.players = rules.parts.seats;
        let bots = header.seats.iter().filter_map(|name| BotKind::find(name));
        match header.wrong().or_else(|| bots.into_iter().find_map(|bot| bot.wrong(&rules))) {
            Some(wrong) => Err(SessionError::Header(wrong)),
            None => Self::begin(header, rules, scripting),
        }
    }

    fn begin(header: Header, rules: Arc<Rules>, scripting: &dyn Scripting) -> Result<Self, SessionError> {
        let mut engine = Engine::new(rules, scripting);
        let mut events = Events::all();
        let first = header.first.map(|seat| SeatId(seat - 1));
        let state = engine.start(header.seed, first, &mut events).map_err(SessionError::Fault)?;
        Ok(Session { header, engine, state, opening: events.log, steps: Vec::new(), entries: Vec::new(), disk: None })
    }

    /// Goes on with a saved game; what is done is appended to the same file, which nobody else may be writing.
    ///
    /// A game whose actions are no longer possible is an error that holds the game up to there: nothing goes on silently.
    ///
    /// Its game is a bundled one or a file in the save's folder, unless somebody names another: a save that was sent by others opens
    /// nothing else.
    pub fn resume(path: &Path, game: Option<&str>, scripting: &dyn Scripting) -> Result<(Self, Vec<Warning>), SessionError> {
        // The lock first: what is read then stays the end of the file.
        let locked = Locked::open(path)?;
        let save = Save::read(path)?;
        let (mut session, mut warnings) = Self::play_back(&save, path, game, None, scripting)?;
        match locked.and_then(|locked| Disk::reopen(path, locked, &save)) {
            Ok(disk) => session.disk = Some(disk),
            Err(error) => warnings.push(Warning::NotSaved(error.to_string())),
        }
        Ok((session, warnings))
    }

    /// Plays a save again without touching its file, as far as asked for; its game is found as by [`Session::resume`].
    pub fn play_back(
        save: &Save,
        path: &Path,
        game: Option<&str>,
        upto: Option<usize>,
        scripting: &dyn Scripting,
    ) -> Result<(Self, Vec<Warning>), SessionError> {
        let near = || game_near(&save.header.game, path).ok_or_else(|| SessionError::Elsewhere(save.header.game.clone()));
        let game = game.map_or_else(near, |named| Ok(named.to_owned()))?;
        let rules = loaded(&game, &save.header, scripting)?;
        let mut warnings: Vec<Warning> = save.cut_off.iter().cloned().collect();
        let rules_changed = rules.resolved != save.header.rules;
        let mut session = Self::begin(save.header.clone(), rules, scripting)?;
        let count = upto.unwrap_or(usize::MAX).min(save.played.len());
        for (i, played) in save.played[..count].iter().enumerate() {
            let seat = SeatId(played.seat - 1);
            if let Err(error) = session.take(seat, &played.text) {
                session.entries = save.played[..i].iter().map(|p| Entry::Act { seat: p.seat, text: p.text.clone() }).collect();
                let (text, reason) = (played.text.clone(), error.to_string());
                let diverged = Diverged { number: i + 1, line: played.line, seat, text, reason, rules_changed, session };
                return Err(SessionError::Diverged(Box::new(diverged)));
            }
        }
        session.entries = save.entries.clone();
        if rules_changed {
            warnings.push(Warning::RulesChanged);
        }
        Ok((session, warnings))
    }

    /// Saves everything so far in a file, and from now on everything as it is done. A file with a game in it is only
    /// overwritten when that is wanted. When it fails, the game is saved where it was before, if anywhere.
    pub fn save_to(&mut self, path: &Path, overwrite: bool) -> Result<(), SaveError> {
        self.disk = Some(Disk::create(path, &self.save_text(), overwrite, self.saved_in())?);
        Ok(())
    }

    /// Follows what was written down elsewhere: it was played by these rules, or the game is as it was and the reason is given.
    pub fn follow(&mut self, entry: &Entry) -> Result<(), ActError> {
        match entry {
            Entry::Act { seat, text } => self.take(SeatId(seat.saturating_sub(1)), text)?,
            Entry::Undo(actions) if *actions > self.steps.len() => {
                let reason = format!("{actions} of {} actions cannot be taken back", self.steps.len());
                return Err(ActError::NotUnderstood(reason));
            }
            Entry::Undo(actions) => self.go_back(*actions),
        }
        self.entries.push(entry.clone());
        Ok(())
    }

    /// Everything that was done, also what was taken back later.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Everything so far as a save file has it: it holds every secret of the game.
    pub fn save_text(&self) -> String {
        let mut lines = serde_json::to_string(&self.header).expect("a header is plain data") + "\n";
        for entry in &self.entries {
            lines += &(entry.line() + "\n");
        }
        lines
    }

    /// The file the game is saved in.
    pub fn saved_in(&self) -> Option<&Path> {
        self.disk.as_ref().map(Disk::path)
    }

    /// Why the last actions are not in the file. It is tried again with every action.
    pub fn trouble(&self) -> Option<&str> {
        self.disk.as_ref().and_then(Disk::trouble)
    }

    /// What the game was made from.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The rules played by.
    pub fn rules(&self) -> &Arc<Rules> {
        self.engine.rules()
    }

    /// The position, secrets included.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The position after so many steps, secrets included; the last one for any larger number.
    pub fn state_after(&self, steps: usize) -> &State {
        self.steps.get(steps).map_or(&self.state, |next| &next.before)
    }

    /// The engine that plays it.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// Another engine by the same rules, for somebody who thinks ahead.
    pub(crate) fn engine_again(&self) -> Engine {
        self.engine.another()
    }

    /// Both at once, to ask the engine about the position.
    pub fn engine_and_state(&mut self) -> (&mut Engine, &State) {
        (&mut self.engine, &self.state)
    }

    /// What set-up did.
    pub fn opening(&self) -> &[Event] {
        &self.opening
    }

    /// What was done and not taken back.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The seats that have a decision to make.
    pub fn waiting(&self) -> SeatSet {
        self.state.clock().waiting
    }

    /// How the game ended, if it has.
    pub fn over(&self) -> Option<&str> {
        self.state.clock().over.map(|ending| self.engine.rules().flow.endings[usize::from(ending)].as_str())
    }

    /// What a seat may do now, with its notation.
    pub fn legal(&mut self, seat: SeatId) -> Result<Vec<(Action, String)>, Fault> {
        let legal = self.engine.legal(&self.state, seat)?.to_vec();
        let printed = self.engine.print_all(&self.state, seat, &legal);
        Ok(legal.into_iter().zip(printed).collect())
    }

    /// Does what a text says. When this returns, the action is in the save file, or [`ActOutcome::unsaved`] says why not.
    pub fn act(&mut self, seat: SeatId, text: &str) -> Result<ActOutcome, ActError> {
        let step = self.try_step(seat, text)?;
        let entry = Entry::Act { seat: seat.0 + 1, text: step.1.text.clone() };
        // The file first: nobody sees the new state before it is where it cannot be lost.
        self.record(entry);
        let text = step.1.text.clone();
        self.commit(step);
        Ok(ActOutcome { text, step: self.steps.len(), unsaved: self.trouble().map(str::to_owned) })
    }

    /// Does what a text says once somebody has written it down elsewhere, who is told whether it ends the game: where `write` fails, the game
    /// is as it was.
    pub fn act_once_written<E>(
        &mut self,
        seat: SeatId,
        text: &str,
        write: impl FnOnce(&Entry, bool) -> Result<(), E>,
    ) -> Result<ActOutcome, Unwritten<E>> {
        let step = self.try_step(seat, text).map_err(Unwritten::Act)?;
        let text = step.1.text.clone();
        let entry = Entry::Act { seat: seat.0 + 1, text: text.clone() };
        write(&entry, step.0.clock().over.is_some()).map_err(Unwritten::Write)?;
        self.record(entry);
        self.commit(step);
        Ok(ActOutcome { text, step: self.steps.len(), unsaved: None })
    }

    /// Whether a text is legal for a seat now, or why not and where that is written.
    pub fn explain(&mut self, seat: SeatId, text: &str) -> String {
        match self.engine.parse(&self.state, seat, text) {
            Err(reason) => reason,
            Ok(action) => match self.engine.check(&self.state, seat, action) {
                Ok(_) => format!("`{}` is legal", self.engine.print(&self.state, seat, action)),
                Err(refusal) => refusal.to_string(),
            },
        }
    }

    /// The score sheet as it stands. It knows every secret: before the end it is for nobody at the table.
    pub fn score(&mut self) -> Result<ScoreSheet, Fault> {
        let mut sheet = ScoreSheet::default();
        self.engine.score(&self.state, &mut sheet)?;
        Ok(sheet)
    }

    /// Takes an action that is recorded already.
    fn take(&mut self, seat: SeatId, text: &str) -> Result<(), ActError> {
        let step = self.try_step(seat, text)?;
        self.commit(step);
        Ok(())
    }

    fn try_step(&mut self, seat: SeatId, text: &str) -> Result<(State, Step), ActError> {
        if seat.0 >= self.header.players {
            return Err(ActError::NotUnderstood(format!("there is no seat {}", u16::from(seat.0) + 1)));
        }
        let action = self.engine.parse(&self.state, seat, text).map_err(ActError::NotUnderstood)?;
        let checked = self.engine.check(&self.state, seat, action).map_err(|refusal| ActError::Refused(Box::new(refusal)))?;
        let choices = self.engine.legal(&self.state, seat).map_err(ActError::Fault)?.len();
        let text = self.engine.print(&self.state, seat, action);
        let (mut next, mut events) = (self.state.clone(), Events::all());
        self.engine.step(&mut next, checked, &mut events).map_err(ActError::Fault)?;
        let sealed = events.log.iter().any(|event| matches!(event, Event::Acted { sealed: true, .. }));
        let more = next.clock().progress[seat.index()].action.is_some();
        Ok((next, Step { seat, text, sealed, more, choices, events: events.log, before: self.state.clone() }))
    }

    fn commit(&mut self, (next, step): (State, Step)) {
        self.state = next;
        self.steps.push(step);
    }

    pub(crate) fn record(&mut self, entry: Entry) {
        if let Some(disk) = &mut self.disk {
            disk.append(&entry.line());
        }
        self.entries.push(entry);
    }

    /// Goes back to before the last of so many steps.
    pub(crate) fn go_back(&mut self, steps: usize) {
        let at = self.steps.len() - steps;
        if let Some(first) = self.steps.drain(at..).next() {
            self.state = first.before;
        }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Session").field("header", &self.header).field("steps", &self.steps.len()).finish_non_exhaustive()
    }
}

fn loaded(game: &str, header: &Header, scripting: &dyn Scripting) -> Result<Arc<Rules>, SessionError> {
    let loaded = load(game, &Setting { players: header.players, options: header.options.clone() }, scripting);
    loaded.rules.map(Arc::new).ok_or_else(|| SessionError::Game(loaded.report.render(&loaded.files, false)))
}

/// The game that a save names, as it is loaded: a bundled one, a file in the save's folder, or one of the same name beside the save, for both
/// may have been moved together.
fn game_near(game: &str, save: &Path) -> Option<String> {
    if !looks_like_path(game) {
        return Some(game.to_owned());
    }
    let within = save.parent().unwrap_or(Path::new(""));
    let name = Path::new(game).file_name().and_then(|name| name.to_str())?;
    let named = [game, name].into_iter().filter_map(|game| named_by_file(game, save, within));
    named.into_iter().find(|path| path.is_file()).map(|path| path.display().to_string())
}
