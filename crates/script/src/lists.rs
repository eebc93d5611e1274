//! Functions of the language that do much at once, written anew so that they cost what they do.
//!
//! What a script reads out of a variable is paid for when it is read. The functions here would make long lists and texts of what was
//! cheap to write, or look up a function for each value of a list: so they have a price of their own, or a quicker way.

use crate::host_state::HostResult;
use crate::limits::{LIST_SIZE, TEXT_SIZE};
use crate::meter::Meter;
use crate::weight::{self, weight};
use rhai::{Array, Dynamic, Engine, EvalAltResult, INT, ImmutableString, Map, Position};
use std::rc::Rc;

/// What a piece of a text takes.
const PIECE: u64 = 64;

/// Gives an engine its own versions of these functions, which go before those of the packages.
pub(crate) fn register(engine: &mut Engine, meter: &Rc<Meter>) {
    pads(engine, meter);
    splits(engine, meter);
    replacements(engine, meter);
    comparisons(engine);
    // A list in words is written in one go, not value by value through the functions of each.
    for name in ["to_string", "to_debug"] {
        engine.register_fn(name, |list: &mut Array| format!("{list:?}"));
        engine.register_fn(name, |map: &mut Map| format!("#{map:?}"));
    }
}

fn too_large(what: &str) -> Box<EvalAltResult> {
    EvalAltResult::ErrorDataTooLarge(what.to_owned(), Position::NONE).into()
}

/// Lists and texts that are made as long as is asked for.
fn pads(engine: &mut Engine, meter: &Rc<Meter>) {
    let paying = meter.clone();
    engine.register_fn("pad", move |list: &mut Array, length: INT, item: Dynamic| -> HostResult<()> {
        let length = usize::try_from(length).unwrap_or(0);
        if length > LIST_SIZE {
            return Err(too_large("Size of array"));
        }
        if let Some(more @ 1..) = length.checked_sub(list.len()) {
            paying.value(&item)?;
            let each = weight::VALUE + weight(&item).unwrap_or_default();
            paying.bytes(each * more as u64)?;
            list.resize(length, item);
        }
        Ok(())
    });
    let paying = meter.clone();
    engine.register_fn("pad", move |text: &mut ImmutableString, length: INT, with: char| {
        pad_text(&paying, text, length, with.encode_utf8(&mut [0; 4]))
    });
    let paying = meter.clone();
    engine.register_fn("pad", move |text: &mut ImmutableString, length: INT, with: &str| pad_text(&paying, text, length, with));
}

fn pad_text(meter: &Meter, text: &mut ImmutableString, length: INT, with: &str) -> HostResult<()> {
    let length = usize::try_from(length).unwrap_or(0);
    if length > TEXT_SIZE {
        return Err(too_large("Length of string"));
    }
    if let Some(more @ 1..) = length.checked_sub(text.chars().count()) {
        meter.bytes(length as u64)?;
        *text = text.chars().chain(with.chars().cycle().take(more)).collect::<String>().into();
    }
    Ok(())
}

/// Every way to take a text apart.
fn splits(engine: &mut Engine, meter: &Rc<Meter>) {
    /// How many pieces there are at most, from the number that a script gives.
    fn most(pieces: INT) -> usize {
        usize::try_from(pieces).unwrap_or(0).max(1)
    }
    macro_rules! split {
        ($name:literal, |$text:ident $(, $argument:ident: $of:ty)*| $pieces:expr) => {
            let paying = meter.clone();
            engine.register_fn($name, move |$text: &mut ImmutableString $(, $argument: $of)*| -> HostResult<Array> {
                let pieces: Array = $pieces.map(Into::into).collect();
                paying.bytes(weight::LIST + PIECE * pieces.len() as u64)?;
                Ok(pieces)
            });
        };
    }
    split!("to_chars", |text| text.chars());
    split!("split", |text| text.split_whitespace());
    split!("split", |text, by: &str| text.split(by));
    split!("split", |text, by: char| text.split(by));
    split!("split", |text, by: &str, pieces: INT| text.splitn(most(pieces), by));
    split!("split", |text, by: char, pieces: INT| text.splitn(most(pieces), by));
    split!("split_rev", |text, by: &str| text.rsplit(by));
    split!("split_rev", |text, by: char| text.rsplit(by));
    split!("split_rev", |text, by: &str, pieces: INT| text.rsplitn(most(pieces), by));
    split!("split_rev", |text, by: char, pieces: INT| text.rsplitn(most(pieces), by));
}

