//! Prices with symbols in words, and why cards do not pay them.

use super::lane_payments::FOUND;
use super::{Demand, ForSymbol, Pool, PoolWays, Pools, StandIns};
use railwright_core::Payment;
use railwright_core::components::Kind;
use railwright_core::id::KindId;

impl StandIns {
    /// What a demand with symbols wants.
    pub(crate) fn wants(&self, demand: Demand, kinds: &[Kind]) -> String {
        if let Some(pools) = &self.pools {
            return self.wants_with_pools(pools, demand, kinds);
        }
        let wild: Vec<String> = self.wild.iter().map(|k| format!("1 {}", kinds[k.index()].id)).collect();
        let stand_in = self.for_symbol.map(|ForSymbol { cards, alike }| match alike {
            true if cards > 1 => format!("{cards} cards of one colour"),
            _ => format!("any {cards} cards"),
        });
        let each: Vec<String> = wild.into_iter().chain(stand_in).collect();
        let symbols =
            if demand.symbols == 1 { "its symbol".to_owned() } else { format!("each of its {} symbols", demand.symbols) };
        let mut text = format!("{} for {symbols}", each.join(" or "));
        let others = demand.count - demand.symbols;
        if others > 0 {
            let color =
                if demand.kinds.is_power_of_two() { &kinds[demand.kinds.trailing_zeros() as usize].id } else { "one colour" };
            let wild: String = self.wild.iter().map(|k| format!(" or {}", kinds[k.index()].id)).collect();
            text.push_str(&format!(" and {} of {color}{wild} for {}", cards(others), spaces(others)));
        }
        if self.one_kind {
            text.push_str(", all colour cards of one colour");
        }
        text
    }

    /// What a demand of something that has no colour asks for.
    pub(crate) fn asks_for(&self, demand: Demand, kinds: &[Kind]) -> String {
        if demand.count == 0 {
            return "no cards".to_owned();
        }
        if demand.symbols > 0 || self.pools.is_some() {
            return self.wants(demand, kinds);
        }
        let wild: String = self.wild.iter().map(|kind| format!(" or {}", kinds[kind.index()].id)).collect();
        let color = match demand.kinds.is_power_of_two() {
            true => &kinds[demand.kinds.trailing_zeros() as usize].id,
            false => "one colour",
        };
        format!("{} of {color}{wild}", cards(demand.count))
    }

    /// Whether cards pay a demand exactly, whoever has them.
    pub(crate) fn pays(&self, demand: Demand, paid: Payment) -> bool {
        let hand: [u8; Payment::KINDS] = std::array::from_fn(|kind| paid.count(KindId::from(kind)));
        let mut ways = Vec::new();
        self.pay_all(demand, &hand, &mut PoolWays::default(), &mut ways);
        ways.contains(&paid)
    }

    /// What a demand wants where groups of cards stand in.
    fn wants_with_pools(&self, pools: &Pools, demand: Demand, kinds: &[Kind]) -> String {
        let color = || match demand.kinds.is_power_of_two() {
            true => kinds[demand.kinds.trailing_zeros() as usize].id.clone(),
            false => "one colour".to_owned(),
        };
        let wild: String = self.wild.iter().map(|k| format!(" or {}", kinds[k.index()].id)).collect();
        let group = |pool: Pool| match pool.alike && pool.cards > 1 {
            true => format!(" or {} alike", pool.cards),
            false => format!(" or any {}", pool.cards),
        };
        let [for_card, for_symbol] = [pools.for_card, pools.for_symbol].map(|pool| pool.map(group).unwrap_or_default());
        let others = demand.count - demand.symbols;
        let plain = format!("{} of {}", cards(others), color());
        let either = format!("{wild}{for_card}");
        let each = if either.is_empty() { String::new() } else { format!(",{either} for each") };
        let symbols =
            format!("{wild}{for_symbol} for {}", if demand.symbols == 1 { "its symbol" } else { "each of its symbols" });
        let symbols = symbols.trim_start_matches(" or ");
        match (others, demand.symbols) {
            (0, _) => symbols.to_owned(),
            (_, 0) => format!("{plain}{each}"),
            _ => format!("{symbols} and {plain}{each}"),
        }
    }

