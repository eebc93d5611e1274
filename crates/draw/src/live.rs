//! A board that stays on a page while its game is played: it is drawn once, and of each position only what lies on it.
//!
//! Every lane and place is a group with the id of the data (`data-lane`, `data-place`), so that a page can tell what was pointed at and
//! mark it without knowing the game. What a position changes are small pieces of SVG, each for one group of the board.

use crate::features::Features;
use crate::layout::{LANE, Layout};
use crate::palette;
use crate::scene::{BadgeText, Party, Scene};
use crate::writer::Writer;
use crate::{glyphs, paint};
use railwright_core::State;
use railwright_core::components::{CardSet, FieldType, FieldValue};
use railwright_core::id::{KindId, WordId};
use railwright_rules::Rules;

/// How far around a lane it can be pointed at.
pub(crate) const REACH: f64 = LANE + 9.0;

/// A piece of the picture that belongs into the group of that name (`data-part`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The group.
    pub name: String,
    /// What is in it now.
    pub svg: String,
}

/// A board that is drawn once.
pub struct LiveBoard {
    features: Features,
    parties: Vec<Party>,
    nobody: Party,
    badges: Vec<Vec<BadgeText>>,
    layout: Layout,
}

impl LiveBoard {
    /// Finds room for everything on the board.
    pub fn new(rules: &Rules) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let scene = Scene::laid_out(rules, None, None, |wanted| Layout::on_threads(&wanted, threads));
        LiveBoard::of(scene)
    }

    /// A board for which room was found before.
    pub(crate) fn of(scene: Scene) -> Self {
        let Scene { mut features, parties, nobody, badges, layout, .. } = scene;
        features.colors.iter_mut().for_each(|color| color.code = palette::faded(&color.code));
        LiveBoard { features, parties, nobody, badges, layout }
    }

    /// The bare board; groups for what will lie on it are there and empty.
    pub fn svg(&self, rules: &Rules) -> String {
        paint::live::board(&self.scene(rules, None))
    }

    /// The legend of the board, as a picture of its own.
    pub fn legend(&self, rules: &Rules) -> String {
        paint::live::legend(&self.scene(rules, None))
    }

    /// What everybody can see on the board in a position: pieces, numbers that have changed, marks, trains. Parts that are not there are empty.
    pub fn parts(&self, rules: &Rules, state: &State) -> Vec<Part> {
        paint::live::parts(&self.scene(rules, Some(state)))
    }

    /// Seats, then companies, as they are drawn.
    pub fn parties(&self) -> &[Party] {
        &self.parties
    }

    fn scene<'a>(&self, rules: &'a Rules, state: Option<&'a State>) -> Scene<'a> {
        Scene {
            rules,
            state,
            sheet: None,
            features: self.features.clone(),
            parties: self.parties.clone(),
            nobody: self.nobody.clone(),
            badges: self.badges.clone(),
            layout: self.layout.clone(),
        }
    }
}

/// How a kind of card looks: its colour and the sign that the board has for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardFace {
    /// The colour, where the card is named after one or has one as a field.
    pub color: Option<String>,
    /// Black or white, whichever shows better on it.
    pub ink: &'static str,
    /// The sign as a picture around the origin that fits a circle of radius one.
    pub sign: Option<String>,
}

impl CardFace {
    /// The face of a kind of card.
    pub fn of(rules: &Rules, set: &CardSet, kind: KindId) -> Self {
        let features = Features::of(&rules.parts);
        let card = &set.kinds[kind.index()];
        let words = set.fields.iter().zip(&card.fields).filter_map(|((_, field), value)| match (field, value) {
            (FieldType::Word, FieldValue::One(word)) => {
                Some(rules.parts.words.text(WordId(u16::try_from(*word).ok()?)).to_owned())
            }
            _ => None,
        });
        for word in std::iter::once(card.id.clone()).chain(words) {
            let lane = features.colors.iter().find(|color| color.word == word);
            let Some(code) = lane.map(|color| color.code.clone()).or_else(|| palette::known(&word)) else { continue };
            let ink = palette::contrasting(&code);
            let sign = lane.and_then(|color| color.sign).map(|sign| {
                let mut writer = Writer::fragment();
                glyphs::sign(&mut writer, sign, 1.0, ink);
                writer.finish()
            });
            return CardFace { color: Some(code), ink, sign };
        }
        CardFace { color: None, ink: palette::INK, sign: None }
    }
}
