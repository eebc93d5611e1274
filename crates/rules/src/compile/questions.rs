//! The expressions that scripts ask for: compiled with all others, so that what is wrong with them is reported when the game is loaded.

use super::Compiler;
use crate::compile::expression_error;
use crate::limits::VALUES_GIVEN;
use crate::module::ScriptSource;
use crate::script::{AskedAbout, AskedExpression, ScriptQuestion, Scripting};
use railwright_core::expr::{Formula, ItemType, Occasion, Scope, Type};
use railwright_core::id::{PartyId, SeatSet};
use railwright_source::{Diagnostic, Node, Value};

/// What a value that is given with a question can be, in the order in which it is tried.
const TYPES: [Type; 3] = [Type::Place, Type::Word, Type::Number];

impl Compiler<'_> {
    /// Compiles what scripts ask for, each once.
    pub(super) fn questions(&mut self, scripts: &[ScriptSource], scripting: &dyn Scripting) -> Vec<ScriptQuestion> {
        if scripts.is_empty() {
            return Vec::new();
        }
        let (asked, problems) = scripting.questions(scripts);
        problems.into_iter().for_each(|problem| self.report.push(problem));
        let mut questions: Vec<ScriptQuestion> = Vec::new();
        for one in asked {
            let Some(item) = self.asked_item(&one) else { continue };
            let same = |known: &ScriptQuestion| {
                known.text == one.text && known.item == item && known.given.iter().map(|(name, _)| name).eq(&one.names)
            };
            if !questions.iter().any(same) {
                questions.extend(self.question(&one, item));
            }
        }
        questions
    }

    fn asked_item(&mut self, asked: &AskedExpression) -> Option<ItemType> {
        Some(match &asked.about {
            AskedAbout::Nothing => ItemType::Nothing,
            AskedAbout::Lane => ItemType::Lane,
            AskedAbout::Place => ItemType::Place,
            AskedAbout::Company => ItemType::Company,
            // A name that means nothing is reported where names are.
            AskedAbout::CardIn(zone) => ItemType::Card(self.parts.zone(self.parts.find_zone(zone)?).cards),
            AskedAbout::CardOf(set) => ItemType::Card(self.parts.cards.iter().position(|known| known.id == *set)?.into()),
        })
    }

    /// Compiles a question with the first sorts of values by which it means something.
    fn question(&mut self, asked: &AskedExpression, item: ItemType) -> Option<ScriptQuestion> {
        if asked.names.len() > VALUES_GIVEN {
            let message = format!("at most {VALUES_GIVEN} values are given with a question");
            self.report.push(Diagnostic::error("bad-expression", message).at(asked.origin, "more are given here"));
            return None;
        }
        let mut wrong = None;
        for tried in 0..TYPES.len().pow(asked.names.len() as u32) {
            let sort = |i: usize| TYPES[tried / TYPES.len().pow(i as u32) % TYPES.len()];
            let given: Vec<(String, Type)> = asked.names.iter().enumerate().map(|(i, name)| (name.clone(), sort(i))).collect();
            let Compiler { actions, lines, modules, .. } = &*self;
            let last = railwright_core::SubjectKinds::ANY;
            let occasion = Occasion::POSITION;
            let scope = Scope { actions, occasion, lines, modules, last, item, given: &given, ..Scope::of(&self.parts) };
            match Formula::compile(&asked.text, &scope) {
                Ok(formula) => {
                    self.count_steps(&formula, asked.origin);
                    let open = self.is_open(&formula);
                    return Some(ScriptQuestion { text: asked.text.clone(), item, given, formula, open });
                }
                // With numbers alone it means what it would mean anywhere.
                Err(error) => wrong = Some(error),
            }
        }
        if let Some(error) = wrong.filter(|error| !error.reported) {
            let node = Node::new(Value::Text(asked.text.clone()), asked.origin);
            self.report.push(expression_error(self.files, error, &node));
        }
        None
    }

    /// Whether all seats see all that a formula reads, whoever it is worked out for.
    fn is_open(&self, formula: &Formula) -> bool {
        let everybody = SeatSet::all(self.parts.seats);
        (0..self.parts.parties()).all(|party| formula.seen_by(&self.parts, PartyId::from(party)) == everybody)
    }
}
