//! Prices as game files say them, and what each lane demands by them.

use super::ways::MOST_STATES;
use super::{Demand, ForSymbol, Groups, LanePayments, StandIns};
use crate::compile::Compiler;
use crate::mechanics::lane_tables::lane_values;
use railwright_core::Payment;
use railwright_core::bits;
use railwright_core::expr::ItemType;
use railwright_core::id::{KindId, ZoneId};
use railwright_source::kinds::Expr;
use railwright_source::{Diagnostic, Key, Keys, Kind, Reader, schema};

schema! {
    /// What a lane costs.
    pub(crate) PRICE: PriceKeys with LanePriceKeys = "price",
    "Cards of one kind, as many as `count`, of the lane's colour; wild cards stand in for any. A card pays for lanes of the colour \
     that is its id. All is worked out when the game is loaded, so `count` and `symbols` may depend on the lane alone.",
    {
        SYMBOLS: Expr = "symbols", Default("0"), "how many of the cards must be wild, about the lane";
        FOR_SYMBOL: Table<ForSymbolKeys> = "for-symbol", Optional,
            "what stands for a card that must be wild, besides a wild card";
        ONE_COLOR: Bool = "one-color", Default("false"), "whether all cards of a payment that are not wild must be of one kind";
    }
    example "[actions.claim.price]\ncount = \"length\"\nany = \"grey\"\nwild = \"wild\"\nsymbols = \"symbols\"\n\
     for-symbol = { cards = 2, alike = true }"
}

schema! {
    /// What the lanes of a path cost.
    pub(crate) PATH_PRICE: PathPriceKeys with LanePriceKeys = "path-price",
    "Cards that match the colours of the lanes; wild cards and groups of equal cards stand in.",
    {
        ALIKE: Int(2..=10) = "alike", Optional, "how many equal cards stand for one of any other kind";
        LARGER: Word(&["none", "one", "each"]) = "larger", Default("none"),
            "whether each further card of such a group stands for one more: no, all of `one` kind, or `each` of any kind";
    }
    example "[actions.build.price]\ncount = 1\nalike = 2\nlarger = \"one\""
}

schema! {
    pub(crate) LANE_PRICE: LanePriceKeys = "any price",
    "What every price may have.",
    {
        COUNT: Expr = "count", Default("length"), "how many cards, about the lane";
        ANY: Texts = "any", Optional,
            "colours of lanes that cards of any one kind pay for; `check` warns of a kind that is neither wild nor the colour of a lane";
        ACCEPTS: Map(&Kind::Texts) = "accepts", Optional, "colours of lanes and the kinds of card that pay for each";
        WILD: Text = "wild", Optional, "the tag of cards that stand for any other";
    }
}

schema! {
    FOR_SYMBOL: ForSymbolKeys = "for-symbol",
    "Cards that stand for one card that must be wild.",
    {
        CARDS: Int(1..=10) = "cards", Required, "how many cards";
        ALIKE: Bool = "alike", Default("true"), "whether they must be of one kind";
    }
}

/// What may stand in for a card that a lane demands.
pub(crate) fn lane_stand_ins(compiler: &mut Compiler, price: &Reader<PriceKeys>, from: ZoneId) -> StandIns {
    let wild = wild_kinds(compiler, &price.part(), from);
    let for_symbol = price.get(PriceKeys::FOR_SYMBOL).and_then(|rule| {
        let alike = rule.get(ForSymbolKeys::ALIKE).unwrap_or(true);
        Some(ForSymbol { cards: rule.get(ForSymbolKeys::CARDS)? as u8, alike })
    });
    StandIns { wild, groups: None, for_symbol, one_kind: price.get(PriceKeys::ONE_COLOR).unwrap_or(false) }
}

/// What may stand in for a card that a path demands.
pub(crate) fn path_stand_ins(compiler: &mut Compiler, price: &Reader<PathPriceKeys>, from: ZoneId) -> StandIns {
    let wild = wild_kinds(compiler, &price.part(), from);
    let larger = price.get(PathPriceKeys::LARGER).unwrap_or("none");
    let alike = price.get(PathPriceKeys::ALIKE);
    let groups = alike.map(|n| Groups { alike: n as u8, larger: larger != "none", apart: larger == "each" });
    StandIns { wild, groups, ..StandIns::default() }
}

fn wild_kinds(compiler: &mut Compiler, price: &Reader<LanePriceKeys>, from: ZoneId) -> Vec<KindId> {
    let Some(tag) = price.get(LanePriceKeys::WILD) else { return Vec::new() };
    compiler.need_tag(tag, price.origin(LanePriceKeys::WILD));
    bits::iter(&compiler.parts.kinds_tagged(compiler.parts.zone(from).cards, tag)).map(KindId::from).collect()
}

/// More ways to pay for one lane than this are more than a list should have.
const MANY_PAYMENTS: usize = 350;

/// Warns where a lane can be paid in very many ways, each of which is an action of its own.
pub(crate) fn warn_of_many_payments(
    compiler: &mut Compiler,
    price: &Reader<PriceKeys>,
    from: ZoneId,
    stand_ins: &StandIns,
    demands: &[Demand],
) {
    // Nobody can hold more cards than there are.
    let cards = &compiler.parts.cards_in(from).kinds;
    let hand: Vec<u8> = cards.iter().map(|kind| kind.count).collect();
    let mut seen: Vec<Demand> = Vec::new();
    for (lane, demand) in compiler.parts.map.lanes.iter().zip(demands) {
        if seen.contains(demand) {
            continue;
        }
        seen.push(*demand);
        if LanePayments::new(stand_ins, *demand, &hand).more_than(MANY_PAYMENTS) {
            let message =
                format!("lane {} can be paid for in more than {MANY_PAYMENTS} ways, each an action of its own", lane.id);
            let problem = Diagnostic::warning("many-payments", message).at(price.here(), "by this price");
            compiler
                .report
                .push(problem.help("`pay = \"after\"` chooses the lane first and then the cards, in few actions each"));
            return;
        }
    }
}

