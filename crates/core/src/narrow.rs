//! Numbers that become smaller ones: the one place where that is done, so that none of them wraps around unnoticed.
//!
//! Ids, counts and amounts are kept in few bytes, and the limits of games see to it that they fit. A limit that was forgotten must not make a
//! rule mean something else: what does not fit ends the program with its place instead.

/// A count or an index as a smaller number, which it fits into because what is counted is limited.
#[inline(always)]
#[must_use]
#[track_caller]
pub fn narrow<T>(number: impl TryInto<T>) -> T {
    match number.try_into() {
        Ok(narrow) => narrow,
        Err(_) => too_many(),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn too_many() -> ! {
    panic!("a count is larger than its limit")
}

/// A number of a file as a smaller one: where it does not fit, the nearest that does. Whoever reads it has reported it then, and goes on to
/// report the rest.
#[inline(always)]
#[must_use]
pub fn saturated<T: TryFrom<i64> + Bounded>(number: i64) -> T {
    T::try_from(number).unwrap_or(if number < 0 { T::LEAST } else { T::MOST })
}

/// A number of the data as a position in a list: one that stands for nothing is beyond every list.
#[inline(always)]
#[must_use]
pub fn position(number: i64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A measure of a picture or a statistic as a whole number, without what comes after the point: what is too large or too small is the nearest that
/// there is, and what is no number is 0.
#[must_use]
#[allow(clippy::cast_possible_truncation)]
pub fn whole(measure: f64) -> i64 {
    // Such a cast never wraps around.
    measure as i64
}

/// The ends of a kind of number.
pub trait Bounded {
    /// The least of them.
    const LEAST: Self;
    /// The most of them.
    const MOST: Self;
}

macro_rules! bounded {
    ($($number:ty)*) => {$(
        impl Bounded for $number {
            const LEAST: Self = <$number>::MIN;
            const MOST: Self = <$number>::MAX;
        }
    )*};
}

bounded! { u8 u16 u32 u64 usize i16 i32 }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_and_what_a_file_says_too_large_comes_as_near_as_can_be() {
        assert_eq!((narrow::<u8>(255usize), narrow::<u16>(65_535u32), narrow::<usize>(7i32)), (255, 65_535, 7));
        assert_eq!((position(7), position(-1)), (7, usize::MAX));
        assert_eq!((whole(2.9), whole(-2.9), whole(1e30), whole(f64::NAN)), (2, -2, i64::MAX, 0));
        assert_eq!((saturated::<u8>(256), saturated::<u8>(-1), saturated::<i32>(i64::MIN)), (255, 0, i32::MIN));
    }

    #[test]
    #[should_panic = "a count is larger than its limit"]
    fn a_count_never_wraps_around() {
        let _ = narrow::<u8>(256usize);
    }
}
