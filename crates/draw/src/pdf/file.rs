//! The file itself: pictures that are stored once, and pages that show them.

use super::content::Shapes;
use super::rounded;
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref};
use railwright_core::narrow::narrow;

/// How hard streams are packed: more takes long and gains little.
const PACKED: u8 = 6;
/// The objects that every file has.
const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
/// What a page calls the picture it shows.
pub(super) const PICTURE: Name = Name(b"Picture");

/// A PDF file in the making.
pub(super) struct File {
    pdf: Pdf,
    next: Ref,
    pages: Vec<Ref>,
}

impl File {
    pub(super) fn new() -> Self {
        let mut pdf = Pdf::new();
        pdf.set_version(1, 5);
        File { pdf, next: PAGES.next(), pages: Vec::new() }
    }

    /// Adds a picture that pages can show, of so many units.
    pub(super) fn picture(&mut self, shapes: Shapes, size: (f64, f64)) -> Ref {
        let groups: Vec<Ref> = shapes.groups.into_iter().map(|group| self.picture(group, size)).collect();
        let id = self.next.bump();
        let packed = packed(shapes.operators);
        let mut picture = self.pdf.form_xobject(id, &packed);
        picture.bbox(Rect::new(0.0, 0.0, rounded(size.0, 2), rounded(size.1, 2))).filter(Filter::FlateDecode);
        picture.group().transparency();
        let mut resources = picture.resources();
        let mut states = resources.ext_g_states();
        for (i, (fill, stroke)) in shapes.opacities.iter().enumerate() {
            let part = |thousandths: u16| f32::from(thousandths) / 1000.0;
            let mut state = states.insert(Name(&state_name(i))).start::<pdf_writer::writers::ExtGraphicsState>();
            state.non_stroking_alpha(part(*fill)).stroking_alpha(part(*stroke));
        }
        states.finish();
        let mut inner = resources.x_objects();
        for (i, group) in groups.into_iter().enumerate() {
            inner.pair(Name(&group_name(i)), group);
        }
        id
    }

    /// Adds a page of a size in points, which shows a picture.
    pub(super) fn page(&mut self, width: f64, height: f64, operators: Content, picture: Ref) {
        let (content, id) = (self.next.bump(), self.next.bump());
        self.pdf.stream(content, &packed(operators)).filter(Filter::FlateDecode);
        let mut page = self.pdf.page(id);
        page.parent(PAGES).media_box(Rect::new(0.0, 0.0, rounded(width, 2), rounded(height, 2))).contents(content);
        page.resources().x_objects().pair(PICTURE, picture);
        self.pages.push(id);
    }

    /// The bytes of the file.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.pdf.catalog(CATALOG).pages(PAGES);
        self.pdf.pages(PAGES).count(narrow::<i32>(self.pages.len())).kids(self.pages);
        self.pdf.finish()
    }
}

fn packed(operators: Content) -> Vec<u8> {
    compress_to_vec_zlib(&operators.finish(), PACKED)
}

/// What a picture calls a pair of opacities, by its number.
pub(super) fn state_name(number: usize) -> Vec<u8> {
    format!("G{number}").into_bytes()
}

/// What a picture calls a group that is see-through as a whole, by its number.
pub(super) fn group_name(number: usize) -> Vec<u8> {
    format!("X{number}").into_bytes()
}
