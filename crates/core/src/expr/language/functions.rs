//! The functions of the language.

use super::{About, Argument, Cost, FunctionRow, Gives, Need, Takes, Within};

/// Makes the functions and their rows out of one list.
macro_rules! functions {
    ($($function:ident $name:literal ($($label:literal $takes:expr => $need:ident),*) $about:ident $gives:ident $cost:ident $text:literal;)*) => {
        /// A function of the language.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Function {
            $($function),*
        }

        impl Function {
            /// Every function, in the order of the manual.
            pub const ALL: &'static [Function] = &[$(Function::$function),*];

            /// Its row of the table.
            pub const fn row(self) -> &'static FunctionRow {
                match self {
                    $(Function::$function => const {
                        &FunctionRow {
                            name: $name,
                            arguments: &[$(Argument { label: $label, takes: $takes, need: Need::$need }),*],
                            about: About::$about,
                            gives: Gives::$gives,
                            cost: Cost::$cost,
                            text: $text,
                        }
                    }),*
                }
            }
        }
    };
}

use Takes::{Any, Condition, List, Listed, Number, Pays, Place, PlaceField, Row, Value, Zone};

functions! {
    If "if" ("condition" Condition => Once, "a" Number => Once, "b" Number => Once) Seat Number Constant
        "`a` when the condition holds, otherwise `b`";
    Min "min" ("a, b" Number => Often) Seat Number Constant "the least of its arguments";
    Max "max" ("a, b" Number => Often) Seat Number Constant "the largest of its arguments";
    Size "size" ("zone" Zone => Once) Seat Number Constant "how many cards lie in the zone";
    Count "count" ("zone" Zone => Once, "filter" Value(Within::Cards) => Once) Seat Number EachCard
        "how many cards in the zone the filter holds for";
    Sum "sum" ("zone" Zone => Once, "value" Value(Within::Cards) => Once, "filter" Value(Within::Cards) => Perhaps) Seat Number EachCard
        "the sum of a value over the cards in the zone for which the filter holds";
    SumKinds "sum-kinds" ("zone" Zone => Once, "value" Value(Within::Kinds) => Once, "filter" Value(Within::Kinds) => Perhaps) Seat Number EachCard
        "the sum of a value over the kinds of card in the zone, `copies` being how many there are of the kind";
    Different "different" ("value" Any(Within::Place) => Once, "filter" Value(Within::Place) => Perhaps) Seat Number EachPlace
        "how many different values there are among the places for which the filter holds";
    Lanes "lanes" ("filter" Value(Within::Lane) => Once) Seat Number EachLane "how many lanes the filter holds for";
    SumLanes "sum-lanes" ("value" Value(Within::Lane) => Once, "filter" Value(Within::Lane) => Perhaps) Seat Number EachLane
        "the sum of a value over the lanes for which the filter holds";
    Places "places" ("filter" Value(Within::Place) => Once) Seat Number EachPlace "how many places the filter holds for";
    SumPlaces "sum-places" ("value" Value(Within::Place) => Once, "filter" Value(Within::Place) => Perhaps) Seat Number EachPlace
        "the sum of a value over the places for which the filter holds";
    Longest "longest" ("filter" Value(Within::Lane) => Once) Seat Number Trail
        "the spaces of the longest trail over the lanes for which the filter holds";
    LastLane "last-lane" ("value" Any(Within::Lane) => Once) Seat Same Constant
        "a value of the lane that the last action was about that all could see, such as `last-lane(first-end)`; 0, or nothing, if it was about no lane";
    Start "start" ("counter" Takes::Counter => Once) Seat Number Constant "what each owner of a counter starts with, which must be the same for all";
    SumOwners "sum-owners" ("counter" Takes::Counter => Once) Seat Number Constant "the sum of a counter over all its owners";
    Most "most" ("value" Value(Within::SeatAlone) => Once) Seat Number EachSeat "the largest value that any seat has that is not out";
    Least "least" ("value" Value(Within::SeatAlone) => Once) Seat Number EachSeat "the smallest value that any seat has that is not out";
    Rank "rank" ("value" Value(Within::Seat) => Once) Seat Number EachSeat
        "the seat's place among those that are not out: 1 and one more for each that has a larger value, so that seats with the same share the better place";
    Companies "companies" ("filter" Value(Within::Company) => Once) Seat Number EachCompany
        "how many companies the filter holds for";
    SumCompanies "sum-companies" ("value" Value(Within::Company) => Once, "filter" Value(Within::Company) => Perhaps) Seat Number EachCompany
        "the sum of a value over the companies for which the filter holds";
    Seats "seats" ("filter" Value(Within::Seat) => Once) Seat Number EachSeat "how many seats the filter holds for; those that are out are left out";
    SumSeats "sum-seats" ("value" Value(Within::Seat) => Once, "filter" Value(Within::Seat) => Perhaps) Seat Number EachSeat
        "the sum of a value over the seats for which the filter holds; those that are out are left out";
    Can "can" ("action" Takes::Action => Once, "filter" Value(Within::Action) => Perhaps) Choices Truth Choices
        "whether the seat could choose the action now; with a filter, about something it holds for";
    Could "could" ("action" Takes::Action => Once, "filter" Value(Within::Action) => Perhaps) Choices Truth Choices
        "the same if it cost nothing: neither the cards nor the money of its price need be there; pieces must";
    Dummy "dummy" ("id" Takes::Dummy => Once) ScoreSheet Number Constant "the final score of that dummy";
    Has "has" ("list" List => Once, "value" Listed => Once) Seat Truth Constant
        "whether the value is in the list that an attribute is";
    CopiesIn "copies-in" ("zone" Zone => Once) Card Number Constant "of a card: how many cards of its kind lie in the zone";
    Option "option" ("id" Takes::Option => Once) Seat Truth Constant "whether that option of the game is on";
    Won "won" ("score line" Takes::Line => Once) ScoreSheet Truth Constant "whether the seat got that award";
    Tally "tally" ("module" Takes::Module => Once) ScoreSheet Number Script
        "what `tally(table, party)` of that rule script is worth";
    Joined "joined" ("place" Place => Once, "place" Place => Once, "filter" Value(Within::Lane) => Perhaps) Seat Truth MapAndLanes
        "whether the seat's own lanes join the two places; with a filter, the lanes it holds for";
    Ways "ways" ("place" Place => Once, "place" Place => Once, "filter" Value(Within::Lane) => Perhaps) Seat Number MapAndLanes
        "how many ways the seat's own lanes make between the two places that share no lane with each other; with a filter, the lanes it holds for";
    Network "network" ("place" Place => Once, "filter" Value(Within::Lane) => Perhaps) Seat Number MapAndLanes
        "how many places the seat's own lanes join with the place, itself among them; with a filter, the lanes it holds for";
    At "at" ("place" Place => Once, "value" Any(Within::Place) => Once) Seat Same Constant
        "a value about that place; nothing if there is no such place";
    Outer "outer" ("value" Any(Within::Around) => Once) Around Same Constant
        "a value of what is around: within a filter about places, of the card that the whole is about; within one about seats, of the seat for which the whole is worked out";
    Amount "amount" ("field" Pays => Once, "place" Place => Once) Card Number Constant
        "of a card: what its field of type `amounts` says of the place; 0 if nothing";
    Best "best" ("field" Pays => Once, "filter" Value(Within::Place) => Perhaps) Card Number EachPaid
        "of a card: the most that its field of type `amounts` says of a place for which the filter holds";
    Hits "hits" ("field" Pays => Once, "filter" Value(Within::Place) => Perhaps) Card Number EachPaid
        "of a card: how many of the places in its field of type `amounts` the filter holds for";
    RowOf "row-of" ("zone" Row => Once, "filter" Value(Within::Cards) => Once) Seat Number EachCard
        "in which row of a table, counted from 1, the first card lies for which the filter holds; 0 if none does";
    Ends "ends" ("filter" Value(Within::Place) => Once) Lane Number Constant
        "of a lane: how many of its ends the place filter holds for";
    Missing "missing" ("place" Place => Once, "place" Place => Once, "filter" Value(Within::Lane) => Perhaps) Seat Number MapAndLanes
        "how many spaces the seat must still fill so that its own lanes join the two places, over lanes that are open; with a filter, the lanes it holds for join instead of its own; 99 if nothing can join them";
    Distance "distance" ("place" Place => Once, "place" Place => Once, "filter" Value(Within::Lane) => Perhaps) Seat Number MapAndLanes
        "how many spaces the shortest way between the two places has; with a filter, over the lanes it holds for; 99 if there is none";
    Gap "gap" ("filter" Value(Within::Place) => Once, "filter" Value(Within::Place) => Once) Seat Number EachPlace
        "how many spaces the seat must still fill to join the nearest two places of which the first filter holds for one and the second for the other: 0 if its own lanes join such places; 99 if nothing can";
    Away "away" ("place" Place => Once) Seat Number Map
        "how many spaces the seat, or the company in question, must still fill from its network to the place; 99 if it cannot come there";
    TrainDistance "train-distance" ("place" Place => Once) Seat Number Map
        "how many spaces the seat's train has to go to the place over own lanes; 99 if it cannot come there";
    Toward "toward" ("zone" Zone => Once, "field" PlaceField => Once, "field" PlaceField => Once) Lane Truth Map
        "of a lane: whether it lies on a shortest way to join the two places that the fields of a card in the zone name";
    Top "top" ("field" Pays => Once, "value" Value(Within::PaidPlace) => Once) Card Number EachPaid
        "of a card: the largest value of a place in its field of type `amounts`, `paid` being what it says of the place";
    Nearest "nearest" ("value" Value(Within::Place) => Once, "filter" Value(Within::Place) => Perhaps) Seat Number EachPlace
        "the smallest value of a place for which the filter holds, such as a distance; 99 if there is none smaller";
    Farthest "farthest" ("value" Value(Within::Place) => Once, "filter" Value(Within::Place) => Perhaps) Seat Number EachPlace
        "the largest value of a place for which the filter holds, such as `network(here)`; 0 if there is none larger";
    In "in" ("set" Takes::Set => Once) LaneOrPlace Truth Constant "of a lane or place: whether it is in the named set";
}

impl Function {
    /// Functions that were called otherwise in an earlier format of game files.
    pub const FORMERLY: [(&'static str, Function); 4] = [
        ("run", Function::TrainDistance),
        ("script", Function::Tally),
        ("total", Function::SumOwners),
        ("pays", Function::Amount),
    ];

    /// The function of that name.
    pub fn find(name: &str) -> Option<Function> {
        Function::ALL.iter().copied().find(|function| function.row().name == name)
    }
}
