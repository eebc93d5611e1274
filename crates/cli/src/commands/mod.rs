//! The commands, one file each.

pub mod check;
pub mod compare;
pub mod completions;
pub mod diff;
pub mod explain;
pub mod games;
pub mod holes;
pub mod man;
pub mod map;
pub mod merge;
pub mod migrate;
pub mod mutate;
pub mod new;
pub mod play;
pub mod replay;
pub mod report;
pub mod resolve;
pub mod rules;
pub mod schema;
pub mod serve;
pub mod serve_stdio;
pub mod sim;
pub mod studio;
pub mod test;
pub mod watch;
