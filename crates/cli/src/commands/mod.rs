//! The commands, one file each.

pub mod check;
pub mod games;
pub mod resolve;
pub mod sim;
pub mod test;
