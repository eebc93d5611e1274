//! From the merged tree to [`Rules`]: every problem is reported, none stops the others from being found.

mod board;
mod cards;
mod cited;
mod components;
mod formulas;
mod limits;
mod questions;
pub mod schema;
mod secrets;
mod show;
mod terms;
mod zones;

use crate::flow::{self, Flow};
use crate::invariants::Invariants;
use crate::layers::{Layers, Setting};
use crate::library::Library;
use crate::limits::{TAGS, WORDS};
use crate::mechanics::{self, Outline};
use crate::module::{self, ModuleAction};
use crate::rules::{Head, Provenance, Rules, ScriptSource};
use crate::score;
use crate::script::Scripting;
pub(crate) use formulas::{expression_error, known_too_late};
use railwright_core::components::{BUILT_IN_SETS, FieldType};
use railwright_core::expr::{ItemType, Occasion};
use railwright_core::id::{ActionId, ZoneId};
use railwright_core::narrow::saturated;
use railwright_core::{Components, SubjectKinds};
use railwright_source::kinds::Name;
use railwright_source::{Diagnostic, Either, Files, Includes, Key, Keys, Kind, Known, Node, Origin, Reader, Report};
use schema::{GameKeys, MapKeys};

/// A game read for one setting: the rules if nothing is wrong, and all that is to be said about it.
pub struct Loaded {
    /// The texts that were read.
    pub files: Files,
    /// The files as trees, before they were merged; none when not all could be read.
    pub layers: Option<Layers>,
    /// What is wrong.
    pub report: Report,
    /// The merged tree.
    pub tree: Node,
    /// The overlays that apply.
    pub overlays: Vec<String>,
    /// The rules, if there is no error.
    pub rules: Option<Rules>,
    /// What became of the rules in spite of errors: not to be played by, but good enough to look for more that is odd.
    pub(crate) draft: Option<Rules>,
}

/// Loads a game by bundled id or path for a number of players and options.
pub fn load(game: &str, setting: &Setting, scripting: &dyn Scripting) -> Loaded {
    load_changed(game, setting, scripting, &|_, _| {})
}

/// Loads a game with a change: it is made to the merged tree and the scripts before they are compiled.
pub fn load_changed(
    game: &str,
    setting: &Setting,
    scripting: &dyn Scripting,
    change: &dyn Fn(&mut Node, &mut [ScriptSource]),
) -> Loaded {
    load_from(Library::for_game(game), game, setting, scripting, change)
}

/// Loads a game from a library that may hold some of its files itself.
pub fn load_from(
    mut library: Library,
    game: &str,
    setting: &Setting,
    scripting: &dyn Scripting,
    change: &dyn Fn(&mut Node, &mut [ScriptSource]),
) -> Loaded {
    let mut report = Report::new();
    let empty = |library: Library, layers: Option<Layers>, mut report: Report| {
        report.drop_consequences();
        let tree = Node::table(Origin::NONE);
        Loaded { files: library.files, layers, report, tree, overlays: Vec::new(), rules: None, draft: None }
    };
    let Some(layers) = Layers::read(&mut library, game, &mut report) else { return empty(library, None, report) };
    let (least, most) = layers.players(&mut report);
    let setting = Setting { players: if setting.players == 0 { least } else { setting.players }, ..setting.clone() };
    let mut merging = Report::new();
    let mut merged = layers.merge(&library.files, &setting, &mut merging);
    let mut scripts = module::read(&merged.tree, &mut library, &mut merging);
    change(&mut merged.tree, &mut scripts);
    module::bind(&merged.tree, &mut scripts, &mut merging);
    // A change may be about the number of players, too.
    let number = |i: &str| merged.tree.at(i).and_then(Node::as_int).and_then(|n| u8::try_from(n).ok());
    let said = number("players.0").zip(number("players.1"));
    let (least, most) = said.unwrap_or((least, most));
    if said.is_none() && report.is_ok() {
        report.push(Diagnostic::error("wrong-players", "the game does not say for how many players it is"));
        return empty(library, Some(layers), report);
    }
    if !(least..=most).contains(&setting.players) && report.is_ok() {
        let message = format!("this game is for {least} to {most} players, not {}", setting.players);
        report.push(Diagnostic::error("wrong-players", message).help(format!("use --players {least} to --players {most}")));
        return empty(library, Some(layers), report);
    }
    report.extend(merging);
    let mut compiler = Compiler {
        files: &library.files,
        report: &mut report,
        known: Known::new(),
        parts: Components { seats: setting.players, options: merged.options.clone(), ..Components::default() },
        actions: Vec::new(),
        outlines: Vec::new(),
        last: SubjectKinds::NONE,
        within: None,
        deciding: false,
        asked: Vec::new(),
        occasion: Occasion::POSITION,
        lines: Vec::new(),
        modules: scripts.iter().map(|s| s.id.clone()).collect(),
        functions: scripts.iter().map(|script| scripting.functions(script)).collect(),
        module_actions: Vec::new(),
        elsewhere: if scripts.is_empty() { Vec::new() } else { layers.names_of_overlays() },
        steps: 0,
        trails: Vec::new(),
        lifts: None,
        roots: None,
    };
    let id = game_id(game);
    let rules = compiler.rules(&merged.tree, id, &setting, scripts, scripting, &merged.overlays);
    let broken = report.drop_consequences();
    let (rules, draft) = if report.is_ok() { (rules, None) } else { (None, rules.filter(|_| !broken)) };
    Loaded { files: library.files, layers: Some(layers), report, tree: merged.tree, overlays: merged.overlays, rules, draft }
}

