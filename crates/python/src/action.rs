//! An action as Python sees it.

use crate::rules::Loaded;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use railwright::Seat;
use railwright::core::Action as Core;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Something that a seat may do; it prints as the notation of saves and logs.
///
/// >>> import railwright
/// >>> state = railwright.load("ticket-to-ride").start(1)
/// >>> action = state.legal()[0]
/// >>> str(action)[:5], action.seat == state.to_move
/// ('keep ', True)
/// >>> state.parse(str(action)) == action
/// True
#[pyclass(frozen, module = "railwright")]
pub(crate) struct Action {
    /// The notation.
    #[pyo3(get)]
    text: String,
    /// The id of the action in the game's file; `done` where a choice of several is complete.
    #[pyo3(get)]
    kind: String,
    /// Who may do it.
    #[pyo3(get)]
    pub(crate) seat: u8,
    /// The lane it is about, if it is about one.
    #[pyo3(get)]
    lane: Option<String>,
    /// The place it is about, if it is about one.
    #[pyo3(get)]
    place: Option<String>,
    /// The company it is about, if it is about one.
    #[pyo3(get)]
    company: Option<String>,
    /// The card it is about, if it is about one that is seen.
    #[pyo3(get)]
    card: Option<String>,
    paid: Vec<(String, u8)>,
    pub(crate) core: Core,
}

impl Action {
    pub(crate) fn new(game: &Loaded, seat: Seat, core: Core, text: String) -> Self {
        let rules = game.game.rules();
        let parts = &rules.parts;
        let subjects = rules.subjects_of(core);
        let from = rules.paid_from_and_to(core.action).map(|[from, _]| parts.cards_in(from));
        let paid = |(kind, n): (railwright::core::id::KindId, u8)| {
            let name =
                from.and_then(|set| set.kinds.get(kind.index())).map_or_else(|| format!("kind {}", kind.0), |k| k.id.clone());
            (name, n)
        };
        let card = |(set, kind): (railwright::core::id::CardSetId, railwright::core::id::KindId)| {
            Some(parts.cards.get(set.index())?.kinds.get(kind.index())?.id.clone())
        };
        Action {
            text,
            kind: rules.actions.get(core.action.index()).map_or("done", |def| &def.id).to_owned(),
            seat: seat.0,
            lane: subjects.lane.map(|lane| parts.map.lane(lane).id.clone()),
            place: subjects.place.map(|place| parts.map.place(place).id.clone()),
            company: subjects.company.and_then(|at| Some(parts.companies.get(usize::from(at))?.id.clone())),
            card: subjects.card.and_then(card),
            paid: core.payment.iter().map(paid).collect(),
            core,
        }
    }
}

#[pymethods]
impl Action {
    /// The cards that are paid, and how many of each.
    #[getter]
    fn cards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.paid.iter().try_for_each(|(kind, n)| dict.set_item(kind, n))?;
        Ok(dict)
    }

    pub(crate) fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Action {:?} of seat {}>", self.text, self.seat)
    }

    fn __eq__(&self, other: &Self) -> bool {
        (self.seat, self.core, &self.text) == (other.seat, other.core, &other.text)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.seat, self.core, &self.text).hash(&mut hasher);
        hasher.finish()
    }
}
