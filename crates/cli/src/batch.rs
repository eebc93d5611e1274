//! Where many games come from, and how many are played side by side: what all commands that let bots play have in common.

use crate::number;

/// The seed and the threads of many games.
#[derive(clap::Args)]
pub struct Batch {
    /// The seed all games come from
    #[arg(long, short, value_name = "N", default_value_t = 0, value_parser = number::whole)]
    pub seed: u64,
    /// How many threads [default: one for each core]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Batch {
    /// How many games are played at once.
    pub fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}
