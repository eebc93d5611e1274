//! The kinds of step: what each does and which keys it has.

use crate::mechanics::pieces::COUNTERS;
use railwright_source::schema;

schema! {
    pub(super) COMMON: StepKeys = "any step",
    "What every step may have.",
    {
        DO: Text = "do", Required, "which kind of step it is";
        WHEN: Expr = "when", Optional, "the step is skipped unless this holds";
        THEN: Names("step") = "then", Optional, "steps that follow it, and are skipped with it";
        CITES: KeyedTexts = "cites", Optional,
            "numbered rules it cites, shown with refusals: a list, or a table that has them for each key of the step that carries a rule, \
             and under `else` for all others. At a key that is a table or a list of words they may stand for each of its parts in the same \
             way";
    }
}

const FOR: &[&str] = &["actor", "each"];

schema! {
    pub(super) DEAL: DealKeys with StepKeys = "step deal",
    "Deals cards from a pile; stops when there are none left. Zones of places, lanes or companies are dealt to or from one after the \
     other.",
    {
        FROM: Name("zone") = "from", Required, "the pile";
        TO: Name("zone") = "to", Required, "where the cards go";
        COUNT: Expr = "count", Default("1"), "how many cards";
        EACH_OF: Text = "each-of", Optional, "a field: so many cards of each of its values, taken out of the pile by chance";
        WHERE: Expr = "where", Optional,
            "for which places, lanes or companies, where these have it; with `for = \"each\"` otherwise: for which seats";
        FOR: Word(FOR) = "for", Default("actor"), "whom it is done for: the seat whose turn it is, or each seat in turn order";
    }
}

schema! {
    pub(super) REFILL: RefillKeys with StepKeys = "step refill",
    "Fills the gaps of a row from a pile. A row of seats is filled from the same seat's pile or from the table's, a row of the table \
     only from the table's.",
    {
        ZONE: Name("zone") = "zone", Required, "the row";
        FROM: Name("zone") = "from", Optional, "the pile; the row's own `refill` if absent";
        WHERE: Expr = "where", Optional, "with `for = \"each\"`: for which seats";
        FOR: Word(FOR) = "for", Default("actor"),
            "a zone of seats: whom it is done for, the seat whose turn it is, or each seat in turn order";
    }
}

schema! {
    pub(super) MOVE: MoveKeys with StepKeys = "step move",
    "Moves cards of a bag or row elsewhere, in the order they lie; into a row as far as it has room. Where a zone belongs to places, lanes \
     or companies it is done for one after the other, and `where` and `count` may ask about it.",
    {
        FROM: Name("zone") = "from", Required, "from where";
        TO: Name("zone") = "to", Required, "to where";
        WHERE: Expr = "where", Default("true"), "which cards, judged before any of the seat's moves";
        COUNT: Expr = "count", Optional, "how many of them at most; all if absent";
        AT: Word(&["top", "bottom"]) = "at", Default("top"), "on which end of a pile";
        FOR: Word(FOR) = "for", Default("actor"), "whom it is done for: the seat whose turn it is, or each seat in turn order";
    }
}

schema! {
    pub(super) TO_FRONT: ToFrontKeys with StepKeys = "step to-front",
    "Brings a card of a row with columns to the first place of its column; those before it move back by one.",
    {
        ZONE: Name("zone") = "zone", Required, "the row";
        WHERE: Expr = "where", Required, "which card: the first for which this holds";
    }
}

schema! {
    pub(super) SHUFFLE: ShuffleKeys with StepKeys = "step shuffle",
    "Shuffles a pile.",
    {
        ZONE: Name("zone") = "zone", Required, "the pile";
        WHERE: Expr = "where", Optional, "with `for = \"each\"`: for which seats";
        FOR: Word(FOR) = "for", Default("actor"),
            "a zone of seats: whom it is done for, the seat whose turn it is, or each seat in turn order";
    }
}

schema! {
    pub(super) SHUFFLE_IN: ShuffleInKeys with StepKeys = "step shuffle-in",
    "Shuffles a pile, cuts it into nearly equal parts and shuffles a bag into one of them. A bag of seats goes into the same seat's pile \
     or into the table's, a bag of the table only into the table's.",
    {
        FROM: Name("zone") = "from", Required, "the bag";
        TO: Name("zone") = "to", Required, "the pile";
        FOR: Word(FOR) = "for", Default("actor"),
            "a zone of seats: whom it is done for, the seat whose turn it is, or each seat in turn order";
        WHERE: Expr = "where", Optional, "with `for = \"each\"`: for which seats";
        PARTS: Int(1..=20) = "parts", Required, "how many parts";
        PART: Int(1..=20) = "part", Required, "which part, counted from the top";
        ODD: Word(&["upper", "lower"]) = "odd", Default("upper"), "which parts have a card more where they cannot be equal";
    }
}

