//! Games as tables keep them: made from texts that were read when the table was made, compiled and drawn once for all tables that have the same.

use railwright::core::id::{KindId, PartyId};
use railwright::draw::{CardFace, LiveBoard};
use railwright::narration::describe;
use railwright::rules::Rules;
use railwright::session::Header;
use railwright::{Game, Problems};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

/// So many games are kept at hand that no table needs just now.
const AT_HAND: usize = 64;

/// A game for a number of players and options, with its board.
pub struct Kept {
    /// The rules.
    pub rules: Arc<Rules>,
    /// The board as it is drawn.
    pub board: LiveBoard,
    /// What it was made from.
    pub texts: String,
    about: OnceLock<String>,
    rulebook: OnceLock<String>,
}

impl Kept {
    fn new(rules: Arc<Rules>, texts: &str) -> Self {
        Kept { board: LiveBoard::new(&rules), texts: texts.to_owned(), rules, about: OnceLock::new(), rulebook: OnceLock::new() }
    }

    /// Its rules in Markdown, as they were when the table was made. It takes as long as loading the game, once.
    pub fn rulebook(&self, header: &Header) -> &str {
        let write = || {
            let texts = serde_json::from_str(&self.texts).unwrap_or_default();
            builder(header).rulebook_kept(texts).unwrap_or_default()
        };
        self.rulebook.get_or_init(write)
    }

    /// All that a page needs to know of the game before it begins, as JSON: the picture of its board, what its cards look like, who owns track.
    pub fn about(&self) -> &str {
        self.about.get_or_init(|| about(&self.rules, &self.board).to_string())
    }
}

fn about(rules: &Rules, board: &LiveBoard) -> Value {
    let parts = &rules.parts;
    let mut told = describe(rules);
    let faces = parts.cards.iter().map(|set| {
        let kinds = set.kinds.iter().enumerate().map(|(i, kind)| {
            let face = CardFace::of(rules, set, KindId::from(i));
            (kind.id.clone(), json!({ "color": face.color, "ink": face.ink, "sign": face.sign }))
        });
        (set.id.clone(), Value::Object(kinds.collect()))
    });
    let faces: Map<String, Value> = faces.collect();
    let parties = board.parties().iter().enumerate().map(|(i, party)| {
        json!({ "name": party.name, "mark": party.mark, "color": party.color, "owner": parts.party_name(PartyId::from(i)) })
    });
    told["parties"] = parties.collect();
    told["faces"] = faces.into();
    told["svg"] = board.svg(rules).into();
    told["legend"] = board.legend(rules).into();
    told["summary"] = rules.head.summary.as_str().into();
    told["personas"] = rules.personas.iter().map(|p| json!({ "id": p.id, "text": p.text })).collect();
    told
}

/// A game that is made, or being made, or cannot be.
type Making = OnceLock<Result<Arc<Kept>, String>>;

/// What is compiled, by what it was compiled from.
#[derive(Default)]
pub struct KeptGames {
    known: Mutex<BTreeMap<String, Arc<Making>>>,
}

impl KeptGames {
    /// The game that a header and texts give. Whoever asks for one that is being made waits for it.
    pub fn game(&self, header: &Header, texts: &str) -> Result<Arc<Kept>, String> {
        let key = format!("{} {} {:?}", crate::secret::hashed(texts), header.players, header.options);
        let cell = {
            let mut known = self.known.lock().unwrap_or_else(|e| e.into_inner());
            if known.len() > AT_HAND {
                // What no table holds is let go.
                known.retain(|_, cell| !matches!(cell.get(), Some(Ok(kept)) if Arc::strong_count(kept) == 1));
            }
            known.entry(key).or_default().clone()
        };
        cell.get_or_init(|| load(header, texts).map(|rules| Arc::new(Kept::new(rules, texts)))).clone()
    }
}

/// Loads a game from kept texts.
fn load(header: &Header, texts: &str) -> Result<Arc<Rules>, String> {
    let texts: Vec<(String, String)> =
        serde_json::from_str(texts).map_err(|error| format!("the game's texts are damaged: {error}"))?;
    let game = builder(header).load_kept(texts).map_err(|problems: Problems| problems.to_string())?;
    Ok(game.rules().clone())
}

fn builder(header: &Header) -> railwright::GameBuilder {
    Game::builder(header.game.as_str()).players(header.players).options(header.options.clone())
}

/// The texts of a game as it is now, as they are kept.
pub fn texts(game: &str, players: u8, options: &[String]) -> String {
    let wanted = Game::builder(game).players(players).options(options.to_vec());
    serde_json::to_string(&wanted.texts()).expect("texts are plain data")
}
