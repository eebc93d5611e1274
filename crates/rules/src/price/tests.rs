//! Every way to pay, listed once.

use super::*;

mod large_bills;
mod pooled;

const PAIRS: Option<Groups> = Some(Groups { alike: 2, larger: false, apart: false });

/// Every payment of a bill.
fn all_ways(stand_ins: &StandIns, bill: &Bill, hand: &[u8]) -> Vec<Payment> {
    let (mut ways, mut pay) = (Ways::default(), Vec::new());
    if ways.find(stand_ins, bill, hand) {
        assert!(ways.list(&[], 100_000, &mut pay).is_none());
    }
    pay.sort();
    pay
}

fn bill(demands: &[Demand]) -> Bill {
    let mut bill = Bill::default();
    demands.iter().for_each(|&d| bill.add(d));
    bill
}

fn list(pay: &[Payment]) -> Vec<Vec<(u8, u8)>> {
    pay.iter().map(|p| p.iter().map(|(k, n)| (k.0, n)).collect()).collect()
}

#[test]
fn one_colour_with_wild_cards_up_to_the_whole_set() {
    let wild = StandIns { wild: vec![KindId(2)], ..StandIns::default() };
    let demand = Demand { kinds: 0b11, count: 2, symbols: 0 };
    let mut pay = Vec::new();
    wild.pay_one(demand, &[2, 1, 2], &mut pay);
    assert_eq!(list(&pay), [vec![(0, 2)], vec![(0, 1), (2, 1)], vec![(1, 1), (2, 1)], vec![(2, 2)]]);
    let all = all_ways(&wild, &bill(&[demand]), &[2, 1, 2]);
    pay.sort();
    assert_eq!(all, pay, "both ways list the same payments");
}

#[test]
fn a_kind_that_is_too_few_pays_nothing() {
    let wild = StandIns { wild: vec![KindId(2)], ..StandIns::default() };
    let demand = Demand { kinds: 0b11, count: 3, symbols: 0 };
    let mut pay = Vec::new();
    wild.pay_one(demand, &[1, 2, 1], &mut pay);
    assert_eq!(list(&pay), [vec![(1, 2), (2, 1)]], "one of the first kind and one wild card are not three");
    pay.clear();
    StandIns::default().pay_one(demand, &[1, 3, 0], &mut pay);
    assert_eq!(list(&pay), [vec![(1, 3)]]);
}

#[test]
fn two_equal_cards_stand_for_one_of_another_kind() {
    let pairs = StandIns { groups: PAIRS, ..StandIns::default() };
    let demands = [Demand { kinds: 1, count: 1, symbols: 0 }, Demand { kinds: 2, count: 1, symbols: 0 }];
    assert_eq!(list(&all_ways(&pairs, &bill(&demands), &[1, 0, 2])), [vec![(0, 1), (2, 2)]]);
    assert_eq!(list(&all_ways(&pairs, &bill(&demands), &[3, 0, 0])), [vec![(0, 3)]], "one for itself, a pair for the other");
    assert!(!covers(&pairs, &demands, &[2, 0, 0]));
}

#[test]
fn every_distinct_payment_is_listed_once() {
    let both = StandIns { wild: vec![KindId(3), KindId(4)], groups: PAIRS, ..StandIns::default() };
    let demands = [Demand { kinds: 0b111, count: 3, symbols: 0 }, Demand { kinds: 0b001, count: 1, symbols: 0 }];
    let pay = all_ways(&both, &bill(&demands), &[3, 2, 4, 1, 1]);
    let mut sorted = pay.clone();
    sorted.dedup();
    assert_eq!(pay, sorted);
    assert!(pay.len() > 10);
}

/// Four colours and a wild kind, the last.
fn ferries(one_kind: bool) -> StandIns {
    StandIns { wild: vec![KindId(4)], for_symbol: Some(ForSymbol { cards: 2, alike: true }), one_kind, ..StandIns::default() }
}

