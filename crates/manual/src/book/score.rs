//! Points, and who wins.

use super::{Form, Writer};
use crate::difference::Part;
use crate::lexicon::{plain, texts};
use crate::words::{capital, entries, name_of, value};
use railwright_source::Node;

impl Writer<'_> {
    pub(super) fn score(&mut self) {
        let lines = entries(self.tree, "score");
        if !lines.is_empty() {
            self.section(Part::Score, "score", 2, "Scoring");
            self.text("score", "When the game is over, each player adds up:".to_owned());
            if lines.iter().any(|(_, line)| line.at("most").is_some()) {
                let text = "Points for the most of something go to each of those who have it alike, and to nobody who has 0 of it, unless it says otherwise.";
                self.text("score.awards", text.to_owned());
            }
            for (id, line) in lines {
                let name = name_of(id, line);
                let name = if name == id { plain(id) } else { name.to_owned() };
                let text = format!("**{}**: {}", capital(&name), self.score_line(line));
                let rules = texts(line.at("cites")).into_iter().map(str::to_owned).collect();
                self.item(&format!("score.{id}"), 0, text, rules);
            }
        }
        self.section(Part::Score, "ranking", 2, "Who wins");
        match self.tree.at("ranking").and_then(Node::as_list) {
            Some(list) if list.len() > 1 => {
                self.text(
                    "ranking",
                    "Whoever has most of the first of these wins; where that is the same, the next decides:".to_owned(),
                );
                for (at, tally) in list.iter().enumerate() {
                    let text = format!("{}.", self.english.tally(tally));
                    self.push(&format!("ranking.{at}"), Form::Number(text), Vec::new());
                }
                self.text("ranking.tie", "Whoever is still level shares the victory.".to_owned());
            }
            Some([one]) => {
                let text = format!("Whoever has most wins: {}. Whoever is level shares the victory.", self.english.tally(one));
                self.text("ranking", text);
            }
            _ => self.text("ranking", "Whoever has most points in all wins. Whoever is level shares the victory.".to_owned()),
        }
        if let Some(win) = self.tree.at("win-if") {
            let text = format!("A winner must also fulfil this, otherwise nobody wins: {}.", self.english.condition(win, &[]));
            self.text("win-if", text);
        }
    }

    fn score_line(&self, line: &Node) -> String {
        let when = line.at("when").filter(|node| !self.english.is_always(node));
        let when = when.map(|node| format!(" This counts only if {}.", self.english.condition(node, &[]))).unwrap_or_default();
        if let Some(add) = line.at("add") {
            return format!("{}.{when}", self.english.number(add, &[]));
        }
        let Some(most) = line.at("most") else { return "nothing.".to_owned() };
        let most = self.english.number(most, &[]);
        let points = match line.at("points").map(|node| (node, node.as_list())) {
            Some((_, Some(list))) => {
                let places: Vec<String> =
                    (1..).zip(list).map(|(place, points)| format!("{} points for place {place}", value(points))).collect();
                crate::words::listed(&places, "and")
            }
            Some((points, None)) => format!("{} points for whoever has most", value(points)),
            None => "0 points for whoever has most".to_owned(),
        };
        let ties = match line.at("ties").and_then(Node::as_text) {
            Some("none") => " In a tie nobody gets them.",
            Some("shared") => " In a tie they share the points of the places that they take, rounded down.",
            _ => "",
        };
        let zero = if line.at("zero").and_then(Node::as_bool) == Some(true) { " Even 0 can be the most." } else { "" };
        format!("{points} of this: {most}.{ties}{zero}{when}")
    }
}
