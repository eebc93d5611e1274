//! Games that were loaded.

use crate::batch::Batch;
use crate::convert::json;
use crate::errors;
use crate::state::State;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use railwright::Game;
use railwright_tensors::{Coding, NoAxis, Rewards};
use std::sync::Arc;

/// A game with its coding, and what was asked for.
pub(crate) struct Loaded {
    pub(crate) game: Game,
    pub(crate) coding: Arc<Coding>,
    pub(crate) path: String,
    players: u8,
    options: Vec<String>,
    one_axis: bool,
    /// The texts of a game that is no bundled one: with them it can be sent elsewhere.
    texts: Vec<(String, String)>,
}

/// The ids of the games that come with the library.
///
/// >>> import railwright
/// >>> "ticket-to-ride" in railwright.bundled_games()
/// True
#[pyfunction]
pub(crate) fn bundled_games() -> Vec<String> {
    railwright::bundled_games()
}

/// Loads a game by its bundled id or the path of its file, for as few players as it allows unless `players` says how many.
///
/// `options` switches options of the game on, or off with `no-` before a name. `files` are texts that stand for files, by their paths. With
/// `one_axis` each action that there can ever be has a number of its own, its payment included; without it actions are said in words.
/// A game that has no such axis is a `ValueError` then.
///
/// >>> import railwright
/// >>> railwright.load("ticket-to-ride", players=3)
/// <Rules 'ticket-to-ride' for 3 players>
/// >>> railwright.load("ticket-to-ryde")
/// Traceback (most recent call last):
///     ...
/// railwright.ProblemsError: ...
#[pyfunction]
#[pyo3(signature = (game, *, players = 0, options = Vec::new(), files = Vec::new(), one_axis = false))]
pub(crate) fn load(
    py: Python,
    game: String,
    players: u8,
    options: Vec<String>,
    files: Vec<(String, String)>,
    one_axis: bool,
) -> PyResult<Rules> {
    py.detach(|| {
        let builder = Game::builder(&game).players(players).options(options.clone());
        let builder = files.into_iter().fold(builder, |builder, (path, text)| builder.file(path, text));
        let bundled = railwright::bundled_games().contains(&game);
        let texts = if bundled { Vec::new() } else { builder.texts() };
        let loaded = builder.load().map_err(|wrong| errors::problems(&wrong))?;
        Rules::new(loaded, game, players, options, one_axis, texts)
    })
}

/// Loads a game from texts that were kept when it was loaded before: how rules are unpickled.
#[pyfunction]
#[pyo3(name = "_load_kept")]
pub(crate) fn load_kept(
    py: Python,
    game: String,
    players: u8,
    options: Vec<String>,
    one_axis: bool,
    texts: Vec<(String, String)>,
) -> PyResult<Rules> {
    py.detach(|| {
        let builder = Game::builder(&game).players(players).options(options.clone());
        let loaded = if texts.is_empty() { builder.load() } else { builder.load_kept(texts.clone()) };
        Rules::new(loaded.map_err(|wrong| errors::problems(&wrong))?, game, players, options, one_axis, texts)
    })
}

/// A game, put together for a number of players: everything that does not change while it is played.
///
/// >>> import railwright
/// >>> rules = railwright.load("ticket-to-ride")
/// >>> rules.name, rules.players
/// ('Ticket to Ride (USA)', 2)
/// >>> rules._repr_svg_()[:4]
/// '<svg'
#[pyclass(frozen, module = "railwright")]
pub(crate) struct Rules {
    pub(crate) loaded: Arc<Loaded>,
}

impl Rules {
    fn new(
        game: Game,
        path: String,
        players: u8,
        options: Vec<String>,
        one_axis: bool,
        texts: Vec<(String, String)>,
    ) -> PyResult<Self> {
        let no_axis = |why: NoAxis| pyo3::exceptions::PyValueError::new_err(format!("{path}: {why}"));
        let coding = match one_axis {
            true => Coding::on_one_axis(game.rules()).map_err(no_axis)?,
            false => Coding::new(game.rules()),
        };
        Ok(Rules { loaded: Arc::new(Loaded { game, coding: Arc::new(coding), path, players, options, one_axis, texts }) })
    }
}

#[pymethods]
impl Rules {
    /// Its id: the name of its file.
    #[getter]
    fn id(&self) -> &str {
        self.loaded.game.id()
    }

    /// What it is called.
    #[getter]
    fn name(&self) -> &str {
        self.loaded.game.name()
    }

    /// How many play.
    #[getter]
    fn players(&self) -> usize {
        self.loaded.game.players()
    }

