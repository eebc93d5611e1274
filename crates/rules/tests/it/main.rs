//! Properties of the rules of every game, one file a subject, in one program.

mod carry;
mod common;
mod compared;
mod determinised;
mod distances;
mod endings;
mod endless;
mod expressions;
mod invariants;
mod keep;
mod last;
mod limits;
mod many_ways;
mod nodes;
mod occasions;
mod owners;
mod parts;
mod paths;
mod positions;
mod prices;
mod properties;
mod refusals;
mod removal;
mod secret_choices;
mod tells_secrets;
mod words;
