//! The tree of a search: what was tried after what, how often, and what came of it.
//!
//! Nodes are sequences of decisions, whatever the imagined position; an action counts as available where it was legal.

use railwright_core::Action;
use railwright_core::id::SeatId;

/// No edge or node.
const NONE: u32 = u32::MAX;
/// The node at which a search begins.
pub(super) const ROOT: u32 = 0;

/// One action tried in a node.
pub(super) struct Edge {
    pub(super) action: Action,
    seat: SeatId,
    pub(super) visits: u32,
    /// How often it could have been chosen.
    available: u32,
    sum: f64,
    /// How much less than the best it promises one action ahead, and how many visits that counts for.
    behind: f64,
    faith: f64,
    to: u32,
    next: u32,
    /// Where it stood among the legal actions when it was last looked for.
    hint: u32,
}

impl Edge {
    /// What is to be expected of it: results, and what it promised before there were any.
    fn mean(&self, level: f64) -> f64 {
        let visits = f64::from(self.visits);
        (self.sum + self.faith * (level - self.behind)) / (visits + self.faith).max(1.0)
    }
}

struct Node {
    first: u32,
    visits: u32,
}

/// All nodes and edges of one search; emptied and used again for the next.
#[derive(Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// Edges of the current node whose actions are legal, and where they stand among these.
    found: Vec<(u32, usize)>,
}

impl Tree {
    /// Begins a search.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.nodes.push(Node { first: NONE, visits: 0 });
    }

    /// Comes to a node in which a seat chooses among legal actions: says how often that happened before and how many of the
    /// actions were tried.
    pub(super) fn arrive(&mut self, node: u32, seat: SeatId, legal: &[Action]) -> (u32, usize) {
        self.found.clear();
        let mut at = self.nodes[node as usize].first;
        while at != NONE {
            let edge = &mut self.edges[at as usize];
            if edge.seat == seat {
                let stands = match legal.get(edge.hint as usize) == Some(&edge.action) {
                    true => Some(edge.hint as usize),
                    false => legal.iter().position(|action| *action == edge.action),
                };
                if let Some(stands) = stands {
                    edge.hint = stands as u32;
                    edge.available += 1;
                    self.found.push((at, stands));
                }
            }
            at = edge.next;
        }
        let visits = &mut self.nodes[node as usize].visits;
        *visits += 1;
        (*visits - 1, self.found.len())
    }

    /// Whether an action of the node last arrived at was tried there before.
    pub(super) fn was_tried(&self, stands: usize) -> bool {
        self.found.iter().any(|(_, at)| *at == stands)
    }

    /// The edge to follow from the node last arrived at: what promises most, `level` being what results are on the whole
    /// and `spread` how much they differ.
    pub(super) fn select(&self, level: f64, spread: f64) -> Option<(u32, usize)> {
        let promise = |edge: &Edge| {
            let visits = f64::from(edge.visits.max(1));
            edge.mean(level) + spread * (natural_logarithm(edge.available) / visits).sqrt()
        };
        let mut best: Option<(f64, (u32, usize))> = None;
        for &(at, stands) in &self.found {
            let promise = promise(&self.edges[at as usize]);
            if best.is_none_or(|(most, _)| promise > most) {
                best = Some((promise, (at, stands)));
            }
        }
        best.map(|(_, found)| found)
    }

    /// Adds an edge to a node.
    pub(super) fn add(&mut self, node: u32, seat: SeatId, action: Action, stands: usize) -> u32 {
        let (next, hint) = (self.nodes[node as usize].first, stands as u32);
        let (sum, behind, faith) = (0.0, 0.0, 0.0);
        let edge = Edge { action, seat, visits: 0, available: 1, sum, behind, faith, to: NONE, next, hint };
        self.edges.push(edge);
        let at = self.edges.len() as u32 - 1;
        self.nodes[node as usize].first = at;
        at
    }

    /// Takes for granted what an edge promises one action ahead, as if it had been visited so often.
    pub(super) fn trust(&mut self, edge: u32, behind: f64, faith: f64) {
        (self.edges[edge as usize].behind, self.edges[edge as usize].faith) = (behind, faith);
    }

    /// Where an edge leads.
    pub(super) fn follow(&mut self, edge: u32) -> u32 {
        if self.edges[edge as usize].to == NONE {
            self.edges[edge as usize].to = self.nodes.len() as u32;
            self.nodes.push(Node { first: NONE, visits: 0 });
        }
        self.edges[edge as usize].to
    }

    /// Takes in what came of a way through the tree, for whoever chose each edge of it.
    pub(super) fn learn(&mut self, way: &[u32], rewards: &[f64]) {
        for &at in way {
            let edge = &mut self.edges[at as usize];
            edge.visits += 1;
            edge.sum += rewards[edge.seat.index()];
        }
    }

    /// The action at the root that promises most by all that is known.
    pub(super) fn favourite(&self, level: f64) -> Option<Action> {
        let mut best: Option<&Edge> = None;
        let mut at = self.nodes[ROOT as usize].first;
        while at != NONE {
            let edge = &self.edges[at as usize];
            if best.is_none_or(|b| edge.mean(level) > b.mean(level)) {
                best = Some(edge);
            }
            at = edge.next;
        }
        best.map(|edge| edge.action)
    }
}

