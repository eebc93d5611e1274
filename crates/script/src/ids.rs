//! Ids that scripts write as texts: each has to be one of the game's, which is known when the game is loaded.
//!
//! What an argument names stands in the list of arguments where a function is registered; [`Names`] is the list of words for it. What
//! a script works out is only known when it is played.

use crate::calls::{Call, Literal};
use crate::check::quoted;
use crate::host::HostFunction;
use crate::host_state::{HostResult, HostState, fault};
use crate::names::{company, pick};
use railwright_core::components::{Form, Members, Owner};
use railwright_core::id::{CardSetId, ZoneId};
use railwright_rules::rules::ScriptSource;
use railwright_source::Diagnostic;
use rhai::{Dynamic, EvalAltResult, Position};

/// What an argument of a host function names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Names {
    Counter,
    Zone,
    Pile,
    Set,
    /// A member of the set that the first argument names.
    Member,
    Lane,
    Place,
    Company,
    /// A seat's number or a company's id.
    Party,
    Cards,
    /// A kind of the cards that the first argument names, or that lie in the zone it names.
    Kind,
    /// A field of the cards that the first argument names.
    Field,
    /// An attribute of what the first argument names.
    Attribute,
    Tag,
    Option,
    /// A list of `[tables]`.
    List,
    /// An expression, or a filter over things of the game.
    Question(Question),
    /// What is given with an expression.
    Values,
    /// No id.
    Nothing,
}

/// What an expression of a script is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// What the values say.
    Value,
    /// Each lane.
    Lanes,
    /// Each place.
    Places,
    /// Each company.
    Companies,
    /// Each seat.
    Seats,
    /// Each kind of card in a zone.
    Cards,
}

impl Names {
    /// What an argument names, by the word that the manual has for it; nothing for a word that is not known.
    pub(crate) fn of(argument: &str) -> Option<Self> {
        Some(match argument {
            "counter" => Self::Counter,
            "zone" | "from zone" | "to zone" => Self::Zone,
            "pile" => Self::Pile,
            "set" => Self::Set,
            "lane or place" => Self::Member,
            "lane" => Self::Lane,
            "place" => Self::Place,
            "company" => Self::Company,
            "party" => Self::Party,
            "cards" => Self::Cards,
            "kind" => Self::Kind,
            "field" => Self::Field,
            "attribute" => Self::Attribute,
            "tag" => Self::Tag,
            "option" => Self::Option,
            "list" => Self::List,
            "expression" => Self::Question(Question::Value),
            "lane filter" => Self::Question(Question::Lanes),
            "place filter" => Self::Question(Question::Places),
            "company filter" => Self::Question(Question::Companies),
            "seat filter" => Self::Question(Question::Seats),
            "card filter" => Self::Question(Question::Cards),
            "values" => Self::Values,
            "number" | "seat" | "seats" | "value" => Self::Nothing,
            _ => return None,
        })
    }
}

/// Ids in the calls of a script that the game has not; names that the game has in other settings are left to play.
pub(crate) fn wrong(
    script: &ScriptSource,
    calls: &[(Call, HostFunction)],
    game: &HostState,
    elsewhere: &[String],
) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for (call, function) in calls {
        for (i, names) in function.names().enumerate() {
            let Some(given) = call.arguments.get(i) else { continue };
            if given.0.texts().iter().any(|text| elsewhere.iter().any(|name| name == text)) {
                continue;
            }
            if let Err(Wrong { at, why }) = argument(game, (function.names().next(), names), &call.arguments, i) {
                let problem = Diagnostic::error("script-unknown-name", format!("{}: {}", script.file, cause(&why)));
                problems.push(problem.at(quoted(script, at), format!("in table.{}", function.signature())));
            }
        }
    }
    problems
}

/// An id that is none, and where it stands.
struct Wrong {
    at: Position,
    why: Box<EvalAltResult>,
}

pub(crate) fn cause(why: &EvalAltResult) -> String {
    match why {
        EvalAltResult::ErrorRuntime(token, _) => token.to_string(),
        other => other.to_string(),
    }
}

