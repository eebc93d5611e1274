//! Files of before format 1 become files of today's: those that the repository had, and generated ones; rule modules too.

mod agree;
mod generated;
mod history;
mod kept;
mod scripts;