schema! {
    pub(super) SET: SetKeys with StepKeys = "step set",
    "Gives a counter a value. A counter of companies, places or lanes is set for each of them for which `where` holds, and \
     `value` may ask about it; what a seat has with each of them as well.",
    {
        COUNTER: Name("counter") = "counter", Required, "the counter";
        VALUE: Expr = "value", Required, "its new value";
        WHERE: Expr = "where", Optional,
            "for which places, lanes or companies, where these have it; with `for = \"each\"` otherwise: for which seats";
        FOR: Word(FOR) = "for", Default("actor"), "whom it is done for: the seat whose turn it is, or each seat in turn order";
    }
}

schema! {
    pub(super) ADD: AddKeys with StepKeys = "step add",
    "Adds to a counter; to one of companies, places or lanes as in `set`.",
    {
        COUNTER: Name("counter") = "counter", Required, "the counter";
        VALUE: Expr = "value", Required, "how much is added";
        WHERE: Expr = "where", Optional,
            "for which places, lanes or companies, where these have it; with `for = \"each\"` otherwise: for which seats";
        FOR: Word(FOR) = "for", Default("actor"), "whom it is done for: the seat whose turn it is, or each seat in turn order";
    }
}

schema! {
    pub(super) INCLUDE: IncludeKeys with StepKeys = "step include",
    "Puts all lanes or places for which `where` holds into a named set, judged as things stood before.",
    {
        SET: Name("set") = "set", Required, "the set";
        WHERE: Expr = "where", Default("true"), "which lanes or places; all if absent";
        FOR: Word(FOR) = "for", Default("actor"),
            "a set of seats: whom it is done for, the seat whose turn it is, or each seat in turn order";
    }
}

schema! {
    pub(super) EXCLUDE: ExcludeKeys with StepKeys = "step exclude",
    "Takes lanes or places for which `where` holds out of a named set; without `where` the set is empty afterwards.",
    {
        SET: Name("set") = "set", Required, "the set";
        WHERE: Expr = "where", Default("true"), "which lanes or places; all if absent";
        FOR: Word(FOR) = "for", Default("actor"),
            "a set of seats: whom it is done for, the seat whose turn it is, or each seat in turn order";
    }
}

schema! {
    pub(super) CLEAR: ClearKeys with StepKeys = "step clear",
    "Takes track off all lanes for which `where` holds, judged as things stood before: the lanes are to be had again.",
    {
        OF: Word(&["everybody", "seat"]) = "of", Default("everybody"),
            "whose track: everybody's and nobody's, or that of the seat whose turn it is";
        WHERE: Expr = "where", Default("true"), "off which lanes; all if absent";
        PIECES: NameOrMap(COUNTERS) = "pieces", Optional,
            "the counter of pieces that owners get back, one for each space; or counters and how many of each";
    }
}

schema! {
    pub(super) PAY: PayKeys with StepKeys = "step pay",
    "Pays from one counter into another: a seat to other seats, to companies, places or lanes, or to the table, or the other way round. \
     Nobody pays more than he has above the least value of the counter, which is 0 where none is given.",
    {
        COUNTER: Name("counter") = "counter", Required, "the counter that is paid from";
        TO: Name("counter") = "to", Optional, "the counter that is paid into; between seats the same";
        VALUE: Expr = "value", Required,
            "how much, worked out for the seat that pays, or is paid by others than seats, and about the company, place or lane";
        WHERE: Expr = "where", Optional,
            "which companies, places or lanes pay or are paid; between seats, which of the others are paid; otherwise which seats";
        FOR: Word(FOR) = "for", Default("actor"),
            "the seat that pays, or is paid by others than seats: the one whose turn it is, or each in turn order";
    }
}

schema! {
    pub(super) END: EndKeys with StepKeys = "step end",
    "Ends the game at once.",
    {
        REASON: Text = "reason", Default("the end was reached"), "how the game ended, for people";
    }
}

schema! {
    pub(super) CALL: CallKeys with StepKeys = "step call",
    "Calls a function of a rule script.",
    {
        MODULE: Name("module") = "module", Required, "the script";
        FUNCTION: Text = "function", Required, "the function; it is called with the table and the seat";
    }
}

schema! {
    pub(super) OUT: OutKeys with StepKeys = "step out",
    "Puts seats out: they are not asked any more, steps for each seat pass them by, turns too, and `seats`, `sum-seats`, `most`, `least` and \
     `rank` leave them out. What they have stays theirs and is scored; awards for the most of something go to others. Whoever is in the \
     middle of an action finishes it.",
    {
        FOR: Word(FOR) = "for", Default("actor"), "whom it is done for: the seat whose turn it is, or each seat";
        WHERE: Expr = "where", Optional, "which of these seats";
    }
}

