//! What a value of a script weighs: about as many bytes as it takes, and as much work as it is to copy or compare.

use crate::limits::VALUE_DEPTH;
use rhai::{Array, Dynamic, FnPtr, Map};

/// What one value takes in a list.
pub(crate) const VALUE: u64 = 16;
/// What a list takes itself.
pub(crate) const LIST: u64 = 32;
/// What a map takes itself, empty or not.
pub(crate) const MAP: u64 = 500;
/// What an entry of a map takes.
pub(crate) const ENTRY: u64 = 80;
/// A text up to this length weighs nothing: reading one is no more work than reading a number.
const SHORT_TEXT: usize = 64;

/// Lists and maps stand in each other deeper than a script may need.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooDeep;

/// The weight of a value.
pub(crate) fn weight(value: &Dynamic) -> Result<u64, TooDeep> {
    of(value, VALUE_DEPTH)
}

/// The weight of a list of so many texts or numbers.
pub(crate) fn of_list(length: usize) -> u64 {
    LIST + VALUE * length as u64
}

fn of(value: &Dynamic, depth: usize) -> Result<u64, TooDeep> {
    if value.is_int() {
        return Ok(0);
    }
    if let Ok(text) = value.as_immutable_string_ref() {
        return Ok(if text.len() > SHORT_TEXT { text.len() as u64 } else { 0 });
    }
    if let Ok(list) = value.as_array_ref() {
        return of_values(&list, depth);
    }
    if let Ok(map) = value.as_map_ref() {
        return of_map(&map, depth);
    }
    if let Ok(bytes) = value.as_blob_ref() {
        return Ok(bytes.len() as u64);
    }
    // A function in bars holds what it was given beforehand.
    match value.read_lock::<FnPtr>() {
        Some(function) => function.curry().iter().try_fold(0, |all, held| Ok(all + VALUE + of(held, inside(depth)?)?)),
        None => Ok(0),
    }
}

fn inside(depth: usize) -> Result<usize, TooDeep> {
    depth.checked_sub(1).ok_or(TooDeep)
}

fn of_values(list: &Array, depth: usize) -> Result<u64, TooDeep> {
    let depth = inside(depth)?;
    list.iter().try_fold(of_list(list.len()), |all, item| Ok(all + of(item, depth)?))
}

fn of_map(map: &Map, depth: usize) -> Result<u64, TooDeep> {
    let depth = inside(depth)?;
    map.iter().try_fold(MAP, |all, (key, item)| Ok(all + ENTRY + key.len() as u64 + of(item, depth)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_weighs_with_all_that_is_in_it() {
        let numbers: Array = (0..10_i64).map(Dynamic::from).collect();
        assert_eq!(weight(&5_i64.into()), Ok(0));
        assert_eq!(weight(&"short".into()), Ok(0));
        assert_eq!(weight(&"x".repeat(1000).into()), Ok(1000));
        assert_eq!(weight(&numbers.clone().into()), Ok(LIST + 10 * VALUE));
        let nested: Array = vec![numbers.clone().into(), "x".repeat(100).into()];
        assert_eq!(weight(&nested.into()), Ok(LIST + 2 * VALUE + LIST + 10 * VALUE + 100));
        let map: Map = [("key".into(), numbers.into())].into_iter().collect();
        assert_eq!(weight(&map.into()), Ok(MAP + ENTRY + 3 + LIST + 10 * VALUE));
    }

    #[test]
    fn what_is_nested_too_deep_is_not_followed() {
        let nested = |depth| (0..depth).fold(Dynamic::from(1_i64), |inner, _| Dynamic::from_array(vec![inner]));
        assert!(weight(&nested(VALUE_DEPTH)).is_ok());
        assert_eq!(weight(&nested(VALUE_DEPTH + 1)), Err(TooDeep));
    }
}
