//! What `check` and `test` can report: the name of each code, what it means, what to do.
//!
//! A test compares the list with the codes that the crates use, so that none is missing and none is left over.

/// A code of a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// Its name, as it stands in brackets before a report.
    pub name: &'static str,
    /// What it means.
    pub text: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
}

const fn code(name: &'static str, text: &'static str, remedy: &'static str) -> Code {
    Code { name, text, remedy }
}

/// Every code, in the order of the manual: the text, the game, its scripts, scenarios.
pub const CODES: &[Code] = &[
    code(
        "syntax",
        "The text is no TOML: a bracket or quote is open, a key stands twice, a value is missing.",
        "Mend the line that is marked. Entries on one line (`deck = { … }`) cannot be continued by a table of their own further down.",
    ),
    code("too-deep", "Tables and lists are nested deeper than any game needs.", "Flatten the value; 64 levels are the limit."),
    code(
        "too-large",
        "The file is larger than any game needs.",
        "Split it into a map and a game, or take out what does not belong there.",
    ),
    code("not-a-value", "The value is one that rules do not know: a fraction or a date.", "Write a whole number or a text."),
    code(
        "unknown-key",
        "The table has no such key.",
        "Take the key that is suggested, or look at the keys of that table with `railwright explain`.",
    ),
    code(
        "unknown-format",
        "The file is written in a format that this program does not know. It is not read as if it were another.",
        "Take a version of the program that knows it, or write `format = 1` if that is what it is.",
    ),
    code(
        "renamed",
        "A key, a word, a mechanic or a kind of step that was called otherwise before format 1.",
        "`railwright migrate FILE` rewrites the file; or take the name that is given.",
    ),
    code("missing-key", "A key that must be there is not.", "Add it; the report says what it takes."),
    code(
        "wrong-kind",
        "The value is of another kind than the key takes: a text for a number, a table for a list.",
        "Write what the report says the key takes.",
    ),
    code(
        "out-of-range",
        "The number is smaller or larger than the key allows.",
        "Take a number within the bounds that are shown.",
    ),
    code(
        "unknown-word",
        "The value is a word, and none of those that the key knows; also an unknown `do` of an action or step.",
        "Take one of the words that are listed.",
    ),
    code(
        "unknown-name",
        "Something is named that is not there: a zone, a counter, a place, a card, a tag.",
        "Mend the name, or declare what it means.",
    ),
    code(
        "nothing-to-remove",
        "`remove` names a key that is not in what is inherited.",
        "Mend the path, or take the entry out: perhaps the parent no longer has the key.",
    ),
    code(
        "bad-expression",
        "An expression cannot be read, or names something that means nothing where it stands.",
        "`railwright explain expressions` lists what an expression can ask; minus needs spaces around it.",
    ),
    code("said-twice", "A list names the same action or zone twice, so that it would be offered twice.", "Take one of them out."),
    code("same-zone", "Cards are to go to the zone that they come from, so that nothing would happen.", "Name another zone."),
    code("different-cards", "Cards are to go to a zone that holds another set of cards.", "Let both zones hold the same set."),
    code("endless-extends", "Games extend each other in a circle.", "Let one of them stand on its own."),
    code("endless-use", "Parts use each other in a circle, or too many in a row.", "Let one of them stand on its own."),
    code(
        "endless-likeness",
        "An entry is `like` itself, by way of others, or like one that is like one that is like one, more than sixteen times.",
        "Let one of them say all its keys itself.",
    ),
    code("endless-steps", "A step contains itself.", "Take it out of its own `steps`, or use `repeat`."),
    code(
        "card-of-no-lane",
        "A kind of card would pay for lanes of `any` colour as if it were a colour, but no lane has that colour: most often a wild card of a \
         price that does not say `wild`.",
        "Name its tag in `wild`, or say in `accepts` which kinds pay; if it is meant, allow it with a reason.",
    ),
    code(
        "many-payments",
        "A lane can be paid for in very many ways, and with `pay = \"with\"` each of them is an action of its own: lists that nobody reads, and \
         slow bots.",
        "Say `pay = \"after\"`: the lane is chosen first, and then the cards in few actions at a time; if it is meant, allow it with a reason.",
    ),
    code(
        "takes-too-late",
        "What an action of several decisions gains may take from a counter that has a `min`, and whether there is enough is known only \
         when nothing else can be chosen.",
        "Let the formula be at least 0, or give the counter no `min`.",
    ),
    code(
        "never-offered",
        "No step offers the action, so nobody can choose it.",
        "Name it in the `actions` of a `choose` step, or remove it.",
    ),
    code("no-scripts", "The game has rule scripts, and this program was built without them.", "Use the `railwright` program."),
    code(
        "no-such-card",
        "A lane has a colour for which no card pays.",
        "Add a kind of card with that name, or name the colour in `any` or `accepts` of the price.",
    ),
    code(
        "no-such-file",
        "A game, map or script is neither beside the game file nor bundled, or cannot be read.",
        "Mend the name; files are looked for beside the game file, then in `games`, `maps` and `scripts` next to it, then among the bundled ones.",
    ),
    code(
        "outside",
        "A scenario names a game file outside of its project: the folder that holds its own, or the folder that holds the nearest folder called `scenarios` or `holes` above it. Whoever sends you a scenario does not say what is opened on your machine.",
        "Keep the scenario in a folder `scenarios` beside the game, or name the game on the command line: `railwright test FILE --game GAME`.",
    ),
    code(
        "not-automatic",
        "A step that follows when a pile runs out or a card is laid aside asks somebody to choose; it would stand in the middle of another step.",
        "Name only steps that happen by themselves there (deal, move, refill, set, …, or an `in-order` of them).",
    ),
    code(
        "not-together",
        "The action cannot be chosen by all seats at once in secret, because it changes what others see.",
        "Let it be a `keep` without `then`, and carry out its effects in a later step.",
    ),
    code(
        "tells-a-secret",
        "A condition, price or bound decides what a seat may do by what that seat may not see: who is refused would learn it.",
        "Ask for what the seat sees, let it be seen, or let a step before the choice decide it.",
    ),
    code(
        "overlays-conflict",
        "Two overlays of one file that both apply set the same key to different values.",
        "Make their conditions exclude each other.",
    ),
    code("too-few-slots", "A row has fewer slots than cards can come to lie there.", "Give it more `slots`, or let it be a bag."),
    code(
        "too-many-sets",
        "More sets of cards could be kept by a `keep` than can be listed.",
        "Give the row fewer `slots`, or narrower `min` and `max`.",
    ),
    code(
        "too-many",
        "A table of the game has more entries than are possible.",
        "Say with one entry what several say: kinds of one set of cards, a formula instead of an action for each number.",
    ),
    code(
        "too-many-kinds",
        "A set of cards has more kinds than are possible, or more than can be paid with.",
        "Use fewer kinds, or put them into several sets.",
    ),
    code("too-many-lanes", "The map, or one line of it, has more lanes than are possible.", "Use a smaller board, or two lines."),
    code(
        "too-many-piles",
        "More steps wait for piles to run out or to give cards aside than are possible.",
        "Let one pile's steps do what several did.",
    ),
    code(
        "too-many-tags",
        "The game has more different tags than are possible.",
        "Use an attribute with a word instead of a tag for each.",
    ),
    code(
        "unknown-option",
        "An option was asked for that the game does not have.",
        "`railwright games --json` lists the options of a game.",
    ),
    code("wrong-ends", "A line does not join two different places.", "Give it two ends."),
    code(
        "cannot-show",
        "`[show]` names nothing that there is, or wants it shown as such things cannot be.",
        "Mend the name or the word, or take the line out: what is not named is shown as usual.",
    ),
    code(
        "wrong-fill",
        "The cards of a set start in no zone or in several, or in one where they cannot.",
        "Give exactly one pile or bag of the table `fill = \"shuffled\"`, or several of them a filter each.",
    ),
    code(
        "no-cards",
        "`per` makes no kind of card: its filter holds for no place or company.",
        "Mend the filter, or remove the entry.",
    ),
    code(
        "same-name",
        "Two kinds of one set of cards have the same id.",
        "Give those of `per` an `id` with something around the `*`, such as `branch-*`.",
    ),
    code(
        "same-word",
        "Two actions that one step offers have the same word and can be written alike, so that nobody could say which is meant.",
        "Give one of them another `word`.",
    ),
    code("no-target", "A card that could be played has nowhere to go.", "Let the last entry of `to` have no `where`."),
    code(
        "wrong-form",
        "A zone is of the wrong form for what is asked of it: a bag is no pile.",
        "Name a zone of the form that the report asks for.",
    ),
    code(
        "wrong-only",
        "No card fits the `only` of a zone, or cards start there that it keeps out.",
        "Let `only` hold for all cards that may lie there.",
    ),
    code(
        "wrong-owner",
        "Something belongs to the wrong owner: a counter of the table where a seat's is needed, or something of dummies in a game without any.",
        "Change its `of`, or name another.",
    ),
    code(
        "misplaced-key",
        "A key means nothing together with the others: `for` of a counter that no seat has, `where` of one that seats have.",
        "Take it out, or name another counter.",
    ),
    code(
        "wrong-persona",
        "A persona has no habits, or its `bot` is none.",
        "Say what it does `never` or what it `prefer`s; `bot` is `random`, `greedy`, `search` or `search:500`.",
    ),
    code(
        "wrong-players",
        "The number of players is missing, is no number, or is not one the game is for.",
        "Write `players = [2, 5]`, or ask for a number in that range.",
    ),
    code(
        "wrong-price",
        "A lane would cost no card at all or more than can be paid.",
        "Mend `count` or `symbols` of the price, or the length of the lane.",
    ),
    code(
        "two-stand-ins",
        "Two groups of cards would stand for the same card of a lane, place or whatever is paid for.",
        "Say in `where` of each on which lanes it stands in, or take one out.",
    ),
    code(
        "lifts-connected",
        "Track can be taken away in a game in which actions count places to the set `connected`: what is connected afterwards could not be told.",
        "Mark such places in a set of your own and ask for both sets, or let track stay.",
    ),
    code(
        "wrong-pieces",
        "A path would take pieces of several counters, none or very many for a lane, or a number that changes during the game.",
        "Name one counter in `pieces`, and let its number depend on the lane alone.",
    ),
    code(
        "wrong-score",
        "A score line has neither `add` nor `most`, both, or `points` without `most`.",
        "Give it exactly one of the two.",
    ),
    code(
        "wrong-set",
        "A set of places stands where a set of lanes is needed, or a set of lanes where one of places is.",
        "Name a set that `holds` what is needed.",
    ),
    code(
        "wrong-load",
        "A `carry` does not say what is carried or where to, or names both cards and a train.",
        "Give either `from`, a zone of places, with `to`, or `train`.",
    ),
    code(
        "wrong-word",
        "What players would type is not one word, is `done`, or is a card called `nothing` where cards are kept.",
        "Give it a `word` without spaces; give the card another id.",
    ),
    code(
        "expression-too-much",
        "All expressions of the game together can take too many steps to be worked out.",
        "Put fewer functions that go through lanes, places, cards or seats in each other.",
    ),
    code(
        "script-arguments",
        "A function that the rules call does not take what it is called with.",
        "Write it as the report shows.",
    ),
    code(
        "script-expression",
        "An expression that a script asks for is worked out, or what is given with it is.",
        "Write the expression out where it is asked for, or make it a parameter of the module; values that change go into the map: `table.eval(\"missing(a, b)\", #{ a: from, b: to })`.",
    ),
    code("endless-import", "Modules import each other in a circle.", "Put what both need into a module of its own."),
    code(
        "script-fault",
        "A script broke down while the game was loaded.",
        "Mend the line that is named; `tables` may only ask for facts and set attributes.",
    ),
    code(
        "script-literal",
        "A list, map, text or call that is written out in a script is too long, or a constant is more than a number or a text.",
        "Let the game file hold long lists, as a table or as attributes, and let a function give what a constant cannot.",
    ),
    code(
        "script-syntax",
        "A script cannot be read.",
        "Mend the line that is named; `railwright explain options_ACTION` and its like show how hooks look.",
    ),
    code(
        "script-unknown-hook",
        "A function is called `on_…`, but there is no such event: it would never be called.",
        "Take the event that is suggested, or another name.",
    ),
    code(
        "script-no-function",
        "A step or an action calls a function that its script has not, or not with these parameters.",
        "Take the one that is suggested, or write it.",
    ),
    code(
        "script-unknown-name",
        "A script names a zone, counter, set, lane, card or other thing by an id that the game has not, or leaves out whose it is.",
        "Take the id that is suggested; what belongs to a seat is named with it: `[\"hand\", seat]`.",
    ),
    code(
        "script-unknown-function",
        "A script calls a function on the table or the game that there is not.",
        "Take the one that is suggested; `railwright explain` lists them.",
    ),
    code(
        "unused-allow",
        "`[allow]` names a check that finds nothing, so the exception is no longer needed.",
        "Take it out of `[allow]`.",
    ),
    code("no-reason", "`[allow]` names a check and gives no reason.", "Say in a few words why what the check finds is meant."),
    code(
        "endless",
        "A game that was played on at random did not come to an end; where `check` warns, none of the trial games did.",
        "Give it an end: `last-round`, `until` or `all-pass` of its turns.",
    ),
    code(
        "expectation",
        "Something that a scenario expects does not hold.",
        "Either the rule is wrong or the expectation; the report says what was found.",
    ),
    code(
        "fault",
        "The rules broke down while a scenario or a trial game of `check` was played.",
        "Mend the script or the rule that is named; for a trial game, the command that plays it again is given.",
    ),
    code(
        "everybody-passed",
        "All trial games ended because everybody passed, though the game can end otherwise.",
        "Look at what should bring the other end about; if it only takes players who know what they do, allow it with the reason.",
    ),
    code(
        "nobody-chose",
        "All trial games ended before anybody had a choice.",
        "Look at the conditions that end the game, and at what the first step offers.",
    ),
    code(
        "never-possible",
        "A note: in many trial games nobody could ever choose an action that a step offers.",
        "Look at its `when` and its price; if it is only rare, allow it with the reason.",
    ),
    code(
        "invariant",
        "What a game declares in `[invariants]`, or what holds in every game, did not hold after a move of a scenario or trial game.",
        "Either a rule is wrong, or the invariant no longer fits the numbers of a variant.",
    ),
    code(
        "not-refused",
        "A move that should be refused is legal, or a game that should not load does.",
        "Either the rule is missing or the scenario is wrong.",
    ),
    code("notation", "An action is not read back as what was printed.", "Please report it: this is a fault of the program."),
    code("refused", "A move of a scenario is not legal.", "The report says which rule forbids it and where that is written."),
    code(
        "wrong-beginning",
        "A scenario begins where the game cannot be: a step, a seat, a round or an end that there is not.",
        "The report says what there is; `docs/scenarios.md` has the keys of `[begin]`.",
    ),
    code("wrong-move", "A line of a scenario cannot be read.", "`docs/scenarios.md` lists what a line can be."),
    code(
        "wrong-position",
        "A position names cards or things that are not there, or more than there are.",
        "The report says where the cards lie that are missing.",
    ),
    code("wrong-seat", "A seat is named that nobody sits on.", "Seats are numbered from 1 to `players`."),
];