#[test]
fn a_symbol_takes_a_wild_card_or_a_pair_and_the_rest_one_colour() {
    let demand = Demand { kinds: 0b1111, count: 3, symbols: 1 };
    let paid = |hand: &[u8], one_kind: bool| {
        let mut pay = Vec::new();
        ferries(one_kind).pay_one(demand, hand, &mut pay);
        assert_eq!(ferries(one_kind).affords_symbols(demand, &ferries(one_kind).symbol_hand(hand)), !pay.is_empty(), "{hand:?}");
        list(&pay)
    };
    assert_eq!(paid(&[2, 0, 0, 0, 1], false), [vec![(0, 2), (4, 1)]], "a pair and a wild card");
    assert_eq!(paid(&[2, 2, 0, 0, 0], false), [vec![(0, 2), (1, 2)]], "two pairs");
    assert_eq!(paid(&[2, 2, 0, 0, 0], true), Vec::<Vec<(u8, u8)>>::new(), "not of two colours when one is asked for");
    assert_eq!(paid(&[4, 0, 0, 0, 0], true), [vec![(0, 4)]]);
    assert_eq!(paid(&[1, 1, 1, 1, 0], false), Vec::<Vec<(u8, u8)>>::new(), "never a mixed pair");
    assert_eq!(paid(&[0, 0, 0, 0, 3], false), [vec![(4, 3)]]);
}

#[test]
fn what_is_affordable_is_what_can_be_paid() {
    let mut random = railwright_core::Random::new(9);
    for (alike, one_kind) in [(true, false), (false, false), (true, true)] {
        let stand_ins = StandIns { for_symbol: Some(ForSymbol { cards: 2 + u8::from(!alike), alike }), ..ferries(one_kind) };
        for _ in 0..3000 {
            let hand: [u8; 5] = std::array::from_fn(|_| random.below(4) as u8);
            let symbols = random.below(3) as u8;
            let demand = Demand { kinds: 0b1111 >> random.below(4), count: symbols + random.below(4) as u8, symbols };
            if demand.count == 0 || symbols == 0 {
                continue;
            }
            let mut pay = Vec::new();
            stand_ins.pay_one(demand, &hand, &mut pay);
            assert_eq!(stand_ins.affords_symbols(demand, &stand_ins.symbol_hand(&hand)), !pay.is_empty(), "{demand:?} {hand:?}");
            assert!(pay.windows(2).all(|two| two[0] < two[1]), "each payment once");
        }
    }
}

/// So many cards of each kind are demanded.
fn need(counts: &[u8]) -> Vec<Demand> {
    let demands = counts.iter().enumerate().filter(|(_, n)| **n > 0);
    demands.map(|(kind, &count)| Demand { kinds: 1 << kind, count, symbols: 0 }).collect()
}

/// Scales that have everything demanded once, with what a hand has left after some demands.
fn weigh(stand_ins: &StandIns, demands: &[Demand], hand: &[u8]) -> (Scales, RemainingCards) {
    let each = need(&vec![1; hand.len()]);
    let scales = Scales::new(stand_ins, &each).expect("each demand is for one kind");
    let mut left = RemainingCards::of(hand).expect("few cards");
    for demand in demands {
        (0..demand.count).for_each(|_| left = left.less(demand.kinds.trailing_zeros() as usize));
    }
    (scales, left)
}

fn covers(stand_ins: &StandIns, demands: &[Demand], hand: &[u8]) -> bool {
    let (scales, left) = weigh(stand_ins, demands, hand);
    scales.covers(&left.balance(&scales))
}

#[test]
fn a_larger_group_stands_for_one_card_fewer_than_it_has() {
    let one = StandIns { groups: Some(Groups { alike: 2, larger: true, apart: false }), ..StandIns::default() };
    let paid = |stand_ins: &StandIns, counts: &[u8], hand: &[u8]| list(&all_ways(stand_ins, &bill(&need(counts)), hand));
    assert_eq!(paid(&one, &[3, 0, 0], &[0, 0, 4]), [vec![(2, 4)]], "one group of four for three");
    assert_eq!(paid(&one, &[1, 1, 0], &[0, 0, 4]), [vec![(2, 4)]], "two pairs");
    assert_eq!(paid(&one, &[1, 0, 0], &[0, 0, 4]), [vec![(2, 2)]], "nothing is left over");
    assert_eq!(paid(&one, &[1, 1, 0], &[0, 0, 3]), Vec::<Vec<(u8, u8)>>::new(), "a group stands for one kind");
    let each = StandIns { groups: Some(Groups { alike: 2, larger: true, apart: true }), ..StandIns::default() };
    assert_eq!(paid(&each, &[1, 1, 0], &[0, 0, 3]), [vec![(2, 3)]], "unless each card is chosen apart");
}

