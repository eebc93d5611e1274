//! The functions of the expression language, with the sentence that the manual shows.

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
    ("last-lane", "value", "a value of the lane that the last action was about"),
    ("total", "counter", "the sum of a counter over all its owners"),
    ("most", "value", "the largest value that any seat has"),
    ("least", "value", "the smallest value that any seat has"),
    ("can", "action", "whether the seat could choose the action now"),
    ("option", "id", "whether that option of the game is on"),
    ("won", "score line", "whether the seat got that award; in `ranking` only"),
    ("script", "module", "what `tally(table, party)` of that rule script is worth; in `score` and `ranking` only"),
    ("joined", "place, place", "whether the seat's own lanes join the two places"),
    ("at", "place, value", "a value about that place"),
    ("ends", "filter", "of a lane: how many of its ends the place filter holds for"),
    ("in", "set", "of a lane or place: whether it is in the named set"),
];
