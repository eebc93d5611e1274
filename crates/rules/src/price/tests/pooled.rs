//! Payments in which groups of cards stand in are those that a plain search finds, and those of ferries where both can be asked.

use super::*;
use railwright_core::random::Random;

/// Every hand that is part of one, as a payment.
fn parts_of(hand: &[u8], kind: usize, paid: Payment, each: &mut dyn FnMut(Payment)) {
    let Some(&held) = hand.get(kind) else { return each(paid) };
    (0..=held).for_each(|n| parts_of(hand, kind + 1, paid.and(Payment::of(KindId(kind as u8), n)), each));
}

/// Whether so many groups can be made of some cards, with no card left; tried out one group after the other.
fn grouped(left: &mut [u8], mut sizes: Vec<(usize, Pool)>) -> bool {
    let Some((groups, pool)) = sizes.pop() else { return left.iter().all(|&n| n == 0) };
    if groups == 0 {
        return grouped(left, sizes);
    }
    let rest = |sizes: &Vec<(usize, Pool)>| {
        let mut rest = sizes.clone();
        rest.push((groups - 1, pool));
        rest
    };
    if pool.alike {
        return (0..left.len()).any(|kind| {
            if pool.kinds >> kind & 1 == 0 || left[kind] < pool.cards {
                return false;
            }
            left[kind] -= pool.cards;
            let found = grouped(left, rest(&sizes));
            left[kind] += pool.cards;
            found
        });
    }
    let mut found = false;
    let held: Vec<u8> = left.to_vec();
    parts_of(&held, 0, Payment::default(), &mut |group| {
        let fits = group.iter().all(|(kind, _)| pool.kinds >> kind.0 & 1 == 1) && group.total() == u32::from(pool.cards);
        if fits && !found {
            group.iter().for_each(|(kind, n)| left[kind.index()] -= n);
            found = grouped(left, rest(&sizes));
            group.iter().for_each(|(kind, n)| left[kind.index()] += n);
        }
    });
    found
}

/// Whether cards pay a demand exactly, by trying what each of them may be for.
fn pays(stand_ins: &StandIns, pools: &Pools, demand: Demand, paid: Payment, kinds: usize) -> bool {
    let (others, symbols) = (usize::from(demand.count - demand.symbols), usize::from(demand.symbols));
    let counts: Vec<u8> = (0..kinds).map(|kind| paid.count(KindId(kind as u8))).collect();
    let plain = |kind: usize| demand.kinds >> kind & 1 == 1 && !stand_ins.wild.contains(&KindId(kind as u8));
    let used = (0..kinds).filter(|&kind| counts[kind] > 0 && !stand_ins.wild.contains(&KindId(kind as u8))).count();
    if stand_ins.one_kind && used > 1 {
        return false;
    }
    let mut found = false;
    for set in (0..kinds).filter(|&kind| plain(kind)).map(Some).chain([None]) {
        let most = set.map_or(0, |kind| counts[kind].min(others as u8));
        for own in 0..=most {
            let wild: Vec<u8> =
                (0..kinds).map(|k| if stand_ins.wild.contains(&KindId(k as u8)) { counts[k] } else { 0 }).collect();
            parts_of(&wild, 0, Payment::default(), &mut |direct| {
                for for_symbols in 0..=symbols {
                    for for_cards in 0..=others {
                        let all = usize::from(own) + direct.total() as usize + for_symbols + for_cards;
                        if found || all != others + symbols || usize::from(own) + for_cards > others {
                            continue;
                        }
                        let mut left = counts.clone();
                        set.into_iter().for_each(|kind| left[kind] -= own);
                        direct.iter().for_each(|(kind, n)| left[kind.index()] -= n);
                        let mut sizes = Vec::new();
                        if for_symbols > 0 {
                            let Some(pool) = pools.for_symbol else { continue };
                            sizes.push((for_symbols, pool));
                        }
                        if for_cards > 0 {
                            let Some(pool) = pools.for_card else { continue };
                            sizes.push((for_cards, pool));
                        }
                        found = grouped(&mut left, sizes);
                    }
                }
            });
        }
    }
    found
}

fn any_pool(random: &mut Random) -> Option<Pool> {
    let pool = Pool { cards: 1 + random.below(3) as u8, alike: random.below(2) == 0, kinds: u64::from(random.below(8)) };
    (random.below(3) > 0 && pool.kinds != 0).then_some(pool)
}

