//! Boards for print: wagons fit, tiles cover everything once, the PDF is one.

use crate::common::{bundled_boards, rules, small};
use railwright_draw::{Paper, WAGON, in_millimetres, paint, pdf, size, svg, ticket_sheets, true_scale};

/// How often some bytes occur.
fn count(bytes: &[u8], part: &str) -> usize {
    bytes.windows(part.len()).filter(|window| *window == part.as_bytes()).count()
}

#[test]
fn a_wagon_fits_on_every_space() {
    for scene in bundled_boards() {
        let (game, scale) = (&scene.rules.head.id, true_scale(scene.rules));
        for space in scene.layout.spaces.iter().flatten().flatten() {
            let (length, width) = (2.0 * space.half_length * scale, 2.0 * space.half_width * scale);
            assert!(length >= WAGON.0 - 0.01 && width >= WAGON.1 - 0.01, "{game}: a space of {length:.1} × {width:.1} mm");
        }
        let (width, _) = size(&paint::svg(scene)).expect("a size");
        assert!((300.0..2500.0).contains(&(width * scale)), "{game}: {} mm", width * scale);
    }
}

#[test]
fn an_svg_of_true_size_says_so_in_millimetres() {
    let rules = rules("ticket-to-ride", 0);
    let (picture, scale) = (svg(&rules, None), true_scale(&rules));
    let sized = in_millimetres(&picture, scale);
    let head = sized.lines().next().expect("a line");
    let (width, _) = size(&picture).expect("a size");
    let written: f64 =
        head.split("width=\"").nth(1).and_then(|rest| rest.split("mm").next()).and_then(|n| n.parse().ok()).expect("millimetres");
    assert!((written - width * scale).abs() < 0.5, "{head}");
    assert_eq!(size(&sized), size(&picture), "the drawing itself is the same");
}

#[test]
fn a_pdf_has_a_page_for_each_tile_and_all_objects_are_where_it_says() {
    let rules = rules("ticket-to-ride", 0);
    let (picture, scale) = (svg(&rules, None), true_scale(&rules));
    let whole = pdf(std::slice::from_ref(&picture), scale, None).expect("a PDF");
    assert_eq!(count(&whole, "/Type /Page\n"), 1);
    let (width, height) = size(&picture).expect("a size");
    for (paper, name) in [(Paper::A4, "A4"), (Paper::LETTER, "Letter")] {
        let tiled = pdf(std::slice::from_ref(&picture), scale, Some(paper)).expect("a PDF");
        let pages = count(&tiled, "/Type /Page\n");
        let area = width * scale * height * scale;
        let sheet = (paper.width - 20.0) * (paper.height - 20.0);
        assert!(pages as f64 * sheet >= area && (pages as f64 * sheet) < area * 2.0, "{name}: {pages} pages");
        // The picture is stored once, however many sheets show it.
        assert!(tiled.len() < whole.len() + pages * 1200, "{name}: {} bytes", tiled.len());
    }
    let text = String::from_utf8_lossy(&whole);
    let table: usize =
        text.rsplit("startxref\n").next().and_then(|rest| rest.lines().next()).and_then(|n| n.parse().ok()).expect("a place");
    assert!(whole[table..].starts_with(b"xref\n"));
    let entries = String::from_utf8_lossy(&whole[table..]).into_owned();
    for (i, line) in entries.lines().skip(3).take_while(|line| line.ends_with(" n")).enumerate() {
        let begin: usize = line[..10].parse().expect("a place");
        assert!(whole[begin..].starts_with(format!("{} 0 obj\n", i + 1).as_bytes()), "object {}", i + 1);
    }
    assert_eq!(pdf(&[picture], scale, None).expect("a PDF"), whole, "the same input gives the same bytes");
}

#[test]
fn every_ticket_is_on_a_card() {
    let sheets = ticket_sheets(&rules("ticket-to-ride", 0));
    let all = sheets.concat();
    assert_eq!(sheets.len(), 2);
    assert_eq!(all.matches("<circle").count(), 60, "two places on each of thirty cards");
    for part in ["Boston – Miami", "Montréal – Vancouver", ">22<"] {
        assert!(all.contains(part), "{part}");
    }
    assert!(ticket_sheets(&rules(&small("hills"), 0)).is_empty());
}

#[test]
fn a_ticket_that_names_one_place_or_none_says_all_that_it_is_worth() {
    let all = ticket_sheets(&rules("switzerland", 0)).concat();
    assert_eq!(all.matches("<rect").count() - all.matches("<svg").count(), 46, "a card for each ticket, copies too");
    for part in [">Bern<", "to-deutschland 6 · to-france 5", ">osterreich<", "Basel – Brig", ">10<"] {
        assert!(all.contains(part), "{part}");
    }
}