/// The id of a game: its file's name without the ending.
pub fn game_id(game: &str) -> String {
    let name = game.rsplit(['/', '\\']).next().unwrap_or(game);
    let endings = [".toml", crate::pack::ENDING];
    endings.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name).to_owned()
}

/// The work of compiling: what has been found so far and what is wrong.
pub(crate) struct Compiler<'a> {
    pub(crate) files: &'a Files,
    pub(crate) report: &'a mut Report,
    pub(crate) known: Known,
    pub(crate) parts: Components,
    /// The ids of the actions and what each is about.
    pub(crate) actions: Vec<(String, ItemType)>,
    /// What else is known of them before they are compiled.
    pub(crate) outlines: Vec<Outline>,
    /// What the last action can have been about where the formulas that are compiled now are asked.
    pub(crate) last: SubjectKinds,
    /// The action that is compiled now.
    pub(crate) within: Option<ActionId>,
    /// Whether what is compiled now decides what a seat may do.
    deciding: bool,
    /// The actions that formulas ask for, where, and the action whose formula it is.
    asked: Vec<(ActionId, Origin, Option<ActionId>)>,
    /// When these formulas are worked out.
    pub(crate) occasion: Occasion,
    /// The ids of the lines of the score sheet.
    pub(crate) lines: Vec<String>,
    pub(crate) modules: Vec<String>,
    /// The functions of each module with how many parameters each takes; nothing of one that cannot be read.
    pub(crate) functions: Vec<Option<Vec<(String, usize)>>>,
    /// The actions that each declares.
    pub(crate) module_actions: Vec<Vec<ModuleAction>>,
    /// Names that the game may have in other settings.
    pub(crate) elsewhere: Vec<String>,
    /// How many steps all formulas together can take.
    steps: u64,
    /// Where the first formula is written that asks for a longest trail.
    trails: Vec<String>,
    /// What first takes track away, and what first counts places to `connected`.
    pub(crate) lifts: Option<Origin>,
    pub(crate) roots: Option<Origin>,
}

