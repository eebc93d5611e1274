//! Writes SVG: elements, attributes and texts.

use crate::font::{self, Weight};
use crate::geometry::Point;
use railwright_markup::{escape, fine, number};
use std::fmt::Write;

/// An SVG text under construction.
pub struct Writer {
    out: String,
    open: Vec<&'static str>,
}

/// An element whose attributes are being written.
pub struct Element<'a> {
    writer: &'a mut Writer,
    name: &'static str,
}

/// How a text is set.
#[derive(Clone, Copy, Debug)]
pub struct TextStyle {
    /// Its size.
    pub size: f64,
    /// How heavy it is.
    pub weight: Weight,
    /// Its colour.
    pub fill: &'static str,
    /// The colour of a rim around the letters that keeps them legible on lines.
    pub halo: Option<&'static str>,
}

impl Writer {
    /// The beginning of a picture of that size.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        let mut writer = Writer { out: String::new(), open: Vec::new() };
        let (w, h) = (number(width), number(height));
        let root = writer.element("svg").attr("xmlns", "http://www.w3.org/2000/svg").attr("viewBox", &format!("0 0 {w} {h}"));
        root.attr("width", &w).attr("height", &h).attr("role", "img").attr("font-family", font::FAMILIES).open();
        writer.element("title").text(title);
        writer
    }

    /// The same as part of a page, whose width it takes.
    pub fn inline(width: f64, height: f64, title: &str) -> Self {
        let mut writer = Writer { out: String::new(), open: Vec::new() };
        let view = format!("0 0 {} {}", number(width), number(height));
        writer.element("svg").attr("viewBox", &view).attr("role", "img").attr("font-family", font::FAMILIES).open();
        writer.element("title").text(title);
        writer
    }

    /// A piece of a picture, without a root of its own.
    pub fn fragment() -> Self {
        Writer { out: String::new(), open: Vec::new() }
    }

    /// Begins an element; what is done with it last writes it.
    pub fn element(&mut self, name: &'static str) -> Element<'_> {
        self.out.push('<');
        self.out.push_str(name);
        Element { writer: self, name }
    }

    /// Closes the innermost open element.
    pub fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            let _ = writeln!(self.out, "</{name}>");
        }
    }

    /// A text with its middle, start or end (`anchor`) at a point of the line of writing.
    pub fn text(&mut self, at: Point, anchor: Anchor, style: TextStyle, text: &str) {
        if text.is_empty() {
            return;
        }
        let width = font::width(text, style.size, style.weight);
        let x = match anchor {
            Anchor::Start => at.x,
            Anchor::Middle => at.x - width / 2.0,
            Anchor::End => at.x - width,
        };
        let mut element = self.element("text").number("x", x).number("y", at.y).number("font-size", style.size);
        if style.weight == Weight::Bold {
            element = element.attr("font-weight", "bold");
        }
        if let Some(halo) = style.halo {
            element = element.attr("stroke", halo).number("stroke-width", style.size * 0.26);
            element = element.attr("stroke-linejoin", "round").attr("paint-order", "stroke");
        }
        element.number("textLength", width).attr("fill", style.fill).text(text);
    }

    /// The whole text.
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }
}

/// Which part of a text stands at its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Its start.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

impl Element<'_> {
    /// An attribute.
    pub fn attr(self, name: &str, value: &str) -> Self {
        let _ = write!(self.writer.out, " {name}=\"");
        self.writer.out.push_str(&escape(value));
        self.writer.out.push('"');
        self
    }

    /// An attribute that is a number.
    pub fn number(self, name: &str, value: f64) -> Self {
        let _ = write!(self.writer.out, " {name}=\"{}\"", number(value));
        self
    }

    /// Moves the element to a point and turns it so that its x axis points along a direction of length one.
    pub fn placed(self, at: Point, along: Point) -> Self {
        let (x, y) = (number(at.x), number(at.y));
        let _ = match (number(along.x).as_str(), number(along.y).as_str()) {
            ("1", "0") => write!(self.writer.out, " transform=\"translate({x} {y})\""),
            _ => {
                let (a, b, c) = (fine(along.x), fine(along.y), fine(-along.y));
                write!(self.writer.out, " transform=\"matrix({a} {b} {c} {a} {x} {y})\"")
            }
        };
        self
    }

    /// The element is empty.
    pub fn done(self) {
        self.writer.out.push_str("/>\n");
    }

    /// What follows is inside the element until [`Writer::close`].
    pub fn open(self) {
        self.writer.out.push_str(">\n");
        self.writer.open.push(self.name);
    }

    /// The element holds a text.
    pub fn text(self, text: &str) {
        self.writer.out.push('>');
        self.writer.out.push_str(&escape(text));
        let _ = writeln!(self.writer.out, "</{}>", self.name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::point;

    #[test]
    fn texts_and_attributes_are_escaped() {
        let mut writer = Writer::new(10.0, 10.0, "A & B");
        writer.element("g").attr("id", "\"<>&").open();
        let style = TextStyle { size: 4.0, weight: Weight::Regular, fill: "#000", halo: None };
        writer.text(point(1.0, 2.0), Anchor::Start, style, "</text>\u{1}");
        let svg = writer.finish();
        assert!(svg.contains("<title>A &amp; B</title>"), "{svg}");
        assert!(svg.contains("id=\"&quot;&lt;&gt;&amp;\"") && svg.contains(">&lt;/text&gt;\u{fffd}</text>"), "{svg}");
        assert!(svg.ends_with("</g>\n</svg>\n"), "{svg}");
    }
}
