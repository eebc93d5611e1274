//! The numbers of a game by name: the same list for all games of one set of rules, and the same ids in every version of them.

use super::{Measures, action_ids};
use railwright_core::components::as_words;
use railwright_core::id::{KindId, LaneId, SeatId};
use railwright_core::narrow::narrow;
use railwright_narration::{card_name, lane_name};
use railwright_rules::Rules;

/// What a figure is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// Who wins.
    Winning,
    /// Scores and the lines they consist of.
    Score,
    /// How long it takes, and how the lead goes to and fro.
    Course,
    /// How the game ends.
    Ending,
    /// How often each action is chosen.
    Action,
    /// Which lanes are taken.
    Lane,
    /// What becomes of the cards.
    Card,
}

impl Group {
    /// All of them, in the order in which people ask for them.
    pub const ALL: [Group; 7] =
        [Group::Winning, Group::Score, Group::Course, Group::Ending, Group::Action, Group::Lane, Group::Card];

    /// What people read.
    pub fn name(self) -> &'static str {
        match self {
            Group::Winning => "winning",
            Group::Score => "scores",
            Group::Course => "course of the game",
            Group::Ending => "endings",
            Group::Action => "actions",
            Group::Lane => "lanes",
            Group::Card => "cards",
        }
    }
}

/// A chapter of what is told of many figures: the most important first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Chapter {
    /// How long a game takes, what is scored, who leads and who wins.
    Headline,
    /// What the scores consist of.
    ScoreLines,
    /// What becomes of the cards.
    Cards,
    /// Which lanes are taken.
    Lanes,
    /// How often each action is chosen, and how games end.
    Actions,
}

impl Chapter {
    /// All of them, in the order in which they are told.
    pub const ALL: [Chapter; 5] = [Chapter::Headline, Chapter::ScoreLines, Chapter::Cards, Chapter::Lanes, Chapter::Actions];

    /// What people read.
    pub fn name(self) -> &'static str {
        match self {
            Chapter::Headline => "headline",
            Chapter::ScoreLines => "score lines",
            Chapter::Cards => "cards",
            Chapter::Lanes => "lanes",
            Chapter::Actions => "actions and endings",
        }
    }
}

/// Whether a figure is a number or a share of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// So many.
    Number,
    /// In how many of all games: 0 or 1 in one game, or a part of it.
    Share,
}

/// One number that every game of a set of rules has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// Its id: `seat-1.score`, `lane.ID`.
    pub id: String,
    /// What people read.
    pub name: String,
    /// What it is about.
    pub group: Group,
    /// Whether it is a share.
    pub unit: Unit,
    quantity: Quantity,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Quantity {
    Wins(SeatId),
    FirstWins,
    Score(SeatId),
    /// Of a bot of the plan, counted from zero, wherever it sits.
    BotWins(u8),
    BotScore(u8),
    MeanScore,
    Line(usize),
    Lead,
    LeadChanges,
    Decisions,
    Turns,
    Rounds,
    Branching,
    Widest,
    /// Endings with the same words are one.
    Ending(Vec<u8>),
    Action(usize),
    Lane(usize),
    Came(usize, usize),
    Held(usize, usize),
    Joined(usize, usize),
}

impl Figure {
    /// Where it is told.
    pub fn chapter(&self) -> Chapter {
        match (self.group, &self.quantity) {
            (Group::Score, Quantity::Line(_)) => Chapter::ScoreLines,
            (Group::Winning | Group::Score | Group::Course, _) => Chapter::Headline,
            (Group::Ending | Group::Action, _) => Chapter::Actions,
            (Group::Lane, _) => Chapter::Lanes,
            (Group::Card, _) => Chapter::Cards,
        }
    }

    /// Its value in one game that was played to its end.
    pub fn of(&self, game: &Measures) -> f64 {
        let seats = usize::from(game.seats);
        let of_seats = |values: &[i64]| values[..seats].iter().sum::<i64>() as f64 / seats.max(1) as f64;
        match &self.quantity {
            Quantity::Wins(seat) => game.win_share(*seat),
            Quantity::FirstWins => game.win_share(game.first),
            Quantity::Score(seat) => game.totals[seat.index()] as f64,
            Quantity::BotWins(bot) => game.win_share(game.seat_of_bot(*bot)),
            Quantity::BotScore(bot) => game.totals[game.seat_of_bot(*bot).index()] as f64,
            Quantity::MeanScore => of_seats(&game.totals),
            Quantity::Line(line) => game.lines.get(*line).filter(|row| row.counts).map_or(0.0, |row| of_seats(&row.points)),
            Quantity::Lead => game.lead as f64,
            Quantity::LeadChanges => game.lead_changes.into(),
            Quantity::Decisions => game.decisions.into(),
            Quantity::Turns => game.turns.into(),
            Quantity::Rounds => game.rounds.into(),
            Quantity::Branching => game.branching(),
            Quantity::Widest => game.widest.into(),
            Quantity::Ending(endings) => share(game.ending.is_some_and(|ending| endings.contains(&ending))),
            Quantity::Action(action) => game.times_chosen(*action).into(),
            Quantity::Lane(lane) => share(game.lanes[*lane].is_some()),
            Quantity::Came(set, kind) => game.cards[*set][*kind].came.into(),
            Quantity::Held(set, kind) => game.cards[*set][*kind].held.iter().map(|n| f64::from(*n)).sum(),
            Quantity::Joined(set, kind) => share(!game.cards[*set][*kind].joined.is_empty()),
        }
    }
}

