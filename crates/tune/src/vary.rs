//! What is varied: `counters.trains.start=35..50/5`, a key of the game and the values that it may have.

use railwright::source::{Files, Report, parse};

/// The most values of one key.
const MOST: usize = 1000;

/// A key of a game and the values that are tried for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vary {
    /// The path of the key; a number leads to an item of a list: `tables.points.3`.
    pub key: String,
    /// The values, as TOML writes them.
    pub values: Vec<String>,
}

impl Vary {
    /// Reads `KEY=A..B`, `KEY=A..B/STEP`, `KEY=A,B,C` or `KEY=VALUE|VALUE` with values as in a game file.
    pub fn parse(text: &str) -> Result<Self, String> {
        let help = "write it as counters.trains.start=35..50/5, or with values: =35,45 or =\"one\"|\"two\"";
        let (key, range) = text.split_once('=').ok_or_else(|| format!("`{text}` says no values: {help}"))?;
        let key = key.trim();
        if key.is_empty() || key.split('.').any(|part| part.trim().is_empty()) {
            return Err(format!("`{text}` names no key: {help}"));
        }
        let values = values(range.trim()).ok_or_else(|| format!("`{range}` is no range and no list of values: {help}"))?;
        match values.len() {
            0 => Err(format!("`{range}` has no values: the first number must not be above the second")),
            count if count > MOST => Err(format!("`{range}` has {count} values, and {MOST} may be tried: take a larger step")),
            _ => Ok(Vary { key: key.to_owned(), values }),
        }
    }
}

fn values(range: &str) -> Option<Vec<String>> {
    if let Some((first, rest)) = range.split_once("..") {
        let (last, step) = rest.split_once('/').unwrap_or((rest, "1"));
        let number = |text: &str| text.trim().parse::<i64>().ok();
        let (first, last, step) = (number(first)?, number(last)?, number(step).filter(|step| *step > 0)?);
        let count = last.checked_sub(first)?.checked_div(step)?;
        // More than may be are counted, and not made.
        let made = usize::try_from(count.saturating_add(1).max(0)).unwrap_or(usize::MAX).min(MOST + 1);
        return Some((0..made).filter_map(|at| Some((first + i64::try_from(at).ok()? * step).to_string())).collect());
    }
    let separator = if range.contains('|') { '|' } else { ',' };
    let values: Vec<String> = match separator {
        // One value that is a list has commas of its own.
        ',' if range.starts_with('[') => vec![range.to_owned()],
        separator => range.split(separator).map(|value| value.trim().to_owned()).collect(),
    };
    values.iter().all(|value| is_value(value)).then_some(values)
}

/// Whether a text is a value of TOML, and nothing more.
fn is_value(text: &str) -> bool {
    let (mut files, mut report) = (Files::new(), Report::new());
    let file = files.add("", format!("value = {text}"));
    let tree = parse(&files, file, &mut report);
    !text.contains('\n') && report.is_ok() && tree.as_table().is_some_and(|table| table.iter().count() == 1 && table.has("value"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_lists_have_their_values() {
        let values = |text: &str| Vary::parse(text).map(|vary| vary.values.join(" "));
        assert_eq!(values("a.b=3..5").as_deref(), Ok("3 4 5"));
        assert_eq!(values("a.b = 10..21/5").as_deref(), Ok("10 15 20"));
        assert_eq!(values("a=-2..0").as_deref(), Ok("-2 -1 0"));
        assert_eq!(values("a=1, 4,9").as_deref(), Ok("1 4 9"));
        assert_eq!(values("a=[1, 2]|[3]").as_deref(), Ok("[1, 2] [3]"));
        assert_eq!(values("a=[1, 2]").as_deref(), Ok("[1, 2]"));
        assert_eq!(values("a=\"x\"|\"y, z\"").as_deref(), Ok("\"x\" \"y, z\""));
        assert_eq!(Vary::parse("tables.points.3=1..2").map(|vary| vary.key).as_deref(), Ok("tables.points.3"));
    }

    #[test]
    fn what_has_no_values_is_explained() {
        for text in [
            "",
            "a",
            "=1..2",
            "a..b=1",
            "a=",
            "a=5..3",
            "a=1..2/0",
            "a=1..x",
            "a=x",
            "a=1 b = 2",
            "a=1..1000000000000",
            "a=0..9223372036854775807",
        ] {
            assert!(Vary::parse(text).is_err(), "{text}: {:?}", Vary::parse(text));
        }
    }
}
