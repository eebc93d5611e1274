//! Which places lie within so many lanes of a place, as sets of bits: the search for ways that cost nothing.

use railwright_core::bits;
use railwright_core::id::LaneId;
use railwright_core::map::Map;

/// For each place the places to which a usable lane leads, and room to spread from there.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    words: usize,
    beside: Vec<u64>,
    /// The places that were come to, those of them that were come to last, and those that come next.
    been: Vec<u64>,
    edge: Vec<u64>,
    next: Vec<u64>,
}

impl Near {
    /// Notes what lies beside each place over some lanes.
    pub(super) fn join(&mut self, map: &Map, usable: &[u64]) {
        self.words = bits::words(map.places.len());
        self.beside.clear();
        self.beside.resize(map.places.len() * self.words, 0);
        for lane in bits::iter(usable) {
            let [a, b] = map.lanes[lane].ends.map(|end| end.index());
            bits::put(&mut self.beside[a * self.words..(a + 1) * self.words], b);
            if !map.line_of(LaneId::from(lane)).one_way {
                bits::put(&mut self.beside[b * self.words..(b + 1) * self.words], a);
            }
        }
    }

    /// Whether a way of at most so many lanes leads from a place to one of some others, through none of those that it is to avoid.
    ///
    /// The shortest way comes to no place twice, and to none of the others before its end.
    pub(super) fn leads_to(&mut self, others: &[u64], from: usize, avoid: &[u64], lanes: usize) -> bool {
        let Near { words, beside, been, edge, next } = self;
        been.clear();
        been.extend_from_slice(avoid);
        bits::put(been, from);
        edge.clear();
        edge.resize(*words, 0);
        bits::put(edge, from);
        for _ in 0..lanes {
            next.clear();
            next.resize(*words, 0);
            for place in bits::iter(edge) {
                let beside = &beside[place * *words..(place + 1) * *words];
                next.iter_mut().zip(beside).for_each(|(next, beside)| *next |= beside);
            }
            let (mut found, mut any) = (0, 0);
            for (at, next) in next.iter_mut().enumerate() {
                *next &= !been[at];
                been[at] |= *next;
                found |= *next & others[at];
                any |= *next;
            }
            if found != 0 {
                return true;
            }
            if any == 0 {
                return false;
            }
            std::mem::swap(edge, next);
        }
        false
    }
}
