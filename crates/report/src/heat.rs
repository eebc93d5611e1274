//! The map as heat map: how often each line is taken, when, by whom, for whom, and how that went.

use crate::color;
use crate::figure::{Figure, Unit};
use crate::tables::lane_name;
use crate::tally::{FINE, SeatOutcome, Tally};
use railwright_core::narrow::narrow;
use railwright_draw::heat::{Band, svg};
use railwright_draw::{Drawing, Scene};

/// A map with what it shows.
pub struct HeatMap {
    /// What people read on the button that shows it.
    pub name: &'static str,
    /// What colour and width mean.
    pub about: String,
    /// The map.
    pub svg: String,
    /// Colours and what each stands for.
    pub legend: Vec<(String, String)>,
}

/// What is shown of a lane: colour and mark, and what is said of it.
type LaneStyle = (String, String, String);

/// All maps of one number of players; `link` says where the row of a lane is.
pub fn maps(tally: &Tally, drawing: &mut Drawing, link: &dyn Fn(usize) -> String) -> Vec<HeatMap> {
    let parts = &tally.rules.parts;
    if parts.map.lanes.is_empty() {
        return Vec::new();
    }
    let scene = drawing.scene(&tally.rules);
    let most = tally.lanes.iter().map(|lane| lane.moment.count).max().unwrap_or(0).max(1) as f64;
    let draw = |name: &'static str, about: String, legend: Vec<(String, String)>, look: &dyn Fn(usize) -> LaneStyle| {
        let band = |lane: usize| {
            let (color, mark, said) = look(lane);
            let times = tally.lanes[lane].moment.count;
            let width = times as f64 / most;
            Band { color, width, mark, title: format!("{}: {said}", lane_name(parts, lane)), link: link(lane) }
        };
        let bands: Vec<Band> = (0..tally.lanes.len()).map(band).collect();
        let title = format!("{}, {} players: lines, {name}", tally.rules.head.map_name, parts.seats);
        HeatMap { name, about, svg: svg(&scene, &bands, &title), legend }
    };
    let mut maps = vec![often(tally, &draw), when(tally, &draw), who(tally, &draw)];
    maps.extend((!parts.companies.is_empty()).then(|| for_whom(tally, &scene, &draw)));
    maps.push(success(tally, &draw));
    maps
}

type Draw<'a> = dyn Fn(&'static str, String, Vec<(String, String)>, &dyn Fn(usize) -> LaneStyle) -> HeatMap + 'a;

const NEVER: &str = "never taken";

fn said(figure: &Figure) -> String {
    format!("{} ({})", figure.text(), figure.range())
}

fn often(tally: &Tally, draw: &Draw) -> HeatMap {
    let share = |lane: usize| Figure::share(tally.lanes[lane].moment.count as f64, tally.games);
    let (low, high) = span((0..tally.lanes.len()).filter_map(share));
    let look = |lane: usize| match share(lane).filter(|figure| figure.value > 0.0) {
        Some(figure) => {
            (color::scale(place(figure.value, low, high)), String::new(), format!("taken in {} of games", said(&figure)))
        }
        None => (color::NONE.to_owned(), String::new(), NEVER.to_owned()),
    };
    draw("how often", "The wider and darker, the more often the line is taken.".to_owned(), steps(low, high), &look)
}

fn when(tally: &Tally, draw: &Draw) -> HeatMap {
    let mean = |lane: usize| Figure::mean(&tally.lanes[lane].moment, FINE / 100.0, Unit::Share);
    let (low, high) = span((0..tally.lanes.len()).filter_map(mean));
    let look = |lane: usize| match mean(lane) {
        Some(figure) => {
            let text = format!("taken after {} of the game, on average", said(&figure));
            (color::scale(place(figure.value, low, high)), String::new(), text)
        }
        None => (color::NONE.to_owned(), String::new(), NEVER.to_owned()),
    };
    let about = "The darker, the later the line is taken: the part of the game that has passed. The width is how often.";
    draw("when", about.to_owned(), steps(low, high), &look)
}

