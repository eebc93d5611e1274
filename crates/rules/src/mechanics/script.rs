//! `script`: a rule script lists what can be chosen and carries it out.

use super::notation::{Notation, Part};
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together};
use crate::compile::Compiler;
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::expr::ItemType;
use railwright_core::{Action, Components, SubjectKinds, Subjects};
use railwright_source::{Reader, schema};

schema! {
    pub(super) SCHEMA: ScriptKeys with ActionKeys = "action script",
    "A mechanic written in Rhai: `options(table, seat)` lists keys, `resolve(table, seat, key)` carries one out.\n\n\
     Players write the key as the script gives it: `drive alder-birch to alder-elder for red`.",
    {
        MODULE: Name("module") = "module", Required, "the rule script";
    }
    example "[actions.drive]\ndo = \"script\"\nmodule = \"storm\"\nwhen = \"charms > 0\""
}

/// What a module offers.
#[derive(Clone, Copy, Debug)]
pub struct Script {
    module: usize,
}

impl Behaviour for Script {
    type Keys = ScriptKeys;

    fn outline(_: &Components, _: &Reader<ScriptKeys>) -> Outline {
        Outline { about: ItemType::Nothing, last: SubjectKinds::NONE, secret: false, together: Together::HeldBack }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<ScriptKeys>, _: &mut Plan) -> Option<Self> {
        let (name, origin) = reader.get(ScriptKeys::MODULE)?;
        compiler.module_with(name, "options", "table, seat", origin)?;
        compiler.module_with(name, "resolve", "table, seat, key", origin).map(|module| Script { module })
    }

    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        match work.scripts.options(context.state, self.module, context.seat) {
            Ok(options) => out.extend((0..options.len()).map(|i| Action { subject: i as u16, ..context.action() })),
            Err(fault) => work.fault = Some(fault),
        }
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { table, work, seat, action, .. } = execution;
        let options = work.scripts.options(table.state(), self.module, seat)?;
        let key = options.get(action.subject as usize).map_or("", |k| k);
        let (state, events) = table.lend();
        work.scripts.resolve(state, events, self.module, seat, key)?;
        Ok(Outcome::Done)
    }

    fn refuse(&self, _: &DecisionContext, _: Action, _: &mut Workspace) -> Reason {
        Reason::by(ScriptKeys::MODULE, "the script does not offer this")
    }

    fn print(&self, context: &DecisionContext, action: Action, work: &mut Workspace, out: &mut String) {
        let mut say = |options: &[String]| {
            if let Some(key) = options.get(action.subject as usize) {
                out.push(' ');
                out.push_str(key);
            }
        };
        if let Some((_, kept)) = work.options.iter().flatten().find(|(module, _)| *module == self.module) {
            return say(kept);
        }
        let options = work.scripts.options(context.state, self.module, context.seat).unwrap_or_default();
        say(&options);
        if let Some(kept) = &mut work.options {
            kept.push((self.module, options));
        }
    }

    fn parse(&self, context: &DecisionContext, text: &str, work: &mut Workspace) -> Result<Action, String> {
        let options = work.scripts.options(context.state, self.module, context.seat).map_err(|f| f.to_string())?;
        let at = options.iter().position(|key| key == text);
        at.map(|i| Action { subject: i as u16, ..context.action() })
            .ok_or_else(|| format!("the script does not offer `{text}`; it offers: {}", options.join(", ")))
    }

    fn notation(&self, _: &Components) -> Notation {
        vec![vec![Part::Rest]]
    }

    /// What a script's options are about is known to the script alone.
    fn subjects(&self, _: &Rules, _: Action) -> Subjects {
        Subjects::default()
    }

    fn note_takings(&self, _: &Components, _: &mut Takings) {}

    fn is_scripted(&self) -> bool {
        true
    }
}
