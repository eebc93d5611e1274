//! Things on the sheet, found by where they are: whoever looks for what is near looks at a few cells and not at everything.

use crate::geometry::{Area, Point};
use railwright_core::narrow::{narrow, saturated, whole};

const CELL: f64 = 32.0;

/// The cells of a sheet; what lies beyond its border lies in the cells at the border.
pub struct Grid<T> {
    columns: usize,
    rows: usize,
    cells: Vec<Vec<T>>,
}

/// How many cells a distance has; none to the left of the sheet or above it.
fn cells(distance: f64) -> usize {
    saturated(whole((distance / CELL).max(0.0)))
}

impl<T: Copy> Grid<T> {
    /// The empty cells of a sheet.
    pub fn new(size: Point) -> Self {
        let (columns, rows) = (cells(size.x) + 2, cells(size.y) + 2);
        Grid { columns, rows, cells: vec![Vec::new(); columns * rows] }
    }

    fn column(&self, at: f64, most: usize) -> usize {
        cells(at).min(most - 1)
    }

    #[inline]
    fn cell(&self, at: Point) -> usize {
        self.column(at.y, self.rows) * self.columns + self.column(at.x, self.columns)
    }

    /// Adds something that is at a point.
    pub fn add(&mut self, at: Point, thing: T) {
        let cell = self.cell(at);
        self.cells[cell].push(thing);
    }

    /// Removes what is in the cell of a point and should not stay.
    pub fn retain(&mut self, at: Point, stays: impl Fn(&T) -> bool) {
        let cell = self.cell(at);
        self.cells[cell].retain(stays);
    }

    /// What is in the cell of a point.
    #[inline]
    pub fn at(&self, at: Point) -> &[T] {
        &self.cells[self.cell(at)]
    }

    /// Calls `each` with what is within an area or not far outside it; says how much that is.
    #[inline(always)]
    pub fn near(&self, area: Area, mut each: impl FnMut(&T)) -> usize {
        let (left, right) = (self.column(area.min.x, self.columns), self.column(area.max.x, self.columns));
        let mut met = 0;
        for row in self.column(area.min.y, self.rows)..=self.column(area.max.y, self.rows) {
            for cell in &self.cells[row * self.columns + left..=row * self.columns + right] {
                met += cell.len();
                cell.iter().for_each(&mut each);
            }
        }
        met
    }
}

impl Grid<u32> {
    /// Adds the number of something that takes up an area: it is found from every part of it.
    pub fn add_over(&mut self, area: Area, number: usize) {
        let (left, right) = (self.column(area.min.x, self.columns), self.column(area.max.x, self.columns));
        for row in self.column(area.min.y, self.rows)..=self.column(area.max.y, self.rows) {
            for column in left..=right {
                self.cells[row * self.columns + column].push(narrow::<u32>(number));
            }
        }
    }

    /// The numbers of what is within an area or not far outside it, each once and the lowest first.
    pub fn numbers(&self, area: Area) -> Vec<usize> {
        let mut found = Vec::new();
        self.near(area, |&number| found.push(number as usize));
        found.sort_unstable();
        found.dedup();
        found
    }
}
