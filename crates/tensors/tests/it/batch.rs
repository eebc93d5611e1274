//! Many games at once: the same whatever the number of threads, and no illegal word is taken.

use crate::coding;
use railwright_core::Random;
use railwright_tensors::{Arrays, Batch, BatchError, Coding, Rewards};
use std::sync::Arc;

/// The arrays of so many games.
struct Kept {
    observations: Vec<f32>,
    masks: Vec<u8>,
    seats: Vec<i32>,
    rewards: Vec<f32>,
    ended: Vec<u8>,
    scores: Vec<f32>,
}

impl Kept {
    fn new(coding: &Coding, games: usize) -> Self {
        Kept {
            observations: vec![9.0; games * coding.layout().size()],
            masks: vec![9; games * coding.space().size()],
            seats: vec![9; games],
            rewards: vec![9.0; games * coding.seats()],
            ended: vec![9; games],
            scores: vec![9.0; games * coding.seats()],
        }
    }

    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            observations: Some(&mut self.observations),
            masks: &mut self.masks,
            seats: &mut self.seats,
            rewards: &mut self.rewards,
            ended: &mut self.ended,
            scores: &mut self.scores,
        }
    }

    /// A word for each game, by chance.
    fn words(&self, random: &mut Random) -> Vec<i64> {
        let wide = self.masks.len() / self.seats.len();
        let choose = |mask: &[u8]| {
            let words: Vec<usize> = (0..wide).filter(|&word| mask[word] == 1).collect();
            words[random.below(words.len() as u32) as usize] as i64
        };
        self.masks.chunks(wide).map(choose).collect()
    }
}

/// Plays so many steps and adds up what came of them.
fn play(coding: &Arc<Coding>, threads: usize, rewards: Rewards, steps: usize) -> (Vec<f32>, Vec<f32>, usize, Vec<f32>) {
    let games = 7;
    let mut batch = Batch::new(coding, games, 5, rewards, threads).expect("a batch");
    let (mut kept, mut random) = (Kept::new(coding, games), Random::new(1));
    batch.reset(None, kept.arrays()).expect("games");
    let (mut all, mut scores, mut ended) = (vec![0.0; kept.rewards.len()], vec![0.0; kept.rewards.len()], 0);
    for _ in 0..steps {
        let words = kept.words(&mut random);
        batch.step(&words, kept.arrays()).expect("a step");
        all.iter_mut().zip(&kept.rewards).for_each(|(all, reward)| *all += reward);
        scores.iter_mut().zip(&kept.scores).for_each(|(all, score)| *all += score);
        ended += kept.ended.iter().map(|&n| usize::from(n)).sum::<usize>();
    }
    (all, scores, ended, kept.observations)
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let coding = coding("ticket-to-ride");
    assert_eq!(play(&coding, 1, Rewards::Rank, 900), play(&coding, 3, Rewards::Rank, 900));
}

#[test]
fn games_end_and_begin_anew_and_the_rewards_are_those_that_were_chosen() {
    let coding = coding("ticket-to-ride");
    let (ranks, scores, ended, _) = play(&coding, 1, Rewards::Rank, 900);
    assert!(ended >= 7, "{ended}");
    for (seats, scores) in ranks.chunks(2).zip(scores.chunks(2)) {
        assert_eq!(seats[0], -seats[1]);
        assert!(scores.iter().any(|&score| score != 0.0));
    }
    let (margins, same_scores, ..) = play(&coding, 1, Rewards::Margin, 900);
    assert_eq!(scores, same_scores);
    for (margins, scores) in margins.chunks(2).zip(scores.chunks(2)) {
        assert_eq!(margins, [scores[0] - scores[1], scores[1] - scores[0]]);
    }
}

#[test]
fn changes_of_the_score_add_up_to_it() {
    let coding = coding("ticket-to-ride");
    let mut batch = Batch::new(&coding, 1, 9, Rewards::Score, 1).expect("a batch");
    let (mut kept, mut random) = (Kept::new(&coding, 1), Random::new(2));
    batch.reset(None, kept.arrays()).expect("a game");
    let (mut sum, mut steps) = (vec![0.0; 2], 0);
    loop {
        let words = kept.words(&mut random);
        batch.step(&words, kept.arrays()).expect("a step");
        sum.iter_mut().zip(&kept.rewards).for_each(|(sum, reward)| *sum += reward);
        steps += 1;
        if kept.ended[0] == 1 {
            break;
        }
    }
    assert_eq!(sum, kept.scores);
    assert!(steps > 50);
}

#[test]
fn an_illegal_word_names_its_game_and_no_game_goes_on() {
    let coding = coding("ticket-to-ride");
    let mut batch = Batch::new(&coding, 4, 9, Rewards::Rank, 2).expect("a batch");
    let (mut kept, mut random) = (Kept::new(&coding, 4), Random::new(2));
    batch.reset(None, kept.arrays()).expect("games");
    let legal = kept.words(&mut random);
    for wrong in [-1, 0, 1 << 40, coding.space().size() as i64] {
        let mut words = legal.clone();
        words[2] = wrong;
        let refused = batch.step(&words, kept.arrays()).unwrap_err();
        assert_eq!(refused, BatchError::Illegal { game: 2, word: wrong });
        assert!(refused.to_string().starts_with("environment 2: "));
    }
    let few = batch.step(&legal[..3], kept.arrays()).unwrap_err();
    assert_eq!(few, BatchError::Words { games: 4, given: 3 });
    kept.seats.pop();
    let short = batch.step(&legal, kept.arrays()).unwrap_err();
    assert_eq!(short, BatchError::Length { array: "seats", wanted: 4, given: 3 });
    kept.seats.push(0);
    batch.step(&legal, kept.arrays()).expect("all games still stand where they stood");
}
