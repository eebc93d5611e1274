//! A table somebody plays at: its game, who sits there, who watches, and what is written down before it happens.

use super::position::Viewer;
use super::told::Told;
use super::undo::UndoRequest;
use super::{House, Rooms};
use crate::bots::Question;
use crate::kept::Kept;
use crate::secret;
use crate::store::{StoreError, StoredSeat, StoredTable};
use railwright::core::id::SeatId;
use railwright::draw::Part;
use railwright::script::Rhai;
use railwright::session::save::Entry;
use railwright::session::{ActError, Header, Session, Unwritten, Viewpoint};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long a table waits before it asks again for a bot when all of them think.
const AGAIN: Duration = Duration::from_millis(250);

/// Why a move was not made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActRefused {
    /// Something happened since that whoever moves did not know.
    Stale,
    /// It is not to be done.
    Act(ActError),
    /// It could not be written down.
    Store(String),
}

/// A table.
pub struct LiveTable {
    pub(super) id: String,
    pub(super) kept: Arc<Kept>,
    pub(super) session: Session,
    pub(super) seats: Vec<StoredSeat>,
    pub(super) open: bool,
    /// What each seat was told, then what everybody was.
    pub(super) told: Vec<Told>,
    /// What lies on the board, and since which version.
    pub(super) parts: BTreeMap<String, (String, u64)>,
    /// How often anything changed since the table was opened.
    pub(super) version: u64,
    pub(super) undo: Option<UndoRequest>,
    /// How many pages show the table, for each seat and for those who watch.
    pub(super) pages: Vec<usize>,
    /// What bots did wrong.
    pub(super) trouble: Option<String>,
    pub(super) house: Arc<House>,
    rooms: Rooms,
    changes: watch::Sender<u64>,
    heard: Instant,
    /// The number of entries for which a bot is thinking.
    asked: Option<usize>,
    lost: bool,
}

impl LiveTable {
    /// Opens a table that is kept.
    pub(super) fn open(stored: StoredTable, house: Arc<House>, rooms: Rooms) -> Result<Self, String> {
        let header: Header =
            serde_json::from_str(&stored.header).map_err(|error| format!("its first line is damaged: {error}"))?;
        let kept = house.games.game(&header, &stored.texts)?;
        let session = Session::with_rules(header, kept.rules.clone(), &Rhai).map_err(|error| error.to_string())?;
        let seats = session.header().players;
        let viewpoints = (0..seats).map(|seat| Viewpoint::Seat(SeatId(seat))).chain([Viewpoint::Public]);
        let told: Vec<Told> = viewpoints.map(|viewpoint| Told::new(&session, viewpoint)).collect();
        let mut table = LiveTable {
            id: stored.id,
            kept,
            session,
            seats: stored.seats,
            open: stored.open,
            pages: vec![0; told.len()],
            told,
            parts: BTreeMap::new(),
            version: 0,
            undo: None,
            trouble: None,
            house,
            rooms,
            changes: watch::Sender::new(0),
            heard: Instant::now(),
            asked: None,
            lost: false,
        };
        for line in &stored.entries {
            let entry = Entry::parse(line)?;
            table.follow(&entry).map_err(|error| format!("its game cannot be played again: {error}"))?;
        }
        table.changed();
        Ok(table)
    }

    /// What the game is made from.
    pub fn header(&self) -> &Header {
        self.session.header()
    }

    /// The game.
    pub fn kept(&self) -> &Arc<Kept> {
        &self.kept
    }

    /// Everything so far as a save file has it, once the game is over.
    pub fn save(&self) -> Option<String> {
        self.session.over().map(|_| self.session.save_text())
    }

    /// Whether some page shows it.
    pub(super) fn is_watched(&self) -> bool {
        self.changes.receiver_count() > 0
    }

    pub(super) fn idle(&self) -> Duration {
        self.heard.elapsed()
    }

