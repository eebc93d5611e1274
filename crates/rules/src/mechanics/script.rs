//! `script`: an action of a rule module, which lists what can be chosen and carries it out; all else is as in native actions.

mod cards;
mod notation;

use super::gains::Gains;
use super::lanes::{parse_payment, print_payment};
use super::money::{self, Money};
use super::notation::Notation;
use super::takings::Takings;
use super::{ActionKeys, Behaviour, DecisionContext, Execution, Outcome, Outline, Plan, Reason, Together, endless, in_brackets};
use crate::compile::Compiler;
use crate::condition::{Condition, ConditionKeys};
use crate::module::{About, ModuleAction, OptionCall, ScriptOption, function_name};
use crate::price::{Bought, CardPrice, PriceKeys, card_price};
use crate::rules::{Fault, Rules};
use crate::workspace::Workspace;
use railwright_core::components::Owner;
use railwright_core::expr::{Eval, Item, ItemType};
use railwright_core::id::{ActionId, KindId, LaneId, PlaceId, SeatId, ZoneId};
use railwright_core::narrow::narrow;
use railwright_core::state::{Progress, State};
use railwright_core::{Action, Components, Payment, SubjectKinds, Subjects};
use railwright_source::{Diagnostic, Kind, Reader, did_you_mean, schema};

schema! {
    pub(super) SCHEMA: ScriptKeys with ActionKeys = "action script",
    "An action of a rule module: its script lists what can be chosen and carries it out; `price` and `gain` are as in native actions.\n\n\
     Players write what the option is about: `borrow alder-birch`, and what else belongs to it: `bid 3`.",
    {
        MODULE: Name("module") = "module", Required, "the use of the module in `[scripts]`";
        ACTION: Text = "action", Optional, "which of its actions; the one with the same id if absent";
        WHERE: Conditions<ConditionKeys> = "where", Optional, "only options about something for which this holds";
        PRICE: Table<PriceKeys> = "price", Optional, "what it costs, before the script carries it out";
        GAIN: Map(&Kind::Expr) = "gain", Optional, "counters of the seat or the table and what is added to each";
    }
    example "[actions.drive]\ndo = \"script\"\nmodule = \"storm\"\nwhen = \"charms > 0\"\ngain = { charms = \"-1\" }"
}

/// What a module's action offers.
#[derive(Clone, Debug)]
pub struct Script {
    module: usize,
    /// The action of the module, by its number.
    action: usize,
    about: About,
    with: Option<About>,
    stages: u8,
    which: Option<Condition>,
    price: Money,
    cards: Option<CardPrice>,
    gain: Gains,
}

/// What is known of a module's action from its header.
pub(super) fn outline_of(action: &ModuleAction) -> Outline {
    let last = match action.about {
        About::Lane => SubjectKinds::LANE,
        About::Place => SubjectKinds::PLACE,
        About::Company => SubjectKinds { company: true, ..SubjectKinds::NONE },
        _ => SubjectKinds::NONE,
    };
    // A text is known by its place in a list that may be another one later.
    let texts = action.about == About::Text || action.with == Some(About::Text);
    let together = if texts || action.stages > 1 { Together::Never } else { Together::HeldBack };
    Outline { about: action.about.item(), last, secret: false, together }
}

impl Script {
    fn call(&self, context: &DecisionContext) -> OptionCall {
        let Progress { action, at, paid, .. } = context.progress;
        let [about, more, with, further, ..] = paid.0.to_le_bytes();
        let before = ScriptOption { about: u16::from_le_bytes([about, more]), with: u16::from_le_bytes([with, further]) };
        let stage = if action.is_some() { at } else { 0 };
        OptionCall { module: self.module, action: self.action, seat: context.seat, stage, before }
    }

    /// What an option is about, as filters and prices see it.
    fn item(&self, option: ScriptOption) -> Item {
        match self.about {
            About::Lane => Item::Lane(LaneId(option.about)),
            About::Place => Item::Place(PlaceId(option.about)),
            About::Card(Some(set)) => Item::Card(set, KindId::from(usize::from(option.about))),
            About::Company => Item::Company(option.about.into()),
            _ => Item::Nothing,
        }
    }

