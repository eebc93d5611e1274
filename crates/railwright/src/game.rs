//! Games that were read and can be played.

use crate::{Play, Problems};
use railwright_draw::{DrawError, png, svg};
use railwright_rules::compile::load_from;
use railwright_rules::library::{Library, Shelf};
use railwright_rules::rules::Head;
use railwright_rules::{Loaded, Rules, Setting};
use railwright_script::Rhai;
use railwright_session::SessionError;
use serde_json::Value;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// The ids of the games that come with the library.
///
/// ```
/// assert!(railwright::bundled_games().contains(&"ticket-to-ride".to_owned()));
/// ```
pub fn bundled_games() -> Vec<String> {
    Shelf::Games.ids()
}

/// Loads a game by its bundled id or the path of its file, for as few players as it allows.
///
/// ```
/// let game = railwright::load("ticket-to-ride")?;
/// assert_eq!(game.name(), "Ticket to Ride (USA)");
/// assert_eq!(game.players(), 2);
/// # Ok::<(), railwright::Problems>(())
/// ```
pub fn load(game: impl Into<String>) -> Result<Game, Problems> {
    Game::builder(game).load()
}

/// A game, put together for a number of players: everything that does not change while it is played. Cloning is cheap.
#[derive(Clone)]
pub struct Game {
    rules: Arc<Rules>,
    given: Arc<GameBuilder>,
    warnings: Arc<Problems>,
}

impl Game {
    /// Begins to say which game is wanted, and for whom.
    ///
    /// ```
    /// use railwright::Game;
    ///
    /// let game = Game::builder("santa-fe-rails").players(4).load()?;
    /// assert_eq!(game.players(), 4);
    /// # Ok::<(), railwright::Problems>(())
    /// ```
    pub fn builder(game: impl Into<String>) -> GameBuilder {
        GameBuilder { game: game.into(), setting: Setting::default(), held: Vec::new() }
    }

    /// Its id: the name of its file.
    pub fn id(&self) -> &str {
        &self.head().id
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.head().name
    }

    /// All that its file says of it: summary, map, where the facts of its board come from.
    pub fn head(&self) -> &Head {
        &self.rules.head
    }

    /// How many play.
    pub fn players(&self) -> usize {
        self.rules.parts.seats.into()
    }

    /// What may not be meant, though it can be played. [`check`](crate::check) looks further.
    pub fn warnings(&self) -> &Problems {
        &self.warnings
    }

    /// Starts a game: set-up is played up to the first decision. The same seed gives the same game, on every machine.
    ///
    /// ```
    /// let play = railwright::load("ticket-to-ride")?.start(1)?;
    /// assert!(!play.is_over());
    /// # Ok::<(), railwright::Error>(())
    /// ```
    pub fn start(&self, seed: u64) -> Result<Play, SessionError> {
        Play::start(self, seed)
    }

    /// The board as SVG.
    ///
    /// ```
    /// let picture = railwright::load("spike")?.svg();
    /// assert!(picture.starts_with("<svg"));
    /// # Ok::<(), railwright::Problems>(())
    /// ```
    pub fn svg(&self) -> String {
        svg(&self.rules, None)
    }

    /// The board as PNG, so many pixels wide.
    pub fn png(&self, width: u32) -> Result<Vec<u8>, DrawError> {
        png(&self.svg(), width)
    }

    /// The game as data, for programs that play it: board, cards, companies, the words of its actions.
    pub fn describe(&self) -> Value {
        railwright_narration::describe(&self.rules)
    }

    /// The rules, for those who need more than this crate offers: see [`rules`](crate::rules).
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// What was asked for when it was loaded.
    pub(crate) fn given(&self) -> &GameBuilder {
        &self.given
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Game").field("id", &self.id()).field("players", &self.players()).finish_non_exhaustive()
    }
}

/// Says which game is wanted, and for whom; made by [`Game::builder`].
#[derive(Clone, Debug)]
pub struct GameBuilder {
    pub(crate) game: String,
    pub(crate) setting: Setting,
    held: Vec<(PathBuf, String)>,
}

impl GameBuilder {
    /// How many play; as few as the game allows unless this is said.
    #[must_use]
    pub fn players(mut self, players: u8) -> Self {
        self.setting.players = players;
        self
    }

