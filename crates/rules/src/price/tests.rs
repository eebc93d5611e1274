//! Every way to pay, listed once.

use super::*;

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
    let mut all = Vec::new();
    wild.pay_all(&[demand], &[2, 1, 2], &mut all);
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
    let pairs = StandIns { alike: Some(2), ..StandIns::default() };
    let demands = [Demand { kinds: 1, count: 1, symbols: 0 }, Demand { kinds: 2, count: 1, symbols: 0 }];
    let mut pay = Vec::new();
    pairs.pay_all(&demands, &[1, 0, 2], &mut pay);
    assert_eq!(list(&pay), [vec![(0, 1), (2, 2)]]);
    pay.clear();
    pairs.pay_all(&demands, &[3, 0, 0], &mut pay);
    assert_eq!(list(&pay), [vec![(0, 3)]], "one for itself, a pair for the other");
    assert!(!pairs.affordable(&demands, &[2, 0, 0], &mut Vec::new()));
}

#[test]
fn every_distinct_payment_is_listed_once() {
    let both = StandIns { wild: vec![KindId(3), KindId(4)], alike: Some(2), ..StandIns::default() };
    let mut pay = Vec::new();
    both.pay_all(
        &[Demand { kinds: 0b111, count: 3, symbols: 0 }, Demand { kinds: 0b001, count: 1, symbols: 0 }],
        &[3, 2, 4, 1, 1],
        &mut pay,
    );
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
        assert_eq!(ferries(one_kind).affords_symbols(demand, &ferries(one_kind).purse(hand)), !pay.is_empty(), "{hand:?}");
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
            assert_eq!(stand_ins.affords_symbols(demand, &stand_ins.purse(&hand)), !pay.is_empty(), "{demand:?} {hand:?}");
            assert!(pay.windows(2).all(|two| two[0] < two[1]), "each payment once");
        }
    }
}
