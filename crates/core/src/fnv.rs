//! FNV-1a with 64 bits: the one hash of states, rules and inputs, the same on every machine and in every release.
//!
//! Saves keep these numbers and games are compared by them, so the algorithm is part of the format. The standard hasher may
//! change between releases. The crate `fnv` does not, but it takes sizes and the numbers of variants as wide as the machine
//! has them, so that a state would have another number in a browser; here they always have 64 bits.

use std::hash::Hasher;

/// A hash under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// The hash of bytes.
    pub fn of(bytes: &[u8]) -> u64 {
        let mut hash = Fnv::default();
        hash.write(bytes);
        hash.finish()
    }
}

/// Writes numbers in little-endian order, whatever the machine's own. Lists of numbers come as they lie in memory: on a
/// big-endian machine they would have to be written number by number.
macro_rules! little_endian {
    ($($name:ident: $number:ty),*) => {$(
        fn $name(&mut self, number: $number) {
            self.write(&number.to_le_bytes());
        }
    )*};
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    little_endian!(write_u16: u16, write_u32: u32, write_u64: u64, write_i16: i16, write_i32: i32, write_i64: i64);

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_i64(number as i64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::Hash;

    #[test]
    fn the_published_values_come_out() {
        assert_eq!(Fnv::of(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fnv::of(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(Fnv::of(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn sizes_and_variants_have_64_bits_and_numbers_their_low_byte_first() {
        let mut hash = Fnv::default();
        (Some(0x0102_u16), [7_u8].as_slice()).hash(&mut hash);
        assert_eq!(hash.finish(), Fnv::of(&[1, 0, 0, 0, 0, 0, 0, 0, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 7]));
    }
}