    /// Switches an option of the game on or off.
    ///
    /// ```
    /// use railwright::Game;
    ///
    /// let problems = Game::builder("ticket-to-ride").option("long-evening", true).load().unwrap_err();
    /// assert!(problems.to_string().contains("long-evening"));
    /// ```
    #[must_use]
    pub fn option(mut self, name: &str, on: bool) -> Self {
        self.setting.options.push(if on { name.to_owned() } else { format!("no-{name}") });
        self
    }

    /// Options as the program takes them: a name, or `no-` and a name.
    #[must_use]
    pub fn options(mut self, options: impl IntoIterator<Item = String>) -> Self {
        self.setting.options.extend(options);
        self
    }

    /// A text that stands for a file, whether there is such a file or not: a game made by a program need not be written.
    ///
    /// ```
    /// use railwright::Game;
    ///
    /// let text = "format = 1\nextends = \"ticket-to-ride\"\nname = \"Mine\"\nzones.market.slots = 6\n";
    /// let game = Game::builder("mine.toml").file("mine.toml", text).load()?;
    /// assert_eq!(game.name(), "Mine");
    /// # Ok::<(), railwright::Problems>(())
    /// ```
    #[must_use]
    pub fn file(mut self, path: impl Into<PathBuf>, text: impl Into<String>) -> Self {
        self.held.push((path.into(), text.into()));
        self
    }

    /// Loads it. Everything that is wrong is reported at once.
    pub fn load(self) -> Result<Game, Problems> {
        let Loaded { files, report, rules, .. } = self.read();
        let problems = Problems::new(files, report);
        match rules {
            Some(rules) => Ok(Game { rules: Arc::new(rules), given: Arc::new(self), warnings: Arc::new(problems) }),
            None => Err(problems),
        }
    }

    /// Loads it from texts that were kept when it was read before ([`GameBuilder::texts`]), whatever has become of its files since.
    ///
    /// ```
    /// use railwright::Game;
    ///
    /// let texts = Game::builder("spike").texts();
    /// assert_eq!(Game::builder("spike").load_kept(texts)?.id(), "spike");
    /// # Ok::<(), railwright::Problems>(())
    /// ```
    pub fn load_kept(self, texts: Vec<(String, String)>) -> Result<Game, Problems> {
        let library = Library::kept(&self.game, texts);
        let Loaded { files, report, rules, .. } = load_from(library, &self.game, &self.setting, &Rhai, &|_, _| {});
        let problems = Problems::new(files, report);
        match rules {
            Some(rules) => Ok(Game { rules: Arc::new(rules), given: Arc::new(self), warnings: Arc::new(problems) }),
            None => Err(problems),
        }
    }

    /// The rulebook of the game from texts that were kept, in Markdown, for as many players as were said; nothing if it cannot be loaded.
    ///
    /// ```
    /// use railwright::Game;
    ///
    /// let texts = Game::builder("spike").texts();
    /// let page = Game::builder("spike").rulebook_kept(texts).expect("a game");
    /// assert!(page.starts_with("# Spike") && page.contains("## Scoring"));
    /// ```
    pub fn rulebook_kept(&self, texts: Vec<(String, String)>) -> Option<String> {
        let loaded = load_from(Library::kept(&self.game, texts), &self.game, &self.setting, &Rhai, &|_, _| {});
        let rules = loaded.rules?;
        let tree = railwright_rules::module::told(&loaded.tree, &rules.scripts);
        Some(railwright_manual::rulebook(&[(rules.parts.seats, tree)], &rules.scripts))
    }

    /// All texts that the game is made from, by the names that reports show: with them it can be loaded again as it is now.
    pub fn texts(&self) -> Vec<(String, String)> {
        let files = self.read().files;
        files.ids().map(|file| (files.name(file).to_owned(), files.text(file).to_owned())).collect()
    }

    /// Everything that was read, for those who look at the files themselves: trees with places, layers, overlays.
    pub fn read(&self) -> Loaded {
        let library = Library::for_game(&self.game).holding(self.held.clone());
        load_from(library, &self.game, &self.setting, &Rhai, &|_, _| {})
    }
}
