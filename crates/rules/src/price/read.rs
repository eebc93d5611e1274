//! Prices as game files say them, and what each lane demands by them.

use super::ways::MOST_STATES;
use super::{Demand, ForSymbol, Groups, StandIns};
use crate::compile::Compiler;
use crate::mechanics::lane_tables::{is_fixed, lane_values};
use railwright_core::Payment;
use railwright_core::bits;
use railwright_core::expr::ItemType;
use railwright_core::id::{KindId, ZoneId};
use railwright_source::{Diagnostic, Kind, Need, Reader, Schema, include, key};

/// What a lane costs.
pub(crate) const PRICE: Schema = Schema::new(
    "price",
    "Cards of one kind, as many as `count`, of the lane's colour; wild cards stand in for any. A card pays for lanes of the colour \
     that is its id. All is worked out when the game is loaded, so `count` and `symbols` may depend on the lane alone.",
    &[
        include(&LANE_PRICE),
        key("symbols", Kind::Expr, Need::Default("0"), "how many of the cards must be wild, about the lane"),
        key(
            "for-symbol",
            Kind::Table(&FOR_SYMBOL),
            Need::Optional,
            "what stands for a card that must be wild, besides a wild card",
        ),
        key(
            "one-color",
            Kind::Bool,
            Need::Default("false"),
            "whether all cards of a payment that are not wild must be of one kind",
        ),
    ],
)
.example(
    "[actions.claim.price]\ncount = \"length\"\nany = \"grey\"\nwild = \"wild\"\nsymbols = \"symbols\"\n\
     for-symbol = { cards = 2, alike = true }",
);

/// What the lanes of a path cost.
pub(crate) const PATH_PRICE: Schema = Schema::new(
    "path-price",
    "Cards that match the colours of the lanes; wild cards and groups of equal cards stand in.",
    &[
        include(&LANE_PRICE),
        key("alike", Kind::Int { min: 2, max: 10 }, Need::Optional, "how many equal cards stand for one of any other kind"),
        key(
            "larger",
            Kind::Word(&["none", "one", "each"]),
            Need::Default("none"),
            "whether each further card of such a group stands for one more: no, all of `one` kind, or `each` of any kind",
        ),
    ],
)
.example("[actions.build.price]\ncount = 1\nalike = 2\nlarger = \"one\"");

const LANE_PRICE: Schema = Schema::new(
    "any price",
    "What every price may have.",
    &[
        key("count", Kind::Expr, Need::Default("length"), "how many cards, about the lane"),
        key("any", Kind::Texts, Need::Optional, "colours of lanes that cards of any one kind pay for"),
        key("accepts", Kind::Map(&Kind::Texts), Need::Optional, "colours of lanes and the kinds of card that pay for each"),
        key("wild", Kind::Text, Need::Optional, "the tag of cards that stand for any other"),
    ],
);

const FOR_SYMBOL: Schema = Schema::new(
    "for-symbol",
    "Cards that stand for one card that must be wild.",
    &[
        key("cards", Kind::Int { min: 1, max: 10 }, Need::Required, "how many cards"),
        key("alike", Kind::Bool, Need::Default("true"), "whether they must be of one kind"),
    ],
);

/// What may stand in for a demanded card.
pub(crate) fn stand_ins(compiler: &mut Compiler, price: &Reader, from: ZoneId, path: bool) -> StandIns {
    let wild = match price.text("wild") {
        Some(tag) => {
            compiler.need_tag(tag, price.origin("wild"));
            bits::iter(&compiler.parts.kinds_tagged(compiler.parts.zone(from).cards, tag)).map(KindId::from).collect()
        }
        None => Vec::new(),
    };
    if path {
        let larger = price.word("larger").unwrap_or("none");
        let groups = price.int("alike").map(|n| Groups { alike: n as u8, larger: larger != "none", apart: larger == "each" });
        return StandIns { wild, groups, ..StandIns::default() };
    }
    let for_symbol = price
        .table("for-symbol")
        .and_then(|rule| Some(ForSymbol { cards: rule.int("cards")? as u8, alike: rule.bool("alike").unwrap_or(true) }));
    StandIns { wild, groups: None, for_symbol, one_kind: price.bool("one-color").unwrap_or(false) }
}

/// A number for each lane that depends on the board alone.
fn lane_numbers(compiler: &mut Compiler, price: &Reader, key: &str) -> Option<Vec<i32>> {
    let formula = compiler.formula(price, key, ItemType::Lane)?;
    if !is_fixed(&formula.expr) {
        let problem = Diagnostic::error("bad-expression", "a price depends on the lane alone");
        compiler.report.push(problem.at(price.origin(key), "this changes during the game"));
        return None;
    }
    Some(lane_values(compiler, &formula))
}