#[test]
fn a_bill_is_affordable_when_there_is_a_payment() {
    let mut random = railwright_core::Random::new(4);
    for (larger, apart) in [(false, false), (true, false), (true, true)] {
        let stand_ins = StandIns { groups: Some(Groups { alike: 2, larger, apart }), ..StandIns::default() };
        let mut book = MeansCache::default();
        for _ in 0..400 {
            let hand: [u8; 5] = std::array::from_fn(|_| random.below(6) as u8);
            let counts: [u8; 5] = std::array::from_fn(|_| random.below(4).saturating_sub(1) as u8);
            let demands = need(&counts);
            let can_pay = |counts: &[u8]| !all_ways(&stand_ins, &bill(&need(counts)), &hand).is_empty();
            let (scales, left) = weigh(&stand_ins, &demands, &hand);
            let balance = left.balance(&scales);
            assert_eq!(scales.covers(&balance), can_pay(&counts), "{counts:?} {hand:?}");
            let means = book.means(left, &scales);
            let dearer = |more: &[usize]| {
                let mut dearer = counts;
                more.iter().for_each(|&kind| dearer[kind] += 1);
                dearer
            };
            for one in 0..5 {
                let payable = can_pay(&dearer(&[one]));
                assert_eq!(means.one >> one & 1 == 1, payable, "{counts:?} {hand:?} and {one}");
                for two in 0..5 {
                    let payable = can_pay(&dearer(&[one, two]));
                    assert_eq!(means.two >> (8 * one + two) & 1 == 1, payable, "{counts:?} {hand:?}, {one} and {two}");
                }
            }
            let three = [0; 3].map(|_| random.below(5) as usize);
            if can_pay(&dearer(&three)) {
                assert!(means.most >= 3 && means.three >> three[0] & 1 == 1, "{counts:?} {hand:?} and {three:?}");
            }
            // What is certain can be paid, whatever it is.
            if can_pay(&counts) {
                let certain: Vec<usize> = (0..means.certain).map(|_| random.below(5) as usize).collect();
                assert!(can_pay(&dearer(&certain)), "{counts:?} {hand:?} and {certain:?}");
            }
        }
    }
}

#[test]
fn a_book_forgets_nothing_but_what_it_has_no_room_for() {
    let stand_ins = StandIns { groups: PAIRS, ..StandIns::default() };
    let mut book = MeansCache::default();
    for round in 0..2 {
        for first in 0..60 {
            for second in 0..60 {
                let hand = [first, second, 1];
                let (scales, left) = weigh(&stand_ins, &[], &hand);
                let means = book.means(left, &scales);
                let wanted = if first > 1 || second > 1 { 0b111 } else { 0b100 | (second << 1) | first };
                assert_eq!(means.one, wanted, "{hand:?} in round {round}");
            }
        }
    }
    assert_eq!(RemainingCards::of(&[60]), None, "too many cards for a page");
    assert_eq!(RemainingCards::of(&[1; 9]), None, "too many kinds");
}

