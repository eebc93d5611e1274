//! Names of places that overlap neither each other nor a place, and cover as little track as can be.

use super::viewport::cell;
use crate::text::cells;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::UnicodeWidthStr;

/// A name to be written beside a place.
pub struct Label<'a> {
    /// The name.
    pub name: &'a str,
    /// What follows the name, however short that is written.
    pub tail: String,
    /// Where the place is, in dots.
    pub at: (f64, f64),
    /// The sign of the place itself.
    pub sign: char,
    /// How sign and name are written.
    pub style: Style,
    /// Whether it is written even over others, if there is no other way.
    pub needed: bool,
}

/// Cells that are taken by signs and names.
pub struct OccupiedCells {
    area: Rect,
    cells: Vec<bool>,
}

impl OccupiedCells {
    /// Nothing is taken yet.
    pub fn new(area: Rect) -> Self {
        OccupiedCells { area, cells: vec![false; usize::from(area.width) * usize::from(area.height)] }
    }

    fn index(&self, (x, y): (u16, u16)) -> usize {
        usize::from(y - self.area.y) * usize::from(self.area.width) + usize::from(x - self.area.x)
    }

    /// Whether a cell is taken.
    pub fn has(&self, at: (u16, u16)) -> bool {
        self.cells.get(self.index(at)).copied().unwrap_or(true)
    }

    /// Takes a cell.
    pub fn take(&mut self, at: (u16, u16)) {
        let index = self.index(at);
        if let Some(cell) = self.cells.get_mut(index) {
            *cell = true;
        }
    }
}

/// How long names may be where so many places share an area: a board full of long names shows no track.
fn longest(area: Rect, labels: &[Label]) -> usize {
    let named = labels.iter().filter(|label| !label.name.is_empty());
    let seen = named.filter(|label| cell(area, label.at).is_some()).count().max(1);
    match usize::from(area.width) * usize::from(area.height) / seen {
        ..22 => 4,
        22..36 => 8,
        _ => usize::MAX,
    }
}

/// Writes signs first, then names in the order given: the most important first.
pub fn write(buffer: &mut Buffer, area: Rect, labels: &[Label], taken: &mut OccupiedCells) {
    for label in labels {
        if let Some(at) = cell(area, label.at) {
            // What lies below must not shine through.
            buffer[at].reset();
            buffer[at].set_char(label.sign).set_style(label.style);
            taken.take(at);
        }
    }
    let longest = longest(area, labels);
    let signs: Vec<(u16, u16)> = labels.iter().filter_map(|label| cell(area, label.at)).collect();
    for label in labels {
        let Some(at) = cell(area, label.at).filter(|_| !label.name.is_empty() || !label.tail.is_empty()) else { continue };
        let mut forms: Vec<String> = shorter(label.name).into_iter().map(|form| form + &label.tail).collect();
        if !label.needed && forms.iter().any(|form| form.width() <= longest) {
            forms.retain(|form| form.width() <= longest);
        }
        // Beside the sign of another place a name would be taken for the name of that one: a shorter form elsewhere is better.
        let found = [&signs[..], &[]].into_iter().find_map(|others| {
            forms.iter().find_map(|form| Some((form, best(buffer, area, taken, others, at, cells(form.width()))?)))
        });
        let forced =
            || label.needed.then(|| (&forms[0], (area.right().saturating_sub(cells(forms[0].width())).min(at.0 + 1), at.1)));
        let Some((name, (x, y))) = found.or_else(forced) else { continue };
        for column in x..area.right().min(x.saturating_add(cells(name.width()))) {
            buffer[(column, y)].reset();
        }
        let (end, _) = buffer.set_stringn(x, y, name, usize::from(area.right().saturating_sub(x)), label.style);
        for column in x..end {
            taken.take((column, y));
        }
    }
}

