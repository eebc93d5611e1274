//! Data of Rust as data of Python.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

/// A JSON value as what Python's own reader would make of it.
pub(crate) fn json<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(on) => on.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(n) => match (n.as_i64(), n.as_u64()) {
            (Some(n), _) => n.into_pyobject(py)?.into_any(),
            (None, Some(n)) => n.into_pyobject(py)?.into_any(),
            _ => n.as_f64().unwrap_or(f64::NAN).into_pyobject(py)?.into_any(),
        },
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(all) => {
            let list = PyList::empty(py);
            for one in all {
                list.append(json(py, one)?)?;
            }
            list.into_any()
        }
        Value::Object(all) => {
            let dict = PyDict::new(py);
            for (key, one) in all {
                dict.set_item(key, json(py, one)?)?;
            }
            dict.into_any()
        }
    })
}

/// Anything that can be written as JSON.
pub(crate) fn data<'py>(py: Python<'py>, data: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    let value = serde_json::to_value(data).map_err(crate::errors::other)?;
    json(py, &value)
}