#[test]
fn a_payment_chosen_kind_by_kind_never_comes_to_a_dead_end() {
    let groups = Some(Groups { alike: 2, larger: true, apart: false });
    let stand_ins = StandIns { groups, ..StandIns::default() };
    let (bill, hand) = (bill(&need(&[1, 2, 1, 0])), [3, 3, 2, 4]);
    let all = all_ways(&stand_ins, &bill, &hand);
    let mut found = Vec::new();
    let mut open = vec![(0, Payment::default())];
    while let Some((first, paid)) = open.pop() {
        let chosen: Vec<u8> = (0..first).map(|kind| paid.count(KindId(kind as u8))).collect();
        let (mut ways, mut pay) = (Ways::default(), Vec::new());
        assert!(ways.find(&stand_ins, &bill, &hand));
        match ways.list(&chosen, 3, &mut pay) {
            None => {
                assert!(!pay.is_empty());
                found.extend(pay);
            }
            Some(paid) => {
                let (kind, paid, counts) = ways.next_choice(first, paid).expect("more than one way");
                let next = |count: usize| (kind + 1, paid.and(Payment::of(KindId(kind as u8), count as u8)));
                open.extend(railwright_core::bits::Ones(counts.into()).map(next));
            }
        }
    }
    found.sort();
    assert_eq!(found, all);
    assert!(all.len() > 10);
}

/// Every payment of a bill by trying each reading of its demands for one card of several kinds.
fn all_readings(stand_ins: &StandIns, sure: &[Demand], open: &[Demand], hand: &[u8]) -> Vec<Payment> {
    let Some((first, rest)) = open.split_first() else { return all_ways(stand_ins, &bill(sure), hand) };
    let mut all: Vec<Payment> = railwright_core::bits::Ones(first.kinds)
        .flat_map(|kind| {
            let read = Demand { kinds: 1 << kind, ..*first };
            all_readings(stand_ins, &[sure, &[read]].concat(), rest, hand)
        })
        .collect();
    all.sort();
    all.dedup();
    all
}

#[test]
fn single_cards_of_any_of_several_kinds_are_paid_as_by_every_reading_of_them() {
    let one = |kinds: u64| Demand { kinds, count: 1, symbols: 0 };
    let any_of = [one(0b1111), one(0b1111), one(0b0110), one(0b1001)];
    let (mut random, mut several) = (railwright_core::Random::new(7), 0);
    for round in 0..400 {
        let mut below = |n: u32| random.below(n) as u8;
        let hand: Vec<u8> = (0..5).map(|_| below(5)).collect();
        let sure: Vec<Demand> = (0..below(3)).map(|_| one(1 << below(4))).collect();
        let open: Vec<Demand> = (0..1 + below(3)).map(|_| any_of[below(4) as usize]).collect();
        let groups = [None, PAIRS, Some(Groups { alike: 3, larger: false, apart: false })][below(3) as usize];
        let wild = if below(2) == 0 { Vec::new() } else { vec![KindId(4)] };
        let stand_ins = StandIns { wild, groups, ..StandIns::default() };
        let all = all_ways(&stand_ins, &bill(&[&sure[..], &open].concat()), &hand);
        assert_eq!(all, all_readings(&stand_ins, &sure, &open, &hand), "round {round}: {sure:?} {open:?} {hand:?} {stand_ins:?}");
        several += usize::from(all.len() > 1);
    }
    assert!(several > 100, "most bills are paid in several ways: {several}");
}

#[test]
fn many_single_cards_of_any_kind_are_few_states() {
    let wild = StandIns { wild: vec![KindId(8)], groups: PAIRS, ..StandIns::default() };
    let grey = [Demand { kinds: 0xff, count: 1, symbols: 0 }; 6];
    assert!(Ways::default().find(&wild, &bill(&grey), &[2, 2, 2, 2, 2, 2, 2, 2, 2]));
    // Six cards of one kind out of eight, over and over, leave very much open.
    let six = [Demand { kinds: 0xff, count: 6, symbols: 0 }; 2];
    let mut ways = Ways::default();
    assert!(!ways.find(&wild, &bill(&six), &[15; 9]) && ways.take_given_up(), "what is not worked out is told");
    assert!(!ways.take_given_up(), "once");
    let plain = StandIns::default();
    let mut pay = Vec::new();
    assert!(ways.find(&plain, &bill(&six), &[6, 5, 12, 0, 6, 0, 0, 0, 15]) && ways.list(&[], 100, &mut pay).is_none());
    assert_eq!(list(&pay), [vec![(2, 6), (4, 6)], vec![(2, 12)], vec![(0, 6), (4, 6)], vec![(0, 6), (2, 6)]]);
}