/// The free position for a name of that width, beside no sign but its own, which covers the least track; right of the place
/// when it is all the same.
fn best(
    buffer: &Buffer,
    area: Rect,
    taken: &OccupiedCells,
    signs: &[(u16, u16)],
    (x, y): (u16, u16),
    width: u16,
) -> Option<(u16, u16)> {
    let own = (x, y);
    let (left, middle) = (x.checked_sub(width), x.checked_sub(width / 2));
    let (up, down) = (y.checked_sub(1), Some(y + 1));
    let candidates = [
        (Some(x + 1), Some(y)),
        (left, Some(y)),
        (middle, up),
        (middle, down),
        (Some(x), up),
        (Some(x), down),
        ((x + 1).checked_sub(width), up),
        ((x + 1).checked_sub(width), down),
    ];
    let mut best: Option<(usize, (u16, u16))> = None;
    for (x, y) in candidates {
        let (Some(x), Some(y)) = (x, y) else { continue };
        if x < area.x || y < area.y || x + width > area.right() || y >= area.bottom() {
            continue;
        }
        let mut cells = (x..x + width).map(|column| (column, y));
        // A name needs a blank before and after it, lest two names read as one.
        let around = [x.checked_sub(1), Some(x + width)].into_iter().flatten().filter(|c| *c >= area.x && *c < area.right());
        let lettered = |at: (u16, u16)| at != own && taken.has(at) && buffer[at].symbol().chars().all(char::is_alphanumeric);
        if cells.clone().any(|at| taken.has(at)) || around.into_iter().any(|column| lettered((column, y))) {
            continue;
        }
        let beside = |sign: &(u16, u16)| *sign != own && sign.1 == y && sign.0 + 2 >= x && sign.0 <= x + width + 1;
        if signs.iter().any(beside) {
            continue;
        }
        let covered = cells.by_ref().filter(|at| buffer[*at].symbol() != " ").count();
        if best.is_none_or(|(least, _)| covered < least) {
            best = Some((covered, (x, y)));
        }
    }
    best.map(|(_, at)| at)
}

/// A name and shorter forms of it, the longest first.
fn shorter(name: &str) -> Vec<String> {
    let cut = |n: usize| name.chars().take(n).collect::<String>().trim_end().to_owned();
    let mut forms = vec![name.to_owned()];
    for form in [initials(name), cut(7), cut(5), cut(4), cut(3)] {
        if form.width() < forms[forms.len() - 1].width() {
            forms.push(form);
        }
    }
    forms
}

/// `North Ford` becomes `N. Ford`; a single word stays.
fn initials(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    let Some((last, first)) = words.split_last() else { return String::new() };
    let initials = first.iter().filter_map(|word| word.chars().next()).map(|c| format!("{c}. "));
    initials.collect::<String>() + last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_shorter_step_by_step() {
        assert_eq!(shorter("Upper Greenfield"), ["Upper Greenfield", "U. Greenfield", "Upper G", "Upper", "Uppe", "Upp"]);
        assert_eq!(shorter("Rye"), ["Rye"]);
    }

    #[test]
    fn a_name_does_not_stand_beside_the_sign_of_another_place() {
        let area = Rect::new(0, 0, 20, 3);
        let (mut taken, buffer) = (OccupiedCells::new(area), Buffer::empty(area));
        let (own, other) = ((7, 1), (10, 2));
        (0..20).flat_map(|x| [(x, 0), (x, 1)]).chain([other]).for_each(|at| taken.take(at));
        assert_eq!(best(&buffer, area, &taken, &[], own, 3), Some((6, 2)), "as near as can be");
        assert_eq!(best(&buffer, area, &taken, &[own, other], own, 3), Some((5, 2)), "blanks before the other's sign");
    }

    #[test]
    fn names_side_by_side_do_not_overlap() {
        let area = Rect::new(0, 0, 24, 4);
        let mut buffer = Buffer::empty(area);
        let label = |name, x| Label { tail: String::new(), name, at: (x, 5.0), sign: '●', style: Style::new(), needed: false };
        write(&mut buffer, area, &[label("Greenfield", 8.0), label("Northford", 16.0)], &mut OccupiedCells::new(area));
        let text: String = buffer.content.iter().map(|c| c.symbol()).collect();
        assert!(text.contains("Greenfield") && text.contains("Northford"), "{text}");
        assert_eq!(text.matches('●').count(), 2);
    }
}
