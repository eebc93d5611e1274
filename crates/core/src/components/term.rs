//! Terms: named expressions.

/// A named expression: it stands for its text wherever it is used.
#[derive(Clone, Debug)]
pub struct Term {
    /// Its id in the data.
    pub id: String,
    /// The names in its text that stand for what it is given where it is used.
    pub parameters: Vec<String>,
    /// What it stands for.
    pub text: String,
    /// Whether it means nothing, which was reported where it is written and need not be where it is used.
    pub broken: bool,
}
