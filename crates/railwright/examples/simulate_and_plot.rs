//! Many games, and what they scored as a picture: `simulate_and_plot scores.svg`.
//!
//!     cargo run -p railwright --example simulate_and_plot -- scores.svg

use railwright::markup::{escape, number};
use railwright::{Error, Player, Seat, load, simulate};
use std::fmt::Write as _;

const COLOURS: [&str; 2] = ["#1f6f8b", "#c8553d"];
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 40.0;
/// How many points one bar stands for.
const STEP: i64 = 10;

fn main() -> Result<(), Error> {
    let game = load("ticket-to-ride")?;
    let players = [Player::greedy(), Player::random()];
    let mut scores: [Vec<i64>; 2] = Default::default();
    let simulated = simulate(&game).games(300).seed(4).players(players.clone()).run_each(|finished| {
        scores.iter_mut().zip(&finished.totals).for_each(|(all, total)| all.push(*total));
    })?;
    print!("{simulated}");

    let names = players.map(|player| player.to_string());
    let picture = plot(&format!("{}: {} games", game.name(), simulated.games()), &names, &scores);
    match std::env::args().nth(1) {
        Some(path) => std::fs::write(&path, picture).expect("the picture can be written"),
        None => println!("a picture of {} bars; give the path of a file to keep it", picture.matches("<rect").count()),
    }
    println!("the better seat: {}", if simulated.wins(Seat(0)).percent > 50.0 { &names[0] } else { &names[1] });
    Ok(())
}

/// Histograms of what two players scored, one above the other.
fn plot(title: &str, names: &[String; 2], scores: &[Vec<i64>; 2]) -> String {
    let all = || scores.iter().flatten().map(|score| score.div_euclid(STEP));
    let (least, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let bars = |scores: &[i64]| {
        let mut bars = vec![0u32; (most - least + 1) as usize];
        scores.iter().for_each(|score| bars[(score.div_euclid(STEP) - least) as usize] += 1);
        bars
    };
    let both = [bars(&scores[0]), bars(&scores[1])];
    let highest = both.iter().flatten().copied().max().unwrap_or(1).max(1);
    let (width, height) = ((WIDTH - 2.0 * MARGIN) / (most - least + 1) as f64, HEIGHT - 2.0 * MARGIN);
    let mut svg =
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\">\n");
    let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"24\" font-size=\"16\">{}</text>", escape(title));
    for (player, bars) in both.iter().enumerate() {
        for (i, &count) in bars.iter().enumerate().filter(|(_, count)| **count > 0) {
            let tall = f64::from(count) / f64::from(highest) * height;
            let (x, y) = (MARGIN + (i as f64 + 0.5 * player as f64) * width, HEIGHT - MARGIN - tall);
            let (x, y, wide, tall) = (number(x), number(y), number(width / 2.0 - 1.0), number(tall));
            let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{tall}\" fill=\"{}\"/>", COLOURS[player]);
        }
        let (y, name) = (44 + 18 * player, escape(&names[player]));
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{y}\" fill=\"{}\">{name}</text>", WIDTH - 120.0, COLOURS[player]);
    }
    for bar in (0..=(most - least)).step_by(5) {
        let (x, score) = (number(MARGIN + bar as f64 * width), (least + bar) * STEP);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\" font-size=\"12\">{score}</text>", HEIGHT - MARGIN + 18.0);
    }
    svg + "</svg>\n"
}
