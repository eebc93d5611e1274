//! Objects of Python as players.

use crate::convert::{data, json};
use pyo3::prelude::*;
use pyo3::types::PyString;
use railwright::bots::{Bot, BotFault, DecisionRequest, GameStart};
use railwright::core::snapshot::Snapshot;
use railwright::rules::ScoreSheet;
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
}

#[pymethods]
impl Request {
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
    raised: Raised,
    seat: u8,
}

impl PythonBot {
    /// Takes an object as it is, or what a class or function makes.
    pub(crate) fn new(py: Python, object: &Py<PyAny>, raised: &Raised) -> PyResult<Self> {
        let given = object.bind(py);
        let is_type = given.is_instance_of::<pyo3::types::PyType>();
        let object = if given.hasattr("choose")? && !is_type { given.clone() } else { given.call0()? };
        Ok(PythonBot { object: object.unbind(), raised: raised.clone(), seat: 0 })
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
