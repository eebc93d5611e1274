//! Tests of kept outcomes; one program, for each has everything to link.

mod frozen;
mod migrated;
mod naming;
mod outcomes;
mod saves;
