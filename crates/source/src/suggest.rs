//! Did you mean: the known word that is nearest to one that is not known.

/// A longer word is no slip of the keyboard, and what is near it is not looked for.
const LONGEST: usize = 64;
/// So many letters may be wrong at most.
const MOST_WRONG: usize = 4;

/// The known word most like `word`, if one is near enough to be a slip of the keyboard.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A third of the letters may differ; the first of equally near words wins, so that the answer is stable.
    let folded: Vec<char> = letters(&word.replace('_', "-"))?;
    let allowed = (folded.len().max(3) / 3).min(MOST_WRONG);
    known
        .into_iter()
        .filter_map(|candidate| Some((distance(&folded, &letters(candidate)?, allowed)?, candidate)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The letters of a word that is not too long, small ones all.
fn letters(word: &str) -> Option<Vec<char>> {
    (word.len() <= LONGEST * 4)
        .then(|| word.to_lowercase().chars().collect())
        .filter(|letters: &Vec<char>| letters.len() <= LONGEST)
}

/// How many letters have to be changed, put in, left out or exchanged with their neighbours, if no more than is allowed
/// (optimal string alignment). Words that are further apart are left as soon as that is clear.
fn distance(a: &[char], b: &[char], allowed: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > allowed {
        return None;
    }
    // The last two rows and the one that is filled: how far the first letters of one are from those of the other.
    let mut rows = [[0; LONGEST + 1]; 3];
    (0..=b.len()).for_each(|j| rows[1][j] = j);
    for i in 1..=a.len() {
        let [before, last, row] = &mut rows;
        row[0] = i;
        for j in 1..=b.len() {
            let mut least = (last[j - 1] + usize::from(a[i - 1] != b[j - 1])).min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row[j] = least;
        }
        if row[..=b.len()].iter().all(|far| *far > allowed) {
            return None;
        }
        rows.rotate_left(1);
    }
    Some(rows[1][b.len()]).filter(|far| *far <= allowed)
}

/// A help text that names the nearest known word and then all of them, as far as a reader can take them in.
pub(crate) fn help(word: &str, what: &str, known: &[&str]) -> String {
    const SHOWN: usize = 24;
    let mut text = String::new();
    if let Some(near) = did_you_mean(word, known.iter().copied()) {
        text = format!("did you mean `{near}`? ");
    }
    if known.is_empty() {
        return text + "there are no " + what;
    }
    let shown: Vec<String> = known.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
    text = text + what + ": " + &shown.join(", ");
    if known.len() > SHOWN {
        text += &format!(" and {} more", known.len() - SHOWN);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{distance, letters};

    fn far(a: &str, b: &str, allowed: usize) -> Option<usize> {
        distance(&letters(a).unwrap(), &letters(b).unwrap(), allowed)
    }

    #[test]
    fn a_letter_changed_put_in_left_out_or_exchanged_is_one_step() {
        for (a, b, steps) in [
            ("market", "market", 0),
            ("market", "marked", 1),
            ("market", "markeet", 1),
            ("market", "maket", 1),
            ("market", "makret", 1),
        ] {
            assert_eq!(far(a, b, 4), Some(steps), "{a} {b}");
        }
        assert_eq!(far("deck", "hand", 4), Some(4));
        assert_eq!(far("deck", "hand", 3), None);
        assert_eq!(far("", "abc", 3), Some(3));
    }

    #[test]
    fn nothing_is_near_a_word_that_nobody_would_type() {
        let long = "x".repeat(60_000);
        let known: Vec<String> = (0..1000).map(|i| format!("{long}{i}")).collect();
        assert_eq!(super::did_you_mean(&long, known.iter().map(String::as_str)), None);
    }
}
