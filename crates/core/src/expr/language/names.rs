//! The names that mean something in all games.

use super::{About, Cost, Gives, NameRow};
use crate::expr::Expr;

/// Makes the names and their rows out of one list.
macro_rules! names {
    ($($variant:ident $name:literal $about:ident $gives:ident $cost:ident $text:literal => $expr:expr;)*) => {
        /// A name that means something in all games.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[allow(missing_docs)]
        pub enum Name {
            $($variant),*
        }

        impl Name {
            /// Every name, in the order of the manual.
            pub const ALL: &'static [Name] = &[$(Name::$variant),*];

            /// Its row of the table.
            pub const fn row(self) -> &'static NameRow {
                match self {
                    $(Name::$variant => const {
                        &NameRow { name: $name, about: About::$about, gives: Gives::$gives, cost: Cost::$cost, text: $text }
                    }),*
                }
            }

            /// What it is compiled to.
            pub(in crate::expr) fn expr(self) -> Expr {
                match self {
                    $(Name::$variant => $expr),*
                }
            }
        }
    };
}

names! {
    Players "players" Seat Number Constant "how many play" => Expr::Players;
    Round "round" Seat Number Constant "rounds begun so far" => Expr::Round;
    Turn "turn" Seat Number Constant "turns begun so far" => Expr::Turn;
    Seat "seat" Seat Number Constant "the number of the seat for which it is worked out, from 1" => Expr::Seat;
    First "first" Seat Number Constant "the number of the first player's seat" => Expr::First;
    IsOut "is-out" Seat Truth Constant "whether the seat is out (step `out`)" => Expr::IsOut;
    LastCompany "last-company" Seat Word Constant "the name of the company that the last action was about that all could see; no name if it was about none" => Expr::LastCompany;
    LastPlace "last-place" Seat Place Constant "the place that the last action was about or led to, to be compared with `==`; no place if it was about none" => Expr::LastPlace;
    TrainPlace "train-place" Seat Place Constant "the place in which the seat's train stands, to be compared with `==`" => Expr::TrainPlace;
    TrainMoving "train-moving" Seat Truth Constant "whether the seat's train stands on a space between places" => Expr::TrainMoving;
    True "true" Seat Truth Constant "1: holds always" => Expr::Int(1);
    False "false" Seat Truth Constant "0: holds never" => Expr::Int(0);
    Total "total" ScoreSheet Number Constant "the seat's points on all lines so far" => Expr::Total;
    Awards "awards" ScoreSheet Number Constant "how many lines with `most` the seat won, shared ones too" => Expr::Awards;
    Space "space" Piece Number Constant "the space of the lane that it fills, counted from the lane's first end" => Expr::Space;
    NearEnd "near-end" Piece Place Constant "the end of the lane that the piece of track comes from" => Expr::Towards(false);
    FarEnd "far-end" Piece Place Constant "the end of the lane towards which it is laid" => Expr::Towards(true);
    Level "level" Raise Number Constant "how often it was raised before" => Expr::Level;
    Kind "kind" Card Word Constant "its id, to be compared with words" => Expr::KindItself;
    Copies "copies" Card Number Constant "how many cards of the kind there are; in `sum-kinds`" => Expr::Copies;
    Length "length" Lane Number Constant "how many spaces it has" => Expr::Length;
    Color "color" Lane Word Constant "the colour of its spaces, to be compared with `==`" => Expr::Color;
    FirstEnd "first-end" Lane Place Constant "the first of its two ends, as the map names them" => Expr::End(false);
    SecondEnd "second-end" Lane Place Constant "the second of its two ends" => Expr::End(true);
    Laid "laid" Lane Number Constant "how many of its spaces are filled" => Expr::Laid;
    Own "own" Lane Truth Constant "whether it is the seat's" => Expr::Own;
    Open "open" Lane Truth Constant "whether it is nobody's and not closed" => Expr::Open;
    Reached "reached" Place Truth Constant "whether a lane of the seat ends there" => Expr::Reached;
    Here "here" Place Place Constant "the place itself, to be compared with `==`" => Expr::ItemItself;
    Junction "junction" Place Truth Constant "whether it is a junction" => Expr::Junction;
    City "city" Place Truth Constant "whether it is no junction" => Expr::Not(Box::new(Expr::Junction));
    Paid "paid" Place Number Constant "within `top`: what the card's field says of the place" => Expr::Paid;
    ConnectedPlace "connected" Place Truth Constant "within something about a company: whether it is connected there" => Expr::Connected;
    Company "company" Company Word Constant "its name, to be compared with words" => Expr::CompanyItself;
    Home "home" Company Place Constant "where it starts, to be compared with `==`" => Expr::Home;
    ConnectedCompany "connected" Company Truth Constant "within something about a place: whether it is connected there" => Expr::Connected;
}

impl Name {
    /// What it is about, if it is a name of that spelling.
    pub fn find(name: &str, about: About) -> Option<Name> {
        Name::ALL.iter().copied().find(|known| known.row().name == name && known.row().about == about)
    }

    /// The names about something, as they are written.
    pub(in crate::expr) fn about<'a>(about: About) -> impl Iterator<Item = &'a str> {
        Name::ALL.iter().map(|name| name.row()).filter(move |row| row.about == about).map(|row| row.name)
    }
}