    pub(super) fn touch(&mut self) {
        self.heard = Instant::now();
    }

    /// Whether what is here can no longer be trusted, and is to be read from the store again.
    pub(super) fn is_lost(&self) -> bool {
        self.lost
    }

    /// Tells of every change: the number is another each time.
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Who shows a secret, or nobody: then whether they may watch.
    pub fn viewer(&self, token: Option<&str>) -> Option<Viewer> {
        let Some(token) = token else { return self.open.then_some(Viewer::Watching) };
        let hash = secret::hashed(token);
        let seat = self.seats.iter().position(|seat| seat.token.as_deref() == Some(&hash))?;
        Some(Viewer::Seat(SeatId::from(seat)))
    }

    /// Takes up an invitation: from now on only the new secret opens the seat.
    pub fn join(&mut self, invite: &str, name: &str) -> Result<(usize, String), StoreError> {
        let hash = secret::hashed(invite);
        let at = self.seats.iter().position(|seat| seat.invite.as_deref() == Some(&hash)).ok_or(StoreError::Stale)?;
        let token = secret::new();
        let name = if name.is_empty() { self.seats[at].name.clone() } else { name.to_owned() };
        let after = StoredSeat { name, token: Some(secret::hashed(&token)), invite: None };
        self.house.store.seat(&self.id, at, &self.seats[at], &after)?;
        self.seats[at] = after;
        self.changed();
        Ok((at, token))
    }

    /// Changes what others call a seat.
    pub fn rename(&mut self, seat: SeatId, name: &str) -> Result<(), StoreError> {
        let after = StoredSeat { name: name.to_owned(), ..self.seats[seat.index()].clone() };
        self.house.store.seat(&self.id, seat.index(), &self.seats[seat.index()], &after)?;
        self.seats[seat.index()] = after;
        self.changed();
        Ok(())
    }

    /// Does what a seat asks for after a revision of what it knows.
    pub fn act(&mut self, seat: SeatId, text: &str, after: usize) -> Result<(), ActRefused> {
        if !self.told[seat.index()].is_current(after) {
            return Err(ActRefused::Stale);
        }
        self.play(seat, text)
    }

    fn play(&mut self, seat: SeatId, text: &str) -> Result<(), ActRefused> {
        let (store, id, number) = (self.house.store.clone(), self.id.clone(), self.session.entries().len() + 1);
        let done = self.session.act_once_written(seat, text, |entry, over| store.append(&id, number, &entry.line(), over));
        match done {
            Ok(_) => {
                self.told.iter_mut().for_each(|told| told.acted(&self.session));
                self.undo = None;
                self.changed();
                Ok(())
            }
            Err(Unwritten::Act(error)) => Err(ActRefused::Act(error)),
            Err(Unwritten::Write(error)) => Err(self.not_written(error)),
        }
    }

    /// Writes down that actions are taken back, and takes them back.
    pub(super) fn go_back(&mut self, actions: usize) -> Result<(), ActRefused> {
        let entry = Entry::Undo(actions);
        let number = self.session.entries().len() + 1;
        self.house.store.append(&self.id, number, &entry.line(), false).map_err(|error| self.not_written(error))?;
        self.follow(&entry).map_err(ActRefused::Act)?;
        self.undo = None;
        self.changed();
        Ok(())
    }

    fn not_written(&mut self, error: StoreError) -> ActRefused {
        match error {
            StoreError::Stale => {
                self.catch_up();
                ActRefused::Stale
            }
            failed @ StoreError::Failed(_) => ActRefused::Store(failed.to_string()),
        }
    }

    /// Takes in what another server has written.
    pub fn catch_up(&mut self) {
        let from = self.session.entries().len() + 1;
        let Ok(lines) = self.house.store.entries(&self.id, from) else { return };
        for line in &lines {
            let followed = Entry::parse(line).map_err(ActError::NotUnderstood).and_then(|entry| self.follow(&entry));
            if followed.is_err() {
                self.lost = true;
                return;
            }
        }
        if !lines.is_empty() {
            self.changed();
        }
    }

