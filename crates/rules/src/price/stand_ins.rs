//! What stands in for cards, as a game file says it: wild cards and groups of cards, on each lane, or whatever else is paid for.

use super::pools::{Pool, Pools};
use super::read::{Bought, PriceReader};
use super::schema::{PriceKeys, StandInKeys};
use super::{ForSymbol, Groups, StandIns};
use crate::flow::misplaced;
use railwright_core::id::KindId;
use railwright_core::narrow::{narrow, saturated};
use railwright_core::{Payment, bits};
use railwright_source::{Diagnostic, Origin};

/// An entry of `stand-ins`.
struct Entry {
    origin: Origin,
    is_for_symbol: bool,
    cards: u8,
    alike: bool,
    larger: String,
    /// For each thing that is paid for, the kinds of card of which the group may be, as bits.
    kinds: Vec<u64>,
}

/// The different stand-ins of a price, and for each thing that is paid for which of them hold.
pub(crate) fn read_stand_ins(reader: &mut PriceReader) -> Option<(Vec<StandIns>, Vec<u8>)> {
    let all = (1u64 << reader.compiler.parts.cards_in(reader.from).kinds.len()) - 1;
    let wild = match reader.price.node(PriceKeys::WILD).filter(|_| reader.price.has(PriceKeys::WILD)) {
        Some(node) => reader.kinds_where(node)?,
        None => vec![0; reader.items.len()],
    };
    let never_wild = all & !wild.iter().fold(0, |all, kinds| all | kinds);
    let entries = entries(reader, never_wild)?;
    let one_kind = reader.price.get(PriceKeys::ONE_COLOR).unwrap_or(false);
    let (mut tariffs, mut tariff_of): (Vec<StandIns>, Vec<u8>) = (Vec::new(), Vec::new());
    for (item, &wild) in wild.iter().enumerate() {
        let wild_kinds = bits::iter(&[wild]).map(KindId::from).collect();
        let mut tariff = StandIns { wild: wild_kinds, one_kind, ..StandIns::default() };
        let [card, symbol] = [false, true].map(|is_for_symbol| one_of(reader, &entries, item, is_for_symbol));
        if reader.bought == Bought::Path {
            tariff.groups =
                card.map(|entry| Groups { alike: entry.cards, larger: entry.larger != "none", apart: entry.larger == "each" });
        } else {
            let plain = all & !wild;
            match (card, symbol) {
                // Groups of cards that are not wild, for wild cards alone: most ferries.
                (None, Some(entry)) if entry.kinds[item] == plain => {
                    tariff.for_symbol = Some(ForSymbol { cards: entry.cards, alike: entry.alike });
                }
                (None, None) => {}
                (card, symbol) => {
                    let pool = |entry: &Entry| Pool { cards: entry.cards, alike: entry.alike, kinds: entry.kinds[item] };
                    tariff.pools = Some(Pools { for_symbol: symbol.map(pool), for_card: card.map(pool) });
                }
            }
        }
        let at = tariffs.iter().position(|known| *known == tariff).unwrap_or_else(|| {
            tariffs.push(tariff);
            tariffs.len() - 1
        });
        tariff_of.push(narrow::<u8>(at.min(u8::MAX.into())));
    }
    same_on_all_lanes(reader, &tariffs)?;
    Some((tariffs, tariff_of))
}

fn entries(reader: &mut PriceReader, never_wild: u64) -> Option<Vec<Entry>> {
    let mut entries = Vec::new();
    let in_path = reader.bought == Bought::Path;
    for (_, origin, table) in reader.price.get(PriceKeys::STAND_INS) {
        if in_path {
            misplaced(reader.compiler, &table, StandInKeys::WHERE, "in a path all cards stand in alike");
            misplaced(reader.compiler, &table, StandInKeys::ALIKE, "in a path a group is of one kind");
            misplaced(reader.compiler, &table, StandInKeys::FOR, "the lanes of a path have no symbols");
        } else {
            misplaced(reader.compiler, &table, StandInKeys::LARGER, "only in a path do larger groups stand for more");
        }
        let kinds = match table.node(StandInKeys::WHERE).filter(|_| table.has(StandInKeys::WHERE) && !in_path) {
            Some(node) => reader.kinds_where(node)?,
            None => vec![never_wild; reader.items.len()],
        };
        let cards = saturated::<u8>(table.get(StandInKeys::CARDS)?);
        if in_path && cards < 2 {
            let problem = Diagnostic::error("out-of-range", format!("{}: one card stands for one already", table.path()));
            reader.compiler.report.push(problem.at(table.origin(StandInKeys::CARDS), "2 to 10"));
        }
        entries.push(Entry {
            origin,
            is_for_symbol: table.get(StandInKeys::FOR) == Some("symbol"),
            cards: if in_path { cards.max(2) } else { cards },
            alike: table.get(StandInKeys::ALIKE).unwrap_or(true),
            larger: table.get(StandInKeys::LARGER).unwrap_or("none").to_owned(),
            kinds,
        });
    }
    Some(entries)
}

/// The entry that stands for a card, or for a symbol, of one thing; reports a second one.
fn one_of<'e>(reader: &mut PriceReader, entries: &'e [Entry], item: usize, is_for_symbol: bool) -> Option<&'e Entry> {
    let mut fitting = entries.iter().filter(|entry| entry.is_for_symbol == is_for_symbol && entry.kinds[item] != 0);
    let first = fitting.next()?;
    if let Some(second) = fitting.next() {
        let what = if is_for_symbol { "a symbol" } else { "a card" };
        let message = format!("{}: two groups stand for {what}", reader.name(item));
        let problem = Diagnostic::error("two-stand-ins", message).at(second.origin, "this one").at(first.origin, "and this one");
        reader.compiler.report.push(problem.help("say in `where` on which lanes each stands in"));
    }
    Some(first)
}

/// The lanes of a path are paid for together, so the same must stand in on all of them; and there is an end to how many may differ.
fn same_on_all_lanes(reader: &mut PriceReader, tariffs: &[StandIns]) -> Option<()> {
    let (most, why) = if reader.bought == Bought::Path { (1, "in a path") } else { (u8::MAX as usize, "in one price") };
    if tariffs.len() <= most {
        return Some(());
    }
    let message = format!("{}: {} sorts of stand-ins are more than there can be {why}", reader.price.path(), tariffs.len());
    let problem = Diagnostic::error("wrong-price", message).at(reader.price.here(), "this price");
    reader.compiler.report.push(problem.help("let `wild` and `where` ask for less of what tells lanes apart"));
    None
}

/// Payments hold so many kinds, so a set of them fits into a word.
const _: () = assert!(Payment::KINDS < 64);
