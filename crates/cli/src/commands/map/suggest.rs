//! `railwright map --suggest-tickets`: a deck for a board that has none yet, or another one.

use crate::failure::Failure;
use crate::game::Wanted;
use crate::{number, screen, style, whole_file};
use railwright::report::deck::{Proposal, TooFewPairs, propose};
use railwright::rules::library::looks_like_path;
use railwright::rules::{Loaded, Rules};
use railwright::source::{Files, Node, Report, parse};
use serde_json::json;
use std::path::{Path, PathBuf};

/// What a deck is proposed for, and what becomes of it.
pub struct Suggest {
    /// The game.
    pub wanted: Wanted,
    /// How many tickets.
    pub count: u16,
    /// What chance comes from.
    pub seed: u64,
    /// Whether they are written into the file of the board.
    pub write: bool,
    /// Whether JSON is shown.
    pub json: bool,
}

/// Proposes a deck, and shows or writes it.
pub fn run(suggest: &Suggest) -> Result<(), Failure> {
    let Loaded { files, report, tree, rules, .. } = suggest.wanted.load()?;
    let Some(rules) = rules else {
        screen::tell(&report.render(&files, true));
        return Err(Failure::Said);
    };
    let proposal = propose(&rules, suggest.count.into(), suggest.seed).map_err(|TooFewPairs(pairs)| {
        let pairs = number::count(pairs as u64, "pair");
        Failure::usage(
            format!("the board of {} has {pairs} of cities with a way between them", rules.head.id),
            "ask for fewer tickets",
        )
    })?;
    if suggest.json {
        screen::show_json(&to_json(&rules, &proposal, suggest.seed))?;
    } else if !suggest.write {
        screen::show(&proposal.to_toml())?;
    }
    if suggest.write {
        let path = write(&suggest.wanted.game, &files, &tree, &proposal)?;
        if !suggest.json {
            let told: String = proposal.deck.told().iter().map(|line| format!("{line}\n")).collect();
            screen::show(&format!("{told}{} {}\n", style::paint(style::FAINT, "wrote"), path.display()))?;
        }
    }
    Ok(())
}

fn to_json(rules: &Rules, proposal: &Proposal, seed: u64) -> serde_json::Value {
    json!({
        "game": rules.head.id,
        "seed": seed,
        "set": proposal.set,
        "fields": proposal.fields,
        "declared": proposal.declared,
        "tickets": proposal.tickets.iter().map(|ticket| super::analyse::ticket_to_json(rules, ticket)).collect::<Vec<_>>(),
        "deck": super::analyse::deck_to_json(&proposal.deck),
        "toml": proposal.to_toml(),
    })
}

/// Puts the tickets into the file that has them, or that has the board.
fn write(game: &str, files: &Files, tree: &Node, proposal: &Proposal) -> Result<PathBuf, Failure> {
    let kinds = format!("cards.{}.kinds", proposal.set);
    let there = tree.at(&kinds).or_else(|| tree.at("places")).map(|node| node.origin).filter(|origin| !origin.is_none());
    // What is read beside a game has a name that begins with its folder; bundled files have not.
    let folder = Path::new(game).parent().unwrap_or(Path::new(""));
    let own = |name: &str| looks_like_path(game) && Path::new(name).starts_with(folder) && Path::new(name).is_file();
    let Some((name, text)) = there.map(|o| (files.name(o.file), files.text(o.file))).filter(|(name, _)| own(name)) else {
        return Err(Failure::usage(
            format!("the tickets of {game} stand in a bundled file, which cannot be written"),
            "leave out --write, and put them into a map file of your own",
        ));
    };
    let new = match tree.at(&kinds) {
        Some(_) => replaced(text, &format!("[{kinds}]"), &proposal.table()),
        None => Some(format!("{}\n\n{}", text.trim_end(), proposal.to_toml())),
    };
    let written = new.filter(|new| has_them(new, &kinds, proposal)).ok_or_else(|| {
        Failure::usage(
            format!("{name} has its tickets not in a table of their own, [{kinds}]"),
            "leave out --write, and put them where they belong",
        )
    })?;
    whole_file::write(Path::new(name), written.as_bytes())?;
    Ok(PathBuf::from(name))
}

/// A text with another table in the place of the one of a heading; what is said before the next heading stays.
fn replaced(text: &str, heading: &str, table: &str) -> Option<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let start = lines.iter().position(|line| line.trim_start().starts_with(heading))?;
    let below = lines[start + 1..].iter().position(|line| line.trim_start().starts_with('['));
    let mut end = below.map_or(lines.len(), |below| start + 1 + below);
    let is_said = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    while end > start + 1 && end < lines.len() && is_said(lines[end - 1]) {
        end -= 1;
    }
    Some(format!("{}{table}{}", lines[..start].concat(), lines[end..].concat()))
}

/// Whether a text has the tickets and no others where they are to be.
fn has_them(text: &str, kinds: &str, proposal: &Proposal) -> bool {
    let (mut files, mut report) = (Files::new(), Report::new());
    let file = files.add("", text);
    let tree = parse(&files, file, &mut report);
    let there = tree.at(kinds).and_then(Node::as_table);
    report.is_ok()
        && there.is_some_and(|table| {
            table.iter().count() == proposal.tickets.len() && proposal.tickets.iter().all(|ticket| table.has(&ticket.id))
        })
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn a_table_takes_the_place_of_another_and_nothing_else_changes() {
        let text = "# board\na = 1\n[cards.t.kinds] # old\nx = 1\n\n# on y\ny = 2\n\n# next\n[b]\nc = 3\n";
        let new = "[cards.t.kinds]\nz = 1\n";
        assert_eq!(
            replaced(text, "[cards.t.kinds]", new).as_deref(),
            Some("# board\na = 1\n[cards.t.kinds]\nz = 1\n\n# next\n[b]\nc = 3\n")
        );
        assert_eq!(replaced("[cards.t.kinds]\nx = 1\n", "[cards.t.kinds]", new).as_deref(), Some(new));
        assert_eq!(replaced("cards.t.kinds.x = 1\n", "[cards.t.kinds]", new), None);
    }
}
