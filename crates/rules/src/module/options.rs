//! What a scripted action offers: options by what they are about, so that whoever knows the game can read, filter and draw them.

use railwright_core::id::SeatId;

/// Which action of which module is asked, for whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionCall {
    /// The module, by its number.
    pub module: usize,
    /// The action of its header, by its number.
    pub action: usize,
    /// Who chooses.
    pub seat: SeatId,
    /// How many decisions of it were made already.
    pub stage: u16,
    /// What was chosen in the stage before.
    pub before: ScriptOption,
}

/// One option: the numbers of what it is about, a text being its place among the texts of the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct ScriptOption {
    /// What it is about.
    pub about: u16,
    /// What else belongs to it.
    pub with: u16,
}

/// All options of a decision.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionList {
    /// The options, in the order of the script.
    pub options: Vec<ScriptOption>,
    /// The texts that options name by their place.
    pub texts: Vec<String>,
}
