//! Adds up what was measured in the games of one number of players.

use crate::examples::{Example, ExampleGames};
use railwright_bots::measure::Measures;
use railwright_bots::simulate::WIN;
use railwright_bots::statistics::Summary;
use railwright_core::id::SeatId;
use railwright_core::narrow::{narrow, saturated, whole};
use railwright_rules::Rules;
use std::sync::Arc;

/// Into how many parts a game is divided to see how it goes on.
pub const PARTS: usize = 10;
/// Moments, branching and differences are added up in these parts of one.
pub const FINE: f64 = 1000.0;

/// How somebody fared.
#[derive(Clone, Copy, Debug, Default)]
pub struct SeatOutcome {
    /// How often it was there.
    pub times: u64,
    /// Wins in parts of [`WIN`].
    pub wins: u64,
    /// Final scores.
    pub scores: Summary,
    /// By how much these were above the mean of the others at the table, in parts of [`FINE`].
    pub edge: Summary,
}

impl SeatOutcome {
    fn add(&mut self, game: &Measures, seat: SeatId) {
        let seats = usize::from(game.seats);
        let own = game.totals[seat.index()];
        let others = game.totals[..seats].iter().sum::<i64>() - own;
        self.times += 1;
        self.wins += saturated::<u64>(whole((game.win_share(seat) * WIN as f64).round()));
        self.scores.add(own);
        if seats > 1 {
            self.edge.add(whole(((own as f64 - others as f64 / (seats - 1) as f64) * FINE).round()));
        }
    }

    /// Wins, those together counted as parts.
    pub fn won(&self) -> f64 {
        self.wins as f64 / WIN as f64
    }
}

/// What became of a lane.
#[derive(Clone, Debug, Default)]
pub struct LaneTally {
    /// When it was taken, in parts of [`FINE`] of the game.
    pub moment: Summary,
    /// By which seat.
    pub seats: Vec<u64>,
    /// For which party.
    pub parties: Vec<u64>,
    /// How those fared who took it.
    pub takers: SeatOutcome,
}

/// What became of a card of a goal.
#[derive(Clone, Copy, Debug, Default)]
pub struct CardTally {
    /// In how many games somebody had it in the end.
    pub games: u64,
    /// How often it was completed.
    pub done: u64,
    /// What it was worth.
    pub worth: Summary,
    /// How those fared who had it.
    pub holders: SeatOutcome,
}

/// What a line of the score sheet gave.
#[derive(Clone, Copy, Debug, Default)]
pub struct LineTally {
    /// In how many games it counted.
    pub counted: u64,
    /// What it gave winners, and what it gave others.
    pub points: [Summary; 2],
}

/// How an action was chosen.
#[derive(Clone, Copy, Debug, Default)]
pub struct ActionTally {
    /// In how many games.
    pub games: u64,
    /// How often in a game.
    pub times: Summary,
    /// At how many decisions with a choice it was legal.
    pub offered: u64,
    /// At how many of these it was chosen.
    pub picked: u64,
}

/// A number that every game has, game by game.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// Count, sum and spread.
    pub summary: Summary,
    /// The values, in the order of the games.
    pub values: Vec<(u32, i64)>,
}

impl Series {
    fn add(&mut self, game: u32, value: i64) {
        self.summary.add(value);
        self.values.push((game, value));
    }

    /// The first game whose value is nearest to a number.
    pub fn nearest(&self, number: f64) -> Option<u32> {
        let away = |value: i64| (value as f64 - number).abs();
        self.values.iter().min_by(|(_, a), (_, b)| away(*a).total_cmp(&away(*b))).map(|(game, _)| *game)
    }
}

/// Everything that was measured with one number of players.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The rules.
    pub rules: Arc<Rules>,
    /// Games that were played to their end.
    pub games: u64,
    /// What saved games can show.
    pub examples: ExampleGames,
    /// Each seat.
    pub seats: Vec<SeatOutcome>,
    /// Each place in turn order.
    pub order: Vec<SeatOutcome>,
    /// Each lane.
    pub lanes: Vec<LaneTally>,
    /// The cards of each goal.
    pub goals: Vec<Vec<CardTally>>,
    /// Each line of the score sheet.
    pub lines: Vec<LineTally>,
    /// The scores of winners, and those of others.
    pub scores: [Summary; 2],
    /// Each ending.
    pub endings: Vec<u64>,
    /// Each action, the end of a choice last.
    pub actions: Vec<ActionTally>,
    /// Legal actions at a decision in each part of the game, in parts of [`FINE`].
    pub branching: [Summary; PARTS],
    /// Decisions with a choice.
    pub decisions: Series,
    /// All actions.
    pub acts: Series,
    /// Turns.
    pub turns: Series,
    /// Rounds.
    pub rounds: Series,
    /// The most legal actions at a decision.
    pub widest: Series,
    /// What the winner had more than the second.
    pub margin: Series,
    /// How often the lead changed.
    pub lead_changes: Series,
    /// From when on the winner led to the end, in parts of [`FINE`] of the game.
    pub decided: Series,
}

