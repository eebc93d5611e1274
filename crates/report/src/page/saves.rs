//! The games that the page cites, each with its save file in the page itself.

use super::head::players;
use crate::Report;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use railwright_markup::escape;
use std::fmt::Write as _;

/// All saved games.
pub fn section(report: &Report) -> String {
    let mut out = String::from(
        "<section id=\"saves\">\n<h2>Saved games</h2>\n<p class=\"about\">Each of these games is in this page: its number plays it back, here and wherever it is named. Keep its file, then \
         <code>railwright replay FILE</code> shows it step by step, <code>railwright map FILE</code> draws its last position.</p>\n",
    );
    for part in report.parts.iter().filter(|part| !part.saves.is_empty()) {
        let n = part.players();
        let _ = writeln!(
            out,
            "<h3>{}</h3>\n<div class=\"box long\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">game</th><th scope=\"col\">scores</th>\
             <th scope=\"col\">won by</th><th scope=\"col\">ended</th><th scope=\"col\">seed</th></tr></thead>\n<tbody>",
            players(n)
        );
        for (game, saved) in &part.saves {
            let file = report.file(part, *game);
            let totals: Vec<String> = saved.totals.iter().map(|total| total.to_string().replace('-', "−")).collect();
            let winners: Vec<String> = saved.winners.iter().map(|seat| format!("seat {seat}")).collect();
            let winners = if winners.is_empty() { "nobody".to_owned() } else { winners.join(", ") };
            let _ = writeln!(
                out,
                "<tr id=\"g{n}-{game}\"><th scope=\"row\"><a href=\"#g{n}-{game}\">{game}</a> <a class=\"download\" download=\"{file}\" \
                 href=\"data:application/octet-stream;base64,{}\">{file}</a></th><td>{}</td><td>{winners}</td><td>{}</td><td>{}</td></tr>",
                STANDARD.encode(&saved.text),
                totals.join(" : "),
                escape(&saved.ending),
                saved.seed
            );
        }
        out += "</tbody>\n</table></div>\n";
    }
    out + "</section>\n" + &players_of_games(report)
}

/// What plays the games back, out of sight until a number is chosen.
fn players_of_games(report: &Report) -> String {
    let mut out = String::new();
    for part in &report.parts {
        let Some(player) = &part.player else { continue };
        let n = part.players();
        // Nothing in it ends the script early.
        let around = serde_json::json!(player.around).to_string().replace("</", "<\\/").replace("<!--", "<\\!--");
        let _ = writeln!(out, "<script type=\"application/json\" id=\"player-{n}\">{around}</script>");
        for (game, packed) in &player.games {
            let _ = writeln!(out, "<script type=\"text/plain\" id=\"d{n}-{game}\">{}</script>", STANDARD.encode(packed));
        }
    }
    match out.is_empty() {
        true => out,
        false => {
            out + "<dialog id=\"replay\"><form method=\"dialog\"><b></b> <button>Close</button></form><iframe title=\"a game played back\"></iframe></dialog>\n"
        }
    }
}
