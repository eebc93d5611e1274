//! Where the places of a sketch lie, which of them are joined, and how far it is from one to another.

/// What the places of a sketch are called; their ids are the same in small letters.
pub const NAMES: [&str; 24] = [
    "Ashby", "Brook", "Crane", "Dover", "Elmet", "Firth", "Grove", "Holm", "Ingle", "Jarrow", "Kelso", "Lorne", "Marsh", "Neath",
    "Orrin", "Penn", "Quill", "Rowan", "Stowe", "Thorpe", "Upton", "Vale", "Wick", "Yarrow",
];

/// How many places a sketch can have, and in how many rows: a game gets the fewest that its rules are content with.
pub const SIZES: [(usize, usize); 4] = [(8, 2), (12, 3), (18, 3), (24, 4)];

/// How far places lie beside the points of a grid, for a board that looks like one.
const NUDGES: [[i64; 2]; 7] = [[0, 10], [20, -25], [-15, 20], [25, 5], [-20, -15], [10, 25], [-5, -20]];

/// A grid of places, column after column, in which neighbours are joined.
pub struct Layout {
    /// How wide and how high the picture is.
    pub size: [i64; 2],
    /// Where each place is drawn.
    pub at: Vec<[i64; 2]>,
    /// Which places are joined, the one further left first.
    pub joined: Vec<(usize, usize)>,
}

impl Layout {
    /// So many places in so many rows.
    pub fn new(places: usize, rows: usize) -> Self {
        let columns = places / rows;
        let along = |step: i64, count: usize| 90 + step * count as i64;
        let (mut at, mut joined) = (Vec::new(), Vec::new());
        for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
            let here = column * rows + row;
            let [right, down] = NUDGES[here % NUDGES.len()];
            at.push([along(200, column) + right, along(190, row) + down]);
            let (more_columns, more_rows) = (column + 1 < columns, row + 1 < rows);
            joined.extend(more_columns.then_some((here, here + rows)));
            joined.extend(more_rows.then_some((here, here + 1)));
            // Each square of the grid has one diagonal, of neighbours the other.
            let diagonal = if (column + row) % 2 == 0 { (here, here + rows + 1) } else { (here + 1, here + rows) };
            joined.extend((more_columns && more_rows).then_some(diagonal));
        }
        Self { size: [along(200, columns - 1) + 90, along(190, rows - 1) + 90], at, joined }
    }

    /// How far two places are from each other in the picture, squared.
    pub fn apart(&self, (a, b): (usize, usize)) -> i64 {
        squared(self.at[a], self.at[b])
    }
}

/// How far two points are from each other, squared.
pub fn squared(a: [i64; 2], b: [i64; 2]) -> i64 {
    let far = |i: usize| a[i].saturating_sub(b[i]).saturating_pow(2);
    far(0).saturating_add(far(1))
}

/// Spaces on the shortest way from each place to each other one.
pub fn distances(places: usize, lines: &[(usize, usize, i64)]) -> Vec<Vec<i64>> {
    let mut far = vec![vec![i64::MAX / 2; places]; places];
    (0..places).for_each(|place| far[place][place] = 0);
    for &(a, b, length) in lines {
        far[a][b] = far[a][b].min(length);
        far[b][a] = far[a][b];
    }
    for (over, from, to) in (0..places).flat_map(|o| (0..places).flat_map(move |f| (0..places).map(move |t| (o, f, t)))) {
        far[from][to] = far[from][to].min(far[from][over] + far[over][to]);
    }
    far
}