    /// Whether what an option names is in the game.
    fn is_there(&self, parts: &Components, option: ScriptOption) -> bool {
        let there = |about: About, number: u16| {
            let all = match about {
                About::Lane => parts.map.lanes.len(),
                About::Place => parts.map.places.len(),
                About::Card(Some(set)) => parts.cards[set.index()].kinds.len(),
                About::Company => parts.companies.len(),
                About::Seat => parts.seats.into(),
                About::Nothing | About::Card(None) | About::Number | About::Text => return true,
            };
            usize::from(number) < all
        };
        there(self.about, option.about) && self.with.is_none_or(|with| there(with, option.with))
    }

    fn fits(&self, context: &DecisionContext, work: &mut Workspace, option: ScriptOption) -> bool {
        let item = self.item(option);
        let DecisionContext { rules, state, seat, .. } = *context;
        let holds = self
            .which
            .as_ref()
            .is_none_or(|which| Eval::new(&rules.parts, state, seat.into(), &mut work.scratch).about(item).holds(&which.whole));
        let first = context.progress.action.is_none();
        holds && (!first || self.price.is_free() || self.price.affordable(rules, state, seat, work, item.into()))
    }

    fn option(action: Action) -> ScriptOption {
        ScriptOption { about: action.subject, with: action.object }
    }

    /// Reports functions of the module that are not there, or do not take what they are given.
    fn need_functions(compiler: &mut Compiler, module: &str, action: &ModuleAction, origin: railwright_source::Origin) {
        let item = match (action.about, action.with) {
            (About::Nothing, _) => "table, seat",
            (_, None) => "table, seat, item",
            (_, Some(_)) => "table, seat, item, with",
        };
        compiler.module_with(module, &function_name("options", &action.id), "table, seat", origin);
        compiler.module_with(module, &function_name("resolve", &action.id), item, origin);
        let refuse = function_name("refuse", &action.id);
        if compiler.module_has(module, &refuse) {
            compiler.module_with(module, &refuse, item, origin);
        }
    }
}

impl Behaviour for Script {
    type Keys = ScriptKeys;

    fn outline(_: &Components, _: &Reader<ScriptKeys>) -> Outline {
        Outline { about: ItemType::Nothing, last: SubjectKinds::NONE, secret: false, together: Together::Never }
    }

    fn compile(compiler: &mut Compiler, reader: &Reader<ScriptKeys>, plan: &mut Plan) -> Option<Self> {
        let (name, origin) = reader.get(ScriptKeys::MODULE)?;
        let module = compiler.modules.iter().position(|known| known == name)?;
        let id = reader.get(ScriptKeys::ACTION).unwrap_or(&compiler.actions[plan.id.index()].0).to_owned();
        let declared = &compiler.module_actions[module];
        let Some(action) = declared.iter().position(|action| action.id == id || action.id.is_empty()) else {
            let names: Vec<&str> = declared.iter().map(|action| action.id.as_str()).collect();
            let help = match did_you_mean(&id, names.iter().copied()) {
                Some(near) => format!("did you mean action = \"{near}\"?"),
                None if names.is_empty() => "declare it in the header of the module: [actions.ID]".to_owned(),
                None => format!("its actions: {}", names.join(", ")),
            };
            let origin = if reader.has(ScriptKeys::ACTION) { reader.origin(ScriptKeys::ACTION) } else { origin };
            let problem = Diagnostic::error("unknown-name", format!("the module `{name}` has no action `{id}`"));
            compiler.report.push(problem.at(origin, "no such action").help(help));
            return None;
        };
        let ModuleAction { about, with, stages, .. } = declared[action];
        let declared = declared[action].clone();
        Script::need_functions(compiler, name, &declared, origin);
        let item = about.item();
        if item == ItemType::Nothing && reader.has(ScriptKeys::WHERE) {
            let problem =
                Diagnostic::error("misplaced-key", format!("{}: nothing can be asked of what it is about", reader.path()));
            let help = "`where` is for actions about a lane, a place, a card or a company";
            compiler.report.push(problem.at(reader.origin(ScriptKeys::WHERE), "this filter").help(help));
        }
        let price = reader.get(ScriptKeys::PRICE);
        let cards = price.as_ref().and_then(|price| card_price(compiler, price, Bought::One(item)));
        if let (Some(price), true) = (&price, cards.as_ref().is_some_and(|cards| cards.pay_after)) {
            let problem = Diagnostic::error("misplaced-key", format!("{}: cards are paid with what is chosen", price.path()));
            compiler.report.push(problem.at(price.origin(PriceKeys::PAY), "not for actions of modules").help("take it out"));
        }
        Some(Script {
            module,
            action,
            about,
            with,
            stages,
            which: compiler.condition_if_written(reader, ScriptKeys::WHERE, item),
            price: money::compile(compiler, price.as_ref(), item, ItemType::Nothing),
            cards,
            gain: Gains::read(compiler, reader, ScriptKeys::GAIN, &[Owner::Seat, Owner::Table], item, ItemType::Nothing),
        })
    }

