//! Reads the steps of a game file into the turn structure, with everything that is wrong with them.

use super::endings::USUAL;
use super::schema::StepKeys;
use super::steps::{SCHEMAS, StepReader};
use super::{Flow, Step, StepKind};
use crate::compile::Compiler;
use crate::compile::schema::{AsideKeys, GameKeys, ZoneKeys};
use crate::limits::WATCHES;
use crate::rules::Cited;
use railwright_core::components::Form;
use railwright_core::expr::{ItemType, Occasion};
use railwright_core::id::{StepId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_source::kinds::Names;
use railwright_source::{Diagnostic, Key, KeyType, Keys, Origin, Reader, Report, Schema};

/// Compiles all steps, whose conditions may ask what a seat can choose; their ids are their positions.
pub(crate) fn compile(compiler: &mut Compiler, game: &Reader<GameKeys>, ids: &[&str], flow: &mut Flow) {
    compiler.on(Occasion::CHOICES, |compiler| steps(compiler, game, ids, flow));
}

fn steps(compiler: &mut Compiler, game: &Reader<GameKeys>, ids: &[&str], flow: &mut Flow) {
    flow.endings = USUAL.map(str::to_owned).to_vec();
    let mut followed = Vec::new();
    for (id, origin, node) in game.get(GameKeys::STEPS) {
        let kind = node.at("do").and_then(|n| n.as_text());
        let schema = SCHEMAS.iter().find(|(name, _)| Some(*name) == kind).map(|(_, schema)| *schema);
        let Some(schema) = schema else {
            unknown_kind(compiler.report, "step", id, node, origin, SCHEMAS);
            flow.steps.push(Step { id: id.to_owned(), cited: Cited::default(), when: None, kind: StepKind::InOrder(Vec::new()) });
            continue;
        };
        let reader = Reader::<StepKeys>::by(node, schema, format!("steps.{id}"), compiler.report);
        reader.check_names(&compiler.known, compiler.report);
        compiler.need_holders(&reader, kind.unwrap_or_default());
        let when = compiler.formula_if_written(&reader, StepKeys::WHEN, ItemType::Nothing);
        let mut step = StepReader { compiler, ids, flow };
        let kind = step.kind(kind.unwrap_or_default(), &reader).unwrap_or(StepKind::InOrder(Vec::new()));
        let cited = compiler.cited_by_key(&reader, StepKeys::CITES, origin);
        let then = named_steps(&reader.get(StepKeys::THEN), ids);
        flow.steps.push(Step { id: id.to_owned(), cited, when, kind });
        if !then.is_empty() {
            followed.push((flow.steps.len() - 1, then));
        }
    }
    for (at, then) in followed {
        flow.follow(at, then);
    }
    flow.tell_endings_apart();
    let root = named_steps(&game.get(GameKeys::FLOW), ids);
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
        Some(kind) if now(what, kind).is_some() => {
            let was = format!("{what} {}", kind.as_text().unwrap_or_default());
            railwright_source::renamed(&was, now(what, kind).unwrap_or_default(), kind.origin)
        }
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

/// What an action or a step did before it was called otherwise.
fn now(what: &str, kind: &railwright_source::Node) -> Option<&'static str> {
    FORMERLY.iter().find(|(sort, was, _)| *sort == what && Some(*was) == kind.as_text()).map(|(_, _, now)| *now)
}

/// Mechanics and kinds of step that were called otherwise in an earlier format.
pub const FORMERLY: [(&str, &str, &str); 4] =
    [("action", "move", "travel"), ("action", "place", "mark"), ("action", "buy", "claim"), ("step", "script", "call")];

pub(crate) fn named_steps(names: &[(&str, Origin)], ids: &[&str]) -> Vec<StepId> {
    names.iter().filter_map(|(name, _)| ids.iter().position(|id| id == name)).map(StepId::from).collect()
}

/// Gives every pile that is watched its watch, and each watch the steps it brings about.
fn watch_piles(compiler: &mut Compiler, game: &Reader<GameKeys>, ids: &[&str], flow: &mut Flow) {
    for (id, _, reader) in game.get(GameKeys::ZONES) {
        let Some(zone) = compiler.parts.find_zone(id) else { continue };
        let aside = reader.get(ZoneKeys::ASIDE);
        let on_aside = aside.map_or_else(Vec::new, |aside| aside.get(AsideKeys::THEN));
        for (key, is_aside, steps) in
            [(ZoneKeys::ON_EMPTY.any(), false, reader.get(ZoneKeys::ON_EMPTY)), (ZoneKeys::ASIDE.any(), true, on_aside)]
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
            if flow.watches.len() == WATCHES {
                let problem = Diagnostic::error("too-many-piles", format!("a game can watch {WATCHES} piles"));
                compiler
                    .report
                    .push(problem.at(reader.origin(key), "one too many").help("let one pile's steps do what several did"));
                return;
            }
            let watch = Some(narrow::<u8>(flow.watches.len()));
            flow.watches.push(named);
            let zone = &mut compiler.parts.zones[zone.index()];
            match &mut zone.aside {
                Some(aside) if is_aside => aside.told = watch,
                _ => zone.on_empty = watch,
            }
        }
    }
}

