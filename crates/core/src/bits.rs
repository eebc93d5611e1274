//! Sets of lanes or places as slices of 64-bit words.

/// How many words hold `n` bits.
pub const fn words(n: usize) -> usize {
    n.div_ceil(64)
}

/// Whether bit `i` is set.
#[inline(always)]
pub fn has(set: &[u64], i: usize) -> bool {
    set[i / 64] >> (i % 64) & 1 == 1
}

/// Sets bit `i`.
#[inline(always)]
pub fn put(set: &mut [u64], i: usize) {
    set[i / 64] |= 1 << (i % 64);
}

/// Clears bit `i`.
#[inline(always)]
pub fn clear(set: &mut [u64], i: usize) {
    set[i / 64] &= !(1 << (i % 64));
}

/// Sets the first `n` bits.
pub fn fill(set: &mut [u64], n: usize) {
    for i in 0..n {
        put(set, i);
    }
}

/// How many bits are set.
pub fn count(set: &[u64]) -> u32 {
    set.iter().map(|w| w.count_ones()).sum()
}

/// How many bits are set in both.
#[inline]
pub fn count_both(a: &[u64], b: &[u64]) -> usize {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones() as usize).sum()
}

/// The position of the n-th bit that is set in both, counted from zero.
#[inline]
pub fn nth_of_both(a: &[u64], b: &[u64], mut n: usize) -> Option<usize> {
    for (word, (a, b)) in a.iter().zip(b).enumerate() {
        let mut both = a & b;
        let here = both.count_ones() as usize;
        if n < here {
            (0..n).for_each(|_| both &= both - 1);
            return Some(word * 64 + both.trailing_zeros() as usize);
        }
        n -= here;
    }
    None
}

/// The positions of the set bits, lowest first.
#[inline]
pub fn iter(set: &[u64]) -> Iter<'_> {
    Iter { first: 0, word: Ones(set.first().copied().unwrap_or(0)), rest: set.get(1..).unwrap_or_default() }
}

/// The positions of the set bits of a set, lowest first.
#[derive(Clone, Copy)]
pub struct Iter<'a> {
    /// The position of the first bit of the word.
    first: usize,
    word: Ones,
    rest: &'a [u64],
}

impl Iterator for Iter<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        loop {
            if let Some(bit) = self.word.next() {
                return Some(self.first + bit);
            }
            let (&word, rest) = self.rest.split_first()?;
            (self.word, self.rest) = (Ones(word), rest);
            self.first += 64;
        }
    }
}

/// The positions of the set bits of one word, lowest first.
#[derive(Clone, Copy)]
pub struct Ones(pub u64);

impl Iterator for Ones {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_put_cleared_counted_and_listed() {
        let mut set = [0u64; 2];
        for i in [3, 64, 99] {
            put(&mut set, i);
        }
        assert!(has(&set, 64) && !has(&set, 65));
        clear(&mut set, 64);
        assert_eq!(iter(&set).collect::<Vec<_>>(), [3, 99]);
        assert_eq!(count(&set), 2);
        put(&mut set, 65);
        assert_eq!(count_both(&set, &[1 << 3, u64::MAX]), 3);
        let nth = |n| nth_of_both(&set, &[1 << 3, u64::MAX], n);
        assert_eq!([nth(0), nth(1), nth(2), nth(3)], [Some(3), Some(65), Some(99), None]);
        let mut all = [0u64; 2];
        fill(&mut all, 70);
        assert_eq!(count(&all), 70);
    }
}