    /// Follows what is written down already.
    fn follow(&mut self, entry: &Entry) -> Result<(), ActError> {
        self.session.follow(entry)?;
        match entry {
            Entry::Act { .. } => self.told.iter_mut().for_each(|told| told.acted(&self.session)),
            Entry::Undo(actions) => self.told.iter_mut().for_each(|told| told.went_back(*actions)),
        }
        Ok(())
    }

    /// Something changed: pages are told, and bots that are to choose are asked.
    pub(super) fn changed(&mut self) {
        self.version += 1;
        let now: Vec<Part> = self.kept.board.parts(&self.kept.rules, self.session.state());
        let version = self.version;
        let mut before = std::mem::take(&mut self.parts);
        for Part { name, svg } in now {
            let since = before.remove(&name).filter(|(known, _)| *known == svg).map_or(version, |(_, since)| since);
            self.parts.insert(name, (svg, since));
        }
        // What is gone is told as empty.
        for (name, (svg, since)) in before {
            let since = if svg.is_empty() { since } else { version };
            self.parts.insert(name, (String::new(), since));
        }
        self.changes.send_replace(self.version);
        self.ask_bots();
    }

    /// Lets the next bot think, if one is to choose and none is thinking.
    fn ask_bots(&mut self) {
        let entries = self.session.entries().len();
        let bot = self.session.waiting().iter().find(|seat| !self.session.header().is_human(*seat));
        let Some(seat) = bot.filter(|_| self.session.over().is_none() && self.asked != Some(entries)) else { return };
        self.asked = Some(entries);
        let (rooms, runtime, pause, table) = (self.rooms.clone(), self.house.runtime.clone(), self.house.pause, self.id.clone());
        let question = Question {
            table: self.id.clone(),
            kept: self.kept.clone(),
            header: self.session.header().clone(),
            entries: self.session.entries().to_vec(),
            seat,
            ranked: false,
            answer: Box::new(move |thought| {
                let chosen = thought.map(|best| best.into_iter().next().unwrap_or_default().0);
                rooms.soon(&runtime, table, pause, move |table| table.bot_chose(seat, entries, chosen));
            }),
        };
        if !self.house.bots.ask(question) {
            self.asked = None;
            self.rooms.soon(&self.house.runtime, self.id.clone(), AGAIN, LiveTable::ask_bots);
        }
    }

    fn bot_chose(&mut self, seat: SeatId, entries: usize, chosen: Result<String, String>) {
        if self.session.entries().len() != entries {
            return self.ask_bots();
        }
        let played = chosen.and_then(|text| match self.play(seat, &text) {
            Ok(()) | Err(ActRefused::Stale) => Ok(()),
            Err(ActRefused::Act(error)) => Err(error.to_string()),
            Err(ActRefused::Store(reason)) => {
                // The disk may have room again.
                self.asked = None;
                self.rooms.soon(&self.house.runtime, self.id.clone(), Duration::from_secs(2), LiveTable::ask_bots);
                Err(reason)
            }
        });
        let trouble = played.err();
        if self.trouble != trouble {
            self.trouble = trouble;
            self.version += 1;
            self.changes.send_replace(self.version);
        }
    }

    /// A page begins to show the table, or ends.
    pub fn page(&mut self, viewer: Viewer, comes: bool) {
        let at = self.index(viewer);
        let before = self.pages[at];
        self.pages[at] = if comes { before + 1 } else { before.saturating_sub(1) };
        if (before == 0) != (self.pages[at] == 0) {
            self.version += 1;
            self.changes.send_replace(self.version);
        }
    }

    /// Where what is told to a viewer stands.
    pub(super) fn index(&self, viewer: Viewer) -> usize {
        match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Watching => self.told.len() - 1,
        }
    }
}
