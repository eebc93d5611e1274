//! An action of the game file: a mechanic with what every action may have.

use super::takings::Takings;
use super::{Mechanic, Outline, Plan, SCHEMAS, Together, run};
use crate::compile::Compiler;
use crate::compile::schema::GameKeys;
use crate::condition::{Condition, ConditionKeys};
use crate::flow::{self, Flow};
use crate::module::ModuleAction;
use crate::rules::{Cited, Rules};
use railwright_core::expr::{Item, ItemType, Occasion};
use railwright_core::id::{ActionId, StepId};
use railwright_core::{Action, Components, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Node, Origin, Reader, Report, Schema, schema};

schema! {
    pub(crate) COMMON: ActionKeys = "any action",
    "What every action may have.",
    {
        DO: Text = "do", Required, "which mechanic it is";
        WHEN: Conditions<ConditionKeys> = "when", Optional, "it can be chosen only when this holds";
        THEN: Names("step") = "then", Optional, "steps that follow it";
        WORD: Text = "word", Optional, "what players type; the action's id if absent";
        CITES: KeyedTexts = "cites", Optional,
            "numbered rules it cites, shown with refusals: a list, or a table that has them for each key of the action that carries a rule, \
             and under `else` for all others. At a key that is a table or a list of words they may stand for each of its parts in the same \
             way";
    }
}

/// An action of the game file, compiled.
#[derive(Clone, Debug)]
pub struct ActionDef {
    /// Its id in the data.
    pub id: String,
    /// What players type.
    pub word: String,
    /// Where it is written.
    pub cited: Cited,
    /// What it does.
    pub mechanic: Mechanic,
    pub(crate) origin: Origin,
    /// Where its word is written, or the action.
    pub(crate) word_origin: Origin,
    pub(crate) outline: Outline,
    pub(crate) when: Option<Condition>,
    pub(crate) then: Option<StepId>,
    /// What it may take from counters by its gains.
    pub(super) takings: Takings,
}

impl ActionDef {
    /// Whether nobody else can see what is chosen until the game goes on.
    pub(crate) fn can_be_sealed(&self) -> bool {
        self.then.is_none() && self.outline.together == Together::Sealed
    }

    /// Whether it is one decision, which can wait until all have chosen.
    pub(crate) fn can_be_held_back(&self) -> bool {
        matches!(self.outline.together, Together::HeldBack | Together::Unannounced)
    }

    /// Whether all are told what was chosen when it is carried out after all have chosen.
    pub(crate) fn is_revealed(&self) -> bool {
        self.outline.together != Together::Unannounced
    }

    /// Whether a script lists and carries it out.
    pub fn is_scripted(&self) -> bool {
        self.mechanic.is_scripted()
    }

    /// What an action by it is about.
    #[inline]
    pub(crate) fn subjects(&self, rules: &Rules, action: Action) -> Subjects {
        let subjects = self.mechanic.subjects(rules, action);
        debug_assert!(self.outline.last.allow(subjects), "{} is about {subjects:?}, which its outline does not say", self.id);
        subjects
    }

    /// The same as far as it is remembered; of most actions it is known at load that nothing is.
    #[inline]
    pub(crate) fn remembered(&self, rules: &Rules, action: Action) -> Subjects {
        if self.outline.last == SubjectKinds::NONE { Subjects::default() } else { self.subjects(rules, action) }
    }

    /// The same as filters see it.
    pub(crate) fn item(&self, rules: &Rules, action: Action) -> Item {
        self.subjects(rules, action).item(self.outline.about)
    }
}

/// The word and the schema of the mechanic of an entry, if there is such a mechanic.
fn kind(node: &Node) -> Option<(&'static str, &'static Schema)> {
    let word = node.at("do").and_then(|n| n.as_text()).unwrap_or_default();
    SCHEMAS.iter().find(|(name, _)| *name == word).copied()
}

