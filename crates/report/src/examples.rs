//! Which saved game is an example of what: as few games as will do for everything that a page says (greedy set cover).

use std::collections::{BTreeMap, BTreeSet};

/// Candidates that are kept for each example: the first games that show it.
const CANDIDATES: usize = 24;

/// Something that a game shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Example {
    /// A seat wins.
    SeatWins(u8),
    /// Whoever was so far back in turn order wins.
    OrderWins(u8),
    /// A seat that took a lane wins.
    Winners(u16),
    /// A lane is taken.
    Lane(u16),
    /// A card of a goal is held in the end.
    Held(u8, u8),
    /// It is completed.
    Done(u8, u8),
    /// It is held and not completed.
    Missed(u8, u8),
    /// A line of the score sheet gives points.
    Line(u8),
    /// The game ends in that way.
    Ending(u8),
    /// An action is chosen.
    Action(u8),
    /// Just this game, whatever it is cited for.
    Game(u32),
}

/// What was seen, and in which games first.
#[derive(Clone, Debug, Default)]
pub struct ExampleGames(BTreeMap<Example, Vec<u32>>);

impl ExampleGames {
    /// A game shows something.
    pub fn saw(&mut self, example: Example, game: u32) {
        let games = self.0.entry(example).or_default();
        if games.len() < CANDIDATES && games.last() != Some(&game) {
            games.push(game);
        }
    }

    /// A game for each of these examples that was seen at all: those that must be there, then always the one that shows most
    /// of what is left, the earlier of two equals.
    pub fn cover(&self, wanted: &BTreeSet<Example>) -> BTreeMap<Example, u32> {
        let mut found = BTreeMap::new();
        let mut chosen = BTreeSet::new();
        for example in wanted {
            if let Example::Game(game) = example {
                found.insert(*example, *game);
                chosen.insert(*game);
            }
        }
        let mut left: BTreeMap<Example, &Vec<u32>> = wanted
            .iter()
            .filter_map(|example| Some((*example, self.0.get(example)?)))
            .filter(|(_, games)| !games.is_empty())
            .collect();
        loop {
            left.retain(|example, games| match games.iter().find(|game| chosen.contains(*game)) {
                Some(game) => {
                    found.insert(*example, *game);
                    false
                }
                None => true,
            });
            let mut shows: BTreeMap<u32, usize> = BTreeMap::new();
            left.values().flat_map(|games| games.iter()).for_each(|game| *shows.entry(*game).or_default() += 1);
            match shows.into_iter().max_by_key(|(game, examples)| (*examples, std::cmp::Reverse(*game))) {
                Some((game, _)) => chosen.insert(game),
                None => return found,
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_games_show_everything() {
        let mut examples = ExampleGames::default();
        for (lane, games) in [(0, vec![1, 2]), (1, vec![2, 3]), (2, vec![2]), (3, vec![5, 9]), (4, vec![])] {
            games.into_iter().for_each(|game| examples.saw(Example::Lane(lane), game));
        }
        let mut wanted: BTreeSet<Example> = (0..5).map(Example::Lane).collect();
        let games = |wanted: &BTreeSet<Example>| examples.cover(wanted).into_values().collect::<Vec<_>>();
        assert_eq!(games(&wanted), [2, 2, 2, 5]);
        // A game that is cited anyway is taken before another.
        wanted.insert(Example::Game(9));
        assert_eq!(games(&wanted), [2, 2, 2, 9, 9]);
    }
}
