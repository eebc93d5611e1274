//! The shapes of a picture as the operators of a PDF. Texts are outlines by now; soft edges are drawn hard.

use resvg::tiny_skia::PathSegment;
use resvg::usvg::{FillRule, Group, LineCap, LineJoin, Node, Opacity, Paint, PaintOrder, Path, Transform, Tree};
use std::fmt::Write as _;

/// The operators of a picture, and the opacities they use by number.
#[derive(Default)]
pub(super) struct Content {
    pub(super) operators: String,
    /// Of what is filled and of what is stroked, in thousandths.
    pub(super) opacities: Vec<(u16, u16)>,
    /// Groups that are see-through as a whole, by number.
    pub(super) groups: Vec<Content>,
}

impl Content {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut content = Content::default();
        content.group(tree.root());
        content
    }

    fn group(&mut self, group: &Group) {
        let opacity = group.opacity().get();
        if opacity >= 1.0 {
            return self.children(group);
        }
        let mut inner = Content::default();
        inner.children(group);
        let state = self.state((thousandths(opacity), thousandths(opacity)));
        let _ = writeln!(self.operators, "q /G{state} gs /X{} Do Q", self.groups.len());
        self.groups.push(inner);
    }

    /// The number of a pair of opacities.
    fn state(&mut self, opacities: (u16, u16)) -> usize {
        self.opacities.iter().position(|known| *known == opacities).unwrap_or_else(|| {
            self.opacities.push(opacities);
            self.opacities.len() - 1
        })
    }

    fn children(&mut self, group: &Group) {
        let clip = group.clip_path();
        if let Some(clip) = clip {
            self.operators += "q\n";
            let at = group.abs_transform().pre_concat(clip.transform());
            for node in clip.root().children() {
                if let Node::Path(path) = node {
                    self.outline(path, at.pre_concat(clip.root().transform()));
                }
            }
            self.operators += "W n\n";
        }
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner),
                Node::Path(path) => self.path(path),
                Node::Text(text) => self.group(text.flattened()),
                Node::Image(_) => {}
            }
        }
        if clip.is_some() {
            self.operators += "Q\n";
        }
    }

    fn path(&mut self, path: &Path) {
        if !path.is_visible() {
            return;
        }
        let color = |paint: &Paint| match paint {
            Paint::Color(color) => Some([color.red, color.green, color.blue].map(|part| f32::from(part) / 255.0)),
            _ => None,
        };
        let fill = path.fill().and_then(|fill| Some((color(fill.paint())?, fill)));
        let stroke = path.stroke().and_then(|stroke| Some((color(stroke.paint())?, stroke)));
        if fill.is_none() && stroke.is_none() {
            return;
        }
        let alpha = |part: Option<Opacity>| thousandths(part.map_or(1.0, |o| o.get()));
        let state = self.state((alpha(fill.map(|(_, f)| f.opacity())), alpha(stroke.map(|(_, s)| s.opacity()))));
        let _ = writeln!(self.operators, "q /G{state} gs");
        if let Some(([r, g, b], _)) = fill {
            let _ = writeln!(self.operators, "{r:.3} {g:.3} {b:.3} rg");
        }
        if let Some(([r, g, b], stroke)) = stroke {
            let at = path.abs_transform();
            // Widths are scaled as areas are: the drawings turn and scale, but do not stretch.
            let scale = (at.sx * at.sy - at.kx * at.ky).abs().sqrt();
            let cap = match stroke.linecap() {
                LineCap::Butt => 0,
                LineCap::Round => 1,
                LineCap::Square => 2,
            };
            let join = match stroke.linejoin() {
                LineJoin::Round => 1,
                LineJoin::Bevel => 2,
                LineJoin::Miter | LineJoin::MiterClip => 0,
            };
            let _ = writeln!(self.operators, "{r:.3} {g:.3} {b:.3} RG {:.3} w {cap} J {join} j", stroke.width().get() * scale);
            if let Some(dashes) = stroke.dasharray() {
                let dashes: Vec<String> = dashes.iter().map(|dash| format!("{:.3}", dash * scale)).collect();
                let _ = writeln!(self.operators, "[{}] {:.3} d", dashes.join(" "), stroke.dashoffset() * scale);
            }
        }
        let even_odd = fill.is_some_and(|(_, fill)| fill.rule() == FillRule::EvenOdd);
        let fills = if even_odd { "f*\n" } else { "f\n" };
        let mut paint = |operator: &str| {
            self.outline(path, path.abs_transform());
            self.operators += operator;
        };
        // The halo of a label is stroked before the letters are filled.
        match (fill.is_some(), stroke.is_some(), path.paint_order()) {
            (true, true, PaintOrder::FillAndStroke) => paint(if even_odd { "B*\n" } else { "B\n" }),
            (true, true, PaintOrder::StrokeAndFill) => {
                paint("S\n");
                paint(fills);
            }
            (true, false, _) => paint(fills),
            (false, ..) => paint("S\n"),
        }
        self.operators += "Q\n";
    }

    fn outline(&mut self, path: &Path, at: Transform) {
        let mut last = (0.0, 0.0);
        let place = |x: f32, y: f32| (at.sx * x + at.kx * y + at.tx, at.ky * x + at.sy * y + at.ty);
        for segment in path.data().segments() {
            let _ = match segment {
                PathSegment::MoveTo(p) => {
                    last = place(p.x, p.y);
                    writeln!(self.operators, "{:.2} {:.2} m", last.0, last.1)
                }
                PathSegment::LineTo(p) => {
                    last = place(p.x, p.y);
                    writeln!(self.operators, "{:.2} {:.2} l", last.0, last.1)
                }
                PathSegment::QuadTo(c, p) => {
                    let (c, end) = (place(c.x, c.y), place(p.x, p.y));
                    // A curve of the second degree as one of the third.
                    let third = |from: (f32, f32)| (from.0 + (c.0 - from.0) * 2.0 / 3.0, from.1 + (c.1 - from.1) * 2.0 / 3.0);
                    let (a, b) = (third(last), third(end));
                    last = end;
                    writeln!(self.operators, "{:.2} {:.2} {:.2} {:.2} {:.2} {:.2} c", a.0, a.1, b.0, b.1, end.0, end.1)
                }
                PathSegment::CubicTo(a, b, p) => {
                    let (a, b) = (place(a.x, a.y), place(b.x, b.y));
                    last = place(p.x, p.y);
                    writeln!(self.operators, "{:.2} {:.2} {:.2} {:.2} {:.2} {:.2} c", a.0, a.1, b.0, b.1, last.0, last.1)
                }
                PathSegment::Close => writeln!(self.operators, "h"),
            };
        }
    }
}

fn thousandths(part: f32) -> u16 {
    (part * 1000.0).round() as u16
}
