//! The tree of an information set search: what the seat tried after what, how often, and what came of it.
//!
//! Nodes are sequences of the seat's own decisions, whatever the determinisation and whatever others did; an action counts as
//! available where it was legal.

use railwright_core::Action;
use railwright_core::narrow::narrow;

/// No edge or node.
const NONE: u32 = u32::MAX;

/// One action tried in a node.
struct Edge {
    action: Action,
    visits: u32,
    /// How often it could have been chosen.
    available: u32,
    sum: f64,
    to: u32,
    next: u32,
    /// Where it stood among the legal actions when it was last looked for.
    hint: u32,
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
    }

    /// A new node, to which no edge leads.
    pub(super) fn add_node(&mut self) -> u32 {
        self.nodes.push(Node { first: NONE, visits: 0 });
        narrow::<u32>(self.nodes.len()) - 1
    }

    /// Comes to a node in which there is a choice among legal actions: says how often that happened before and how many of the
    /// actions were tried.
    pub(super) fn visit(&mut self, node: u32, legal: &[Action]) -> (u32, usize) {
        self.found.clear();
        let mut at = self.nodes[node as usize].first;
        while at != NONE {
            let edge = &mut self.edges[at as usize];
            let index = match legal.get(edge.hint as usize) == Some(&edge.action) {
                true => Some(edge.hint as usize),
                false => legal.iter().position(|action| *action == edge.action),
            };
            if let Some(index) = index {
                edge.hint = narrow::<u32>(index);
                edge.available += 1;
                self.found.push((at, index));
            }
            at = edge.next;
        }
        let visits = &mut self.nodes[node as usize].visits;
        *visits += 1;
        (*visits - 1, self.found.len())
    }

    /// Whether an action of the node last visited was tried there before.
    pub(super) fn was_tried(&self, index: usize) -> bool {
        self.found.iter().any(|(_, at)| *at == index)
    }

    /// The edge to follow from the node last visited, by UCB1: what promises most, what was rarely tried being favoured.
    pub(super) fn select(&self, exploration: f64) -> Option<(u32, usize)> {
        let mut best: Option<(f64, (u32, usize))> = None;
        for &(at, index) in &self.found {
            let edge = &self.edges[at as usize];
            let visits = f64::from(edge.visits.max(1));
            let promise = edge.sum / visits + exploration * (natural_logarithm(edge.available) / visits).sqrt();
            if best.is_none_or(|(most, _)| promise > most) {
                best = Some((promise, (at, index)));
            }
        }
        best.map(|(_, found)| found)
    }

    /// Adds an edge to a node.
    pub(super) fn add_edge(&mut self, node: u32, action: Action, index: usize) -> u32 {
        let (next, hint) = (self.nodes[node as usize].first, narrow::<u32>(index));
        self.edges.push(Edge { action, visits: 0, available: 1, sum: 0.0, to: NONE, next, hint });
        let at = narrow::<u32>(self.edges.len()) - 1;
        self.nodes[node as usize].first = at;
        at
    }

    /// Where an edge leads.
    pub(super) fn follow(&mut self, edge: u32) -> u32 {
        if self.edges[edge as usize].to == NONE {
            self.edges[edge as usize].to = self.add_node();
        }
        self.edges[edge as usize].to
    }

    /// Takes the reward into all edges of a path through the tree.
    pub(super) fn backpropagate(&mut self, path: &[u32], reward: f64) {
        for &at in path {
            let edge = &mut self.edges[at as usize];
            edge.visits += 1;
            edge.sum += reward;
        }
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
        let node = tree.add_node();
        let legal = [action(1), action(2)];
        for index in 0..2 {
            tree.visit(node, &legal);
            let edge = tree.add_edge(node, legal[index], index);
            tree.backpropagate(&[edge], index as f64);
        }
        for _ in 0..100 {
            tree.visit(node, &legal);
            let (edge, index) = tree.select(1.0).expect("two edges");
            tree.backpropagate(&[edge], index as f64);
        }
        assert!(tree.edges[1].visits > 80, "{}", tree.edges[1].visits);
        assert!(tree.edges[0].visits > 2, "the other is tried again now and then");
    }

    #[test]
    fn what_is_not_legal_here_is_not_followed() {
        let mut tree = Tree::default();
        let node = tree.add_node();
        for subject in [1, 2] {
            tree.add_edge(node, action(subject), 0);
        }
        assert_eq!(tree.visit(node, &[action(3), action(2)]), (0, 1));
        assert!(tree.was_tried(1) && !tree.was_tried(0));
        assert_eq!(tree.select(1.0).map(|(_, index)| index), Some(1));
    }
}