/// Reports a zone of the wrong form.
pub(crate) fn want_form<S: Keys, T: KeyType>(
    compiler: &mut Compiler,
    reader: &Reader<S>,
    key: Key<S, T>,
    zone: ZoneId,
    wanted: &str,
    fits: fn(Form) -> bool,
) {
    let zone = compiler.parts.zone(zone);
    if !fits(zone.form) {
        let problem = Diagnostic::error("wrong-form", format!("{}: `{key}` wants a {wanted}", reader.path()));
        compiler.report.push(problem.at(reader.origin(key), format!("`{}` is none", zone.id)));
    }
}

/// Reports cards that would go where other cards lie; the key is the one that names the second zone.
pub(crate) fn same_cards<S: Keys, T: KeyType>(
    compiler: &mut Compiler,
    reader: &Reader<S>,
    key: Key<S, T>,
    from: ZoneId,
    to: ZoneId,
) {
    let (a, b) = (compiler.parts.zone(from), compiler.parts.zone(to));
    if a.cards != b.cards {
        let message = format!("{}: `{}` and `{}` hold different cards", reader.path(), a.id, b.id);
        let problem = Diagnostic::error("different-cards", message).at(reader.origin(key), "other cards lie here");
        compiler.report.push(problem.help("let both zones hold the same set"));
    }
}

/// Reports two zones of which each belongs to things of another sort: nothing says which of these go together.
pub(crate) fn same_things<S: Keys, T: KeyType>(
    compiler: &mut Compiler,
    reader: &Reader<S>,
    key: Key<S, T>,
    from: ZoneId,
    to: ZoneId,
) {
    let (a, b) = (compiler.parts.zone(from), compiler.parts.zone(to));
    if let (Some(one), Some(other)) = (a.owner.things(), b.owner.things())
        && one != other
    {
        let message = format!("{}: `{}` belongs to {one} and `{}` to {other}", reader.path(), a.id, b.id);
        let problem = Diagnostic::error("wrong-owner", message).at(reader.origin(key), "nothing says which of them go together");
        compiler.report.push(problem.help("take two steps, with a zone of the table or of the seat between them"));
    }
}

/// Reports what is named twice under a key where once says all.
pub(crate) fn said_once<S: Keys>(compiler: &mut Compiler, reader: &Reader<S>, key: Key<S, Names>) {
    let names = reader.get(key);
    for (at, (name, origin)) in names.iter().enumerate() {
        if names[..at].iter().any(|(earlier, _)| earlier == name) {
            let problem = Diagnostic::error("said-twice", format!("{}: `{key}` names `{name}` twice", reader.path()));
            compiler.report.push(problem.at(*origin, "the second time").help("take it out: it would be offered twice"));
        }
    }
}

/// Reports cards that would stay where they are, for they would go where they come from; the key is the one that names the second zone.
pub(crate) fn two_zones<S: Keys, T: KeyType>(
    compiler: &mut Compiler,
    reader: &Reader<S>,
    key: Key<S, T>,
    from: ZoneId,
    to: ZoneId,
) {
    if from == to {
        let message = format!("{}: cards of `{}` would go to where they are", reader.path(), compiler.parts.zone(to).id);
        let problem = Diagnostic::error("same-zone", message).at(reader.origin(key), "this zone is the one they come from");
        compiler.report.push(problem.help("name another zone"));
    }
}

/// Reports a key that means nothing together with the others.
pub(crate) fn misplaced<S: Keys, T: KeyType>(compiler: &mut Compiler, reader: &Reader<S>, key: Key<S, T>, why: &str) {
    if reader.has(key) {
        let problem = Diagnostic::error("misplaced-key", format!("{}: `{key}` means nothing here", reader.path()));
        compiler.report.push(problem.at(reader.origin(key), why.to_owned()));
    }
}

/// Reports steps that contain themselves: they would never begin.
fn circles(flow: &Flow, game: &Reader<GameKeys>, report: &mut Report) {
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
    let steps = game.get(GameKeys::STEPS);
    for at in found {
        let problem = Diagnostic::error("endless-steps", format!("step `{}` contains itself", flow.steps[at].id));
        report.push(
            problem
                .at(steps.get(at).map_or(game.here(), |s| s.1), "this step")
                .help("use a `repeat` or `turns` step to do something again"),
        );
    }
}
