//! Before anybody sits down: the games, a new table, the tables somebody has, a game that was saved elsewhere.

use super::Server;
use super::error::ApiError;
use crate::kept::{Kept, texts};
use crate::room::{LiveTable, Viewer};
use crate::secret;
use crate::store::{StoredSeat, StoredTable, now};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use railwright::bots::{BotKind, Budget};
use railwright::session::save::{Entry, Save};
use railwright::session::{HUMAN, Header, Session, chance};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// The longest a search may think about one decision, whoever asks for it.
const LONGEST: Duration = Duration::from_secs(5);
const MOST_ITERATIONS: u64 = 20_000;
/// So many tables somebody can ask after at once.
const MINE: usize = 40;
/// So many tables are listed for those who like to watch.
const LISTED: usize = 20;

/// The games that tables can be made of.
pub async fn games(State(server): State<Arc<Server>>) -> Result<Json<Value>, ApiError> {
    in_background(move || Ok(Json(server.catalogue.to_json()))).await
}

/// The picture of a game's board.
pub async fn picture(State(server): State<Arc<Server>>, Path(game): Path<String>) -> Result<Response, ApiError> {
    in_background(move || {
        let offered = server.catalogue.find(&game).ok_or_else(no_such_game)?;
        let picture =
            offered.picture().ok_or_else(|| ApiError::bad("this game cannot be loaded; `railwright check` says why"))?;
        let kind = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "max-age=3600")];
        Ok((kind, picture.to_owned()).into_response())
    })
    .await
}

/// Tables that anybody may watch.
pub async fn open_tables(State(server): State<Arc<Server>>) -> Result<Json<Value>, ApiError> {
    in_background(move || Ok(Json(json!(server.house.store.open_tables(LISTED)?)))).await
}

/// Somebody who is to sit at a new table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// `me`, `friend`, or a bot.
    pub who: String,
    /// What others call whoever sits there.
    #[serde(default)]
    pub name: String,
}

/// A table that somebody would like to have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    game: String,
    seats: Vec<Place>,
    #[serde(default)]
    options: Vec<String>,
    /// A number that others cannot guess, unless it is said.
    #[serde(default)]
    seed: Option<String>,
    /// Whether anybody may watch.
    #[serde(default)]
    open: bool,
}

/// Makes a table.
pub async fn create(State(server): State<Arc<Server>>, Json(wanted): Json<Wanted>) -> Result<Json<Value>, ApiError> {
    in_background(move || make(&server, &wanted)).await
}

fn make(server: &Server, wanted: &Wanted) -> Result<Json<Value>, ApiError> {
    let offered = server.catalogue.find(&wanted.game).ok_or_else(no_such_game)?;
    make_from(server, &offered.game, wanted)
}

/// Makes a table of a game that stands in no list, for whoever works on it.
pub fn make_of(server: &Server, game: &str, seats: &[&str]) -> Result<MadeTable, ApiError> {
    let place = |who: &&str| Place { who: (*who).to_owned(), name: String::new() };
    let seats = seats.iter().map(place).collect();
    let wanted = Wanted { game: game.to_owned(), seats, options: Vec::new(), seed: None, open: false };
    let Json(made) = make_from(server, game, &wanted)?;
    Ok(MadeTable::of(&made))
}

fn make_from(server: &Server, game: &str, wanted: &Wanted) -> Result<Json<Value>, ApiError> {
    let players = u8::try_from(wanted.seats.len()).ok().filter(|n| (1..=8).contains(n));
    let players = players.ok_or_else(|| ApiError::bad("a table has one to eight seats"))?;
    let seed = match wanted.seed.as_deref().filter(|seed| !seed.is_empty()) {
        Some(seed) => seed.parse().map_err(|_| ApiError::bad("a seed is a whole number of up to 64 bits"))?,
        None => chance::of_the_system(),
    };
    let kinds = wanted.seats.iter().map(|place| kind(&place.who)).collect::<Result<Vec<_>, _>>()?;
    let mut header = Header::new(game, kinds, seed);
    header.options.clone_from(&wanted.options);
    let texts = texts(game, players, &wanted.options);
    let kept = server.house.games.game(&header, &texts).map_err(ApiError::bad)?;
    // What cannot be is found out before anything is kept.
    let session =
        Session::with_rules(header, kept.rules.clone(), &railwright::script::Rhai).map_err(|e| ApiError::bad(e.to_string()))?;
    keep(server, &kept, &session, &wanted.seats, wanted.open)
}

