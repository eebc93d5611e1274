//! The header of a rule module: what it is for, its parameters, its actions, what it hears, and its sentences for the rulebook.

use railwright_core::Components;
use railwright_core::expr::ItemType;
use railwright_core::id::CardSetId;
use railwright_core::narrow::saturated;
use railwright_source::{Diagnostic, FileId, Node, Origin, Reader, Report, parse_text, schema};

schema! {
    /// The header of a rule module.
    pub HEADER: HeaderKeys = "module",
    "The header of a rule module: the comment `/* … */` that its file begins with, in TOML. In its texts `$NAME` stands for the value that a \
     game gives for a parameter. A module without a header has no parameters and no actions, and hears all of the events that it has functions for.",
    {
        NAME: Text = "name", Required, "what it is called";
        SUMMARY: Text = "summary", Required, "one sentence about what it is for";
        EXAMPLE: Text = "example", Optional, "how a game uses it";
        IMPORT: Texts = "import", Optional, "modules beside it or bundled ones whose functions it calls: `trails::reach(table, place)`";
        RULES: Texts = "rules", Optional, "what it adds to the rulebook, a sentence each";
        PARAMETERS: Tables<ModuleParameterKeys> = "parameters", Optional, "what a game that uses it may say";
        ACTIONS: Tables<ModuleActionKeys> = "actions", Optional, "what players can choose by it";
        HOOKS: Tables<HookKeys> = "hooks", Optional, "events that it hears, and which of them";
    }
    example "name = \"Gifts\"\nsummary = \"Whoever claims a long lane draws a card.\"\nrules = [\"Whoever claims a lane of $long or more draws a card.\"]\n\n\
     [parameters]\nlong = { is = \"number\", default = 5, text = \"the length from which a lane is long\" }\n\n\
     [hooks.claimed]\nwhere = \"length >= $long\""
}

schema! {
    /// A parameter of a rule module.
    pub MODULE_PARAMETER: ModuleParameterKeys = "module parameter",
    "A parameter of a rule module: `[parameters.ID]`. The script reads it as a constant in capitals: `long-roads` is `LONG_ROADS`.",
    {
        IS: Word(ParameterKind::WORDS) = "is", Required, "what it is: what it names in the game, a number, a text or an expression";
        TEXT: Text = "text", Required, "what it means";
        DEFAULT: Any = "default", Optional,
            "its value where a game gives none, which may name parameters before it: `$storms`; without one each game has to";
    }
    example "is = \"numbers\"\ndefault = [0, 5, 10]\ntext = \"what each is worth\""
}

schema! {
    /// An action of a rule module.
    pub MODULE_ACTION: ModuleActionKeys = "module action",
    "An action of a rule module: `[actions.ID]`. The script has `options_ID(table, seat)`, which gives a list of what can be chosen, and \
     `resolve_ID(table, seat, ITEM)`, which carries it out; it may have `refuse_ID(table, seat, ITEM)`, which gives the reason why something is \
     not among them, as a text. With `with` an option is a list of two, and both are handed on.",
    {
        TEXT: Text = "text", Required, "what it does, in a sentence for the rulebook";
        ABOUT: Word(About::WORDS) = "about", Required, "what an option is about";
        WITH: Word(About::WORDS) = "with", Optional, "what else belongs to an option";
        CARDS: Text = "cards", Optional, "the set of cards, of an option about a card";
        STAGES: Int(1..=9) = "stages", Default("1"),
            "of how many decisions it may be: `resolve_ID` gives the number of the stage, from 1, that the seat goes on with";
    }
    example "text = \"A player uses a lane of another.\"\nabout = \"lane\""
}

schema! {
    /// An event that a rule module hears.
    pub HOOK: HookKeys = "module hook",
    "Which events of a kind a rule module hears: `[hooks.EVENT]`, with a function `on_EVENT(table, event)`. What is left out is heard in any \
     case. All is decided before the script is called, so that an event that it does not ask for costs nothing.",
    {
        ZONE: Names("zone") = "zone", Optional, "cards that move from or to these zones";
        FROM: Names("zone") = "from", Optional, "cards that come from these zones";
        TO: Names("zone") = "to", Optional, "cards that go to these zones";
        COUNTER: Names("counter") = "counter", Optional, "these counters";
        ACTION: Names("action") = "action", Optional, "these actions";
        WHERE: Expr = "where", Optional,
            "lanes that are claimed or laid on, or places where trains stand, for which this holds; turns, and seats that go out, for whose \
             seat it holds; rounds and the end, if it holds for the first player";
    }
    example "to = \"hand\""
}