/// What each lane demands: its number of cards, of its colour or of any one.
pub(crate) fn lane_demands(
    compiler: &mut Compiler,
    price: &Reader,
    from: ZoneId,
    stand_ins: &StandIns,
    path: bool,
) -> Option<Vec<Demand>> {
    let kinds = compiler.parts.cards_in(from).kinds.len();
    if kinds > Payment::KINDS {
        let message = format!("cards of {kinds} kinds cannot be paid with: {} are the most", Payment::KINDS);
        compiler.report.push(Diagnostic::error("too-many-kinds", message).at(price.here(), "this price"));
        return None;
    }
    let counts = lane_numbers(compiler, price, "count")?;
    let symbols = if path { vec![0; counts.len()] } else { lane_numbers(compiler, price, "symbols")? };
    let wild = stand_ins.wild.iter().fold(0u64, |all, k| all | 1 << k.0);
    let all = ((1u64 << kinds) - 1) & !wild;
    let accepted = accepted_kinds(compiler, price, from, all);
    let mut demands = Vec::new();
    let mut unmatched: Vec<(String, String)> = Vec::new();
    for (i, lane) in compiler.parts.map.lanes.iter().enumerate() {
        let color = compiler.parts.words.text(lane.color);
        let named = accepted.iter().find(|(name, _)| name == color).map(|(_, kinds)| *kinds);
        let kinds = named.or_else(|| compiler.parts.cards_in(from).find(color).map(|kind| 1 << kind.0));
        if kinds.is_none() && !unmatched.iter().any(|(known, _)| known == color) {
            unmatched.push((color.to_owned(), lane.id.clone()));
        }
        let most = i32::from(Payment::MOST);
        if !(1..=most).contains(&counts[i]) || !(0..=counts[i]).contains(&symbols[i]) {
            let message = format!(
                "lane {} costs {} cards of which {} must be wild; 1 to {most} cards are possible",
                lane.id, counts[i], symbols[i]
            );
            compiler.report.push(Diagnostic::error("wrong-price", message).at(price.origin("count"), "by this formula"));
        }
        let count = counts[i].clamp(1, most) as u8;
        let of_several = kinds.map_or(0, u64::count_ones);
        if path && count > 1 && of_several > 1 && (usize::from(count) + 1).saturating_pow(of_several) > MOST_STATES {
            let message =
                format!("lane {} costs {count} cards of any of {of_several} kinds: too many ways to pay in a path", lane.id);
            let problem = Diagnostic::error("wrong-price", message).at(price.origin("count"), "by this formula");
            compiler.report.push(problem.help("let it cost one card, or fewer, or fewer kinds; `claim` has no such limit"));
        }
        demands.push(Demand { kinds: kinds.unwrap_or(0), count, symbols: symbols[i].clamp(0, count.into()) as u8 });
    }
    for (color, lane) in unmatched {
        let problem = Diagnostic::error("no-such-card", format!("no card pays for {color} lanes, such as {lane}"));
        compiler.report.push(
            problem.at(price.here(), "this price").help(format!("add a kind of card `{color}`, or name the colour in `any`")),
        );
    }
    Some(demands)
}

/// Lane colours that are no card's own, and the kinds that pay for them, as bits.
fn accepted_kinds(compiler: &mut Compiler, price: &Reader, from: ZoneId, all: u64) -> Vec<(String, u64)> {
    let mut accepted: Vec<(String, u64)> = price.texts("any").iter().map(|(color, _)| ((*color).to_owned(), all)).collect();
    for (color, _, node) in price.map("accepts") {
        let mut kinds = 0;
        for named in node.as_list().unwrap_or(std::slice::from_ref(node)) {
            let name = named.as_text().unwrap_or_default();
            match compiler.parts.cards_in(from).find(name) {
                Some(kind) => kinds |= 1 << kind.0,
                None => {
                    let known = compiler.parts.cards_in(from).kinds.iter().map(|k| k.id.as_str());
                    let near = railwright_source::did_you_mean(name, known).map(|n| format!("did you mean `{n}`?"));
                    let problem =
                        Diagnostic::error("unknown-name", format!("there is no card `{name}`")).at(named.origin, "no such card");
                    compiler.report.push(near.into_iter().fold(problem, Diagnostic::help));
                }
            }
        }
        accepted.push((color.to_owned(), kinds));
    }
    accepted
}