/// What is known of an entry of the game file before it is compiled. What is wrong with it is reported then.
/// What a module declares of its actions is known by then.
pub(crate) fn outline(parts: &Components, scripted: Option<&ModuleAction>, node: &Node) -> Outline {
    let unknown = || Outline { about: ItemType::Nothing, last: SubjectKinds::NONE, secret: false, together: Together::Never };
    kind(node).map_or_else(unknown, |(word, schema)| match scripted {
        Some(action) if word == "script" => super::script::outline_of(action),
        _ => Mechanic::outline(word, parts, &Reader::by(node, schema, "", &mut Report::default())),
    })
}

/// Compiles all actions; their ids are their positions.
pub(crate) fn compile(compiler: &mut Compiler, game: &Reader<GameKeys>, steps: &[&str], flow: &mut Flow) -> Vec<ActionDef> {
    let mut actions = Vec::new();
    for (id, origin, node) in game.get(GameKeys::ACTIONS) {
        let blank = ActionDef {
            id: id.to_owned(),
            word: id.to_owned(),
            cited: Cited::default(),
            mechanic: Mechanic::Run(run::Run),
            origin,
            word_origin: origin,
            outline: compiler.outlines[actions.len()],
            when: None,
            then: None,
            takings: Takings::default(),
        };
        let Some((word, schema)) = kind(node) else {
            flow::unknown_kind(compiler.report, "action", id, node, origin, SCHEMAS);
            actions.push(blank);
            continue;
        };
        let reader = Reader::<ActionKeys>::by(node, schema, format!("actions.{id}"), compiler.report);
        reader.check_names(&compiler.known, compiler.report);
        compiler.need_holders(&reader, word);
        let mut plan = Plan { id: ActionId::from(actions.len()), steps, flow };
        compiler.within = Some(plan.id);
        let mechanic = compiler.deciding(|compiler| Mechanic::compile(word, compiler, &reader, &mut plan));
        taken_once(compiler.report, node, reader.path());
        let takings = Takings::read(compiler, reader.path(), origin, mechanic.as_ref());
        let word = reader.get(ActionKeys::WORD).unwrap_or(id);
        if word.is_empty() || word.contains(char::is_whitespace) || word == "done" {
            let problem = Diagnostic::error("wrong-word", format!("`{word}` cannot be what players type for `{id}`"));
            compiler.report.push(problem.at(reader.origin(ActionKeys::WORD), "one word, and not `done`"));
        }
        let when = compiler.deciding(|compiler| {
            compiler.on(Occasion::CHOICES, |c| c.condition_if_written(&reader, ActionKeys::WHEN, ItemType::Nothing))
        });
        let then = flow::named_steps(&reader.get(ActionKeys::THEN), steps);
        let then = (!then.is_empty()).then(|| flow.in_order(format!("after {id}"), then));
        let cited = compiler.cited_by_key(&reader, ActionKeys::CITES, origin);
        actions.push(ActionDef {
            word: word.to_owned(),
            word_origin: if reader.has(ActionKeys::WORD) { reader.origin(ActionKeys::WORD) } else { origin },
            cited,
            when,
            then,
            mechanic: mechanic.unwrap_or(blank.mechanic),
            takings,
            ..blank
        });
    }
    compiler.within = None;
    actions
}

/// Reports a counter that an action takes from as pieces and as money: whether there is enough is looked at for each by itself.
fn taken_once(report: &mut Report, node: &Node, path: &str) {
    let is_piece = |name: &str| match node.at("pieces") {
        Some(pieces) => pieces.as_text() == Some(name) || pieces.as_table().is_some_and(|table| table.has(name)),
        None => false,
    };
    for paid in node.at("price.money").and_then(Node::as_table).into_iter().flatten().filter(|paid| is_piece(&paid.key)) {
        let message = format!("{path}: `{}` is taken from by `pieces` and by `price`", paid.key);
        let problem = Diagnostic::error("said-twice", message).at(paid.key_origin, "the second time");
        report.push(problem.help("let one of them take all of it"));
    }
}
