//! What a bad input is made by: numbers from a generator with a seed, or from the bytes that a fuzzer gives.

use railwright_core::Random;

/// A sequence of small decisions.
pub struct Choices<'b>(Source<'b>);

enum Source<'b> {
    Seeded(Random),
    /// What is left of the bytes; without any left every choice is the first.
    Bytes(&'b [u8]),
}

impl<'b> Choices<'b> {
    /// Choices that a seed and a purpose determine.
    pub fn seeded(seed: u64, purpose: u64) -> Self {
        Choices(Source::Seeded(Random::stream(seed, purpose)))
    }

    /// Choices that bytes determine: near bytes make near inputs, which is what a fuzzer needs.
    pub fn of_bytes(bytes: &'b [u8]) -> Self {
        Choices(Source::Bytes(bytes))
    }

    /// A number below a bound; zero for a bound of zero.
    pub fn below(&mut self, bound: usize) -> usize {
        match &mut self.0 {
            Source::Seeded(random) => random.below(u32::try_from(bound).unwrap_or(u32::MAX)) as usize,
            Source::Bytes(bytes) => {
                let taken = if bound > 256 { 2 } else { 1 }.min(bytes.len());
                let (now, later) = bytes.split_at(taken);
                *bytes = later;
                now.iter().fold(0, |number, byte| number << 8 | usize::from(*byte)) % bound.max(1)
            }
        }
    }

    /// One of several, if there are any.
    pub fn pick<'a, T>(&mut self, among: &'a [T]) -> Option<&'a T> {
        among.get(self.below(among.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_choices_until_they_run_out() {
        let mut choices = Choices::of_bytes(&[3, 1, 44, 9]);
        assert_eq!([choices.below(4), choices.below(1000), choices.below(8), choices.below(8)], [3, 300, 1, 0]);
        assert_eq!(choices.pick::<u8>(&[]), None);
    }
}