/// Every number of cards of each kind that a hand has.
fn every_choice(hand: &[u8]) -> Vec<Payment> {
    let mut all = vec![Payment::default()];
    for (kind, &held) in hand.iter().enumerate() {
        let with = |paid: &Payment| (0..=held).map(|n| paid.and(Payment::of(KindId(kind as u8), n))).collect::<Vec<_>>();
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// Whether cards pay a demand, by the sentence of the manual: a set of one kind with wild cards for the spaces without a symbol,
/// and for each symbol a wild card or what stands for one, with nothing left over.
fn pays_plainly(stand_ins: &StandIns, demand: Demand, paid: Payment, kinds: usize) -> bool {
    let wild_kind = |kind: usize| stand_ins.wild.contains(&KindId(kind as u8));
    let counts: Vec<u8> = (0..kinds).map(|kind| paid.count(KindId(kind as u8))).collect();
    let wild: u8 = (0..kinds).filter(|&kind| wild_kind(kind)).map(|kind| counts[kind]).sum();
    let others = demand.count - demand.symbols;
    let sets = (0..kinds).filter(|&kind| demand.kinds >> kind & 1 == 1 && !wild_kind(kind));
    let sets: Vec<(usize, u8)> = sets.flat_map(|kind| (0..=counts[kind].min(others)).map(move |own| (kind, own))).collect();
    let sets = [(0, 0)].into_iter().chain(sets);
    let mut ways = sets.flat_map(|set| (0..=demand.symbols).map(move |stood| (set, stood)));
    ways.any(|((set, own), stood)| {
        let rest: Vec<(usize, u8)> =
            (0..kinds).filter(|&k| !wild_kind(k)).map(|k| (k, counts[k] - if k == set { own } else { 0 })).collect();
        let fits = match stand_ins.for_symbol {
            None => stood == 0 && rest.iter().all(|(_, n)| *n == 0),
            Some(rule) if rule.alike => {
                rest.iter().all(|(_, n)| n % rule.cards == 0) && rest.iter().map(|(_, n)| n / rule.cards).sum::<u8>() == stood
            }
            Some(rule) => rest.iter().map(|(_, n)| n).sum::<u8>() == stood * rule.cards,
        };
        let one_kind = counts.iter().enumerate().filter(|(k, n)| !wild_kind(*k) && **n > 0).count() <= 1;
        wild == others - own + demand.symbols - stood && fits && (!stand_ins.one_kind || one_kind)
    })
}

/// Chooses payments of a lane kind by kind in every way, whole where there are no more than `most`; and the most actions of a decision.
fn kind_by_kind(stand_ins: &StandIns, demand: Demand, hand: &[u8], most: usize) -> (Vec<Payment>, usize) {
    let (mut found, mut largest, mut open) = (Vec::new(), 0, vec![(0, Payment::default())]);
    while let Some((first, paid)) = open.pop() {
        let chosen: Vec<u8> = (0..first).map(|kind| paid.count(KindId(kind as u8))).collect();
        let (mut ways, mut pay) = (LanePayments::new(stand_ins, demand, hand), Vec::new());
        match ways.list(&chosen, most, &mut pay) {
            None => {
                assert!(!pay.is_empty() || first == 0, "no dead end");
                largest = largest.max(pay.len());
                found.extend(pay);
            }
            Some(paid) => {
                let (kind, paid, counts) = ways.next_choice(first, paid).expect("more than one way");
                largest = largest.max(counts.count_ones() as usize);
                let next = |count: usize| (kind + 1, paid.and(Payment::of(KindId(kind as u8), count as u8)));
                open.extend(railwright_core::bits::Ones(counts.into()).map(next));
            }
        }
    }
    found.sort();
    (found, largest)
}

#[test]
fn a_lane_is_paid_kind_by_kind_in_the_ways_the_manual_says_and_in_no_other() {
    let mut random = railwright_core::Random::new(11);
    let mut several = 0;
    for round in 0..3000 {
        let mut below = |n: u32| random.below(n) as u8;
        let for_symbol = (below(4) > 0).then(|| ForSymbol { cards: 1 + below(3), alike: below(2) == 0 });
        let wild = [vec![], vec![KindId(4)], vec![KindId(1), KindId(4)]][below(3) as usize].clone();
        let stand_ins = StandIns { wild, for_symbol, one_kind: below(3) == 0, ..StandIns::default() };
        let all = 0b11111 & !stand_ins.wild.iter().fold(0, |bits, kind| bits | 1 << kind.0);
        let symbols = below(4);
        let demand = Demand { kinds: all & u64::from(1 + below(31)), count: symbols + below(4), symbols };
        if demand.count == 0 {
            continue;
        }
        let hand: Vec<u8> = (0..5).map(|_| below(5)).collect();
        let mut plainly: Vec<Payment> =
            every_choice(&hand).into_iter().filter(|&paid| pays_plainly(&stand_ins, demand, paid, 5)).collect();
        plainly.sort();
        let mut listed = Vec::new();
        stand_ins.pay_one(demand, &hand, &mut listed);
        listed.sort();
        assert_eq!(listed, plainly, "round {round}: {demand:?} {hand:?} {stand_ins:?}");
        for most in [1, 3, 300] {
            assert_eq!(
                kind_by_kind(&stand_ins, demand, &hand, most).0,
                plainly,
                "{most} at once: {demand:?} {hand:?} {stand_ins:?}"
            );
        }
        several += usize::from(plainly.len() > 3);
    }
    assert!(several > 500, "many are paid in several ways: {several}");
}

#[test]
fn a_decision_about_cards_has_few_actions_whatever_the_hand() {
    // Any four cards for each of six symbols, of seventy-two and more.
    let four = ForSymbol { cards: 4, alike: false };
    let stand_ins = StandIns { wild: vec![KindId(8), KindId(9)], for_symbol: Some(four), ..StandIns::default() };
    for symbols in 1..=6 {
        let demand = Demand { kinds: 0xff, count: symbols + 2, symbols };
        for hand in [[9u8; 10], [255; 10], [3, 3, 3, 15, 15, 15, 40, 1, 15, 15]] {
            let (mut ways, mut pay) = (LanePayments::new(&stand_ins, demand, &hand), Vec::new());
            let (mut first, mut decisions) = (0, 0);
            while let Some(paid) = ways.list(&vec![0; first], 300, &mut pay) {
                let (kind, _, counts) = ways.next_choice(first, paid).expect("more than one way");
                assert!(counts.count_ones() <= 16);
                // As few as can be of each kind, which leaves most to the others.
                if counts & 1 == 0 {
                    break;
                }
                first = kind + 1;
                decisions += 1;
            }
            assert!(pay.len() <= 300);
            assert!(symbols == 1 || decisions > 0, "{symbols} symbols");
        }
    }
}

#[test]
fn whether_a_lane_has_many_payments_is_seen_without_listing_them() {
    for wild in [vec![], vec![KindId(8)], vec![KindId(7), KindId(8)]] {
        let stand_ins = StandIns { wild: wild.clone(), ..StandIns::default() };
        for (kinds, count) in [(0b1, 3), (0b110, 1), (0xff, 6), (0x7f, 15), (0x1ff, 4)] {
            // Wild kinds are not among those that will do.
            let demand = Demand { kinds: wild.iter().fold(kinds, |kinds, kind| kinds & !(1 << kind.0)), count, symbols: 0 };
            let hand = [12, 12, 0, 5, 12, 12, 3, 14, 14];
            let mut pay = Vec::new();
            stand_ins.pay_one(demand, &hand, &mut pay);
            for most in [0, 1, 5, 20, 60, 200] {
                let more = LanePayments::new(&stand_ins, demand, &hand).more_than(most);
                assert_eq!(more, pay.len() > most, "{demand:?} with wild {wild:?} in {} ways, more than {most}", pay.len());
            }
        }
    }
}