/// Near enough, and the same on every machine: between powers of two it goes straight.
fn natural_logarithm(n: u32) -> f64 {
    let n = n.max(1);
    let power = n.ilog2();
    let rest = f64::from(n) / f64::from(1u32 << power) - 1.0;
    (f64::from(power) + rest) * std::f64::consts::LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(subject: u16) -> Action {
        Action { subject, ..Action::default() }
    }

    #[test]
    fn what_brings_more_is_followed_more_often() {
        let mut tree = Tree::default();
        tree.clear();
        let legal = [action(1), action(2)];
        for stands in 0..2 {
            tree.arrive(ROOT, SeatId(0), &legal);
            let edge = tree.add(ROOT, SeatId(0), legal[stands], stands);
            tree.learn(&[edge], &[stands as f64]);
        }
        for _ in 0..100 {
            tree.arrive(ROOT, SeatId(0), &legal);
            let (edge, stands) = tree.select(0.5, 1.0).expect("two edges");
            tree.learn(&[edge], &[stands as f64]);
        }
        assert_eq!(tree.favourite(0.5), Some(action(2)));
        assert!(tree.edges[0].visits > 2, "the other is tried again now and then");
    }

    #[test]
    fn a_promise_counts_until_results_say_otherwise() {
        let mut tree = Tree::default();
        tree.clear();
        let [good, bad] = [1, 2].map(|subject| tree.add(ROOT, SeatId(0), action(subject), 0));
        tree.trust(good, 0.0, 10.0);
        tree.trust(bad, 5.0, 10.0);
        tree.learn(&[good], &[0.0]);
        tree.learn(&[bad], &[4.0]);
        assert_eq!(tree.favourite(0.0), Some(action(1)), "one result is little");
        (0..30).for_each(|_| tree.learn(&[bad], &[4.0]));
        assert_eq!(tree.favourite(0.0), Some(action(2)), "thirty are more than a promise");
    }

    #[test]
    fn what_is_not_legal_here_is_not_followed() {
        let mut tree = Tree::default();
        tree.clear();
        for subject in [1, 2] {
            tree.add(ROOT, SeatId(0), action(subject), 0);
        }
        assert_eq!(tree.arrive(ROOT, SeatId(0), &[action(3), action(2)]), (0, 1));
        assert!(tree.was_tried(1) && !tree.was_tried(0));
        assert_eq!(tree.select(0.0, 1.0).map(|(_, stands)| stands), Some(1));
        assert_eq!(tree.arrive(ROOT, SeatId(1), &[action(1)]).1, 0, "another seat's choice is another");
    }
}