fn share(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

/// What bots of a plan win and score wherever they sit: figures for games in which bots differ and move from seat to seat.
pub fn of_bots(seats: u8) -> Vec<Figure> {
    let figure = |group, unit, id: String, name: String, quantity| Figure { id, name, group, unit, quantity };
    let of = |bot: u8| {
        let n = bot + 1;
        let win = figure(Group::Winning, Unit::Share, format!("bot-{n}.win"), format!("bot {n} wins"), Quantity::BotWins(bot));
        let name = format!("score of bot {n}");
        [win, figure(Group::Score, Unit::Number, format!("bot-{n}.score"), name, Quantity::BotScore(bot))]
    };
    (0..seats).flat_map(of).collect()
}

/// All figures of the games of these rules, whoever plays.
pub fn all(rules: &Rules) -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut add = |group, unit, id: String, name: String, quantity| figures.push(Figure { id, name, group, unit, quantity });
    use {Group::*, Unit::*};
    for seat in 0..rules.parts.seats {
        let (n, seat) = (seat + 1, SeatId(seat));
        add(Winning, Share, format!("seat-{n}.win"), format!("seat {n} wins"), Quantity::Wins(seat));
        add(Score, Number, format!("seat-{n}.score"), format!("score of seat {n}"), Quantity::Score(seat));
    }
    add(Winning, Share, "first.win".into(), "the first player wins".into(), Quantity::FirstWins);
    add(Score, Number, "score".into(), "score of a seat".into(), Quantity::MeanScore);
    for (i, line) in rules.score.lines.iter().enumerate() {
        add(Score, Number, format!("line.{}", line.id), format!("{} of a seat", line.name), Quantity::Line(i));
    }
    let course = [
        ("lead", "lead of the first in the end", Quantity::Lead),
        ("lead-changes", "changes of the lead", Quantity::LeadChanges),
        ("decisions", "decisions", Quantity::Decisions),
        ("turns", "turns", Quantity::Turns),
        ("rounds", "rounds", Quantity::Rounds),
        ("branching", "legal actions a decision", Quantity::Branching),
        ("widest", "most legal actions", Quantity::Widest),
    ];
    for (id, name, what) in course {
        add(Course, Number, id.into(), name.into(), what);
    }
    let endings = &rules.flow.endings;
    for (i, text) in endings.iter().enumerate().filter(|(i, text)| !endings[..*i].contains(text)) {
        let same = (i..endings.len()).filter(|&j| endings[j] == *text).map(narrow::<u8>).collect();
        add(Ending, Share, format!("ending.{text}"), text.clone(), Quantity::Ending(same));
    }
    for (i, id) in action_ids(rules).enumerate() {
        add(Action, Number, format!("action.{id}"), format!("`{id}` chosen"), Quantity::Action(i));
    }
    for (i, lane) in rules.parts.map.lanes.iter().enumerate() {
        add(
            Lane,
            Share,
            format!("lane.{}", lane.id),
            format!("{} taken", lane_name(&rules.parts, LaneId::from(i))),
            Quantity::Lane(i),
        );
    }
    for (s, set) in rules.parts.cards.iter().enumerate() {
        for (k, kind) in set.kinds.iter().enumerate() {
            let id = format!("card.{}.{}", set.id, kind.id);
            let name = format!("{} {}", as_words(&set.id), card_name(&rules.parts, set, KindId::from(k)));
            add(Card, Number, format!("{id}.came"), format!("{name} came to seats"), Quantity::Came(s, k));
            add(Card, Number, format!("{id}.held"), format!("{name} held in the end"), Quantity::Held(s, k));
            if set.has_tickets() {
                add(Card, Share, format!("{id}.joined"), format!("{name} joined"), Quantity::Joined(s, k));
            }
        }
    }
    figures
}
