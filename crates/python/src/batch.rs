//! Many games at once, written straight into arrays of numpy.

use crate::errors;
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use pyo3::prelude::*;
use railwright_tensors::{Arrays, BatchError, Coding, Rewards};
use std::sync::Arc;

/// Many games by the same rules, side by side on several threads; `railwright.VectorEnv` has the arrays for it.
#[pyclass(module = "railwright")]
pub(crate) struct Batch {
    batch: railwright_tensors::Batch,
}

fn raised(error: BatchError) -> PyErr {
    match error {
        BatchError::Illegal { .. } => errors::illegal(error),
        BatchError::Broken { .. } => errors::fault(error),
        BatchError::Words { .. } | BatchError::Length { .. } => pyo3::exceptions::PyValueError::new_err(error.to_string()),
        BatchError::Threads(_) => errors::other(error),
    }
}

impl Batch {
    pub(crate) fn new(coding: &Arc<Coding>, games: usize, seed: u64, rewards: Rewards, threads: usize) -> PyResult<Self> {
        Ok(Batch { batch: railwright_tensors::Batch::new(coding, games, seed, rewards, threads).map_err(raised)? })
    }
}

/// The arrays of Python that Rust writes into: observations if anybody wants them, masks, seats, rewards, ends, scores.
type Buffers<'py> = (
    Option<PyReadwriteArray1<'py, f32>>,
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray1<'py, i32>,
    PyReadwriteArray1<'py, f32>,
    PyReadwriteArray1<'py, u8>,
    PyReadwriteArray1<'py, f32>,
);

/// The same for as long as Rust writes into them.
fn arrays<'a>((observations, masks, seats, rewards, ended, scores): &'a mut Buffers) -> PyResult<Arrays<'a>> {
    Ok(Arrays {
        observations: observations.as_mut().map(|array| array.as_slice_mut()).transpose()?,
        masks: masks.as_slice_mut()?,
        seats: seats.as_slice_mut()?,
        rewards: rewards.as_slice_mut()?,
        ended: ended.as_slice_mut()?,
        scores: scores.as_slice_mut()?,
    })
}

#[pymethods]
impl Batch {
    /// Begins all games anew.
    fn reset(&mut self, py: Python, seed: Option<u64>, mut buffers: Buffers) -> PyResult<()> {
        let arrays = arrays(&mut buffers)?;
        py.detach(|| self.batch.reset(seed, arrays)).map_err(raised)
    }

    /// Says a word in each game.
    fn step(&mut self, py: Python, words: PyReadonlyArray1<i64>, mut buffers: Buffers) -> PyResult<()> {
        let arrays = arrays(&mut buffers)?;
        let words = words.as_slice()?;
        py.detach(|| self.batch.step(words, arrays)).map_err(raised)
    }
}
