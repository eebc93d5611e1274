//! What readers of others make of a text that we show: a terminal, Markdown, a spreadsheet, a browser, JSON. Each panics where the text has
//! become more than a text.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use railwright_markup::{ForTerminal, csv_cell, escape, for_terminal, json_for_terminal, markdown_cell, markdown_page};
use std::io::Write;

/// Signs that turn the direction of a text.
fn turns(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Asserts that a text on a terminal breaks lines and sets colours, and does nothing else.
fn is_plain(text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| (c.is_control() || turns(c)) && !matches!(c, '\n' | '\t')) {
        let escape = rest[at..].strip_prefix("\u{1b}[");
        let codes = escape.and_then(|codes| codes.split_once('m')).filter(|(codes, _)| {
            let numbers: Option<Vec<u8>> =
                codes.split(';').map(|code| if code.is_empty() { Some(0) } else { code.parse().ok() }).collect();
            // Neither hidden nor blinking nor in the colour of its background.
            numbers.is_some_and(|numbers| {
                !numbers.iter().any(|n| matches!(n, 5..=8 | 40..=49 | 100..=107)) || numbers[..2] == [38, 5]
            })
        });
        match codes {
            Some((_, later)) => rest = later,
            None => panic!("reaches a terminal: {text:?}"),
        }
    }
}

/// A text on a terminal, at once and in pieces.
pub fn on_terminal(text: &str) {
    let once = for_terminal(text);
    is_plain(&once);
    assert_eq!(for_terminal(&once), once, "what may be shown may be shown again");
    let mut out = Vec::new();
    let mut writer = ForTerminal::new(&mut out);
    text.as_bytes().chunks(3).for_each(|piece| writer.write_all(piece).expect("it takes everything"));
    drop(writer);
    is_plain(&String::from_utf8_lossy(&out));
}

/// A text in JSON on a terminal.
pub fn as_json(text: &str) {
    let json = json_for_terminal(&serde_json::json!([text]).to_string());
    assert!(!json.contains(|c: char| c.is_control() || turns(c)), "reaches a terminal: {json:?}");
    let read: Vec<String> = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(read, [text], "JSON says something else");
}

/// A text in a cell of CSV.
pub fn in_csv(text: &str) {
    let cell = csv_cell(text);
    let mut writer = csv::Writer::from_writer(Vec::new());
    // As tables have it: what stands at the very beginning of a file is the head of a column.
    writer.write_record(["one", "two"]).expect("it takes everything");
    writer.write_record([&*cell, "next"]).expect("it takes everything");
    let written = writer.into_inner().expect("it takes everything");
    let mut reader = csv::Reader::from_reader(&written[..]);
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("it is CSV")).collect();
    assert_eq!(rows.len(), 1, "one row became more: {written:?}");
    assert_eq!(rows[0].iter().collect::<Vec<_>>(), [&*cell, "next"], "one cell became more");
    let begins = |text: &str, signs: &str| text.chars().next().is_some_and(|c| signs.contains(c));
    let is_formula = (begins(&cell, "\t\r") || begins(cell.trim_start(), "=+-@＝＋－＠")) && cell.parse::<f64>().is_err();
    assert!(!is_formula, "a spreadsheet works it out: {cell:?}");
    assert!(cell == text || cell.strip_prefix('\'') == Some(text), "the cell says something else");
}

/// A text between tags and in an attribute.
pub fn between_tags(text: &str) {
    let escaped = escape(text);
    assert!(!escaped.contains(['<', '>', '"']), "it is markup: {escaped}");
    let mut back = String::new();
    let mut rest = escaped.as_str();
    while let Some((before, after)) = rest.split_once('&') {
        let (entity, later) = after.split_once(';').expect("every & begins an entity");
        let sign = ["amp", "lt", "gt", "quot"].iter().position(|known| *known == entity).expect("a known entity");
        back += before;
        back.push(['&', '<', '>', '"'][sign]);
        rest = later;
    }
    back += rest;
    let is_none = |c: char| (c.is_control() && !matches!(c, '\n' | '\t')) || matches!(c, '\u{fffe}' | '\u{ffff}');
    let expected: String = text.chars().map(|c| if is_none(c) { '\u{fffd}' } else { c }).collect();
    assert_eq!(back, expected, "the page says something else");
}

/// A text in a paragraph, a heading, a list and a table of a page.
pub fn in_markdown(text: &str) {
    let cell = markdown_cell(text);
    let page = format!(
        "# {text}\n\n{text} `a < b` {text}\n\n- **{text}**: {text}\n\n| a | b |\n|---|---|\n| {cell} | next |\n| `{cell}` | {cell} |\n"
    );
    is_plain_markdown(&markdown_page(&page));
    // Alone, since what stands before a table may swallow it.
    let table = format!("| a | b |\n|---|---|\n| {cell} | next |\n");
    let page = markdown_page(&table);
    let cells = parsed(&page).filter(|event| matches!(event, Event::End(TagEnd::TableCell))).count();
    let last = parsed(&page).fold((String::new(), false), |(text, inside), event| match event {
        Event::Start(Tag::TableCell) => (String::new(), true),
        Event::End(TagEnd::TableCell) => (text, false),
        Event::Text(piece) if inside => (text + piece.as_ref(), inside),
        _ => (text, inside),
    });
    assert_eq!((cells, last.0.as_str()), (4, "next"), "one cell became more: {page}");
}

fn parsed(page: &str) -> Parser<'_> {
    Parser::new_ext(page, Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH)
}

/// Asserts that a page in Markdown has no tag of an author, leads nowhere but to pages, and moves nothing on a terminal.
pub fn is_plain_markdown(page: &str) {
    is_plain(&for_terminal(page));
    assert!(!page.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\t')), "a control character in {page:?}");
    for event in parsed(page) {
        match event {
            Event::Html(tag) | Event::InlineHtml(tag) => panic!("a tag of its author, {tag:?}, in {page}"),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                let plain: String = dest_url.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
                let scheme = plain.split_once(':').map(|(scheme, _)| scheme).filter(|scheme| !scheme.contains(['/', '#', '?']));
                let leads_astray = scheme.is_some_and(|scheme| !matches!(scheme.to_ascii_lowercase().as_str(), "http" | "https"));
                assert!(!leads_astray, "a link to {dest_url} in {page}");
            }
            _ => {}
        }
    }
}

/// Asserts that a picture has no tags but those of another one, and no sign that pictures may not have.
pub fn is_plain_svg(svg: &str, good: &str) {
    let known = tags(good);
    for tag in tags(svg) {
        assert!(known.contains(&tag), "a tag of its author, <{tag}");
    }
    assert!(!svg.contains(|c: char| c.is_control() && !matches!(c, '\n' | '\t')), "a control character in a picture");
}

fn tags(svg: &str) -> Vec<&str> {
    svg.split('<').skip(1).map(|piece| piece.split([' ', '>', '\n']).next().unwrap_or_default().trim_end_matches('/')).collect()
}
