//! Hashes of text as a few digits.

use railwright_core::fnv::Fnv;
use std::hash::Hasher;

/// A hash of text that comes piece by piece.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hash(Fnv);

impl Hash {
    /// Takes in more text.
    pub fn eat(&mut self, text: &str) {
        self.0.write(text.as_bytes());
    }

    /// Thirty bits of it, for six digits: with a thousand games a setting, no change goes unnoticed by chance.
    pub fn short(self) -> u32 {
        let whole = self.0.finish();
        ((whole ^ (whole >> 30)) & 0x3fff_ffff) as u32
    }
}

/// Digits of five bits without those that look like others.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Thirty bits as six digits.
pub fn six(number: u32) -> String {
    (0..6).rev().map(|place| char::from(DIGITS[(number >> (5 * place)) as usize & 31])).collect()
}

/// What six digits say.
pub fn read_six(text: &str) -> Option<u32> {
    let digit = |byte| (0..).zip(DIGITS).find(|(_, digit)| **digit == byte).map(|(value, _): (u32, _)| value);
    (text.len() == 6).then(|| text.bytes().try_fold(0, |number, byte| Some(number << 5 | digit(byte)?))).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_never_changes() {
        let mut hash = Hash::default();
        hash.eat("rail");
        hash.eat("wright");
        let mut whole = Hash::default();
        whole.eat("railwright");
        assert_eq!(hash.short(), whole.short());
        assert_eq!(six(hash.short()), "pj63tm");
    }

    #[test]
    fn six_digits_are_read_as_they_were_written() {
        for number in [0, 1, 31, 32, 123_456_789, 0x3fff_ffff] {
            assert_eq!(read_six(&six(number)), Some(number));
        }
        assert_eq!(read_six("12345"), None);
        assert_eq!(read_six("12345u"), None);
    }
}