/// Keeps a table for a session as it stands, and says which secrets open its seats.
pub fn keep(server: &Server, kept: &Kept, session: &Session, places: &[Place], open: bool) -> Result<Json<Value>, ApiError> {
    let (mut seats, mut told) = (Vec::new(), Vec::new());
    for (i, place) in places.iter().enumerate() {
        let mut seat = StoredSeat { name: person(&place.name), token: None, invite: None };
        let secret = secret::new();
        match place.who.as_str() {
            "me" => {
                seat.token = Some(secret::hashed(&secret));
                told.push(json!({ "seat": i + 1, "token": secret }));
            }
            "friend" => {
                seat.invite = Some(secret::hashed(&secret));
                told.push(json!({ "seat": i + 1, "invite": secret }));
            }
            _ => {}
        }
        seats.push(seat);
    }
    let table = StoredTable {
        id: secret::table_id(),
        created: now(),
        header: serde_json::to_string(session.header()).expect("a header is plain data"),
        title: kept.rules.head.name.clone(),
        texts: kept.texts.clone(),
        open,
        seats,
        entries: session.entries().iter().map(Entry::line).collect(),
    };
    server.house.store.create(&table)?;
    Ok(Json(json!({ "id": table.id, "title": table.title, "seats": told })))
}

/// A table for whoever starts the server.
#[derive(Clone, Debug)]
pub struct NewTable {
    /// A game of the list.
    pub game: String,
    /// Who plays each seat, as in a save.
    pub seats: Vec<String>,
    /// The options that are on, or off with `no-` before them.
    pub options: Vec<String>,
    /// What chance comes from; another number each time unless it is said.
    pub seed: Option<u64>,
}

/// A table that was made.
#[derive(Clone, Debug)]
pub struct MadeTable {
    /// Its name in addresses.
    pub id: String,
    /// What follows in the address that opens its seats; nothing where bots play all of them.
    pub fragment: String,
}

impl Server {
    /// Makes a table: the seats of people are those of whoever has its address.
    pub fn new_table(&self, wanted: &NewTable) -> Result<MadeTable, String> {
        let is_person = |who: &String| who == HUMAN;
        let place = |who: &String| Place { who: if is_person(who) { "me".to_owned() } else { who.clone() }, name: String::new() };
        let wanted = Wanted {
            game: wanted.game.clone(),
            seats: wanted.seats.iter().map(place).collect(),
            options: wanted.options.clone(),
            seed: wanted.seed.map(|seed| seed.to_string()),
            open: !wanted.seats.iter().any(is_person),
        };
        let Json(made) = make(self, &wanted).map_err(|error| error.message())?;
        Ok(MadeTable::of(&made))
    }
}

impl MadeTable {
    fn of(made: &Value) -> Self {
        let tokens: Vec<&str> =
            made["seats"].as_array().into_iter().flatten().filter_map(|seat| seat["token"].as_str()).collect();
        let fragment = if tokens.is_empty() { String::new() } else { format!("#seat={}", tokens.join(",")) };
        MadeTable { id: made["id"].as_str().unwrap_or_default().to_owned(), fragment }
    }
}

/// What a seat is called in a save: a person, or a bot that takes no longer than it may and starts no program.
pub fn kind(who: &str) -> Result<String, ApiError> {
    if matches!(who, "me" | "friend") {
        return Ok(HUMAN.to_owned());
    }
    let found = BotKind::find(who);
    match found.as_ref().map(BotKind::plain) {
        Some(BotKind::External(_)) => Err(ApiError::forbidden("programs are not started for those who ask over the network")),
        Some(BotKind::Search(Budget::Iterations(n))) if *n > MOST_ITERATIONS => {
            Err(ApiError::bad(format!("a search has at most {MOST_ITERATIONS} iterations here")))
        }
        Some(BotKind::Search(Budget::Time(time))) if *time > LONGEST => {
            Err(ApiError::bad(format!("a search thinks at most {} seconds here", LONGEST.as_secs())))
        }
        Some(_) => Ok(found.map_or_else(String::new, |kind| kind.to_string())),
        None => Err(ApiError::bad(format!("`{}`: {}", shortened(who), BotKind::unknown(&shortened(who))))),
    }
}

