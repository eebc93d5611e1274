//! The keys of `carry`.

use super::super::ActionKeys;
use crate::condition::ConditionKeys;
use railwright_source::{Kind, schema};

schema! {
    pub(crate) SCHEMA: CarryKeys with ActionKeys = "action carry",
    "Carries a card from the place in which it lies over lanes, whosever they are, to the first place on its way that wants it; or a train \
     of the seat from where it stands.\n\n\
     Players write the card and the place, `carry coal from birch`, then each lane and where it leads, `carry birch-elm to elm`; of a train \
     only the lanes. Only what can be carried to its end is offered: the way comes to no place twice, keeps to `max`, and its tolls can be \
     paid. What it brings is worked out at its end, as things stood before; `in(chosen)` then holds for its lanes.",
    {
        FROM: Name("zone") = "from", Optional, "the zone of places whose cards are carried; this or `train`";
        TO: Name("zone") = "to", Optional, "where a card goes at the end: a zone of the seat, of the table, or of the place that is reached";
        TRAIN: Text = "train", Optional, "the seat's train that goes itself";
        WHERE: Conditions<ConditionKeys> = "where", Optional, "which cards, with the place in which they lie around each";
        OVER: Conditions<ConditionKeys> = "over", Default("laid == length"), "which lanes it may go over";
        STOP: Expr = "stop", Required,
            "in which places it stops, with the card around each: the first that it comes to is its end, and it ends nowhere else";
        MAX: Expr = "max", Optional, "over how many lanes it goes at most";
        UNIT: Word(&["lanes", "spaces"]) = "unit", Default("lanes"), "what `max` counts";
        TOLL: Table<TollKeys> = "toll", Optional, "what is paid to whoever has a lane, unless it is the seat's own";
        LANE_GAIN: Map(&Kind::Expr) = "lane-gain", Optional,
            "counters of seats or companies and what each lane of the way adds to those of its owners, worked out for the owner";
        PASS: Map(&Kind::Expr) = "pass", Optional, "counters of the seat or the table and what each place adds to them that it comes to";
        ARRIVE: Map(&Kind::Expr) = "arrive", Optional, "counters of the seat or the table and what the place adds to them in which it stops";
        COLLECT: Table<CollectKeys> = "collect", Optional, "cards that go along from the places that it comes to, the last one too";
        LEAVE: Expr = "leave", Optional, "a train leaves the map where this holds of the place in which it stops";
    }
    example "[actions.carry]\ndo = \"carry\"\nfrom = \"goods\"\nto = \"delivered\"\nstop = \"wants == kind\"\nmax = \"engine\"\n\
     lane-gain = { income = \"1\" }\ntoll = { money = \"cash\", amount = \"length\" }"
}

schema! {
    pub(super) TOLL: TollKeys = "toll",
    "What is paid for a lane of others. A lane that nobody has costs nothing, one that several share is paid to whoever had it first.",
    {
        MONEY: Name("counter") = "money", Required, "the counter of seats that is paid from, and into if a seat has the lane";
        AMOUNT: Expr = "amount", Default("1"), "how much, about the lane";
        COMPANY: Name("counter") = "company", Optional, "the counter of companies that gets it where a company has the lane; nobody does if absent";
    }
}

schema! {
    pub(super) COLLECT: CollectKeys = "collect",
    "Cards that go along.",
    {
        FROM: Name("zone") = "from", Required, "the zone of places in which they lie";
        TO: Name("zone") = "to", Required, "a zone of the seat or the table";
        WHERE: Expr = "where", Default("true"), "which cards, with the place around each";
    }
}
