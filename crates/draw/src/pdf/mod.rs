//! Pictures as PDF of a true size, on one large page or in tiles with trim marks on paper that a printer takes.
//!
//! The picture is stored once, as outlines; every page shows its part of it. Nothing is embedded but shapes, so no font is needed.
//! Objects and operators are written by `pdf-writer`; here is only what stands where.

mod content;
mod file;

use crate::DrawError;
use crate::paper::Paper;
use crate::png::read;
use content::Shapes;
use file::{File, PICTURE};
use pdf_writer::{Content, Ref};
use railwright_core::narrow::{saturated, whole};

/// Points of a PDF in a millimetre.
const POINTS: f64 = 72.0 / 25.4;
/// What printers leave white at the border, and where trim marks stand.
const MARGIN: f64 = 10.0;
/// How long a trim mark is, and how far from the corner.
const MARK: f64 = 5.0;
const MARK_GAP: f64 = 1.5;
/// The largest page that readers of PDF must show, in millimetres.
const LARGEST: f64 = 5000.0;

impl Paper {
    fn turned(self) -> Self {
        Paper { width: self.height, height: self.width }
    }

    /// How many sheets across and down a picture needs.
    fn tiles(self, width: f64, height: f64) -> (usize, usize) {
        let along = |room: f64, size: f64| saturated::<usize>(whole((size / (room - 2.0 * MARGIN)).ceil().max(1.0)));
        (along(self.width, width), along(self.height, height))
    }

    /// This way or turned, whichever needs fewer sheets.
    fn better(self, width: f64, height: f64) -> Self {
        let sheets = |paper: Self| {
            let (across, down) = paper.tiles(width, height);
            across * down
        };
        if sheets(self.turned()) < sheets(self) { self.turned() } else { self }
    }
}

/// Pictures as a PDF: each on a page of its own size, or in tiles. Sizes are millimetres for a unit of the picture.
pub fn pdf(pictures: &[String], scale: f64, paper: Option<Paper>) -> Result<Vec<u8>, DrawError> {
    let mut file = File::new();
    for svg in pictures {
        let tree = read(svg)?;
        let units = (f64::from(tree.size().width()), f64::from(tree.size().height()));
        let (width, height) = (units.0 * scale, units.1 * scale);
        let picture = file.picture(Shapes::of(&tree), units);
        match paper {
            None if width.max(height) > LARGEST => {
                return Err(DrawError::Paper { width: saturated(whole(width)), height: saturated(whole(height)) });
            }
            None => {
                let mut page = Content::new();
                show(&mut page, scale, 0.0, height);
                file.page(width * POINTS, height * POINTS, page, picture);
            }
            Some(paper) => tiles(&mut file, picture, paper.better(width, height), (width, height), scale),
        }
    }
    Ok(file.finish())
}

/// Puts the picture on a page whose origin is at the lower left: its upper left corner stands there, in millimetres.
fn show(page: &mut Content, scale: f64, left: f64, top: f64) {
    let unit = rounded(scale * POINTS, 5);
    let [left, top] = [left, top].map(|n| rounded(n * POINTS, 3));
    page.save_state().transform([unit, 0.0, 0.0, -unit, left, top]).x_object(PICTURE).restore_state();
}

fn tiles(file: &mut File, picture: Ref, paper: Paper, size: (f64, f64), scale: f64) {
    let (across, down) = paper.tiles(size.0, size.1);
    let room = (paper.width - 2.0 * MARGIN, paper.height - 2.0 * MARGIN);
    for row in 0..down {
        for column in 0..across {
            let (x, y) = (column as f64 * room.0, row as f64 * room.1);
            let (w, h) = (room.0.min(size.0 - x), room.1.min(size.1 - y));
            let top = paper.height - MARGIN;
            let [left, bottom, width, height] = [MARGIN, top - h, w, h].map(|n| rounded(n * POINTS, 3));
            let mut page = Content::new();
            page.save_state().rect(left, bottom, width, height).clip_nonzero().end_path();
            show(&mut page, scale, MARGIN - x, top + y);
            page.restore_state();
            trim_marks(&mut page, MARGIN, top - h, MARGIN + w, top);
            file.page(paper.width * POINTS, paper.height * POINTS, page, picture);
        }
    }
}

/// Short lines outside the corners, along which to cut.
fn trim_marks(page: &mut Content, left: f64, bottom: f64, right: f64, top: f64) {
    page.save_state().set_line_width(0.3).set_stroke_gray(0.0);
    for (x, outward) in [(left, -1.0), (right, 1.0)] {
        for (y, upward) in [(bottom, -1.0), (top, 1.0)] {
            let (near, far) = (MARK_GAP, MARK_GAP + MARK);
            for ((ax, ay), (bx, by)) in
                [((x + outward * near, y), (x + outward * far, y)), ((x, y + upward * near), (x, y + upward * far))]
            {
                let [ax, ay, bx, by] = [ax, ay, bx, by].map(|n| rounded(n * POINTS, 2));
                page.move_to(ax, ay).line_to(bx, by).stroke();
            }
        }
    }
    page.restore_state();
}

/// A number with so many places after the point: the file says no more than a reader of PDF can show.
#[allow(clippy::cast_possible_truncation)]
fn rounded(number: f64, places: i32) -> f32 {
    let unit = 10f64.powi(places);
    ((number * unit).round() / unit) as f32
}
