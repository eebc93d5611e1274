//! What is written about the project, by hand: pages, versions, forms.

mod links;
mod pages;
mod project;
