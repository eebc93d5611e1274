//! Whatever can go wrong as an exception, in the words of the program.

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use railwright::Problems;
use std::fmt::Display;

create_exception!(railwright, RailwrightError, PyException, "Anything that Railwright reports.");
create_exception!(railwright, ProblemsError, RailwrightError, "Files are wrong: all that is, each with place, cause and remedy.");
create_exception!(
    railwright,
    IllegalActionError,
    RailwrightError,
    "An action that the rules forbid, or no action: why, and where that is written."
);
create_exception!(railwright, FaultError, RailwrightError, "The rules of a game broke down.");
create_exception!(railwright, BotError, RailwrightError, "A bot did not answer as it must, or there is no such bot.");

/// Adds the exceptions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("RailwrightError", py.get_type::<RailwrightError>())?;
    module.add("ProblemsError", py.get_type::<ProblemsError>())?;
    module.add("IllegalActionError", py.get_type::<IllegalActionError>())?;
    module.add("FaultError", py.get_type::<FaultError>())?;
    module.add("BotError", py.get_type::<BotError>())
}

/// Wrong files; with their findings as data beside the text.
pub(crate) fn problems(problems: &Problems) -> PyErr {
    ProblemsError::new_err((problems.to_string(), problems.to_json().to_string()))
}

pub(crate) fn fault(fault: impl Display) -> PyErr {
    FaultError::new_err(format!("the rules broke down: {fault}"))
}

pub(crate) fn illegal(why: impl Display) -> PyErr {
    IllegalActionError::new_err(why.to_string())
}

pub(crate) fn other(why: impl Display) -> PyErr {
    RailwrightError::new_err(why.to_string())
}

pub(crate) fn bot(why: impl Display) -> PyErr {
    BotError::new_err(why.to_string())
}
