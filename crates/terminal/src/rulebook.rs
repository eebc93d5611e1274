//! The numbered rules in words: what game files cite, to be read at the table.

use railwright_games::Folder;

/// A chapter of a file of rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chapter {
    /// Its heading.
    pub heading: String,
    /// Its rules: number and text.
    pub rules: Vec<(String, String)>,
}

/// The chapters of all files that hold one of these rules, the file of the game itself first.
pub fn chapters(game: &str, cited: &[String]) -> Vec<Chapter> {
    let mut files: Vec<&str> = Folder::Rulebooks.names().collect();
    files.sort_by_key(|name| (name.strip_suffix(".md") != Some(game), *name));
    let read = |name: &&str| Folder::Rulebooks.text(name).map(parse);
    let holds = |chapters: &Vec<Chapter>| chapters.iter().flat_map(|c| &c.rules).any(|(number, _)| cited.contains(number));
    files.iter().filter_map(read).filter(holds).flatten().collect()
}

/// A rule is an item of a list that begins with its number; the lines after it that are indented belong to it.
fn parse(text: &str) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    let mut within = false;
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            chapters.push(Chapter { heading: heading.trim().to_owned(), rules: Vec::new() });
            within = false;
        } else if let Some((number, words)) = line.strip_prefix("- ").and_then(|item| item.split_once(' ')) {
            within = is_number(number);
            if let Some(chapter) = chapters.last_mut().filter(|_| within) {
                chapter.rules.push((number.to_owned(), words.trim().to_owned()));
            }
        } else if let Some((_, words)) = chapters.last_mut().and_then(|c| c.rules.last_mut()).filter(|_| within) {
            match line.trim() {
                "" => within = false,
                more => *words += &format!(" {more}"),
            }
        }
    }
    chapters.retain(|chapter| !chapter.rules.is_empty());
    chapters
}

/// Letters, a dash and digits.
fn is_number(text: &str) -> bool {
    let letters = |part: &str| !part.is_empty() && part.chars().all(char::is_uppercase);
    text.split_once('-').is_some_and(|(a, b)| letters(a) && !b.is_empty() && b.chars().all(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_with_their_chapters_and_further_lines() {
        let text = "# A game\n\nWords.\n\n## Set-up\n- AB-01 One\n  and more.\n- no rule\n  at all\n\n## Empty\nwords\n";
        let chapter = Chapter { heading: "Set-up".into(), rules: vec![("AB-01".into(), "One and more.".into())] };
        assert_eq!(parse(text), [chapter]);
    }

    #[test]
    fn the_rules_of_every_file_can_be_read() {
        for name in Folder::Rulebooks.names() {
            let chapters = parse(Folder::Rulebooks.text(name).expect("it is there"));
            assert!(chapters.iter().map(|c| c.rules.len()).sum::<usize>() > 5, "{name}");
            let (number, _) = &chapters[0].rules[0];
            let found = self::chapters(name.strip_suffix(".md").expect("an ending"), std::slice::from_ref(number));
            assert_eq!(found, chapters, "{name}");
        }
        assert_eq!(chapters("unheard-of", &["XY-99".to_owned()]), []);
    }
}
