//! A board that is drawn again and again: while its game is being written, or with other figures on it.

use crate::layout::{Layout, LayoutInput};
use crate::{LiveBoard, Scene, paint};
use railwright_rules::Rules;

/// A board for somebody who changes it: what is drawn where.
#[derive(Clone, PartialEq, Debug)]
pub struct PointedAt {
    /// The picture, with `data-lane` and `data-place` on its groups.
    pub svg: String,
    /// How many units of the picture a unit of the map is.
    pub scale: f64,
    /// Where in the picture the origin of the map lies.
    pub origin: (f64, f64),
}

/// Draws boards, and finds room for everything anew only when something that takes room has changed.
#[derive(Default)]
pub struct Drawing {
    last: Option<(LayoutInput, Layout)>,
}

impl Drawing {
    /// The board as SVG: the same as [`svg`](crate::svg) without a position.
    pub fn svg(&mut self, rules: &Rules) -> String {
        paint::svg(&self.scene(rules))
    }

    /// A board that stays on a page: the same as [`LiveBoard::new`].
    pub fn live(&mut self, rules: &Rules) -> LiveBoard {
        LiveBoard::of(self.scene(rules))
    }

    /// The board as it is printed, with every lane and place in a group that can be pointed at.
    pub fn pointed_at(&mut self, rules: &Rules) -> PointedAt {
        let scene = self.scene(rules);
        let Layout { scale, origin, .. } = scene.layout;
        PointedAt { svg: paint::live::board(&scene), scale, origin: (origin.x, origin.y) }
    }

    /// The scene of the board: the same as [`Scene::new`] without a position.
    pub fn scene<'a>(&mut self, rules: &'a Rules) -> Scene<'a> {
        Scene::laid_out(rules, None, None, |wanted| match &self.last {
            Some((last, layout)) if *last == wanted => layout.clone(),
            _ => {
                let threads = std::thread::available_parallelism().map_or(1, usize::from);
                let layout = Layout::on_threads(&wanted, threads);
                self.last.insert((wanted, layout)).1.clone()
            }
        })
    }
}
