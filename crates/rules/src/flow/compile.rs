//! Reads the steps of a game file into the turn structure, with everything that is wrong with them.

use super::schema::SCHEMAS;
use super::{Choice, Flow, LastRound, Step, StepKind, WITHOUT_END};
use crate::compile::Compiler;
use crate::rules::Cited;
use railwright_core::bits;
use railwright_core::components::{FieldValue, Form, Owner};
use railwright_core::effect::At;
use railwright_core::expr::{Formula, ItemType, Sieve};
use railwright_core::id::{ActionId, StepId, ZoneId};
use railwright_source::{Diagnostic, Origin, Reader, Report, Schema};

/// As many piles can be watched as there are bits to note which of them were stirred.
const MOST_WATCHES: usize = 32;

/// Compiles all steps; their ids are their positions.
pub(crate) fn compile(compiler: &mut Compiler, game: &Reader, ids: &[&str], flow: &mut Flow) {
    flow.endings = ["the flow ended", "last turns played", "everybody passed", "end condition held"].map(str::to_owned).to_vec();
    let mut followed = Vec::new();
    for (id, origin, node) in game.map("steps") {
        let kind = node.at("do").and_then(|n| n.as_text());
        let schema = SCHEMAS.iter().find(|(name, _)| Some(*name) == kind).map(|(_, schema)| *schema);
        let Some(schema) = schema else {
            unknown_kind(compiler.report, "step", id, node, origin, SCHEMAS);
            flow.steps.push(Step { id: id.to_owned(), cited: Cited::default(), when: None, kind: StepKind::InOrder(Vec::new()) });
            continue;
        };
        let reader = Reader::new(node, schema, format!("steps.{id}"), compiler.report);
        reader.check_names(&compiler.known, compiler.report);
        compiler.need_holders(&reader);
        let when = reader.has("when").then(|| compiler.formula(&reader, "when", ItemType::Nothing)).flatten();
        let kind = step_kind(compiler, &reader, kind.unwrap_or_default(), ids, flow).unwrap_or(StepKind::InOrder(Vec::new()));
        let cited = compiler.cited(&reader, origin);
        let then = named_steps(&reader.names("then"), ids);
        flow.steps.push(Step { id: id.to_owned(), cited, when, kind });
        if !then.is_empty() {
            followed.push((flow.steps.len() - 1, then));
        }
    }
    for (at, then) in followed {
        flow.follow(at, then);
    }
    let root = named_steps(&game.names("flow"), ids);
    flow.root = flow.in_order("flow".into(), root);
    circles(flow, game, compiler.report);
    if compiler.report.is_ok() {
        watch_piles(compiler, game, ids, flow);
    }
}

/// Reports a `do` that names nothing.
pub(crate) fn unknown_kind(
    report: &mut Report,
    what: &str,
    id: &str,
    node: &railwright_source::Node,
    origin: Origin,
    known: &[(&str, &Schema)],
) {
    let names: Vec<&str> = known.iter().map(|k| k.0).collect();
    let problem = match node.at("do") {
        Some(kind) => {
            let text = kind.as_text().unwrap_or("?");
            let help = match railwright_source::did_you_mean(text, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("one of: {}", names.join(", ")),
            };
            Diagnostic::error("unknown-word", format!("{what} `{id}`: there is no `{text}`"))
                .at(kind.origin, "unknown")
                .help(help)
        }
        None => Diagnostic::error("missing-key", format!("{what} `{id}` does not say what to `do`"))
            .at(origin, "`do` is missing")
            .help(format!("one of: {}", names.join(", "))),
    };
    report.push(problem);
}

pub(crate) fn named_steps(names: &[(&str, Origin)], ids: &[&str]) -> Vec<StepId> {
    names.iter().filter_map(|(name, _)| ids.iter().position(|id| id == name)).map(StepId::from).collect()
}

