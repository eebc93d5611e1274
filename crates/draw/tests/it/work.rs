//! How much is done to lay out a map: it grows with the map, and there is an end to it. Operations are counted, not time.

use crate::common::bundled_boards;
use railwright_core::Random;
use railwright_draw::geometry::{Point, point};
use railwright_draw::layout::{Layout, LayoutInput, LineInput, MOST_BENDING, MOST_PLACING, MOST_WORK, PlaceInput};

fn between(random: &mut Random, low: f64, high: f64) -> f64 {
    low + (high - low) * f64::from(random.below(10_000)) / 10_000.0
}

fn map(at: Vec<Point>, lines: Vec<[usize; 2]>, random: &mut Random) -> LayoutInput {
    let place = |(i, at)| PlaceInput { at, radius: 8.5, name: Some(format!("Town {i}")), below: Vec::new() };
    let mut line = |ends| {
        let lanes = 1 + random.below(5) as usize / 4;
        let badges = if random.below(4) == 0 { vec![(18.0, None)] } else { Vec::new() };
        LineInput { ends, length: 1 + random.below(5) as usize, lanes, shorter: Vec::new(), badges }
    };
    let lines = lines.into_iter().map(&mut line).collect();
    let high = at.iter().fold(point(100.0, 100.0), |high, at| point(high.x.max(at.x), high.y.max(at.y)));
    LayoutInput { size: high, places: at.into_iter().enumerate().map(place).collect(), lines }
}

/// A map as people make them: places all over the sheet, lines between those that are near, hardly two that cross.
fn planar(side: usize, seed: u64) -> LayoutInput {
    let mut random = Random::new(seed);
    let at = |i: usize, random: &mut Random| {
        let [x, y] = [i % side, i / side].map(|n| 100.0 * n as f64 + between(random, -30.0, 30.0));
        point(x + 50.0, y + 50.0)
    };
    let places: Vec<Point> = (0..side * side).map(|i| at(i, &mut random)).collect();
    let mut lines = Vec::new();
    for i in 0..places.len() {
        lines.extend((i % side + 1 < side).then_some([i, i + 1]));
        lines.extend((i + side < places.len()).then_some([i, i + side]));
    }
    map(places, lines, &mut random)
}

/// Lines between any two places: what nobody can draw well.
fn dense(places: usize, lines: usize, seed: u64) -> LayoutInput {
    let mut random = Random::new(seed);
    let at = (0..places).map(|_| point(between(&mut random, 0.0, 1000.0), between(&mut random, 0.0, 700.0))).collect();
    let mut ends = || {
        let from = random.below(places as u32) as usize;
        [from, (from + 1 + random.below(places as u32 - 1) as usize) % places]
    };
    let lines = (0..lines).map(|_| ends()).collect();
    map(at, lines, &mut random)
}

/// All lines lead out of one place.
fn star(lines: usize, seed: u64) -> LayoutInput {
    let mut wanted = dense(40, lines, seed);
    wanted.lines.iter_mut().enumerate().for_each(|(i, line)| line.ends = [0, 1 + i % 39]);
    wanted
}

/// All places are at one point.
fn heap(places: usize, lines: usize, seed: u64) -> LayoutInput {
    let mut wanted = dense(places, lines, seed);
    wanted.places.iter_mut().for_each(|place| place.at = point(300.0, 200.0));
    wanted
}

#[test]
fn bundled_boards_have_work_to_spare() {
    for board in bundled_boards() {
        // Less than a third of a unit in one place is nothing that an eye finds.
        let layout = &board.layout;
        assert!(!layout.plain && layout.overlap < 0.3, "{}: {} overlaps", board.rules.head.id, layout.overlap);
        assert!(board.layout.work < MOST_WORK * 3 / 4, "{} takes {}", board.rules.head.id, board.layout.work);
    }
}

#[test]
fn twice_the_map_takes_little_more_than_twice_the_work() {
    let work = |side: usize| {
        let maps = (0..3).map(|seed| planar(side, seed));
        let done = maps.map(|wanted| (Layout::new(&wanted).work, wanted.lines.len() as u64));
        done.fold((0, 0), |sum, (work, lines)| (sum.0 + work, sum.1 + lines))
    };
    let (small, few) = work(6);
    for side in [9, 13, 19] {
        let (large, many) = work(side);
        assert!(large * few < small * many * 2, "{few} lines take {small}, {many} take {large}");
    }
}

#[test]
fn no_map_takes_more_work_than_there_is() {
    let maps = [
        ("40 places, 120 lines", dense(40, 120, 1), true),
        ("120 places, 240 lines", dense(120, 240, 2), true),
        ("600 places, 1,200 lines", dense(600, 1200, 3), true),
        ("a star", star(400, 4), true),
        ("a heap", heap(200, 300, 5), true),
        ("a large good map", planar(30, 6), false),
    ];
    for (name, wanted, plain) in maps {
        let layout = Layout::new(&wanted);
        // What is begun is finished: one label, one way to bend a line.
        assert!(layout.work < (MOST_WORK + MOST_BENDING + MOST_PLACING) * 11 / 10, "{name} takes {}", layout.work);
        assert_eq!(layout.plain, plain, "{name}");
        assert_eq!(layout.curves.len(), wanted.lines.len(), "{name}: every line is drawn");
        assert!(layout.labels.iter().all(Option::is_some), "{name}: every name is written");
        let spaces = layout.spaces.iter().zip(&wanted.lines);
        assert!(spaces.into_iter().all(|(spaces, line)| spaces.len() == line.lanes && spaces[0].len() == line.length), "{name}");
    }
}

#[test]
fn a_map_that_is_drawn_plainly_is_the_same_on_any_number_of_threads() {
    let wanted = dense(40, 90, 7);
    let drawn = |threads| {
        let layout = Layout::on_threads(&wanted, threads);
        let curves: Vec<_> = layout.curves.iter().map(|curve| curve.control).collect();
        (layout.size, curves, layout.labels, layout.badges, layout.plain)
    };
    let alone = drawn(1);
    assert!(alone.4, "it has more lines than room is found for");
    assert!(alone == drawn(3));
}
