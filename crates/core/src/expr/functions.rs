//! The functions and names of the expression language, with the sentence that the manual shows.

/// Name, arguments and meaning of every function.
pub const FUNCTIONS: &[(&str, &str, &str)] = &[
    ("if", "condition, a, b", "`a` when the condition holds, otherwise `b`"),
    ("min", "a, b, …", "the least of its arguments"),
    ("max", "a, b, …", "the largest of its arguments"),
    ("size", "zone", "how many cards lie in the zone"),
    ("count", "zone, filter", "how many cards in the zone the filter holds for"),
    ("sum", "zone, value, filter", "the sum of a value over the cards in the zone for which the filter holds"),
    (
        "sum-kinds",
        "zone, value, filter",
        "the sum of a value over the kinds of card in the zone, `copies` being how many there are of the kind",
    ),
    ("different", "value, filter", "how many different values there are among the places for which the filter holds"),
    ("lanes", "filter", "how many lanes the filter holds for"),
    ("sum-lanes", "value, filter", "the sum of a value over the lanes for which the filter holds"),
    ("places", "filter", "how many places the filter holds for"),
    ("sum-places", "value, filter", "the sum of a value over the places for which the filter holds"),
    ("longest", "filter", "the spaces of the longest trail over the lanes for which the filter holds"),
    ("last-lane", "value", "a value of the lane that the last action was about that all could see; 0 if it was about no lane"),
    ("total", "counter", "the sum of a counter over all its owners"),
    ("most", "value", "the largest value that any seat has"),
    ("least", "value", "the smallest value that any seat has"),
    ("companies", "filter", "how many companies the filter holds for"),
    ("sum-companies", "value, filter", "the sum of a value over the companies for which the filter holds"),
    ("seats", "filter", "how many seats the filter holds for"),
    ("sum-seats", "value, filter", "the sum of a value over the seats for which the filter holds"),
    ("can", "action, filter", "whether the seat could choose the action now; with a filter, about something it holds for"),
    (
        "could",
        "action, filter",
        "the same if it cost nothing: neither the cards nor the money of its price need be there; pieces must",
    ),
    ("dummy", "id", "the final score of that dummy; in `score`, `ranking` and `win-if` only"),
    ("has", "list, value", "whether the value is in the list that an attribute is"),
    ("copies-in", "zone", "of a card: how many cards of its kind lie in the zone"),
    ("option", "id", "whether that option of the game is on"),
    ("won", "score line", "whether the seat got that award; in `ranking` only"),
    ("script", "module", "what `tally(table, party)` of that rule script is worth; in `score` and `ranking` only"),
    ("joined", "place, place, filter", "whether the seat's own lanes join the two places; with a filter, the lanes it holds for"),
    ("at", "place, value", "a value about that place"),
    ("outer", "value", "a value of what is around: within a filter about places, of the card that the whole is about"),
    ("pays", "field, place", "of a card: what its field of type `pays` says of the place; 0 if nothing"),
    ("best", "field, filter", "of a card: the most that its field of type `pays` says of a place for which the filter holds"),
    ("hits", "field, filter", "of a card: how many of the places in its field of type `pays` the filter holds for"),
    (
        "row-of",
        "zone, filter",
        "in which row of a table, counted from 1, the first card lies for which the filter holds; 0 if none does",
    ),
    ("ends", "filter", "of a lane: how many of its ends the place filter holds for"),
    (
        "missing",
        "place, place",
        "how many spaces the seat must still fill so that its own lanes join the two places, over lanes that are open; 99 if nothing can join them",
    ),
    (
        "away",
        "place",
        "how many spaces the seat, or the company in question, must still fill from its network to the place; 99 if it cannot come there",
    ),
    ("run", "place", "how many spaces the seat's train has to go to the place over own lanes; 99 if it cannot come there"),
    (
        "toward",
        "zone, field, field",
        "of a lane: whether it lies on a shortest way to join the two places that the fields of a card in the zone name",
    ),
    (
        "top",
        "field, value",
        "of a card: the largest value of a place in its field of type `pays`, `paid` being what it says of the place",
    ),
    (
        "nearest",
        "value, filter",
        "the smallest value of a place for which the filter holds, such as a distance; 99 if there is none smaller",
    ),
    ("in", "set", "of a lane or place: whether it is in the named set"),
];

/// What a name of the language is about: where it may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// The seat and the table: everywhere.
    Seat,
    /// The score sheet: in `score` and `ranking`.
    ScoreSheet,
    /// A card: in the filters and values of `count`, `sum` and their like.
    Card,
    /// A lane.
    Lane,
    /// A place.
    Place,
    /// A company.
    Company,
}

/// Every name that means something in all games: what it is about, the name, its meaning.
pub const NAMES: &[(About, &str, &str)] = &[
    (About::Seat, "players", "how many play"),
    (About::Seat, "round", "rounds begun so far"),
    (About::Seat, "turn", "turns begun so far"),
    (About::Seat, "seat", "the number of the seat for which it is worked out, from 1"),
    (About::Seat, "first", "the number of the first player's seat"),
    (
        About::Seat,
        "last-company",
        "the name of the company that the last action was about that all could see; no name if it was about none",
    ),
    (
        About::Seat,
        "last-place",
        "the place that the last action was about or led to, to be compared with `==`; no place if it was about none",
    ),
    (About::Seat, "train-place", "the place in which the seat's train stands, to be compared with `==`"),
    (About::Seat, "train-moving", "whether the seat's train stands on a space between places"),
    (About::Seat, "level", "in the price of an upgrade: how often it was raised before"),
    (About::Seat, "true", "1: holds always"),
    (About::Seat, "false", "0: holds never"),
    (About::ScoreSheet, "total", "the seat's points on all lines so far"),
    (About::ScoreSheet, "awards", "how many lines with `most` the seat won, shared ones too"),
    (About::Card, "kind", "its id, to be compared with words"),
    (About::Card, "copies", "how many cards of the kind there are; in `sum-kinds`"),
    (About::Lane, "length", "how many spaces it has"),
    (About::Lane, "color", "the colour of its spaces, to be compared with `==`"),
    (About::Lane, "laid", "how many of its spaces are filled"),
    (About::Lane, "own", "whether it is the seat's"),
    (About::Lane, "open", "whether it is nobody's and not closed"),
    (About::Place, "reached", "whether a lane of the seat ends there"),
    (About::Place, "here", "the place itself, to be compared with `==`"),
    (About::Lane, "space", "in the price of a piece: its space, counted from the lane's first end"),
    (About::Place, "junction", "whether it is a junction"),
    (About::Place, "city", "whether it is no junction"),
    (About::Place, "paid", "within `top`: what the card's field says of the place"),
    (About::Place, "connected", "within something about a company: whether it is connected there"),
    (About::Company, "company", "its name, to be compared with words"),
    (About::Company, "home", "where it starts, to be compared with `==`"),
    (About::Company, "connected", "within something about a place: whether it is connected there"),
];

/// The names about something, as they are written.
pub(super) fn names<'a>(about: About) -> impl Iterator<Item = &'a str> {
    NAMES.iter().filter(move |(of, ..)| *of == about).map(|(_, name, _)| *name)
}