/// Texts in which something stands for something else: what comes of it is measured before it is made.
fn replacements(engine: &mut Engine, meter: &Rc<Meter>) {
    macro_rules! replace {
        ($find:ty, $with:ty) => {
            let paying = meter.clone();
            engine.register_fn("replace", move |text: &mut ImmutableString, find: $find, with: $with| {
                replace(&paying, text, &find.to_string(), &with.to_string())
            });
        };
    }
    replace!(&str, &str);
    replace!(&str, char);
    replace!(char, &str);
    replace!(char, char);
}

fn replace(meter: &Meter, text: &mut ImmutableString, find: &str, with: &str) -> HostResult<()> {
    let found = text.matches(find).count();
    let length = text.len() - found * find.len() + found * with.len();
    if length > TEXT_SIZE {
        return Err(too_large("Length of string"));
    }
    meter.bytes((text.len() + length) as u64)?;
    *text = text.replace(find, with).into();
    Ok(())
}

/// What compares values with each other.
fn comparisons(engine: &mut Engine) {
    engine.register_fn("==", |a: &mut Array, b: Array| same_lists(a, &b));
    engine.register_fn("!=", |a: &mut Array, b: Array| !same_lists(a, &b));
    engine.register_fn("==", |a: &mut Map, b: Map| same_maps(a, &b));
    engine.register_fn("!=", |a: &mut Map, b: Map| !same_maps(a, &b));
    engine.register_fn("contains", |list: &mut Array, value: Dynamic| list.iter().any(|item| same(item, &value)));
    engine.register_fn("index_of", |list: &mut Array, value: Dynamic| index_of(list, &value, 0));
    engine.register_fn("index_of", |list: &mut Array, value: Dynamic, start: INT| index_of(list, &value, start));
    engine.register_fn("dedup", |list: &mut Array| list.dedup_by(|a, b| same(a, b)));
}

/// Where a value stands first in a list, from a place on that may be counted from the end; -1 if nowhere.
fn index_of(list: &Array, value: &Dynamic, start: INT) -> INT {
    let from_end = usize::try_from(start.unsigned_abs()).unwrap_or(usize::MAX);
    let start = if start < 0 { list.len().saturating_sub(from_end) } else { from_end };
    let at = list.iter().enumerate().skip(start).find(|(_, item)| same(item, value));
    at.and_then(|(at, _)| INT::try_from(at).ok()).unwrap_or(-1)
}

/// Whether two values are the same, as the language's own `==` says it of numbers, texts, truth and nothing.
fn same(a: &Dynamic, b: &Dynamic) -> bool {
    if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
        return a == b;
    }
    if let (Ok(a), Ok(b)) = (a.as_immutable_string_ref(), b.as_immutable_string_ref()) {
        return *a == *b;
    }
    if let (Ok(a), Ok(b)) = (a.as_bool(), b.as_bool()) {
        return a == b;
    }
    if let (Ok(a), Ok(b)) = (a.as_char(), b.as_char()) {
        return a == b;
    }
    if let (Ok(a), Ok(b)) = (a.as_array_ref(), b.as_array_ref()) {
        return same_lists(&a, &b);
    }
    if let (Ok(a), Ok(b)) = (a.as_map_ref(), b.as_map_ref()) {
        return same_maps(&a, &b);
    }
    a.is_unit() && b.is_unit()
}

fn same_lists(a: &Array, b: &Array) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}

fn same_maps(a: &Map, b: &Map) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|((key, a), (other, b))| key == other && same(a, b))
}

