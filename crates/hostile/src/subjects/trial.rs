//! Inputs that go beyond every bound on purpose: they show that the long run notices and goes on.

use super::{Subject, once};
use railwright_core::narrow::narrow;

/// What no input may do, each by its word; no part of a run unless it is asked for.
pub const TRIAL: Subject = Subject {
    name: "trial",
    what: "a word for what no input may do: it shows that it is noticed",
    attempt: |input| match String::from_utf8_lossy(input).trim() {
        "busy" => busy(),
        "waiting" => loop {
            std::thread::park();
        },
        "memory" => drop(held(200)),
        "all memory" => drop(held(100_000)),
        "stack" => drop(deep(0)),
        "panic" => panic!("an input broke the program"),
        _ => {}
    },
    structured: |choices| {
        let words = ["fine", "memory", "panic", "all memory", "stack", "busy"];
        words[choices.below(words.len())].as_bytes().to_vec()
    },
    good: || once!(vec![b"fine".to_vec()]),
    share: 0,
};

fn busy() {
    let mut number = 0u64;
    loop {
        number = std::hint::black_box(number.wrapping_add(1));
    }
}

fn held(mebibytes: usize) -> Vec<Vec<u8>> {
    (0..mebibytes).map(|at| vec![1 + narrow::<u8>(at % 7); 1 << 20]).collect()
}

fn deep(level: u64) -> u64 {
    let room = std::hint::black_box([level; 64]);
    if level == u64::MAX { 0 } else { deep(level + 1) + room[(level % 64) as usize] }
}