/// What an option of a module's action is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// Nothing: it can be chosen or not.
    Nothing,
    /// A lane.
    Lane,
    /// A place.
    Place,
    /// A kind of card of a set; none while it is not known which set.
    Card(Option<CardSetId>),
    /// A company.
    Company,
    /// A seat.
    Seat,
    /// A number from 0 on.
    Number,
    /// A text of the script's own.
    Text,
}

impl About {
    /// The words for them in a header.
    pub const WORDS: &'static [&'static str] = &["nothing", "lane", "place", "card", "company", "seat", "number", "text"];

    /// Its word in a header.
    pub fn word(self) -> &'static str {
        match self {
            About::Nothing => "nothing",
            About::Lane => "lane",
            About::Place => "place",
            About::Card(_) => "card",
            About::Company => "company",
            About::Seat => "seat",
            About::Number => "number",
            About::Text => "text",
        }
    }

    fn of(word: &str, cards: Option<CardSetId>) -> Self {
        match word {
            "lane" => About::Lane,
            "place" => About::Place,
            "card" => About::Card(cards),
            "company" => About::Company,
            "seat" => About::Seat,
            "number" => About::Number,
            "text" => About::Text,
            _ => About::Nothing,
        }
    }

    /// What filters over such options are asked about.
    pub fn item(self) -> ItemType {
        match self {
            About::Lane => ItemType::Lane,
            About::Place => ItemType::Place,
            About::Card(Some(set)) => ItemType::Card(set),
            About::Company => ItemType::Company,
            About::Nothing | About::Card(None) | About::Seat | About::Number | About::Text => ItemType::Nothing,
        }
    }
}

/// What a parameter of a module is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParameterKind(pub(super) &'static str);

impl ParameterKind {
    /// The words for them in a header.
    pub const WORDS: &'static [&'static str] = &[
        "zone",
        "counter",
        "set",
        "action",
        "step",
        "cards",
        "place",
        "company",
        "list",
        "tag",
        "option",
        "lane-attribute",
        "place-attribute",
        "number",
        "numbers",
        "text",
        "truth",
        "expression",
    ];

    /// The word.
    pub fn word(self) -> &'static str {
        self.0
    }
}

/// An action of a module, as its header declares it.
#[derive(Clone, Debug)]
pub struct ModuleAction {
    /// Its id in the header.
    pub id: String,
    /// What it does, for the rulebook.
    pub text: String,
    /// What an option is about.
    pub about: About,
    /// What else belongs to an option.
    pub with: Option<About>,
    /// The set of cards that it names, until it is looked up.
    pub(super) cards: Option<(String, Origin)>,
    /// Of how many decisions it may be.
    pub stages: u8,
    /// Where it is declared.
    pub origin: Origin,
}

impl ModuleAction {
    /// The one action that a script without a header may have: `options(table, seat)` gives texts, as before there were headers.
    fn nameless(origin: Origin) -> Self {
        let (id, text) = (String::new(), String::new());
        ModuleAction { id, text, about: About::Text, with: None, cards: None, stages: 1, origin }
    }
}

/// What a module declares, with the values of a game for its parameters.
#[derive(Clone, Debug)]
pub struct Header {
    /// What it is called; nothing without a header.
    pub name: String,
    /// What it is for.
    pub summary: String,
    /// How a game uses it.
    pub example: String,
    /// What it adds to the rulebook.
    pub rules: Vec<String>,
    /// Its actions.
    pub actions: Vec<ModuleAction>,
    /// The header as a tree, with its parameters filled in.
    pub(super) tree: Node,
}

/// The text of the header of a module, with blanks for what is before it, so that places in it are those of the file.
pub fn header_text(script: &str) -> Option<String> {
    let start = script.len() - script.trim_start().len();
    let rest = script[start..].strip_prefix("/*")?;
    let end = rest.find("*/")?;
    // As many bytes as before, so that places in the header are places in the script.
    let blanks: String = script[..start + 2].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    Some(blanks + &rest[..end])
}