#[test]
fn groups_pay_what_a_plain_search_says_they_pay() {
    let mut random = Random::new(17);
    let (mut ways, mut paid) = (PoolWays::default(), 0);
    for _ in 0..400 {
        let pools = Pools { for_symbol: any_pool(&mut random), for_card: any_pool(&mut random) };
        let wild = if random.below(2) == 0 { vec![KindId(2)] } else { Vec::new() };
        let stand_ins = StandIns { wild, one_kind: random.below(4) == 0, pools: Some(pools), ..StandIns::default() };
        let count = 1 + random.below(3) as u8;
        let demand = Demand { kinds: u64::from(random.below(4)), count, symbols: random.below(u32::from(count) + 1) as u8 };
        let hand = [random.below(4) as u8, random.below(4) as u8, random.below(4) as u8];
        let mut expected = Vec::new();
        parts_of(&hand, 0, Payment::default(), &mut |part| {
            if pays(&stand_ins, &pools, demand, part, 3) {
                expected.push(part);
            }
        });
        let mut found = Vec::new();
        ways.all(&stand_ins, demand, &hand, &mut found);
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{demand:?} {stand_ins:?} {hand:?}");
        assert_eq!(stand_ins.affords(demand, &hand, &mut ways), !expected.is_empty(), "{demand:?} {stand_ins:?} {hand:?}");
        paid += expected.len();
    }
    assert!(paid > 400, "{paid}");
}

#[test]
fn groups_for_symbols_pay_as_those_of_ferries_do() {
    let mut random = Random::new(18);
    for _ in 0..400 {
        let for_symbol = ForSymbol { cards: 1 + random.below(3) as u8, alike: random.below(2) == 0 };
        let one_kind = random.below(3) == 0;
        let ferry = StandIns { wild: vec![KindId(2)], for_symbol: Some(for_symbol), one_kind, ..StandIns::default() };
        let pool = Pool { cards: for_symbol.cards, alike: for_symbol.alike, kinds: 0b011 };
        let pools = Some(Pools { for_symbol: Some(pool), for_card: None });
        let pooled = StandIns { for_symbol: None, pools, ..ferry.clone() };
        let count = 1 + random.below(4) as u8;
        let demand = Demand { kinds: 0b011, count, symbols: 1 + random.below(u32::from(count)) as u8 };
        let hand = [random.below(6) as u8, random.below(6) as u8, random.below(4) as u8];
        let (mut one, mut other) = (Vec::new(), Vec::new());
        ferry.pay_one(demand, &hand, &mut one);
        PoolWays::default().all(&pooled, demand, &hand, &mut other);
        one.sort();
        other.sort();
        assert_eq!(one, other, "{demand:?} {for_symbol:?} {hand:?}");
    }
}

#[test]
fn four_of_any_kind_for_each_of_nine_can_be_chosen_kind_by_kind() {
    let pools = Pools { for_symbol: None, for_card: Some(Pool { cards: 4, alike: false, kinds: 0b1_1111 }) };
    let stand_ins = StandIns { pools: Some(pools), ..StandIns::default() };
    let demand = Demand { kinds: 0b1111, count: 9, symbols: 0 };
    let hand = [8, 7, 6, 5, 4];
    let (mut ways, mut pay) = (PoolWays::default(), Vec::new());
    assert!(stand_ins.affords(demand, &hand, &mut ways));
    assert!(ways.find(&stand_ins, demand, &hand));
    assert_eq!(ways.list(&[], 20, &mut pay), Some(Payment::default()), "there are more than twenty");
    let (kind, given, counts) = ways.next_choice(0, Payment::default()).expect("a choice");
    assert!(kind == 0 && given.is_empty() && counts.count_ones() > 1, "{counts:b}");
    for count in railwright_core::bits::Ones(counts.into()) {
        let mut whole = Vec::new();
        ways.all(&stand_ins, demand, &hand, &mut whole);
        whole.retain(|p| p.count(KindId(0)) == count as u8);
        assert!(!whole.is_empty() && whole.iter().all(|p| p.count(KindId(0)) == count as u8 && stand_ins.pays(demand, *p)));
    }
    assert!(!stand_ins.affords(demand, &[5, 4, 4, 4, 3], &mut ways), "five of a colour and three groups are eight");
    assert!(stand_ins.affords(demand, &[5, 4, 4, 4, 4], &mut ways));
}