schema! {
    pub(super) BACK_IN: BackInKeys with StepKeys = "step back-in",
    "Lets seats play again that are out.",
    {
        WHERE: Expr = "where", Optional, "which of them; all if absent";
    }
}

schema! {
    pub(super) NEXT_FIRST: NextFirstKeys with StepKeys = "step next-first",
    "The next seat that is not out becomes first player.",
    {}
}

schema! {
    pub(super) ORDER: OrderKeys with StepKeys = "step order",
    "Arranges the seats anew: they play in the order of a tally, the most first, and the first of them becomes first \
     player. Seats that have the same stay in the order in which they played.",
    {
        MOST: Expr = "most", Required, "the tally, worked out for each seat";
    }
    formerly [("by", "most")]
}

schema! {
    pub(super) IN_ORDER: InOrderKeys with StepKeys = "step in-order",
    "Steps one after the other.",
    {
        STEPS: Names("step") = "steps", Required, "the steps";
    }
}

schema! {
    pub(super) EACH_SEAT: EachSeatKeys with StepKeys = "step each-seat",
    "Steps for each seat in turn order that is not out.",
    {
        STEPS: Names("step") = "steps", Required, "the steps";
        WHERE: Expr = "where", Default("true"), "which seats; tested when it would be theirs";
        BEGIN: Word(&["first", "actor"]) = "begin", Default("first"), "who begins: the first player, or the seat whose turn it is";
        TURN: Bool = "turn", Default("false"), "each is a turn: it is counted, and counters with reset = \"turn\" start again";
    }
    formerly [("from", "begin")]
}

schema! {
    pub(crate) TOGETHER: TogetherKeys with StepKeys = "step together",
    "Every seat chooses at once and in secret. What was chosen is held back until all have chosen and then \
     carried out in turn order; a choice that has become impossible by then lapses.",
    {
        ACTIONS: Names("action") = "actions", Required, "what each seat chooses from";
        OTHERWISE: Name("action") = "otherwise", Optional, "what a seat does that can do none of these";
    }
}

schema! {
    pub(crate) CHOOSE: ChooseKeys with StepKeys = "step choose",
    "The seat whose turn it is chooses an action, or several one after the other.\n\nWhere it may stop, players write `done`.",
    {
        ACTIONS: Names("action") = "actions", Required, "what it chooses from";
        OTHERWISE: Name("action") = "otherwise", Optional, "what it does when it can do none of these";
        MIN: Expr = "min", Optional, "how many it must choose, if it can; 1 unless it says otherwise, and with `while` no end";
        MAX: Expr = "max", Optional, "how many it may choose; 1 unless it says otherwise, and with `while` no end";
        WHILE: Expr = "while", Optional,
            "it chooses again as long as this holds; what is done `otherwise` should let it end some time: 60,000 choices in one step are \
             a fault";
        MAY_STOP: Expr = "may-stop", Default("false"), "whether it may stop before `min` is reached";
    }
}

schema! {
    pub(super) REPEAT: RepeatKeys with StepKeys = "step repeat",
    "Steps again and again. More than 60,000 of them in one go are a fault.",
    {
        STEPS: Names("step") = "steps", Required, "the steps";
        WHILE: Expr = "while", Optional, "tested before each time";
        MAX: Expr = "max", Default("1000"), "how often at most";
    }
}

schema! {
    pub(super) ROUNDS: RoundsKeys with StepKeys = "step rounds",
    "Rounds: the steps again and again; counters with reset = \"round\" start again. Without `until` only an `end` step ends \
     them.",
    {
        STEPS: Names("step") = "steps", Required, "what a round consists of";
        UNTIL: Expr = "until", Optional,
            "tested at the end of each round for the first player: they are over, and the flow goes on";
    }
}

schema! {
    pub(super) TURNS: TurnsKeys with StepKeys = "step turns",
    "Turns: the steps for one seat after the other, round after round. Once they are over the flow goes on, and the game ends with it: \
     steps that follow may ask for choices at scoring or deal again.",
    {
        STEPS: Names("step") = "steps", Required, "what a turn consists of";
        LAST_ROUND: Table<LastRoundKeys> = "last-round", Optional, "what brings the last turns";
        ALL_PASS: Bool = "all-pass", Default("false"),
            "they are over once everybody has passed and nobody has done anything else in between";
        UNTIL: Expr = "until", Optional, "tested at the end of each turn: they are over";
    }
}

schema! {
    /// What brings the last turns.
    pub LAST_ROUND: LastRoundKeys = "last-round",
    "Tested for the seat whose turn ends; it happens once.",
    {
        WHEN: Expr = "when", Required, "what brings the last turns";
        FOR: Word(&["everybody", "others"]) = "for", Default("everybody"),
            "who has one more turn: everybody, that seat last, or all others";
    }
}