/// The header of a module as a tree: empty if it has none.
pub(super) fn tree(script: &str, file: FileId, report: &mut Report) -> Node {
    match header_text(script) {
        Some(text) => parse_text(&text, file, report),
        None => Node::table(Origin { file, start: 0, end: 0 }),
    }
}

impl Header {
    /// Reads a header whose parameters are filled in.
    pub(super) fn read(tree: Node, module: &str, report: &mut Report) -> Self {
        let written = tree.as_table().is_some_and(|table| !table.is_empty());
        let reader = match written {
            true => Reader::<HeaderKeys>::new(&tree, "", report),
            false => Reader::<HeaderKeys>::trusted(&tree, ""),
        };
        let text = |text: Option<&str>| text.unwrap_or_default().trim().to_owned();
        let mut header = Header {
            name: if written { text(reader.get(HeaderKeys::NAME)) } else { module.to_owned() },
            summary: text(reader.get(HeaderKeys::SUMMARY)),
            example: text(reader.get(HeaderKeys::EXAMPLE)),
            rules: reader.get(HeaderKeys::RULES).into_iter().map(|(rule, _)| rule.trim().to_owned()).collect(),
            actions: Vec::new(),
            tree: Node::table(tree.origin),
        };
        for (id, origin, action) in reader.get(HeaderKeys::ACTIONS) {
            let about = |word: Option<&str>| word.map(|word| About::of(word, None));
            header.actions.push(ModuleAction {
                id: id.to_owned(),
                text: text(action.get(ModuleActionKeys::TEXT)),
                about: about(action.get(ModuleActionKeys::ABOUT)).unwrap_or(About::Nothing),
                with: about(action.get(ModuleActionKeys::WITH)),
                cards: action.get(ModuleActionKeys::CARDS).map(|set| (set.to_owned(), action.origin(ModuleActionKeys::CARDS))),
                stages: saturated::<u8>(action.get(ModuleActionKeys::STAGES).unwrap_or(1)),
                origin,
            });
        }
        drop(reader);
        if !written {
            header.actions.push(ModuleAction::nameless(tree.origin));
        }
        header.tree = tree;
        header
    }

    /// The action of that id; the only one, if that has no name.
    pub fn action(&self, id: &str) -> Option<usize> {
        self.actions.iter().position(|action| action.id == id || action.id.is_empty())
    }

    /// The names of what it imports, with their places.
    pub(super) fn imports(tree: &Node) -> Vec<(String, Origin)> {
        let reader = Reader::<HeaderKeys>::trusted(tree, "");
        reader.get(HeaderKeys::IMPORT).into_iter().map(|(name, origin)| (name.to_owned(), origin)).collect()
    }

    /// Looks up the sets of cards that actions are about.
    pub(crate) fn look_up_cards(&mut self, parts: &Components, report: &mut Report) {
        for action in &mut self.actions {
            let is_card = matches!(action.about, About::Card(_)) || matches!(action.with, Some(About::Card(_)));
            let found = action.cards.as_ref().and_then(|(name, _)| parts.cards.iter().position(|set| set.id == *name));
            match (&action.cards, is_card) {
                (None, true) => {
                    let problem = Diagnostic::error("missing-key", "an action about a card says of which set: `cards`");
                    report.push(problem.at(action.origin, "`cards` is missing"));
                }
                (Some((_, origin)), false) => {
                    let problem = Diagnostic::error("misplaced-key", "`cards` is for actions about a card");
                    report.push(problem.at(*origin, "this is about none"));
                }
                (Some((name, origin)), true) if found.is_none() => {
                    let names = parts.cards.iter().map(|set| set.id.as_str());
                    let near = railwright_source::did_you_mean(name, names).map(|near| format!("did you mean `{near}`?"));
                    let problem = Diagnostic::error("unknown-name", format!("there is no set of cards `{name}`"));
                    let problem = problem.at(*origin, "unknown name");
                    report.push(if let Some(near) = near { problem.help(near) } else { problem });
                }
                _ => {}
            }
            let set = found.map(CardSetId::from);
            for about in std::iter::once(&mut action.about).chain(&mut action.with) {
                if matches!(about, About::Card(_)) {
                    *about = About::Card(set);
                }
            }
        }
    }
}
