//! Pages to read: how to play at the screen or line by line, and the rules of the game as its files have them.

use crate::command::COMMANDS;
use crate::rulebook;
use crate::theme::Theme;
use railwright_core::components::{FieldType, as_words};
use railwright_rules::Rules;
use railwright_rules::rules::Cited;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

const KEYS: [(&str, &str); 14] = [
    ("type", "filters the moves; every word may be the beginning of a part of a name"),
    ("↑ ↓ PgUp PgDn", "mark one of the moves"),
    ("Enter", "play the move that is marked, typed whole or the only one; open a group"),
    ("mouse", "a click marks a move, another plays it; on the board it lists the moves there"),
    ("Tab", "complete what is typed; with nothing typed, go to the next panel"),
    ("Shift-Tab", "go to the previous panel"),
    ("Esc", "clear what is typed; close a page"),
    ("+ - 0", "the board: nearer, farther, all of it (when nothing is typed)"),
    ("Shift-arrows", "the board: move what is shown"),
    ("in the board", "arrows go from place to place, letters find one, Enter lists its moves"),
    ("any key", "while bots play: no waiting"),
    ("Space", "when only bots play: stop and go on"),
    ("?", "this page"),
    ("Ctrl-C", "leave; the game stays saved"),
];

fn heading(text: &str) -> Line<'static> {
    Line::from(Span::styled(text.to_owned(), Style::new().add_modifier(Modifier::BOLD)))
}

/// How to play; keys only where there is a screen.
pub fn help(rules: &Rules, theme: &Theme, keys: bool) -> Vec<Line<'static>> {
    let entry =
        |name: &str, text: &'static str| Line::from(vec![Span::styled(format!("  {name:15}"), theme.accent()), Span::raw(text)]);
    let mut page = Vec::new();
    if keys {
        page.push(heading("Keys"));
        page.extend(KEYS.iter().map(|(key, text)| entry(key, text)));
        page.push(Line::default());
    }
    page.push(heading("Words"));
    page.extend(COMMANDS.iter().map(|(word, rest, text)| entry(&format!("{word} {rest}"), text)));
    page.push(Line::from(format!("  Moves begin with: {}.", words(rules).join(", "))));
    page.push(Line::from("  A word of the game is a move; `/` before it makes it one of these commands."));
    if !theme.marks().is_empty() {
        page.push(Line::default());
        page.push(heading("Marks of colours"));
        let marks = theme
            .marks()
            .iter()
            .flat_map(|(word, mark)| [Span::styled(format!("  {mark} "), theme.word(word)), Span::raw(word.clone())]);
        page.push(Line::from(marks.collect::<Vec<_>>()));
    }
    page.extend(signs(rules, theme));
    page
}

/// What the signs on the board stand for.
fn signs(rules: &Rules, theme: &Theme) -> Vec<Line<'static>> {
    let parts = &rules.parts;
    let mut signs: Vec<(String, String)> = Vec::new();
    if let Some(dot) = railwright_core::signs::dot(parts) {
        signs.push(("①".to_owned(), as_words(&parts.place_attributes[dot].0)));
    }
    if let Some(counter) = theme.signs().printed() {
        signs.push(("❶".to_owned(), format!("{} now", parts.counters[counter.index()].name)));
    }
    for (i, (name, _)) in parts.lane_attributes.iter().enumerate() {
        signs.extend(theme.signs().of_attribute(i).map(|letter| (letter.to_string(), as_words(name))));
    }
    let lists = parts.place_attributes.iter().filter(|(_, kind)| *kind == FieldType::Words);
    signs.extend(lists.map(|(name, _)| ("▪".to_owned(), as_words(name))));
    if !parts.companies.is_empty() {
        signs.push(("›".to_owned(), "open end".to_owned()));
    }
    signs.extend(parts.trains.first().map(|train| ("▲".to_owned(), train.name.clone())));
    signs.extend(theme.signs().legend(parts).into_iter().map(|(_, sign, text)| (format!("·{sign}"), text)));
    if signs.is_empty() {
        return Vec::new();
    }
    let entry =
        |(sign, text): (String, String)| Line::from(vec![Span::styled(format!("  {sign:4}"), theme.accent()), Span::raw(text)]);
    [Line::default(), heading("Signs on the board")].into_iter().chain(signs.into_iter().map(entry)).collect()
}

fn words(rules: &Rules) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for action in &rules.actions {
        if !words.contains(&action.word) {
            words.push(action.word.clone());
        }
    }
    words
}

/// The rules: what the game says of itself, its numbered rules in words, then its actions, steps and score lines, each with the rules
/// it cites and its place.
pub fn rules(rules: &Rules, theme: &Theme) -> Vec<Line<'static>> {
    let head = &rules.head;
    let mut page = vec![heading(&head.name), Line::from(head.summary.clone())];
    page.push(Line::from(format!(
        "{} to {} players, map: {} ({})",
        head.players.0,
        head.players.1,
        head.map_name,
        head.provenance.word()
    )));
    if !head.overlays.is_empty() {
        page.push(Line::from(format!("In force for this game: {}", head.overlays.join(", "))));
    }
    page.extend(in_words(rules, theme));
    let mut section = |title: &str, entries: Vec<(String, &Cited)>| {
        if entries.is_empty() {
            return;
        }
        page.push(Line::default());
        page.push(heading(title));
        let width = entries.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, cited) in entries {
            let cites = if cited.cites.is_empty() { String::new() } else { format!("{}  ", cited.cites.join(", ")) };
            page.push(Line::from(vec![
                Span::raw(format!("  {name:width$}  ")),
                Span::styled(cites, theme.accent()),
                Span::styled(cited.place.clone(), theme.faint()),
            ]));
        }
    };
    let named = |id: &str, word: &str| if id == word { id.to_owned() } else { format!("{word} ({id})") };
    section("Actions", rules.actions.iter().map(|a| (named(&a.id, &a.word), &a.cited)).collect());
    section(
        "Order of play",
        rules.flow.steps.iter().filter(|s| !s.cited.place.is_empty()).map(|s| (s.id.clone(), &s.cited)).collect(),
    );
    section("Score", rules.score.lines.iter().map(|l| (named(&l.id, &l.name), &l.cited)).collect());
    page
}

/// The numbered rules that the game cites, with all that stand beside them.
fn in_words(rules: &Rules, theme: &Theme) -> Vec<Line<'static>> {
    let all = rules.actions.iter().map(|a| &a.cited).chain(rules.flow.steps.iter().map(|s| &s.cited));
    let all = all.chain(rules.score.lines.iter().map(|l| &l.cited));
    let cited: Vec<String> = all.flat_map(|cited| cited.cites.iter().cloned()).collect();
    let mut page = Vec::new();
    for chapter in rulebook::chapters(&rules.head.id, &cited) {
        page.push(Line::default());
        page.push(heading(&chapter.heading));
        for (number, text) in chapter.rules {
            page.push(Line::from(vec![Span::styled(format!("  {number}  "), theme.accent()), Span::raw(text)]));
        }
    }
    page
}
