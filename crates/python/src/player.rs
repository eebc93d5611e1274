//! Objects of Python as players.

use crate::convert::{data, json};
use crate::errors;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyString;
use railwright::Seat;
use railwright::bots::{Bot, BotFault, DecisionRequest, GameStart};
use railwright::core::snapshot::Snapshot;
use railwright::core::{Action, Determiniser, KnownCards, Random, State};
use railwright::rules::ScoreSheet;
use railwright_tensors::{Coding, NotSaid, Said, Table, with_engine};
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};

/// What a player is asked: where it sits, what it may do, and what its seat may see. There is nothing else.
#[pyclass(frozen, module = "railwright")]
pub(crate) struct Request {
    /// Where it sits, counted from zero.
    #[pyo3(get)]
    seat: u8,
    /// What it may do, in notation; never empty.
    #[pyo3(get)]
    legal: Vec<String>,
    snapshot: Snapshot,
    happened: Vec<Value>,
    actions: Vec<Action>,
    coding: Arc<Coding>,
    /// Some position that looks to its seat like the one at hand, where all that it cannot see was dealt anew: observations and masks come of
    /// it, for they are the same in all of these.
    imagined: State,
    /// What its seat has said, once anybody wants to say something.
    table: Mutex<Option<Table>>,
}

impl Request {
    fn with_table<T>(&self, work: impl FnOnce(&mut railwright::rules::Engine, &mut Table) -> PyResult<T>) -> PyResult<T> {
        with_engine(self.coding.rules(), |engine| {
            let mut kept = self.table.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.is_none() {
                let mut table = Table::new(&self.coding);
                table.set(engine, &self.imagined, Seat(self.seat)).map_err(errors::fault)?;
                *kept = Some(table);
            }
            kept.as_mut().map_or_else(|| Err(errors::other("there is no table")), |table| work(engine, table))
        })
    }
}

#[pymethods]
impl Request {
    /// What its seat sees, as numbers, with what it has said so far; `Rules.layout` says what they mean.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let array = PyArray1::zeros(py, self.coding.layout().size(), false);
        {
            let mut writable = array.try_readwrite().map_err(errors::other)?;
            let out = writable.as_slice_mut()?;
            self.with_table(|engine, table| {
                table.observe(engine, Seat(self.seat), out);
                Ok(())
            })?;
        }
        Ok(array)
    }

    /// Which words of the action space it can say now: an array of 0 and 1.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mut bytes = vec![0u8; self.coding.space().size()];
        self.with_table(|_, table| {
            table.mask(&mut bytes);
            Ok(())
        })?;
        Ok(PyArray1::from_iter(py, bytes.into_iter().map(|byte| byte as i8)))
    }

    /// Says a word of the action space: the text of the action that it makes complete, which is what `choose` answers with; None while more
    /// is to be said.
    fn say(&self, word: u64) -> PyResult<Option<String>> {
        self.with_table(|_, table| match table.choose(word) {
            Ok(Said::More) => Ok(None),
            Ok(Said::Done(done)) => {
                let at = self.actions.iter().position(|action| *action == done.action());
                Ok(at.and_then(|at| self.legal.get(at).cloned()))
            }
            Err(wrong @ NotSaid::Illegal(_)) => Err(errors::illegal(wrong)),
            Err(NotSaid::Fault(fault)) => Err(errors::fault(fault)),
        })
    }

    /// What its seat sees, as data.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.snapshot)
    }

    /// What its seat saw since it was last asked, as data.
    fn events<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.happened.iter().map(|event| json(py, event)).collect()
    }
}

/// The first exception of any player, to be raised when all threads are through.
pub(crate) type Raised = Arc<Mutex<Option<PyErr>>>;

/// A player of Python at one seat of one thread: an object with `choose(request)`, which answers with a position in `request.legal` or
/// with one of its texts; and, if it likes, with `start(seat)` and `end(totals)`.
pub(crate) struct PythonBot {
    object: Py<PyAny>,
    coding: Arc<Coding>,
    raised: Raised,
    seat: u8,
}

impl PythonBot {
    /// Takes an object as it is, or what a class or function makes.
    pub(crate) fn new(py: Python, object: &Py<PyAny>, coding: &Arc<Coding>, raised: &Raised) -> PyResult<Self> {
        let given = object.bind(py);
        let is_type = given.is_instance_of::<pyo3::types::PyType>();
        let object = if given.hasattr("choose")? && !is_type { given.clone() } else { given.call0()? };
        Ok(PythonBot { object: object.unbind(), coding: coding.clone(), raised: raised.clone(), seat: 0 })
    }

    fn fault(&self, error: PyErr) -> BotFault {
        let fault = error.to_string();
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        BotFault {
            seat: self.seat + 1,
            command: "a player of Python".into(),
            outline: "raised an exception",
            fault,
            asked: "".into(),
            answered: None,
            complaint: "".into(),
        }
    }
}

/// The position that an answer names.
fn position(answer: &Bound<PyAny>, legal: &[String]) -> PyResult<usize> {
    if let Ok(text) = answer.cast::<PyString>() {
        let text = text.to_string();
        return legal.iter().position(|one| *one == text).ok_or_else(|| crate::errors::bot(format!("`{text}` is not legal")));
    }
    let at: usize = answer.extract()?;
    let wrong = || crate::errors::bot(format!("chose number {at} of {} actions, counted from 0", legal.len()));
    if at < legal.len() { Ok(at) } else { Err(wrong()) }
}

/// A position that its seat cannot tell from the one at hand.
fn imagined(asked: &DecisionRequest) -> State {
    let (parts, seat) = (&asked.rules.parts, asked.view.seat());
    let mut state = State::default();
    let known = KnownCards::new(parts, seat);
    Determiniser::new(parts, seat).determinise(&asked.view, &known, &mut state, &mut Random::new(0));
    state
}

impl Bot for PythonBot {
    fn start(&mut self, opening: &GameStart) -> Result<(), BotFault> {
        self.seat = opening.seat.0;
        let told = Python::attach(|py| {
            let object = self.object.bind(py);
            if object.hasattr("start")? { object.call_method1("start", (self.seat,)).map(|_| ()) } else { Ok(()) }
        });
        told.map_err(|error| self.fault(error))
    }

    fn choose(&mut self, asked: &DecisionRequest) -> Result<usize, BotFault> {
        let chosen = Python::attach(|py| {
            let request = Request {
                seat: asked.view.seat().0,
                legal: asked.notation.to_vec(),
                snapshot: asked.view.snapshot(),
                happened: asked.events.to_vec(),
                actions: asked.legal.to_vec(),
                coding: self.coding.clone(),
                imagined: imagined(asked),
                table: Mutex::new(None),
            };
            position(&self.object.bind(py).call_method1("choose", (request,))?, asked.notation)
        });
        chosen.map_err(|error| self.fault(error))
    }

    fn end(&mut self, sheet: &ScoreSheet, seats: u8) {
        let told = Python::attach(|py| {
            let object = self.object.bind(py);
            let totals = sheet.totals[..usize::from(seats)].to_vec();
            if object.hasattr("end")? { object.call_method1("end", (totals,)).map(|_| ()) } else { Ok(()) }
        });
        if let Err(error) = told {
            self.fault(error);
        }
    }

    fn reads(&self) -> bool {
        true
    }
}
