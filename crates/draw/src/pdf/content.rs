//! The shapes of a picture as the operators of a PDF. Texts are outlines by now; soft edges are drawn hard.

use super::file::{group_name, state_name};
use super::rounded;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Name};
use railwright_core::narrow::{saturated, whole};
use resvg::tiny_skia::PathSegment;
use resvg::usvg::{FillRule, Group, LineCap, LineJoin, Node, Opacity, Paint, PaintOrder, Path, Stroke, Transform, Tree};

/// The operators of a picture, and the opacities they use by number.
pub(super) struct Shapes {
    pub(super) operators: Content,
    /// Of what is filled and of what is stroked, in thousandths.
    pub(super) opacities: Vec<(u16, u16)>,
    /// Groups that are see-through as a whole, by number.
    pub(super) groups: Vec<Shapes>,
}

impl Shapes {
    fn none() -> Self {
        Shapes { operators: Content::new(), opacities: Vec::new(), groups: Vec::new() }
    }

    pub(super) fn of(tree: &Tree) -> Self {
        let mut shapes = Shapes::none();
        shapes.group(tree.root());
        shapes
    }

    fn group(&mut self, group: &Group) {
        let opacity = group.opacity().get();
        if opacity >= 1.0 {
            return self.children(group);
        }
        let mut inner = Shapes::none();
        inner.children(group);
        let state = self.state((thousandths(opacity), thousandths(opacity)));
        self.operators.save_state().set_parameters(Name(&state_name(state)));
        self.operators.x_object(Name(&group_name(self.groups.len()))).restore_state();
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
            self.operators.save_state();
            let at = group.abs_transform().pre_concat(clip.transform());
            for node in clip.root().children() {
                if let Node::Path(path) = node {
                    self.outline(path, at.pre_concat(clip.root().transform()));
                }
            }
            self.operators.clip_nonzero().end_path();
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
            self.operators.restore_state();
        }
    }

    fn path(&mut self, path: &Path) {
        if !path.is_visible() {
            return;
        }
        let color = |paint: &Paint| match paint {
            Paint::Color(color) => Some([color.red, color.green, color.blue].map(|part| fine(f32::from(part) / 255.0))),
            _ => None,
        };
        let fill = path.fill().and_then(|fill| Some((color(fill.paint())?, fill)));
        let stroke = path.stroke().and_then(|stroke| Some((color(stroke.paint())?, stroke)));
        if fill.is_none() && stroke.is_none() {
            return;
        }
        let alpha = |part: Option<Opacity>| thousandths(part.map_or(1.0, |o| o.get()));
        let state = self.state((alpha(fill.map(|(_, f)| f.opacity())), alpha(stroke.map(|(_, s)| s.opacity()))));
        self.operators.save_state().set_parameters(Name(&state_name(state)));
        if let Some(([r, g, b], _)) = fill {
            self.operators.set_fill_rgb(r, g, b);
        }
        if let Some(([r, g, b], stroke)) = stroke {
            self.operators.set_stroke_rgb(r, g, b);
            self.pen(stroke, path.abs_transform());
        }
        let even_odd = fill.is_some_and(|(_, fill)| fill.rule() == FillRule::EvenOdd);
        let mut paint = |operator: fn(&mut Content) -> &mut Content| {
            self.outline(path, path.abs_transform());
            operator(&mut self.operators);
        };
        let fills = if even_odd { Content::fill_even_odd } else { Content::fill_nonzero };
        // The halo of a label is stroked before the letters are filled.
        match (fill.is_some(), stroke.is_some(), path.paint_order()) {
            (true, true, PaintOrder::FillAndStroke) if even_odd => paint(Content::fill_even_odd_and_stroke),
            (true, true, PaintOrder::FillAndStroke) => paint(Content::fill_nonzero_and_stroke),
            (true, true, PaintOrder::StrokeAndFill) => {
                paint(Content::stroke);
                paint(fills);
            }
            (true, false, _) => paint(fills),
            (false, ..) => paint(Content::stroke),
        }
        self.operators.restore_state();
    }

    /// How a line is drawn: its width, its ends and corners, its dashes.
    fn pen(&mut self, stroke: &Stroke, at: Transform) {
        // Widths are scaled as areas are: the drawings turn and scale, but do not stretch.
        let scale = (at.sx * at.sy - at.kx * at.ky).abs().sqrt();
        let cap = match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        };
        let join = match stroke.linejoin() {
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
        };
        self.operators.set_line_width(fine(stroke.width().get() * scale)).set_line_cap(cap).set_line_join(join);
        if let Some(dashes) = stroke.dasharray() {
            let dashes = dashes.iter().map(|dash| fine(dash * scale));
            self.operators.set_dash_pattern(dashes, fine(stroke.dashoffset() * scale));
        }
    }

    fn outline(&mut self, path: &Path, at: Transform) {
        let mut last = (0.0, 0.0);
        let place = |x: f32, y: f32| (at.sx * x + at.kx * y + at.tx, at.ky * x + at.sy * y + at.ty);
        for segment in path.data().segments() {
            match segment {
                PathSegment::MoveTo(p) => {
                    last = place(p.x, p.y);
                    self.operators.move_to(coordinate(last.0), coordinate(last.1));
                }
                PathSegment::LineTo(p) => {
                    last = place(p.x, p.y);
                    self.operators.line_to(coordinate(last.0), coordinate(last.1));
                }
                PathSegment::QuadTo(c, p) => {
                    let (c, end) = (place(c.x, c.y), place(p.x, p.y));
                    // A curve of the second degree as one of the third.
                    let third = |from: (f32, f32)| (from.0 + (c.0 - from.0) * 2.0 / 3.0, from.1 + (c.1 - from.1) * 2.0 / 3.0);
                    let (a, b) = (third(last), third(end));
                    last = end;
                    self.curve(a, b, end);
                }
                PathSegment::CubicTo(a, b, p) => {
                    last = place(p.x, p.y);
                    self.curve(place(a.x, a.y), place(b.x, b.y), last);
                }
                PathSegment::Close => {
                    self.operators.close_path();
                }
            }
        }
    }

    fn curve(&mut self, a: (f32, f32), b: (f32, f32), end: (f32, f32)) {
        let [ax, ay, bx, by, x, y] = [a.0, a.1, b.0, b.1, end.0, end.1].map(coordinate);
        self.operators.cubic_to(ax, ay, bx, by, x, y);
    }
}

/// A coordinate to the hundredth of a unit: nobody sees more, and the file would be half as large again.
fn coordinate(length: f32) -> f32 {
    rounded(length.into(), 2)
}

/// Widths and colours, which are few, to the thousandth.
fn fine(part: f32) -> f32 {
    rounded(part.into(), 3)
}

fn thousandths(part: f32) -> u16 {
    saturated::<u16>(whole((part * 1000.0).round().into()))
}
