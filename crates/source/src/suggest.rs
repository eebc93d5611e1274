//! Did you mean: the known word that is nearest to one that is not known.

/// The known word most like `word`, if one is near enough to be a slip of the keyboard.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A third of the letters may differ; the first of equally near words wins, so that the answer is stable.
    let allowed = (word.chars().count().max(3) / 3).min(4);
    let folded = word.to_lowercase().replace('_', "-");
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&folded, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
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
