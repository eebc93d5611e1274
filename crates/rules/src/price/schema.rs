//! Prices as game files say them: one table for everything that can be paid for.

use railwright_source::{Kind, schema};

schema! {
    /// What something costs.
    pub(crate) PRICE: PriceKeys = "price",
    "What something costs: cards, money, or both. Cards are of one kind, as many as `count`; of a lane they have its colour, a card \
     paying for lanes of the colour that is its id, and other things are paid for in any one kind. Wild cards and `stand-ins` take the \
     place of others. `count`, `symbols`, `wild` and `where` of a stand-in may ask about the lane, place, company or card that is paid for. \
     What is paid for lanes in cards depends on the board alone and is worked out when the game is loaded.",
    {
        FROM: Name("zone") = "from", Optional, "the bag that cards are paid from; without it no cards are paid";
        TO: Name("zone") = "to", Optional, "the bag that cards which are paid go to; needed with `from`";
        PAY: Word(&["with", "after"]) = "pay", Default("with"),
            "whether the cards are part of the action, or a decision of their own";
        COUNT: Expr = "count", Optional, "how many cards; if absent the length of a lane, and one card for anything else";
        ANY: Texts = "any", Optional,
            "colours of lanes that cards of any one kind pay for; `check` warns of a kind that is neither wild nor the colour of a lane";
        ACCEPTS: Map(&Kind::Texts) = "accepts", Optional, "colours of lanes and the kinds of card that pay for each";
        WILD: Expr = "wild", Optional, "which cards stand for any other, such as `wild` for those with that tag";
        SYMBOLS: Expr = "symbols", Default("0"), "how many of the cards must be wild";
        STAND_INS: Tables<StandInKeys> = "stand-ins", Optional, "groups of cards that stand for one that is wanted, each with a name";
        ONE_COLOR: Bool = "one-color", Default("false"), "whether all cards of a payment that are not wild must be of one kind";
        MONEY: Map(&Kind::Expr) = "money", Optional,
            "counters of the seat, or of the company in question, and how much of each is paid; nothing may fall below its least value, \
             which is 0 where none is given";
    }
    example "[actions.claim.price]\nfrom = \"hand\"\nto = \"discard\"\ncount = \"length\"\nany = \"grey\"\nwild = \"wild\"\nsymbols = \"symbols\"\n\
     stand-ins.pair = { for = \"symbol\", cards = 2 }"
    formerly [("for-symbol", "stand-ins.symbol"), ("alike", "stand-ins.group.cards"), ("larger", "stand-ins.group.larger")]
}

schema! {
    /// What takes the place of a card.
    pub(crate) STAND_IN: StandInKeys = "stand-in",
    "Several cards that stand for one, as often as one likes. For each lane, place or whatever is paid for, one of them at most may \
     stand for a card that must be wild, and one for any other.",
    {
        FOR: Word(&["card", "symbol"]) = "for", Default("card"),
            "for what: any `card` that is wanted, or a `symbol`, a card that must be wild";
        CARDS: Int(1..=10) = "cards", Required, "how many cards";
        ALIKE: Bool = "alike", Default("true"), "whether they must be of one kind";
        LARGER: Word(&["none", "one", "each"]) = "larger", Default("none"),
            "in a path: whether each further card of such a group stands for one more: no, all of `one` kind, or `each` of any kind";
        WHERE: Expr = "where", Optional, "which cards, and for what, such as `not wild and length == 9`; if absent all that are never wild";
    }
    example "for = \"card\"\ncards = 4\nalike = false\nwhere = \"length == 9\""
}
