//! Bills that leave very much open are paid in every way there is, and in no other.

use super::*;

/// The payments of a bill by the way of large bills: all at once, and kind by kind.
fn as_large(stand_ins: &StandIns, bill: &Bill, hand: &[u8]) -> [Vec<Payment>; 2] {
    let mut whole = Vec::new();
    let mut ways = Ways::default();
    if ways.find_as_large(stand_ins, bill, hand) {
        assert!(ways.list(&[], 100_000, &mut whole).is_none());
    }
    assert!(!ways.take_given_up());
    let (mut parts, mut open) = (Vec::new(), vec![(0, Payment::default())]);
    while let Some((first, paid)) = open.pop() {
        let chosen: Vec<u8> = (0..first).map(|kind| paid.count(KindId(kind as u8))).collect();
        let (mut ways, mut pay) = (Ways::default(), Vec::new());
        if !ways.find_as_large(stand_ins, bill, hand) {
            break;
        }
        match ways.list(&chosen, 2, &mut pay) {
            None => parts.extend(pay),
            Some(paid) => {
                let (kind, paid, counts) = ways.next_choice(first, paid).expect("more than one way");
                let next = |count: usize| (kind + 1, paid.and(Payment::of(KindId(kind as u8), count as u8)));
                open.extend(railwright_core::bits::Ones(counts.into()).map(next));
            }
        }
    }
    whole.sort();
    parts.sort();
    [whole, parts]
}

#[test]
fn a_bill_is_paid_alike_whether_it_counts_as_large_or_not() {
    let (mut random, mut several) = (railwright_core::Random::new(17), 0);
    for round in 0..600 {
        let mut below = |n: u32| random.below(n) as u8;
        let hand: Vec<u8> = (0..5).map(|_| below(5)).collect();
        let demands: Vec<Demand> = (0..1 + below(4))
            .map(|_| Demand {
                kinds: [1 << below(4), u64::from(1 + below(15))][below(2) as usize],
                count: 1 + below(3),
                symbols: 0,
            })
            .collect();
        let (alike, larger, apart) = (2 + below(2), below(2) == 0, below(2) == 0);
        let groups = [None, Some(Groups { alike, larger, apart: larger && apart })][below(2) as usize];
        let wild = if below(2) == 0 { Vec::new() } else { vec![KindId(4)] };
        let stand_ins = StandIns { wild, groups, ..StandIns::default() };
        let all = all_ways(&stand_ins, &bill(&demands), &hand);
        let [whole, parts] = as_large(&stand_ins, &bill(&demands), &hand);
        assert_eq!(whole, all, "round {round}: {demands:?} {hand:?} {stand_ins:?}");
        assert_eq!(parts, all, "kind by kind, round {round}: {demands:?} {hand:?} {stand_ins:?}");
        several += usize::from(all.len() > 1);
    }
    assert!(several > 100, "many bills are paid in several ways: {several}");
}

/// Whether cards pay for so many of each kind where two equal ones stand for one of another kind, by trying every use of each: what is
/// missing is what groups stand for, and none stands for its own kind.
fn pairs_pay(need: &[u8], paid: &[u8], uses: &mut Vec<[u8; 2]>) -> bool {
    let Some(&cards) = paid.get(uses.len()) else {
        let missing: u8 = need.iter().zip(&*uses).map(|(need, [own, _])| need - own).sum();
        let groups: u8 = uses.iter().map(|[_, groups]| groups).sum();
        let apart = need.iter().zip(&*uses).all(|(need, [own, groups])| need - own + groups <= missing || need == own);
        return missing == groups && apart;
    };
    let most = need[uses.len()].min(cards);
    (0..=most).filter(|own| (cards - own) % 2 == 0).any(|own| {
        uses.push([own, (cards - own) / 2]);
        let pays = pairs_pay(need, paid, uses);
        uses.pop();
        pays
    })
}

#[test]
fn a_bill_that_leaves_very_much_open_is_paid_as_by_trying_everything() {
    let pairs = StandIns { groups: PAIRS, ..StandIns::default() };
    for (counts, hand) in [([8, 8, 8, 8], [9, 7, 9, 9]), ([8, 9, 8, 8], [12, 2, 12, 9]), ([9, 8, 8, 8], [9, 9, 9, 5])] {
        let mut plainly: Vec<Payment> = every_choice(&hand)
            .into_iter()
            .filter(|paid| pairs_pay(&counts, &[0, 1, 2, 3].map(|kind| paid.count(KindId(kind))), &mut Vec::new()))
            .collect();
        plainly.sort();
        assert_eq!(all_ways(&pairs, &bill(&need(&counts)), &hand), plainly, "{counts:?} {hand:?}");
        assert!(counts.iter().map(|n| usize::from(*n) + 1).product::<usize>() > 4096, "it counts as large");
    }
    // Five of each of eight colours with wild cards, from a hand that has enough of most.
    let wild = StandIns { wild: vec![KindId(8)], groups: PAIRS, ..StandIns::default() };
    let mut ways = Ways::default();
    assert!(ways.find(&wild, &bill(&need(&[5; 8])), &[5, 5, 4, 5, 6, 5, 3, 5, 4]) && !ways.take_given_up());
    assert!(!ways.find(&wild, &bill(&need(&[5; 8])), &[5, 5, 4, 5, 6, 5, 0, 5, 4]) && !ways.take_given_up());
}

#[test]
fn what_is_not_worked_out_lists_nothing_also_after_a_bill_that_was() {
    let wild = StandIns { wild: vec![KindId(8)], groups: PAIRS, ..StandIns::default() };
    let (mut ways, mut pay) = (Ways::default(), Vec::new());
    assert!(ways.find(&wild, &bill(&need(&[5; 8])), &[5, 5, 4, 5, 6, 5, 3, 5, 4]));
    assert!(!ways.find(&wild, &bill(&need(&[15; 8])), &[15; 9]));
    assert!(ways.list(&[], 100, &mut pay).is_none() && ways.list(&[3, 2], 100, &mut pay).is_none() && pay.is_empty());
    assert!(ways.take_given_up());
}