    /// Why cards do not pay a demand with symbols.
    pub(crate) fn why_not(&self, demand: Demand, paid: Payment, kinds: &[Kind]) -> String {
        if self.pools.is_some() {
            let verb = if paid.total() == 1 { "does" } else { "do" };
            return format!("{} {verb} not make that up exactly", in_words(paid, kinds));
        }
        let (total, least) = (paid.total(), u32::from(demand.count));
        let most = least + u32::from(demand.symbols) * u32::from(self.for_symbol.map_or(0, |s| s.cards.max(1) - 1));
        if total < least || total > most {
            let range = if least == most { format!("{least}") } else { format!("{least} to {most}") };
            return format!("that is {range} cards, not {total}");
        }
        let symbols = if demand.symbols == 1 { "the symbol".to_owned() } else { format!("the {} symbols", demand.symbols) };
        let others = demand.count - demand.symbols;
        let plain = |payment: Payment| payment.iter().filter(|(k, _)| !self.wild.contains(k)).count();
        // What is left over in whichever way the symbols are paid; the way that comes nearest is told.
        let off = |&(_, rest): &(Payment, Payment)| (rest.total().abs_diff(others.into()), plain(rest));
        let Some((way, rest)) = self.ways_to_pay_symbols(demand.symbols, paid).min_by_key(off) else {
            let verb = if total == 1 { "does" } else { "do" };
            return format!("{} {verb} not pay for {symbols}", in_words(paid, kinds));
        };
        let verb = if rest.total() == 1 { "is" } else { "are" };
        let left = format!("with {} for {symbols}, {} {verb} left", in_words(way, kinds), in_words(rest, kinds));
        if others == 0 {
            return format!("{left} over");
        }
        if rest.is_empty() {
            return format!("with {} for {symbols}, nothing is left for {}", in_words(way, kinds), spaces(others));
        }
        match off(&(way, rest)) {
            (0, 0 | 1) if self.one_kind && plain(paid) > 1 => format!("{} are not of one colour", in_words(paid, kinds)),
            (0, 0 | 1) => {
                format!("{left} for {} and {} not match", spaces(others), if rest.total() == 1 { "does" } else { "do" })
            }
            (0, _) => format!("{left} for {} and are not of one colour", spaces(others)),
            _ => format!("{left} for {}", spaces(others)),
        }
    }

    /// Every way to pay so many symbols with some of the cards, and the cards that are left.
    fn ways_to_pay_symbols(&self, symbols: u8, paid: Payment) -> impl Iterator<Item = (Payment, Payment)> {
        let hand: [u8; Payment::KINDS] = std::array::from_fn(|kind| paid.count(KindId::from(kind)));
        let mut ways = Vec::new();
        let lenient = StandIns { one_kind: false, ..self.clone() };
        lenient.pay_with_symbols(Demand { kinds: 0, count: symbols, symbols }, &hand, FOUND, &mut ways);
        ways.into_iter().map(move |way| (way, Payment(paid.0 - way.0)))
    }
}

fn cards(count: u8) -> String {
    if count == 1 { "1 card".to_owned() } else { format!("{count} cards") }
}

fn spaces(count: u8) -> String {
    if count == 1 { "the other space".to_owned() } else { format!("the {count} other spaces") }
}

/// Cards as they are written in notation.
fn in_words(payment: Payment, kinds: &[Kind]) -> String {
    let words: Vec<String> =
        payment.iter().map(|(kind, n)| format!("{n} {}", kinds.get(kind.index()).map_or("?", |k| &k.id))).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds() -> Vec<Kind> {
        ["red", "blue", "wild"]
            .map(|id| Kind { id: id.to_owned(), word: railwright_core::id::WordId(0), count: 1, tags: 0, fields: Vec::new() })
            .into()
    }

    fn pay(red: u8, blue: u8, wild: u8) -> Payment {
        Payment::of(KindId(0), red).and(Payment::of(KindId(1), blue)).and(Payment::of(KindId(2), wild))
    }

    fn stand_ins(for_symbol: Option<ForSymbol>) -> StandIns {
        StandIns { wild: vec![KindId(2)], for_symbol, ..StandIns::default() }
    }

    #[test]
    fn what_is_wanted_follows_the_price() {
        let two = Demand { kinds: 0b11, count: 4, symbols: 2 };
        let any = stand_ins(Some(ForSymbol { cards: 3, alike: false }));
        assert_eq!(
            any.wants(two, &kinds()),
            "1 wild or any 3 cards for each of its 2 symbols and 2 cards of one colour or wild for the 2 other spaces"
        );
        let red = Demand { kinds: 0b01, count: 2, symbols: 1 };
        assert_eq!(stand_ins(None).wants(red, &kinds()), "1 wild for its symbol and 1 card of red or wild for the other space");
    }

    #[test]
    fn what_is_wrong_is_told_by_the_nearest_way() {
        let red = Demand { kinds: 0b01, count: 2, symbols: 1 };
        let pairs = stand_ins(Some(ForSymbol { cards: 2, alike: true }));
        let why = |paid| pairs.why_not(red, paid, &kinds());
        assert_eq!(why(pay(1, 0, 0)), "that is 2 to 3 cards, not 1");
        assert_eq!(why(pay(2, 1, 0)), "with 2 red for the symbol, 1 blue is left for the other space and does not match");
        assert_eq!(why(pay(1, 1, 0)), "1 red, 1 blue do not pay for the symbol");
        assert_eq!(why(pay(2, 0, 0)), "with 2 red for the symbol, nothing is left for the other space");
        assert_eq!(stand_ins(None).why_not(red, pay(3, 0, 0), &kinds()), "that is 2 cards, not 3");
    }
}
