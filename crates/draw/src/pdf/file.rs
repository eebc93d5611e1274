//! The file itself: numbered objects, pages, and a table of where each object begins.

use super::content::Content;
use miniz_oxide::deflate::compress_to_vec_zlib;
use std::fmt::Write as _;

/// How hard streams are packed: more takes long and gains little.
const PACKED: u8 = 6;
/// The numbers of the objects that every file has.
const CATALOG: usize = 1;
const PAGES: usize = 2;

/// A PDF file in the making.
#[derive(Default)]
pub(super) struct File {
    /// The objects from the third on; the first two come last, when all pages are known.
    objects: Vec<Vec<u8>>,
    pages: Vec<usize>,
}

impl File {
    fn object(&mut self, bytes: Vec<u8>) -> usize {
        self.objects.push(bytes);
        PAGES + self.objects.len()
    }

    fn stream(&mut self, head: &str, operators: &str) -> usize {
        let packed = compress_to_vec_zlib(operators.as_bytes(), PACKED);
        let mut bytes = format!("<< {head} /Filter /FlateDecode /Length {} >>\nstream\n", packed.len()).into_bytes();
        bytes.extend(packed);
        bytes.extend(b"\nendstream");
        self.object(bytes)
    }

    /// Adds a picture that pages can show, of so many units.
    pub(super) fn picture(&mut self, content: &Content, size: (f64, f64)) -> usize {
        let mut states = String::new();
        for (i, (fill, stroke)) in content.opacities.iter().enumerate() {
            let part = |thousandths: u16| f64::from(thousandths) / 1000.0;
            let _ = write!(states, "/G{i} << /ca {:.3} /CA {:.3} >> ", part(*fill), part(*stroke));
        }
        let mut groups = String::new();
        for (i, group) in content.groups.iter().enumerate() {
            let _ = write!(groups, "/X{i} {} 0 R ", self.picture(group, size));
        }
        let head = format!(
            "/Type /XObject /Subtype /Form /Group << /S /Transparency >> /BBox [0 0 {:.2} {:.2}] \
             /Resources << /ExtGState << {states}>> /XObject << {groups}>> >>",
            size.0, size.1
        );
        self.stream(&head, &content.operators)
    }

    /// Adds a page of a size in points, which shows a picture.
    pub(super) fn page(&mut self, width: f64, height: f64, operators: &str, picture: usize) {
        let content = self.stream("", operators);
        let page = format!(
            "<< /Type /Page /Parent {PAGES} 0 R /MediaBox [0 0 {width:.2} {height:.2}] /Contents {content} 0 R \
             /Resources << /XObject << /Picture {picture} 0 R >> >> >>"
        );
        let page = self.object(page.into_bytes());
        self.pages.push(page);
    }

    /// The bytes of the file.
    pub(super) fn finish(self) -> Vec<u8> {
        let kids: Vec<String> = self.pages.iter().map(|page| format!("{page} 0 R")).collect();
        let catalog = format!("<< /Type /Catalog /Pages {PAGES} 0 R >>").into_bytes();
        let pages = format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), kids.len()).into_bytes();
        let mut bytes = b"%PDF-1.5\n%\xE2\xE3\xCF\xD3\n".to_vec();
        let mut begins = Vec::new();
        for (i, object) in [catalog, pages].into_iter().chain(self.objects).enumerate() {
            begins.push(bytes.len());
            bytes.extend(format!("{} 0 obj\n", i + CATALOG).into_bytes());
            bytes.extend(object);
            bytes.extend(b"\nendobj\n");
        }
        let table = bytes.len();
        let mut end = format!("xref\n0 {}\n0000000000 65535 f \n", begins.len() + 1);
        for begin in &begins {
            let _ = writeln!(end, "{begin:010} 00000 n ");
        }
        let _ = write!(end, "trailer\n<< /Size {} /Root {CATALOG} 0 R >>\nstartxref\n{table}\n%%EOF\n", begins.len() + 1);
        bytes.extend(end.into_bytes());
        bytes
    }
}
