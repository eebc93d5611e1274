//! A game under way.

use crate::action::Action;
use crate::convert::{data, json};
use crate::errors;
use crate::rules::{Loaded, Rules};
use numpy::{PyArray1, PyArrayMethods, PyReadwriteArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use railwright::bots::BotKind;
use railwright::core::narrow::narrow;
use railwright::rules::ScoreSheet;
use railwright::session::Players;
use railwright::{Play, Seat, Viewpoint};
use railwright_tensors::{NotSaid, Said, Table, with_engine};
use std::cell::RefCell;
use std::sync::Arc;

/// So many games under way have a session on a thread at once.
const SESSIONS: usize = 4;

thread_local! {
    /// Sessions tell of a game and ask its bots. They are made when somebody wants that, and brought up to date.
    static KEPT: RefCell<Vec<(Arc<Loaded>, u64, Play)>> = const { RefCell::new(Vec::new()) };
}

/// A game under way: the whole position, secrets included. What one seat may know is what `view`, `observe`, `log` and `events` show.
///
/// >>> import railwright
/// >>> state = railwright.load("ticket-to-ride").start(1)
/// >>> state.apply("build a railway to the moon")
/// Traceback (most recent call last):
///     ...
/// railwright.IllegalActionError: ...
/// >>> first = state.legal()[0]
/// >>> state.apply(first) == first
/// True
/// >>> len(state.moves)
/// 1
#[pyclass(module = "railwright")]
pub(crate) struct State {
    game: Arc<Loaded>,
    seed: u64,
    table: Table,
    moves: Vec<(u8, String)>,
}

/// Goes on with a game by what was done in it: how states are unpickled.
#[pyfunction]
#[pyo3(name = "_resume")]
pub(crate) fn resume(py: Python, rules: &Rules, seed: u64, moves: Vec<(u8, String)>, said: Vec<u64>) -> PyResult<State> {
    py.detach(|| {
        let mut state = State::start(&rules.loaded, seed)?;
        for (seat, text) in moves {
            state.act(&text, Seat(seat))?;
        }
        said.into_iter().try_for_each(|word| state.word(word).map(|_| ()))?;
        Ok(state)
    })
}

impl State {
    pub(crate) fn start(game: &Arc<Loaded>, seed: u64) -> PyResult<Self> {
        let mut table = Table::new(&game.coding);
        with_engine(game.game.rules(), |engine| table.restart(engine, seed)).map_err(errors::fault)?;
        Ok(State { game: game.clone(), seed, table, moves: Vec::new() })
    }

    fn seats(&self) -> u8 {
        narrow(self.game.game.players())
    }

    fn seat(&self, seat: u8) -> PyResult<Seat> {
        let wrong = || pyo3::exceptions::PyIndexError::new_err(format!("there is no seat {seat}, counted from 0"));
        if seat < self.seats() { Ok(Seat(seat)) } else { Err(wrong()) }
    }

    /// Does what a text says for a seat.
    fn act(&mut self, text: &str, seat: Seat) -> PyResult<Action> {
        let action = with_engine(self.game.game.rules(), |engine| engine.parse(self.table.state(), seat, text));
        self.act_core(action.map_err(errors::illegal)?, seat)
    }

    fn act_core(&mut self, action: railwright::core::Action, seat: Seat) -> PyResult<Action> {
        with_engine(self.game.game.rules(), |engine| {
            let checked = engine.check(self.table.state(), seat, action).map_err(errors::illegal)?;
            let text = engine.print(self.table.state(), seat, action);
            self.table.carry_out(engine, checked).map_err(errors::fault)?;
            self.moves.push((seat.0, text.clone()));
            Ok(Action::new(&self.game, seat, action, text))
        })
    }

    /// Says a word of the action space for the seat that is asked; the action that it makes complete.
    fn word(&mut self, word: u64) -> PyResult<Option<Action>> {
        with_engine(self.game.game.rules(), |engine| {
            let before = self.table.state().clone();
            match self.table.say(engine, word) {
                Ok(Said::More) => Ok(None),
                Ok(Said::Done(done)) => {
                    let text = engine.print(&before, done.seat(), done.action());
                    self.moves.push((done.seat().0, text.clone()));
                    Ok(Some(Action::new(&self.game, done.seat(), done.action(), text)))
                }
                Err(wrong @ NotSaid::Illegal(_)) => Err(errors::illegal(wrong)),
                Err(NotSaid::Fault(fault)) => Err(errors::fault(fault)),
            }
        })
    }

    fn sheet(&self) -> PyResult<ScoreSheet> {
        let mut sheet = ScoreSheet::default();
        with_engine(self.game.game.rules(), |engine| engine.score(self.table.state(), &mut sheet)).map_err(errors::fault)?;
        Ok(sheet)
    }

    /// A session of this game up to here.
    fn with_play<T>(&self, work: impl FnOnce(&mut Play) -> PyResult<T>) -> PyResult<T> {
        let kept = KEPT.with_borrow_mut(|kept| {
            let goes_with = |(game, seed, play): &(Arc<Loaded>, u64, Play)| {
                let done = play.moves();
                let same =
                    |(one, other): (&(Seat, railwright::Move), &(u8, String))| one.0.0 == other.0 && one.1.as_ref() == other.1;
                let is_ours = Arc::ptr_eq(game, &self.game) && *seed == self.seed && done.len() <= self.moves.len();
                is_ours && done.iter().zip(&self.moves).all(same)
            };
            let at = kept.iter().position(goes_with)?;
            Some(kept.remove(at).2)
        });
        let mut play = match kept {
            Some(play) => play,
            None => self.game.game.start(self.seed).map_err(errors::other)?,
        };
        for (seat, text) in &self.moves[play.moves().len()..] {
            play.apply_for(Seat(*seat), text).map_err(errors::other)?;
        }
        let done = work(&mut play);
        KEPT.with_borrow_mut(|kept| {
            kept.truncate(SESSIONS - 1);
            kept.insert(0, (self.game.clone(), self.seed, play));
        });
        done
    }
}

/// Whose eyes: a seat's, or everybody's.
fn viewpoint(state: &State, seat: Option<u8>) -> PyResult<Viewpoint> {
    seat.map_or(Ok(Viewpoint::Public), |seat| state.seat(seat).map(Viewpoint::Seat))
}

#[pymethods]
impl State {
    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules { loaded: self.game.clone() }
    }

    /// The seed of the game.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// The seat that is asked next, counted from zero: of several that choose together the first in turn order; None when the game is over.
    #[getter]
    fn to_move(&self) -> Option<u8> {
        self.table.seat().map(|seat| seat.0)
    }

    /// All seats that have a decision to make: where seats choose together, they may do so in any order.
    #[getter]
    fn waiting(&self) -> Vec<u8> {
        self.table.state().clock().waiting.iter().map(|seat| seat.0).collect()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.table.state().clock().over.is_some()
    }

    /// How it ended, in the words of the game.
    #[getter]
    fn ending(&self) -> Option<String> {
        let over = self.table.state().clock().over?;
        self.game.game.rules().flow.endings.get(usize::from(over)).cloned()
    }

    /// What was done so far: a seat and the notation for each.
    #[getter]
    fn moves(&self) -> Vec<(u8, String)> {
        self.moves.clone()
    }

    /// A number for the whole position, the same on every machine.
    #[getter]
    fn fingerprint(&self) -> u64 {
        self.table.state().fingerprint()
    }

    /// What a seat may do, in a fixed order; nothing when it is not asked. The seat to move unless another is named.
    #[pyo3(signature = (seat = None))]
    fn legal(&self, seat: Option<u8>) -> PyResult<Vec<Action>> {
        let seat = match seat {
            Some(seat) => Some(self.seat(seat)?),
            None => self.table.seat(),
        };
        let Some(seat) = seat else { return Ok(Vec::new()) };
        with_engine(self.game.game.rules(), |engine| {
            let legal = engine.legal(self.table.state(), seat).map_err(errors::fault)?.to_vec();
            let texts = engine.print_all(self.table.state(), seat, &legal);
            Ok(legal.into_iter().zip(texts).map(|(core, text)| Action::new(&self.game, seat, core, text)).collect())
        })
    }

    /// Does something: an `Action`, or any text in notation. What is refused is an exception that says which rule forbids it, where that
    /// is written and which values it compared; and changes nothing.
    #[pyo3(signature = (action, seat = None))]
    fn apply(&mut self, py: Python, action: &Bound<PyAny>, seat: Option<u8>) -> PyResult<Action> {
        let asked = self.table.seat().unwrap_or_default();
        if let Ok(action) = action.cast::<Action>() {
            let (core, of) = (action.get().core, py_seat(action.get()));
            let seat = self.seat(seat.unwrap_or(of))?;
            return self.act_core(core, seat);
        }
        let seat = seat.map_or(Ok(asked), |seat| self.seat(seat))?;
        let text: String = action.extract()?;
        py.detach(|| self.act(&text, seat))
    }

    /// An action by its notation, for the seat to move or another; whether it is legal is for `apply` to say.
    #[pyo3(signature = (text, seat = None))]
    fn parse(&self, text: &str, seat: Option<u8>) -> PyResult<Action> {
        let seat = seat.map_or(Ok(self.table.seat().unwrap_or_default()), |seat| self.seat(seat))?;
        with_engine(self.game.game.rules(), |engine| {
            let core = engine.parse(self.table.state(), seat, text).map_err(errors::illegal)?;
            let text = engine.print(self.table.state(), seat, core);
            Ok(Action::new(&self.game, seat, core, text))
        })
    }

    /// Another game that stands where this one does.
    fn clone(&self) -> State {
        let State { game, seed, table, moves } = self;
        State { game: game.clone(), seed: *seed, table: table.clone(), moves: moves.clone() }
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<PyAny>) -> State {
        self.clone()
    }

    /// What a seat may see, by the names of the game's files, and nothing else.
    fn view<'py>(&self, py: Python<'py>, seat: u8) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(seat)?;
        let parts = &self.game.game.rules().parts;
        data(py, &railwright::core::View::new(parts, self.table.state(), seat).snapshot())
    }

    /// The score sheet as it stands: `lines` with `id`, `name` and `points`, `totals` and `places`. It knows every secret.
    fn score<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let score = self.with_play(|play| play.score().map_err(errors::fault))?;
        let lines = score.lines.iter().map(|line| {
            let dict = PyDict::new(py);
            dict.set_item("id", &line.id)?;
            dict.set_item("name", &line.name)?;
            dict.set_item("points", &line.points)?;
            Ok(dict)
        });
        let sheet = PyDict::new(py);
        sheet.set_item("lines", lines.collect::<PyResult<Vec<_>>>()?)?;
        sheet.set_item("totals", score.totals)?;
        sheet.set_item("places", score.places)?;
        Ok(sheet)
    }

    /// The sums of the score sheet as it stands, one for each seat. They know every secret.
    #[getter]
    fn totals(&self) -> PyResult<Vec<i64>> {
        Ok(self.sheet()?.totals[..usize::from(self.seats())].to_vec())
    }

    /// Each seat's place as it stands: 1 for the winner or winners, if there are any.
    #[getter]
    fn places(&self) -> PyResult<Vec<u32>> {
        Ok(self.sheet()?.places[..usize::from(self.seats())].iter().map(|&place| place.into()).collect())
    }

    /// What was seen of the last action, or of set-up before there is one, as data: by a seat, or by everybody.
    #[pyo3(signature = (seat = None))]
    fn events<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let eyes = viewpoint(self, seat)?;
        let events = self.with_play(|play| Ok(play.events(eyes)))?;
        events.iter().map(|event| json(py, event)).collect()
    }

    /// All that was seen so far, in sentences: by a seat, or by everybody. With a seat it is what that seat can remember of the game, its
    /// information state with perfect recall.
    #[pyo3(signature = (seat = None))]
    fn log(&self, seat: Option<u8>) -> PyResult<Vec<String>> {
        let eyes = viewpoint(self, seat)?;
        self.with_play(|play| Ok(play.log(eyes)))
    }

    /// What a bot would do for the seat to move: `greedy`, `search:500`, `random`, `persona:ID`.
    fn ask(&self, py: Python, bot: &str) -> PyResult<Action> {
        let kind = BotKind::find(bot).ok_or_else(|| errors::bot(format!("`{bot}`: {}", BotKind::unknown(bot))))?;
        if let Some(wrong) = kind.wrong(self.game.game.rules()) {
            return Err(errors::bot(wrong));
        }
        let Some(seat) = self.table.seat() else { return Err(errors::bot("the game is over: nobody is asked")) };
        let text = py.detach(|| {
            self.with_play(|play| {
                let anew = !matches!(kind, BotKind::External(_));
                let mut seats: Vec<_> = (0..self.seats()).map(|_| None).collect();
                seats[seat.index()] = Some((kind.seat(railwright::bots::external::TIME), anew));
                Players::of(seats).choose(play.session(), seat).map_err(errors::bot)
            })
        })?;
        self.parse(&text, Some(seat.0))
    }

    /// The board with what everybody can see, as SVG.
    fn svg(&self) -> PyResult<String> {
        self.with_play(|play| play.svg().map_err(errors::fault))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg()
    }

    /// Which words of the action space the seat to move can say now: an array of 0 and 1.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut bytes = vec![0u8; self.game.coding.space().size()];
        self.table.mask(&mut bytes);
        Ok(PyArray1::from_iter(py, bytes.into_iter().map(|byte| byte.cast_signed())))
    }

    /// What a seat may see as numbers; `Rules.layout` says what they mean. Written into `out` if an array is given.
    #[pyo3(signature = (seat, out = None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: u8,
        out: Option<Bound<'py, PyArray1<f32>>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (seat, size) = (self.seat(seat)?, self.game.coding.layout().size());
        let array = out.unwrap_or_else(|| PyArray1::zeros(py, size, false));
        let mut writable: PyReadwriteArray1<f32> = array.try_readwrite().map_err(errors::other)?;
        let slice = writable.as_slice_mut()?;
        if slice.len() != size {
            let message = format!("an observation has {size} numbers, and the array {}", slice.len());
            return Err(pyo3::exceptions::PyValueError::new_err(message));
        }
        with_engine(self.game.game.rules(), |engine| self.table.observe(engine, seat, slice));
        drop(writable);
        Ok(array)
    }

    /// Says a word of the action space for the seat to move. The action that it makes complete is carried out and given back; None while
    /// more is to be said.
    fn say(&mut self, py: Python, word: u64) -> PyResult<Option<Action>> {
        py.detach(|| self.word(word))
    }

    /// The words that the seat to move has said of its action so far.
    #[getter]
    fn said(&self) -> Vec<u32> {
        self.table.said().to_vec()
    }

    /// The words in which a legal action is said from here on.
    fn words_of(&self, action: &Action) -> PyResult<Vec<u32>> {
        self.table.words_of(action.core).ok_or_else(|| errors::illegal(format!("`{}` cannot be said now", action.__str__())))
    }

    fn __repr__(&self) -> String {
        let stands = match (self.ending(), self.to_move()) {
            (Some(ending), _) => format!("over: {ending}"),
            (None, seat) => format!("seat {} is asked", seat.unwrap_or_default()),
        };
        format!("<State of '{}', seed {}, {} actions, {stands}>", self.game.game.id(), self.seed, self.moves.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let resume = py.import("railwright._railwright")?.getattr("_resume")?;
        let given = (self.rules(), self.seed, self.moves.clone(), self.said()).into_pyobject(py)?;
        Ok((resume, given))
    }
}

fn py_seat(action: &Action) -> u8 {
    action.seat
}
