//! From the list of mechanics to everything that knows them all: the type of a compiled mechanic, the table of their keys, what
//! reads each, and what hands a question on to the one that is asked.

/// Declares the mechanics, a line each: the word after `do` in a game file, and the type that has the [`Behaviour`].
///
/// [`Behaviour`]: super::Behaviour
macro_rules! mechanics {
    ($($word:literal: $name:ident($type:ty),)*) => {
        /// The mechanics and what each may have.
        pub const SCHEMAS: &[(&str, &Schema)] = &[$(($word, <<$type as Behaviour>::Keys as Keys>::SCHEMA)),*];

        /// A compiled mechanic.
        #[derive(Clone, Debug)]
        pub enum Mechanic {
            $(#[doc = concat!("`", $word, "`.")] $name($type),)*
        }

        impl Mechanic {
            /// Reads the table of a mechanic that has a schema; nothing if something is wrong with it.
            fn compile(word: &str, compiler: &mut Compiler, reader: &Reader<ActionKeys>, plan: &mut Plan) -> Option<Self> {
                match word {
                    $($word => <$type>::compile(compiler, &reader.as_table(), plan).map(Mechanic::$name),)*
                    _ => unreachable!("every mechanic has a schema"),
                }
            }

            /// The keys of its table.
            fn schema(&self) -> &'static Schema {
                match self {
                    $(Mechanic::$name(_) => <<$type as Behaviour>::Keys as Keys>::SCHEMA,)*
                }
            }

            fn outline(word: &str, parts: &Components, reader: &Reader<ActionKeys>) -> Outline {
                match word {
                    $($word => <$type>::outline(parts, &reader.as_table()),)*
                    _ => unreachable!("every mechanic has a schema"),
                }
            }
        }

        mechanics! { @ask ($($name)*)
            /// Appends everything the seat may do.
            legal(context: &DecisionContext, work: &mut Workspace, out: &mut Vec<Action>) -> ();
            /// How many legal actions there are, where that can be told without a list.
            count(context: &DecisionContext, work: &mut Workspace) -> Option<usize>;
            /// The legal action of that number, where they were just counted.
            nth(context: &DecisionContext, work: &mut Workspace, number: usize) -> Action;
            /// Carries out a legal action.
            apply(execution: Execution) -> Result<Outcome, Fault>;
            /// Says why an action that is not legal is not, and which key says so.
            refuse(context: &DecisionContext, action: Action, work: &mut Workspace) -> Reason;
            /// What the seat is in the middle of and has to say next.
            under_way(context: &DecisionContext, work: &mut Workspace) -> Option<String>;
            /// Appends what follows the action's word in notation.
            print(context: &DecisionContext, action: Action, work: &mut Workspace, out: &mut String) -> ();
            /// Reads what follows the action's word in notation.
            parse(context: &DecisionContext, text: &str, work: &mut Workspace) -> Result<Action, String>;
            /// How its first decision is written.
            notation(parts: &Components) -> Notation;
            /// What one of its actions is about.
            subjects(rules: &Rules, action: Action) -> Subjects;
            /// Notes from which counters it may take.
            note_takings(parts: &Components, takings: &mut Takings) -> ();
            /// Whether an action is legal.
            offers(context: &DecisionContext, work: &mut Workspace, action: Action) -> bool;
            /// Whether there is a legal action about something for which the filter holds.
            any(context: &DecisionContext, work: &mut Workspace, filter: Option<&Expr>) -> bool;
            /// Everything that it can ever list, where that can be known.
            every(rules: &Rules, id: ActionId) -> Option<Vec<Action>>;
            /// Why it cannot be seen in time that an action takes too much.
            takes_too_late() -> Option<&'static str>;
            /// An action with all that it leads to.
            whole(action: Action) -> Action;
            /// Carries out the last stage of what was paid for before.
            settle(
                rules: &Rules, table: &mut Effects, work: &mut Workspace, seat: SeatId, action: Action
            ) -> Result<(), Endless>;
            /// Gives back what was paid for and is not settled.
            give_back(rules: &Rules, table: &mut Effects, seat: SeatId) -> Result<(), Endless>;
            /// The bag that cards are paid from and the one they go to.
            paid_from_and_to() -> Option<[ZoneId; 2]>;
            /// By which rule it gives whole lanes to seats.
            whole_lanes() -> Option<WholeLanes<'_>>;
            /// How it lays track for companies.
            lays_track() -> Option<&lay::Lay>;
            /// Whether it takes cards, seen or not.
            takes_cards() -> bool;
            /// Whether a script lists and carries it out.
            is_scripted() -> bool;
            /// Makes sure that what it says by its place in a list is known when it is carried out.
            recall(rules: &Rules, state: &State, seat: SeatId, action: Action, work: &mut Workspace) -> Result<(), Fault>;
        }
    };
    (@ask $names:tt $($(#[$doc:meta])* $ask:ident $arguments:tt -> $answer:ty;)*) => {
        impl Mechanic {
            $(mechanics! { @one $names $(#[$doc])* $ask $arguments -> $answer })*
        }
    };
    (@one $names:tt $(#[$doc:meta])* $ask:ident ($($argument:ident: $type:ty),*) -> $answer:ty) => {
        $(#[$doc])*
        #[inline]
        pub(crate) fn $ask(&self $(, $argument: $type)*) -> $answer {
            mechanics! { @hand_on (self) $names $ask ($($argument),*) }
        }
    };
    (@hand_on ($self:expr) ($($name:ident)*) $ask:ident $arguments:tt) => {
        match $self {
            $(Mechanic::$name(mechanic) => mechanic.$ask $arguments,)*
        }
    };
}
pub(super) use mechanics;
