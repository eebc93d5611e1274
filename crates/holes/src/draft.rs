//! A hole as a scenario: it fails as long as the hole is there, and passes once it is mended.

use crate::defect::Defect;
use crate::kind::Kind;
use crate::prepare::Prepared;
use crate::shorten::MadeMove;
use railwright_scenario::{Entry, Games, Scenario, position_in_words, toml_text};
use std::fmt::Write as _;
use std::path::Path;

/// Positions so many moves before the end are tried as the beginning of a scenario.
const FROM_THE_END: usize = 8;
/// So many scenarios are tried for one hole.
const RUNS: u32 = 600;
/// More sweeps than this for one action are taken for ones that would not end.
const MANY_SWEEPS: u32 = 100;

/// A scenario that shows a hole.
#[derive(Clone, Debug)]
pub struct Draft {
    text: String,
    players: u8,
    options: Vec<String>,
    seed: Option<u64>,
    first: Option<u8>,
    position: Vec<Entry>,
    moves: Vec<String>,
    /// What is expected after the moves.
    expects: Option<String>,
}

impl Draft {
    /// The scenario that makes these moves from the beginning of the game.
    pub(crate) fn from_the_start(prepared: &Prepared, defect: &Defect, seed: u64, made: &[MadeMove]) -> Self {
        let expects = match defect.kind {
            Kind::EndlessGame => "finish".to_owned(),
            Kind::DrawnOut => "expect no position twice".to_owned(),
            Kind::HeldRefill => format!("expect at most {MANY_SWEEPS} sweeps"),
            _ => "expect a way on".to_owned(),
        };
        Draft {
            text: sentence(&defect.what),
            players: prepared.setting.players,
            options: prepared.setting.options.clone(),
            seed: Some(seed),
            first: None,
            position: Vec::new(),
            moves: made.iter().map(|made| format!("{} {}", made.seat + 1, made.words)).collect(),
            expects: Some(expects),
        }
    }

    /// How many moves it makes.
    pub fn moves(&self) -> usize {
        self.moves.len()
    }

    /// Whether it begins in a given position.
    pub fn is_placed(&self) -> bool {
        !self.position.is_empty()
    }

    /// Lines that somebody has to read.
    pub(crate) fn length(&self) -> usize {
        self.moves.len() + self.position.len()
    }

    /// The scenario as a file; `game` is a bundled game or a path relative to that file, `about` a comment at its head.
    pub fn render(&self, game: &str, about: &str) -> String {
        let mut text = String::new();
        about.lines().for_each(|line| text += &format!("# {line}\n"));
        let _ = writeln!(
            text,
            "format = 1\ntext = {}\ngame = {}\nplayers = {}",
            toml_text(&self.text),
            toml_text(game),
            self.players
        );
        if !self.options.is_empty() {
            let options: Vec<String> = self.options.iter().map(|option| toml_text(option)).collect();
            let _ = writeln!(text, "options = [{}]", options.join(", "));
        }
        if let Some(seed) = self.seed {
            let _ = writeln!(text, "seed = {seed}");
        }
        let first = self.first.map_or("\"seed\"".to_owned(), |first| first.to_string());
        let _ = writeln!(text, "first = {first}");
        if !self.position.is_empty() {
            text += "\n[position]\n";
            self.position.iter().for_each(|entry| text += &format!("{} = {}\n", entry.key, entry.value));
        }
        text += "\n[play]\nmoves = [\n";
        self.moves.iter().chain(&self.expects).for_each(|line| text += &format!("    {},\n", toml_text(line)));
        text + "]\n"
    }
}

/// Tries scenarios.
pub(crate) struct Trials<'a> {
    pub(crate) game: &'a str,
    pub(crate) games: Games<'a>,
    pub(crate) wanted: &'a Defect,
    left: u32,
}

impl<'a> Trials<'a> {
    pub(crate) fn new(game: &'a str, games: Games<'a>, wanted: &'a Defect) -> Self {
        Trials { game, games, wanted, left: RUNS }
    }

    /// What is wrong first when a scenario is played, with the code of the report.
    fn first_problem(&mut self, draft: &Draft) -> Option<(&'static str, String)> {
        self.left = self.left.saturating_sub(1);
        // The path of the game is as it was given, so the scenario is read as if it lay where the program runs.
        let Ok(scenario) = Scenario::read(Path::new("hole.toml"), draft.render(self.game, "")) else {
            return Some(("unread", String::new()));
        };
        let problems = scenario.run(&mut self.games).problems?;
        problems.report.errors().next().map(|error| (error.code, error.message.clone()))
    }

    /// Whether a scenario shows the hole, and not before its last move.
    pub(crate) fn shows(&mut self, draft: &Draft) -> bool {
        let Some((code, message)) = self.first_problem(draft) else { return false };
        let same = match self.wanted.kind {
            Kind::NoAction => message.contains("has no legal action"),
            Kind::Invariant => code == "invariant" && self.wanted.is_same(&Defect { what: message, ..self.wanted.clone() }),
            Kind::EndlessGame => code == "endless",
            Kind::DrawnOut | Kind::HeldRefill => code == "expectation",
            _ => message.contains(&self.wanted.what),
        };
        if !same || self.wanted.kind == Kind::EndlessGame || draft.moves.is_empty() {
            return same;
        }
        let mut before = Draft { expects: None, ..draft.clone() };
        before.moves.pop();
        before.moves.is_empty() && before.position.is_empty() || self.first_problem(&before).is_none()
    }

    /// A scenario that begins in a position shortly before the end; nothing when none shows the hole.
    pub(crate) fn place(&mut self, prepared: &Prepared, draft: &Draft, made: &[MadeMove]) -> Option<Draft> {
        for moves in 1..=made.len().min(FROM_THE_END) {
            let from = made.len() - moves;
            let MadeMove { before, seat, .. } = &made[from];
            let placed = Draft {
                seed: None,
                first: Some(seat + 1),
                position: position_in_words(&prepared.rules.parts, before),
                moves: draft.moves[from..].to_vec(),
                ..draft.clone()
            };
            if self.shows(&placed) {
                return Some(self.strip(placed)).filter(|placed| placed.length() < draft.length());
            }
        }
        None
    }

    /// The same without what need not be said of the position.
    fn strip(&mut self, mut draft: Draft) -> Draft {
        let mut size = draft.position.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < draft.position.len() && self.left > 0 {
                let mut less = draft.clone();
                less.position.drain(at..(at + size).min(draft.position.len()));
                if !less.position.is_empty() && self.shows(&less) {
                    draft = less;
                } else {
                    at += size;
                }
            }
            size /= 2;
        }
        draft
    }
}

/// What somebody found, as a sentence.
fn sentence(what: &str) -> String {
    let mut letters = what.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}