fn step_kind(compiler: &mut Compiler, reader: &Reader, kind: &str, ids: &[&str], flow: &mut Flow) -> Option<StepKind> {
    let zone = |compiler: &Compiler, key: &str| reader.name(key).and_then(|(name, _)| compiler.parts.find_zone(name));
    let each = |reader: &Reader| reader.word("for") == Some("each");
    let steps = |reader: &Reader| named_steps(&reader.names("steps"), ids);
    let actions = |compiler: &Compiler, names: &[(&str, Origin)]| -> Vec<ActionId> {
        names.iter().filter_map(|(name, _)| compiler.actions.iter().position(|a| a.0 == *name)).map(ActionId::from).collect()
    };
    Some(match kind {
        "deal" => {
            let (from, to) = (zone(compiler, "from")?, zone(compiler, "to")?);
            same_cards(compiler, reader, "to", from, to);
            want_form(compiler, reader, "from", from, "pile", |f| f == Form::Pile);
            let each_of = kinds_by_value(compiler, reader, from);
            let count = compiler.formula(reader, "count", ItemType::Nothing)?;
            StepKind::Deal { from, to, count, each_of, each: each(reader) }
        }
        "refill" => {
            let row = zone(compiler, "zone")?;
            want_form(compiler, reader, "zone", row, "row", |f| matches!(f, Form::Row(_)));
            let from = zone(compiler, "from").or(compiler.parts.zone(row).refill);
            if let Some(pile) = from {
                same_cards(compiler, reader, "from", row, pile);
                want_form(compiler, reader, "from", pile, "pile", |f| f == Form::Pile);
            }
            if from.is_none() {
                let problem = Diagnostic::error("missing-key", format!("{} does not say from which pile", reader.path()));
                compiler.report.push(problem.at(reader.here(), "`from` is missing, and the row has no `refill`"));
            }
            StepKind::Refill { zone: row, from: from? }
        }
        "move" => {
            let (from, to) = (zone(compiler, "from")?, zone(compiler, "to")?);
            same_cards(compiler, reader, "to", from, to);
            want_form(compiler, reader, "from", from, "bag or row", |f| f != Form::Pile);
            let at = if reader.word("at") == Some("bottom") { At::Bottom } else { At::Top };
            let cards = ItemType::Card(compiler.parts.zone(from).cards);
            let which = reader.has("where").then(|| compiler.formula(reader, "where", cards)).flatten();
            let which = which.map(|which| Sieve::new(&which, &compiler.parts, cards));
            let count = reader.has("count").then(|| compiler.formula(reader, "count", ItemType::Nothing)).flatten();
            StepKind::Move { from, to, which, count, at, each: each(reader) }
        }
        "to-front" => {
            let row = zone(compiler, "zone")?;
            want_form(compiler, reader, "zone", row, "row", |f| matches!(f, Form::Row(_)));
            let card = ItemType::Card(compiler.parts.zone(row).cards);
            StepKind::ToFront { zone: row, which: compiler.formula(reader, "where", card)? }
        }
        "shuffle-in" => {
            let (from, to) = (zone(compiler, "from")?, zone(compiler, "to")?);
            same_cards(compiler, reader, "to", from, to);
            want_form(compiler, reader, "from", from, "bag", |f| f == Form::Bag);
            want_form(compiler, reader, "to", to, "pile", |f| f == Form::Pile);
            let (parts, part) = (reader.int("parts")? as usize, reader.int("part")? as usize);
            if part > parts {
                let problem = Diagnostic::error("out-of-range", format!("{}: there is no part {part}", reader.path()));
                compiler.report.push(problem.at(reader.origin("part"), format!("there are {parts}")));
            }
            StepKind::ShuffleIn { from, to, parts, part: part.min(parts), odd_upper: reader.word("odd") != Some("lower") }
        }
        "shuffle" => {
            let pile = zone(compiler, "zone")?;
            want_form(compiler, reader, "zone", pile, "pile", |f| f == Form::Pile);
            StepKind::Shuffle(pile)
        }
        "set" | "add" => {
            let counter = compiler.parts.find_counter(reader.name("counter")?.0)?;
            let about = match compiler.parts.counters[counter.index()].owner {
                Owner::Company => ItemType::Company,
                Owner::Place => ItemType::Place,
                Owner::Lane => ItemType::Lane,
                _ => ItemType::Nothing,
            };
            let (value, add) = (compiler.formula(reader, "value", about)?, kind == "add");
            if about == ItemType::Nothing {
                misplaced(compiler, reader, "where", "only counters of companies, places and lanes are chosen from");
                StepKind::Count { counter, value, add, each: each(reader) }
            } else {
                misplaced(compiler, reader, "for", "this counter belongs to no seat");
                StepKind::CountEach { counter, value, add, which: compiler.formula(reader, "where", about)? }
            }
        }
        "end" => {
            let reason = reader.text("reason")?;
            let ending = flow.endings.iter().position(|ending| ending == reason).unwrap_or_else(|| {
                flow.endings.push(reason.to_owned());
                flow.endings.len() - 1
            });
            StepKind::End(ending as u8)
        }
        "script" => {
            let module = compiler.modules.iter().position(|m| Some(m.as_str()) == reader.name("module").map(|n| n.0))?;
            StepKind::Script { module, function: reader.text("function")?.to_owned() }
        }
        "next-first" => StepKind::NextFirst,
        "order" => StepKind::Order(compiler.formula(reader, "by", ItemType::Nothing)?),
        "in-order" => StepKind::InOrder(steps(reader)),
        "each-seat" => StepKind::EachSeat {
            steps: steps(reader),
            which: reader.has("where").then(|| compiler.formula(reader, "where", ItemType::Nothing)).flatten(),
            turn: reader.bool("turn")?,
            from_actor: reader.word("from") == Some("actor"),
        },
        "together" => StepKind::Together {
            actions: actions(compiler, &reader.names("actions")),
            otherwise: reader.name("otherwise").and_then(|n| actions(compiler, &[n]).first().copied()),
        },
        "choose" => {
            let again = reader.has("while").then(|| compiler.formula(reader, "while", ItemType::Nothing)).flatten();
            let usual = Formula::constant(if again.is_some() { WITHOUT_END } else { 1 });
            let mut number = |key: &str| match reader.has(key) {
                true => compiler.formula(reader, key, ItemType::Nothing),
                false => Some(usual.clone()),
            };
            let (min, max) = (number("min")?, number("max")?);
            StepKind::Choose(Box::new(Choice {
                actions: actions(compiler, &reader.names("actions")),
                otherwise: reader.name("otherwise").and_then(|n| actions(compiler, &[n]).first().copied()),
                min,
                max,
                again,
                may_stop: compiler.formula(reader, "may-stop", ItemType::Nothing)?,
            }))
        }
        "repeat" => StepKind::Repeat {
            steps: steps(reader),
            condition: reader.has("while").then(|| compiler.formula(reader, "while", ItemType::Nothing)).flatten(),
            max: compiler.formula(reader, "max", ItemType::Nothing)?,
        },
        "rounds" => StepKind::Rounds {
            steps: steps(reader),
            until: reader.has("until").then(|| compiler.formula(reader, "until", ItemType::Nothing)).flatten(),
        },
        "turns" => {
            let last_round = reader.table("last-round").and_then(|last| {
                Some(LastRound {
                    when: compiler.formula(&last, "when", ItemType::Nothing)?,
                    everybody: last.word("for") != Some("others"),
                })
            });
            let until = reader.has("until").then(|| compiler.formula(reader, "until", ItemType::Nothing)).flatten();
            StepKind::Turns { steps: steps(reader), last_round, all_pass: reader.bool("all-pass")?, until }
        }
        _ => unreachable!("every kind of step has a schema"),
    })
}