    /// A number that differs when the rules differ, as text.
    #[getter]
    fn fingerprint(&self) -> String {
        format!("{:016x}", self.loaded.game.rules().resolved)
    }

    /// What may not be meant, though it can be played, as text.
    #[getter]
    fn warnings(&self) -> String {
        self.loaded.game.warnings().to_string()
    }

    /// The game as data: board, cards, companies, the words of its actions.
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json(py, &self.loaded.game.describe())
    }

    /// Starts a game: set-up is played up to the first decision. The same seed gives the same game, on every machine.
    ///
    /// >>> import railwright
    /// >>> railwright.load("ticket-to-ride").start(1).is_over
    /// False
    #[pyo3(signature = (seed = 0))]
    fn start(&self, py: Python, seed: u64) -> PyResult<State> {
        py.detach(|| State::start(&self.loaded, seed))
    }

    /// Whether each word of the action space is a whole action.
    ///
    /// >>> import railwright
    /// >>> railwright.load("ticket-to-ride", one_axis=True).one_axis
    /// True
    /// >>> railwright.load("spike", one_axis=True)
    /// Traceback (most recent call last):
    ///     ...
    /// ValueError: spike: not every `...
    #[getter]
    fn one_axis(&self) -> bool {
        self.loaded.one_axis
    }

    /// How many words the action space has: the length of a mask.
    #[getter]
    fn action_count(&self) -> usize {
        self.loaded.coding.space().size()
    }

    /// What a number of the action space says.
    ///
    /// >>> import railwright
    /// >>> railwright.load("ticket-to-ride").action_name(0)
    /// 'done'
    fn action_name(&self, number: usize) -> PyResult<&str> {
        let size = self.action_count();
        let wrong = || pyo3::exceptions::PyIndexError::new_err(format!("there are {size} words, from 0 to {}", size - 1));
        self.loaded.coding.space().name(number).ok_or_else(wrong)
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        self.loaded.coding.layout().size()
    }

    /// What the numbers of an observation mean: a list of fields, each with `name`, `meaning`, `offset`, `len` and `entries`.
    ///
    /// >>> import railwright
    /// >>> layout = railwright.load("ticket-to-ride").layout()
    /// >>> hand = next(field for field in layout if field["name"] == "zone.hand.own")
    /// >>> hand["entries"][:2]
    /// ['purple', 'blue']
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let coding = &self.loaded.coding;
        let describe = |field: &railwright_tensors::Field| {
            let dict = PyDict::new(py);
            dict.set_item("name", &field.name)?;
            dict.set_item("meaning", field.meaning)?;
            dict.set_item("offset", field.offset)?;
            dict.set_item("len", field.len)?;
            let words = matches!(field.entries, railwright_tensors::Entries::Words);
            let space = coding.space();
            let names = match words {
                true => (0..field.len).filter_map(|word| space.name(word).map(str::to_owned)).collect(),
                false => field.entry_names(coding.rules()),
            };
            dict.set_item("entries", names)?;
            Ok(dict)
        };
        coding.layout().fields().iter().map(describe).collect()
    }

    /// Many games side by side, without arrays of their own: see `railwright.VectorEnv`.
    #[pyo3(name = "_batch", signature = (games, seed, rewards, threads))]
    fn batch(&self, games: usize, seed: u64, rewards: &str, threads: usize) -> PyResult<Batch> {
        let rewards: Rewards = rewards.parse().map_err(pyo3::exceptions::PyValueError::new_err)?;
        Batch::new(&self.loaded.coding, games, seed, rewards, threads)
    }

    /// The board as SVG.
    fn svg(&self, py: Python) -> String {
        py.detach(|| self.loaded.game.svg())
    }

    fn _repr_svg_(&self, py: Python) -> String {
        self.svg(py)
    }

    fn __repr__(&self) -> String {
        format!("<Rules '{}' for {} players>", self.id(), self.players())
    }

    fn __eq__(&self, other: &Self) -> bool {
        let of = |rules: &Self| (rules.loaded.game.rules().resolved, rules.players(), rules.one_axis());
        of(self) == of(other)
    }

    fn __hash__(&self) -> u64 {
        self.loaded.game.rules().resolved
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let loader = py.import("railwright._railwright")?.getattr("_load_kept")?;
        let Loaded { path, players, options, one_axis, texts, .. } = &*self.loaded;
        let given = (path.clone(), *players, options.clone(), *one_axis, texts.clone()).into_pyobject(py)?;
        Ok((loader, given))
    }
}