/// A number for each lane that depends on the board alone.
fn lane_numbers<S: Keys>(compiler: &mut Compiler, price: &Reader<S>, key: Key<S, Expr>) -> Option<Vec<i32>> {
    let formula = compiler.formula(price, key, ItemType::Lane)?;
    if !formula.expr.is_fixed() {
        let problem = Diagnostic::error("bad-expression", "a price depends on the lane alone");
        let help = "ask for length, colour and attributes of the lane; what changes is said by `when` of the action";
        compiler.report.push(problem.at(price.origin(key), "this changes during the game").help(help));
        return None;
    }
    Some(lane_values(compiler, &formula))
}

/// What each lane demands: its number of cards, of its colour or of any one.
pub(crate) fn lane_demands(
    compiler: &mut Compiler,
    price: &Reader<PriceKeys>,
    from: ZoneId,
    stand_ins: &StandIns,
) -> Option<Vec<Demand>> {
    demands(compiler, &price.part(), Some(price), from, stand_ins)
}

/// What each lane of a path demands.
pub(crate) fn path_demands(
    compiler: &mut Compiler,
    price: &Reader<PathPriceKeys>,
    from: ZoneId,
    stand_ins: &StandIns,
) -> Option<Vec<Demand>> {
    demands(compiler, &price.part(), None, from, stand_ins)
}

/// What each lane demands; only a lane that is paid for alone has symbols.
fn demands(
    compiler: &mut Compiler,
    price: &Reader<LanePriceKeys>,
    alone: Option<&Reader<PriceKeys>>,
    from: ZoneId,
    stand_ins: &StandIns,
) -> Option<Vec<Demand>> {
    let kinds = compiler.parts.cards_in(from).kinds.len();
    if kinds > Payment::KINDS {
        let message = format!("cards of {kinds} kinds cannot be paid with: {} are the most", Payment::KINDS);
        let problem = Diagnostic::error("too-many-kinds", message).at(price.here(), "this price");
        compiler.report.push(problem.help("pay with a set of fewer kinds"));
        return None;
    }
    let counts = lane_numbers(compiler, price, LanePriceKeys::COUNT)?;
    let symbols = match alone {
        Some(price) => lane_numbers(compiler, price, PriceKeys::SYMBOLS)?,
        None => vec![0; counts.len()],
    };
    let wild = stand_ins.wild.iter().fold(0u64, |all, k| all | 1 << k.0);
    let all = ((1u64 << kinds) - 1) & !wild;
    let accepted = accepted_kinds(compiler, price, from, all);
    strays(compiler, price, from, &accepted, all);
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
            let problem = Diagnostic::error("wrong-price", message).at(price.origin(LanePriceKeys::COUNT), "by this formula");
            compiler.report.push(problem.help("mend `count` or `symbols`, or the length of the lane"));
        }
        let count = counts[i].clamp(1, most) as u8;
        let of_several = kinds.map_or(0, u64::count_ones);
        if alone.is_none() && count > 1 && of_several > 1 && (usize::from(count) + 1).saturating_pow(of_several) > MOST_STATES {
            let message =
                format!("lane {} costs {count} cards of any of {of_several} kinds: too many ways to pay in a path", lane.id);
            let problem = Diagnostic::error("wrong-price", message).at(price.origin(LanePriceKeys::COUNT), "by this formula");
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

/// Reports kinds that are no colour and would pay for lanes of any colour as if they were: most often the wild cards of a price that does
/// not say so. On a map without any lane of a card's colour all kinds are alike, and nothing is odd about them.
fn strays(compiler: &mut Compiler, price: &Reader<LanePriceKeys>, from: ZoneId, accepted: &[(String, u64)], all: u64) {
    let parts = &compiler.parts;
    let is_color = |name: &str| parts.map.lanes.iter().any(|lane| parts.words.text(lane.color) == name);
    let kinds = &parts.cards_in(from).kinds;
    let any = price.get(LanePriceKeys::ANY);
    let Some((paid, origin)) = any.iter().find(|(color, _)| is_color(color)) else { return };
    let named =
        accepted.iter().filter(|(color, _)| !any.iter().any(|(any, _)| any == color)).fold(0, |all, (_, kinds)| all | kinds);
    if !kinds.iter().any(|kind| is_color(&kind.id)) {
        return;
    }
    let mut problems = Vec::new();
    for (_, kind) in kinds.iter().enumerate().filter(|(i, kind)| (all & !named) >> i & 1 == 1 && !is_color(&kind.id)) {
        let message =
            format!("{}: `{}` would pay for {paid} lanes like a colour, and no lane has that colour", price.path(), kind.id);
        let help = format!("say with `wild` that such cards stand for any, or with `accepts` which kinds pay for {paid} lanes");
        problems
            .push(Diagnostic::warning("card-of-no-lane", message).about(&kind.id).at(*origin, "cards of any kind").help(help));
    }
    problems.into_iter().for_each(|problem| compiler.report.push(problem));
}

/// Lane colours that are no card's own, and the kinds that pay for them, as bits.
fn accepted_kinds(compiler: &mut Compiler, price: &Reader<LanePriceKeys>, from: ZoneId, all: u64) -> Vec<(String, u64)> {
    let mut accepted: Vec<(String, u64)> =
        price.get(LanePriceKeys::ANY).iter().map(|(color, _)| ((*color).to_owned(), all)).collect();
    for (color, _, node) in price.get(LanePriceKeys::ACCEPTS) {
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