/// Reports a key that means nothing together with the others.
fn misplaced(compiler: &mut Compiler, reader: &Reader, key: &str, why: &str) {
    if reader.has(key) {
        let problem = Diagnostic::error("misplaced-key", format!("{}: `{key}` means nothing here", reader.path()));
        compiler.report.push(problem.at(reader.origin(key), why.to_owned()));
    }
}

/// The kinds of card that have the same value in the field named by `each-of`, as bits; one set for each value.
fn kinds_by_value(compiler: &mut Compiler, reader: &Reader, from: ZoneId) -> Vec<[u64; 4]> {
    let Some(name) = reader.text("each-of") else { return Vec::new() };
    let set = compiler.parts.cards_in(from);
    let Some(field) = set.fields.iter().position(|f| f.0 == name) else {
        let problem = Diagnostic::error("unknown-name", format!("{}: {} cards have no field `{name}`", reader.path(), set.id));
        compiler.report.push(problem.at(reader.origin("each-of"), "not among `fields`"));
        return Vec::new();
    };
    let mut values: Vec<(&FieldValue, [u64; 4])> = Vec::new();
    for (kind, card) in set.kinds.iter().enumerate() {
        let value = &card.fields[field];
        let at = values.iter().position(|v| v.0 == value).unwrap_or_else(|| {
            values.push((value, [0; 4]));
            values.len() - 1
        });
        bits::put(&mut values[at].1, kind);
    }
    values.into_iter().map(|v| v.1).collect()
}

