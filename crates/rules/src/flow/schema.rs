//! The kinds of step: what each does and which keys it has.

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
    "Deals cards from a pile; stops when there are none left.",
    {
        FROM: Name("zone") = "from", Required, "the pile";
        TO: Name("zone") = "to", Required, "where the cards go";
        COUNT: Expr = "count", Default("1"), "how many cards";
        EACH_OF: Text = "each-of", Optional, "a field: so many cards of each of its values, taken out of the pile by chance";
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
        FOR: Word(FOR) = "for", Default("actor"),
            "a zone of seats: whom it is done for, the seat whose turn it is, or each seat in turn order";
    }
}

schema! {
    pub(super) MOVE: MoveKeys with StepKeys = "step move",
    "Moves cards of a bag or row elsewhere, in the order they lie; into a row as far as it has room.",
    {
        FROM: Name("zone") = "from", Required, "from where";
        TO: Name("zone") = "to", Required, "to where";
        WHERE: Expr = "where", Default("true"), "which cards";
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
        PARTS: Int(1..=20) = "parts", Required, "how many parts";
        PART: Int(1..=20) = "part", Required, "which part, counted from the top";
        ODD: Word(&["upper", "lower"]) = "odd", Default("upper"), "which parts have a card more where they cannot be equal";
    }
}

schema! {
    pub(super) SET: SetKeys with StepKeys = "step set",
    "Gives a counter a value. A counter of companies, places or lanes is set for each of them for which `where` holds, and \
     `value` may ask about it.",
    {
        COUNTER: Name("counter") = "counter", Required, "the counter";
        VALUE: Expr = "value", Required, "its new value";
        WHERE: Expr = "where", Default("true"), "for which companies, places or lanes";
        FOR: Word(FOR) = "for", Default("actor"), "whom it is done for: the seat whose turn it is, or each seat in turn order";
    }
}

schema! {
    pub(super) ADD: AddKeys with StepKeys = "step add",
    "Adds to a counter; to one of companies, places or lanes as in `set`.",
    {
        COUNTER: Name("counter") = "counter", Required, "the counter";
        VALUE: Expr = "value", Required, "how much is added";
        WHERE: Expr = "where", Default("true"), "for which companies, places or lanes";
        FOR: Word(FOR) = "for", Default("actor"), "whom it is done for: the seat whose turn it is, or each seat in turn order";
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
    pub(super) SCRIPT: ScriptKeys with StepKeys = "step script",
    "Calls a function of a rule script.",
    {
        MODULE: Name("module") = "module", Required, "the script";
        FUNCTION: Text = "function", Required, "the function; it is called with the table and the seat";
    }
}

schema! {
    pub(super) NEXT_FIRST: NextFirstKeys with StepKeys = "step next-first",
    "The next seat becomes first player.",
    {}
}

schema! {
    pub(super) ORDER: OrderKeys with StepKeys = "step order",
    "Arranges the seats anew: they play in the order of a tally, the most first, and the first of them becomes first \
     player. Seats that have the same stay in the order in which they played.",
    {
        BY: Expr = "by", Required, "the tally, worked out for each seat";
    }
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
    "Steps for each seat in turn order.",
    {
        STEPS: Names("step") = "steps", Required, "the steps";
        WHERE: Expr = "where", Default("true"), "which seats; tested when it would be theirs";
        FROM: Word(&["first", "actor"]) = "from", Default("first"), "who begins: the first player, or the seat whose turn it is";
        TURN: Bool = "turn", Default("false"), "each is a turn: it is counted, and counters with reset = \"turn\" start again";
    }
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
