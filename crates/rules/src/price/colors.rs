//! Which kinds of card pay for a lane by its colour.

use super::read::PriceReader;
use super::schema::PriceKeys;
use crate::flow::misplaced;
use railwright_core::expr::ItemType;
use railwright_source::{Diagnostic, did_you_mean};

/// Colours of lanes that are no card's own, and the kinds that pay for them, as bits.
pub(super) struct Colors(Vec<(String, u64)>);

impl Colors {
    /// For each thing that can be paid for, the kinds that pay for it: those of its colour, or any that is never wild.
    pub(super) fn read(reader: &mut PriceReader, ever_wild: u64) -> Vec<u64> {
        let cards = reader.compiler.parts.cards_in(reader.from);
        let all = ((1u64 << cards.kinds.len()) - 1) & !ever_wild;
        if reader.items.is_empty() || !reader.is_for_lanes() {
            misplaced(reader.compiler, reader.price, PriceKeys::ANY, "only lanes have a colour");
            misplaced(reader.compiler, reader.price, PriceKeys::ACCEPTS, "only lanes have a colour");
            return vec![all; reader.items.len()];
        }
        let colors = Colors::accepted(reader, all);
        colors.report_strays(reader, all);
        let parts = &reader.compiler.parts;
        let mut unmatched: Vec<(String, String)> = Vec::new();
        let mut of_lanes = Vec::new();
        for lane in &parts.map.lanes {
            let color = parts.words.text(lane.color);
            let named = colors.0.iter().find(|(name, _)| name == color).map(|(_, kinds)| *kinds);
            let kinds = named.or_else(|| parts.cards_in(reader.from).find(color).map(|kind| 1 << kind.0));
            if kinds.is_none() && !unmatched.iter().any(|(known, _)| known == color) {
                unmatched.push((color.to_owned(), lane.id.clone()));
            }
            of_lanes.push(kinds.unwrap_or(0));
        }
        for (color, lane) in unmatched {
            let problem = Diagnostic::error("no-such-card", format!("no card pays for {color} lanes, such as {lane}"));
            let help = format!("add a kind of card `{color}`, or name the colour in `any`");
            reader.compiler.report.push(problem.at(reader.price.here(), "this price").help(help));
        }
        of_lanes
    }

    fn accepted(reader: &mut PriceReader, all: u64) -> Self {
        let any = reader.price.get(PriceKeys::ANY);
        let mut accepted: Vec<(String, u64)> = any.iter().map(|(color, _)| ((*color).to_owned(), all)).collect();
        for (color, _, node) in reader.price.get(PriceKeys::ACCEPTS) {
            let mut kinds = 0;
            for named in node.as_list().unwrap_or(std::slice::from_ref(node)) {
                let name = named.as_text().unwrap_or_default();
                let cards = reader.compiler.parts.cards_in(reader.from);
                if let Some(kind) = cards.find(name) {
                    kinds |= 1 << kind.0;
                    continue;
                }
                let near = did_you_mean(name, cards.kinds.iter().map(|k| k.id.as_str())).map(|n| format!("did you mean `{n}`?"));
                let problem = Diagnostic::error("unknown-name", format!("there is no card `{name}`"));
                let problem = problem.at(named.origin, "no such card");
                reader.compiler.report.push(near.into_iter().fold(problem, Diagnostic::help));
            }
            accepted.push((color.to_owned(), kinds));
        }
        Colors(accepted)
    }

    /// Reports kinds that are no colour and would pay for lanes of any colour as if they were: most often the wild cards of a price that
    /// does not say so. On a map without any lane of a card's colour all kinds are alike, and nothing is odd about them.
    fn report_strays(&self, reader: &mut PriceReader, all: u64) {
        let parts = &reader.compiler.parts;
        let is_color = |name: &str| parts.map.lanes.iter().any(|lane| parts.words.text(lane.color) == name);
        let kinds = &parts.cards_in(reader.from).kinds;
        let any = reader.price.get(PriceKeys::ANY);
        let Some((paid, origin)) = any.iter().find(|(color, _)| is_color(color)) else { return };
        let by_name = self.0.iter().filter(|(color, _)| !any.iter().any(|(any, _)| any == color));
        let named = by_name.fold(0, |all, (_, kinds)| all | kinds);
        if !kinds.iter().any(|kind| is_color(&kind.id)) {
            return;
        }
        let path = reader.price.path();
        let mut problems = Vec::new();
        for (_, kind) in kinds.iter().enumerate().filter(|(i, kind)| (all & !named) >> i & 1 == 1 && !is_color(&kind.id)) {
            let message = format!("{path}: `{}` would pay for {paid} lanes like a colour, and no lane has that colour", kind.id);
            let help =
                format!("say with `wild` that such cards stand for any, or with `accepts` which kinds pay for {paid} lanes");
            let problem = Diagnostic::warning("card-of-no-lane", message).about(&kind.id);
            problems.push(problem.at(*origin, "cards of any kind").help(help));
        }
        problems.into_iter().for_each(|problem| reader.compiler.report.push(problem));
    }
}

impl PriceReader<'_, '_, '_> {
    fn is_for_lanes(&self) -> bool {
        self.bought.item() == ItemType::Lane
    }
}
