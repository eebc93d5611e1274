//! The cards, and where they lie.

use super::details::Spot;
use super::{Form, Writer};
use crate::difference::Part;
use crate::english::{Frame, It};
use crate::lexicon::{kind_name, owners, plain, texts};
use crate::words::{capital, count, entries, listed, value};
use railwright_rules::compile::schema::GAME;
use railwright_source::{Kind, Node, Schema};

/// Sets of more kinds than this are listed at the end of the book.
const MANY_KINDS: usize = 20;

impl Writer<'_> {
    pub(super) fn cards(&mut self) {
        for (id, set) in entries(self.tree, "cards") {
            let heading = if id == "card" { "The cards".to_owned() } else { format!("{} cards", capital(&plain(id))) };
            self.section(Part::Components, &format!("cards.{id}"), 3, &heading);
            for (of, per) in entries(set, "per") {
                self.per(id, of, per);
            }
            self.kinds(id, set);
            let optional: Vec<String> =
                texts(set.at("optional")).into_iter().map(|field| format!("“{}”", plain(field))).collect();
            if !optional.is_empty() {
                self.text(&format!("cards.{id}.optional"), format!("A card may be without {}.", listed(&optional, "and")));
            }
        }
        self.zones();
    }

    /// A kind of card for each place or company.
    fn per(&mut self, id: &str, of: &str, per: &Node) {
        let it = if per.at("each").and_then(Node::as_text) == Some("company") { It::Company } else { It::Place };
        let frames = [Frame::the(it)];
        let number = per.at("count").map_or_else(|| "1".to_owned(), |node| self.english.number(node, &frames));
        let each = per
            .at("where")
            .map_or(format!("each {}", it.noun()), |node| self.english.those(node, &[], it, &format!("each {}", it.noun())));
        let field = per.at("field").and_then(Node::as_text).unwrap_or_default();
        let tags: Vec<String> = texts(per.at("tags")).into_iter().map(|tag| format!("“{}”", plain(tag))).collect();
        let marked = if tags.is_empty() { String::new() } else { format!(", marked {}", listed(&tags, "and")) };
        let ids = per
            .at("id")
            .and_then(Node::as_text)
            .map(|id| format!(", called “{}”", plain(&id.replace('*', &format!("({})", it.noun())))))
            .unwrap_or_default();
        let text = format!(
            "{}: for {each} so many cards that name it under “{}”{ids}{marked}: {number}.",
            capital(&plain(of)),
            plain(field)
        );
        self.item(&format!("cards.{id}.per.{of}"), 0, text, Vec::new());
    }

    /// The lists of cards that are too long to stand where the cards are told.
    pub(super) fn card_lists(&mut self) {
        for (id, set) in entries(self.tree, "cards").into_iter().filter(|(_, set)| entries(set, "kinds").len() > MANY_KINDS) {
            let heading = format!("All {}", self.lexicon.cards_of_set(id, true));
            self.section(Part::Components, &format!("list.{id}"), 2, &heading);
            self.kinds_table(id, set);
        }
    }

    fn kinds(&mut self, id: &str, set: &Node) {
        let kinds = entries(set, "kinds");
        if kinds.is_empty() {
            return;
        }
        let total: Option<i64> = kinds.iter().map(|(_, node)| self.copies(node)).sum();
        let total = total.map_or_else(
            || "Cards".to_owned(),
            |total| crate::words::count_of(usize::try_from(total).unwrap_or(0), "card", "cards"),
        );
        let at_end = if kinds.len() > MANY_KINDS { " They stand in a list at the end." } else { "" };
        self.text(&format!("cards.{id}"), format!("{total} of {}.{at_end}", count(kinds.len(), "kind")));
        if kinds.len() <= MANY_KINDS {
            self.kinds_table(id, set);
        }
    }

    fn kinds_table(&mut self, id: &str, set: &Node) {
        let kinds = entries(set, "kinds");
        let fields = entries(set, "fields").into_iter().map(|(name, _)| name);
        let fields: Vec<&str> = fields.filter(|name| kinds.iter().any(|(_, node)| node.at(name).is_some())).collect();
        let tagged = kinds.iter().any(|(_, kind)| kind.at("tags").is_some());
        let many = kinds.iter().any(|(_, kind)| self.copies(kind) != Some(1));
        let mut heads = vec!["card".to_owned()];
        heads.extend(fields.iter().map(|field| plain(field)));
        heads.extend(many.then(|| "number".to_owned()));
        heads.extend(tagged.then(|| "marked".to_owned()));
        self.push(&format!("cards.{id}.heads"), Form::Heads(heads), Vec::new());
        for (kind, node) in kinds {
            let mut cells = vec![kind_name(kind, node)];
            cells.extend(fields.iter().map(|field| node.at(field).map(|node| self.cell(node)).unwrap_or_default()));
            cells.extend(many.then(|| self.number_of_copies(node)));
            cells.extend(tagged.then(|| texts(node.at("tags")).into_iter().map(plain).collect::<Vec<_>>().join(", ")));
            self.push(&format!("cards.{id}.kinds.{kind}"), Form::Row(cells), Vec::new());
        }
    }

    /// How many cards there are of a kind, if that is known.
    fn copies(&self, kind: &Node) -> Option<i64> {
        kind.at("count").map_or(Some(1), |count| self.english.known(count))
    }

    fn number_of_copies(&self, kind: &Node) -> String {
        let words = || kind.at("count").map(|count| self.english.number(count, &[])).unwrap_or_default();
        self.copies(kind).map_or_else(words, |number| number.to_string())
    }

    fn zones(&mut self) {
        let zones = entries(self.tree, "zones");
        let Some(schema) = table_schema("zones").filter(|_| !zones.is_empty()) else { return };
        self.section(Part::Components, "zones", 2, "Where cards lie");
        for (id, zone) in zones {
            let path = format!("zones.{id}");
            let text = self.zone_words(id, zone);
            self.item(&path, 0, text, Vec::new());
            let spot = Spot { path: path.clone(), frames: Vec::new(), depth: 1, citing: zone, under: None };
            if let Some(fill) = zone.at("fill") {
                let text = self.filled_words(zone, fill);
                self.item(&format!("{path}.fill"), 1, text, Vec::new());
            }
            self.details(schema, zone, &spot, &["holds", "form", "of", "seen-by", "size-seen-by", "fill", "only"]);
        }
    }

    fn zone_words(&self, id: &str, zone: &Node) -> String {
        let text = |key: &str| zone.at(key).and_then(Node::as_text).unwrap_or_default();
        let whose = match owners(zone).as_slice() {
            [] => "on the table".to_owned(),
            ["seat"] => "before each player".to_owned(),
            ["dummy"] => "for each party that nobody plays".to_owned(),
            of => format!(
                "for each {}",
                of.iter()
                    .map(|of| if *of == "seat" {
                        "player"
                    } else if *of == "place" {
                        "city"
                    } else {
                        of
                    })
                    .collect::<Vec<_>>()
                    .join(" and each ")
            ),
        };
        let form = match text("form") {
            "row" => "a row",
            "pile" => "a pile, face down",
            _ => "open-ended",
        };
        let seen = zone.at("seen-by").map_or("nobody sees the cards".to_owned(), |node| format!("{} the cards", seen(node)));
        let size = zone.at("size-seen-by").map_or("all know how many there are".to_owned(), |node| match node.as_text() {
            Some("none") => "nobody knows how many there are".to_owned(),
            Some("all") => "all know how many there are".to_owned(),
            _ => format!("{} how many there are", seen_as(node, "knows", "know")),
        });
        let cards = self.lexicon.cards_in(id, true);
        format!("**{}**: {cards} {whose}, {form}; {seen}, {size}.", capital(&plain(id)))
    }

    fn filled_words(&self, zone: &Node, fill: &Node) -> String {
        let set = zone.at("holds").and_then(Node::as_text).unwrap_or_default();
        let cards = self.lexicon.cards_of_set(set, true);
        let which = match fill.as_text() {
            Some("shuffled") => format!("all {cards}"),
            _ => format!("all {}", self.english.those(fill, &[], It::Card, &cards)),
        };
        let shuffled = if zone.at("form").and_then(Node::as_text) == Some("pile") { ", shuffled" } else { "" };
        format!("At the start here lie {which}{shuffled}.")
    }
}

fn seen(node: &Node) -> String {
    seen_as(node, "sees", "see")
}

/// `only its owner sees`.
fn seen_as(node: &Node, one: &str, many: &str) -> String {
    match node.as_text() {
        Some("all") => format!("all {many}"),
        Some("owner") => format!("only its owner {one}"),
        Some("others") => format!("all but its owner {many}"),
        Some("left") => format!("only the owner's neighbour on the left {one}"),
        Some("right") => format!("only the owner's neighbour on the right {one}"),
        Some("none") => format!("nobody {one}"),
        _ => format!("only players {} {many}", value(node)),
    }
}

/// The schema of the entries of a table of the game.
pub(super) fn table_schema(table: &str) -> Option<&'static Schema> {
    match GAME.find(table)?.kind {
        Kind::Tables(schema) | Kind::Table(schema) => Some(schema),
        _ => None,
    }
}
