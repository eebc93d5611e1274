//! Rule modules as games use them: what a module's header declares, what a game gives for its parameters, which events it hears.
//!
//! A module is a Rhai file whose first comment is its header, in TOML. The header is read by a schema like every other file; the script
//! itself is the affair of whoever understands [`Scripting`](crate::script::Scripting).

mod bundled;
mod header;
mod hooks;
mod options;
mod parameters;
mod uses;

pub use bundled::Module;
pub use header::{About, HEADER, HOOK, Header, MODULE_ACTION, MODULE_PARAMETER, ModuleAction, ParameterKind, header_text};
pub(crate) use hooks::{Hook, zones_heard};
pub use options::{OptionCall, OptionList, ScriptOption};
pub use parameters::{Constant, ConstantValue, constant_name};
pub use uses::{Import, ScriptSource, told, unused};
pub(crate) use uses::{bind, read};

/// The name of the function of a module that does something for one of its actions or events: `options_borrow`. The one action of a script
/// without a header has no name.
pub fn function_name(part: &str, of: &str) -> String {
    if of.is_empty() { part.to_owned() } else { format!("{part}_{}", of.replace('-', "_")) }
}