/// Looks at one argument of a call, by what the first and what this one names.
fn argument(
    game: &HostState,
    (subject, names): (Option<Names>, Names),
    given: &[(Literal, Position)],
    i: usize,
) -> Result<(), Wrong> {
    let parts = game.parts();
    let (literal, at) = &given[i];
    let wrong = |why| Wrong { at: *at, why };
    let owned = |what: &str, all: Vec<(&str, Owner)>| reference(game, what, &given[i], &all);
    match names {
        Names::Nothing | Names::Question(_) | Names::Values => return Ok(()),
        Names::Counter => return owned("counter", parts.counters.iter().map(|c| (c.id.as_str(), c.owner)).collect()),
        Names::Set => return owned("set", parts.sets.iter().map(|s| (s.id.as_str(), s.owner)).collect()),
        Names::Zone => return owned("zone", parts.zones.iter().map(|z| (z.id.as_str(), z.owner)).collect()),
        Names::Pile => {
            owned("zone", parts.zones.iter().map(|z| (z.id.as_str(), z.owner)).collect())?;
            let no_pile = zone_named(game, literal).filter(|zone| parts.zone(*zone).form != Form::Pile);
            return no_pile.map_or(Ok(()), |zone| Err(wrong(fault(format!("`{}` is no pile", parts.zone(zone).id)))));
        }
        _ => {}
    }
    let Literal::Text(id) = literal else { return Ok(()) };
    let first = given.first().map_or(&Literal::Other, |(first, _)| first);
    let found: HostResult<()> = match names {
        Names::Lane => game.lane(id).map(drop),
        Names::Place => game.place(id).map(drop),
        Names::Member => member(game, first, id),
        Names::Company | Names::Party => company(parts, id).map(drop),
        Names::Cards => game.cards(id).map(drop),
        Names::Kind => kind(game, first, id),
        Names::Field => match first.text().map(|cards| game.cards(cards)) {
            Some(Ok(cards)) => pick("field", id, parts.cards[cards.index()].fields.iter().map(|f| f.0.as_str())).map(drop),
            _ => Ok(()),
        },
        Names::Tag => game.tag(id).map(drop),
        Names::Option => pick("option", id, parts.options.iter().map(|o| o.0.as_str())).map(drop),
        Names::List => pick("list", id, parts.lookups.iter().map(|l| l.id.as_str())).map(drop),
        Names::Attribute => {
            let declared = match subject {
                Some(Names::Lane) => &parts.lane_attributes,
                Some(Names::Company) => &parts.company_attributes,
                _ => &parts.place_attributes,
            };
            pick("attribute", id, declared.iter().map(|(id, _)| id.as_str())).map(drop)
        }
        Names::Counter | Names::Set | Names::Zone | Names::Pile => Ok(()),
        Names::Nothing | Names::Question(_) | Names::Values => Ok(()),
    };
    found.map_err(wrong)
}

/// Looks at `"id"` or `["id", owner]`; an owner that is worked out is not known yet, and whether there is such a seat neither.
fn reference(game: &HostState, what: &str, (literal, at): &(Literal, Position), all: &[(&str, Owner)]) -> Result<(), Wrong> {
    let find = |id: &str, at: Position| {
        let found = pick(what, id, all.iter().map(|(id, _)| *id)).map_err(|why| Wrong { at, why })?;
        Ok::<Owner, Wrong>(all[found].1)
    };
    let owned = |id: &str, of, owner, at| game.owner(id, of, owner).map(drop).map_err(|why| Wrong { at, why });
    match literal {
        Literal::Text(id) => owned(id, find(id, *at)?, None, *at),
        Literal::List(pair) => match &pair[..] {
            [(Literal::Text(id), id_at), (owner, owner_at)] => {
                let of = find(id, *id_at)?;
                match owner {
                    Literal::Text(owner) => owned(id, of, Some(Dynamic::from(owner.clone())), *owner_at),
                    _ if of == Owner::Table => owned(id, of, Some(Dynamic::UNIT), *at),
                    _ => Ok(()),
                }
            }
            [_, _] => Ok(()),
            _ => Err(Wrong { at: *at, why: fault(format!("a {what} is named by its id, or by [id, owner]")) }),
        },
        Literal::Variable(_) | Literal::Map(_) | Literal::Other => Ok(()),
    }
}

/// The zone that an argument names, if it is written there.
fn zone_named(game: &HostState, literal: &Literal) -> Option<ZoneId> {
    let id = literal.texts().into_iter().next()?;
    game.parts().zones.iter().position(|zone| zone.id == *id).map(ZoneId::from)
}

/// A member of a set that may be worked out: then it is a lane or a place.
fn member(game: &HostState, set: &Literal, id: &str) -> HostResult<()> {
    let name = set.texts().into_iter().next();
    match name.and_then(|name| game.parts().sets.iter().find(|set| set.id == *name)).map(|set| set.members) {
        Some(Members::Lanes) => game.lane(id).map(drop),
        Some(Members::Places) => game.place(id).map(drop),
        None => game.lane(id).map(drop).or_else(|_| game.place(id).map(drop)),
    }
}