fn who(tally: &Tally, draw: &Draw) -> HeatMap {
    let seats = usize::from(tally.rules.parts.seats);
    let even = 100.0 / seats as f64;
    let look = |lane: usize| {
        let lane = &tally.lanes[lane];
        let shares: Vec<Figure> = lane.seats.iter().filter_map(|&taken| Figure::share(taken as f64, lane.moment.count)).collect();
        let each = shares.iter().enumerate().map(|(seat, figure)| format!("seat {} {}", seat + 1, said(figure)));
        let text = format!("taken by {}", each.collect::<Vec<_>>().join(", "));
        let most = (0..shares.len()).max_by(|&a, &b| shares[a].value.total_cmp(&shares[b].value));
        match most.filter(|&seat| shares[seat].beside(even) > 0) {
            Some(seat) => (color::kind(seat).to_owned(), (seat + 1).to_string(), text),
            None if shares.is_empty() => (color::NONE.to_owned(), String::new(), NEVER.to_owned()),
            None => (color::EVEN.to_owned(), String::new(), text),
        }
    };
    let mut legend: Vec<_> = (0..seats).map(|seat| (color::kind(seat).to_owned(), format!("seat {}", seat + 1))).collect();
    legend.push((color::EVEN.to_owned(), "no seat more than its even share".to_owned()));
    let about = "Which seat takes the line more often than its even share, its number on it. The width is how often.";
    draw("by whom", about.to_owned(), legend, &look)
}

fn for_whom(tally: &Tally, scene: &Scene, draw: &Draw) -> HeatMap {
    let seats = usize::from(tally.rules.parts.seats);
    let look = |lane: usize| {
        let lane = &tally.lanes[lane];
        let mut parties: Vec<(usize, u64)> = lane.parties.iter().copied().enumerate().filter(|(_, taken)| *taken > 0).collect();
        parties.sort_by_key(|(party, taken)| (std::cmp::Reverse(*taken), *party));
        let name = |party: usize| scene.parties.get(party).map_or_else(|| "nobody".to_owned(), |party| party.name.clone());
        let share = |taken: u64| Figure::share(taken as f64, lane.moment.count).map(|figure| said(&figure)).unwrap_or_default();
        let each: Vec<String> = parties.iter().map(|(party, taken)| format!("{} {}", name(*party), share(*taken))).collect();
        match parties.first().and_then(|(party, _)| scene.parties.get(*party)) {
            Some(party) => (party.color.clone(), party.mark.clone(), format!("taken for {}", each.join(", "))),
            None => (color::NONE.to_owned(), String::new(), NEVER.to_owned()),
        }
    };
    let legend = scene.parties.iter().skip(seats).map(|party| (party.color.clone(), format!("{} {}", party.mark, party.name)));
    let about = "For which company the line is taken most often, its initials on it. The width is how often.";
    draw("for whom", about.to_owned(), legend.collect(), &look)
}

fn success(tally: &Tally, draw: &Draw) -> HeatMap {
    let wins: f64 = tally.seats.iter().map(SeatOutcome::won).sum();
    let even = 100.0 * wins / (tally.seats.len().max(1) as f64 * tally.games.max(1) as f64);
    let look = |lane: usize| {
        let takers = &tally.lanes[lane].takers;
        match Figure::share(takers.won(), takers.times) {
            Some(figure) => {
                let side = figure.beside(even);
                let mark = ["−", "", "+"][narrow::<usize>(side + 1)];
                let text = format!("whoever took it won {} of the games", said(&figure));
                (color::side(side, (figure.value - even).abs() >= 10.0).to_owned(), mark.to_owned(), text)
            }
            None => (color::NONE.to_owned(), String::new(), NEVER.to_owned()),
        }
    };
    let even = crate::figure::fixed(even);
    let legend = vec![
        (color::side(1, true).to_owned(), format!("+ takers win more than {even} %, by 10 or more")),
        (color::side(1, false).to_owned(), "+ more, by less than 10".to_owned()),
        (color::EVEN.to_owned(), format!("{even} % is within the interval")),
        (color::side(-1, false).to_owned(), "− fewer, by less than 10".to_owned()),
        (color::side(-1, true).to_owned(), "− fewer, by 10 or more".to_owned()),
    ];
    let about = "How often those who took the line win, against what all seats win. The width is how often it is taken.";
    draw("in winners' hands", about.to_owned(), legend, &look)
}

/// The least and the largest value.
fn span(figures: impl Iterator<Item = Figure>) -> (f64, f64) {
    let (low, high) = figures.fold((f64::MAX, f64::MIN), |(low, high), figure| (low.min(figure.value), high.max(figure.value)));
    if low > high { (0.0, 100.0) } else { (low, high) }
}

/// Where a value lies between the least and the largest, from 0 to 1.
fn place(value: f64, low: f64, high: f64) -> f64 {
    (value - low) / (high - low).max(1e-9)
}

/// A legend for values from the least to the largest.
fn steps(low: f64, high: f64) -> Vec<(String, String)> {
    let step = |i: u8| {
        let part = f64::from(i) / 4.0;
        (color::scale(part), format!("{} %", crate::figure::fixed(low + (high - low) * part)))
    };
    (0..5).map(step).collect()
}