/// A name as others may see it: short, and nothing but letters that can be seen.
pub fn person(name: &str) -> String {
    let plain: String = name.chars().filter(|c| !c.is_control()).collect();
    plain.trim().chars().take(40).collect()
}

fn shortened(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

fn no_such_game() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "no-such-game", "there is no such game here")
}

/// A table that somebody remembers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remembered {
    id: String,
    token: String,
}

/// How it stands at tables that somebody remembers; those that are gone are left out.
pub async fn mine(State(server): State<Arc<Server>>, Json(tables): Json<Vec<Remembered>>) -> Json<Value> {
    let mut told = Vec::new();
    for Remembered { id, token } in tables.into_iter().take(MINE).filter(|table| secret::is_table_id(&table.id)) {
        let shown = id.clone();
        let standing = server.rooms.at(&id, move |table| standing(table, &shown, &token)).await;
        told.extend(standing.ok().flatten());
    }
    Json(told.into())
}

fn standing(table: &mut LiveTable, id: &str, token: &str) -> Option<Value> {
    let viewer = table.viewer(Some(token))?;
    let Viewer::Seat(seat) = viewer else { return None };
    Some(table.summary(id, seat))
}

/// A game that was saved elsewhere.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brought {
    save: String,
    /// Who sits at the seats of people from now on: `me` for the first, `friend` for others, unless all are mine.
    #[serde(default)]
    all_mine: bool,
    #[serde(default)]
    name: String,
}

/// Makes a table of a saved game.
pub async fn import(State(server): State<Arc<Server>>, Json(brought): Json<Brought>) -> Result<Json<Value>, ApiError> {
    in_background(move || bring(&server, &brought)).await
}

fn bring(server: &Server, brought: &Brought) -> Result<Json<Value>, ApiError> {
    let save =
        Save::parse(brought.save.as_bytes()).map_err(|(wrong, help)| ApiError::bad(format!("this save {wrong}; {help}")))?;
    let name = std::path::Path::new(&save.header.game).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
    // A save names a file of whoever wrote it; here it means the game of that name, if there is one.
    let offered = server.catalogue.find(&name).ok_or_else(no_such_game)?;
    let mut header = Header { game: offered.game.clone(), ..save.header };
    for who in &mut header.seats {
        *who = if who == HUMAN { who.clone() } else { kind(who)? };
    }
    let texts = texts(&offered.game, header.players, &header.options);
    let kept = server.house.games.game(&header, &texts).map_err(ApiError::bad)?;
    let session = Session::with_rules(header, kept.rules.clone(), &railwright::script::Rhai);
    let mut session = session.map_err(|error| ApiError::bad(error.to_string()))?;
    for (i, entry) in save.entries.iter().enumerate() {
        session.follow(entry).map_err(|error| ApiError::bad(format!("line {} cannot be played here: {error}", i + 2)))?;
    }
    let mut first = true;
    let place = |who: &String| {
        let mine = who == HUMAN && (std::mem::take(&mut first) || brought.all_mine);
        let name = if mine { brought.name.clone() } else { String::new() };
        let who = if mine {
            "me"
        } else if who == HUMAN {
            "friend"
        } else {
            who
        };
        Place { who: who.to_owned(), name }
    };
    let places: Vec<Place> = session.header().seats.iter().map(place).collect();
    // Somebody who has the file knows everything: such a table may as well be watched once it is over.
    keep(server, &kept, &session, &places, session.over().is_some())
}

/// Does what may take a while beside the threads that answer.
pub async fn in_background<T: Send + 'static>(
    what: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let broken = |_| ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "this broke down");
    tokio::task::spawn_blocking(what).await.map_err(broken)?
}
