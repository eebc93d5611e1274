//! What a seat is rewarded with.

use railwright_core::id::MAX_SEATS;
use railwright_rules::ScoreSheet;
use std::str::FromStr;

/// What seats are rewarded with, chosen by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rewards {
    /// `margin`: at the end, by how many points a seat is ahead of the best other one.
    Margin,
    /// `rank`: at the end, how many seats it beats less how many beat it, as a share of the others: 1 for a win over all, -1 for the last.
    #[default]
    Rank,
    /// `score`: after every action, by how much the seat's score has changed, what is secret included; it adds up to the final score.
    Score,
}

impl Rewards {
    /// The names, in the order of [`Rewards`].
    pub const NAMES: [&'static str; 3] = ["margin", "rank", "score"];

    /// Fills in what each seat gets: at the end, or for [`Rewards::Score`] after each action, with the totals before it.
    pub(crate) fn give(self, sheet: &ScoreSheet, before: &[i64; MAX_SEATS], out: &mut [f32]) {
        let seats = out.len();
        for seat in 0..seats {
            let others = (0..seats).filter(|&other| other != seat);
            out[seat] = match self {
                Rewards::Margin => {
                    let best = others.map(|other| sheet.totals[other]).max().unwrap_or(0);
                    (sheet.totals[seat] - best) as f32
                }
                Rewards::Rank => {
                    let place = sheet.places[seat];
                    let balance: i32 = others.map(|other| i32::from(sheet.places[other].cmp(&place) as i8)).sum();
                    balance as f32 / (seats - 1).max(1) as f32
                }
                Rewards::Score => (sheet.totals[seat] - before[seat]) as f32,
            };
        }
    }
}

impl FromStr for Rewards {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "margin" => Ok(Rewards::Margin),
            "rank" => Ok(Rewards::Rank),
            "score" => Ok(Rewards::Score),
            other => Err(format!("there are no rewards `{other}`; there are {}", Rewards::NAMES.join(", "))),
        }
    }
}
