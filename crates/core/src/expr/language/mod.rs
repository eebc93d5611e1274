//! The table of the expression language: every function and name with what it takes, where it may stand, what it gives, what it costs
//! and the sentence that the manual shows.
//!
//! Parser, errors, manual and the tests that compare evaluators are made from these rows; what a row becomes is decided by
//! matches over [`Function`] and [`Name`] that have to name every one of them.

mod functions;
mod names;

pub use functions::Function;
pub use names::Name;

/// What a function or name is about: where it may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// The seat and the table: everywhere.
    Seat,
    /// What a seat can choose: where nothing but the seat is in question, in steps, in `when` of actions and in the values of bots.
    Choices,
    /// The score sheet: in `score`, `ranking`, `win-if` and the values of bots.
    ScoreSheet,
    /// A piece of track that is laid: in its price and in what it brings.
    Piece,
    /// Something that is raised: in its price.
    Raise,
    /// A card: in the filters and values of `count`, `sum` and their like.
    Card,
    /// A lane.
    Lane,
    /// A place.
    Place,
    /// A lane or a place.
    LaneOrPlace,
    /// A company.
    Company,
    /// Something that has something else around it.
    Around,
}

impl About {
    /// All of them, in the order of the manual.
    pub const ALL: [About; 11] = [
        About::Seat,
        About::Choices,
        About::ScoreSheet,
        About::Piece,
        About::Raise,
        About::Card,
        About::Lane,
        About::Place,
        About::LaneOrPlace,
        About::Company,
        About::Around,
    ];

    /// Whether it depends on when something is worked out and not on what it is about.
    pub(in crate::expr) fn is_occasion(self) -> bool {
        match self {
            About::Choices | About::ScoreSheet | About::Piece | About::Raise => true,
            About::Seat | About::Card | About::Lane | About::Place | About::LaneOrPlace | About::Company | About::Around => false,
        }
    }

    /// Where that is, in words.
    pub fn place(self) -> &'static str {
        match self {
            About::Seat => "everywhere",
            About::Choices => "in steps, in `when` of actions and in the values of bots",
            About::ScoreSheet => "in `score`, `ranking`, `win-if` and the values of bots",
            About::Piece => "in `price` and `piece-gain` of `lay`",
            About::Raise => "in the price of `upgrade`",
            About::Card => "about a card",
            About::Lane => "about a lane",
            About::Place => "about a place",
            About::LaneOrPlace => "about a lane or a place",
            About::Company => "about a company",
            About::Around => "within something about each of several",
        }
    }
}

/// What is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// A whole number.
    Number,
    /// 1 or 0.
    Truth,
    /// A word, which is compared and not counted.
    Word,
    /// A place of the map, or none.
    Place,
    /// What its last argument gives.
    Same,
}

/// How much work it is, apart from what the arguments cost by themselves: how often they are worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// The same whatever the game.
    Constant,
    /// Its arguments are worked out once for each seat.
    EachSeat,
    /// For each kind of card in a zone, or each card of a row or pile.
    EachCard,
    /// For each lane.
    EachLane,
    /// For each place.
    EachPlace,
    /// For each place that a field of the card in question names.
    EachPaid,
    /// For each company.
    EachCompany,
    /// A search over the whole map, whose outcome is kept as long as nothing changes on it.
    Map,
    /// The same over the lanes for which a filter holds, which is asked about each.
    MapAndLanes,
    /// A search for the longest trail, which has a bound of its own, after a look at each lane.
    Trail,
    /// A list of what a seat can choose.
    Choices,
    /// A call of a script.
    Script,
}

/// About what an argument is worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Within {
    /// A card of the zone that is the first argument.
    Cards,
    /// A kind of card of that zone, with its copies.
    Kinds,
    /// A lane.
    Lane,
    /// A place.
    Place,
    /// A place that the card in question pays for.
    PaidPlace,
    /// A company.
    Company,
    /// Each seat, and the item in question.
    Seat,
    /// Each seat and nothing else.
    SeatAlone,
    /// What the action that is the first argument is about.
    Action,
    /// What is around.
    Around,
}

/// What an argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// A number.
    Number,
    /// A number that is true unless it is 0.
    Condition,
    /// A place.
    Place,
    /// The id of a zone.
    Zone,
    /// The id of a zone of the form `row`.
    Row,
    /// The id of a counter.
    Counter,
    /// The id of an action.
    Action,
    /// The id of an option.
    Option,
    /// The id of a dummy.
    Dummy,
    /// The id of a line of the score sheet.
    Line,
    /// The name of a rule script.
    Module,
    /// The id of a named set that the item in question can be in.
    Set,
    /// An attribute that is a list.
    List,
    /// Something that the list may hold.
    Listed,
    /// A field of the card in question that says what places pay.
    Pays,
    /// A field of the cards of the zone that is the first argument, which names a place.
    PlaceField,
    /// A number worked out about something.
    Value(Within),
    /// Anything worked out about something.
    Any(Within),
}

/// How often an argument may be given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// Once.
    Once,
    /// Once or not at all.
    Perhaps,
    /// Once or more often.
    Often,
}

/// An argument of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument {
    /// What the manual calls it.
    pub label: &'static str,
    /// What it is.
    pub takes: Takes,
    /// How often it may be given.
    pub need: Need,
}

/// A function's row of the table.
#[derive(Clone, Copy, Debug)]
pub struct FunctionRow {
    /// As it is written.
    pub name: &'static str,
    /// What it takes, in order.
    pub arguments: &'static [Argument],
    /// Where it may stand.
    pub about: About,
    /// What it gives.
    pub gives: Gives,
    /// How much work it is.
    pub cost: Cost,
    /// What it means, as the manual says it.
    pub text: &'static str,
}

impl FunctionRow {
    /// Its arguments as the manual writes them: those that may be left out in brackets.
    pub fn signature(&self) -> String {
        let label = |argument: &Argument| match argument.need {
            Need::Once => argument.label.to_owned(),
            Need::Perhaps => format!("[{}]", argument.label),
            Need::Often => format!("{}, …", argument.label),
        };
        self.arguments.iter().map(label).collect::<Vec<_>>().join(", ")
    }

    /// The least and the largest number of arguments.
    pub fn counts(&self) -> (usize, usize) {
        let once = self.arguments.iter().filter(|a| a.need != Need::Perhaps).count();
        let often = self.arguments.iter().any(|a| a.need == Need::Often);
        (once, if often { usize::MAX } else { self.arguments.len() })
    }
}

/// A name's row of the table.
#[derive(Clone, Copy, Debug)]
pub struct NameRow {
    /// As it is written.
    pub name: &'static str,
    /// Where it may stand.
    pub about: About,
    /// What it gives.
    pub gives: Gives,
    /// How much work it is.
    pub cost: Cost,
    /// What it means, as the manual says it.
    pub text: &'static str,
}
