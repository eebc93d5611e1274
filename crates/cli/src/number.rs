//! Numbers for people: thousands apart, counts with their noun.

/// A whole number with its thousands apart: `1,234,567`.
pub fn thousands(number: impl Into<i128>) -> String {
    let number = number.into();
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if number < 0 { format!("-{text}") } else { text }
}

/// A number with a fixed number of decimals, thousands apart.
pub fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", number.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let sign = if number < 0.0 && text.contains(|c: char| c.is_ascii_digit() && c != '0') { "-" } else { "" };
    format!("{sign}{}{rest}", whole.parse::<u64>().map_or(whole.to_owned(), thousands))
}

/// A whole number of a command line; `10_000` is easier to read than `10000`.
pub fn whole(text: &str) -> Result<u64, String> {
    text.replace('_', "").parse().map_err(|_| "a whole number is needed, such as 10000 or 10_000".to_owned())
}

/// The same, but not nothing.
pub fn some(text: &str) -> Result<u64, String> {
    whole(text).and_then(|number| if number == 0 { Err("at least 1 is needed".to_owned()) } else { Ok(number) })
}

/// A count with its noun: `1 game`, `1,000 games`, `36 cities`.
pub fn count(number: u64, noun: &str) -> String {
    let number_of = thousands(number);
    match noun.strip_suffix('y') {
        _ if number == 1 => format!("{number_of} {noun}"),
        Some(stem) => format!("{number_of} {stem}ies"),
        None => format!("{number_of} {noun}s"),
    }
}

/// A number of things from least to most: `2–5`, or `4` when there is no choice.
pub fn range((least, most): (u8, u8)) -> String {
    if least == most { least.to_string() } else { format!("{least}–{most}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(-1000), "-1,000");
        assert_eq!(thousands(1_234_567u64), "1,234,567");
    }

    #[test]
    fn decimals_are_fixed_and_zero_has_no_sign() {
        assert_eq!(fixed(1234.56, 1), "1,234.6");
        assert_eq!(fixed(-0.01, 1), "0.0");
        assert_eq!(fixed(-12.25, 1), "-12.2");
        assert_eq!(fixed(1e6, 0), "1,000,000");
    }

    #[test]
    fn a_number_is_understood_or_explained() {
        assert_eq!(whole("10_000"), Ok(10_000));
        assert!(whole("-3").is_err() && whole("many").is_err() && whole("").is_err() && some("0").is_err());
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!(count(1, "game"), "1 game");
        assert_eq!(count(2000, "game"), "2,000 games");
        assert_eq!((count(1, "city"), count(36, "city")), ("1 city".into(), "36 cities".into()));
        assert_eq!((range((2, 5)), range((4, 4))), ("2–5".into(), "4".into()));
    }
}
