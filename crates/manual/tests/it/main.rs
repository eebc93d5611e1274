//! What is written about the project, by hand or from the source: the manual, pages, versions, forms.

mod crates;
mod functions;
mod guarantees;
mod links;
mod manual;
mod pages;
mod project;
mod rulebook;
mod used;
