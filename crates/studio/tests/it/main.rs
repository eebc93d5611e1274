//! What the studio does to files.

mod desk;
mod edits;
mod maps;
mod random_edits;