/// A kind of card of a set of cards, or of those in a zone; of any set where that is worked out.
fn kind(game: &HostState, of: &Literal, id: &str) -> HostResult<()> {
    let parts = game.parts();
    let cards = match of.text().and_then(|cards| game.cards(cards).ok()) {
        Some(cards) => Some(cards),
        None => zone_named(game, of).map(|zone| parts.zone(zone).cards),
    };
    match cards {
        Some(cards) => game.kind(cards, id).map(drop),
        None => {
            let all = (0..parts.cards.len()).map(CardSetId::from);
            let mut found = all.map(|cards| game.kind(cards, id).map(drop));
            let first = found.next().unwrap_or(Ok(()));
            if first.is_err() && found.any(|found| found.is_ok()) { Ok(()) } else { first }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rhai;
    use crate::host::host_functions;
    use railwright_rules::script::Scripting;
    use railwright_rules::{Setting, load};
    use railwright_source::FileId;

    const STORM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/games/storm/storm.toml");

    fn found(body: &str, elsewhere: &[String]) -> Vec<String> {
        found_in(&format!("fn f(table, x) {{ {body} }}"), elsewhere)
    }

    fn found_in(text: &str, elsewhere: &[String]) -> Vec<String> {
        let loaded = load(STORM, &Setting { players: 2, options: Vec::new() }, &Rhai);
        let rules = loaded.rules.expect("a game");
        let script = ScriptSource { file: "s.rhai".into(), text: text.to_owned(), at: FileId(0), ..rules.scripts[0].clone() };
        let parts = &rules.parts;
        Rhai.names(&[script], parts, elsewhere).into_iter().map(|problem| problem.message).collect()
    }

    /// A function that is registered cannot be forgotten: whatever argument of it names something is looked at.
    #[test]
    fn an_id_that_is_none_is_found_in_every_argument_of_every_function() {
        let mut looked_at = 0;
        for function in host_functions() {
            for (i, names) in function.names().enumerate() {
                // A field is one of certain cards, which are written in the call, too.
                let argument = |j: usize| match (j, names) {
                    _ if j == i => "\"no-such-thing\"",
                    (0, Names::Field) => "\"train\"",
                    _ => "x",
                };
                let arguments: Vec<&str> = (0..function.names().count()).map(argument).collect();
                let call = format!("table.{}({})", function.name, arguments.join(", "));
                let problems = found(&call, &[]);
                let names_something = !matches!(names, Names::Nothing | Names::Question(_) | Names::Values);
                assert_eq!(problems.len(), usize::from(names_something), "{call}: {problems:?}");
                looked_at += problems.len();
                assert_eq!(
                    found(&call, &["no-such-thing".to_owned()]),
                    Vec::<String>::new(),
                    "{call}: it is one of another setting"
                );
            }
        }
        assert!(looked_at > 40, "{looked_at}");
    }

    #[test]
    fn the_table_is_the_first_parameter_of_what_the_rules_call_and_whatever_that_is_handed_on_as() {
        let wrong = ["s.rhai: there is no set `strom`; did you mean `storm`?"];
        for text in [
            "fn on_round(board, event) { board.mark(\"strom\", event.lane) }",
            "fn on_round(t, event) { storm_at(t, 1) }\nfn storm_at(b, n) { if n > 0 { deeper(n, b) } }\nfn deeper(n, c) { c.mark(\"strom\", n) }",
            "fn options_drive(everything, seat) { [\"a\"].map(|x| x); everything.is_in(\"strom\", \"alder-birch\") }",
        ] {
            assert_eq!(found_in(text, &[]), wrong, "{text}");
        }
        // Another value of any name is none.
        let other = "fn on_round(t, event) { let list = []; list.mark(\"strom\"); event.mark(\"strom\", 1) }";
        assert_eq!(found_in(other, &[]), Vec::<String>::new());
    }

    #[test]
    fn an_id_says_whose_it_is_and_what_was_meant() {
        for (call, message) in [
            ("table.mark(\"strom\", x)", "there is no set `strom`; did you mean `storm`?"),
            ("table.mark(\"storm\", \"alder-brich\")", "there is no lane `alder-brich`; did you mean `alder-birch`?"),
            ("mark(table, \"strom\", x)", "there is no set `strom`; did you mean `storm`?"),
            ("table.add(\"points\", 1)", "there is one `points` for each seat: write [\"points\", seat]"),
            ("table.add([\"storms\", x], 1)", "`storms` belongs to the table: write \"storms\""),
            ("table.size([\"hnad\", x])", "there is no zone `hnad`; did you mean `hand`?"),
            ("table.count([\"hand\", x], \"rde\")", "there is no train card `rde`; did you mean `red`?"),
            ("table.shuffle(\"discard\")", "`discard` is no pile"),
            ("table.size([\"hand\", x, x])", "a zone is named by its id, or by [id, owner]"),
        ] {
            assert_eq!(found(call, &[]), [format!("s.rhai: {message}")], "{call}");
        }
        for call in
            ["table.size([\"hand\", x])", "table.mark(x, \"alder-birch\")", "table.count(x, \"red\")", "x.mark(\"nothing\", 1)"]
        {
            assert_eq!(found(call, &[]), Vec::<String>::new(), "{call}");
        }
    }
}