#[cfg(test)]
mod tests {
    use crate::limits;
    use crate::meter::Meter;
    use rhai::Engine;
    use rhai::packages::{BasicArrayPackage, BasicMapPackage, BasicStringPackage, LogicPackage, MoreStringPackage, Package};

    /// What the functions here give, and what those of the packages that they stand for give.
    fn both(text: &str) -> (String, String) {
        let mut plain = Engine::new_raw();
        BasicArrayPackage::new().register_into_engine(&mut plain);
        BasicMapPackage::new().register_into_engine(&mut plain);
        BasicStringPackage::new().register_into_engine(&mut plain);
        MoreStringPackage::new().register_into_engine(&mut plain);
        LogicPackage::new().register_into_engine(&mut plain);
        let ours = limits::engine(&Meter::at_load(), &[]).eval::<String>(text);
        (ours.unwrap_or_else(|error| error.to_string()), plain.eval::<String>(text).unwrap_or_else(|error| error.to_string()))
    }

    #[test]
    fn they_give_what_the_packages_give() {
        for text in [
            "let a = [1, 2]; a.pad(4, \"x\"); a.to_string()",
            "let a = [1, 2, 3]; a.pad(2, 0); a.pad(-1, 0); a.to_string()",
            "let s = \"ab\"; s.pad(7, \"(!)\"); s",
            "let s = \"ab\"; s.pad(5, '-'); s.pad(2, '+'); s.pad(-3, '+'); s",
            "\"a b  c\".split().to_string()",
            "\"a-b-c\".split(\"-\").to_string()",
            "\"\".split(\"-\").to_string()",
            "\"abc\".split(\"\").to_string()",
            "\"a-b-c\".split('-').to_string()",
            "\"a-b-c\".split(\"-\", 2).to_string()",
            "\"a-b-c\".split('-', 0).to_string()",
            "\"a-b-c\".split_rev(\"-\").to_string()",
            "\"a-b-c\".split_rev('-', 2).to_string()",
            "\"abc\".split(1).to_string()",
            "`${\"aé\".to_chars().len()}`",
            "let s = \"abcab\"; s.replace(\"ab\", \"x\"); s.replace('x', \"yy\"); s.replace(\"yc\", 'c'); s.replace('y', 'z'); s",
            "let s = \"ab\"; s.replace(\"\", \"-\"); s.replace(\"no\", \"yes\"); s",
            "[[1, \"a\"] == [1, \"a\"], [1] == [1, 2], [1] != [\"1\"], [[]] == [[]], [()] == [()], [true] == [1]].to_string()",
            "[#{a: 1, b: [2]} == #{b: [2], a: 1}, #{a: 1} == #{a: 2}, #{a: 1} != #{b: 1}, [#{}] == [#{}]].to_string()",
            "[[1, 2].contains(2), [1, 2].contains(\"2\"), 3 in [1, 2, 3], [[1], [2]].contains([2]), [].contains(())].to_string()",
            "[[5, 6, 5].index_of(5), [5, 6, 5].index_of(5, 1), [5, 6, 5].index_of(5, -1), [5].index_of(7), [].index_of(1)].to_string()",
            "let a = [1, 1, 2, [3], [3], \"x\", \"x\", 1]; a.dedup(); a.to_string()",
            "[1, \"a\\\"b\", (), true, [2, []], #{b: 1, a: \"x\"}].to_string()",
            "#{b: 1, a: [\"x\", #{}]}.to_string()",
            "`${[1, \"a\"]} and ${#{a: 1}}`",
        ] {
            let (ours, packages) = both(text);
            assert_eq!(ours, packages, "{text}");
        }
    }

    #[test]
    fn a_text_is_filled_up_with_nothing_at_once() {
        let engine = limits::engine(&Meter::at_load(), &[]);
        assert_eq!(engine.eval::<String>("let s = \"ab\"; s.pad(7, \"\"); s").unwrap(), "ab");
    }
}