impl Compiler<'_> {
    fn rules(
        &mut self,
        tree: &Node,
        id: String,
        setting: &Setting,
        mut scripts: Vec<ScriptSource>,
        scripting: &dyn Scripting,
        overlays: &[String],
    ) -> Option<Rules> {
        if !self.within_limits(tree) {
            return None;
        }
        let game = Reader::<GameKeys>::new(tree, "", self.report);
        let steps = self.components(&game, &mut scripts, scripting);
        if self.parts.words.iter().count() > WORDS {
            self.too_many("different words", WORDS, tree.origin);
            return None;
        }
        let mut flow = Flow::default();
        flow::compile(self, &game, &steps, &mut flow);
        let actions = mechanics::compile(self, &game, &steps, &mut flow);
        let score = score::compile(self, &game);
        let goals = crate::goals::compile(self, &game);
        let invariants = self.invariants(&game);
        let worth = crate::worth::compile(self, &game);
        let personas = crate::persona::compile(self, &game);
        let hooks = self.hooks(&scripts);
        let questions = self.questions(&scripts, scripting);
        self.check_asked();
        self.check_lifting();
        flow.check_offers(&actions, self.report);
        if self.report.is_ok() {
            flow.check_words(&self.parts, &actions, self.report);
        }
        flow::check_last(self, &game, &steps, &mut flow, &actions);
        let head = self.head(&game, id, setting, overlays)?;
        let first = match game.get(GameKeys::FIRST) {
            Some(Either::Second(seat)) => Some(saturated::<u8>(seat - 1)),
            _ => None,
        };
        Some(Rules {
            head,
            resets: self.parts.resets(),
            parts: std::mem::take(&mut self.parts),
            first,
            flow,
            actions,
            score,
            goals,
            invariants,
            worth,
            personas,
            resolved: crate::rules::fingerprint(tree, &scripts),
            scripts,
            hooks,
            questions,
            trails: std::mem::take(&mut self.trails),
            steps: self.steps,
        })
    }

    /// Everything that the state consists of and that has a name, in the order in which one depends on the other; gives the ids of
    /// the steps.
    fn components<'t>(
        &mut self,
        game: &Reader<'t, GameKeys>,
        scripts: &mut [ScriptSource],
        scripting: &dyn Scripting,
    ) -> Vec<&'t str> {
        self.declared_attributes(game);
        self.terms(game);
        self.board(game);
        self.companies(game);
        self.dummies(game);
        self.lookups(game);
        self.card_sets(game);
        self.sets(game);
        let steps: Vec<&str> = game.get(GameKeys::STEPS).iter().map(|(id, ..)| *id).collect();
        self.known.add_all("step", steps.iter().copied());
        self.zones(game);
        for problem in scripting.check(scripts) {
            self.report.push(problem);
        }
        // Scripts fill attributes that counters may start from; what counters there are they may know.
        self.declare_counters(game);
        if let Err(problem) = scripting.tables(scripts, &mut self.parts) {
            self.report.push(problem);
        }
        self.parts.counters.clear();
        self.declare_counters(game);
        self.parts.lay_out();
        self.shows(game);
        // What is wrong with the data may be why it is not there.
        if self.report.is_ok() {
            for problem in scripting.names(scripts, &self.parts, &self.elsewhere) {
                self.report.push(problem);
            }
        }
        self.known.add_all("module", self.modules.iter().map(String::as_str));
        scripts.iter_mut().for_each(|script| script.header.look_up_cards(&self.parts, self.report));
        self.module_actions = scripts.iter().map(|script| script.header.actions.clone()).collect();
        let actions = game.get(GameKeys::ACTIONS);
        let outline = |(id, _, node): &(&str, Origin, &Node)| mechanics::outline(&self.parts, self.scripted(id, node), node);
        self.outlines = actions.iter().map(outline).collect();
        self.actions = actions.iter().zip(&self.outlines).map(|((id, ..), outline)| ((*id).to_owned(), outline.about)).collect();
        self.last = self.outlines.iter().fold(SubjectKinds::NONE, |all, outline| all.or(outline.last));
        self.known.add_all("action", self.actions.iter().map(|a| a.0.as_str()));
        self.known.add_all("score", game.get(GameKeys::SCORE).iter().map(|(id, ..)| *id));
        game.check_names(&self.known, self.report);
        scripts.iter().for_each(|script| self.check_constants(&script.constants));
        steps
    }

    /// The number of a module, which has to have such a function with such parameters; what calls it stands at `origin`.
    pub(crate) fn module_with(&mut self, module: &str, function: &str, parameters: &str, origin: Origin) -> Option<usize> {
        let number = self.modules.iter().position(|known| known == module)?;
        let Some(functions) = &self.functions[number] else { return Some(number) };
        let wanted = parameters.split(", ").count();
        if !functions.iter().any(|(name, takes)| name == function && *takes == wanted) {
            let message = format!("the script `{module}` has no function {function}({parameters})");
            let problem = Diagnostic::error("script-no-function", message).at(origin, "it is called from here");
            let near = railwright_source::did_you_mean(function, functions.iter().map(|(name, _)| name.as_str()));
            let help = match near {
                Some(near) if near == function => format!("write fn {function}({parameters})"),
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("add fn {function}({parameters}) {{ … }} to it"),
            };
            self.report.push(problem.help(help));
        }
        Some(number)
    }

    /// Whether a module has a function of that name.
    pub(crate) fn module_has(&self, module: &str, function: &str) -> bool {
        let number = self.modules.iter().position(|known| known == module);
        let functions = number.and_then(|number| self.functions[number].as_ref());
        functions.is_some_and(|functions| functions.iter().any(|(name, _)| name == function))
    }

    /// The action of a module that an action of the game is, if it is one.
    fn scripted(&self, id: &str, node: &Node) -> Option<&ModuleAction> {
        let module = node.at("module").and_then(Node::as_text)?;
        let id = node.at("action").and_then(Node::as_text).unwrap_or(id);
        let actions = &self.module_actions[self.modules.iter().position(|known| known == module)?];
        actions.iter().find(|action| action.id == id || action.id.is_empty())
    }

    fn invariants(&mut self, game: &Reader<GameKeys>) -> Invariants {
        let written = game.get(GameKeys::INVARIANTS).into_iter();
        let formulas =
            written.filter_map(|(id, _, node)| Some((id.to_owned(), self.formula_of(node, ItemType::Nothing)?))).collect();
        Invariants::new(&self.parts, formulas)
    }

    /// What the game says of itself; nothing where it does not say for how many players it is.
    fn head(&mut self, game: &Reader<GameKeys>, id: String, setting: &Setting, overlays: &[String]) -> Option<Head> {
        let provenance = match game.get(MapKeys::PROVENANCE) {
            Some("published") => Provenance::Published,
            Some("reconstructed") => Provenance::Reconstructed,
            _ => Provenance::Original,
        };
        let size = self.point(game, MapKeys::SIZE).unwrap_or((1000, 1000));
        let players = game.get(GameKeys::PLAYERS);
        let trimmed = |text: Option<&str>| text.unwrap_or_default().trim().to_owned();
        Some(Head {
            id,
            name: trimmed(game.get(GameKeys::NAME)),
            summary: trimmed(game.get(GameKeys::SUMMARY)),
            map: trimmed(game.get(GameKeys::MAP)),
            map_name: trimmed(game.get(MapKeys::MAP_NAME)),
            provenance,
            provenance_note: trimmed(game.get(MapKeys::PROVENANCE_NOTE)),
            players: (saturated::<u8>(*players.first()?), saturated::<u8>(*players.get(1)?)),
            size: (saturated::<i32>(size.0), saturated::<i32>(size.1)),
            printed_width: game.get(MapKeys::PRINTED_WIDTH).map(saturated::<u16>),
            options: setting.options.clone(),
            overlays: overlays.to_vec(),
        })
    }

    /// Counters may start from what places, lanes and companies are worth, so these are laid out for it.
    fn declare_counters(&mut self, game: &Reader<GameKeys>) {
        self.parts.lay_out();
        self.counters(game);
        // The sets of every game are put before all others once everything is known.
        self.parts.sets.drain(..BUILT_IN_SETS);
    }

    /// The zone that a key names.
    pub(crate) fn zone<S: Includes<K>, K: Keys>(&self, reader: &Reader<S>, key: Key<K, Name>) -> Option<ZoneId> {
        self.parts.find_zone(reader.get(key)?.0)
    }

    /// Tags as bits.
    fn tags(&mut self, tags: Vec<(&str, Origin)>) -> u64 {
        let mut bits = 0;
        for (tag, origin) in tags {
            let at = self.parts.tags.iter().position(|t| t == tag).unwrap_or_else(|| {
                self.parts.tags.push(tag.to_owned());
                self.parts.tags.len() - 1
            });
            if at >= TAGS {
                let problem = Diagnostic::error("too-many-tags", format!("a game can have {TAGS} tags"));
                let help = "use an attribute with a word instead of a tag for each";
                self.report.push(problem.at(origin, "this one is too many").help(help));
            } else {
                bits |= 1 << at;
            }
        }
        bits
    }
}

/// What kinds of value declared attributes or fields take.
fn attribute_kinds(attributes: &[(String, FieldType)]) -> Vec<(String, Kind)> {
    let kind = |field| match field {
        FieldType::Number => Kind::Int { min: -1_000_000, max: 1_000_000 },
        FieldType::Word | FieldType::Place => Kind::Text,
        FieldType::Places | FieldType::Words => Kind::Texts,
        FieldType::Numbers => Kind::IntList,
        FieldType::Pays => Kind::Map(&Kind::Int { min: -1_000_000, max: 1_000_000 }),
    };
    attributes.iter().map(|(name, field)| (name.clone(), kind(*field))).collect()
}

fn field_type(word: &str) -> FieldType {
    match word {
        "word" => FieldType::Word,
        "place" => FieldType::Place,
        "places" => FieldType::Places,
        "amounts" => FieldType::Pays,
        "numbers" => FieldType::Numbers,
        "words" => FieldType::Words,
        _ => FieldType::Number,
    }
}