    fn legal(&self, context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) {
        let call = self.call(context);
        let mut options = std::mem::take(&mut work.options);
        options.clear();
        match work.scripts.options(context.state, &call) {
            Ok(list) => options.extend_from_slice(&list.options),
            Err(fault) => work.fault = work.fault.take().or(Some(fault)),
        }
        let plain = self.which.is_none() && self.price.is_free();
        let action = context.action();
        for &option in &options {
            if !plain && !self.fits(context, work, option) {
                continue;
            }
            let action = Action { subject: option.about, object: option.with, ..action };
            match self.cards.as_ref().filter(|_| context.progress.action.is_none() && !work.free) {
                Some(cards) => self.with_payments(cards, context, work, action, out),
                None => out.push(action),
            }
        }
        work.options = options;
    }

    fn apply(&self, execution: Execution) -> Result<Outcome, Fault> {
        let Execution { rules, table, work, seat, action, progress } = execution;
        let option = Self::option(action);
        let context = DecisionContext { rules, state: table.state(), seat, id: action.action, progress };
        let call = self.call(&context);
        let item = self.item(option);
        if progress.action.is_none() {
            self.price.pay(rules, table, seat, work, item.into());
            if let Some(cards) = &self.cards {
                let [from, to] = [cards.from, cards.to].map(|zone| table.state().spot(&rules.parts, zone, seat.into()));
                table.pay(action.payment, from, to).map_err(|e| endless(rules, action.action, e))?;
            }
        }
        let mut amounts = std::mem::take(&mut work.amounts);
        amounts.clear();
        self.gain.work_out(rules, table.state(), seat, &mut work.scratch, item.into(), &mut amounts);
        let (state, events) = table.lend();
        let stage = work.scripts.resolve(state, events, &call, option);
        // The price is paid at the first decision, and what it brings comes with the last.
        if let Ok(0) = stage {
            super::gains::add_all(rules, table, seat, item.into(), &amounts);
        }
        work.amounts = amounts;
        let stage = stage?;
        if stage == 0 {
            return Ok(Outcome::Done);
        }
        if call.stage + 1 >= self.stages.into() {
            let id = &rules.actions[action.action.index()].cited.place;
            let message = format!("the module wants another decision, and its header says `stages = {}`", self.stages);
            return Err(Fault::of_script(id, message));
        }
        let paid = Payment(u64::from(option.about) | u64::from(option.with) << 16);
        Ok(Outcome::More(Progress { action: Some(action.action), at: stage, left: 0, paid }))
    }