impl Tally {
    /// Nothing yet.
    pub fn new(rules: &Arc<Rules>) -> Self {
        let parts = &rules.parts;
        let seats = usize::from(parts.seats);
        let lane = LaneTally { seats: vec![0; seats], parties: vec![0; parts.parties()], ..LaneTally::default() };
        let cards = |goal: &railwright_rules::goals::Goal| {
            vec![CardTally::default(); parts.cards.get(goal.cards.index()).map_or(0, |set| set.kinds.len())]
        };
        Tally {
            rules: rules.clone(),
            games: 0,
            examples: ExampleGames::default(),
            seats: vec![SeatOutcome::default(); seats],
            order: vec![SeatOutcome::default(); seats],
            lanes: vec![lane; parts.map.lanes.len()],
            goals: rules.goals.iter().map(cards).collect(),
            lines: vec![LineTally::default(); rules.score.lines.len()],
            scores: Default::default(),
            endings: vec![0; rules.flow.endings.len()],
            actions: vec![ActionTally::default(); rules.actions.len() + 1],
            branching: Default::default(),
            decisions: Series::default(),
            acts: Series::default(),
            turns: Series::default(),
            rounds: Series::default(),
            widest: Series::default(),
            margin: Series::default(),
            lead_changes: Series::default(),
            decided: Series::default(),
        }
    }

    /// Takes in a game, by its number; one that failed is left out.
    pub fn add(&mut self, number: u32, game: &Measures) {
        let Some(ending) = game.ending.filter(|_| game.is_whole()) else { return };
        self.games += 1;
        self.endings[usize::from(ending)] += 1;
        self.examples.saw(Example::Ending(ending), number);
        self.standings(number, game);
        self.map(number, game);
        self.cards(number, game);
        self.choices(number, game);
        self.course(number, game);
    }

    fn standings(&mut self, number: u32, game: &Measures) {
        for (place, &seat) in game.order.iter().enumerate() {
            self.seats[seat.index()].add(game, seat);
            self.order[place].add(game, seat);
            let won = usize::from(!game.winners.has(seat));
            if won == 0 {
                self.examples.saw(Example::SeatWins(seat.0), number);
                self.examples.saw(Example::OrderWins(narrow::<u8>(place)), number);
            }
            self.scores[won].add(game.totals[seat.index()]);
            for (i, row) in game.lines.iter().enumerate().filter(|(_, row)| row.counts) {
                self.lines[i].points[won].add(row.points[seat.index()]);
                if row.points[seat.index()] != 0 {
                    self.examples.saw(Example::Line(narrow::<u8>(i)), number);
                }
            }
        }
        for (tally, _) in self.lines.iter_mut().zip(&game.lines).filter(|(_, row)| row.counts) {
            tally.counted += 1;
        }
    }

    fn map(&mut self, number: u32, game: &Measures) {
        for (i, taken) in game.lanes.iter().enumerate().filter_map(|(i, taken)| Some((i, taken.as_ref()?))) {
            let lane = &mut self.lanes[i];
            lane.moment.add(moment(game, taken.action));
            lane.seats[taken.seat.index()] += 1;
            lane.parties[taken.party.index()] += 1;
            lane.takers.add(game, taken.seat);
            self.examples.saw(Example::Lane(narrow::<u16>(i)), number);
            if game.winners.has(taken.seat) {
                self.examples.saw(Example::Winners(narrow::<u16>(i)), number);
            }
        }
    }

    fn cards(&mut self, number: u32, game: &Measures) {
        for (i, held) in game.goals.iter().enumerate() {
            let card = &mut self.goals[held.goal][held.kind.index()];
            let (goal, kind) = (narrow::<u8>(held.goal), held.kind.0);
            // Several seats may have a card of one kind, which is one game all the same.
            card.games += u64::from(!game.goals[..i].iter().any(|h| (h.goal, h.kind) == (held.goal, held.kind)));
            card.holders.add(game, held.seat);
            card.done += u64::from(held.done == Some(true));
            held.worth.into_iter().for_each(|worth| card.worth.add(worth));
            self.examples.saw(Example::Held(goal, kind), number);
            match held.done {
                Some(true) => self.examples.saw(Example::Done(goal, kind), number),
                Some(false) => self.examples.saw(Example::Missed(goal, kind), number),
                None => {}
            }
        }
    }

    fn choices(&mut self, number: u32, game: &Measures) {
        for (i, action) in self.actions.iter_mut().enumerate() {
            let times = game.times_chosen(i);
            action.times.add(i64::from(times));
            action.games += u64::from(times > 0);
            action.offered += u64::from(game.offered[i]);
            action.picked += u64::from(game.picked[i]);
            if times > 0 {
                self.examples.saw(Example::Action(narrow::<u8>(i)), number);
            }
        }
        let mut parts = [(0u64, 0u64); PARTS];
        for (at, legal) in &game.choices {
            let part = &mut parts[(*at as usize * PARTS / (game.actions as usize + 1)).min(PARTS - 1)];
            *part = (part.0 + u64::from(*legal), part.1 + 1);
        }
        for (summary, (legal, decisions)) in self.branching.iter_mut().zip(parts).filter(|(_, part)| part.1 > 0) {
            summary.add(whole((legal as f64 * FINE / decisions as f64).round()));
        }
    }

    fn course(&mut self, number: u32, game: &Measures) {
        self.decisions.add(number, game.decisions.into());
        self.acts.add(number, game.actions.into());
        self.turns.add(number, game.turns.into());
        self.rounds.add(number, game.rounds.into());
        self.widest.add(number, game.widest.into());
        if game.seats > 1 {
            self.margin.add(number, game.lead);
            self.lead_changes.add(number, game.lead_changes.into());
        }
        let winner = game.winners.iter().next().filter(|_| game.winners.0.count_ones() == 1);
        if let Some((at, leader)) = game.leads.last().filter(|_| game.seats > 1)
            && winner == Some(*leader)
        {
            self.decided.add(number, moment(game, *at));
        }
    }
}

/// The part of a game that has passed with an action.
fn moment(game: &Measures, action: u32) -> i64 {
    whole((f64::from(action) * FINE / f64::from(game.actions.max(1))).round())
}
