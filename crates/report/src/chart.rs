//! Small charts beside the tables: they show at a glance what the tables say exactly.

use crate::color;
use crate::figure::{Figure, Unit, fixed};
use crate::tables::capital;
use crate::tally::{FINE, Series, Tally};
use railwright_core::narrow::{narrow, whole};
use railwright_markup::{escape, number};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 220.0;
/// Room for the numbers at the left and below.
const LEFT: f64 = 76.0;
const BELOW: f64 = 34.0;
/// The bars of a histogram.
const BARS: usize = 24;

fn frame(label: &str, height: f64, body: &str) -> String {
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"{}\">{body}</svg>\n",
        number(height),
        escape(label)
    )
}

fn text(x: f64, y: f64, anchor: &str, text: &str) -> String {
    format!("<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>", number(x), number(y), escape(text))
}

/// How often each value of a series occurs.
pub fn histogram(series: &Series, name: &str) -> String {
    let (least, most) = (series.summary.least, series.summary.most);
    if series.values.is_empty() || least == most {
        return String::new();
    }
    let width = whole(((most - least + 1) as f64 / BARS as f64).ceil().max(1.0));
    let mut bars = vec![0u64; narrow::<usize>((most - least) / width + 1)];
    series.values.iter().for_each(|(_, value)| bars[narrow::<usize>((value - least) / width)] += 1);
    let (highest, games) = (bars.iter().copied().max().unwrap_or(1) as f64, series.values.len() as f64);
    let (room, base) = ((WIDTH - LEFT) / bars.len() as f64, HEIGHT - BELOW);
    let mut body = String::new();
    for (i, &count) in bars.iter().enumerate() {
        let (height, from) = (count as f64 / highest * (base - 24.0), least + i as i64 * width);
        let to = from + width - 1;
        let range = if width == 1 { from.to_string() } else { format!("{from} to {to}") };
        let share = fixed(100.0 * count as f64 / games);
        body += &format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"><title>{range}: {share} % of games</title></rect>",
            number(LEFT + i as f64 * room + 0.5),
            number(base - height),
            number(room - 1.0),
            number(height),
            color::kind(0)
        );
    }
    body += &text(LEFT - 6.0, 34.0, "end", &format!("{} %", fixed(100.0 * highest / games)));
    body += &text(LEFT, HEIGHT - 10.0, "start", &least.to_string());
    body += &text(WIDTH, HEIGHT - 10.0, "end", &most.to_string());
    body += &text(LEFT + (WIDTH - LEFT) / 2.0, HEIGHT - 10.0, "middle", name);
    frame(&format!("How often a game has so many {name}: from {least} to {most}"), HEIGHT, &body)
}

/// Legal actions in each part of the game, with the interval around the mean.
pub fn branching(tally: &Tally) -> String {
    let figures: Vec<(usize, Figure)> = tally
        .branching
        .iter()
        .enumerate()
        .filter_map(|(i, summary)| Some((i, Figure::mean(summary, FINE, Unit::Number)?)))
        .collect();
    let highest = figures.iter().map(|(_, figure)| figure.high).fold(1.0, f64::max);
    let base = HEIGHT - BELOW;
    let x = |i: usize| LEFT + (i as f64 + 0.5) / tally.branching.len() as f64 * (WIDTH - LEFT);
    let y = |value: f64| base - value.max(0.0) / highest * (base - 24.0);
    let point = |i: usize, value: f64| format!("{} {}", number(x(i)), number(y(value)));
    let line: Vec<String> = figures.iter().map(|(i, figure)| point(*i, figure.value)).collect();
    let high = figures.iter().map(|(i, figure)| point(*i, figure.high));
    let low = figures.iter().rev().map(|(i, figure)| point(*i, figure.low));
    let band: Vec<String> = high.chain(low).collect();
    let mut body = format!("<path d=\"M{}Z\" fill=\"{}\"/>", band.join("L"), color::kind(4));
    body += &format!("<path d=\"M{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\"/>", line.join("L"), color::kind(0));
    for (i, figure) in &figures {
        body += &format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"4\" fill=\"{}\"><title>{} ({})</title></circle>",
            number(x(*i)),
            number(y(figure.value)),
            color::kind(0),
            figure.text(),
            figure.range()
        );
    }
    body += &format!("<path d=\"M{LEFT} {}H{WIDTH}\" stroke=\"#2b2a28\"/>", number(base));
    body += &text(LEFT - 6.0, y(highest) + 8.0, "end", &fixed(highest));
    body += &text(LEFT - 6.0, base, "end", "0");
    body += &text(LEFT, HEIGHT - 10.0, "start", "beginning");
    body += &text(WIDTH, HEIGHT - 10.0, "end", "end of the game");
    frame("Legal actions at a decision, from the beginning of the game to its end", HEIGHT, &body)
}

/// What the scores of winners and of others consist of.
pub fn composition(tally: &Tally) -> String {
    let names: Vec<&str> = tally.rules.score.lines.iter().map(|line| line.name.as_str()).collect();
    let part = |who: usize, line: usize| {
        let seats = tally.scores[who].count;
        if seats == 0 { 0.0 } else { tally.lines[line].points[who].sum as f64 / seats as f64 }
    };
    let side = |who: usize, sign: f64| (0..names.len()).map(|line| (part(who, line) * sign).max(0.0)).sum::<f64>();
    let below = (0..2).map(|who| side(who, -1.0)).fold(0.0, f64::max);
    let above = (0..2).map(|who| side(who, 1.0)).fold(0.0, f64::max);
    if below + above <= 0.0 {
        return String::new();
    }
    let left = 92.0;
    let scale = (WIDTH - left - 8.0) / (below + above);
    let zero = left + below * scale;
    let mut body = String::new();
    for (who, name) in ["winners", "others"].into_iter().enumerate() {
        let top = 14.0 + who as f64 * 62.0;
        body += &text(left - 8.0, top + 31.0, "end", name);
        let (mut right, mut to_left) = (zero, zero);
        for (line, name) in names.iter().enumerate() {
            let (points, width) = (part(who, line), part(who, line).abs() * scale);
            let x = if points < 0.0 { to_left - width } else { right };
            if points < 0.0 {
                to_left -= width
            } else {
                right += width
            }
            if width < 0.05 {
                continue;
            }
            let (color, place) = (color::kind(line), line + 1);
            let title = format!("<title>{place} {}: {}</title>", escape(name), fixed(points));
            body += &format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"46\" fill=\"{color}\" stroke=\"#fff\">{title}</rect>",
                number(x),
                number(top),
                number(width)
            );
            if width > 22.0 {
                let ink = color::ink_on(color);
                body += &format!(
                    "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"{ink}\">{place}</text>",
                    number(x + width / 2.0),
                    number(top + 31.0)
                );
            }
        }
    }
    body += &format!("<path d=\"M{0} 6V130\" stroke=\"#2b2a28\" stroke-width=\"2\"/>", number(zero));
    let entry = |(line, name): (usize, &&str)| {
        format!(
            "<li><span class=\"swatch\" style=\"background:{}\"></span>{} {}</li>",
            color::kind(line),
            line + 1,
            escape(&capital(name))
        )
    };
    let shown = names.iter().enumerate().filter(|(line, _)| (0..2).any(|who| part(who, *line).abs() * scale >= 0.05));
    let legend: String = shown.map(entry).collect();
    let chart = frame("What scores consist of, for winners and for others; the table has the numbers", 136.0, &body);
    format!("{chart}<ul class=\"legend\">{legend}</ul>\n")
}