    fn refuse(&self, context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason {
        let (call, option) = (self.call(context), Self::option(action));
        let DecisionContext { rules, state, seat, .. } = *context;
        if !self.is_there(&rules.parts, option) {
            return Reason::plain("there is no such thing");
        }
        let item = self.item(option);
        let mut name = String::new();
        self.write(context, option, work, &mut name);
        let name = name.trim();
        if let Some(which) = &self.which {
            let eval = Eval::new(&rules.parts, state, seat.into(), &mut work.scratch);
            let words = |text: &str, values: String| {
                format!("{name} cannot be chosen: {text} does not hold there{}", in_brackets(&values))
            };
            if let Some(reason) = which.why_not(ScriptKeys::WHERE, &mut eval.about(item), words) {
                return reason;
            }
        }
        let listed = work.scripts.options(state, &call).is_ok_and(|list| list.options.contains(&option));
        if listed {
            let short = self.price.refuse(rules, state, seat, work, item.into());
            let short = short.or_else(|| self.cards.as_ref().map(|cards| self.why_unpaid(cards, context, action, work)));
            return Reason::by(ScriptKeys::PRICE, short.unwrap_or_else(|| format!("{name} cannot be chosen now")));
        }
        let nameless = || match name {
            "" => format!("`{}` cannot be chosen now", rules.actions[context.id.index()].word),
            name => format!("{name} is not among what can be chosen now"),
        };
        let why = match work.scripts.refuse(state, &call, option) {
            Ok(why) => why.unwrap_or_else(nameless),
            Err(fault) => fault.to_string(),
        };
        Reason::by(ScriptKeys::MODULE, why)
    }

    fn under_way(&self, context: &DecisionContext, _: &mut Workspace) -> Option<String> {
        let word = &context.rules.actions[context.id.index()].word;
        context.progress.action.map(|_| format!("`{word}`: say what comes next, `{word} …`"))
    }

    fn print(&self, context: &DecisionContext, action: Action, work: &mut Workspace, out: &mut String) {
        self.write(context, Self::option(action), work, out);
        if let Some(cards) = self.cards.as_ref().filter(|_| context.progress.action.is_none()) {
            out.push_str(" with ");
            print_payment(context.rules, cards.from, action.payment, out);
        }
    }

    fn parse(&self, context: &DecisionContext, text: &str, work: &mut Workspace) -> Result<Action, String> {
        let cards = self.cards.as_ref().filter(|_| context.progress.action.is_none());
        let (text, payment) = match (cards, text.rsplit_once("with ")) {
            (Some(cards), Some((text, paid))) => (text.trim(), parse_payment(context.rules, cards.from, paid)?),
            _ => (text, Payment::default()),
        };
        let option = self.read(context, text, work)?;
        Ok(Action { subject: option.about, object: option.with, payment, ..context.action() })
    }

    fn notation(&self, _: &Components) -> Notation {
        self.parts_of_notation()
    }

    fn subjects(&self, _: &Rules, action: Action) -> Subjects {
        match self.item(Self::option(action)) {
            Item::Lane(lane) => Subjects::lane(lane),
            Item::Place(place) => Subjects::place(place),
            Item::Card(set, kind) => Subjects::card(set, kind),
            Item::Company(company) => Subjects { company: Some(narrow::<u8>(company)), ..Subjects::default() },
            Item::Nothing => Subjects::default(),
        }
    }

    fn note_takings(&self, parts: &Components, takings: &mut Takings) {
        self.gain.note(parts, ScriptKeys::GAIN, takings);
        self.price.note(takings);
    }

    fn paid_from_and_to(&self) -> Option<[ZoneId; 2]> {
        self.cards.as_ref().map(|cards| [cards.from, cards.to])
    }

    fn takes_too_late(&self) -> Option<&'static str> {
        (self.stages > 1).then_some("it is more than one decision")
    }

    fn is_scripted(&self) -> bool {
        true
    }

    fn recall(&self, rules: &Rules, state: &State, seat: SeatId, action: Action, work: &mut Workspace) -> Result<(), Fault> {
        if self.about != About::Text && self.with != Some(About::Text) {
            return Ok(());
        }
        let id: ActionId = action.action;
        let context = DecisionContext { rules, state, seat, id, progress: state.clock().progress[seat.index()] };
        let call = self.call(&context);
        work.scripts.options(state, &call).map(drop)
    }
}