/// Gives every pile that is watched its watch, and each watch the steps it brings about.
fn watch_piles(compiler: &mut Compiler, game: &Reader, ids: &[&str], flow: &mut Flow) {
    for (id, _, reader) in game.tables("zones") {
        let Some(zone) = compiler.parts.find_zone(id) else { continue };
        let aside = reader.table("aside");
        for (key, steps) in [("on-empty", reader.names("on-empty")), ("aside", aside.map_or_else(Vec::new, |a| a.names("then")))]
        {
            let named = named_steps(&steps, ids);
            if named.is_empty() {
                continue;
            }
            if let Some(slow) = named.iter().find(|s| !flow.happens_at_once(**s)) {
                let name = &flow.steps[slow.index()].id;
                let problem = Diagnostic::error("not-automatic", format!("zone `{id}`: step `{name}` asks somebody to choose"));
                let help = "only steps that happen by themselves can follow when a pile changes";
                compiler.report.push(problem.at(reader.origin(key), "in the middle of another step").help(help));
                continue;
            }
            if flow.watches.len() == MOST_WATCHES {
                let problem = Diagnostic::error("too-many-piles", format!("a game can watch {MOST_WATCHES} piles"));
                compiler.report.push(problem.at(reader.origin(key), "one too many"));
                return;
            }
            let watch = Some(flow.watches.len() as u8);
            flow.watches.push(named);
            let zone = &mut compiler.parts.zones[zone.index()];
            match &mut zone.aside {
                Some(aside) if key == "aside" => aside.told = watch,
                _ => zone.on_empty = watch,
            }
        }
    }
}

/// Reports a zone of the wrong form.
pub(crate) fn want_form(compiler: &mut Compiler, reader: &Reader, key: &str, zone: ZoneId, wanted: &str, fits: fn(Form) -> bool) {
    let zone = compiler.parts.zone(zone);
    if !fits(zone.form) {
        let problem = Diagnostic::error("wrong-form", format!("{}: `{key}` wants a {wanted}", reader.path()));
        compiler.report.push(problem.at(reader.origin(key), format!("`{}` is none", zone.id)));
    }
}

/// Reports cards that would go where other cards lie; the key is the one that names the second zone.
pub(crate) fn same_cards(compiler: &mut Compiler, reader: &Reader, key: &str, from: ZoneId, to: ZoneId) {
    let (a, b) = (compiler.parts.zone(from), compiler.parts.zone(to));
    if a.cards != b.cards {
        let message = format!("{}: `{}` and `{}` hold different cards", reader.path(), a.id, b.id);
        compiler.report.push(Diagnostic::error("different-cards", message).at(reader.origin(key), "other cards lie here"));
    }
}

/// Reports steps that contain themselves: they would never begin.
fn circles(flow: &Flow, game: &Reader, report: &mut Report) {
    fn visit(flow: &Flow, at: usize, path: &mut Vec<usize>, done: &mut Vec<bool>, found: &mut Vec<usize>) {
        if path.contains(&at) {
            found.push(at);
            return;
        }
        if std::mem::replace(&mut done[at], true) {
            return;
        }
        path.push(at);
        if let StepKind::InOrder(steps)
        | StepKind::EachSeat { steps, .. }
        | StepKind::Rounds { steps, .. }
        | StepKind::Repeat { steps, .. }
        | StepKind::Turns { steps, .. } = &flow.steps[at].kind
        {
            steps.iter().for_each(|s| visit(flow, s.index(), path, done, found));
        }
        path.pop();
    }
    let (mut done, mut found) = (vec![false; flow.steps.len()], Vec::new());
    for at in 0..flow.steps.len() {
        visit(flow, at, &mut Vec::new(), &mut done, &mut found);
    }
    let steps = game.map("steps");
    for at in found {
        let problem = Diagnostic::error("endless-steps", format!("step `{}` contains itself", flow.steps[at].id));
        report.push(
            problem
                .at(steps.get(at).map_or(game.here(), |s| s.1), "this step")
                .help("use a `repeat` or `turns` step to do something again"),
        );
    }
}
